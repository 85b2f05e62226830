//! From preludes to a base: one plain search with two coins held.
//!
//! A [prelude](tait_generator::prelude) serves all exchanges but one, and the last one asks for an alternating pattern,
//! which nearly any of the last moves slides. So what follows a prelude is searched without annotations, which for `k = 12` are 64 words for
//! each state, and the base is looked for in what was found. All preludes that leave the two coins alone are the starts of one beam.

use std::ops::ControlFlow;
use tait_generator::prelude::Prelude;
use tait_puzzle::linear::{BoundedSearch, LinearStates, Move, Puzzle, WithSpace};
use tait_puzzle::space::{Flow, StateSpace};
use tait_search::{Beam, Control, Found, Outcome, StopReason, Stopped, Unannotated, layered};

/// The preludes of a puzzle, of both hands.
pub(crate) fn preludes(puzzle: Puzzle) -> Vec<Vec<Move>> {
    let both = |prelude: Prelude| [prelude.moves(), prelude.mirrored_moves()];
    Prelude::all(puzzle).into_iter().flat_map(both).collect()
}

/// Looks for moves that complete one of the preludes to what is wanted, with a beam. The moves of the
/// prelude are part of what is found. Finding nothing proves nothing.
pub(crate) fn completed(
    bounded: &BoundedSearch,
    preludes: &[Vec<Move>],
    beam: Beam,
    is_wanted: &dyn Fn(&[Move]) -> bool,
    control: &Control<'_>,
) -> Outcome<Move> {
    let completion = Completion {
        bound: bounded.moves,
        preludes,
        beam,
        control,
    };
    let (moves, states) = match bounded.with_space(None, completion) {
        Outcome::Found(Found { moves, states }) => (moves, states),
        Outcome::Exhausted(exhausted) => (Vec::new(), exhausted.states),
        stopped @ Outcome::Stopped(_) => return stopped,
    };
    // The search does not tell from which of its starts it came.
    let whole = preludes
        .iter()
        .map(|prelude| [prelude.as_slice(), moves.as_slice()].concat());
    match whole.into_iter().find(|moves| is_wanted(moves)) {
        Some(moves) => Outcome::Found(Found { moves, states }),
        None => Outcome::Stopped(Stopped {
            reason: StopReason::Width,
            states,
        }),
    }
}

struct Completion<'a> {
    bound: u32,
    preludes: &'a [Vec<Move>],
    beam: Beam,
    control: &'a Control<'a>,
}

impl WithSpace for Completion<'_> {
    type Output = Outcome<Move>;

    fn with<S: LinearStates>(self, space: S) -> Outcome<Move> {
        // There are hundreds of attempts, and each begins with playing hundreds of preludes.
        if let Some(reason) = self.control.stop_reason(0, 0) {
            let states = Vec::new();
            return Outcome::Stopped(Stopped { reason, states });
        }
        let made = self.preludes.first().map_or(0, Vec::len) as u32;
        let after = After::new(space, self.preludes, self.bound);
        let left = self.bound - made;
        layered(&Unannotated(&after), left, Some(self.beam), self.control)
    }
}

/// A space that begins after some of its moves.
#[derive(Debug)]
struct After<S: StateSpace> {
    space: S,
    starts: Vec<S::State>,
}

impl<S: LinearStates> After<S> {
    /// The space after each of these sequences of moves, without those that cannot be played within so many moves.
    fn new(space: S, beginnings: &[Vec<Move>], bound: u32) -> Self {
        let mut starts = Vec::new();
        for begin in space.starts() {
            for moves in beginnings {
                if let Some(state) = played(&space, begin, moves, bound)
                    && !starts.contains(&state)
                {
                    starts.push(state);
                }
            }
        }
        Self { space, starts }
    }
}

/// The state after some moves, if the space has all of them.
fn played<S: LinearStates>(
    space: &S,
    begin: S::State,
    moves: &[Move],
    bound: u32,
) -> Option<S::State> {
    let mut state = begin;
    for (&wanted, budget) in moves.iter().zip((1..=bound).rev()) {
        let mut next = None;
        space.expand(&state, budget, &mut |step, successor| {
            if step == wanted {
                next = Some(successor);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        state = next?;
    }
    Some(state)
}

impl<S: LinearStates> StateSpace for After<S> {
    type State = S::State;
    type Key = S::Key;
    type Move = Move;

    fn starts(&self) -> Vec<S::State> {
        self.starts.clone()
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
    fn priority(&self, state: &S::State) -> u32 {
        self.space.priority(state)
    }
}
