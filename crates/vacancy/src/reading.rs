//! Reading moves of vacancy puzzles as a stream ([`tait_text::MoveReader`]).

use crate::puzzle::Puzzle;
use tait_text::{Stated, excerpt};

/// A stream of cells from text: one or more per line, separated by blanks or commas; or CSV with the columns
/// `move,cell`. Lines that start with `#` are comments, and a comment that names a [`Puzzle`] is a header. The stream ends
/// at a second header; from there it [goes on](tait_text::MoveReader::goes_on) with the next solution.
///
/// ```
/// use tait_vacancy::MoveReader;
/// let mut reader = MoveReader::new("# checkers n=1 m=1\n1\n3 2\n".as_bytes());
/// assert_eq!(reader.header()?.map(|puzzle| puzzle.cells()), Some(3));
/// assert_eq!(reader.collect::<Result<Vec<_>, _>>()?, [1, 3, 2]);
/// let csv = MoveReader::new("move,cell\n1,1\n2,3\n3,2\n".as_bytes());
/// assert_eq!(csv.collect::<Result<Vec<_>, _>>()?, [1, 3, 2]);
/// let drawn = MoveReader::new("# checkers n=1 m=1 drawn\n  b . w\n1 .[b]w  1→2\n2 w b .  3->1\n".as_bytes());
/// assert_eq!(drawn.collect::<Result<Vec<_>, _>>()?, [1, 3]);
/// let mut two = MoveReader::new("# checkers n=1 m=1\n1 3 2\n# checkers n=2 m=1\n2\n".as_bytes());
/// assert_eq!(two.by_ref().collect::<Result<Vec<_>, _>>()?, [1, 3, 2]);
/// assert!(two.goes_on());
/// assert_eq!(two.header()?.map(|puzzle| puzzle.cells()), Some(4));
/// assert_eq!(two.by_ref().collect::<Result<Vec<_>, _>>()?, [2]);
/// assert!(!two.goes_on());
/// # Ok::<(), tait_vacancy::ReadError>(())
/// ```
pub type MoveReader<R> = tait_text::MoveReader<R, Puzzle>;

impl Stated for Puzzle {
    type Move = u64;
    const EXAMPLE: &'static str = "# checkers n=5 m=3";
    const CSV: &'static str = "move,cell";

    fn stated(name: &str) -> Option<Result<Self, String>> {
        let kind = name.split_whitespace().next()?;
        let puzzle = || name.parse::<Self>().map_err(|error| error.to_string());
        Self::KINDS.contains(&kind).then(puzzle)
    }

    fn moves(line: &str) -> Result<Vec<u64>, String> {
        let words = line.split([' ', '\t', ',']).filter(|word| !word.is_empty());
        words.map(cell).collect()
    }

    fn drawn(text: &str) -> Result<Vec<u64>, String> {
        let text = text.trim_start_matches('(');
        let from = text.split(['→', '-']).next().unwrap_or_default();
        Ok(vec![cell(from)?])
    }
}

fn cell(word: &str) -> Result<u64, String> {
    let wrong = |_| format!("invalid cell '{}': expected a number", excerpt(word));
    word.parse().map_err(wrong)
}
