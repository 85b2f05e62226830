//! Solutions of the auxiliary puzzle as moves, and their text form.

use super::offsets::AuxiliaryOffsets;
use crate::moves::Move;
use crate::reading::{Header, invalid, length_of, numbers, start_of, words_behind};
use crate::size::BlockLength;
use std::fmt;
use std::str::FromStr;
use tait_text::{MoveReader, ReadError, Stated};

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
/// assert_eq!(text.parse::<AuxiliarySolution>()?, solution);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuxiliarySolution {
    k: BlockLength,
    start: i64,
    moves: Vec<Move>,
}

impl AuxiliarySolution {
    /// Creates an unchecked solution.
    #[must_use]
    pub const fn new(k: BlockLength, start: i64, moves: Vec<Move>) -> Self {
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

    /// Returns what the header line of the text form states.
    #[must_use]
    pub const fn header(&self) -> AuxiliaryHeader {
        AuxiliaryHeader {
            k: self.k,
            start: self.start,
        }
    }
}

impl fmt::Display for AuxiliarySolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# {}", self.header())?;
        for exchange in self.moves.chunks(3) {
            let moves: Vec<String> = exchange.iter().map(ToString::to_string).collect();
            writeln!(f, "{}", moves.join(" "))?;
        }
        Ok(())
    }
}

/// What a header line of moves of the auxiliary puzzle states.
///
/// ```
/// use tait_linear::{AuxiliaryHeader, BlockLength};
/// let header = AuxiliaryHeader { k: BlockLength::new(3)?, start: 1 };
/// assert_eq!(header.to_string(), "auxiliary k=3 start=1");
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AuxiliaryHeader {
    /// The number of coins that a move slides.
    pub k: BlockLength,
    /// The position of the first coin.
    pub start: i64,
}

impl fmt::Display for AuxiliaryHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "auxiliary k={} start={}", self.k, self.start)
    }
}

impl Stated for AuxiliaryHeader {
    type Move = Move;
    const EXAMPLE: &'static str = "# auxiliary k=3 start=1";

    fn stated(name: &str) -> Option<Result<Self, String>> {
        let words = words_behind(name, "auxiliary")?;
        let header = || {
            let [k, start] = numbers(words, ["k", "start"]).ok_or_else(|| invalid::<Self>(name))?;
            Ok(Self {
                k: length_of::<Self>(name, k)?,
                start: start_of(start)?,
            })
        };
        Some(header())
    }

    fn moves(line: &str) -> Result<Vec<Move>, String> {
        Header::moves(line)
    }
}

impl FromStr for AuxiliarySolution {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut reader = MoveReader::<_, AuxiliaryHeader>::new(text.as_bytes());
        let header = reader.header()?.copied();
        let AuxiliaryHeader { k, start } =
            header.ok_or(ReadError::NoHeader(AuxiliaryHeader::EXAMPLE))?;
        let moves = reader.by_ref().collect::<Result<_, _>>()?;
        match reader.goes_on() {
            true => Err(ReadError::Several),
            false => Ok(Self { k, start, moves }),
        }
    }
}
