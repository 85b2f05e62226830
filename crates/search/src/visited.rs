//! Visited sets, which find the new ones among many candidate states.
//!
//! Engines pass candidates in batches, and receive those that are new, once each. The engines use
//! [`ShardedSet`]; `benches/visited.rs` compares it with two others.

use crate::tasks;
use hashbrown::HashTable;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Mutex;
use tait_space::{SHARDS, hashed, shard_of};

/// The candidates of one task, sorted into shards.
pub type Candidates<K> = Vec<Vec<K>>;

/// A set of states that grows by batches.
pub trait Visited<K>: Default + Sync + Send {
    /// Adds a batch, and appends to `fresh` each key that was not in the set, once.
    ///
    /// The order of `fresh` depends only on the batch.
    ///
    /// # Errors
    /// Fails when the system has no memory; the set then holds part of the batch, and `fresh` may
    /// be incomplete.
    fn absorb(&mut self, batch: &[Candidates<K>], fresh: &mut Vec<K>) -> Result<(), NoMemory>;
    /// Removes all states.
    fn clear(&mut self);
    /// Returns its approximate size in bytes.
    fn bytes(&self) -> u64;
    /// Returns its approximate largest size while it absorbs a batch.
    fn bytes_with(&self, _batch: &[Candidates<K>]) -> u64 {
        self.bytes()
    }
}

/// The system has no memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoMemory;

/// Returns the most bytes that a table of `entries` entries takes: its places are a power of two,
/// at most 7/8 of them full, with a byte beside each.
fn table_bytes(entries: usize, size: usize) -> u64 {
    let places = (8 * entries).div_ceil(7).next_power_of_two().max(8);
    (places * (size + 1) + 64) as u64
}

/// The number of keys looked up between two checks of a table's free room.
const CHUNK: usize = 64;

/// Appends keys to a list, which grows by an eighth rather than doubling, as it is as long as a
/// layer.
pub(crate) fn append<K: Copy>(list: &mut Vec<K>, parts: &[Vec<K>]) -> Result<(), NoMemory> {
    let more: usize = parts.iter().map(Vec::len).sum();
    if list.capacity() - list.len() < more {
        let room = more.max(list.len() / 8);
        list.try_reserve_exact(room).map_err(|_| NoMemory)?;
    }
    for part in parts {
        list.extend_from_slice(part);
    }
    Ok(())
}

/// Hashes a key for its place in a table.
///
/// A table takes the low bits as the place and the high ones as a tag. All keys of a shard agree in some bits of
/// [`hashed`], which may be among either. So each bit here depends on all bits there.
#[inline]
pub(crate) fn place<K: Hash>(key: &K) -> u64 {
    let product = u128::from(hashed(|hasher| key.hash(hasher))) * u128::from(SPREAD);
    product as u64 ^ (product >> 64) as u64
}

/// The fraction of the golden ratio, with which hashes are often multiplied.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// One hash table of full keys for each shard.
///
/// One thread at a time works on a shard, so no thread waits for a lock.
#[derive(Debug)]
pub struct ShardedSet<K> {
    shards: Vec<HashTable<K>>,
}

impl<K> Default for ShardedSet<K> {
    fn default() -> Self {
        Self {
            shards: (0..SHARDS).map(|_| HashTable::new()).collect(),
        }
    }
}

impl<K: Eq + Hash> ShardedSet<K> {
    /// Returns whether a key is in the set.
    pub(crate) fn contains(&self, key: &K) -> bool {
        let table = &self.shards[shard_of(key)];
        table.find(place(key), |known| known == key).is_some()
    }
}

/// Adds the candidates of one shard to its table, and returns those that are new, once each.
fn fresh_ones<K: Copy + Eq + Hash>(
    table: &mut HashTable<K>,
    batch: &[Candidates<K>],
    shard: usize,
) -> Result<Vec<K>, NoMemory> {
    let mut fresh = Vec::new();
    for candidates in batch {
        for chunk in candidates[shard].chunks(CHUNK) {
            if table.capacity() - table.len() < chunk.len() {
                let grown = table.try_reserve(chunk.len(), place);
                grown.map_err(|_| NoMemory)?;
            }
            for &key in chunk {
                let hash = place(&key);
                let entry = table.entry(hash, |known| *known == key, place);
                if let hashbrown::hash_table::Entry::Vacant(vacant) = entry {
                    let _ = vacant.insert(key);
                    fresh.push(key);
                }
            }
        }
    }
    Ok(fresh)
}

impl<K: Copy + Eq + Hash + Send + Sync + Debug> Visited<K> for ShardedSet<K> {
    fn absorb(&mut self, batch: &[Candidates<K>], fresh: &mut Vec<K>) -> Result<(), NoMemory> {
        let shards: Vec<Mutex<&mut HashTable<K>>> =
            self.shards.iter_mut().map(Mutex::new).collect();
        let absorb = |shard: usize| {
            let mut table = shards[shard].lock().map_err(|_| NoMemory)?;
            fresh_ones(&mut table, batch, shard)
        };
        // Waking other threads takes longer than the work on a single task's candidates.
        let parts = match batch.len() {
            0 | 1 => (0..SHARDS).map(absorb).collect(),
            _ => tasks::results(SHARDS, &absorb),
        };
        let parts: Vec<Vec<K>> = parts.into_iter().collect::<Result<_, NoMemory>>()?;
        append(fresh, &parts)
    }

    fn clear(&mut self) {
        // Keep the memory: the next layer is about as large.
        self.shards.iter_mut().for_each(HashTable::clear);
    }

    fn bytes(&self) -> u64 {
        self.shards
            .iter()
            .map(|table| table.allocation_size() as u64)
            .sum()
    }

    fn bytes_with(&self, batch: &[Candidates<K>]) -> u64 {
        // A full table moves to one twice as large, and both exist for that moment.
        let shards = self.shards.iter().enumerate();
        let (mut all, mut moving) = (0, 0);
        for (shard, table) in shards {
            let more: usize = batch.iter().map(|candidates| candidates[shard].len()).sum();
            let now = table.allocation_size() as u64;
            let grows = table.capacity() - table.len() < more;
            let least = table_bytes(table.len() + more, size_of::<K>());
            all += if grows { (2 * now).max(least) } else { now };
            moving = moving.max(if grows { now } else { 0 });
        }
        all + moving * rayon::current_num_threads() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn keys_of_one_shard_do_not_crowd_in_its_table() {
        for shard in [0, 100, 255] {
            let keys = (0..1_u64 << 20).filter(|key| shard_of(key) == shard);
            let places: Vec<u64> = keys.map(|key| place(&key)).collect();
            // Wherever a table looks, it finds all values: the lowest 32 bits are places, and the highest seven tags.
            for (lowest, bits) in [(0, 8), (8, 8), (16, 8), (24, 8), (57, 7)] {
                let values = places
                    .iter()
                    .map(|place| place >> lowest & ((1 << bits) - 1));
                let values: BTreeSet<u64> = values.collect();
                assert_eq!(values.len(), 1 << bits, "bits from {lowest} on");
            }
        }
    }
}
