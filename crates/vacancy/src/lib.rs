//! Puzzles on a row with vacant cells: [`shuffling`], [`checkers`], the [reversal](checkers::reversal) of numbered
//! checkers, and [frogs](checkers::frogs) and toads.
//!
//! A move names the cell of the coin or checker that goes to the vacancy. So a solution is a list of cells, and one
//! text form, one JSON form and one replay, those of this module, serve all puzzles; each keeps its own rules and
//! checker.

pub mod checkers;
mod puzzle;
mod reading;
mod replay;
pub mod shuffling;
mod solution;
mod verdict;

pub use puzzle::{Puzzle, PuzzleTextError, Spaces};
pub use reading::{MoveReader, WrittenMove};
pub use replay::{CheckError, Replay, check};
pub use solution::Solution;
pub use tait_text::ReadError;
pub use verdict::Verdict;
