//! Solutions: a puzzle, the start of its row, and moves.

use crate::moves::{FARTHEST_POSITION, Header, Move, Notation, read_solution};
use crate::size::{BlockLength, Puzzle, PuzzleError, Size};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A sequence of moves for a puzzle whose first coin stands at `start`.
///
/// A `Solution` is not necessarily correct: [`check`](super::check) decides that. Its JSON form is
/// an object with the keys `puzzle` (always `"linear"`), `k`, `n`, `start` and `moves`; its text
/// form is a header line `# linear k=4 n=13 start=5`, followed by one move per line.
///
/// ```
/// use tait_linear::{Move, Puzzle, Solution, check};
/// let moves = [(1, 7), (6, 9), (3, 6)].map(Move::from).to_vec();
/// let solution = Solution::new(Puzzle::new(2, 3)?, 1, moves);
/// assert_eq!(check(&solution)?.moves, 3);
/// assert_eq!(solution.to_text().parse::<Solution>()?, solution);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "SolutionForm", into = "SolutionForm")]
#[schemars(
    rename = "LinearSolution",
    description = "Moves of a linear puzzle, together with the puzzle. They need not solve it."
)]
pub struct Solution {
    puzzle: Puzzle,
    start: i64,
    moves: Vec<Move>,
}

impl Solution {
    /// Creates an unchecked solution.
    #[must_use]
    pub const fn new(puzzle: Puzzle, start: i64, moves: Vec<Move>) -> Self {
        Self {
            puzzle,
            start,
            moves,
        }
    }

    /// Returns the puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> Puzzle {
        self.puzzle
    }

    /// Returns the position of the first coin at the start.
    #[must_use]
    pub const fn start(&self) -> i64 {
        self.start
    }

    /// Returns the moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the same solution with its first coin at another position.
    #[must_use]
    pub fn at_start(&self, start: i64) -> Self {
        let distance = start - self.start;
        Self {
            puzzle: self.puzzle,
            start,
            moves: self
                .moves
                .iter()
                .map(|step| step.shifted(distance))
                .collect(),
        }
    }

    /// Returns the mirror image with every coin's type flipped, on the same starting positions.
    ///
    /// It is a solution of the same puzzle, with the same final type and the negated shift (section
    /// 2.3 of the thesis), because `o^n x^n` is its own flipped mirror image.
    ///
    /// ```
    /// use tait_linear::{Move, Puzzle, Solution, check};
    /// let moves = [(1, 7), (6, 9), (3, 6)].map(Move::from).to_vec();
    /// let solution = Solution::new(Puzzle::new(2, 3)?, 1, moves);
    /// let image = solution.mirrored();
    /// assert_eq!(check(&image)?.shift, -check(&solution)?.shift);
    /// assert_eq!(image.mirrored(), solution);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn mirrored(&self) -> Self {
        // Position p goes to start + last - p, and the other end of a block becomes its first
        // position.
        let reflect = |position: i64| {
            let last = self.start + self.puzzle.coins() as i64 - 1;
            self.start + last - position - i64::from(self.puzzle.k()) + 1
        };
        Self {
            puzzle: self.puzzle,
            start: self.start,
            moves: self
                .moves
                .iter()
                .map(|step| Move {
                    from: reflect(step.from),
                    to: reflect(step.to),
                })
                .collect(),
        }
    }

    /// Returns the header line of the text form, without a line break.
    #[must_use]
    pub fn header(&self) -> String {
        header_line(self.puzzle, self.start)
    }

    /// Returns the text form, in arrow notation.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.to_text_in(Notation::Arrow)
    }

    /// Returns the text form, in a given notation.
    #[must_use]
    pub fn to_text_in(&self, notation: Notation) -> String {
        let mut text = self.header();
        text.push('\n');
        for step in &self.moves {
            text.push_str(&step.written(notation));
            text.push('\n');
        }
        text
    }
}

/// Returns a start that was read if its row cannot overflow.
pub(super) fn checked_start(start: i64) -> Result<i64, PuzzleError> {
    if start.unsigned_abs() <= FARTHEST_POSITION.unsigned_abs() {
        Ok(start)
    } else {
        Err(PuzzleError::Start(start))
    }
}

/// Returns the header line with which a text of moves begins.
#[must_use]
pub fn header_line(puzzle: Puzzle, start: i64) -> String {
    format!("# {}", Header { puzzle, start })
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

impl std::str::FromStr for Solution {
    type Err = super::ReadError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read_solution(text.as_bytes())
    }
}

/// The JSON form.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SolutionForm {
    /// The puzzle: the linear one.
    puzzle: Kind,
    /// The number of adjacent coins that a move slides.
    #[schemars(with = "BlockLength")]
    k: u64,
    /// The number of nickels, and of pennies, in the row.
    #[schemars(with = "Size")]
    n: u64,
    /// Whether a move reverses the order of the coins in the block.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    turned: bool,
    /// The position of the first coin.
    #[serde(default = "default_start")]
    start: i64,
    /// The moves, in their order.
    moves: Vec<Move>,
}

/// The only puzzle this form is for.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Kind {
    Linear,
}

const fn default_start() -> i64 {
    1
}

impl TryFrom<SolutionForm> for Solution {
    type Error = PuzzleError;
    fn try_from(form: SolutionForm) -> Result<Self, PuzzleError> {
        let SolutionForm {
            puzzle: Kind::Linear,
            k,
            n,
            turned,
            start,
            moves,
        } = form;
        let puzzle = Puzzle::new(k, n)?.turned_if(turned);
        Ok(Self::new(puzzle, checked_start(start)?, moves))
    }
}

impl From<Solution> for SolutionForm {
    fn from(solution: Solution) -> Self {
        Self {
            puzzle: Kind::Linear,
            k: solution.puzzle.k().into(),
            n: solution.puzzle.n(),
            turned: solution.puzzle.is_turned(),
            start: solution.start,
            moves: solution.moves,
        }
    }
}
