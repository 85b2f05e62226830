//! The state space that engines search.

use crate::checkers::frogs::size::{Frogs, FrogsError, WIDEST_SEARCHED};
use std::ops::ControlFlow;
use tait_space::{Backward, Flow, StateSpace};

/// The number of bits for the frogs in a state; the bits for the toads are above them.
const HALF: u32 = u64::BITS / 2;

/// The state space of a puzzle. A state has a bit for each cell, set where a frog is, and above these as many for
/// the toads. A move is the cell of the frog or toad, counted from 1.
///
/// ```
/// use tait_space::StateSpace;
/// use tait_vacancy::checkers::frogs::{Frogs, FrogsSpace};
/// let space = FrogsSpace::new(Frogs::new(2, 1, 2)?)?;
/// let start = space.starts()[0];
/// assert_eq!(space.letters(&start), "bb..w");
/// assert_eq!(space.lower_bound(&start), Some(2 + 2 * (2 + 1)));
/// # Ok::<(), tait_vacancy::checkers::frogs::FrogsError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct FrogsSpace {
    puzzle: Frogs,
    cells: u32,
}

impl FrogsSpace {
    /// Creates the state space of a puzzle.
    ///
    /// # Errors
    /// When the row has more than [`WIDEST_SEARCHED`] cells.
    pub fn new(puzzle: Frogs) -> Result<Self, FrogsError> {
        if puzzle.cells() > WIDEST_SEARCHED {
            return Err(FrogsError::TooWideToSearch(puzzle));
        }
        let cells = puzzle.cells() as u32;
        Ok(Self { puzzle, cells })
    }

    /// Returns the puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> Frogs {
        self.puzzle
    }

    fn start(&self) -> u64 {
        let (frogs, toads) = (self.puzzle.frogs(), self.puzzle.toads());
        let vacancies = self.puzzle.vacancies();
        low_bits(frogs) | low_bits(toads) << (u64::from(HALF) + frogs + vacancies)
    }

    fn goal(&self) -> u64 {
        let (frogs, toads) = (self.puzzle.frogs(), self.puzzle.toads());
        let vacancies = self.puzzle.vacancies();
        low_bits(frogs) << (toads + vacancies) | low_bits(toads) << HALF
    }

    /// Returns the number of moves left, if the state can be solved at all.
    fn left(&self, state: u64) -> u32 {
        let (frogs, toads) = parts(state);
        let sum = |set: u64| places(set).sum::<u32>();
        let (last_frogs, last_toads) = parts(self.goal());
        let to_go = sum(last_frogs) - sum(frogs) + sum(toads) - sum(last_toads);
        let pairs = places(frogs).map(|frog| (toads >> frog).count_ones());
        to_go - pairs.sum::<u32>()
    }

    /// Visits the states one move away, each with the cells, counted from 0, that the move leads from and to.
    fn neighbours(
        &self,
        state: u64,
        is_forward: bool,
        visit: &mut dyn FnMut(u32, u32, u64) -> Flow,
    ) -> Flow {
        let (frogs, toads) = parts(state);
        let vacant = !(frogs | toads) & low_bits(self.cells.into());
        for cell in 0..self.cells {
            let is_frog = frogs >> cell & 1 == 1;
            if vacant >> cell & 1 == 1 {
                continue;
            }
            let (others, shift) = if is_frog { (toads, 0) } else { (frogs, HALF) };
            let goes_right = is_frog == is_forward;
            let at = |steps: u32| match goes_right {
                true => Some(cell + steps).filter(|&to| to < self.cells),
                false => cell.checked_sub(steps),
            };
            let holds = |set: u64, to: Option<u32>| to.is_some_and(|to| set >> to & 1 == 1);
            let to = match (at(1), at(2)) {
                (to, _) if holds(vacant, to) => to,
                (over, to) if holds(others, over) && holds(vacant, to) => to,
                _ => None,
            };
            if let Some(to) = to {
                let moved = state ^ (1 << (cell + shift)) ^ (1 << (to + shift));
                visit(cell, to, moved)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns a state as text: a letter for each cell, and a point for a vacant one.
    #[must_use]
    pub fn letters(&self, state: &u64) -> String {
        let (frogs, toads) = parts(*state);
        let letter = |cell: u32| match (frogs >> cell & 1, toads >> cell & 1) {
            (1, _) => 'b',
            (_, 1) => 'w',
            _ => '.',
        };
        (0..self.cells).map(letter).collect()
    }
}

/// Returns the set of cells of the frogs and that of the toads.
const fn parts(state: u64) -> (u64, u64) {
    (state & low_bits(HALF as u64), state >> HALF)
}

/// Returns a word with the `count` lowest bits set, for fewer than 64 bits.
const fn low_bits(count: u64) -> u64 {
    (1 << count) - 1
}

/// Returns the places of the bits of a set.
fn places(set: u64) -> impl Iterator<Item = u32> {
    (0..HALF).filter(move |place| set >> place & 1 == 1)
}

impl StateSpace for FrogsSpace {
    type State = u64;
    type Key = u64;
    type Move = u64;

    fn starts(&self) -> Vec<u64> {
        vec![self.start()]
    }

    fn key(&self, state: &u64) -> u64 {
        *state
    }

    fn state(&self, key: &u64) -> u64 {
        *key
    }

    fn expand(&self, state: &u64, budget: u32, visit: &mut dyn FnMut(u64, u64) -> Flow) {
        if self.left(*state) > budget {
            return;
        }
        let _ = self.neighbours(*state, true, &mut |cell, _, next| {
            visit(u64::from(cell) + 1, next)
        });
    }

    fn is_goal(&self, state: &u64) -> bool {
        *state == self.goal()
    }

    fn lower_bound(&self, state: &u64) -> Option<u32> {
        Some(self.left(*state))
    }

    /// The number of moves left falls by one with each move.
    fn is_graded(&self, _bound: u32) -> bool {
        true
    }
}

impl Backward for FrogsSpace {
    fn goals(&self, visit: &mut dyn FnMut(u64) -> Flow) {
        let _ = visit(self.goal());
    }

    /// A move is undone by the opposite move, from the cell to which it led.
    fn predecessors(&self, state: &u64, spent: u32, visit: &mut dyn FnMut(u64, u64) -> Flow) {
        let optimum = self.left(self.start());
        let _ = self.neighbours(*state, false, &mut |_, before_at, before| {
            let depth = optimum.saturating_sub(self.left(before));
            if depth < spent {
                visit(u64::from(before_at) + 1, before)
            } else {
                ControlFlow::Continue(())
            }
        });
    }
}
