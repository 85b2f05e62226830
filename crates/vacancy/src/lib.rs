//! Puzzles on a row with vacant cells: [`shuffling`], [`checkers`] and the [reversal](checkers::reversal) of numbered
//! checkers.
//!
//! A move names the cell of what goes to the vacancy. So solutions are lists of cells, and one text form, one JSON form
//! and one replay, those of this module, serve all of them; each keeps its own rules and its own checker.

pub mod checkers;
mod puzzle;
mod reading;
mod replay;
pub mod shuffling;
mod solution;
mod verdict;

pub use puzzle::{Puzzle, PuzzleTextError};
pub use reading::{MoveReader, ReadError};
pub use replay::{CheckError, Replay};
pub use solution::Solution;
pub use verdict::Verdict;
