//! Moves: their text forms, what a header line of moves says, and reading them as a stream ([`tait_text::MoveReader`]).

use crate::size::{BlockLength, Puzzle};
use crate::solution::{Solution, checked_start};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::BufRead;
use std::str::FromStr;
use tait_space::PackedMove;
use tait_text::{MoveTextError, Places, ReadError, Spelling, Stated, excerpt, move_in, moves_in};

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

/// The puzzle and the start that a text of moves belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The position of the first coin at the start.
    pub start: i64,
}

/// The name of the puzzle in a header line, without the start that it gives.
///
/// ```
/// use tait_linear::{Header, Puzzle};
/// let header = Header { puzzle: Puzzle::new(4, 13)?, start: 5 };
/// assert_eq!(header.to_string(), "linear k=4 n=13 start=5");
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { puzzle, start } = self;
        write!(f, "linear {puzzle} start={start}")
    }
}

/// A stream of moves from text.
///
/// A line holds any number of moves, in any of the forms that [`Move`] reads. Lines that start with `#` are comments,
/// and `# linear k=.. n=.. start=..` is a header.
///
/// ```
/// use tait_linear::MoveReader;
/// let mut reader = MoveReader::new("# linear k=2 n=3 start=1\n(1→7) (6->9)\n(3→6)\n".as_bytes());
/// assert_eq!(reader.header()?.map(|header| header.puzzle.n()), Some(3));
/// assert_eq!(reader.by_ref().count(), 3);
/// let list = "# linear k=2 n=3 start=1 lines=solutions\n(1→7)(6→9)(3→6)\n(5→-1)(0→-3)(3→0)\n";
/// let mut reader = MoveReader::new(list.as_bytes());
/// assert_eq!((reader.by_ref().count(), reader.goes_on()), (3, true));
/// assert_eq!(reader.header()?.map(|header| header.puzzle.n()), Some(3));
/// assert_eq!((reader.by_ref().count(), reader.goes_on()), (3, false));
/// # Ok::<(), tait_linear::ReadError>(())
/// ```
pub type MoveReader<R> = tait_text::MoveReader<R, Header>;

impl Stated for Header {
    type Move = Move;
    const EXAMPLE: &'static str = "# linear k=4 n=13 start=5";

    fn stated(name: &str) -> Option<Result<Self, String>> {
        let words = words_behind(name, "linear")?;
        let header = || {
            let (turned, words) = without_turned(words);
            let [k, n, start] = numbers(&words, ["k", "n", "start"])
                .filter(|[k, n, _]| k.is_some() && n.is_some())
                .ok_or_else(|| invalid::<Self>(name))?;
            let size = |number: Option<i128>| {
                u64::try_from(number.unwrap_or_default()).map_err(|_| invalid::<Self>(name))
            };
            let puzzle = Puzzle::new(size(k)?, size(n)?).map_err(|error| error.to_string())?;
            Ok(Self {
                puzzle: puzzle.turned_if(turned),
                start: start_of(start)?,
            })
        };
        Some(header())
    }

    fn moves(line: &str, _: Option<&Self>) -> Result<Vec<Move>, MoveTextError> {
        moves_in_line(line)
    }

    fn plain(line: &[u8]) -> Option<Move> {
        plain_move(line)
    }
}

/// Reads a whole solution in its text form, header included.
///
/// # Errors
/// Returns the first line that cannot be read, [`ReadError::NoHeader`], or [`ReadError::Several`].
pub fn read_solution(reader: impl BufRead) -> Result<Solution, ReadError> {
    let mut reader = MoveReader::new(reader);
    let header = reader.header()?.copied();
    let Header { puzzle, start } = header.ok_or(ReadError::NoHeader(Header::EXAMPLE))?;
    let moves = reader.by_ref().collect::<Result<_, _>>()?;
    match reader.goes_on() {
        true => Err(ReadError::Several),
        false => Ok(Solution::new(puzzle, start, moves)),
    }
}

/// Returns what follows the kind of puzzle in a name, if it is of this kind.
pub(crate) fn words_behind<'a>(name: &'a str, kind: &str) -> Option<&'a str> {
    let words = name.strip_prefix(kind)?;
    (words.is_empty() || words.starts_with(char::is_whitespace)).then_some(words)
}

/// Returns whether one of the words is `turned`, and the others.
pub(crate) fn without_turned(words: &str) -> (bool, String) {
    let mut words: Vec<&str> = words.split_whitespace().collect();
    let found = words.iter().position(|&word| word == "turned");
    let turned = found.map(|at| words.remove(at));
    (turned.is_some(), words.join(" "))
}

/// Reads numbers such as `k=4 n=13`, in any order, or returns `None` where there is anything else.
pub(crate) fn numbers<const N: usize>(words: &str, names: [&str; N]) -> Option<[Option<i128>; N]> {
    let mut found = [None; N];
    for word in words.split_whitespace() {
        let (name, value) = word.split_once('=')?;
        let at = names.iter().position(|known| *known == name)?;
        found[at] = Some(value.parse().ok()?);
    }
    Some(found)
}

/// Returns the start that a header states, or 1.
pub(crate) fn start_of(start: Option<i128>) -> Result<i64, String> {
    let start = start.unwrap_or(1);
    let within = if start < 0 { i64::MIN } else { i64::MAX };
    checked_start(i64::try_from(start).unwrap_or(within)).map_err(|error| error.to_string())
}

/// Returns the block length that a header states.
pub(crate) fn length_of<H: Stated>(name: &str, k: Option<i128>) -> Result<BlockLength, String> {
    let k = k.and_then(|k| u64::try_from(k).ok());
    BlockLength::new(k.ok_or_else(|| invalid::<H>(name))?).map_err(|error| error.to_string())
}

/// Says that a header line is invalid.
pub(crate) fn invalid<H: Stated>(name: &str) -> String {
    let header = excerpt(&format!("# {name}"));
    format!(
        "invalid header '{header}': expected something like '{}'",
        H::EXAMPLE
    )
}

/// Parses a line as tait writes it, `(12→345)`, without allocation or search.
fn plain_move(line: &[u8]) -> Option<Move> {
    let rest = line.strip_prefix(b"(")?;
    let (from, rest) = plain_number(rest)?;
    let rest = rest.strip_prefix("→".as_bytes())?;
    let (to, rest) = plain_number(rest)?;
    matches!(rest, b")\n" | b")" | b")\r\n").then_some(Move { from, to })
}

fn plain_number(text: &[u8]) -> Option<(i64, &[u8])> {
    let mut value = 0;
    let mut length = 0;
    while let Some(digit) = text.get(length).filter(|byte| byte.is_ascii_digit()) {
        if length == 18 {
            return None; // might overflow: the slow path decides
        }
        value = value * 10 + i64::from(digit - b'0');
        length += 1;
    }
    (length > 0).then(|| (value, &text[length..]))
}
