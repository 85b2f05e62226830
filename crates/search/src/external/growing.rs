//! Makes a layer out of the one before it, or out of sorted lists, in pieces.

use super::kept::{Kept, keep_blocks};
use super::lists::{self, Encoded, List, Range};
use super::sizes::PieceSizes;
use crate::any_store::{AnyStore, StoreFailed};
use crate::control::{Control, Event, StopReason};
use crate::layer_store::PieceKind;
use tait_space::StoredKey;

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
    pub(crate) store: &'a AnyStore<'a>,
    pub(crate) sizes: PieceSizes,
    pub(crate) control: &'a Control<'a>,
    /// The memory that the lists of complete layers take, in bytes.
    held: u64,
}

impl<'a> Grower<'a> {
    /// Returns a grower with no layers beside it yet.
    pub(crate) const fn new(
        store: &'a AnyStore<'a>,
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
        let (merged, next) = lists::merged_ranges(&all, from, effort, &merge)?;
        let has_goal = merged.iter().any(|&(has_goal, _)| has_goal);
        let blocks = merged.into_iter().flat_map(|(_, blocks)| blocks).collect();
        let next = next.map(lists::key_bytes).unwrap_or_default();
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
