//! States that a search drops because they lead to no goal.

use super::bounded::DeadStates;
use super::packing::Packing;
use super::successors::LinearSpace;
use crate::board::Board;
use tait_space::Bits;

impl<const W: usize, P: Packing<W>> LinearSpace<W, P> {
    /// Returns whether the search drops a state with so many moves left.
    #[inline]
    pub(super) fn is_dropped(&self, board: &Board<W>, left: u32) -> bool {
        let rule = self.bounded().dead_states;
        if rule == DeadStates::Kept {
            return false;
        }
        let pairs = board.pairs();
        self.slack(pairs.count() as i32, left) == 0
            && match rule {
                DeadStates::Frozen => self.is_dead(board, &self.fixed(&pairs), None),
                _ => self.has_no_ending(board, &pairs, left),
            }
    }

    /// Returns whether coins that can never move again disagree about the cells of the pennies, or do not have the phase of
    /// the goal, where this is known.
    ///
    /// With no slack left every pair is permanent, so a fragment of more than `k` coins, or one
    /// that holds a stationary coin, stays in place for good. So do the coins between two such
    /// fragments if no window fits around them. All these coins must have the phase of the goal.
    pub(super) fn is_dead(&self, board: &Board<W>, fixed: &Bits<W>, phase: Option<bool>) -> bool {
        let movable = (self.board & !*fixed).windows(self.k).spread(self.k);
        !self.may_stay(board, &(board.occupied & !movable), phase)
    }

    /// Returns whether coins may stay for good where the goal has this phase, or any that it may have.
    pub(super) fn may_stay(&self, board: &Board<W>, coins: &Bits<W>, phase: Option<bool>) -> bool {
        let phases = board.pennies ^ self.odd_cells;
        let may = |it: bool| self.phases[usize::from(it)] && phase.is_none_or(|phase| phase == it);
        let (has_0, has_1) = (!phases & *coins, phases & *coins);
        (may(false) && has_1.is_empty()) || (may(true) && has_0.is_empty())
    }

    /// Returns the fragments that can never move again once the slack is spent: those of more than
    /// `k` coins, and those of the stationary coins.
    pub(super) fn fixed(&self, pairs: &Bits<W>) -> Bits<W> {
        let long = pairs.windows(self.k).spread(self.k + 1);
        let held = self.stationary.iter();
        held.fold(long, |fixed, &cell| fixed | Bits::around(cell, pairs))
    }
}
