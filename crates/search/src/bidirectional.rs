//! Bidirectional breadth-first search: grows layers from the starts and from the goals, the smaller side first, until
//! they meet.

use crate::breadth_first::{layer_bytes, marked_towards, smallest_path};
use crate::control::{Control, Event, Exhausted, Found, Outcome, Pace, StopReason, Stopped};
use crate::external::{
    Belonging, Grower, Growth, Halt, Kept, List, Target, common, in_store, keep_sorted, lists_of,
    read_all,
};
use crate::growth::{Neighbours, Stored, filtered, grown, sorted_neighbours, themselves};
use crate::keyed::in_moves;
use crate::layer_store::{InStore, Keep, PieceSizes, StoreFailed};
use crate::tasks;
use crate::visited::{ShardedSet, Visited};
use std::ops::ControlFlow;
use tait_space::{Code, EraseBackward, ErasedBackward, Keyed, KeyedBackward, StoredKey, of_one};

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
        side.grow(false, origin, &themselves, stored, control)?;
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
        self.grow(is_graded, layer, &themselves, stored, control)
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
            |keys: &[K], found: &mut Vec<K>| space.push_predecessors(keys, spent, found);
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
            |keys: &[K], found: &mut Vec<K>| space.push_successors(keys, budget, found);
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
///
/// With a store, the search begins in memory, and keeps its large layers. When the next layer does not fit, all layers go
/// to the store, and the search goes on there in pieces, as [`external`](crate::external()) does.
///
/// # Errors
/// When the store cannot keep or return a layer.
///
/// ```
/// use tait_linear::{BoundedSearch, Puzzle, Restrictions, PruneRules};
/// use tait_search::{Control, InMemory, InStore, MemoryLayers, bidirectional};
/// let bounded = BoundedSearch::new(Puzzle::new(2, 4)?, 4, Restrictions::default(), PruneRules::default())?;
/// let (space, store) = (bounded.space(), MemoryLayers::default());
/// let Ok(outcome) = bidirectional(&space, 4, InMemory, &Control::default());
/// assert_eq!(outcome.moves().map(<[_]>::len), Some(4));
/// assert_eq!(bidirectional(&space, 4, InStore::new(&store), &Control::default())?, outcome);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn bidirectional<S: EraseBackward, K: Keep>(
    space: &S,
    bound: u32,
    keep: K,
    control: &Control<'_>,
) -> Result<Outcome<S::Move>, K::Error> {
    let outcome = searched_for_any(space.erased_backward(), bound, keep.store(), control);
    outcome.map(in_moves).map_err(K::error)
}

fn searched_for_any(
    space: ErasedBackward<'_>,
    bound: u32,
    store: Option<InStore<'_>>,
    control: &Control<'_>,
) -> Result<Outcome<Code>, StoreFailed> {
    of_one!(space, space => match store {
        None => search(space, bound, &mut Nowhere, control),
        Some(store) => searched_with(space, bound, store, control),
    })
}

fn searched_with<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    bound: u32,
    store: InStore<'_>,
    control: &Control<'_>,
) -> Result<Outcome<Code>, StoreFailed> {
    let sizes = store.sizes(size_of::<K>(), control);
    let keeper = Storing::new(Kept::open(store.store)?, sizes, control);
    match store.sizes {
        None => searched_in(space, bound, keeper, sizes, control),
        Some(_) => searched(space, bound, keeper.into_kept(), sizes, control),
    }
}

/// Searches in memory while everything fits, and then out of core.
fn searched_in<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    bound: u32,
    mut keeper: Storing<'_, K>,
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
    searched(space, bound, keeper.into_kept(), sizes, control)
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

// The goals of a space.

/// Returns the keys of a space's goals, of which there may be many.
pub(crate) fn goal_keys<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    control: &Control<'_>,
) -> Result<Vec<K>, StopReason> {
    let (mut goals, mut pace, mut stopped) = (Vec::new(), Pace::default(), None);
    space.goal_keys(&mut |goal| {
        if pace.is_due() {
            let bytes = goals.capacity() * size_of::<K>();
            stopped = control.stop_reason(0, bytes as u64);
        }
        if stopped.is_some() {
            return ControlFlow::Break(());
        }
        goals.push(goal);
        ControlFlow::Continue(())
    });
    stopped.map_or(Ok(goals), Err)
}

// Keeps the layers of a search from both ends in a store.

/// The fewest states of a layer worth keeping: smaller ones grow again in about a second.
const LARGE: u64 = 4_000_000;

/// The most states of a layer that grows in memory: a killed search loses the layer that grows, which should take less
/// than a minute.
const MOST: u64 = 1 << 27;

/// What a layer is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// It was grown from the starts.
    Forward,
    /// It was grown from the goals.
    Backward,
    /// Its states are those in which both sides meet.
    Meeting,
    /// Its states lead to the meeting.
    Leading,
}

impl Role {
    /// Returns the number in the store of a layer of this role.
    pub(crate) const fn number(self, depth: u32) -> u32 {
        1 << 31 | (self as u32) << 29 | depth
    }
}

/// Keeps the layers of a search that runs in memory.
trait Keeper<K> {
    /// Returns how many states a kept layer has, if it is kept.
    fn states(&self, role: Role, depth: u32) -> Option<u64>;

    /// Returns a kept layer.
    fn layer(&self, role: Role, depth: u32) -> Result<Vec<K>, StoreFailed>;

    /// Keeps a layer if it is worth it, and may sort parts of it for that.
    fn keep(&mut self, role: Role, depth: u32, layer: &mut [K]) -> Result<(), StoreFailed>;

    /// Keeps a layer with which the search goes on outside of memory; returns `false` when it was told to stop.
    fn leave(&mut self, role: Role, depth: u32, layer: Vec<K>) -> Result<bool, StoreFailed>;

    /// Returns the most states that a layer may have.
    fn most(&self) -> u64;
}

/// Keeps nothing.
struct Nowhere;

impl<K> Keeper<K> for Nowhere {
    fn states(&self, _role: Role, _depth: u32) -> Option<u64> {
        None
    }
    fn layer(&self, _role: Role, _depth: u32) -> Result<Vec<K>, StoreFailed> {
        Ok(Vec::new())
    }
    fn keep(&mut self, _role: Role, _depth: u32, _layer: &mut [K]) -> Result<(), StoreFailed> {
        Ok(())
    }
    fn leave(&mut self, _role: Role, _depth: u32, _layer: Vec<K>) -> Result<bool, StoreFailed> {
        Ok(false)
    }
    fn most(&self) -> u64 {
        u64::MAX
    }
}

/// Keeps layers in a store.
struct Storing<'a, K> {
    kept: Kept<'a, K>,
    sizes: PieceSizes,
    control: &'a Control<'a>,
    /// The fewest states of a layer to keep.
    large: u64,
}

impl<'a, K: StoredKey> Storing<'a, K> {
    fn new(mut kept: Kept<'a, K>, sizes: PieceSizes, control: &'a Control<'a>) -> Self {
        // The layers of versions that kept each as one piece.
        for depth in kept.pending_below(Role::Forward.number(0)) {
            for role in [Role::Forward, Role::Backward] {
                kept.adopt(depth, &[role as u8], role.number(depth));
            }
        }
        Self {
            kept,
            sizes,
            control,
            large: LARGE,
        }
    }

    /// Returns whether a search has grown layers in this store.
    const fn has_runs(&self) -> bool {
        self.kept.has_runs
    }

    fn into_kept(self) -> Kept<'a, K> {
        self.kept
    }
}

impl<K: StoredKey> Keeper<K> for Storing<'_, K> {
    fn states(&self, role: Role, depth: u32) -> Option<u64> {
        self.kept
            .layer(role.number(depth))
            .map(|layer| layer.states)
    }

    fn layer(&self, role: Role, depth: u32) -> Result<Vec<K>, StoreFailed> {
        read_all(
            self.kept.store,
            lists_of(self.kept.layer(role.number(depth))),
        )
    }

    fn keep(&mut self, role: Role, depth: u32, layer: &mut [K]) -> Result<(), StoreFailed> {
        if (layer.len() as u64) < self.large {
            return Ok(());
        }
        // The search needs almost all of the memory itself.
        let sizes = PieceSizes {
            piece: self.sizes.piece / 4,
            ..self.sizes
        };
        let number = role.number(depth);
        let _ = keep_sorted(&mut self.kept, number, layer, sizes, self.control)?;
        Ok(())
    }

    fn leave(&mut self, role: Role, depth: u32, mut layer: Vec<K>) -> Result<bool, StoreFailed> {
        let number = role.number(depth);
        if self.kept.layer(number).is_some() {
            return Ok(true);
        }
        keep_sorted(&mut self.kept, number, &mut layer, self.sizes, self.control)
    }

    fn most(&self) -> u64 {
        MOST
    }
}

// The search from both ends with its layers in a store.
//
// A layer grows as those of [`external`](crate::external()) do. Both sides meet in the states that the two outermost
// layers share, which merging the two sorted layers finds. The states that lead to the meeting are layers, too: each
// holds the predecessors of the one after it that are also in the layer from the starts. So nothing is in memory but
// pieces.

/// The part of a piece that states may take to be looked up one by one in another layer, rather than merged with it.
const FEW: u64 = 64;

fn searched<K: StoredKey>(
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
        let neighbours = |keys: &[K], found: &mut Vec<K>| match role {
            Role::Forward => space.push_successors(keys, left, found),
            _ => space.push_predecessors(keys, left, found),
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
                let none = |_: &[K], _: &mut Vec<K>| {};
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
            |keys: &[K], found: &mut Vec<K>| space.push_predecessors(keys, spent, found);
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

#[cfg(test)]
mod kept_layers_tests {
    use super::{searched_in, *};
    use crate::external::{encoded, piece};
    use crate::keyed::in_moves;
    use crate::layer_store::{PieceKind, StoreEntry};
    use crate::{Control, InMemory, LayerStore, MemoryLayers, Outcome, bidirectional};
    use tait_space::{Backward, Packed};
    use tait_vacancy::checkers::frogs::{Frogs, FrogsSpace};
    use tait_vacancy::checkers::reversal::{Reversal, ReversalSpace};

    const SIZES: PieceSizes = PieceSizes {
        block: 5,
        candidates: 20,
        piece: 40,
    };

    fn in_pieces(store: &MemoryLayers) -> InStore<'_> {
        let sizes = Some(SIZES);
        InStore { store, sizes }
    }

    fn run<S: Backward>(space: &S, bound: u32, store: &MemoryLayers) -> Outcome<S::Move> {
        let control = Control::default();
        let keeper = Storing::<Packed<S>>::new(Kept::open(store).unwrap(), SIZES, &control);
        let keeper = Storing { large: 2, ..keeper };
        in_moves(searched_in(space, bound, keeper, SIZES, &control).unwrap())
    }

    /// Returns a store with the first entries of another.
    fn first(store: &MemoryLayers, count: usize) -> MemoryLayers {
        let (part, kept) = (MemoryLayers::default(), store.kept().unwrap());
        for (number, entry) in kept.into_iter().take(count).enumerate() {
            let blocks = match &entry {
                StoreEntry::Piece(piece) => piece.blocks.len(),
                _ => 0,
            };
            let blocks = (0..blocks).map(|block| store.block(number, block).unwrap());
            let _ = part.keep(entry, blocks.collect()).unwrap();
        }
        part
    }

    fn goes_on<S: Backward>(space: &S, bound: u32) {
        let store = MemoryLayers::default();
        let whole = run(space, bound, &store);
        let Ok(in_memory) = bidirectional(space, bound, InMemory, &Control::default());
        assert_eq!(whole, in_memory);
        let kept = store.kept().unwrap();
        assert!(kept.len() > 6, "{} entries", kept.len());
        for count in 0..=kept.len() {
            let part = first(&store, count);
            assert_eq!(run(space, bound, &part), whole, "{count} entries");
            let now = part.kept().unwrap();
            assert_eq!(now, kept, "what is kept is not kept again");
            // The same layers serve a search that does not fit in memory.
            let part = first(&store, count);
            let outcome = bidirectional(space, bound, in_pieces(&part), &Control::default());
            assert_eq!(outcome.unwrap(), whole, "{count} entries out of core");
        }
    }

    #[test]
    fn a_search_goes_on_from_any_layer_to_the_same_end() {
        // The first space is graded; in the second, states of a layer also occur in earlier ones; the third has no
        // solution.
        let frogs = Frogs::new(5, 1, 4).unwrap();
        goes_on(&FrogsSpace::new(frogs).unwrap(), 29);
        let reversal = Reversal::new(6, 7, Some(1)).unwrap();
        let reversal = ReversalSpace::new(reversal).unwrap();
        for bound in [25, 24] {
            goes_on(&reversal, bound);
        }
    }

    #[test]
    fn layers_that_are_one_piece_each_are_taken_over() {
        let space = FrogsSpace::new(Frogs::new(5, 1, 4).unwrap()).unwrap();
        let (store, old) = (MemoryLayers::default(), MemoryLayers::default());
        let whole = run(&space, 29, &store);
        // Copies each layer as a version that kept it as one piece did.
        let kept = Kept::<u64>::open(&store).unwrap();
        let mut copied = 0;
        for (role, depth) in [Role::Forward, Role::Backward]
            .into_iter()
            .flat_map(|role| (1..29).map(move |depth| (role, depth)))
        {
            if let Some(layer) = kept.layer(role.number(depth)) {
                let keys = read_all(&store, &layer.lists).unwrap();
                let (kind, next) = (PieceKind::Slice, vec![role as u8]);
                let (piece, bytes) = piece(depth, kind, next, false, encoded(&keys, 5));
                let _ = old.keep(StoreEntry::Piece(piece), bytes).unwrap();
                copied += 1;
            }
        }
        assert!(copied > 6);
        assert_eq!(run(&space, 29, &old), whole);
        let kept = old.kept().unwrap();
        assert_eq!(kept.len(), copied, "nothing is kept again");
        let outcome = bidirectional(&space, 29, in_pieces(&old), &Control::default());
        assert_eq!(outcome.unwrap(), whole);
    }
}
