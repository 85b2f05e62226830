//! Solutions as text: a header line that names the puzzle and says how the moves are written, then the moves. Read as a
//! stream: a text of any length takes the memory of one line, and no line is longer than [`LONGEST_LINE`].

use crate::escape::excerpt;
use crate::lines::{LONGEST_LINE, Line, read_line};
use crate::moves::{MoveTextError, without_comment};
use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufRead};
use std::ops::Range;
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
    #[error("line {line}: {what}")]
    BadMove {
        /// The line, counted from 1.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
    /// A header line does not name a puzzle.
    #[error("line {line}: {what}")]
    BadHeader {
        /// The line, counted from 1.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
    /// The header line says that the moves are a part of a solution.
    #[error("line {line}: {moves} a part of a solution: expected all of its moves")]
    Part {
        /// The line, counted from 1.
        line: u64,
        /// Which moves they are, with the verb.
        moves: String,
    },
    /// Another solution follows, and one is wanted.
    #[error("it holds several solutions: expected one")]
    Several,
    /// A solution needs a header, and the text has none.
    #[error("the puzzle of these moves is unknown: begin the text with a line like '{0}'")]
    NoHeader(&'static str),
}

/// How the moves below a header line are written. It ends the name of the puzzle in that line.
///
/// ```
/// use tait_text::Layout;
/// let (name, layout) = Layout::split(" linear k=2 n=4 start=1 moves=2..3: two of its moves");
/// assert_eq!((name, layout), ("linear k=2 n=4 start=1", Layout::Part { first: 2, last: 3 }));
/// assert_eq!(Layout::split("checkers n=2 m=2"), ("checkers n=2 m=2", Layout::Moves));
/// assert_eq!(layout.to_string(), " moves=2..3");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layout {
    /// One or more in a line: those of one solution.
    #[default]
    Moves,
    /// ` lines=solutions`: each line has all moves of a solution.
    Solutions,
    /// ` drawn`: the rows of a drawing, each with its number and, behind the row, its move.
    Drawn,
    /// ` table`: a table with a column `moves`.
    Table,
    /// ` moves=A..B`: only moves `A` to `B` of a solution, counted from 1; none if `A` is greater than `B`.
    Part {
        /// The number of the first of these moves.
        first: u64,
        /// The number of the last of these moves.
        last: u64,
    },
}

impl Layout {
    /// Splits what follows the `#` of a comment into the name of a puzzle and the layout. Words behind a colon and a blank
    /// are left out; a name may hold JSON.
    #[must_use]
    pub fn split(comment: &str) -> (&str, Self) {
        let json = comment.rfind('}').map_or(0, |at| at + 1);
        let words = comment[json..].find(": ").or_else(|| {
            comment[json..]
                .ends_with(':')
                .then(|| comment.len() - json - 1)
        });
        let mut name = words.map_or(comment, |at| &comment[..json + at]).trim();
        let mut layout = Self::Moves;
        while let Some((before, word)) = name.rsplit_once(char::is_whitespace) {
            layout = match (word, layout) {
                // A part stays one, however it is written.
                ("drawn" | "table" | "lines=solutions", Self::Part { .. }) => layout,
                ("drawn", _) => Self::Drawn,
                ("table", _) => Self::Table,
                ("lines=solutions", _) => Self::Solutions,
                (word, _) => match part(word) {
                    Some(part) => part,
                    None => break,
                },
            };
            name = before.trim_end();
        }
        (name, layout)
    }
}

/// Reads ` moves=A..B`.
fn part(word: &str) -> Option<Layout> {
    let (first, last) = word.strip_prefix("moves=")?.split_once("..")?;
    Some(Layout::Part {
        first: first.parse().ok()?,
        last: last.parse().ok()?,
    })
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves => Ok(()),
            Self::Solutions => f.write_str(" lines=solutions"),
            Self::Drawn => f.write_str(" drawn"),
            Self::Table => f.write_str(" table"),
            Self::Part { first, last } => write!(f, " moves={first}..{last}"),
        }
    }
}

/// What a header line states, and the moves below it.
pub trait Stated: PartialEq + Sized {
    /// A move.
    type Move;
    /// A header line, for errors.
    const EXAMPLE: &'static str;
    /// The first line of a table of moves as CSV, whose first column is the number of the move; empty if none is read.
    const CSV: &'static str = "";
    /// Reads the name in a comment, or returns `None` where it names no such puzzle.
    fn stated(name: &str) -> Option<Result<Self, String>>;
    /// Reads the moves in a line, below this header.
    ///
    /// # Errors
    /// What is wrong with the line.
    fn moves(line: &str, header: Option<&Self>) -> Result<Vec<Self::Move>, MoveTextError>;
    /// Reads a line of the usual form without allocation or search.
    fn plain(line: &[u8]) -> Option<Self::Move> {
        let _ = line;
        None
    }
}

/// A stream of the moves of a solution from text, and then of the next solution.
///
/// Lines that begin with `#` are comments, and a comment that names a puzzle is a header. It may end with the [`Layout`] of
/// what follows. The stream ends where another solution begins, at a header or at a line of a list; from there it
/// [goes on](Self::goes_on).
#[derive(Debug)]
pub struct MoveReader<R, H: Stated> {
    reader: R,
    line: Vec<u8>,
    number: u64,
    header: Option<H>,
    layout: Layout,
    /// The number of lines with moves that the current solution has had.
    lines: u64,
    /// Whether the stream has come to the next solution.
    has_ended: bool,
    /// The header of the next solution, unless that is the one before.
    next_header: Option<(H, Layout)>,
    is_csv: bool,
    /// The place of the moves in the lines of a table, in letters.
    column: Option<Range<usize>>,
    /// Moves of the current line that have not been returned yet, last first.
    waiting: Vec<H::Move>,
    has_failed: bool,
}

impl<R: BufRead, H: Stated> MoveReader<R, H> {
    /// Creates a stream over a reader.
    #[must_use]
    pub const fn new(reader: R) -> Self {
        Self {
            reader,
            line: Vec::new(),
            number: 0,
            header: None,
            layout: Layout::Moves,
            lines: 0,
            has_ended: false,
            next_header: None,
            is_csv: false,
            column: None,
            waiting: Vec::new(),
            has_failed: false,
        }
    }

    /// Returns whether the stream has ended where another solution begins.
    #[must_use]
    pub const fn goes_on(&self) -> bool {
        self.has_ended
    }

    /// Returns the header, if one precedes the first move; reads up to that move. Where the stream
    /// [goes on](Self::goes_on), this begins the next solution.
    ///
    /// # Errors
    /// The same as those of the stream.
    pub fn header(&mut self) -> Result<Option<&H>, ReadError> {
        if std::mem::take(&mut self.has_ended) {
            // The line of a list has been read.
            self.lines = u64::from(!self.waiting.is_empty());
            if let Some((header, layout)) = self.next_header.take() {
                (self.header, self.layout, self.column) = (Some(header), layout, None);
            }
        }
        while self.header.is_none() && self.waiting.is_empty() && self.advance()? {}
        Ok(self.header.as_ref())
    }

    /// Returns the number of the last line read, counted from 1.
    #[must_use]
    pub const fn line_number(&self) -> u64 {
        self.number
    }

    /// Reads the next line as it is; returns `false` at the end.
    fn read_line(&mut self) -> Result<bool, ReadError> {
        self.number += 1;
        let line = self.number;
        let read = read_line(&mut self.reader, &mut self.line);
        match read.map_err(|source| ReadError::Io { line, source })? {
            Line::End => Ok(false),
            Line::TooLong => Err(ReadError::LongLine { line }),
            Line::Whole => Ok(true),
        }
    }

    /// Reads a line, or the lines of a list that begins in it; returns `false` at the end.
    fn advance(&mut self) -> Result<bool, ReadError> {
        if !self.read_line()? {
            return Ok(false);
        }
        let line = self.number;
        if let (Layout::Moves, Some(step)) = (self.layout, H::plain(&self.line)) {
            self.lines += 1;
            self.waiting.push(step);
            return Ok(true);
        }
        if self.layout == Layout::Moves && self.line.trim_ascii_start().starts_with(b"[") {
            let mut list = String::new();
            let mut open = 0;
            loop {
                let text = String::from_utf8_lossy(&self.line);
                let text = without_comment(&text).trim();
                list.push_str(text);
                open += text.matches('[').count();
                open = open.saturating_sub(text.matches(']').count());
                if list.len() > LONGEST_LINE {
                    return Err(ReadError::LongLine { line });
                }
                if open == 0 || !self.read_line()? {
                    break;
                }
                list.push(' ');
            }
            self.line = list.into_bytes();
        }
        let text = String::from_utf8_lossy(&self.line);
        let text = text.trim();
        if let Some(comment) = text.strip_prefix('#') {
            let (name, layout) = Layout::split(comment);
            let Some(header) = H::stated(name) else {
                return Ok(true);
            };
            let header = header.map_err(|what| ReadError::BadHeader { line, what })?;
            if let Layout::Part { first, last } = layout {
                let moves = match first > last {
                    true => "these rows have no moves and are".to_owned(),
                    false => format!("these are moves {first} to {last},"),
                };
                return Err(ReadError::Part { line, moves });
            }
            // The same header line may stand twice above the moves.
            if self.lines == 0 && self.header.as_ref().is_none_or(|stated| *stated == header) {
                (self.header, self.layout) = (Some(header), layout);
            } else {
                self.next_header = Some((header, layout));
                self.has_ended = true;
            }
            return Ok(true);
        }
        if self.layout == Layout::Moves && !H::CSV.is_empty() && text == H::CSV {
            self.is_csv = true;
            return Ok(true);
        }
        let moves = match self.layout {
            Layout::Drawn => drawn_move(text, self.lines + 1),
            Layout::Table => table_cell(&self.line, &mut self.column),
            _ if self.is_csv => Ok(text.split_once(',').map_or(text, |(_, moves)| moves).into()),
            _ => Ok(text.into()),
        };
        let moves = moves.and_then(|text| {
            H::moves(&text, self.header.as_ref()).map_err(|error| error.to_string())
        });
        self.waiting = moves.map_err(|what| ReadError::BadMove { line, what })?;
        self.waiting.reverse();
        if !self.waiting.is_empty() {
            self.has_ended = self.layout == Layout::Solutions && self.lines > 0;
            self.lines += 1;
        }
        Ok(true)
    }
}

impl<R: BufRead, H: Stated> Iterator for MoveReader<R, H> {
    type Item = Result<H::Move, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.has_ended {
                return None;
            }
            if let Some(step) = self.waiting.pop() {
                return Some(Ok(step));
            }
            if self.has_failed {
                return None;
            }
            match self.advance() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    self.has_failed = true;
                    return Some(Err(error));
                }
            }
        }
    }
}

/// Returns the move beside a row of a drawing, which is that of the given number; other lines have none.
fn drawn_move(text: &str, number: u64) -> Result<Cow<'_, str>, String> {
    let plain = without_colours(text);
    let arrow = ["→", "->"]
        .into_iter()
        .find_map(|arrow| Some((plain.find(arrow)?, arrow)));
    let Some((at, arrow)) = arrow else {
        return Ok(Cow::default());
    };
    let (before, after) = (&plain[..at], &plain[at + arrow.len()..]);
    let label = before.split_whitespace().next().unwrap_or_default();
    if label.parse() != Ok(number) {
        let label = excerpt(label);
        return Err(format!(
            "expected row {number} of the drawing, found '{label}'"
        ));
    }
    let is_number = |letter: char| letter.is_ascii_digit() || letter == '-';
    let from = before.trim_end_matches(is_number);
    let from = match from.ends_with(')') {
        true => from.rfind('(').unwrap_or(from.len()),
        false => from.strip_suffix('(').unwrap_or(from).len(),
    };
    let digits = after.len() - after.trim_start_matches(is_number).len();
    let to = match after[digits..].find(')') {
        Some(length) if after.starts_with('(') || length == 0 => digits + length + 1,
        _ => digits,
    };
    Ok(format!("{}{arrow}{}", &before[from..], &after[..to]).into())
}

/// Returns a text without the escape codes of colours.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + part.split_once('m').map_or(part, |(_, rest)| rest)
    })
}

/// Returns the moves in a row of a table. The first line, with the names of the columns, says where they stand.
fn table_cell<'a>(line: &[u8], column: &mut Option<Range<usize>>) -> Result<Cow<'a, str>, String> {
    let text = String::from_utf8_lossy(line);
    let letters: Vec<char> = text.trim_end().chars().collect();
    let Some(column) = column else {
        let begin = text.find("moves");
        let begin = begin.ok_or("expected a table with a column 'moves'")?;
        let behind = begin + "moves".len();
        let next = text[behind..].find(|letter: char| !letter.is_whitespace());
        let place = |at: usize| text[..at].chars().count();
        *column = Some(place(begin)..next.map_or(usize::MAX, |next| place(behind + next)));
        return Ok(Cow::default());
    };
    let end = column.end.min(letters.len());
    let cell: String = letters[column.start.min(end)..end].iter().collect();
    Ok(cell.into())
}
