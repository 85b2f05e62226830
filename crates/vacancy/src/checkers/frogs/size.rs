//! How many frogs, toads and vacant cells there are.

use std::fmt;
use thiserror::Error;

/// The widest row: the checker holds it as a list.
pub const LARGEST_ROW: u64 = 1_000_000;

/// The widest row that is searched: a state is packed into 64 bits, two for each cell.
pub const WIDEST_SEARCHED: u64 = 32;

/// Why numbers make no puzzle, or none that can be searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum FrogsError {
    /// Something is missing.
    #[error("there must be at least one frog, one toad and one vacant cell: n, m, v >= 1")]
    Missing,
    /// The row is too wide.
    #[error("a row has at most {LARGEST_ROW} cells, n + m + v <= {LARGEST_ROW}")]
    TooWide,
    /// A state does not fit into its key.
    #[error("{0}: a search takes at most {WIDEST_SEARCHED} cells, n + m + v <= {WIDEST_SEARCHED}")]
    TooWideToSearch(Frogs),
}

/// `n` frogs, `v` vacant cells, `m` toads.
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
    /// The puzzle with `n` frogs, `m` toads and `v` vacant cells between them.
    ///
    /// # Errors
    /// When one of them is 0, or the row has more than [`LARGEST_ROW`] cells.
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

    /// `n`: how many frogs there are.
    #[must_use]
    pub const fn frogs(self) -> u64 {
        self.frogs
    }

    /// `m`: how many toads there are.
    #[must_use]
    pub const fn toads(self) -> u64 {
        self.toads
    }

    /// `v`: how many cells are vacant.
    #[must_use]
    pub const fn vacancies(self) -> u64 {
        self.vacancies
    }

    /// How many cells the row has, `n + m + v`.
    #[must_use]
    pub const fn cells(self) -> u64 {
        self.frogs + self.toads + self.vacancies
    }

    /// The number of moves of every solution, `nm + v(n + m)` (the theorem in the [module](super)).
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
