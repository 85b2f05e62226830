//! The state space that engines search.

use crate::checkers::reversal::size::{MOST_SEARCHED, Reversal, ReversalError};
use std::ops::ControlFlow;
use tait_space::{Backward, Flow, StateSpace};

/// The number of bits in a key for each checker, and for the place of the vacancy.
const BITS: u32 = 4;

/// The checkers from left to right without the vacant cell, and the number of checkers on its left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReversalState {
    /// Four bits for each checker, the leftmost lowest: its place in the goal, counted from 0.
    places: u64,
    /// The number of checkers on the left of the vacancy.
    vacancy: u32,
}

/// The state space of a puzzle. A move is the cell whose checker moves, counted from 1.
///
/// ```
/// use tait_vacancy::checkers::reversal::{Reversal, ReversalSpace};
/// use tait_space::StateSpace;
/// let space = ReversalSpace::new(Reversal::new(7, 1, Some(1))?)?;
/// assert_eq!(space.lower_bound(&space.starts()[0]), Some(31));
/// # Ok::<(), tait_vacancy::checkers::reversal::ReversalError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ReversalSpace {
    puzzle: Reversal,
    checkers: u32,
}

impl ReversalSpace {
    /// Creates the state space of a puzzle.
    ///
    /// # Errors
    /// When the puzzle has more than [`MOST_SEARCHED`] checkers.
    pub fn new(puzzle: Reversal) -> Result<Self, ReversalError> {
        if puzzle.checkers() > MOST_SEARCHED {
            return Err(ReversalError::TooManyToSearch(puzzle));
        }
        Ok(Self {
            puzzle,
            checkers: puzzle.checkers() as u32,
        })
    }

    /// Returns the puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> Reversal {
        self.puzzle
    }

    /// Returns the places of the vacancy in a goal: the numbers of checkers on its left.
    fn ends(&self) -> std::ops::RangeInclusive<u32> {
        match self.puzzle.end() {
            Some(cell) => cell as u32 - 1..=cell as u32 - 1,
            None => 0..=self.checkers,
        }
    }

    /// Returns the state at the start.
    fn start(&self) -> ReversalState {
        self.renumbered(&self.goal(self.puzzle.start() as u32 - 1))
    }

    /// Returns the goal with the vacancy at a place.
    fn goal(&self, vacancy: u32) -> ReversalState {
        let place = |place: u32| u64::from(place) << (BITS * place);
        ReversalState {
            places: (0..self.checkers).map(place).sum(),
            vacancy,
        }
    }

    /// Returns the state with the place of every checker counted from the other end, which turns the start into
    /// a goal.
    fn renumbered(&self, state: &ReversalState) -> ReversalState {
        let last = u64::from(self.checkers.saturating_sub(1));
        let highest: u64 = (0..self.checkers).map(|place| last << (BITS * place)).sum();
        ReversalState {
            places: highest - state.places, // no digit borrows
            vacancy: state.vacancy,
        }
    }

    /// Returns the bound of the [module](super) on the moves to the order of the goal and one of these
    /// vacancies.
    fn bound(&self, state: &ReversalState, ends: impl Iterator<Item = u32>) -> u32 {
        let checkers = || {
            (0..self.checkers).map(|index| {
                let place = (state.places >> (BITS * index)) as u32 & 15;
                (index + u32::from(index >= state.vacancy), place)
            })
        };
        let (mut inversions, mut seen) = (0, 0_u32);
        for (_, place) in checkers() {
            inversions += (seen >> place).count_ones();
            seen |= 1 << place;
        }
        let slides = |end: u32| {
            // For each parity of cells, the set of least last members of ordered subsequences of each length: a
            // new member replaces the least greater one.
            let (mut wrong, mut right, mut ordered) = (0, 0, [0_u32; 2]);
            for (cell, place) in checkers() {
                let target = place + u32::from(place >= end);
                if (cell + target) % 2 == 1 {
                    wrong += 1;
                    continue;
                }
                right += 1;
                let last = &mut ordered[(cell % 2) as usize];
                let greater = *last >> place << place;
                *last ^= greater & greater.wrapping_neg();
                *last |= 1 << place;
            }
            let ordered = ordered[0].count_ones() + ordered[1].count_ones();
            wrong + 2 * (right - ordered)
        };
        inversions + ends.map(slides).min().unwrap_or_default()
    }

    /// Visits the states one move away, each with its vacant cell, counted from 1.
    fn neighbours(
        &self,
        state: &ReversalState,
        visit: &mut dyn FnMut(u64, ReversalState) -> Flow,
    ) -> Flow {
        let ReversalState { places, vacancy } = *state;
        let candidates = [
            vacancy.checked_sub(2),
            vacancy.checked_sub(1),
            Some(vacancy + 1),
            Some(vacancy + 2),
        ];
        for next in candidates.into_iter().flatten() {
            if next > self.checkers {
                break;
            }
            let places = if next.abs_diff(vacancy) == 2 {
                exchanged(places, next.min(vacancy))
            } else {
                places
            };
            let neighbour = ReversalState {
                places,
                vacancy: next,
            };
            visit(u64::from(next) + 1, neighbour)?;
        }
        ControlFlow::Continue(())
    }
}

/// Returns the checkers with the one at an index and the next one exchanged.
const fn exchanged(places: u64, index: u32) -> u64 {
    let shift = BITS * index;
    let differs = (places >> shift ^ places >> (shift + BITS)) & 15;
    places ^ (differs << shift | differs << (shift + BITS))
}

impl StateSpace for ReversalSpace {
    type State = ReversalState;
    type Key = u64;
    type Move = u64;

    fn starts(&self) -> Vec<ReversalState> {
        vec![self.start()]
    }

    fn key(&self, state: &ReversalState) -> u64 {
        state.places << BITS | u64::from(state.vacancy)
    }

    fn state(&self, key: &u64) -> ReversalState {
        ReversalState {
            places: key >> BITS,
            vacancy: *key as u32 & 15,
        }
    }

    fn expand(
        &self,
        state: &ReversalState,
        budget: u32,
        visit: &mut dyn FnMut(u64, ReversalState) -> Flow,
    ) {
        let _ = self.neighbours(state, &mut |cell, next| {
            if self.bound(&next, self.ends()) < budget {
                visit(cell, next)
            } else {
                ControlFlow::Continue(())
            }
        });
    }

    fn is_goal(&self, state: &ReversalState) -> bool {
        *state == self.goal(state.vacancy) && self.ends().contains(&state.vacancy)
    }

    fn lower_bound(&self, state: &ReversalState) -> Option<u32> {
        Some(self.bound(state, self.ends()))
    }

    /// Without slack, the depth of a state is the bound of the search minus the bound of the state.
    fn is_graded(&self, bound: u32) -> bool {
        bound == self.bound(&self.start(), self.ends())
    }
}

impl ReversalSpace {
    /// Returns a state as text: the number of each checker as a digit of base 36, and a point for the vacant
    /// cell.
    #[must_use]
    pub fn letters(&self, state: &ReversalState) -> String {
        let checker = |index: u32| {
            let place = (state.places >> (4 * index) & 15) as u32;
            let number = char::from_digit(self.checkers - place, 36);
            number.map_or('?', |digit| digit.to_ascii_uppercase())
        };
        let right = state.vacancy..self.checkers;
        let left = (0..state.vacancy).map(checker);
        left.chain(['.']).chain(right.map(checker)).collect()
    }
}

impl Backward for ReversalSpace {
    fn goals(&self, visit: &mut dyn FnMut(ReversalState) -> Flow) {
        let _ = self
            .ends()
            .try_for_each(|vacancy| visit(self.goal(vacancy)));
    }

    /// Every move can be undone, and moves a checker from the cell that is vacant now.
    fn predecessors(
        &self,
        state: &ReversalState,
        spent: u32,
        visit: &mut dyn FnMut(u64, ReversalState) -> Flow,
    ) {
        let cell = u64::from(state.vacancy) + 1;
        let start = self.puzzle.start() as u32 - 1;
        let _ = self.neighbours(state, &mut |_, before| {
            // The path back to the start is a path to the goal with the places counted from the other end.
            let back = self.bound(&self.renumbered(&before), std::iter::once(start));
            if back < spent {
                visit(cell, before)
            } else {
                ControlFlow::Continue(())
            }
        });
    }
}
