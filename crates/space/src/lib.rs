//! What a search engine may ask of a puzzle.
//!
//! A puzzle is a graph. [`StateSpace`] is all that the forward engines need; [`Backward`] adds
//! goals and predecessors, for searches that meet in the middle; [`Annotated`] is a space with a value that
//! is carried along the moves and merged when two paths meet in one state.
//!
//! Every callback that visits something returns [`ControlFlow`]: `Break` stops the enumeration.

mod bits;
mod packed;
mod stored_key;

pub use bits::Bits;
pub use packed::{PackedKey, PackedMove, Words};
pub use stored_key::StoredKey;

use std::fmt::Debug;
use std::ops::ControlFlow;

/// Whether a visitor wants more.
pub type Flow = ControlFlow<()>;

/// A puzzle as a graph of states and moves.
///
/// # Contract
/// * `key` is exact: `key(a) == key(b)` if and only if `a == b`, and `state(key(a)) == a`. An
///   exhaustive claim rests on this, so a hash is not a key.
/// * `lower_bound` never exceeds the number of moves still needed (admissible) and drops by at most
///   one along a move (consistent).
/// * `expand` is a function of the state and the budget alone, and visits each move once.
pub trait StateSpace: Sync {
    /// A state in the form that moves quickly.
    type State: Copy + Eq + Send + Sync + Debug;
    /// A state in the form that is stored: packed, exact, and ordered for reproducible results.
    type Key: PackedKey;
    /// A move. Engines report the solution whose moves are smallest in this order.
    type Move: PackedMove;

    /// The states a search starts from.
    fn starts(&self) -> Vec<Self::State>;

    /// The stored form of a state.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// The state a key stands for.
    fn state(&self, key: &Self::Key) -> Self::State;

    /// Visits the successors from which a goal may still be reached when `budget` moves remain
    /// before the move, `budget >= 1`.
    ///
    /// Leaving out a successor is a claim that no goal is within `budget - 1` moves of it.
    fn expand(
        &self,
        state: &Self::State,
        budget: u32,
        visit: &mut dyn FnMut(Self::Move, Self::State) -> Flow,
    );

    /// Whether the puzzle is solved in this state.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// An admissible and consistent bound on the moves still needed; `None` when no goal can be
    /// reached from here at all.
    fn lower_bound(&self, _state: &Self::State) -> Option<u32> {
        Some(0)
    }

    /// The priority of a state, for searches that keep only the best of a layer; larger is better.
    fn priority(&self, _state: &Self::State) -> u32 {
        0
    }

    /// Whether, for a search of exactly this bound, every state can occur at one depth only.
    ///
    /// Engines then need not look for a state in earlier layers. The linear puzzle with slack 2
    /// is such a space: the number of pairs and the parity of the slack fix the depth.
    fn is_graded(&self, _bound: u32) -> bool {
        false
    }
}

/// A state space that can also be walked from the goals.
pub trait Backward: StateSpace {
    /// Visits every goal state.
    fn goals(&self, visit: &mut dyn FnMut(Self::State) -> Flow);

    /// Visits the states that have `state` as a successor, with the move that leads from them to
    /// `state`; `spent` moves at most lie before the predecessor's move, that one included.
    fn predecessors(
        &self,
        state: &Self::State,
        spent: u32,
        visit: &mut dyn FnMut(Self::Move, Self::State) -> Flow,
    );
}

/// The states of an annotated space.
pub type StateOf<A> = <<A as Annotated>::Space as StateSpace>::State;

/// The moves of an annotated space.
pub type MoveOf<A> = <<A as Annotated>::Space as StateSpace>::Move;

/// What paths through a state space carry along: an annotation of which requirements are met so far.
///
/// An annotation is a *set of possibilities*, one for each way in which the paths to a state can have met
/// the requirements. It is a list of words, as many for every annotation of a space, with a bit for each possibility. Paths that
/// meet in one state merge by union, so a state is stored once however many annotations lead to it.
///
/// # Contract
/// `carry` distributes over unions: carrying a union is the union of what is carried.
pub trait Annotated: Sync {
    /// The states and moves.
    type Space: StateSpace;

    /// The space whose states are annotated.
    fn space(&self) -> &Self::Space;

    /// Where paths begin, which need not be where those of the space do, each with its annotation.
    fn annotated_starts(&self) -> Vec<(StateOf<Self>, Vec<u64>)>;

    /// Writes the annotation after a move; `false` when nothing is left that can meet the requirements within
    /// `budget` moves counted before this one.
    fn carry(
        &self,
        annotation: &[u64],
        state: &StateOf<Self>,
        step: MoveOf<Self>,
        budget: u32,
        carried: &mut [u64],
    ) -> bool;

    /// What an annotation adds to the [priority](StateSpace::priority) of its state.
    fn annotation_priority(&self, _note: &[u64]) -> u32 {
        0
    }

    /// The possibilities of a goal state's annotation that meet every requirement, if there are any.
    fn complete_part(&self, annotation: &[u64]) -> Option<Vec<u64>>;

    /// The possibilities of `annotation` that the move can carry into one of `wanted`, if there are any.
    fn leading_part(
        &self,
        annotation: &[u64],
        state: &StateOf<Self>,
        step: MoveOf<Self>,
        wanted: &[u64],
    ) -> Option<Vec<u64>>;
}
