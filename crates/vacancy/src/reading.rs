//! Reading moves of vacancy puzzles as a stream ([`tait_text::MoveReader`]).

use crate::puzzle::Puzzle;
use tait_text::{MoveTextError, Places, Spelling, Stated, moves_in};

/// A move as a text has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrittenMove {
    /// The cell of the coins or the checker that move.
    pub cell: u64,
    /// The cell to which they go, if the text says it. The [replay](crate::Replay::play_written) compares it.
    pub to: Option<u64>,
}

/// A stream of cells from text, in any spelling that [`moves_in`] reads; or CSV with the columns `move,cell`. Lines that start with `#` are comments, and a comment that names a [`Puzzle`] is a header. The stream ends
/// at a second header; from there it [goes on](tait_text::MoveReader::goes_on) with the next solution.
///
/// ```
/// use tait_vacancy::{MoveReader, Puzzle, ReadError};
/// let cells = |reader: &mut MoveReader<&'static [u8]>| -> Result<Vec<u64>, ReadError> {
///     reader.map(|step| Ok(step?.cell)).collect()
/// };
/// let mut reader = MoveReader::new("# checkers n=1 m=1\n1\n3 2\n".as_bytes());
/// assert_eq!(reader.header()?.map(|puzzle| puzzle.cells()), Some(3));
/// assert_eq!(cells(&mut reader)?, [1, 3, 2]);
/// let mut csv = MoveReader::new("move,cell\n1,1\n2,3\n3,2\n".as_bytes());
/// assert_eq!(cells(&mut csv)?, [1, 3, 2]);
/// let mut drawn = MoveReader::new("# checkers n=1 m=1 drawn\n  b . w\n1 .[b]w  1→2\n2 w b .  3->1\n".as_bytes());
/// assert_eq!(cells(&mut drawn)?, [1, 3]);
/// let mut two = MoveReader::new("# checkers n=1 m=1\n1 3 2\n# checkers n=2 m=1\n2\n".as_bytes());
/// assert_eq!(cells(&mut two)?, [1, 3, 2]);
/// assert!(two.goes_on());
/// assert_eq!(two.header()?.map(|puzzle| puzzle.cells()), Some(4));
/// assert_eq!(cells(&mut two)?, [2]);
/// assert!(!two.goes_on());
/// # Ok::<(), tait_vacancy::ReadError>(())
/// ```
pub type MoveReader<R> = tait_text::MoveReader<R, Puzzle>;

impl Stated for Puzzle {
    type Move = WrittenMove;
    const EXAMPLE: &'static str = "# checkers n=5 m=3";
    const CSV: &'static str = "move,cell";

    fn stated(name: &str) -> Option<Result<Self, String>> {
        let kind = name.split_whitespace().next()?;
        let puzzle = || name.parse::<Self>().map_err(|error| error.to_string());
        Self::KINDS.contains(&kind).then(puzzle)
    }

    fn moves(line: &str, _: Option<&Self>) -> Result<Vec<WrittenMove>, MoveTextError> {
        let spelling = Spelling {
            places: Places::One,
            example: "a cell, like 7, or 7→5",
        };
        let moves = moves_in(line, spelling, |numbers| {
            u64::try_from(*numbers.first()?).ok()
        })?;
        let written = |(cell, to)| WrittenMove { cell, to };
        Ok(moves.into_iter().map(written).collect())
    }

    fn plain(line: &[u8]) -> Option<WrittenMove> {
        let digits = line.strip_suffix(b"\n").unwrap_or(line);
        // A number of more digits may overflow.
        if digits.is_empty() || digits.len() > 18 || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let cell = digits
            .iter()
            .fold(0, |cell, digit| cell * 10 + u64::from(digit - b'0'));
        Some(WrittenMove { cell, to: None })
    }
}
