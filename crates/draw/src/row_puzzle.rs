//! The puzzles on a row that are drawn.

use std::fmt;
use tait_linear::{BlockLength, Puzzle, rows};
use tait_vacancy as vacancy;

/// The puzzle of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowPuzzle {
    /// The linear puzzle.
    Linear(Puzzle),
    /// A puzzle from any row.
    AnyRow(rows::RowPuzzle),
    /// The auxiliary puzzle, by the number of coins that a move slides.
    Auxiliary(BlockLength),
    /// A vacancy puzzle.
    Vacancy(vacancy::Puzzle),
}

impl fmt::Display for RowPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Linear(puzzle) => puzzle.fmt(f),
            Self::AnyRow(puzzle) => puzzle.fmt(f),
            Self::Auxiliary(k) => write!(f, "auxiliary k={k}"),
            Self::Vacancy(puzzle) => puzzle.fmt(f),
        }
    }
}
