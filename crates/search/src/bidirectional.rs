//! Bidirectional breadth-first search: layers from the starts and from the goals, the smaller next,
//! until they meet.

mod kept_layers;

use crate::breadth_first::{BATCH, marked_towards, smallest_path};
use crate::control::{Control, Event, Exhausted, Found, Outcome, StopReason, Stopped};
use crate::layer_store::LayerStore;
use crate::visited::{Candidates, SHARDS, ShardedSet, Visited, shard_of};
use kept_layers::{Direction, InStore, Keeper, Nowhere};
use rayon::prelude::*;
use std::ops::ControlFlow;
use tait_puzzle::space::{Backward, StoredKey};

/// States one task expands.
const TASK: usize = 1 << 10;

/// One side's layers, nearest to its origin first.
pub(crate) struct Side<K> {
    pub(crate) layers: Vec<Vec<K>>,
    pub(crate) visited: ShardedSet<K>,
}

impl<K: Copy + Ord + std::hash::Hash + Send + Sync + std::fmt::Debug> Side<K> {
    pub(crate) fn new(origin: impl IntoIterator<Item = K>) -> Self {
        let mut side = Self {
            layers: Vec::new(),
            visited: ShardedSet::default(),
        };
        let mut shards: Candidates<K> = vec![Vec::new(); SHARDS];
        for key in origin {
            shards[shard_of(&key)].push(key);
        }
        let mut first = Vec::new();
        side.visited.absorb(&[shards], &mut first);
        side.layers.push(first);
        side
    }

    pub(crate) fn outermost(&self) -> &[K] {
        self.layers.last().map_or(&[], Vec::as_slice)
    }

    pub(crate) fn depth(&self) -> u32 {
        self.layers.len() as u32 - 1
    }

    pub(crate) fn layer_sizes(&self) -> Vec<u64> {
        self.layers.iter().map(|layer| layer.len() as u64).collect()
    }

    pub(crate) fn states(&self) -> u64 {
        self.layer_sizes().iter().sum()
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.layer_bytes() + self.visited.bytes()
    }

    fn layer_bytes(&self) -> u64 {
        let keys: usize = self.layers.iter().map(Vec::capacity).sum();
        (keys * size_of::<K>()) as u64
    }

    /// Adds the layer of everything `neighbours` visits from the outermost one; whatever `stop_reason` gives
    /// ends it between two batches. It is asked with the states of the growing layer and this side's bytes.
    fn grow(
        &mut self,
        is_graded: bool,
        neighbours: impl Fn(&K, &mut dyn FnMut(K)) + Sync,
        stop_reason: impl Fn(u64, u64) -> Option<StopReason>,
    ) -> Result<(), StopReason> {
        let kept = self.layer_bytes();
        self.forget(is_graded);
        let outermost = self.layers.last().map_or(&[][..], Vec::as_slice);
        let next = absorbed(&mut self.visited, outermost, neighbours, |states, bytes| {
            stop_reason(states, kept + bytes)
        })?;
        self.layers.push(next);
        Ok(())
    }

    /// Adds a layer that was grown before; `stop_reason` as in [`grow`](Self::grow).
    fn take_over(
        &mut self,
        is_graded: bool,
        layer: &[K],
        stop_reason: impl Fn(u64, u64) -> Option<StopReason>,
    ) -> Result<(), StopReason> {
        let kept = self.layer_bytes() + size_of_val(layer) as u64;
        self.forget(is_graded);
        let itself = |key: &K, visit: &mut dyn FnMut(K)| visit(*key);
        let next = absorbed(&mut self.visited, layer, itself, |states, bytes| {
            stop_reason(states, kept + bytes)
        })?;
        self.layers.push(next);
        Ok(())
    }

    /// A state of the next layer of a graded space is in no other.
    fn forget(&mut self, is_graded: bool) {
        if is_graded {
            self.visited.clear();
        }
    }

    /// Adds the layer of those from which this side's goals are one move farther away, in a search for
    /// `bound` moves; `stop_reason` as in [`grow`](Self::grow).
    pub(crate) fn grow_backward<S: Backward<Key = K>>(
        &mut self,
        space: &S,
        bound: u32,
        stop_reason: impl Fn(u64, u64) -> Option<StopReason>,
    ) -> Result<(), StopReason> {
        let spent = bound - self.depth();
        let neighbours = |key: &K, visit: &mut dyn FnMut(K)| {
            space.predecessors(&space.state(key), spent, &mut |_, state| {
                visit(space.key(&state));
                ControlFlow::Continue(())
            });
        };
        self.grow(space.is_graded(bound), neighbours, stop_reason)
    }

    /// Adds the layer of those that are one move farther from this side's starts.
    fn grow_forward<S: Backward<Key = K>>(
        &mut self,
        space: &S,
        bound: u32,
        stop_reason: impl Fn(u64, u64) -> Option<StopReason>,
    ) -> Result<(), StopReason> {
        let budget = bound - self.depth();
        let neighbours = |key: &K, visit: &mut dyn FnMut(K)| {
            space.expand(&space.state(key), budget, &mut |_, state| {
                visit(space.key(&state));
                ControlFlow::Continue(())
            });
        };
        self.grow(space.is_graded(bound), neighbours, stop_reason)
    }
}

/// What `neighbours` visits from some keys and a set does not hold yet, each once; the set then holds it.
/// Between two batches `stop_reason` is asked with how many there are, and the bytes of them and of the set.
fn absorbed<K: Copy + Ord + std::hash::Hash + Send + Sync + std::fmt::Debug>(
    visited: &mut ShardedSet<K>,
    keys: &[K],
    neighbours: impl Fn(&K, &mut dyn FnMut(K)) + Sync,
    stop_reason: impl Fn(u64, u64) -> Option<StopReason>,
) -> Result<Vec<K>, StopReason> {
    let mut next = Vec::new();
    for batch in keys.chunks(BATCH) {
        let candidates: Vec<Candidates<K>> = batch
            .par_chunks(TASK)
            .map(|task| {
                let mut shards = vec![Vec::new(); SHARDS];
                for key in task {
                    neighbours(key, &mut |key| shards[shard_of(&key)].push(key));
                }
                shards
            })
            .collect();
        visited.absorb(&candidates, &mut next);
        let bytes = visited.bytes() + (next.capacity() * size_of::<K>()) as u64;
        if let Some(reason) = stop_reason(next.len() as u64, bytes) {
            return Err(reason);
        }
    }
    next.shrink_to_fit();
    Ok(next)
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
    let Ok(outcome) = search(space, bound, &Nowhere, control);
    outcome
}

/// [`bidirectional`] with its large layers in a store, from which a search that was stopped or killed
/// goes on. It is no smaller in memory for that, and comes to the same.
///
/// # Errors
/// When the store cannot keep or give back a layer.
///
/// ```
/// use tait_puzzle::linear::{Holes, LinearSpace, Plan, Puzzle, Restrictions, Rules};
/// use tait_search::{Control, MemoryLayers, bidirectional_in};
/// let plan = Plan::new(Puzzle::new(2, 4)?, 4, Restrictions::default(), Rules::default())?;
/// let packing = Holes::<u64>::new(8, 2, 4).expect("4 holes of 2 cells fit beside 8 coins");
/// let space = LinearSpace::<1, _>::new(plan, packing, None);
/// let Ok(outcome) = bidirectional_in(&space, 4, &MemoryLayers::default(), &Control::default());
/// assert_eq!(outcome.moves().map(<[_]>::len), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn bidirectional_in<S, L>(
    space: &S,
    bound: u32,
    store: &L,
    control: &Control<'_>,
) -> Result<Outcome<S::Move>, L::Error>
where
    S: Backward<Key: StoredKey>,
    L: LayerStore,
{
    search(space, bound, &InStore::new(store)?, control)
}

fn search<S: Backward, R: Keeper<S::Key>>(
    space: &S,
    bound: u32,
    keeper: &R,
    control: &Control<'_>,
) -> Result<Outcome<S::Move>, R::Error> {
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
    loop {
        let states = counts(&forward, &backward);
        let length = forward.depth() + backward.depth();
        control.sink.event(Event::Depth {
            depth: length,
            states: forward.outermost().len().min(backward.outermost().len()) as u64,
            total: states.iter().sum(),
            bound,
        });
        // The set of those seen from the goals holds no state nearer to them, as paths through such a
        // state would have met before.
        let meeting: Vec<S::Key> = forward
            .outermost()
            .par_iter()
            .with_min_len(TASK)
            .filter(|key| backward.visited.contains(key))
            .copied()
            .collect();
        if !meeting.is_empty() {
            let moves = read_off(space, bound, &forward, &backward, &meeting, control);
            return Ok(match moves {
                Ok(moves) => Outcome::Found(Found { moves, states }),
                Err(reason) => Outcome::Stopped(Stopped { reason, states }),
            });
        }
        let done = forward.outermost().is_empty() || backward.outermost().is_empty();
        if length == bound || done {
            return Ok(Outcome::Exhausted(Exhausted { bound, states }));
        }
        let before: u64 = states.iter().sum();
        let (direction, side, other) = match forward.outermost().len() <= backward.outermost().len()
        {
            true => (Direction::Forward, &mut forward, &backward),
            false => (Direction::Backward, &mut backward, &forward),
        };
        let other_bytes = other.bytes();
        let stop_reason = |next: u64, bytes: u64| {
            let (states, share) = (before + next, None);
            control.sink.event(Event::Progress { states, share });
            control.stop_reason(states, bytes + other_bytes)
        };
        let depth = side.depth() + 1;
        let kept = keeper.kept(direction, depth)?;
        let is_new = kept.is_none();
        let grown = match (kept, direction) {
            (Some(layer), _) => side.take_over(space.is_graded(bound), &layer, stop_reason),
            (None, Direction::Forward) => side.grow_forward(space, bound, stop_reason),
            (None, Direction::Backward) => side.grow_backward(space, bound, stop_reason),
        };
        if let Err(reason) = grown {
            return Ok(Outcome::Stopped(Stopped { reason, states }));
        }
        if is_new && let Some(layer) = side.layers.last_mut() {
            keeper.keep(direction, depth, layer)?;
        }
    }
}

fn counts<K>(forward: &Side<K>, backward: &Side<K>) -> Vec<u64> {
    let layers = forward.layers.iter().chain(backward.layers.iter().rev());
    layers.map(|layer| layer.len() as u64).collect()
}

/// The smallest sequence of moves through the layers, which have met in the states `meeting`.
///
/// Layer `i` from the goals holds every state from which a goal is `i` moves away and not fewer, so
/// a shortest solution stays on states of these layers after the meeting, and before it on states
/// that lead to it, marked as in the breadth-first search.
fn read_off<S: Backward>(
    space: &S,
    bound: u32,
    forward: &Side<S::Key>,
    backward: &Side<S::Key>,
    meeting: &[S::Key],
    control: &Control<'_>,
) -> Result<Vec<S::Move>, StopReason> {
    let before = &forward.layers[..forward.depth() as usize];
    let marked = marked_towards(space, bound, before, meeting, control)?;
    let Some((mut moves, state)) = smallest_path(space, bound, &marked) else {
        return Ok(Vec::new());
    };
    let layers = &backward.layers[..backward.depth() as usize];
    follow(space, bound, layers, space.key(&state), &mut moves);
    Ok(moves)
}

/// Appends the smallest moves from a state through layers from the goals, outermost last.
pub(crate) fn follow<S: Backward>(
    space: &S,
    bound: u32,
    layers: &[Vec<S::Key>],
    mut state: S::Key,
    moves: &mut Vec<S::Move>,
) {
    for layer in layers.iter().rev() {
        // The few successors are looked for in the layer, rather than putting millions into a table.
        let mut successors = Vec::new();
        let budget = bound - moves.len() as u32;
        space.expand(&space.state(&state), budget, &mut |step, successor| {
            successors.push((space.key(&successor), step));
            ControlFlow::Continue(())
        });
        successors.sort_unstable();
        let smallest = layer
            .par_iter()
            .with_min_len(TASK)
            .filter_map(|key| {
                let first = successors.partition_point(|(known, _)| known < key);
                let (known, step) = successors.get(first)?;
                (known == key).then_some((*step, *key))
            })
            .min();
        let Some((step, key)) = smallest else { break };
        moves.push(step);
        state = key;
    }
}
