//! Solutions extended by the theorem of doubles.

use super::base::{DoublesBase, DoublesMove};
use super::strips::seams_of;
use crate::moves::Move;
use crate::reading::Header;
use crate::size::Puzzle;
use crate::solution::Solution;

/// A solution extended by the theorem, with its moves by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoublesExtension<'a> {
    base: DoublesBase<'a>,
    header: Header,
    times: u64,
    distance: i64,
}

impl<'a> DoublesExtension<'a> {
    pub(super) const fn new(base: DoublesBase<'a>, header: Header, times: u64) -> Self {
        Self {
            base,
            header,
            times,
            distance: 0,
        }
    }

    /// Returns the extended puzzle and the position of the first coin.
    #[must_use]
    pub const fn header(&self) -> Header {
        self.header
    }

    /// Returns the extended puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> Puzzle {
        self.header.puzzle
    }

    /// Returns the position of the first coin.
    #[must_use]
    pub const fn start(&self) -> i64 {
        self.header.start
    }

    /// Returns the same extension with the first coin at `start`.
    #[must_use]
    pub const fn at_start(mut self, start: i64) -> Self {
        self.distance += start - self.header.start;
        self.header.start = start;
        self
    }

    /// Returns the base.
    #[must_use]
    pub const fn base(&self) -> &DoublesBase<'a> {
        &self.base
    }

    /// Returns how often the base is extended.
    #[must_use]
    pub const fn times(&self) -> u64 {
        self.times
    }

    /// Returns the number of moves.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.base.solution.moves().len() as u64 + self.base.period() * self.times
    }

    /// Computes move number `number`, counted from 0, without the moves before it.
    #[must_use]
    pub fn move_at(&self, number: u64) -> Option<Move> {
        let Move { from, to } = self.move_at_own_start(number)?;
        Some(Move {
            from: from + self.distance,
            to: to + self.distance,
        })
    }

    fn move_at_own_start(&self, number: u64) -> Option<Move> {
        let k = self.puzzle().block_length();
        let step = |index: u64| self.base.solution.moves().get(index as usize).copied();
        let chain = 2 * self.times;
        let mut seams = self.base.moves.first().map(|first| {
            seams_of(
                k,
                self.base.solution.moves()[first.index],
                first.is_mirrored,
            )
        })?;
        let mut inserted = 0;
        for &DoublesMove { index, is_mirrored } in &self.base.moves {
            let index = index as u64;
            if number <= index + inserted {
                break;
            }
            let link = number - index - inserted - 1;
            let step = step(index)?;
            if link < chain {
                return Some(self.link(link as i64, self.mapped(step, seams), is_mirrored));
            }
            seams = seams_of(k, step, !is_mirrored);
            inserted += chain;
        }
        Some(self.mapped(step(number - inserted)?, seams))
    }

    /// Returns a move of the chain after a doubles move `I→J`: `J-2dr→I-2d(r-1)` and `I-2dr→J-2dr` in turn, or the mirror
    /// image.
    fn link(&self, link: i64, step: Move, is_mirrored: bool) -> Move {
        let period = self.base.period() as i64;
        let way = if is_mirrored { period } else { -period };
        let wandered = |r: i64, position: i64| position + way * r;
        let r = link / 2 + 1;
        if link % 2 == 0 {
            Move {
                from: wandered(r, step.to),
                to: wandered(r - 1, step.from),
            }
        } else {
            Move {
                from: wandered(r, step.from),
                to: wandered(r, step.to),
            }
        }
    }

    /// Iterates over all moves.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        (0..self.count()).map_while(|number| self.move_at(number))
    }

    /// Returns all moves as a solution.
    #[must_use]
    pub fn solution(&self) -> Solution {
        Solution::new(self.puzzle(), self.start(), self.moves().collect())
    }

    /// Moves a block past the strips that lie left of it.
    fn mapped(&self, step: Move, seams: [i64; 2]) -> Move {
        let length = (self.base.period() * self.times) as i64;
        let moved = |position: i64| {
            let passed = seams.iter().filter(|&&seam| seam <= position).count();
            position + length * passed as i64
        };
        Move {
            from: moved(step.from),
            to: moved(step.to),
        }
    }
}
