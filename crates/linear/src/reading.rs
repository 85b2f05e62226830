//! Reads moves from text, as a stream: a file of any length takes the memory of one line, and no line is longer than
//! [`LONGEST_LINE`].

use super::solution::checked_start;
use crate::moves::{Move, MoveTextError, moves_in_line};
use crate::size::{Puzzle, PuzzleError};
use crate::solution::Solution;
use std::io::{self, BufRead};
use tait_text::{LONGEST_LINE, Line, read_line};
use thiserror::Error;

/// The reason why a text of moves cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The stream itself failed.
    #[error("line {line}: {source}")]
    Io {
        /// The line that was being read, counted from 1.
        line: u64,
        /// The underlying error.
        source: io::Error,
    },
    /// A line is longer than [`LONGEST_LINE`].
    #[error("line {line} is longer than {LONGEST_LINE} bytes: write one move per line")]
    LongLine {
        /// The line, counted from 1.
        line: u64,
    },
    /// A line contains something other than moves.
    #[error("line {line}: {source}")]
    BadMove {
        /// The line, counted from 1.
        line: u64,
        /// The reason.
        source: MoveTextError,
    },
    /// The header line is invalid.
    #[error(
        "line {line}: invalid header '{text}': expected something like '# linear k=4 n=13 start=5'"
    )]
    BadHeader {
        /// The line, counted from 1.
        line: u64,
        /// The header, shortened.
        text: String,
    },
    /// The numbers in the header are not those of a puzzle.
    #[error("line {line}: {source}")]
    BadPuzzle {
        /// The line, counted from 1.
        line: u64,
        /// The number that is wrong.
        source: PuzzleError,
    },
    /// A solution needs a header, and the text has none.
    #[error(
        "the puzzle of these moves is unknown: begin the text with a line like '# linear k=4 n=13 start=5'"
    )]
    NoHeader,
}

/// The puzzle and the start that a text of moves belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The position of the first coin at the start.
    pub start: i64,
}

impl Header {
    /// Returns the fields of a JSON object with the same content.
    ///
    /// ```
    /// use tait_linear::{Header, Puzzle};
    /// let header = Header { puzzle: Puzzle::new(4, 13)?, start: 5 };
    /// assert_eq!(header.json_fields(), r#""puzzle":"linear","k":4,"n":13,"start":5"#);
    /// # Ok::<(), tait_linear::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn json_fields(&self) -> String {
        let Self { puzzle, start } = self;
        let (k, n) = (puzzle.k(), puzzle.n());
        format!(r#""puzzle":"linear","k":{k},"n":{n},"start":{start}"#)
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
/// assert_eq!(reader.count(), 3);
/// # Ok::<(), tait_linear::ReadError>(())
/// ```
#[derive(Debug)]
pub struct MoveReader<R> {
    reader: R,
    line: Vec<u8>,
    number: u64,
    header: Option<Header>,
    /// Moves of the current line that have not been returned yet, last first.
    waiting: Vec<Move>,
    failed: bool,
}

impl<R: BufRead> MoveReader<R> {
    /// Creates a stream over a reader.
    #[must_use]
    pub const fn new(reader: R) -> Self {
        Self {
            reader,
            line: Vec::new(),
            number: 0,
            header: None,
            waiting: Vec::new(),
            failed: false,
        }
    }

    /// Returns the header if it precedes the first move; reads up to that move.
    ///
    /// # Errors
    /// The same as those of the stream.
    pub fn header(&mut self) -> Result<Option<Header>, ReadError> {
        while self.header.is_none() && self.waiting.is_empty() {
            if !self.advance()? {
                break;
            }
        }
        Ok(self.header)
    }

    /// Returns the number of the last line read, counted from 1.
    #[must_use]
    pub const fn line_number(&self) -> u64 {
        self.number
    }

    /// Reads a line; returns `false` at the end.
    fn advance(&mut self) -> Result<bool, ReadError> {
        self.number += 1;
        let line = self.number;
        let read = read_line(&mut self.reader, &mut self.line);
        match read.map_err(|source| ReadError::Io { line, source })? {
            Line::End => return Ok(false),
            Line::TooLong => return Err(ReadError::LongLine { line }),
            Line::Whole => {}
        }
        if let Some(step) = plain_move(&self.line) {
            self.waiting.push(step);
            return Ok(true);
        }
        let text = String::from_utf8_lossy(&self.line);
        let text = text.trim();
        if let Some(comment) = text.strip_prefix('#') {
            if let Some(parts) = comment.trim().strip_prefix("linear ") {
                self.header = Some(parse_header(parts, text, line)?);
            }
            return Ok(true);
        }
        self.waiting = moves_in_line(text).map_err(|source| ReadError::BadMove { line, source })?;
        self.waiting.reverse();
        Ok(true)
    }
}

impl<R: BufRead> Iterator for MoveReader<R> {
    type Item = Result<Move, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(step) = self.waiting.pop() {
                return Some(Ok(step));
            }
            if self.failed {
                return None;
            }
            match self.advance() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    self.failed = true;
                    return Some(Err(error));
                }
            }
        }
    }
}

/// Reads a whole solution in its text form, header included.
///
/// # Errors
/// Returns the first line that cannot be read, or [`ReadError::NoHeader`].
pub fn read_solution(reader: impl BufRead) -> Result<Solution, ReadError> {
    let mut reader = MoveReader::new(reader);
    let Header { puzzle, start } = reader.header()?.ok_or(ReadError::NoHeader)?;
    let moves = reader.collect::<Result<_, _>>()?;
    Ok(Solution::new(puzzle, start, moves))
}

fn parse_header(parts: &str, text: &str, line: u64) -> Result<Header, ReadError> {
    let bad = || ReadError::BadHeader {
        line,
        text: tait_text::excerpt(text),
    };
    let (mut k, mut n, mut start) = (None, None, 1);
    for part in parts.split_whitespace() {
        let (name, value) = part.split_once('=').ok_or_else(bad)?;
        match name {
            "k" => k = value.parse().ok(),
            "n" => n = value.parse().ok(),
            "start" => start = value.parse().map_err(|_| bad())?,
            _ => return Err(bad()),
        }
    }
    let (Some(k), Some(n)) = (k, n) else {
        return Err(bad());
    };
    let out_of_range = |source| ReadError::BadPuzzle { line, source };
    let puzzle = Puzzle::new(k, n).map_err(out_of_range)?;
    let start = checked_start(start).map_err(out_of_range)?;
    Ok(Header { puzzle, start })
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
