//! The shuffling puzzle: black and white coins in a row with one vacant pair, in twelve variants.
//!
//! `n` black coins `b` and as many white coins `w`, or one white coin fewer, stand in a row of cells of
//! which two adjacent ones `OO` at an end are vacant. A move takes two adjacent coins, order kept, into the
//! vacant cells, and leaves its own vacant. It is named by the left one of the cells it vacates, and cells
//! count from 0. The grouped row, `bbbwwwOO`, has to become the alternating row with the vacancy
//! at the other end, `OOwbwbwb`, or the other way round. The source is D. Zhu, L. Wang, J. Tian and X.
//! Wang, *Efficient Algorithms for a Generalized Shuffling Problem*; its Table I lists the [`Variant`]s.
//!
//! The row is a board of the linear puzzle for `k = 2` that leaves no choice of where to move. Section I
//! prints that it has the cells 0 to `2n - 1`, the white coins on `n, n - 1, ..., 2n - 1`. It has the
//! cells 0 to `2n + 1`, the white coins on `n` to `2n - 1`: otherwise there is no room for the vacancy.
//!
//! # The lower bound
//!
//! A *change* is two adjacent coins of different colours. A move keeps the change within its pair.
//! It gains at most two changes, where it lands, and loses at most two, where it came from. A landing
//! at an end of the row touches one coin at most and gains at most one change. A move that
//! vacates an end of the row touched one coin at most there and loses at most one.
//!
//! **Theorem 1.** No variant is solved in fewer than `n` moves, but for the variants of `2n - 1` coins
//! when `n < 3`.
//!
//! The source states it without the exception. For `n = 2` the variants S(n-1,n,r), S(n,n-1,l) and
//! their inverses are solved by one move.
//!
//! *Proof.* The inverse of a variant is solved by the same moves undone, so let the row alternate
//! in the end. It has one change at the start (if `n > 1`, and nothing is claimed for `n = 1` that is not
//! plain). The first move lands at an end and gains at most one change, every other at most two: `m` moves
//! gain at most `2m - 1`. For `2n` coins the final row has `2n - 1` changes, so `2m - 1 >= 2n - 2` and `m >= n`.
//!
//! For `2n - 1` coins it has `2n - 2` changes, so `2m - 1 >= 2n - 3`, which leaves `m = n - 1` to be excluded.
//! The source does so by a last move that gains one change at most, because the pair at cells 0 and 1
//! either loses a change or gains one only. That is not so: `wbbOOwb` becomes `OObwbwb` by a move that
//! gains two. Here is another argument. Let `n >= 3` and `m = n - 1 >= 2`. Then the first move gains one
//! change and every other gains two, so only the first one lands at an end. In a mirror S(n-1,n,l) and S(n,n-1,l)
//! become S(n,n-1,r) and S(n-1,n,r), whose final row is `OObwb...wb`.
//!
//! * S(n,n-1,r), which starts with `b` in cell 0: if the cells 0 and 1 were vacated before the last move, the move
//!   after that would land there, at an end. So the last move takes `b` and a second coin from them. If
//!   it lands on cells 2 and 3, it touches one coin at most. If not, cell 2 holds its final `b`,
//!   the second coin is a `w` as the final row alternates, and the change between the two is lost. Either way the move
//!   gains one change at most, but it is not the first.
//! * S(n-1,n,r): the last cell is not vacated after the first move, as the next one would land there. In the final
//!   row it holds `b`, so the first move takes a pair that ends with `b`. It gains a change only if it begins with
//!   `w` and cell `2n - 2`, a `b`, stays. The one such pair is in the middle, and the row becomes
//!   `w..wOOb..bwb` with `n - 2 >= 1` coins before the vacancy. To gain two changes there a move has to bring `bw`. The one such
//!   pair is followed by the last `b`, and taking it away loses a change. ∎
//!
//! **The bound of a state** that engines use: let `d` be the changes of the final row less those of the
//! state, and `e` be 1 if the vacancy is at an end, else 0. Then at least `(d + e) / 2` and at least
//! `(1 - d) / 2` moves are needed, each rounded up, and at least one if the state is not the final one. The first, as
//! one move gains at most `2 - e` and `d + e` so drops by at most two along a move to a state that is
//! not final; the second, as `-d` drops by at most two, and by one in the last move, which vacates an end. The
//! bound so drops by at most one, also into the final state, where `d` drops to 0 from at most `2 - e` and at
//! least -1: it is consistent, and as it is 0 in the end, admissible.

mod replay;
mod size;
mod space;
mod variant;
mod weight;

pub use replay::{
    CheckError, EndError, IllegalMove, LARGEST_REPLAY, MoveError, Replay, Row, check,
};
pub use size::{Colour, LARGEST_SIZE, Shuffling, SizeError};
pub use space::{LARGEST_SEARCH, ShufflingSpace, ShufflingState};
pub use variant::{Grouping, Side, Variant, VariantError};
pub use weight::weight;
