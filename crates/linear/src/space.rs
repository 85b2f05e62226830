//! The linear puzzle as a state space, with its prune rules.
//!
//! `docs/theory.md` proves that each rule preserves all answers.

use crate::board::Board;
use crate::certificate::{Exhaustion, PruneRules, Restrictions};
use crate::coin::{Coin, FinalType, Pattern};
use crate::impossible::ImpossibleRestrictions;
use crate::moves::Move;
use crate::size::{BlockLength, Puzzle};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use tait_space::{Backward, Bits, Flow, OneOf, PackedKey, StateSpace, Words};
use thiserror::Error;

// Turns the restrictions of a user into a board that makes the search exhaustive.

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
    /// A request for answers that records hold, and no record of these is of the turned puzzle.
    #[error("{0} is searched as a puzzle from any row")]
    Turned(Puzzle),
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
    /// again is not a mistake.
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
    /// Those whose frozen coins disagree (*Dead states* in `docs/theory.md`).
    Frozen,
    /// Those whose gaps allow no end (*The end of a row without slack*), or an end that the frozen coins do not allow.
    Endless,
    /// Those with coins that stay where no end allows them, frozen or not.
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

impl Weights {
    /// Those that come from the comparison of states described at the priority of the linear puzzle's states.
    pub const DEFAULT: Self = Self {
        cuttable: 4,
        between: 24,
        staying: 1,
        outside: 32,
        misplaced: 0,
    };
}

impl Default for Weights {
    fn default() -> Self {
        Self::DEFAULT
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
    /// left for a solution. The board grows so that solutions that begin with these moves fit; `docs/theory.md`
    /// has the proof.
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
    fn is_symmetric(&self) -> bool {
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
    fn allows_phase(&self, phase: bool) -> bool {
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
    fn accepts<const W: usize>(&self, board: &Board<W>) -> bool {
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

// The space of a bounded search, on the narrowest board and with the smallest key.

tait_space::spaces! {
    /// The space of a bounded search, of whatever width and packing the search needs.
    pub LinearSpaces:
    LinearSpace<1, Holes<u64>>,
    LinearSpace<2, Holes<u64>>,
    LinearSpace<2, Holes<u128>>,
    LinearSpace<3, Holes<Bits<4>>>,
    LinearSpace<4, Holes<Bits<4>>>,
    LinearSpace<1, Masks>,
    LinearSpace<2, Masks>,
    LinearSpace<4, Masks>,
}

impl BoundedSearch {
    /// Returns the number of holes of an aligned board.
    fn holes(&self) -> u32 {
        (self.margin_left + self.margin_right) / self.puzzle.k()
    }

    /// Returns the space with the narrowest board and the smallest exact key.
    #[must_use]
    pub fn space(&self) -> LinearSpaces {
        self.space_counting(None)
    }

    /// Returns the space, which counts what its rules cut.
    #[must_use]
    pub fn space_counting(&self, cuts: Option<Arc<Cuts>>) -> LinearSpaces {
        let coins = self.puzzle.coins() as u32;
        let (k, holes) = (self.puzzle.k(), self.holes());
        // An end of the row is named by the cell on its right, which may lie just beyond the board.
        let width = self.width() + u32::from(self.dead_states > DeadStates::Frozen);
        let (is_narrow, is_wide) = (
            self.is_aligned() && width <= 128,
            self.is_aligned() && width > 128,
        );
        LinearSpaces(
            if is_narrow && let Some(packing) = Holes::<u64>::new(coins, k, holes) {
                if width <= 64 {
                    OneOf::A(LinearSpace::new(self.clone(), packing, cuts))
                } else {
                    OneOf::B(LinearSpace::new(self.clone(), packing, cuts))
                }
            } else if is_narrow && let Some(packing) = Holes::<u128>::new(coins, k, holes) {
                OneOf::C(LinearSpace::new(self.clone(), packing, cuts))
            } else if is_wide && let Some(packing) = Holes::<Bits<4>>::new(coins, k, holes) {
                if width <= 192 {
                    OneOf::D(LinearSpace::new(self.clone(), packing, cuts))
                } else {
                    OneOf::E(LinearSpace::new(self.clone(), packing, cuts))
                }
            } else {
                match width {
                    0..=64 => OneOf::F(LinearSpace::new(self.clone(), Masks, cuts)),
                    65..=128 => OneOf::G(LinearSpace::new(self.clone(), Masks, cuts)),
                    // Wider boards are rare, and every engine is compiled for each width.
                    _ => OneOf::H(LinearSpace::new(self.clone(), Masks, cuts)),
                }
            },
        )
    }
}

// States that a search drops because they lead to no goal.

impl<const W: usize, P: Packing<W>> LinearSpace<W, P> {
    /// Returns whether the search drops a state with so many moves left.
    #[inline]
    fn is_dropped(&self, board: &Board<W>, left: u32) -> bool {
        let rule = self.bounded().dead_states;
        if rule == DeadStates::Kept {
            return false;
        }
        let pairs = board.pairs();
        self.slack(pairs.count() as i32, left) == 0
            && match rule {
                DeadStates::Frozen => self.is_dead(board, &self.fixed(&pairs), None),
                _ => self.has_no_ending(board, &pairs, left),
            }
    }

    /// Returns whether coins that can never move again disagree about the cells of the pennies, or do not have the phase of
    /// the goal, where this is known.
    ///
    /// With no slack left every pair is permanent, so a fragment of more than `k` coins, or one
    /// that holds a stationary coin, stays in place for good. So do the coins between two such
    /// fragments if no window fits around them. All these coins must have the phase of the goal.
    fn is_dead(&self, board: &Board<W>, fixed: &Bits<W>, phase: Option<bool>) -> bool {
        let movable = (self.board & !*fixed).windows(self.k).spread(self.k);
        !self.may_stay(board, &(board.occupied & !movable), phase)
    }

    /// Returns whether coins may stay for good where the goal has this phase, or any that it may have.
    fn may_stay(&self, board: &Board<W>, coins: &Bits<W>, phase: Option<bool>) -> bool {
        let phases = board.pennies ^ self.odd_cells;
        let may = |it: bool| self.phases[usize::from(it)] && phase.is_none_or(|phase| phase == it);
        let (has_0, has_1) = (!phases & *coins, phases & *coins);
        (may(false) && has_1.is_empty()) || (may(true) && has_0.is_empty())
    }

    /// Returns the fragments that can never move again once the slack is spent: those of more than
    /// `k` coins, and those of the stationary coins.
    fn fixed(&self, pairs: &Bits<W>) -> Bits<W> {
        let long = pairs.windows(self.k).spread(self.k + 1);
        let held = self.stationary.iter();
        held.fold(long, |fixed, &cell| fixed | Bits::around(cell, pairs))
    }
}

// The end of a row without slack: whether its gaps allow one.
//
// [The linear module](crate#the-end-of-a-row-without-slack) has the theorems.

/// The end of a row whose gaps all have `k` cells.
struct Ending<const W: usize> {
    /// The phase of the goal, where it is known.
    phase: Option<bool>,
    /// Cells without coins that stay, if the goal has the other phase.
    exception: Option<Bits<W>>,
    /// Places between cells, named by the cell on the right, that are ends of the row from which coins are taken.
    ends: Bits<W>,
    /// Windows that may be whole segments when they are taken.
    segments: Bits<W>,
    /// Whether all gaps are matched.
    is_matched: bool,
}

impl<const W: usize, P: Packing<W>> LinearSpace<W, P> {
    /// Returns whether a row without slack is not a goal and does not lead to one in `left` moves, as far as its gaps tell.
    fn has_no_ending(&self, board: &Board<W>, pairs: &Bits<W>, left: u32) -> bool {
        if left == 0 {
            return false;
        }
        let (Some(first), Some(last)) = (board.occupied.first(), board.occupied.last()) else {
            return true;
        };
        let free = Bits::range(first, last + 1) & !board.occupied;
        let gaps = free.windows(self.k) & !free.up(1) & !free.down(self.k);
        let (Some(gap), Some(other)) = (gaps.first(), gaps.last()) else {
            return true;
        };
        let count = gaps.count();
        if count > 2 || count * self.k != free.count() {
            return self.is_dead(board, &self.fixed(pairs), None);
        }
        let ending = match count {
            1 => self.ending_of_one(board, left, (first, last), gap),
            _ => self.ending_of_two(board, left, (first, last), [gap, other]),
        };
        let Some(mut ending) = ending else {
            return true;
        };
        let fixed = self.fixed(pairs);
        let is_free = |cells: Bits<W>| (cells & fixed).is_empty();
        if ending.exception.is_some_and(is_free) {
            ending.phase = None;
        }
        match self.bounded().dead_states {
            DeadStates::Stuck | DeadStates::Unusual => {
                self.is_stuck(board, pairs, &fixed, &free, &ending)
            }
            _ => self.is_dead(board, &fixed, ending.phase),
        }
    }

    fn phase(&self, board: &Board<W>, cell: u32) -> bool {
        board.pennies.get(cell) ^ self.odd_cells.get(cell)
    }

    fn is_matched(&self, board: &Board<W>, gap: u32) -> bool {
        self.phase(board, gap - 1) == self.phase(board, gap + self.k)
    }

    /// Returns the ending of a row with one gap, by the theorem; `None` if it has none.
    fn ending_of_one(
        &self,
        board: &Board<W>,
        left: u32,
        (first, last): (u32, u32),
        gap: u32,
    ) -> Option<Ending<W>> {
        let phase = self.phase(board, gap - 1) ^ is_odd(gap - first) ^ is_odd(left);
        let end = match self.phase(board, last) == phase {
            true => first,
            false => last + 1,
        };
        self.is_matched(board, gap).then(|| Ending {
            phase: Some(phase),
            exception: None,
            ends: Bits::single(end),
            segments: Bits::EMPTY,
            is_matched: true,
        })
    }

    /// Returns the ending of a row with two gaps, by the theorem; `None` if it has none.
    fn ending_of_two(
        &self,
        board: &Board<W>,
        left: u32,
        (first, last): (u32, u32),
        gaps: [u32; 2],
    ) -> Option<Ending<W>> {
        let k = self.k;
        let matched = gaps.map(|gap| self.is_matched(board, gap));
        if matched == [false, false] {
            return None;
        }
        let is_matched = matched == [true, true];
        let between = gaps[1] - gaps[0] - k;
        let phase = gaps.iter().fold(
            self.phase(board, first) ^ is_odd(left) ^ is_odd(between) ^ is_matched,
            |phase, gap| phase ^ self.phase(board, gap + k),
        );
        // The whole segment and the gap beside it must be left without coins that stay.
        let beside = match self.phase(board, first) == phase {
            true => Bits::range(first, first + 2 * k),
            false => Bits::range(last + 1 - 2 * k, last + 1),
        };
        let has_exception = !is_matched && self.bounded().dead_states < DeadStates::Unusual;
        Some(Ending {
            phase: Some(phase),
            exception: has_exception.then_some(beside),
            ends: Bits::single(first) | Bits::single(last + 1),
            segments: Bits::single(first) | Bits::single(last + 1 - k),
            is_matched,
        })
    }

    /// Returns whether coins that stay do not have the phase of the goal, or neighbours of the same type can never be
    /// separated.
    fn is_stuck(
        &self,
        board: &Board<W>,
        pairs: &Bits<W>,
        fixed: &Bits<W>,
        free: &Bits<W>,
        ending: &Ending<W>,
    ) -> bool {
        let k = self.k;
        let windows = (board.occupied | *free) & !*fixed;
        let windows = windows.windows(k);
        let alike = board.occupied & board.occupied.up(1) & !pairs.up(1);
        let differ = board.pennies ^ board.pennies.down(k - 1);
        let misfits = if is_odd(k) { differ } else { !differ };
        let mut changing = *free;
        loop {
            let inside = changing & changing.up(1);
            let cuts = alike | ending.ends | inside;
            let mut open = windows & cuts & cuts.down(k);
            if ending.is_matched {
                let unknown = inside | ending.ends;
                open &= !misfits | unknown | unknown.down(k);
            }
            open |= windows & ending.segments;
            let next = changing | open.spread(k);
            if next != changing {
                changing = next;
                continue;
            }
            let is_stuck = !(alike & !inside & !open & !open.up(k)).is_empty();
            let stays = board.occupied & !changing;
            return is_stuck || !self.may_stay(board, &stays, ending.phase);
        }
    }
}

const fn is_odd(number: u32) -> bool {
    number % 2 == 1
}

// Exact keys for boards: how a state is stored.

/// A way to store a board of `64 * W` cells as an exact key.
///
/// # Contract
/// `unpack(pack(board)) == board` for every board of the space; equal keys mean equal boards.
pub trait Packing<const W: usize>: Sync + Send + Copy + Debug {
    /// The stored form.
    type Key: PackedKey;
    /// Packs a board.
    fn pack(&self, board: &Board<W>) -> Self::Key;
    /// Returns the board of a key.
    fn unpack(&self, key: &Self::Key) -> Board<W>;
}

/// A machine word that can hold a key.
pub trait KeyWord: PackedKey {
    /// The number of bits of the word.
    const BITS: u32;
    /// Returns the word with this value, which must fit.
    fn from_wide(value: u128) -> Self;
    /// Returns the value of the word.
    fn to_wide(self) -> u128;
}

impl KeyWord for u64 {
    const BITS: u32 = 64;
    #[inline]
    fn from_wide(value: u128) -> Self {
        value as Self
    }
    #[inline]
    fn to_wide(self) -> u128 {
        u128::from(self)
    }
}

impl KeyWord for u128 {
    const BITS: u32 = 128;
    #[inline]
    fn from_wide(value: u128) -> Self {
        value
    }
    #[inline]
    fn to_wide(self) -> u128 {
        self
    }
}

/// A key that holds the order of the coins, and above it the places of the holes.
pub trait HolesKey: PackedKey {
    /// Returns whether a key has room for `coins` coins and `places` bits of places.
    fn has_room(coins: u32, places: u32) -> bool;
    /// Returns the key of the pennies among `coins` coins and of the places.
    fn joined<const W: usize>(pennies: &Bits<W>, coins: u32, places: u128) -> Self;
    /// Returns the pennies and the places.
    fn parted<const W: usize>(self, coins: u32) -> (Bits<W>, u128);
}

impl<Word: KeyWord> HolesKey for Word {
    #[inline]
    fn has_room(coins: u32, places: u32) -> bool {
        coins + places <= Word::BITS
    }

    #[inline]
    fn joined<const W: usize>(pennies: &Bits<W>, coins: u32, places: u128) -> Self {
        Self::from_wide(wide(pennies) | shifted(places, coins))
    }

    #[inline]
    fn parted<const W: usize>(self, coins: u32) -> (Bits<W>, u128) {
        let key = self.to_wide();
        let pennies = narrow(key & !shifted(u128::MAX, coins));
        (pennies, key.checked_shr(coins).unwrap_or(0))
    }
}

/// For boards of up to four words.
impl HolesKey for Bits<4> {
    #[inline]
    fn has_room(coins: u32, places: u32) -> bool {
        places < 64 && coins + places <= Self::WIDTH
    }

    #[inline]
    fn joined<const W: usize>(pennies: &Bits<W>, coins: u32, places: u128) -> Self {
        let mut words = [0; 4];
        words[..W].copy_from_slice(&pennies.0);
        Self(words) | Self::laid(places as u64, coins)
    }

    #[inline]
    fn parted<const W: usize>(self, coins: u32) -> (Bits<W>, u128) {
        let mut pennies = Bits::EMPTY;
        let row = self & Self::range(0, coins);
        pennies.0.copy_from_slice(&row.0[..W]);
        (pennies, u128::from(self.window(coins, 63)))
    }
}

/// A key of the order of the coins, one bit each, and for each hole of `k` cells the number of
/// coins before it.
///
/// This describes a board completely if its free cells come in runs of multiples of `k`, as they do
/// in every search for an `n`-move solution. The key fits in 64 bits where two masks take 256.
#[derive(Debug)]
pub struct Holes<Key> {
    coins: u32,
    k: u32,
    holes: u32,
    index_bits: u32,
    key: std::marker::PhantomData<Key>,
}

// Derived impls would require bounds on the marker type.
impl<Key> Clone for Holes<Key> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Key> Copy for Holes<Key> {}

impl<Key: HolesKey> Holes<Key> {
    /// Creates a packing for boards with this many coins and holes of `k` cells; `None` where a key
    /// has no room for them.
    #[must_use]
    pub fn new(coins: u32, k: u32, holes: u32) -> Option<Self> {
        let index_bits = u32::BITS - coins.leading_zeros();
        Key::has_room(coins, holes * index_bits).then_some(Self {
            coins,
            k,
            holes,
            index_bits,
            key: std::marker::PhantomData,
        })
    }
}

impl<const W: usize, Key: HolesKey> Packing<W> for Holes<Key> {
    type Key = Key;

    #[inline]
    fn pack(&self, board: &Board<W>) -> Key {
        let (mut pennies, mut free) = (board.pennies, !board.occupied);
        let mut places = 0;
        for hole in 0..self.holes {
            let Some(place) = free.first() else { break };
            pennies = pennies.closed_up(place, self.k);
            free = free.closed_up(place, self.k);
            places |= u128::from(place) << (hole * self.index_bits);
        }
        Key::joined(&pennies, self.coins, places)
    }

    #[inline]
    fn unpack(&self, key: &Key) -> Board<W> {
        let (mut pennies, places) = key.parted(self.coins);
        let mut occupied = Bits::range(0, self.coins);
        let mask = (1 << self.index_bits) - 1;
        for hole in (0..self.holes).rev() {
            let place = (places >> (hole * self.index_bits)) as u32 & mask;
            pennies = pennies.opened(place, self.k);
            occupied = occupied.opened(place, self.k);
        }
        Board { occupied, pennies }
    }
}

#[inline]
fn shifted(value: u128, distance: u32) -> u128 {
    value.checked_shl(distance).unwrap_or(0)
}

#[inline]
fn wide<const W: usize>(bits: &Bits<W>) -> u128 {
    let high = if W > 1 { bits.0[1] } else { 0 };
    u128::from(bits.0[0]) | u128::from(high) << 64
}

#[inline]
fn narrow<const W: usize>(value: u128) -> Bits<W> {
    let mut words = [0; W];
    words[0] = value as u64;
    if W > 1 {
        words[1] = (value >> 64) as u64;
    }
    Bits(words)
}

/// Both masks as they are: a key for every board, at 16 bytes for every 64 cells.
#[derive(Debug, Clone, Copy)]
pub struct Masks;

impl<const W: usize> Packing<W> for Masks
where
    Board<W>: PackedKey,
{
    type Key = Board<W>;
    #[inline]
    fn pack(&self, board: &Board<W>) -> Board<W> {
        *board
    }
    #[inline]
    fn unpack(&self, key: &Board<W>) -> Board<W> {
        *key
    }
}

/// Packs the occupied cells, then the pennies.
impl PackedKey for Board<1> {
    type Packed = u128;

    #[inline]
    fn packed(self) -> u128 {
        u128::from(self.occupied.0[0]) << 64 | u128::from(self.pennies.0[0])
    }

    #[inline]
    fn of_packed(packed: u128) -> Self {
        Self {
            occupied: Bits([(packed >> 64) as u64]),
            pennies: Bits([packed as u64]),
        }
    }

    #[inline]
    fn hash_for_noise<H: Hasher>(self, state: &mut H) {
        self.hash(state);
    }
}

/// Packs the words of the occupied cells, then those of the pennies.
macro_rules! packed_boards {
    ($($width:literal: $words:literal),*) => {$(
        impl PackedKey for Board<$width> {
            type Packed = Words<$words>;

            #[inline]
            fn packed(self) -> Words<$words> {
                let mut words = [0; $words];
                words[..$width].copy_from_slice(&self.occupied.0);
                words[$width..].copy_from_slice(&self.pennies.0);
                Words(words)
            }

            #[inline]
            fn of_packed(packed: Words<$words>) -> Self {
                let mut board = Self { occupied: Bits::EMPTY, pennies: Bits::EMPTY };
                board.occupied.0.copy_from_slice(&packed.0[..$width]);
                board.pennies.0.copy_from_slice(&packed.0[$width..]);
                board
            }
        }
    )*};
}

packed_boards!(2: 4, 4: 8);

// Generates successors by shifts and ANDs on two masks.

/// The number of successors that each prune rule cuts, counted during the search.
#[derive(Debug, Default)]
pub struct Cuts {
    pairs: AtomicU64,
    blocks: AtomicU64,
    dead: AtomicU64,
    marked: Mutex<Option<CutCounts>>,
}

/// The numbers in [`Cuts`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CutCounts {
    /// Moves that gain too few pairs.
    pub pairs: u64,
    /// Moves whose landings the k-block rule excludes.
    pub blocks: u64,
    /// Successors whose frozen coins disagree.
    pub dead: u64,
}

impl Cuts {
    /// Returns the numbers at the last mark, or the current ones without a mark.
    #[must_use]
    pub fn counts(&self) -> CutCounts {
        let marked = self.marked.lock().ok().and_then(|marked| *marked);
        marked.unwrap_or_else(|| self.so_far())
    }

    /// Marks the current numbers: expansions after the last mark are not counted.
    pub fn mark(&self) {
        if let Ok(mut marked) = self.marked.lock() {
            *marked = Some(self.so_far());
        }
    }

    fn so_far(&self) -> CutCounts {
        CutCounts {
            pairs: self.pairs.load(Ordering::Relaxed),
            blocks: self.blocks.load(Ordering::Relaxed),
            dead: self.dead.load(Ordering::Relaxed),
        }
    }
}

/// `16 log2(2x + 1)`, rounded down, for `x` below 128. The values are exact, so that a beam keeps
/// the same states on every machine.
pub(crate) const LOGARITHMS: [u32; 128] = {
    let mut table = [0; 128];
    let mut x = 0;
    while x < 128 {
        table[x] = (2 * x as u128 + 1).pow(16).ilog2();
        x += 1;
    }
    table
};

/// The linear puzzle on a board of `64 * W` cells.
///
/// Cells count from 0; the first coin starts in cell `margin_left` of the bounded search. Moves are
/// given in positions, with the first coin at 1.
#[derive(Debug, Clone)]
pub struct LinearSpace<const W: usize, P> {
    bounded: BoundedSearch,
    packing: P,
    k: u32,
    goal_pairs: i32,
    board: Bits<W>,
    odd_cells: Bits<W>,
    /// Sources whose windows contain a stationary coin.
    held: Bits<W>,
    /// The cells of the stationary coins.
    stationary: Vec<u32>,
    /// Whether a goal may have phase 0, and phase 1.
    phases: [bool; 2],
    /// Whether a move reverses the order of the coins in the block.
    is_turned: bool,
    cuts: Option<Arc<Cuts>>,
}

impl<const W: usize, P: Packing<W>> LinearSpace<W, P> {
    /// Creates the space of a bounded search whose board fits in `64 * W` cells.
    #[must_use]
    pub fn new(mut bounded: BoundedSearch, packing: P, cuts: Option<Arc<Cuts>>) -> Self {
        let is_turned = bounded.puzzle.is_turned();
        if is_turned {
            // The theorems on the end of a row follow the phases of a block that keeps its order.
            bounded.dead_states = bounded.dead_states.min(DeadStates::Frozen);
        }
        if bounded.width() == Bits::<W>::WIDTH {
            // There is no cell to name the end of a row that fills the board.
            bounded.dead_states = bounded.dead_states.min(DeadStates::Frozen);
        }
        let k = bounded.puzzle.k();
        debug_assert!(bounded.width() <= Bits::<W>::WIDTH, "the board must fit");
        let (mut held, mut stationary) = (Bits::EMPTY, Vec::new());
        let resting = bounded.resting.iter().map(|(position, _)| position);
        for &position in bounded.restrictions.stationary.iter().chain(resting) {
            let cell = (i64::from(bounded.margin_left) + position - 1) as u32;
            stationary.push(cell);
            held |= Bits::range((cell + 1).saturating_sub(k), cell + 1);
        }
        Self {
            k,
            goal_pairs: bounded.puzzle.coins() as i32 - 1,
            board: Bits::range(0, bounded.width()),
            odd_cells: Bits([0xAAAA_AAAA_AAAA_AAAA; W]),
            held,
            stationary,
            phases: [bounded.allows_phase(false), bounded.allows_phase(true)],
            is_turned,
            bounded,
            packing,
            cuts,
        }
    }

    /// Returns the bounded search.
    #[must_use]
    pub const fn bounded(&self) -> &BoundedSearch {
        &self.bounded
    }

    /// Returns the board after a move.
    #[inline]
    fn after(&self, board: &Board<W>, k: BlockLength, from: u32, to: u32) -> Board<W> {
        match self.is_turned {
            false => board.moved(k, from, to),
            true => board.moved_turned(k, from, to),
        }
    }

    #[inline]
    fn position(&self, cell: u32) -> i64 {
        i64::from(cell) - i64::from(self.bounded.margin_left) + 1
    }

    /// Returns how many pairs `budget` moves may still miss; negative when the goal is out of
    /// reach.
    #[inline]
    fn slack(&self, pairs: i32, budget: u32) -> i32 {
        2 * budget as i32 - (self.goal_pairs - pairs)
    }

    /// Returns the number of fragments whose coins disagree with the phase of the goal; none while both phases are open.
    fn misplaced(&self, board: &Board<W>, pairs: &Bits<W>) -> u32 {
        let pennies_on_odd = board.pennies ^ self.odd_cells;
        let wrong = match self.phases {
            [true, true] => return 0,
            [_, false] => pennies_on_odd,
            [false, _] => !pennies_on_odd,
        };
        let begins = board.occupied & !pairs.up(1);
        (begins & wrong).count()
    }

    /// Calls `visit` for each landing place that the rules allow.
    fn landings(&self, board: &Board<W>, visit: &mut impl FnMut(u32) -> Flow) -> Flow {
        let free = self.board & !board.occupied;
        let places = free.windows(self.k);
        if !self.bounded.is_aligned() {
            for place in places.iter() {
                visit(place)?;
            }
            return ControlFlow::Continue(());
        }
        // Every gap is a multiple of k: count in steps of k from the beginning of the gap.
        for begin in (free & !free.up(1)).iter() {
            let mut place = begin;
            while place < Bits::<W>::WIDTH && places.get(place) {
                visit(place)?;
                place += self.k;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the sources that gain at least `2 - slack` pairs when they land at `place`.
    fn sources(
        &self,
        board: &Board<W>,
        pairs: &Bits<W>,
        windows: &Bits<W>,
        place: u32,
        slack: i32,
    ) -> Bits<W> {
        if slack >= 4 {
            return *windows;
        }
        let k = self.k;
        let ends = (board.pennies, board.pennies.down(k - 1));
        let (first_penny, last_penny) = match self.is_turned {
            false => ends,
            true => (ends.1, ends.0),
        };
        let mut makes_left = Bits::EMPTY;
        if place > 0 && board.occupied.get(place - 1) {
            makes_left = if board.pennies.get(place - 1) {
                !first_penny
            } else {
                first_penny
            };
            if place >= k {
                makes_left = makes_left.without(place - k); // that neighbour moves away
            }
        }
        let mut makes_right = Bits::EMPTY;
        if place + k < Bits::<W>::WIDTH && board.occupied.get(place + k) {
            makes_right = if board.pennies.get(place + k) {
                !last_penny
            } else {
                last_penny
            };
            makes_right = makes_right.without(place + k);
        }
        let breaks_left = pairs.up(1);
        let breaks_right = pairs.down(k - 1);
        let both = makes_left & makes_right;
        let one = makes_left ^ makes_right;
        let breaks_both = breaks_left & breaks_right;
        let breaks_none = !(breaks_left | breaks_right);
        let enough = match slack {
            0 => both & breaks_none,
            1 => both & !breaks_both | one & breaks_none,
            2 => both | one & !breaks_both | !one & breaks_none,
            _ => both | one | !breaks_both,
        };
        *windows & enough
    }

    fn count_cuts(&self, board: &Board<W>, windows: u32, allowed: u64, taken: u64) {
        let Some(cuts) = &self.cuts else { return };
        // The landings that the exhaustive board would offer without the k-block rule.
        let places = (self.board & !board.occupied).windows(self.k).count();
        let by_blocks = u64::from(windows) * (u64::from(places) - allowed);
        let by_pairs = u64::from(windows) * allowed - taken;
        let _ = cuts.blocks.fetch_add(by_blocks, Ordering::Relaxed);
        let _ = cuts.pairs.fetch_add(by_pairs, Ordering::Relaxed);
    }
}

impl<const W: usize, P: Packing<W>> StateSpace for LinearSpace<W, P> {
    type State = Board<W>;
    type Key = P::Key;
    type Move = Move;

    /// Returns the state after the prefix, which is played as the rules of the search allow: a move that they leave out
    /// begins no solution.
    fn starts(&self) -> Vec<Board<W>> {
        let n = self.bounded.puzzle.n() as u32;
        let mut state = Board::starting(self.bounded.margin_left, n);
        let mut left = self.bounded.moves;
        for wanted in &self.bounded.prefix {
            let mut after = None;
            if left > 0 {
                self.expand(&state, left, &mut |step, next| {
                    after = (step == *wanted).then_some(next);
                    match after {
                        Some(_) => ControlFlow::Break(()),
                        None => ControlFlow::Continue(()),
                    }
                });
            }
            let Some(next) = after else {
                return Vec::new();
            };
            (state, left) = (next, left - 1);
        }
        vec![state]
    }

    #[inline]
    fn key(&self, state: &Board<W>) -> P::Key {
        self.packing.pack(state)
    }

    #[inline]
    fn state(&self, key: &P::Key) -> Board<W> {
        self.packing.unpack(key)
    }

    #[inline]
    fn expand(&self, state: &Board<W>, budget: u32, visit: &mut dyn FnMut(Move, Board<W>) -> Flow) {
        let k = self.bounded.puzzle.block_length();
        let pairs = state.pairs();
        let now = pairs.count() as i32;
        let slack = if self.bounded.rules.pairs {
            self.slack(now, budget)
        } else {
            4
        };
        if slack < 0 {
            return;
        }
        let windows = state.occupied.windows(self.k) & !self.held;
        let (mut allowed, mut taken) = (0, 0);
        let flow = self.landings(state, &mut |to| {
            allowed += 1;
            for from in self.sources(state, &pairs, &windows, to, slack).iter() {
                taken += 1;
                let next = self.after(state, k, from, to);
                if self.is_dropped(&next, budget - 1) {
                    if let Some(cuts) = &self.cuts {
                        let _ = cuts.dead.fetch_add(1, Ordering::Relaxed);
                    }
                    continue;
                }
                let step = Move {
                    from: self.position(from),
                    to: self.position(to),
                };
                visit(step, next)?;
            }
            ControlFlow::Continue(())
        });
        // A visitor that broke off has not seen the cut moves.
        if self.cuts.is_some() && flow.is_continue() {
            self.count_cuts(state, windows.count(), allowed, taken);
        }
    }

    fn is_goal(&self, state: &Board<W>) -> bool {
        state.pairs().count() as i32 == self.goal_pairs && self.bounded.accepts(state)
    }

    fn lower_bound(&self, state: &Board<W>) -> Option<u32> {
        if self.phases == [false, false] {
            return None;
        }
        if !self.bounded.rules.pairs {
            return Some(0);
        }
        let missing = self.goal_pairs - state.pairs().count() as i32;
        Some((missing as u32).div_ceil(2))
    }

    /// Returns the mirror image of the row with nickels and pennies swapped (section 2.3 of the thesis), which has the
    /// negated shift.
    fn image(&self, state: &Board<W>) -> Option<Board<W>> {
        self.bounded.is_symmetric().then(|| {
            let width = self.bounded.width();
            let occupied = state.occupied.mirrored(width);
            Board {
                occupied,
                pennies: occupied & !state.pennies.mirrored(width),
            }
        })
    }

    /// Estimates how likely a state is to lead to a goal, in units of about 1/36 of a natural
    /// logarithm of the odds.
    ///
    /// Boundaries that can be cut, holes between coins, and coins that stay for good separate best. The weights are a
    /// logistic regression (`docs/notebook.md`, *The priority of a row in a beam*).
    fn priority(&self, state: &Board<W>) -> u32 {
        let pairs = state.pairs();
        let breaks = pairs.up(1) | pairs.down(self.k - 1);
        let windows = state.occupied.windows(self.k) & !self.held & !breaks;
        let alike = state.occupied & state.occupied.up(1) & !pairs.up(1);
        let cuttable = (alike & (windows | windows.up(self.k))).count();
        let (mut between, mut outside) = (0, 0);
        let _ = self.landings(state, &mut |to| {
            let left = to > 0 && state.occupied.get(to - 1);
            let right = to + self.k < Bits::<W>::WIDTH && state.occupied.get(to + self.k);
            *(if left && right {
                &mut between
            } else {
                &mut outside
            }) += 1;
            ControlFlow::Continue(())
        });
        let weights = &self.bounded.weights;
        let odds = weights.cuttable * LOGARITHMS[cuttable.min(127) as usize]
            + weights.between * between
            + weights.staying * self.fixed(&pairs).count();
        let misplaced = match weights.misplaced {
            0 => 0,
            weight => weight * self.misplaced(state, &pairs),
        };
        // A board has few holes unless its gaps may have any length, and then few of them are
        // landings.
        (odds + 1024).saturating_sub(weights.outside * outside + misplaced)
    }

    /// After `d` moves a state with `p` pairs has spent `2d - (p - 1)` of the slack. If the slack
    /// is 2, this is 1 or 2 from the first move on, so `p` determines `d`.
    fn is_graded(&self, bound: u32) -> bool {
        let moves = u64::from(bound) + self.bounded.prefix.len() as u64;
        self.bounded.rules.pairs && moves == self.bounded.puzzle.n()
    }
}

/// A state space of the linear puzzle, of any width and packing.
pub trait LinearStates: Backward<Move = Move> {
    /// Returns the coins that a move from this state slides.
    fn pattern(&self, state: &Self::State, step: Move) -> Pattern;
    /// Returns the state as text: a letter for each position of the board, and `.` where there is
    /// no coin.
    fn letters(&self, state: &Self::State) -> String;
    /// Returns the state after a move that the rules of the puzzle allow, whether or not the search would make it; `None`
    /// for others, and for those that leave the board.
    fn played(&self, state: &Self::State, step: Move) -> Option<Self::State>;
}

impl<const W: usize, P: Packing<W>> LinearStates for LinearSpace<W, P> {
    #[inline]
    fn pattern(&self, state: &Board<W>, step: Move) -> Pattern {
        let cell = step.from - 1 + i64::from(self.bounded.margin_left);
        state.pattern(self.bounded.puzzle.block_length(), cell as u32)
    }

    fn letters(&self, state: &Board<W>) -> String {
        let cells = self.bounded.margin_left
            + self.bounded.puzzle.coins() as u32
            + self.bounded.margin_right;
        let letter = |cell| state.coin(cell).map_or('.', Coin::letter);
        (0..cells).map(letter).collect()
    }

    fn played(&self, state: &Board<W>, step: Move) -> Option<Board<W>> {
        let k = self.bounded.puzzle.block_length();
        let cell = |position: i64| {
            let cell = position - 1 + i64::from(self.bounded.margin_left);
            u32::try_from(cell)
                .ok()
                .filter(|cell| cell + k.get() <= self.bounded.width())
        };
        let (from, to) = (cell(step.from)?, cell(step.to)?);
        let is_whole = state.occupied.windows(k.get()).get(from);
        let is_free = state.occupied.window(to, k.get()) == 0;
        (is_whole && is_free).then(|| self.after(state, k, from, to))
    }
}

impl<const W: usize, P: Packing<W>> Backward for LinearSpace<W, P> {
    fn goals(&self, visit: &mut dyn FnMut(Board<W>) -> Flow) {
        let coins = self.bounded.puzzle.coins() as u32;
        let margins = self.bounded.margin_left + self.bounded.margin_right;
        let step = if self.bounded.is_aligned() { self.k } else { 1 };
        for begin in (0..=margins).step_by(step as usize) {
            let occupied = Bits::range(begin, begin + coins);
            for pennies in [self.odd_cells, !self.odd_cells] {
                let goal = Board {
                    occupied,
                    pennies: occupied & pennies,
                };
                if self.bounded.accepts(&goal) && visit(goal).is_break() {
                    return;
                }
            }
        }
    }

    /// Finds predecessors by playing backwards, as every move can be undone by a move.
    ///
    /// States with more pairs than `spent - 1` moves can make are left out.
    fn predecessors(
        &self,
        state: &Board<W>,
        spent: u32,
        visit: &mut dyn FnMut(Move, Board<W>) -> Flow,
    ) {
        let k = self.bounded.puzzle.block_length();
        let now = state.pairs().count() as i32;
        let windows = state.occupied.windows(self.k) & !self.held;
        let spent = spent + self.bounded.prefix.len() as u32;
        // The start has 1 pair, the first move gains at most 1, and every other move at most 2.
        let most = if spent <= 1 {
            1
        } else {
            2 * (spent as i32 - 1)
        };
        let _ = self.landings(state, &mut |from| {
            if self.held.get(from) {
                return ControlFlow::Continue(()); // the move would have slid a stationary coin
            }
            for to in windows.iter() {
                let earlier = self.after(state, k, to, from);
                let pairs = earlier.pairs().count() as i32;
                if self.bounded.rules.pairs && (pairs > most || now - pairs > 2) {
                    continue;
                }
                let step = Move {
                    from: self.position(from),
                    to: self.position(to),
                };
                visit(step, earlier)?;
            }
            ControlFlow::Continue(())
        });
    }
}
