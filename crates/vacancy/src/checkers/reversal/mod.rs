//! Reversing numbered checkers by the same moves.
//!
//! `n` checkers, numbered from 1 to `n` from left to right, stand in a row of `n + 1` cells with one
//! vacant cell. A checker slides into the vacant cell beside it or jumps over one checker into it. The
//! order has to be reversed. The paper on shifting the checkers closes with this puzzle and leaves it
//! open. It does not say where the vacant cell is, so a [`Reversal`] names the vacant cell at the start,
//! and the one at the end or any. If the vacancy is at an end of the row and must come back there, the
//! puzzle is older: "The Six Frogs" in H. E. Dudeney, *Amusements in Mathematics* (1917), no. 214. It
//! gives a recipe with `n (n + 1) / 2` moves for even `n` and `(n² + 3n) / 2 - 4` for odd `n`, as the
//! fewest moves and without a proof. They are the fewest.
//!
//! # The lower bound
//!
//! Each pair has to change its order, and a jump changes the order of one pair: this takes at least
//! `n (n - 1) / 2` jumps. A jump takes a checker two cells on, so only slides change the parity of the
//! cell on which a checker stands. A checker that ends on a cell of the other parity slides at least
//! once. One that ends on a cell of the same parity slides twice or not at all. But of all checkers that
//! never slide, at most one stands on even cells and at most one on odd cells: two on cells of the same
//! parity are never adjacent, so neither jumps over the other, and they keep their order. So with `o`
//! checkers that change their parity, and `e` that keep it on cells of `d` parities (`d` is 0, 1 or 2), a
//! solution has at least `n (n - 1) / 2 + o + 2 (e - d)` moves.
//!
//! Let the vacancy start at an end of the row. When it comes back there, checker `k` goes `n + 1 - 2k`
//! cells on. For even `n` all checkers change their parity: `n (n + 1) / 2` moves. For odd `n >= 3` none
//! does: `n (n - 1) / 2 + 2 (n - 2) = (n² + 3n) / 2 - 4` moves. When the vacancy ends at the other end,
//! checker `k` goes `n + 2 - 2k` cells: `n (n + 1) / 2` moves for odd `n`, and `(n² + 3n) / 2 - 4` for
//! even `n`.
//!
//! # Sweeps
//!
//! Exchange the checkers on places 1 and 2, 3 and 4, and so on, then those on places 2 and 3, 4 and 5,
//! and so on, alternately for `n` rounds. In every round each checker moves one place on, or waits at an
//! end of the row and then comes back. After `n` rounds it stands on place `n + 1 - k`, if it began on
//! place `k`. The vacancy plays a round by jumps as it sweeps from one end of the row to the other, and a
//! slide brings it to where the next round begins. This takes `n (n - 1) / 2` jumps and `n - 1` slides.
//! One more slide takes the vacancy to an end of the row: where it began for even `n`, the other end for
//! odd `n`. In these cases the lower bound is met.
//!
//! When the vacancy may end anywhere, `n - 1` slides are the fewest for `n >= 3`, wherever it begins, and
//! a solution never has fewer than `(n - 1)(n + 2) / 2` moves. *Proof.* If there are more jumps than
//! pairs, there are at least two more, because their number is odd or even with that of the pairs; and
//! there are `o + 2 (e - d) >= n - 2` slides, because `o + e = n` and `e >= d`. That is at least one move
//! more than claimed. Otherwise every pair changes its order exactly once. Between two slides the vacancy
//! then jumps in one direction only, because a jump back would exchange the same pair again, and it makes
//! at most `floor(n / 2)` jumps. With `s` slides there are `s + 1` such runs. For odd `n` the runs have
//! to make `n (n - 1) / 2` jumps, at most `(n - 1) / 2` each: `s + 1 >= n`. For even `n` the number of
//! checkers on the left of the vacancy is even and odd in turn, because every slide changes its parity,
//! and a run of the odd kind has at most `n / 2 - 1` jumps: `n - 1` runs make at most `n² / 2 - n + 1` of
//! them, which is too few for `n > 2`. ∎
//!
//! It also follows that, from an end of the row and for `n >= 4`, the sweeps are the only solution of
//! that length.
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
//! | at the other end, even `n` | `(n² + 3n) / 2 - 2` | a recipe, which the tests replay; the bound is two less, and searches exclude it for `n <= 12` |
//! | anywhere | `(n - 1)(n + 2) / 2` | bound and sweeps |
//!
//! # The other end, even `n`
//!
//! The vacancy goes from the right end to cell 1 by jumps, slides to cells 2, 3 and 4, and then sweeps to and fro. Each
//! sweep to the left ends on cell 2, from where it slides to cell 1 and cell 3 in turn, beginning with cell 1. The
//! sweeps to the right end on cells `5, 7, ..., n - 1`, each followed by a slide to the right, then on
//! `n + 1, n - 1, ..., 5`, each followed by a slide to the left. A last sweep and a slide lead to cell 1. This takes
//! `(n² + 3n) / 2 - 2` moves.
//!
//! The optimum is this number or the bound, two less: every solution has as many moves, modulo 2. *Proof.* A jump
//! exchanges one pair, so the number of jumps has the parity of the number of pairs. A slide moves the vacancy by one
//! cell and a jump by two, so the number of slides has the parity of the distance of its ends. ∎
//!
//! # The bound of a state
//!
//! The same argument bounds the moves left from any state. Count the pairs that are not in the order of
//! the goal, and the checkers on cells of the wrong parity. Among the checkers on even cells of the right
//! parity, count all but a longest ordered subsequence: the fewest that have to slide so that the others
//! are in order; likewise on odd cells. The bound is the sum of the first two counts and twice the last.
//! It is admissible by the argument above. It is also consistent: a jump exchanges checkers on cells of
//! different parity, and so changes only the number of pairs; a slide changes the parity of one checker,
//! which enters or leaves one of the two sequences and changes by at most 1 how many checkers are outside
//! a longest ordered subsequence. When the checker leaves, the third term falls by at most 2 and the
//! checker is new among those of wrong parity; when it enters, the third term does not fall.

mod recipe;
mod replay;
mod size;
mod space;

pub use recipe::recipe;
pub use replay::{NumberedRow, Replay, check};
pub use size::{LARGEST_REVERSED, MOST_SEARCHED, Reversal, ReversalError};
pub use space::{ReversalSpace, ReversalState};
