//! The checker: it replays moves on a line of its own, and shares nothing with the state space.

use super::puzzle::{RowGoal, RowPuzzle};
use super::solution::RowSolution;
use crate::moves::{FARTHEST_POSITION, Move};
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// A replay in progress, which takes one move at a time.
#[derive(Debug, Clone)]
pub struct RowReplay<'a> {
    puzzle: &'a RowPuzzle,
    start: i64,
    coins: BTreeMap<i64, char>,
    moves: u64,
}

/// The result of a replay that solves the puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowVerdict {
    /// The number of moves.
    pub moves: u64,
    /// A number of moves below which there is no solution.
    pub lower_bound: u64,
    /// How far the first coin of the final row lies right of that of the start.
    pub shift: i64,
}

impl RowVerdict {
    /// Returns whether the lower bound alone proves that no solution is shorter.
    #[must_use]
    pub const fn meets_lower_bound(&self) -> bool {
        self.moves == self.lower_bound
    }
}

impl fmt::Display for RowVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            moves,
            lower_bound,
            shift,
        } = self;
        let moves = tait_text::counted(*moves, "move");
        write!(
            f,
            "{moves}, shift {shift:+}, the lower bound is {lower_bound}"
        )
    }
}

/// The reason why moves are not a solution.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RowCheckError {
    /// A move takes a coin from where there is none.
    #[error("move {number} {step}: no coin at {position}")]
    NoCoin {
        /// The number of the move, counted from 1.
        number: u64,
        /// The move.
        step: Move,
        /// The position.
        position: i64,
    },
    /// A move puts a coin where one was.
    #[error("move {number} {step}: position {position} is not free")]
    Taken {
        /// The number of the move, counted from 1.
        number: u64,
        /// The move.
        step: Move,
        /// The position.
        position: i64,
    },
    /// A position is too far from 0.
    #[error("move {number} {step}: a position is beyond 2^60")]
    Far {
        /// The number of the move, counted from 1.
        number: u64,
        /// The move.
        step: Move,
    },
    /// The row at the end is not the goal.
    #[error("the final row {0} is not the goal, {1}")]
    NotTheGoal(String, String),
}

impl<'a> RowReplay<'a> {
    /// Creates a replay that begins at the starting row, with its first coin at a position.
    #[must_use]
    pub fn new(puzzle: &'a RowPuzzle, start: i64) -> Self {
        let cells = (start..).zip(puzzle.start().cells());
        Self {
            puzzle,
            start,
            coins: cells
                .filter_map(|(at, cell)| Some((at, (*cell)?)))
                .collect(),
            moves: 0,
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When it is not allowed; the row is then unchanged.
    pub fn play(&mut self, step: Move) -> Result<(), RowCheckError> {
        let (number, k) = (self.moves + 1, i64::from(self.puzzle.k()));
        let is_far = |at: i64| at.unsigned_abs() > FARTHEST_POSITION.unsigned_abs();
        if is_far(step.from) || is_far(step.to) {
            return Err(RowCheckError::Far { number, step });
        }
        let window = |first: i64| first..first + k;
        if let Some(position) = window(step.to).find(|at| self.coins.contains_key(at)) {
            return Err(RowCheckError::Taken {
                number,
                step,
                position,
            });
        }
        if let Some(position) = window(step.from).find(|at| !self.coins.contains_key(at)) {
            return Err(RowCheckError::NoCoin {
                number,
                step,
                position,
            });
        }
        let taken: Vec<char> = window(step.from)
            .filter_map(|at| self.coins.remove(&at))
            .collect();
        self.coins.extend(window(step.to).zip(taken));
        self.moves = number;
        Ok(())
    }

    /// Returns the cells at some positions, each with the letter of its coin.
    pub fn cells(
        &self,
        positions: std::ops::Range<i64>,
    ) -> impl Iterator<Item = Option<char>> + '_ {
        positions.map(|at| self.coins.get(&at).copied())
    }

    /// Returns the first and the last position with a coin.
    #[must_use]
    pub fn ends(&self) -> (i64, i64) {
        let first = self.coins.keys().next().copied();
        let last = self.coins.keys().next_back().copied();
        (first.unwrap_or(self.start), last.unwrap_or(self.start))
    }

    /// Ends the replay.
    ///
    /// # Errors
    /// When the row is not the goal.
    pub fn finish(&self) -> Result<RowVerdict, RowCheckError> {
        let (first, last) = self.ends();
        let is_goal = match self.puzzle.goal() {
            RowGoal::Alternating => {
                let follows = |((at, coin), (next, other)): ((&i64, &char), (&i64, &char))| {
                    *next == *at + 1 && coin != other
                };
                self.coins
                    .iter()
                    .zip(self.coins.iter().skip(1))
                    .all(follows)
            }
            RowGoal::Row(row) => {
                last - first + 1 == i64::from(row.span())
                    && self.cells(first..last + 1).eq(row.cells().iter().copied())
            }
        };
        if !is_goal {
            // Far ends are not worth a long line.
            let shown = last.min(first.saturating_add(200));
            let cells = self.cells(first..shown + 1);
            let row: String = cells.map(|cell| cell.unwrap_or('.')).collect();
            let goal = self.puzzle.goal().to_string();
            return Err(RowCheckError::NotTheGoal(tait_text::excerpt(&row), goal));
        }
        Ok(RowVerdict {
            moves: self.moves,
            lower_bound: self.puzzle.lower_bound().into(),
            shift: first - self.start,
        })
    }
}

impl RowSolution {
    /// Replays the moves.
    ///
    /// # Errors
    /// The first move that is not allowed, or the row at the end if it is not the goal.
    ///
    /// ```
    /// use tait_linear::rows::RowSolution;
    /// let check = |moves| -> Result<String, Box<dyn std::error::Error>> {
    ///     let json = format!(r#"{{"puzzle":"row","k":2,"row":"oxxxoo","moves":{moves}}}"#);
    ///     let solution: RowSolution = serde_json::from_str(&json)?;
    ///     Ok(solution.check().map_or_else(|error| error.to_string(), |verdict| verdict.to_string()))
    /// };
    /// assert_eq!(check("[[3,6]]")?, "move 1 (3→6): position 6 is not free");
    /// assert_eq!(check("[[3,9223372036854775807]]")?, "move 1 (3→9223372036854775807): a position is beyond 2^60");
    /// assert_eq!(check("[[4,7]]")?, "the final row oxx..oxo is not the goal, alternating");
    /// assert_eq!(check("[[2,7],[5,2]]")?, "the final row ooox..xx is not the goal, alternating");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self) -> Result<RowVerdict, RowCheckError> {
        let mut replay = RowReplay::new(&self.puzzle, self.start);
        for &step in &self.moves {
            replay.play(step)?;
        }
        replay.finish()
    }
}
