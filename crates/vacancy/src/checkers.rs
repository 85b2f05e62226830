//! Shifting the checkers: `n` black checkers, a vacant cell and `m` white checkers change sides.
//!
//! The row has the cells `1, 2, ..., n + m + 1`. Black checkers stand on `1..=n`, white ones on
//! `n + 2..=n + m + 1`; at the end the white checkers have to stand on `1..=m` and the black ones on
//! `m + 2..=n + m + 1`. A move *slides* a checker into the vacant cell beside it, or lets it *jump* over
//! one checker of either colour. The cell of the checker names the move: the checker can move only into
//! the vacant cell. [`MoveClass`] has the twelve classes of moves, [`Replay`] plays moves, and engines
//! search [`CheckersSpace`]. The module [`reversal`] has the same moves with numbered checkers whose
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
use crate::verdict::Verdict;
use std::fmt;
use std::ops::ControlFlow;
use tait_space::{Backward, Flow, StateSpace};
use tait_text::counted;
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
/// use tait_vacancy::checkers::{Checkers, Replay};
/// let mut replay = Replay::new(Checkers::new(2, 1)?);
/// let class = replay.play(1)?; // bb.w becomes .bbw
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
        let symbol = |is_black| {
            if is_black {
                Content::Black
            } else {
                Content::White
            }
        };
        let (moves, direction) = (symbol(self.is_black), if self.to_right { 'r' } else { 'l' });
        match self.over.map(symbol) {
            None => write!(f, "slide({moves},{direction})"),
            Some(over) if self.to_right => write!(f, "jump({moves},{over},{direction})"),
            Some(over) => write!(f, "jump({over},{moves},{direction})"),
        }
    }
}

// The checker: it replays moves and reports the first error, if there is one.
//
// It shares nothing with the state space that engines search: its row has a bit for each cell.

/// A move that is not allowed: its cell is not one or two cells away from the vacant one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveError {
    /// The number of the move, counted from 1.
    pub number: u64,
    /// The cell that the move names.
    pub cell: u64,
    /// The vacant cell.
    pub vacancy: u64,
    /// The number of cells in the row.
    pub cells: u64,
}

impl MoveError {
    /// Returns the error of a move, if it is not allowed.
    fn of(number: u64, cell: u64, vacancy: u64, cells: u64) -> Option<Self> {
        let is_in_row = (1..=cells).contains(&cell);
        let is_allowed = is_in_row && matches!(cell.abs_diff(vacancy), 1 | 2);
        (!is_allowed).then_some(Self {
            number,
            cell,
            vacancy,
            cells,
        })
    }
}

impl std::error::Error for MoveError {}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            number,
            cell,
            vacancy,
            cells,
        } = *self;
        write!(
            f,
            "move {number} is not allowed: cell {cell} is not one or two cells away from the vacant cell {vacancy}: expected"
        )?;
        let near = vacancy.saturating_sub(2).max(1)..=(vacancy + 2).min(cells);
        let near: Vec<u64> = near.filter(|&cell| cell != vacancy).collect();
        for (index, cell) in near.iter().enumerate() {
            let separator = match index {
                0 => "",
                _ if index + 1 == near.len() => " or",
                _ => ",",
            };
            write!(f, "{separator} {cell}")?;
        }
        Ok(())
    }
}

/// The error of moves that are all allowed but do not solve the puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("after {} cell {cell} holds {found} instead of {wanted}", counted(*.moves, "move"))]
pub struct EndError {
    /// The number of moves played.
    pub moves: u64,
    /// The first wrong cell.
    pub cell: u64,
    /// The content of that cell.
    pub found: Content,
    /// The content that it should have.
    pub wanted: Content,
}

impl EndError {
    /// Returns the error of the first cell with a wrong content, if there is one.
    fn first(moves: u64, cells: impl Iterator<Item = (Content, Content)>) -> Option<Self> {
        (1..)
            .zip(cells)
            .find(|(_, (found, wanted))| found != wanted)
            .map(|(cell, (found, wanted))| Self {
                moves,
                cell,
                found,
                wanted,
            })
    }
}

/// A replay in progress, which takes one move at a time. A solution of any length so streams through in
/// the memory of the row, one bit for each cell.
///
/// ```
/// use tait_vacancy::checkers::{Checkers, Replay};
/// let mut replay = Replay::new(Checkers::new(1, 1)?);
/// for cell in [1, 3, 2] {
///     let _ = replay.play(cell)?;
/// }
/// assert_eq!(replay.row().to_string(), "w.b");
/// assert!(replay.finish()?.meets_lower_bound());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Replay {
    puzzle: Checkers,
    row: Row,
    moves: u64,
}

impl Replay {
    /// Creates a replay that begins at the starting row.
    #[must_use]
    pub fn new(puzzle: Checkers) -> Self {
        Self {
            puzzle,
            row: Row::starting(puzzle),
            moves: 0,
        }
    }

    /// Returns the current row.
    #[must_use]
    pub const fn row(&self) -> &Row {
        &self.row
    }

    /// Returns the number of moves played.
    #[must_use]
    pub const fn moves(&self) -> u64 {
        self.moves
    }

    /// Moves the checker of a cell into the vacant cell, and returns the class of the move.
    ///
    /// # Errors
    /// When the cell is not one or two cells away from it; the row is then unchanged.
    pub fn play(&mut self, cell: u64) -> Result<MoveClass, MoveError> {
        let (vacancy, cells) = (self.row.vacancy(), self.row.cells());
        if let Some(error) = MoveError::of(self.moves + 1, cell, vacancy, cells) {
            return Err(error);
        }
        let is_jump = cell.abs_diff(vacancy) == 2;
        let over = is_jump.then(|| self.row.is_black(cell.midpoint(vacancy)));
        let class = MoveClass::of(self.row.is_black(cell), cell < vacancy, over);
        self.row.move_into_vacancy(cell);
        self.moves += 1;
        Ok(class)
    }

    /// Checks that the checkers have changed sides.
    ///
    /// # Errors
    /// The first cell with a wrong content.
    pub fn finish(self) -> Result<Verdict, EndError> {
        let (white, vacancy) = (self.puzzle.white(), self.puzzle.white() + 1);
        let cells = (1..).map_while(|cell| {
            let wanted = match cell {
                _ if cell <= white => Content::White,
                _ if cell == vacancy => Content::Vacancy,
                _ => Content::Black,
            };
            Some((self.row.content(cell)?, wanted))
        });
        EndError::first(self.moves, cells).map_or(Ok(()), Err)?;
        Ok(Verdict {
            moves: self.moves,
            lower_bound: self.puzzle.optimum(),
        })
    }
}

// The row that the checker keeps.

/// The content of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Nothing, drawn as `.`.
    Vacancy,
    /// A black checker, drawn as `b`.
    Black,
    /// A white checker, drawn as `w`.
    White,
    /// The checker with this number, drawn as the number.
    Number(u64),
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vacancy => f.write_str("."),
            Self::Black => f.write_str("b"),
            Self::White => f.write_str("w"),
            Self::Number(number) => number.fmt(f),
        }
    }
}

/// A row of black and white checkers with one vacant cell, kept as a bit for each cell.
///
/// ```
/// use tait_vacancy::checkers::{Checkers, Replay};
/// let mut replay = Replay::new(Checkers::new(3, 2)?);
/// assert_eq!(replay.row().to_string(), "bbb.ww");
/// let _ = replay.play(5)?;
/// assert_eq!(replay.row().to_string(), "bbbw.w");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// A bit for each cell, set where a black checker is; the bit of the vacant cell is not set.
    black: Vec<u64>,
    vacancy: u64,
    cells: u64,
}

impl Row {
    /// Creates the starting row.
    fn starting(puzzle: Checkers) -> Self {
        let (black, cells) = (puzzle.black(), puzzle.cells());
        let mut words = vec![0; (cells / 64 + 1) as usize];
        // Cell x is bit x - 1: the black checkers are the lowest bits.
        for word in &mut words[..(black / 64) as usize] {
            *word = u64::MAX;
        }
        words[(black / 64) as usize] = (1 << (black % 64)) - 1;
        Self {
            black: words,
            vacancy: black + 1,
            cells,
        }
    }

    /// Returns the vacant cell, counted from 1.
    #[must_use]
    pub const fn vacancy(&self) -> u64 {
        self.vacancy
    }

    /// Returns the number of cells.
    #[must_use]
    pub const fn cells(&self) -> u64 {
        self.cells
    }

    /// Returns the content of a cell, counted from 1; `None` beyond the ends of the row.
    #[must_use]
    pub fn content(&self, cell: u64) -> Option<Content> {
        if !(1..=self.cells).contains(&cell) {
            None
        } else if cell == self.vacancy {
            Some(Content::Vacancy)
        } else if self.is_black(cell) {
            Some(Content::Black)
        } else {
            Some(Content::White)
        }
    }

    /// Returns whether a cell of the row holds a black checker.
    fn is_black(&self, cell: u64) -> bool {
        let bit = cell - 1;
        self.black[(bit / 64) as usize] >> (bit % 64) & 1 == 1
    }

    /// Moves the checker of a cell of the row into the vacant cell.
    fn move_into_vacancy(&mut self, cell: u64) {
        let (from, to) = (cell - 1, self.vacancy - 1);
        if self.is_black(cell) {
            self.black[(from / 64) as usize] &= !(1 << (from % 64));
            self.black[(to / 64) as usize] |= 1 << (to % 64);
        }
        self.vacancy = cell;
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (1..=self.cells)
            .filter_map(|cell| self.content(cell))
            .try_for_each(|content| content.fmt(f))
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
