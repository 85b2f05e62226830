//! Moves and their text forms.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use tait_space::PackedMove;
use thiserror::Error;

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

/// The reason why a piece of text is not a move.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{text}' is not a move: {reason}; write (6→31), (6->31) or $(6 \\rightarrow 31)$")]
pub struct MoveTextError {
    /// The text, shortened.
    pub text: String,
    /// What is wrong with it.
    pub reason: &'static str,
}

impl MoveTextError {
    fn new(text: &str, reason: &'static str) -> Self {
        let mut text: String = tait_text::excerpt(text);
        if text.is_empty() {
            text.push_str("(nothing)");
        }
        Self { text, reason }
    }
}

impl FromStr for Move {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Self, MoveTextError> {
        let mut rest = text.trim();
        let step = scan_move(&mut rest)?;
        if rest.trim().is_empty() {
            Ok(step)
        } else {
            Err(MoveTextError::new(text, "something follows the move"))
        }
    }
}

/// Reads every move in a line.
///
/// Moves are separated by commas, semicolons, blanks or full stops. A JSON list of moves is read, too.
///
/// # Errors
/// Returns the first piece of text that is neither a move nor a separator.
///
/// ```
/// use tait_linear::moves_in_line;
/// let line = r"- For $n=3$"; // prose is refused, a list of moves is read
/// assert!(moves_in_line(line).is_err());
/// assert_eq!(moves_in_line(r"$(1 \rightarrow 7)$, $(6 \rightarrow 9)$,")?.len(), 2);
/// assert_eq!(moves_in_line("[[1,7],[6,9]]")?, moves_in_line("(1→7)(6→9)")?);
/// # Ok::<(), tait_linear::MoveTextError>(())
/// ```
pub fn moves_in_line(line: &str) -> Result<Vec<Move>, MoveTextError> {
    let separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '.');
    let trimmed = line.trim();
    let list = trimmed
        .strip_prefix('[')
        .and_then(|list| list.strip_suffix(']'));
    // Otherwise the brackets are those of a single move.
    let list = list.filter(|list| list.trim_start().starts_with('['));
    let mut rest = list.unwrap_or(trimmed).trim_start_matches(separator);
    let mut moves = Vec::new();
    while !rest.is_empty() {
        moves.push(scan_move(&mut rest)?);
        rest = rest.trim_start_matches(separator);
    }
    Ok(moves)
}

/// Takes one move from the front of `rest`.
fn scan_move(rest: &mut &str) -> Result<Move, MoveTextError> {
    let whole = *rest;
    let fail = |reason| MoveTextError::new(whole, reason);
    let mathematics = take(rest, "$");
    let is_json = !mathematics && take(rest, "[");
    if !is_json && !take(rest, "(") {
        return Err(fail("a move starts with '('"));
    }
    let from = scan_position(rest).ok_or_else(|| fail("the source is not a position"))?;
    let arrows: &[&str] = match is_json {
        true => &[","],
        false => &["→", "->", "\\rightarrow", "\\to"],
    };
    *rest = rest.trim_start();
    if !arrows.iter().any(|arrow| take(rest, arrow)) {
        return Err(fail("no arrow follows the source"));
    }
    let to = scan_position(rest).ok_or_else(|| fail("the destination is not a position"))?;
    *rest = rest.trim_start();
    if !take(rest, if is_json { "]" } else { ")" }) {
        return Err(fail("nothing closes the move after the destination"));
    }
    if mathematics && !take(rest, "$") {
        return Err(fail("the closing '$' is missing"));
    }
    Ok(Move { from, to })
}

fn take(rest: &mut &str, token: &str) -> bool {
    match rest.strip_prefix(token) {
        Some(after) => {
            *rest = after;
            true
        }
        None => false,
    }
}

fn scan_position(rest: &mut &str) -> Option<i64> {
    *rest = rest.trim_start();
    let sign = usize::from(rest.starts_with('-') && !rest.starts_with("->"));
    let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
    let (number, after) = rest.split_at(sign + digits);
    let position: i64 = number.parse().ok()?;
    *rest = after;
    (position.abs() <= FARTHEST_POSITION).then_some(position)
}
