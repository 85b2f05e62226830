//! The checker: replays moves on an unbounded row and says what, if anything, is wrong.
//!
//! It shares no code with the engines: its row ([`Row`]) is another data structure than their
//! boards, and nothing here searches.

use super::moves::FARTHEST_POSITION;
use crate::coin::{Coin, FinalType};
use crate::moves::Move;
use crate::pattern::Pattern;
use crate::row::Row;
use crate::size::Puzzle;
use crate::solution::Solution;
use serde::Serialize;
use std::fmt;
use thiserror::Error;

/// Why a move is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum MoveError {
    /// A source position holds no coin.
    #[error("position {0} holds no coin to move")]
    Unoccupied(i64),
    /// A destination position belongs to the coins being moved.
    #[error("position {0} is both a source and a destination")]
    Overlap(i64),
    /// A destination position holds a coin.
    #[error("position {0} is occupied")]
    Occupied(i64),
    /// A position is too far out.
    #[error("position {0} is farther than 2^60 from 0")]
    TooFar(i64),
}

/// Why a sequence of moves is no solution.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CheckError {
    /// A move is not allowed.
    #[error("move {number} {step} is not allowed: {error}")]
    BadMove {
        /// The number of the move, counted from 1.
        number: u64,
        /// The move.
        step: Move,
        /// What is wrong with it.
        error: MoveError,
    },
    /// The moves are all allowed, but the row is not contiguous at the end.
    #[error("after {moves} moves the row has a gap at position {gap}")]
    NotContiguous {
        /// How many moves there were.
        moves: u64,
        /// The first position of the gap.
        gap: i64,
    },
    /// The moves are all allowed, but the coins do not alternate at the end.
    #[error("after {moves} moves the coins at positions {position} and {} are both {coin}, so the row does not alternate", position + 1)]
    NotAlternating {
        /// How many moves there were.
        moves: u64,
        /// The first of two adjacent coins of the same type.
        position: i64,
        /// Their type.
        coin: Coin,
    },
}

/// What a replay found out about a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// How many moves it has.
    pub moves: u64,
    /// How the final row begins.
    pub final_type: FinalType,
    /// How far the row moved to the right.
    pub shift: i64,
    /// Whether it has `n` moves, so that the lower bound of Theorem 2.1.1 proves it optimal.
    pub meets_lower_bound: bool,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} moves, {} type, shift {:+}",
            self.moves, self.final_type, self.shift
        )?;
        if self.meets_lower_bound {
            f.write_str(", optimal: n moves are a lower bound")?;
        }
        Ok(())
    }
}

/// What one move did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The coins that moved.
    pub pattern: Pattern,
    /// Pairs created minus pairs destroyed, at most 2.
    pub gain: i32,
}

/// A replay in progress: moves go in one at a time, so a solution of any length streams through in
/// the memory of its row, about `2n` bits and its gaps.
///
/// ```
/// use tait_linear::{FinalType, Move, Puzzle, Replay};
/// let mut replay = Replay::new(Puzzle::new(2, 3)?, 1);
/// for (from, to) in [(1, 7), (6, 9), (3, 6)] {
///     replay.play(Move { from, to })?;
/// }
/// let verdict = replay.finish()?;
/// assert_eq!((verdict.final_type, verdict.shift), (FinalType::Black, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Replay {
    puzzle: Puzzle,
    start: i64,
    row: Row,
    moves: u64,
}

impl Replay {
    /// A replay from the starting row, its first coin at `start`.
    #[must_use]
    pub fn new(puzzle: Puzzle, start: i64) -> Self {
        Self {
            puzzle,
            start,
            row: Row::starting(start, puzzle.n()),
            moves: 0,
        }
    }

    /// The row as it stands.
    #[must_use]
    pub const fn row(&self) -> &Row {
        &self.row
    }

    /// How many moves were played.
    #[must_use]
    pub const fn moves(&self) -> u64 {
        self.moves
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`CheckError::BadMove`] with the number of the move and the first position that is wrong;
    /// the row is then as it was.
    pub fn play(&mut self, step: Move) -> Result<Pattern, CheckError> {
        let fail = |error| CheckError::BadMove {
            number: self.moves + 1,
            step,
            error,
        };
        let k = self.puzzle.k();
        if let Some(far) = [step.from, step.to]
            .into_iter()
            .find(|position| position.unsigned_abs() > FARTHEST_POSITION.unsigned_abs())
        {
            return Err(fail(MoveError::TooFar(far)));
        }
        if let Some(position) = self.row.first_unoccupied(step.from, k) {
            return Err(fail(MoveError::Unoccupied(position)));
        }
        if (step.from - step.to).abs() < i64::from(k) {
            return Err(fail(MoveError::Overlap(step.from.max(step.to))));
        }
        if let Some(position) = self.row.first_occupied(step.to, k) {
            return Err(fail(MoveError::Occupied(position)));
        }
        let pattern = Pattern::new(self.puzzle.block_length(), self.row.window(step.from, k));
        self.row.take(step.from, k);
        self.row.put(step.to, pattern);
        self.moves += 1;
        Ok(pattern)
    }

    /// Plays a move and says what it did to the pairs.
    ///
    /// # Errors
    /// As [`Replay::play`].
    pub fn play_counting(&mut self, step: Move) -> Result<Step, CheckError> {
        let k = i64::from(self.puzzle.k());
        let broken = self.pair_at(step.from - 1) + self.pair_at(step.from + k - 1);
        let pattern = self.play(step)?;
        let made = self.pair_at(step.to - 1) + self.pair_at(step.to + k - 1);
        Ok(Step {
            pattern,
            gain: made - broken,
        })
    }

    /// 1 when the coins at a position and the next are a pair, otherwise 0.
    fn pair_at(&self, position: i64) -> i32 {
        match (self.row.coin(position), self.row.coin(position + 1)) {
            (Some(one), Some(other)) => i32::from(one != other),
            _ => 0,
        }
    }

    /// Checks that the row alternates.
    ///
    /// # Errors
    /// Where the row has a gap, or two adjacent coins are of the same type.
    pub fn finish(&self) -> Result<Verdict, CheckError> {
        let mut runs = self.row.runs();
        let (begin, end) = runs.next().unwrap_or((self.start, self.start));
        if runs.next().is_some() {
            return Err(CheckError::NotContiguous {
                moves: self.moves,
                gap: end,
            });
        }
        let mut position = begin;
        let mut previous = None;
        while position < end {
            let length = (end - position).min(60) as u32;
            let coins = self.row.window(position, length);
            for index in 0..length {
                let coin = Coin::from_bit(coins >> index & 1 == 1);
                if previous == Some(coin) {
                    return Err(CheckError::NotAlternating {
                        moves: self.moves,
                        position: position + i64::from(index) - 1,
                        coin,
                    });
                }
                previous = Some(coin);
            }
            position += i64::from(length);
        }
        Ok(Verdict {
            moves: self.moves,
            final_type: FinalType::of_first(Coin::from_bit(self.row.window(begin, 1) == 1)),
            shift: begin - self.start,
            meets_lower_bound: self.moves == self.puzzle.n(),
        })
    }
}

/// Checks a whole solution.
///
/// # Errors
/// The first bad move and why, or what is wrong with the final row.
pub fn check(solution: &Solution) -> Result<Verdict, CheckError> {
    let mut replay = Replay::new(solution.puzzle(), solution.start());
    for &step in solution.moves() {
        replay.play(step)?;
    }
    replay.finish()
}
