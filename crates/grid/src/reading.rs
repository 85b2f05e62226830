//! Moves as text.

use crate::position::Position;
use crate::rules::Move;
use std::str::FromStr;
use tait_text::{MoveTextError, Places, Spelling, move_in, moves_in};

/// The spelling of moves between positions of `numbers` coordinates.
const fn spelling(numbers: Option<usize>) -> Spelling {
    Spelling {
        places: Places::Two(numbers),
        example: "(1, 2)→(1, 0) or (1, 2)->(1, 0)",
    }
}

/// Reads a move in any spelling that [`moves_in`] reads.
///
/// ```
/// use tait_grid::Move;
/// let step: Move = "(-1,4) -> (0,4)".parse()?;
/// assert_eq!(step.to_string(), "(-1, 4)→(0, 4)");
/// assert!("(0, 0)→2".parse::<Move>().is_err());
/// # Ok::<(), tait_text::MoveTextError>(())
/// ```
impl FromStr for Move {
    type Err = MoveTextError;

    fn from_str(line: &str) -> Result<Self, MoveTextError> {
        move_in(line, spelling(None), position).map(of_places)
    }
}

/// Reads every move in a line, between positions of `numbers` coordinates, or as many as the first position has.
///
/// # Errors
/// The first text that is not a move.
///
/// ```
/// let read = |line| tait_grid::moves_in_line(line, Some(2));
/// assert_eq!(read("1 2 to 1 0, 3,2->1,0")?, read("[[[1,2],[1,0]],[[3,2],[1,0]]]")?);
/// # Ok::<(), tait_text::MoveTextError>(())
/// ```
pub fn moves_in_line(line: &str, numbers: Option<usize>) -> Result<Vec<Move>, MoveTextError> {
    let moves = moves_in(line, spelling(numbers), position)?;
    Ok(moves.into_iter().map(of_places).collect())
}

/// Makes a move of what was read; a destination always follows.
fn of_places((from, to): (Position, Option<Position>)) -> Move {
    let to = to.unwrap_or(from);
    Move { from, to }
}

fn position(numbers: &[i64]) -> Option<Position> {
    let numbers = numbers.iter().map(|&number| i32::try_from(number));
    Position::new(&numbers.collect::<Result<Vec<_>, _>>().ok()?).ok()
}
