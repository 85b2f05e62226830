//! Frogs and toads: `n` frogs, `v` vacant cells and `m` toads, where frogs go to the right only and toads to the left only.
//!
//! The row has the cells `1, 2, ..., n + v + m`. Frogs (black checkers) stand on the first `n`, toads (white ones) on the last
//! `m`; in the end the toads have to stand on the first `m` and the frogs on the last `n`. A frog *slides* into the vacant cell
//! on its right, or *jumps* over one toad into the vacant cell behind it; a toad does the same to the left. With one vacant
//! cell these are the classes 1 to 4 of [shifting the checkers](super), the only ones that a shortest solution of it uses.
//!
//! Nothing can go two ways: where the cell beside a frog is vacant it cannot jump, and where it is taken it cannot slide.
//! So a move is named by the cell of what moves, whatever the number of vacant cells.
//!
//! # The optimum
//!
//! **Theorem.** Every solution has `nm + v(n + m)` moves, and there is one for all `n, m, v >= 1`.
//!
//! *Proof.* Neither frogs nor toads overtake their own kind, so frog `i` ends `m + v` cells to the right of where it began,
//! and each toad `n + v` cells to the left: together `2nm + v(n + m)` cells. Each of the `nm` pairs of a frog and a toad changes
//! its order once, by a jump of one over the other, for nobody goes back. A jump is two cells long and a slide one. So there
//! are `nm` jumps and `v(n + m)` slides.
//!
//! One solution: the toads slide `v - 1` cells to the left, the leftmost first. What then stands in the first `n + m + 1` cells
//! is the puzzle with one vacant cell, which has a solution of jumps over the other kind and of slides forward, `nm + n + m` moves. Then the
//! frogs slide `v - 1` cells to the right, the rightmost first. ∎
//!
//! From any state on the number of moves that are left is the same for all ways that solve it: the cells that are still to be
//! gone less the pairs that are still to be exchanged. That is the bound of a state, which falls by one with each move; whether
//! a state is a dead end is another question.

mod replay;
mod size;
mod space;

pub use replay::{CheckError, Replay, StuckError, check};
pub use size::{Frogs, FrogsError, LARGEST_ROW, WIDEST_SEARCHED};
pub use space::FrogsSpace;
