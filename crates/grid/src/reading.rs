//! Moves as text.

use crate::position::Position;
use crate::rules::Move;
use std::str::FromStr;
use tait_text::excerpt;
use thiserror::Error;

/// The reason why a text is not a move.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is not a move: write (1, 2)→(1, 0) or (1, 2)->(1, 0)")]
pub struct MoveTextError(String);

/// Reads a move as it displays itself.
///
/// ```
/// use tait_grid::Move;
/// let step: Move = "(-1,4) -> (0,4)".parse()?;
/// assert_eq!(step.to_string(), "(-1, 4)→(0, 4)");
/// assert!("(0, 0)→2".parse::<Move>().is_err());
/// # Ok::<(), tait_grid::MoveTextError>(())
/// ```
impl FromStr for Move {
    type Err = MoveTextError;

    fn from_str(line: &str) -> Result<Self, MoveTextError> {
        in_line(line).ok_or_else(|| MoveTextError(excerpt(line)))
    }
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
