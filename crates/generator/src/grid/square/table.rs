//! Coins on the grid: those that have the span, two in hand, and the others; and *windows*, a few coins on at most nine
//! cells, with the moves by which two coins in hand rearrange them.
//!
//! The paper draws these steps as figures. Here a search finds each of them once.

use super::answer::{LONGEST_CONSTRUCTION, Stop};
use super::rectangle::{Cell, beside};
use crate::grid::named::NamedMoves;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use tait_grid::Operation;

/// The coins, and the moves made so far.
///
/// Every coin has one of three roles. The *skeleton* coins by themselves have the whole span. Two coins are *in
/// hand*: they go wherever they are needed. All others are *loose*: they lie wherever they happen to be. When a coin
/// is to go to a position that a loose one occupies, the two change roles instead (section 4.1, "picking up and
/// dropping").
///
/// If each coin in hand is beside two others at the beginning (the second may count the first among these), all moves
/// can be taken back: this property is preserved, and [`Recipe`](Recipe)s and the steps of chains
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

    /// Puts the coins in hand on these cells, one or two; see [`Recipe::before`](Recipe::before).
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

/// A rearrangement of the coins of a window by moves that can all be taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Recipe {
    /// The cells on which the coins in hand are put first: the first beside two coins of the window, the second
    /// beside two once the first is in place.
    pub(super) before: Vec<Cell>,
    pub(super) moves: Vec<(Cell, Cell)>,
    /// The cells of the coins in hand at the end, in the same kind of order.
    pub(super) after: Vec<Cell>,
}

/// A rectangle of at most nine cells; sets of cells are bits, row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Window {
    width: i32,
    height: i32,
}

impl Window {
    fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| (x, y)))
    }

    /// Returns the cell of a bit.
    fn at(self, number: u8) -> Cell {
        let number = i32::from(number);
        (number % self.width, number / self.width)
    }

    const fn bit(self, (x, y): Cell) -> u16 {
        1 << (y * self.width + x)
    }

    fn set(self, cells: &[Cell]) -> u16 {
        cells.iter().fold(0, |set, &cell| set | self.bit(cell))
    }

    /// Returns whether a cell is outside a set and has two neighbours in it.
    fn is_supported(self, cell: Cell, set: u16) -> bool {
        let is_coin = |&(x, y): &Cell| {
            (0..self.width).contains(&x)
                && (0..self.height).contains(&y)
                && set & self.bit((x, y)) != 0
        };
        set & self.bit(cell) == 0 && beside(cell).iter().filter(|cell| is_coin(cell)).count() >= 2
    }

    /// Returns all ways to add two coins one after the other, each beside two.
    fn hands(self, set: u16) -> impl Iterator<Item = [Cell; 2]> {
        let is_first = move |cell: &Cell| self.is_supported(*cell, set);
        self.cells().filter(is_first).flat_map(move |first| {
            let with = set | self.bit(first);
            let is_second = move |cell: &Cell| self.is_supported(*cell, with);
            self.cells()
                .filter(is_second)
                .map(move |second| [first, second])
        })
    }

    /// Finds the shortest rearrangement from one set of coins to another, with two coins in hand.
    fn search(self, from: u16, to: u16) -> Option<Recipe> {
        let full = |(base, hands): (u16, [Cell; 2])| base | self.set(&hands);
        let mut come_from: HashMap<u16, Option<(u16, Cell, Cell)>> = HashMap::new();
        let mut begun: HashMap<u16, [Cell; 2]> = HashMap::new();
        let mut waiting = VecDeque::new();
        for hands in self.hands(from) {
            let state = full((from, hands));
            if begun.insert(state, hands).is_none() {
                let _ = come_from.insert(state, None);
                waiting.push_back(state);
            }
        }
        while let Some(state) = waiting.pop_front() {
            let is_end = |hands: &[Cell; 2]| full((to, *hands)) == state;
            if state & to == to
                && let Some(after) = self.hands(to).find(is_end)
            {
                let (mut moves, mut here) = (Vec::new(), state);
                while let Some(&Some((before, start, end))) = come_from.get(&here) {
                    moves.push((start, end));
                    here = before;
                }
                moves.reverse();
                let before = begun.get(&here)?.to_vec();
                let after = after.to_vec();
                return Some(Recipe {
                    before,
                    moves,
                    after,
                });
            }
            for start in self.cells() {
                let rest = state & !self.bit(start);
                // A move can be taken back if the coin was beside two others.
                if rest == state || !self.is_supported(start, rest) {
                    continue;
                }
                for end in self
                    .cells()
                    .filter(|&end| end != start && self.is_supported(end, rest))
                {
                    let next = rest | self.bit(end);
                    if let Entry::Vacant(entry) = come_from.entry(next) {
                        let _ = entry.insert(Some((state, start, end)));
                        waiting.push_back(next);
                    }
                }
            }
        }
        None
    }

    fn recipe(self, from: u16, to: u16) -> Option<Recipe> {
        let free = self.width * self.height - from.count_ones() as i32;
        if free >= 2 {
            return self.search(from, to);
        }
        // One coin in hand fills the window: coins only change their roles.
        let lone = |set: u16| {
            let mut cells = self.cells();
            let cell = cells.find(|&cell| set & self.bit(cell) == 0)?;
            self.is_supported(cell, set).then(|| vec![cell])
        };
        Some(Recipe {
            before: lone(from)?,
            moves: Vec::new(),
            after: lone(to)?,
        })
    }
}

/// The recipes and exchanges found so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Recipes {
    known: HashMap<(Window, u16, u16), Option<Recipe>>,
    exchanges: HashMap<(Window, u16), Vec<Exchange>>,
}

impl Recipes {
    /// Returns a recipe that brings coins from some cells to as many others, within the smallest rectangle
    /// around both; `None` if there is none, or more than nine cells.
    pub(super) fn find(&mut self, from: &[Cell], to: &[Cell]) -> Option<Recipe> {
        let (window, (left, top)) = window_around(from.iter().chain(to))?;
        let set = |cells: &[Cell]| {
            let local = cells.iter().map(|&(x, y)| window.bit((x - left, y - top)));
            local.fold(0, |set, bit| set | bit)
        };
        let (from, to) = (set(from), set(to));
        let known = self.known.entry((window, from, to));
        let recipe = known.or_insert_with(|| window.recipe(from, to)).as_ref()?;
        let cell = |&(x, y): &Cell| (x + left, y + top);
        Some(Recipe {
            before: recipe.before.iter().map(cell).collect(),
            moves: recipe
                .moves
                .iter()
                .map(|(start, end)| (cell(start), cell(end)))
                .collect(),
            after: recipe.after.iter().map(cell).collect(),
        })
    }
}

/// Moves after which the coins on two cells are exchanged, and all others are in their old places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Exchange {
    /// The two cells.
    pub(super) cells: [Cell; 2],
    pub(super) moves: Vec<(Cell, Cell)>,
}

/// The largest number of coins in a window for which exchanges are searched.
const MOST_COINS: usize = 7;

/// The cells of the coins of a window, in the order of their first cells, with four bits for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct State(u32);

impl State {
    /// Returns the number of the cell of a coin.
    const fn cell(self, coin: usize) -> u8 {
        (self.0 >> (4 * coin) & 15) as u8
    }

    /// Returns the state with a coin on another cell.
    const fn with(self, coin: usize, cell: u8) -> Self {
        Self(self.0 & !(15 << (4 * coin)) | (cell as u32) << (4 * coin))
    }

    const fn exchanged(self, one: usize, other: usize) -> Self {
        self.with(one, self.cell(other)).with(other, self.cell(one))
    }
}

impl Window {
    /// Finds all exchanges of two coins, with the fewest moves within the window.
    fn exchanges(self, set: u16) -> Vec<Exchange> {
        let cells: Vec<Cell> = self
            .cells()
            .filter(|&cell| set & self.bit(cell) != 0)
            .collect();
        if cells.len() > MOST_COINS {
            return Vec::new();
        }
        let numbers: BTreeMap<Cell, u8> = self.cells().zip(0..).collect();
        let around = |cell: Cell| {
            let inside = beside(cell).into_iter();
            let inside = inside.filter_map(|other| numbers.get(&other));
            inside.fold(0, |set, number| set | 1_u16 << number)
        };
        let beside: Vec<u16> = self.cells().map(around).collect();
        let start = cells
            .iter()
            .zip(0..)
            .fold(State::default(), |state, (cell, coin)| {
                state.with(coin, numbers[cell])
            });
        let pairs =
            (0..cells.len()).flat_map(|one| (one + 1..cells.len()).map(move |other| (one, other)));
        let mut wanted: FxHashSet<State> = pairs
            .map(|(one, other)| start.exchanged(one, other))
            .collect();
        let mut come_from: FxHashMap<State, Option<(usize, u8)>> = FxHashMap::default();
        let _ = come_from.insert(start, None);
        let mut waiting = VecDeque::from([start]);
        // The path to a state is known once the state is first seen, so the search ends when all were seen.
        while let Some(state) = waiting.pop_front().filter(|_| !wanted.is_empty()) {
            let occupied = (0..cells.len()).fold(0, |set, coin| set | 1_u16 << state.cell(coin));
            for coin in 0..cells.len() {
                let from = state.cell(coin);
                let rest = occupied & !(1 << from);
                for (to, beside) in (0..).zip(&beside) {
                    let is_supported = (rest & beside).count_ones() >= 2;
                    if !is_supported || to == from || rest >> to & 1 == 1 {
                        continue;
                    }
                    let next = state.with(coin, to);
                    if let Entry::Vacant(entry) = come_from.entry(next) {
                        let _ = entry.insert(Some((coin, from)));
                        waiting.push_back(next);
                        let _ = wanted.remove(&next);
                    }
                }
            }
        }
        let mut exchanges = Vec::new();
        for one in 0..cells.len() {
            for other in one + 1..cells.len() {
                let mut state = start.exchanged(one, other);
                if !come_from.contains_key(&state) {
                    continue;
                }
                let mut moves = Vec::new();
                while let Some(&Some((coin, from))) = come_from.get(&state) {
                    moves.push((self.at(from), self.at(state.cell(coin))));
                    state = state.with(coin, from);
                }
                moves.reverse();
                exchanges.push(Exchange {
                    cells: [cells[one], cells[other]],
                    moves,
                });
            }
        }
        exchanges
    }
}

/// Returns the smallest rectangle around cells, if it has at most nine cells, and its upper left corner.
fn window_around<'a>(cells: impl Iterator<Item = &'a Cell> + Clone) -> Option<(Window, Cell)> {
    let left = cells.clone().map(|cell| cell.0).min()?;
    let top = cells.clone().map(|cell| cell.1).min()?;
    let width = cells.clone().map(|cell| cell.0).max()? - left + 1;
    let height = cells.map(|cell| cell.1).max()? - top + 1;
    (width * height <= 9).then_some((Window { width, height }, (left, top)))
}

impl Recipes {
    /// Returns two cells for the coins in hand within the smallest rectangle around some coins, and all cells of
    /// the rectangle.
    pub(super) fn hands(&self, coins: &[Cell]) -> Option<([Cell; 2], Vec<Cell>)> {
        let (window, (left, top)) = window_around(coins.iter())?;
        let local: Vec<Cell> = coins.iter().map(|&(x, y)| (x - left, y - top)).collect();
        let hands = window.hands(window.set(&local)).next()?;
        let cell = |(x, y): Cell| (x + left, y + top);
        Some((hands.map(cell), window.cells().map(cell).collect()))
    }

    /// Returns the exchanges of coins within a rectangle, which is given by all its cells.
    pub(super) fn exchanges(&mut self, area: &[Cell], coins: &[Cell]) -> Vec<Exchange> {
        let Some((window, (left, top))) = window_around(area.iter()) else {
            return Vec::new();
        };
        let local: Vec<Cell> = coins.iter().map(|&(x, y)| (x - left, y - top)).collect();
        let set = window.set(&local);
        let known = self
            .exchanges
            .entry((window, set))
            .or_insert_with(|| window.exchanges(set));
        let cell = |(x, y): Cell| (x + left, y + top);
        let moved = known.iter().map(|Exchange { cells, moves }| Exchange {
            cells: cells.map(cell),
            moves: moves
                .iter()
                .map(|&(from, to)| (cell(from), cell(to)))
                .collect(),
        });
        moved.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that any two of five coins can be exchanged: three coins of a chain in a window, and two in hand.
    #[test]
    fn all_coins_of_a_window_are_exchanged() {
        for coins in [
            vec![(0, 0), (2, 0), (2, 1)],
            vec![(0, 0), (2, 0), (3, 1)],
            vec![(0, 0), (1, 1), (2, 2)],
            vec![(0, 0), (0, 2), (2, 2)],
            vec![(5, 1), (5, 3), (4, 4)],
        ] {
            let mut recipes = Recipes::default();
            let (hands, area) = recipes.hands(&coins).unwrap();
            let all: Vec<Cell> = coins.iter().copied().chain(hands).collect();
            let exchanges = recipes.exchanges(&area, &all);
            assert_eq!(exchanges.len(), 10, "{coins:?}");
            for Exchange {
                cells: [one, other],
                moves,
            } in exchanges
            {
                // Replayed one after the other, every move beside two coins.
                let mut coins: HashMap<Cell, usize> = all.iter().copied().zip(0..).collect();
                let before = coins.clone();
                for (from, to) in moves {
                    let coin = coins.remove(&from).unwrap();
                    let (x, y) = to;
                    let beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
                    assert!(
                        beside
                            .iter()
                            .filter(|cell| coins.contains_key(cell))
                            .count()
                            >= 2
                    );
                    assert_eq!(coins.insert(to, coin), None);
                }
                assert_eq!((coins[&one], coins[&other]), (before[&other], before[&one]));
                let others = before
                    .iter()
                    .filter(|(cell, _)| **cell != one && **cell != other);
                assert!(others.into_iter().all(|(cell, coin)| coins[cell] == *coin));
            }
        }
    }

    /// Two coins on opposite corners of a square of four cells fill it together with those in hand: the coins
    /// only change roles.
    #[test]
    fn a_full_window_needs_no_moves() {
        let recipe = Recipes::default()
            .find(&[(0, 0), (1, 1)], &[(0, 1), (1, 0)])
            .unwrap();
        assert_eq!(recipe.moves, []);
        let full = Recipes::default().find(&[(0, 0), (2, 0), (3, 0)], &[(0, 0), (1, 0), (3, 0)]);
        let expected = Recipe {
            before: vec![(1, 0)],
            moves: Vec::new(),
            after: vec![(2, 0)],
        };
        assert_eq!(full, Some(expected));
    }
}
