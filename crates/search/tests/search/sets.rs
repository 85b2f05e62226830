//! The visited sets that `benches/visited.rs` compares with that of the engines.

use dashmap::DashSet;
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;
use std::fmt::Debug;
use std::hash::Hash;
use tait_search::{Candidates, NoMemory, SHARDS, Visited};

/// A `DashSet`: every thread inserts anywhere, under the locks of the map.
#[derive(Debug)]
pub(crate) struct ConcurrentSet<K: Eq + Hash> {
    set: DashSet<K, FxBuildHasher>,
}

impl<K: Eq + Hash> Default for ConcurrentSet<K> {
    fn default() -> Self {
        Self {
            set: DashSet::with_hasher(FxBuildHasher),
        }
    }
}

impl<K: Copy + Ord + Hash + Send + Sync + Debug> Visited<K> for ConcurrentSet<K> {
    fn absorb(&mut self, batch: &[Candidates<K>], fresh: &mut Vec<K>) -> Result<(), NoMemory> {
        let begin = fresh.len();
        fresh.par_extend(
            batch
                .par_iter()
                .flat_map_iter(Candidates::keys)
                .filter(|&&key| self.set.insert(key))
                .copied(),
        );
        // The first thread decides which copy is kept, so the order is restored.
        fresh[begin..].par_sort_unstable();
        Ok(())
    }

    fn clear(&mut self) {
        self.set.clear();
    }

    fn bytes(&self) -> u64 {
        // A table that is at most 7/8 full, with the key and one byte per slot.
        (self.set.capacity() * (size_of::<K>() + 1)) as u64 * 8 / 7
    }
}

/// Sorted runs of keys: a batch is sorted, made distinct, and merged with the earlier runs to find
/// its new keys.
#[derive(Debug)]
pub(crate) struct SortedLayers<K> {
    shards: Vec<Vec<K>>,
}

impl<K> Default for SortedLayers<K> {
    fn default() -> Self {
        let shards = (0..SHARDS).map(|_| Vec::new()).collect();
        Self { shards }
    }
}

impl<K: Copy + Ord + Hash + Send + Sync + Debug> Visited<K> for SortedLayers<K> {
    fn absorb(&mut self, batch: &[Candidates<K>], fresh: &mut Vec<K>) -> Result<(), NoMemory> {
        let parts: Vec<Vec<K>> = self
            .shards
            .par_iter_mut()
            .enumerate()
            .map(|(shard, known)| {
                let mut part: Vec<K> = batch
                    .iter()
                    .flat_map(|candidates| candidates.of_shard(shard))
                    .copied()
                    .collect();
                part.sort_unstable();
                part.dedup();
                let mut old = known.iter().peekable();
                part.retain(|key| {
                    while old.next_if(|earlier| *earlier < key).is_some() {}
                    old.peek() != Some(&key)
                });
                known.extend_from_slice(&part);
                known.sort(); // two sorted runs: one merge
                part
            })
            .collect();
        fresh.extend(parts.iter().flatten());
        Ok(())
    }

    fn clear(&mut self) {
        self.shards.par_iter_mut().for_each(Vec::clear);
    }

    fn bytes(&self) -> u64 {
        self.shards
            .iter()
            .map(|known| (known.capacity() * size_of::<K>()) as u64)
            .sum()
    }
}
