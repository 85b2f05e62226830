//! Reversing numbered checkers by the same moves.
//!
//! `n` checkers stand in a row of `n + 1` cells, numbered from 1 to `n` from left to right, and one cell
//! is vacant. A checker slides into the vacant cell beside it or jumps over one checker into it. The
//! order has to be reversed. The paper on shifting the checkers closes with this puzzle and leaves it
//! open. It does not say where the vacant cell is, so a [`Reversal`] says it: at the start, and at the
//! end or anywhere. For a vacancy at an end of the row that must come back there the puzzle is older:
//! "The Six Frogs" in H. E. Dudeney, *Amusements in Mathematics* (1917), no. 214, where a recipe with
//! `n (n + 1) / 2` moves for even `n` and `(n² + 3n) / 2 - 4` for odd `n` is given, as the fewest and
//! without a proof. They are the fewest.
//!
//! # The lower bound
//!
//! Each pair has to change its order, and a jump changes the order of one pair: at least `n (n - 1) / 2`
//! jumps. A jump takes a checker two cells on, and so only slides change the parity of the cell that a
//! checker stands on. A checker that ends on a cell of the other parity slides at least once. One that
//! ends on a cell of the same parity slides twice or not at all. But of all checkers that never slide at
//! most one stands on even cells and at most one on odd cells: two on cells of the same parity are never
//! adjacent, neither jumps over the other, and they keep their order. So with `o` checkers that change
//! their parity, and `e` that keep it on cells of `d` parities (`d` is 0, 1 or 2), a solution has at
//! least `n (n - 1) / 2 + o + 2 (e - d)` moves.
//!
//! Let the vacancy be at an end of the row. When it comes back there, checker `k` goes `n + 1 - 2k` cells
//! on. For even `n` all change their parity: `n (n + 1) / 2` moves. For odd `n >= 3` none does:
//! `n (n - 1) / 2 + 2 (n - 2) = (n² + 3n) / 2 - 4` moves. When it ends at the other end, they go
//! `n + 2 - 2k` cells: `n (n + 1) / 2` moves for odd `n`, and `(n² + 3n) / 2 - 4` for even `n`.
//!
//! # Sweeps
//!
//! Exchange the checkers on places 1 and 2, 3 and 4, and so on, then those on places 2 and 3, 4 and 5,
//! and so on, alternately for `n` rounds: each checker moves one place on with every round, waits one
//! round at an end of the row and comes back, and stands on place `n + 1 - k` after `n` rounds, if it
//! began on place `k`. The vacancy makes a round by jumps as it sweeps from one end of the row to the
//! other, and a slide brings it to where the next round begins. That is `n (n - 1) / 2` jumps and `n - 1`
//! slides, and one slide more takes the vacancy to an end of the row: where it began for even `n`, the
//! other one for odd `n`. In these cases the lower bound is met.
//!
//! When the vacancy may end anywhere, the `n - 1` slides are the fewest for `n >= 3`, wherever it begins,
//! and it never takes fewer than `(n - 1)(n + 2) / 2` moves. *Proof.* If there are more jumps than pairs,
//! there are two more at least, as they are odd or even with the number of pairs; and
//! `o + 2 (e - d) >= n - 2` slides, as `o + e = n` and `e >= d`: at least one move more than claimed.
//! Otherwise every pair changes its order exactly once. Between two slides the vacancy then jumps one way
//! only, because a jump back would exchange the same pair again, and makes at most `floor(n / 2)` jumps.
//! With `s` slides there are `s + 1` such runs. For odd `n` they have to make `n (n - 1) / 2` jumps of at
//! most `(n - 1) / 2` each: `s + 1 >= n`. For even `n` the vacancy has an even and an odd number of
//! checkers on its left in turn, as every slide changes that, and a run of the odd kind has at most
//! `n / 2 - 1` jumps: `n - 1` runs make at most `n² / 2 - n + 1` of them, which is too few for `n > 2`. ∎
//!
//! It also follows that the sweeps are the only solution as short as that, from an end of the row and for
//! `n >= 4`.
//!
//! # What is known
//!
//! With the vacancy at an end of the row, for `n >= 3`:
//!
//! | at the end | optimum | why |
//! | --- | --- | --- |
//! | there again, even `n` | `n (n + 1) / 2` | bound and sweeps |
//! | there again, odd `n` | `(n² + 3n) / 2 - 4` | bound, and Dudeney's recipe, which the tests replay |
//! | at the other end, odd `n` | `n (n + 1) / 2` | bound and sweeps |
//! | at the other end, even `n` | `(n² + 3n) / 2 - 2` | by search for `n <= 10`; the bound is two less |
//! | anywhere | `(n - 1)(n + 2) / 2` | bound and sweeps |
//!
//! # The bound of a state
//!
//! In the course of a solution the same can be said of what is left: pairs that are not in the order of
//! the goal, checkers on cells of the wrong parity, and among those on even cells of the right parity the
//! fewest that have to slide so that the others are in order, which is all but a longest ordered
//! subsequence; and the same for odd cells. The first two and twice the last are added up. It is
//! admissible by the argument above. It is consistent: a jump exchanges checkers on cells of different
//! parity, and so changes only the number of pairs; a slide changes the parity of one checker, which
//! enters or leaves one of the two sequences and changes by at most 1 how many are outside a longest
//! ordered subsequence. When it leaves, twice that falls by 2 at most and a checker of wrong parity is
//! new; when it enters, that does not fall.

mod replay;
mod size;
mod space;

pub use replay::{NumberedRow, Replay, check};
pub use size::{LARGEST_REVERSED, MOST_SEARCHED, Reversal, ReversalError};
pub use space::{ReversalSpace, ReversalState};
