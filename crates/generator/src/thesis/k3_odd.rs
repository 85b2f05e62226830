//! Sliding three coins, odd sizes: Algorithm 4.1.

use super::sizes::{AlgorithmError, puzzle};
use crate::sequence::MoveSequence;
use tait_linear::Move;

/// Algorithm 4.1, `SlidingCoinK3Odd(n, gap)`: an optimal solution for `k = 3` and odd `n >= 3`.
///
/// The recursion makes two moves that put `xo` on positions `n` and `n + 1`, where they stay, and
/// solves the puzzle of size `n - 2` in the coins around them, that is, with a gap of two more
/// positions between the first and the second penny (Theorem 4.2.1, Figure 4.3). The `(n + 2)`th
/// coin, the second penny, is stationary, so a gap before it does not disturb the solution:
/// everything from there on is shifted. With gap 0 the moves solve the puzzle, with white type and
/// shift 3; with another gap they take a row that has the gap between its first two pennies to an
/// alternating row in two parts, on either side of a gap of the same width.
///
/// Two corrections to the thesis. Property 2 of Theorem 4.2.1, that the coins at positions `n` and
/// `n + 1` are stationary after the second move, is stated for odd `n >= 3` and holds from `n = 5`
/// on: for `n = 3` the third move slides the coin at position 3. The proof does not need it there.
/// Also, the subproblem of the proof is in row (3) of Figure 4.3, after both moves, not in row (2).
///
/// ```
/// use tait_generator::{MoveSequence, thesis::SlidingCoinK3Odd};
/// let moves: Vec<String> = SlidingCoinK3Odd::new(5, 0, 1)?.moves().map(|m| m.to_string()).collect();
/// assert_eq!(moves.concat(), "(4→11)(9→4)(2→9)(8→2)(1→8)");
/// # Ok::<(), tait_generator::thesis::AlgorithmError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct SlidingCoinK3Odd {
    n: i64,
    gap: i64,
    start: i64,
}

impl SlidingCoinK3Odd {
    /// Creates the solution for size `n`, a gap of `gap` positions between the first two pennies (0
    /// for the puzzle proper), and the first coin at `start`.
    ///
    /// # Errors
    /// When `n < 3` or `n` is even, or the row would leave the supported range.
    pub fn new(n: u64, gap: u64, start: i64) -> Result<Self, AlgorithmError> {
        let algorithm = "SlidingCoinK3Odd";
        if n < 3 {
            return Err(AlgorithmError::TooSmall {
                algorithm,
                n,
                smallest: 3,
            });
        }
        if n.is_multiple_of(2) {
            return Err(AlgorithmError::Parity {
                algorithm,
                n,
                parity: "odd",
            });
        }
        let puzzle = puzzle(3, n, gap, start)?;
        Ok(Self {
            n: puzzle.n() as i64,
            gap: gap as i64,
            start,
        })
    }
}

impl MoveSequence for SlidingCoinK3Odd {
    fn count(&self) -> u64 {
        self.n as u64
    }

    /// Takes constant time.
    fn move_at(&self, index: u64) -> Option<Move> {
        if index >= self.count() {
            return None;
        }
        let levels = (self.n - 3) / 2;
        let level = levels.min(index as i64 / 2);
        let (n, gap) = (self.n - 2 * level, self.gap + 2 * level);
        let (from, to) = match (n, index as i64 - 2 * level) {
            (3, 0) => (2, n + gap + 4),
            (3, 1) => (n + gap + 3, 2),
            (3, _) => (1, n + gap + 3),
            (_, 0) => (n - 1, 2 * n + gap + 1),
            (_, _) => (2 * n + gap - 1, n - 1),
        };
        Some(Move { from, to }.shifted(self.start - 1))
    }
}
