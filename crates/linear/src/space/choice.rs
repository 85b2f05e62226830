//! The space of a bounded search, on the narrowest board and with the smallest key.

use crate::space::bounded::BoundedSearch;
use crate::space::packing::{Holes, Masks};
use crate::space::successors::{Cuts, LinearSpace, LinearStates};
use std::sync::Arc;
use tait_space::Bits;

/// An action on the space of a bounded search, whatever width and packing the search needs.
pub trait WithSpace {
    /// The result of the action.
    type Output;
    /// Runs the action on the space.
    fn with<S: LinearStates>(self, space: S) -> Self::Output;
}

impl BoundedSearch {
    /// Returns the number of holes of an aligned board.
    fn holes(&self) -> u32 {
        (self.margin_left + self.margin_right) / self.puzzle.k()
    }

    /// Builds the space with the narrowest board and the smallest exact key, and passes it to
    /// `visitor`.
    pub fn with_space<V: WithSpace>(&self, cuts: Option<Arc<Cuts>>, visitor: V) -> V::Output {
        let coins = self.puzzle.coins() as u32;
        let (k, holes) = (self.puzzle.k(), self.holes());
        if self.is_aligned() && self.width() <= 128 {
            if let Some(packing) = Holes::<u64>::new(coins, k, holes) {
                return if self.width() <= 64 {
                    visitor.with(LinearSpace::<1, _>::new(self.clone(), packing, cuts))
                } else {
                    visitor.with(LinearSpace::<2, _>::new(self.clone(), packing, cuts))
                };
            }
            if let Some(packing) = Holes::<u128>::new(coins, k, holes) {
                return visitor.with(LinearSpace::<2, _>::new(self.clone(), packing, cuts));
            }
        } else if self.is_aligned()
            && let Some(packing) = Holes::<Bits<4>>::new(coins, k, holes)
        {
            return visitor.with(LinearSpace::<4, _>::new(self.clone(), packing, cuts));
        }
        match self.width() {
            0..=64 => visitor.with(LinearSpace::<1, _>::new(self.clone(), Masks, cuts)),
            65..=128 => visitor.with(LinearSpace::<2, _>::new(self.clone(), Masks, cuts)),
            // Wider boards are rare, and every engine is compiled for each width.
            _ => visitor.with(LinearSpace::<4, _>::new(self.clone(), Masks, cuts)),
        }
    }
}
