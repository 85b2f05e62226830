//! Generates successors by shifts and ANDs on two masks.

use crate::board::Board;
use crate::coin::Coin;
use crate::moves::Move;
use crate::pattern::Pattern;
use crate::space::bounded::BoundedSearch;
use crate::space::packing::Packing;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use tait_space::Bits;
use tait_space::{Backward, Flow, StateSpace};

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
    pub(super) k: u32,
    goal_pairs: i32,
    pub(super) board: Bits<W>,
    pub(super) odd_cells: Bits<W>,
    /// Sources whose windows contain a stationary coin.
    held: Bits<W>,
    /// The cells of the stationary coins.
    pub(super) stationary: Vec<u32>,
    /// Whether a goal may have phase 0, and phase 1.
    pub(super) phases: [bool; 2],
    cuts: Option<Arc<Cuts>>,
}

impl<const W: usize, P: Packing<W>> LinearSpace<W, P> {
    /// Creates the space of a bounded search whose board fits in `64 * W` cells.
    #[must_use]
    pub fn new(bounded: BoundedSearch, packing: P, cuts: Option<Arc<Cuts>>) -> Self {
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

    #[inline]
    fn position(&self, cell: u32) -> i64 {
        i64::from(cell) - i64::from(self.bounded.margin_left) + 1
    }

    /// Returns how many pairs `budget` moves may still miss; negative when the goal is out of
    /// reach.
    #[inline]
    pub(super) fn slack(&self, pairs: i32, budget: u32) -> i32 {
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
        let first_penny = board.pennies;
        let last_penny = board.pennies.down(k - 1);
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
                let next = state.moved(k, from, to);
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
    /// The weights come from a comparison of states that beams reach with states on the way back
    /// from goals, for k = 8 and 9 (logistic regression; the layers in the middle of a search).
    /// These features separate them best:
    /// * *Cuttable boundaries*, by their logarithm. Once the slack is spent, two adjacent coins of
    ///   the same type come apart only when a window that breaks no pair begins or ends between
    ///   them, and every such boundary must disappear. (Counting the windows themselves rewards
    ///   rows of many small fragments, which lead nowhere.)
    /// * *Holes*: a hole between coins can be filled with two new pairs, but a hole at an end of
    ///   the row cannot.
    /// * *Coins that stay for good*: coins that already agree need not move.
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
        (is_whole && is_free).then(|| state.moved(k, from, to))
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
                let earlier = state.moved(k, to, from);
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
