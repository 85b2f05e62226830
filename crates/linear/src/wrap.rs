//! Wrap recursions: outer moves around any solution of a smaller puzzle.
//!
//! Algorithm 3.1 of the thesis solves the puzzle of size `n` by two moves, the puzzle of size
//! `n - 4`, and two more moves. Its correctness does not depend on `n`, nor on how the smaller
//! puzzle is solved, and can be checked once for all sizes: on a *gadget*, a row in which a few
//! opaque cells stand for the inner puzzle. [`Wrap`] and [`SplitWrap`] are moves that have passed
//! that check; a value of either type is a proof of the corresponding theorem below.
//!
//! Throughout, *inner solution* means a solution of `n'` moves for `n'` nickels and `n'` pennies
//! that stays on its row and the block R1 right of it, with shift `+k`. So the `k` positions right
//! of its row are free when it begins, and the `k` positions left of its row are free when it is
//! done: it carries the hole of the row from its right end to its left end, and touches nothing
//! else. A *two-sided* inner solution may use L1 as well, the `k` positions left of its row. It
//! ends in the same place. Split wraps can be put around either kind.
//!
//! # Wraps
//!
//! The gadget is `o^m`, two opaque cells, `x^m`, and `k` free cells, numbered from 1. The opaque
//! cells are `m + 1` and `m + 2` before the inner solution, and `m + k + 1` and `m + k + 2` after
//! it.
//!
//! **Theorem.** Let `m` outer moves and a number `before` pass [`Wrap::new`]. Then for every `n'`
//! and every inner solution of size `n'` whose type is [`Wrap::inner_type`] the moves of
//! [`Wrap::around`] are a solution of `n' + m` moves for size `n' + m`, on its row and R1 alone, of
//! type [`Wrap::outer_type`] and shift [`Wrap::outer_shift`].
//!
//! *Proof.* Replace the two opaque cells by the `2n'` positions of the inner puzzle. Cells left of
//! them keep their number, cells right of them move over by `2(n' - 1)`; that is what `around` does
//! to the moves, before and after the opaque cells were slid. The initial gadget becomes
//! `o^m o^n' x^n' x^m` and `k` free positions: the row of size `n' + m`, and R1. By induction the
//! row after each step is the gadget with its opaque cells replaced. A source that is all coins and
//! a destination that is all free contain no opaque cell, so each lies on one side of the opaque
//! cells, where the replacement is a translation: they are `k` adjacent coins and `k` adjacent free
//! positions of the row, they cannot overlap as one is occupied and the other is not, and nothing
//! of the inner puzzle moves. When the inner solution begins, its row is `o^n' x^n'`, untouched,
//! and the `k` cells right of it are free, which is all that an inner solution requires. It leaves
//! its coins alternating, `k` further right, and `k` free positions in their place; the gadget does
//! the same with its opaque cells. In the end the gadget's coins are adjacent and alternate if `ox`
//! (white inner type) or `xo` (black) stands in the opaque cells. A row of `2n'` alternating coins
//! of that type begins and ends as these two coins do, so both contacts are pairs in the row, too,
//! and as `2n'` and 2 are both even nothing else changes. Type and shift are read off cells left of
//! the opaque ones, or off the opaque ones themselves when the row begins with them. All
//! destinations are cells of the gadget: positions of the row and R1. ∎
//!
//! If the wrap is closed ([`Wrap::is_closed`]), the result is an inner solution of the right type
//! again. So one inner solution for each residue modulo `m` settles every larger size of its
//! residue.
//!
//! # Split wraps
//!
//! If an inner solution never moves penny `q`, that is position `n' + q`, no block that it moves
//! contains this position, either as a source (the penny stays) or as a destination (it is never
//! free). So every block lies on one side of the line between positions `n' + q - 1` and `n' + q`,
//! and the solution can be played with any coins inserted at this line, as long as they stay: the
//! pennies from `q` on and everything right of them are translated. Class `T(q -> q')` does this:
//!
//! ```text
//! A o^m x^(q'-1) B x^r _^k         A = o^n', B = x^(n'-q+1), r = m + q - q'
//! A x^(q-1) (xo)^((m+q'-q)/2) B _^k (xo)^(r/2)         for black type; (ox)^(r/2) for white
//! ```
//!
//! The first row becomes the second by `m` moves that never move `A` or `B`, and an inner solution,
//! played around the inserted run, does the rest. The gadget has one opaque cell for `A` and one
//! for `B`.
//!
//! **Theorem.** Let `m` outer moves, a type and numbers `q`, `q'` pass [`SplitWrap::new`]. Then for
//! every `n' >= q` and every inner solution of size `n'` and this type that never moves penny `q`
//! the moves of [`SplitWrap::around`] are a solution of `n' + m` moves for size `n' + m`, on its
//! row and R1 alone, of the same type, with shift `+k`, that never moves penny `q'`. If the inner
//! solution is two-sided, so is the result.
//!
//! *Proof.* Replace `A` by `n'` nickels and `B` by `n' - q + 1 >= 1` pennies. The initial gadget
//! becomes `o^(n'+m)`, then `q' - 1 + n' - q + 1 + r = n' + m` pennies, then R1. As before, the
//! outer moves are legal moves in the row, no coin of `A` or `B` moves, and they leave the second
//! row above. There, `A x^(q-1)` and `B` are the row `o^n' x^n'`, split at the line, with the `k`
//! positions right of it free. `A` is at the left end, so L1 of the inner row is L1 of the whole
//! and free, too. So the inner solution can be played around the inserted run. It leaves `k` free positions, then an alternating row of `2n'` coins, split at the line by the run,
//! then `r` more coins. Penny `q` still stands right of the line. If a coin of the inner row is
//! left of the line, it is a nickel, as the inner row alternates; so an even run `xo ... xo`
//! between the two continues the alternation, and if there is none, the row begins with the run or
//! with penny `q`, both pennies, and only a black row begins with a penny. The inner row ends in a
//! nickel (black type) or a penny (white), and so the `r` coins, `r` even, continue it as well. The
//! whole begins as the inner row does, `k` positions further right than the outer row. Its penny
//! `q'` is the inner penny `q`, the first coin of `B`, which neither the outer moves nor the inner
//! solution move. ∎
//!
//! So wraps with `q' = q` can follow each other in any order, and their widths mix freely.
//!
//! # The trivial base
//!
//! For `n' = 1` the row is `ox`, which is not a puzzle: it has too few coins. But split left of the
//! penny (`q = 1`) by a run of at least `k - 1` coins it becomes `o (xo)...(xo) x _^k`, and one
//! move, `(1 -> 3)` in positions of the inner row, slides `A` and the first `k - 1` coins of the
//! run right of `B`. It is the only move of a composite that breaks into an inserted run. The block
//! that it slides is `oxox...`; it ends in a nickel for odd `k`, in a penny for even `k`, and
//! continues the row right of it, `(xo)^(r/2)` or `(ox)^(r/2)`, if and only if the type is black
//! for odd `k` and white for even `k`. The rest of the row begins with the run's next coin, or with
//! `B`, `k` positions further right: it is of that same type. So the outer moves and this one are a
//! genuine solution of size `m + 1` that never moves penny `q'`, and [`SplitWrap::around_trivial_base`]
//! returns it, once the checker has replayed it.
//!
//! # Known wraps
//!
//! Algorithm 3.1 of the thesis is the closed wrap of width 4 for `k = 2`. Algorithm 4.1 is the
//! split wrap `T(2 -> 2)` of width 2 and white type for `k = 3`: the class is the same, with the
//! other final type, and its first block lies across the middle of the row, as the theorem on split
//! wraps below requires. Its base is the solution for `n = 3`; it cannot have a trivial base,
//! because that requires `q = 1`.
//!
//! # The hole flips
//!
//! A wrap stays on its row and R1, so there is one *hole*, `k` free positions side by side (a move
//! takes `k` coins out of a place and fills the hole). Let `a` and `b` be the coins left and right
//! of it, if there are any, and call the hole *equal* when they are of the same type.
//!
//! **Lemma.** A move of gain 2 turns both `a` and `b` into the other type, or moves the hole to an
//! end of the row; in that case the next move gains at most 1.
//!
//! *Proof.* It makes a pair at both ends, so its block is not next to the hole, begins with the
//! type opposite to `a` and ends with the type opposite to `b`. It breaks no pair, so the coins
//! beside the place that it leaves have the types of its ends. They are the new `a` and `b`, unless
//! the place is at an end. A block that lands at an end touches one coin. ∎
//!
//! # No inner solution is a base
//!
//! **Theorem.** In a solution of `n` moves on its row and R1 alone, whatever its shift, the number of
//! pairs inside the block that moves changes its parity at most once from the first move to the last.
//!
//! *Proof.* A block has an even number of pairs if and only if its ends are of the same type. Each move
//! leaves one hole. The moves gain `2n - 2`, so all together cost a slack of 2, and the first costs at
//! least 1. A move after the first that costs nothing has gain 2: its block has equal ends if and only if
//! the hole that it fills is equal. It breaks no pair, so the hole that it leaves has the types of its
//! ends, or is at an end of the row; then the next move costs 1, or there is none. Thus blocks keep their
//! parity as long as moves cost nothing, and the hole tells which parity it is. The first move leaves such
//! a hole, too, if it costs 1. If it costs 2, nothing is left: the parity changes at most after it. So let
//! the first cost 1 and another one, `s`, cost 1, and look at its block, with `f` and `l` at its ends, and
//! at the hole that it leaves. If that hole is at an end of the row, `s` is the last move, and the parity
//! changes at most before it. Otherwise:
//!
//! * *`s` fills a hole at an end of the row.* It makes one pair and breaks none. It leaves a hole with the
//!   types of its ends, and the parity changes at most before it.
//! * *Its block is next to the hole*, on the right, say, so that `f = b`. It makes a pair with `a` and breaks
//!   none: the hole was unequal. It leaves a hole between its end `l` and another coin `l`, an equal one.
//!   So the parity was odd before and is even after `s`, and changes once, before it or after it.
//! * *It makes two pairs and breaks one.* It has the parity of the moves before it. The coin at one side of
//!   the hole that it leaves has the type of its end there, at the other side it has not: the parity changes
//!   after it.
//! * *It makes one pair and breaks none.* One of its ends fits the hole and the other does not, so it has the
//!   other parity than the moves before it, and so do those that follow. ∎
//!
//! **Corollary.** For `k >= 3` no such solution is a base, so no inner solution is one: the patterns of the `k`
//! exchanges, and their complements, have `0, 1, ..., k - 1` pairs in this order, and their parity changes
//! `k - 1` times. So an extension cannot start from an inner solution, nor a wrap from a base. For `k = 2`
//! both can: the bases for `n` = 4 to 7 are inner solutions or their mirror images.
//!
//! # The parity of wraps
//!
//! **Theorem.** Every wrap has even `k`, an even number of moves before the inner solution, and
//! black inner type. Its first outer move gains 1, every other 2. Its own type is black if `m` is
//! even and white if `m` is odd, and its shift is 0 or `+k`. So the closed wraps are those of even
//! width and shift `+k`, no wrap exists for odd `k`, and every wrap of odd width is a one-shot.
//!
//! *Proof.* Count the pairs of the gadget, without the inner puzzle's own. There are none at the
//! start, and `2m` at the end: `2m + 1` pairs of neighbours among `2m + 2` cells, less the one
//! inside the two opaque cells. When the inner solution begins, the hole is right of the inner
//! puzzle; the `m` cells left of it are occupied, and so are `m` cells right of the hole. Let `y`
//! be the coin left of the inner row and `z` the coin right of the hole. The inner solution breaks
//! the pair of `y` and the first nickel of the inner row, if they are a pair, and makes a pair of
//! its last coin and `z`, if they differ: it gains at most 1. The first outer move lands beside the
//! row and gains at most 1, every other move at most 2. This is `2m` in all, so each gains as much
//! as it can: `y` is a nickel, `z` differs from the last coin of the inner row, and the gains are
//! as claimed. Only the last move brings the hole to an end, since otherwise the next move, or the
//! inner solution, could not do what it has to. (In particular the inner solution does not come
//! before the first move, whose hole is at the right end, nor after the last, as `y` would be left
//! alone.)
//!
//! The first block begins with a nickel, as it makes a pair with the last coin, a penny. It breaks
//! no pair and is not at the left end: it leaves the hole `(o, w)`, where `w` is its own last coin.
//! Before the inner solution the first row is nickels left of the inner puzzle, pennies right of
//! it, and no block contains the inner puzzle; so the first block is all nickels, `w = o`, and the
//! hole is equal. It stays equal up to the inner solution, by the lemma. Then its left coin is the
//! last of the inner row, a penny; so it has flipped an odd number of times, the number of moves so
//! far is even, and `z = x`. It differs from the last coin of the alternating inner row: that is a
//! nickel, and the inner type is black. After the inner solution the hole is `(y, x) = (o, x)`,
//! unequal. It stays so up to the last move. The last move takes a block from an end of the row
//! (shift `+k` from the left end, 0 from the right end); the block is part of an alternating row
//! afterwards, so it alternates, begins with the type opposite to `a` and ends with the type
//! opposite to `b`. As these differ, its ends differ: `k` is even. From the left end it leaves a
//! row that begins as the block ends: with `x`, the `b` after the inner solution, flipped once for
//! each of the `m - before` moves since, so with `x` if and only if `m` is even. From the right end
//! it leaves a row that ends with `o` flipped as often: a black row if and only if `m` is even. ∎
//!
//! # The parity of split wraps
//!
//! **Theorem.** In every split wrap `m` is even, `q` and `q'` are of the same parity, and `r >= 2`.
//! The first move gains 1, every other 2. For black type the first block consists of nickels only.
//! For white type it lies across the middle of the row, and `q' >= 2`. So a trivial base requires
//! black type, and odd `k` unless the wrap is a one-shot.
//!
//! *Proof.* The gadget has 1 pair at the start. In the end `A` and the coin after it are a pair,
//! the run and `B` have `m + q' - q`, and the coins on the right have `r - 1`, or none if `r = 0`:
//! `2m` in all, or `2m + 1` if `r = 0`. The moves gain at most `2m - 1`, so `r > 0`, thus `r >= 2`,
//! and the gains are as claimed. The first block begins with a nickel and leaves the hole `(o, w)`,
//! with `w` its own last coin. No later hole is at an end of the row: `A` stays, the last hole is
//! left of `r` coins, and from any other the next move has to gain 2. So the hole flips `m - 1`
//! times, and is then `(x, x)` for black type, `(x, o)` for white, as `B` ends with `x`. Hence
//! `m - 1` is odd, and `w = o` for black, `w = x` for white. In the first row a block that begins
//! with a nickel and ends with a penny contains the middle, and if it does not touch `B` there is a
//! penny before `B`: `q' >= 2`. The difference of `q` and `q'` has the parity of `m`. ∎
//!
//! So a closed wrap of white type has `q = q' >= 2` and no trivial base, and the trivial base of
//! black type needs odd `k`.
//!
//! **Theorem.** A split wrap of white type for odd `k`, or of black type for even `k`, has even `q` and `q'`.
//!
//! *Proof.* For white type the hole is never equal: its neighbours are `(o, x)` or `(x, o)`. A block that
//! fills it with gain 2 begins and ends with different types, so of its `k - 1` pairs of neighbours, an even
//! number, an odd number are of different types and an odd number of the same type. For black type the hole
//! is always equal, and the block begins and ends with the same type. So of an odd number of pairs of
//! neighbours an even number are of different types, and again an odd number of the same type. Take the last
//! outer move. It leaves the row `A x^(q-1) (xo)...(xo) B`, the hole, and an alternating row, and
//! its block lies somewhere in this row, without `A` and `B`, with a pair at both ends. Neighbours
//! of the same type occur only among the `q` pennies right of `A` (or, if nothing is inserted,
//! among the `q - 1` pennies and `B`). The block contains an odd number of such places, and none is
//! at its ends. So it begins right of `A` and ends in the inserted run: it contains all of them,
//! `q - 1`. ∎
//!
//! **Theorem.** In every split wrap `q <= k`, and something is inserted: `m + q' - q >= 2`.
//!
//! *Proof.* At first a nickel is right of `A`. In the end `q` pennies are: `q - 1`, and the first of the
//! inserted run, or that of `B` if there is no run. Call their cells the zone. `A` stays, so a penny gets
//! beside it by a move into the zone. Take the last move into the zone. It is not the first outer move,
//! which goes to the right end of the row, so its block makes a pair at both ends. Nothing is put into the
//! zone later, so all of it holds its pennies then. Hence the block begins right of `A`, since otherwise its
//! first coin and the one before were both pennies of the zone. In the same way it does not end before the
//! zone does. So it covers the zone: `q <= k`. `B` does not move, so the zone is free of it. ∎
//!
//! So a cycle has no penny beyond `k`, and there are finitely many closed classes for each `k`. For `k = 3` only
//! `T(2 -> 2)` of black type is left for even `n`.
//!
//! **Which sizes.** Penny `q` stays at position `n + q`, and in a row of black type and shift `+k`
//! the pennies are at the positions of the parity of `k + 1`, and in a row of white type at the
//! others. So for odd `k` *`n` has the parity of `q` for black type*, and the other parity for
//! white. By the theorem just proven *all sizes of white type are odd*, and so are those of black
//! type with odd `q`, including all that come from the trivial base. Only black type with even `q`
//! is left for even sizes, and no parity forbids it outright. But then the inner solution of a
//! split wrap brings the hole to its left end before its last move. *Proof.* Let `k` be odd and the
//! type black. After the first outer move the hole is `(o, o)`. All moves of the composite together
//! spend a slack of 2; the first spends 1. If the hole is never at the left end before the last
//! move, then one other move spends 1 and happens in the middle of the row, as the hole is never at
//! the right end either, where the `r >= 2` coins stay. Its block is not next to the hole: up to
//! this move the hole is equal, so a block next to it has at that end the type of the coin beyond
//! the hole, lands beside that coin alone, makes no pair and gains nothing. So exactly one of `a`
//! and `b` flips (whether the move makes two pairs and breaks one, or makes one and breaks none):
//! the hole becomes unequal and stays so, and, as before, the last move, of gain 2, would need even
//! `k`. So it is the last move itself that spends 1. Its block is not next to the hole either, for
//! the same reason, and it makes two pairs and breaks one. It leaves a row that begins as `b` does,
//! which flipped `n - 2` times, from `o`: black if and only if `n` is odd. ∎ Exhaustive search
//! finds no base of even size for `k = 5` and penny 4 up to `n = 14`, according to the record
//! `data/wraps/k05/split-4-4-black/m22-m26-beams32x100000-from28-bases-to30.json`. More is true,
//! whichever penny stays, and even if none does: exhaustive search for solutions of black type on
//! R1 with shift 5 excludes every even `n` up to 16 in two seconds each, and likewise with shift 3
//! for `k = 3`. Tests repeat this for `n` = 4, 8, 12 and 14.
//!
//! # Two-sided inner solutions
//!
//! A two-sided inner solution brings its hole to the left end before its last move whenever it
//! moves coins to L1. So nothing in the last proof forbids one of even size, and there are some:
//! for penny 4 and `k = 5` from `n = 16` on, `k = 7` from 18 on and `k = 9` from 20 on. With closed
//! wraps `T(4 -> 4)` these bases settle all large even `n`.
//!
//! No wrap of a whole inner puzzle can be put around a two-sided inner solution that needs L1: the
//! proof on the parity of wraps shows that a nickel is left of the inner row when the inner
//! solution begins. Nor do outer moves gain anything from blocks other than R1: a move to L1 joins
//! one coin at most, so it gains at most 1, and only the first may do so. If the first block of a
//! split wrap goes to L1, `A` is not at the left end of the row, and what is left of it stays
//! there: every later move has to fill the hole and leave another one, so none takes coins from an
//! end. But then the row has a gap when the inner solution has carried `A` to the right.

mod any;
mod composition;
mod error;
mod family;
mod gadget;
mod requirement;
mod space;
mod split;
mod whole;

pub use any::{AnyWrap, AnyWrapForm};
pub use composition::{Composition, Core, Layer};
pub use error::{InnerError, WrapError};
pub use family::{WrapFamily, WrapFamilyError};
pub use gadget::GadgetError;
pub use requirement::InnerRequirement;
pub use space::{
    BoundedBaseSearch, BoundedWrapSearch, BoundedWrapSearchError, WrapClass, WrapSpace, WrapSpaces,
    WrapState,
};
pub use split::{SplitWrap, SplitWrapForm};
pub use whole::{Wrap, WrapForm};
