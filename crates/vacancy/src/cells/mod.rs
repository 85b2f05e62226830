//! What the puzzles have in common in which a move names one cell: [`shuffling`](crate::shuffling),
//! [`checkers`](crate::checkers) and the [reversal](crate::checkers::reversal) of numbered checkers.
//!
//! Their solutions are lists of cells, so one text form, one JSON form and one replay serve all three.

mod puzzle;
mod reading;
mod replay;
mod solution;
pub(crate) mod verdict;

pub use puzzle::{Puzzle, PuzzleTextError};
pub use reading::{MoveReader, ReadError};
pub use replay::{CheckError, Replay};
pub use solution::Solution;
pub use verdict::Verdict;
