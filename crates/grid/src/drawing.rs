//! Drawings: rows of letters, with `.` for an unoccupied position.

use crate::board::Board;
use crate::configuration::{Configuration, Errors, MOST_COINS, Setup, SetupError};
use crate::position::{FARTHEST_COORDINATE, Label, Position};
use thiserror::Error;

/// The meaning of the letters in a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Symbols {
    /// Every letter is a coin, and all coins are alike.
    #[default]
    Plain,
    /// A letter is the [label](Label) of a coin.
    Labels,
}

/// Reasons why a drawing does not show a configuration.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DrawingError {
    /// The board cannot be drawn: only boards in the plane with two coordinates can.
    #[error("cannot read a drawing of the {0}: drawings show the square or the triangular grid")]
    Board(Board),
    /// A letter is neither `.` nor a coin.
    #[error("row {row}, column {column}: {letter:?} is neither '.' nor a coin (o, 0-9, A-Z, a-z)")]
    Letter {
        /// The row, counted from 1.
        row: usize,
        /// The column, counted from 1.
        column: usize,
        /// The letter.
        letter: char,
    },
    /// A letter is farther from the first row or column than a position can be.
    #[error("row {row}, column {column} is farther than {FARTHEST_COORDINATE} from the first one")]
    TooFar {
        /// The row, counted from 1.
        row: usize,
        /// The column, counted from 1.
        column: usize,
    },
    /// The coins that are drawn do not form a configuration.
    #[error(transparent)]
    Setup(#[from] Errors<SetupError>),
}

/// Reads a drawing: row `y`, column `x`, counted from 0, is position `(x, y)`. It skips blanks between letters, so that
/// it can read back a [drawing](Configuration::drawing) of the triangular grid, whose rows are shifted, and blank lines
/// at the beginning and the end.
///
/// # Errors
/// When the board cannot be drawn, a letter is invalid, or the coins do not form a configuration.
///
/// ```
/// use tait_grid::{Board, Symbols, read_drawing};
/// let configuration = read_drawing(Board::Square, "o.o\n.o.", Symbols::Plain)?;
/// let positions: Vec<String> = configuration.positions().map(|at| at.to_string()).collect();
/// assert_eq!(positions, ["(0, 0)", "(1, 1)", "(2, 0)"]);
/// # Ok::<(), tait_grid::DrawingError>(())
/// ```
pub fn read_drawing(
    board: Board,
    text: &str,
    symbols: Symbols,
) -> Result<Configuration, DrawingError> {
    if !is_drawn(&board) {
        return Err(DrawingError::Board(board));
    }
    let mut coins = Vec::new();
    let skipped = text
        .lines()
        .take_while(|line| line.trim().is_empty())
        .count();
    for (y, line) in text.lines().skip(skipped).enumerate() {
        for (x, letter) in line.chars().filter(|c| !c.is_whitespace()).enumerate() {
            if letter == '.' {
                continue;
            }
            let (row, column) = (skipped + y + 1, x + 1);
            if x.max(y) > FARTHEST_COORDINATE as usize {
                return Err(DrawingError::TooFar { row, column });
            }
            let Some(label) = Label::of_letter(letter).or((letter == '0').then_some(Label(0)))
            else {
                return Err(DrawingError::Letter {
                    row,
                    column,
                    letter,
                });
            };
            let label = match symbols {
                Symbols::Plain => Label::PLAIN,
                Symbols::Labels => label,
            };
            if coins.len() == MOST_COINS {
                return Err(Errors(vec![SetupError::TooManyCoins]).into());
            }
            coins.push((Position::from([x as i32, y as i32]), label));
        }
    }
    Ok(Setup { board, coins }.try_into()?)
}

/// Whether a board can be drawn.
fn is_drawn(board: &Board) -> bool {
    matches!(
        board,
        Board::Square | Board::Triangular | Board::Hypercube(2)
    )
}

impl Configuration {
    /// Returns the coins in rows, from the smallest coordinates in use, each row with a line break; `None` on boards
    /// that cannot be drawn, or if the drawing would have more than 2^20 letters.
    ///
    /// On the triangular grid each row is shifted by half a position, so that adjacent positions look adjacent.
    ///
    /// ```
    /// use tait_grid::{Board, Symbols, read_drawing};
    /// let pyramid = read_drawing(Board::Triangular, "ooo\noo.\no..", Symbols::Plain)?;
    /// assert_eq!(pyramid.drawing().as_deref(), Some("o o o\n o o .\n  o . .\n"));
    /// # Ok::<(), tait_grid::DrawingError>(())
    /// ```
    #[must_use]
    pub fn drawing(&self) -> Option<String> {
        self.drawing_with(&[])
    }

    /// Returns the [drawing](Self::drawing), wide enough for other positions, too.
    #[must_use]
    pub fn drawing_with(&self, others: &[Position]) -> Option<String> {
        const MOST_LETTERS: i64 = 1 << 20;
        if !is_drawn(self.board()) {
            return None;
        }
        let all = || self.positions().chain(others.iter().copied());
        let columns = all().map(|at| at.x()).min()?..=all().map(|at| at.x()).max()?;
        let rows = all().map(|at| at.y()).min()?..=all().map(|at| at.y()).max()?;
        let length = |from: &i32, to: &i32| i64::from(to - from) + 1;
        let letters = length(columns.start(), columns.end()) * length(rows.start(), rows.end());
        if letters > MOST_LETTERS {
            return None;
        }
        let is_shifted = *self.board() == Board::Triangular;
        let mut text = String::new();
        for y in rows.clone() {
            let letters: Vec<String> = columns
                .clone()
                .map(|x| match self.label(&Position::from([x, y])) {
                    None => ".".to_owned(),
                    Some(label) => label.letter().unwrap_or('#').to_string(),
                })
                .collect();
            if is_shifted {
                text.push_str(&" ".repeat((y - rows.start()) as usize));
            }
            text.push_str(&letters.join(if is_shifted { " " } else { "" }));
            text.push('\n');
        }
        Some(text)
    }
}
