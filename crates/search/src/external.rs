//! Breadth-first search in bounded memory.
//!
//! Layers are sorted lists of keys in a [`LayerStore`]. The next layer is made in two steps, both
//! in pieces that fit in memory and are kept as soon as they are finished:
//!
//! 1. **Runs.** A part of the layer is expanded; its successors are made distinct in a hash table
//!    of full keys, sorted, and kept as a run.
//! 2. **Slices.** When there is more than one run, the runs are merged: the keys of one range are
//!    taken from every run, made distinct by sorting, and kept as a slice of the layer. If the
//!    space is not graded, the states of all earlier layers are removed at the same time.
//!
//! Every state is expanded only once, whatever the memory: this is why runs are merged afterwards,
//! rather than the layer being expanded again for each part of its successors. All runs or slices
//! together are the layer, so the counts do not depend on how it was cut, and a killed search
//! resumes after the last piece that was kept. A search that is asked to stop keeps the finished
//! part of its current piece.
//!
//! A solution is read off backwards: the predecessors of states that lead to a goal do so, too, if
//! they are in the previous layer. This takes one pass over the layers, without expanding them.

use crate::breadth_first::{key_set, smallest_path};
use crate::control::{Control, Event, Exhausted, Found, Outcome, Pace, StopReason, Stopped};
use crate::growth::{ASSUMED_SUCCESSORS, AT_ONCE, Neighbours, sorted_neighbours};
use crate::keyed::in_moves;
use crate::layer_store::{
    InStore, Layer, LayerStore, Piece, PieceKind, PieceSizes, StoreEntry, StoreFailed,
};
use crate::tasks;
use crate::visited::{Candidates, ShardedSet, Visited};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use tait_space::{Code, EraseBackward, ErasedBackward, KeyedBackward, StoredKey, of_one};

/// Searches for a shortest solution of at most `bound` moves, with the layers in a store.
///
/// The exhausted outcome proves that there is none.
///
/// Outcomes and counts are those of [`breadth_first`](crate::breadth_first), the canonical solution
/// included. A search resumes from the contents of its store, which must be of the same space and
/// bound.
///
/// # Errors
/// When the store cannot keep or return a piece.
///
/// ```
/// use tait_linear::{BoundedSearch, Puzzle, Restrictions, PruneRules};
/// use tait_search::{Control, InStore, MemoryLayers, external};
/// let bounded = BoundedSearch::new(Puzzle::new(2, 4)?, 4, Restrictions::default(), PruneRules::default())?;
/// let space = bounded.space();
/// let store = MemoryLayers::default();
/// let outcome = external(&space, 4, InStore::new(&store), &Control::default())?;
/// assert_eq!(outcome.moves().map(<[_]>::len), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn external<S: EraseBackward>(
    space: &S,
    bound: u32,
    store: InStore<'_>,
    control: &Control<'_>,
) -> Result<Outcome<S::Move>, StoreFailed> {
    searched_for_any(space.erased_backward(), bound, store, control).map(in_moves)
}

fn searched_for_any(
    space: ErasedBackward<'_>,
    bound: u32,
    store: InStore<'_>,
    control: &Control<'_>,
) -> Result<Outcome<Code>, StoreFailed> {
    of_one!(space, space => searched(space, bound, store, control))
}

// Makes a layer out of the one before it, or out of sorted lists, in pieces.

/// The reason why the search does not go on.
pub(crate) enum Halt {
    /// A reason to stop, and the number of states found of the unfinished layer.
    Stop {
        reason: StopReason,
        unfinished: u64,
    },
    Store(StoreFailed),
}

impl From<StoreFailed> for Halt {
    fn from(failed: StoreFailed) -> Self {
        Self::Store(failed)
    }
}

/// A block of a piece in the store: the numbers of both.
pub(crate) type Place = (usize, usize);

/// A layer to make, of states that may carry more than their keys.
pub(crate) trait Work<K>: Sync {
    /// Returns the number of the layer in the store.
    fn number(&self) -> u32;

    /// Returns how many states the complete layers have.
    fn before(&self) -> u64;

    /// Returns whether the layer is its run, where there is only one.
    fn is_its_only_run(&self) -> bool;

    /// Expands blocks of the previous layer, from one on, until the run is large enough or a limit
    /// is reached; `found` counts the states in earlier runs. Also returns the memory in use.
    ///
    /// Expands at least one batch, so that a search advances each time it is started.
    fn make_run(
        &mut self,
        blocks: &[Place],
        from: usize,
        found: u64,
    ) -> Result<(List<K>, u64), Halt>;

    /// Returns the states of a range in runs that belong to the layer, and whether a goal is among
    /// them.
    fn merged(
        &self,
        runs: &[List<K>],
        range: Range<K>,
    ) -> Result<(bool, Vec<Encoded<K>>), StoreFailed>;

    /// Leaves memory to the merge.
    fn shrink(&mut self);
}

/// Makes layers in pieces that fit in memory.
#[derive(Clone, Copy)]
pub(crate) struct Grower<'a> {
    pub(crate) store: &'a dyn LayerStore,
    pub(crate) sizes: PieceSizes,
    pub(crate) control: &'a Control<'a>,
    /// The memory that the lists of complete layers take, in bytes.
    held: u64,
}

impl<'a> Grower<'a> {
    /// Returns a grower with no layers beside it yet.
    pub(crate) const fn new(
        store: &'a dyn LayerStore,
        sizes: PieceSizes,
        control: &'a Control<'a>,
    ) -> Self {
        Self {
            store,
            sizes,
            control,
            held: 0,
        }
    }

    /// Returns the grower for a layer beside those that are kept.
    pub(crate) fn beside<K: StoredKey>(self, kept: &Kept<'a, K>) -> Self {
        let held = kept.bytes();
        Self { held, ..self }
    }

    /// Makes a layer out of the states in some lists, from the pieces that exist already; returns
    /// all its pieces.
    pub(crate) fn grow<K: StoredKey>(
        &self,
        work: &mut dyn Work<K>,
        from: &[List<K>],
        pending: Vec<List<K>>,
    ) -> Result<Vec<List<K>>, Halt> {
        let (mut runs, slices): (Vec<_>, Vec<_>) = pending
            .into_iter()
            .partition(|list| list.kind == PieceKind::Run);
        let blocks = places(from);
        let mut expanded = runs.last().map_or(Some(0), List::expanded).unwrap_or(0);
        while runs.is_empty() || expanded < blocks.len() {
            let found = runs.iter().map(List::states).sum();
            let (run, bytes) = work.make_run(&blocks, expanded, found)?;
            expanded = run.expanded().unwrap_or(blocks.len());
            let unfinished = found + run.states();
            runs.push(run);
            if let Some(reason) = self.report(work.before() + unfinished, bytes) {
                return Err(Halt::Stop { reason, unfinished });
            }
        }
        if runs.len() == 1 && work.is_its_only_run() {
            return Ok(runs);
        }
        work.shrink();
        self.merge(work, &runs, slices)
    }

    /// Merges sorted lists into a layer, from the slices that exist already; returns all its slices.
    pub(crate) fn merge<K: StoredKey>(
        &self,
        work: &dyn Work<K>,
        runs: &[List<K>],
        mut slices: Vec<List<K>>,
    ) -> Result<Vec<List<K>>, Halt> {
        loop {
            let from = match slices.last().map(List::next_key) {
                None => None,
                Some(Some(key)) => Some(key),
                Some(None) => break,
            };
            let slice = self.make_slice(work, runs, from)?;
            slices.push(slice);
            let unfinished = slices.iter().map(List::states).sum();
            if let Some(reason) = self.report(work.before() + unfinished, 0) {
                return Err(Halt::Stop { reason, unfinished });
            }
        }
        Ok(slices)
    }

    /// Merges the next range of the runs, from a key on.
    fn make_slice<K: StoredKey>(
        &self,
        work: &dyn Work<K>,
        runs: &[List<K>],
        from: Option<K>,
    ) -> Result<List<K>, StoreFailed> {
        let all: Vec<&List<K>> = runs.iter().collect();
        let effort = (self.sizes, self.control);
        let merge = |range| work.merged(runs, range);
        let (merged, next) = merged_ranges(&all, from, effort, &merge)?;
        let has_goal = merged.iter().any(|&(has_goal, _)| has_goal);
        let blocks = merged.into_iter().flat_map(|(_, blocks)| blocks).collect();
        let next = next.map(key_bytes).unwrap_or_default();
        let kind = PieceKind::Slice;
        keep_blocks(self.store, work.number(), kind, next, has_goal, blocks)
    }

    /// Reports progress, and returns the reason to stop, if any: `bytes` is memory besides the
    /// store.
    pub(crate) fn report(&self, states: u64, bytes: u64) -> Option<StopReason> {
        self.control.sink.event(Event::Progress {
            states,
            share: None,
        });
        let bytes = bytes + self.held + self.store.bytes();
        self.control.stop_reason(states, bytes)
    }
}

/// Returns the places of all blocks of some lists.
pub(crate) fn places<K>(lists: &[List<K>]) -> Vec<Place> {
    let blocks = |list: &List<K>| {
        (0..list.blocks.len())
            .map(|block| list.place(block))
            .collect()
    };
    lists
        .iter()
        .flat_map(|list| -> Vec<Place> { blocks(list) })
        .collect()
}

// The layers of a search in a store: those that are complete, and the pieces of others.

/// A complete layer.
pub(crate) struct Complete<K> {
    pub(crate) states: u64,
    pub(crate) has_goal: bool,
    /// Its states, in the order of their keys.
    pub(crate) lists: Vec<List<K>>,
}

/// The entries of a store. Layers have numbers, which the store calls depths.
pub(crate) struct Kept<'a, K> {
    pub(crate) store: &'a dyn LayerStore,
    complete: BTreeMap<u32, Complete<K>>,
    pending: BTreeMap<u32, Vec<List<K>>>,
    /// Whether the store says that the search is exhausted.
    pub(crate) is_exhausted: bool,
    /// Whether the store has ever kept a run.
    pub(crate) has_runs: bool,
}

impl<'a, K: StoredKey> Kept<'a, K> {
    /// Reads what is kept.
    pub(crate) fn open(store: &'a dyn LayerStore) -> Result<Self, StoreFailed> {
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
        merge(&mut slice);
        let next = to.map(key_bytes).unwrap_or_default();
        let (kind, block) = (PieceKind::Slice, sizes.block);
        let slice = keep_keys(kept.store, number, kind, next, &slice, block, &|_| false)?;
        pending.push(slice);
    }
    kept.complete(number, pending)?;
    Ok(true)
}

/// Keeps sorted keys as a piece.
fn keep_keys<K: StoredKey>(
    store: &dyn LayerStore,
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
    store: &dyn LayerStore,
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

// Layers of states that are nothing but their keys.

/// The successors of the states in some blocks, separately for each block.
type Batch<K> = Vec<Candidates<K>>;

/// A layer to make.
pub(crate) struct Target<'a, K> {
    /// Its number in the store.
    pub(crate) number: u32,
    pub(crate) belonging: Belonging<'a, K>,
    pub(crate) is_goal: &'a (dyn Fn(&K) -> bool + Sync),
    /// The states of the layers that are complete.
    pub(crate) before: u64,
}

/// Makes a layer of the neighbours of states.
pub(crate) struct Growth<'a, K> {
    grower: Grower<'a>,
    target: Target<'a, K>,
    neighbours: &'a Neighbours<'a, K>,
    visited: ShardedSet<K>,
}

impl<'a, K: StoredKey> Growth<'a, K> {
    pub(crate) fn new(
        grower: Grower<'a>,
        target: Target<'a, K>,
        neighbours: &'a Neighbours<'a, K>,
    ) -> Self {
        let visited = ShardedSet::default();
        Self {
            grower,
            target,
            neighbours,
            visited,
        }
    }

    /// Returns the successors of the states in some blocks; `None` if the work may be given up and
    /// was told to stop.
    fn expanded(
        &self,
        blocks: &[Place],
        may_give_up: bool,
    ) -> Result<Option<Batch<K>>, StoreFailed> {
        let is_over = AtomicBool::new(false);
        let expand = |&(number, block): &Place| {
            let (mut found, mut pace) = (Vec::new(), Pace::default());
            for keys in read(self.grower.store, number, block)?.chunks(AT_ONCE) {
                if may_give_up && pace.is_due() && self.grower.control.is_over() {
                    is_over.store(true, Ordering::Relaxed);
                    break;
                }
                (self.neighbours)(keys, &mut found);
            }
            Ok(Candidates::from(found))
        };
        let candidates = tasks::results(blocks.len(), &|index| expand(&blocks[index]));
        let candidates = candidates
            .into_iter()
            .collect::<Result<Vec<_>, StoreFailed>>()?;
        Ok((!is_over.into_inner()).then_some(candidates))
    }
}

impl<K: StoredKey> Work<K> for Growth<'_, K> {
    fn number(&self) -> u32 {
        self.target.number
    }

    fn before(&self) -> u64 {
        self.target.before
    }

    fn is_its_only_run(&self) -> bool {
        matches!(self.target.belonging, Belonging::All)
    }

    fn shrink(&mut self) {
        self.visited = ShardedSet::default();
    }

    fn merged(
        &self,
        runs: &[List<K>],
        range: Range<K>,
    ) -> Result<(bool, Vec<Encoded<K>>), StoreFailed> {
        let keys = merged(self.grower.store, runs, &self.target.belonging, range)?;
        let has_goal = keys.iter().any(|key| (self.target.is_goal)(key));
        // On this thread: a thread that waits for others would begin the next range, and hold both.
        let blocks = keys.chunks(self.grower.sizes.block).map(encoded_block);
        Ok((has_goal, blocks.collect()))
    }

    fn make_run(
        &mut self,
        blocks: &[Place],
        from: usize,
        found_before: u64,
    ) -> Result<(List<K>, u64), Halt> {
        self.visited.clear();
        let (mut fresh, sizes) = (Vec::new(), self.grower.sizes);
        let mut batches = Batches::new(sizes, from);
        while let Some(batch) = batches.next(blocks, fresh.len()) {
            let Some(candidates) = self.expanded(batch, batches.may_give_up())? else {
                break;
            };
            let count = candidates.iter().map(Candidates::len).sum::<usize>();
            let bytes = count + fresh.capacity();
            if self.visited.absorb(&candidates, &mut fresh).is_err() {
                let (reason, unfinished) = (StopReason::Memory, found_before);
                return Err(Halt::Stop { reason, unfinished });
            }
            batches.add(batch.len(), count);
            let bytes = (bytes * size_of::<K>()) as u64 + self.visited.bytes();
            let states = self.target.before + found_before + fresh.len() as u64;
            if self.grower.report(states, bytes).is_some() {
                break;
            }
        }
        tasks::sort(&mut fresh);
        let next = (batches.at() as u64).to_le_bytes().to_vec();
        let (number, is_goal) = (self.target.number, self.target.is_goal);
        let (store, kind) = (self.grower.store, PieceKind::Run);
        let run = keep_keys(store, number, kind, next, &fresh, sizes.block, is_goal)?;
        Ok((run, self.visited.bytes()))
    }
}

// Sorted lists of keys in a store: their index, their bytes, and operations on them.

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
pub(crate) type StoredList<'a, K> = (&'a dyn LayerStore, &'a List<K>);

/// Returns lists of one store, each with the store.
pub(crate) fn in_store<'a, K>(
    store: &'a dyn LayerStore,
    lists: &'a [List<K>],
) -> Vec<StoredList<'a, K>> {
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
    fn new(number: usize, piece: &Piece) -> Self {
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
    pub(crate) fn read(&self, store: &dyn LayerStore, block: usize) -> Result<Vec<K>, StoreFailed> {
        let (number, block) = self.place(block);
        read(store, number, block)
    }

    fn states(&self) -> u64 {
        self.blocks
            .iter()
            .map(|&(_, states)| u64::from(states))
            .sum()
    }

    /// Returns how many blocks of the previous layer have been expanded after this run.
    fn expanded(&self) -> Option<usize> {
        let bytes = self.next.first_chunk()?;
        Some(u64::from_le_bytes(*bytes) as usize)
    }

    /// Returns the key at which the next slice begins.
    fn next_key(&self) -> Option<K> {
        key_from(&self.next)
    }

    /// Says that this list is all of its layer, whatever comes next in the store.
    fn ends(&mut self) {
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
    store: &dyn LayerStore,
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
    store: &dyn LayerStore,
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
fn merged<K: StoredKey>(
    store: &dyn LayerStore,
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
    let others: Vec<StoredList<'_, K>> = others.iter().map(|list| (store, *list)).collect();
    retain(&mut keys, &others, range, wanted)?;
    Ok(keys)
}

/// Returns all keys of a range in some lists, one list after the other.
pub(crate) fn keys_in<K: StoredKey>(
    lists: &[StoredList<'_, K>],
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
    // A stable sort merges sorted stretches; an unstable one would take them apart. But a stable one needs as much room again,
    // and has no way to say that there is none.
    match Vec::<K>::new().try_reserve_exact(2 * keys.len()) {
        Ok(()) => keys.sort(),
        Err(_) => tasks::sort(keys),
    }
    keys.dedup();
}

/// Retains those of some sorted keys of a range that occur in other lists, or those that do not.
pub(crate) fn retain<K: StoredKey>(
    keys: &mut Vec<K>,
    others: &[StoredList<'_, K>],
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
    lists: &[StoredList<'_, K>],
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
    lists: &[StoredList<'_, K>],
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

// The search itself: makes one layer after the other, and reads off the solution.

fn searched<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    bound: u32,
    store: InStore<'_>,
    control: &Control<'_>,
) -> Result<Outcome<Code>, StoreFailed> {
    let sizes = store.sizes(size_of::<K>(), control);
    let mut search = External {
        space,
        bound,
        grower: Grower::new(store.store, sizes, control),
        kept: Kept::open(store.store)?,
    };
    match search.run() {
        Ok(outcome) => Ok(outcome),
        Err(Halt::Store(failed)) => Err(failed),
        Err(Halt::Stop { reason, unfinished }) => {
            let mut states = search.counts();
            states.push(unfinished);
            Ok(Outcome::Stopped(Stopped { reason, states }))
        }
    }
}

struct External<'a, K> {
    space: &'a dyn KeyedBackward<K>,
    bound: u32,
    grower: Grower<'a>,
    /// The number of a layer in the store is its depth.
    kept: Kept<'a, K>,
}

impl<K: StoredKey> External<'_, K> {
    fn run(&mut self) -> Result<Outcome<Code>, Halt> {
        let (space, bound) = (self.space, self.bound);
        if self.kept.layer(0).is_none() {
            let (starts, block) = (space.near_starts(bound), self.grower.sizes.block);
            self.kept
                .keep_layer(0, starts, block, &|key| space.is_solved(key))?;
        }
        loop {
            let states = self.counts();
            let depth = states.len() as u32 - 1;
            let counted = states[depth as usize];
            self.grower.control.sink.event(Event::Depth {
                depth,
                states: counted,
                total: states.iter().sum(),
                bound,
            });
            if self.kept.layer(depth).is_some_and(|layer| layer.has_goal) {
                let moves = self.read_off(depth)?;
                return Ok(Outcome::Found(Found { moves, states }));
            }
            if depth == bound || counted == 0 {
                self.kept.exhausted()?;
                return Ok(Outcome::Exhausted(Exhausted { bound, states }));
            }
            self.make_layer(depth + 1, states.iter().sum())?;
        }
    }

    /// Returns the distinct states per depth.
    fn counts(&self) -> Vec<u64> {
        self.kept.states(0..)
    }

    /// Makes or finishes the layer of a depth from the previous one.
    fn make_layer(&mut self, number: u32, before: u64) -> Result<(), Halt> {
        let (space, budget) = (self.space, self.bound - (number - 1));
        let pending = self.kept.take_pending(number);
        let layers = || (0..number).filter_map(|depth| self.kept.layer(depth));
        let belonging = match space.is_graded(self.bound) {
            true => Belonging::All,
            false => Belonging::Outside(layers().flat_map(|layer| &layer.lists).collect()),
        };
        let target = Target {
            number,
            belonging,
            is_goal: &|key| space.is_solved(key),
            before,
        };
        let from = layers().next_back().map_or(&[][..], |layer| &layer.lists);
        let successors =
            |keys: &[K], found: &mut Vec<K>| space.push_successors(keys, budget, found);
        let grower = self.grower.beside(&self.kept);
        let mut growth = Growth::new(grower, target, &successors);
        let lists = grower.grow(&mut growth, from, pending)?;
        Ok(self.kept.complete(number, lists)?)
    }

    /// Finds the smallest sequence of moves from a start to a goal in the last layer.
    fn read_off(&self, last: u32) -> Result<Vec<Code>, StoreFailed> {
        let (store, goal) = (self.kept.store, |key: &K| self.space.is_solved(key));
        let lists = |depth| self.kept.layer(depth).map_or(&[][..], |layer| &layer.lists);
        let mut ahead = filtered(&in_store(store, lists(last)), &goal)?;
        let mut marked = vec![key_set(&ahead)];
        for depth in (0..last).rev() {
            let (space, spent) = (self.space, depth + 1);
            let predecessors =
                |keys: &[K], found: &mut Vec<K>| space.push_predecessors(keys, spent, found);
            let sources = sorted_neighbours(&ahead, &predecessors);
            ahead = common(&in_store(store, lists(depth)), &sources)?;
            marked.push(key_set(&ahead));
        }
        marked.reverse();
        Ok(
            smallest_path(self.space, self.bound, &marked)
                .map_or_else(Vec::new, |(moves, _)| moves),
        )
    }
}

// The sizes of the pieces of a layer, and of the batches that they grow by.

/// The most blocks to expand between two looks at the limits.
pub(crate) const MOST_BLOCKS: usize = 64;

/// The batches of blocks that are expanded for a run, one after the other.
pub(crate) struct Batches {
    sizes: PieceSizes,
    from: usize,
    at: usize,
    found: usize,
}

impl Batches {
    /// Creates the batches from a block on.
    pub(crate) const fn new(sizes: PieceSizes, from: usize) -> Self {
        Self {
            sizes,
            from,
            at: from,
            found: ASSUMED_SUCCESSORS as usize * sizes.block,
        }
    }

    /// Returns how many blocks have been expanded, those before the first batch included.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// Returns whether work may be given up. The first batch is expanded completely, whatever the clock says.
    pub(crate) const fn may_give_up(&self) -> bool {
        self.at > self.from
    }

    /// Returns the next batch: enough blocks for the wanted number of successors, if they are like the earlier ones.
    /// `None` when no block is left, or when the run is large enough with this many states.
    pub(crate) fn next<'b, B>(&self, blocks: &'b [B], states: usize) -> Option<&'b [B]> {
        let PieceSizes {
            block,
            candidates,
            piece,
        } = self.sizes;
        let expanded = self.at - self.from;
        let size = (candidates * (expanded + 1) / self.found.max(1)).clamp(1, MOST_BLOCKS);
        let rest = blocks.get(self.at..).unwrap_or_default();
        let is_enough = states >= piece || expanded * block >= piece;
        (!rest.is_empty() && !is_enough).then(|| &rest[..size.min(rest.len())])
    }

    /// Notes that a batch of blocks has been expanded, and how many successors it had.
    pub(crate) const fn add(&mut self, blocks: usize, successors: usize) {
        self.at += blocks;
        self.found += successors;
    }
}
