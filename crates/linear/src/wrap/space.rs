//! The search for wraps as a state space.
//!
//! Whether there is a wrap of width `m` is a finite search on its gadget ([`Wrap`](super::Wrap),
//! [`SplitWrap`](super::SplitWrap)), which does not involve the size of the inner puzzle. What follows
//! proves that [`WrapSpace`] leaves out no wrap.
//!
//! # What every outer move does
//!
//! By the theorems on the parity [of wraps](super#the-parity-of-wraps) and [of split
//! wraps](super#the-parity-of-split-wraps) **the first outer move gains 1 and every other 2.** So none breaks a pair,
//! whatever is joined by pairs moves as one *fragment*, every move fills the hole, and there is one hole of `k` cells: at an
//! end of the row in the beginning and the end alone. In a wrap around a whole puzzle the coin left of the opaque cells is no
//! pair with them before the inner solution, and the coin right of the hole is one after it. In a split wrap all outer
//! moves come first.
//!
//! # When the inner solution happens
//!
//! The coin left of the opaque cells, a nickel, does not move before it: the hole would be filled by a penny at that place, a
//! pair with the opaque cells that nothing breaks, and which must not be there when the inner solution begins.
//! When a move leaves the hole right of the opaque cells, the inner solution comes next: a move that
//! filled the hole instead would make a pair with the opaque cells, and no hole would ever be there again. So the
//! inner solution is part of that move, and states need no other move than those of coins.
//!
//! # What is beside the hole
//!
//! By the [lemma](super#the-hole-flips) the neighbours of the hole, `(a, b)`, change to `(not a, not b)` with every move, so
//! whether `a = b` changes with the inner solution alone. Around a whole puzzle they are equal before it and differ after it;
//! in a split wrap they are equal for black type and differ for white.
//!
//! # Bases that break no pair
//!
//! In a wrap a penny stands right of R1 when an inner solution begins, and with it the inner solution makes
//! `2n'` pairs less 1 in `n'` moves: all gain 2 but one, which gains 1. [`BoundedBaseSearch`] is the search for those bases of even
//! `k` and black type whose lesser move breaks no pair, and lands between two coins with a pair at one end. So all pairs
//! are permanent again, and most of what is said above is true. These are not all solutions, but nearly as few states as
//! for a wrap of that width, and bases are found that a search over all solutions is too large for.
//!
//! # Dead states
//!
//! A fragment of more than `k` coins, one that contains opaque cells that have come to rest, or one in a
//! place that nothing can be taken from stays where it is. All cells of the goal are known from the
//! beginning, so a coin that stays and is not what the goal has in its cell is the end. The rule of
//! [`dead`] finds more coins that stay than those in long fragments: cells are *reachable* if they are in the hole, in a
//! window between two same-type neighbours, or in one between places inside of what is reachable. Nothing else can ever change.
//! Backwards the same is true with pairs and same-type neighbours exchanged: a move back never separates neighbours of the same
//! type, and the start is known.

mod base;
mod dead;
mod layout;
mod states;

pub use base::BoundedBaseSearch;
pub use layout::{BoundedWrapSearch, BoundedWrapSearchError, WithWrapSpace, WrapClass};
pub use states::{WrapSpace, WrapState};
