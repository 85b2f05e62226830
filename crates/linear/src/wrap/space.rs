//! The search for wraps as a state space.
//!
//! Whether there is a wrap of width `m` is a finite search on its gadget ([`Wrap`](super::Wrap),
//! [`SplitWrap`](super::SplitWrap)), which does not involve the size of the inner puzzle. The first outer move gains 1 and every other 2, so no
//! move breaks a pair, every move fills the hole, and the inner solution follows the move that leaves the hole right of the
//! opaque cells. `docs/theory.md` proves that [`WrapSpace`] leaves out no wrap.

use crate::coin::FinalType;
use crate::moves::Move;
use crate::size::{BlockLength, Puzzle};
use crate::solution::Solution;
use crate::space::{KeyWord, LOGARITHMS};
use crate::wrap::WrapError;
use crate::wrap::kinds::{AnyWrap, SplitWrap, SplitWrapForm, Wrap};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;
use tait_space::{Backward, Bits, Flow, OneOf, StateSpace};
use thiserror::Error;

// The search for bases that break no pair.

/// A search for a base that breaks no pair, of a wrap around a whole puzzle: see the documentation of the space of
/// wraps.
///
/// ```
/// use tait_linear::Puzzle;
/// use tait_linear::wrap::BoundedBaseSearch;
/// assert!(BoundedBaseSearch::new(Puzzle::new(6, 16)?).is_some());
/// assert!(BoundedBaseSearch::new(Puzzle::new(5, 16)?).is_none()); // k is odd
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoundedBaseSearch {
    puzzle: Puzzle,
}

impl BoundedBaseSearch {
    /// Creates the search for a puzzle.
    ///
    /// Returns `None` for odd `k`, where there is no such base, for a row of at most `2k` coins, and for a row that is
    /// too long.
    #[must_use]
    pub fn new(puzzle: Puzzle) -> Option<Self> {
        let k = puzzle.k();
        let fits = puzzle.coins() + u64::from(k) < WIDEST;
        let is_long = puzzle.n() > u64::from(k);
        (k.is_multiple_of(2) && fits && is_long).then_some(Self { puzzle })
    }

    /// Returns the number of moves of a base.
    #[must_use]
    pub const fn moves(&self) -> u32 {
        self.puzzle.n() as u32
    }

    /// Returns the space with the narrowest masks and the smallest exact key.
    #[must_use]
    pub fn space(&self) -> WrapSpaces {
        let (k, n) = (self.puzzle.k(), self.moves());
        WrapSpaces(if 2 * n + k + 1 < 64 && 2 * n + 7 <= 64 {
            OneOf::A(WrapSpace::base(k, n))
        } else if 2 * n + 8 <= 64 {
            OneOf::B(WrapSpace::base(k, n))
        } else {
            OneOf::C(WrapSpace::base(k, n))
        })
    }

    /// Makes a solution of the moves found in this space, without checking it.
    #[must_use]
    pub const fn solution(&self, moves: Vec<Move>) -> Solution {
        Solution::new(self.puzzle, 1, moves)
    }
}

// Coins that can never move again must be where the goal has them.

impl<const W: usize, Word: KeyWord> WrapSpace<W, Word> {
    /// Returns whether a coin that stays for good is not what the goal has in its cell, or neighbours of the same type
    /// can never be separated.
    ///
    /// Let `C` be the cells that can still change: the hole and, before the inner solution, the opaque cells and the
    /// window right of them. A window can be taken only if it cuts no pair, contains no part of a fragment that stays,
    /// and lies between neighbours of the same type at both ends. Such neighbours are there now, or arise inside `C`;
    /// none arise at the border of `C`, because a landing makes pairs at its ends. So windows are added to `C` until
    /// nothing changes, and everything outside stays.
    fn is_dead(&self, state: &WrapState<W>) -> bool {
        let (k, block) = (self.k, self.block);
        let pairs = self.pairs(state);
        let mut frozen = pairs.windows(k);
        if !self.awaits(state) {
            frozen |= self.opaque(state).cells;
        }
        let frozen = spread(frozen, &pairs);
        let wrong = (state.pennies ^ self.goal.pennies) & self.occupied(state);
        if !(wrong & frozen).is_empty() {
            return true;
        }
        if self.kind == Kind::Base && !state.solved {
            return false; // a landing may still leave neighbours of the same type
        }
        let awaits = self.awaits(state);
        let loose = self.board & !frozen;
        let mut changing = Bits::range(state.hole, state.hole + k);
        let windows = if awaits {
            changing |= Bits::range(block, block + 2 + k);
            let left = loose & Bits::range(0, block + k);
            let right = loose & Bits::range(block + 2, self.cells);
            left.windows(k) | right.windows(k)
        } else {
            (loose & !self.opaque(state).cells).windows(k)
        };
        // Places between cells are named by the cell right of them.
        let equals = self.equals(state).up(1);
        let end = self.row_end();
        loop {
            let inside = changing & changing.up(1);
            let cuts = equals | end | inside;
            let mut open = windows & cuts & self.ending_at(&cuts);
            if !awaits {
                open &= !self.mismatched(state, &open, &(inside | end));
            }
            let next = changing | open.spread(k);
            if next != changing {
                changing = next;
                continue;
            }
            if !(wrong & !changing).is_empty() {
                return true;
            }
            let cut = open | open.up(k - 1).up(1);
            let stuck = equals & !inside & !cut;
            return if awaits {
                // The inner solution and the move before it separate the opaque cells' own neighbours.
                let own = Bits::single(block) | Bits::single(block + 2);
                !cuts.get(block + k + 2) || !(stuck & !own).is_empty()
            } else {
                !(stuck & !self.goal_equals()).is_empty()
            };
        }
    }

    /// Returns the windows whose two ends are known and do not fit a hole (*What is beside the hole* in `docs/theory.md`).
    fn mismatched(&self, state: &WrapState<W>, open: &Bits<W>, unknown: &Bits<W>) -> Bits<W> {
        let known = *open & !*unknown & !self.ending_at(unknown);
        let differ = state.pennies ^ state.pennies.down(self.k - 1);
        if self.ends_agree {
            known & differ
        } else {
            known & !differ
        }
    }

    /// Returns the end of the row from which the last move takes its coins, if it does.
    fn row_end(&self) -> Bits<W> {
        match (self.kind, self.goal.hole) {
            (Kind::Split, _) => Bits::EMPTY,
            (_, 0) => Bits::single(0),
            _ => Bits::single(self.cells),
        }
    }

    /// Returns the places where the goal has neighbours of the same type: in `A x^(q-1) (xo)...`.
    fn goal_equals(&self) -> Bits<W> {
        self.equals(&self.goal).up(1)
    }

    /// Returns the windows that end at one of these places.
    fn ending_at(&self, places: &Bits<W>) -> Bits<W> {
        places.down(self.k - 1).down(1)
    }

    /// Returns whether coins that no move back can take are not what the start has in their cells.
    ///
    /// Backwards, no move separates neighbours of the same type, so a run of more than `k` of them stays, and so does
    /// one that holds opaque cells as they are at the beginning. The first move fills R1, so a run that stays and
    /// reaches into R1 is wrong; after the inner solution, so is one in the cells where the inner solution happens.
    fn is_dead_backward(&self, state: &WrapState<W>) -> bool {
        if self.kind == Kind::Base && state.solved {
            return false; // taking back the move that gained 1 separates neighbours of the same type
        }
        let equals = self.equals(state);
        let mut frozen = equals.windows(self.k);
        if self.kind == Kind::Split || self.awaits(state) {
            frozen |= self.opaque(state).cells;
        }
        let frozen = spread(frozen, &equals);
        let wrong = (state.pennies ^ self.start.pennies) & !self.opaque(state).cells;
        let outside = Bits::range(self.start.hole, self.start.hole + self.k);
        if !(frozen & wrong & !outside).is_empty() || !(frozen & outside).is_empty() {
            return true;
        }
        state.solved && !(frozen & Bits::range(self.block, self.block + self.k)).is_empty()
    }
}

/// Returns the cells joined to the given ones; link `i` joins cells `i` and `i + 1`.
fn spread<const W: usize>(mut cells: Bits<W>, links: &Bits<W>) -> Bits<W> {
    // Runs of links are doubled up to 64 cells, and the loop finds what is longer.
    let (mut left, mut right) = (links.up(1), *links);
    let (mut up, mut down) = (cells, cells);
    for distance in [1, 2, 4, 8, 16, 32] {
        up |= up.up(distance) & left;
        down |= down.down(distance) & right;
        left = left & left.up(distance);
        right = right & right.down(distance);
        if (left | right).is_empty() {
            break;
        }
    }
    cells = up | down;
    let from_left = links.up(1);
    loop {
        let next = cells | (cells.up(1) & from_left) | (cells.down(1) & *links);
        if next == cells {
            return cells;
        }
        cells = next;
    }
}

// Lays out the gadget of a requested search.

/// The widest gadget that can be searched, in cells: its masks fit in 128 bits with room beyond the last cell, and its
/// keys in 128 bits.
const WIDEST: u64 = 120;

/// The class of the wraps that are searched for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum WrapClass {
    /// Around a whole inner puzzle, with shift `+k`; closed if the width is even.
    Closed,
    /// Around a whole inner puzzle, with shift 0.
    OneShot,
    /// `T(q -> q')`: around an inner puzzle that is split left of its penny `q`, which never moves.
    Split {
        /// The type of the inner solution and of the whole.
        final_type: FinalType,
        /// `q`.
        inner_penny: u32,
        /// `q'`.
        outer_penny: u32,
    },
}

impl WrapClass {
    /// Returns the class of a wrap.
    #[must_use]
    pub fn of(wrap: &AnyWrap) -> Self {
        let number = |penny| u32::try_from(penny).unwrap_or(u32::MAX);
        match wrap {
            AnyWrap::Whole(whole) if whole.outer_shift() == 0 => Self::OneShot,
            AnyWrap::Whole(_) => Self::Closed,
            AnyWrap::Split(split) => Self::Split {
                final_type: split.final_type(),
                inner_penny: number(split.inner_penny()),
                outer_penny: number(split.outer_penny()),
            },
        }
    }
}

impl fmt::Display for WrapClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => f.write_str("shift +k"),
            Self::OneShot => f.write_str("shift 0"),
            Self::Split {
                final_type,
                inner_penny,
                outer_penny,
            } => write!(f, "T({inner_penny} -> {outer_penny}) {final_type}"),
        }
    }
}

/// The reason why a search for wraps cannot be set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BoundedWrapSearchError {
    /// The width is less than 2.
    #[error("width {0} is out of range: expected at least 2")]
    TooNarrow(u32),
    /// With shift 0, the inner puzzle would end up beyond the row.
    #[error(
        "width {width}: with shift 0 the inner puzzle ends up k positions further right, so a wrap is at least k = {k} wide"
    )]
    NarrowOneShot {
        /// The width.
        width: u32,
        /// The block length.
        k: u32,
    },
    /// The gadget is too wide for the masks.
    #[error("width {width}: the gadget has {cells} cells, the limit is {WIDEST}")]
    TooWide {
        /// The width.
        width: u32,
        /// The number of cells it needs.
        cells: u64,
    },
    /// No wrap goes around a whole inner puzzle for odd `k`.
    #[error(
        "k = {0}: no wrap goes around a whole inner puzzle for odd k (proven); search split wraps"
    )]
    OddLength(u32),
    /// The stationary pennies do not fit the width.
    #[error(
        "T({inner} -> {outer}) does not fit width {width}: the pennies are counted from 1, the width and the \
         difference of the pennies are even, and the difference is less than the width"
    )]
    Pennies {
        /// The inner stationary penny.
        inner: u32,
        /// The outer stationary penny.
        outer: u32,
        /// The width.
        width: u32,
    },
}

/// The gadget of one search for wraps.
///
/// ```
/// use tait_linear::BlockLength;
/// use tait_linear::wrap::{WrapClass, BoundedWrapSearch};
/// let bounded = BoundedWrapSearch::new(BlockLength::new(6)?, 18, WrapClass::Closed)?;
/// assert_eq!(bounded.to_string(), "width 18, shift +k");
/// assert!(BoundedWrapSearch::new(BlockLength::new(5)?, 18, WrapClass::Closed).is_err()); // k is odd
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct BoundedWrapSearch {
    k: BlockLength,
    width: u32,
    class: WrapClass,
}

impl fmt::Display for BoundedWrapSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "width {}, {}", self.width, self.class)
    }
}

tait_space::spaces! {
    /// The space of a search for wraps, of whatever width and key the search needs.
    pub WrapSpaces: WrapSpace<1, u64>, WrapSpace<2, u64>, WrapSpace<2, u128>
}

impl BoundedWrapSearch {
    /// Creates a search for wraps of one width and class.
    ///
    /// # Errors
    /// Returns [`BoundedWrapSearchError`] when there is no such gadget, or when it is too wide.
    pub fn new(
        k: BlockLength,
        width: u32,
        class: WrapClass,
    ) -> Result<Self, BoundedWrapSearchError> {
        if width < 2 {
            return Err(BoundedWrapSearchError::TooNarrow(width));
        }
        match class {
            WrapClass::Closed | WrapClass::OneShot => {
                if !k.get().is_multiple_of(2) {
                    return Err(BoundedWrapSearchError::OddLength(k.get()));
                }
                if class == WrapClass::OneShot && width < k.get() {
                    let k = k.get();
                    return Err(BoundedWrapSearchError::NarrowOneShot { width, k });
                }
            }
            WrapClass::Split {
                inner_penny: inner,
                outer_penny: outer,
                ..
            } => {
                let even = width.is_multiple_of(2) && inner.abs_diff(outer).is_multiple_of(2);
                if inner == 0 || outer == 0 || !even || inner.abs_diff(outer) >= width {
                    return Err(BoundedWrapSearchError::Pennies {
                        inner,
                        outer,
                        width,
                    });
                }
            }
        }
        let bounded = Self { k, width, class };
        let cells = bounded.cells();
        if cells > WIDEST {
            return Err(BoundedWrapSearchError::TooWide { width, cells });
        }
        Ok(bounded)
    }

    /// Returns the block length.
    #[must_use]
    pub const fn block_length(&self) -> BlockLength {
        self.k
    }

    /// Returns `m`: the number of outer moves.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Returns the class of the wraps.
    #[must_use]
    pub const fn class(&self) -> WrapClass {
        self.class
    }

    /// Returns the number of cells of the gadget.
    fn cells(&self) -> u64 {
        let (width, k) = (u64::from(self.width), u64::from(self.k.get()));
        match self.class {
            WrapClass::Closed | WrapClass::OneShot => 2 * width + 2 + k,
            WrapClass::Split { inner_penny, .. } => 2 * width + u64::from(inner_penny) + 1 + k,
        }
    }

    /// Returns the number of coins that a key stores: all but the opaque ones.
    fn coins(&self) -> u64 {
        match self.class {
            WrapClass::Closed | WrapClass::OneShot => 2 * u64::from(self.width),
            WrapClass::Split { inner_penny, .. } => {
                2 * u64::from(self.width) + u64::from(inner_penny) - 1
            }
        }
    }

    /// Returns the space with the narrowest masks and the smallest exact key.
    #[must_use]
    pub fn space(&self) -> WrapSpaces {
        // The cell of the hole takes 6 bits on up to 63 cells and 7 bits on more; one more bit tells the stage.
        WrapSpaces(if self.cells() < 64 && self.coins() + 7 <= 64 {
            OneOf::A(WrapSpace::new(self))
        } else if self.coins() + 8 <= 64 {
            OneOf::B(WrapSpace::new(self))
        } else {
            OneOf::C(WrapSpace::new(self))
        })
    }

    /// Makes a wrap of the moves found on this gadget, and checks it.
    ///
    /// # Errors
    /// When they are not a wrap.
    pub fn wrap(&self, moves: Vec<Move>) -> Result<AnyWrap, WrapError> {
        match self.class {
            WrapClass::Closed | WrapClass::OneShot => {
                // The first move of the coins right of the opaque cells makes room for the inner solution.
                let right = i64::from(self.width) + 3;
                let before = moves.iter().position(|step| step.from == right);
                let before = before.map_or(0, |index| index + 1);
                Wrap::new(self.k, before, moves).map(Into::into)
            }
            WrapClass::Split {
                final_type,
                inner_penny,
                outer_penny,
            } => SplitWrap::new(SplitWrapForm {
                k: self.k,
                final_type,
                inner_penny: inner_penny.into(),
                outer_penny: outer_penny.into(),
                moves,
            })
            .map(Into::into),
        }
    }
}

// States of a gadget, and the moves between them.

/// The cells of a gadget, cell 0 leftmost: the cells with a penny, and the place of the hole of `k` cells.
///
/// All other cells hold a nickel. The opaque cells count as the coins that their neighbours see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrapState<const W: usize> {
    pennies: Bits<W>,
    /// The first cell of the hole.
    hole: u32,
    /// Whether the inner solution has taken place; for a base, whether the move that gains 1 has.
    solved: bool,
}

/// The opaque cells at one stage.
#[derive(Debug, Clone, Copy)]
struct Opaque<const W: usize> {
    cells: Bits<W>,
    /// The first of two opaque cells that belong to one puzzle: no pair is counted between them.
    inside: Bits<W>,
}

/// The fixed part of a gadget, beside the coins that move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A whole inner puzzle.
    Whole,
    /// The two parts of an inner puzzle that is split.
    Split,
    /// The coin right of R1 that is there when the puzzle is an inner puzzle.
    Base,
}

/// The space of [`BoundedWrapSearch`] or [`BoundedBaseSearch`](BoundedBaseSearch): every path from the start to
/// the goal has exactly `m` moves.
///
/// Moves are in cells counted from 1, as in a [`Wrap`](crate::wrap::Wrap).
#[derive(Debug, Clone)]
pub struct WrapSpace<const W: usize, Word> {
    k: u32,
    cells: u32,
    board: Bits<W>,
    start: WrapState<W>,
    goal: WrapState<W>,
    /// The opaque cells before and after the inner solution.
    opaque: [Opaque<W>; 2],
    /// The first cell of the inner puzzle before the inner solution, or the cell of `B`.
    block: u32,
    kind: Kind,
    /// Whether windows that can be taken after the inner solution have coins of the same type at their ends.
    ends_agree: bool,
    hole_bits: u32,
    word: PhantomData<Word>,
}

impl<const W: usize, Word: KeyWord> WrapSpace<W, Word> {
    /// Creates the space of a bounded search that fits the masks and the word; [`BoundedWrapSearch::space`]
    /// guarantees the fit.
    #[must_use]
    fn new(bounded: &BoundedWrapSearch) -> Self {
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
    fn base(k: u32, n: u32) -> Self {
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
    const fn awaits(&self, state: &WrapState<W>) -> bool {
        matches!(self.kind, Kind::Whole) && !state.solved
    }

    const fn opaque(&self, state: &WrapState<W>) -> &Opaque<W> {
        &self.opaque[state.solved as usize]
    }

    fn occupied(&self, state: &WrapState<W>) -> Bits<W> {
        self.board & !Bits::range(state.hole, state.hole + self.k)
    }

    /// Returns the cells that form a pair with the next cell.
    fn pairs(&self, state: &WrapState<W>) -> Bits<W> {
        self.neighbours(state) & (state.pennies ^ state.pennies.down(1))
    }

    /// Returns the cells whose next cell holds a coin of the same type.
    fn equals(&self, state: &WrapState<W>) -> Bits<W> {
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
