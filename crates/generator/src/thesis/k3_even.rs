//! Sliding three coins, even sizes: Algorithm 4.2.

use super::sizes::{AlgorithmError, puzzle};
use crate::published;
use crate::sequence::MoveSequence;
use std::ops::Range;
use tait_linear::{Extension, Move, Solution};

/// Algorithm 4.2, `SlidingCoinK3Even(n)`: an optimal solution for `k = 3` and even `n >= 4`.
///
/// Sizes 4, 6 and 8 have listed solutions (Theorem 4.1.1), with `n` moves for 4 and one more for 6
/// and 8, where exhaustive search finds no `n`-move solution. The solutions for `n = 10`, 12 and 14
/// are bases: the construction of Lemma 4.2.2, repeated, takes them to every larger even size
/// (Theorem 4.2.3). It puts six nickels and six pennies beside two stationary coins and turns three
/// moves into three moves each. Repeating it is arithmetic: see [`Extension`].
///
/// The thesis writes all of these for a first coin at position 4.
///
/// ```
/// use tait_generator::{MoveSequence, thesis::SlidingCoinK3Even};
/// // Figure 4.6: the second move of the base n = 10 became moves 2 to 4.
/// let moves = SlidingCoinK3Even::new(16, 4)?;
/// let part: Vec<String> = moves.slice(0..4).map(|step| step.to_string()).collect();
/// assert_eq!(part.concat(), "(31→1)(10→31)(27→10)(16→27)");
/// # Ok::<(), tait_generator::thesis::AlgorithmError>(())
/// ```
#[derive(Debug, Clone)]
pub struct SlidingCoinK3Even(Source);

#[derive(Debug, Clone)]
enum Source {
    Listed(Solution),
    Extended(Extension<'static>),
}

impl SlidingCoinK3Even {
    /// Creates the solution of size `n` whose first coin stands at `start`.
    ///
    /// # Errors
    /// When `n < 4` or `n` is odd, or the row would leave the supported range.
    pub fn new(n: u64, start: i64) -> Result<Self, AlgorithmError> {
        let algorithm = "SlidingCoinK3Even";
        if !n.is_multiple_of(2) {
            return Err(AlgorithmError::Parity {
                algorithm,
                n,
                parity: "even",
            });
        }
        let infeasible = AlgorithmError::TooSmall {
            algorithm,
            n,
            smallest: 4,
        };
        if n < 4 {
            return Err(infeasible);
        }
        let _ = puzzle(3, n, 0, start)?;
        let source = match published::solution(3, n) {
            Some(listed) => Source::Listed(listed.at_start(start)),
            None => published::family(3)
                .and_then(|family| family.extension(n))
                .map(|extension| Source::Extended(extension.at_start(start)))
                .ok_or(infeasible)?,
        };
        Ok(Self(source))
    }

    fn source(&self) -> &dyn MoveSequence {
        match &self.0 {
            Source::Listed(solution) => solution,
            Source::Extended(extension) => extension,
        }
    }
}

impl MoveSequence for SlidingCoinK3Even {
    fn count(&self) -> u64 {
        self.source().count()
    }

    /// Takes constant time.
    fn move_at(&self, index: u64) -> Option<Move> {
        self.source().move_at(index)
    }

    fn slice(&self, indices: Range<u64>) -> Box<dyn Iterator<Item = Move> + '_> {
        self.source().slice(indices)
    }
}
