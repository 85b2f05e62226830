//! Spaces through their keys: an engine that works by layers sees only these.
//!
//! There are many spaces, but as numbers ([`PackedKey`], [`PackedMove`]) there are only five kinds of keys and one of
//! moves. An engine that knows only these is compiled once for each kind of key, in this crate: its door takes a space
//! with a key of any kind. It calls the space through a table of functions: once for each state, and at most once for
//! each successor.

use crate::control::{Found, Outcome};
use crate::growth::Shards;
use crate::visited::hashed;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use tait_space::{
    Annotated, AnyKey, Backward, Flow, ForKeys, KeyKind, MoveOf, PackedKey, PackedMove, StateSpace,
    StoredKey,
};

/// The keys of a space as engines hold them.
pub type Packed<S> = <<S as StateSpace>::Key as PackedKey>::Packed;

/// A move as engines hold it.
pub(crate) type Code = u64;

/// Translates an outcome to the moves of the space.
pub(crate) fn in_moves<M: PackedMove>(outcome: Outcome<Code>) -> Outcome<M> {
    match outcome {
        Outcome::Found(Found { moves, states }) => {
            let moves = moves.into_iter().map(M::of_packed).collect();
            Outcome::Found(Found { moves, states })
        }
        Outcome::Exhausted(exhausted) => Outcome::Exhausted(exhausted),
        Outcome::Stopped(stopped) => Outcome::Stopped(stopped),
    }
}

fn state<S: StateSpace>(space: &S, key: Packed<S>) -> S::State {
    space.state(&S::Key::of_packed(key))
}

fn packed<S: StateSpace>(space: &S, state: &S::State) -> Packed<S> {
    space.key(state).packed()
}

/// Returns whether the lower bound of a state is at most `bound` moves.
fn is_near<S: StateSpace>(space: &S, state: &S::State, bound: u32) -> bool {
    let least = space.lower_bound(state);
    least.is_some_and(|least| least <= bound)
}

/// The values by which a beam ranks a state.
pub(crate) struct Rank {
    pub(crate) priority: u32,
    /// The value on which the noise depends besides the seed.
    pub(crate) noise: u64,
}

/// A [`StateSpace`] through its keys.
pub(crate) trait Keyed<K>: Sync {
    /// Returns the starts, in their order.
    fn start_keys(&self) -> Vec<K>;

    /// Returns the starts from which a goal may be reached within `bound` moves.
    fn near_starts(&self, bound: u32) -> Vec<K>;

    /// Visits the successors.
    fn successors(&self, key: &K, budget: u32, visit: &mut dyn FnMut(Code, K) -> Flow);

    /// Adds the successors to a task's shards.
    fn push_successors(&self, key: &K, budget: u32, shards: &mut Shards<K>);

    /// Returns whether the puzzle is solved.
    fn is_solved(&self, key: &K) -> bool;

    /// Returns whether every state can occur at one depth only.
    fn is_graded(&self, bound: u32) -> bool;

    /// Returns the values by which a beam ranks a state.
    fn rank_of(&self, key: &K) -> Rank;
}

impl<S: StateSpace> Keyed<Packed<S>> for S {
    fn start_keys(&self) -> Vec<Packed<S>> {
        self.starts()
            .iter()
            .map(|state| packed(self, state))
            .collect()
    }

    fn near_starts(&self, bound: u32) -> Vec<Packed<S>> {
        let starts = self.starts();
        let near = starts.iter().filter(|state| is_near(self, state, bound));
        near.map(|state| packed(self, state)).collect()
    }

    fn successors(
        &self,
        key: &Packed<S>,
        budget: u32,
        visit: &mut dyn FnMut(Code, Packed<S>) -> Flow,
    ) {
        self.expand(&state(self, *key), budget, &mut |step, successor| {
            visit(step.packed(), packed(self, &successor))
        });
    }

    fn push_successors(&self, key: &Packed<S>, budget: u32, shards: &mut Shards<Packed<S>>) {
        self.expand(&state(self, *key), budget, &mut |_, successor| {
            shards.push(packed(self, &successor));
            ControlFlow::Continue(())
        });
    }

    fn is_solved(&self, key: &Packed<S>) -> bool {
        self.is_goal(&state(self, *key))
    }

    fn is_graded(&self, bound: u32) -> bool {
        self.is_graded(bound)
    }

    fn rank_of(&self, key: &Packed<S>) -> Rank {
        let key = S::Key::of_packed(*key);
        Rank {
            priority: self.priority(&self.state(&key)),
            noise: hashed(|hasher| key.hash_for_noise(hasher)),
        }
    }
}

/// A space that can be walked [`Backward`], through its keys.
pub(crate) trait KeyedBackward<K>: Keyed<K> {
    /// Visits the goals.
    fn goal_keys(&self, visit: &mut dyn FnMut(K) -> Flow);

    /// Visits the predecessors.
    fn predecessors(&self, key: &K, spent: u32, visit: &mut dyn FnMut(Code, K) -> Flow);

    /// Adds the predecessors to a task's shards.
    fn push_predecessors(&self, key: &K, spent: u32, shards: &mut Shards<K>);
}

impl<S: Backward> KeyedBackward<Packed<S>> for S {
    fn goal_keys(&self, visit: &mut dyn FnMut(Packed<S>) -> Flow) {
        self.goals(&mut |goal| visit(packed(self, &goal)));
    }

    fn predecessors(
        &self,
        key: &Packed<S>,
        spent: u32,
        visit: &mut dyn FnMut(Code, Packed<S>) -> Flow,
    ) {
        self.predecessors(&state(self, *key), spent, &mut |step, state| {
            visit(step.packed(), packed(self, &state))
        });
    }

    fn push_predecessors(&self, key: &Packed<S>, spent: u32, shards: &mut Shards<Packed<S>>) {
        self.predecessors(&state(self, *key), spent, &mut |_, state| {
            shards.push(packed(self, &state));
            ControlFlow::Continue(())
        });
    }
}

/// An [`Annotated`] space through its keys.
pub(crate) trait KeyedAnnotated<K>: Sync {
    /// Returns the starts from which a goal may be reached within `bound` moves, each with its annotation.
    fn annotated_start_keys(&self, bound: u32) -> Vec<(K, Vec<u64>)>;

    /// Visits the successors whose annotations can still meet the requirements; writes each annotation to `carried`.
    fn annotated_successors(
        &self,
        key: &K,
        annotation: &[u64],
        budget: u32,
        carried: &mut [u64],
        visit: &mut dyn FnMut(K, &[u64]) -> Flow,
    );

    /// Returns the values by which a beam ranks an annotated state.
    fn annotated_rank(&self, key: &K, annotation: &[u64]) -> Rank;

    /// Returns the part of a goal's annotation that meets every requirement.
    fn goal_part(&self, key: &K, annotation: &[u64]) -> Option<Vec<u64>>;

    /// Finds the smallest move from a state to `target` that carries a part of its annotation into a wanted one, and
    /// returns both.
    fn way_to(
        &self,
        target: &K,
        wanted: &[u64],
        from: (&K, &[u64]),
        budget: u32,
    ) -> Option<(Code, Vec<u64>)>;
}

impl<A: Annotated> KeyedAnnotated<Packed<A::Space>> for A {
    fn annotated_start_keys(&self, bound: u32) -> Vec<(Packed<A::Space>, Vec<u64>)> {
        let space = self.space();
        let starts = self.annotated_starts().into_iter();
        let near = starts.filter(|(state, _)| is_near(space, state, bound));
        near.map(|(state, annotation)| (packed(space, &state), annotation))
            .collect()
    }

    fn annotated_successors(
        &self,
        key: &Packed<A::Space>,
        annotation: &[u64],
        budget: u32,
        carried: &mut [u64],
        visit: &mut dyn FnMut(Packed<A::Space>, &[u64]) -> Flow,
    ) {
        let space = self.space();
        let state = state(space, *key);
        space.expand(&state, budget, &mut |step, successor| {
            if self.carry(annotation, &state, step, budget, carried) {
                visit(packed(space, &successor), carried)
            } else {
                ControlFlow::Continue(())
            }
        });
    }

    fn annotated_rank(&self, key: &Packed<A::Space>, annotation: &[u64]) -> Rank {
        let mut rank = self.space().rank_of(key);
        rank.priority += self.annotation_priority(annotation);
        rank
    }

    fn goal_part(&self, key: &Packed<A::Space>, annotation: &[u64]) -> Option<Vec<u64>> {
        self.space()
            .is_solved(key)
            .then(|| self.complete_part(annotation))
            .flatten()
    }

    fn way_to(
        &self,
        target: &Packed<A::Space>,
        wanted: &[u64],
        (key, annotation): (&Packed<A::Space>, &[u64]),
        budget: u32,
    ) -> Option<(Code, Vec<u64>)> {
        let space = self.space();
        let state = state(space, *key);
        let mut best: Option<(MoveOf<A>, Vec<u64>)> = None;
        space.expand(&state, budget, &mut |step, successor| {
            let is_smaller = best.as_ref().is_none_or(|(known, _)| step < *known);
            if is_smaller
                && packed(space, &successor) == *target
                && let Some(part) = self.leading_part(annotation, &state, step, wanted)
            {
                best = Some((step, part));
            }
            ControlFlow::Continue(())
        });
        best.map(|(step, part)| (step.packed(), part))
    }
}

/// Spaces through keys of one kind.
pub(crate) struct Spaces<'a>(PhantomData<&'a ()>);

impl<'a> ForKeys for Spaces<'a> {
    type Of<K: StoredKey> = &'a dyn Keyed<K>;
}

/// A [`StateSpace`] through its keys, of whatever kind.
pub(crate) type AnySpace<'a> = AnyKey<Spaces<'a>>;

pub(crate) fn any_space<S: StateSpace>(space: &S) -> AnySpace<'_> {
    Packed::<S>::any::<Spaces<'_>>(space)
}

/// Spaces that can be walked backward, through keys of one kind.
pub(crate) struct BackwardSpaces<'a>(PhantomData<&'a ()>);

impl<'a> ForKeys for BackwardSpaces<'a> {
    type Of<K: StoredKey> = &'a dyn KeyedBackward<K>;
}

/// A [`Backward`] space through its keys, of whatever kind.
pub(crate) type AnyBackward<'a> = AnyKey<BackwardSpaces<'a>>;

pub(crate) fn any_backward<S: Backward>(space: &S) -> AnyBackward<'_> {
    Packed::<S>::any::<BackwardSpaces<'_>>(space)
}

/// Annotated spaces through keys of one kind.
pub(crate) struct AnnotatedSpaces<'a>(PhantomData<&'a ()>);

impl<'a> ForKeys for AnnotatedSpaces<'a> {
    type Of<K: StoredKey> = &'a dyn KeyedAnnotated<K>;
}

/// An [`Annotated`] space through its keys, of whatever kind.
pub(crate) type AnyAnnotated<'a> = AnyKey<AnnotatedSpaces<'a>>;

pub(crate) fn any_annotated<A: Annotated>(space: &A) -> AnyAnnotated<'_> {
    Packed::<A::Space>::any::<AnnotatedSpaces<'_>>(space)
}
