//! Reads moves from text, as a stream: a file of any length takes the memory of one line, and no line is longer
//! than [`LONGEST_LINE`].

use crate::puzzle::{Puzzle, PuzzleTextError};
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
        /// The failure.
        source: io::Error,
    },
    /// A line is longer than [`LONGEST_LINE`].
    #[error("line {line} is longer than {LONGEST_LINE} bytes: write one move per line")]
    LongLine {
        /// The line, counted from 1.
        line: u64,
    },
    /// A word is not a cell.
    #[error("line {line}: invalid cell '{word}': expected a number")]
    BadMove {
        /// The line, counted from 1.
        line: u64,
        /// The word.
        word: String,
    },
    /// A header line does not name a puzzle.
    #[error("line {line}: {source}")]
    BadHeader {
        /// The line, counted from 1.
        line: u64,
        /// The reason.
        source: PuzzleTextError,
    },
}

/// A stream of cells from text: one or more per line, separated by blanks or commas; or CSV with the columns
/// `move,cell`. Lines that start with `#` are comments, and a comment that names a [`Puzzle`] is a header. The stream ends
/// at a second header; from there it [goes on](Self::goes_on) with the next solution.
///
/// ```
/// use tait_vacancy::MoveReader;
/// let mut reader = MoveReader::new("# checkers n=1 m=1\n1\n3 2\n".as_bytes());
/// assert_eq!(reader.header()?.map(|puzzle| puzzle.cells()), Some(3));
/// assert_eq!(reader.collect::<Result<Vec<_>, _>>()?, [1, 3, 2]);
/// let csv = MoveReader::new("move,cell\n1,1\n2,3\n3,2\n".as_bytes());
/// assert_eq!(csv.collect::<Result<Vec<_>, _>>()?, [1, 3, 2]);
/// let mut two = MoveReader::new("# checkers n=1 m=1\n1 3 2\n# checkers n=2 m=1\n2\n".as_bytes());
/// assert_eq!(two.by_ref().collect::<Result<Vec<_>, _>>()?, [1, 3, 2]);
/// assert!(two.goes_on());
/// assert_eq!(two.header()?.map(|puzzle| puzzle.cells()), Some(4));
/// assert_eq!(two.by_ref().collect::<Result<Vec<_>, _>>()?, [2]);
/// assert!(!two.goes_on());
/// # Ok::<(), tait_vacancy::ReadError>(())
/// ```
#[derive(Debug)]
pub struct MoveReader<R> {
    reader: R,
    line: Vec<u8>,
    number: u64,
    header: Option<Puzzle>,
    /// The header of the next solution, if the stream has come to it.
    next_header: Option<Puzzle>,
    /// Whether moves have been read before the first header.
    has_moves: bool,
    is_csv: bool,
    /// The cells of the current line that were not returned yet, in reverse order.
    waiting: Vec<u64>,
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
            next_header: None,
            has_moves: false,
            is_csv: false,
            waiting: Vec::new(),
            failed: false,
        }
    }

    /// Returns whether the stream has ended at the header of another solution.
    #[must_use]
    pub const fn goes_on(&self) -> bool {
        self.next_header.is_some()
    }

    /// Returns the header, if one precedes the first move; reads up to that move. Where the stream
    /// [goes on](Self::goes_on), this is the header of the next solution.
    ///
    /// # Errors
    /// The same as those of the stream itself.
    pub fn header(&mut self) -> Result<Option<Puzzle>, ReadError> {
        if let Some(next) = self.next_header.take() {
            self.header = Some(next);
        }
        while self.header.is_none() && self.waiting.is_empty() && self.advance()? {}
        Ok(self.header)
    }

    /// Returns the number of the line that was read last, counted from 1.
    #[must_use]
    pub const fn line_number(&self) -> u64 {
        self.number
    }

    /// Reads a line; returns false at the end of the text.
    fn advance(&mut self) -> Result<bool, ReadError> {
        self.number += 1;
        let line = self.number;
        let failed = |source| ReadError::Io { line, source };
        match read_line(&mut self.reader, &mut self.line).map_err(failed)? {
            Line::End => return Ok(false),
            Line::TooLong => return Err(ReadError::LongLine { line }),
            Line::Whole => {}
        }
        let text = std::str::from_utf8(&self.line)
            .map_err(|error| failed(io::Error::new(io::ErrorKind::InvalidData, error)))?
            .trim();
        if let Some(comment) = text.strip_prefix('#') {
            if let Some(puzzle) = named(comment) {
                let puzzle = puzzle.map_err(|source| ReadError::BadHeader { line, source })?;
                match self.header.is_some() || self.has_moves {
                    true => self.next_header = Some(puzzle),
                    false => self.header = Some(puzzle),
                }
            }
            return Ok(true);
        }
        if text == "move,cell" {
            self.is_csv = true;
            return Ok(true);
        }
        let words = text
            .split([' ', '\t', ','])
            .filter(|word| !word.is_empty())
            .skip(usize::from(self.is_csv));
        for word in words {
            self.waiting.push(word.parse().map_err(|_| {
                let word = tait_text::excerpt(word);
                ReadError::BadMove { line, word }
            })?);
        }
        self.waiting.reverse();
        self.has_moves |= !self.waiting.is_empty();
        Ok(true)
    }
}

/// Returns the puzzle that a comment names, if it begins with the kind of one.
fn named(comment: &str) -> Option<Result<Puzzle, PuzzleTextError>> {
    let kind = comment.split_whitespace().next()?;
    Puzzle::KINDS.contains(&kind).then(|| comment.parse())
}

impl<R: BufRead> Iterator for MoveReader<R> {
    type Item = Result<u64, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(cell) = self.waiting.pop() {
                return Some(Ok(cell));
            }
            if self.failed || self.goes_on() {
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
