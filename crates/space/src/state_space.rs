//! What an engine may ask of a puzzle.

use crate::packed::{PackedKey, PackedMove};
use std::fmt::Debug;
use std::ops::ControlFlow;

/// Whether a visitor wants to continue.
pub type Flow = ControlFlow<()>;

/// A puzzle as a graph of states and moves.
///
/// # Contract
/// * `key` is exact: `key(a) == key(b)` if and only if `a == b`, and `state(key(a)) == a`.
///   Exhaustive claims rely on this, so a hash is not a key.
/// * `lower_bound` never exceeds the number of moves still needed (admissible) and drops by at most
///   one along a move (consistent).
/// * `expand` depends only on the state and the budget, and visits each move once.
pub trait StateSpace: Sync {
    /// A state in a form that is fast to move in.
    type State: Copy + Eq + Send + Sync + Debug;
    /// A state in its stored form: packed, exact, and ordered for reproducible results.
    type Key: PackedKey;
    /// A move; engines report the solution whose moves are smallest in this order.
    type Move: PackedMove;

    /// Returns the states from which a search starts.
    fn starts(&self) -> Vec<Self::State>;

    /// Returns the stored form of a state.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// Returns the state that a key stands for.
    fn state(&self, key: &Self::Key) -> Self::State;

    /// Visits the successors from which a goal may still be reached with `budget >= 1` moves left,
    /// this move included.
    ///
    /// Leaving out a successor claims that no goal is within `budget - 1` moves of it.
    fn expand(
        &self,
        state: &Self::State,
        budget: u32,
        visit: &mut dyn FnMut(Self::Move, Self::State) -> Flow,
    );

    /// Returns whether the puzzle is solved in this state.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Returns an admissible and consistent bound on the moves still needed; `None` when no goal
    /// can be reached from the state.
    fn lower_bound(&self, _state: &Self::State) -> Option<u32> {
        Some(0)
    }

    /// Returns the image of a state under the symmetry of the space, if it has one: a bijection of states that is its own
    /// inverse and keeps starts, moves, bounds and goals.
    fn image(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    /// Returns the priority of a state, for searches that keep only the best states of a layer;
    /// larger is better.
    fn priority(&self, _state: &Self::State) -> u32 {
        0
    }

    /// Whether, for a search of exactly this bound, every state can occur at one depth only.
    ///
    /// Engines then need not look for a state in earlier layers. One such space is the linear
    /// puzzle with slack 2: the number of pairs and the parity of the slack determine the depth.
    fn is_graded(&self, _bound: u32) -> bool {
        false
    }
}

/// A state space that can also be walked from the goals.
pub trait Backward: StateSpace {
    /// Visits every goal state.
    fn goals(&self, visit: &mut dyn FnMut(Self::State) -> Flow);

    /// Visits the states that have `state` as a successor, with the move from each of them to
    /// `state`.
    ///
    /// At most `spent` moves lead from a start to `state`, this move included.
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

/// An annotation that paths through a state space carry along: which requirements they have met so
/// far.
///
/// An annotation is a *set of possibilities*, one for each way in which the paths to a state can
/// have met the requirements. It is a list of words with a bit for each possibility; all
/// annotations of a space have the same number of words. Paths that meet in one state merge by
/// union, so a state is stored once, however many annotations lead to it.
///
/// # Contract
/// `carry` distributes over unions: it carries a union to the union of the results.
pub trait Annotated: Sync {
    /// The states and moves.
    type Space: StateSpace;

    /// Returns the space whose states are annotated.
    fn space(&self) -> &Self::Space;

    /// Returns the states where paths begin, each with its annotation; they may differ from the
    /// starts of the space.
    fn annotated_starts(&self) -> Vec<(StateOf<Self>, Vec<u64>)>;

    /// Writes the annotation after a move; returns `false` when no possibility left can meet the
    /// requirements within `budget` moves, this move included.
    fn carry(
        &self,
        annotation: &[u64],
        state: &StateOf<Self>,
        step: MoveOf<Self>,
        budget: u32,
        carried: &mut [u64],
    ) -> bool;

    /// Returns the amount that an annotation adds to the [priority](StateSpace::priority) of its
    /// state.
    fn annotation_priority(&self, _annotation: &[u64]) -> u32 {
        0
    }

    /// Returns the possibilities of a goal's annotation that meet every requirement, if there are
    /// any.
    fn complete_part(&self, annotation: &[u64]) -> Option<Vec<u64>>;

    /// Returns the possibilities of `annotation` that the move can carry into one of `wanted`, if
    /// there are any.
    fn leading_part(
        &self,
        annotation: &[u64],
        state: &StateOf<Self>,
        step: MoveOf<Self>,
        wanted: &[u64],
    ) -> Option<Vec<u64>>;
}
