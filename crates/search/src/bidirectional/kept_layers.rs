//! Keeps the large layers of a search from both ends.

use crate::any_store::{AnyStore, StoreFailed};
use crate::external::{encoded, piece, read};
use crate::layer_store::{PieceKind, StoreEntry};
use crate::tasks;
use tait_space::StoredKey;

/// The fewest states of a layer worth keeping: smaller ones grow again in about a second.
const LARGE: usize = 4_000_000;
/// States in a block, the unit in which layers are read.
const BLOCK: usize = 1 << 15;

/// The direction of a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// From the starts.
    Forward,
    /// From the goals.
    Backward,
}

/// Keeps layers by their direction and depth.
pub(super) trait Keeper<K> {
    /// Returns a kept layer, if any.
    fn kept(&self, direction: Direction, depth: u32) -> Result<Option<Vec<K>>, StoreFailed>;

    /// Keeps a layer if it is worth it, and may sort it for that.
    fn keep(&self, direction: Direction, depth: u32, layer: &mut [K]) -> Result<(), StoreFailed>;
}

/// Keeps nothing.
pub(super) struct Nowhere;

impl<K> Keeper<K> for Nowhere {
    fn kept(&self, _direction: Direction, _depth: u32) -> Result<Option<Vec<K>>, StoreFailed> {
        Ok(None)
    }
    fn keep(&self, _: Direction, _: u32, _layer: &mut [K]) -> Result<(), StoreFailed> {
        Ok(())
    }
}

/// Keeps layers in a store.
pub(super) struct InStore<'a> {
    store: &'a AnyStore<'a>,
    /// The contents of the store at the beginning.
    kept: Vec<StoreEntry>,
    /// The fewest states of a layer to keep.
    large: usize,
}

impl<'a> InStore<'a> {
    pub(super) fn new(store: &'a AnyStore<'a>) -> Result<Self, StoreFailed> {
        let (kept, large) = (store.kept()?, LARGE);
        Ok(Self { store, kept, large })
    }
}

impl<K: StoredKey> Keeper<K> for InStore<'_> {
    fn kept(&self, direction: Direction, depth: u32) -> Result<Option<Vec<K>>, StoreFailed> {
        let place = [direction as u8];
        let found = self
            .kept
            .iter()
            .enumerate()
            .find_map(|(number, kept)| match kept {
                StoreEntry::Piece(piece) if piece.depth == depth && piece.next == place => {
                    Some((number, piece.blocks.len()))
                }
                _ => None,
            });
        let Some((number, blocks)) = found else {
            return Ok(None);
        };
        let parts = tasks::results(blocks, &|block| read(self.store, number, block));
        let parts: Vec<Vec<K>> = parts.into_iter().collect::<Result<_, StoreFailed>>()?;
        Ok(Some(parts.concat()))
    }

    fn keep(&self, direction: Direction, depth: u32, layer: &mut [K]) -> Result<(), StoreFailed> {
        if layer.len() < self.large {
            return Ok(());
        }
        tasks::sort(layer);
        let (kind, next) = (PieceKind::Slice, vec![direction as u8]);
        let (piece, bytes) = piece(depth, kind, next, false, encoded(layer, BLOCK));
        let _ = self.store.keep(StoreEntry::Piece(piece), bytes)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any_store::with_any_store;
    use crate::bidirectional::search;
    use crate::keyed::{Packed, in_moves};
    use crate::{Control, LayerStore, MemoryLayers};
    use tait_puzzle::checkers::{
        frogs::{Frogs, FrogsSpace},
        reversal::{Reversal, ReversalSpace},
    };
    use tait_space::Backward;

    fn goes_on<S: Backward>(space: &S, bound: u32) {
        let run = |store: &MemoryLayers| {
            let Ok(outcome) = with_any_store(store, |store| {
                let keeper = InStore::new(store)?;
                let keeper = InStore { large: 2, ..keeper };
                search::<Packed<S>>(space, bound, &keeper, &Control::default())
            });
            in_moves::<S::Move>(outcome)
        };
        let store = MemoryLayers::default();
        let whole = run(&store);
        let Ok(kept) = store.kept();
        assert!(kept.len() > 3, "{} layers", kept.len());
        for count in 0..=kept.len() {
            let part = MemoryLayers::default();
            for (number, layer) in kept[..count].iter().enumerate() {
                let StoreEntry::Piece(piece) = layer else {
                    panic!()
                };
                let blocks = (0..piece.blocks.len()).map(|block| {
                    let Ok(bytes) = store.block(number, block);
                    bytes
                });
                let Ok(_) = part.keep(layer.clone(), blocks.collect());
            }
            assert_eq!(run(&part), whole, "{count} layers");
            let Ok(now) = part.kept();
            assert_eq!(now, kept, "what is kept is not kept again");
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
}
