//! The gadget on which wraps are checked, what an inner solution has to meet, and what can be wrong with either.

use crate::blocks::{Block, BlockSet};
use crate::certificate::{PruneRules, Restrictions};
use crate::coin::{Coin, FinalType};
use crate::moves::Move;
use crate::replay::{CheckError, Replay};
use crate::size::{BlockLength, Puzzle};
use crate::solution::Solution;
use crate::space::{BoundedSearch, DeadStates};
use thiserror::Error;

/// The widest gadget that is laid out: far wider than that of any wrap that a search could find.
pub(super) const WIDEST_GADGET: usize = 1 << 16;

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
pub(super) struct Gadget {
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
