//! The algorithms of the thesis "On the Complexity of the Linear Sliding-Coin Puzzle" (2010), by
//! name.
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
mod sizes;

pub use k2::{SlidingCoinK2, SlidingCoinK2Iterative};
pub use k3_even::SlidingCoinK3Even;
pub use k3_odd::SlidingCoinK3Odd;
pub use sizes::AlgorithmError;
