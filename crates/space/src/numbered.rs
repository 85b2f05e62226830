//! Puzzles with states of any type.

use crate::packed::PackedMove;
use crate::state_space::{Flow, StateSpace};
use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::{PoisonError, RwLock};

/// A puzzle as one first writes it down, with states of any type, such as lists, strings or pairs. Engines take it as
/// [`Numbered`].
pub trait Puzzle: Sync {
    /// A state, which is whole: two states from which different moves lead on differ.
    type State: Clone + Eq + Hash + Send + Sync;
    /// A move, such as a number or a pair of numbers; engines report the solution whose moves are smallest.
    type Move: PackedMove;

    /// Returns the state from which the puzzle starts.
    fn start(&self) -> Self::State;

    /// Returns all moves from a state, each with the state to which it leads.
    fn moves(&self, state: &Self::State) -> Vec<(Self::Move, Self::State)>;

    /// Returns whether the puzzle is solved in this state.
    fn is_solved(&self, state: &Self::State) -> bool;
}

/// The space of a [`Puzzle`], which numbers the states as they turn up, and keeps them all.
///
/// The numbers depend on the order in which threads meet the states. The outcome of an exact search does not, nor do its
/// counts. A space with packed keys takes a tenth of the time and memory: implement [`StateSpace`] for large puzzles.
///
/// ```
/// use tait_space::{Erase, Numbered, Puzzle};
/// /// The letters of a word, of which two neighbours change places.
/// struct Sorted;
/// impl Puzzle for Sorted {
///     type State = String;
///     type Move = u8;
///     fn start(&self) -> String {
///         "tait".to_owned()
///     }
///     fn moves(&self, word: &String) -> Vec<(u8, String)> {
///         let swapped = |at: u8| {
///             let mut letters: Vec<char> = word.chars().collect();
///             letters.swap(at.into(), usize::from(at) + 1);
///             (at, letters.into_iter().collect())
///         };
///         (0..3).map(swapped).collect()
///     }
///     fn is_solved(&self, word: &String) -> bool {
///         word.chars().is_sorted()
///     }
/// }
/// let _is_taken_by_engines: &dyn Erase<Move = u8> = &Numbered::new(Sorted);
/// ```
#[derive(Debug)]
pub struct Numbered<P: Puzzle> {
    puzzle: P,
    states: RwLock<States<P::State>>,
}

#[derive(Debug)]
struct States<S> {
    by_number: Vec<S>,
    numbers: HashMap<S, usize>,
}

impl<P: Puzzle> Numbered<P> {
    /// Creates the space.
    #[must_use]
    pub fn new(puzzle: P) -> Self {
        let states = States {
            by_number: Vec::new(),
            numbers: HashMap::new(),
        };
        Self {
            puzzle,
            states: RwLock::new(states),
        }
    }

    /// Returns the state with a number.
    ///
    /// # Panics
    /// If no state has the number.
    #[must_use]
    pub fn whole(&self, number: usize) -> P::State {
        let states = self.states.read().unwrap_or_else(PoisonError::into_inner);
        states.by_number[number].clone()
    }

    fn number(&self, state: P::State) -> usize {
        let states = self.states.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = states.numbers.get(&state) {
            return number;
        }
        drop(states);
        let mut states = self.states.write().unwrap_or_else(PoisonError::into_inner);
        let next = states.by_number.len();
        let number = *states.numbers.entry(state.clone()).or_insert(next);
        if number == next {
            states.by_number.push(state);
        }
        number
    }
}

impl<P: Puzzle> StateSpace for Numbered<P> {
    type State = usize;
    type Key = usize;
    type Move = P::Move;

    fn starts(&self) -> Vec<usize> {
        vec![self.number(self.puzzle.start())]
    }
    fn key(&self, number: &usize) -> usize {
        *number
    }
    fn state(&self, number: &usize) -> usize {
        *number
    }
    fn expand(&self, number: &usize, _: u32, visit: &mut dyn FnMut(P::Move, usize) -> Flow) {
        for (step, next) in self.puzzle.moves(&self.whole(*number)) {
            if visit(step, self.number(next)).is_break() {
                return;
            }
        }
    }
    fn is_goal(&self, number: &usize) -> bool {
        self.puzzle.is_solved(&self.whole(*number))
    }
}
