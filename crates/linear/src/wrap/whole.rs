//! Wraps around a whole inner puzzle.

use super::error::{InnerError, WrapError};
use super::gadget::{Cell, Gadget, WIDEST_GADGET};
use super::requirement::InnerRequirement;
use crate::coin::{Coin, FinalType};
use crate::moves::Move;
use crate::size::{BlockLength, Puzzle};
use crate::solution::Solution;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
