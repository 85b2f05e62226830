//! Puzzles from any row: any coins, with or without gaps, and any goal.
//!
//! A row holds coins of any kinds. A move is that of the linear puzzle: `k` adjacent coins slide, in their order, to `k`
//! positions that are free before. The coins have to alternate, or to form a given row, anywhere on the line.
//!
//! **Links.** For an alternating goal a *link* is a pair, two adjacent coins of different kinds. For another goal it is any
//! two adjacent coins. A move makes at most two links more than it breaks. If the goal has `w` links and the start `p`, a
//! solution of `L` moves has the *slack* `s = 2L - (w - p)`, and a move that gains `g` links costs `2 - g` of it.
//!
//! # The board
//!
//! A board of `w` positions means that at all times the coins stand within `w` adjacent positions, wherever these are.
//!
//! **Theorem.** Let the start have `c` coins in `r` runs and `e` free positions between them, and the goal `f` free positions
//! between its coins. If there is a solution of `L` moves, there is one on a board of `c + e + f + k min(L, s + r - 1)`
//! positions.
//!
//! *Proof.* As for the [linear puzzle](crate). A position that is never covered, and lies neither between coins of the start
//! nor between coins of the final row, can be deleted: no block contains it, no destination does, and start and final row
//! stay the same. So take a solution where all other positions between covered ones are covered. Each landing covers at most
//! `k` positions for the first time, and there are `L` landings. This is the bound with `L`. For the other one let `U` be the
//! positions covered before a landing that covers new ones, at first in `r` components. A block that touches no coin makes
//! no link and costs at least 2; let there be `a` of these. A block that touches coins on one side costs at least 1; let
//! there be `b`. A block that touches coins on both sides joins two components of `U`, since a new position lies between
//! them. A component is added by landings of the first kind alone, so there are at most `a + r - 1` joins. In all there are
//! at most `2a + b + r - 1 <= s + r - 1` landings. ∎
//!
//! So a search for `L` moves on this board that finds nothing proves that there is no solution of `L` moves at all.
//!
//! # Impossible puzzles
//!
//! Six conditions exclude a solution on any board ([`RowPuzzle::impossible`]):
//!
//! * *Numbers.* The coins are to alternate, and there are more of one kind than of the other by 2 or more.
//! * No `k` coins are adjacent.
//! * *Residues.* A block covers each residue modulo `k` once, before and after the move. So the number of coins on the
//!   positions of each residue never changes.
//! * *Rotation.* With `k` coins only the whole row moves, in its order. With `k + 1` coins one stays at every move. If it
//!   touches the block afterwards, the row is rotated. If it does not, only the same block can move next. So the cyclic
//!   order of the coins never changes.
//! * *Parity.* A block that passes `m` coins changes the order of `k m` pairs of coins. So if `k` is even and the coins are
//!   all different, their order stays an even permutation of what it was, or an odd one.
//! * *Four coins.* Let `k = 2`, with two coins of each of two kinds at `p < q < r < t`. The block adds 1 or -1 to
//!   `q - p + t - r`, according to its place among the coins. So a move changes this sum by 0, 2 or -2, and the order of the
//!   coins in step with it. Let an order count 0 if its first two coins are equal, 2 if it alternates, and 4 otherwise: the
//!   sum less this number never changes modulo 6. The proof in `proofs/UnsolvableTwo.v` goes through all orders.
//!
//! Elsewhere a search that sees all rows of a board proves that there is no solution on that board.

mod any_row;
mod puzzle;
mod replay;
mod solution;
mod space;

pub use any_row::{AnyRow, MOST_POSITIONS, RowTextError};
pub use puzzle::{Impossible, MOST_KINDS, RowGoal, RowPuzzle, RowPuzzleError};
pub use replay::{RowCheckError, RowReplay, RowVerdict};
pub use solution::{Boards, RowHeader, RowSolution};
pub use space::{BoardError, RowSpace};
