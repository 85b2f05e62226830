//! Shifting the checkers: `n` black checkers, a vacant cell and `m` white checkers change sides.
//!
//! The row has the cells `1, 2, ..., n + m + 1`. Black checkers stand on `1..=n`, white ones on
//! `n + 2..=n + m + 1`; at the end the white checkers have to stand on `1..=m` and the black ones on
//! `m + 2..=n + m + 1`. A move *slides* a checker into the vacant cell beside it, or lets it *jump* over
//! one checker of either colour. The cell of the checker names the move: the checker can move only into
//! the vacant cell. [`MoveClass`] has the twelve classes of moves, and engines search [`CheckersSpace`]. The module [`reversal`] has the same moves with numbered checkers whose
//! order is to be reversed, and the module [`frogs`] has several vacant cells and checkers that move only
//! forward.
//!
//! The puzzle comes from D. Zhu, Y. Wu, L. Wang and X. Wang, "Complete Solutions for a Combinatorial
//! Puzzle in Linear Time and Its Computer Implementation" (Appl. Math. Inf. Sci. 9, 2015), for
//! `n, m >= 1`. Without checkers of one colour its theorems do not hold: two black checkers alone take
//! one jump where Theorem 2 says two moves.
//! Every solution has at least `nm + n + m` moves. An *inversion* is a black checker to the left of a white one. The *level* of
//! the vacancy is the number of black checkers to its left and of white ones to its right. `docs/theory.md`, *Checkers*, has
//! the proof, and the bound of a state that engines use.

pub mod frogs;
pub mod reversal;
use crate::row::{Content, IllegalMove, Row, Rules};
use std::cmp::Ordering;
use std::fmt;
use std::ops::ControlFlow;
use tait_space::{Backward, Flow, StateSpace};
use thiserror::Error;

// The twelve classes of moves.

/// A class of moves, by its number in Table 1 of the paper: the checker that moves, the checker it
/// jumps over, if any, and its direction.
///
/// The name of a jump has the two checkers as they stand before it, from left to right, and its
/// direction.
///
/// | class | name | before and after | inversions | vacancy inversions |
/// | --- | --- | --- | --- | --- |
/// | 1 | `slide(b,r)` | `b. → .b` | 0 | -1 |
/// | 2 | `slide(w,l)` | `.w → w.` | 0 | -1 |
/// | 3 | `jump(b,w,r)` | `bw. → .wb` | -1 | 0 |
/// | 4 | `jump(b,w,l)` | `.bw → wb.` | -1 | 0 |
/// | 5 | `jump(w,b,r)` | `wb. → .bw` | +1 | 0 |
/// | 6 | `jump(w,b,l)` | `.wb → bw.` | +1 | 0 |
/// | 7 | `slide(b,l)` | `.b → b.` | 0 | +1 |
/// | 8 | `slide(w,r)` | `w. → .w` | 0 | +1 |
/// | 9 | `jump(w,w,r)` | `ww. → .ww` | 0 | +2 |
/// | 10 | `jump(b,b,l)` | `.bb → bb.` | 0 | +2 |
/// | 11 | `jump(w,w,l)` | `.ww → ww.` | 0 | -2 |
/// | 12 | `jump(b,b,r)` | `bb. → .bb` | 0 | -2 |
///
/// ```
/// use tait_vacancy::Replay;
/// use tait_vacancy::checkers::Checkers;
/// let mut replay = Replay::new(Checkers::new(2, 1)?)?;
/// let class = replay.play(1)?.class.expect("checkers have classes"); // bb.w becomes .bbw
/// assert_eq!((class.number(), class.to_string().as_str()), (12, "jump(b,b,r)"));
/// assert_eq!((class.inversions(), class.vacancy_inversions()), (0, -2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveClass {
    /// Whether the checker that moves is black.
    is_black: bool,
    /// Whether it moves to the right.
    to_right: bool,
    /// For a jump, whether the checker it jumps over is black.
    over: Option<bool>,
}

impl MoveClass {
    /// All twelve classes, by their numbers.
    pub const ALL: [Self; 12] = [
        Self::of(true, true, None),
        Self::of(false, false, None),
        Self::of(true, true, Some(false)),
        Self::of(false, false, Some(true)),
        Self::of(false, true, Some(true)),
        Self::of(true, false, Some(false)),
        Self::of(true, false, None),
        Self::of(false, true, None),
        Self::of(false, true, Some(false)),
        Self::of(true, false, Some(true)),
        Self::of(false, false, Some(false)),
        Self::of(true, true, Some(true)),
    ];

    const fn of(is_black: bool, to_right: bool, over: Option<bool>) -> Self {
        Self {
            is_black,
            to_right,
            over,
        }
    }

    /// Returns the class of a move that is allowed, before it is made.
    pub(crate) fn of_move(row: &Row, cell: u64, vacancy: u64) -> Self {
        let is_black = |cell| row.content(cell) == Some(Content::Black);
        let is_jump = cell.abs_diff(vacancy) == 2;
        let over = is_jump.then(|| is_black(cell.midpoint(vacancy)));
        Self::of(is_black(cell), cell < vacancy, over)
    }

    /// Returns its number in Table 1, 1 to 12.
    #[must_use]
    pub const fn number(self) -> u32 {
        let is_forward = self.is_black == self.to_right;
        match (self.over, is_forward) {
            (None, true) => 2 - self.is_black as u32,
            (None, false) => 8 - self.is_black as u32,
            (Some(over), is_forward) => match (over == self.is_black, is_forward) {
                (false, true) => 4 - self.is_black as u32,
                (false, false) => 5 + self.is_black as u32,
                (true, false) => 9 + self.is_black as u32,
                (true, true) => 11 + self.is_black as u32,
            },
        }
    }

    /// Returns the cells that take part, before and after the move, as in Table 1.
    #[must_use]
    pub fn cells(self) -> [String; 2] {
        let moved = Content::of_bit(self.is_black).to_string();
        let over = self.over.map(|over| Content::of_bit(over).to_string());
        let over = over.unwrap_or_default();
        let (left, right) = (format!("{moved}{over}."), format!(".{over}{moved}"));
        match self.to_right {
            true => [left, right],
            false => [right, left],
        }
    }

    /// Returns the change in the number of inversions.
    #[must_use]
    pub const fn inversions(self) -> i32 {
        match self.over {
            Some(over) if over != self.is_black => -self.direction(),
            _ => 0,
        }
    }

    /// Returns the change in the number of vacancy inversions.
    #[must_use]
    pub const fn vacancy_inversions(self) -> i32 {
        match self.over {
            None => -self.direction(),
            Some(over) if over == self.is_black => -2 * self.direction(),
            Some(_) => 0,
        }
    }

    /// Returns 1 when the checker moves towards its goal, else -1.
    const fn direction(self) -> i32 {
        if self.is_black == self.to_right {
            1
        } else {
            -1
        }
    }
}

impl fmt::Display for MoveClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = Content::of_bit(self.is_black);
        let direction = if self.to_right { 'r' } else { 'l' };
        match self.over.map(Content::of_bit) {
            None => write!(f, "slide({moves},{direction})"),
            Some(over) if self.to_right => write!(f, "jump({moves},{over},{direction})"),
            Some(over) => write!(f, "jump({over},{moves},{direction})"),
        }
    }
}

// What the checker asks; it shares nothing with the state space that engines search.

/// Returns where a checker goes that slides or jumps into the one vacant cell.
pub(crate) fn into_vacancy(row: &Row, cell: u64) -> Result<u64, IllegalMove> {
    let vacancy = row.vacancy();
    match matches!(cell.abs_diff(vacancy), 1 | 2) && row.content(cell).is_some() {
        true => Ok(vacancy),
        false => Err(IllegalMove::Far {
            cell,
            vacancy,
            cells: row.cells(),
        }),
    }
}

impl Rules for Checkers {
    fn start(&self) -> Row {
        let vacancy = self.black + 1;
        Row::of_colours(1..self.cells() + 1, vacancy..vacancy + 1, |cell| {
            Content::of_bit(cell < vacancy)
        })
    }

    fn landing(&self, row: &Row, cell: u64) -> Result<u64, IllegalMove> {
        into_vacancy(row, cell)
    }

    fn wanted(&self, _: &Row, cell: u64) -> Content {
        match cell.cmp(&(self.white + 1)) {
            Ordering::Less => Content::White,
            Ordering::Equal => Content::Vacancy,
            Ordering::Greater => Content::Black,
        }
    }

    fn bound(&self) -> u64 {
        self.optimum()
    }
}

// The numbers of checkers.

/// The largest number of checkers of one colour: the moves of a solution are counted in 64 bits, and the
/// closed forms take roots of eight times that count.
pub const LARGEST_SIZE: u64 = 1_000_000_000;

/// The most checkers that can be searched: a state is packed into 64 bits.
pub const MOST_SEARCHED: u64 = 58;

/// The reason why there is no puzzle of these sizes, or none that can be searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CheckersError {
    /// There are no black checkers, or too many.
    #[error("n = {0} black checkers are out of range: 1 <= n <= {LARGEST_SIZE}")]
    Black(u64),
    /// There are no white checkers, or too many.
    #[error("m = {0} white checkers are out of range: 1 <= m <= {LARGEST_SIZE}")]
    White(u64),
    /// A state does not fit into its key.
    #[error("{0}: a search takes at most {MOST_SEARCHED} checkers, n + m <= {MOST_SEARCHED}")]
    TooManyToSearch(Checkers),
}

/// A puzzle of `n` black checkers, a vacant cell and `m` white checkers.
///
/// ```
/// use tait_vacancy::checkers::Checkers;
/// let puzzle = Checkers::new(5, 3)?;
/// assert_eq!((puzzle.cells(), puzzle.optimum()), (9, 23));
/// assert_eq!(puzzle.to_string(), "checkers n=5 m=3");
/// assert!(Checkers::new(2, 0).is_err());
/// # Ok::<(), tait_vacancy::checkers::CheckersError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Checkers {
    black: u64,
    white: u64,
}

impl Checkers {
    /// Creates the puzzle with `n` black and `m` white checkers.
    ///
    /// # Errors
    /// When there are none of one colour, or more than [`LARGEST_SIZE`].
    pub fn new(black: u64, white: u64) -> Result<Self, CheckersError> {
        let sizes = 1..=LARGEST_SIZE;
        if !sizes.contains(&black) {
            Err(CheckersError::Black(black))
        } else if !sizes.contains(&white) {
            Err(CheckersError::White(white))
        } else {
            Ok(Self { black, white })
        }
    }

    /// Returns `n`, the number of black checkers.
    #[must_use]
    pub const fn black(self) -> u64 {
        self.black
    }

    /// Returns `m`, the number of white checkers.
    #[must_use]
    pub const fn white(self) -> u64 {
        self.white
    }

    /// Returns the number of cells, `n + m + 1`.
    #[must_use]
    pub const fn cells(self) -> u64 {
        self.black + self.white + 1
    }

    /// Returns the number of moves of a shortest solution, `nm + n + m`: no solution has fewer (the
    /// theorem in `docs/theory.md`), and the algorithm of the paper uses that many (Theorem 2).
    #[must_use]
    pub const fn optimum(self) -> u64 {
        self.black * self.white + self.black + self.white
    }

    /// Returns the mirror image with the colours exchanged: `m` black and `n` white checkers.
    ///
    /// A solution of one puzzle becomes a solution of the other when each cell `x` is replaced by
    /// `n + m + 2 - x`.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self {
            black: self.white,
            white: self.black,
        }
    }
}

impl fmt::Display for Checkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "checkers n={} m={}", self.black, self.white)
    }
}

// The state space that engines search.

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

    /// Returns the bound of a state (`docs/theory.md`) on the number of moves left.
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
