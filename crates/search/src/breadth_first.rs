//! Layered breadth-first search.
//!
//! A layer holds the keys of all states first reached at one depth. Layers are expanded in batches
//! by many threads; each task sorts its successors into shards by hash, and then one thread finds
//! the new keys of each shard. The set of states in a layer, and so every count, does not depend on
//! the number of threads.
//!
//! Only keys are kept. A solution is read off afterwards: the layers are expanded once more, from
//! the last one back, to mark the states from which a goal can be reached in the remaining moves;
//! then each step takes the smallest move that stays on marked states.

use crate::control::{Control, Event, Exhausted, Found, Outcome, Pace, StopReason, Stopped};
use crate::growth::{BATCH, Stored, Unfinished, filtered, grown, themselves};
use crate::keyed::in_moves;
use crate::tasks;
use crate::tasks::TASK;
use crate::visited::{ShardedSet, Visited, place};
use hashbrown::HashTable;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use tait_space::{Code, Erase, Erased, Keyed, Packed, StateSpace, StoredKey, of_one};

/// Searches for a shortest solution of at most `bound` moves.
///
/// The exhausted outcome proves that there is none.
///
/// The solution is the canonical one (see the [crate](crate)).
///
/// ```
/// use tait_linear::{BoundedSearch, Puzzle, Restrictions, PruneRules};
/// use tait_search::{Control, breadth_first};
/// let bounded = BoundedSearch::new(Puzzle::new(2, 4)?, 4, Restrictions::default(), PruneRules::default())?;
/// let space = bounded.space();
/// let outcome = breadth_first(&space, 4, &Control::default());
/// assert_eq!(outcome.moves().map(<[_]>::len), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn breadth_first<S: Erase>(space: &S, bound: u32, control: &Control<'_>) -> Outcome<S::Move> {
    in_moves(searched_for_any(space.erased(), bound, control))
}

/// Searches as [`breadth_first`] does, with a visited set of choice.
pub fn breadth_first_with<S: StateSpace, V: Visited<Packed<S>>>(
    space: &S,
    bound: u32,
    control: &Control<'_>,
) -> Outcome<S::Move> {
    in_moves(searched::<Packed<S>, V>(space, bound, control))
}

fn searched_for_any(space: Erased<'_>, bound: u32, control: &Control<'_>) -> Outcome<Code> {
    of_one!(space, space => searched::<_, ShardedSet<_>>(space, bound, control))
}

fn searched<K: StoredKey, V: Visited<K>>(
    space: &dyn Keyed<K>,
    bound: u32,
    control: &Control<'_>,
) -> Outcome<Code> {
    let mut search = Layers::<K, V>::new(space, bound, control);
    match search.run() {
        Ok(true) => {
            let (states, layers) = (search.states, search.layers);
            drop(search.visited);
            match read_off(space, bound, &layers, control) {
                Ok(moves) => Outcome::Found(Found { moves, states }),
                Err(reason) => Outcome::Stopped(Stopped { reason, states }),
            }
        }
        Ok(false) => Outcome::Exhausted(Exhausted {
            bound,
            states: search.states,
        }),
        Err(reason) => Outcome::Stopped(Stopped {
            reason,
            states: search.states,
        }),
    }
}

/// The layers of a search.
pub(crate) struct Layers<'a, K, V = ShardedSet<K>> {
    space: &'a dyn Keyed<K>,
    bound: u32,
    control: &'a Control<'a>,
    pub(crate) visited: V,
    /// The keys first reached at each depth.
    pub(crate) layers: Vec<Vec<K>>,
    /// The number of keys in each layer.
    pub(crate) states: Vec<u64>,
}

impl<'a, K: StoredKey, V: Visited<K>> Layers<'a, K, V> {
    pub(crate) fn new(space: &'a dyn Keyed<K>, bound: u32, control: &'a Control<'a>) -> Self {
        Self {
            space,
            bound,
            control,
            visited: V::default(),
            layers: Vec::new(),
            states: Vec::new(),
        }
    }

    /// Adds layers up to the first with a goal; returns `false` when none has one.
    pub(crate) fn run(&mut self) -> Result<bool, StopReason> {
        let starts = self.space.near_starts(self.bound);
        let none = Stored {
            states: 0,
            bytes: 0,
        };
        // Where no goal can be, none is looked for.
        let least = self.space.least_moves().unwrap_or(0);
        let mut layer = grown(&mut self.visited, &starts, &themselves, none, self.control)?;
        for depth in 0..=self.bound {
            self.states.push(layer.len() as u64);
            let total = self.states.iter().sum();
            self.control.sink.event(Event::Depth {
                depth,
                states: layer.len() as u64,
                total,
                bound: self.bound,
            });
            let has_goal = depth >= least && tasks::any(&layer, &|key| self.space.is_solved(key));
            self.layers.push(layer);
            if has_goal {
                return Ok(true);
            }
            if depth == self.bound || self.states[depth as usize] == 0 {
                return Ok(false);
            }
            layer = self.next_layer(depth, total)?;
        }
        Ok(false)
    }

    fn next_layer(&mut self, depth: u32, total: u64) -> Result<Vec<K>, StopReason> {
        if self.space.is_graded(self.bound) {
            self.visited.clear();
        }
        let (space, budget) = (self.space, self.bound - depth);
        let successors =
            |keys: &[K], found: &mut Vec<K>| space.push_successors(keys, budget, found);
        let stored = Stored {
            states: total,
            bytes: layer_bytes(&self.layers),
        };
        let layer = &self.layers[depth as usize];
        let next = grown(&mut self.visited, layer, &successors, stored, self.control);
        next.map_err(|Unfinished { reason, found }| {
            self.states.push(found);
            reason
        })
    }
}

/// Returns the memory that layers take, in bytes.
pub(crate) fn layer_bytes<K>(layers: &[Vec<K>]) -> u64 {
    let keys: usize = layers.iter().map(Vec::capacity).sum();
    (keys * size_of::<K>()) as u64
}

/// Finds the smallest sequence of moves from a start to a goal in the last layer.
fn read_off<K: StoredKey>(
    space: &dyn Keyed<K>,
    bound: u32,
    layers: &[Vec<K>],
    control: &Control<'_>,
) -> Result<Vec<Code>, StopReason> {
    let Some((last, earlier)) = layers.split_last() else {
        return Ok(Vec::new());
    };
    let goals = filtered(last, &|key| space.is_solved(key).then_some(*key), control)?;
    let marked = marked_towards(space, bound, earlier, &goals, control)?;
    Ok(smallest_path(space, bound, &marked).map_or_else(Vec::new, |(moves, _)| moves))
}

/// Marks, in each of the layers and then in `targets`, the states from which a target is as many
/// moves away as there are layers to go.
///
/// This expands every state once more, so it can be told to stop.
pub(crate) fn marked_towards<K: StoredKey>(
    space: &dyn Keyed<K>,
    bound: u32,
    layers: &[Vec<K>],
    targets: &[K],
    control: &Control<'_>,
) -> Result<Vec<HashTable<K>>, StopReason> {
    let states = layers.iter().map(|layer| layer.len() as u64).sum();
    let is_over = &AtomicBool::new(false);
    let mut stored = layer_bytes(layers) + size_of_val(targets) as u64;
    let mut marked = vec![key_set(targets)];
    for (depth, layer) in (0..layers.len() as u32).zip(layers).rev() {
        let ahead = &marked[marked.len() - 1];
        let leads = |key: &K| {
            let mut leads = false;
            space.successors(key, bound - depth, &mut |_, successor| {
                leads = contains(ahead, &successor);
                if leads {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            leads
        };
        let mut leading: Vec<K> = Vec::new();
        for batch in layer.chunks(BATCH) {
            let parts = tasks::of_parts(batch, TASK, &|part| {
                let (mut pace, mut leading) = (Pace::default(), Vec::new());
                for key in part {
                    if pace.is_due() && (is_over.load(Ordering::Relaxed) || control.is_over()) {
                        is_over.store(true, Ordering::Relaxed);
                        break;
                    }
                    if leads(key) {
                        leading.push(*key);
                    }
                }
                leading
            });
            parts
                .iter()
                .for_each(|part| leading.extend_from_slice(part));
            let share = None;
            control.sink.event(Event::Progress { states, share });
            // While it is built, the table of marked states takes memory beside their list.
            let bytes = stored + table_bytes(ahead) + 4 * size_of_val(&leading[..]) as u64;
            if let Some(reason) = control.stop_reason(0, bytes) {
                return Err(reason);
            }
            if is_over.load(Ordering::Relaxed) {
                return Err(StopReason::Asked);
            }
        }
        stored += table_bytes(ahead);
        marked.push(key_set(&leading));
    }
    marked.reverse();
    Ok(marked)
}

/// Finds the smallest sequence of moves from a start in the first marked set through the others,
/// and the state where it ends; `None` when no start is marked.
pub(crate) fn smallest_path<K: StoredKey>(
    space: &dyn Keyed<K>,
    bound: u32,
    marked: &[HashTable<K>],
) -> Option<(Vec<Code>, K)> {
    let mut moves = Vec::with_capacity(marked.len());
    let starts = space.start_keys();
    let mut state = starts.into_iter().find(|key| contains(&marked[0], key))?;
    for (depth, ahead) in (0..).zip(&marked[1..]) {
        let mut best: Option<(Code, K)> = None;
        space.successors(&state, bound - depth, &mut |step, successor| {
            let smaller = best.as_ref().is_none_or(|(known, _)| step < *known);
            if smaller && contains(ahead, &successor) {
                best = Some((step, successor));
            }
            ControlFlow::Continue(())
        });
        let (step, successor) = best?;
        moves.push(step);
        state = successor;
    }
    Some((moves, state))
}

pub(crate) fn key_set<K: StoredKey>(keys: &[K]) -> HashTable<K> {
    let mut table = HashTable::with_capacity(keys.len());
    for &key in keys {
        let _ = table.insert_unique(place(&key), key, place);
    }
    table
}

fn table_bytes<K>(table: &HashTable<K>) -> u64 {
    table.allocation_size() as u64
}

pub(crate) fn contains<K: StoredKey>(table: &HashTable<K>, key: &K) -> bool {
    table.find(place(key), |known| known == key).is_some()
}
