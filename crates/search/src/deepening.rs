//! IDA*: depth-first search with a rising bound.
//!
//! The tree is cut into a few hundred subtrees, whatever the number of threads. Workers take them
//! in the order in which a single thread would meet them, and the first subtree with a solution
//! wins, however long the ones before it take. Each subtree keeps its own table of failed states
//! with the budgets with which they failed, so that one thread's findings cannot change another's
//! counts.

mod subtree;

use crate::attempts::first_success;
use crate::control::{Control, Event, Exhausted, Found, Outcome, Share, StopReason, Stopped};
use crate::visited::place;
use hashbrown::HashTable;
use std::ops::{ControlFlow, Range, RangeInclusive};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use subtree::{Scratch, Subtree};
use tait_space::StateSpace;

/// The tree is cut where it has at least this many subtrees.
const SUBTREES: usize = 512;
/// Entries in the table of one subtree; a full table only costs repeated work.
const TABLE_ENTRIES: usize = 1 << 21;
/// The largest table that one subtree leaves to the next.
const KEPT_ENTRIES: usize = 1 << 14;
/// States between two looks at the limits.
const LOOK: u64 = 1 << 13;
/// The number of levels of a subtree that report their share of the work.
const REPORTING_LEVELS: u32 = 4;

/// Searches for a shortest solution with IDA*, for each bound of `bounds` in turn.
///
/// The solution is the canonical one, provided that no solution has fewer moves than the first
/// bound. `Exhausted` proves that there is no solution within the last bound. The counts are of
/// states visited with the last bound, by depth; a state visited twice counts twice.
///
/// ```
/// use tait_linear::{Holes, LinearSpace, BoundedSearch, Puzzle, Restrictions, PruneRules};
/// use tait_search::{Control, Outcome, iterative_deepening};
/// // k = 3, n = 6 has no solution of 6 moves.
/// let bounded = BoundedSearch::new(Puzzle::new(3, 6)?, 6, Restrictions::default(), PruneRules::default())?;
/// let packing = Holes::<u64>::new(12, 3, 4).expect("it fits");
/// let space = LinearSpace::<1, _>::new(bounded, packing, None);
/// let outcome = iterative_deepening(&space, 6..=6, &Control::default());
/// assert!(matches!(outcome, Outcome::Exhausted(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn iterative_deepening<S: StateSpace>(
    space: &S,
    bounds: RangeInclusive<u32>,
    control: &Control<'_>,
) -> Outcome<S::Move> {
    let last = *bounds.end();
    let mut states = Vec::new();
    for bound in bounds {
        control.sink.event(Event::Depth {
            depth: bound,
            states: 0,
            total: 0,
            bound: last,
        });
        match Iteration::new(space, bound, control).run() {
            Outcome::Exhausted(exhausted) => states = exhausted.states,
            ended => return ended,
        }
        let total = states.iter().sum();
        control.sink.event(Event::Depth {
            depth: bound,
            states: total,
            total,
            bound: last,
        });
    }
    Outcome::Exhausted(Exhausted {
        bound: last,
        states,
    })
}

/// The tree of one bound above the subtrees into which it is cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeepeningCut<M> {
    /// How many subtrees there are. They have an order, in which the first with a solution counts.
    pub subtrees: usize,
    /// The states above the subtrees, by depth.
    pub states: Vec<u64>,
    /// A solution that lies above the subtrees; then there are none.
    pub moves: Option<Vec<M>>,
}

/// Cuts the tree of one bound as [`iterative_deepening`] does, so that others can search parts of it. A subtree is what
/// begins with one sequence of moves; of several sequences that lead to one state or to its image only the smallest has a
/// subtree.
#[must_use]
pub fn deepening_cut<S: StateSpace>(space: &S, bound: u32) -> DeepeningCut<S::Move> {
    let Cut {
        roots,
        states,
        goal,
    } = Iteration::new(space, bound, &Control::default()).cut();
    DeepeningCut {
        subtrees: roots.len(),
        states,
        moves: goal,
    }
}

/// Searches some of the subtrees of [`deepening_cut`]. The counts are of states in these subtrees.
///
/// The outcome of [`iterative_deepening`] with one bound follows: the first success in the order of the subtrees, and the
/// sum of the counts above the subtrees, of all parts before the success, and of the success.
///
/// ```
/// use tait_linear::{BoundedSearch, Holes, LinearSpace, PruneRules, Puzzle, Restrictions};
/// use tait_search::{Control, deepening_cut, deepening_part, iterative_deepening};
/// let bounded = BoundedSearch::new(Puzzle::new(3, 6)?, 6, Restrictions::default(), PruneRules::default())?;
/// let packing = Holes::<u64>::new(12, 3, 4).expect("it fits");
/// let space = LinearSpace::<1, _>::new(bounded, packing, None);
/// let cut = deepening_cut(&space, 6);
/// let middle = cut.subtrees / 2;
/// let parts = [0..middle, middle..cut.subtrees];
/// let parts = parts.map(|part| deepening_part(&space, 6, part, &Control::default()));
/// let total = |states: &[u64]| states.iter().sum::<u64>();
/// let sum: u64 = total(&cut.states) + parts.iter().map(|part| total(part.states())).sum::<u64>();
/// let whole = iterative_deepening(&space, 6..=6, &Control::default());
/// assert_eq!(sum, total(whole.states()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn deepening_part<S: StateSpace>(
    space: &S,
    bound: u32,
    part: Range<usize>,
    control: &Control<'_>,
) -> Outcome<S::Move> {
    let iteration = Iteration::new(space, bound, control);
    let roots = iteration.cut().roots;
    let nothing = vec![0; bound as usize + 1];
    iteration.search(roots.get(part).unwrap_or_default(), nothing)
}

/// The root of a subtree.
struct Root<S: StateSpace> {
    path: Vec<S::Move>,
    state: S::State,
    weight: f64,
}

/// The tree cut into subtrees.
struct Cut<S: StateSpace> {
    roots: Vec<Root<S>>,
    /// States above the roots, by depth.
    states: Vec<u64>,
    /// A goal that was found while cutting.
    goal: Option<Vec<S::Move>>,
}

/// A subtree that ends the search, by a solution or by exceeding its limit on states.
struct Finished<M> {
    moves: Option<Vec<M>>,
    states: Vec<u64>,
}

struct Iteration<'a, S: StateSpace> {
    space: &'a S,
    bound: u32,
    control: &'a Control<'a>,
    subtree_states: u64,
    stopped: AtomicBool,
    reason: Mutex<Option<StopReason>>,
    visited: AtomicU64,
    share: Share,
    /// What finished subtrees leave to those that come: to allocate it anew costs small searches a tenth of their time.
    scratch: Mutex<Vec<Scratch<S>>>,
}

impl<'a, S: StateSpace> Iteration<'a, S> {
    fn new(space: &'a S, bound: u32, control: &'a Control<'a>) -> Self {
        Self {
            space,
            bound,
            control,
            subtree_states: control.limits.subtree_states.unwrap_or(u64::MAX),
            stopped: AtomicBool::new(false),
            reason: Mutex::new(None),
            visited: AtomicU64::new(0),
            share: Share::default(),
            scratch: Mutex::new(Vec::new()),
        }
    }

    fn run(&self) -> Outcome<S::Move> {
        let Cut {
            roots,
            states,
            goal,
        } = self.cut();
        if let Some(moves) = goal {
            return Outcome::Found(Found { moves, states });
        }
        self.visited.store(states.iter().sum(), Ordering::Relaxed);
        self.search(&roots, states)
    }

    /// Searches some subtrees, and adds their states to the counts.
    fn search(&self, roots: &[Root<S>], mut states: Vec<u64>) -> Outcome<S::Move> {
        let (winner, failures) = first_success(roots.len(), |index, is_wanted| {
            Subtree::new(self, is_wanted, &roots[index]).run()
        });
        let winner = winner.map(|(_, finished)| finished);
        let reason = self.reason.lock().ok().and_then(|reason| *reason);
        let counts = failures
            .iter()
            .chain(winner.iter().map(|finished| &finished.states));
        for finished in counts {
            for (sum, count) in states.iter_mut().zip(finished) {
                *sum += count;
            }
        }
        match (winner, reason) {
            // A solution counts only if every subtree before it was finished.
            (_, Some(reason)) => Outcome::Stopped(Stopped { reason, states }),
            (Some(finished), None) => match finished.moves {
                Some(moves) => Outcome::Found(Found { moves, states }),
                None => Outcome::Stopped(Stopped {
                    reason: StopReason::SubtreeStates,
                    states,
                }),
            },
            (None, None) => Outcome::Exhausted(Exhausted {
                bound: self.bound,
                states,
            }),
        }
    }

    /// Keeps the memory of a finished subtree for the next one, unless its table has outgrown the cache.
    fn leave(&self, mut scratch: Scratch<S>) {
        if scratch.failed.capacity() > KEPT_ENTRIES {
            return;
        }
        scratch.failed.clear();
        if let Ok(mut kept) = self.scratch.lock() {
            kept.push(scratch);
        }
    }

    /// Stops the search; the first reason counts.
    fn stop(&self, reason: StopReason) {
        self.stopped.store(true, Ordering::Relaxed);
        if let Ok(mut slot) = self.reason.lock() {
            let _ = slot.get_or_insert(reason);
        }
    }

    /// Cuts the tree into subtrees, in depth-first order, without repeated states.
    fn cut(&self) -> Cut<S> {
        let mut states = vec![0; self.bound as usize + 1];
        let mut roots: Vec<Root<S>> = self
            .space
            .starts()
            .into_iter()
            .filter(|state| {
                self.space
                    .lower_bound(state)
                    .is_some_and(|least| least <= self.bound)
            })
            .map(|state| Root {
                path: Vec::new(),
                state,
                weight: 1.0,
            })
            .collect();
        let mut depth = 0;
        loop {
            if let Some(goal) = roots.iter().find(|root| self.space.is_goal(&root.state)) {
                states[depth as usize] += roots.len() as u64;
                let goal = Some(goal.path.clone());
                return Cut {
                    roots: Vec::new(),
                    states,
                    goal,
                };
            }
            if roots.is_empty() || roots.len() >= SUBTREES || depth == self.bound {
                return Cut {
                    roots: self.without_images(roots),
                    states,
                    goal: None,
                };
            }
            states[depth as usize] = roots.len() as u64;
            let mut seen = HashTable::new();
            let mut next = Vec::new();
            for root in &roots {
                let children = sorted_successors(self.space, &root.state, self.bound - depth);
                let weight = root.weight / children.len().max(1) as f64;
                if children.is_empty() {
                    self.share.add(root.weight);
                }
                for (step, state) in children {
                    let key = self.space.key(&state);
                    if seen.find(place(&key), |known| *known == key).is_some() {
                        self.share.add(weight);
                        continue;
                    }
                    let _ = seen.insert_unique(place(&key), key, place);
                    let mut path = root.path.clone();
                    path.push(step);
                    next.push(Root {
                        path,
                        state,
                        weight,
                    });
                }
            }
            roots = next;
            depth += 1;
        }
    }

    /// Keeps of a root and its image the one that comes first: where one has a solution, the other has.
    fn without_images(&self, roots: Vec<Root<S>>) -> Vec<Root<S>> {
        let mut seen = HashTable::new();
        let is_new = |root: &Root<S>| {
            let image = self.space.image(&root.state);
            let image = image.map(|image| self.space.key(&image));
            let is_image = image.is_some_and(|image| {
                let found = seen.find(place(&image), |known| *known == image);
                found.is_some()
            });
            if is_image {
                self.share.add(root.weight);
            } else {
                let key = self.space.key(&root.state);
                let _ = seen.insert_unique(place(&key), key, place);
            }
            !is_image
        };
        roots.into_iter().filter(is_new).collect()
    }
}

fn sorted_successors<S: StateSpace>(
    space: &S,
    state: &S::State,
    budget: u32,
) -> Vec<(S::Move, S::State)> {
    let mut successors = Vec::new();
    successors_into(space, state, budget, &mut successors);
    successors
}

fn successors_into<S: StateSpace>(
    space: &S,
    state: &S::State,
    budget: u32,
    successors: &mut Vec<(S::Move, S::State)>,
) {
    successors.clear();
    space.expand(state, budget, &mut |step, successor| {
        successors.push((step, successor));
        ControlFlow::Continue(())
    });
    successors.sort_unstable_by_key(|&(step, _)| step);
}
