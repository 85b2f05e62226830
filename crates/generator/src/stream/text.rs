//! Text in a block of memory that is allocated once.
//!
//! Appending a few bytes to a vector costs a call of `memcpy`, and five such calls for each move took more than
//! half of the time of the whole stream. Here the compiler knows the length of every copy, which takes a few
//! instructions.

use super::{CHUNK, Format, append_chunk};
use crate::sequence::MoveSequence;
use std::ops::Range;
use tait_linear::Move;

/// Room for a line: three numbers of 20 characters and four characters between them.
const LINE: usize = 64;

/// A move that can be written.
pub trait WrittenMove: Copy + Send {
    /// The names of its columns.
    const COLUMNS: &'static str;
    /// Appends the move as readable text.
    fn as_text(self, line: Line<'_>) -> Line<'_>;
    /// Appends the move as JSON.
    fn as_json(self, line: Line<'_>) -> Line<'_>;
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

impl Default for Text {
    fn default() -> Self {
        Self {
            bytes: vec![0; CHUNK as usize * LINE].into(),
            length: 0,
        }
    }
}

impl Text {
    /// Returns the bytes that were written.
    pub(super) fn written(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Discards the bytes that were written.
    pub(super) fn clear(&mut self) {
        self.length = 0;
    }

    /// Begins a line. At most [`CHUNK`] lines fit.
    #[inline(always)]
    pub(super) fn line(&mut self) -> Line<'_> {
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
    pub(super) fn push(mut self, text: &str) -> Self {
        let end = self.at + text.len();
        self.bytes[self.at..end].copy_from_slice(text.as_bytes());
        self.at = end;
        self
    }

    /// Adds the positions of a move.
    #[inline(always)]
    pub(super) fn pair(self, step: Move, between: &str) -> Self {
        self.number(step.from).push(between).number(step.to)
    }

    /// Adds a number.
    #[inline(always)]
    pub(super) fn number(mut self, number: impl itoa::Integer) -> Self {
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

    /// Ends the line.
    #[inline(always)]
    pub(super) fn end(self) {
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
