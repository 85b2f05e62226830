//! Filling positions one after the other until nothing changes, and undoing it.

use super::span_error::{LARGEST_SPAN, SpanError};
use crate::board::Board;
use crate::position::Position;
use rustc_hash::FxHashMap;

/// Coins on a board and all positions that they fill: every position with d filled neighbours is filled, too.
///
/// Each position is visited once for each filled neighbour, so adding coins takes time in proportion to the number of
/// positions that they fill, and undoing it takes the same.
pub(super) struct Closure<'a> {
    board: &'a Board,
    adjacency: u32,
    cells: FxHashMap<Position, Cell>,
    /// The filled positions, in the order in which they were filled.
    filled: Vec<Position>,
}

/// The state of a position.
#[derive(Default)]
struct Cell {
    is_filled: bool,
    /// The number of its filled neighbours.
    support: u32,
}

impl<'a> Closure<'a> {
    /// Creates an empty closure under d-adjacency.
    pub(super) fn new(board: &'a Board, adjacency: u32) -> Self {
        Self {
            board,
            adjacency,
            cells: FxHashMap::default(),
            filled: Vec::new(),
        }
    }

    /// Adds coins and fills the positions that follow.
    ///
    /// # Errors
    /// When more than [`LARGEST_SPAN`] positions are filled; [`undo_to`](Self::undo_to) still works.
    pub(super) fn add(
        &mut self,
        coins: impl IntoIterator<Item = Position>,
    ) -> Result<(), SpanError> {
        let mut waiting = Vec::new();
        for coin in coins {
            waiting.push(coin);
            while let Some(here) = waiting.pop() {
                let cell = self.cells.entry(here).or_default();
                if std::mem::replace(&mut cell.is_filled, true) {
                    continue;
                }
                self.filled.push(here);
                for near in self.board.neighbours(&here) {
                    let cell = self.cells.entry(near).or_default();
                    cell.support += 1;
                    if !cell.is_filled && cell.support >= self.adjacency {
                        waiting.push(near);
                    }
                }
                if self.filled.len() > LARGEST_SPAN {
                    return Err(SpanError::TooLarge);
                }
            }
        }
        Ok(())
    }

    /// The number of filled positions, as a mark for [`undo_to`](Self::undo_to).
    pub(super) fn mark(&self) -> usize {
        self.filled.len()
    }

    /// Empties the positions that were filled since a mark was taken.
    pub(super) fn undo_to(&mut self, mark: usize) {
        for here in self.filled.drain(mark..) {
            if let Some(cell) = self.cells.get_mut(&here) {
                cell.is_filled = false;
            }
            for near in self.board.neighbours(&here) {
                if let Some(cell) = self.cells.get_mut(&near) {
                    cell.support -= 1;
                }
            }
        }
    }

    /// Whether a position is filled.
    pub(super) fn contains(&self, position: &Position) -> bool {
        self.cells.get(position).is_some_and(|cell| cell.is_filled)
    }

    /// The filled positions.
    pub(super) fn into_filled(self) -> Vec<Position> {
        self.filled
    }

    /// Appends each of `coins` whose position all other coins fill, together with the positions that are filled
    /// already.
    ///
    /// It adds one half while it examines the other, and vice versa, so each coin is added a logarithmic number of
    /// times rather than once for each other coin.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub(super) fn extra(
        &mut self,
        coins: &[Position],
        found: &mut Vec<Position>,
    ) -> Result<(), SpanError> {
        if coins.iter().all(|coin| self.contains(coin)) {
            found.extend_from_slice(coins);
            return Ok(());
        }
        if coins.len() < 2 {
            return Ok(());
        }
        let (left, right) = coins.split_at(coins.len() / 2);
        let mark = self.mark();
        for (looked_at, added) in [(left, right), (right, left)] {
            self.add(added.iter().copied())?;
            self.extra(looked_at, found)?;
            self.undo_to(mark);
        }
        Ok(())
    }
}
