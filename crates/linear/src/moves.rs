//! Moves and their text forms.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use tait_space::PackedMove;
use tait_text::{MoveTextError, Places, Spelling, move_in, moves_in};

/// The largest distance from 0 that a position may have.
pub const FARTHEST_POSITION: i64 = 1 << 60;

/// How a move is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Notation {
    /// `(6→31)`
    #[default]
    Arrow,
    /// `(6->31)`
    Ascii,
    /// `$(6 \rightarrow 31)$`, as in the thesis
    Latex,
}

/// A move `(i→j)`: the `k` coins at `i..i+k`, order kept, go to `j..j+k`.
///
/// Positions are those that users see. Moves are ordered by source, then by destination; engines
/// use this order to choose between solutions.
///
/// ```
/// use tait_linear::Move;
/// let step: Move = r"$(6 \rightarrow 31)$".parse()?;
/// assert_eq!(step, Move { from: 6, to: 31 });
/// assert_eq!(step.to_string(), "(6→31)");
/// assert_eq!("(6->31)".parse::<Move>()?, step);
/// # Ok::<(), tait_linear::MoveTextError>(())
/// ```
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(from = "(i64, i64)", into = "(i64, i64)")]
#[schemars(
    description = "A move [i, j]: the k coins at the positions i to i+k-1 slide, in their order, to the unoccupied positions j to j+k-1."
)]
pub struct Move {
    /// The position of the first coin that moves.
    pub from: i64,
    /// The position it moves to.
    pub to: i64,
}

/// The source decides first. Boards in searches have far fewer cells than 32 bits can count.
impl PackedMove for Move {
    #[inline]
    fn packed(self) -> u64 {
        let of = |position: i64| u64::from((position as i32 as u32) ^ 1 << 31);
        of(self.from) << 32 | of(self.to)
    }

    #[inline]
    fn of_packed(packed: u64) -> Self {
        let position = |number: u32| i64::from((number ^ 1 << 31) as i32);
        Self {
            from: position((packed >> 32) as u32),
            to: position(packed as u32),
        }
    }
}

impl Move {
    /// Returns the same move with both positions shifted by `distance` to the right.
    #[must_use]
    pub const fn shifted(self, distance: i64) -> Self {
        Self {
            from: self.from + distance,
            to: self.to + distance,
        }
    }

    /// Returns the move in a notation; [`Move`] parses all of them.
    ///
    /// ```
    /// use tait_linear::{Move, Notation};
    /// let step = Move { from: 6, to: 31 };
    /// assert_eq!(step.written(Notation::Latex), r"$(6 \rightarrow 31)$");
    /// assert_eq!(step.written(Notation::Ascii).parse(), Ok(step));
    /// ```
    #[must_use]
    pub fn written(self, notation: Notation) -> String {
        let Self { from, to } = self;
        match notation {
            Notation::Arrow => self.to_string(),
            Notation::Ascii => format!("({from}->{to})"),
            Notation::Latex => format!("$({from} \\rightarrow {to})$"),
        }
    }

    /// Returns the move that undoes this one.
    #[must_use]
    pub const fn undone(self) -> Self {
        Self {
            from: self.to,
            to: self.from,
        }
    }
}

impl From<(i64, i64)> for Move {
    fn from((from, to): (i64, i64)) -> Self {
        Self { from, to }
    }
}

impl From<Move> for (i64, i64) {
    fn from(step: Move) -> Self {
        (step.from, step.to)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}→{})", self.from, self.to)
    }
}

/// How moves on a line are written.
const SPELLING: Spelling = Spelling {
    places: Places::Two(Some(1)),
    example: "(6→31), 6->31 or 6 31",
};

fn position(numbers: &[i64]) -> Option<i64> {
    let near = |position: &i64| (-FARTHEST_POSITION..=FARTHEST_POSITION).contains(position);
    numbers.first().copied().filter(near)
}

/// Makes a move of what was read; a destination always follows.
fn of_places((from, to): (i64, Option<i64>)) -> Move {
    let to = to.unwrap_or(from);
    Move { from, to }
}

impl FromStr for Move {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        move_in(text, SPELLING, position).map(of_places)
    }
}

/// Reads every move in a line, in any spelling that [`moves_in`] reads. A JSON list of moves is read, too.
///
/// # Errors
/// Returns the first piece of text that is neither a move nor a separator.
///
/// ```
/// use tait_linear::moves_in_line;
/// let line = r"- For $n=3$"; // prose is refused, a list of moves is read
/// assert!(moves_in_line(line).is_err());
/// assert_eq!(moves_in_line(r"$(1 \rightarrow 7)$, $(6 \rightarrow 9)$,")?.len(), 2);
/// assert_eq!(moves_in_line("[[1,7],[6,9]]")?, moves_in_line("1. 1-7 2. 6 to 9")?);
/// # Ok::<(), tait_linear::MoveTextError>(())
/// ```
pub fn moves_in_line(line: &str) -> Result<Vec<Move>, MoveTextError> {
    let moves = moves_in(line, SPELLING, position)?;
    Ok(moves.into_iter().map(of_places).collect())
}
