//! Paths whose moves have costs: the cheapest from a start to a goal.

use crate::control::{Control, Event, StopReason, Stopped};
use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;
use std::hash::Hash;

/// A puzzle whose moves have costs, of which each is at least 1.
pub trait Costs {
    /// A state.
    type State: Copy + Eq + Hash;
    /// A move.
    type Move: Copy + Ord;

    /// Returns the state in which the puzzle begins.
    fn start(&self) -> Self::State;

    /// Returns whether a state is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Returns a lower bound of the cost from a state to a goal.
    fn at_least(&self, state: &Self::State) -> u64;

    /// Calls `visit` with each move that costs at most `most`, its cost, and the state to which it leads.
    fn successors(
        &self,
        state: &Self::State,
        most: u64,
        visit: &mut dyn FnMut(Self::Move, u64, Self::State),
    );
}

/// What a search for one cost came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfCost<M> {
    /// The moves of a cheapest path: the shortest such, and then the smallest; `None` when no path is as cheap.
    pub moves: Option<Vec<M>>,
    /// The states that were expanded.
    pub states: u64,
}

/// Searches for a path that costs at most `bound`: the cheapest, of these the shortest, and of these the one with the smallest
/// moves.
///
/// It expands every state from which the lower bound leaves a path open, in the order of costs, so `None` is a proof.
///
/// # Errors
/// The reason why the search stopped.
///
/// ```
/// use tait_search::{Control, Costs, of_cost};
/// /// From 0 to 7 by steps of 2, which cost 3, and of 1, which cost 1.
/// struct Steps;
/// impl Costs for Steps {
///     type State = u32;
///     type Move = u32;
///     fn start(&self) -> u32 { 0 }
///     fn is_goal(&self, at: &u32) -> bool { *at == 7 }
///     fn at_least(&self, at: &u32) -> u64 { u64::from(7_u32.saturating_sub(*at)) }
///     fn successors(&self, at: &u32, most: u64, visit: &mut dyn FnMut(u32, u64, u32)) {
///         for (step, cost) in [(1, 1), (2, 3)] {
///             if cost <= most {
///                 visit(step, cost, at + step);
///             }
///         }
///     }
/// }
/// assert_eq!(of_cost(&Steps, 6, &Control::default())?.moves, None);
/// assert_eq!(of_cost(&Steps, 9, &Control::default())?.moves, Some(vec![1; 7]));
/// # Ok::<(), tait_search::Stopped>(())
/// ```
pub fn of_cost<C: Costs>(
    puzzle: &C,
    bound: u64,
    control: &Control<'_>,
) -> Result<OfCost<C::Move>, Stopped> {
    /// States between two looks at the clock.
    const LOOK: u64 = 1 << 12;
    let mut best: Reached<C::State> = HashMap::default();
    let mut by_cost: Vec<Vec<C::State>> = vec![Vec::new(); bound as usize + 1];
    let start = puzzle.start();
    if puzzle.at_least(&start) <= bound {
        let _ = best.insert(start, (0, 0));
        by_cost[0].push(start);
    }
    let mut expanded = 0;
    for cost in 0..=bound {
        let states = std::mem::take(&mut by_cost[cost as usize]);
        let goals = states.iter().filter(|state| puzzle.is_goal(state));
        let moves = goals
            .filter_map(|goal| best.get(goal))
            .filter(|reached| reached.0 == cost);
        if let Some(&(_, moves)) = moves.min_by_key(|reached| reached.1) {
            let goal = Target { cost, moves };
            let mut path = Vec::new();
            let is_found = goal.reach(puzzle, &best, start, &mut HashSet::default(), &mut path);
            return Ok(OfCost {
                moves: is_found.then_some(path),
                states: expanded,
            });
        }
        for state in states {
            let Some(&(reached, moves)) = best.get(&state) else {
                continue;
            };
            if reached < cost {
                continue; // It was expanded when it was cheaper.
            }
            expanded += 1;
            if expanded % LOOK == 0 {
                let entry = size_of::<(C::State, (u64, u32))>() + size_of::<C::State>();
                let bytes = 2 * best.len() as u64 * entry as u64;
                if let Some(reason) = control.stop_reason(expanded, bytes) {
                    return Err(stopped(expanded, reason));
                }
                let event = Event::Visited { states: LOOK };
                control.sink.event(event);
            }
            let mut take = |_, more: u64, next: C::State| {
                let at = (cost + more, moves + 1);
                if at.0 + puzzle.at_least(&next) > bound {
                    return;
                }
                let is_new = match best.get_mut(&next) {
                    Some(before) if *before <= at => return,
                    Some(before) => std::mem::replace(before, at).0 != at.0,
                    None => best.insert(next, at).is_none(),
                };
                if is_new {
                    by_cost[at.0 as usize].push(next);
                }
            };
            puzzle.successors(&state, bound - cost, &mut take);
        }
    }
    Ok(OfCost {
        moves: None,
        states: expanded,
    })
}

/// The least cost of each state, and the fewest moves that have it.
type Reached<S> = HashMap<S, (u64, u32), FxBuildHasher>;

/// The cost and the number of moves of the paths that are wanted.
struct Target {
    cost: u64,
    moves: u32,
}

impl Target {
    /// Appends the smallest moves that lead from a state to a goal, where all states on the way are reached as cheaply and
    /// as early as they can be. States from which there are none are kept as dead.
    fn reach<C: Costs>(
        &self,
        puzzle: &C,
        best: &Reached<C::State>,
        state: C::State,
        dead: &mut HashSet<C::State, FxBuildHasher>,
        path: &mut Vec<C::Move>,
    ) -> bool {
        let Some(&(cost, moves)) = best.get(&state) else {
            return false;
        };
        if (cost, moves) == (self.cost, self.moves) && puzzle.is_goal(&state) {
            return true;
        }
        if cost >= self.cost || moves >= self.moves || dead.contains(&state) {
            return false;
        }
        let mut next = Vec::new();
        puzzle.successors(&state, self.cost - cost, &mut |step, more, to| {
            if best.get(&to) == Some(&(cost + more, moves + 1)) {
                next.push((step, to));
            }
        });
        next.sort_unstable_by_key(|(step, _)| *step);
        for (step, to) in next {
            path.push(step);
            if self.reach(puzzle, best, to, dead, path) {
                return true;
            }
            let _ = path.pop();
        }
        let _ = dead.insert(state);
        false
    }
}

fn stopped(states: u64, reason: StopReason) -> Stopped {
    Stopped {
        states: vec![states],
        reason,
    }
}
