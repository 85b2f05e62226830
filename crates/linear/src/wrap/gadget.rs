//! The row of a wrap: coins, free cells, and cells whose content is unknown.

use crate::coin::Coin;
use crate::moves::Move;
use crate::size::BlockLength;
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

    /// Returns all cells, from cell 1 on.
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
