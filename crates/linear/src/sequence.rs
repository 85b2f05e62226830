//! The source of a stream of moves: a sequence that can be entered anywhere.

use crate::moves::Move;
use crate::rows::RowSolution;
use crate::solution::Solution;
use std::ops::Range;

/// A sequence of moves with random access: moves of the linear puzzle, or the cells that name the
/// moves of a vacancy puzzle.
///
/// Indices count from 0 and ranges are half open, as everywhere in Rust, though users count moves from 1.
///
/// ```
/// use tait_linear::{Move, MoveSequence};
/// let moves = [(1, 7), (6, 9), (3, 6)].map(Move::from);
/// assert_eq!((moves.count(), moves.move_at(1)), (3, Some(moves[1])));
/// assert_eq!(moves.slice(2..u64::MAX).count(), 1);
/// ```
pub trait MoveSequence<M = Move>: Sync {
    /// Returns the number of moves.
    fn count(&self) -> u64;

    /// Returns the move at an index, counted from 0; `None` beyond the end.
    fn move_at(&self, index: u64) -> Option<M>;

    /// Returns the moves of a range of indices, counted from 0; the range is cut at the end of the
    /// sequence.
    fn slice(&self, indices: Range<u64>) -> Box<dyn Iterator<Item = M> + '_> {
        let end = indices.end.min(self.count());
        Box::new((indices.start..end).map_while(|index| self.move_at(index)))
    }

    /// Returns all moves.
    fn moves(&self) -> Box<dyn Iterator<Item = M> + '_> {
        self.slice(0..self.count())
    }
}

impl<M, S: MoveSequence<M> + ?Sized> MoveSequence<M> for &S {
    fn count(&self) -> u64 {
        (**self).count()
    }

    fn move_at(&self, index: u64) -> Option<M> {
        (**self).move_at(index)
    }

    fn slice(&self, indices: Range<u64>) -> Box<dyn Iterator<Item = M> + '_> {
        (**self).slice(indices)
    }
}

impl<M: Copy + Sync> MoveSequence<M> for [M] {
    fn count(&self) -> u64 {
        self.len() as u64
    }

    fn move_at(&self, index: u64) -> Option<M> {
        self.get(usize::try_from(index).ok()?).copied()
    }
}

impl MoveSequence for Solution {
    fn count(&self) -> u64 {
        MoveSequence::count(self.moves())
    }

    fn move_at(&self, index: u64) -> Option<Move> {
        self.moves().move_at(index)
    }
}

impl MoveSequence for RowSolution {
    fn count(&self) -> u64 {
        MoveSequence::count(self.moves.as_slice())
    }

    fn move_at(&self, index: u64) -> Option<Move> {
        self.moves.as_slice().move_at(index)
    }
}
