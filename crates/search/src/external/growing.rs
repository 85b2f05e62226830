//! Makes a layer out of the one before it, or out of sorted lists, in pieces.

use super::kept::{keep_blocks, keep_keys};
use super::lists::{self, List, read};
use super::sizes::PieceSizes;
use crate::any_store::{AnyStore, StoreFailed};
use crate::control::Pace;
use crate::control::{Control, Event, StopReason};
use crate::growth::{ASSUMED_SUCCESSORS, Neighbours, Shards};
use crate::layer_store::PieceKind;
use crate::tasks;
use crate::visited::{Candidates, ShardedSet, Visited};
use std::sync::atomic::{AtomicBool, Ordering};
use tait_space::StoredKey;

/// The successors of the states in some blocks, separately for each block.
type Batch<K> = Vec<Candidates<K>>;

/// The most blocks to expand between two looks at the limits.
const MOST_BLOCKS: usize = 64;

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

/// The keys that belong to a layer, among those that were found for it.
pub(crate) enum Belonging<'a, K> {
    /// All of them.
    All,
    /// Those that are in none of these lists.
    Outside(Vec<&'a List<K>>),
    /// Those that are in one of these lists, which are those of one layer.
    Inside(Vec<&'a List<K>>),
}

/// A layer to make.
pub(crate) struct Target<'a, K> {
    /// Its number in the store.
    pub(crate) number: u32,
    pub(crate) belonging: Belonging<'a, K>,
    pub(crate) is_goal: &'a (dyn Fn(&K) -> bool + Sync),
    /// The states of the layers that are complete.
    pub(crate) before: u64,
}

/// Makes layers in pieces that fit in memory.
#[derive(Clone, Copy)]
pub(crate) struct Grower<'a> {
    pub(crate) store: &'a AnyStore<'a>,
    pub(crate) sizes: PieceSizes,
    pub(crate) control: &'a Control<'a>,
}

impl Grower<'_> {
    /// Makes a layer of the neighbours of the states in some lists, from the pieces that exist
    /// already; returns all its pieces.
    pub(crate) fn grow<K: StoredKey>(
        &self,
        target: &Target<'_, K>,
        from: &[List<K>],
        neighbours: &Neighbours<'_, K>,
        pending: Vec<List<K>>,
    ) -> Result<Vec<List<K>>, Halt> {
        let (mut runs, slices): (Vec<_>, Vec<_>) = pending
            .into_iter()
            .partition(|list| list.kind == PieceKind::Run);
        let blocks: Vec<(usize, usize)> = from
            .iter()
            .flat_map(|list| (0..list.blocks.len()).map(|block| (list.number, block)))
            .collect();
        let mut expanded = runs.last().map_or(Some(0), List::expanded).unwrap_or(0);
        let mut visited = ShardedSet::default();
        while runs.is_empty() || expanded < blocks.len() {
            let found = runs.iter().map(List::states).sum();
            let run = self.make_run(&mut visited, target, &blocks, expanded, neighbours, found)?;
            expanded = run.expanded().unwrap_or(blocks.len());
            let unfinished = found + run.states();
            runs.push(run);
            if let Some(reason) = self.report(target.before + unfinished, visited.bytes()) {
                return Err(Halt::Stop { reason, unfinished });
            }
        }
        if runs.len() == 1 && matches!(target.belonging, Belonging::All) {
            return Ok(runs);
        }
        // Leaves its memory to the merge.
        drop(visited);
        self.merge(target, &runs, slices)
    }

    /// Merges sorted lists into a layer, from the slices that exist already; returns all its slices.
    pub(crate) fn merge<K: StoredKey>(
        &self,
        target: &Target<'_, K>,
        runs: &[List<K>],
        mut slices: Vec<List<K>>,
    ) -> Result<Vec<List<K>>, Halt> {
        loop {
            let from = match slices.last().map(List::next_key) {
                None => None,
                Some(Some(key)) => Some(key),
                Some(None) => break,
            };
            let slice = self.make_slice(target, runs, from)?;
            slices.push(slice);
            let unfinished = slices.iter().map(List::states).sum();
            if let Some(reason) = self.report(target.before + unfinished, 0) {
                return Err(Halt::Stop { reason, unfinished });
            }
        }
        Ok(slices)
    }

    /// Expands blocks of the previous layer, from one on, until the run is large enough or a limit
    /// is reached.
    ///
    /// Expands at least one batch, so that a search advances each time it is started.
    fn make_run<K: StoredKey>(
        &self,
        visited: &mut ShardedSet<K>,
        target: &Target<'_, K>,
        blocks: &[(usize, usize)],
        from: usize,
        neighbours: &Neighbours<'_, K>,
        found_before: u64,
    ) -> Result<List<K>, Halt> {
        visited.clear();
        let (mut fresh, mut at) = (Vec::new(), from);
        let PieceSizes {
            block,
            candidates: wanted,
            piece,
        } = self.sizes;
        let mut found = ASSUMED_SUCCESSORS as usize * block;
        while at < blocks.len() && fresh.len() < piece && (at - from) * block < piece {
            // Enough blocks for the wanted number of successors, if they are like the earlier ones.
            let size = (wanted * (at - from + 1) / found.max(1)).clamp(1, MOST_BLOCKS);
            let batch = &blocks[at..(at + size).min(blocks.len())];
            // The first batch is expanded completely, whatever the clock says.
            let Some(candidates) = self.expanded(batch, neighbours, at > from)? else {
                break;
            };
            let lists = || candidates.iter().flatten();
            found += lists().map(Vec::len).sum::<usize>();
            let bytes = lists().map(Vec::capacity).sum::<usize>() + fresh.capacity();
            if visited.absorb(&candidates, &mut fresh).is_err() {
                let (reason, unfinished) = (StopReason::Memory, found_before);
                return Err(Halt::Stop { reason, unfinished });
            }
            at += batch.len();
            let bytes = (bytes * size_of::<K>()) as u64 + visited.bytes();
            let states = target.before + found_before + fresh.len() as u64;
            if self.report(states, bytes).is_some() {
                break;
            }
        }
        tasks::sort(&mut fresh);
        let next = (at as u64).to_le_bytes().to_vec();
        let (number, is_goal) = (target.number, target.is_goal);
        Ok(keep_keys(
            self.store,
            number,
            PieceKind::Run,
            next,
            &fresh,
            block,
            is_goal,
        )?)
    }

    /// Returns the successors of the states in some blocks; `None` if the work may be given up and
    /// was told to stop.
    fn expanded<K: StoredKey>(
        &self,
        blocks: &[(usize, usize)],
        neighbours: &Neighbours<'_, K>,
        may_give_up: bool,
    ) -> Result<Option<Batch<K>>, StoreFailed> {
        let is_over = AtomicBool::new(false);
        let expand = |&(number, block): &(usize, usize)| {
            let (mut shards, mut pace) = (Shards::new(), Pace::default());
            for key in read(self.store, number, block)? {
                if may_give_up && pace.is_due() && self.control.is_over() {
                    is_over.store(true, Ordering::Relaxed);
                    break;
                }
                neighbours(&key, &mut shards);
            }
            Ok(shards.into_candidates())
        };
        let candidates = tasks::results(blocks.len(), &|index| expand(&blocks[index]));
        let candidates = candidates
            .into_iter()
            .collect::<Result<Vec<_>, StoreFailed>>()?;
        Ok((!is_over.into_inner()).then_some(candidates))
    }

    /// Merges the next range of the runs, from a key on.
    fn make_slice<K: StoredKey>(
        &self,
        target: &Target<'_, K>,
        runs: &[List<K>],
        from: Option<K>,
    ) -> Result<List<K>, StoreFailed> {
        let (ranges, mut next) = lists::ranges(runs, from, self.sizes);
        let merge = |index: usize| {
            let (from, to) = ranges[index];
            // The first range is merged whatever the clock says, so that a search advances each
            // time it is started.
            if index > 0 && self.control.is_over() {
                return Ok(None);
            }
            let keys = lists::merged(self.store, runs, &target.belonging, (from, to))?;
            let has_goal = keys.iter().any(|key| (target.is_goal)(key));
            // On this thread: a thread that waits for others would begin the next range, and hold
            // both.
            let blocks = keys.chunks(self.sizes.block).map(lists::encoded_block);
            Ok(Some((has_goal, blocks.collect::<Vec<_>>())))
        };
        let merged = tasks::results(ranges.len(), &merge).into_iter();
        let merged: Vec<Option<_>> = merged.collect::<Result<_, StoreFailed>>()?;
        // A slice that was told to stop ends before the first missing range.
        if let Some(missing) = merged.iter().position(Option::is_none) {
            next = ranges[missing].0;
        }
        let merged: Vec<_> = merged.into_iter().map_while(|range| range).collect();
        let has_goal = merged.iter().any(|&(has_goal, _)| has_goal);
        let blocks = merged.into_iter().flat_map(|(_, blocks)| blocks).collect();
        let next = next.map(lists::key_bytes).unwrap_or_default();
        keep_blocks(
            self.store,
            target.number,
            PieceKind::Slice,
            next,
            has_goal,
            blocks,
        )
    }

    /// Reports progress, and returns the reason to stop, if any: `bytes` is memory besides the
    /// store.
    pub(crate) fn report(&self, states: u64, bytes: u64) -> Option<StopReason> {
        self.control.sink.event(Event::Progress {
            states,
            share: None,
        });
        self.control.stop_reason(states, bytes + self.store.bytes())
    }
}
