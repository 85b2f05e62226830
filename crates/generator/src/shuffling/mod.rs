//! Solutions of the shuffling puzzle of any size, by the formulas and algorithms of the source.
//!
//! The source is D. Zhu, L. Wang, J. Tian and X. Wang, *Efficient Algorithms for a Generalized Shuffling Problem*. It
//! solves a puzzle of size `n` by two moves, the inner puzzle of size `n - 4`, and two more moves. It presents these
//! solutions three times, so a misprint in one place can be corrected by the others:
//!
//! | here | in the source |
//! | --- | --- |
//! | [`recursive`] | Algorithms III.1 to III.10 by name, and Section III.A.3, corrected |
//! | [`move_by_recurrence`] | (1), (3), (5), ... (19): one move, with one step for each level |
//! | [`ExplicitSolution`] | (2), (4), ... (20): any move at once |
//!
//! With equal numbers of coins of both colours they cover `n >= 4`; the other variants are covered for `n = 3` and
//! `n >= 5`, and four of them also for `n = 4`. All other sizes are left to exact search. All solutions have `n` moves,
//! which is optimal by Theorem 1.
//!
//! # The one false claim
//!
//! Sections III.A.3 and IV.A.3 say that the solution of S^-1(n,n,l) is "exactly the same" as that of S(n,n,r), and
//! likewise for S^-1(n,n,r) and S(n,n,l). The recursion is the same, but its base cases are not: of the four rows of
//! Table II, only the row for 4 solves the inverse puzzle. So the claim holds only for multiples of 4, and for `n = 5`
//! and 6 the solution of S^-1(n,n,l) is unique and a different one. Undoing the moves solves the inverse:
//!
//! > `S^-1(...)_i = S(...)_(n-i)` for `i < n`, and `S^-1(...)_n` is the left vacant cell at the start of `S(...)`.
//!
//! For S^-1(n,n,l), undoing S(n,n,l), this gives the base cases `d'` of [`tables`], with `d'(m,j) = 2m - d(m,m-j)` for
//! `j < m` and `d'(m,m) = 0`. Everything in the source that uses the claim must use `d'` instead of `d`: Algorithms
//! III.7 to III.10 and formulas (13) to (20).
//!
//! # Rows that are misdrawn
//!
//! The comments on the formulas list their misprints. The text of Section III also draws rows that do not occur:
//!
//! * III.A.1, after two moves: `b w..w b..b OO wwbb`; it is `bwwb` `b..b` `w..w` `OO` `wwbb`.
//! * III.A.2 and 3: `wbbOO...wbbw` and `wbb(wb)..OOwbbw` lack their first `w`, and the inner puzzle is S(n-4,n-4,l).
//! * III.B.1: the inner puzzle is S(n-3,n-3,l) at cell 1, not S(n-3,n-3,r).
//! * III.B.2, last row: `OO b(bw..bw)bwb`; it is `OO` `(bw)^(n-2)` `bwb`, the inner puzzle with its colours exchanged.
//! * III.B.4: the inner puzzle is S(n-2,n-2,l) at cell 3, not S(n-3,n-3,l), and leaves `bwb(wb)^(n-2)OO`.
//! * III.B.5: `(bwb..wb)OOwbb` and `bOO...wbb`; they are `b(wb)^(n-3)OOwwbb` and `bOO` `b..b` `w..w` `wwbb`.
//! * III.B.8: `bwbwb..wbbOO`; it is `bwbOO` `b..b` `w..w`.
//! * Algorithms III.5 and III.6 carry the names SN1NR and SN1NL of other algorithms; they are SN1NL and SNN1L.

mod algorithm;
mod covered;
mod explicit;
mod recurrence;
mod recursive;
pub mod tables;
mod walk;

pub use algorithm::{Algorithm, AlgorithmNameError};
pub use covered::{FormulaError, LONGEST_RUN};
pub use explicit::ExplicitSolution;
pub use recurrence::move_by_recurrence;
pub use recursive::recursive;
pub use walk::Walk;
