//! All shortest solutions, not just the canonical one.

use crate::breadth_first::{Layers, marked_towards};
use crate::control::{Control, Exhausted, Outcome, Stopped};
use crate::growth::filtered;
use crate::keyed::in_moves;
use crate::solution_graph::{joined, sorted};
use tait_space::{Code, Erase, Erased, Keyed, PackedMove, StoredKey, of_one};

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
