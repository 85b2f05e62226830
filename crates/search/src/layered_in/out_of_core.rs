//! The exhaustive search with its layers in a store.
//!
//! A layer grows in runs and slices, as those of [`external`](crate::external()) do: sorted lists of keys, each with its
//! annotation. Where runs are merged, equal keys merge their annotations. A path is read off backwards, with a pass over
//! each layer; the store keeps how far the pass has come.

use super::growing::{Growth, Possibilities, has_goal, unite};
use super::records::{encoded, merged, read};
use crate::any_store::{AnyStore, StoreFailed};
use crate::control::{Control, Event, Exhausted, Found, Outcome, Pace, StopReason, Stopped};
use crate::external::{Grower, Halt, Kept, MOST_BLOCKS, PieceSizes, keep_blocks, lists_of, places};
use crate::keyed::{Code, KeyedAnnotated};
use crate::layer::Layer;
use crate::layer_store::PieceKind;
use crate::tasks;
use std::sync::atomic::{AtomicBool, Ordering};
use tait_space::StoredKey;

/// The number of a pass over a layer, beside the depth of the layer.
const PASS: u32 = 1 << 31;

pub(super) fn searched<K: StoredKey>(
    space: &dyn KeyedAnnotated<K>,
    bound: u32,
    store: &AnyStore<'_>,
    sizes: PieceSizes,
    control: &Control<'_>,
) -> Result<Outcome<Code>, StoreFailed> {
    let starts = space.annotated_start_keys(bound);
    let mut search = Search {
        space,
        bound,
        words: starts.first().map_or(0, |(_, annotation)| annotation.len()),
        grower: Grower::new(store, sizes, control),
        kept: Kept::open(store)?,
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

struct Search<'a, K> {
    space: &'a dyn KeyedAnnotated<K>,
    bound: u32,
    /// The words of an annotation.
    words: usize,
    grower: Grower<'a>,
    /// The number of a layer in the store is its depth.
    kept: Kept<'a, K>,
}

impl<K: StoredKey> Search<'_, K> {
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
