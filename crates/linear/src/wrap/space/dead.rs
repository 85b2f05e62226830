//! Coins that can never move again must be where the goal has them.

use super::states::{Kind, WrapSpace, WrapState};
use crate::space::KeyWord;
use tait_space::Bits;

impl<const W: usize, Word: KeyWord> WrapSpace<W, Word> {
    /// Returns whether a coin that stays for good is not what the goal has in its cell, or neighbours of the same type
    /// can never be separated.
    ///
    /// Let `C` be the cells that can still change: the hole and, before the inner solution, the opaque cells and the
    /// window right of them. A window can be taken only if it cuts no pair, contains no part of a fragment that stays,
    /// and lies between neighbours of the same type at both ends. Such neighbours are there now, or arise inside `C`;
    /// none arise at the border of `C`, because a landing makes pairs at its ends. So windows are added to `C` until
    /// nothing changes, and everything outside stays.
    pub(super) fn is_dead(&self, state: &WrapState<W>) -> bool {
        let (k, block) = (self.k, self.block);
        let pairs = self.pairs(state);
        let mut frozen = pairs.windows(k);
        if !self.awaits(state) {
            frozen |= self.opaque(state).cells;
        }
        let frozen = spread(frozen, &pairs);
        let wrong = (state.pennies ^ self.goal.pennies) & self.occupied(state);
        if !(wrong & frozen).is_empty() {
            return true;
        }
        if self.kind == Kind::Base && !state.solved {
            return false; // a landing may still leave neighbours of the same type
        }
        let awaits = self.awaits(state);
        let loose = self.board & !frozen;
        let mut changing = Bits::range(state.hole, state.hole + k);
        let windows = if awaits {
            changing |= Bits::range(block, block + 2 + k);
            let left = loose & Bits::range(0, block + k);
            let right = loose & Bits::range(block + 2, self.cells);
            left.windows(k) | right.windows(k)
        } else {
            (loose & !self.opaque(state).cells).windows(k)
        };
        // Places between cells are named by the cell right of them.
        let equals = self.equals(state).up(1);
        let end = self.row_end();
        loop {
            let inside = changing & changing.up(1);
            let cuts = equals | end | inside;
            let mut open = windows & cuts & self.ending_at(&cuts);
            if !awaits {
                open &= !self.mismatched(state, &open, &(inside | end));
            }
            let next = changing | open.spread(k);
            if next != changing {
                changing = next;
                continue;
            }
            if !(wrong & !changing).is_empty() {
                return true;
            }
            let cut = open | open.up(k - 1).up(1);
            let stuck = equals & !inside & !cut;
            return if awaits {
                // The inner solution and the move before it separate the opaque cells' own neighbours.
                let own = Bits::single(block) | Bits::single(block + 2);
                !cuts.get(block + k + 2) || !(stuck & !own).is_empty()
            } else {
                !(stuck & !self.goal_equals()).is_empty()
            };
        }
    }

    /// Returns the windows whose two ends are known and do not fit a hole: see [what is beside the
    /// hole](super#what-is-beside-the-hole).
    fn mismatched(&self, state: &WrapState<W>, open: &Bits<W>, unknown: &Bits<W>) -> Bits<W> {
        let known = *open & !*unknown & !self.ending_at(unknown);
        let differ = state.pennies ^ state.pennies.down(self.k - 1);
        if self.ends_agree {
            known & differ
        } else {
            known & !differ
        }
    }

    /// Returns the end of the row from which the last move takes its coins, if it does.
    fn row_end(&self) -> Bits<W> {
        match (self.kind, self.goal.hole) {
            (Kind::Split, _) => Bits::EMPTY,
            (_, 0) => Bits::single(0),
            _ => Bits::single(self.cells),
        }
    }

    /// Returns the places where the goal has neighbours of the same type: in `A x^(q-1) (xo)...`.
    fn goal_equals(&self) -> Bits<W> {
        self.equals(&self.goal).up(1)
    }

    /// Returns the windows that end at one of these places.
    fn ending_at(&self, places: &Bits<W>) -> Bits<W> {
        places.down(self.k - 1).down(1)
    }

    /// Returns whether coins that no move back can take are not what the start has in their cells.
    ///
    /// Backwards, no move separates neighbours of the same type, so a run of more than `k` of them stays, and so does
    /// one that holds opaque cells as they are at the beginning. The first move fills R1, so a run that stays and
    /// reaches into R1 is wrong; after the inner solution, so is one in the cells where the inner solution happens.
    pub(super) fn is_dead_backward(&self, state: &WrapState<W>) -> bool {
        if self.kind == Kind::Base && state.solved {
            return false; // taking back the move that gained 1 separates neighbours of the same type
        }
        let equals = self.equals(state);
        let mut frozen = equals.windows(self.k);
        if self.kind == Kind::Split || self.awaits(state) {
            frozen |= self.opaque(state).cells;
        }
        let frozen = spread(frozen, &equals);
        let wrong = (state.pennies ^ self.start.pennies) & !self.opaque(state).cells;
        let outside = Bits::range(self.start.hole, self.start.hole + self.k);
        if !(frozen & wrong & !outside).is_empty() || !(frozen & outside).is_empty() {
            return true;
        }
        state.solved && !(frozen & Bits::range(self.block, self.block + self.k)).is_empty()
    }
}

/// Returns the cells joined to the given ones; link `i` joins cells `i` and `i + 1`.
fn spread<const W: usize>(mut cells: Bits<W>, links: &Bits<W>) -> Bits<W> {
    let from_left = links.up(1);
    loop {
        let next = cells | (cells.up(1) & from_left) | (cells.down(1) & *links);
        if next == cells {
            return cells;
        }
        cells = next;
    }
}
