//! The checker of reversals.

use crate::checkers::replay::{CheckError, EndError, MoveError};
use crate::checkers::reversal::size::Reversal;
use crate::checkers::row::Content;
use crate::verdict::Verdict;
use std::fmt;

/// A row of numbered checkers with one vacant cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedRow {
    /// For each cell the number of its checker, or 0 for the vacant cell.
    numbers: Vec<u64>,
    /// The vacant cell, counted from 1.
    vacancy: u64,
}

impl NumberedRow {
    fn starting(puzzle: Reversal) -> Self {
        let vacancy = puzzle.start();
        let number = |cell| match cell {
            _ if cell < vacancy => cell,
            _ if cell == vacancy => 0,
            _ => cell - 1,
        };
        Self {
            numbers: (1..=puzzle.cells()).map(number).collect(),
            vacancy,
        }
    }

    /// Returns the vacant cell, counted from 1.
    #[must_use]
    pub const fn vacancy(&self) -> u64 {
        self.vacancy
    }

    /// Returns the content of a cell, counted from 1; `None` beyond the ends of the row.
    #[must_use]
    pub fn content(&self, cell: u64) -> Option<Content> {
        let index = usize::try_from(cell.checked_sub(1)?).ok()?;
        Some(match *self.numbers.get(index)? {
            0 => Content::Vacancy,
            number => Content::Number(number),
        })
    }
}

/// Writes the contents with spaces between them: `2 1 . 3`.
impl fmt::Display for NumberedRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 1..=self.numbers.len() as u64 {
            if cell > 1 {
                f.write_str(" ")?;
            }
            if let Some(content) = self.content(cell) {
                content.fmt(f)?;
            }
        }
        Ok(())
    }
}

/// A replay in progress, which takes one move at a time.
///
/// ```
/// use tait_vacancy::checkers::reversal::{Replay, Reversal};
/// let mut replay = Replay::new(Reversal::new(2, 3, Some(3))?);
/// for cell in [1, 2, 3] {
///     replay.play(cell)?;
/// }
/// assert_eq!(replay.row().to_string(), "2 1 .");
/// assert!(replay.finish()?.meets_lower_bound());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Replay {
    puzzle: Reversal,
    row: NumberedRow,
    moves: u64,
}

impl Replay {
    /// Creates a replay that begins at the starting row.
    #[must_use]
    pub fn new(puzzle: Reversal) -> Self {
        Self {
            puzzle,
            row: NumberedRow::starting(puzzle),
            moves: 0,
        }
    }

    /// Returns the current row.
    #[must_use]
    pub const fn row(&self) -> &NumberedRow {
        &self.row
    }

    /// Moves the checker of a cell into the vacant cell.
    ///
    /// # Errors
    /// When the cell is not one or two cells away from it; the row is then unchanged.
    pub fn play(&mut self, cell: u64) -> Result<(), MoveError> {
        let vacancy = self.row.vacancy;
        if let Some(error) = MoveError::of(self.moves + 1, cell, vacancy, self.puzzle.cells()) {
            return Err(error);
        }
        self.row
            .numbers
            .swap(cell as usize - 1, vacancy as usize - 1);
        self.row.vacancy = cell;
        self.moves += 1;
        Ok(())
    }

    /// Checks that the order is reversed and the right cell is vacant.
    ///
    /// # Errors
    /// The first cell with a wrong content.
    pub fn finish(self) -> Result<Verdict, EndError> {
        let vacancy = self.puzzle.end().unwrap_or(self.row.vacancy);
        let mut numbers = (1..=self.puzzle.checkers()).rev();
        let cells = (1..).map_while(|cell| {
            let found = self.row.content(cell)?;
            let number = if cell == vacancy {
                None
            } else {
                numbers.next()
            };
            Some((found, number.map_or(Content::Vacancy, Content::Number)))
        });
        EndError::first(self.moves, cells).map_or(Ok(()), Err)?;
        Ok(Verdict {
            moves: self.moves,
            lower_bound: self.puzzle.lower_bound(),
        })
    }
}

/// Checks a whole solution.
///
/// # Errors
/// The first move that is not allowed, or the first cell that is wrong at the end.
pub fn check(
    puzzle: Reversal,
    moves: impl IntoIterator<Item = u64>,
) -> Result<Verdict, CheckError> {
    let mut replay = Replay::new(puzzle);
    for cell in moves {
        replay.play(cell)?;
    }
    Ok(replay.finish()?)
}
