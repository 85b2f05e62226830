//! Solutions of the auxiliary puzzle as moves, and their text form.

use super::offsets::AuxiliaryOffsets;
use crate::moves::{Move, MoveTextError, moves_in_line};
use crate::size::{BlockLength, PuzzleError};
use crate::solution::checked_start;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The moves of a solution of the auxiliary puzzle.
///
/// The row has `2k` nickels, `F`, then `2k` pennies, `H`, from `start` on, and right of it the free block R1. It is not
/// necessarily a solution: [`check`](Self::check) decides that. The text form is a header line `# auxiliary k=3
/// start=1`, and then the moves, an exchange a line.
///
/// ```
/// use tait_linear::{AuxiliarySolution, BlockLength};
/// // Figure 4.4 of the thesis.
/// let solution = AuxiliarySolution::of_offsets(BlockLength::new(3)?, 1, &"2,0,1".parse()?);
/// let text = "# auxiliary k=3 start=1\n(3→13) (9→3) (13→9)\n(1→13) (7→1) (13→7)\n(2→13) (8→2) (13→8)\n";
/// assert_eq!(solution.to_string(), text);
/// assert_eq!(text.parse(), Ok(solution));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuxiliarySolution {
    k: BlockLength,
    start: i64,
    moves: Vec<Move>,
}

impl AuxiliarySolution {
    pub(super) const fn new(k: BlockLength, start: i64, moves: Vec<Move>) -> Self {
        Self { k, start, moves }
    }

    /// Returns the moves of the exchanges at these offsets, unchecked: three for each.
    #[must_use]
    pub fn of_offsets(k: BlockLength, start: i64, offsets: &AuxiliaryOffsets) -> Self {
        let half = 2 * i64::from(k.get());
        let buffer = start + 2 * half;
        let exchange = |&(front, back): &(u32, u32)| {
            let in_front = start + i64::from(front);
            let in_back = start + half + i64::from(back);
            [(in_front, buffer), (in_back, in_front), (buffer, in_back)].map(Move::from)
        };
        Self {
            k,
            start,
            moves: offsets.0.iter().flat_map(exchange).collect(),
        }
    }

    /// Returns the number of coins that a move slides.
    #[must_use]
    pub const fn k(&self) -> BlockLength {
        self.k
    }

    /// Returns the position of the first coin.
    #[must_use]
    pub const fn start(&self) -> i64 {
        self.start
    }

    /// Returns the moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the name of the puzzle: `auxiliary k=3`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("auxiliary k={}", self.k)
    }

    /// Returns whether the comments at the beginning of a text name the auxiliary puzzle.
    #[must_use]
    pub fn begins(text: &str) -> bool {
        let lines = text.lines().map(str::trim);
        let mut comments = lines.map_while(|line| match line.strip_prefix('#') {
            None if !line.is_empty() => None,
            comment => Some(comment.unwrap_or_default()),
        });
        comments.any(|comment| comment.split_whitespace().next() == Some("auxiliary"))
    }
}

impl fmt::Display for AuxiliarySolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# {} start={}", self.name(), self.start)?;
        for exchange in self.moves.chunks(3) {
            let moves: Vec<String> = exchange.iter().map(ToString::to_string).collect();
            writeln!(f, "{}", moves.join(" "))?;
        }
        Ok(())
    }
}

/// The reason why a text is not a list of moves of the auxiliary puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AuxiliaryTextError {
    /// No header line precedes the moves.
    #[error("no line '# auxiliary k=3 start=1' precedes the moves")]
    NoHeader,
    /// The header line is invalid.
    #[error(
        "line {line}: invalid header '{text}': expected something like '# auxiliary k=3 start=1'"
    )]
    BadHeader {
        /// The line, counted from 1.
        line: usize,
        /// The header, shortened.
        text: String,
    },
    /// A number in the header is out of range.
    #[error("line {line}: {source}")]
    BadPuzzle {
        /// The line, counted from 1.
        line: usize,
        /// The number that is wrong.
        source: PuzzleError,
    },
    /// A line contains something other than moves.
    #[error("line {line}: {source}")]
    BadMove {
        /// The line, counted from 1.
        line: usize,
        /// The reason.
        source: MoveTextError,
    },
}

impl FromStr for AuxiliarySolution {
    type Err = AuxiliaryTextError;

    fn from_str(text: &str) -> Result<Self, AuxiliaryTextError> {
        let (mut header, mut moves) = (None, Vec::new());
        for (line, content) in (1..).zip(text.lines().map(str::trim)) {
            if let Some(comment) = content.strip_prefix('#') {
                if let Some(parts) = comment.trim().strip_prefix("auxiliary") {
                    header = Some(parse_header(parts, content, line)?);
                }
                continue;
            }
            let read = moves_in_line(content);
            moves.extend(read.map_err(|source| AuxiliaryTextError::BadMove { line, source })?);
        }
        let (k, start) = header.ok_or(AuxiliaryTextError::NoHeader)?;
        Ok(Self { k, start, moves })
    }
}

fn parse_header(
    parts: &str,
    text: &str,
    line: usize,
) -> Result<(BlockLength, i64), AuxiliaryTextError> {
    let bad = || AuxiliaryTextError::BadHeader {
        line,
        text: tait_text::excerpt(text),
    };
    let (mut k, mut start) = (None, 1);
    for part in parts.split_whitespace() {
        match part.split_once('=').ok_or_else(bad)? {
            ("k", value) => k = Some(value.parse().map_err(|_| bad())?),
            ("start", value) => start = value.parse().map_err(|_| bad())?,
            _ => return Err(bad()),
        }
    }
    let out_of_range = |source| AuxiliaryTextError::BadPuzzle { line, source };
    let k = BlockLength::new(k.ok_or_else(bad)?).map_err(out_of_range)?;
    let start = checked_start(start).map_err(out_of_range)?;
    Ok((k, start))
}
