//! The checker of the auxiliary puzzle: Requirement 5.1.1 of the thesis, by replay.

use super::offsets::AuxiliaryOffsets;
use super::solution::AuxiliarySolution;
use crate::coin::Coin;
use crate::moves::Move;
use crate::pattern::Pattern;
use crate::replay::{CheckError, Replay};
use crate::size::{Puzzle, PuzzleError, Size};
use std::fmt;
use tait_text::counted;
use thiserror::Error;

/// An exchange of the auxiliary puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AuxiliaryExchange {
    /// The offset in `F`, `0..k`.
    pub front_offset: u32,
    /// The offset in `H`, `0..k`.
    pub back_offset: u32,
    /// The pattern that goes from `F` through the buffer to `H`: an entry of `P`.
    pub pattern: Pattern,
    /// The pattern that goes from `H` to `F`.
    pub returned: Pattern,
}

impl AuxiliaryExchange {
    /// Returns whether the pattern that comes back is the complement of the one that went.
    ///
    /// The thesis states this as a consequence of Requirement 5.1.1; it follows for equal offsets
    /// only. With free offsets it fails for 8 of the 40 solutions for k = 4.
    #[must_use]
    pub fn returns_complement(&self) -> bool {
        self.returned == self.pattern.complement()
    }
}

/// The reason why moves do not solve the auxiliary puzzle. The numbers are those of Requirement 5.1.1.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AuxiliaryError {
    /// The row of `4k` coins is too long for the checker.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// A move is not allowed.
    #[error(transparent)]
    BadMove(#[from] CheckError),
    /// (3): a move slides the last coin of a half.
    #[error(
        "move {number} slides the coin at position {position}, which must be stationary (Requirement 5.1.1(3))"
    )]
    NotStationary {
        /// The move, counted from 1.
        number: u64,
        /// The position of the coin.
        position: i64,
    },
    /// (2) and (4): a move does not go where the move of its place in a group of three goes.
    #[error("move {number} {step} does not go from {expected} (Requirement 5.1.1(4))")]
    Group {
        /// The move, counted from 1.
        number: u64,
        /// The move.
        step: Move,
        /// Where it must go.
        expected: &'static str,
    },
    /// (5): the number of moves is not `3k`.
    #[error("it has {}, but a solution has 3k = {expected} (Requirement 5.1.1(5))", counted(*.moves, "move"))]
    Count {
        /// The number of moves.
        moves: u64,
        /// The required number.
        expected: u64,
    },
    /// The halves do not alternate as they must.
    #[error(
        "after the last move position {position} holds {found}, but a solution has {expected} there"
    )]
    Final {
        /// The first such position.
        position: i64,
        /// The coin that it holds.
        found: Coin,
        /// The coin that it must hold.
        expected: Coin,
    },
}

/// The result of a successful replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuxiliaryVerdict {
    /// The exchanges, in their order.
    pub exchanges: Vec<AuxiliaryExchange>,
}

impl AuxiliaryVerdict {
    /// Returns the offsets of the exchanges.
    #[must_use]
    pub fn offsets(&self) -> AuxiliaryOffsets {
        let exchanges = self.exchanges.iter();
        AuxiliaryOffsets(exchanges.map(|e| (e.front_offset, e.back_offset)).collect())
    }

    /// Returns the patterns `P` that go through the buffer, in their order.
    #[must_use]
    pub fn patterns(&self) -> Vec<Pattern> {
        self.exchanges.iter().map(|e| e.pattern).collect()
    }
}

impl fmt::Display for AuxiliaryVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let patterns: Vec<String> = self.patterns().iter().map(ToString::to_string).collect();
        write!(
            f,
            "{} moves, Requirement 5.1.1 holds, offsets {}, patterns {}",
            3 * self.exchanges.len(),
            self.offsets(),
            patterns.join(" ")
        )
    }
}

impl AuxiliarySolution {
    /// Replays the moves and checks Requirement 5.1.1: the row ends where it began, and the moves use R1 alone (1, 2);
    /// the last coin of each half is stationary (3; the thesis names the `k`-th and the `2k`-th coin, and means the
    /// `2k`-th and the `4k`-th); the moves come in groups of three, from `F` to R1, from `H` to `F`, and from R1 to `H`
    /// (4); there are `3k` of them (5). At the end `F` is of black type and `H` of white type.
    ///
    /// # Errors
    /// Returns the first requirement that fails.
    ///
    /// ```
    /// use tait_linear::{AuxiliarySolution, BlockLength};
    /// let k = BlockLength::new(3)?;
    /// let verdict = AuxiliarySolution::of_offsets(k, 1, &"2,0,1".parse()?).check()?;
    /// assert_eq!(verdict.to_string(), "9 moves, Requirement 5.1.1 holds, offsets 2,0,1, patterns ooo oox xox");
    /// let error = AuxiliarySolution::of_offsets(k, 1, &"2,0,0".parse()?).check().unwrap_err();
    /// assert_eq!(error.to_string(), "after the last move position 1 holds o, but a solution has x there");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self) -> Result<AuxiliaryVerdict, AuxiliaryError> {
        let k = i64::from(self.k().get());
        let (front, back, buffer) = (self.start(), self.start() + 2 * k, self.start() + 4 * k);
        let mut replay = Replay::new(Puzzle::of(self.k(), Size::new(2 * k as u64)?)?, front);
        let mut patterns = Vec::with_capacity(self.moves().len());
        for (number, &step) in (1..).zip(self.moves()) {
            patterns.push(replay.play(step)?);
            let last_coins = [back - 1, buffer - 1].into_iter();
            let mut slid = last_coins.filter(|last| (step.from..step.from + k).contains(last));
            if let Some(position) = slid.next() {
                return Err(AuxiliaryError::NotStationary { number, position });
            }
            // A block of a half that leaves out its last coin begins at one of k positions.
            let within = |half: i64, position: i64| (half..half + k).contains(&position);
            let (fits, expected) = match number % 3 {
                1 => (
                    within(front, step.from) && step.to == buffer,
                    "the first half to R1",
                ),
                2 => (
                    within(back, step.from) && within(front, step.to),
                    "the second half to the first",
                ),
                _ => (
                    step.from == buffer && within(back, step.to),
                    "R1 to the second half",
                ),
            };
            if !fits {
                return Err(AuxiliaryError::Group {
                    number,
                    step,
                    expected,
                });
            }
        }
        let (moves, expected) = (self.moves().len() as u64, 3 * k as u64);
        if moves != expected {
            return Err(AuxiliaryError::Count { moves, expected });
        }
        // 3k moves leave R1 free, so all coins are in the two halves.
        for position in front..buffer {
            let expected = Coin::from_bit(((position - front) % 2 == 0) == (position < back));
            let found = replay.row().coin(position);
            if let Some(found) = found.filter(|coin| *coin != expected) {
                return Err(AuxiliaryError::Final {
                    position,
                    found,
                    expected,
                });
            }
        }
        let groups = self.moves().chunks_exact(3).zip(patterns.chunks_exact(3));
        let exchanges = groups.map(|(moves, patterns)| AuxiliaryExchange {
            front_offset: (moves[0].from - front) as u32,
            back_offset: (moves[1].from - back) as u32,
            pattern: patterns[0],
            returned: patterns[1],
        });
        Ok(AuxiliaryVerdict {
            exchanges: exchanges.collect(),
        })
    }
}
