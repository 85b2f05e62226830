//! Which puzzles take `n` moves: the known facts about one puzzle, and the answer that follows.

use crate::certificate::Exhaustion;
use crate::size::Puzzle;
use crate::solution::Solution;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The known facts about one puzzle: the lengths that are excluded, and the shortest known solution.
///
/// The answer is not stored: [`Cell::answer`] derives it.
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Exhaustive searches for `n`, `n + 1`, ... moves, in this order, that found no solution.
    pub excluded: Vec<Exhaustion>,
    /// The shortest known solution.
    pub solution: Option<Solution>,
}

/// Whether `n` moves suffice, and the optimum or bounds if they do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CellAnswer {
    /// `n` moves suffice.
    Suffices,
    /// `n` moves do not suffice; the optimum is this number of moves.
    Optimum(u64),
    /// `n` moves do not suffice; the optimum is known within bounds.
    Between {
        /// Every smaller number is excluded.
        at_least: u64,
        /// The length of the shortest known solution.
        at_most: Option<u64>,
    },
    /// There is no solution of any length.
    NoSolution,
    /// The answer is not known.
    Open {
        /// The length of the shortest known solution.
        at_most: Option<u64>,
    },
}

impl Cell {
    /// Creates a cell without any known facts.
    #[must_use]
    pub const fn unknown(puzzle: Puzzle) -> Self {
        Self {
            puzzle,
            excluded: Vec::new(),
            solution: None,
        }
    }

    /// Returns the smallest number of moves that is not excluded: `n` plus one for each search.
    #[must_use]
    pub fn at_least(&self) -> u64 {
        self.puzzle.n() + self.excluded.len() as u64
    }

    /// Returns the number of moves of the shortest known solution.
    #[must_use]
    pub fn at_most(&self) -> Option<u64> {
        Some(self.solution.as_ref()?.moves().len() as u64)
    }

    /// Derives the answer from theorems, searches and the solution.
    #[must_use]
    pub fn answer(&self) -> CellAnswer {
        match self.puzzle.unsolvable() {
            Some(_) => CellAnswer::NoSolution,
            None => self.searched(),
        }
    }

    /// Derives the answer from searches and the solution alone, without theorems.
    #[must_use]
    pub fn searched(&self) -> CellAnswer {
        let (at_least, at_most) = (self.at_least(), self.at_most());
        if at_most == Some(self.puzzle.n()) {
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
    /// Returns whether `n` moves suffice, or `None` if that is not known.
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
