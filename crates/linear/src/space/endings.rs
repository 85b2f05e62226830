//! The end of a row without slack: whether its gaps allow one.
//!
//! [The linear module](crate#the-end-of-a-row-without-slack) has the theorems.

use super::bounded::DeadStates;
use super::packing::Packing;
use super::successors::LinearSpace;
use crate::board::Board;
use tait_space::Bits;

/// The end of a row whose gaps all have `k` cells.
struct Ending<const W: usize> {
    /// The phase of the goal, where it is known.
    phase: Option<bool>,
    /// Cells without coins that stay, if the goal has the other phase.
    exception: Option<Bits<W>>,
    /// Places between cells, named by the cell on the right, that are ends of the row from which coins are taken.
    ends: Bits<W>,
    /// Windows that may be whole segments when they are taken.
    segments: Bits<W>,
    /// Whether all gaps are matched.
    is_matched: bool,
}

impl<const W: usize, P: Packing<W>> LinearSpace<W, P> {
    /// Returns whether a row without slack is no goal and does not lead to one in `left` moves, as far as its gaps tell.
    pub(super) fn has_no_ending(&self, board: &Board<W>, pairs: &Bits<W>, left: u32) -> bool {
        if left == 0 {
            return false;
        }
        let (Some(first), Some(last)) = (board.occupied.first(), board.occupied.last()) else {
            return true;
        };
        let free = Bits::range(first, last + 1) & !board.occupied;
        let gaps = free.windows(self.k) & !free.up(1) & !free.down(self.k);
        let (Some(gap), Some(other)) = (gaps.first(), gaps.last()) else {
            return true;
        };
        let count = gaps.count();
        if count > 2 || count * self.k != free.count() {
            return self.is_dead(board, &self.fixed(pairs), None);
        }
        let ending = match count {
            1 => self.ending_of_one(board, left, (first, last), gap),
            _ => self.ending_of_two(board, left, (first, last), [gap, other]),
        };
        let Some(mut ending) = ending else {
            return true;
        };
        let fixed = self.fixed(pairs);
        let is_free = |cells: Bits<W>| (cells & fixed).is_empty();
        if ending.exception.is_some_and(is_free) {
            ending.phase = None;
        }
        match self.bounded().dead_states {
            DeadStates::Stuck | DeadStates::Unusual => {
                self.is_stuck(board, pairs, &fixed, &free, &ending)
            }
            _ => self.is_dead(board, &fixed, ending.phase),
        }
    }

    fn phase(&self, board: &Board<W>, cell: u32) -> bool {
        board.pennies.get(cell) ^ self.odd_cells.get(cell)
    }

    fn is_matched(&self, board: &Board<W>, gap: u32) -> bool {
        self.phase(board, gap - 1) == self.phase(board, gap + self.k)
    }

    /// Returns the ending of a row with one gap, by the theorem; `None` if it has none.
    fn ending_of_one(
        &self,
        board: &Board<W>,
        left: u32,
        (first, last): (u32, u32),
        gap: u32,
    ) -> Option<Ending<W>> {
        let phase = self.phase(board, gap - 1) ^ is_odd(gap - first) ^ is_odd(left);
        let end = match self.phase(board, last) == phase {
            true => first,
            false => last + 1,
        };
        self.is_matched(board, gap).then(|| Ending {
            phase: Some(phase),
            exception: None,
            ends: Bits::single(end),
            segments: Bits::EMPTY,
            is_matched: true,
        })
    }

    /// Returns the ending of a row with two gaps, by the theorem; `None` if it has none.
    fn ending_of_two(
        &self,
        board: &Board<W>,
        left: u32,
        (first, last): (u32, u32),
        gaps: [u32; 2],
    ) -> Option<Ending<W>> {
        let k = self.k;
        let matched = gaps.map(|gap| self.is_matched(board, gap));
        if matched == [false, false] {
            return None;
        }
        let is_matched = matched == [true, true];
        let between = gaps[1] - gaps[0] - k;
        let phase = gaps.iter().fold(
            self.phase(board, first) ^ is_odd(left) ^ is_odd(between) ^ is_matched,
            |phase, gap| phase ^ self.phase(board, gap + k),
        );
        // The whole segment and the gap beside it must be left without coins that stay.
        let beside = match self.phase(board, first) == phase {
            true => Bits::range(first, first + 2 * k),
            false => Bits::range(last + 1 - 2 * k, last + 1),
        };
        let has_exception = !is_matched && self.bounded().dead_states < DeadStates::Unusual;
        Some(Ending {
            phase: Some(phase),
            exception: has_exception.then_some(beside),
            ends: Bits::single(first) | Bits::single(last + 1),
            segments: Bits::single(first) | Bits::single(last + 1 - k),
            is_matched,
        })
    }

    /// Returns whether coins that stay do not have the phase of the goal, or neighbours of the same type can never be
    /// separated.
    fn is_stuck(
        &self,
        board: &Board<W>,
        pairs: &Bits<W>,
        fixed: &Bits<W>,
        free: &Bits<W>,
        ending: &Ending<W>,
    ) -> bool {
        let k = self.k;
        let windows = (board.occupied | *free) & !*fixed;
        let windows = windows.windows(k);
        let alike = board.occupied & board.occupied.up(1) & !pairs.up(1);
        let differ = board.pennies ^ board.pennies.down(k - 1);
        let misfits = if is_odd(k) { differ } else { !differ };
        let mut changing = *free;
        loop {
            let inside = changing & changing.up(1);
            let cuts = alike | ending.ends | inside;
            let mut open = windows & cuts & cuts.down(k);
            if ending.is_matched {
                let unknown = inside | ending.ends;
                open &= !misfits | unknown | unknown.down(k);
            }
            open |= windows & ending.segments;
            let next = changing | open.spread(k);
            if next != changing {
                changing = next;
                continue;
            }
            let is_stuck = !(alike & !inside & !open & !open.up(k)).is_empty();
            let stays = board.occupied & !changing;
            return is_stuck || !self.may_stay(board, &stays, ending.phase);
        }
    }
}

const fn is_odd(number: u32) -> bool {
    number % 2 == 1
}
