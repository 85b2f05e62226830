//! The space of a bounded search: as narrow a board and as small a key as there are.

use crate::space::bounded::BoundedSearch;
use crate::space::packing::{Holes, Masks};
use crate::space::successors::{Cuts, LinearSpace, LinearStates};
use std::sync::Arc;
use tait_space::Bits;

/// What to do with a space of whatever width and packing the bounded search needs.
pub trait WithSpace {
    /// What comes out.
    type Output;
    /// Called with the space.
    fn with<S: LinearStates>(self, space: S) -> Self::Output;
}

impl BoundedSearch {
    /// The number of holes of an aligned board.
    fn holes(&self) -> u32 {
        (self.margin_left + self.margin_right) / self.puzzle.k()
    }

    /// Builds the space on the narrowest board and in the smallest exact key, and hands it on.
    pub fn with_space<V: WithSpace>(&self, counts: Option<Arc<Cuts>>, visitor: V) -> V::Output {
        let coins = self.puzzle.coins() as u32;
        let (k, holes) = (self.puzzle.k(), self.holes());
        if self.is_aligned() && self.width() <= 128 {
            if let Some(packing) = Holes::<u64>::new(coins, k, holes) {
                return if self.width() <= 64 {
                    visitor.with(LinearSpace::<1, _>::new(self.clone(), packing, counts))
                } else {
                    visitor.with(LinearSpace::<2, _>::new(self.clone(), packing, counts))
                };
            }
            if let Some(packing) = Holes::<u128>::new(coins, k, holes) {
                return visitor.with(LinearSpace::<2, _>::new(self.clone(), packing, counts));
            }
        } else if self.is_aligned()
            && let Some(packing) = Holes::<Bits<4>>::new(coins, k, holes)
        {
            return visitor.with(LinearSpace::<4, _>::new(self.clone(), packing, counts));
        }
        match self.width() {
            0..=64 => visitor.with(LinearSpace::<1, _>::new(self.clone(), Masks, counts)),
            65..=128 => visitor.with(LinearSpace::<2, _>::new(self.clone(), Masks, counts)),
            // Wider ones are rare, and each width is compiled for every engine.
            _ => visitor.with(LinearSpace::<4, _>::new(self.clone(), Masks, counts)),
        }
    }
}
