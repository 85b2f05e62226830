//! Moves together with their puzzle, and their JSON form.

use super::any_row::AnyRow;
use super::puzzle::{RowGoal, RowPuzzle};
use crate::moves::Move;
use crate::reading::{Header, invalid, length_of, numbers, start_of, words_behind};
use crate::size::BlockLength;
use crate::solution::checked_start;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use tait_text::Stated;

/// The boards for which a claim holds.
///
/// ```
/// use tait_linear::rows::Boards;
/// assert_eq!(Boards::Any.to_string(), "any board");
/// assert_eq!(Boards::UpTo(14).to_string(), "boards of up to 14 positions");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Boards {
    /// Those of at most this many positions.
    UpTo(u32),
    /// All.
    Any,
}

impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UpTo(width) => write!(f, "boards of up to {width} positions"),
            Self::Any => f.write_str("any board"),
        }
    }
}

/// Moves of a puzzle from any row, whose first coin stands at `start`. They need not solve it.
///
/// ```
/// use tait_linear::rows::RowSolution;
/// let json = r#"{"puzzle":"row","k":2,"row":"ooxxox","start":1,"optimal_on":"any","moves":[[2,7],[5,2]]}"#;
/// let solution: RowSolution = serde_json::from_str(json)?;
/// assert_eq!(serde_json::to_string(&solution)?, json);
/// assert!(format!("{},\"moves\":[[2,7],[5,2]]}}", solution.json_fields()).ends_with(&json[1..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Form", into = "Form")]
#[schemars(
    rename = "RowSolution",
    description = "Moves of a puzzle from any row, together with the puzzle. They need not solve it."
)]
pub struct RowSolution {
    /// The puzzle.
    pub puzzle: RowPuzzle,
    /// The position of the first coin at the start.
    pub start: i64,
    /// The moves.
    pub moves: Vec<Move>,
    /// The boards on which no solution is shorter, as a search found; `None` if nobody says so.
    pub optimal_on: Option<Boards>,
}

impl RowSolution {
    /// Returns the same solution with its first coin at another position.
    #[must_use]
    pub fn at_start(&self, start: i64) -> Self {
        let distance = start - self.start;
        let moves = self.moves.iter().map(|step| step.shifted(distance));
        Self {
            puzzle: self.puzzle.clone(),
            start,
            moves: moves.collect(),
            optimal_on: self.optimal_on,
        }
    }

    /// Returns what the header line of the moves as text states.
    #[must_use]
    pub fn header(&self) -> RowHeader {
        RowHeader {
            puzzle: self.puzzle.clone(),
            start: self.start,
        }
    }

    /// Returns the fields of the JSON form that come before the moves.
    #[must_use]
    pub fn json_fields(&self) -> String {
        let (k, row, start) = (self.puzzle.k(), self.puzzle.start(), self.start);
        let goal = match self.puzzle.goal() {
            RowGoal::Alternating => String::new(),
            RowGoal::Row(goal) => format!(r#""goal":"{goal}","#),
        };
        let optimal = match self.optimal_on {
            None => String::new(),
            Some(Boards::Any) => r#","optimal_on":"any""#.to_owned(),
            Some(Boards::UpTo(width)) => format!(r#","optimal_on":{width}"#),
        };
        format!(r#""puzzle":"row","k":{k},"row":"{row}",{goal}"start":{start}{optimal}"#)
    }
}

/// What a header line of moves from any row states.
///
/// ```
/// use tait_linear::rows::RowHeader;
/// use tait_text::MoveReader;
/// let text = "# row k=2 row=ooxxox start=1\n(2→7)\n(5→2)\n";
/// let mut reader = MoveReader::<_, RowHeader>::new(text.as_bytes());
/// let header = reader.header()?.cloned();
/// assert_eq!(header.map(|header| header.to_string()), Some(text[2..28].to_owned()));
/// assert_eq!(reader.count(), 2);
/// # Ok::<(), tait_text::ReadError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowHeader {
    /// The puzzle.
    pub puzzle: RowPuzzle,
    /// The position of the first coin at the start.
    pub start: i64,
}

impl fmt::Display for RowHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { puzzle, start } = self;
        write!(f, "row k={} row={}", puzzle.k(), puzzle.start())?;
        // The letters of a goal could be those of a word.
        if let RowGoal::Row(goal) = puzzle.goal() {
            write!(f, " goal={goal}")?;
        }
        write!(f, " start={start}")
    }
}

impl Stated for RowHeader {
    type Move = Move;
    const EXAMPLE: &'static str = "# row k=2 row=ooxxox start=1";

    fn stated(name: &str) -> Option<Result<Self, String>> {
        let words = words_behind(name, "row")?;
        let row = |text: &str| text.parse::<AnyRow>().map_err(|error| error.to_string());
        let header = || {
            let is_row = |word: &&str| word.starts_with("row=") || word.starts_with("goal=");
            let (rows, sizes): (Vec<&str>, Vec<&str>) = words.split_whitespace().partition(is_row);
            let sizes = numbers(&sizes.join(" "), ["k", "start"]);
            let sized = sizes.and_then(|sizes| {
                let first = rows.first()?.strip_prefix("row=")?;
                let goal = rows.get(1).map(|goal| goal.strip_prefix("goal="));
                (rows.len() <= 2 && goal != Some(None)).then_some((first, goal.flatten(), sizes))
            });
            let (first, goal, [k, start]) = sized.ok_or_else(|| invalid::<Self>(name))?;
            let goal = goal.map_or(Ok(RowGoal::Alternating), |goal| row(goal).map(RowGoal::Row))?;
            let puzzle = RowPuzzle::new(length_of::<Self>(name, k)?, row(first)?, goal);
            Ok(Self {
                puzzle: puzzle.map_err(|error| error.to_string())?,
                start: start_of(start)?,
            })
        };
        Some(header())
    }

    fn moves(line: &str) -> Result<Vec<Move>, String> {
        Header::moves(line)
    }
}

/// The JSON form.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Form {
    /// The puzzle: any row.
    puzzle: Kind,
    /// The number of adjacent coins that a move slides.
    #[schemars(with = "BlockLength")]
    k: u64,
    /// The row at the start: a letter or digit for a coin of that kind, a point for a free position.
    row: String,
    /// The row at the end, anywhere on the line; left out if it has to alternate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    goal: Option<String>,
    /// The position of the first coin.
    #[serde(default = "default_start")]
    start: i64,
    /// The boards on which no solution is shorter, as a search found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optimal_on: Option<BoardsForm>,
    /// The moves, in their order.
    moves: Vec<Move>,
}

/// All boards, or those of at most so many positions.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
enum BoardsForm {
    /// Boards of at most this many positions.
    UpTo(u32),
    /// All boards.
    Any(Any),
}

/// The word for all boards.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Any {
    Any,
}

/// The only puzzle this form is for.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Kind {
    Row,
}

const fn default_start() -> i64 {
    1
}

impl TryFrom<Form> for RowSolution {
    type Error = String;

    fn try_from(form: Form) -> Result<Self, String> {
        let row = |text: &str| text.parse::<AnyRow>().map_err(|error| error.to_string());
        let goal = match form.goal {
            None => RowGoal::Alternating,
            Some(goal) => RowGoal::Row(row(&goal)?),
        };
        let k = BlockLength::new(form.k).map_err(|error| error.to_string())?;
        let puzzle = RowPuzzle::new(k, row(&form.row)?, goal).map_err(|error| error.to_string())?;
        Ok(Self {
            puzzle,
            start: checked_start(form.start).map_err(|error| error.to_string())?,
            moves: form.moves,
            optimal_on: form.optimal_on.map(|boards| match boards {
                BoardsForm::UpTo(width) => Boards::UpTo(width),
                BoardsForm::Any(Any::Any) => Boards::Any,
            }),
        })
    }
}

impl From<RowSolution> for Form {
    fn from(solution: RowSolution) -> Self {
        let RowSolution {
            puzzle,
            start,
            moves,
            optimal_on,
        } = solution;
        Self {
            puzzle: Kind::Row,
            k: puzzle.k().into(),
            row: puzzle.start().to_string(),
            goal: match puzzle.goal() {
                RowGoal::Alternating => None,
                RowGoal::Row(row) => Some(row.to_string()),
            },
            start,
            optimal_on: optimal_on.map(|boards| match boards {
                Boards::UpTo(width) => BoardsForm::UpTo(width),
                Boards::Any => BoardsForm::Any(Any::Any),
            }),
            moves,
        }
    }
}
