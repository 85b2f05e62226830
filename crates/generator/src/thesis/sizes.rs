//! The sizes that an algorithm accepts.

use tait_linear::{FARTHEST_POSITION, Puzzle, PuzzleError};
use thiserror::Error;

/// The reason why an algorithm does not apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AlgorithmError {
    /// The size is below the algorithm's smallest ("It is infeasible!").
    #[error("n = {n} is infeasible: {algorithm} needs n >= {smallest}")]
    TooSmall {
        /// The algorithm's name.
        algorithm: &'static str,
        /// The size asked for.
        n: u64,
        /// The smallest size of the algorithm.
        smallest: u64,
    },
    /// The size has the wrong parity.
    #[error("n = {n} has the wrong parity: {algorithm} needs an {parity} n")]
    Parity {
        /// The algorithm's name.
        algorithm: &'static str,
        /// The size asked for.
        n: u64,
        /// `odd` or `even`.
        parity: &'static str,
    },
    /// The size is beyond the largest supported one.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// The row would reach too far from position 0.
    #[error(
        "start = {start} is out of range: the row, with its gap and the room beside it, must stay within 2^60 positions of 0"
    )]
    TooFar {
        /// The start asked for.
        start: i64,
    },
}

/// Returns the puzzle that an algorithm is to solve, if every position that it uses is within
/// bounds.
pub(super) fn puzzle(k: u64, n: u64, gap: u64, start: i64) -> Result<Puzzle, AlgorithmError> {
    // No algorithm leaves the row by more than 2k positions.
    const ROOM: u64 = 8;
    let puzzle = Puzzle::new(k, n)?;
    let reach = [puzzle.coins(), gap, start.unsigned_abs(), ROOM]
        .into_iter()
        .fold(0, u64::saturating_add);
    if reach <= FARTHEST_POSITION.unsigned_abs() {
        Ok(puzzle)
    } else {
        Err(AlgorithmError::TooFar { start })
    }
}
