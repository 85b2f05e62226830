//! Sliding two coins: Algorithms 3.1 and 3.2.

use super::sizes::{AlgorithmError, puzzle};
use crate::published;
use crate::sequence::MoveSequence;
use std::slice::Iter;
use tait_linear::Move;

/// Algorithm 3.1, `SlidingCoinK2(start, n)`: an optimal solution for `k = 2` and any `n >= 3`.
///
/// The recursion makes two moves, solves the puzzle of size `n - 4` that starts four positions to
/// the right, and makes two more moves (Theorem 3.2.1, Figure 3.2). The two moves of every level
/// depend on the level alone, so no recursion is needed: the sequence is `levels` pairs of moves
/// inwards, a base case of 3 to 7 coins of each type (Theorem 3.1.1), and as many pairs outwards. So
/// any move can be computed at once ([`move_at`](MoveSequence::move_at)).
///
/// Every solution is of black type and shifts the row by two positions, except for `n = 3`, where
/// it is four.
///
/// ```
/// use tait_generator::{MoveSequence, thesis::SlidingCoinK2};
/// let moves: Vec<String> = SlidingCoinK2::new(8, 1)?.moves().map(|m| m.to_string()).collect();
/// assert_eq!(moves.concat(), "(2→17)(13→2)(6→13)(9→6)(12→9)(5→12)(16→5)(1→16)");
/// # Ok::<(), tait_generator::thesis::AlgorithmError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct SlidingCoinK2 {
    n: i64,
    start: i64,
    /// The number of times that the size can be reduced by 4.
    levels: u64,
    base: &'static [Move],
}

impl SlidingCoinK2 {
    /// Creates the solution of size `n` whose first coin stands at `start`.
    ///
    /// # Errors
    /// When `n < 3`, or the row would leave the supported range.
    pub fn new(n: u64, start: i64) -> Result<Self, AlgorithmError> {
        let infeasible = AlgorithmError::TooSmall {
            algorithm: "SlidingCoinK2",
            n,
            smallest: 3,
        };
        if n < 3 {
            return Err(infeasible);
        }
        let puzzle = puzzle(2, n, 0, start)?;
        let levels = n.saturating_sub(4) / 4;
        let base = published::solution(2, n - 4 * levels).ok_or(infeasible)?;
        Ok(Self {
            n: puzzle.n() as i64,
            start,
            levels,
            base: base.moves(),
        })
    }

    /// Returns the left end `i` of the subproblem at a level and the position `2n + i` after its
    /// right end.
    const fn ends(&self, level: u64) -> (i64, i64) {
        let level = level as i64;
        (self.start + 4 * level, self.start + 2 * self.n - 4 * level)
    }
}

impl MoveSequence for SlidingCoinK2 {
    fn count(&self) -> u64 {
        2 * (2 * self.levels) + self.base.len() as u64
    }

    /// Takes constant time.
    fn move_at(&self, index: u64) -> Option<Move> {
        if index < 2 * self.levels {
            let (left, right) = self.ends(index / 2);
            return Some(if index.is_multiple_of(2) {
                inwards_first(left, right)
            } else {
                inwards_second(left, right)
            });
        }
        let index = index - 2 * self.levels;
        if let Some(step) = self.base.move_at(index) {
            return Some(in_base(step, self.ends(self.levels).0));
        }
        let index = index - self.base.len() as u64;
        let level = self.levels.checked_sub(1 + index / 2)?;
        let (left, right) = self.ends(level);
        Some(if index.is_multiple_of(2) {
            outwards_first(left, right)
        } else {
            outwards_second(left, right)
        })
    }
}

/// Algorithm 3.2, `SlidingCoinK2Iter(start, size_n)`: the moves of [`SlidingCoinK2`] by two loops
/// over two counters, without recursion and without a closed form.
///
/// The thesis prints it with three mistakes; this is the corrected form.
///
/// * Line 3, `if n < 3`: `n` has no value yet. It must be `if size_n < 3`.
/// * Line 16, `p + start - 1 → q + start - 1`: the base case is played where the outermost row
///   starts. For `size_n >= 8` the first loop has moved on by then, and some move is not allowed. It
///   must be `p + i - 1 → q + i - 1`.
/// * Lines 19 to 23, `while n <= size_n: i -= 4; print ...; n += 4`: `n` is increased after the
///   moves of its level instead of before, so each level is played with the `n` of the level within
///   it, and two moves too many are printed at the end, even for `size_n` from 3 to 7. It must be
///   `while n < size_n: i -= 4; n += 4; print ...`.
///
/// ```
/// use tait_generator::MoveSequence;
/// use tait_generator::thesis::{SlidingCoinK2, SlidingCoinK2Iterative};
/// let iterative = SlidingCoinK2Iterative::new(30, 1)?;
/// assert!(iterative.eq(SlidingCoinK2::new(30, 1)?.moves()));
/// # Ok::<(), tait_generator::thesis::AlgorithmError>(())
/// ```
#[derive(Debug, Clone)]
pub struct SlidingCoinK2Iterative {
    size_n: i64,
    /// The counters of the printed algorithm: the start of the current subproblem, and its size.
    i: i64,
    n: i64,
    stage: Stage,
    base: Iter<'static, Move>,
}

/// The line of the algorithm that prints next.
#[derive(Debug, Clone, Copy)]
enum Stage {
    /// The condition of the first loop.
    Inwards,
    /// The second move of the first loop.
    InwardsSecond,
    /// The base case, then the condition of the second loop.
    Outwards,
    /// The second move of the second loop.
    OutwardsSecond,
}

impl SlidingCoinK2Iterative {
    /// Creates the solution of size `size_n` whose first coin stands at `start`.
    ///
    /// # Errors
    /// The same as those of [`SlidingCoinK2::new`].
    pub fn new(size_n: u64, start: i64) -> Result<Self, AlgorithmError> {
        let SlidingCoinK2 { n, base, .. } = SlidingCoinK2::new(size_n, start)?;
        Ok(Self {
            size_n: n,
            i: start,
            n,
            stage: Stage::Inwards,
            base: base.iter(),
        })
    }
}

impl Iterator for SlidingCoinK2Iterative {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        match self.stage {
            Stage::Inwards if self.n > 7 => {
                self.stage = Stage::InwardsSecond;
                Some(inwards_first(self.i, 2 * self.n + self.i))
            }
            Stage::InwardsSecond => {
                let step = inwards_second(self.i, 2 * self.n + self.i);
                self.i += 4;
                self.n -= 4;
                self.stage = Stage::Inwards;
                Some(step)
            }
            Stage::Inwards | Stage::Outwards => {
                self.stage = Stage::Outwards;
                if let Some(&step) = self.base.next() {
                    return Some(in_base(step, self.i));
                }
                if self.n >= self.size_n {
                    return None;
                }
                self.i -= 4;
                self.n += 4;
                self.stage = Stage::OutwardsSecond;
                Some(outwards_first(self.i, 2 * self.n + self.i))
            }
            Stage::OutwardsSecond => {
                self.stage = Stage::Outwards;
                Some(outwards_second(self.i, 2 * self.n + self.i))
            }
        }
    }
}

// The moves of one level, whose row is at `left..right` (lines 10, 11, 7, 13 and 14 of Algorithm
// 3.1).

const fn inwards_first(left: i64, right: i64) -> Move {
    Move {
        from: left + 1,
        to: right,
    }
}

const fn inwards_second(left: i64, right: i64) -> Move {
    Move {
        from: right - 4,
        to: left + 1,
    }
}

/// Returns a move of the base case, which is listed for start 1, for a row that starts at `left`.
const fn in_base(step: Move, left: i64) -> Move {
    step.shifted(left - 1)
}

const fn outwards_first(left: i64, right: i64) -> Move {
    Move {
        from: right - 1,
        to: left + 4,
    }
}

const fn outwards_second(left: i64, right: i64) -> Move {
    Move {
        from: left,
        to: right - 1,
    }
}
