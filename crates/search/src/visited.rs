//! Visited sets, which find the new ones among many candidate states.
//!
//! Engines pass candidates in batches, and receive those that are new, once each. The engines use
//! [`ShardedSet`]; `benches/visited.rs` compares it with two others.

use crate::tasks;
use hashbrown::HashTable;
use std::fmt::Debug;
use std::hash::Hash;
use std::mem;
use std::sync::Mutex;
use tait_space::hashed;

/// The number of shards, fixed so that results do not depend on the number of threads.
///
/// There are many more than threads: a shard's table then stays in the cache while a batch of its
/// candidates is looked up, and growing a shard moves only a small part of the set.
pub const SHARDS: usize = 256;

/// Returns the shard to which a key belongs.
#[inline]
fn shard_of<K: Hash>(key: &K) -> usize {
    (hashed(|hasher| key.hash(hasher)) >> 17) as usize % SHARDS
}

/// The candidates of one task, sorted into shards.
#[derive(Debug, Clone)]
pub struct Candidates<K> {
    /// Those of a shard stand together, in the order in which they were found.
    keys: Vec<K>,
    /// Where the keys of each shard end.
    ends: Box<[usize; SHARDS]>,
}

/// Sorts what a task has found: it is counted first, and then each key has its place. A list for each shard would have to
/// grow from nothing in each task.
impl<K: Copy + Hash> From<Vec<K>> for Candidates<K> {
    fn from(found: Vec<K>) -> Self {
        let mut ends = Box::new([0; SHARDS]);
        for key in &found {
            ends[shard_of(key)] += 1;
        }
        let mut begin = 0;
        for end in ends.iter_mut() {
            begin += mem::replace(end, begin);
        }
        let mut keys = found.clone();
        for key in found {
            let end = &mut ends[shard_of(&key)];
            keys[*end] = key;
            *end += 1;
        }
        Self { keys, ends }
    }
}

impl<K> Candidates<K> {
    /// Returns the number of candidates.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns all candidates, shard by shard.
    #[must_use]
    pub fn keys(&self) -> &[K] {
        &self.keys
    }

    /// Returns the candidates of a shard.
    #[must_use]
    pub fn of_shard(&self, shard: usize) -> &[K] {
        let begin = shard.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.keys[begin..self.ends[shard]]
    }
}

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

/// Makes room in a list, which grows by an eighth rather than doubling, as it is as long as a layer.
fn make_room<K>(list: &mut Vec<K>, more: usize) -> Result<(), NoMemory> {
    if list.capacity() - list.len() < more {
        let room = more.max(list.len() / 8);
        list.try_reserve_exact(room).map_err(|_| NoMemory)?;
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

/// Adds the candidates of one shard to its table, and appends those that are new, once each.
fn absorb_shard<K: Copy + Eq + Hash>(
    table: &mut HashTable<K>,
    batch: &[Candidates<K>],
    shard: usize,
    fresh: &mut Vec<K>,
) -> Result<(), NoMemory> {
    for candidates in batch {
        for chunk in candidates.of_shard(shard).chunks(CHUNK) {
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
    Ok(())
}

impl<K: Copy + Eq + Hash + Send + Sync + Debug> Visited<K> for ShardedSet<K> {
    fn absorb(&mut self, batch: &[Candidates<K>], fresh: &mut Vec<K>) -> Result<(), NoMemory> {
        // Waking other threads takes longer than the work on a single task's candidates.
        if let [candidates] = batch {
            make_room(fresh, candidates.len())?;
            let mut shards = (0..).zip(&mut self.shards);
            return shards.try_for_each(|(shard, table)| absorb_shard(table, batch, shard, fresh));
        }
        let shards: Vec<Mutex<&mut HashTable<K>>> =
            self.shards.iter_mut().map(Mutex::new).collect();
        let parts = tasks::results(SHARDS, &|shard| {
            let mut table = shards[shard].lock().map_err(|_| NoMemory)?;
            let of_shard = batch.iter().map(|candidates| candidates.of_shard(shard));
            let mut part = Vec::new();
            make_room(&mut part, of_shard.map(<[K]>::len).sum())?;
            absorb_shard(&mut table, batch, shard, &mut part)?;
            Ok(part)
        });
        let parts: Vec<Vec<K>> = parts.into_iter().collect::<Result<_, NoMemory>>()?;
        make_room(fresh, parts.iter().map(Vec::len).sum())?;
        parts.iter().for_each(|part| fresh.extend_from_slice(part));
        Ok(())
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
            let of_shard = batch.iter().map(|candidates| candidates.of_shard(shard));
            let more: usize = of_shard.map(<[K]>::len).sum();
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
