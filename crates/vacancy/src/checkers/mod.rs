//! Shifting the checkers: `n` black checkers, a vacant cell and `m` white checkers change sides.
//!
//! The row has the cells `1, 2, ..., n + m + 1`. Black checkers stand on `1..=n`, white ones on
//! `n + 2..=n + m + 1`; at the end the white checkers have to stand on `1..=m` and the black ones on
//! `m + 2..=n + m + 1`. A move *slides* a checker into the vacant cell beside it, or lets it *jump* over
//! one checker of either colour. The cell of the checker names the move: the checker can move only into
//! the vacant cell. [`MoveClass`] has the twelve classes of moves, [`Replay`] plays moves, and engines
//! search [`CheckersSpace`]. The module [`reversal`] has the same moves with numbered checkers whose
//! order is to be reversed, and the module [`frogs`] has several vacant cells and checkers that move only
//! forward.
//!
//! The puzzle comes from D. Zhu, Y. Wu, L. Wang and X. Wang, "Complete Solutions for a Combinatorial
//! Puzzle in Linear Time and Its Computer Implementation" (Appl. Math. Inf. Sci. 9, 2015), for
//! `n, m >= 1`. Without checkers of one colour its theorems do not hold: two black checkers alone take
//! one jump where Theorem 2 says two moves.
//!
//! # The optimum
//!
//! An *inversion* is a black checker to the left of a white one; there are `nm` at the start and none at
//! the end. A *vacancy inversion* is a black checker to the left of the vacant cell or a white one to its
//! right; call their number the *level* of the vacancy. It is `n + m` at the start and 0 at the end.
//!
//! **Theorem.** Every solution has at least `nm + n + m` moves, for all `n, m >= 1`, whichever of the
//! twelve classes it uses.
//!
//! *Proof.* Count two kinds of moves separately: jumps over the other colour, and all others.
//!
//! A jump over the other colour changes the number of inversions by one, and no other move changes it. So
//! there are at least `nm` of them.
//!
//! These jumps do not change the level: both checkers change sides of the vacancy, one for the better and
//! one for the worse. The other moves change the level, slides by 1 and jumps over the same colour by 2.
//! The claim is that the vacancy is on *each* of the levels `0, 1, ..., n + m` at some time. Only moves
//! of the second kind change its level, and each of them arrives on one level. So there are at least
//! `n + m` of these in addition.
//!
//! The levels 0 and `n + m` are those of the end and the start. For a level in between, number the black
//! and the white checkers from the left; a jump over the same colour may be read as two slides, so
//! checkers of one colour keep their order. Black checker `i` and white checker `j` change their order,
//! so at some time one of them jumps over the other. Just before black `i` jumps to the right over white
//! `j`, the vacancy has `i` black and `j` white checkers on its left, and its level is `i + m - j`;
//! before white `j` jumps to the left over black `i`, it has `i - 1` and `j - 1`, and the level is the
//! same. (A jump back undoes such a jump, and none of these jumps changes the level.) For `1 <= i <= n`
//! and `1 <= j <= m` the level `i + m - j` takes all values from 1 to `n + m - 1`. ∎
//!
//! The published proof (Lemma 1, Theorem 1) says that no move lowers inversions and vacancy inversions
//! together by more than one, after dismissing jumps over the same colour by an example. Such jumps lower
//! the sum by two, and so the sum by itself is not a lower bound: for `n = 2`, `m = 1` and the row
//! `w b b .` it is 2, and one jump is enough.
//!
//! # The bound of a state
//!
//! The argument holds from any state. Each pair that is still inverted takes a jump, on the level
//! `i + m - j`. If `(i, j)` is such a pair, so are `(i - 1, j)` and `(i, j + 1)`: the levels on which
//! jumps are still due are `1, 2, ..., t` for some `t`, the *top* (0 when no pair is inverted). The
//! vacancy has to visit all levels up to the top and end on 0. From level `v` this takes `t` moves of the
//! second kind, and when `v > t` also the moves that bring it down to `t` in steps of 2:
//!
//! ```text
//! inversions + t + max(0, ceil((v - t) / 2))
//! ```
//!
//! This bound is admissible, and also *consistent*: one move lowers it by at most 1. A jump over the
//! other colour on level `v` removes one inversion; the top falls by at most one, and only when that
//! inversion was the last on the top level, `v = t`, and then the third term grows to 1. A move of the
//! second kind changes only `v`, by at most 2. At the start the bound is `nm + n + m`.
//!
//! It also follows that a search for exactly that many moves is graded
//! ([`is_graded`](tait_space::StateSpace::is_graded)): a state within the bound occurs at one depth only.

mod class;
pub mod frogs;
mod replay;
pub mod reversal;
mod row;
mod size;
mod space;

pub use class::MoveClass;
pub use replay::{CheckError, EndError, MoveError, Replay, check};
pub use row::{Content, Row};
pub use size::{Checkers, CheckersError, LARGEST_SIZE, MOST_SEARCHED};
pub use space::{CheckersSpace, CheckersState};
