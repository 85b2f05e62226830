//! Spaces through their keys: what an engine that works by layers sees of a puzzle.
//!
//! There are many spaces and few types of keys. An engine that knows the keys alone is compiled once for each of
//! those, and what it asks of a space it asks through a table of functions: one call for each state, and one for each
//! successor at most.

use crate::growth::Shards;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;
use tait_space::{Annotated, Backward, Flow, Note, StateSpace};

/// What a key can do.
pub(crate) trait Key: Copy + Ord + Hash + Send + Sync + Debug {}
impl<K: Copy + Ord + Hash + Send + Sync + Debug> Key for K {}

/// What a move can do.
pub(crate) trait Step: Copy + Ord + Send + Sync + Debug {}
impl<M: Copy + Ord + Send + Sync + Debug> Step for M {}

/// A [`StateSpace`] through its keys.
pub(crate) trait Keyed<K, M>: Sync {
    /// The starts, in their order.
    fn start_keys(&self) -> Vec<K>;

    /// Those of them from which a goal may be reached within so many moves.
    fn near_starts(&self, bound: u32) -> Vec<K>;

    /// Visits the successors.
    fn successors(&self, key: &K, budget: u32, visit: &mut dyn FnMut(M, K) -> Flow);

    /// Adds the successors to the others of a task.
    fn push_successors(&self, key: &K, budget: u32, shards: &mut Shards<K>);

    /// Whether the puzzle is solved.
    fn is_solved(&self, key: &K) -> bool;

    /// Whether every state can occur at one depth only.
    fn is_layered(&self, bound: u32) -> bool;

    /// How promising a state is.
    fn promise_of(&self, key: &K) -> u32;
}

impl<S: StateSpace> Keyed<S::Key, S::Move> for S {
    fn start_keys(&self) -> Vec<S::Key> {
        self.starts().iter().map(|state| self.key(state)).collect()
    }

    fn near_starts(&self, bound: u32) -> Vec<S::Key> {
        let starts = self.starts();
        let is_near =
            |state: &&S::State| self.lower_bound(state).is_some_and(|least| least <= bound);
        let near = starts.iter().filter(is_near);
        near.map(|state| self.key(state)).collect()
    }

    fn successors(
        &self,
        key: &S::Key,
        budget: u32,
        visit: &mut dyn FnMut(S::Move, S::Key) -> Flow,
    ) {
        self.expand(&self.state(key), budget, &mut |step, successor| {
            visit(step, self.key(&successor))
        });
    }

    fn push_successors(&self, key: &S::Key, budget: u32, shards: &mut Shards<S::Key>) {
        self.expand(&self.state(key), budget, &mut |_, successor| {
            shards.push(self.key(&successor));
            ControlFlow::Continue(())
        });
    }

    fn is_solved(&self, key: &S::Key) -> bool {
        self.is_goal(&self.state(key))
    }

    fn is_layered(&self, bound: u32) -> bool {
        self.is_graded(bound)
    }

    fn promise_of(&self, key: &S::Key) -> u32 {
        self.promise(&self.state(key))
    }
}

/// A space that can be walked [`Backward`], through its keys.
pub(crate) trait KeyedBackward<K, M>: Keyed<K, M> {
    /// Visits the goals.
    fn goal_keys(&self, visit: &mut dyn FnMut(K) -> Flow);

    /// Adds the predecessors to the others of a task.
    fn push_predecessors(&self, key: &K, spent: u32, shards: &mut Shards<K>);
}

impl<S: Backward> KeyedBackward<S::Key, S::Move> for S {
    fn goal_keys(&self, visit: &mut dyn FnMut(S::Key) -> Flow) {
        self.goals(&mut |goal| visit(self.key(&goal)));
    }

    fn push_predecessors(&self, key: &S::Key, spent: u32, shards: &mut Shards<S::Key>) {
        self.predecessors(&self.state(key), spent, &mut |_, state| {
            shards.push(self.key(&state));
            ControlFlow::Continue(())
        });
    }
}

/// An [`Annotated`] space through its keys and the words of its notes.
pub(crate) trait Noted<K, M>: Sync {
    /// The starts from which a goal may be reached within so many moves.
    fn noted_starts(&self, bound: u32) -> Vec<K>;

    /// The note of a start; every note has as many words.
    fn start_note(&self) -> Vec<u64>;

    /// Visits the successors whose notes can still meet the requirements.
    fn noted_successors(
        &self,
        key: &K,
        note: &[u64],
        budget: u32,
        visit: &mut dyn FnMut(K, &[u64]) -> Flow,
    );

    /// Adds what another note of a state knows.
    fn unite(&self, known: &mut [u64], other: &[u64]);

    /// How promising a state with its note is.
    fn noted_promise(&self, key: &K, note: &[u64]) -> u32;

    /// Of a goal: what of its note meets every requirement.
    fn goal_part(&self, key: &K, note: &[u64]) -> Option<Vec<u64>>;

    /// The smallest move from a state to another that carries something of its note into what is wanted, and what.
    fn way_to(
        &self,
        target: &K,
        wanted: &[u64],
        from: (&K, &[u64]),
        budget: u32,
    ) -> Option<(M, Vec<u64>)>;
}

impl<S: Annotated> Noted<S::Key, S::Move> for S {
    fn noted_starts(&self, bound: u32) -> Vec<S::Key> {
        self.near_starts(bound)
    }

    fn start_note(&self) -> Vec<u64> {
        self.first_note().words().to_vec()
    }

    fn noted_successors(
        &self,
        key: &S::Key,
        note: &[u64],
        budget: u32,
        visit: &mut dyn FnMut(S::Key, &[u64]) -> Flow,
    ) {
        let (state, note) = (self.state(key), S::Note::of_words(note));
        self.expand(&state, budget, &mut |step, successor| match self
            .carry(&note, &state, step, budget)
        {
            Some(carried) => visit(self.key(&successor), carried.words()),
            None => ControlFlow::Continue(()),
        });
    }

    fn unite(&self, known: &mut [u64], other: &[u64]) {
        let united = self.merge(&S::Note::of_words(known), &S::Note::of_words(other));
        known.copy_from_slice(united.words());
    }

    fn noted_promise(&self, key: &S::Key, note: &[u64]) -> u32 {
        self.promise_of(key) + self.promise_of_note(&S::Note::of_words(note))
    }

    fn goal_part(&self, key: &S::Key, note: &[u64]) -> Option<Vec<u64>> {
        let note = S::Note::of_words(note);
        let part = self
            .is_solved(key)
            .then(|| self.complete_part(&note))
            .flatten()?;
        Some(part.words().to_vec())
    }

    fn way_to(
        &self,
        target: &S::Key,
        wanted: &[u64],
        (key, note): (&S::Key, &[u64]),
        budget: u32,
    ) -> Option<(S::Move, Vec<u64>)> {
        let (state, note) = (self.state(key), S::Note::of_words(note));
        let wanted = S::Note::of_words(wanted);
        let mut best: Option<(S::Move, S::Note)> = None;
        self.expand(&state, budget, &mut |step, successor| {
            let is_smaller = best.as_ref().is_none_or(|(known, _)| step < *known);
            if is_smaller
                && self.key(&successor) == *target
                && let Some(part) = self.leading_part(&note, &state, step, &wanted)
            {
                best = Some((step, part));
            }
            ControlFlow::Continue(())
        });
        best.map(|(step, part)| (step, part.words().to_vec()))
    }
}
