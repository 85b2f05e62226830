//! Wrap recursions: outer moves around any solution of a smaller puzzle.
//!
//! Algorithm 3.1 of the thesis solves the puzzle of size `n` by two moves, the puzzle of size `n - 4`, and two more moves.
//! Its correctness does not depend on `n`, nor on how the smaller puzzle is solved, and can be checked once for all sizes: on
//! a *gadget*, a row in which a few opaque cells stand for the inner puzzle. [`Wrap`] and [`SplitWrap`] are moves that have
//! passed that check. A value of either type is a proof of the theorem on it in `docs/theory.md`.
//!
//! An *inner solution* is a solution of `n'` moves for `n'` nickels and `n'` pennies that stays on its row and the block R1
//! right of it, with shift `+k`. A *two-sided* inner solution may use L1 as well, the `k` positions left of its row. It ends
//! in the same place. Split wraps can be put around either kind.
//!
//! The gadget of a [`Wrap`] of width `m` is `o^m`, two opaque cells, `x^m`, and `k` free cells, numbered from 1. The opaque
//! cells are `m + 1` and `m + 2` before the inner solution, and `m + k + 1` and `m + k + 2` after it. A [`SplitWrap`] of
//! class `T(q -> q')` turns the first of these rows into the second, and then the inner solution, which never moves penny
//! `q`, is played on both sides of the inserted run:
//!
//! ```text
//! A o^m x^(q'-1) B x^r _^k         A = o^n', B = x^(n'-q+1), r = m + q - q'
//! A x^(q-1) (xo)^((m+q'-q)/2) B _^k (xo)^(r/2)         for black type; (ox)^(r/2) for white
//! ```
//!
//! Every wrap has even `k` and black inner type. In every split wrap `m` and `r` are even, `r >= 2`, `q` and `q'` have the same
//! parity, and `q <= k`. A wrap whose result can be wrapped again is *closed*.

mod family;
pub(crate) mod kinds;
mod space;

pub use family::{Composition, Core, Layer, SizeResult, WrapFamily, WrapFamilyError};
pub use kinds::{
    AnyWrap, AnyWrapForm, GadgetError, InnerError, InnerRequirement, SplitWrap, SplitWrapForm,
    Wrap, WrapError, WrapForm,
};
pub use space::{
    BoundedBaseSearch, BoundedWrapSearch, BoundedWrapSearchError, WrapClass, WrapSpace, WrapSpaces,
    WrapState,
};
