//! IDA*: depth-first search with a rising bound.
//!
//! The tree is cut into a few hundred subtrees, whatever the number of threads. Workers take them
//! in the order in which a single thread would meet them, and the first subtree with a solution
//! wins, however long the ones before it take. Each subtree keeps its own table of failed states
//! with the budgets with which they failed, so that one thread's findings cannot change another's
//! counts.

use crate::attempts::{Attempt, first_success};
use crate::control::{Control, Event, Exhausted, Found, Outcome, Share, StopReason, Stopped, now};
use crate::keyed::in_moves;
use crate::visited::place;
use hashbrown::HashTable;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range, RangeInclusive};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tait_space::{Code, Erase, Erased, Keyed, PackedMove, StoredKey, Walk, of_one};

/// The tree is cut where it has at least this many subtrees.
const SUBTREES: usize = 512;

/// Entries in the table of one subtree; a full table only costs repeated work.
const TABLE_ENTRIES: usize = 1 << 21;

/// The largest table that one subtree leaves to the next.
const KEPT_ENTRIES: usize = 1 << 14;

/// States between two looks at the limits.
const LOOK: u64 = 1 << 13;

/// The least time between two reports of failed subtrees.
const REPORT_EVERY: Duration = Duration::from_secs(1);

/// The number of levels of a subtree that report their share of the work.
const REPORTING_LEVELS: usize = 4;

/// Searches for a shortest solution with IDA*, for each bound of `bounds` in turn.
///
/// The solution is the canonical one, provided that no solution has fewer moves than the first
/// bound. `Exhausted` proves that there is no solution within the last bound. The counts are of
/// states visited with the last bound, by depth; a state visited twice counts twice.
///
/// ```
/// use tait_linear::{BoundedSearch, Puzzle, Restrictions, PruneRules};
/// use tait_search::{Control, Outcome, iterative_deepening};
/// // k = 3, n = 6 has no solution of 6 moves.
/// let bounded = BoundedSearch::new(Puzzle::new(3, 6)?, 6, Restrictions::default(), PruneRules::default())?;
/// let space = bounded.space();
/// let outcome = iterative_deepening(&space, 6..=6, &Control::default());
/// assert!(matches!(outcome, Outcome::Exhausted(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn iterative_deepening<S: Erase>(
    space: &S,
    bounds: RangeInclusive<u32>,
    control: &Control<'_>,
) -> Outcome<S::Move> {
    let begun: Begun<'_> = (&FailedSubtrees::default(), &|_| {});
    in_moves(deepened_for_any(space.erased(), bounds, begun, control))
}

/// The first subtrees of [`deepening_cut`], as far as they have no solution.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedSubtrees {
    /// How many they are.
    pub number: usize,
    /// The states that were visited in them, by depth.
    pub states: Vec<u64>,
}

/// Searches as [`iterative_deepening`] does with one bound, without the subtrees that failed in an earlier run. Tells now
/// and then, and when it stops, how many have failed by then. The outcome is that of a search that never stopped.
///
/// ```
/// use tait_linear::{BoundedSearch, Puzzle, Restrictions, PruneRules};
/// use tait_search::{Control, FailedSubtrees, deepening_from, iterative_deepening};
/// let bounded = BoundedSearch::new(Puzzle::new(3, 6)?, 6, Restrictions::default(), PruneRules::default())?;
/// let (space, control) = (bounded.space(), Control::default());
/// let none = FailedSubtrees::default();
/// let outcome = deepening_from(&space, 6, (&none, &|_| {}), &control);
/// assert_eq!(outcome, iterative_deepening(&space, 6..=6, &control));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn deepening_from<S: Erase>(
    space: &S,
    bound: u32,
    begun: Begun<'_>,
    control: &Control<'_>,
) -> Outcome<S::Move> {
    in_moves(deepened_for_any(
        space.erased(),
        bound..=bound,
        begun,
        control,
    ))
}

/// The subtrees that have failed, and a function that receives further ones.
pub type Begun<'a> = (&'a FailedSubtrees, &'a (dyn Fn(&FailedSubtrees) + Sync));

fn deepened_for_any(
    space: Erased<'_>,
    bounds: RangeInclusive<u32>,
    begun: Begun<'_>,
    control: &Control<'_>,
) -> Outcome<Code> {
    of_one!(space, space => deepened(space, bounds, begun, control))
}

fn deepened<K: StoredKey>(
    space: &dyn Keyed<K>,
    bounds: RangeInclusive<u32>,
    begun: Begun<'_>,
    control: &Control<'_>,
) -> Outcome<Code> {
    let last = *bounds.end();
    let mut states = Vec::new();
    for bound in bounds {
        control.sink.event(Event::Depth {
            depth: bound,
            states: 0,
            total: 0,
            bound: last,
        });
        match Iteration::new(space, bound, control).run(begun) {
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
pub fn deepening_cut<S: Erase>(space: &S, bound: u32) -> DeepeningCut<S::Move> {
    let (subtrees, states, goal) = cut_for_any(space.erased(), bound);
    DeepeningCut {
        subtrees,
        states,
        moves: goal.map(|moves| moves.into_iter().map(S::Move::of_packed).collect()),
    }
}

fn cut_for_any(space: Erased<'_>, bound: u32) -> (usize, Vec<u64>, Option<Vec<Code>>) {
    of_one!(space, space => {
        let cut = Iteration::new(space, bound, &Control::default()).cut();
        (cut.roots.len(), cut.states, cut.goal)
    })
}

/// Searches some of the subtrees of [`deepening_cut`]. The counts are of states in these subtrees.
///
/// The outcome of [`iterative_deepening`] with one bound follows: the first success in the order of the subtrees, and the
/// sum of the counts above the subtrees, of all parts before the success, and of the success.
///
/// ```
/// use tait_linear::{BoundedSearch, PruneRules, Puzzle, Restrictions};
/// use tait_search::{Control, deepening_cut, deepening_part, iterative_deepening};
/// let bounded = BoundedSearch::new(Puzzle::new(3, 6)?, 6, Restrictions::default(), PruneRules::default())?;
/// let space = bounded.space();
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
pub fn deepening_part<S: Erase>(
    space: &S,
    bound: u32,
    part: Range<usize>,
    control: &Control<'_>,
) -> Outcome<S::Move> {
    in_moves(part_for_any(space.erased(), bound, part, control))
}

fn part_for_any(
    space: Erased<'_>,
    bound: u32,
    part: Range<usize>,
    control: &Control<'_>,
) -> Outcome<Code> {
    of_one!(space, space => parted(space, bound, part, control))
}

fn parted<K: StoredKey>(
    space: &dyn Keyed<K>,
    bound: u32,
    part: Range<usize>,
    control: &Control<'_>,
) -> Outcome<Code> {
    let iteration = Iteration::new(space, bound, control);
    let roots = iteration.cut().roots;
    let nothing = vec![0; bound as usize + 1];
    iteration.search(roots.get(part).unwrap_or_default(), nothing, &|_, _| {})
}

/// The root of a subtree.
struct Root<K> {
    path: Vec<Code>,
    key: K,
    weight: f64,
}

/// The tree cut into subtrees.
struct Cut<K> {
    roots: Vec<Root<K>>,
    /// States above the roots, by depth.
    states: Vec<u64>,
    /// A goal that was found while cutting.
    goal: Option<Vec<Code>>,
}

/// A subtree that ends the search, by a solution or by exceeding its limit on states.
struct Finished {
    moves: Option<Vec<Code>>,
    states: Vec<u64>,
}

struct Iteration<'a, K> {
    space: &'a dyn Keyed<K>,
    bound: u32,
    control: &'a Control<'a>,
    subtree_states: u64,
    stopped: AtomicBool,
    reason: Mutex<Option<StopReason>>,
    visited: AtomicU64,
    share: Share,
    /// What finished subtrees leave to those that come: to allocate it anew costs small searches a tenth of their time.
    scratch: Mutex<Vec<Scratch<'a, K>>>,
}

impl<'a, K: StoredKey> Iteration<'a, K> {
    fn new(space: &'a dyn Keyed<K>, bound: u32, control: &'a Control<'a>) -> Self {
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

    fn run(&self, begun: Begun<'_>) -> Outcome<Code> {
        let Cut {
            roots,
            mut states,
            goal,
        } = self.cut();
        if let Some(moves) = goal {
            return Outcome::Found(Found { moves, states });
        }
        let (failed, roots) = roots.split_at(begun.0.number.min(roots.len()));
        failed.iter().for_each(|root| self.share.add(root.weight));
        add(&mut states, &begun.0.states);
        self.visited.store(states.iter().sum(), Ordering::Relaxed);
        let growing = Growing::new(begun);
        let outcome = self.search(roots, states, &|index, states| growing.add(index, states));
        if matches!(outcome, Outcome::Stopped(_)) {
            growing.end();
        }
        outcome
    }

    /// Searches some subtrees, and adds their states to the counts. Tells of each that failed.
    fn search(
        &self,
        roots: &[Root<K>],
        mut states: Vec<u64>,
        tell: &(dyn Fn(usize, &[u64]) + Sync),
    ) -> Outcome<Code> {
        let (winner, failures) = first_success(roots.len(), |index, is_wanted| {
            let attempt = Subtree::new(self, is_wanted, &roots[index]).run();
            // One that ended early has no result: it stopped, or comes after a success.
            if let (Attempt::Failure(states), false) =
                (&attempt, self.stopped.load(Ordering::Relaxed))
            {
                tell(index, states);
            }
            attempt
        });
        let winner = winner.map(|(_, finished)| finished);
        let reason = self.reason.lock().ok().and_then(|reason| *reason);
        let counts = failures
            .iter()
            .chain(winner.iter().map(|finished| &finished.states));
        counts.for_each(|finished| add(&mut states, finished));
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
    fn leave(&self, mut scratch: Scratch<'a, K>) {
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
    fn cut(&self) -> Cut<K> {
        let mut states = vec![0; self.bound as usize + 1];
        let root = |key| Root {
            path: Vec::new(),
            key,
            weight: 1.0,
        };
        let starts = self.space.near_starts(self.bound).into_iter();
        let mut roots: Vec<Root<K>> = starts.map(root).collect();
        let mut depth = 0;
        loop {
            if let Some(goal) = roots.iter().find(|root| self.space.is_solved(&root.key)) {
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
                let mut children = Vec::new();
                let budget = self.bound - depth;
                self.space.successors(&root.key, budget, &mut |step, key| {
                    children.push((step, key));
                    ControlFlow::Continue(())
                });
                children.sort_unstable_by_key(|&(step, _)| step);
                let weight = root.weight / children.len().max(1) as f64;
                if children.is_empty() {
                    self.share.add(root.weight);
                }
                for (step, key) in children {
                    if seen.find(place(&key), |known| *known == key).is_some() {
                        self.share.add(weight);
                        continue;
                    }
                    let _ = seen.insert_unique(place(&key), key, place);
                    let mut path = root.path.clone();
                    path.push(step);
                    next.push(Root { path, key, weight });
                }
            }
            roots = next;
            depth += 1;
        }
    }

    /// Keeps of a root and its image the one that comes first: where one has a solution, the other has.
    fn without_images(&self, roots: Vec<Root<K>>) -> Vec<Root<K>> {
        let mut seen = HashTable::new();
        let is_new = |root: &Root<K>| {
            let is_image = self.space.image_key(&root.key).is_some_and(|image| {
                let found = seen.find(place(&image), |known| *known == image);
                found.is_some()
            });
            if is_image {
                self.share.add(root.weight);
            } else {
                let _ = seen.insert_unique(place(&root.key), root.key, place);
            }
            !is_image
        };
        roots.into_iter().filter(is_new).collect()
    }
}

/// Adds counts by depth.
fn add(sums: &mut Vec<u64>, counts: &[u64]) {
    sums.resize(sums.len().max(counts.len()), 0);
    for (sum, count) in sums.iter_mut().zip(counts) {
        *sum += count;
    }
}

/// Collects failed subtrees, and tells how many have failed without a gap from the first on.
struct Growing<'a> {
    before: usize,
    tell: &'a (dyn Fn(&FailedSubtrees) + Sync),
    known: Mutex<Known>,
}

/// The subtrees of which a growing number has failed.
struct Known {
    /// Those without a gap.
    failed: FailedSubtrees,
    /// Those beyond.
    beyond: BTreeMap<usize, Vec<u64>>,
    /// When they were told.
    told: Option<Instant>,
}

impl<'a> Growing<'a> {
    fn new((failed, tell): Begun<'a>) -> Self {
        Self {
            before: failed.number,
            tell,
            known: Mutex::new(Known {
                failed: failed.clone(),
                beyond: BTreeMap::new(),
                told: now(),
            }),
        }
    }

    /// Adds a subtree, by its number among those of this run.
    fn add(&self, index: usize, states: &[u64]) {
        let Ok(mut known) = self.known.lock() else {
            return;
        };
        let Known {
            failed,
            beyond,
            told,
        } = &mut *known;
        let _ = beyond.insert(self.before + index, states.to_vec());
        while let Some(states) = beyond.remove(&failed.number) {
            failed.number += 1;
            add(&mut failed.states, &states);
        }
        if told.is_some_and(|told| told.elapsed() >= REPORT_EVERY) {
            (self.tell)(failed);
            *told = now();
        }
    }

    /// Tells of those that failed in this run.
    fn end(&self) {
        match self.known.lock() {
            Ok(known) if known.failed.number > self.before => (self.tell)(&known.failed),
            _ => {}
        }
    }
}

// The depth-first search of one subtree.

/// The depth-first search of one subtree.
struct Subtree<'a, 'b, K> {
    iteration: &'b Iteration<'a, K>,
    is_wanted: &'b dyn Fn() -> bool,
    root: &'b Root<K>,
    /// The moves below the root that lead to a goal, the last one first.
    found: Vec<Code>,
    states: Vec<u64>,
    since_look: u64,
    own_states: u64,
    scratch: Scratch<'a, K>,
}

/// The memory of one subtree, empty between two of them.
struct Scratch<'a, K> {
    /// Failed states, each with the largest budget with which it failed.
    failed: HashTable<(K, u32)>,
    walk: Box<dyn Walk<K> + Send + 'a>,
}

/// Why a subtree's search ends early.
enum Early {
    /// The subtree's own limit is exceeded.
    TooMany,
    Found,
    Over,
}

impl<'a, 'b, K: StoredKey> Subtree<'a, 'b, K> {
    fn new(
        iteration: &'b Iteration<'a, K>,
        is_wanted: &'b dyn Fn() -> bool,
        root: &'b Root<K>,
    ) -> Self {
        let depths = iteration.bound as usize + 1;
        let left = iteration.scratch.lock().ok().and_then(|mut it| it.pop());
        let scratch = left.unwrap_or_else(|| Scratch {
            failed: HashTable::new(),
            walk: iteration.space.walk(),
        });
        Self {
            iteration,
            is_wanted,
            root,
            found: Vec::new(),
            states: vec![0; depths],
            since_look: 0,
            own_states: 0,
            scratch,
        }
    }

    fn run(mut self) -> Attempt<Finished, Vec<u64>> {
        if self.iteration.stopped.load(Ordering::Relaxed) {
            return Attempt::Failure(self.states);
        }
        self.scratch.walk.begin(&self.root.key);
        match self.visit((0, 0), self.root.weight) {
            Err(Early::Found) => {
                let below = self.found.iter().rev();
                Attempt::Success(Finished {
                    moves: Some(self.root.path.iter().chain(below).copied().collect()),
                    states: self.states,
                })
            }
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

    /// Visits a state of the walk.
    fn visit(&mut self, (level, index): (usize, usize), weight: f64) -> Result<(), Early> {
        let depth = self.root.path.len() + level;
        let budget = self.iteration.bound - depth as u32;
        self.states[depth] += 1;
        self.look()?;
        let Some(key) = self.scratch.walk.key(level, index) else {
            return Err(Early::Found);
        };
        let reports = level <= REPORTING_LEVELS;
        let hash = place(&key);
        let failed = &self.scratch.failed;
        let known = || failed.find(hash, |(failed, _)| *failed == key);
        if budget == 0 || known().is_some_and(|&(_, failed)| failed >= budget) {
            if reports {
                self.iteration.share.add(weight);
            }
            return Ok(());
        }
        let successors = self.scratch.walk.expand(level, index, budget);
        let part = weight / successors.max(1) as f64;
        if reports && (level == REPORTING_LEVELS || successors == 0) {
            self.iteration.share.add(weight);
        }
        let below = level + 1;
        for successor in 0..successors {
            self.visit((below, successor), part).inspect_err(|early| {
                if matches!(early, Early::Found) {
                    self.found.push(self.scratch.walk.step(below, successor));
                }
            })?;
        }
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
