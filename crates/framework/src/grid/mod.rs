//! Coin-moving puzzles on grids: exact optima, and the known puzzles.
//!
//! [`solve`](solve()) finds a shortest solution of one puzzle and proves that none is shorter, or that
//! there is none at all; [`count`] counts them. [`known`] are the puzzles of the paper and the
//! coin-sliding fonts.

pub mod known;
mod necessity;
mod solve;

pub use solve::{MOST_COINS, Reason, SolveError, Solved, count, solve};
