//! The search for bases that break no pair.

use super::layout::{WIDEST, WithWrapSpace};
use super::states::WrapSpace;
use crate::moves::Move;
use crate::size::Puzzle;
use crate::solution::Solution;

/// A search for a base that breaks no pair, of a wrap around a whole puzzle: see the documentation of the space of
/// wraps.
///
/// ```
/// use tait_linear::Puzzle;
/// use tait_linear::wrap::BoundedBaseSearch;
/// assert!(BoundedBaseSearch::new(Puzzle::new(6, 16)?).is_some());
/// assert!(BoundedBaseSearch::new(Puzzle::new(5, 16)?).is_none()); // k is odd
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoundedBaseSearch {
    puzzle: Puzzle,
}

impl BoundedBaseSearch {
    /// Creates the search for a puzzle.
    ///
    /// Returns `None` for odd `k`, where there is no such base, for a row of at most `2k` coins, and for a row that is
    /// too long.
    #[must_use]
    pub fn new(puzzle: Puzzle) -> Option<Self> {
        let k = puzzle.k();
        let fits = puzzle.coins() + u64::from(k) < WIDEST;
        let is_long = puzzle.n() > u64::from(k);
        (k.is_multiple_of(2) && fits && is_long).then_some(Self { puzzle })
    }

    /// Returns the number of moves of a base.
    #[must_use]
    pub const fn moves(&self) -> u32 {
        self.puzzle.n() as u32
    }

    /// Builds the space with the narrowest masks and the smallest exact key, and passes it to `visitor`.
    pub fn with_space<V: WithWrapSpace>(&self, visitor: V) -> V::Output {
        let (k, n) = (self.puzzle.k(), self.moves());
        if 2 * n + k + 1 < 64 && 2 * n + 7 <= 64 {
            visitor.with(&WrapSpace::<1, u64>::base(k, n))
        } else if 2 * n + 8 <= 64 {
            visitor.with(&WrapSpace::<2, u64>::base(k, n))
        } else {
            visitor.with(&WrapSpace::<2, u128>::base(k, n))
        }
    }

    /// Makes a solution of the moves found in this space, without checking it.
    #[must_use]
    pub const fn solution(&self, moves: Vec<Move>) -> Solution {
        Solution::new(self.puzzle, 1, moves)
    }
}
