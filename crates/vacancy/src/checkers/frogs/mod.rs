//! Frogs and toads: `n` frogs, `v` vacant cells and `m` toads. Frogs move only to the right, toads only to the left.
//!
//! The row has the cells `1, 2, ..., n + v + m`. Frogs (black checkers) stand on the first `n`, toads (white checkers)
//! on the last `m`; at the end the toads have to stand on the first `m` and the frogs on the last `n`. A frog *slides*
//! into the vacant cell on its right, or *jumps* over one toad into the vacant cell behind it; a toad does the same to
//! the left. With one vacant cell these moves are classes 1 to 4 of [shifting the checkers](super), the only classes
//! that a shortest solution of that puzzle uses.
//!
//! No frog or toad has two moves: where the cell beside a frog is vacant it cannot jump, and where it is taken it
//! cannot slide. So the cell of the frog or toad names the move, whatever the number of vacant cells.
//!
//! # The optimum
//!
//! **Theorem.** Every solution has `nm + v(n + m)` moves, and there is one for all `n, m, v >= 1`.
//!
//! *Proof.* Neither frogs nor toads overtake their own kind, so each frog ends `m + v` cells to the right of where it
//! began, and each toad `n + v` cells to the left: together `2nm + v(n + m)` cells. Each of the `nm` pairs of a frog
//! and a toad changes its order once, when one jumps over the other, because neither moves back. A jump is two cells
//! long and a slide one. So there are `nm` jumps and `v(n + m)` slides.
//!
//! For a solution, slide the toads `v - 1` cells to the left, the leftmost first. The first `n + m + 1` cells then hold
//! the puzzle with one vacant cell. It has a solution of `nm + n + m` moves, all of them jumps over the other kind or
//! slides forward. Then slide the frogs `v - 1` cells to the right, the rightmost first. ∎
//!
//! From any state, every path to the goal has the same number of moves: the number of cells still to be covered less
//! the number of pairs still to be exchanged. That number is the bound of a state, and each move lowers it by one. It
//! does not say whether the state is a dead end.

mod replay;
mod size;
mod space;

pub use replay::{CheckError, Replay, StuckError, check};
pub use size::{Frogs, FrogsError, LARGEST_ROW, WIDEST_SEARCHED};
pub use space::FrogsSpace;
