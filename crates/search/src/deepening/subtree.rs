//! The depth-first search of one subtree.

use super::{Finished, Iteration, LOOK, REPORTING_LEVELS, Root, TABLE_ENTRIES, successors_into};
use crate::attempts::Attempt;
use crate::control::{Event, StopReason};
use crate::visited::place;
use hashbrown::HashTable;
use std::sync::atomic::Ordering;
use tait_space::StateSpace;

/// The depth-first search of one subtree.
pub(super) struct Subtree<'a, 'b, S: StateSpace> {
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
pub(super) struct Scratch<S: StateSpace> {
    /// Failed states, each with the largest budget with which it failed.
    pub(super) failed: HashTable<(S::Key, u32)>,
    /// One buffer of successors for each depth, which avoids allocations.
    pub(super) buffers: Vec<Vec<(S::Move, S::State)>>,
}

/// Why a subtree's search ends early.
enum Early {
    /// The subtree's own limit is exceeded.
    TooMany,
    Found,
    Over,
}

impl<'a, 'b, S: StateSpace> Subtree<'a, 'b, S> {
    pub(super) fn new(
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

    pub(super) fn run(mut self) -> Attempt<Finished<S::Move>, Vec<u64>> {
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
