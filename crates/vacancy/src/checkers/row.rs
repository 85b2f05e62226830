//! The row that the checker keeps.

use crate::checkers::size::Checkers;
use std::fmt;

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
    pub(super) fn starting(puzzle: Checkers) -> Self {
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
    pub(super) fn is_black(&self, cell: u64) -> bool {
        let bit = cell - 1;
        self.black[(bit / 64) as usize] >> (bit % 64) & 1 == 1
    }

    /// Moves the checker of a cell of the row into the vacant cell.
    pub(super) fn move_into_vacancy(&mut self, cell: u64) {
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
