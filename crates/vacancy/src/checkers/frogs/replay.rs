//! The checker: its row is a list of the contents of the cells.

use crate::checkers::frogs::size::Frogs;
use crate::checkers::replay::EndError;
use crate::checkers::row::Content;
use crate::verdict::Verdict;
use thiserror::Error;

/// A move that is not allowed: its cell holds no frog or toad that can move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("move {number} is not allowed: {}", why(*.cell, *.found))]
pub struct StuckError {
    /// The number of the move, counted from 1.
    pub number: u64,
    /// The cell that the move names.
    pub cell: u64,
    /// The content of that cell; `None` beyond the ends of the row.
    pub found: Option<Content>,
}

fn why(cell: u64, found: Option<Content>) -> String {
    match found {
        None => format!("cell {cell} is not in the row"),
        Some(Content::Black) => format!(
            "the frog in cell {cell} can neither slide to the right nor jump over a toad there"
        ),
        Some(Content::White) => format!(
            "the toad in cell {cell} can neither slide to the left nor jump over a frog there"
        ),
        Some(_) => format!("cell {cell} is vacant"),
    }
}

/// The reason why a sequence of moves is not a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CheckError {
    /// A move is not allowed.
    #[error(transparent)]
    Move(#[from] StuckError),
    /// The moves do not lead to the goal.
    #[error(transparent)]
    Solution(#[from] EndError),
}

/// A replay in progress, which takes one move at a time.
///
/// ```
/// use tait_vacancy::checkers::frogs::{Frogs, Replay};
/// let mut replay = Replay::new(Frogs::new(1, 1, 2)?);
/// for cell in [1, 4, 2, 3, 2] {
///     replay.play(cell)?;
/// }
/// assert!(replay.finish()?.meets_lower_bound());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Replay {
    puzzle: Frogs,
    row: Vec<Content>,
    moves: u64,
}

impl Replay {
    /// Creates a replay that begins at the starting row.
    #[must_use]
    pub fn new(puzzle: Frogs) -> Self {
        let block = |content: Content, count: u64| std::iter::repeat_n(content, count as usize);
        let row = block(Content::Black, puzzle.frogs())
            .chain(block(Content::Vacancy, puzzle.vacancies()))
            .chain(block(Content::White, puzzle.toads()));
        Self {
            puzzle,
            row: row.collect(),
            moves: 0,
        }
    }

    /// Returns the contents of the cells, from left to right.
    #[must_use]
    pub fn row(&self) -> &[Content] {
        &self.row
    }

    /// Returns the content of a cell, counted from 1; `None` beyond the ends of the row.
    fn content(&self, cell: u64) -> Option<Content> {
        let index = usize::try_from(cell.checked_sub(1)?).ok()?;
        self.row.get(index).copied()
    }

    /// Returns the destination of the frog or toad of a cell; `None` when it cannot move.
    #[must_use]
    pub fn landing(&self, cell: u64) -> Option<u64> {
        let other = match self.content(cell)? {
            Content::Black => Content::White,
            Content::White => Content::Black,
            Content::Vacancy | Content::Number(_) => return None,
        };
        let ahead = |steps: u64| match other {
            Content::White => cell.checked_add(steps),
            _ => cell.checked_sub(steps),
        };
        let beside = ahead(1)?;
        match self.content(beside)? {
            Content::Vacancy => Some(beside),
            found if found == other => {
                let behind = ahead(2)?;
                (self.content(behind)? == Content::Vacancy).then_some(behind)
            }
            _ => None,
        }
    }

    /// Moves the frog or toad of a cell, counted from 1.
    ///
    /// # Errors
    /// When it cannot move; the row is then unchanged.
    pub fn play(&mut self, cell: u64) -> Result<(), StuckError> {
        let Some(to) = self.landing(cell) else {
            return Err(StuckError {
                number: self.moves + 1,
                cell,
                found: self.content(cell),
            });
        };
        self.row.swap(cell as usize - 1, to as usize - 1);
        self.moves += 1;
        Ok(())
    }

    /// Checks that the frogs and toads have changed sides.
    ///
    /// # Errors
    /// The first cell with a wrong content.
    pub fn finish(self) -> Result<Verdict, EndError> {
        let (toads, vacancies) = (self.puzzle.toads(), self.puzzle.vacancies());
        let wanted = (1..).map(|cell| match cell {
            _ if cell <= toads => Content::White,
            _ if cell <= toads + vacancies => Content::Vacancy,
            _ => Content::Black,
        });
        let cells = self.row.iter().copied().zip(wanted);
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
/// use tait_vacancy::checkers::frogs::{Frogs, check};
/// let puzzle = Frogs::new(1, 1, 2)?;
/// let error = check(puzzle, [4, 1, 2, 2]).unwrap_err();
/// assert_eq!(error.to_string(), "move 4 is not allowed: cell 2 is vacant");
/// # Ok::<(), tait_vacancy::checkers::frogs::FrogsError>(())
/// ```
pub fn check(puzzle: Frogs, moves: impl IntoIterator<Item = u64>) -> Result<Verdict, CheckError> {
    let mut replay = Replay::new(puzzle);
    for cell in moves {
        replay.play(cell)?;
    }
    Ok(replay.finish()?)
}
