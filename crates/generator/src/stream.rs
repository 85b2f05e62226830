//! Writes any range of any sequence of moves, fast and in constant memory.
//!
//! The range is cut into chunks. A batch of chunks is formatted in parallel while the calling thread writes the batch
//! before it, in order. Memory never holds more than two batches, a few megabytes, whatever the range, the number of
//! threads and the speed of the reader.
//!
//! The writer needs no buffer of its own, because it gets large pieces. It need not be `Send`, because only the calling
//! thread touches it, so a locked standard output will do. Threads come from the rayon pool of the caller.

use std::io;
use std::io::Write;
use std::ops::Range;
use std::str::FromStr;
use tait_linear::Move;
use tait_linear::MoveSequence;
use tait_text::Layout;
use thiserror::Error;

/// The number of moves in a chunk: enough to be worth handing to another thread.
const CHUNK: u64 = 8 * 1024;

/// The number of chunks in a batch. A line has room for 64 bytes, so two batches take 8 megabytes, or less when the
/// lines are shorter: pages that are never written to take no memory.
const BATCH: usize = 8;

/// The format of written moves: a move of the linear puzzle as below, and a cell as a plain number in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format<'a> {
    /// One move per line, `(6→31)`, as [`Move`] displays itself, below a header line with the
    /// given name of the puzzle, unless that is empty. A range that is not the whole sequence is not a solution, and the
    /// header line says so ([`Layout::Part`](tait_text::Layout)).
    Text(&'a str),
    /// One JSON object on one line, the form of a solution: the given fields, which name the puzzle, and the moves. A
    /// range that is not the whole sequence is not a solution; the additional key `"first_move"` marks it and holds the
    /// number of its first move, counted from 1.
    Json(&'a str),
    /// One JSON object per line: the given fields, which name the puzzle, and `"move":1,"from":6,"to":31`.
    JsonLines(&'a str),
    /// Comma-separated values under the header line `move,from,to` (for cells `move,cell`); `move` is the
    /// number of the move, counted from 1 for the first move of the whole sequence.
    Csv,
}

/// The reason why a range of move numbers is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RangeError {
    /// The range starts before the first move.
    #[error("invalid move 0: moves are counted from 1")]
    Zero,
    /// The range ends before it starts.
    #[error("moves {first} to {last}: the range is empty")]
    Reversed {
        /// The first move asked for.
        first: u64,
        /// The last move asked for.
        last: u64,
    },
    /// The range ends after the last move.
    #[error("moves {first} to {last}: there are only {count} moves")]
    BeyondEnd {
        /// The first move asked for.
        first: u64,
        /// The last move asked for.
        last: u64,
        /// The number of moves in the sequence.
        count: u64,
    },
}

/// Returns the indices of the moves `first` to `last`, as users count them: from 1, and `last` included. Everything
/// else in this crate takes indices: from 0, half open.
///
/// # Errors
/// When this is not a non-empty range of a sequence of `count` moves.
///
/// ```
/// use tait_generator::stream::indices;
/// assert_eq!(indices(1, 10, 13), Ok(0..10));
/// assert_eq!(
///     indices(10, 14, 13).unwrap_err().to_string(),
///     "moves 10 to 14: there are only 13 moves",
/// );
/// ```
pub const fn indices(first: u64, last: u64, count: u64) -> Result<Range<u64>, RangeError> {
    if first == 0 {
        Err(RangeError::Zero)
    } else if last < first {
        Err(RangeError::Reversed { first, last })
    } else if last > count {
        Err(RangeError::BeyondEnd { first, last, count })
    } else {
        Ok(first - 1..last)
    }
}

/// A range of moves `A..B`, counted from 1, both ends included.
///
/// ```
/// use tait_generator::stream::MoveRange;
/// let range: MoveRange = "1..10".parse()?;
/// assert_eq!(MoveRange::indices(Some(range), 13), Ok(0..10));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveRange {
    first: u64,
    last: u64,
}

impl MoveRange {
    /// Returns the indices, from 0 on, of the moves of a range in a sequence of `count` moves, or of all its moves
    /// without a range.
    ///
    /// # Errors
    /// When the range is empty, or the sequence does not have all of its moves.
    pub fn indices(range: Option<Self>, count: u64) -> Result<Range<u64>, RangeError> {
        match range {
            Some(Self { first, last }) => indices(first, last, count),
            None => Ok(0..count),
        }
    }
}

impl FromStr for MoveRange {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let (first, last) = text.split_once("..")?;
            Some(Self {
                first: first.parse().ok()?,
                last: last.parse().ok()?,
            })
        };
        parse().ok_or_else(|| "expected a range of moves like 1..10, both included".to_owned())
    }
}

/// Writes the moves of a range of indices, counted from 0; the range is cut at the end of the sequence.
///
/// # Errors
/// Every error of the writer, a broken pipe included; the output written before it stays written.
///
/// ```
/// use tait_generator::stream::{Format, write_moves};
/// use tait_generator::thesis::SlidingCoinK2;
///
/// let moves = SlidingCoinK2::new(5, 1)?;
/// let puzzle = r#""puzzle":"linear","k":2,"n":5,"start":1"#;
/// let mut out = Vec::new();
/// write_moves(&moves, 1..3, Format::Json(puzzle), &mut out)?;
/// assert_eq!(
///     String::from_utf8(out)?,
///     r#"{"puzzle":"linear","k":2,"n":5,"start":1,"first_move":2,"moves":[[8,2],[5,8]]}
/// "#,
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_moves<M: WrittenMove>(
    sequence: &(impl MoveSequence<M> + ?Sized),
    indices: Range<u64>,
    format: Format<'_>,
    out: &mut impl Write,
) -> io::Result<()> {
    let count = sequence.count();
    let end = indices.end.min(count);
    let indices = indices.start.min(end)..end;
    match format {
        Format::Text("") | Format::JsonLines(_) => {}
        Format::Text(name) => {
            let (first, last) = (indices.start + 1, indices.end);
            let layout = match indices == (0..count) {
                true => Layout::Moves,
                false => Layout::Part { first, last },
            };
            writeln!(out, "# {name}{layout}")?;
        }
        Format::Csv => writeln!(out, "move,{}", M::COLUMNS)?,
        Format::Json(puzzle) => {
            write!(out, "{{{puzzle},")?;
            if indices != (0..count) {
                write!(out, r#""first_move":{},"#, indices.start + 1)?;
            }
            out.write_all(br#""moves":["#)?;
        }
    }
    write_chunks(&sequence, indices, format, out)?;
    if let Format::Json(_) = format {
        out.write_all(b"]}\n")?;
    }
    out.flush()
}

/// Writes the moves themselves; one batch is formatted while the one before it is written.
fn write_chunks<M: WrittenMove>(
    sequence: &dyn MoveSequence<M>,
    indices: Range<u64>,
    format: Format<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let room = match format {
        Format::JsonLines(puzzle) => LINE + JSON_LINE + puzzle.len(),
        _ => LINE,
    };
    let mut ready: [Text; BATCH] = std::array::from_fn(|_| Text::new(room));
    let mut next: [Text; BATCH] = std::array::from_fn(|_| Text::new(room));
    let mut begin = indices.start;
    loop {
        rayon::in_place_scope(|scope| {
            for text in &mut next {
                let chunk = begin..indices.end.min(begin.saturating_add(CHUNK));
                begin = chunk.end;
                text.clear();
                if !chunk.is_empty() {
                    scope.spawn(|_| M::append_chunk(sequence, chunk, indices.start, format, text));
                }
            }
            ready
                .iter()
                .try_for_each(|text| out.write_all(text.written()))
        })?;
        std::mem::swap(&mut ready, &mut next);
        if ready[0].written().is_empty() {
            return Ok(());
        }
    }
}

/// Appends the text of a chunk; `first` is the index of the first move of the whole range.
fn append_chunk<M: WrittenMove>(
    sequence: &dyn MoveSequence<M>,
    chunk: Range<u64>,
    first: u64,
    format: Format<'_>,
    text: &mut Text,
) {
    // The text has room for one chunk, even if an implementation of the trait yields more moves.
    let moves = sequence.slice(chunk.clone()).take(CHUNK as usize);
    // One loop for each format, so that the punctuation is constant in each.
    match format {
        Format::Text(_) => moves.for_each(|step| {
            step.as_text(text.line()).push("\n").end();
        }),
        Format::JsonLines(puzzle) => (chunk.start + 1..).zip(moves).for_each(|(number, step)| {
            let line = text.line().push("{").push(puzzle).push(",\"move\":");
            step.as_fields(line.number(number)).push("}\n").end();
        }),
        Format::Json(_) => (chunk.start..).zip(moves).for_each(|(index, step)| {
            let separator = if index == first { "" } else { "," };
            step.as_json(text.line().push(separator)).end();
        }),
        Format::Csv => (chunk.start + 1..).zip(moves).for_each(|(number, step)| {
            step.as_columns(text.line().number(number).push(","))
                .push("\n")
                .end();
        }),
    }
}

// Text in a block of memory that is allocated once.
//
// Appending a few bytes to a vector costs a call of `memcpy`, and five such calls for each move took more than
// half of the time of the whole stream. Here the compiler knows the length of every copy, which takes a few
// instructions.

/// Room for a line: three numbers of 20 characters and four characters between them.
const LINE: usize = 64;

/// Room for the names of a line of JSON.
const JSON_LINE: usize = 40;

/// A move that can be written.
pub trait WrittenMove: Copy + Send {
    /// The names of its columns.
    const COLUMNS: &'static str;
    /// Appends the move as readable text.
    fn as_text(self, line: Line<'_>) -> Line<'_>;
    /// Appends the move as JSON.
    fn as_json(self, line: Line<'_>) -> Line<'_>;
    /// Appends the move as the last fields of a JSON object.
    fn as_fields(self, line: Line<'_>) -> Line<'_>;
    /// Appends the columns of the move, separated by commas.
    fn as_columns(self, line: Line<'_>) -> Line<'_>;
    /// Appends the text of a chunk of a sequence; `first` is the index of the first move of the whole range. It is
    /// a method so that the loop over moves is compiled in this crate, with the optimisation of this crate.
    fn append_chunk(
        sequence: &dyn MoveSequence<Self>,
        chunk: Range<u64>,
        first: u64,
        format: Format<'_>,
        text: &mut Text,
    );
}

impl WrittenMove for Move {
    const COLUMNS: &'static str = "from,to";

    #[inline(always)]
    fn as_text(self, line: Line<'_>) -> Line<'_> {
        line.push("(").pair(self, "→").push(")")
    }
    #[inline(always)]
    fn as_json(self, line: Line<'_>) -> Line<'_> {
        line.push("[").pair(self, ",").push("]")
    }
    #[inline(always)]
    fn as_fields(self, line: Line<'_>) -> Line<'_> {
        line.push(",\"from\":").pair(self, ",\"to\":")
    }
    #[inline(always)]
    fn as_columns(self, line: Line<'_>) -> Line<'_> {
        line.pair(self, ",")
    }

    fn append_chunk(
        sequence: &dyn MoveSequence<Self>,
        chunk: Range<u64>,
        first: u64,
        format: Format<'_>,
        text: &mut Text,
    ) {
        append_chunk(sequence, chunk, first, format, text);
    }
}

/// Writes a cell as its number alone.
impl WrittenMove for u64 {
    const COLUMNS: &'static str = "cell";

    #[inline(always)]
    fn as_text(self, line: Line<'_>) -> Line<'_> {
        line.number(self)
    }
    #[inline(always)]
    fn as_json(self, line: Line<'_>) -> Line<'_> {
        line.number(self)
    }
    #[inline(always)]
    fn as_fields(self, line: Line<'_>) -> Line<'_> {
        line.push(",\"cell\":").number(self)
    }
    #[inline(always)]
    fn as_columns(self, line: Line<'_>) -> Line<'_> {
        line.number(self)
    }

    fn append_chunk(
        sequence: &dyn MoveSequence<Self>,
        chunk: Range<u64>,
        first: u64,
        format: Format<'_>,
        text: &mut Text,
    ) {
        append_chunk(sequence, chunk, first, format, text);
    }
}

/// The text of a chunk.
#[derive(Debug)]
pub struct Text {
    bytes: Box<[u8]>,
    length: usize,
}

impl Text {
    /// Makes room for the lines of a chunk.
    fn new(line: usize) -> Self {
        Self {
            bytes: vec![0; CHUNK as usize * line].into(),
            length: 0,
        }
    }

    /// Returns the bytes that were written.
    fn written(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Discards the bytes that were written.
    fn clear(&mut self) {
        self.length = 0;
    }

    /// Begins a line. At most [`CHUNK`] lines fit.
    #[inline(always)]
    fn line(&mut self) -> Line<'_> {
        let (_, rest) = self.bytes.split_at_mut(self.length);
        Line {
            bytes: rest,
            at: 0,
            length: &mut self.length,
        }
    }
}

/// A line that is being written.
#[derive(Debug)]
pub struct Line<'a> {
    bytes: &'a mut [u8],
    at: usize,
    length: &'a mut usize,
}

impl Line<'_> {
    /// Adds punctuation.
    #[inline(always)]
    fn push(mut self, text: &str) -> Self {
        let end = self.at + text.len();
        self.bytes[self.at..end].copy_from_slice(text.as_bytes());
        self.at = end;
        self
    }

    /// Adds the positions of a move.
    #[inline(always)]
    fn pair(self, step: Move, between: &str) -> Self {
        self.number(step.from).push(between).number(step.to)
    }

    #[inline(always)]
    fn number(mut self, number: impl itoa::Integer) -> Self {
        let mut decimal = itoa::Buffer::new();
        let digits = decimal.format(number).as_bytes();
        let end = self.at + digits.len();
        let place = &mut self.bytes[self.at..end];
        match digits.len() {
            16.. => copy_ends::<16>(place, digits),
            8.. => copy_ends::<8>(place, digits),
            4.. => copy_ends::<4>(place, digits),
            2.. => copy_ends::<2>(place, digits),
            _ => copy_ends::<1>(place, digits),
        }
        self.at = end;
        self
    }

    #[inline(always)]
    fn end(self) {
        *self.length += self.at;
    }
}

/// Copies a piece of `SIZE` to `2 * SIZE` bytes as two ends of `SIZE` bytes, which may overlap.
#[inline(always)]
fn copy_ends<const SIZE: usize>(place: &mut [u8], piece: &[u8]) {
    if let (Some(place), Some(piece)) = (place.first_chunk_mut::<SIZE>(), piece.first_chunk()) {
        *place = *piece;
    }
    if let (Some(place), Some(piece)) = (place.last_chunk_mut::<SIZE>(), piece.last_chunk()) {
        *place = *piece;
    }
}
