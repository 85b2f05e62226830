//! What engines add to the [erased](tait_space::Erase) spaces: annotations, and moves in the place of codes.

use crate::control::Outcome;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use tait_space::{
    Annotated, AnyKey, Code, Flow, ForKeys, KeyKind, Keyed, MoveOf, Packed, PackedKey, PackedMove,
    Rank, StateSpace, StoredKey,
};

/// Translates an outcome to the moves of the space.
pub(crate) fn in_moves<M: PackedMove>(outcome: Outcome<Code>) -> Outcome<M> {
    outcome.with_moves(|moves| moves.into_iter().map(M::of_packed).collect())
}

fn state<S: StateSpace>(space: &S, key: Packed<S>) -> S::State {
    space.state(&S::Key::of_packed(key))
}

fn packed<S: StateSpace>(space: &S, state: &S::State) -> Packed<S> {
    space.key(state).packed()
}

/// An [`Annotated`] space through its keys.
pub(crate) trait KeyedAnnotated<K>: Sync {
    /// Returns the starts from which a goal may be reached within `bound` moves, each with its annotation.
    fn annotated_start_keys(&self, bound: u32) -> Vec<(K, Vec<u64>)>;

    /// Returns the least number of moves in which a goal may be reached, by the bounds of the starts; `None` if none can be.
    fn least_moves(&self) -> Option<u32>;

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
        let near = starts.filter(|(state, _)| {
            let least = space.lower_bound(state);
            least.is_some_and(|least| least <= bound)
        });
        near.map(|(state, annotation)| (packed(space, &state), annotation))
            .collect()
    }

    fn least_moves(&self) -> Option<u32> {
        let starts = self.annotated_starts().into_iter();
        starts
            .filter_map(|(state, _)| self.space().lower_bound(&state))
            .min()
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
