//! Coins on the grid: those that have the span, two in hand, and the others.

use super::answer::{LONGEST_CONSTRUCTION, Stop};
use super::rectangle::{Cell, beside};
use super::window::Recipes;
use crate::grid::named::NamedMoves;
use std::collections::HashSet;
use tait_grid::Operation;

/// The coins, and the moves made so far.
///
/// Every coin has one of three roles. The *skeleton* coins by themselves have the whole span. Two coins are *in
/// hand*: they go wherever they are needed. All others are *loose*: they lie wherever they happen to be. When a coin
/// is to go to a position that a loose one occupies, the two change roles instead (section 4.1, "picking up and
/// dropping").
///
/// If each coin in hand is beside two others at the beginning (the second may count the first among these), all moves
/// can be taken back: this property is preserved, and [`Recipe`](super::window::Recipe)s and the steps of chains
/// consist of such moves.
#[derive(Debug, Clone)]
pub(super) struct Table {
    occupied: HashSet<Cell>,
    skeleton: HashSet<Cell>,
    hand: [Cell; 2],
    moves: NamedMoves,
    recipes: Recipes,
}

impl Table {
    /// Creates a table whose coins, except those in hand, are the skeleton.
    pub(super) fn new(coins: impl IntoIterator<Item = Cell>, hand: [Cell; 2]) -> Self {
        let occupied: HashSet<Cell> = coins.into_iter().collect();
        let mut skeleton = occupied.clone();
        skeleton.retain(|cell| !hand.contains(cell));
        Self {
            occupied,
            skeleton,
            hand,
            moves: NamedMoves::default(),
            recipes: Recipes::default(),
        }
    }

    pub(super) const fn hand(&self) -> [Cell; 2] {
        self.hand
    }

    pub(super) fn into_moves(self) -> NamedMoves {
        self.moves
    }

    pub(super) fn moves(&self) -> &[(Cell, Cell)] {
        self.moves.moves()
    }

    /// Makes the moves of a named step.
    pub(super) fn step<T>(
        &mut self,
        operation: Operation,
        play: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let outer = self.moves.begin(operation);
        let played = play(self);
        self.moves.end(outer);
        played
    }

    /// Makes moves with their own steps, as parts of the current one.
    pub(super) fn replay(&mut self, moves: &NamedMoves) -> Result<(), Stop> {
        let outer = self.moves.current();
        let steps = self.moves.adopt(moves);
        for (&(from, to), step) in moves.moves().iter().zip(steps) {
            self.moves.end(step);
            self.relocate(from, to)?;
        }
        self.moves.end(outer);
        Ok(())
    }

    /// Returns the same coins with an empty list of moves.
    pub(super) fn without_moves(&self) -> Self {
        Self {
            moves: NamedMoves::default(),
            ..self.clone()
        }
    }

    /// Returns all coins, in no particular order.
    pub(super) fn occupied(&self) -> impl Iterator<Item = Cell> {
        self.occupied.iter().copied()
    }

    pub(super) fn is_occupied(&self, cell: Cell) -> bool {
        self.occupied.contains(&cell)
    }

    /// Returns the skeleton, in order.
    pub(super) fn skeleton(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.skeleton.iter().copied().collect();
        cells.sort_unstable();
        cells
    }

    /// Returns the coins that do not belong to the skeleton, in order.
    fn others(&self) -> Vec<Cell> {
        let others = self.occupied.difference(&self.skeleton);
        let mut cells: Vec<Cell> = others.copied().collect();
        cells.sort_unstable();
        cells
    }

    /// Returns the loose coins, in order.
    pub(super) fn loose(&self) -> Vec<Cell> {
        let mut cells = self.others();
        cells.retain(|cell| !self.hand.contains(cell));
        cells
    }

    pub(super) fn is_skeleton(&self, cell: Cell) -> bool {
        self.skeleton.contains(&cell)
    }

    /// Returns whether a cell is beside two coins other than the given one.
    pub(super) fn is_supported_without(&self, cell: Cell, coin: Cell) -> bool {
        let near = beside(cell).into_iter();
        let near = near.filter(|&other| other != coin && self.is_occupied(other));
        near.count() >= 2
    }

    /// Takes a coin out of the skeleton.
    pub(super) fn loosen(&mut self, cell: Cell) {
        let _ = self.skeleton.remove(&cell);
    }

    /// Adds a coin to the skeleton; it must not be one in hand.
    pub(super) fn fasten(&mut self, cell: Cell) {
        let _ = self.skeleton.insert(cell);
    }

    /// Brings a coin that is not of the skeleton to a cell beside two that are, and adds it to the skeleton.
    /// [`take_any`](Self::take_any) must then choose the coins in hand.
    pub(super) fn supply(&mut self, cell: Cell) -> Result<(), Stop> {
        if !self.is_occupied(cell) {
            let mut others = self.others().into_iter();
            let coin = others.find(|coin| !beside(cell).contains(coin));
            self.relocate(coin.ok_or(Stop::Defect)?, cell)?;
        }
        self.fasten(cell);
        Ok(())
    }

    /// Takes any two coins that do not belong to the skeleton in hand.
    pub(super) fn take_any(&mut self) -> Result<(), Stop> {
        let others = self.others();
        let others = <[Cell; 2]>::try_from(others.get(..2).ok_or(Stop::Defect)?);
        self.hand = others.map_err(|_| Stop::Defect)?;
        Ok(())
    }

    /// Takes a loose coin in hand instead of a held one.
    pub(super) fn exchange(&mut self, held: Cell, loose: Cell) {
        for cell in &mut self.hand {
            if *cell == held {
                *cell = loose;
            }
        }
    }

    /// Moves a coin. Successive moves of one coin count as one move, because nothing around it changed.
    pub(super) fn relocate(&mut self, from: Cell, to: Cell) -> Result<(), Stop> {
        let _ = self.occupied.remove(&from);
        let _ = self.occupied.insert(to);
        let start = self
            .moves
            .pop_if(|(_, end)| *end == from)
            .map_or(from, |(start, _)| start);
        if self.moves().len() == LONGEST_CONSTRUCTION {
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
            // The second coin may lean on the first, so it moves first, and the first remains for the next cell.
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

    /// Exchanges the roles of a skeleton coin and of a coin on another cell.
    pub(super) fn change_roles(&mut self, from: Cell, to: Cell) {
        self.loosen(from);
        self.fasten(to);
    }

    /// Moves a skeleton coin, or exchanges its role with that of the loose coin on the cell.
    pub(super) fn shift(&mut self, from: Cell, to: Cell) -> Result<(), Stop> {
        if !self.is_occupied(to) {
            self.relocate(from, to)?;
        }
        self.change_roles(from, to);
        Ok(())
    }

    /// Sets the coins in hand after an exchange of roles.
    pub(super) const fn take(&mut self, hand: [Cell; 2]) {
        self.hand = hand;
    }

    /// Rearranges skeleton coins to as many other cells, all within a window.
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
