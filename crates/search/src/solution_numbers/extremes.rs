//! The solutions of the least and of the largest total cost, read off the layers.

use super::meeting::{EXTREMES, Extreme};
use super::out_of_core::Sides;
use super::walks::ON;
use crate::bidirectional::Role;
use crate::external::Halt;
use crate::keyed::Code;
use crate::tasks;
use std::cmp::Ordering;
use tait_space::StoredKey;

/// States whose predecessors are looked up at once.
const LOOKED_UP: usize = 1 << 14;

/// States in the order of their keys, each with the cost of the walks to it.
type Leading<K> = Vec<(K, u64)>;

fn at<K: StoredKey>(states: &Leading<K>, key: &K) -> Option<u64> {
    let place = states.binary_search_by_key(key, |&(key, _)| key).ok()?;
    Some(states[place].1)
}

impl<K: StoredKey> Sides<'_, K> {
    /// Returns each extreme cost with the smallest solution that has it.
    pub(super) fn extremes(
        &self,
        extremes: [Extreme<K>; 2],
    ) -> Result<[(u64, Vec<Code>); 2], Halt> {
        let [least, largest] = extremes;
        let read_off = |extreme: Extreme<K>, wanted| {
            let total = extreme.total;
            Ok::<_, Halt>((total, self.read_off(extreme, wanted)?))
        };
        Ok([
            read_off(least, EXTREMES[0])?,
            read_off(largest, EXTREMES[1])?,
        ])
    }

    /// Finds the smallest solution with an extreme cost: up to the meeting on states that lead there at this cost, and
    /// then along the numbers of the layers from the goals.
    fn read_off(&self, extreme: Extreme<K>, wanted: Ordering) -> Result<Vec<Code>, Halt> {
        let [forward, backward] = self.depths;
        let mut leading = vec![extreme.states];
        for depth in (0..forward).rev() {
            let before = self.leading(depth, &leading[leading.len() - 1], wanted)?;
            leading.push(before);
        }
        // The first start counts.
        let mut starts = self.space.near_starts(self.length).into_iter();
        let is_leading = |start: &K| {
            leading
                .last()
                .is_some_and(|first| at(first, start).is_some())
        };
        let (Some(mut state), mut spent) = (starts.find(is_leading), 0) else {
            return Ok(Vec::new());
        };
        let mut moves = Vec::with_capacity(self.length as usize);
        for ahead in leading.iter().rev().skip(1) {
            let mut best: Option<(Code, K)> = None;
            self.visit_successors(&state, &moves, &mut |step, successor| {
                let is_smaller = best.as_ref().is_none_or(|(known, _)| step < *known);
                if is_smaller && at(ahead, &successor) == Some(spent + (self.cost)(step)) {
                    best = Some((step, successor));
                }
            });
            let Some((step, successor)) = best else {
                return Ok(Vec::new());
            };
            spent += (self.cost)(step);
            moves.push(step);
            state = successor;
        }
        for depth in (0..backward).rev() {
            let mut successors = Vec::new();
            self.visit_successors(&state, &moves, &mut |step, key| {
                successors.push((step, key));
            });
            let mut keys: Vec<K> = successors.iter().map(|&(_, key)| key).collect();
            keys.sort_unstable();
            keys.dedup();
            let among = self.among(self.lists(Role::Backward, depth), &keys)?;
            let rests = among.into_iter();
            let rests: Leading<K> = rests
                .map(|(key, walks)| (key, walks.extreme(wanted)))
                .collect();
            let left = extreme.total - spent;
            successors.retain(|(step, key)| {
                at(&rests, key).is_some_and(|rest| rest + (self.cost)(*step) == left)
            });
            let Some((step, key)) = successors.into_iter().min() else {
                return Ok(Vec::new());
            };
            spent += (self.cost)(step);
            moves.push(step);
            state = key;
        }
        Ok(moves)
    }

    fn visit_successors(&self, state: &K, moves: &[Code], visit: &mut dyn FnMut(Code, K)) {
        let budget = self.length - moves.len() as u32;
        self.space.successors(state, budget, &mut |step, key| {
            visit(step, key);
            ON
        });
    }

    /// Returns the states at a depth from which a move leads to some states, at the cost that these have.
    fn leading(
        &self,
        depth: u32,
        ahead: &Leading<K>,
        wanted: Ordering,
    ) -> Result<Leading<K>, Halt> {
        let lists = self.lists(Role::Forward, depth);
        let mut leading: Leading<K> = Vec::new();
        for part in ahead.chunks(LOOKED_UP) {
            let sources = tasks::of_parts(part, LOOKED_UP / 64, &|part| {
                let mut sources = Vec::new();
                for (key, cost) in part {
                    self.space
                        .predecessors(key, depth + 1, &mut |step, source| {
                            if let Some(before) = cost.checked_sub((self.cost)(step)) {
                                sources.push((source, before));
                            }
                            ON
                        });
                }
                sources
            });
            let mut sources = sources.concat();
            tasks::sort(&mut sources);
            sources.dedup();
            let mut keys: Vec<K> = sources.iter().map(|&(key, _)| key).collect();
            keys.dedup();
            for (key, walks) in self.among(lists, &keys)? {
                let cost = walks.extreme(wanted);
                if sources.binary_search(&(key, cost)).is_ok() {
                    leading.push((key, cost));
                }
            }
            let states = ahead.len() + leading.capacity() + 2 * sources.len();
            self.go_on((states * size_of::<(K, u64)>()) as u64)?;
        }
        tasks::sort(&mut leading);
        leading.dedup();
        Ok(leading)
    }
}
