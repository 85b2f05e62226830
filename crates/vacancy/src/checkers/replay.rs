//! The checker: it replays moves and reports the first error, if there is one.
//!
//! It shares nothing with the state space that engines search: its row has a bit for each cell.

use crate::checkers::class::MoveClass;
use crate::checkers::row::{Content, Row};
use crate::checkers::size::Checkers;
use crate::verdict::Verdict;
use std::fmt;
use tait_text::counted;
use thiserror::Error;

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
    pub(super) fn of(number: u64, cell: u64, vacancy: u64, cells: u64) -> Option<Self> {
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
    pub(super) fn first(
        moves: u64,
        cells: impl Iterator<Item = (Content, Content)>,
    ) -> Option<Self> {
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

/// The reason why a sequence of moves is not a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CheckError {
    /// A move is not allowed.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The moves do not lead to the goal.
    #[error(transparent)]
    Solution(#[from] EndError),
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

/// Checks a whole solution.
///
/// # Errors
/// The first move that is not allowed, or the first cell that is wrong at the end.
///
/// ```
/// use tait_vacancy::checkers::{Checkers, check};
/// let puzzle = Checkers::new(1, 1)?;
/// assert_eq!(check(puzzle, [3, 1, 2])?.moves, 3);
/// let error = check(puzzle, [3, 3]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "move 2 is not allowed: cell 3 is not one or two cells away from the vacant cell 3: expected 1 or 2",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(
    puzzle: Checkers,
    moves: impl IntoIterator<Item = u64>,
) -> Result<Verdict, CheckError> {
    let mut replay = Replay::new(puzzle);
    for cell in moves {
        let _ = replay.play(cell)?;
    }
    Ok(replay.finish()?)
}
