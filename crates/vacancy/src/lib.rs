//! Puzzles on a row with vacant cells: [`shuffling`], [`checkers`], the [reversal](checkers::reversal) of numbered
//! checkers, and [frogs](checkers::frogs) and toads.
//!
//! A move names the cell of the coin or checker that goes to the vacancy. So a solution is a list of cells, and one
//! text form, one JSON form and one replay serve all puzzles, and each has its rules.

pub mod checkers;
mod puzzle;
mod replay;
mod row;
pub mod shuffling;
mod solution;

pub use puzzle::{Puzzle, PuzzleTextError, Spaces};
pub use replay::{CheckError, Played, Replay, Verdict, check};
pub use row::{Content, IllegalMove, Row};
pub use solution::{MoveReader, Solution, WrittenMove};
pub use tait_text::ReadError;
