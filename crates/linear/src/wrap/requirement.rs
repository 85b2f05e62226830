//! The requirement on a solution that is to be put into a wrap.

use super::error::InnerError;
use crate::blocks::{Block, BlockSet};
use crate::coin::FinalType;
use crate::replay::Replay;
use crate::size::{BlockLength, Puzzle};
use crate::solution::Solution;
use crate::{BoundedSearch, DeadStates, PruneRules, Restrictions};

/// The requirement on a solution that is to be put into a wrap: `n` moves, on its row and some blocks
/// beside it, shift `+k`, a final type, and for a split wrap a penny that never moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InnerRequirement {
    /// The block length.
    pub k: BlockLength,
    /// The final type.
    pub final_type: FinalType,
    /// The blocks that it may use: R1 with or without L1.
    pub blocks: BlockSet,
    /// The number of the penny that never moves, counted from 1 from the left.
    pub stationary_penny: Option<u64>,
}

impl InnerRequirement {
    /// The blocks of an inner solution of a whole wrap, which is *one-sided*.
    pub const ONE_SIDE: BlockSet = BlockSet::of(&[Block::R1]);
    /// The blocks of a [*two-sided*](super) inner solution, as only split wraps allow it.
    pub const BOTH_SIDES: BlockSet = BlockSet::of(&[Block::L1, Block::R1]);

    /// Returns whether the parity of a size admits such a solution.
    ///
    /// With a penny that never moves, only every other size does
    /// (*The parity of split wraps* in `docs/theory.md`).
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

    /// Returns the exhaustive search for such a solution; `None` when there is no such puzzle, or when it is known to have
    /// none.
    #[must_use]
    pub fn search(&self, n: u64) -> Option<BoundedSearch> {
        let puzzle = Puzzle::new(self.k.into(), n).ok()?;
        let penny = self.stationary_penny;
        let is_ruled_out =
            puzzle.only_rotates() || penny.is_some_and(|penny| penny > n) || !self.admits_size(n);
        let moves = u32::try_from(n).ok().filter(|_| !is_ruled_out)?;
        let restrictions = Restrictions {
            blocks: self.blocks,
            final_type: Some(self.final_type),
            shift: Some(i64::from(puzzle.k())),
            stationary: penny.map(|penny| (n + penny) as i64).into_iter().collect(),
        };
        let bounded =
            BoundedSearch::new(puzzle, moves, restrictions, PruneRules::default()).ok()?;
        Some(bounded.dropping(DeadStates::Frozen))
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
        // The first and the last position at which a window on the row or these blocks begins.
        let reach_left = i64::from(self.blocks.contains(Block::L1)) * k;
        let first = start.saturating_sub(reach_left);
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
            if step.to < first || step.to > last {
                return Err(InnerError::Outside {
                    number: index + 1,
                    blocks: self.blocks,
                });
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
