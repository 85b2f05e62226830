//! Shortest solutions: all of them, or how many there are, without a list, weighed by the choices that they take.

use crate::breadth_first::{Layers, marked_towards};
use crate::control::{Control, Event, Exhausted, Outcome, StopReason, Stopped};
use crate::growth::{BATCH, filtered};
use crate::keyed::in_moves;
use crate::solution_graph::{joined, sorted};
use crate::tasks;
use crate::visited::place;
use hashbrown::HashTable;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use tait_space::{
    AnyKey, Code, Erase, Erased, ForKeys, KeyKind, Keyed, Packed, PackedKey, PackedMove,
    StateSpace, StoredKey, of_one,
};

/// The number of shortest solutions of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// The number of moves of each of them.
    pub length: u32,
    /// The number of solutions, which differ in start or moves; `None` when it exceeds 128 bits.
    pub solutions: Option<u128>,
    /// Distinct states per depth, the starts at depth 0.
    pub states: Vec<u64>,
}

/// How many shortest ways lead from a state to a goal, and how often chance takes one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ways {
    /// The number of ways, which differ in their moves; `None` when it exceeds 128 bits.
    pub solutions: Option<u128>,
    /// The probability that a shortest way comes out when each move is chosen at random.
    pub chance: f64,
}

impl Ways {
    /// The way of a goal to itself.
    pub(crate) const ONE: Self = Self {
        solutions: Some(1),
        chance: 1.0,
    };

    const NONE: Self = Self {
        solutions: Some(0),
        chance: 0.0,
    };

    fn plus(self, other: Self) -> Self {
        let both = self.solutions.zip(other.solutions);
        Self {
            solutions: both.and_then(|(one, other)| one.checked_add(other)),
            chance: self.chance + other.chance,
        }
    }
}

/// Counts the shortest solutions of at most `bound` moves exactly.
///
/// A state of the last layer counts 1 if it is a goal. Layer by layer, back to the starts, the
/// count of a state is the sum over the states in the next layer to which its moves lead.
///
/// # Errors
/// Returns the outcome, exhausted or stopped, when there is no solution to count.
///
/// ```
/// use tait_vacancy::checkers::{Checkers, CheckersSpace};
/// use tait_search::{Control, count_shortest};
/// let space = CheckersSpace::new(Checkers::new(10, 1)?)?;
/// let count = count_shortest(&space, 21, &Control::default()).expect("it is solvable");
/// assert_eq!((count.length, count.solutions), (21, Some(144)));
/// # Ok::<(), tait_vacancy::checkers::CheckersError>(())
/// ```
pub fn count_shortest<S: Erase>(
    space: &S,
    bound: u32,
    control: &Control<'_>,
) -> Result<Count, Outcome<S::Move>> {
    let counted = counted_for_any(space.erased(), bound, control);
    counted.map_err(in_moves).map(|(count, _)| count)
}

/// Counts the shortest solutions as [`count_shortest`] does, and returns the probability that chance plays one of them: it
/// chooses among as many moves as `choices` says, in every state on a shortest solution. Of several starts, it is the
/// largest probability.
///
/// A space may leave out moves that lead too far from a goal, so it cannot tell among how many moves there is a choice.
///
/// # Errors
/// Returns the outcome, exhausted or stopped, when there is no solution.
///
/// ```
/// use tait_vacancy::checkers::{Checkers, CheckersSpace};
/// use tait_search::{Control, chance_of_shortest};
/// let space = CheckersSpace::new(Checkers::new(2, 1)?)?;
/// // Five moves, each of them one of two.
/// let (count, chance) = chance_of_shortest(&space, 5, &|_| 2, &Control::default()).expect("it is solvable");
/// assert_eq!(chance, count.solutions.unwrap() as f64 / 32.0);
/// # Ok::<(), tait_vacancy::checkers::CheckersError>(())
/// ```
pub fn chance_of_shortest<S: StateSpace>(
    space: &S,
    bound: u32,
    choices: &(dyn Fn(&S::State) -> u64 + Sync),
    control: &Control<'_>,
) -> Result<(Count, f64), Outcome<S::Move>> {
    let choices = |key: &Packed<S>| choices(&space.state(&S::Key::of_packed(*key)));
    let chosen = Packed::<S>::any::<Chosen<'_>>((space, &choices));
    counted_with(&chosen, bound, control).map_err(in_moves)
}

/// A space, and the number of choices in each state.
struct Chosen<'a>(PhantomData<&'a ()>);

impl<'a> ForKeys for Chosen<'a> {
    type Of<K: StoredKey> = (&'a dyn Keyed<K>, &'a (dyn Fn(&K) -> u64 + Sync));
}

fn counted_with(
    chosen: &AnyKey<Chosen<'_>>,
    bound: u32,
    control: &Control<'_>,
) -> Result<(Count, f64), Outcome<Code>> {
    of_one!(*chosen, (space, choices) => counted(space, bound, Some(choices), control))
}

/// The number of moves among which there is a choice in the state of a key; without it, all that the space has.
fn counted_for_any(
    space: Erased<'_>,
    bound: u32,
    control: &Control<'_>,
) -> Result<(Count, f64), Outcome<Code>> {
    of_one!(space, space => counted(space, bound, None, control))
}

type Choices<'a, K> = Option<&'a (dyn Fn(&K) -> u64 + Sync)>;

fn counted<K: StoredKey>(
    space: &dyn Keyed<K>,
    bound: u32,
    choices: Choices<'_, K>,
    control: &Control<'_>,
) -> Result<(Count, f64), Outcome<Code>> {
    let mut search = Layers::<K>::new(space, bound, control);
    let found = search.run();
    let (layers, states) = (search.layers, search.states);
    drop(search.visited);
    match found {
        Ok(true) => {}
        Ok(false) => return Err(Outcome::Exhausted(Exhausted { bound, states })),
        Err(reason) => return Err(Outcome::Stopped(Stopped { reason, states })),
    }
    match ways(space, bound, &layers, choices, control) {
        Ok(Ways { solutions, chance }) => {
            let count = Count {
                length: layers.len() as u32 - 1,
                solutions,
                states,
            };
            Ok((count, chance))
        }
        Err(reason) => Err(Outcome::Stopped(Stopped { reason, states })),
    }
}

/// Adds up the ways through the layers from a start to a goal in the last one.
fn ways<K: StoredKey>(
    space: &dyn Keyed<K>,
    bound: u32,
    layers: &[Vec<K>],
    choices: Choices<'_, K>,
    control: &Control<'_>,
) -> Result<Ways, StopReason> {
    let Some((last, earlier)) = layers.split_last() else {
        return Ok(Ways::NONE);
    };
    let states = layers.iter().map(|layer| layer.len() as u64).sum();
    let kept = layers.iter().map(Vec::capacity).sum::<usize>() * size_of::<K>();
    let is_goal = |key: &K| space.is_solved(key).then_some((*key, Ways::ONE));
    let mut ahead = WaysOf::new(filtered(last, &is_goal, control)?);
    for (depth, layer) in (0..earlier.len() as u32).zip(earlier).rev() {
        let mut here: Vec<(K, Ways)> = Vec::new();
        for batch in layer.chunks(BATCH) {
            here.extend(ahead.before(batch, space, bound - depth, choices));
            let share = None;
            control.sink.event(Event::Progress { states, share });
            let tables = (here.capacity() + ahead.0.capacity()) * size_of::<(K, Ways)>();
            if let Some(reason) = control.stop_reason(states, (kept + tables) as u64) {
                return Err(reason);
            }
        }
        ahead = WaysOf::new(here);
    }
    // A start that occurs twice is one start. The order of a table may depend on the number of threads, a maximum does not.
    let starts = ahead.0.iter().map(|(_, ways)| *ways);
    let all = starts.fold(Ways::NONE, |all, ways| Ways {
        chance: all.chance.max(ways.chance),
        ..all.plus(ways)
    });
    Ok(all)
}

/// The ways from each state of a layer that has some.
pub(crate) struct WaysOf<K>(HashTable<(K, Ways)>);

impl<K: StoredKey> WaysOf<K> {
    pub(crate) fn new(list: Vec<(K, Ways)>) -> Self {
        let mut table = HashTable::with_capacity(list.len());
        for entry in list {
            let _ = table.insert_unique(place(&entry.0), entry, |(key, _)| place(key));
        }
        Self(table)
    }

    /// Returns the memory that the table takes, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.0.allocation_size() as u64
    }

    pub(crate) fn get(&self, key: &K) -> Option<Ways> {
        let entry = self.0.find(place(key), |(known, _)| known == key);
        entry.map(|(_, ways)| *ways)
    }

    /// Returns the ways from each of some states one move before this layer, without those that have none.
    pub(crate) fn before(
        &self,
        states: &[K],
        space: &dyn Keyed<K>,
        budget: u32,
        choices: Choices<'_, K>,
    ) -> Vec<(K, Ways)> {
        let from = |key: &K| {
            let (mut sum, mut moves) = (Ways::NONE, 0_u64);
            space.successors(key, budget, &mut |_, successor| {
                moves += 1;
                sum = sum.plus(self.get(&successor).unwrap_or(Ways::NONE));
                ControlFlow::Continue(())
            });
            if sum.solutions == Some(0) {
                return None;
            }
            sum.chance /= choices.map_or(moves, |choices| choices(key)).max(1) as f64;
            Some((*key, sum))
        };
        tasks::filtered(states, &from)
    }
}

/// Lists the shortest solutions of at most `bound` moves, smallest first, up to `most` of them.
///
/// # Errors
/// Returns the outcome, exhausted or stopped, when there is no solution to list.
///
/// ```
/// use tait_linear::{BoundedSearch, Puzzle, Restrictions, PruneRules};
/// use tait_search::{Control, all_shortest};
/// let bounded = BoundedSearch::new(Puzzle::new(2, 4)?, 4, Restrictions::default(), PruneRules::default())?;
/// let space = bounded.space();
/// let solutions = all_shortest(&space, 4, 100, &Control::default()).expect("it is solvable");
/// assert!(solutions.iter().all(|moves| moves.len() == 4) && solutions.is_sorted());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn all_shortest<S: Erase>(
    space: &S,
    bound: u32,
    most: usize,
    control: &Control<'_>,
) -> Result<Vec<Vec<S::Move>>, Outcome<S::Move>> {
    let of_codes = |codes: Vec<Code>| codes.into_iter().map(S::Move::of_packed).collect();
    match listed_for_any(space.erased(), bound, most, control) {
        Ok(solutions) => Ok(solutions.into_iter().map(of_codes).collect()),
        Err(outcome) => Err(in_moves(outcome)),
    }
}

fn listed_for_any(
    space: Erased<'_>,
    bound: u32,
    most: usize,
    control: &Control<'_>,
) -> Result<Vec<Vec<Code>>, Outcome<Code>> {
    of_one!(space, space => listed(space, bound, most, control))
}

fn listed<K: StoredKey>(
    space: &dyn Keyed<K>,
    bound: u32,
    most: usize,
    control: &Control<'_>,
) -> Result<Vec<Vec<Code>>, Outcome<Code>> {
    let mut search = Layers::<K>::new(space, bound, control);
    match search.run() {
        Ok(true) => {}
        Ok(false) => {
            return Err(Outcome::Exhausted(Exhausted {
                bound,
                states: search.states,
            }));
        }
        Err(reason) => {
            return Err(Outcome::Stopped(Stopped {
                reason,
                states: search.states,
            }));
        }
    }
    let (states, layers) = (search.states, search.layers);
    drop(search.visited);
    let Some((last, earlier)) = layers.split_last() else {
        return Ok(Vec::new());
    };
    let goals = filtered(last, &|key| space.is_solved(key).then_some(*key), control);
    let marked = goals.and_then(|goals| marked_towards(space, bound, earlier, &goals, control));
    let graph = marked.and_then(|marked| {
        let (starts, searched) = (space.start_keys(), states.clone());
        let marked = marked.into_iter().map(sorted).collect::<Vec<_>>();
        joined(space, &starts, bound, &marked, searched, control)
    });
    match graph {
        Ok(graph) => Ok(graph.solutions().take(most).collect()),
        Err(reason) => Err(Outcome::Stopped(Stopped { reason, states })),
    }
}
