//! Solutions of puzzles on grids by construction.

use crate::error::AtlasError;
use tait_framework::grid::{Solved, solve};
use tait_generator::grid::{square, triangular};
use tait_grid::{Board, Move, Outline, Puzzle};
use tait_search::{Control, Limits};

/// The maximum number of states in the exact search that follows if no theorem covers a puzzle.
const MOST_STATES: u64 = 2_000_000;

/// A solution, or why there is none, or why none is known, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constructed {
    /// A solution, and why there is one.
    Solution {
        /// The reason.
        why: String,
        /// The moves.
        moves: Vec<Move>,
        /// The named steps of the construction; none if a search found the moves.
        outline: Outline,
    },
    /// No solution exists.
    Unsolvable(String),
    /// No solution is known.
    Open(String),
    /// A solution exists, with more moves than are listed.
    TooLong(String),
}

/// Constructs a solution by the theorem for the board. If there is none, or it leaves the puzzle open, a short exact
/// search follows.
///
/// # Errors
/// When a construction fails, or there are too many coins for an exact search.
pub fn construct(puzzle: &Puzzle) -> Result<Constructed, AtlasError> {
    let solution = |why: String, moves, outline| Constructed::Solution {
        why,
        moves,
        outline,
    };
    let open = match puzzle.board() {
        Board::Triangular => match triangular::construct(puzzle) {
            Ok(triangular::Construction::Solution {
                condition,
                moves,
                outline,
            }) => {
                return Ok(solution(condition.to_string(), moves, outline));
            }
            Ok(triangular::Construction::Unsolvable(reason)) => {
                return Ok(Constructed::Unsolvable(reason.to_string()));
            }
            Err(why @ triangular::NotCovered::TooLong) => {
                return Ok(Constructed::TooLong(why.to_string()));
            }
            Err(why) => why.to_string(),
        },
        Board::Square => match square::construct(puzzle) {
            Ok(square::Construction::Solution {
                condition,
                moves,
                outline,
            }) => {
                return Ok(solution(condition.to_string(), moves, outline));
            }
            Ok(square::Construction::Unsolvable(reason)) => {
                return Ok(Constructed::Unsolvable(reason.to_string()));
            }
            Err(why @ square::NotCovered::TooLong) => {
                return Ok(Constructed::TooLong(why.to_string()));
            }
            Err(why @ square::NotCovered::Defect) => return Err(AtlasError::refused(why)),
            Err(why) => why.to_string(),
        },
        board => format!(
            "no theorem covers the {board}: there are theorems for the square and the triangular grid"
        ),
    };
    let control = Control {
        limits: Limits::default().with_at_most(MOST_STATES),
        ..Control::default()
    };
    Ok(
        match solve(puzzle, None, &control).map_err(AtlasError::refused)? {
            Solved::Optimal { moves, .. } => solution(
                format!("{open}; an exact search found a shortest solution"),
                moves,
                Outline::default(),
            ),
            Solved::Unsolvable { reason, .. } => {
                Constructed::Unsolvable(format!("{open}; {reason}"))
            }
            Solved::NoneWithin { moves, .. } => Constructed::Open(format!(
                "not covered: {open}; an exact search found no solution of up to {moves} moves"
            )),
            Solved::Stopped { at_least, .. } => Constructed::Open(format!(
                "not covered: {open}; an exact search of {MOST_STATES} states found no solution of fewer than {at_least} moves"
            )),
        },
    )
}
