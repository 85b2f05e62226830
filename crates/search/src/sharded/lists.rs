//! Sorted lists of keys in the stores of several steps.

use super::entries::{RunEnd, kind_of_successors, pieces};
use super::plan::{Sharding, Tally};
use crate::any_store::StoreFailed;
use crate::external::{PieceSizes, key_from, read};
use crate::layer_store::{LayerStore, Piece, PieceKind};
use crate::tasks;
use std::sync::Arc;
use tait_space::StoredKey;

/// A store that several threads read.
pub type SharedStore = Arc<dyn LayerStore<Error = StoreFailed> + Send>;

/// A range of keys, from the first one or the least key, up to the second one exclusive or the greatest key.
pub(super) type Range<K> = (Option<K>, Option<K>);

/// A sorted list of keys: some blocks of a piece.
pub(super) struct List<K> {
    store: SharedStore,
    /// The number of the piece.
    number: usize,
    /// The first of the blocks.
    first: usize,
    /// The first key and the number of keys of each block.
    blocks: Vec<(K, u32)>,
}

impl<K: StoredKey> List<K> {
    fn new(store: &SharedStore, number: usize, piece: &Piece, first: usize, blocks: usize) -> Self {
        let wanted = piece.blocks.iter().skip(first).take(blocks);
        Self {
            store: Arc::clone(store),
            number,
            first,
            blocks: wanted
                .map(|(key, states)| (key_from(key).unwrap_or(K::LEAST), *states))
                .collect(),
        }
    }

    pub(super) const fn blocks(&self) -> usize {
        self.blocks.len()
    }

    pub(super) fn read(&self, block: usize) -> Result<Vec<K>, StoreFailed> {
        read(&*self.store, self.number, self.first + block)
    }

    /// Returns the blocks that may hold keys of a range.
    fn overlapping(&self, (from, to): Range<K>) -> std::ops::Range<usize> {
        let begin = from.map_or(0, |from| {
            let after = self.blocks.partition_point(|&(first, _)| first <= from);
            after.saturating_sub(1)
        });
        let end = to.map_or(self.blocks.len(), |to| {
            self.blocks.partition_point(|&(first, _)| first < to)
        });
        begin..end.max(begin)
    }
}

/// Returns the lists of a shard among the runs of a store, or among its slices of successors, of one depth.
pub(super) fn runs_of<K: StoredKey>(
    store: &SharedStore,
    sharding: &Sharding,
    depth: u32,
    shard: u32,
    kind: Option<PieceKind>,
) -> Result<Vec<List<K>>, StoreFailed> {
    let kept = store.kept()?;
    let kind = kind.unwrap_or_else(|| kind_of_successors(&kept));
    let mut lists = Vec::new();
    for (number, piece) in pieces(&kept, kind).filter(|(_, piece)| piece.depth == depth) {
        let Some(end) = RunEnd::of(&piece.next, sharding.shards) else {
            continue;
        };
        let first = end.blocks.iter().take(shard as usize).sum();
        let blocks = end.blocks.get(shard as usize).copied().unwrap_or(0);
        lists.push(List::new(store, number, piece, first, blocks));
    }
    Ok(lists)
}

/// Returns the slices of a store, in order.
pub(super) fn slices_of<K: StoredKey>(store: &SharedStore) -> Result<Vec<List<K>>, StoreFailed> {
    let kept = store.kept()?;
    let slices = pieces(&kept, PieceKind::Slice);
    Ok(slices
        .map(|(number, piece)| List::new(store, number, piece, 0, piece.blocks.len()))
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

/// Cuts the rest of some lists, from a key on, into ranges that one thread merges in memory, enough for a slice. Also
/// returns the key at which the next slice begins, if there is more.
pub(super) fn ranges<K: StoredKey>(
    lists: &[List<K>],
    from: Option<K>,
    sizes: PieceSizes,
) -> (Vec<Range<K>>, Option<K>) {
    let firsts = lists.iter().flat_map(|list| &list.blocks);
    let firsts = firsts.map(|&(first, _)| first);
    let mut firsts: Vec<K> = firsts
        .filter(|first| from.is_none_or(|from| *first > from))
        .collect();
    tasks::sort(&mut firsts);
    // The blocks at both ends of a range are read for its neighbours, too: with four blocks of each list in between, this
    // is a small part.
    // Together, all threads merge half a piece at a time, unless one block of each list is more.
    let shared = sizes.piece / sizes.block / rayon::current_num_threads() / 2;
    let step = (4 * lists.len()).clamp(16, shared.max(16)).max(lists.len());
    let most = (sizes.piece / sizes.block / step).max(1);
    let mut cuts: Vec<K> = firsts.into_iter().step_by(step).skip(1).collect();
    cuts.dedup();
    let next = cuts.get(most - 1).copied();
    cuts.truncate(most - 1);
    let begins = std::iter::once(from).chain(cuts.iter().copied().map(Some));
    let ends = cuts.iter().copied().map(Some).chain(std::iter::once(next));
    (begins.zip(ends).collect(), next)
}

/// Returns the distinct keys of a range in some lists, without those in earlier layers, sorted, and the tally of what
/// was merged.
pub(super) fn merged<K: StoredKey>(
    lists: &[List<K>],
    earlier: &[List<K>],
    range: Range<K>,
) -> Result<(Vec<K>, Tally), StoreFailed> {
    let (from, to) = range;
    let mut keys: Vec<K> = Vec::new();
    for list in lists {
        for block in list.overlapping(range) {
            let block = list.read(block)?;
            let begin = from.map_or(0, |from| block.partition_point(|&key| key < from));
            let end = to.map_or(block.len(), |to| block.partition_point(|&key| key < to));
            keys.extend_from_slice(block.get(begin..end).unwrap_or_default());
        }
    }
    let tally = tally(&keys);
    // A stable sort merges sorted stretches; an unstable one would take them apart.
    keys.sort();
    keys.dedup();
    let mut is_known = vec![false; keys.len()];
    for list in earlier {
        for block in list.overlapping(range) {
            for place in places_in(&keys, &list.read(block)?) {
                is_known[place] = true;
            }
        }
    }
    let mut known = is_known.into_iter();
    keys.retain(|_| known.next() != Some(true));
    Ok((keys, tally))
}

/// Finds the places of sorted keys that occur in others, too.
fn places_in<'a, K: StoredKey>(keys: &'a [K], others: &'a [K]) -> impl Iterator<Item = usize> + 'a {
    let mut at = others
        .first()
        .map_or(0, |&least| keys.partition_point(|&key| key < least));
    others.iter().filter_map(move |&other| {
        while keys.get(at).is_some_and(|&key| key < other) {
            at += 1;
        }
        (keys.get(at) == Some(&other)).then_some(at)
    })
}

/// Returns the keys of some lists that pass a test.
pub(super) fn filtered<K: StoredKey>(
    lists: &[List<K>],
    passes: &(dyn Fn(&K) -> bool + Sync),
) -> Result<Vec<K>, StoreFailed> {
    let blocks = lists
        .iter()
        .flat_map(|list| (0..list.blocks()).map(move |block| (list, block)));
    let blocks: Vec<_> = blocks.collect();
    let kept = tasks::results(blocks.len(), &|index| {
        let (list, block) = blocks[index];
        let mut keys = list.read(block)?;
        keys.retain(passes);
        Ok(keys)
    });
    let kept: Vec<Vec<K>> = kept.into_iter().collect::<Result<_, StoreFailed>>()?;
    Ok(kept.concat())
}

/// Returns the sorted keys that also occur in the lists.
pub(super) fn common<K: StoredKey>(lists: &[List<K>], keys: &[K]) -> Result<Vec<K>, StoreFailed> {
    let parts = tasks::results(lists.len(), &|index| {
        let list = &lists[index];
        let mut found = Vec::new();
        for (block, &(begin, _)) in list.blocks.iter().enumerate() {
            let from = keys.partition_point(|&key| key < begin);
            let end = list.blocks.get(block + 1);
            let to = end.map_or(keys.len(), |&(end, _)| {
                keys.partition_point(|&key| key < end)
            });
            if from < to {
                let wanted = &keys[from..to];
                found.extend(places_in(wanted, &list.read(block)?).map(|place| wanted[place]));
            }
        }
        Ok(found)
    });
    let found: Vec<Vec<K>> = parts.into_iter().collect::<Result<_, StoreFailed>>()?;
    Ok(found.concat())
}
