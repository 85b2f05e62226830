//! Frogs and toads: `n` frogs, `v` vacant cells and `m` toads. Frogs move only to the right, toads only to the left.
//!
//! The row has the cells `1, 2, ..., n + v + m`. Frogs (black checkers) stand on the first `n`, toads (white checkers)
//! on the last `m`; at the end the toads have to stand on the first `m` and the frogs on the last `n`. A frog *slides*
//! into the vacant cell on its right, or *jumps* over one toad into the vacant cell behind it; a toad does the same to
//! the left. With one vacant cell these moves are classes 1 to 4 of [shifting the checkers](super), the only classes
//! that a shortest solution of that puzzle uses.
//!
//! No frog or toad has two moves: where the cell beside a frog is vacant it cannot jump, and where it is taken it
//! cannot slide. So the cell of the frog or toad names the move, whatever the number of vacant cells.
//! Every solution has `nm + v(n + m)` moves (`docs/theory.md`, *Frogs and toads*). From any state, every path to the goal has
//! the same number of moves: the cells still to be covered less the pairs still to be exchanged. That number is the bound of
//! a state.

use crate::row::{Content, IllegalMove, Row, Rules};
use std::fmt;
use std::ops::ControlFlow;
use tait_space::{Backward, Flow, StateSpace};
use thiserror::Error;

// What the checker asks.

impl Rules for Frogs {
    fn start(&self) -> Row {
        let block = |content: Content, count: u64| std::iter::repeat_n(content, count as usize);
        let row = block(Content::Black, self.frogs)
            .chain(block(Content::Vacancy, self.vacancies))
            .chain(block(Content::White, self.toads));
        Row::listed(row.collect())
    }

    fn landing(&self, row: &Row, cell: u64) -> Result<u64, IllegalMove> {
        let found = row.content(cell);
        let landing = || {
            let (other, step) = match found? {
                Content::Black => (Content::White, 1),
                Content::White => (Content::Black, -1),
                Content::Vacancy | Content::Number(_) => return None,
            };
            let beside = cell.checked_add_signed(step)?;
            match row.content(beside)? {
                Content::Vacancy => Some(beside),
                content if content == other => {
                    let behind = beside.checked_add_signed(step)?;
                    (row.content(behind)? == Content::Vacancy).then_some(behind)
                }
                _ => None,
            }
        };
        landing().ok_or(IllegalMove::Stuck { cell, found })
    }

    fn wanted(&self, _: &Row, cell: u64) -> Content {
        match cell {
            _ if cell <= self.toads => Content::White,
            _ if cell <= self.toads + self.vacancies => Content::Vacancy,
            _ => Content::Black,
        }
    }

    fn bound(&self) -> u64 {
        self.optimum()
    }
}

// The numbers of frogs, toads and vacant cells.

/// The most cells in a row: the checker holds it as a list.
pub const LARGEST_ROW: u64 = 1_000_000;

/// The most cells that can be searched: a state has 64 bits, two for each cell.
pub const WIDEST_SEARCHED: u64 = 32;

/// The reason why there is no puzzle of these sizes, or none that can be searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum FrogsError {
    /// One of the three numbers is 0.
    #[error("there must be at least one frog, one toad and one vacant cell: n, m, v >= 1")]
    Missing,
    /// The row has too many cells.
    #[error("a row has at most {LARGEST_ROW} cells, n + m + v <= {LARGEST_ROW}")]
    TooWide,
    /// A state does not fit into 64 bits.
    #[error("{0}: a search takes at most {WIDEST_SEARCHED} cells, n + m + v <= {WIDEST_SEARCHED}")]
    TooWideToSearch(Frogs),
}

/// A puzzle of `n` frogs, `v` vacant cells and `m` toads.
///
/// ```
/// use tait_vacancy::checkers::frogs::Frogs;
/// let puzzle = Frogs::new(3, 2, 2)?;
/// assert_eq!((puzzle.cells(), puzzle.optimum()), (7, 3 * 2 + 2 * (3 + 2)));
/// assert_eq!(puzzle.to_string(), "frogs n=3 m=2 v=2");
/// assert!(Frogs::new(3, 2, 0).is_err());
/// # Ok::<(), tait_vacancy::checkers::frogs::FrogsError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Frogs {
    frogs: u64,
    toads: u64,
    vacancies: u64,
}

impl Frogs {
    /// Creates the puzzle with `n` frogs, `m` toads and `v` vacant cells between them.
    ///
    /// # Errors
    /// When one of the numbers is 0, or the row has more than [`LARGEST_ROW`] cells.
    pub fn new(frogs: u64, toads: u64, vacancies: u64) -> Result<Self, FrogsError> {
        let parts = [frogs, toads, vacancies];
        if parts.contains(&0) {
            return Err(FrogsError::Missing);
        }
        let cells = parts
            .iter()
            .try_fold(0_u64, |sum, &part| sum.checked_add(part));
        if cells.is_none_or(|cells| cells > LARGEST_ROW) {
            return Err(FrogsError::TooWide);
        }
        Ok(Self {
            frogs,
            toads,
            vacancies,
        })
    }

    /// Returns `n`, the number of frogs.
    #[must_use]
    pub const fn frogs(self) -> u64 {
        self.frogs
    }

    /// Returns `m`, the number of toads.
    #[must_use]
    pub const fn toads(self) -> u64 {
        self.toads
    }

    /// Returns `v`, the number of vacant cells.
    #[must_use]
    pub const fn vacancies(self) -> u64 {
        self.vacancies
    }

    /// Returns the number of cells, `n + m + v`.
    #[must_use]
    pub const fn cells(self) -> u64 {
        self.frogs + self.toads + self.vacancies
    }

    /// Returns the number of moves of every solution, `nm + v(n + m)` (the theorem in
    /// `docs/theory.md`).
    #[must_use]
    pub const fn optimum(self) -> u64 {
        self.frogs * self.toads + self.vacancies * (self.frogs + self.toads)
    }
}

impl fmt::Display for Frogs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            frogs,
            toads,
            vacancies,
        } = self;
        write!(f, "frogs n={frogs} m={toads} v={vacancies}")
    }
}

// The state space that engines search.

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
