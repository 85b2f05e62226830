//! What is said of a puzzle, and why.

use std::fmt;
use tait_puzzle::grid::{Board, Move};
use thiserror::Error;

/// The most moves of a construction: they are listed, and take 136 bytes each.
pub const LONGEST_CONSTRUCTION: usize = 1 << 23;

/// Why the theorem says nothing about a puzzle, or its solution is not written down.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotCovered {
    /// It is on another board.
    #[error("Theorem 1 covers the triangular grid, not the {0}")]
    Board(Board),
    /// Its d is another one.
    #[error("Theorem 1 covers d = 2, not d = {0}")]
    Adjacency(u32),
    /// Coins slide.
    #[error("Theorem 1 covers lifts, not slides")]
    Slides,
    /// It can be solved, but not in so many moves as can be listed.
    #[error("the constructed solution has more than {LONGEST_CONSTRUCTION} moves")]
    TooLong,
}

/// There are more than [`LONGEST_CONSTRUCTION`] moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooLong;

impl From<TooLong> for NotCovered {
    fn from(_: TooLong) -> Self {
        Self::TooLong
    }
}

/// Why a puzzle can be solved: the first condition that is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The coins lie as they shall.
    InPlace,
    /// The target contains a triangle; of three coins, one with its labels on the right colours.
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
            Self::InPlace => "the coins lie as they shall",
            Self::Triangle => "the target contains a triangle",
            Self::PathOfFour => "the target contains a path of four coins",
            Self::ThreeAndTwo => {
                "the target has a component of at least three coins and another one of at least two"
            }
            Self::SingleMove => "a single move leads to the target",
        })
    }
}

/// Why a puzzle cannot be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// One or two coins never move.
    FewCoins,
    /// No coin of the start can move.
    NoMove,
    /// The target meets none of the first three conditions, and no single move leads to it.
    SingleMove,
    /// Three coins become triangles only with their labels on other colours of the grid.
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

/// Whether a puzzle can be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Decision {
    /// It can, for this reason.
    Solvable(Condition),
    /// It cannot, for this reason.
    Unsolvable(Reason),
}

/// A solution, or that there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Construction {
    /// A solution.
    Solution {
        /// Why there is one.
        condition: Condition,
        /// Its moves.
        moves: Vec<Move>,
    },
    /// There is none.
    Unsolvable(Reason),
}
