//! The state space that engines search.

use crate::checkers::size::{Checkers, CheckersError, MOST_SEARCHED};
use std::ops::ControlFlow;
use tait_space::{Backward, Flow, StateSpace};

/// The number of bits of a key that hold the place of the vacancy.
const VACANCY_BITS: u32 = 6;

/// The checkers from left to right without the vacant cell, and the number of checkers on its left.
///
/// So a slide changes only the place of the vacancy, and a jump also exchanges two adjacent checkers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckersState {
    /// Bit `i` is set when checker `i` from the left, counted from 0, is black.
    black: u64,
    /// The number of checkers on the left of the vacancy.
    vacancy: u32,
}

/// The state space of a puzzle. A move is the cell whose checker moves, counted from 1.
///
/// ```
/// use tait_vacancy::checkers::{Checkers, CheckersSpace};
/// use tait_space::StateSpace;
/// let space = CheckersSpace::new(Checkers::new(4, 3)?)?;
/// let start = space.starts()[0];
/// assert_eq!(space.lower_bound(&start), Some(4 * 3 + 4 + 3));
/// # Ok::<(), tait_vacancy::checkers::CheckersError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct CheckersSpace {
    puzzle: Checkers,
    black: u32,
    white: u32,
}

impl CheckersSpace {
    /// Creates the state space of a puzzle.
    ///
    /// # Errors
    /// When the puzzle has more than [`MOST_SEARCHED`] checkers.
    pub fn new(puzzle: Checkers) -> Result<Self, CheckersError> {
        if puzzle.black() + puzzle.white() > MOST_SEARCHED {
            return Err(CheckersError::TooManyToSearch(puzzle));
        }
        Ok(Self {
            puzzle,
            black: puzzle.black() as u32,
            white: puzzle.white() as u32,
        })
    }

    /// Returns the puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> Checkers {
        self.puzzle
    }

    const fn checkers(&self) -> u32 {
        self.black + self.white
    }

    /// Returns the state with all checkers of one colour on the left of the vacancy and all others on
    /// its right.
    const fn sorted(&self, black_on_left: bool) -> CheckersState {
        if black_on_left {
            CheckersState {
                black: low_bits(self.black),
                vacancy: self.black,
            }
        } else {
            CheckersState {
                black: low_bits(self.black) << self.white,
                vacancy: self.white,
            }
        }
    }

    /// Returns the state with the colours of all checkers exchanged, which turns a goal into a start.
    const fn recoloured(&self, state: &CheckersState) -> CheckersState {
        CheckersState {
            black: state.black ^ low_bits(self.checkers()),
            vacancy: state.vacancy,
        }
    }

    /// Returns the bound of the [module](super) on the number of moves left.
    fn bound(&self, state: &CheckersState) -> u32 {
        let (mut inversions, mut top) = (0, 0);
        let checkers = self.checkers();
        let white = checkers - (state.black & low_bits(checkers)).count_ones();
        let mut letters = state.black;
        // Take each black checker with the first white one on its right: this pair is on the highest
        // level.
        for blacks_before in 0..state.black.count_ones() {
            let whites_before = letters.trailing_zeros() - blacks_before;
            let inverted = white - whites_before;
            if inverted == 0 {
                break;
            }
            inversions += inverted;
            top = top.max(blacks_before + inverted);
            letters &= letters - 1;
        }
        let black_on_left = (state.black & low_bits(state.vacancy)).count_ones();
        let white_on_left = state.vacancy - black_on_left;
        let level = black_on_left + white - white_on_left;
        inversions + top + level.saturating_sub(top).div_ceil(2)
    }

    /// Visits the states one move away, each with its vacant cell, counted from 1.
    fn neighbours(
        &self,
        state: &CheckersState,
        visit: &mut dyn FnMut(u64, CheckersState) -> Flow,
    ) -> Flow {
        let CheckersState { black, vacancy } = *state;
        let places = [
            vacancy.checked_sub(2),
            vacancy.checked_sub(1),
            Some(vacancy + 1),
            Some(vacancy + 2),
        ];
        for place in places.into_iter().flatten() {
            if place > self.checkers() {
                break;
            }
            let is_jump = place.abs_diff(vacancy) == 2;
            let black = if is_jump {
                exchanged(black, place.min(vacancy))
            } else {
                black
            };
            let neighbour = CheckersState {
                black,
                vacancy: place,
            };
            visit(u64::from(place) + 1, neighbour)?;
        }
        ControlFlow::Continue(())
    }
}

/// Returns the letters with those at a place and the next place exchanged.
const fn exchanged(letters: u64, place: u32) -> u64 {
    let differs = (letters >> place ^ letters >> (place + 1)) & 1;
    letters ^ (differs << place | differs << (place + 1))
}

/// Returns a word with the `count` lowest bits set, for fewer than 64 bits.
const fn low_bits(count: u32) -> u64 {
    (1 << count) - 1
}

impl StateSpace for CheckersSpace {
    type State = CheckersState;
    type Key = u64;
    type Move = u64;

    fn starts(&self) -> Vec<CheckersState> {
        vec![self.sorted(true)]
    }

    fn key(&self, state: &CheckersState) -> u64 {
        state.black << VACANCY_BITS | u64::from(state.vacancy)
    }

    fn state(&self, key: &u64) -> CheckersState {
        CheckersState {
            black: key >> VACANCY_BITS,
            vacancy: (key & low_bits(VACANCY_BITS)) as u32,
        }
    }

    fn expand(
        &self,
        state: &CheckersState,
        budget: u32,
        visit: &mut dyn FnMut(u64, CheckersState) -> Flow,
    ) {
        let _ = self.neighbours(state, &mut |cell, next| {
            if self.bound(&next) < budget {
                visit(cell, next)
            } else {
                ControlFlow::Continue(())
            }
        });
    }

    fn is_goal(&self, state: &CheckersState) -> bool {
        *state == self.sorted(false)
    }

    fn lower_bound(&self, state: &CheckersState) -> Option<u32> {
        Some(self.bound(state))
    }

    /// With the optimum as the bound there is no slack, and a state's depth is the optimum minus its own
    /// bound.
    fn is_graded(&self, bound: u32) -> bool {
        u64::from(bound) == self.puzzle.optimum()
    }
}

impl CheckersSpace {
    /// Returns a state as text: a letter for each cell, and a point for the vacant one.
    #[must_use]
    pub fn letters(&self, state: &CheckersState) -> String {
        let checker = |index: u32| match state.black >> index & 1 {
            1 => 'b',
            _ => 'w',
        };
        let right = state.vacancy..self.black + self.white;
        let left = (0..state.vacancy).map(checker);
        left.chain(['.']).chain(right.map(checker)).collect()
    }
}

impl Backward for CheckersSpace {
    fn goals(&self, visit: &mut dyn FnMut(CheckersState) -> Flow) {
        let _ = visit(self.sorted(false));
    }

    /// Every move can be undone, and moves a checker from the cell that is vacant now.
    fn predecessors(
        &self,
        state: &CheckersState,
        spent: u32,
        visit: &mut dyn FnMut(u64, CheckersState) -> Flow,
    ) {
        let cell = u64::from(state.vacancy) + 1;
        let _ = self.neighbours(state, &mut |_, before| {
            // The path back to the start solves the puzzle with the colours exchanged.
            if self.bound(&self.recoloured(&before)) < spent {
                visit(cell, before)
            } else {
                ControlFlow::Continue(())
            }
        });
    }
}
