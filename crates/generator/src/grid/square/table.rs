//! Coins on the grid: those that hold the span, two in hand, and the others.

use super::answer::{LONGEST_CONSTRUCTION, Stop};
use super::rectangle::{Cell, beside};
use super::window::Recipes;
use std::collections::HashSet;

/// Coins, and the moves that were made.
///
/// Every coin has one of three roles. *Skeleton* coins alone have the whole span. Two coins are *in hand*: they are
/// put wherever they are needed. All others are *loose*: they lie wherever they happen to be. When a coin is to come
/// to a position that a loose one occupies, the two change roles instead (section 4.1, "picking up and dropping").
///
/// If the coins in hand are beside two others each at the beginning, the second one perhaps only together with the
/// first, all moves can be taken back: that stays so, and [`Recipe`](super::window::Recipe)s and the steps of
/// chains consist of such moves.
#[derive(Debug, Clone)]
pub(super) struct Table {
    occupied: HashSet<Cell>,
    skeleton: HashSet<Cell>,
    hand: [Cell; 2],
    moves: Vec<(Cell, Cell)>,
    recipes: Recipes,
}

impl Table {
    /// All coins but those in hand belong to the skeleton.
    pub(super) fn new(coins: impl IntoIterator<Item = Cell>, hand: [Cell; 2]) -> Self {
        let occupied: HashSet<Cell> = coins.into_iter().collect();
        let mut skeleton = occupied.clone();
        skeleton.retain(|cell| !hand.contains(cell));
        Self {
            occupied,
            skeleton,
            hand,
            moves: Vec::new(),
            recipes: Recipes::default(),
        }
    }

    pub(super) const fn hand(&self) -> [Cell; 2] {
        self.hand
    }

    pub(super) fn into_moves(self) -> Vec<(Cell, Cell)> {
        self.moves
    }

    pub(super) fn moves(&self) -> &[(Cell, Cell)] {
        &self.moves
    }

    /// The same coins, as if nothing had been moved before.
    pub(super) fn without_moves(&self) -> Self {
        Self {
            moves: Vec::new(),
            ..self.clone()
        }
    }

    /// All coins, in no order.
    pub(super) fn occupied(&self) -> impl Iterator<Item = Cell> {
        self.occupied.iter().copied()
    }

    pub(super) fn is_occupied(&self, cell: Cell) -> bool {
        self.occupied.contains(&cell)
    }

    /// The skeleton, in order.
    pub(super) fn skeleton(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.skeleton.iter().copied().collect();
        cells.sort_unstable();
        cells
    }

    /// The coins that do not belong to the skeleton, in order.
    fn others(&self) -> Vec<Cell> {
        let others = self.occupied.difference(&self.skeleton);
        let mut cells: Vec<Cell> = others.copied().collect();
        cells.sort_unstable();
        cells
    }

    /// The loose coins, in order.
    pub(super) fn loose(&self) -> Vec<Cell> {
        let mut cells = self.others();
        cells.retain(|cell| !self.hand.contains(cell));
        cells
    }

    pub(super) fn is_skeleton(&self, cell: Cell) -> bool {
        self.skeleton.contains(&cell)
    }

    /// Whether a cell is beside two coins other than one.
    pub(super) fn is_supported_without(&self, cell: Cell, coin: Cell) -> bool {
        let near = beside(cell).into_iter();
        let near = near.filter(|&other| other != coin && self.is_occupied(other));
        near.count() >= 2
    }

    /// A coin is not needed for the span.
    pub(super) fn loosen(&mut self, cell: Cell) {
        let _ = self.skeleton.remove(&cell);
    }

    /// A coin is needed for the span; it must not be one in hand.
    pub(super) fn fasten(&mut self, cell: Cell) {
        let _ = self.skeleton.insert(cell);
    }

    /// Brings a coin that does not belong to the skeleton to a cell beside two that do, and makes it belong; then any
    /// two others are in hand.
    pub(super) fn supply(&mut self, cell: Cell) -> Result<(), Stop> {
        if !self.is_occupied(cell) {
            let mut others = self.others().into_iter();
            let coin = others.find(|coin| !beside(cell).contains(coin));
            self.relocate(coin.ok_or(Stop::Defect)?, cell)?;
        }
        self.fasten(cell);
        Ok(())
    }

    /// Takes any two coins in hand that do not belong to the skeleton.
    pub(super) fn take_any(&mut self) -> Result<(), Stop> {
        let others = self.others();
        let others = <[Cell; 2]>::try_from(others.get(..2).ok_or(Stop::Defect)?);
        self.hand = others.map_err(|_| Stop::Defect)?;
        Ok(())
    }

    /// Takes another loose coin in hand instead of one.
    pub(super) fn exchange(&mut self, held: Cell, loose: Cell) {
        for cell in &mut self.hand {
            if *cell == held {
                *cell = loose;
            }
        }
    }

    /// Moves a coin. Successive moves of one coin are one move: what is around it did not change.
    pub(super) fn relocate(&mut self, from: Cell, to: Cell) -> Result<(), Stop> {
        let _ = self.occupied.remove(&from);
        let _ = self.occupied.insert(to);
        let start = self
            .moves
            .pop_if(|(_, end)| *end == from)
            .map_or(from, |(start, _)| start);
        if self.moves.len() == LONGEST_CONSTRUCTION {
            return Err(Stop::TooLong);
        }
        if start != to {
            self.moves.push((start, to));
        }
        Ok(())
    }

    /// Puts the coins in hand on these cells, one or two; see [`Recipe::before`](super::window::Recipe::before).
    pub(super) fn hold(&mut self, cells: &[Cell]) -> Result<(), Stop> {
        let [mut first, mut second] = self.hand;
        if let Some(&cell) = cells.first() {
            // The second coin may lean on the first one, so it goes first, and the first one stays for the next cell.
            if cell == first {
                first = second;
            } else if !self.is_occupied(cell) {
                self.relocate(second, cell)?;
            }
            self.hand = [cell, first];
        }
        if let Some(&cell) = cells.get(1) {
            [first, second] = self.hand;
            if !self.is_occupied(cell) {
                self.relocate(second, cell)?;
            }
            self.hand = [first, cell];
        }
        Ok(())
    }

    /// Gives a coin of the skeleton another place, which is occupied by another coin: they change roles.
    pub(super) fn change_roles(&mut self, from: Cell, to: Cell) {
        self.loosen(from);
        self.fasten(to);
    }

    /// Moves a coin of the skeleton, or lets it change roles with the loose coin that is there.
    pub(super) fn shift(&mut self, from: Cell, to: Cell) -> Result<(), Stop> {
        if !self.is_occupied(to) {
            self.relocate(from, to)?;
        }
        self.change_roles(from, to);
        Ok(())
    }

    /// The coins in hand, after coins changed roles.
    pub(super) const fn take(&mut self, hand: [Cell; 2]) {
        self.hand = hand;
    }

    /// Brings coins of the skeleton to as many other cells, all within a window.
    pub(super) fn rearrange(&mut self, from: &[Cell], to: &[Cell]) -> Result<(), Stop> {
        let recipe = self.recipes.find(from, to).ok_or(Stop::Defect)?;
        self.hold(&recipe.before)?;
        for &(start, end) in &recipe.moves {
            if !self.is_occupied(end) {
                self.relocate(start, end)?;
            }
        }
        for cell in from {
            self.loosen(*cell);
        }
        for cell in to {
            self.fasten(*cell);
        }
        for (held, &cell) in self.hand.iter_mut().zip(&recipe.after) {
            *held = cell;
        }
        Ok(())
    }
}
