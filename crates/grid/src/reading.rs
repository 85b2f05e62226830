//! Moves as text.

use crate::position::Position;
use crate::rules::Move;
use std::str::FromStr;
use tait_text::excerpt;
use thiserror::Error;

/// The reason why a text is not a list of moves.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: '{}' is not a move: write (1, 2)→(1, 0) or (1, 2)->(1, 0)", excerpt(.text))]
pub struct MoveTextError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The line.
    pub text: String,
}

/// Reads moves, one a line, as [`Outline::text`](crate::Outline::text) writes them. Comments, which begin with `#`, and
/// empty lines are left out.
///
/// ```
/// use tait_grid::read_moves;
/// let moves = read_moves("# move 1: drop (Section 4.1)\n(0, 0)→(2, 1)\n(-1,4) -> (0,4)\n")?;
/// assert_eq!((moves.len(), moves[0].to_string()), (2, "(0, 0)→(2, 1)".to_owned()));
/// assert_eq!(read_moves("\n(0, 0)→2\n").map_err(|error| error.line), Err(2));
/// # Ok::<(), tait_grid::MoveTextError>(())
/// ```
///
/// # Errors
/// Returns the first line that is not a move.
pub fn read_moves(text: &str) -> Result<Vec<Move>, MoveTextError> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let moves = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    moves
        .map(|(line, text)| {
            in_line(text).ok_or_else(|| MoveTextError {
                line,
                text: text.to_owned(),
            })
        })
        .collect()
}

/// Reads the move in a line.
fn in_line(line: &str) -> Option<Move> {
    let (from, to) = line.split_once('→').or_else(|| line.split_once("->"))?;
    Some(Move {
        from: position(from)?,
        to: position(to)?,
    })
}

/// Reads a position such as `(1, 2)`.
fn position(text: &str) -> Option<Position> {
    let numbers = text.trim().strip_prefix('(')?.strip_suffix(')')?;
    let numbers = numbers
        .split(',')
        .map(|number| i32::from_str(number.trim()));
    Position::new(&numbers.collect::<Result<Vec<_>, _>>().ok()?).ok()
}
