//! The layers of a search in a store: those that are complete, and the pieces of others.

use super::lists::{self, Encoded, List, encoded, piece};
use super::sizes::PieceSizes;
use crate::any_store::{AnyStore, StoreFailed};
use crate::control::Control;
use crate::layer_store::{Layer, PieceKind, StoreEntry};
use crate::tasks;
use std::collections::BTreeMap;
use tait_space::StoredKey;

/// A complete layer.
pub(crate) struct Complete<K> {
    pub(crate) states: u64,
    pub(crate) has_goal: bool,
    /// Its states, in the order of their keys.
    pub(crate) lists: Vec<List<K>>,
}

/// The entries of a store. Layers have numbers, which the store calls depths.
pub(crate) struct Kept<'a, K> {
    pub(crate) store: &'a AnyStore<'a>,
    complete: BTreeMap<u32, Complete<K>>,
    pending: BTreeMap<u32, Vec<List<K>>>,
    /// Whether the store says that the search is exhausted.
    pub(crate) is_exhausted: bool,
    /// Whether the store has ever kept a run.
    pub(crate) has_runs: bool,
}

impl<'a, K: StoredKey> Kept<'a, K> {
    /// Reads what is kept.
    pub(crate) fn open(store: &'a AnyStore<'a>) -> Result<Self, StoreFailed> {
        let mut kept = Self {
            store,
            complete: BTreeMap::new(),
            pending: BTreeMap::new(),
            is_exhausted: false,
            has_runs: false,
        };
        for (number, entry) in store.kept()?.into_iter().enumerate() {
            match entry {
                StoreEntry::Piece(piece) => {
                    kept.has_runs |= piece.kind == PieceKind::Run;
                    let pending = kept.pending.entry(piece.depth).or_default();
                    pending.push(List::new(number, &piece));
                }
                StoreEntry::Layer(layer) => {
                    let lists = kept.take_pending(layer.depth);
                    kept.completed(&layer, lists);
                }
                StoreEntry::Exhausted => kept.is_exhausted = true,
            }
        }
        Ok(kept)
    }

    /// Returns a complete layer.
    pub(crate) fn layer(&self, number: u32) -> Option<&Complete<K>> {
        self.complete.get(&number)
    }

    /// Returns the states of the complete layers with these numbers.
    pub(crate) fn states(&self, numbers: impl Iterator<Item = u32>) -> Vec<u64> {
        numbers
            .map_while(|number| self.layer(number))
            .map(|layer| layer.states)
            .collect()
    }

    /// Returns the memory that the lists of blocks take, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let complete = self.complete.values().flat_map(|layer| &layer.lists);
        let lists = complete.chain(self.pending.values().flatten());
        let blocks: usize = lists.map(|list| list.blocks.len()).sum();
        (blocks * size_of::<(K, u32)>()) as u64
    }

    /// Returns whether a layer is complete or has pieces.
    pub(crate) fn is_begun(&self, number: u32) -> bool {
        self.complete.contains_key(&number) || self.pending.contains_key(&number)
    }

    /// Returns the numbers below one of layers that have pieces and are not complete.
    pub(crate) fn pending_below(&self, number: u32) -> Vec<u32> {
        self.pending
            .range(..number)
            .map(|(&number, _)| number)
            .collect()
    }

    /// Takes a piece of an unfinished layer, the one with these bytes as its place to continue, for a complete layer
    /// with another number.
    pub(crate) fn adopt(&mut self, from: u32, next: &[u8], number: u32) {
        let Some(pending) = self.pending.get_mut(&from) else {
            return;
        };
        let place = pending.iter().position(|list| list.next == next);
        let Some(mut list) = place.map(|place| pending.swap_remove(place)) else {
            return;
        };
        list.ends();
        let complete = Complete {
            states: list.states(),
            has_goal: list.has_goal,
            lists: vec![list],
        };
        let _ = self.complete.insert(number, complete);
    }

    /// Returns the last piece of a layer that is not complete.
    pub(crate) fn last_pending(&self, number: u32) -> Option<&List<K>> {
        self.pending.get(&number)?.last()
    }

    /// Takes the pieces of an unfinished layer.
    pub(crate) fn take_pending(&mut self, number: u32) -> Vec<List<K>> {
        self.pending.remove(&number).unwrap_or_default()
    }

    /// Records in the store that pieces are a complete layer.
    pub(crate) fn complete(&mut self, number: u32, lists: Vec<List<K>>) -> Result<(), StoreFailed> {
        let layer = Layer {
            depth: number,
            states: lists.iter().map(List::states).sum(),
            has_goal: lists.iter().any(|list| list.has_goal),
            is_merged: lists.iter().any(|list| list.kind == PieceKind::Slice),
        };
        let _ = self
            .store
            .keep(StoreEntry::Layer(layer.clone()), Vec::new())?;
        self.completed(&layer, lists);
        Ok(())
    }

    fn completed(&mut self, layer: &Layer, mut lists: Vec<List<K>>) {
        lists.retain(|list| (list.kind == PieceKind::Slice) == layer.is_merged);
        let complete = Complete {
            states: layer.states,
            has_goal: layer.has_goal,
            lists,
        };
        let _ = self.complete.insert(layer.depth, complete);
    }

    /// Records that the search is exhausted: its pieces are no longer needed.
    pub(crate) fn exhausted(&mut self) -> Result<(), StoreFailed> {
        if !self.is_exhausted {
            let _ = self.store.keep(StoreEntry::Exhausted, Vec::new())?;
            self.is_exhausted = true;
        }
        Ok(())
    }

    /// Makes or finishes the layer of some keys that fit in memory.
    pub(crate) fn keep_layer(
        &mut self,
        number: u32,
        mut keys: Vec<K>,
        block: usize,
        is_goal: &(dyn Fn(&K) -> bool + Sync),
    ) -> Result<(), StoreFailed> {
        let mut pending = self.take_pending(number);
        if pending.is_empty() {
            tasks::sort(&mut keys);
            keys.dedup();
            let run = keep_keys(
                self.store,
                number,
                PieceKind::Run,
                Vec::new(),
                &keys,
                block,
                is_goal,
            )?;
            pending.push(run);
        }
        self.complete(number, pending)
    }
}

/// Returns the lists of a layer; none where there is no layer.
pub(crate) fn lists_of<K>(layer: Option<&Complete<K>>) -> &[List<K>] {
    layer.map_or(&[], |layer| &layer.lists)
}

/// Keys that are sorted at once, between two looks at the clock.
const SORTED: usize = 1 << 21;
/// Keys between two samples, from which the ends of slices are chosen.
const SAMPLED: usize = 1 << 10;

/// Makes or finishes a layer of distinct keys that are in memory, and sorts parts of them for that.
///
/// Returns `false` when it was told to stop.
pub(crate) fn keep_sorted<K: StoredKey>(
    kept: &mut Kept<'_, K>,
    number: u32,
    keys: &mut [K],
    sizes: PieceSizes,
    control: &Control<'_>,
) -> Result<bool, StoreFailed> {
    for part in keys.chunks_mut(SORTED) {
        if control.is_over() {
            return Ok(false);
        }
        tasks::sort(part);
    }
    let parts = || keys.chunks(SORTED);
    let sampled = SAMPLED.min(sizes.piece);
    let samples = parts().flat_map(|part| part.iter().step_by(sampled).skip(1));
    let mut samples: Vec<K> = samples.copied().collect();
    tasks::sort(&mut samples);
    let mut pending = kept.take_pending(number);
    loop {
        let from = match pending.last().map(List::next_key) {
            None => None,
            Some(Some(key)) => Some(key),
            Some(None) => break,
        };
        if control.is_over() {
            return Ok(false);
        }
        let later = from.map_or(0, |from| samples.partition_point(|&sample| sample <= from));
        let to = samples[later..].get(sizes.piece / sampled).copied();
        let mut slice: Vec<K> = Vec::new();
        for part in parts() {
            let begin = from.map_or(0, |from| part.partition_point(|&key| key < from));
            let end = to.map_or(part.len(), |to| part.partition_point(|&key| key < to));
            slice.extend_from_slice(&part[begin..end]);
        }
        tasks::sort(&mut slice);
        let next = to.map(lists::key_bytes).unwrap_or_default();
        let (kind, block) = (PieceKind::Slice, sizes.block);
        let slice = keep_keys(kept.store, number, kind, next, &slice, block, &|_| false)?;
        pending.push(slice);
    }
    kept.complete(number, pending)?;
    Ok(true)
}

/// Keeps sorted keys as a piece.
pub(super) fn keep_keys<K: StoredKey>(
    store: &AnyStore<'_>,
    number: u32,
    kind: PieceKind,
    next: Vec<u8>,
    keys: &[K],
    block: usize,
    is_goal: &(dyn Fn(&K) -> bool + Sync),
) -> Result<List<K>, StoreFailed> {
    let has_goal = tasks::any(keys, is_goal);
    keep_blocks(store, number, kind, next, has_goal, encoded(keys, block))
}

/// Keeps encoded blocks as a piece.
pub(crate) fn keep_blocks<K: StoredKey>(
    store: &AnyStore<'_>,
    number: u32,
    kind: PieceKind,
    next: Vec<u8>,
    has_goal: bool,
    blocks: Vec<Encoded<K>>,
) -> Result<List<K>, StoreFailed> {
    let (piece, bytes) = piece(number, kind, next, has_goal, blocks);
    let place = store.keep(StoreEntry::Piece(piece.clone()), bytes)?;
    Ok(List::new(place, &piece))
}
