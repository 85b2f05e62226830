//! Windows: a few coins on at most nine cells, and how two coins in hand bring them into another arrangement.
//!
//! The paper draws these steps as figures. Here they are found by search, each once.

use super::rectangle::Cell;
use std::collections::{HashMap, VecDeque};

/// How the coins of a window are rearranged by moves that can all be taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Recipe {
    /// Where the coins in hand are put first: the first beside two coins of the window, the second beside two
    /// when the first is there.
    pub(super) before: Vec<Cell>,
    /// The moves.
    pub(super) moves: Vec<(Cell, Cell)>,
    /// Where the coins in hand are at the end, in such an order again.
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

    const fn bit(self, (x, y): Cell) -> u16 {
        1 << (y * self.width + x)
    }

    fn set(self, cells: &[Cell]) -> u16 {
        cells.iter().fold(0, |set, &cell| set | self.bit(cell))
    }

    /// Whether a cell outside a set has two neighbours in it.
    fn is_supported(self, (x, y): Cell, set: u16) -> bool {
        let beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
        let is_coin = |&(x, y): &Cell| {
            (0..self.width).contains(&x)
                && (0..self.height).contains(&y)
                && set & self.bit((x, y)) != 0
        };
        set & self.bit((x, y)) == 0 && beside.iter().filter(|cell| is_coin(cell)).count() >= 2
    }

    /// All ways to add two coins one after the other, each beside two.
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

    /// The shortest way from one arrangement, with two coins in hand, to another one.
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
                // A move can be taken back when the coin was beside two others.
                if rest == state || !self.is_supported(start, rest) {
                    continue;
                }
                for end in self
                    .cells()
                    .filter(|&end| end != start && self.is_supported(end, rest))
                {
                    let next = rest | self.bit(end);
                    if let std::collections::hash_map::Entry::Vacant(entry) = come_from.entry(next)
                    {
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
        // With one coin in hand the window is full: coins only change their roles.
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

/// The recipes that were needed so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Recipes {
    known: HashMap<(Window, u16, u16), Option<Recipe>>,
}

impl Recipes {
    /// How coins on some cells come to be on as many others, within the smallest rectangle around both; `None` if
    /// they cannot, or it has more than nine cells.
    pub(super) fn find(&mut self, from: &[Cell], to: &[Cell]) -> Option<Recipe> {
        let both = || from.iter().chain(to);
        let left = both().map(|cell| cell.0).min()?;
        let top = both().map(|cell| cell.1).min()?;
        let width = both().map(|cell| cell.0).max()? - left + 1;
        let height = both().map(|cell| cell.1).max()? - top + 1;
        if width * height > 9 {
            return None;
        }
        let window = Window { width, height };
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
