//! The answers to a puzzle, and their reasons.

use crate::grid::named::NamedMoves;
use std::fmt;
use tait_grid::{Board, Move, Outline};
use tait_text::counted;
use thiserror::Error;

/// The largest number of moves of a construction: the moves are listed, and each takes 136 bytes.
pub const LONGEST_CONSTRUCTION: usize = 1 << 23;

/// The reason why a puzzle is left open.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotCovered {
    /// The puzzle is on another board.
    #[error("Theorem 2 covers the square grid, not the {0}")]
    Board(Board),
    /// The puzzle has another d.
    #[error("Theorem 2 covers d = 2, not d = {0}")]
    Adjacency(u32),
    /// Coins slide.
    #[error("Theorem 2 covers lifts, not slides")]
    Slides,
    /// No examined configuration has two coins without which its span covers that of the target and can be cut to
    /// it.
    #[error(
        "no two coins of the start can be spared so that the span of the others covers the target's and can be \
         cut to it"
    )]
    NoPair,
    /// There are more configurations without a pair of extra coins than the search examines.
    #[error("the first {0} configurations without a pair of extra coins do not decide it")]
    TooMany(usize),
    /// The coins can be brought to the target positions, but not with the right labels.
    #[error("no exchanges are known that give all coins their labels")]
    Labels,
    /// The puzzle can be solved, but the solution has more than [`LONGEST_CONSTRUCTION`] moves.
    #[error("the constructed solution has more than {LONGEST_CONSTRUCTION} moves")]
    TooLong,
    /// The construction failed where it should not.
    #[error("the construction failed; this is a bug in tait")]
    Defect,
}

/// The reason why a construction stops.
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

/// The reason why a puzzle can be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The start is the target.
    InPlace,
    /// Without two coins each, start and target have the same span.
    SameSpan,
    /// Without two coins each, the span of the start can be cut to that of the target.
    SmallerSpan,
    /// Without one coin each, start and target are chains that lead to each other.
    OneExtra,
    /// One of these conditions is met after some moves at the beginning and before some at the end; a search found
    /// these moves, whose total number is given.
    Pair(usize),
    /// A search found a solution with this number of moves.
    FewMoves(usize),
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InPlace => f.write_str("the start is the target"),
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
                "except for a move at the beginning or the end, start and target have pairs of extra coins",
            ),
            Self::Pair(count) => write!(
                f,
                "except for {count} moves at the beginning and the end, start and target have pairs of extra coins"
            ),
            Self::FewMoves(count) => write!(f, "a search found {}", counted(*count as u64, "move")),
        }
    }
}

/// The reason why a puzzle cannot be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Some coin of the target is not in the span of the start.
    Span,
    /// No coin of the start can move.
    NoMove,
    /// Only this number of configurations lead to the target, and the start is not among them.
    NoWayBack(usize),
    /// All configurations that can be reached and still span the target, this number of them, lack a pair of extra
    /// coins, and none is the target.
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
                "all {count} configurations that can be reached and still span the target were examined"
            ),
        }
    }
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

/// Returns the solution with these moves.
pub(super) fn solution(condition: Condition, moves: NamedMoves) -> Construction {
    let (moves, outline) = moves.finished();
    Construction::Solution {
        condition,
        moves,
        outline,
    }
}
