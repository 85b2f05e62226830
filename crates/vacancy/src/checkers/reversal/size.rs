//! The number of numbered checkers, and the place of the vacant cell.

use std::fmt;
use thiserror::Error;

/// The most checkers: the lower bound looks at every checker for every cell that may be vacant.
pub const LARGEST_REVERSED: u64 = 10_000;

/// The most checkers that can be searched: a state is packed into 64 bits.
pub const MOST_SEARCHED: u64 = 15;

/// The reason why there is no such puzzle, or none that can be searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ReversalError {
    /// There are no checkers, or too many.
    #[error("n = {0} numbered checkers are out of range: 1 <= n <= {LARGEST_REVERSED}")]
    Checkers(u64),
    /// The vacant cell is not in the row.
    #[error("the vacant cell {cell} is not in the row, whose cells are 1 to {}", checkers + 1)]
    Vacancy {
        /// The cell asked for.
        cell: u64,
        /// The number of checkers.
        checkers: u64,
    },
    /// A state does not fit into its key.
    #[error("{0}: a search takes at most {MOST_SEARCHED} numbered checkers, n <= {MOST_SEARCHED}")]
    TooManyToSearch(Reversal),
}

/// `n` numbered checkers whose order is to be reversed.
///
/// ```
/// use tait_vacancy::checkers::reversal::Reversal;
/// let six_frogs = Reversal::new(6, 1, Some(1))?;
/// assert_eq!((six_frogs.cells(), six_frogs.lower_bound()), (7, 21));
/// assert_eq!(six_frogs.to_string(), "reversal n=6 start=1 end=1");
/// # Ok::<(), tait_vacancy::checkers::reversal::ReversalError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reversal {
    checkers: u64,
    start: u64,
    end: Option<u64>,
}

impl Reversal {
    /// Creates the puzzle with `n` checkers, the cell that is vacant at the start, and the cell that has
    /// to be vacant at the end, or `None` when that may be any cell. Cells are counted from 1.
    ///
    /// # Errors
    /// When there are no checkers or more than [`LARGEST_REVERSED`], or a cell is not in the row.
    pub fn new(checkers: u64, start: u64, end: Option<u64>) -> Result<Self, ReversalError> {
        if !(1..=LARGEST_REVERSED).contains(&checkers) {
            return Err(ReversalError::Checkers(checkers));
        }
        for cell in [Some(start), end].into_iter().flatten() {
            if !(1..=checkers + 1).contains(&cell) {
                return Err(ReversalError::Vacancy { cell, checkers });
            }
        }
        Ok(Self {
            checkers,
            start,
            end,
        })
    }

    /// Returns `n`, the number of checkers.
    #[must_use]
    pub const fn checkers(self) -> u64 {
        self.checkers
    }

    /// Returns the number of cells, `n + 1`.
    #[must_use]
    pub const fn cells(self) -> u64 {
        self.checkers + 1
    }

    /// Returns the vacant cell at the start.
    #[must_use]
    pub const fn start(self) -> u64 {
        self.start
    }

    /// Returns the vacant cell at the end; `None` when it may be any.
    #[must_use]
    pub const fn end(self) -> Option<u64> {
        self.end
    }

    /// Returns a lower bound on the number of moves: a jump for each pair, and as many slides as the
    /// parities of the cells require, or as the runs of jumps between them do (the [module](super) has
    /// the proofs).
    #[must_use]
    pub fn lower_bound(self) -> u64 {
        let jumps = self.checkers * (self.checkers - 1) / 2;
        let for_parity = match self.end {
            Some(end) => self.fewest_slides(end),
            None => (1..=self.cells())
                .map(|end| self.fewest_slides(end))
                .min()
                .unwrap_or_default(),
        };
        let for_runs = if self.checkers >= 3 {
            self.checkers - 1
        } else {
            0
        };
        jumps + for_parity.max(for_runs)
    }

    /// Returns `o + 2 (e - d)` for a vacant cell at the end.
    fn fewest_slides(self, end: u64) -> u64 {
        // The cell of the k-th checker from the left when one cell is vacant.
        let cell = |place: u64, vacancy: u64| place + u64::from(place >= vacancy);
        let (mut odd, mut even) = (0, [0_u64; 2]);
        for checker in 1..=self.checkers {
            let from = cell(checker, self.start);
            let to = cell(self.checkers + 1 - checker, end);
            if (from + to) % 2 == 1 {
                odd += 1;
            } else {
                even[(from % 2) as usize] += 1;
            }
        }
        odd + even
            .map(|even| 2 * even.saturating_sub(1))
            .iter()
            .sum::<u64>()
    }
}

impl fmt::Display for Reversal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "reversal n={} start={} ", self.checkers, self.start)?;
        match self.end {
            Some(end) => write!(f, "end={end}"),
            None => f.write_str("end=any"),
        }
    }
}
