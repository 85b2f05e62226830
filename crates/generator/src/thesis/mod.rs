//! The algorithms of the thesis "On the Complexity of the Linear Sliding-Coin Puzzle" (2010), by
//! their names.
//!
//! | here | in the thesis | sizes |
//! | --- | --- | --- |
//! | [`SlidingCoinK2`] | Algorithm 3.1 | `k = 2`, `n >= 3` |
//! | [`SlidingCoinK2Iterative`] | Algorithm 3.2, corrected | `k = 2`, `n >= 3` |
//! | [`SlidingCoinK3Odd`] | Algorithm 4.1 | `k = 3`, odd `n >= 3` |
//! | [`SlidingCoinK3Even`] | Algorithm 4.2 | `k = 3`, even `n >= 4` |
//!
//! All solutions have `n` moves, except those for `k = 3` and `n = 6` or `8`, where no `n`-move
//! solution exists. Every algorithm takes the position of the first coin, `start`; the thesis draws
//! its figures with start 4 for `k = 3` and even `n`, and with start 1 otherwise.

mod k2;
mod k3_even;
mod k3_odd;

pub use k2::{SlidingCoinK2, SlidingCoinK2Iterative};
pub use k3_even::SlidingCoinK3Even;
pub use k3_odd::SlidingCoinK3Odd;

use tait_puzzle::linear::{FARTHEST_POSITION, Puzzle, PuzzleError};
use thiserror::Error;

/// Why an algorithm does not apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AlgorithmError {
    /// The size is below the algorithm's smallest ("It is infeasible!").
    #[error("n = {n} is infeasible: {algorithm} needs n >= {smallest}")]
    TooSmall {
        /// The algorithm's name.
        algorithm: &'static str,
        /// The size asked for.
        n: u64,
        /// The smallest size.
        smallest: u64,
    },
    /// The size is of the other parity.
    #[error("n = {n} is of the wrong parity: {algorithm} is for {parity} n")]
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
    /// The row would reach too far out.
    #[error(
        "start = {start}: the row has to stay within 2^60 positions of 0, gap and room to its sides included"
    )]
    TooFar {
        /// The start asked for.
        start: i64,
    },
}

/// The puzzle an algorithm is asked to solve, if every position it uses is within bounds.
fn puzzle(k: u64, n: u64, gap: u64, start: i64) -> Result<Puzzle, AlgorithmError> {
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
