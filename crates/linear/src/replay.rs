//! The checker: replays moves on an unbounded row and reports the first error, if there is one.
//!
//! It shares no code with the engines: its row ([`Row`]) is a different data structure from their boards, and nothing here searches.
//! The engines' boards are small and fast. This row has no width: it stores one bit for each coin (is it a penny?), in pages of 4,096
//! positions that exist only where a move has put coins, and the maximal runs of occupied positions. A row of `2n` coins with few gaps
//! takes about `2n` bits once all of them have moved, and hardly any memory at the start, however large `n` is.

use crate::coin::{Coin, FinalType, Pattern};
use crate::moves::{FARTHEST_POSITION, Move};
use crate::size::Puzzle;
use crate::solution::Solution;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use tait_text::counted;
use thiserror::Error;

/// The reason why a move is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum MoveError {
    /// A source position holds no coin.
    #[error("position {0} holds no coin to move")]
    Unoccupied(i64),
    /// A destination position belongs to the coins that move.
    #[error("position {0} is both a source and a destination")]
    Overlap(i64),
    /// A destination position holds a coin.
    #[error("position {0} is occupied")]
    Occupied(i64),
    /// A position is too far from 0.
    #[error("position {0} is farther than 2^60 from 0")]
    TooFar(i64),
}

/// The reason why a sequence of moves is not a solution.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CheckError {
    /// A move is not allowed.
    #[error("move {number} {step} is not allowed: {error}{}", row_before(.before.as_ref()))]
    BadMove {
        /// The number of the move, counted from 1.
        number: u64,
        /// The move.
        step: Move,
        /// The reason.
        error: MoveError,
        /// The row before the move, as the position of its first coin and its cells, if it is short enough to be read.
        before: Option<(i64, String)>,
    },
    /// The moves are all allowed, but the row is not contiguous at the end.
    #[error("after {} the row has a gap at position {gap}", counted(*.moves, "move"))]
    NotContiguous {
        /// The number of moves.
        moves: u64,
        /// The first position of the gap.
        gap: i64,
    },
    /// The moves are all allowed, but the coins do not alternate at the end.
    #[error("after {} the coins at positions {position} and {} are both {coin}, so the row does not alternate", counted(*.moves, "move"), position + 1)]
    NotAlternating {
        /// The number of moves.
        moves: u64,
        /// The first of two adjacent coins of the same type.
        position: i64,
        /// The type of the two coins.
        coin: Coin,
    },
    /// The moves from any row are all allowed, but the row at the end is not the goal.
    #[error("the final row {row} is not the goal, {goal}")]
    NotTheGoal {
        /// The row at the end.
        row: String,
        /// The goal.
        goal: String,
    },
}

/// The most cells of a row that an error shows.
const MOST_CELLS: i64 = 64;

/// Returns the row in the middle of a replay as an error shows it, given its first and last positions.
pub(crate) fn row_for_error(
    (first, last): (i64, i64),
    coin: impl Fn(i64) -> Option<char>,
) -> Option<(i64, String)> {
    let is_short = last.checked_sub(first)? < MOST_CELLS;
    let cells = || (first..=last).map(|at| coin(at).unwrap_or('.'));
    is_short.then(|| (first, cells().collect()))
}

fn row_before(row: Option<&(i64, String)>) -> String {
    row.map(|(first, cells)| format!("; the row before it, from position {first} on: {cells}"))
        .unwrap_or_default()
}

/// Returns why a move of `k` coins is not allowed, if it is not. `first` returns the first position of a block from a
/// position on with a coin, or without one.
pub(crate) fn refusal(
    step: Move,
    k: i64,
    first: impl Fn(i64, bool) -> Option<i64>,
) -> Option<MoveError> {
    let Move { from, to } = step;
    let is_far = |at: &i64| at.unsigned_abs() > FARTHEST_POSITION.unsigned_abs();
    if let Some(far) = [from, to].into_iter().find(is_far) {
        return Some(MoveError::TooFar(far));
    }
    if let Some(position) = first(from, false) {
        return Some(MoveError::Unoccupied(position));
    }
    if (from - to).abs() < k {
        return Some(MoveError::Overlap(from.max(to)));
    }
    first(to, true).map(MoveError::Occupied)
}

/// The result of a successful replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The number of moves.
    pub moves: u64,
    /// The type of the final row.
    pub final_type: FinalType,
    /// How far right of the starting row the final row lies.
    pub shift: i64,
    /// Whether the [lower bound](Puzzle::least_moves) proves it optimal.
    pub meets_lower_bound: bool,
    /// How many more than `n` moves the lower bound is.
    pub bound_beyond_n: u64,
}

impl Verdict {
    /// Says what the lower bound is.
    #[must_use]
    pub fn lower_bound(&self) -> String {
        match self.bound_beyond_n {
            0 => "n moves are a lower bound".to_owned(),
            more => format!("n + {more} moves are a lower bound"),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} moves, {} type, shift {:+}",
            self.moves, self.final_type, self.shift
        )?;
        if self.meets_lower_bound {
            write!(f, ", optimal: {}", self.lower_bound())?;
        }
        Ok(())
    }
}

/// The effect of one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The coins that moved.
    pub pattern: Pattern,
    /// Pairs created minus pairs destroyed, at most 2.
    pub gain: i32,
}

/// A replay in progress.
///
/// Moves go in one at a time, so a solution of any length streams through in the memory of its row:
/// about `2n` bits, and its gaps.
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
    /// Creates a replay from the starting row with its first coin at `start`.
    #[must_use]
    pub fn new(puzzle: Puzzle, start: i64) -> Self {
        Self {
            puzzle,
            start,
            row: Row::starting(start, puzzle.n()),
            moves: 0,
        }
    }

    /// Returns the current row.
    #[must_use]
    pub const fn row(&self) -> &Row {
        &self.row
    }

    /// Returns the number of moves played.
    #[must_use]
    pub const fn moves(&self) -> u64 {
        self.moves
    }

    /// Plays a move and returns its pattern.
    ///
    /// # Errors
    /// Returns [`CheckError::BadMove`] with the number of the move and the first position that is
    /// wrong; the row is then unchanged.
    pub fn play(&mut self, step: Move) -> Result<Pattern, CheckError> {
        let k = self.puzzle.k();
        let first = |begin, is_occupied| match is_occupied {
            true => self.row.first_occupied(begin, k),
            false => self.row.first_unoccupied(begin, k),
        };
        if let Some(error) = refusal(step, k.into(), first) {
            let ends = self.row.runs().next().zip(self.row.runs().last());
            let ends = ends.map_or((0, i64::MAX), |((first, _), (_, end))| (first, end - 1));
            let letter = |at| self.row.coin(at).map(Coin::letter);
            return Err(CheckError::BadMove {
                number: self.moves + 1,
                step,
                error,
                before: row_for_error(ends, letter),
            });
        }
        let pattern = Pattern::new(self.puzzle.block_length(), self.row.window(step.from, k));
        let landed = match self.puzzle.is_turned() {
            true => pattern.reversed(),
            false => pattern,
        };
        self.row.take(step.from, k);
        self.row.put(step.to, landed);
        self.moves += 1;
        Ok(pattern)
    }

    /// Plays a move and also counts its effect on the pairs.
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

    /// Returns 1 when the coins at a position and the next one are a pair, otherwise 0.
    fn pair_at(&self, position: i64) -> i32 {
        match (self.row.coin(position), self.row.coin(position + 1)) {
            (Some(one), Some(other)) => i32::from(one != other),
            _ => 0,
        }
    }

    /// Checks that the row alternates.
    ///
    /// # Errors
    /// Returns the first gap, or the first two adjacent coins of the same type.
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
            meets_lower_bound: self.moves == self.puzzle.least_moves(),
            bound_beyond_n: self.puzzle.least_moves() - self.puzzle.n(),
        })
    }
}

/// Checks a whole solution by replay.
///
/// # Errors
/// Returns the first illegal move and the reason, or the fault of the final row.
pub fn check(solution: &Solution) -> Result<Verdict, CheckError> {
    let mut replay = Replay::new(solution.puzzle(), solution.start());
    for &step in solution.moves() {
        replay.play(step)?;
    }
    replay.finish()
}

const PAGE_BITS: i64 = 4096;
const PAGE_WORDS: usize = 64;

/// Coins at positions of an unbounded line.
#[derive(Debug, Clone, Default)]
pub struct Row {
    /// First position of each maximal run of coins, and the position after its last coin.
    runs: BTreeMap<i64, i64>,
    /// The first position at which a coin that has never moved is a penny.
    first_penny: i64,
    /// Masks of pennies, by position divided by 4,096. A missing page is still as it was at the
    /// start.
    pages: FxHashMap<i64, Box<[u64; PAGE_WORDS]>>,
}

impl Row {
    /// Creates an empty row.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates the starting row: `n` nickels from `start` on, then `n` pennies.
    #[must_use]
    pub fn starting(start: i64, n: u64) -> Self {
        let n = n as i64;
        Self {
            runs: BTreeMap::from([(start, start + 2 * n)]),
            first_penny: start + n,
            pages: FxHashMap::default(),
        }
    }

    /// Returns the maximal runs of coins, each as its first position and the position after its
    /// last coin.
    pub fn runs(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        self.runs.iter().map(|(&begin, &end)| (begin, end))
    }

    /// Returns the coin at a position, if there is one.
    #[must_use]
    pub fn coin(&self, position: i64) -> Option<Coin> {
        let (_, &end) = self.runs.range(..=position).next_back()?;
        (position < end).then(|| Coin::from_bit(self.window(position, 1) == 1))
    }

    /// Returns the first position in `begin..begin + length` without a coin.
    #[must_use]
    pub fn first_unoccupied(&self, begin: i64, length: u32) -> Option<i64> {
        let end = match self.runs.range(..=begin).next_back() {
            Some((_, &end)) if end > begin => end,
            _ => return Some(begin),
        };
        (end < begin + i64::from(length)).then_some(end)
    }

    /// Returns the first position in `begin..begin + length` with a coin.
    #[must_use]
    pub fn first_occupied(&self, begin: i64, length: u32) -> Option<i64> {
        if let Some((_, &end)) = self.runs.range(..=begin).next_back()
            && end > begin
        {
            return Some(begin);
        }
        let next = self.runs.range(begin..begin + i64::from(length)).next();
        next.map(|(&first, _)| first)
    }

    /// Returns the coins at `begin..begin + length` as a mask of pennies; every position must hold
    /// a coin.
    #[must_use]
    pub fn window(&self, begin: i64, length: u32) -> u64 {
        let offset = begin.rem_euclid(64) as u32;
        let mut cells = self.peek(begin) >> offset;
        if offset + length > 64 {
            cells |= self.peek(begin + 64) << (64 - offset);
        }
        cells & ones(length)
    }

    /// Puts a pattern on the unoccupied positions from `begin` on.
    pub(super) fn put(&mut self, begin: i64, pattern: Pattern) {
        let length = pattern.length();
        let end = begin + i64::from(length);
        let offset = begin.rem_euclid(64) as u32;
        let word = self.word(begin);
        *word = *word & !(ones(length) << offset) | pattern.pennies() << offset;
        if offset + length > 64 {
            let word = self.word(begin + 64);
            let rest = offset + length - 64;
            *word = *word & !ones(rest) | pattern.pennies() >> (64 - offset);
        }
        // Join the runs that the pattern now touches.
        let joined_end = self.runs.remove(&end).unwrap_or(end);
        match self.runs.range_mut(..begin).next_back() {
            Some((_, left_end)) if *left_end == begin => *left_end = joined_end,
            _ => {
                let _ = self.runs.insert(begin, joined_end);
            }
        }
    }

    /// Takes the coins off `begin..begin + length`; every position must hold a coin.
    pub(super) fn take(&mut self, begin: i64, length: u32) {
        let end = begin + i64::from(length);
        let Some((&run, run_end)) = self.runs.range_mut(..=begin).next_back() else {
            return;
        };
        let right = *run_end;
        if run == begin {
            let _ = self.runs.remove(&run);
        } else {
            *run_end = begin;
        }
        if right > end {
            let _ = self.runs.insert(end, right);
        }
    }

    fn peek(&self, position: i64) -> u64 {
        match self.pages.get(&position.div_euclid(PAGE_BITS)) {
            Some(page) => page[word_index(position)],
            None => at_start(self.first_penny, position - position.rem_euclid(64)),
        }
    }

    fn word(&mut self, position: i64) -> &mut u64 {
        let number = position.div_euclid(PAGE_BITS);
        let first = self.first_penny;
        let words = |word| at_start(first, number * PAGE_BITS + 64 * word as i64);
        let page = self
            .pages
            .entry(number)
            .or_insert_with(|| Box::new(std::array::from_fn(words)));
        &mut page[word_index(position)]
    }
}

/// Returns the word from a position on, before any move, in a row whose pennies begin at
/// `first_penny`.
const fn at_start(first_penny: i64, begin: i64) -> u64 {
    match first_penny - begin {
        ..=0 => u64::MAX,
        nickels @ 1..64 => u64::MAX << nickels,
        64.. => 0,
    }
}

const fn word_index(position: i64) -> usize {
    (position.rem_euclid(PAGE_BITS) / 64) as usize
}

const fn ones(length: u32) -> u64 {
    if length >= 64 {
        u64::MAX
    } else {
        (1 << length) - 1
    }
}
