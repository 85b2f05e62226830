//! Beams towards a table that holds all states up to some number of moves from a goal.
//!
//! A beam fails at its end: almost none of the states that it keeps lead to a goal, whatever their priority. Backwards
//! from the goals, the same moves are a search that misses nothing, as long as its layers fit into memory. So the beam
//! only has to reach a state of the last of these layers, which is millions of times as likely as reaching a goal.

use crate::attempts::{Attempt, FailedAttempts, WhileWanted, first_success};
use crate::bidirectional::{Side, follow, goal_keys};
use crate::control::{Control, Event, Exhausted, Found, Outcome, StopReason, Stopped};
use crate::growth::Stored;
use crate::keyed::{KeyedAnnotated, in_moves};
use crate::layered::{Beam, Layers};
use crate::tasks;
use std::ops::ControlFlow;
use tait_space::{
    Code, EraseBackward, ErasedBackward, Flow, Keyed, KeyedBackward, Rank, StoredKey, of_one,
};

/// Searches for a path of at most `bound` moves to a goal by beams towards a table.
///
/// The beams share the table, which holds about `table_states` states, from the goals on.
///
/// In a [graded](tait_space::StateSpace::is_graded) space the beams aim only at the last layer of the table, so all
/// paths there must have `bound` moves.
///
/// Of the beams that reach the table, the one with the lowest index counts. Failed beams prove nothing, but a table
/// that ends on its own without a start is a proof. The reported states are one for the starts, and then the layers of
/// the table, farthest from the goals first. [`Event::Failed`] tells how many beams, from the first on, have failed: a
/// stopped search resumes with the others.
pub fn beams_towards_table<S: EraseBackward>(
    space: &S,
    bound: u32,
    beams: &[Beam],
    table_states: u64,
    control: &Control<'_>,
) -> Outcome<S::Move> {
    in_moves(searched_for_any(
        space.erased_backward(),
        bound,
        beams,
        table_states,
        control,
    ))
}

fn searched_for_any(
    space: ErasedBackward<'_>,
    bound: u32,
    beams: &[Beam],
    table_states: u64,
    control: &Control<'_>,
) -> Outcome<Code> {
    of_one!(space, space => searched(space, bound, beams, table_states, control))
}

fn searched<K: StoredKey>(
    space: &dyn KeyedBackward<K>,
    bound: u32,
    beams: &[Beam],
    table_states: u64,
    control: &Control<'_>,
) -> Outcome<Code> {
    let starts = space.start_keys();
    let is_start = |key: &K| starts.contains(key);
    let table = goal_keys(space, control).and_then(|goals| {
        let has_start = goals.iter().any(is_start);
        Ok((has_start, Side::new(&goals, control)?))
    });
    let (mut has_start, mut table) = match table {
        Ok(table) => table,
        Err(reason) => {
            let states = vec![1];
            return Outcome::Stopped(Stopped { reason, states });
        }
    };
    // A layer is about three times as large as the previous one.
    while table.depth() < bound
        && table.states() + 3 * table.outermost().len() as u64 <= table_states
    {
        let stored = Stored {
            states: table.states(),
            bytes: 0,
        };
        let grown = table.grow_backward(space, bound, space.is_graded(bound), stored, control);
        if let Err(reason) = grown {
            let states = counts(&table);
            return Outcome::Stopped(Stopped { reason, states });
        }
        if table.outermost().is_empty() {
            break;
        }
        has_start |= tasks::any(table.outermost(), &is_start);
    }
    let states = counts(&table);
    control.sink.event(Event::Visited {
        states: states.iter().sum(),
    });
    if table.outermost().is_empty() && !has_start {
        return Outcome::Exhausted(Exhausted { bound, states });
    }
    let limits = control.limits.of_each_thread(table.bytes());
    let left = table.depth();
    let to_table = ToTable {
        space,
        table: &table,
        left,
    };
    let failed = FailedAttempts::default();
    let (winner, failures) = first_success(beams.len(), |index, is_wanted| {
        let wanted = WhileWanted {
            is_wanted,
            outer: control.sink,
        };
        let control = Control {
            limits,
            sink: &wanted,
        };
        let found = Layers::run(&to_table, bound - left, Some(beams[index]), &control);
        match found.map_err(|stopped| stopped.reason).and_then(|layers| {
            let (depth, key, part) = layers.smallest_goal().ok_or(StopReason::Width)?;
            Ok((layers.path_to(depth, key, &part), key))
        }) {
            Ok(path) => Attempt::Success(path),
            Err(reason) => {
                if reason == StopReason::Width {
                    failed.add(index, |attempts| {
                        control.sink.event(Event::Failed { attempts });
                    });
                }
                Attempt::Failure(reason)
            }
        }
    });
    // A success counts only if every beam before it ended on its own.
    let limit = failures
        .into_iter()
        .find(|&reason| reason != StopReason::Width);
    match (limit, winner) {
        (None, Some((_, (mut moves, key)))) => {
            let layers = &table.layers;
            let reached = layers
                .iter()
                .position(|layer| tasks::any(layer, &|known| *known == key));
            follow(
                space,
                bound,
                &layers[..reached.unwrap_or(0)],
                key,
                &mut moves,
            );
            Outcome::Found(Found { moves, states })
        }
        (limit, _) => {
            let reason = limit.unwrap_or(StopReason::Width);
            Outcome::Stopped(Stopped { reason, states })
        }
    }
}

/// Returns 1 for the starts, then the sizes of the table's layers, outermost first.
fn counts<K: StoredKey>(table: &Side<K>) -> Vec<u64> {
    let mut states = table.layer_sizes();
    states.push(1);
    states.reverse();
    states
}

/// A space whose goals are the states of a table, without requirements.
struct ToTable<'a, K> {
    space: &'a dyn Keyed<K>,
    table: &'a Side<K>,
    /// The number of moves from the table to a goal.
    left: u32,
}

impl<K: StoredKey> KeyedAnnotated<K> for ToTable<'_, K> {
    fn annotated_start_keys(&self, bound: u32) -> Vec<(K, Vec<u64>)> {
        let near = self.space.near_starts(bound + self.left).into_iter();
        near.map(|key| (key, Vec::new())).collect()
    }

    fn least_moves(&self) -> Option<u32> {
        let least = self.space.least_moves();
        least.map(|least| least.saturating_sub(self.left))
    }

    fn annotated_successors(
        &self,
        key: &K,
        _: &[u64],
        budget: u32,
        _: &mut [u64],
        visit: &mut dyn FnMut(K, &[u64]) -> Flow,
    ) {
        let mut visit = |_, successor| visit(successor, &[]);
        self.space.successors(key, budget + self.left, &mut visit);
    }

    fn annotated_rank(&self, key: &K, _: &[u64]) -> Rank {
        self.space.rank_of(key)
    }

    fn goal_part(&self, key: &K, _: &[u64]) -> Option<Vec<u64>> {
        self.table.visited.contains(key).then(Vec::new)
    }

    fn way_to(
        &self,
        target: &K,
        _: &[u64],
        (key, _): (&K, &[u64]),
        budget: u32,
    ) -> Option<(Code, Vec<u64>)> {
        let mut smallest: Option<Code> = None;
        let budget = budget + self.left;
        self.space.successors(key, budget, &mut |step, successor| {
            if successor == *target && smallest.is_none_or(|known| step < known) {
                smallest = Some(step);
            }
            ControlFlow::Continue(())
        });
        smallest.map(|step| (step, Vec::new()))
    }
}
