//! Extending a solution by few coins at a time.
//!
//! Theorem 5.1.1 asks a base for `k` exchanges and inserts `2k` coins of each type. Fewer moves do. Let `d` be the largest
//! power of 2 that divides `k`. Then `d` moves are enough, which insert `2d` coins of each type: for odd `k` one move and
//! two coins, and for `k = 14` two moves and four coins.
//!
//! **Seams and strips.** A *seam* is a point between two positions, which is named by the position on its right. The coins
//! that are inserted form two *strips*, one at each seam. One strip consists of copies of a word of `2d` coins, the other
//! of as many copies of the same word with all types flipped.
//!
//! **Doubles moves.** Let strips lie at the seams `p` and `q`. A move `i→j` is a *doubles move* if there is an `o >= 0`
//! with these properties:
//!
//! 1. `i = p + o` and `j = q + o`, or the same with `p` and `q` exchanged, and `|i - j| >= k + o`.
//! 2. Take the `o + k` coins right of the seam beside the source: `o` coins and the block. The first `o + 2d` of them, all
//!    of them if `k < 2d`, go on with the copies of that strip's word. Every later one is of another type than the coin
//!    `2d` places before it.
//! 3. The `o` coins right of the other seam go on with the copies of the other word.
//!
//! After the move the strip of the source is at `i + k`, and the other one at `j + k`. The word at `i + k` is what the
//! second property says about the `2d` coins that follow the block, whether or not there are such coins. The mirror image
//! of a doubles move is a doubles move, too: then the block lies left of the seam, and the strips move to `i` and `j`.
//!
//! The first word is `aa..a`. So the block of the first doubles move reads `aabbaabb..`, where each letter stands for `d`
//! coins: hence the name. [`DoublesBase::all`] asks for `o = 0` there.
//!
//! **Theorem (doubles).** Let a solution of `L` moves have `d` doubles moves. Let the strips lie, until the first of them,
//! in the run of nickels and in that of pennies, or at an end of it, and consist of such coins. Let no move take coins from
//! both sides of a seam, or put coins on both. Let the words alternate after the last doubles move. Let each seam end
//! inside the last row or at an end of it, and let the words fit their neighbours there. Then there is a solution of
//! `L + 2dm` moves for `n + 2dm`, for every `m`.
//!
//! *Proof.* Insert `m` copies of the words. Then the row at the start is that of `n + 2dm`. All other moves are possible as
//! before, as each block and each free place is on one side of both seams. Let a doubles move be `I→J` now, and let `D` be
//! its block, and `D'` the same with all types flipped. After `I→J` play `J-2dr → I-2d(r-1)` and `I-2dr → J-2dr` for `r =
//! 1 .. m`. Each destination is the place that the move before left.
//!
//! The first of these moves carries `D'`. It takes the last `2d` coins of strip and offset, and then the coins of `D` but
//! the last `2d`. By the third property the former are the first `2d` coins of `D'`. By the second one the latter are the
//! coins of `D'` that follow. In the same way the second move carries `D`. If `k < 2d`, the blocks of both are coins of
//! strip and offset alone.
//! So `D` is at `J - 2dm` in the end, and `k` positions from `I - 2dm` on are free. These are the places beside the left
//! ends of the strips, as after the move of the solution. What is right of them has grown by `m` copies of `2d` coins,
//! which are the words that the definition says. Both seams are now right of the block and of the free place. By the first
//! property the two parts of the row that take part do not overlap.
//!
//! In the end the words alternate, adjoin coins of the row and fit them, so the row has no gap and alternates. There are
//! `2m` moves more for each of the `d` doubles moves. ∎
//!
//! **Which words?** The seams move alike, so `q - p` stays what it is. Call `x` the *place* of a doubles move if its block
//! lies at `x` or lands at `x`, whichever is beside the strip that is first at `p`. Let `g(y)` be the coin that copies of
//! that strip's word have at position `y`; it depends on `y` modulo `2d`. A block at `x = p + o` goes on with `g` for `2d`
//! coins, then with all types flipped, and so on. As `k / d` is odd, what follows it changes the flips after `d` coins. So
//! the move flips `g` at `x .. x + d - 1`, or at all other positions, modulo `2d`. A block that lies left of the seam flips
//! the same positions, and so does one that comes from beside the other strip, whose word is `g` at the distance `q - p`
//! with all types flipped. So the move changes whether neighbours are alike between `x - 1` and `x` and between `x + d - 1`
//! and `x + d`, and nowhere else. All `2d` neighbours modulo `2d` are alike at first. So the words alternate after `d`
//! doubles moves exactly if their [places](Approach::place) all differ modulo `d`. For odd `k` this is no condition. With a
//! smaller power of 2 in place of `d` a word would be flipped as a whole.
//!
//! So `2d` such solutions settle every larger size, one for each remainder of `n` modulo `2d`.

mod base;
mod extension;
mod family;
mod strips;

pub use base::DoublesBase;
pub use extension::DoublesExtension;
pub use family::{DoublesFamily, DoublesFamilyError};
pub use strips::{Approach, Strips};
