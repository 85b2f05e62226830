//! Sorted lists of keys in a store: their index, their bytes, and operations on them.

use super::sizes::PieceSizes;
use crate::any_store::{AnyStore, StoreFailed};
use crate::control::Control;
use crate::layer_store::{Piece, PieceKind};
use crate::tasks;
use tait_space::StoredKey;

/// A piece in the store, described without reading its blocks.
pub(crate) struct List<K> {
    /// Its number in the store.
    pub(crate) number: usize,
    /// The first of its blocks that is listed here.
    first: usize,
    pub(crate) kind: PieceKind,
    pub(crate) has_goal: bool,
    /// The first key and the number of keys of each block.
    pub(crate) blocks: Vec<(K, u32)>,
    pub(crate) next: Vec<u8>,
    /// For a slice, the key at which the next one begins: all keys of this one are smaller.
    end: Option<K>,
}

/// A list with the store that has its piece.
pub(crate) type InStore<'a, K> = (&'a AnyStore<'a>, &'a List<K>);

/// Returns lists of one store, each with the store.
pub(crate) fn in_store<'a, K>(
    store: &'a AnyStore<'a>,
    lists: &'a [List<K>],
) -> Vec<InStore<'a, K>> {
    lists.iter().map(|list| (store, list)).collect()
}

/// The keys that belong to a layer, among those that were found for it.
pub(crate) enum Belonging<'a, K> {
    /// All of them.
    All,
    /// Those that are in none of these lists.
    Outside(Vec<&'a List<K>>),
    /// Those that are in one of these lists, which are those of one layer.
    Inside(Vec<&'a List<K>>),
}

/// A range of keys, from the first one or the least key, up to the second one exclusive or the
/// greatest key.
pub(crate) type Range<K> = (Option<K>, Option<K>);

impl<K: StoredKey> List<K> {
    pub(super) fn new(number: usize, piece: &Piece) -> Self {
        let end = (piece.kind == PieceKind::Slice).then(|| key_from(&piece.next));
        let blocks = 0..piece.blocks.len();
        Self {
            end: end.flatten(),
            has_goal: piece.has_goal,
            next: piece.next.clone(),
            ..Self::part(number, piece, blocks)
        }
    }

    /// Lists some blocks of a piece, as a list of their own.
    pub(crate) fn part(number: usize, piece: &Piece, blocks: std::ops::Range<usize>) -> Self {
        let wanted = piece.blocks.iter().skip(blocks.start).take(blocks.len());
        Self {
            number,
            first: blocks.start,
            kind: piece.kind,
            has_goal: false,
            blocks: wanted
                .map(|(key, states)| (key_from(key).unwrap_or(K::LEAST), *states))
                .collect(),
            next: Vec::new(),
            end: None,
        }
    }

    /// Reads the keys of a block.
    pub(crate) fn read(&self, store: &AnyStore<'_>, block: usize) -> Result<Vec<K>, StoreFailed> {
        let (number, block) = self.place(block);
        read(store, number, block)
    }

    pub(super) fn states(&self) -> u64 {
        self.blocks
            .iter()
            .map(|&(_, states)| u64::from(states))
            .sum()
    }

    /// Returns how many blocks of the previous layer have been expanded after this run.
    pub(super) fn expanded(&self) -> Option<usize> {
        let bytes = self.next.first_chunk()?;
        Some(u64::from_le_bytes(*bytes) as usize)
    }

    /// Returns the key at which the next slice begins.
    pub(super) fn next_key(&self) -> Option<K> {
        key_from(&self.next)
    }

    /// Says that this list is all of its layer, whatever comes next in the store.
    pub(super) fn ends(&mut self) {
        self.end = None;
    }

    /// Returns the blocks that may hold keys of a range.
    pub(crate) fn overlapping(&self, (from, to): Range<K>) -> std::ops::Range<usize> {
        if from.zip(self.end).is_some_and(|(from, end)| from >= end) {
            return 0..0;
        }
        let begin = from.map_or(0, |from| {
            self.blocks
                .partition_point(|&(first, _)| first <= from)
                .saturating_sub(1)
        });
        let end = to.map_or(self.blocks.len(), |to| {
            self.blocks.partition_point(|&(first, _)| first < to)
        });
        begin..end.max(begin)
    }
}

impl<K> List<K> {
    /// Returns the numbers of the piece and of a block in it.
    pub(crate) const fn place(&self, block: usize) -> (usize, usize) {
        (self.number, self.first + block)
    }
}

/// Returns the bytes of a single key.
pub(crate) fn key_bytes<K: StoredKey>(key: K) -> Vec<u8> {
    let mut bytes = Vec::new();
    key.write_after(K::LEAST, &mut bytes);
    bytes
}

/// Returns the key that [`key_bytes`] wrote; `None` for no bytes.
pub(crate) fn key_from<K: StoredKey>(mut bytes: &[u8]) -> Option<K> {
    K::read_after(K::LEAST, &mut bytes)
}

/// A block: first key, number of keys, bytes.
pub(crate) type Encoded<K> = (K, u32, Vec<u8>);

/// Encodes sorted keys as blocks, on all threads.
pub(crate) fn encoded<K: StoredKey>(keys: &[K], block: usize) -> Vec<Encoded<K>> {
    tasks::of_parts(keys, block, &encoded_block)
}

/// Encodes sorted keys, at least one, as a block.
pub(crate) fn encoded_block<K: StoredKey>(keys: &[K]) -> Encoded<K> {
    let (mut bytes, mut previous) = (Vec::with_capacity(4 * keys.len()), K::LEAST);
    for &key in keys {
        key.write_after(previous, &mut bytes);
        previous = key;
    }
    bytes.shrink_to_fit();
    (keys[0], keys.len() as u32, bytes)
}

/// Makes a piece of such blocks; returns their bytes, too.
pub(crate) fn piece<K: StoredKey>(
    depth: u32,
    kind: PieceKind,
    next: Vec<u8>,
    has_goal: bool,
    encoded: Vec<Encoded<K>>,
) -> (Piece, Vec<Vec<u8>>) {
    let (blocks, bytes) = encoded
        .into_iter()
        .map(|(first, states, bytes)| ((key_bytes(first), states), bytes))
        .unzip();
    let piece = Piece {
        depth,
        kind,
        next,
        has_goal,
        blocks,
    };
    (piece, bytes)
}

/// Reads the keys of a block.
pub(crate) fn read<K: StoredKey>(
    store: &AnyStore<'_>,
    number: usize,
    block: usize,
) -> Result<Vec<K>, StoreFailed> {
    let bytes = store.block(number, block)?;
    let (mut rest, mut last) = (&bytes[..], K::LEAST);
    let mut keys = Vec::with_capacity(bytes.len() / 2);
    while let Some(key) = K::read_after(last, &mut rest) {
        keys.push(key);
        last = key;
    }
    Ok(keys)
}

/// Reads all keys of some lists, sorted if the lists belong to one layer.
pub(crate) fn read_all<K: StoredKey>(
    store: &AnyStore<'_>,
    lists: &[List<K>],
) -> Result<Vec<K>, StoreFailed> {
    filtered(&in_store(store, lists), &|_| true)
}

/// Cuts the rest of the runs, from a key on, into ranges that one thread merges in memory, enough
/// for a piece.
///
/// Also returns the key at which the next piece begins, if there is more.
fn ranges<K: StoredKey>(
    runs: &[&List<K>],
    from: Option<K>,
    sizes: PieceSizes,
) -> (Vec<Range<K>>, Option<K>) {
    let mut firsts: Vec<K> = runs
        .iter()
        .flat_map(|run| run.blocks.iter().map(|&(first, _)| first))
        .filter(|&first| from.is_none_or(|from| first > from))
        .collect();
    tasks::sort(&mut firsts);
    // The blocks at the ends of a range are read for its neighbours, too: with several blocks of
    // each run in between, this is a small part. Together, all threads merge half a piece at a
    // time, unless one block of each run is more.
    let shared = sizes.piece / sizes.block / rayon::current_num_threads() / 2;
    let step = (4 * runs.len()).clamp(16, shared.max(16)).max(runs.len());
    let most = sizes.piece.div_ceil(step * sizes.block).max(1);
    let mut cuts: Vec<K> = firsts.into_iter().step_by(step).skip(1).collect();
    cuts.dedup();
    let next = cuts.get(most - 1).copied();
    cuts.truncate(most);
    let mut begins: Vec<Option<K>> = vec![from];
    begins.extend(cuts.iter().copied().map(Some).filter(|&cut| cut != next));
    let ends = begins[1..].iter().copied().chain([next]);
    let ranges = begins.iter().copied().zip(ends).collect();
    (ranges, next)
}

/// Merges the next ranges of runs, from a key on, side by side: as many as are enough for a piece.
/// Returns the results, in order, and the key at which the next piece begins, if there is more.
///
/// The first range is merged whatever the clock says, so that a search advances each time it is
/// started. A piece that was told to stop ends before the first missing range.
pub(crate) fn merged_ranges<K: StoredKey, T: Send>(
    runs: &[&List<K>],
    from: Option<K>,
    (sizes, control): (PieceSizes, &Control<'_>),
    merge: &(dyn Fn(Range<K>) -> Result<T, StoreFailed> + Sync),
) -> Result<(Vec<T>, Option<K>), StoreFailed> {
    let (ranges, mut next) = ranges(runs, from, sizes);
    let merged = tasks::results(ranges.len(), &|index| {
        if index > 0 && control.is_over() {
            return Ok(None);
        }
        merge(ranges[index]).map(Some)
    });
    let merged = merged
        .into_iter()
        .collect::<Result<Vec<_>, StoreFailed>>()?;
    if let Some(missing) = merged.iter().position(Option::is_none) {
        next = ranges[missing].0;
    }
    Ok((merged.into_iter().map_while(|range| range).collect(), next))
}

/// Returns the distinct keys of a range in runs that belong to a layer, sorted.
pub(super) fn merged<K: StoredKey>(
    store: &AnyStore<'_>,
    runs: &[List<K>],
    belonging: &Belonging<'_, K>,
    range: Range<K>,
) -> Result<Vec<K>, StoreFailed> {
    let mut keys = keys_in(&in_store(store, runs), range)?;
    merge(&mut keys);
    let (others, wanted) = match belonging {
        Belonging::All => return Ok(keys),
        Belonging::Outside(others) => (others, false),
        Belonging::Inside(others) => (others, true),
    };
    let others: Vec<InStore<'_, K>> = others.iter().map(|list| (store, *list)).collect();
    retain(&mut keys, &others, range, wanted)?;
    Ok(keys)
}

/// Returns all keys of a range in some lists, one list after the other.
pub(crate) fn keys_in<K: StoredKey>(
    lists: &[InStore<'_, K>],
    range: Range<K>,
) -> Result<Vec<K>, StoreFailed> {
    let blocks = lists
        .iter()
        .flat_map(|(_, list)| &list.blocks[list.overlapping(range)]);
    let most: usize = blocks.map(|&(_, states)| states as usize).sum();
    let mut keys: Vec<K> = Vec::with_capacity(most);
    let (from, to) = range;
    for (store, list) in lists {
        for block in list.overlapping(range) {
            let block = list.read(*store, block)?;
            let begin = from.map_or(0, |from| block.partition_point(|&key| key < from));
            let end = to.map_or(block.len(), |to| block.partition_point(|&key| key < to));
            keys.extend_from_slice(block.get(begin..end).unwrap_or_default());
        }
    }
    Ok(keys)
}

/// Sorts stretches of sorted keys together, and makes the keys distinct.
pub(crate) fn merge<K: StoredKey>(keys: &mut Vec<K>) {
    // A stable sort merges sorted stretches; an unstable one would take them apart.
    keys.sort();
    keys.dedup();
}

/// Retains those of some sorted keys of a range that occur in other lists, or those that do not.
pub(crate) fn retain<K: StoredKey>(
    keys: &mut Vec<K>,
    others: &[InStore<'_, K>],
    range: Range<K>,
    wanted: bool,
) -> Result<(), StoreFailed> {
    let mut is_known = vec![false; keys.len()];
    for (store, list) in others {
        for block in list.overlapping(range) {
            for place in places_in(keys, &list.read(*store, block)?) {
                is_known[place] = true;
            }
        }
    }
    let mut known = is_known.into_iter();
    keys.retain(|_| known.next() == Some(wanted));
    Ok(())
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

/// Returns the keys of some lists that pass a test, sorted if the lists belong to one layer.
pub(crate) fn filtered<K: StoredKey>(
    lists: &[InStore<'_, K>],
    passes: &(dyn Fn(&K) -> bool + Sync),
) -> Result<Vec<K>, StoreFailed> {
    let blocks = lists
        .iter()
        .flat_map(|list| (0..list.1.blocks.len()).map(move |block| (list, block)));
    let blocks: Vec<_> = blocks.collect();
    let kept = tasks::results(blocks.len(), &|index| {
        let ((store, list), block) = blocks[index];
        let mut keys = list.read(*store, block)?;
        keys.retain(passes);
        Ok(keys)
    });
    let kept: Vec<Vec<K>> = kept.into_iter().collect::<Result<_, StoreFailed>>()?;
    Ok(kept.concat())
}

/// Returns the sorted keys that also occur in the lists.
pub(crate) fn common<K: StoredKey>(
    lists: &[InStore<'_, K>],
    keys: &[K],
) -> Result<Vec<K>, StoreFailed> {
    let blocks = lists.iter().flat_map(|listed| {
        let blocks = &listed.1.blocks;
        (0..blocks.len()).filter_map(move |block| {
            let begin = blocks[block].0;
            let end = blocks.get(block + 1).map(|&(first, _)| first);
            let from = keys.partition_point(|&key| key < begin);
            let to = end.map_or(keys.len(), |end| keys.partition_point(|&key| key < end));
            (from < to).then_some((listed, block, from..to))
        })
    });
    let blocks: Vec<_> = blocks.collect();
    let found = tasks::results(blocks.len(), &|index| {
        let ((store, list), block, range) = &blocks[index];
        let known = list.read(*store, *block)?;
        let wanted = &keys[range.clone()];
        let places = places_in(wanted, &known).map(|place| wanted[place]);
        Ok(places.collect())
    });
    let found: Vec<Vec<K>> = found.into_iter().collect::<Result<_, StoreFailed>>()?;
    Ok(found.concat())
}
