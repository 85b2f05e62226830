//! The answers to a puzzle, and their reasons.

use std::fmt;
use tait_grid::{Board, Move, Outline};
use thiserror::Error;

/// The largest number of moves of a construction: the moves are listed, and each takes 136 bytes.
pub const LONGEST_CONSTRUCTION: usize = 1 << 23;

/// The reason why the theorem does not cover a puzzle, or why its solution is not listed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotCovered {
    /// The puzzle is on another board.
    #[error("Theorem 1 covers the triangular grid, not the {0}")]
    Board(Board),
    /// The puzzle has another d.
    #[error("Theorem 1 covers d = 2, not d = {0}")]
    Adjacency(u32),
    /// Coins slide.
    #[error("Theorem 1 covers lifts, not slides")]
    Slides,
    /// The puzzle can be solved, but the solution has more than [`LONGEST_CONSTRUCTION`] moves.
    #[error("the constructed solution has more than {LONGEST_CONSTRUCTION} moves")]
    TooLong,
}

/// The error of a construction with more than [`LONGEST_CONSTRUCTION`] moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooLong;

impl From<TooLong> for NotCovered {
    fn from(_: TooLong) -> Self {
        Self::TooLong
    }
}

/// The reason why a puzzle can be solved: the first condition that is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The start is the target.
    InPlace,
    /// The target contains a triangle; for three coins, its labels are on the right colours.
    Triangle,
    /// The target contains a path of four coins.
    PathOfFour,
    /// The target has a component of at least three coins, and another one of at least two.
    ThreeAndTwo,
    /// A single move leads to the target.
    SingleMove,
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InPlace => "the start is the target",
            Self::Triangle => "the target contains a triangle",
            Self::PathOfFour => "the target contains a path of four coins",
            Self::ThreeAndTwo => {
                "the target has a component of at least three coins and another one of at least two"
            }
            Self::SingleMove => "a single move leads to the target",
        })
    }
}

/// The reason why a puzzle cannot be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// One or two coins never move.
    FewCoins,
    /// No coin of the start can move.
    NoMove,
    /// The target meets none of the first three conditions, and no single move leads to it.
    SingleMove,
    /// Every triangle that the three coins make has its labels on other colours of the grid.
    Colouring,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FewCoins => "one or two coins never move",
            Self::NoMove => "no coin of the start can move",
            Self::SingleMove => {
                "a target without a triangle, a path of four coins, or two components of at least three and \
                 two coins is reached by a single move or not at all (Theorem 1)"
            }
            Self::Colouring => {
                "every triangle that the three coins make has its labels on other colours of the grid \
                 (Theorem 1)"
            }
        })
    }
}

/// The decision whether a puzzle can be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The puzzle can be solved, for this reason.
    Solvable(Condition),
    /// The puzzle cannot be solved, for this reason.
    Unsolvable(Reason),
}

/// A solution, or the reason why there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Construction {
    /// A solution.
    Solution {
        /// The condition that is met.
        condition: Condition,
        /// The moves of the solution.
        moves: Vec<Move>,
        /// The named steps that they make up.
        outline: Outline,
    },
    /// There is no solution.
    Unsolvable(Reason),
}
