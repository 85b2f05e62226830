//! Bidirectional breadth-first search: layers from the starts and from the goals, the smaller next,
//! until they meet.

use crate::breadth_first::{contains, key_set, marked_towards, smallest_path};
use crate::control::{Control, Event, Exhausted, Found, Outcome, StopReason, Stopped};
use crate::visited::{Candidates, SHARDS, ShardedSet, Visited, shard_of};
use rayon::prelude::*;
use std::ops::ControlFlow;
use tait_puzzle::space::Backward;

/// States one task expands.
const TASK: usize = 1 << 10;

/// One side's layers, nearest to its origin first.
struct Side<K> {
    layers: Vec<Vec<K>>,
    visited: ShardedSet<K>,
}

impl<K: Copy + Ord + std::hash::Hash + Send + Sync + std::fmt::Debug> Side<K> {
    fn new(origin: impl IntoIterator<Item = K>) -> Self {
        let mut side = Self {
            layers: Vec::new(),
            visited: ShardedSet::default(),
        };
        let mut shards: Candidates<K> = vec![Vec::new(); SHARDS];
        for key in origin {
            shards[shard_of(&key)].push(key);
        }
        side.absorb(&[shards]);
        side
    }

    fn absorb(&mut self, batch: &[Candidates<K>]) {
        let mut fresh = Vec::new();
        self.visited.absorb(batch, &mut fresh);
        self.layers.push(fresh);
    }

    fn outermost(&self) -> &[K] {
        self.layers.last().map_or(&[], Vec::as_slice)
    }

    fn depth(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    /// Adds the layer of everything `neighbours` visits from the outermost one.
    fn grow(&mut self, is_graded: bool, neighbours: impl Fn(&K, &mut dyn FnMut(K)) + Sync) {
        if is_graded {
            self.visited.clear(); // a state of the next layer is in no other
        }
        let batch: Vec<Candidates<K>> = self
            .outermost()
            .par_chunks(TASK)
            .map(|task| {
                let mut shards = vec![Vec::new(); SHARDS];
                for key in task {
                    neighbours(key, &mut |key| shards[shard_of(&key)].push(key));
                }
                shards
            })
            .collect();
        self.absorb(&batch);
    }
}

/// Searches from both ends for a shortest solution of at most `bound` moves.
///
/// The solution is the canonical one (see the [crate](crate)). The counts are of the layers from
/// the start, followed by those from the goals, outermost first.
pub fn bidirectional<S: Backward>(
    space: &S,
    bound: u32,
    control: &Control<'_>,
) -> Outcome<S::Move> {
    let starts = space.starts();
    let solvable = starts
        .iter()
        .any(|state| space.lower_bound(state).is_some_and(|least| least <= bound));
    let mut forward = Side::new(
        starts
            .iter()
            .map(|state| space.key(state))
            .filter(|_| solvable),
    );
    let mut goals = Vec::new();
    space.goals(&mut |state| {
        goals.push(space.key(&state));
        ControlFlow::Continue(())
    });
    let mut backward = Side::new(goals);
    let is_graded = space.is_graded(bound);
    loop {
        let states = counts(&forward, &backward);
        let length = forward.depth() + backward.depth();
        control.sink.event(Event::Depth {
            depth: length,
            states: forward.outermost().len().min(backward.outermost().len()) as u64,
            total: states.iter().sum(),
            bound,
        });
        let met = key_set(backward.outermost());
        if forward
            .outermost()
            .par_iter()
            .any(|key| contains(&met, key))
        {
            let moves = read_off(space, bound, &forward, &backward);
            return Outcome::Found(Found { moves, states });
        }
        let done = forward.outermost().is_empty() || backward.outermost().is_empty();
        if length == bound || done {
            return Outcome::Exhausted(Exhausted { bound, states });
        }
        if let Some(reason) = stop_reason(control, &forward, &backward, states.iter().sum()) {
            return Outcome::Stopped(Stopped { reason, states });
        }
        if forward.outermost().len() <= backward.outermost().len() {
            let budget = bound - forward.depth();
            forward.grow(is_graded, |key, visit| {
                space.expand(&space.state(key), budget, &mut |_, state| {
                    visit(space.key(&state));
                    ControlFlow::Continue(())
                });
            });
        } else {
            let spent = bound - backward.depth();
            backward.grow(is_graded, |key, visit| {
                space.predecessors(&space.state(key), spent, &mut |_, state| {
                    visit(space.key(&state));
                    ControlFlow::Continue(())
                });
            });
        }
    }
}

fn stop_reason<K: Copy + Ord + std::hash::Hash + Send + Sync + std::fmt::Debug>(
    control: &Control<'_>,
    forward: &Side<K>,
    backward: &Side<K>,
    states: u64,
) -> Option<StopReason> {
    let layers = states * size_of::<K>() as u64;
    control.stop_reason(
        states,
        layers + forward.visited.bytes() + backward.visited.bytes(),
    )
}

fn counts<K>(forward: &Side<K>, backward: &Side<K>) -> Vec<u64> {
    let layers = forward.layers.iter().chain(backward.layers.iter().rev());
    layers.map(|layer| layer.len() as u64).collect()
}

/// The smallest sequence of moves through the layers, which have just met.
///
/// Layer `i` from the goals holds every state from which a goal is `i` moves away and not fewer, so
/// a shortest solution stays on states of these layers after the meeting, and before it on states
/// that lead to it, marked as in the breadth-first search.
fn read_off<S: Backward>(
    space: &S,
    bound: u32,
    forward: &Side<S::Key>,
    backward: &Side<S::Key>,
) -> Vec<S::Move> {
    let met = key_set(backward.outermost());
    let meeting: Vec<S::Key> = forward
        .outermost()
        .par_iter()
        .filter(|key| contains(&met, key))
        .copied()
        .collect();
    let before = &forward.layers[..forward.depth() as usize];
    let mut marked = marked_towards(space, bound, before, &meeting);
    marked.extend(
        backward
            .layers
            .iter()
            .rev()
            .skip(1)
            .map(|layer| key_set(layer)),
    );
    smallest_path(space, bound, &marked)
}
