//! What is said of a puzzle, and why.

use super::rectangle::{Cell, Step};
use std::fmt;
use tait_puzzle::grid::{Board, Move, Position};
use thiserror::Error;

/// The most moves of a construction: they are listed, and take 136 bytes each.
pub const LONGEST_CONSTRUCTION: usize = 1 << 23;

/// Why a puzzle is left open.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotCovered {
    /// It is on another board.
    #[error("Theorem 2 covers the square grid, not the {0}")]
    Board(Board),
    /// Its d is another one.
    #[error("Theorem 2 covers d = 2, not d = {0}")]
    Adjacency(u32),
    /// Coins slide.
    #[error("Theorem 2 covers lifts, not slides")]
    Slides,
    /// No two coins of any configuration that was looked at leave a span that covers that of the target and can be
    /// cut to it.
    #[error(
        "the start has no two extra coins without which the span of the rest covers, and can be cut to, \
         that of the target"
    )]
    NoPair,
    /// There are too many configurations without a pair of extra coins.
    #[error("the first {0} configurations without a pair of extra coins do not decide it")]
    TooMany(usize),
    /// The coins can be brought to where they belong but for their labels.
    #[error("no exchanges are known that give all coins their labels")]
    Labels,
    /// It can be solved, but not in so many moves as can be listed.
    #[error("the constructed solution has more than {LONGEST_CONSTRUCTION} moves")]
    TooLong,
    /// The construction came to an end that it should not come to.
    #[error("the construction failed; this is a bug in tait")]
    Defect,
}

/// Why a construction stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    TooLong,
    Labels,
    Defect,
}

impl From<Stop> for NotCovered {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::TooLong => Self::TooLong,
            Stop::Labels => Self::Labels,
            Stop::Defect => Self::Defect,
        }
    }
}

/// Why a puzzle can be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The coins lie as they shall.
    InPlace,
    /// Without two coins each, start and target have the same span.
    SameSpan,
    /// Without two coins each, the span of the start can be cut to that of the target.
    SmallerSpan,
    /// Without one coin each, start and target are chains that lead to each other.
    OneExtra,
    /// One of these conditions is met after some moves, and before some others at the end, so many together, which
    /// were found by trying.
    Pair(usize),
    /// So many moves were found by trying.
    FewMoves(usize),
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InPlace => f.write_str("the coins lie as they shall"),
            Self::SameSpan => {
                f.write_str("without two coins each, start and target have the same span")
            }
            Self::SmallerSpan => f.write_str(
                "without two coins each, the span of the start can be cut to that of the target",
            ),
            Self::OneExtra => f.write_str(
                "without one coin each, start and target are chains with odd steps and the same ends",
            ),
            Self::Pair(1) => f.write_str(
                "but for a move at the beginning or the end, start and target have pairs of extra coins",
            ),
            Self::Pair(count) => write!(
                f,
                "but for {count} moves at the beginning and the end, start and target have pairs of extra coins"
            ),
            Self::FewMoves(count) => write!(f, "{count} moves were found by trying"),
        }
    }
}

/// Why a puzzle cannot be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Some coin of the target is not in the span of the start.
    Span,
    /// No coin of the start can move.
    NoMove,
    /// Nothing but so many configurations leads to the target, and the start is none of them.
    NoWayBack(usize),
    /// All configurations that can be reached, so many, either have a span that is too small or do not have a
    /// pair of extra coins, and none is the target.
    Exhausted(usize),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Span => f.write_str("the target does not lie in the span of the start"),
            Self::NoMove => f.write_str("no coin of the start can move"),
            Self::NoWayBack(count) => write!(
                f,
                "only {count} configurations lead to the target, and the start is not among them"
            ),
            Self::Exhausted(count) => write!(
                f,
                "all {count} configurations that can be reached and still span the target were seen"
            ),
        }
    }
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

/// A solution of these steps.
pub(super) fn solution(condition: Condition, moves: Vec<Step>) -> Construction {
    let position = |(x, y): Cell| Position::from([x, y]);
    let as_move = |(from, to)| Move {
        from: position(from),
        to: position(to),
    };
    let moves = moves.into_iter().map(as_move).collect();
    Construction::Solution { condition, moves }
}
