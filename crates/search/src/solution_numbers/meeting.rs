//! Where the two sides meet: what the states of both outermost layers come to.

use super::out_of_core::Sides;
use super::walks::Walks;
use crate::any_store::StoreFailed;
use crate::bidirectional::Role;
use crate::control::StopReason;
use crate::external::{Halt, List, MOST_BLOCKS, Range};
use crate::layer::Layer;
use crate::layered_in::{read, within};
use crate::tasks;
use num_bigint::BigUint;
use std::cmp::Ordering;
use tait_space::StoredKey;

/// The least and the largest total cost, in this order.
pub(super) const EXTREMES: [Ordering; 2] = [Ordering::Less, Ordering::Greater];

/// An extreme total cost, and the states of the meeting that have it, in order, each with the cost of the walks to it.
#[derive(Debug, Default)]
pub(super) struct Extreme<K> {
    pub(super) total: u64,
    pub(super) states: Vec<(K, u64)>,
}

/// The states in which the two sides meet.
#[derive(Debug)]
pub(super) struct Met<K> {
    pub(super) count: BigUint,
    pub(super) extremes: [Extreme<K>; 2],
}

impl<K: StoredKey> Met<K> {
    fn none() -> Self {
        let none = || Extreme {
            total: 0,
            states: Vec::new(),
        };
        Self {
            count: BigUint::ZERO,
            extremes: [none(), none()],
        }
    }

    /// Adds a state that some walks reach and others leave.
    fn add(&mut self, key: K, to: Walks, on: Walks) {
        self.count += BigUint::from(to.count) * on.count;
        for (extreme, wanted) in self.extremes.iter_mut().zip(EXTREMES) {
            let (before, after) = (to.extreme(wanted), on.extreme(wanted));
            extreme.add(wanted, before.saturating_add(after), &[(key, before)]);
        }
    }

    /// Adds states with larger keys.
    fn add_all(&mut self, more: &Self) {
        self.count += &more.count;
        for ((extreme, wanted), more) in self.extremes.iter_mut().zip(EXTREMES).zip(&more.extremes)
        {
            if !more.states.is_empty() {
                extreme.add(wanted, more.total, &more.states);
            }
        }
    }

    fn bytes(&self) -> u64 {
        let states = self
            .extremes
            .iter()
            .map(|extreme| extreme.states.capacity());
        (states.sum::<usize>() * size_of::<(K, u64)>()) as u64
    }
}

impl<K: Copy> Extreme<K> {
    fn add(&mut self, wanted: Ordering, total: u64, states: &[(K, u64)]) {
        if self.states.is_empty() || total.cmp(&self.total) == wanted {
            self.total = total;
            self.states.clear();
        }
        if total == self.total {
            self.states.extend_from_slice(states);
        }
    }
}

impl<K: StoredKey> Sides<'_, K> {
    /// Finds the states that the outermost layers share; `None` where there are none.
    ///
    /// This is one pass over both layers, which is made again after a kill: it reads about ten million states in a second.
    pub(super) fn met(&self) -> Result<Option<Met<K>>, Halt> {
        let [forward, backward] = self.depths;
        let mut layers = [
            (self.lists(Role::Forward, forward), Role::Forward),
            (self.lists(Role::Backward, backward), Role::Backward),
        ];
        // The blocks of the larger layer are looked up in the other.
        layers.sort_by_key(|(lists, _)| lists.iter().map(|list| list.blocks.len()).sum::<usize>());
        let [(other, _), (lists, role)] = layers;
        let blocks = ranges(lists);
        let mut met = Met::none();
        for batch in blocks.chunks(MOST_BLOCKS) {
            let parts =
                tasks::results(batch.len(), &|index| self.met_in(batch[index], other, role));
            for part in parts {
                met.add_all(&part?);
            }
            self.go_on(met.bytes())?;
        }
        Ok((!met.extremes[0].states.is_empty()).then_some(met))
    }

    /// Finds the states that a block shares with other lists.
    fn met_in(
        &self,
        (place, range): ((usize, usize), Range<K>),
        other: &[List<K>],
        role: Role,
    ) -> Result<Met<K>, Halt> {
        let store = self.grower.store;
        let block: Layer<K> = read(store, place, Walks::WORDS)?;
        let (mut met, mut at) = (Met::none(), 0);
        for list in other {
            for index in list.overlapping(range) {
                let layer: Layer<K> = read(store, list.place(index), Walks::WORDS)?;
                for index in within(&layer, range) {
                    let key = layer.keys[index];
                    while block.keys.get(at).is_some_and(|&known| known < key) {
                        at += 1;
                    }
                    if block.keys.get(at) != Some(&key) {
                        continue;
                    }
                    let here = Walks::of(block.annotation(at));
                    let there = Walks::of(layer.annotation(index));
                    if here.count.max(there.count) == Walks::TOO_MANY {
                        let (reason, unfinished) = (StopReason::Numbers, 0);
                        return Err(Halt::Stop { reason, unfinished });
                    }
                    match role {
                        Role::Forward => met.add(key, here, there),
                        _ => met.add(key, there, here),
                    }
                }
            }
        }
        Ok(met)
    }

    /// Looks whether the search must stop, with this much memory in use beside the store.
    pub(super) fn go_on(&self, bytes: u64) -> Result<(), Halt> {
        let stop = self.grower.report(self.before(), bytes);
        let unfinished = 0;
        stop.map_or(Ok(()), |reason| Err(Halt::Stop { reason, unfinished }))
    }

    /// Returns those of some sorted keys that are in a layer, each with its walks.
    pub(super) fn among(
        &self,
        lists: &[List<K>],
        keys: &[K],
    ) -> Result<Vec<(K, Walks)>, StoreFailed> {
        let blocks = ranges(lists).into_iter().filter_map(|(place, (from, to))| {
            let begin = from.map_or(0, |from| keys.partition_point(|&key| key < from));
            let end = to.map_or(keys.len(), |to| keys.partition_point(|&key| key < to));
            (begin < end).then_some((place, begin..end))
        });
        let blocks: Vec<_> = blocks.collect();
        let found = tasks::results(blocks.len(), &|index| {
            let (place, range) = &blocks[index];
            let layer: Layer<K> = read(self.grower.store, *place, Walks::WORDS)?;
            let found = keys[range.clone()].iter().filter_map(|key| {
                let at = layer.keys.binary_search(key).ok()?;
                Some((*key, Walks::of(layer.annotation(at))))
            });
            Ok(found.collect())
        });
        let found: Vec<Vec<_>> = found.into_iter().collect::<Result<_, StoreFailed>>()?;
        Ok(found.concat())
    }
}

/// Returns the blocks of a layer, each with the range of keys up to the next one.
fn ranges<K: StoredKey>(lists: &[List<K>]) -> Vec<((usize, usize), Range<K>)> {
    let blocks = lists.iter().flat_map(|list| {
        (0..list.blocks.len()).map(move |block| (list.place(block), list.blocks[block].0))
    });
    let blocks: Vec<_> = blocks.collect();
    let ends = blocks.iter().skip(1).map(|&(_, first)| Some(first));
    let ends = ends.chain([None]);
    let ranges = blocks.iter().zip(ends);
    ranges
        .map(|(&(place, first), end)| (place, (Some(first), end)))
        .collect()
}
