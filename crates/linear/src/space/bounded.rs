//! Turns the restrictions of a user into a board that makes the search exhaustive.

use crate::board::Board;
use crate::certificate::{Exhaustion, PruneRules, Restrictions};
use crate::coin::{Coin, FinalType};
use crate::impossible::ImpossibleRestrictions;
use crate::moves::Move;
use crate::size::Puzzle;
use thiserror::Error;

/// The widest supported board, in positions.
pub const WIDEST_BOARD: i64 = 256;

/// The reason why a search cannot be set up.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BoundedSearchError {
    /// The board would be too wide.
    #[error(
        "k = {k}, n = {n}: a search for {moves} moves needs a board of {width} positions, the limit is {WIDEST_BOARD}"
    )]
    TooWide {
        /// The block length.
        k: u32,
        /// The size.
        n: u64,
        /// The bound of the search.
        moves: u32,
        /// The number of positions that the board would need.
        width: i64,
    },
    /// A stationary position does not hold a coin at the start.
    #[error("position {position} holds no coin at the start: the coins stand at {from}..{to}")]
    NoCoin {
        /// The position.
        position: i64,
        /// The first coin's position.
        from: i64,
        /// The last coin's position.
        to: i64,
    },
    /// No solution meets the restrictions. [`BoundedSearch::new`] does not ask for this, because a search that proves it
    /// again is no mistake.
    #[error(transparent)]
    Impossible(#[from] ImpossibleRestrictions),
}

/// The board, the restrictions and the prune rules of one search for a solution of at most a given
/// number of moves.
///
/// Positions in a bounded search count from the first coin, which is at position 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoundedSearch {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The bound: the search looks for solutions of at most this many moves.
    pub moves: u32,
    /// The restrictions on the solution.
    pub restrictions: Restrictions,
    /// The prune rules.
    pub rules: PruneRules,
    /// Which states without slack the search drops.
    pub dead_states: DeadStates,
    /// Whether the space tells the [image](tait_space::StateSpace::image) of a state, so that engines may leave out one of
    /// the two. Then the counts of IDA* are others than those in records.
    pub has_images: bool,
    /// The number of positions left of the first coin on the board.
    pub margin_left: u32,
    /// The number of positions right of the last coin on the board.
    pub margin_right: u32,
    /// The first moves of every solution: the search starts after them.
    pub prefix: Vec<Move>,
    /// Coins that no move of the search slides, by position: these may have moved before the state where a caller begins.
    pub resting: Vec<(i64, Coin)>,
    /// The weights of the priority of a state.
    pub weights: Weights,
}

/// Which states a search drops although the prune rules keep them: some of those without slack that lead to no goal. Each
/// kind includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum DeadStates {
    /// None, as in proof records.
    #[default]
    Kept,
    /// Those whose [frozen coins](crate#dead-states) disagree.
    Frozen,
    /// Those whose gaps [allow no end](crate#the-end-of-a-row-without-slack), or an end that the frozen coins do not allow.
    Endless,
    /// Those with [coins that stay](crate#the-end-of-a-row-without-slack) where no end allows them, frozen or not.
    Stuck,
    /// Those that can end only by a move of a whole segment, which is rare: for beams alone, as it loses solutions.
    Unusual,
}

/// The weights of what makes a state [likely](tait_space::StateSpace::priority) to lead to a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights {
    /// For each doubling of the number of boundaries that can be cut, a sixteenth of the amount.
    pub cuttable: u32,
    /// For each hole between coins.
    pub between: u32,
    /// For each coin that stays for good.
    pub staying: u32,
    /// Against each hole at an end of the row.
    pub outside: u32,
    /// Against each fragment that must still move, because its coins disagree with those that stay.
    pub misplaced: u32,
}

impl Default for Weights {
    /// Those that come from the comparison of states described at the priority of the linear puzzle's states.
    fn default() -> Self {
        Self {
            cuttable: 4,
            between: 24,
            staying: 1,
            outside: 32,
            misplaced: 0,
        }
    }
}

impl BoundedSearch {
    /// Chooses the board for a search for solutions of at most `moves` moves.
    ///
    /// # Errors
    /// Returns [`BoundedSearchError`] when the board would be too wide, or when a stationary
    /// position holds no coin.
    ///
    /// ```
    /// use tait_linear::{BoundedSearch, Puzzle, Restrictions, PruneRules};
    /// let bounded = BoundedSearch::new(Puzzle::new(3, 8)?, 8, Restrictions::default(), PruneRules::default())?;
    /// assert_eq!((bounded.board_from(), bounded.board_to()), (1 - 6, 16 + 6)); // two k-blocks on each side
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        puzzle: Puzzle,
        moves: u32,
        restrictions: Restrictions,
        rules: PruneRules,
    ) -> Result<Self, BoundedSearchError> {
        let (k, coins) = (i64::from(puzzle.k()), puzzle.coins() as i64);
        if let Some(&position) = restrictions
            .stationary
            .iter()
            .find(|&&position| !(1..=coins).contains(&position))
        {
            return Err(BoundedSearchError::NoCoin {
                position,
                from: 1,
                to: coins,
            });
        }
        let (left, right) = if restrictions.blocks == crate::BlockSet::ANY {
            // The board theorem: slack * k positions on each side, plus the requested shift.
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
            return Err(BoundedSearchError::TooWide {
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
            dead_states: DeadStates::default(),
            has_images: false,
            margin_left: left as u32,
            margin_right: right as u32,
            prefix: Vec::new(),
            resting: Vec::new(),
            weights: Weights::default(),
        })
    }

    /// Returns the same bounded search, for the solutions that begin with some moves. Its space starts in the state
    /// after them, and a search in it has [`Self::moves_left`] moves.
    ///
    /// The space has no start at all when the moves do not fit: a restriction forbids one of them, or too few pairs are
    /// left for a solution. The board grows so that solutions that begin with these moves fit; [the linear
    /// module](crate#solutions-that-begin-with-given-moves) has the proof.
    ///
    /// # Errors
    /// Returns [`BoundedSearchError::TooWide`] when the board would be too wide.
    ///
    /// ```
    /// use tait_linear::{BoundedSearch, Move, Puzzle, Restrictions, PruneRules};
    /// let bounded = BoundedSearch::new(Puzzle::new(3, 6)?, 7, Restrictions::default(), PruneRules::default())?;
    /// let begun = bounded.clone().beginning_with(vec![Move { from: 2, to: 20 }])?;
    /// assert_eq!((begun.moves_left(), begun.board_to()), (6, bounded.board_to() + 10));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn beginning_with(mut self, prefix: Vec<Move>) -> Result<Self, BoundedSearchError> {
        if self.restrictions.blocks == crate::BlockSet::ANY && !self.is_aligned() {
            let (k, coins) = (i64::from(self.puzzle.k()), self.puzzle.coins() as i64);
            let shift = self.restrictions.shift.unwrap_or(0);
            let beyond = |reach: &dyn Fn(&Move) -> i64, shifted: i64| {
                let farthest = prefix.iter().map(reach).max().unwrap_or(0);
                farthest.max(0) - shifted.max(0)
            };
            let left = beyond(&|step| 1_i64.saturating_sub(step.to), -shift);
            let right = beyond(&|step| step.to.saturating_add(k - 1 - coins), shift);
            return self.with_margins(left.max(0), right.max(0), prefix);
        }
        self.prefix = prefix;
        Ok(self)
    }

    /// Returns the same bounded search with one more position on each side of the board.
    ///
    /// # Errors
    /// Returns [`BoundedSearchError::TooWide`] when the board would be too wide.
    pub fn with_wider_board(mut self) -> Result<Self, BoundedSearchError> {
        let prefix = std::mem::take(&mut self.prefix);
        self.with_margins(1, 1, prefix)
    }

    fn with_margins(
        mut self,
        left: i64,
        right: i64,
        prefix: Vec<Move>,
    ) -> Result<Self, BoundedSearchError> {
        let width = i64::from(self.width()).saturating_add(left.saturating_add(right));
        if width > WIDEST_BOARD {
            return Err(BoundedSearchError::TooWide {
                k: self.puzzle.k(),
                n: self.puzzle.n(),
                moves: self.moves,
                width,
            });
        }
        self.margin_left += left as u32;
        self.margin_right += right as u32;
        self.prefix = prefix;
        Ok(self)
    }

    /// Returns the same bounded search, in which these coins stay where they are.
    #[must_use]
    pub fn resting(mut self, coins: Vec<(i64, Coin)>) -> Self {
        self.resting = coins;
        self
    }

    /// Returns the same bounded search with other weights of the priority of a state.
    #[must_use]
    pub const fn weighing(mut self, weights: Weights) -> Self {
        self.weights = weights;
        self
    }

    /// Returns the number of moves that a search may make: the bound without the moves of the prefix.
    #[must_use]
    pub fn moves_left(&self) -> u32 {
        self.moves.saturating_sub(self.prefix.len() as u32)
    }

    /// Returns the same bounded search, which drops these states, too.
    #[must_use]
    pub const fn dropping(mut self, states: DeadStates) -> Self {
        self.dead_states = states;
        self
    }

    /// Returns the same bounded search, whose space tells the images of states.
    #[must_use]
    pub const fn with_images(mut self) -> Self {
        self.has_images = true;
        self
    }

    /// Returns the first position of the board.
    #[must_use]
    pub fn board_from(&self) -> i64 {
        1 - i64::from(self.margin_left)
    }

    /// Returns the last position of the board.
    #[must_use]
    pub fn board_to(&self) -> i64 {
        self.puzzle.coins() as i64 + i64::from(self.margin_right)
    }

    /// Returns the number of cells of the board.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.margin_left + self.puzzle.coins() as u32 + self.margin_right
    }

    /// Returns whether only landings that keep every gap a multiple of `k` are considered: the
    /// k-block rule, which is for exactly `n` moves.
    #[must_use]
    pub fn is_aligned(&self) -> bool {
        self.rules.blocks && u64::from(self.moves) == self.puzzle.n()
    }

    /// Returns whether the space tells images, and the mirror image of every solution, with nickels and pennies swapped, is
    /// one that the search may find, too.
    pub(super) fn is_symmetric(&self) -> bool {
        let Restrictions {
            stationary, shift, ..
        } = &self.restrictions;
        self.has_images
            && self.margin_left == self.margin_right
            && self.prefix.is_empty()
            && stationary.is_empty()
            && shift.unwrap_or(0) == 0
    }

    /// Returns whether a goal may have a phase: `penny XOR (cell mod 2)`, the same for all its
    /// coins.
    pub(super) fn allows_phase(&self, phase: bool) -> bool {
        let first = self.margin_left;
        let n = self.puzzle.n() as i64;
        let stationary = self.restrictions.stationary.iter().all(|&position| {
            let cell = i64::from(first) + position - 1;
            (position > n) ^ (cell % 2 == 1) == phase
        });
        let resting = self.resting.iter().all(|&(position, coin)| {
            let cell = i64::from(first) + position - 1;
            coin.is_penny() ^ (cell % 2 == 1) == phase
        });
        let placed = match (self.restrictions.final_type, self.restrictions.shift) {
            (Some(final_type), Some(shift)) => {
                let cell = i64::from(first) + shift;
                (final_type == FinalType::Black) ^ (cell.rem_euclid(2) == 1) == phase
            }
            _ => true,
        };
        stationary && resting && placed
    }

    /// Returns whether a finished row has the requested final type and shift.
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

impl Exhaustion {
    /// Returns the search on the smallest board that makes it exhaustive.
    ///
    /// # Errors
    /// When there is no such board.
    pub fn bounded(&self, puzzle: Puzzle) -> Result<BoundedSearch, BoundedSearchError> {
        let moves = u32::try_from(self.moves).unwrap_or(u32::MAX);
        BoundedSearch::new(puzzle, moves, self.restrictions.clone(), self.rules)
    }
}
