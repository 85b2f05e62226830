//! The sizes that the source covers.

use super::tables::small_row;
use tait_vacancy::shuffling::{Grouping, Shuffling};
use thiserror::Error;

/// The largest size that [`recursive`](super::recursive) runs: 2,500 calls deep.
pub const LONGEST_RUN: u64 = 10_000;

/// The reason why there is no formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum FormulaError {
    /// The source has no formula for this size.
    #[error("{puzzle}: the formulas of this variant cover only {sizes}")]
    NotCovered {
        /// The puzzle asked for.
        puzzle: Shuffling,
        /// The sizes for which there are formulas.
        sizes: &'static str,
    },
    /// The puzzle is constrained; the formulas also move pairs of one colour.
    #[error("{0}: no formula is known, because the formulas also move coins of the same colour")]
    Constrained(Shuffling),
    /// The recursion would be too deep.
    #[error(
        "{puzzle}: too large for the recursive algorithm, n <= {LONGEST_RUN}; the formula takes any size"
    )]
    TooLong {
        /// The puzzle asked for.
        puzzle: Shuffling,
    },
}

/// Checks that the source covers a puzzle.
pub(super) fn covered(puzzle: Shuffling) -> Result<(), FormulaError> {
    if puzzle.is_constrained() {
        return Err(FormulaError::Constrained(puzzle));
    }
    let n = puzzle.n();
    let (is_covered, sizes) = if puzzle.variant().grouping == Grouping::Equal {
        (n >= 4, "n >= 4")
    } else if small_row(puzzle.variant(), 4).is_some() {
        (n >= 3, "n >= 3")
    } else {
        (n == 3 || n >= 5, "n = 3 and n >= 5")
    };
    if is_covered {
        Ok(())
    } else {
        Err(FormulaError::NotCovered { puzzle, sizes })
    }
}
