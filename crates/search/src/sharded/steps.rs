//! The steps themselves.

use super::ShardTools;
use super::entries::{RunEnd, SliceEnd, pieces, shard_finding};
use super::lists::{Placed, divided, in_stores, runs_of, slices_of, tally};
use super::plan::{ShardFinding, ShardStep, Sharding, Tally};
use crate::any_store::StoreFailed;
use crate::control::{Event, Pace, StopReason, Stopped};
use crate::external::{
    Batches, Encoded, PieceSizes, encoded_block, key_bytes, key_from, keys_in, merge,
    merged_ranges, piece, retain,
};
use crate::growth::{Shards, sorted_neighbours};
use crate::keyed::KeyedBackward;
use crate::layer_store::{Layer, PieceKind, StoreEntry};
use crate::tasks;
use crate::visited::{Candidates, ShardedSet, Visited};
use std::sync::atomic::{AtomicBool, Ordering};
use tait_space::StoredKey;

/// How a step ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShardEnd {
    /// It is finished.
    Finished(ShardFinding),
    /// It stopped; what it has done so far is in its store.
    Stopped(Stopped),
    /// What it read is not what the steps before it have counted.
    Differs,
}

/// Why a step does not come to its end.
enum Halt {
    Stopped(Stopped),
    Differs,
    Store(StoreFailed),
}

impl From<StoreFailed> for Halt {
    fn from(failed: StoreFailed) -> Self {
        Self::Store(failed)
    }
}

/// The successors of the states in some blocks, separately for each block, and the tally of these states.
type Batch<K> = Vec<(Candidates<K>, Tally)>;

/// Keys of a range of some lists, merged.
struct Part<K> {
    /// What was read.
    merged: Tally,
    /// What is left of it.
    layer: Tally,
    has_goal: bool,
    blocks: Vec<Encoded<K>>,
    /// The key at which the next part begins, if there is more.
    next: Option<K>,
}

/// A step that runs.
struct Running<'a, K> {
    space: &'a dyn KeyedBackward<K>,
    sharding: &'a Sharding,
    tools: &'a ShardTools<'a>,
    sizes: PieceSizes,
}

/// Runs a step, or goes on with it.
pub(super) fn run<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    sharding: &Sharding,
    step: ShardStep,
    tools: &ShardTools<'_>,
    sizes: PieceSizes,
) -> Result<ShardEnd, StoreFailed> {
    let running = Running {
        space,
        sharding,
        tools,
        sizes,
    };
    let kept = tools.own.kept()?;
    if let Some(finding) = shard_finding(sharding, step, &kept) {
        return Ok(ShardEnd::Finished(finding));
    }
    let ended = match step {
        ShardStep::Begin => running.begin(&kept),
        ShardStep::Expand { depth, shard } => running.expand(depth, shard, &kept),
        ShardStep::Merge { depth, shard } => running.merge(depth, shard, &kept),
    };
    match ended {
        Ok(()) => Ok(match shard_finding(sharding, step, &tools.own.kept()?) {
            Some(finding) => ShardEnd::Finished(finding),
            None => ShardEnd::Differs,
        }),
        Err(Halt::Stopped(stopped)) => Ok(ShardEnd::Stopped(stopped)),
        Err(Halt::Differs) => Ok(ShardEnd::Differs),
        Err(Halt::Store(failed)) => Err(failed),
    }
}

/// Returns the lists of a shard of a layer.
pub(super) fn layer<K: StoredKey>(
    sharding: &Sharding,
    others: &dyn super::OtherSteps,
    depth: u32,
    shard: u32,
) -> Result<Vec<Placed<K>>, StoreFailed> {
    match others.finding(ShardStep::Begin) {
        Some(ShardFinding::Begun { layers, .. }) if layers.len() > depth as usize => runs_of(
            &others.store(ShardStep::Begin)?,
            sharding,
            depth,
            shard,
            None,
        ),
        _ => match others.finding(ShardStep::Merge { depth, shard }) {
            Some(_) => slices_of(&others.store(ShardStep::Merge { depth, shard })?),
            // A shard without states.
            None => Ok(Vec::new()),
        },
    }
}

impl<K: StoredKey> Running<'_, K> {
    /// Returns what the steps before a step have counted for it.
    fn input(&self, step: ShardStep) -> Result<Tally, Halt> {
        let find = |step| self.tools.others.finding(step);
        let progress = self.sharding.progress(&find);
        progress.input(step).ok_or(Halt::Differs)
    }

    /// Makes the first layers, in memory.
    fn begin(&self, kept: &[StoreEntry]) -> Result<(), Halt> {
        let (bound, space) = (self.sharding.bound, self.space);
        let mut keys = space.near_starts(bound);
        tasks::sort(&mut keys);
        keys.dedup();
        let mut layers: Vec<Vec<K>> = Vec::new();
        loop {
            if !space.is_graded(bound) {
                keys.retain(|key| layers.iter().all(|layer| layer.binary_search(key).is_err()));
            }
            layers.push(keys);
            let (layer, depth) = (&layers[layers.len() - 1], layers.len() as u32 - 1);
            let has_goal = tasks::any(layer, &|key| space.is_solved(key));
            let is_last = layer.is_empty() || layer.len() as u64 > self.sharding.begin;
            if has_goal || depth == bound || is_last {
                break;
            }
            let states = layers.iter().map(|layer| layer.len() as u64);
            if let Some(reason) = self.report(states.sum(), 0) {
                return Err(self.stopped(reason, layer.len() as u64));
            }
            let successors =
                |key: &K, shards: &mut Shards<K>| space.push_successors(key, bound - depth, shards);
            keys = sorted_neighbours(layer, &successors);
        }
        let written = pieces(kept, PieceKind::Run).count();
        for (depth, keys) in layers.iter().enumerate().skip(written) {
            let end = RunEnd::new(self.sharding.shards);
            let has_goal = tasks::any(keys, &|key| space.is_solved(key));
            let _ = self.keep_run(depth as u32, keys, end, has_goal)?;
        }
        self.complete(layers.len() as u32 - 1, false)
    }

    /// Expands one shard of a layer.
    fn expand(&self, depth: u32, shard: u32, kept: &[StoreEntry]) -> Result<(), Halt> {
        let wanted = self.input(ShardStep::Expand { depth, shard })?;
        let lists: Vec<Placed<K>> = layer(self.sharding, self.tools.others, depth, shard)?;
        let blocks = lists
            .iter()
            .flat_map(|list| (0..list.list().blocks.len()).map(move |block| (list, block)));
        let blocks: Vec<(&Placed<K>, usize)> = blocks.collect();
        let last = pieces(kept, PieceKind::Run).next_back();
        let mut end = match last {
            None => RunEnd::new(self.sharding.shards),
            Some((_, piece)) => {
                RunEnd::of(&piece.next, self.sharding.shards).ok_or(Halt::Differs)?
            }
        };
        let mut visited = ShardedSet::default();
        while end.at < blocks.len() {
            end = self.make_run(depth, &blocks, end, &mut visited)?;
            let found = end.to.iter().map(|tally| tally.states).sum();
            if end.at < blocks.len()
                && let Some(reason) = self.report(found, visited.bytes())
            {
                return Err(self.stopped(reason, found));
            }
        }
        if end.from != wanted {
            return Err(Halt::Differs);
        }
        let kept = self.tools.own.kept()?;
        let is_cut = pieces(&kept, PieceKind::Run).nth(1).is_some();
        if is_cut {
            drop(visited);
            self.merge_runs(depth + 1, end.from, &kept)?;
        }
        self.complete(depth + 1, is_cut)
    }

    /// Merges the runs of an expand step, shard by shard: a merge step then reads one list of each step, and the tallies
    /// do not depend on how the runs were cut.
    fn merge_runs(&self, depth: u32, from: Tally, kept: &[StoreEntry]) -> Result<(), Halt> {
        let shards = self.sharding.shards;
        let mut end = RunEnd::new(shards);
        if let Some((_, piece)) = pieces(kept, PieceKind::Slice).next_back() {
            end = RunEnd::of(&piece.next, shards).ok_or(Halt::Differs)?;
            if end.next.is_none() {
                end.at += 1;
            }
        }
        end.from = from;
        while end.at < shards as usize {
            let shard = end.at as u32;
            let kind = Some(PieceKind::Run);
            let runs: Vec<Placed<K>> = runs_of(&self.tools.own, self.sharding, depth, shard, kind)?;
            loop {
                let part = self.merged_part(&runs, &[], end.next.as_deref())?;
                end.to[end.at] = end.to[end.at].plus(part.layer);
                end.blocks = vec![0; shards as usize];
                end.blocks[end.at] = part.blocks.len();
                end.next = part.next.map(key_bytes);
                self.keep(depth, PieceKind::Slice, end.written(), false, part.blocks)?;
                let states = end.to.iter().map(|tally| tally.states).sum();
                if let Some(reason) = self.report(states, 0) {
                    return Err(self.stopped(reason, states));
                }
                if end.next.is_none() {
                    break;
                }
            }
            end.at += 1;
        }
        Ok(())
    }

    /// Expands blocks until the run is large enough or a limit is reached, at least one batch, so that a step advances
    /// each time it is started.
    fn make_run(
        &self,
        depth: u32,
        blocks: &[(&Placed<K>, usize)],
        mut end: RunEnd,
        visited: &mut ShardedSet<K>,
    ) -> Result<RunEnd, Halt> {
        visited.clear();
        let before = end.to.iter().map(|tally| tally.states).sum::<u64>();
        let (mut fresh, mut batches) = (Vec::new(), Batches::new(self.sizes, end.at));
        while let Some(batch) = batches.next(blocks, fresh.len()) {
            let Some(parts) = self.successors(depth, batch, batches.may_give_up())? else {
                break;
            };
            let (candidates, tallies): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
            let lists = || candidates.iter().flatten();
            let bytes = lists().map(Vec::capacity).sum::<usize>() + fresh.capacity();
            if visited.absorb(&candidates, &mut fresh).is_err() {
                return Err(self.stopped(StopReason::Memory, before));
            }
            batches.add(batch.len(), lists().map(Vec::len).sum());
            end.from = tallies.into_iter().fold(end.from, Tally::plus);
            let bytes = (bytes * size_of::<K>()) as u64 + visited.bytes();
            if self.report(before + fresh.len() as u64, bytes).is_some() {
                break;
            }
        }
        tasks::sort(&mut fresh);
        end.at = batches.at();
        Ok(self.keep_run(depth + 1, &fresh, end, false)?)
    }

    /// Returns the successors of the states in some blocks, and the tally of these; `None` if the work may be given up
    /// and was told to stop.
    fn successors(
        &self,
        depth: u32,
        blocks: &[(&Placed<K>, usize)],
        may_give_up: bool,
    ) -> Result<Option<Batch<K>>, StoreFailed> {
        let (space, budget) = (self.space, self.sharding.bound - depth);
        let is_over = AtomicBool::new(false);
        let expand = |&(list, block): &(&Placed<K>, usize)| {
            let (mut shards, mut pace) = (Shards::new(), Pace::default());
            let keys = list.read(block)?;
            for key in &keys {
                if may_give_up && pace.is_due() && self.tools.control.is_over() {
                    is_over.store(true, Ordering::Relaxed);
                    break;
                }
                space.push_successors(key, budget, &mut shards);
            }
            Ok((shards.into_candidates(), tally(&keys)))
        };
        let parts = tasks::results(blocks.len(), &|index| expand(&blocks[index]));
        let parts = parts.into_iter().collect::<Result<Vec<_>, StoreFailed>>()?;
        Ok((!is_over.into_inner()).then_some(parts))
    }

    /// Makes one shard of a layer.
    fn merge(&self, depth: u32, shard: u32, kept: &[StoreEntry]) -> Result<(), Halt> {
        let others = self.tools.others;
        let wanted = self.input(ShardStep::Merge { depth, shard })?;
        let (mut runs, mut earlier) = (Vec::new(), Vec::new());
        for source in 0..self.sharding.shards {
            let step = ShardStep::Expand {
                depth: depth - 1,
                shard: source,
            };
            if others.finding(step).is_some() {
                runs.extend(runs_of(
                    &others.store(step)?,
                    self.sharding,
                    depth,
                    shard,
                    None,
                )?);
            }
        }
        if !self.space.is_graded(self.sharding.bound) {
            for before in 0..depth {
                earlier.extend(layer(self.sharding, others, before, shard)?);
            }
        }
        let mut end = SliceEnd::default();
        let mut is_open = true;
        if let Some((_, piece)) = pieces(kept, PieceKind::Slice).next_back() {
            end = SliceEnd::of(&piece.next).ok_or(Halt::Differs)?;
            is_open = end.next.is_some();
        }
        while is_open {
            let part = self.merged_part(&runs, &earlier, end.next.as_deref())?;
            end.from = end.from.plus(part.merged);
            end.layer = end.layer.plus(part.layer);
            end.next = part.next.map(key_bytes);
            is_open = end.next.is_some();
            let (states, has_goal) = (end.layer.states, part.has_goal);
            self.keep(
                depth,
                PieceKind::Slice,
                end.written(),
                has_goal,
                part.blocks,
            )?;
            if is_open && let Some(reason) = self.report(states, 0) {
                return Err(self.stopped(reason, states));
            }
        }
        if end.from != wanted {
            return Err(Halt::Differs);
        }
        self.complete(depth, false)
    }

    /// Merges the next range of some lists, from a key on.
    fn merged_part(
        &self,
        lists: &[Placed<K>],
        earlier: &[Placed<K>],
        from: Option<&[u8]>,
    ) -> Result<Part<K>, StoreFailed> {
        let all: Vec<_> = lists.iter().map(Placed::list).collect();
        let (lists, earlier) = (in_stores(lists), in_stores(earlier));
        let effort = (self.sizes, self.tools.control);
        let (parts, next) = merged_ranges(&all, from.and_then(key_from), effort, &|range| {
            let mut keys = keys_in(&lists, range)?;
            let merged = tally(&keys);
            merge(&mut keys);
            retain(&mut keys, &earlier, range, false)?;
            // On this thread: a thread that waits for others would begin the next range, and hold both.
            let blocks = keys.chunks(self.sizes.block).map(encoded_block);
            Ok(Part {
                merged,
                layer: tally(&keys),
                has_goal: keys.iter().any(|key| self.space.is_solved(key)),
                blocks: blocks.collect(),
                next: None,
            })
        })?;
        let mut all = Part {
            merged: Tally::default(),
            layer: Tally::default(),
            has_goal: false,
            blocks: Vec::new(),
            next,
        };
        for part in parts {
            all.has_goal |= part.has_goal;
            all.merged = all.merged.plus(part.merged);
            all.layer = all.layer.plus(part.layer);
            all.blocks.extend(part.blocks);
        }
        Ok(all)
    }

    /// Keeps sorted keys as a run, divided into the lists of their shards.
    fn keep_run(
        &self,
        depth: u32,
        keys: &[K],
        mut end: RunEnd,
        has_goal: bool,
    ) -> Result<RunEnd, StoreFailed> {
        let mut blocks = Vec::new();
        for (shard, list) in divided(keys, &mut end.to).iter().enumerate() {
            let encoded = tasks::of_parts(list, self.sizes.block, &encoded_block);
            end.blocks[shard] = encoded.len();
            blocks.extend(encoded);
        }
        self.keep(depth, PieceKind::Run, end.written(), has_goal, blocks)?;
        Ok(end)
    }

    fn keep(
        &self,
        depth: u32,
        kind: PieceKind,
        next: Vec<u8>,
        has_goal: bool,
        blocks: Vec<Encoded<K>>,
    ) -> Result<(), StoreFailed> {
        let (piece, bytes) = piece(depth, kind, next, has_goal, blocks);
        let _ = self.tools.own.keep(StoreEntry::Piece(piece), bytes)?;
        Ok(())
    }

    /// Records in the store that the step has come to its end.
    fn complete(&self, depth: u32, is_merged: bool) -> Result<(), Halt> {
        let layer = Layer {
            depth,
            states: 0,
            has_goal: false,
            is_merged,
        };
        let _ = self.tools.own.keep(StoreEntry::Layer(layer), Vec::new())?;
        Ok(())
    }

    /// Reports progress, and returns the reason to stop, if any.
    fn report(&self, states: u64, bytes: u64) -> Option<StopReason> {
        let share = None;
        let control = self.tools.control;
        control.sink.event(Event::Progress { states, share });
        control.stop_reason(states, bytes + self.tools.own.bytes())
    }

    fn stopped(&self, reason: StopReason, states: u64) -> Halt {
        let states = vec![states];
        Halt::Stopped(Stopped { reason, states })
    }
}
