//! From what a user asks to a board that makes the search exhaustive.

use crate::board::Board;
use crate::certificate::{Restrictions, Rules};
use crate::coin::{Coin, FinalType};
use crate::size::Puzzle;
use crate::space::packing::{Holes, Masks};
use crate::space::successors::{Cuts, LinearSpace, LinearStates};
use std::sync::Arc;
use thiserror::Error;

/// The widest board there is, in positions.
pub const WIDEST_BOARD: i64 = 256;

/// Why a search cannot be set up.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlanError {
    /// The board would be too wide.
    #[error(
        "k = {k}, n = {n}: a search for {moves} moves needs a board of {width} positions, the limit is {WIDEST_BOARD} (n to {} with all blocks, to {} with --blocks R1); larger n come from a family: tait framework {k}, then tait generate {k} {n}",
        largest_size(*k, 4), largest_size(*k, 1)
    )]
    TooWide {
        /// The block length.
        k: u32,
        /// The size.
        n: u64,
        /// The bound of the search.
        moves: u32,
        /// How many positions it would need.
        width: i64,
    },
    /// A position that should hold a stationary coin holds none.
    #[error("position {position} holds no coin at the start: the coins stand at {from}..{to}")]
    NoCoin {
        /// The position.
        position: i64,
        /// The first coin's position.
        from: i64,
        /// The last coin's position.
        to: i64,
    },
}

/// The largest size whose board fits, with so many blocks beside it.
const fn largest_size(k: u32, blocks: i64) -> i64 {
    (WIDEST_BOARD - blocks * k as i64) / 2
}

/// The board and the rules of one search for a solution of at most a given number of moves.
///
/// Positions in a plan count from the first coin, which is position 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The bound: solutions of at most this many moves are looked for.
    pub moves: u32,
    /// What is asked besides.
    pub restrictions: Restrictions,
    /// The prune rules.
    pub rules: Rules,
    /// Whether states that can be seen to be dead are dropped (frozen coins that disagree).
    pub drop_dead_states: bool,
    /// How many positions left of the first coin the board has.
    pub margin_left: u32,
    /// How many positions right of the last coin the board has.
    pub margin_right: u32,
}

/// What to do with a space of whatever width and packing the plan needs.
pub trait WithSpace {
    /// What comes out.
    type Output;
    /// Called with the space.
    fn with<S: LinearStates>(self, space: S) -> Self::Output;
}

impl Plan {
    /// Chooses the board for a search for solutions of at most `moves` moves.
    ///
    /// # Errors
    /// [`PlanError`] when the board would be too wide or a stationary position holds no coin.
    ///
    /// ```
    /// use tait_linear::{Plan, Puzzle, Restrictions, Rules};
    /// let plan = Plan::new(Puzzle::new(3, 8)?, 8, Restrictions::default(), Rules::default())?;
    /// assert_eq!((plan.board_from(), plan.board_to()), (1 - 6, 16 + 6)); // two k-blocks each side
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        puzzle: Puzzle,
        moves: u32,
        restrictions: Restrictions,
        rules: Rules,
    ) -> Result<Self, PlanError> {
        let (k, coins) = (i64::from(puzzle.k()), puzzle.coins() as i64);
        if let Some(&position) = restrictions
            .stationary
            .iter()
            .find(|&&position| !(1..=coins).contains(&position))
        {
            return Err(PlanError::NoCoin {
                position,
                from: 1,
                to: coins,
            });
        }
        let (left, right) = if restrictions.blocks == crate::BlockSet::ANY {
            // The board theorem: slack * k on each side, and as far as the final row is asked to be.
            let slack = 2 * i64::from(moves) - (coins - 2);
            let shift = restrictions.shift.unwrap_or(0);
            let aligned = rules.blocks && i64::from(moves) == puzzle.n() as i64;
            let reach = if aligned { 2 } else { slack.max(0) };
            let extra = if aligned { 0 } else { shift };
            (reach * k + (-extra).max(0), reach * k + extra.max(0))
        } else {
            let blocks = restrictions.blocks;
            (
                k * i64::from(blocks.reach_left()),
                k * i64::from(blocks.reach_right()),
            )
        };
        let width = left.saturating_add(coins).saturating_add(right);
        if width > WIDEST_BOARD {
            return Err(PlanError::TooWide {
                k: puzzle.k(),
                n: puzzle.n(),
                moves,
                width,
            });
        }
        Ok(Self {
            puzzle,
            moves,
            restrictions,
            rules,
            drop_dead_states: false,
            margin_left: left as u32,
            margin_right: right as u32,
        })
    }

    /// The same plan with dead states dropped.
    #[must_use]
    pub const fn dropping_dead_states(mut self) -> Self {
        self.drop_dead_states = true;
        self
    }

    /// The first position of the board.
    #[must_use]
    pub fn board_from(&self) -> i64 {
        1 - i64::from(self.margin_left)
    }

    /// The last position of the board.
    #[must_use]
    pub fn board_to(&self) -> i64 {
        self.puzzle.coins() as i64 + i64::from(self.margin_right)
    }

    /// How many cells the board has.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.margin_left + self.puzzle.coins() as u32 + self.margin_right
    }

    /// Whether only landings that keep every gap a multiple of `k` are considered: the k-block
    /// rule, which is for exactly `n` moves.
    #[must_use]
    pub fn is_aligned(&self) -> bool {
        self.rules.blocks && u64::from(self.moves) == self.puzzle.n()
    }

    /// The phases a goal may have: `penny XOR (cell mod 2)`, the same for all coins of a goal.
    pub(super) fn allows_phase(&self, phase: bool) -> bool {
        let first = self.margin_left;
        let n = self.puzzle.n() as i64;
        let stationary = self.restrictions.stationary.iter().all(|&position| {
            let cell = i64::from(first) + position - 1;
            (position > n) ^ (cell % 2 == 1) == phase
        });
        let placed = match (self.restrictions.final_type, self.restrictions.shift) {
            (Some(final_type), Some(shift)) => {
                let cell = i64::from(first) + shift;
                (final_type == FinalType::Black) ^ (cell.rem_euclid(2) == 1) == phase
            }
            _ => true,
        };
        stationary && placed
    }

    /// The number of holes of an aligned board.
    fn holes(&self) -> u32 {
        (self.margin_left + self.margin_right) / self.puzzle.k()
    }

    /// Builds the space on the narrowest board and in the smallest exact key, and hands it on.
    pub fn with_space<V: WithSpace>(&self, counts: Option<Arc<Cuts>>, visitor: V) -> V::Output {
        let coins = self.puzzle.coins() as u32;
        if self.is_aligned() && self.width() <= 128 {
            let (k, holes) = (self.puzzle.k(), self.holes());
            if let Some(packing) = Holes::<u64>::new(coins, k, holes) {
                return if self.width() <= 64 {
                    visitor.with(LinearSpace::<1, _>::new(self.clone(), packing, counts))
                } else {
                    visitor.with(LinearSpace::<2, _>::new(self.clone(), packing, counts))
                };
            }
            if let Some(packing) = Holes::<u128>::new(coins, k, holes) {
                return visitor.with(LinearSpace::<2, _>::new(self.clone(), packing, counts));
            }
        }
        match self.width() {
            0..=64 => visitor.with(LinearSpace::<1, _>::new(self.clone(), Masks, counts)),
            65..=128 => visitor.with(LinearSpace::<2, _>::new(self.clone(), Masks, counts)),
            // Wider ones are rare, and each width is compiled for every engine.
            _ => visitor.with(LinearSpace::<4, _>::new(self.clone(), Masks, counts)),
        }
    }

    /// Whether a finished row is one that was asked for.
    pub(super) fn accepts<const W: usize>(&self, board: &Board<W>) -> bool {
        let Some(first) = board.occupied.first() else {
            return false;
        };
        let begins = FinalType::of_first(Coin::from_bit(board.pennies.get(first)));
        let shift = i64::from(first) - i64::from(self.margin_left);
        self.restrictions
            .final_type
            .is_none_or(|asked| asked == begins)
            && self.restrictions.shift.is_none_or(|asked| asked == shift)
    }
}
