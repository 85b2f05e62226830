//! Wraps around a whole puzzle, split wraps, and either of them; the gadget on which they are checked, what an inner solution has
//! to meet, and what can be wrong with either.

use crate::blocks::{Block, BlockSet};
use crate::certificate::{PruneRules, Restrictions};
use crate::coin::{Coin, FinalType};
use crate::moves::Move;
use crate::replay::{CheckError, Replay};
use crate::size::{BlockLength, Puzzle};
use crate::solution::Solution;
use crate::space::{BoundedSearch, DeadStates};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// The widest gadget that is laid out: far wider than that of any wrap that a search could find.
const WIDEST_GADGET: usize = 1 << 16;

/// The content of a cell of a gadget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    /// Nothing.
    Free,
    /// A coin of the outer puzzle.
    Coin(Coin),
    /// Any number of coins of the inner puzzle, which are never moved and never examined.
    Opaque,
}

/// The reason why a move of a gadget is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum GadgetError {
    /// A position is left of cell 1 or right of R1.
    #[error("cell {0} is not on the board")]
    OffBoard(i64),
    /// A source cell belongs to the inner puzzle.
    #[error("cell {0} belongs to the inner puzzle, which the outer moves leave alone")]
    Opaque(i64),
    /// A source cell holds no coin.
    #[error("cell {0} holds no coin to move")]
    Unoccupied(i64),
    /// A destination cell is not free.
    #[error("cell {0} is not free")]
    NotFree(i64),
}

/// The cells of a gadget, counted from 1.
#[derive(Debug, Clone)]
struct Gadget {
    cells: Vec<Cell>,
}

impl Gadget {
    /// Creates a gadget from runs of equal cells, from left to right.
    pub(super) fn of_runs(runs: &[(Cell, usize)]) -> Self {
        let cells = runs
            .iter()
            .flat_map(|&(cell, length)| std::iter::repeat_n(cell, length))
            .collect();
        Self { cells }
    }

    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns all cells, for changes.
    pub(super) fn cells_mut(&mut self) -> &mut [Cell] {
        &mut self.cells
    }

    /// Plays a move of `k` coins of the outer puzzle to `k` free cells.
    ///
    /// A source full of coins and a destination full of free cells cannot overlap.
    pub(super) fn play(&mut self, k: BlockLength, step: Move) -> Result<(), GadgetError> {
        let k = k.get() as usize;
        let (from, to) = (self.window(k, step.from)?, self.window(k, step.to)?);
        for (index, cell) in (from..).zip(&self.cells[from..from + k]) {
            match cell {
                Cell::Coin(_) => {}
                Cell::Free => return Err(GadgetError::Unoccupied(index as i64 + 1)),
                Cell::Opaque => return Err(GadgetError::Opaque(index as i64 + 1)),
            }
        }
        let taken = (to..to + k).find(|&index| self.cells[index] != Cell::Free);
        if let Some(index) = taken {
            return Err(GadgetError::NotFree(index as i64 + 1));
        }
        for index in 0..k {
            self.cells.swap(from + index, to + index);
        }
        Ok(())
    }

    /// Returns the index of the first cell of a window, if the whole window is on the board.
    fn window(&self, k: usize, first: i64) -> Result<usize, GadgetError> {
        let cells = self.cells.len() as i64;
        let last = first.saturating_add(k as i64 - 1);
        if first < 1 {
            Err(GadgetError::OffBoard(first))
        } else if last > cells {
            Err(GadgetError::OffBoard(last))
        } else {
            Ok(first as usize - 1)
        }
    }
}

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

/// The reason why moves are not a wrap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WrapError {
    /// It has no outer moves.
    #[error("a wrap has at least one outer move")]
    Empty,
    /// Its gadget is too wide.
    #[error("its gadget has more than {WIDEST_GADGET} cells")]
    TooWide,
    /// The inner solution would come after more moves than there are.
    #[error(
        "the inner solution is set after move {before}, but there are only {width} outer moves"
    )]
    Before {
        /// The stated number of moves before the inner solution.
        before: usize,
        /// The number of outer moves.
        width: usize,
    },
    /// An outer move is not allowed.
    #[error("outer move {number} {step} is not allowed: {error}")]
    BadMove {
        /// The number of the move among the outer moves, counted from 1.
        number: usize,
        /// The move, in cells of the gadget.
        step: Move,
        /// The reason.
        error: GadgetError,
    },
    /// The inner solution needs a cell that is not free when its turn comes.
    #[error("the inner solution needs cell {0}, which is not free")]
    NoRoom(i64),
    /// The coins are not contiguous at the end.
    #[error("after the last move cell {0} is free, with coins on both sides")]
    NotContiguous(i64),
    /// The coins do not alternate at the end, for either inner final type.
    #[error("after the last move the coins at cells {0} and {next} are of the same type", next = .0 + 1)]
    NotAlternating(i64),
    /// The two stationary pennies do not fit the width.
    #[error(
        "stationary pennies {inner} and {outer} do not fit width {width}: they are counted from 1, and their \
         difference is at most the width, and both are even or both odd"
    )]
    Pennies {
        /// The number of the inner stationary penny.
        inner: u64,
        /// The number of the outer stationary penny.
        outer: u64,
        /// The width.
        width: usize,
    },
    /// The two split wraps cannot be put around each other.
    #[error(
        "the wraps do not fit together: they need the same block length and type, and a common stationary penny"
    )]
    Mismatch,
    /// A split gadget does not end in the required row.
    #[error("after the last move cell {cell} must {}", needed(.coin))]
    NotTheFrame {
        /// The first cell that is wrong.
        cell: i64,
        /// The coin it must hold, if any.
        coin: Option<Coin>,
    },
}

fn needed(coin: &Option<Coin>) -> String {
    match coin {
        Some(coin) => format!("hold {coin}"),
        None => "be free".to_owned(),
    }
}

fn beside(blocks: &BlockSet) -> &'static str {
    match blocks.contains(Block::L1) {
        true => "on each side of it",
        false => "right of it",
    }
}

/// The reason why a solution cannot be put into a wrap.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InnerError {
    /// The solution is for another block length.
    #[error("it is for k = {found}, but the wrap is for k = {expected}")]
    BlockLength {
        /// The wrap's block length.
        expected: u32,
        /// The block length of the solution.
        found: u32,
    },
    /// The moves are not a solution.
    #[error(transparent)]
    NotASolution(#[from] CheckError),
    /// The solution has too many moves.
    #[error("it has {moves} moves, but needs n = {n}")]
    NotOptimal {
        /// The number of moves of the solution.
        moves: u64,
        /// The size of the solution.
        n: u64,
    },
    /// The solution uses other blocks than it may.
    #[error("move {number} leaves the row and {blocks}, the k positions {}", beside(.blocks))]
    Outside {
        /// The move, counted from 1.
        number: usize,
        /// The blocks that it may use.
        blocks: BlockSet,
    },
    /// The solution does not have the required shift.
    #[error("its row moves by {found:+}, but must move by {needed:+}")]
    Shift {
        /// The required shift.
        needed: i64,
        /// The shift of the solution.
        found: i64,
    },
    /// The solution has the wrong final type.
    #[error("its type is {found}, but must be {needed}")]
    Type {
        /// The required type.
        needed: FinalType,
        /// The type of the solution.
        found: FinalType,
    },
    /// Its stationary penny moves or does not exist.
    #[error("penny {0} moves or does not exist")]
    NotStationary(u64),
    /// The wrap and the solution together exceed the largest size.
    #[error("the result is beyond the largest size")]
    TooLarge,
}

/// A wrap: `m` outer moves around any solution of a smaller puzzle.
///
/// The moves are in *cells of the gadget*: `o^m`, then two cells that stand for the inner puzzle,
/// then `x^m`, then the `k` free cells of R1, counted from 1. After [`before`](Self::before) moves
/// the inner solution takes place; all that is known about it is that it slides the two cells by
/// `k` to the right. `docs/theory.md` states and proves what a `Wrap` guarantees.
///
/// ```
/// use tait_linear::wrap::Wrap;
/// use tait_linear::{BlockLength, FinalType, Move, Puzzle, Solution, check};
/// // Algorithm 3.1 of the thesis: two moves, the puzzle of size n - 4, two moves.
/// let moves = [(2, 11), (7, 2), (10, 5), (1, 10)].map(Move::from).to_vec();
/// let wrap = Wrap::new(BlockLength::new(2)?, 2, moves)?;
/// assert!(wrap.is_closed());
/// assert_eq!(wrap.inner_type(), FinalType::Black);
/// let four = [(2, 9), (5, 2), (8, 5), (1, 8)].map(Move::from).to_vec();
/// let eight = wrap.around(&Solution::new(Puzzle::new(2, 4)?, 1, four))?;
/// assert!(check(&eight)?.meets_lower_bound);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "WrapForm", into = "WrapForm")]
pub struct Wrap {
    form: WrapForm,
    inner_type: FinalType,
    outer_type: FinalType,
    outer_shift: i64,
}

/// A wrap in its written form, not checked yet: `{"k": 2, "before": 2, "moves": [[2,11],...]}`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "WholeWrap")]
#[schemars(description = "A wrap around a whole inner puzzle.")]
pub struct WrapForm {
    /// The block length.
    pub k: BlockLength,
    /// The number of outer moves before the inner solution.
    pub before: usize,
    /// The outer moves, in cells of the gadget.
    pub moves: Vec<Move>,
}

impl Wrap {
    /// Checks the wrap symbolically: plays the outer moves on the gadget, whose inner puzzle is
    /// opaque.
    ///
    /// # Errors
    /// Returns the first failure.
    pub fn new(k: BlockLength, before: usize, moves: Vec<Move>) -> Result<Self, WrapError> {
        let width = moves.len();
        if width == 0 {
            return Err(WrapError::Empty);
        }
        if before > width {
            return Err(WrapError::Before { before, width });
        }
        let length = k.get() as usize;
        if 2 * width + 2 + length > WIDEST_GADGET {
            return Err(WrapError::TooWide);
        }
        let mut gadget = Gadget::of_runs(&[
            (Cell::Coin(Coin::Nickel), width),
            (Cell::Opaque, 2),
            (Cell::Coin(Coin::Penny), width),
            (Cell::Free, length),
        ]);
        for (index, &step) in moves.iter().enumerate() {
            if index == before {
                slide_inner(&mut gadget, width, length)?;
            }
            gadget.play(k, step).map_err(|error| WrapError::BadMove {
                number: index + 1,
                step,
                error,
            })?;
        }
        if before == width {
            slide_inner(&mut gadget, width, length)?;
        }
        let (inner_type, outer_type, outer_shift) = judge(&gadget)?;
        Ok(Self {
            form: WrapForm { k, before, moves },
            inner_type,
            outer_type,
            outer_shift,
        })
    }

    /// Returns the block length.
    #[must_use]
    pub const fn block_length(&self) -> BlockLength {
        self.form.k
    }

    /// Returns `m`: the number of outer moves, by which the size grows.
    #[must_use]
    pub const fn width(&self) -> u64 {
        self.form.moves.len() as u64
    }

    /// Returns the number of outer moves before the inner solution.
    #[must_use]
    pub const fn before(&self) -> u64 {
        self.form.before as u64
    }

    /// Returns the outer moves, in cells of the gadget.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.form.moves
    }

    /// Returns the final type that the inner solution must have.
    #[must_use]
    pub const fn inner_type(&self) -> FinalType {
        self.inner_type
    }

    /// Returns the final type of the whole.
    #[must_use]
    pub const fn outer_type(&self) -> FinalType {
        self.outer_type
    }

    /// Returns the shift of the whole row to the right.
    #[must_use]
    pub const fn outer_shift(&self) -> i64 {
        self.outer_shift
    }

    /// Returns whether the whole can be wrapped again: its shift is `+k` and its type that of the
    /// inner solution.
    ///
    /// A wrap that is not closed is a *one-shot*, good for one more size.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.outer_shift == i64::from(self.form.k.get()) && self.outer_type == self.inner_type
    }

    /// Returns the requirement on an inner solution.
    #[must_use]
    pub const fn requirement(&self) -> InnerRequirement {
        InnerRequirement {
            k: self.form.k,
            final_type: self.inner_type,
            blocks: InnerRequirement::ONE_SIDE,
            stationary_penny: None,
        }
    }

    /// Puts the wrap around a solution: the size grows by the width, and the first coin stays at
    /// the same position.
    ///
    /// # Errors
    /// When the solution does not meet the [requirement](Self::requirement), or the result is too
    /// large.
    pub fn around(&self, inner: &Solution) -> Result<Solution, InnerError> {
        self.requirement().check(inner)?;
        let (k, m) = (self.form.k, self.width());
        let n = inner.puzzle().n();
        let puzzle = Puzzle::new(k.into(), n + m).map_err(|_| InnerError::TooLarge)?;
        let before = self.form.before;
        let start = inner.start() - 1;
        let mut moves = Vec::with_capacity(self.form.moves.len() + inner.moves().len());
        moves.extend((0..before).map(|index| self.placed(index, n).shifted(start)));
        moves.extend(inner.moves().iter().map(|step| step.shifted(m as i64)));
        moves.extend(
            (before..self.form.moves.len()).map(|index| self.placed(index, n).shifted(start)),
        );
        Ok(Solution::new(puzzle, inner.start(), moves))
    }

    /// Translates an outer move, by index, to an inner puzzle of size `n`, with the first coin
    /// at 1.
    pub(super) fn placed(&self, index: usize, n: u64) -> Move {
        // The last cell left of the inner puzzle, before or after it has slid.
        let slid = if index < self.form.before {
            0
        } else {
            i64::from(self.form.k.get())
        };
        let left = self.form.moves.len() as i64 + slid;
        let place = |cell: i64| {
            if cell > left {
                cell + 2 * (n as i64 - 1)
            } else {
                cell
            }
        };
        let step = self.form.moves[index];
        Move {
            from: place(step.from),
            to: place(step.to),
        }
    }
}

/// Plays the inner solution: the two opaque cells move `k` cells to the right, where all cells must
/// be free.
fn slide_inner(gadget: &mut Gadget, width: usize, k: usize) -> Result<(), WrapError> {
    let (block, cells) = (width, gadget.cells_mut());
    let right = block + 2..block + 2 + k;
    match right.clone().find(|&index| cells[index] != Cell::Free) {
        Some(index) => Err(WrapError::NoRoom(index as i64 + 1)),
        None => {
            cells[block..right.end].rotate_right(k);
            Ok(())
        }
    }
}

/// Returns the inner type, the type and the shift of the final row, if the row alternates with an
/// alternating row in place of the opaque cells.
fn judge(gadget: &Gadget) -> Result<(FinalType, FinalType, i64), WrapError> {
    let cells = gadget.cells();
    let free = |cell: &Cell| *cell == Cell::Free;
    let begin = cells.iter().take_while(|cell| free(cell)).count();
    let end = cells.len() - cells.iter().rev().take_while(|cell| free(cell)).count();
    if let Some(index) = (begin..end).find(|&index| free(&cells[index])) {
        return Err(WrapError::NotContiguous(index as i64 + 1));
    }
    // An alternating row of even length in place of the two cells acts as `ox` or `xo` on its
    // neighbours and on the parity of everything right of it.
    let alternates = |inner_type: FinalType| {
        let [left, right] = match inner_type {
            FinalType::White => [Coin::Nickel, Coin::Penny],
            FinalType::Black => [Coin::Penny, Coin::Nickel],
        };
        let mut previous = None;
        for (index, &cell) in cells[begin..end].iter().enumerate() {
            let coin = match (
                cell,
                index.checked_sub(1).map(|before| cells[begin + before]),
            ) {
                (Cell::Coin(coin), _) => coin,
                (_, Some(Cell::Opaque)) => right,
                _ => left,
            };
            if previous == Some(coin) {
                return Err(WrapError::NotAlternating((begin + index) as i64));
            }
            previous = Some(coin);
        }
        let first = match cells[begin] {
            Cell::Coin(coin) => coin,
            _ => left,
        };
        Ok((inner_type, FinalType::of_first(first), begin as i64))
    };
    alternates(FinalType::Black).or_else(|error| alternates(FinalType::White).map_err(|_| error))
}

impl From<Wrap> for WrapForm {
    fn from(wrap: Wrap) -> Self {
        wrap.form
    }
}

impl TryFrom<WrapForm> for Wrap {
    type Error = WrapError;
    fn try_from(form: WrapForm) -> Result<Self, WrapError> {
        Self::new(form.k, form.before, form.moves)
    }
}

/// A split wrap, of the class `T(q -> q')`: `m` outer moves, then any solution of a smaller puzzle
/// in which penny `q` never moves.
///
/// The solution is played on both sides of a run of coins that already alternates.
///
/// The moves are in *cells of the gadget*: one cell `A` for the inner nickels, `o^m`, `x^(q'-1)`,
/// one cell `B` for the inner pennies from number `q` on, `x^r` with `r = m + q - q'`, and the `k`
/// free cells of R1, counted from 1. They end with `A x^(q-1) (xo)^((m+q'-q)/2) B`, `k` free cells,
/// and then `(xo)^(r/2)` for black type, `(ox)^(r/2)` for white. `docs/theory.md`
/// states and proves what a `SplitWrap` guarantees.
///
/// ```
/// use tait_linear::wrap::{SplitWrap, SplitWrapForm};
/// use tait_linear::{BlockLength, FinalType, Move, Puzzle, Solution, check};
/// // Algorithm 4.1 of the thesis: two moves, then the puzzle of size n - 2 around `xo`.
/// let wrap = SplitWrap::new(SplitWrapForm {
///     k: BlockLength::new(3)?,
///     final_type: FinalType::White,
///     inner_penny: 2,
///     outer_penny: 2,
///     moves: [(2, 8), (6, 2)].map(Move::from).to_vec(),
/// })?;
/// let three = [(2, 7), (6, 2), (1, 6)].map(Move::from).to_vec();
/// let five = wrap.around(&Solution::new(Puzzle::new(3, 3)?, 1, three))?;
/// assert!(check(&five)?.meets_lower_bound);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "SplitWrapForm", into = "SplitWrapForm")]
pub struct SplitWrap {
    form: SplitWrapForm,
}

/// A split wrap as it is written down, not checked yet.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SplitWrap")]
#[schemars(description = "A wrap around an inner puzzle that is split beside a stationary penny.")]
pub struct SplitWrapForm {
    /// The block length.
    pub k: BlockLength,
    /// The final type of the inner solution, and of the whole.
    pub final_type: FinalType,
    /// `q`: the penny of the inner puzzle that never moves, counted from 1.
    pub inner_penny: u64,
    /// `q'`: the same penny's number in the outer puzzle.
    pub outer_penny: u64,
    /// The outer moves, in cells of the gadget.
    pub moves: Vec<Move>,
}

impl SplitWrap {
    /// Checks the wrap symbolically: plays the outer moves on the gadget, whose inner puzzle is
    /// opaque.
    ///
    /// # Errors
    /// Returns the first failure.
    pub fn new(form: SplitWrapForm) -> Result<Self, WrapError> {
        let SplitWrapForm {
            k,
            inner_penny: inner,
            outer_penny: outer,
            ..
        } = form;
        let width = form.moves.len();
        if width == 0 {
            return Err(WrapError::Empty);
        }
        let difference = inner.abs_diff(outer);
        if inner == 0
            || outer == 0
            || difference > width as u64
            || !(difference + width as u64).is_multiple_of(2)
        {
            return Err(WrapError::Pennies {
                inner,
                outer,
                width,
            });
        }
        let length = k.get() as usize;
        let widest = WIDEST_GADGET as u64;
        if outer > widest || 1 + 2 * width as u64 + inner + length as u64 > widest {
            return Err(WrapError::TooWide);
        }
        let wrap = Self { form };
        let right = wrap.right_run() as usize;
        let (nickels, pennies) = (Cell::Coin(Coin::Nickel), Cell::Coin(Coin::Penny));
        let mut gadget = Gadget::of_runs(&[
            (Cell::Opaque, 1),
            (nickels, width),
            (pennies, outer as usize - 1),
            (Cell::Opaque, 1),
            (pennies, right),
            (Cell::Free, length),
        ]);
        for (index, &step) in wrap.form.moves.iter().enumerate() {
            gadget.play(k, step).map_err(|error| WrapError::BadMove {
                number: index + 1,
                step,
                error,
            })?;
        }
        let needed = wrap.frame();
        let wrong = (0..needed.len()).find(|&index| gadget.cells()[index] != needed[index]);
        wrong.map_or(Ok(()), |index| {
            // A and B have not moved: the wrong cell should hold a coin or be free.
            let coin = match needed[index] {
                Cell::Coin(coin) => Some(coin),
                Cell::Free | Cell::Opaque => None,
            };
            let cell = index as i64 + 1;
            Err(WrapError::NotTheFrame { cell, coin })
        })?;
        Ok(wrap)
    }

    /// Returns the cells as they must be when the inner solution begins.
    fn frame(&self) -> Vec<Cell> {
        let (run, right) = (self.inserted_run() as usize, self.right_run() as usize);
        let length = self.form.k.get() as usize;
        let alternating = |first: FinalType, length: usize| {
            let parity = usize::from(first == FinalType::Black);
            (0..length).map(move |index| Cell::Coin(Coin::from_bit((index + parity) % 2 == 1)))
        };
        let mut cells = vec![Cell::Opaque];
        cells.extend(std::iter::repeat_n(
            Cell::Coin(Coin::Penny),
            self.form.inner_penny as usize - 1,
        ));
        cells.extend(alternating(FinalType::Black, run));
        cells.push(Cell::Opaque);
        cells.extend(std::iter::repeat_n(Cell::Free, length));
        cells.extend(alternating(self.form.final_type, right));
        cells
    }

    /// Returns the block length.
    #[must_use]
    pub const fn block_length(&self) -> BlockLength {
        self.form.k
    }

    /// Returns `m`: the number of outer moves, by which the size grows.
    #[must_use]
    pub const fn width(&self) -> u64 {
        self.form.moves.len() as u64
    }

    /// Returns the outer moves, in cells of the gadget.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.form.moves
    }

    /// Returns the final type of the inner solution, and of the whole.
    #[must_use]
    pub const fn final_type(&self) -> FinalType {
        self.form.final_type
    }

    /// Returns `q`: the penny of the inner puzzle that never moves, counted from 1.
    #[must_use]
    pub const fn inner_penny(&self) -> u64 {
        self.form.inner_penny
    }

    /// Returns `q'`: the same penny's number in the outer puzzle.
    #[must_use]
    pub const fn outer_penny(&self) -> u64 {
        self.form.outer_penny
    }

    /// Returns whether the whole can be wrapped again: `q' = q`.
    ///
    /// A split wrap that is not closed is a *one-shot*, unless another one leads back.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.form.inner_penny == self.form.outer_penny
    }

    /// Returns `m + q' - q`: the length of the alternating run that is inserted left of penny `q`.
    #[must_use]
    pub const fn inserted_run(&self) -> u64 {
        self.width() + self.form.outer_penny - self.form.inner_penny
    }

    /// Returns `r = m + q - q'`: the number of alternating coins right of the inner puzzle.
    const fn right_run(&self) -> u64 {
        self.width() + self.form.inner_penny - self.form.outer_penny
    }

    /// Returns the requirement on an inner solution.
    #[must_use]
    pub const fn requirement(&self) -> InnerRequirement {
        InnerRequirement {
            k: self.form.k,
            final_type: self.form.final_type,
            blocks: InnerRequirement::BOTH_SIDES,
            stationary_penny: Some(self.form.inner_penny),
        }
    }

    /// Puts the wrap around a solution: the size grows by the width, and the first coin stays at
    /// the same position.
    ///
    /// # Errors
    /// When the solution does not meet the [requirement](Self::requirement), or the result is too
    /// large.
    pub fn around(&self, inner: &Solution) -> Result<Solution, InnerError> {
        self.requirement().check(inner)?;
        let n = inner.puzzle().n();
        self.composite(inner.start(), n, inner.moves())
    }

    /// Returns the solution of size `m + 1` that the wrap gives on its own, around the trivial row
    /// `ox`, or `None` when there is none.
    ///
    /// See *The trivial base* in `docs/theory.md`.
    ///
    /// ```
    /// # use tait_linear::wrap::{SplitWrap, SplitWrapForm};
    /// # use tait_linear::{BlockLength, FinalType, Move};
    /// // Algorithm 4.1 splits left of the second penny, and a row of one penny has none.
    /// let wrap = SplitWrap::new(SplitWrapForm {
    ///     k: BlockLength::new(3)?,
    ///     final_type: FinalType::White,
    ///     inner_penny: 2,
    ///     outer_penny: 2,
    ///     moves: [(2, 8), (6, 2)].map(Move::from).to_vec(),
    /// })?;
    /// assert_eq!(wrap.around_trivial_base(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn around_trivial_base(&self) -> Option<Solution> {
        if self.form.inner_penny != 1 {
            return None;
        }
        let solution = self.composite(1, 1, &[Move { from: 1, to: 3 }]).ok()?;
        let outer = InnerRequirement {
            stationary_penny: Some(self.form.outer_penny),
            ..self.requirement()
        };
        (outer.check(&solution).is_ok()).then_some(solution)
    }

    /// Puts this wrap around another one, as one wrap whose width is the sum of both: `T(q -> q')`
    /// inside and `T(q' -> q)` outside make a closed wrap.
    ///
    /// # Errors
    /// When the block length, type or common stationary penny of the two differ, or the gadget is
    /// too wide.
    pub fn around_wrap(&self, inner: &Self) -> Result<Self, WrapError> {
        let (q, middle, outer) = (inner.inner_penny(), inner.outer_penny(), self.outer_penny());
        if self.block_length() != inner.block_length()
            || self.final_type() != inner.final_type()
            || self.inner_penny() != middle
        {
            return Err(WrapError::Mismatch);
        }
        // With n = q nickels in A, B is one penny: positions minus q - 1 are cells of the whole
        // gadget.
        let cell = |step: Move| step.shifted(1 - q as i64);
        let moves = (0..self.moves().len()).map(|index| self.placed(index, q + inner.width()));
        let split = (q + inner.width() + middle) as i64;
        let place = |position: i64| {
            let inserted = if position < split {
                0
            } else {
                self.inserted_run() as i64
            };
            position + inserted
        };
        let within = (0..inner.moves().len()).map(|index| {
            let step = inner.placed(index, q);
            Move {
                from: place(step.from),
                to: place(step.to),
            }
        });
        Self::new(SplitWrapForm {
            k: self.block_length(),
            final_type: self.final_type(),
            inner_penny: q,
            outer_penny: outer,
            moves: moves.chain(within).map(cell).collect(),
        })
    }

    /// Plays the outer moves around an inner puzzle of size `n`, then moves of the inner puzzle.
    fn composite(&self, start: i64, n: u64, inner: &[Move]) -> Result<Solution, InnerError> {
        let puzzle =
            Puzzle::new(self.form.k.into(), n + self.width()).map_err(|_| InnerError::TooLarge)?;
        let outer =
            (0..self.form.moves.len()).map(|index| self.placed(index, n).shifted(start - 1));
        let split = start + n as i64 + self.form.inner_penny as i64 - 1;
        let place = |position: i64| {
            if position < split {
                position
            } else {
                position + self.inserted_run() as i64
            }
        };
        let inner = inner.iter().map(|step| Move {
            from: place(step.from),
            to: place(step.to),
        });
        Ok(Solution::new(puzzle, start, outer.chain(inner).collect()))
    }

    /// Translates an outer move, by index, to an inner puzzle of size `n`, with the first coin
    /// at 1.
    pub(super) fn placed(&self, index: usize, n: u64) -> Move {
        let (n, b) = (n as i64, (self.width() + self.form.outer_penny) as i64 + 1);
        let place = |cell: i64| {
            if cell < b {
                cell + n - 1
            } else {
                // B stands for the inner pennies from number q on.
                cell + n - 1 + n - self.form.inner_penny as i64
            }
        };
        let step = self.form.moves[index];
        Move {
            from: place(step.from),
            to: place(step.to),
        }
    }
}

impl From<SplitWrap> for SplitWrapForm {
    fn from(wrap: SplitWrap) -> Self {
        wrap.form
    }
}

impl TryFrom<SplitWrapForm> for SplitWrap {
    type Error = WrapError;
    fn try_from(form: SplitWrapForm) -> Result<Self, WrapError> {
        Self::new(form)
    }
}

/// A wrap of either kind.
///
/// ```
/// use tait_linear::wrap::{AnyWrap, AnyWrapForm};
/// let text = r#"{"class": "whole", "k": 2, "before": 2, "moves": [[2,11],[7,2],[10,5],[1,10]]}"#;
/// let wrap: AnyWrap = serde_json::from_str::<AnyWrapForm>(text)?.try_into()?;
/// assert_eq!(wrap.to_string(), "closed wrap of width 4 for k = 2, black type");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "AnyWrapForm", into = "AnyWrapForm")]
pub enum AnyWrap {
    /// Around a whole inner puzzle.
    Whole(Wrap),
    /// Around an inner puzzle that is split beside a stationary penny.
    Split(SplitWrap),
}

/// A wrap of either kind as it is written down, not checked yet; the key `class` tells the kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "class", rename_all = "lowercase")]
#[schemars(rename = "Wrap")]
#[schemars(description = "A wrap, of either kind; the key class tells which.")]
pub enum AnyWrapForm {
    /// Around a whole inner puzzle.
    Whole(WrapForm),
    /// Around an inner puzzle that is split beside a stationary penny.
    Split(SplitWrapForm),
}

impl AnyWrap {
    /// Returns the block length.
    #[must_use]
    pub const fn block_length(&self) -> BlockLength {
        match self {
            Self::Whole(wrap) => wrap.block_length(),
            Self::Split(wrap) => wrap.block_length(),
        }
    }

    /// Returns `m`: the number of outer moves, by which the size grows.
    #[must_use]
    pub const fn width(&self) -> u64 {
        match self {
            Self::Whole(wrap) => wrap.width(),
            Self::Split(wrap) => wrap.width(),
        }
    }

    /// Returns the number of outer moves before the inner solution: all of them in a split wrap.
    #[must_use]
    pub const fn before(&self) -> u64 {
        match self {
            Self::Whole(wrap) => wrap.before(),
            Self::Split(wrap) => wrap.width(),
        }
    }

    /// Returns the outer moves, in cells of the gadget.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        match self {
            Self::Whole(wrap) => wrap.moves(),
            Self::Split(wrap) => wrap.moves(),
        }
    }

    /// Returns whether the whole can be wrapped again.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        match self {
            Self::Whole(wrap) => wrap.is_closed(),
            Self::Split(wrap) => wrap.is_closed(),
        }
    }

    /// Returns the requirement on an inner solution.
    #[must_use]
    pub const fn requirement(&self) -> InnerRequirement {
        match self {
            Self::Whole(wrap) => wrap.requirement(),
            Self::Split(wrap) => wrap.requirement(),
        }
    }

    /// Puts the wrap around a solution.
    ///
    /// # Errors
    /// When the solution does not meet the [requirement](Self::requirement), or the result is too
    /// large.
    pub fn around(&self, inner: &Solution) -> Result<Solution, InnerError> {
        match self {
            Self::Whole(wrap) => wrap.around(inner),
            Self::Split(wrap) => wrap.around(inner),
        }
    }

    /// Returns the solution of size `m + 1` that the wrap gives on its own; see
    /// [`SplitWrap::around_trivial_base`].
    #[must_use]
    pub fn around_trivial_base(&self) -> Option<Solution> {
        match self {
            Self::Whole(_) => None,
            Self::Split(wrap) => wrap.around_trivial_base(),
        }
    }

    /// Translates an outer move, by index, to an inner puzzle of size `n`, with the first coin
    /// at 1.
    pub(super) fn placed(&self, index: usize, n: u64) -> Move {
        match self {
            Self::Whole(wrap) => wrap.placed(index, n),
            Self::Split(wrap) => wrap.placed(index, n),
        }
    }

    /// Translates a move of a puzzle of size `inner`, its first coin at 1, to the puzzle of size
    /// `outer` that closed wraps of this kind make of it.
    pub(super) const fn lifted(&self, step: Move, inner: u64, outer: u64) -> Move {
        let more = (outer - inner) as i64;
        match self {
            // Each wrap puts its width in nickels in front.
            Self::Whole(_) => step.shifted(more),
            // Each wrap inserts its width in coins left of the stationary penny.
            Self::Split(wrap) => {
                let split = inner as i64 + wrap.inner_penny() as i64;
                Move {
                    from: step.from + if step.from < split { 0 } else { more },
                    to: step.to + if step.to < split { 0 } else { more },
                }
            }
        }
    }
}

impl fmt::Display for AnyWrap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let closed = if self.is_closed() {
            "closed"
        } else {
            "one-shot"
        };
        let (width, k) = (self.width(), self.block_length());
        match self {
            Self::Whole(wrap) => {
                let inner = wrap.inner_type();
                write!(
                    f,
                    "{closed} wrap of width {width} for k = {k}, {inner} type"
                )
            }
            Self::Split(wrap) => write!(
                f,
                "{closed} split wrap T({} -> {}) of width {width} for k = {k}, {} type",
                wrap.inner_penny(),
                wrap.outer_penny(),
                wrap.final_type()
            ),
        }
    }
}

impl From<Wrap> for AnyWrap {
    fn from(wrap: Wrap) -> Self {
        Self::Whole(wrap)
    }
}

impl From<SplitWrap> for AnyWrap {
    fn from(wrap: SplitWrap) -> Self {
        Self::Split(wrap)
    }
}

impl From<AnyWrap> for AnyWrapForm {
    fn from(wrap: AnyWrap) -> Self {
        match wrap {
            AnyWrap::Whole(wrap) => Self::Whole(wrap.into()),
            AnyWrap::Split(wrap) => Self::Split(wrap.into()),
        }
    }
}

impl TryFrom<AnyWrapForm> for AnyWrap {
    type Error = WrapError;
    fn try_from(form: AnyWrapForm) -> Result<Self, WrapError> {
        Ok(match form {
            AnyWrapForm::Whole(form) => Self::Whole(form.try_into()?),
            AnyWrapForm::Split(form) => Self::Split(form.try_into()?),
        })
    }
}
