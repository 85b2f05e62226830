//! IDA*: depth-first search with a rising bound.
//!
//! The tree is cut into a few hundred subtrees, whatever the number of threads. Workers take them
//! in the order in which a single thread would meet them, and the first subtree with a solution
//! wins, however long the ones before it take. Each subtree keeps its own table of failed states
//! with the budgets with which they failed, so that one thread's findings cannot change another's
//! counts.

use crate::attempts::{Attempt, first_success};
use crate::control::{Control, Event, Exhausted, Found, Outcome, Share, StopReason, Stopped};
use crate::visited::place;
use hashbrown::HashTable;
use std::ops::{ControlFlow, Range, RangeInclusive};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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

// The depth-first search of one subtree.

/// The depth-first search of one subtree.
struct Subtree<'a, 'b, S: StateSpace> {
    iteration: &'b Iteration<'a, S>,
    is_wanted: &'b dyn Fn() -> bool,
    root: &'b Root<S>,
    path: Vec<S::Move>,
    states: Vec<u64>,
    since_look: u64,
    own_states: u64,
    scratch: Scratch<S>,
}

/// The memory of one subtree, empty between two of them.
struct Scratch<S: StateSpace> {
    /// Failed states, each with the largest budget with which it failed.
    failed: HashTable<(S::Key, u32)>,
    /// One buffer of successors for each depth, which avoids allocations.
    buffers: Vec<Vec<(S::Move, S::State)>>,
}

/// Why a subtree's search ends early.
enum Early {
    /// The subtree's own limit is exceeded.
    TooMany,
    Found,
    Over,
}

impl<'a, 'b, S: StateSpace> Subtree<'a, 'b, S> {
    fn new(
        iteration: &'b Iteration<'a, S>,
        is_wanted: &'b dyn Fn() -> bool,
        root: &'b Root<S>,
    ) -> Self {
        let depths = iteration.bound as usize + 1;
        let left = iteration.scratch.lock().ok().and_then(|mut it| it.pop());
        let scratch = left.unwrap_or_else(|| Scratch {
            failed: HashTable::new(),
            buffers: (0..depths).map(|_| Vec::new()).collect(),
        });
        Self {
            iteration,
            is_wanted,
            root,
            path: root.path.clone(),
            states: vec![0; depths],
            since_look: 0,
            own_states: 0,
            scratch,
        }
    }

    fn run(mut self) -> Attempt<Finished<S::Move>, Vec<u64>> {
        if self.iteration.stopped.load(Ordering::Relaxed) {
            return Attempt::Failure(self.states);
        }
        match self.visit(&self.root.state, 0, self.root.weight) {
            Err(Early::Found) => Attempt::Success(Finished {
                moves: Some(self.path),
                states: self.states,
            }),
            Err(Early::TooMany) => Attempt::Success(Finished {
                moves: None,
                states: self.states,
            }),
            Err(Early::Over) => Attempt::Failure(self.states),
            Ok(()) => {
                // However small the subtrees are, each checks the limits once.
                let _ = self.consult();
                self.iteration.leave(self.scratch);
                Attempt::Failure(self.states)
            }
        }
    }

    fn visit(&mut self, state: &S::State, level: u32, weight: f64) -> Result<(), Early> {
        let space = self.iteration.space;
        let depth = self.path.len();
        let budget = self.iteration.bound - depth as u32;
        self.states[depth] += 1;
        self.look()?;
        if space.is_goal(state) {
            return Err(Early::Found);
        }
        let reports = level <= REPORTING_LEVELS;
        let key = space.key(state);
        let hash = place(&key);
        let failed = &self.scratch.failed;
        let known = || failed.find(hash, |(failed, _)| *failed == key);
        if budget == 0 || known().is_some_and(|&(_, failed)| failed >= budget) {
            if reports {
                self.iteration.share.add(weight);
            }
            return Ok(());
        }
        let mut successors = std::mem::take(&mut self.scratch.buffers[depth]);
        successors_into(space, state, budget, &mut successors);
        let part = weight / successors.len().max(1) as f64;
        if reports && (level == REPORTING_LEVELS || successors.is_empty()) {
            self.iteration.share.add(weight);
        }
        for (step, successor) in &successors {
            self.path.push(*step);
            self.visit(successor, level + 1, part)?;
            let _ = self.path.pop();
        }
        self.scratch.buffers[depth] = successors;
        let failed = &self.scratch.failed;
        let has_room = failed.len() < TABLE_ENTRIES;
        if has_room && failed.len() == failed.capacity() {
            self.make_room()?;
        }
        let failed = &mut self.scratch.failed;
        match failed.find_mut(hash, |(failed, _)| *failed == key) {
            Some(entry) => entry.1 = budget,
            None if has_room => {
                let _ = failed.insert_unique(hash, (key, budget), |(key, _)| place(key));
            }
            None => {}
        }
        Ok(())
    }

    /// Lets the table grow if the limit has room for twice its size beside the tables of all
    /// threads.
    fn make_room(&mut self) -> Result<(), Early> {
        let threads = rayon::current_num_threads() as u64;
        let failed = &mut self.scratch.failed;
        let bytes = (threads + 2) * failed.allocation_size() as u64;
        let mut fails = || failed.try_reserve(1, |(key, _)| place(key)).is_err();
        let refused = self.iteration.control.refused(bytes);
        if let Some(reason) = refused.or_else(|| fails().then_some(StopReason::Memory)) {
            self.iteration.stop(reason);
            return Err(Early::Over);
        }
        Ok(())
    }

    /// Checks the limits now and then.
    fn look(&mut self) -> Result<(), Early> {
        self.since_look += 1;
        self.own_states += 1;
        if self.iteration.subtree_states < self.own_states {
            return Err(Early::TooMany);
        }
        if self.since_look < LOOK {
            return Ok(());
        }
        self.consult()
    }

    /// Adds to the count of states, reports, and stops the search if a limit is reached.
    fn consult(&mut self) -> Result<(), Early> {
        let iteration = self.iteration;
        let states = iteration
            .visited
            .fetch_add(self.since_look, Ordering::Relaxed)
            + self.since_look;
        self.since_look = 0;
        let share = Some(iteration.share.get());
        iteration
            .control
            .sink
            .event(Event::Progress { states, share });
        let bytes =
            self.scratch.failed.allocation_size() as u64 * rayon::current_num_threads() as u64;
        if let Some(reason) = iteration.control.stop_reason(states, bytes) {
            iteration.stop(reason);
        }
        let goes_on = (self.is_wanted)() && !iteration.stopped.load(Ordering::Relaxed);
        if goes_on { Ok(()) } else { Err(Early::Over) }
    }
}
