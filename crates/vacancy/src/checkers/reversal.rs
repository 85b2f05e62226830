//! Reversing numbered checkers by the same moves.
//!
//! `n` checkers, numbered from 1 to `n` from left to right, stand in a row of `n + 1` cells with one vacant cell. A checker
//! slides into the vacant cell beside it or jumps over one checker into it. The order has to be reversed. The paper on
//! shifting the checkers closes with this puzzle and leaves it open. It does not say where the vacant cell is, so a
//! [`Reversal`] names the vacant cell at the start, and the one at the end or any. If the vacancy must come back to its end
//! of the row, the puzzle is "The Six Frogs" in H. E. Dudeney, *Amusements in Mathematics* (1917), no. 214.
//!
//! With the vacancy at an end of the row, for `n >= 3`, the optimum is (`docs/theory.md`, *Reversals*):
//!
//! | at the end | optimum | why |
//! | --- | --- | --- |
//! | there again, even `n` | `n (n + 1) / 2` | bound and sweeps |
//! | there again, odd `n` | `(n² + 3n) / 2 - 4` | bound, and Dudeney's recipe, which the tests replay |
//! | at the other end, odd `n` | `n (n + 1) / 2` | bound and sweeps |
//! | at the other end, even `n` | `(n² + 3n) / 2 - 2` | a recipe, which the tests replay; the bound is two less, and searches exclude it for `n <= 12` |
//! | anywhere | `(n - 1)(n + 2) / 2` | bound and sweeps |

use crate::checkers::into_vacancy;
use crate::row::{Content, IllegalMove, Row, Rules};
use std::cmp::Ordering;
use std::fmt;
use std::ops::ControlFlow;
use tait_space::{Backward, Flow, StateSpace};
use thiserror::Error;

// Solutions of any size with the vacancy at an end of the row.

/// Returns a solution from an end of the row to an end or anywhere, without a search: by sweeps, by Dudeney's recipe, or
/// by the recipe for the other end and even `n`. `None` for other vacant cells.
///
/// All meet the lower bound for `n >= 3`, except that the last one has two moves more (the [module](super) has the
/// table).
///
/// ```
/// use tait_vacancy::check;
/// use tait_vacancy::checkers::reversal::{Reversal, recipe};
/// let puzzle = Reversal::new(10, 11, Some(1))?;
/// let moves = recipe(puzzle).expect("the vacancy is at the ends");
/// assert_eq!(check(puzzle, moves)?.moves, 63);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn recipe(puzzle: Reversal) -> Option<Vec<u64>> {
    let (n, last) = (puzzle.checkers(), puzzle.cells());
    let is_mirrored = puzzle.start() != 1;
    if is_mirrored && puzzle.start() != last {
        return None;
    }
    // From here on the vacancy begins on cell 1.
    let mirrored = |cell: u64| last + 1 - cell;
    let end = puzzle
        .end()
        .map(|end| if is_mirrored { mirrored(end) } else { end });
    let is_even = n.is_multiple_of(2);
    let moves = match end {
        None => sweeps(n, n - 1),
        Some(1) if is_even => sweeps(n, n),
        Some(1) if n == 1 => Vec::new(),
        Some(1) => six_frogs(n),
        Some(end) if end != last => return None,
        Some(_) if !is_even => sweeps(n, n),
        Some(_) if n == 2 => vec![3],
        Some(_) => to_the_other_end(n),
    };
    Some(if is_mirrored {
        moves.into_iter().map(mirrored).collect()
    } else {
        moves
    })
}

/// The vacancy, and the moves so far.
struct Path {
    vacancy: u64,
    moves: Vec<u64>,
}

impl Path {
    const fn from(vacancy: u64) -> Self {
        let moves = Vec::new();
        Self { vacancy, moves }
    }

    fn step(&mut self, to: u64) {
        self.vacancy = to;
        self.moves.push(to);
    }

    /// Jumps to a cell.
    fn sweep(&mut self, to: u64) {
        while self.vacancy != to {
            self.step(if to < self.vacancy {
                self.vacancy - 2
            } else {
                self.vacancy + 2
            });
        }
    }
}

/// Sweeps the vacancy from one end to the other and back for `n` rounds, with a slide after each of the first ones.
fn sweeps(n: u64, slides: u64) -> Vec<u64> {
    let mut path = Path::from(1);
    for round in 1..=n {
        let is_to_right = round % 2 == 1;
        let end = if is_to_right { n + 1 } else { 1 };
        let beside = if is_to_right { n } else { 2 };
        let is_whole = path.vacancy.abs_diff(end).is_multiple_of(2);
        path.sweep(if is_whole { end } else { beside });
        if round <= slides {
            path.step(if is_whole { beside } else { end });
        }
    }
    path.moves
}

/// Dudeney's recipe for a vacancy that comes back to its end: the checkers that move, in order.
fn six_frogs(n: u64) -> Vec<u64> {
    let even = |last: u64| (2..=last).step_by(2);
    let odd = |first: u64| (first..=n).rev().filter(|number| number % 2 == 1);
    let round: Vec<u64> = even(n).chain(odd(1)).collect();
    let mut checkers = round.repeat((n / 2) as usize);
    checkers.extend(even(n - 3).chain(odd(3)).chain(2..n));
    let mut path = Path::from(1);
    let mut cells: Vec<u64> = (1..=n + 1).collect();
    for checker in checkers {
        let to = path.vacancy;
        path.step(cells[checker as usize]);
        cells[checker as usize] = to;
    }
    path.moves
}

/// The recipe for even `n` and the other end: *The other end, even n* in `docs/theory.md`.
fn to_the_other_end(n: u64) -> Vec<u64> {
    let mut path = Path::from(n + 1);
    path.sweep(1);
    (2..=4).for_each(|cell| path.step(cell));
    let outwards = (5..n).step_by(2).map(|top| (top, top + 1));
    let back = (5..=n + 1).rev().step_by(2).map(|top| (top, top - 1));
    for ((top, turn), left) in outwards.chain(back).zip([1, 3].into_iter().cycle()) {
        path.sweep(2);
        path.step(left);
        path.sweep(top);
        path.step(turn);
    }
    path.sweep(2);
    path.step(1);
    path.moves.into_iter().map(|cell| n + 2 - cell).collect()
}

// What the checker asks.

impl Rules for Reversal {
    fn start(&self) -> Row {
        let number = |cell: u64| match cell.cmp(&self.start) {
            Ordering::Less => Content::Number(cell),
            Ordering::Equal => Content::Vacancy,
            Ordering::Greater => Content::Number(cell - 1),
        };
        Row::listed((1..=self.cells()).map(number).collect())
    }

    fn landing(&self, row: &Row, cell: u64) -> Result<u64, IllegalMove> {
        into_vacancy(row, cell)
    }

    fn wanted(&self, row: &Row, cell: u64) -> Content {
        match cell.cmp(&self.end.unwrap_or(row.vacancy())) {
            Ordering::Less => Content::Number(self.cells() - cell),
            Ordering::Equal => Content::Vacancy,
            Ordering::Greater => Content::Number(self.cells() + 1 - cell),
        }
    }

    fn bound(&self) -> u64 {
        self.lower_bound()
    }
}

// The number of numbered checkers, and the place of the vacant cell.

/// The most checkers: the lower bound looks at every checker for every cell that may be vacant.
pub const LARGEST_REVERSED: u64 = 10_000;

/// The most checkers that can be searched: a state is packed into 64 bits.
pub const MOST_SEARCHED: u64 = 15;

/// The reason why there is no such puzzle, or none that can be searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ReversalError {
    /// There are no checkers, or too many.
    #[error("n = {0} numbered checkers are out of range: 1 <= n <= {LARGEST_REVERSED}")]
    Checkers(u64),
    /// The vacant cell is not in the row.
    #[error("the vacant cell {cell} is not in the row, whose cells are 1 to {}", checkers + 1)]
    Vacancy {
        /// The cell asked for.
        cell: u64,
        /// The number of checkers.
        checkers: u64,
    },
    /// A state does not fit into its key.
    #[error("{0}: a search takes at most {MOST_SEARCHED} numbered checkers, n <= {MOST_SEARCHED}")]
    TooManyToSearch(Reversal),
}

/// `n` numbered checkers whose order is to be reversed.
///
/// ```
/// use tait_vacancy::checkers::reversal::Reversal;
/// let six_frogs = Reversal::new(6, 1, Some(1))?;
/// assert_eq!((six_frogs.cells(), six_frogs.lower_bound()), (7, 21));
/// assert_eq!(six_frogs.to_string(), "reversal n=6 start=1 end=1");
/// # Ok::<(), tait_vacancy::checkers::reversal::ReversalError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reversal {
    checkers: u64,
    start: u64,
    end: Option<u64>,
}

impl Reversal {
    /// Creates the puzzle with `n` checkers, the cell that is vacant at the start, and the cell that has
    /// to be vacant at the end, or `None` when that may be any cell. Cells are counted from 1.
    ///
    /// # Errors
    /// When there are no checkers or more than [`LARGEST_REVERSED`], or a cell is not in the row.
    pub fn new(checkers: u64, start: u64, end: Option<u64>) -> Result<Self, ReversalError> {
        if !(1..=LARGEST_REVERSED).contains(&checkers) {
            return Err(ReversalError::Checkers(checkers));
        }
        for cell in [Some(start), end].into_iter().flatten() {
            if !(1..=checkers + 1).contains(&cell) {
                return Err(ReversalError::Vacancy { cell, checkers });
            }
        }
        Ok(Self {
            checkers,
            start,
            end,
        })
    }

    /// Returns `n`, the number of checkers.
    #[must_use]
    pub const fn checkers(self) -> u64 {
        self.checkers
    }

    /// Returns the number of cells, `n + 1`.
    #[must_use]
    pub const fn cells(self) -> u64 {
        self.checkers + 1
    }

    /// Returns the vacant cell at the start.
    #[must_use]
    pub const fn start(self) -> u64 {
        self.start
    }

    /// Returns the vacant cell at the end; `None` when it may be any.
    #[must_use]
    pub const fn end(self) -> Option<u64> {
        self.end
    }

    /// Returns a lower bound on the number of moves: a jump for each pair, and as many slides as the
    /// parities of the cells require, or as the runs of jumps between them do
    /// (`docs/theory.md` has the proofs).
    #[must_use]
    pub fn lower_bound(self) -> u64 {
        let jumps = self.checkers * (self.checkers - 1) / 2;
        let for_parity = match self.end {
            Some(end) => self.fewest_slides(end),
            None => (1..=self.cells())
                .map(|end| self.fewest_slides(end))
                .min()
                .unwrap_or_default(),
        };
        let for_runs = if self.checkers >= 3 {
            self.checkers - 1
        } else {
            0
        };
        jumps + for_parity.max(for_runs)
    }

    /// Returns `o + 2 (e - d)` for a vacant cell at the end.
    fn fewest_slides(self, end: u64) -> u64 {
        // The cell of the k-th checker from the left when one cell is vacant.
        let cell = |place: u64, vacancy: u64| place + u64::from(place >= vacancy);
        let (mut odd, mut even) = (0, [0_u64; 2]);
        for checker in 1..=self.checkers {
            let from = cell(checker, self.start);
            let to = cell(self.checkers + 1 - checker, end);
            if (from + to) % 2 == 1 {
                odd += 1;
            } else {
                even[(from % 2) as usize] += 1;
            }
        }
        odd + even
            .map(|even| 2 * even.saturating_sub(1))
            .iter()
            .sum::<u64>()
    }
}

impl fmt::Display for Reversal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "reversal n={} start={} ", self.checkers, self.start)?;
        match self.end {
            Some(end) => write!(f, "end={end}"),
            None => f.write_str("end=any"),
        }
    }
}

// The state space that engines search.

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

    /// Returns the bound of a state (`docs/theory.md`) on the moves to the order of the goal and one of these
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
