//! Which puzzles take `n` moves: what is known of one, and the answer that follows.

use crate::certificate::Exhaustion;
use crate::size::Puzzle;
use crate::solution::Solution;
use std::fmt;

/// What is known of one puzzle: the lengths that are excluded, and the shortest solution known.
///
/// The answer is not stored but follows from this, by [`Cell::answer`].
///
/// ```
/// use tait_linear::{CellAnswer, Cell, Move, Puzzle, Solution};
/// let puzzle = Puzzle::new(2, 3)?;
/// let mut cell = Cell::unknown(puzzle);
/// assert_eq!(cell.answer(), CellAnswer::Open { at_most: None });
/// cell.solution = Some(Solution::new(puzzle, 1, [(1, 7), (6, 9), (3, 6)].map(Move::from).to_vec()));
/// assert_eq!(cell.answer(), CellAnswer::Suffices);
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Exhaustive searches for `n`, `n + 1`, ... moves, in this order, that found nothing.
    pub excluded: Vec<Exhaustion>,
    /// The shortest solution that is known.
    pub solution: Option<Solution>,
}

/// Whether `n` moves suffice, and what does where they do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CellAnswer {
    /// `n` moves suffice.
    Suffices,
    /// `n` moves do not; so many do, and no fewer.
    Optimum(u64),
    /// `n` moves do not; how many do is known within bounds.
    Between {
        /// Every smaller number is excluded.
        at_least: u64,
        /// A solution of so many moves is known.
        at_most: Option<u64>,
    },
    /// No number of moves does.
    NoSolution,
    /// Not known.
    Open {
        /// A solution of so many moves is known.
        at_most: Option<u64>,
    },
}

impl Cell {
    /// A puzzle of which nothing is known.
    #[must_use]
    pub const fn unknown(puzzle: Puzzle) -> Self {
        Self {
            puzzle,
            excluded: Vec::new(),
            solution: None,
        }
    }

    /// The smallest number of moves that is not excluded: `n` and one for each search.
    #[must_use]
    pub fn at_least(&self) -> u64 {
        self.puzzle.n() + self.excluded.len() as u64
    }

    /// The moves of the shortest solution known.
    #[must_use]
    pub fn at_most(&self) -> Option<u64> {
        Some(self.solution.as_ref()?.moves().len() as u64)
    }

    /// What follows.
    #[must_use]
    pub fn answer(&self) -> CellAnswer {
        let (at_least, at_most) = (self.at_least(), self.at_most());
        if self.puzzle.only_rotates() {
            CellAnswer::NoSolution
        } else if at_most == Some(self.puzzle.n()) {
            CellAnswer::Suffices
        } else if at_least == self.puzzle.n() {
            CellAnswer::Open { at_most }
        } else if at_most == Some(at_least) {
            CellAnswer::Optimum(at_least)
        } else {
            CellAnswer::Between { at_least, at_most }
        }
    }
}

impl CellAnswer {
    /// Whether `n` moves suffice, where that is known.
    #[must_use]
    pub const fn suffices(self) -> Option<bool> {
        match self {
            Self::Suffices => Some(true),
            Self::Open { .. } => None,
            Self::Optimum(_) | Self::Between { .. } | Self::NoSolution => Some(false),
        }
    }
}

impl fmt::Display for CellAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Suffices => f.write_str("n moves suffice"),
            Self::Optimum(moves) => write!(f, "optimum {moves}"),
            Self::Between {
                at_least,
                at_most: Some(at_most),
            } => write!(f, "optimum {at_least} to {at_most}"),
            Self::Between {
                at_least,
                at_most: None,
            } => write!(f, "at least {at_least} moves"),
            Self::NoSolution => f.write_str("no solution"),
            Self::Open {
                at_most: Some(at_most),
            } => write!(f, "open, at most {at_most} moves"),
            Self::Open { at_most: None } => f.write_str("open"),
        }
    }
}
