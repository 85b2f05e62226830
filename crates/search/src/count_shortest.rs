//! Counts shortest solutions without listing them.

use crate::breadth_first::Layers;
use crate::control::{Control, Event, Exhausted, Outcome, StopReason, Stopped};
use crate::growth::BATCH;
use crate::keyed::{Code, Keyed, Packed, in_moves};
use crate::tasks;
use crate::visited::place;
use hashbrown::HashTable;
use std::ops::ControlFlow;
use tait_space::{StateSpace, StoredKey};

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

/// Counts the shortest solutions of at most `bound` moves exactly.
///
/// A state of the last layer counts 1 if it is a goal. Layer by layer, back to the starts, the
/// count of a state is the sum over the states in the next layer to which its moves lead.
///
/// # Errors
/// Returns the outcome, exhausted or stopped, when there is no solution to count.
///
/// ```
/// use tait_puzzle::checkers::{Checkers, CheckersSpace};
/// use tait_search::{Control, count_shortest};
/// let space = CheckersSpace::new(Checkers::new(10, 1)?)?;
/// let count = count_shortest(&space, 21, &Control::default()).expect("it is solvable");
/// assert_eq!((count.length, count.solutions), (21, Some(144)));
/// # Ok::<(), tait_puzzle::checkers::CheckersError>(())
/// ```
pub fn count_shortest<S: StateSpace>(
    space: &S,
    bound: u32,
    control: &Control<'_>,
) -> Result<Count, Outcome<S::Move>> {
    counted::<Packed<S>>(space, bound, control).map_err(in_moves)
}

fn counted<K: StoredKey>(
    space: &dyn Keyed<K>,
    bound: u32,
    control: &Control<'_>,
) -> Result<Count, Outcome<Code>> {
    let mut search = Layers::<K>::new(space, bound, control);
    let found = search.run();
    let (layers, states) = (search.layers, search.states);
    drop(search.visited);
    match found {
        Ok(true) => {}
        Ok(false) => return Err(Outcome::Exhausted(Exhausted { bound, states })),
        Err(reason) => return Err(Outcome::Stopped(Stopped { reason, states })),
    }
    match ways(space, bound, &layers, control) {
        Ok(solutions) => Ok(Count {
            length: layers.len() as u32 - 1,
            solutions,
            states,
        }),
        Err(reason) => Err(Outcome::Stopped(Stopped { reason, states })),
    }
}

/// A state and the number of ways from it to a goal, at least one; `None` if there are too many to
/// count.
type Ways<K> = (K, Option<u128>);

/// Counts the ways through the layers from a start to a goal in the last one.
fn ways<K: StoredKey>(
    space: &dyn Keyed<K>,
    bound: u32,
    layers: &[Vec<K>],
    control: &Control<'_>,
) -> Result<Option<u128>, StopReason> {
    let Some((last, earlier)) = layers.split_last() else {
        return Ok(Some(0));
    };
    let states = layers.iter().map(|layer| layer.len() as u64).sum();
    let is_goal = |key: &K| space.is_solved(key).then_some((*key, Some(1)));
    let mut ahead = table(tasks::filtered(last, &is_goal));
    for (depth, layer) in (0..earlier.len() as u32).zip(earlier).rev() {
        let count = |key: &K| {
            let mut sum = Some(0_u128);
            space.successors(key, bound - depth, &mut |_, successor| {
                let ways = ways_from(&ahead, &successor);
                sum = sum.and_then(|sum| sum.checked_add(ways?));
                ControlFlow::Continue(())
            });
            (sum != Some(0)).then_some((*key, sum))
        };
        let mut counted: Vec<Ways<K>> = Vec::new();
        for batch in layer.chunks(BATCH) {
            counted.extend(tasks::filtered(batch, &count));
            let share = None;
            control.sink.event(Event::Progress { states, share });
            let kept = layers.iter().map(Vec::capacity).sum::<usize>() * size_of::<K>();
            let tables = (counted.capacity() + ahead.capacity()) * size_of::<Ways<K>>();
            if let Some(reason) = control.stop_reason(states, (kept + tables) as u64) {
                return Err(reason);
            }
        }
        ahead = table(counted);
    }
    // A start that occurs twice is one start.
    Ok(ahead
        .iter()
        .try_fold(0_u128, |sum, (_, ways)| sum.checked_add((*ways)?)))
}

fn table<K: StoredKey>(counted: Vec<Ways<K>>) -> HashTable<Ways<K>> {
    let mut table = HashTable::with_capacity(counted.len());
    for entry in counted {
        let _ = table.insert_unique(place(&entry.0), entry, |(key, _)| place(key));
    }
    table
}

fn ways_from<K: StoredKey>(table: &HashTable<Ways<K>>, key: &K) -> Option<u128> {
    let entry = table.find(place(key), |(known, _)| known == key);
    entry.map_or(Some(0), |(_, ways)| *ways)
}
