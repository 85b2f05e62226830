//! Sorted lists of keys in the stores of several steps.

use super::entries::{RunEnd, kind_of_successors, pieces};
use super::plan::{Sharding, Tally};
use crate::any_store::StoreFailed;
use crate::external::{InStore, List};
use crate::layer_store::{LayerStore, Piece, PieceKind};
use std::ops::Range;
use std::sync::Arc;
use tait_space::StoredKey;

/// A store that several threads read.
pub type SharedStore = Arc<dyn LayerStore<Error = StoreFailed> + Send>;

/// A list of keys in a store of its own.
pub(super) struct Placed<K> {
    store: SharedStore,
    list: List<K>,
}

impl<K: StoredKey> Placed<K> {
    fn new(store: &SharedStore, number: usize, piece: &Piece, blocks: Range<usize>) -> Self {
        Self {
            store: Arc::clone(store),
            list: List::part(number, piece, blocks),
        }
    }

    pub(super) const fn list(&self) -> &List<K> {
        &self.list
    }

    pub(super) fn read(&self, block: usize) -> Result<Vec<K>, StoreFailed> {
        self.list.read(&*self.store, block)
    }
}

/// Returns lists, each with its store.
pub(super) fn in_stores<K>(placed: &[Placed<K>]) -> Vec<InStore<'_, K>> {
    placed
        .iter()
        .map(|placed| -> InStore<'_, K> { (&*placed.store, &placed.list) })
        .collect()
}

/// Returns the lists of a shard among the runs of a store, or among its slices of successors, of one depth.
pub(super) fn runs_of<K: StoredKey>(
    store: &SharedStore,
    sharding: &Sharding,
    depth: u32,
    shard: u32,
    kind: Option<PieceKind>,
) -> Result<Vec<Placed<K>>, StoreFailed> {
    let kept = store.kept()?;
    let kind = kind.unwrap_or_else(|| kind_of_successors(&kept));
    let mut lists = Vec::new();
    for (number, piece) in pieces(&kept, kind).filter(|(_, piece)| piece.depth == depth) {
        let Some(end) = RunEnd::of(&piece.next, sharding.shards) else {
            continue;
        };
        let first = end.blocks.iter().take(shard as usize).sum();
        let blocks = end.blocks.get(shard as usize).copied().unwrap_or(0);
        lists.push(Placed::new(store, number, piece, first..first + blocks));
    }
    Ok(lists)
}

/// Returns the slices of a store, in order.
pub(super) fn slices_of<K: StoredKey>(store: &SharedStore) -> Result<Vec<Placed<K>>, StoreFailed> {
    let kept = store.kept()?;
    let slices = pieces(&kept, PieceKind::Slice);
    Ok(slices
        .map(|(number, piece)| Placed::new(store, number, piece, 0..piece.blocks.len()))
        .collect())
}

/// Hashes a key in a way that is the same for every build: it decides shards and tallies, which machines exchange.
#[inline]
pub(super) fn hashed<K: StoredKey>(key: K) -> u64 {
    let mut hash = 0;
    key.each_word(&mut |word| hash = mixed(hash ^ word));
    hash
}

/// Counts keys.
pub(super) fn tally<K: StoredKey>(keys: &[K]) -> Tally {
    let mut tally = Tally::default();
    for &key in keys {
        tally.add(hashed(key));
    }
    tally
}

/// The finalizer of SplitMix64.
const fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// Returns the shard of a key with this hash.
pub(super) const fn shard_of(hash: u64, shards: u32) -> usize {
    ((hash as u128 * shards as u128) >> 64) as usize
}

/// Divides sorted keys into the sorted lists of their shards, and adds them to the tallies of these.
pub(super) fn divided<K: StoredKey>(keys: &[K], tallies: &mut [Tally]) -> Vec<Vec<K>> {
    let shards = tallies.len() as u32;
    // Shards are about equally large.
    let room = keys.len() / tallies.len() * 9 / 8;
    let mut lists: Vec<Vec<K>> = tallies.iter().map(|_| Vec::with_capacity(room)).collect();
    for &key in keys {
        let hash = hashed(key);
        let shard = shard_of(hash, shards);
        lists[shard].push(key);
        tallies[shard].add(hash);
    }
    lists
}
