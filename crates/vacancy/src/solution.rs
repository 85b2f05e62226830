//! A solution together with its puzzle, and reading moves as a stream ([`tait_text::MoveReader`]).

use crate::checkers::Checkers;
use crate::checkers::frogs::Frogs;
use crate::checkers::reversal::Reversal;
use crate::puzzle::Puzzle;
use crate::replay::{CheckError, Replay, Verdict, check};
use crate::shuffling::{Shuffling, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use tait_text::{MoveTextError, Places, Spelling, Stated, moves_in};

/// Moves, and the puzzle for which they are meant.
///
/// ```
/// use tait_vacancy::Solution;
/// let json = r#"{"puzzle":"checkers","n":1,"m":1,"moves":[1,3,2]}"#;
/// let solution: Solution = serde_json::from_str(json)?;
/// assert!(solution.check()?.meets_lower_bound());
/// assert_eq!(solution.to_string(), "# checkers n=1 m=1\n1\n3\n2\n");
/// assert_eq!(serde_json::to_string(&solution)?, json);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Form", into = "Form")]
#[schemars(
    rename = "VacancySolution",
    description = "Moves of a vacancy puzzle, together with the puzzle. They need not solve it."
)]
pub struct Solution {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The cells, in the order of the moves.
    pub moves: Vec<u64>,
}

impl Solution {
    /// Replays the moves.
    ///
    /// # Errors
    /// The first move that is not allowed, or the first wrong cell of the row at the end.
    pub fn check(&self) -> Result<Verdict, CheckError> {
        check(self.puzzle, self.moves.iter().copied())
    }

    /// Makes a solution of the moves of a text.
    ///
    /// # Errors
    /// The first move that is not allowed, or that goes elsewhere than the text says.
    pub fn of_written(puzzle: Puzzle, written: &[WrittenMove]) -> Result<Self, CheckError> {
        let mut replay = Replay::new(puzzle)?;
        for step in written {
            let _ = replay.play_written(*step)?;
        }
        let moves = written.iter().map(|step| step.cell).collect();
        Ok(Self { puzzle, moves })
    }
}

/// Writes a header line with the puzzle, and then one move per line.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# {}", self.puzzle)?;
        self.moves.iter().try_for_each(|cell| writeln!(f, "{cell}"))
    }
}

/// The JSON form, field by field.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "puzzle", rename_all = "lowercase", deny_unknown_fields)]
enum Form {
    /// The shuffling puzzle.
    Shuffling {
        /// One of the twelve variants.
        variant: Variant,
        /// The size.
        n: u64,
        /// Whether only two coins of different colours may be moved.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        constrained: bool,
        /// For each move, the left one of the two cells whose coins go into the vacancy.
        moves: Vec<u64>,
    },
    /// Shifting the checkers.
    Checkers {
        /// The number of black checkers.
        n: u64,
        /// The number of white checkers.
        m: u64,
        /// For each move, the cell of the checker that goes into the vacant cell.
        moves: Vec<u64>,
    },
    /// Reversing numbered checkers.
    Reversal {
        /// The number of checkers.
        n: u64,
        /// The vacant cell at the start.
        start: u64,
        /// The vacant cell at the end; left out if any will do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end: Option<u64>,
        /// For each move, the cell of the checker that goes into the vacant cell.
        moves: Vec<u64>,
    },
    /// Frogs and toads.
    Frogs {
        /// The number of frogs.
        n: u64,
        /// The number of toads.
        m: u64,
        /// The number of vacant cells.
        v: u64,
        /// For each move, the cell of the frog or toad that moves.
        moves: Vec<u64>,
    },
}

impl TryFrom<Form> for Solution {
    type Error = String;

    fn try_from(form: Form) -> Result<Self, String> {
        let (puzzle, moves) = match form {
            Form::Shuffling {
                variant,
                n,
                constrained,
                moves,
            } => {
                let puzzle = Shuffling::new(variant, n).map_err(|error| error.to_string())?;
                let puzzle = if constrained {
                    puzzle.constrained()
                } else {
                    puzzle
                };
                (puzzle.into(), moves)
            }
            Form::Checkers { n, m, moves } => {
                let puzzle = Checkers::new(n, m).map_err(|error| error.to_string())?;
                (puzzle.into(), moves)
            }
            Form::Reversal {
                n,
                start,
                end,
                moves,
            } => {
                let puzzle = Reversal::new(n, start, end).map_err(|error| error.to_string())?;
                (puzzle.into(), moves)
            }
            Form::Frogs { n, m, v, moves } => {
                let puzzle = Frogs::new(n, m, v).map_err(|error| error.to_string())?;
                (puzzle.into(), moves)
            }
        };
        Ok(Self { puzzle, moves })
    }
}

impl From<Solution> for Form {
    fn from(solution: Solution) -> Self {
        let moves = solution.moves;
        match solution.puzzle {
            Puzzle::Shuffling(puzzle) => Self::Shuffling {
                variant: puzzle.variant(),
                n: puzzle.n(),
                constrained: puzzle.is_constrained(),
                moves,
            },
            Puzzle::Checkers(puzzle) => Self::Checkers {
                n: puzzle.black(),
                m: puzzle.white(),
                moves,
            },
            Puzzle::Reversal(puzzle) => Self::Reversal {
                n: puzzle.checkers(),
                start: puzzle.start(),
                end: puzzle.end(),
                moves,
            },
            Puzzle::Frogs(puzzle) => Self::Frogs {
                n: puzzle.frogs(),
                m: puzzle.toads(),
                v: puzzle.vacancies(),
                moves,
            },
        }
    }
}

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
