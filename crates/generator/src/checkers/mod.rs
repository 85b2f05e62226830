//! Optimal solutions of shifting the checkers, for any size: the algorithms of the paper by their
//! numbers.
//!
//! | here | in the paper | what for |
//! | --- | --- | --- |
//! | [`OptimalMoves`] | formulas (29) and (30), Theorem 3 | any move at once, any range of moves |
//! | [`Algorithm::Move`] | MOVE1, CHANGE, MOVE4, MOVE3, MOVE: Algorithms 3.1 to 3.6 | the run, part by part |
//! | [`iterative`] | ITERATIVE_MOVE: Algorithm 3.7 | the run, part by part |
//! | [`key_states`] | Lemmas 2 to 4 and 8 to 11 | the rows that every run passes |
//!
//! All of them make the same `nm + n + m` moves, which is the optimum ([`tait_vacancy::checkers`] has the
//! proof). A move is the cell whose checker moves into the vacant one. Each puzzle has two of these
//! solutions, one for each [`FirstMove`], and has no others unless there is just one checker of one
//! colour.
//!
//! The paper assumes `n >= m`. A puzzle with `n < m` is the mirror image of one with the colours
//! exchanged: its solution is that of `m` black and `n` white checkers with the other first move, with
//! each cell `x` replaced by `n + m + 2 - x`.
//!
//! # Where the printed text is wrong
//!
//! The available text is a scan, so some of these errors may be its own rather than the authors'.
//!
//! * **Algorithm 2.1**: the checkers moved come from "position -2" and "position -1"; they are those of
//!   cells `e - 2` and `e - 1`, where `e` is the vacant cell.
//! * **Algorithm 3.1**: only the second half of the recursive call is there. It should read: if `t > 1`,
//!   MOVE1(t - 1); then `t - 1` jumps, a slide, and a change of direction.
//! * **Tables 2 and 3** call the direction 1 "slide(l)". In (1) and (29) `d = 1` means that the first
//!   move goes to the right: `x_1 = n`, and for `d = -1` it is `x_1 = n + 2`.
//! * **Formula (29)**, second line: the exponent is unreadable. It is
//!   `x_(s1) - beta - d (-1)^(m - beta) (2p - 2 - m (1 + (-1)^beta))`.
//! * **Formula (29)**, third line: the base is printed as `x_(s2)`, or looks like it; it is
//!   `x_(s1 + s2)`. With `x_(s2)`, even the first move after the second part is wrong for `n = m = 2`.
//! * **Formula (30)**: `alpha = floor((sqrt(8i + 1) - 1) / 2)` and
//!   `beta = floor((i - s1 + m) / (m + 1))`, both of which are garbled.
//! * **Lemma 11**: μ(0,1) and μ(0,2) are not ξ1 and ξ2, as its proof says, but the rows one move later, as drawn.
//! * **Theorems 2 to 4** do not say that `n, m >= 1`, which they need.
//!
//! The two bases have closed forms that the paper does not print: `x_(s1) = n + 1 - d (-1)^m m` and
//! `x_(s1 + s2) = m + 1 - d (-1)^n m`.

mod algorithms;
mod first_move;
mod formula;
mod key_states;

pub use algorithms::{Algorithm, AlgorithmNameError, LONGEST_RUN, TooLong, iterative};
pub use first_move::FirstMove;
pub use formula::{OptimalMoves, Walk};
pub use key_states::{KeyState, key_states};
