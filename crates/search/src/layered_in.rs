//! The exhaustive search that goes on in a store.

use crate::control::{Control, Event, Exhausted, Found, Outcome, Pace, StopReason, Stopped};
use crate::external::{
    Batches, Encoded, Grower, Halt, Kept, List, MOST_BLOCKS, Place, Range, Work, keep_blocks,
    lists_of, places,
};
use crate::keyed::{AnyAnnotated, KeyedAnnotated, any_annotated, in_moves};
use crate::layer_store::{InStore, Keep, LayerStore, PieceKind, StoreFailed};
use crate::layered::{Beam, Layer, in_memory};
use crate::tasks;
use std::ops;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use tait_space::{Annotated, Code, Flow, MoveOf, StoredKey, of_one};

/// The most states that an exhaustive search with a store holds in memory: a killed search loses
/// them.
const MOST_IN_MEMORY: u64 = 1 << 24;

/// Searches for a path of at most `bound` moves to a goal whose annotation is complete.
///
/// Without a beam, `Exhausted` is a proof. A beam keeps the best states by the sum of their
/// priority, that of their annotations, and noise; the key breaks ties. Of several complete goals,
/// the one with the smallest key counts.
///
/// A beam stays in memory. With a store, a search without one begins in memory. When it does not fit there, it begins
/// again in the store, on all threads.
///
/// # Errors
/// When the store cannot keep or return a piece.
///
/// ```
/// use tait_vacancy::checkers::{Checkers, CheckersSpace};
/// use tait_search::{Control, InMemory, InStore, MemoryLayers, Unannotated, layered};
/// let space = CheckersSpace::new(Checkers::new(2, 1)?)?;
/// let (plain, control, store) = (Unannotated(&space), Control::default(), MemoryLayers::default());
/// let Ok(outcome) = layered(&plain, 5, None, InMemory, &control);
/// assert_eq!(outcome.moves().map(<[_]>::len), Some(5));
/// assert_eq!(layered(&plain, 5, None, InStore::new(&store), &control)?, outcome);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn layered<A: Annotated, K: Keep>(
    space: &A,
    bound: u32,
    beam: Option<Beam>,
    keep: K,
    control: &Control<'_>,
) -> Result<Outcome<MoveOf<A>>, K::Error> {
    let store = keep.store().filter(|_| beam.is_none());
    let outcome = searched_for_any(any_annotated(space), bound, beam, store, control);
    outcome.map(in_moves).map_err(K::error)
}

fn searched_for_any(
    space: AnyAnnotated<'_>,
    bound: u32,
    beam: Option<Beam>,
    store: Option<InStore<'_>>,
    control: &Control<'_>,
) -> Result<Outcome<Code>, StoreFailed> {
    let Some(store) = store else {
        return Ok(in_memory(space, bound, beam, control));
    };
    if store.sizes.is_none() && store.store.kept()?.is_empty() {
        let limits = control.limits.with_at_most(MOST_IN_MEMORY);
        let limited = Control { limits, ..*control };
        match in_memory(space, bound, None, &limited) {
            Outcome::Stopped(stopped) if stopped.reason == StopReason::Memory => {}
            Outcome::Stopped(stopped)
                if stopped.reason == StopReason::States
                    && limits.states != control.limits.states => {}
            outcome => return Ok(outcome),
        }
    }
    of_one!(space, space => searched(space, bound, store, control))
}

// Growth of a layer of annotated states in a store.

/// The label that states carry along their moves.
pub(crate) trait Carry<K>: Sync {
    /// Returns the words of an annotation.
    fn words(&self) -> usize;

    /// Visits the neighbours of a state, each with what it receives; may write that to `carried`.
    fn neighbours(
        &self,
        key: &K,
        annotation: &[u64],
        carried: &mut [u64],
        visit: &mut dyn FnMut(K, &[u64]) -> Flow,
    );

    /// Joins what a state receives to what it has. The order of joining must not matter.
    fn join(&self, known: &mut [u64], more: &[u64]);

    /// Returns whether a layer ends the search.
    fn has_goal(&self, layer: &Layer<K>) -> bool;
}

/// Annotations of a space: sets of possibilities.
struct Possibilities<'a, K> {
    space: &'a dyn KeyedAnnotated<K>,
    words: usize,
    budget: u32,
}

impl<K: StoredKey> Carry<K> for Possibilities<'_, K> {
    fn words(&self) -> usize {
        self.words
    }

    fn neighbours(
        &self,
        key: &K,
        annotation: &[u64],
        carried: &mut [u64],
        visit: &mut dyn FnMut(K, &[u64]) -> Flow,
    ) {
        let budget = self.budget;
        self.space
            .annotated_successors(key, annotation, budget, carried, visit);
    }

    fn join(&self, known: &mut [u64], more: &[u64]) {
        unite(known, more);
    }

    fn has_goal(&self, layer: &Layer<K>) -> bool {
        has_goal(self.space, layer)
    }
}

/// Makes a layer of the neighbours of annotated states.
pub(crate) struct Growth<'a, K> {
    pub(crate) carry: &'a dyn Carry<K>,
    pub(crate) grower: Grower<'a>,
    pub(crate) number: u32,
    pub(crate) before: u64,
}

impl<K: StoredKey> Growth<'_, K> {
    /// Returns the distinct neighbours of the states in each of some blocks, sorted; `None` if the work may be given up
    /// and was told to stop.
    fn expanded(
        &self,
        blocks: &[Place],
        may_give_up: bool,
    ) -> Result<Option<Vec<Layer<K>>>, StoreFailed> {
        let is_over = AtomicBool::new(false);
        let expanded = tasks::results(blocks.len(), &|index| {
            let words = self.carry.words();
            let (mut found, mut pace) = (Layer::new(words), Pace::default());
            let mut carried = vec![0; words];
            let layer: Layer<K> = read(self.grower.store, blocks[index], words)?;
            for (key, annotation) in layer.states() {
                if may_give_up && pace.is_due() && self.grower.control.is_over() {
                    is_over.store(true, Ordering::Relaxed);
                    break;
                }
                let mut visit = |key, carried: &[u64]| {
                    found.push(key, carried);
                    ControlFlow::Continue(())
                };
                self.carry
                    .neighbours(key, annotation, &mut carried, &mut visit);
            }
            Ok(self.merged_parts(&[(&found, 0..found.len())]))
        });
        let expanded: Vec<Layer<K>> = expanded.into_iter().collect::<Result<_, StoreFailed>>()?;
        Ok((!is_over.into_inner()).then_some(expanded))
    }

    /// Merges lists that are in memory, on all threads, and encodes the result.
    fn in_memory(&self, parts: &[Layer<K>]) -> (bool, Vec<Encoded<K>>) {
        let block = self.grower.sizes.block;
        let keys = parts
            .iter()
            .flat_map(|part| part.keys.iter().step_by(block).skip(1));
        let mut cuts: Vec<K> = keys.copied().collect();
        tasks::sort(&mut cuts);
        // A range holds about eight blocks.
        let mut cuts: Vec<Option<K>> = cuts.into_iter().step_by(8).map(Some).collect();
        cuts.dedup();
        let begins = std::iter::once(None).chain(cuts.iter().copied());
        let ends = cuts.iter().copied().chain([None]);
        let ranges: Vec<Range<K>> = begins.zip(ends).collect();
        let encoded = tasks::results(ranges.len(), &|index| {
            let parts = parts.iter().map(|part| (part, within(part, ranges[index])));
            self.finished(&self.merged_parts(&parts.collect::<Vec<_>>()))
        });
        let has_goal = encoded.iter().any(|&(has_goal, _)| has_goal);
        let blocks = encoded.into_iter().flat_map(|(_, blocks)| blocks);
        (has_goal, blocks.collect())
    }

    fn finished(&self, layer: &Layer<K>) -> (bool, Vec<Encoded<K>>) {
        (
            self.carry.has_goal(layer),
            encoded(layer, self.grower.sizes.block),
        )
    }

    fn merged_parts(&self, parts: &[(&Layer<K>, ops::Range<usize>)]) -> Layer<K> {
        let join = |known: &mut [u64], more: &[u64]| self.carry.join(known, more);
        merged(parts, self.carry.words(), &join)
    }
}

impl<K: StoredKey> Work<K> for Growth<'_, K> {
    fn number(&self) -> u32 {
        self.number
    }

    fn before(&self) -> u64 {
        self.before
    }

    fn is_its_only_run(&self) -> bool {
        true
    }

    fn shrink(&mut self) {}

    fn make_run(
        &mut self,
        blocks: &[Place],
        from: usize,
        found_before: u64,
    ) -> Result<(List<K>, u64), Halt> {
        let (mut parts, mut states) = (Vec::new(), 0);
        let mut batches = Batches::new(self.grower.sizes, from);
        while let Some(batch) = batches.next(blocks, states) {
            let Some(expanded) = self.expanded(batch, batches.may_give_up())? else {
                break;
            };
            let more: usize = expanded.iter().map(Layer::len).sum();
            states += more;
            batches.add(batch.len(), more);
            parts.extend(expanded);
            let bytes = parts.iter().map(Layer::bytes).sum();
            let all = self.before + found_before + states as u64;
            if self.grower.report(all, bytes).is_some() {
                break;
            }
        }
        let (has_goal, blocks) = self.in_memory(&parts);
        let next = (batches.at() as u64).to_le_bytes().to_vec();
        let (store, kind) = (self.grower.store, PieceKind::Run);
        let run = keep_blocks(store, self.number, kind, next, has_goal, blocks)?;
        let bytes = parts.iter().map(Layer::bytes).sum();
        Ok((run, bytes))
    }

    fn merged(
        &self,
        runs: &[List<K>],
        range: Range<K>,
    ) -> Result<(bool, Vec<Encoded<K>>), StoreFailed> {
        let mut parts = Vec::new();
        for run in runs {
            for block in run.overlapping(range) {
                let layer: Layer<K> =
                    read(self.grower.store, run.place(block), self.carry.words())?;
                let place = within(&layer, range);
                parts.push((layer, place));
            }
        }
        let parts: Vec<_> = parts
            .iter()
            .map(|(layer, place)| (layer, place.clone()))
            .collect();
        Ok(self.finished(&self.merged_parts(&parts)))
    }
}

/// Unites two sets of possibilities.
fn unite(known: &mut [u64], more: &[u64]) {
    for (word, more) in known.iter_mut().zip(more) {
        *word |= more;
    }
}

fn has_goal<K: StoredKey>(space: &dyn KeyedAnnotated<K>, layer: &Layer<K>) -> bool {
    let mut states = layer.states();
    states.any(|(key, annotation)| space.goal_part(key, annotation).is_some())
}

// The exhaustive search with its layers in a store.
//
// A layer grows in runs and slices, as those of [`external`](crate::external()) do: sorted lists of keys, each with its
// annotation. Where runs are merged, equal keys merge their annotations. A path is read off backwards, with a pass over
// each layer; the store keeps how far the pass has come.

/// The number of a pass over a layer, beside the depth of the layer.
const PASS: u32 = 1 << 31;

fn searched<K: StoredKey>(
    space: &dyn KeyedAnnotated<K>,
    bound: u32,
    store: InStore<'_>,
    control: &Control<'_>,
) -> Result<Outcome<Code>, StoreFailed> {
    let starts = space.annotated_start_keys(bound);
    let words = starts.first().map_or(0, |(_, annotation)| annotation.len());
    let sizes = store.sizes(size_of::<K>() + words * size_of::<u64>(), control);
    let mut search = LayeredSearch {
        space,
        bound,
        words,
        grower: Grower::new(store.store, sizes, control),
        kept: Kept::open(store.store)?,
    };
    match search.run(starts) {
        Ok(outcome) => Ok(outcome),
        Err(Halt::Store(failed)) => Err(failed),
        Err(Halt::Stop { reason, .. }) => {
            let states = search.kept.states(0..);
            Ok(Outcome::Stopped(Stopped { reason, states }))
        }
    }
}

struct LayeredSearch<'a, K> {
    space: &'a dyn KeyedAnnotated<K>,
    bound: u32,
    /// The words of an annotation.
    words: usize,
    grower: Grower<'a>,
    /// The number of a layer in the store is its depth.
    kept: Kept<'a, K>,
}

impl<K: StoredKey> LayeredSearch<'_, K> {
    fn run(&mut self, starts: Vec<(K, Vec<u64>)>) -> Result<Outcome<Code>, Halt> {
        if self.kept.layer(0).is_none() {
            self.keep_starts(starts)?;
        }
        loop {
            let states = self.kept.states(0..);
            let depth = states.len() as u32 - 1;
            if self.kept.layer(depth).is_some_and(|layer| layer.has_goal) {
                let moves = self.read_off(depth)?;
                return Ok(Outcome::Found(Found { moves, states }));
            }
            if depth == self.bound || states[depth as usize] == 0 {
                self.kept.exhausted()?;
                let bound = self.bound;
                return Ok(Outcome::Exhausted(Exhausted { bound, states }));
            }
            let number = depth + 1;
            let pending = self.kept.take_pending(number);
            let grower = self.grower.beside(&self.kept);
            let carry = Possibilities {
                space: self.space,
                words: self.words,
                budget: self.bound - depth,
            };
            let mut growth = Growth {
                carry: &carry,
                grower,
                number,
                before: states.iter().sum(),
            };
            let lists = grower.grow(&mut growth, lists_of(self.kept.layer(depth)), pending)?;
            self.kept.complete(number, lists)?;
            let reached = self.kept.layer(number).map_or(0, |layer| layer.states);
            let event = Event::Visited { states: reached };
            self.grower.control.sink.event(event);
        }
    }

    fn keep_starts(&mut self, starts: Vec<(K, Vec<u64>)>) -> Result<(), StoreFailed> {
        let mut pending = self.kept.take_pending(0);
        if pending.is_empty() {
            let mut layer = Layer::new(self.words);
            for (key, annotation) in starts {
                layer.push(key, &annotation);
            }
            let layer = merged(&[(&layer, 0..layer.len())], self.words, &unite);
            let has_goal = has_goal(self.space, &layer);
            let blocks = encoded(&layer, self.grower.sizes.block);
            let (store, kind) = (self.grower.store, PieceKind::Run);
            let run = keep_blocks(store, 0, kind, Vec::new(), has_goal, blocks)?;
            pending.push(run);
        }
        self.kept.complete(0, pending)
    }

    /// Finds a path to the complete goal with the smallest key in a layer.
    fn read_off(&self, depth: u32) -> Result<Vec<Code>, Halt> {
        let lists = lists_of(self.kept.layer(depth));
        let mut goal = None;
        'lists: for list in lists.iter().filter(|list| list.has_goal) {
            for place in places(std::slice::from_ref(list)) {
                let layer = read(self.grower.store, place, self.words)?;
                let parts = layer.states().filter_map(|(key, annotation)| {
                    Some((*key, self.space.goal_part(key, annotation)?))
                });
                goal = parts.min_by_key(|&(key, _)| key);
                if goal.is_some() {
                    break 'lists;
                }
            }
        }
        let Some((mut target, mut wanted)) = goal else {
            return Ok(Vec::new());
        };
        let mut moves = Vec::with_capacity(depth as usize);
        for depth in (0..depth).rev() {
            let Some(way) = self.way_to(&target, &wanted, depth)? else {
                break;
            };
            moves.push(way.step);
            (target, wanted) = (way.from, way.part);
        }
        moves.reverse();
        Ok(moves)
    }

    /// Finds the smallest move, and then the smallest state of a layer, from which the wanted part can come.
    fn way_to(&self, target: &K, wanted: &[u64], depth: u32) -> Result<Option<Way<K>>, Halt> {
        let number = PASS | depth;
        let pass = self.kept.last_pending(number);
        let (mut at, mut best) =
            pass.map_or((0, None), |pass| Way::read_pass(&pass.next, self.words));
        let blocks = places(lists_of(self.kept.layer(depth)));
        let budget = self.bound - depth;
        let before = self.kept.states(0..).iter().sum();
        let (mut noted, begin) = (at, at);
        while at < blocks.len() {
            let batch = &blocks[at..(at + MOST_BLOCKS).min(blocks.len())];
            let is_over = AtomicBool::new(false);
            let pass = |index: usize| -> Result<Option<Option<Way<K>>>, StoreFailed> {
                // The first block is passed whatever the clock says, so that a search advances each time it is started.
                let may_give_up = at + index > begin;
                let (mut pace, mut best) = (Pace::default(), None);
                let layer: Layer<K> = read(self.grower.store, batch[index], self.words)?;
                for (key, annotation) in layer.states() {
                    if may_give_up && pace.is_due() && self.grower.control.is_over() {
                        is_over.store(true, Ordering::Relaxed);
                        return Ok(None);
                    }
                    let way = self.space.way_to(target, wanted, (key, annotation), budget);
                    let way = way.map(|(step, part)| Way {
                        step,
                        from: *key,
                        part,
                    });
                    best = Way::smaller(best, way);
                }
                Ok(Some(best))
            };
            let ways = tasks::results(batch.len(), &pass);
            // A batch that was told to stop counts up to the first block that was not passed.
            for way in ways {
                let Some(way) = way? else { break };
                best = Way::smaller(best, way);
                at += 1;
            }
            let is_over = is_over.into_inner();
            let states = (at - noted) * self.grower.sizes.block;
            if is_over || states >= self.grower.sizes.piece || at == blocks.len() {
                let next = Way::write_pass(at, best.as_ref());
                let (store, kind) = (self.grower.store, PieceKind::Slice);
                let _ = keep_blocks::<K>(store, number, kind, next, false, Vec::new())?;
                noted = at;
            }
            let stop = self.grower.report(before, 0);
            let reason = stop.or(is_over.then_some(StopReason::Asked));
            if let Some(reason) = reason.filter(|_| at < blocks.len()) {
                let unfinished = 0;
                return Err(Halt::Stop { reason, unfinished });
            }
        }
        Ok(best)
    }
}

/// The last move of a path, the state before it, and the part of its annotation that the path needs.
struct Way<K> {
    step: Code,
    from: K,
    part: Vec<u64>,
}

impl<K: StoredKey> Way<K> {
    fn smaller(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        let ways = one.into_iter().chain(other);
        ways.min_by_key(|way| (way.step, way.from))
    }

    /// Writes how many blocks a pass has come, and the best way so far.
    fn write_pass(at: usize, best: Option<&Self>) -> Vec<u8> {
        let mut bytes = (at as u64).to_le_bytes().to_vec();
        if let Some(way) = best {
            for word in std::iter::once(&way.step).chain(&way.part) {
                bytes.extend_from_slice(&word.to_le_bytes());
            }
            way.from.write_after(K::LEAST, &mut bytes);
        }
        bytes
    }

    /// Reads what [`write_pass`](Self::write_pass) wrote.
    fn read_pass(mut bytes: &[u8], words: usize) -> (usize, Option<Self>) {
        let mut number = || {
            let (number, rest) = bytes.split_first_chunk()?;
            bytes = rest;
            Some(u64::from_le_bytes(*number))
        };
        let at = number().unwrap_or(0) as usize;
        let step = number();
        let part = (0..words).map_while(|_| number()).collect();
        let way = step.and_then(|step| {
            let from = K::read_after(K::LEAST, &mut bytes)?;
            Some(Self { step, from, part })
        });
        (at, way)
    }
}

// States with their annotations as bytes, and the merging of sorted lists of them.

/// Encodes a part of a sorted layer, at least one state, as a block: each key after the one before it, and then its
/// words.
fn encoded_block<K: StoredKey>(layer: &Layer<K>, part: ops::Range<usize>) -> Encoded<K> {
    let (mut bytes, mut previous) = (Vec::new(), K::LEAST);
    let (first, states) = (layer.keys[part.start], part.len() as u32);
    for index in part {
        layer.keys[index].write_after(previous, &mut bytes);
        previous = layer.keys[index];
        for word in layer.annotation(index) {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
    }
    (first, states, bytes)
}

/// Encodes a sorted layer as blocks.
pub(crate) fn encoded<K: StoredKey>(layer: &Layer<K>, block: usize) -> Vec<Encoded<K>> {
    let begins = (0..layer.len()).step_by(block);
    begins
        .map(|begin| encoded_block(layer, begin..(begin + block).min(layer.len())))
        .collect()
}

/// Reads the states of a block, with this number of words each.
pub(crate) fn read<K: StoredKey>(
    store: &dyn LayerStore,
    (number, block): (usize, usize),
    words: usize,
) -> Result<Layer<K>, StoreFailed> {
    let bytes = store.block(number, block)?;
    let (mut rest, mut last) = (&bytes[..], K::LEAST);
    let (mut layer, mut annotation) = (Layer::new(words), vec![0; words]);
    while let Some(key) = K::read_after(last, &mut rest) {
        for word in &mut annotation {
            let Some((bytes, later)) = rest.split_first_chunk() else {
                return Ok(layer);
            };
            (*word, rest) = (u64::from_le_bytes(*bytes), later);
        }
        layer.push(key, &annotation);
        last = key;
    }
    Ok(layer)
}

/// Returns the states of some parts of layers, sorted, each once with its annotations joined.
fn merged<K: StoredKey>(
    parts: &[(&Layer<K>, ops::Range<usize>)],
    words: usize,
    join: &dyn Fn(&mut [u64], &[u64]),
) -> Layer<K> {
    let most = parts.iter().map(|(_, range)| range.len()).sum();
    let mut order: Vec<(K, u32, u32)> = Vec::with_capacity(most);
    for (part, (layer, range)) in (0..).zip(parts) {
        order.extend(
            range
                .clone()
                .map(|index| (layer.keys[index], part, index as u32)),
        );
    }
    // A stable sort merges sorted stretches.
    order.sort_by_key(|&(key, _, _)| key);
    let mut all = Layer::new(words);
    for (key, part, index) in order {
        let annotation = parts[part as usize].0.annotation(index as usize);
        if all.keys.last() == Some(&key) {
            join(all.annotation_mut(all.len() - 1), annotation);
        } else {
            all.push(key, annotation);
        }
    }
    all
}

/// Returns where the keys of a range are in a sorted layer.
pub(crate) fn within<K: StoredKey>(
    layer: &Layer<K>,
    (from, to): (Option<K>, Option<K>),
) -> ops::Range<usize> {
    let place = |key: K| layer.keys.partition_point(|&known| known < key);
    let begin = from.map_or(0, place);
    begin..to.map_or(layer.len(), place).max(begin)
}
