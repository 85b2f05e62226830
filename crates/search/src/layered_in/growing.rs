//! Growth of a layer of annotated states in a store.

use super::records::{encoded, merged, read, within};
use crate::any_store::StoreFailed;
use crate::control::Pace;
use crate::external::{Batches, Encoded, Grower, Halt, List, Place, Range, Work, keep_blocks};
use crate::keyed::KeyedAnnotated;
use crate::layer::Layer;
use crate::layer_store::PieceKind;
use crate::tasks;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use tait_space::{Flow, StoredKey};

/// What states carry along their moves.
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
pub(super) struct Possibilities<'a, K> {
    pub(super) space: &'a dyn KeyedAnnotated<K>,
    pub(super) words: usize,
    pub(super) budget: u32,
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

    fn merged_parts(&self, parts: &[(&Layer<K>, std::ops::Range<usize>)]) -> Layer<K> {
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
pub(super) fn unite(known: &mut [u64], more: &[u64]) {
    for (word, more) in known.iter_mut().zip(more) {
        *word |= more;
    }
}

pub(super) fn has_goal<K: StoredKey>(space: &dyn KeyedAnnotated<K>, layer: &Layer<K>) -> bool {
    let mut states = layer.states();
    states.any(|(key, annotation)| space.goal_part(key, annotation).is_some())
}
