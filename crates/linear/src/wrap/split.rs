//! Wraps around an inner puzzle that is split beside a stationary penny.

use super::error::{InnerError, WrapError};
use super::gadget::{Cell, Gadget, WIDEST_GADGET};
use super::requirement::InnerRequirement;
use crate::coin::{Coin, FinalType};
use crate::moves::Move;
use crate::size::{BlockLength, Puzzle};
use crate::solution::Solution;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
