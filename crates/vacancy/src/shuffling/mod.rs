//! The shuffling puzzle: black and white coins in a row with one vacant pair, in twelve variants.
//!
//! `n` black coins `b` and as many white coins `w`, or one white coin fewer, stand in a row of cells, with two adjacent
//! vacant cells `OO` at one end. A move takes two adjacent coins, in the same order, into the vacant cells, and leaves
//! their cells vacant. The left one of these names the move; cells count from 0. The grouped row, `bbbwwwOO`, has to
//! become the alternating row with the vacancy at the other end, `OOwbwbwb`, or vice versa. The source is D. Zhu, L.
//! Wang, J. Tian and X. Wang, *Efficient Algorithms for a Generalized Shuffling Problem*; its Table I lists the
//! [`Variant`]s.
//!
//! The row is a board of the linear puzzle for `k = 2` that leaves no choice of destination. Section I prints the cells
//! 0 to `2n - 1`, with the white coins on `n, n - 1, ..., 2n - 1`. The row must have the cells 0 to `2n + 1`, with the
//! white coins on `n` to `2n - 1`: otherwise there is no room for the vacancy.
//!
//! # The lower bound
//!
//! A *change* is two adjacent coins of different colours. A move keeps the change within its pair. It gains at most two
//! changes, where it lands, and loses at most two, where it came from. A landing at an end of the row touches at most
//! one coin and gains at most one change. A move that vacates an end of the row touched at most one coin there and
//! loses at most one.
//!
//! **Theorem 1.** No variant is solved in fewer than `n` moves, except for the variants of `2n - 1` coins when `n < 3`.
//!
//! The source omits the exception. For `n = 2` the variants S(n-1,n,r), S(n,n-1,l) and their inverses are solved by one
//! move.
//!
//! *Proof.* The same moves, undone, solve the inverse of a variant, so let the final row be the alternating one. The
//! row has one change at the start (if `n > 1`; for `n = 1` the claim is plain). The first move lands at an end and
//! gains at most one change, every other at most two: `m` moves gain at most `2m - 1`. For `2n` coins the final row has
//! `2n - 1` changes, so `2m - 1 >= 2n - 2` and `m >= n`.
//!
//! For `2n - 1` coins the final row has `2n - 2` changes, so `2m - 1 >= 2n - 3`, which leaves `m = n - 1` to be
//! excluded. The source claims that the last move gains at most one change, because the pair at cells 0 and 1 either
//! loses a change or gains only one. This claim is false: `wbbOOwb` becomes `OObwbwb` by a move that gains two. Here is
//! another argument. Let `n >= 3` and `m = n - 1 >= 2`. Then the first move gains one change and every other gains two,
//! so only the first one lands at an end. The mirror images of S(n-1,n,l) and S(n,n-1,l) are S(n,n-1,r) and S(n-1,n,r),
//! whose final row is `OObwb...wb`.
//!
//! * S(n,n-1,r), which starts with `b` in cell 0: if the cells 0 and 1 were vacated before the last move, the move
//!   after that would land there, at an end. So the last move takes `b` and a second coin from them. If it lands on
//!   cells 2 and 3, it touches at most one coin. If not, cell 2 holds its final `b`, the second coin is a `w` as the
//!   final row alternates, and the change between the two is lost. Either way the move gains at most one change, but it
//!   is not the first.
//! * S(n-1,n,r): the last cell is not vacated after the first move, as the next one would land there. In the final
//!   row it holds `b`, so the first move takes a pair that ends with `b`. It gains a change only if it begins with
//!   `w` and cell `2n - 2`, a `b`, stays. The one such pair is in the middle, and the row becomes
//!   `w..wOOb..bwb` with `n - 2 >= 1` coins before the vacancy. To gain two changes there a move has to bring `bw`. The one such
//!   pair is followed by the last `b`, and taking it away loses a change. ∎
//!
//! **The bound of a state**, which engines use: let `d` be the changes of the final row less those of the state, and
//! `e` be 1 if the vacancy is at an end, else 0. Then at least `(d + e) / 2` and at least `(1 - d) / 2` moves are
//! needed, each rounded up, and at least one if the state is not the final one. The first holds because one move gains
//! at most `2 - e`, so `d + e` drops by at most two along a move to a state that is not final; the second, because `-d`
//! drops by at most two, and by at most one in the last move, which vacates an end. So the bound drops by at most one,
//! also into the final state, where `d` drops to 0 from at most `2 - e` and at least -1: it is consistent, and because
//! it is 0 in the final state, admissible.

mod replay;
mod restriction;
mod size;
mod space;
mod variant;
mod weight;

pub use replay::{
    CheckError, EndError, IllegalMove, LARGEST_REPLAY, MoveError, Replay, Row, check,
};
pub use restriction::Restriction;
pub use size::{Colour, LARGEST_SIZE, Shuffling, SizeError};
pub use space::{LARGEST_SEARCH, ShufflingSpace, ShufflingState};
pub use variant::{Grouping, Side, Variant, VariantError};
pub use weight::weight;
