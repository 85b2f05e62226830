//! Layers of states that are nothing but their keys.

use super::growing::{Grower, Halt, Place, Work};
use super::kept::keep_keys;
use super::lists::{self, Belonging, Encoded, List, Range, read};
use super::sizes::Batches;
use crate::any_store::StoreFailed;
use crate::control::{Pace, StopReason};
use crate::growth::{Neighbours, Shards};
use crate::layer_store::PieceKind;
use crate::tasks;
use crate::visited::{Candidates, ShardedSet, Visited};
use std::sync::atomic::{AtomicBool, Ordering};
use tait_space::StoredKey;

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
            let (mut shards, mut pace) = (Shards::new(), Pace::default());
            for key in read(self.grower.store, number, block)? {
                if may_give_up && pace.is_due() && self.grower.control.is_over() {
                    is_over.store(true, Ordering::Relaxed);
                    break;
                }
                (self.neighbours)(&key, &mut shards);
            }
            Ok(shards.into_candidates())
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
        let keys = lists::merged(self.grower.store, runs, &self.target.belonging, range)?;
        let has_goal = keys.iter().any(|key| (self.target.is_goal)(key));
        // On this thread: a thread that waits for others would begin the next range, and hold both.
        let blocks = keys
            .chunks(self.grower.sizes.block)
            .map(lists::encoded_block);
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
            let lists = || candidates.iter().flatten();
            let bytes = lists().map(Vec::capacity).sum::<usize>() + fresh.capacity();
            if self.visited.absorb(&candidates, &mut fresh).is_err() {
                let (reason, unfinished) = (StopReason::Memory, found_before);
                return Err(Halt::Stop { reason, unfinished });
            }
            batches.add(batch.len(), lists().map(Vec::len).sum());
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
