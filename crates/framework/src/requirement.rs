//! What a base must carry along its moves, apart from the puzzle it is a solution of.

use tait_puzzle::linear::{LinearStates, Move, Pattern};
use tait_puzzle::space::{Annotated, Flow, Note, StateSpace};

/// A requirement on the patterns that a sequence of moves slides: a finite automaton, run on all
/// its possibilities at once. A note is the set of possibilities.
pub trait Requirement: Sync {
    /// The set of possibilities.
    type Note: Note;

    /// Before the first move.
    fn first_note(&self) -> Self::Note;
    /// After a move with this pattern, which may or may not serve.
    fn carry(&self, note: &Self::Note, pattern: Pattern) -> Self::Note;
    /// How many moves must still serve, at the least.
    fn missing(&self, note: &Self::Note) -> u32;
    /// How many of the possibilities need no more than that.
    fn nearest(&self, note: &Self::Note) -> u32;
    /// The union.
    fn merge(&self, one: &Self::Note, other: &Self::Note) -> Self::Note;
    /// The possibilities that need nothing more, if there are any.
    fn complete_part(&self, note: &Self::Note) -> Option<Self::Note>;
    /// The possibilities that a move with this pattern can carry into one of `wanted`, if any.
    fn leading_part(
        &self,
        note: &Self::Note,
        pattern: Pattern,
        wanted: &Self::Note,
    ) -> Option<Self::Note>;
}

/// The linear puzzle with a requirement: where bases are found.
#[derive(Debug)]
pub struct Required<'a, S, R> {
    /// The puzzle, with its stationary coins.
    pub space: S,
    /// The requirement.
    pub requirement: &'a R,
}

impl<S: LinearStates, R: Requirement> StateSpace for Required<'_, S, R> {
    type State = S::State;
    type Key = S::Key;
    type Move = Move;

    fn starts(&self) -> Vec<S::State> {
        self.space.starts()
    }
    fn key(&self, state: &S::State) -> S::Key {
        self.space.key(state)
    }
    fn state(&self, key: &S::Key) -> S::State {
        self.space.state(key)
    }
    #[inline]
    fn expand(&self, state: &S::State, budget: u32, visit: &mut dyn FnMut(Move, S::State) -> Flow) {
        self.space.expand(state, budget, visit);
    }
    fn is_goal(&self, state: &S::State) -> bool {
        self.space.is_goal(state)
    }
    fn lower_bound(&self, state: &S::State) -> Option<u32> {
        self.space.lower_bound(state)
    }
    fn promise(&self, state: &S::State) -> u32 {
        self.space.promise(state)
    }
    fn is_graded(&self, bound: u32) -> bool {
        self.space.is_graded(bound)
    }
}

/// What a beam gives for each move that has served, in the units of the promise of a state (36 for a
/// natural logarithm of the odds), and for twice as many possibilities that need the fewest more.
///
/// Without them a beam keeps states that lead to solutions, but not to bases. The weights are among
/// the best of a dozen pairs for k = 8 and 9: about six times as many bases for the same states as with
/// none. What matters is their ratio; both may be off by a quarter.
const PROMISE_OF_SERVING: u32 = 72;
const PROMISE_OF_DOUBLING: u32 = 28;
/// More than any requirement asks.
const MOST_MISSING: u32 = 64;

/// Sixteen times the binary logarithm, linear between powers of two.
const fn sixteenths_of_doublings(count: u32) -> u32 {
    match count.checked_ilog2() {
        Some(power) => 16 * power + (((count as u64 * 16) >> power) as u32 - 16),
        None => 0,
    }
}

impl<S: LinearStates, R: Requirement> Annotated for Required<'_, S, R> {
    type Note = R::Note;

    fn first_note(&self) -> R::Note {
        self.requirement.first_note()
    }

    #[inline]
    fn carry(&self, note: &R::Note, state: &S::State, step: Move, budget: u32) -> Option<R::Note> {
        let carried = self
            .requirement
            .carry(note, self.space.pattern(state, step));
        (self.requirement.missing(&carried) < budget).then_some(carried)
    }

    fn promise_of_note(&self, note: &R::Note) -> u32 {
        let doublings = sixteenths_of_doublings(self.requirement.nearest(note));
        MOST_MISSING.saturating_sub(self.requirement.missing(note)) * PROMISE_OF_SERVING
            + doublings * PROMISE_OF_DOUBLING / 16
    }

    fn merge(&self, one: &R::Note, other: &R::Note) -> R::Note {
        self.requirement.merge(one, other)
    }

    fn complete_part(&self, note: &R::Note) -> Option<R::Note> {
        self.requirement.complete_part(note)
    }

    fn leading_part(
        &self,
        note: &R::Note,
        state: &S::State,
        step: Move,
        wanted: &R::Note,
    ) -> Option<R::Note> {
        self.requirement
            .leading_part(note, self.space.pattern(state, step), wanted)
    }
}
