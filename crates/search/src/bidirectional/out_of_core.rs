//! The search from both ends with its layers in a store.
//!
//! A layer grows as those of [`external`](crate::external()) do. Both sides meet in the states that the two outermost
//! layers share, which merging the two sorted layers finds. The states that lead to the meeting are layers, too: each
//! holds the predecessors of the one after it that are also in the layer from the starts. So nothing is in memory but
//! pieces.

use super::goals::goal_keys;
use super::kept_layers::Role;
use crate::any_store::StoreFailed;
use crate::control::{Control, Event, Exhausted, Found, Outcome, Stopped};
use crate::external::{
    Belonging, Grower, Growth, Halt, Kept, List, PieceSizes, Target, common, in_store, lists_of,
    read_all,
};
use crate::growth::{Shards, sorted_neighbours};
use crate::keyed::{Code, KeyedBackward};
use crate::tasks;
use std::ops::ControlFlow;
use tait_space::StoredKey;

/// The part of a piece that states may take to be looked up one by one in another layer, rather than merged with it.
const FEW: u64 = 64;

pub(super) fn searched<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    bound: u32,
    kept: Kept<'_, K>,
    sizes: PieceSizes,
    control: &Control<'_>,
) -> Result<Outcome<Code>, StoreFailed> {
    let mut search = Sides {
        space,
        bound,
        grower: Grower::new(kept.store, sizes, control),
        kept,
        depths: [0; 2],
    };
    match search.run() {
        Ok(outcome) => Ok(outcome),
        Err(Halt::Store(failed)) => Err(failed),
        Err(Halt::Stop { reason, .. }) => {
            let states = search.counts();
            Ok(Outcome::Stopped(Stopped { reason, states }))
        }
    }
}

struct Sides<'a, K> {
    space: &'a dyn KeyedBackward<K>,
    bound: u32,
    grower: Grower<'a>,
    kept: Kept<'a, K>,
    /// The depths of the outermost layers from the starts and from the goals.
    depths: [u32; 2],
}

/// Nothing ends a search from both ends but a meeting.
fn no_goal<K>(_: &K) -> bool {
    false
}

impl<K: StoredKey> Sides<'_, K> {
    fn run(&mut self) -> Result<Outcome<Code>, Halt> {
        self.keep_ends()?;
        loop {
            let states = self.counts();
            let [forward, backward] = self.depths;
            let length = forward + backward;
            let [near, far] = [
                self.states(Role::Forward, forward),
                self.states(Role::Backward, backward),
            ];
            self.grower.control.sink.event(Event::Depth {
                depth: length,
                states: near.min(far),
                total: states.iter().sum(),
                bound: self.bound,
            });
            let role = match near <= far {
                true => Role::Forward,
                false => Role::Backward,
            };
            let depth = self.depths[role as usize] + 1;
            // Where the next layer was begun, an earlier run found that these two do not meet.
            let goes_on = self.kept.is_exhausted || self.kept.is_begun(role.number(depth));
            if !goes_on && self.meets()? {
                let moves = self.read_off()?;
                return Ok(Outcome::Found(Found { moves, states }));
            }
            if length == self.bound || near == 0 || far == 0 {
                self.kept.exhausted()?;
                let bound = self.bound;
                return Ok(Outcome::Exhausted(Exhausted { bound, states }));
            }
            if self.kept.layer(role.number(depth)).is_none() {
                self.grow(role, depth)?;
            }
            self.depths[role as usize] = depth;
        }
    }

    /// Keeps the starts and the goals.
    fn keep_ends(&mut self) -> Result<(), Halt> {
        let (space, block) = (self.space, self.grower.sizes.block);
        if self.kept.layer(Role::Forward.number(0)).is_none() {
            let starts = match space.near_starts(self.bound).is_empty() {
                true => Vec::new(),
                false => space.start_keys(),
            };
            let number = Role::Forward.number(0);
            self.kept.keep_layer(number, starts, block, &no_goal)?;
        }
        if self.kept.layer(Role::Backward.number(0)).is_none() {
            let unfinished = 0;
            let goals = goal_keys(space, self.grower.control)
                .map_err(|reason| Halt::Stop { reason, unfinished })?;
            let number = Role::Backward.number(0);
            self.kept.keep_layer(number, goals, block, &no_goal)?;
        }
        Ok(())
    }

    fn states(&self, role: Role, depth: u32) -> u64 {
        let layer = self.kept.layer(role.number(depth));
        layer.map_or(0, |layer| layer.states)
    }

    fn lists(&self, role: Role, depth: u32) -> &[List<K>] {
        lists_of(self.kept.layer(role.number(depth)))
    }

    /// Returns the distinct states of the layers from the starts, then of those from the goals, outermost first.
    fn counts(&self) -> Vec<u64> {
        let [forward, backward] = self.depths;
        let forward = (0..=forward).map(|depth| self.states(Role::Forward, depth));
        let backward = (0..=backward).rev();
        let backward = backward.map(|depth| self.states(Role::Backward, depth));
        forward.chain(backward).collect()
    }

    /// Makes or finishes the next layer of a side.
    fn grow(&mut self, role: Role, depth: u32) -> Result<(), Halt> {
        let (space, number) = (self.space, role.number(depth));
        let left = self.bound - (depth - 1);
        let pending = self.kept.take_pending(number);
        let is_graded = space.is_graded(self.bound);
        let belonging = match is_graded {
            true => Belonging::All,
            false => {
                let earlier = (0..depth).flat_map(|depth| self.lists(role, depth));
                Belonging::Outside(earlier.collect())
            }
        };
        let target = Target {
            number,
            belonging,
            is_goal: &no_goal,
            before: self.counts().iter().sum(),
        };
        let neighbours = |key: &K, shards: &mut Shards<K>| match role {
            Role::Forward => space.push_successors(key, left, shards),
            _ => space.push_predecessors(key, left, shards),
        };
        let from = lists_of(self.kept.layer(role.number(depth - 1)));
        let grower = self.grower.beside(&self.kept);
        let mut growth = Growth::new(grower, target, &neighbours);
        let lists = grower.grow(&mut growth, from, pending)?;
        Ok(self.kept.complete(number, lists)?)
    }

    /// Finds the states that the outermost layers share; returns whether there are any.
    ///
    /// The layers from the goals hold no state nearer to them, as paths through such a state would have met before.
    fn meets(&mut self) -> Result<bool, Halt> {
        let [forward, backward] = self.depths;
        let number = Role::Meeting.number(forward + backward);
        if self.kept.layer(number).is_none() {
            let mut layers = [
                self.kept.layer(Role::Forward.number(forward)),
                self.kept.layer(Role::Backward.number(backward)),
            ];
            layers.sort_by_key(|layer| layer.map_or(0, |layer| layer.states));
            let [smaller, larger] = layers;
            // A run with more memory may find pieces of a merge, which it has to finish.
            let is_begun = self.kept.is_begun(number);
            if !is_begun && smaller.is_none_or(|layer| self.are_few(layer.states)) {
                let keys = read_all(self.kept.store, lists_of(smaller))?;
                let shared = common(&in_store(self.kept.store, lists_of(larger)), &keys)?;
                let block = self.grower.sizes.block;
                self.kept.keep_layer(number, shared, block, &no_goal)?;
            } else {
                let pending = self.kept.take_pending(number);
                let layers = [
                    self.lists(Role::Forward, forward),
                    self.lists(Role::Backward, backward),
                ];
                let target = Target {
                    number,
                    belonging: Belonging::Inside(layers[1].iter().collect()),
                    is_goal: &no_goal,
                    before: self.counts().iter().sum(),
                };
                let none = |_: &K, _: &mut Shards<K>| {};
                let grower = self.grower.beside(&self.kept);
                let growth = Growth::new(grower, target, &none);
                let lists = grower.merge(&growth, layers[0], pending)?;
                self.kept.complete(number, lists)?;
            }
        }
        Ok(self
            .kept
            .layer(number)
            .is_some_and(|layer| layer.states > 0))
    }

    fn are_few(&self, states: u64) -> bool {
        states <= self.grower.sizes.piece as u64 / FEW
    }

    /// Finds the smallest sequence of moves through the meeting.
    ///
    /// The layers from the goals hold every state that is as many moves away from a goal. So a shortest solution stays
    /// on their states after the meeting, and before it on states that lead there.
    fn read_off(&mut self) -> Result<Vec<Code>, Halt> {
        let [forward, backward] = self.depths;
        let meeting = Role::Meeting.number(forward + backward);
        let mut ahead = meeting;
        for depth in (0..forward).rev() {
            self.make_leading(depth, ahead)?;
            ahead = Role::Leading.number(depth);
        }
        let leading = (1..forward).map(|depth| Role::Leading.number(depth));
        let leading = leading.chain((forward > 0).then_some(meeting));
        let after = (0..backward).rev();
        let after = after.map(|depth| Role::Backward.number(depth));
        let mut starts = self.space.start_keys();
        let mut state = None;
        // The first start counts; those that lead to the meeting are sorted by their keys.
        for start in starts.drain(..) {
            if state.is_none() && !self.among(ahead, &[start])?.is_empty() {
                state = Some(start);
            }
        }
        let Some(mut state) = state else {
            return Ok(Vec::new());
        };
        let mut moves = Vec::with_capacity((forward + backward) as usize);
        for number in leading.chain(after) {
            let mut successors = Vec::new();
            let budget = self.bound - moves.len() as u32;
            self.space
                .successors(&state, budget, &mut |step, successor| {
                    successors.push((step, successor));
                    ControlFlow::Continue(())
                });
            let mut keys: Vec<K> = successors.iter().map(|&(_, key)| key).collect();
            tasks::sort(&mut keys);
            keys.dedup();
            let next = self.among(number, &keys)?;
            successors.retain(|(_, key)| next.binary_search(key).is_ok());
            let Some((step, key)) = successors.into_iter().min() else {
                break;
            };
            moves.push(step);
            state = key;
        }
        Ok(moves)
    }

    /// Makes or finishes the layer of states at a depth that lead to those of a layer one move ahead.
    fn make_leading(&mut self, depth: u32, ahead: u32) -> Result<(), Halt> {
        let number = Role::Leading.number(depth);
        if self.kept.layer(number).is_some() {
            return Ok(());
        }
        let (space, spent) = (self.space, depth + 1);
        let is_begun = self.kept.is_begun(number);
        let predecessors =
            |key: &K, shards: &mut Shards<K>| space.push_predecessors(key, spent, shards);
        let layer = self.kept.layer(ahead);
        if !is_begun && layer.is_none_or(|layer| self.are_few(layer.states)) {
            let keys = read_all(self.kept.store, lists_of(layer))?;
            let sources = sorted_neighbours(&keys, &predecessors);
            let leading = common(
                &in_store(self.kept.store, self.lists(Role::Forward, depth)),
                &sources,
            )?;
            let block = self.grower.sizes.block;
            return Ok(self.kept.keep_layer(number, leading, block, &no_goal)?);
        }
        let pending = self.kept.take_pending(number);
        let ahead = self.kept.layer(ahead);
        let target = Target {
            number,
            belonging: Belonging::Inside(self.lists(Role::Forward, depth).iter().collect()),
            is_goal: &no_goal,
            before: self.counts().iter().sum(),
        };
        let grower = self.grower.beside(&self.kept);
        let mut growth = Growth::new(grower, target, &predecessors);
        let lists = grower.grow(&mut growth, lists_of(ahead), pending)?;
        Ok(self.kept.complete(number, lists)?)
    }

    /// Returns those of some sorted keys that are in a layer.
    fn among(&self, number: u32, keys: &[K]) -> Result<Vec<K>, StoreFailed> {
        common(
            &in_store(self.kept.store, lists_of(self.kept.layer(number))),
            keys,
        )
    }
}
