//! The requirement on a solution that is to be put into a wrap.

use super::error::InnerError;
use crate::coin::FinalType;
use crate::replay::Replay;
use crate::size::BlockLength;
use crate::solution::Solution;

/// The requirement on a solution that is to be put into a wrap: `n` moves, on its row and R1 only,
/// shift `+k`, a final type, and for a split wrap a penny that never moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InnerRequirement {
    /// The block length.
    pub k: BlockLength,
    /// The final type.
    pub final_type: FinalType,
    /// The number of the penny that never moves, counted from 1 from the left.
    pub stationary_penny: Option<u64>,
}

impl InnerRequirement {
    /// Returns whether the parity of a size admits such a solution.
    ///
    /// With a penny that never moves, only every other size does ([which
    /// sizes](super#the-parity-of-split-wraps)).
    #[must_use]
    pub const fn admits_size(&self, n: u64) -> bool {
        match self.stationary_penny {
            Some(penny) => {
                // The penny's position is n + penny, and the row begins at k + 1.
                let is_odd = (n % 2 + penny % 2 + self.k.get() as u64 % 2) % 2 == 1;
                is_odd == matches!(self.final_type, FinalType::Black)
            }
            None => true,
        }
    }

    /// Replays a solution and checks it against the requirement.
    ///
    /// # Errors
    /// Returns the first failure.
    pub fn check(&self, solution: &Solution) -> Result<(), InnerError> {
        let puzzle = solution.puzzle();
        let (k, n) = (i64::from(puzzle.k()), puzzle.n());
        if puzzle.block_length() != self.k {
            return Err(InnerError::BlockLength {
                expected: self.k.get(),
                found: puzzle.k(),
            });
        }
        let moves = solution.moves().len() as u64;
        if moves != n {
            return Err(InnerError::NotOptimal { moves, n });
        }
        let start = solution.start();
        // The last position at which a window on the row or R1 begins.
        let last = start.saturating_add_unsigned(puzzle.coins());
        let penny = match self.stationary_penny {
            Some(number) if !(1..=n).contains(&number) => {
                return Err(InnerError::NotStationary(number));
            }
            Some(number) => Some((
                number,
                start
                    .saturating_add_unsigned(n)
                    .saturating_add_unsigned(number - 1),
            )),
            None => None,
        };
        let mut replay = Replay::new(puzzle, start);
        for (index, &step) in solution.moves().iter().enumerate() {
            let _ = replay.play(step)?;
            if step.to < start || step.to > last {
                return Err(InnerError::NotR1Only { number: index + 1 });
            }
            if let Some((number, position)) = penny
                && (step.from..step.from + k).contains(&position)
            {
                return Err(InnerError::NotStationary(number));
            }
        }
        let verdict = replay.finish()?;
        if verdict.shift != k {
            return Err(InnerError::Shift {
                needed: k,
                found: verdict.shift,
            });
        }
        if verdict.final_type != self.final_type {
            return Err(InnerError::Type {
                needed: self.final_type,
                found: verdict.final_type,
            });
        }
        Ok(())
    }
}
