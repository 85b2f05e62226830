//! Bidirectional breadth-first search: grows layers from the starts and from the goals, the smaller side first, until
//! they meet.

mod goals;
mod kept_layers;
mod out_of_core;

use crate::any_store::{AnyStore, SetAside, StoreFailed, with_any_store};
use crate::breadth_first::{layer_bytes, marked_towards, smallest_path};
use crate::control::{Control, Event, Exhausted, Found, Outcome, StopReason, Stopped};
use crate::external::{Kept, PieceSizes};
use crate::growth::{Neighbours, Shards, Stored, filtered, grown};
use crate::keyed::{AnyBackward, Code, Keyed, KeyedBackward, Packed, any_backward, in_moves};
use crate::layer_store::LayerStore;
use crate::tasks;
use crate::visited::{ShardedSet, Visited};
pub(crate) use goals::goal_keys;
pub(crate) use kept_layers::Role;
use kept_layers::{InStore, Keeper, Nowhere};
use std::convert::Infallible;
use std::ops::ControlFlow;
use tait_space::{Backward, StoredKey, of_any_key};

/// The layers of one side, nearest to its origin first.
pub(crate) struct Side<K> {
    pub(crate) layers: Vec<Vec<K>>,
    pub(crate) visited: ShardedSet<K>,
}

impl<K: StoredKey> Side<K> {
    /// Creates a side that contains only its origin.
    pub(crate) fn new(origin: &[K], control: &Control<'_>) -> Result<Self, StopReason> {
        let mut side = Self {
            layers: Vec::new(),
            visited: ShardedSet::default(),
        };
        let stored = Stored {
            states: 0,
            bytes: size_of_val(origin) as u64,
        };
        side.grow(
            false,
            origin,
            &|key, shards| shards.push(*key),
            stored,
            control,
        )?;
        Ok(side)
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
        layer_bytes(&self.layers) + self.visited.bytes()
    }

    /// Adds the layer of everything that `neighbours` visits from some keys.
    ///
    /// `stored` is what else is in memory.
    fn grow(
        &mut self,
        is_graded: bool,
        keys: &[K],
        neighbours: &Neighbours<'_, K>,
        stored: Stored,
        control: &Control<'_>,
    ) -> Result<(), StopReason> {
        let stored = Stored {
            bytes: stored.bytes + layer_bytes(&self.layers),
            ..stored
        };
        // A state of the next layer of a graded space is in no other.
        if is_graded {
            self.visited.clear();
        }
        let next = grown(&mut self.visited, keys, neighbours, stored, control)?;
        self.layers.push(next);
        Ok(())
    }

    /// Adds the next layer, which is kept already or grows now.
    fn advance(
        &mut self,
        space: &dyn KeyedBackward<K>,
        bound: u32,
        role: Role,
        (states, bytes): (u64, u64),
        keeper: &mut dyn Keeper<K>,
        control: &Control<'_>,
    ) -> Result<Result<(), StopReason>, StoreFailed> {
        let depth = self.depth() + 1;
        let stored = Stored { states, bytes };
        if let Some(states) = keeper.states(role, depth) {
            // Its parts are joined, and then a table is made of it.
            let most = bytes + self.bytes() + 5 * states * size_of::<K>() as u64;
            if let Some(reason) = control.refused(most) {
                return Ok(Err(reason));
            }
            let layer = keeper.layer(role, depth)?;
            return Ok(self.take_over(space.is_graded(bound), &layer, stored, control));
        }
        // A layer with too many states to be lost grows in the store.
        let limits = control
            .limits
            .with_at_most(states.saturating_add(keeper.most()));
        let limited = Control { limits, ..*control };
        let is_graded = space.is_graded(bound);
        let grown = match role {
            Role::Forward => self.grow_forward(space, bound, is_graded, stored, &limited),
            _ => self.grow_backward(space, bound, is_graded, stored, &limited),
        };
        match grown {
            Err(StopReason::States) if control.limits.states != limits.states => {
                return Ok(Err(StopReason::Memory));
            }
            Err(reason) => return Ok(Err(reason)),
            Ok(()) => {}
        }
        if let Some(layer) = self.layers.last_mut() {
            keeper.keep(role, depth, layer)?;
        }
        Ok(Ok(()))
    }

    /// Adds a layer that was grown earlier.
    fn take_over(
        &mut self,
        is_graded: bool,
        layer: &[K],
        stored: Stored,
        control: &Control<'_>,
    ) -> Result<(), StopReason> {
        let bytes = stored.bytes + size_of_val(layer) as u64;
        let stored = Stored { bytes, ..stored };
        let itself = |key: &K, shards: &mut Shards<K>| shards.push(*key);
        self.grow(is_graded, layer, &itself, stored, control)
    }

    /// Adds the layer of states one move farther from this side's goals, in a search for `bound` moves. Where `is_graded`,
    /// states of earlier layers count as new.
    pub(crate) fn grow_backward(
        &mut self,
        space: &dyn KeyedBackward<K>,
        bound: u32,
        is_graded: bool,
        stored: Stored,
        control: &Control<'_>,
    ) -> Result<(), StopReason> {
        let spent = bound - self.depth();
        let neighbours =
            |key: &K, shards: &mut Shards<K>| space.push_predecessors(key, spent, shards);
        self.grow_outermost(is_graded, &neighbours, stored, control)
    }

    /// Adds the layer of states one move farther from this side's starts, with the same arguments.
    pub(crate) fn grow_forward(
        &mut self,
        space: &dyn Keyed<K>,
        bound: u32,
        is_graded: bool,
        stored: Stored,
        control: &Control<'_>,
    ) -> Result<(), StopReason> {
        let budget = bound - self.depth();
        let neighbours =
            |key: &K, shards: &mut Shards<K>| space.push_successors(key, budget, shards);
        self.grow_outermost(is_graded, &neighbours, stored, control)
    }

    /// Adds the layer of what `neighbours` visits from the outermost one.
    fn grow_outermost(
        &mut self,
        is_graded: bool,
        neighbours: &Neighbours<'_, K>,
        stored: Stored,
        control: &Control<'_>,
    ) -> Result<(), StopReason> {
        let Some(outermost) = self.layers.pop() else {
            return Ok(());
        };
        let bytes = stored.bytes + (outermost.capacity() * size_of::<K>()) as u64;
        let stored = Stored { bytes, ..stored };
        // The growing layer borrows it; then it takes its place again.
        let place = self.layers.len();
        let grown = self.grow(is_graded, &outermost, neighbours, stored, control);
        self.layers.insert(place, outermost);
        grown
    }
}

/// Searches from both ends for a shortest solution of at most `bound` moves.
///
/// The solution is the canonical one (see the [crate](crate)). The counts are those of the layers from the starts,
/// followed by those from the goals, outermost first.
pub fn bidirectional<S: Backward>(
    space: &S,
    bound: u32,
    control: &Control<'_>,
) -> Outcome<S::Move> {
    // Without a store, nothing can fail.
    let outcome = search_any(&any_backward(space), bound, control);
    let Ok(outcome) = SetAside::<Infallible>::default().result(outcome);
    in_moves(outcome)
}

/// Searches as [`bidirectional`] does, in bounded memory, and with a store from which a stopped or killed search
/// resumes.
///
/// The search begins in memory, and keeps its large layers. When the next layer does not fit, all layers go to the
/// store, and the search goes on there in pieces, as [`external`](crate::external()) does. Outcome, counts and solution
/// are the same. A store must be of the same space and bound.
///
/// # Errors
/// When the store cannot keep or return a layer.
///
/// ```
/// use tait_linear::{Holes, LinearSpace, BoundedSearch, Puzzle, Restrictions, PruneRules};
/// use tait_search::{Control, MemoryLayers, bidirectional_in};
/// let bounded = BoundedSearch::new(Puzzle::new(2, 4)?, 4, Restrictions::default(), PruneRules::default())?;
/// let packing = Holes::<u64>::new(8, 2, 4).expect("4 holes of 2 cells fit beside 8 coins");
/// let space = LinearSpace::<1, _>::new(bounded, packing, None);
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
    S: Backward,
    L: LayerStore + ?Sized,
{
    let sizes = PieceSizes::within(control.limits.memory, size_of::<Packed<S>>());
    let outcome = with_any_store(store, |store| {
        search_any_in(&any_backward(space), bound, store, sizes, control)
    });
    outcome.map(in_moves)
}

/// Searches as [`bidirectional_in`] does, but with all layers in the store from the beginning, in pieces of the given
/// sizes.
///
/// # Errors
/// As [`bidirectional_in`].
pub fn bidirectional_with<S, L>(
    space: &S,
    bound: u32,
    store: &L,
    sizes: PieceSizes,
    control: &Control<'_>,
) -> Result<Outcome<S::Move>, L::Error>
where
    S: Backward,
    L: LayerStore + ?Sized,
{
    let outcome = with_any_store(store, |store| {
        search_any_with(&any_backward(space), bound, store, sizes, control)
    });
    outcome.map(in_moves)
}

fn search_any(
    space: &AnyBackward<'_>,
    bound: u32,
    control: &Control<'_>,
) -> Result<Outcome<Code>, StoreFailed> {
    of_any_key!(*space, space => search(space, bound, &mut Nowhere, control))
}

fn search_any_in(
    space: &AnyBackward<'_>,
    bound: u32,
    store: &AnyStore<'_>,
    sizes: PieceSizes,
    control: &Control<'_>,
) -> Result<Outcome<Code>, StoreFailed> {
    of_any_key!(*space, space => {
        let keeper = InStore::new(Kept::open(store)?, sizes, control);
        searched_in(space, bound, keeper, sizes, control)
    })
}

fn search_any_with(
    space: &AnyBackward<'_>,
    bound: u32,
    store: &AnyStore<'_>,
    sizes: PieceSizes,
    control: &Control<'_>,
) -> Result<Outcome<Code>, StoreFailed> {
    of_any_key!(*space, space => {
        let keeper = InStore::new(Kept::open(store)?, sizes, control);
        out_of_core::searched(space, bound, keeper.into_kept(), sizes, control)
    })
}

/// Searches in memory while everything fits, and then out of core.
fn searched_in<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    bound: u32,
    mut keeper: InStore<'_, K>,
    sizes: PieceSizes,
    control: &Control<'_>,
) -> Result<Outcome<Code>, StoreFailed> {
    // Only a search whose layers do not fit in memory has runs.
    if !keeper.has_runs() {
        match search(space, bound, &mut keeper, control)? {
            Outcome::Stopped(stopped) if stopped.reason == StopReason::Memory => {}
            outcome => return Ok(outcome),
        }
    }
    out_of_core::searched(space, bound, keeper.into_kept(), sizes, control)
}

fn search<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    bound: u32,
    keeper: &mut dyn Keeper<K>,
    control: &Control<'_>,
) -> Result<Outcome<Code>, StoreFailed> {
    let is_solvable = !space.near_starts(bound).is_empty();
    let starts = if is_solvable {
        space.start_keys()
    } else {
        Vec::new()
    };
    let sides = goal_keys(space, control)
        .and_then(|goals| Ok((Side::new(&starts, control)?, Side::new(&goals, control)?)));
    let (mut forward, mut backward) = match sides {
        Ok(sides) => sides,
        Err(reason) => {
            let states = vec![starts.len() as u64];
            return Ok(Outcome::Stopped(Stopped { reason, states }));
        }
    };
    loop {
        let states = counts(&forward, &backward);
        let length = forward.depth() + backward.depth();
        control.sink.event(Event::Depth {
            depth: length,
            states: forward.outermost().len().min(backward.outermost().len()) as u64,
            total: states.iter().sum(),
            bound,
        });
        // The set seen from the goals holds no state nearer to them, as paths through such a state would have met
        // before.
        let is_met = |key: &K| backward.visited.contains(key).then_some(*key);
        let meeting = match filtered(forward.outermost(), &is_met, control) {
            Ok(meeting) => meeting,
            Err(reason) => return stopped(reason, [forward, backward], keeper, control),
        };
        if !meeting.is_empty() {
            (forward.visited, backward.visited) = Default::default();
            let moves = read_off(space, bound, &forward, &backward, &meeting, control);
            return match moves {
                Ok(moves) => Ok(Outcome::Found(Found { moves, states })),
                Err(reason) => stopped(reason, [forward, backward], keeper, control),
            };
        }
        let done = forward.outermost().is_empty() || backward.outermost().is_empty();
        if length == bound || done {
            return Ok(Outcome::Exhausted(Exhausted { bound, states }));
        }
        let before: u64 = states.iter().sum();
        let (role, side, other) = match forward.outermost().len() <= backward.outermost().len() {
            true => (Role::Forward, &mut forward, &backward),
            false => (Role::Backward, &mut backward, &forward),
        };
        let bytes = other.bytes();
        if let Err(reason) = side.advance(space, bound, role, (before, bytes), keeper, control)? {
            return stopped(reason, [forward, backward], keeper, control);
        }
    }
}

/// Ends a search that stopped; one that lacks memory leaves its layers in the store.
fn stopped<K: StoredKey>(
    reason: StopReason,
    sides: [Side<K>; 2],
    keeper: &mut dyn Keeper<K>,
    control: &Control<'_>,
) -> Result<Outcome<Code>, StoreFailed> {
    let [forward, backward] = &sides;
    let states = counts(forward, backward);
    let stopped = |reason| Ok(Outcome::Stopped(Stopped { reason, states }));
    if reason != StopReason::Memory {
        return stopped(reason);
    }
    let [forward, backward] = sides.map(|side| side.layers);
    for (role, layers) in [(Role::Forward, forward), (Role::Backward, backward)] {
        for (depth, layer) in (0..).zip(layers) {
            if !keeper.leave(role, depth, layer)? {
                return stopped(control.stop_reason(0, 0).unwrap_or(reason));
            }
        }
    }
    stopped(reason)
}

/// Returns the states per layer: from the starts, then from the goals, outermost first.
pub(crate) fn counts<K>(forward: &Side<K>, backward: &Side<K>) -> Vec<u64> {
    let layers = forward.layers.iter().chain(backward.layers.iter().rev());
    layers.map(|layer| layer.len() as u64).collect()
}

/// Finds the smallest sequence of moves through the layers, which have met in the states `meeting`.
///
/// Layer `i` from the goals holds every state from which a goal is `i` moves away and not fewer. So a shortest solution
/// stays on states of these layers after the meeting; before it, it stays on states that lead to the meeting, marked as
/// in the breadth-first search.
fn read_off<K: StoredKey>(
    space: &dyn Keyed<K>,
    bound: u32,
    forward: &Side<K>,
    backward: &Side<K>,
    meeting: &[K],
    control: &Control<'_>,
) -> Result<Vec<Code>, StopReason> {
    let before = &forward.layers[..forward.depth() as usize];
    let marked = marked_towards(space, bound, before, meeting, control)?;
    let Some((mut moves, key)) = smallest_path(space, bound, &marked) else {
        return Ok(Vec::new());
    };
    let layers = &backward.layers[..backward.depth() as usize];
    follow(space, bound, layers, key, &mut moves);
    Ok(moves)
}

/// Appends the smallest moves from a state through layers from the goals, outermost last.
pub(crate) fn follow<K: StoredKey>(
    space: &dyn Keyed<K>,
    bound: u32,
    layers: &[Vec<K>],
    mut state: K,
    moves: &mut Vec<Code>,
) {
    for layer in layers.iter().rev() {
        // Looking up the few successors in the layer is cheaper than putting millions of states into a table.
        let mut successors = Vec::new();
        let budget = bound - moves.len() as u32;
        space.successors(&state, budget, &mut |step, successor| {
            successors.push((successor, step));
            ControlFlow::Continue(())
        });
        let mut keys: Vec<K> = successors.iter().map(|&(key, _)| key).collect();
        tasks::sort(&mut keys);
        let is_next = |key: &K| keys.binary_search(key).is_ok().then_some(*key);
        let next = tasks::filtered(layer, &is_next);
        let steps = successors.into_iter().filter(|(key, _)| next.contains(key));
        let Some((step, key)) = steps.map(|(key, step)| (step, key)).min() else {
            break;
        };
        moves.push(step);
        state = key;
    }
}
