//! States of a gadget, and the moves between them.

use super::layout::{BoundedWrapSearch, WrapClass};
use crate::coin::FinalType;
use crate::moves::Move;
use crate::space::KeyWord;
use crate::space::LOGARITHMS;
use std::marker::PhantomData;
use tait_space::Bits;
use tait_space::{Backward, Flow, StateSpace};

/// The cells of a gadget, cell 0 leftmost: the cells with a penny, and the place of the hole of `k` cells.
///
/// All other cells hold a nickel. The opaque cells count as the coins that their neighbours see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrapState<const W: usize> {
    pub(super) pennies: Bits<W>,
    /// The first cell of the hole.
    pub(super) hole: u32,
    /// Whether the inner solution has taken place; for a base, whether the move that gains 1 has.
    pub(super) solved: bool,
}

/// The opaque cells at one stage.
#[derive(Debug, Clone, Copy)]
pub(super) struct Opaque<const W: usize> {
    pub(super) cells: Bits<W>,
    /// The first of two opaque cells that belong to one puzzle: no pair is counted between them.
    inside: Bits<W>,
}

/// The fixed part of a gadget, beside the coins that move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A whole inner puzzle.
    Whole,
    /// The two parts of an inner puzzle that is split.
    Split,
    /// The coin right of R1 that is there when the puzzle is an inner puzzle.
    Base,
}

/// The space of [`BoundedWrapSearch`] or [`BoundedBaseSearch`](super::BoundedBaseSearch): every path from the start to
/// the goal has exactly `m` moves.
///
/// Moves are in cells counted from 1, as in a [`Wrap`](crate::wrap::Wrap).
#[derive(Debug, Clone)]
pub struct WrapSpace<const W: usize, Word> {
    pub(super) k: u32,
    pub(super) cells: u32,
    pub(super) board: Bits<W>,
    pub(super) start: WrapState<W>,
    pub(super) goal: WrapState<W>,
    /// The opaque cells before and after the inner solution.
    opaque: [Opaque<W>; 2],
    /// The first cell of the inner puzzle before the inner solution, or the cell of `B`.
    pub(super) block: u32,
    pub(super) kind: Kind,
    /// Whether windows that can be taken after the inner solution have coins of the same type at their ends.
    pub(super) ends_agree: bool,
    hole_bits: u32,
    word: PhantomData<Word>,
}

impl<const W: usize, Word: KeyWord> WrapSpace<W, Word> {
    /// Creates the space of a bounded search that fits the masks and the word; [`BoundedWrapSearch::with_space`]
    /// guarantees the fit.
    #[must_use]
    pub(super) fn new(bounded: &BoundedWrapSearch) -> Self {
        let (k, m) = (bounded.block_length().get(), bounded.width());
        match bounded.class() {
            WrapClass::Closed => Self::whole(k, m, 0),
            WrapClass::OneShot => Self::whole(k, m, 2 * m + 2),
            WrapClass::Split {
                final_type,
                inner_penny,
                outer_penny,
            } => Self::split(k, m, final_type, inner_penny, outer_penny),
        }
    }

    /// `o^m [ox] x^m _^k` becomes an alternating row in which the opaque cells are `xo`.
    fn whole(k: u32, m: u32, last_hole: u32) -> Self {
        let cells = 2 * m + 2 + k;
        let board = Bits::range(0, cells);
        let odd_cells = Bits([0xAAAA_AAAA_AAAA_AAAA; W]);
        let phase = if (m + k).is_multiple_of(2) {
            !odd_cells
        } else {
            odd_cells
        };
        let opaque = |begin| Opaque {
            cells: Bits::range(begin, begin + 2),
            inside: Bits::single(begin),
        };
        Self {
            k,
            cells,
            board,
            start: WrapState {
                pennies: Bits::range(m + 1, 2 * m + 2),
                hole: 2 * m + 2,
                solved: false,
            },
            goal: WrapState {
                pennies: phase & board & !Bits::range(last_hole, last_hole + k),
                hole: last_hole,
                solved: true,
            },
            opaque: [opaque(m), opaque(m + k)],
            block: m,
            kind: Kind::Whole,
            ends_agree: false,
            hole_bits: u32::BITS - cells.leading_zeros(),
            word: PhantomData,
        }
    }

    /// `A o^m x^(q'-1) B x^r _^k` becomes `A x^(q-1) (xo)^((m+q'-q)/2) B _^k (xo)^(r/2)`.
    fn split(k: u32, m: u32, final_type: FinalType, inner: u32, outer: u32) -> Self {
        let block = m + outer;
        let right_run = m + inner - outer;
        let cells = block + 1 + right_run + k;
        let right = block + 1 + k + u32::from(final_type == FinalType::White);
        let alternating = |begin: u32, end: u32| {
            (begin..end)
                .step_by(2)
                .map(Bits::single)
                .fold(Bits::EMPTY, |all, cell| all | cell)
        };
        let pennies = Bits::range(1, inner)
            | alternating(inner, block)
            | Bits::single(block)
            | alternating(right, cells);
        let opaque = Opaque {
            cells: Bits::single(0) | Bits::single(block),
            inside: Bits::EMPTY,
        };
        Self {
            k,
            cells,
            board: Bits::range(0, cells),
            start: WrapState {
                pennies: Bits::range(m + 1, cells - k),
                hole: cells - k,
                solved: false,
            },
            goal: WrapState {
                pennies,
                hole: block + 1,
                solved: false,
            },
            opaque: [opaque; 2],
            block,
            kind: Kind::Split,
            ends_agree: final_type == FinalType::Black,
            hole_bits: u32::BITS - cells.leading_zeros(),
            word: PhantomData,
        }
    }

    /// `o^n x^n _^k x` becomes `_^k (xo)^n x`.
    pub(super) fn base(k: u32, n: u32) -> Self {
        let cells = 2 * n + k + 1;
        let even_cells = Bits([0x5555_5555_5555_5555; W]);
        let beside = Opaque {
            cells: Bits::single(cells - 1),
            inside: Bits::EMPTY,
        };
        Self {
            k,
            cells,
            board: Bits::range(0, cells),
            start: WrapState {
                pennies: Bits::range(n, 2 * n) | beside.cells,
                hole: 2 * n,
                solved: false,
            },
            goal: WrapState {
                pennies: even_cells & Bits::range(k, cells),
                hole: 0,
                solved: true,
            },
            opaque: [beside; 2],
            block: cells - 1,
            kind: Kind::Base,
            ends_agree: false,
            hole_bits: u32::BITS - cells.leading_zeros(),
            word: PhantomData,
        }
    }

    /// Returns whether the inner solution is still to come in the middle of the outer moves.
    pub(super) const fn awaits(&self, state: &WrapState<W>) -> bool {
        matches!(self.kind, Kind::Whole) && !state.solved
    }

    pub(super) const fn opaque(&self, state: &WrapState<W>) -> &Opaque<W> {
        &self.opaque[state.solved as usize]
    }

    pub(super) fn occupied(&self, state: &WrapState<W>) -> Bits<W> {
        self.board & !Bits::range(state.hole, state.hole + self.k)
    }

    /// Returns the cells that form a pair with the next cell.
    pub(super) fn pairs(&self, state: &WrapState<W>) -> Bits<W> {
        self.neighbours(state) & (state.pennies ^ state.pennies.down(1))
    }

    /// Returns the cells whose next cell holds a coin of the same type.
    pub(super) fn equals(&self, state: &WrapState<W>) -> Bits<W> {
        self.neighbours(state) & !(state.pennies ^ state.pennies.down(1))
    }

    /// Returns the cells that hold a coin, as the next cell does.
    fn neighbours(&self, state: &WrapState<W>) -> Bits<W> {
        let occupied = self.occupied(state);
        occupied & occupied.down(1) & !self.opaque(state).inside
    }

    /// Returns windows, by their first cell, of coins that may move and do not border the hole: those whose first coin,
    /// and those whose last coin, has the type of the hole's neighbour on that side (`same`) or the other type (not
    /// `same`).
    fn windows(&self, state: &WrapState<W>, same: bool) -> [Bits<W>; 2] {
        let (k, hole) = (self.k, state.hole);
        let mut windows = (self.occupied(state) & !self.opaque(state).cells).windows(k);
        if let Some(left) = hole.checked_sub(k) {
            windows = windows.without(left);
        }
        let like = |coins: Bits<W>, penny: bool| if penny == same { coins } else { !coins };
        let mut fitting = [windows; 2];
        if hole > 0 {
            fitting[0] &= like(state.pennies, state.pennies.get(hole - 1));
        }
        if hole + k < self.cells {
            fitting = fitting.map(|windows| windows.without(hole + k));
            fitting[1] &= like(state.pennies.down(k - 1), state.pennies.get(hole + k));
        }
        fitting
    }

    /// Returns the state after a move of the coins from cell `from` on into the hole.
    fn moved(&self, state: &WrapState<W>, from: u32) -> WrapState<W> {
        let coins = state.pennies.window(from, self.k);
        WrapState {
            pennies: state.pennies & !Bits::laid(coins, from) | Bits::laid(coins, state.hole),
            hole: from,
            solved: state.solved,
        }
    }

    /// Plays the inner solution: the hole moves from the right of the opaque cells to their left.
    fn solved(&self, state: &WrapState<W>) -> WrapState<W> {
        let around = Bits::range(self.block, self.block + self.k + 2);
        WrapState {
            pennies: state.pennies & !around | Bits::single(self.block + self.k),
            hole: self.block,
            solved: true,
        }
    }

    /// Takes back the inner solution.
    fn unsolved(&self, state: &WrapState<W>) -> WrapState<W> {
        let around = Bits::range(self.block, self.block + self.k + 2);
        WrapState {
            pennies: state.pennies & !around | Bits::single(self.block + 1),
            hole: self.block + 2,
            solved: false,
        }
    }

    /// Returns the opaque cells, as first cells and lengths, with the hole closed up.
    fn opaque_runs(&self, hole: u32, solved: bool) -> [(u32, u32); 2] {
        let closed_up = |cell: u32| if cell > hole { cell - self.k } else { cell };
        match (self.kind, solved) {
            (Kind::Split, _) => [(0, 1), (closed_up(self.block), 1)],
            (Kind::Base, _) => [(closed_up(self.block), 1), (0, 0)],
            (Kind::Whole, false) => [(closed_up(self.block), 2), (0, 0)],
            (Kind::Whole, true) => [(closed_up(self.block + self.k), 2), (0, 0)],
        }
    }
}

impl<const W: usize, Word: KeyWord> StateSpace for WrapSpace<W, Word> {
    type State = WrapState<W>;
    type Key = Word;
    type Move = Move;

    fn starts(&self) -> Vec<WrapState<W>> {
        vec![self.start]
    }

    /// Packs the coins that may move, one bit each, the stage, and the cell of the hole.
    fn key(&self, state: &WrapState<W>) -> Word {
        let mut coins = state.pennies.closed_up(state.hole, self.k);
        for (cell, length) in self.opaque_runs(state.hole, state.solved).into_iter().rev() {
            coins = coins.closed_up(cell, length);
        }
        let high = if W > 1 { coins.0[1] } else { 0 };
        let coins = u128::from(coins.0[0]) | u128::from(high) << 64;
        let staged = coins << 1 | u128::from(state.solved);
        Word::from_wide(staged << self.hole_bits | u128::from(state.hole))
    }

    fn state(&self, key: &Word) -> WrapState<W> {
        let key = key.to_wide();
        let hole = key as u32 & ((1 << self.hole_bits) - 1);
        let staged = key >> self.hole_bits;
        let solved = staged & 1 == 1;
        let coins = staged >> 1;
        let mut words = [0; W];
        words[0] = coins as u64;
        if W > 1 {
            words[1] = (coins >> 64) as u64;
        }
        let mut pennies = Bits(words);
        for (cell, length) in self.opaque_runs(hole, solved) {
            pennies = pennies.opened(cell, length);
        }
        let opaque_penny = match (self.kind, solved) {
            (Kind::Split | Kind::Base, _) => self.block,
            (Kind::Whole, false) => self.block + 1,
            (Kind::Whole, true) => self.block + self.k,
        };
        WrapState {
            pennies: pennies.opened(hole, self.k) | Bits::single(opaque_penny),
            hole,
            solved,
        }
    }

    fn expand(
        &self,
        state: &WrapState<W>,
        budget: u32,
        visit: &mut dyn FnMut(Move, WrapState<W>) -> Flow,
    ) {
        let pairs = self.pairs(state);
        let unbroken = !pairs.up(1) & !pairs.down(self.k - 1);
        let [left, right] = self.windows(state, false).map(|windows| windows & unbroken);
        let mut windows = left & right;
        // The one move of a base that gains 1: it lands with a pair at one end only.
        let mut lesser = if self.kind == Kind::Base && !state.solved {
            (left ^ right).without(0)
        } else {
            Bits::EMPTY
        };
        if budget == 1 {
            windows &= Bits::single(self.goal.hole);
            lesser = Bits::EMPTY;
        } else {
            windows = windows.without(0).without(self.cells - self.k);
            if self.kind == Kind::Split {
                windows = windows.without(self.goal.hole); // once filled again, it would stay closed
            } else if self.awaits(state) && self.block >= self.k {
                windows = windows.without(self.block - self.k); // the coin left of the opaque cells stays
            }
        }
        for from in (windows | lesser).iter() {
            let mut next = self.moved(state, from);
            next.solved |= lesser.get(from);
            if self.awaits(state) && from == self.block + 2 {
                if !next.pennies.get(from + self.k) {
                    continue; // there would be no pair after the inner solution
                }
                next = self.solved(&next);
            }
            if self.is_dead(&next) {
                continue;
            }
            let step = Move {
                from: i64::from(from) + 1,
                to: i64::from(state.hole) + 1,
            };
            if visit(step, next).is_break() {
                return;
            }
        }
    }

    fn is_goal(&self, state: &WrapState<W>) -> bool {
        *state == self.goal
    }

    /// Counts the places between neighbours of the same type at which a block can be cut, weighted as in the linear
    /// puzzle.
    ///
    /// At the end of a beam, this keeps four times as many states alive as a random choice.
    fn priority(&self, state: &WrapState<W>) -> u32 {
        let pairs = self.pairs(state);
        let movable = self.occupied(state) & !self.opaque(state).cells;
        let windows = movable.windows(self.k) & !pairs.up(1) & !pairs.down(self.k - 1);
        let alike = self.equals(state).up(1);
        let cuttable = (alike & (windows | windows.up(self.k))).count();
        4 * LOGARITHMS[cuttable.min(127) as usize]
    }

    /// Every move makes pairs and breaks none, so the number of pairs determines the depth.
    fn is_graded(&self, _bound: u32) -> bool {
        true
    }
}

impl<const W: usize, Word: KeyWord> Backward for WrapSpace<W, Word> {
    fn goals(&self, visit: &mut dyn FnMut(WrapState<W>) -> Flow) {
        let _ = visit(self.goal);
    }

    fn predecessors(
        &self,
        state: &WrapState<W>,
        spent: u32,
        visit: &mut dyn FnMut(Move, WrapState<W>) -> Flow,
    ) {
        // After the inner solution, the hole is left of the opaque cells only until the next move.
        let state = if self.kind == Kind::Whole && state.solved && state.hole == self.block {
            self.unsolved(state)
        } else {
            *state
        };
        let pairs = self.pairs(&state);
        let [left, right] = self.windows(&state, true);
        let windows = left & right;
        let (left, right) = (pairs.up(1), pairs.down(self.k - 1));
        // The move of a base that gained 1 touched coins on both sides, and made a pair with one of them.
        let mut lesser = if self.kind == Kind::Base && state.solved {
            let equals = self.equals(&state);
            windows & (left & equals.down(self.k - 1) | right & equals.up(1))
        } else {
            Bits::EMPTY
        };
        let first_hole = self.start.hole;
        let mut windows = if spent == 1 && self.kind != Kind::Base {
            windows & left
        } else {
            windows & left & right
        };
        if spent == 1 {
            windows &= Bits::single(first_hole);
            lesser &= Bits::single(first_hole);
        } else {
            windows = windows.without(first_hole);
            lesser = lesser.without(first_hole);
            // Places where no hole ever is: beside B; before the inner solution, left of the opaque cells; and right of
            // them except immediately before it.
            match (self.kind, state.solved) {
                (Kind::Base, _) => {}
                (Kind::Split, _) => windows = windows.without(self.block + 1),
                (Kind::Whole, true) => windows = windows.without(self.block + self.k + 2),
                (Kind::Whole, false) => {
                    windows = windows.without(self.block + 2);
                    if self.block >= self.k {
                        windows = windows.without(self.block - self.k);
                    }
                }
            }
        }
        for to in (windows | lesser).iter() {
            let mut earlier = self.moved(&state, to);
            earlier.solved &= !lesser.get(to);
            if spent == 1 {
                if earlier != self.start {
                    continue;
                }
            } else {
                let after_inner = self.kind == Kind::Whole && earlier.solved && to == self.block;
                if after_inner && !earlier.pennies.get(self.block + self.k + 2) {
                    continue;
                }
                if self.is_dead_backward(&earlier) {
                    continue;
                }
            }
            let step = Move {
                from: i64::from(state.hole) + 1,
                to: i64::from(to) + 1,
            };
            if visit(step, earlier).is_break() {
                return;
            }
        }
    }
}
