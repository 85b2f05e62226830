//! The search for wraps as a state space.
//!
//! Whether there is a wrap of width `m` is a finite search on its gadget ([`Wrap`](super::Wrap),
//! [`SplitWrap`](super::SplitWrap)), which does not involve the size of the inner puzzle. The following sections prove
//! that [`WrapSpace`] leaves out no wrap.
//!
//! # What every outer move does
//!
//! By the theorems on the parity [of wraps](super#the-parity-of-wraps) and [of split
//! wraps](super#the-parity-of-split-wraps) **the first outer move gains 1 and every other 2.** So no move breaks a
//! pair, coins joined by pairs move as one *fragment*, every move fills the hole, and there is one hole of `k` cells,
//! which is at an end of the row only at the beginning and at the end. In a wrap around a whole puzzle, the coin left
//! of the opaque cells does not form a pair with them before the inner solution, and the coin right of the hole forms
//! one with them after it. In a split wrap all outer moves come first.
//!
//! # When the inner solution happens
//!
//! The coin left of the opaque cells, a nickel, does not move before the inner solution: a penny would fill the hole at
//! that place and form a pair with the opaque cells, which nothing breaks but which must not be there when the inner
//! solution begins. When a move leaves the hole right of the opaque cells, the inner solution comes next: a move that
//! filled the hole instead would make a pair with the opaque cells, and no hole would ever be there again. So the inner
//! solution is part of that move, and states need no moves but those of coins.
//!
//! # What is beside the hole
//!
//! By the [lemma](super#the-hole-flips) the neighbours of the hole, `(a, b)`, change to `(not a, not b)` with every
//! move, so whether `a = b` changes only with the inner solution. Around a whole puzzle they are equal before it and
//! differ after it; in a split wrap they are equal for black type and differ for white.
//!
//! # Bases that break no pair
//!
//! In a wrap a penny stands right of R1 when an inner solution begins. With this penny the inner solution makes
//! `2n' - 1` pairs in `n'` moves: one move gains 1, and all others gain 2. [`BoundedBaseSearch`] looks for the bases of
//! even `k` and black type whose lesser move breaks no pair and lands between two coins with a pair at one end. So all
//! pairs are permanent again, and most statements above hold. The search does not cover all solutions, but it has
//! nearly as few states as that for a wrap of this width, and it finds bases that are out of reach of a search over all
//! solutions.
//!
//! # Dead states
//!
//! A fragment of more than `k` coins, one that contains opaque cells that have come to rest, or one in a place from
//! which nothing can be taken stays where it is. All cells of the goal are known from the beginning, so a state is dead
//! when a coin that stays is not what the goal has in its cell. The rule of [`dead`] finds more coins that stay than
//! those in long fragments: cells are *reachable* if they are in the hole, or in a window whose ends lie between
//! same-type neighbours or inside the reachable cells. No other cell can ever change. Backwards the same holds with
//! pairs and same-type neighbours exchanged: a move back never separates neighbours of the same type, and the start is
//! known.

mod base;
mod dead;
mod layout;
mod states;

pub use base::BoundedBaseSearch;
pub use layout::{BoundedWrapSearch, BoundedWrapSearchError, WithWrapSpace, WrapClass};
pub use states::{WrapSpace, WrapState};
