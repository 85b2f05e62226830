//! The search for wraps as a state space.
//!
//! Whether there is a wrap of width `m` is a finite search on its gadget ([`Wrap`](super::Wrap),
//! [`SplitWrap`](super::SplitWrap)), which does not involve the size of the inner puzzle. What follows
//! proves that [`WrapSpace`] leaves out no wrap.
//!
//! # Every outer move but the first gains two pairs
//!
//! Let a wrap of width `m` stand around an inner solution of size `n'`. The whole has `n' + m` moves, so
//! its costs add up to 2, and the first move costs at least 1 (see the
//! [lower bound](crate::linear#the-lower-bound)). The inner solution makes `2n' - 2` pairs among its own
//! coins; besides it breaks the pair between its row and the coin left of it, if there is one, and makes
//! one with the coin right of R1, if that coin is of the other type than the last of the inner row: its
//! *contacts* change by 1 at most. The whole makes `2(n' + m) - 2` pairs, so the outer moves and the contacts make `2m`.
//! The outer moves make `2m - 1` at most, and so exactly that: **the first gains 1, every other gains 2,
//! breaks no pair and fills the hole, which is all of the `k` free cells; the coin left of the opaque cells is no pair with them
//! before the inner solution, and the coin right of the hole is one after it.** No move can come
//! before the first outer move, as the inner solution needs a hole that is not there.
//!
//! In a split wrap all outer moves come first. The gadget has 1 pair in the beginning and `2m` in the
//! end, counted with the contacts of `A` and `B`, so again the first gains 1 and every other 2.
//!
//! So no outer move breaks a pair, whatever is joined by pairs moves as one *fragment*, and there is one hole of `k`
//! cells. A hole at an end of the gadget can be filled with a gain of 1 at most: there is none but in the
//! beginning and the end.
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
//! A move that gains 2 and breaks nothing takes coins `f...l` from between `f` and `l` (neighbours of the same
//! type, no pairs) to a hole whose neighbours are of the other types. So if the hole is between coins of
//! types `(a, b)`, it is between `(not a, not b)` after the move: whether `a = b` never changes. The first
//! outer move of a whole wrap takes nickels from between nickels: `a = b`. So before the inner solution the
//! hole is between two pennies, as the opaque cells end in one, and the inner row must end in a nickel: **its type is black**.
//! After it the hole is between a nickel and the opaque cells, which begin with a penny: `a != b`, and so it stays.
//! The last move takes coins from an end of the row, which alternate and differ at the ends when they fill the
//! hole. So `k` is even: **for odd `k` there is no wrap around a whole inner puzzle, neither closed
//! nor as a one-shot**, and this space is not made for one. In `T(q -> q')` the last move leaves the hole between
//! `B`, a penny, and the right run, so `a = b` all the time for black type. For white type `a != b`: the first
//! move must leave the hole between a nickel and a penny, so it takes coins from across the middle, and
//! `q' >= 2`. As `a` changes with every move, the width is even in both cases.
//!
//! More about types, and about which sizes they lead to, stands in the text of [wraps](super).
//!
//! # Bases that break no pair
//!
//! In a wrap a penny stands right of R1 when an inner solution begins, and with it the inner solution makes
//! `2n'` pairs less 1 in `n'` moves: all gain 2 but one, which gains 1. [`BasePlan`] is the search for those bases of even
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

pub use base::BasePlan;
pub use layout::{WithWrapSpace, WrapClass, WrapPlan, WrapPlanError};
pub use states::{WrapSpace, WrapState};
