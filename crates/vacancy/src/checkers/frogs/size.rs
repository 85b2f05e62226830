//! The numbers of frogs, toads and vacant cells.

use std::fmt;
use thiserror::Error;

/// The most cells in a row: the checker holds it as a list.
pub const LARGEST_ROW: u64 = 1_000_000;

/// The most cells that can be searched: a state has 64 bits, two for each cell.
pub const WIDEST_SEARCHED: u64 = 32;

/// The reason why there is no puzzle of these sizes, or none that can be searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum FrogsError {
    /// One of the three numbers is 0.
    #[error("there must be at least one frog, one toad and one vacant cell: n, m, v >= 1")]
    Missing,
    /// The row has too many cells.
    #[error("a row has at most {LARGEST_ROW} cells, n + m + v <= {LARGEST_ROW}")]
    TooWide,
    /// A state does not fit into 64 bits.
    #[error("{0}: a search takes at most {WIDEST_SEARCHED} cells, n + m + v <= {WIDEST_SEARCHED}")]
    TooWideToSearch(Frogs),
}

/// A puzzle of `n` frogs, `v` vacant cells and `m` toads.
///
/// ```
/// use tait_vacancy::checkers::frogs::Frogs;
/// let puzzle = Frogs::new(3, 2, 2)?;
/// assert_eq!((puzzle.cells(), puzzle.optimum()), (7, 3 * 2 + 2 * (3 + 2)));
/// assert_eq!(puzzle.to_string(), "frogs n=3 m=2 v=2");
/// assert!(Frogs::new(3, 2, 0).is_err());
/// # Ok::<(), tait_vacancy::checkers::frogs::FrogsError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Frogs {
    frogs: u64,
    toads: u64,
    vacancies: u64,
}

impl Frogs {
    /// Creates the puzzle with `n` frogs, `m` toads and `v` vacant cells between them.
    ///
    /// # Errors
    /// When one of the numbers is 0, or the row has more than [`LARGEST_ROW`] cells.
    pub fn new(frogs: u64, toads: u64, vacancies: u64) -> Result<Self, FrogsError> {
        let parts = [frogs, toads, vacancies];
        if parts.contains(&0) {
            return Err(FrogsError::Missing);
        }
        let cells = parts
            .iter()
            .try_fold(0_u64, |sum, &part| sum.checked_add(part));
        if cells.is_none_or(|cells| cells > LARGEST_ROW) {
            return Err(FrogsError::TooWide);
        }
        Ok(Self {
            frogs,
            toads,
            vacancies,
        })
    }

    /// Returns `n`, the number of frogs.
    #[must_use]
    pub const fn frogs(self) -> u64 {
        self.frogs
    }

    /// Returns `m`, the number of toads.
    #[must_use]
    pub const fn toads(self) -> u64 {
        self.toads
    }

    /// Returns `v`, the number of vacant cells.
    #[must_use]
    pub const fn vacancies(self) -> u64 {
        self.vacancies
    }

    /// Returns the number of cells, `n + m + v`.
    #[must_use]
    pub const fn cells(self) -> u64 {
        self.frogs + self.toads + self.vacancies
    }

    /// Returns the number of moves of every solution, `nm + v(n + m)` (the theorem in the
    /// [module](super)).
    #[must_use]
    pub const fn optimum(self) -> u64 {
        self.frogs * self.toads + self.vacancies * (self.frogs + self.toads)
    }
}

impl fmt::Display for Frogs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            frogs,
            toads,
            vacancies,
        } = self;
        write!(f, "frogs n={frogs} m={toads} v={vacancies}")
    }
}
