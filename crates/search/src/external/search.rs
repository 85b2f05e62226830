//! The search itself: makes layers out of pieces, and reads off the solution.

use super::lists::{self, Encoded, List, encoded, piece, read};
use super::sizes::PieceSizes;

use crate::any_store::{AnyStore, StoreFailed};
use crate::breadth_first::{key_set, smallest_path};
use crate::control::{Control, Event, Exhausted, Found, Outcome, Pace, StopReason, Stopped};
use crate::growth::{ASSUMED_SUCCESSORS, Shards};
use crate::keyed::{Code, KeyedBackward};
use crate::layer_store::{Layer, PieceKind, StoreEntry};
use crate::tasks::{self, TASK};
use crate::visited::{Candidates, ShardedSet, Visited};
use std::sync::atomic::{AtomicBool, Ordering};
use tait_space::StoredKey;

pub(super) fn searched<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    bound: u32,
    store: &AnyStore<'_>,
    sizes: PieceSizes,
    control: &Control<'_>,
) -> Result<Outcome<Code>, StoreFailed> {
    let mut search = External {
        space,
        bound,
        store,
        sizes,
        control,
        visited: ShardedSet::default(),
        layers: Vec::new(),
        pending: Vec::new(),
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

/// The successors of the states in some blocks, separately for each block.
type Batch<K> = Vec<Candidates<K>>;

/// The most blocks to expand between two looks at the limits.
const MOST_BLOCKS: usize = 64;

/// The reason why the search does not go on.
enum Halt {
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

/// A complete layer.
struct Complete<K> {
    states: u64,
    has_goal: bool,
    /// Its states, in the order of their keys.
    lists: Vec<List<K>>,
}

struct External<'a, K> {
    space: &'a dyn KeyedBackward<K>,
    bound: u32,
    store: &'a AnyStore<'a>,
    sizes: PieceSizes,
    control: &'a Control<'a>,
    visited: ShardedSet<K>,
    layers: Vec<Complete<K>>,
    /// The pieces of the unfinished layer.
    pending: Vec<List<K>>,
}

impl<K: StoredKey> External<'_, K> {
    fn run(&mut self) -> Result<Outcome<Code>, Halt> {
        let mut is_exhausted = false;
        for (number, kept) in self.store.kept()?.into_iter().enumerate() {
            match kept {
                StoreEntry::Piece(piece) => self.pending.push(List::new(number, piece)),
                StoreEntry::Layer(layer) => self.completed(&layer),
                StoreEntry::Exhausted => is_exhausted = true,
            }
        }
        if self.layers.is_empty() {
            self.keep_starts()?;
        }
        loop {
            let depth = self.layers.len() - 1;
            let layer = &self.layers[depth];
            let (counted, has_goal) = (layer.states, layer.has_goal);
            self.control.sink.event(Event::Depth {
                depth: depth as u32,
                states: counted,
                total: self.counts().iter().sum(),
                bound: self.bound,
            });
            if has_goal {
                return Ok(Outcome::Found(Found {
                    moves: self.read_off()?,
                    states: self.counts(),
                }));
            }
            if depth as u32 == self.bound || counted == 0 {
                if !is_exhausted {
                    let _ = self.store.keep(StoreEntry::Exhausted, Vec::new())?;
                }
                return Ok(Outcome::Exhausted(Exhausted {
                    bound: self.bound,
                    states: self.counts(),
                }));
            }
            self.make_layer(depth as u32 + 1)?;
        }
    }

    /// Returns the distinct states per depth.
    fn counts(&self) -> Vec<u64> {
        self.layers.iter().map(|layer| layer.states).collect()
    }

    /// Makes or finishes the layer of the starts.
    fn keep_starts(&mut self) -> Result<(), StoreFailed> {
        if self.pending.is_empty() {
            let mut keys = self.space.near_starts(self.bound);
            tasks::sort(&mut keys);
            keys.dedup();
            let run = self.keep_keys(0, PieceKind::Run, Vec::new(), &keys)?;
            self.pending.push(run);
        }
        self.complete(0)
    }

    /// Makes or finishes the layer of a depth from the previous one.
    fn make_layer(&mut self, depth: u32) -> Result<(), Halt> {
        let pending = std::mem::take(&mut self.pending);
        let (mut runs, mut slices): (Vec<_>, Vec<_>) = pending
            .into_iter()
            .partition(|list| list.kind == PieceKind::Run);
        let blocks: Vec<(usize, usize)> = self.layers[depth as usize - 1]
            .lists
            .iter()
            .flat_map(|list| (0..list.blocks.len()).map(|block| (list.number, block)))
            .collect();
        let mut expanded = runs.last().map_or(Some(0), List::expanded).unwrap_or(0);
        while runs.is_empty() || expanded < blocks.len() {
            let before = runs.iter().map(List::states).sum();
            let run = self.make_run(depth, &blocks, expanded, before)?;
            expanded = run.expanded().unwrap_or(blocks.len());
            let unfinished = before + run.states();
            runs.push(run);
            if let Some(reason) = self.report(unfinished, self.visited.bytes()) {
                return Err(Halt::Stop { reason, unfinished });
            }
        }
        if runs.len() == 1 && self.space.is_graded(self.bound) {
            self.pending = runs;
            return Ok(self.complete(depth)?);
        }
        // Leaves its memory to the merge.
        self.visited = ShardedSet::default();
        let earlier: Vec<&List<K>> = match self.space.is_graded(self.bound) {
            true => Vec::new(),
            false => self.layers.iter().flat_map(|layer| &layer.lists).collect(),
        };
        loop {
            let from = match slices.last().map(List::next_key) {
                None => None,
                Some(Some(key)) => Some(key),
                Some(None) => break,
            };
            let slice = self.make_slice(depth, &runs, &earlier, from)?;
            slices.push(slice);
            let unfinished = slices.iter().map(List::states).sum();
            if let Some(reason) = self.report(unfinished, 0) {
                return Err(Halt::Stop { reason, unfinished });
            }
        }
        drop(earlier);
        self.pending = slices;
        Ok(self.complete(depth)?)
    }

    /// Expands blocks of the previous layer, from one on, until the run is large enough or a limit
    /// is reached.
    ///
    /// Expands at least one batch, so that a search advances each time it is started.
    fn make_run(
        &mut self,
        depth: u32,
        blocks: &[(usize, usize)],
        from: usize,
        before: u64,
    ) -> Result<List<K>, Halt> {
        self.visited.clear();
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
            let Some(candidates) = self.expanded(depth, batch, at > from)? else {
                break;
            };
            let lists = || candidates.iter().flatten();
            found += lists().map(Vec::len).sum::<usize>();
            let bytes = lists().map(Vec::capacity).sum::<usize>() + fresh.capacity();
            if self.visited.absorb(&candidates, &mut fresh).is_err() {
                let unfinished = before;
                let reason = StopReason::Memory;
                return Err(Halt::Stop { reason, unfinished });
            }
            at += batch.len();
            let bytes = (bytes * size_of::<K>()) as u64 + self.visited.bytes();
            if self.report(before + fresh.len() as u64, bytes).is_some() {
                break;
            }
        }
        tasks::sort(&mut fresh);
        let next = (at as u64).to_le_bytes().to_vec();
        Ok(self.keep_keys(depth, PieceKind::Run, next, &fresh)?)
    }

    /// Returns the successors of the states in some blocks; `None` if the work may be given up and
    /// was told to stop.
    fn expanded(
        &self,
        depth: u32,
        blocks: &[(usize, usize)],
        may_give_up: bool,
    ) -> Result<Option<Batch<K>>, StoreFailed> {
        let (space, budget) = (self.space, self.bound - (depth - 1));
        let is_over = AtomicBool::new(false);
        let expand = |&(number, block): &(usize, usize)| {
            let (mut shards, mut pace) = (Shards::new(), Pace::default());
            for key in read(self.store, number, block)? {
                if may_give_up && pace.is_due() && self.control.is_over() {
                    is_over.store(true, Ordering::Relaxed);
                    break;
                }
                space.push_successors(&key, budget, &mut shards);
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
    fn make_slice(
        &self,
        depth: u32,
        runs: &[List<K>],
        earlier: &[&List<K>],
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
            let keys = lists::merged(self.store, runs, earlier, from, to)?;
            let has_goal = keys.iter().any(|key| self.is_goal(key));
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
        self.keep_blocks(depth, PieceKind::Slice, next, has_goal, blocks)
    }

    /// Reports progress, and returns the reason to stop, if any: `unfinished` counts states of the
    /// unfinished layer, `bytes` memory besides the store.
    fn report(&self, unfinished: u64, bytes: u64) -> Option<StopReason> {
        let states = self.counts().iter().sum::<u64>() + unfinished;
        self.control.sink.event(Event::Progress {
            states,
            share: None,
        });
        self.control.stop_reason(states, bytes + self.store.bytes())
    }

    fn is_goal(&self, key: &K) -> bool {
        self.space.is_solved(key)
    }

    fn keep_keys(
        &self,
        depth: u32,
        kind: PieceKind,
        next: Vec<u8>,
        keys: &[K],
    ) -> Result<List<K>, StoreFailed> {
        let has_goal = tasks::any(keys, &|key| self.is_goal(key));
        let blocks = encoded(keys, self.sizes.block);
        self.keep_blocks(depth, kind, next, has_goal, blocks)
    }

    fn keep_blocks(
        &self,
        depth: u32,
        kind: PieceKind,
        next: Vec<u8>,
        has_goal: bool,
        blocks: Vec<Encoded<K>>,
    ) -> Result<List<K>, StoreFailed> {
        let (piece, bytes) = piece(depth, kind, next, has_goal, blocks);
        let number = self.store.keep(StoreEntry::Piece(piece.clone()), bytes)?;
        Ok(List::new(number, piece))
    }

    /// Records in the store that the pending pieces are the layer of a depth.
    fn complete(&mut self, depth: u32) -> Result<(), StoreFailed> {
        let layer = Layer {
            depth,
            states: self.pending.iter().map(List::states).sum(),
            has_goal: self.pending.iter().any(|list| list.has_goal),
            is_merged: self
                .pending
                .iter()
                .any(|list| list.kind == PieceKind::Slice),
        };
        let _ = self
            .store
            .keep(StoreEntry::Layer(layer.clone()), Vec::new())?;
        self.completed(&layer);
        Ok(())
    }

    /// Turns the pending pieces into a layer.
    fn completed(&mut self, layer: &Layer) {
        let mut lists = std::mem::take(&mut self.pending);
        lists.retain(|list| (list.kind == PieceKind::Slice) == layer.is_merged);
        self.layers.push(Complete {
            states: layer.states,
            has_goal: layer.has_goal,
            lists,
        });
    }

    /// Finds the smallest sequence of moves from a start to a goal in the last layer.
    fn read_off(&self) -> Result<Vec<Code>, StoreFailed> {
        let Some((last, before)) = self.layers.split_last() else {
            return Ok(Vec::new());
        };
        let mut ahead = lists::filtered(self.store, &last.lists, &|key| self.is_goal(key))?;
        let mut marked = vec![key_set(&ahead)];
        for (depth, layer) in before.iter().enumerate().rev() {
            let (space, spent) = (self.space, depth as u32 + 1);
            let of_part = |part: &[K]| {
                let mut sources = Shards::new();
                for key in part {
                    space.push_predecessors(key, spent, &mut sources);
                }
                sources.into_candidates().concat()
            };
            let mut sources = tasks::of_parts(&ahead, TASK, &of_part).concat();
            tasks::sort(&mut sources);
            sources.dedup();
            ahead = lists::common(self.store, &layer.lists, &sources)?;
            marked.push(key_set(&ahead));
        }
        marked.reverse();
        Ok(
            smallest_path(self.space, self.bound, &marked)
                .map_or_else(Vec::new, |(moves, _)| moves),
        )
    }
}
