//! All shortest solutions, not just the canonical one.

use crate::breadth_first::{Layers, contains, marked_towards};
use crate::control::{Control, Exhausted, Outcome, Stopped};
use crate::keyed::{Code, Keyed, Packed, in_moves};
use crate::tasks;
use hashbrown::HashTable;
use std::ops::ControlFlow;
use tait_space::{PackedMove, StateSpace, StoredKey};

/// Lists the shortest solutions of at most `bound` moves, smallest first, up to `most` of them.
///
/// # Errors
/// Returns the outcome, exhausted or stopped, when there is no solution to list.
///
/// ```
/// use tait_puzzle::linear::{Holes, LinearSpace, BoundedSearch, Puzzle, Restrictions, PruneRules};
/// use tait_search::{Control, all_shortest};
/// let bounded = BoundedSearch::new(Puzzle::new(2, 4)?, 4, Restrictions::default(), PruneRules::default())?;
/// let packing = Holes::<u64>::new(8, 2, 4).expect("it fits");
/// let space = LinearSpace::<1, _>::new(bounded, packing, None);
/// let solutions = all_shortest(&space, 4, 100, &Control::default()).expect("it is solvable");
/// assert!(solutions.iter().all(|moves| moves.len() == 4) && solutions.is_sorted());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn all_shortest<S: StateSpace>(
    space: &S,
    bound: u32,
    most: usize,
    control: &Control<'_>,
) -> Result<Vec<Vec<S::Move>>, Outcome<S::Move>> {
    let of_codes = |codes: Vec<Code>| codes.into_iter().map(S::Move::of_packed).collect();
    match listed::<Packed<S>>(space, bound, most, control) {
        Ok(solutions) => Ok(solutions.into_iter().map(of_codes).collect()),
        Err(outcome) => Err(in_moves(outcome)),
    }
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
    let Some((last, earlier)) = search.layers.split_last() else {
        return Ok(Vec::new());
    };
    let goals = tasks::filtered(last, &|key| space.is_solved(key).then_some(*key));
    let marked = match marked_towards(space, bound, earlier, &goals, control) {
        Ok(marked) => marked,
        Err(reason) => {
            return Err(Outcome::Stopped(Stopped {
                reason,
                states: search.states,
            }));
        }
    };
    let mut listing = Listing {
        space,
        bound,
        marked,
        most,
        path: Vec::new(),
        solutions: Vec::new(),
    };
    for key in space.start_keys() {
        if contains(&listing.marked[0], &key) {
            listing.follow(&key);
        }
    }
    Ok(listing.solutions)
}

struct Listing<'a, K> {
    space: &'a dyn Keyed<K>,
    bound: u32,
    marked: Vec<HashTable<K>>,
    most: usize,
    path: Vec<Code>,
    solutions: Vec<Vec<Code>>,
}

impl<K: StoredKey> Listing<'_, K> {
    fn follow(&mut self, key: &K) {
        let depth = self.path.len();
        if self.solutions.len() >= self.most {
            return;
        }
        let Some(ahead) = self.marked.get(depth + 1) else {
            self.solutions.push(self.path.clone());
            return;
        };
        let mut successors = Vec::new();
        self.space
            .successors(key, self.bound - depth as u32, &mut |step, successor| {
                if contains(ahead, &successor) {
                    successors.push((step, successor));
                }
                ControlFlow::Continue(())
            });
        successors.sort_unstable_by_key(|&(step, _)| step);
        for (step, successor) in successors {
            self.path.push(step);
            self.follow(&successor);
            let _ = self.path.pop();
        }
    }
}
