//! Keeps the layers of a search from both ends in a store.

use crate::any_store::StoreFailed;
use crate::control::Control;
use crate::external::{Kept, PieceSizes, keep_sorted, lists_of, read_all};
use tait_space::StoredKey;

/// The fewest states of a layer worth keeping: smaller ones grow again in about a second.
const LARGE: u64 = 4_000_000;
/// The most states of a layer that grows in memory: a killed search loses the layer that grows, which should take less
/// than a minute.
const MOST: u64 = 1 << 27;

/// What a layer is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// It was grown from the starts.
    Forward,
    /// It was grown from the goals.
    Backward,
    /// Its states are those in which both sides meet.
    Meeting,
    /// Its states lead to the meeting.
    Leading,
}

impl Role {
    /// Returns the number in the store of a layer of this role.
    pub(crate) const fn number(self, depth: u32) -> u32 {
        1 << 31 | (self as u32) << 29 | depth
    }
}

/// Keeps the layers of a search that runs in memory.
pub(super) trait Keeper<K> {
    /// Returns how many states a kept layer has, if it is kept.
    fn states(&self, role: Role, depth: u32) -> Option<u64>;

    /// Returns a kept layer.
    fn layer(&self, role: Role, depth: u32) -> Result<Vec<K>, StoreFailed>;

    /// Keeps a layer if it is worth it, and may sort parts of it for that.
    fn keep(&mut self, role: Role, depth: u32, layer: &mut [K]) -> Result<(), StoreFailed>;

    /// Keeps a layer with which the search goes on outside of memory; returns `false` when it was told to stop.
    fn leave(&mut self, role: Role, depth: u32, layer: Vec<K>) -> Result<bool, StoreFailed>;

    /// Returns the most states that a layer may have.
    fn most(&self) -> u64;
}

/// Keeps nothing.
pub(super) struct Nowhere;

impl<K> Keeper<K> for Nowhere {
    fn states(&self, _role: Role, _depth: u32) -> Option<u64> {
        None
    }
    fn layer(&self, _role: Role, _depth: u32) -> Result<Vec<K>, StoreFailed> {
        Ok(Vec::new())
    }
    fn keep(&mut self, _role: Role, _depth: u32, _layer: &mut [K]) -> Result<(), StoreFailed> {
        Ok(())
    }
    fn leave(&mut self, _role: Role, _depth: u32, _layer: Vec<K>) -> Result<bool, StoreFailed> {
        Ok(false)
    }
    fn most(&self) -> u64 {
        u64::MAX
    }
}

/// Keeps layers in a store.
pub(super) struct InStore<'a, K> {
    kept: Kept<'a, K>,
    sizes: PieceSizes,
    control: &'a Control<'a>,
    /// The fewest states of a layer to keep.
    large: u64,
}

impl<'a, K: StoredKey> InStore<'a, K> {
    pub(super) fn new(mut kept: Kept<'a, K>, sizes: PieceSizes, control: &'a Control<'a>) -> Self {
        // The layers of versions that kept each as one piece.
        for depth in kept.pending_below(Role::Forward.number(0)) {
            for role in [Role::Forward, Role::Backward] {
                kept.adopt(depth, &[role as u8], role.number(depth));
            }
        }
        Self {
            kept,
            sizes,
            control,
            large: LARGE,
        }
    }

    /// Returns whether a search has grown layers in this store.
    pub(super) const fn has_runs(&self) -> bool {
        self.kept.has_runs
    }

    pub(super) fn into_kept(self) -> Kept<'a, K> {
        self.kept
    }
}

impl<K: StoredKey> Keeper<K> for InStore<'_, K> {
    fn states(&self, role: Role, depth: u32) -> Option<u64> {
        self.kept
            .layer(role.number(depth))
            .map(|layer| layer.states)
    }

    fn layer(&self, role: Role, depth: u32) -> Result<Vec<K>, StoreFailed> {
        read_all(
            self.kept.store,
            lists_of(self.kept.layer(role.number(depth))),
        )
    }

    fn keep(&mut self, role: Role, depth: u32, layer: &mut [K]) -> Result<(), StoreFailed> {
        if (layer.len() as u64) < self.large {
            return Ok(());
        }
        // The search needs almost all of the memory itself.
        let sizes = PieceSizes {
            piece: self.sizes.piece / 4,
            ..self.sizes
        };
        let number = role.number(depth);
        let _ = keep_sorted(&mut self.kept, number, layer, sizes, self.control)?;
        Ok(())
    }

    fn leave(&mut self, role: Role, depth: u32, mut layer: Vec<K>) -> Result<bool, StoreFailed> {
        let number = role.number(depth);
        if self.kept.layer(number).is_some() {
            return Ok(true);
        }
        keep_sorted(&mut self.kept, number, &mut layer, self.sizes, self.control)
    }

    fn most(&self) -> u64 {
        MOST
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any_store::with_any_store;
    use crate::bidirectional::searched_in;
    use crate::external::{encoded, piece};
    use crate::keyed::{Packed, in_moves};
    use crate::layer_store::{PieceKind, StoreEntry};
    use crate::{Control, LayerStore, MemoryLayers, Outcome, bidirectional, bidirectional_with};
    use tait_space::Backward;
    use tait_vacancy::checkers::{
        frogs::{Frogs, FrogsSpace},
        reversal::{Reversal, ReversalSpace},
    };

    const SIZES: PieceSizes = PieceSizes {
        block: 5,
        candidates: 20,
        piece: 40,
    };

    fn run<S: Backward>(space: &S, bound: u32, store: &MemoryLayers) -> Outcome<S::Move> {
        let Ok(outcome) = with_any_store(store, |store| {
            let control = Control::default();
            let keeper = InStore::<Packed<S>>::new(Kept::open(store)?, SIZES, &control);
            let keeper = InStore { large: 2, ..keeper };
            searched_in(space, bound, keeper, SIZES, &control)
        });
        in_moves(outcome)
    }

    /// Returns a store with the first entries of another.
    fn first(store: &MemoryLayers, count: usize) -> MemoryLayers {
        let (part, Ok(kept)) = (MemoryLayers::default(), store.kept());
        for (number, entry) in kept.into_iter().take(count).enumerate() {
            let blocks = match &entry {
                StoreEntry::Piece(piece) => piece.blocks.len(),
                _ => 0,
            };
            let blocks = (0..blocks).map(|block| {
                let Ok(bytes) = store.block(number, block);
                bytes
            });
            let Ok(_) = part.keep(entry, blocks.collect());
        }
        part
    }

    fn goes_on<S: Backward>(space: &S, bound: u32) {
        let store = MemoryLayers::default();
        let whole = run(space, bound, &store);
        assert_eq!(whole, bidirectional(space, bound, &Control::default()));
        let Ok(kept) = store.kept();
        assert!(kept.len() > 6, "{} entries", kept.len());
        for count in 0..=kept.len() {
            let part = first(&store, count);
            assert_eq!(run(space, bound, &part), whole, "{count} entries");
            let Ok(now) = part.kept();
            assert_eq!(now, kept, "what is kept is not kept again");
            // The same layers serve a search that does not fit in memory.
            let part = first(&store, count);
            let Ok(outcome) = bidirectional_with(space, bound, &part, SIZES, &Control::default());
            assert_eq!(outcome, whole, "{count} entries out of core");
        }
    }

    #[test]
    fn a_search_goes_on_from_any_layer_to_the_same_end() {
        // The first space is graded; in the second, states of a layer also occur in earlier ones; the third has no
        // solution.
        let frogs = Frogs::new(5, 1, 4).unwrap();
        goes_on(&FrogsSpace::new(frogs).unwrap(), 29);
        let reversal = Reversal::new(6, 7, Some(1)).unwrap();
        let reversal = ReversalSpace::new(reversal).unwrap();
        for bound in [25, 24] {
            goes_on(&reversal, bound);
        }
    }

    #[test]
    fn layers_that_are_one_piece_each_are_taken_over() {
        let space = FrogsSpace::new(Frogs::new(5, 1, 4).unwrap()).unwrap();
        let (store, old) = (MemoryLayers::default(), MemoryLayers::default());
        let whole = run(&space, 29, &store);
        // Copies each layer as a version that kept it as one piece did.
        let Ok(copied) = with_any_store(&store, |store| {
            let kept = Kept::<u64>::open(store)?;
            let mut copied = 0;
            for (role, depth) in [Role::Forward, Role::Backward]
                .into_iter()
                .flat_map(|role| (1..29).map(move |depth| (role, depth)))
            {
                if let Some(layer) = kept.layer(role.number(depth)) {
                    let keys = read_all(store, &layer.lists)?;
                    let (kind, next) = (PieceKind::Slice, vec![role as u8]);
                    let (piece, bytes) = piece(depth, kind, next, false, encoded(&keys, 5));
                    let Ok(_) = old.keep(StoreEntry::Piece(piece), bytes);
                    copied += 1;
                }
            }
            Ok(copied)
        });
        assert!(copied > 6);
        assert_eq!(run(&space, 29, &old), whole);
        let Ok(kept) = old.kept();
        assert_eq!(kept.len(), copied, "nothing is kept again");
        let Ok(outcome) = bidirectional_with(&space, 29, &old, SIZES, &Control::default());
        assert_eq!(outcome, whole);
    }
}
