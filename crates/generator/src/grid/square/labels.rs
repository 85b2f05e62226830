//! Section 5.7: labelled coins, which are exchanged between the start and the target.

use super::answer::Stop;
use super::chain::{Chain, coins_along, path};
use super::rectangle::{Cell, Step, beside};
use super::table::{Exchange, Recipes, Table};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use tait_grid::Label;

/// The label of each occupied cell.
pub(super) type Labels = BTreeMap<Cell, Label>;

/// Returns the labels after some moves.
pub(super) fn carried(mut labels: Labels, moves: &[Step]) -> Labels {
    for (from, to) in moves {
        if let Some(label) = labels.remove(from) {
            let _ = labels.insert(*to, label);
        }
    }
    labels
}

/// Returns the moves that undo these moves.
pub(super) fn back(moves: &[Step]) -> Vec<Step> {
    moves.iter().rev().map(|&(from, to)| (to, from)).collect()
}

/// Puts each coin that is not in a chain on a cell beside two coins of the chains or coins placed before it; the last
/// two coins are in hand. Returns these cells, in this order.
pub(super) fn gather(table: &mut Table) -> Result<Vec<Cell>, Stop> {
    let mut lying: BTreeSet<Cell> = table.skeleton().into_iter().collect();
    let mut left: BTreeSet<Cell> = table.loose().into_iter().chain(table.hand()).collect();
    let mut placed = Vec::new();
    while !left.is_empty() {
        let near: BTreeSet<Cell> = lying.iter().flat_map(|&cell| beside(cell)).collect();
        let is_supported = |cell: &&Cell| {
            let around = beside(**cell).into_iter();
            !lying.contains(*cell) && around.filter(|other| lying.contains(other)).count() >= 2
        };
        let free: Vec<Cell> = near.iter().filter(is_supported).copied().collect();
        let there = free.iter().copied().find(|cell| left.contains(cell));
        let cell = match there {
            Some(cell) => cell,
            None => {
                let cell = *free.first().ok_or(Stop::Defect)?;
                table.relocate(*left.last().ok_or(Stop::Defect)?, cell)?;
                let _ = left.pop_last();
                cell
            }
        };
        let _ = left.remove(&cell);
        let _ = lying.insert(cell);
        placed.push(cell);
    }
    let last = placed.len().checked_sub(2).ok_or(Stop::Defect)?;
    table.take([placed[last], placed[last + 1]]);
    Ok(placed)
}

/// The number of other coins with which each coin is exchanged by way of a third cell; more than one helps where others
/// are cut off.
const MOST_BY_THIRD_CELL: usize = 3;

/// Exchanges of two coins each: moves after which all other coins are in their old places.
#[derive(Debug, Default)]
pub(super) struct Exchanges {
    of: BTreeMap<Cell, BTreeMap<Cell, Vec<Step>>>,
}

impl Exchanges {
    /// Finds the known exchanges of chains and the coins gathered beside them.
    ///
    /// A coin beside two others can be exchanged with a gathered coin (with a later one, if it is itself a gathered
    /// coin): it waits on some third cell. Three successive coins of a chain and two in hand are also brought into a
    /// window, where a search finds their exchanges.
    pub(super) fn new(table: &Table, chains: &[Chain], placed: &[Cell]) -> Result<Self, Stop> {
        let mut exchanges = Self::default();
        let mut recipes = Recipes::default();
        for (at, chain) in chains.iter().enumerate() {
            for along in windows(chain) {
                let mut table = table.without_moves();
                let mut chain = chains[at].clone();
                chain.reshape(&along.coins, &mut table)?;
                let coins = &chain.coins()[along.from..along.to];
                let Some((hold, area)) = recipes.hands(coins) else {
                    continue;
                };
                table.hold(&hold)?;
                let there = table.moves().to_vec();
                let within: Vec<Cell> = area
                    .iter()
                    .copied()
                    .filter(|&cell| table.is_occupied(cell))
                    .collect();
                for Exchange { cells, moves } in recipes.exchanges(&area, &within) {
                    let here = back(&there);
                    let [one, other] = cells.map(|cell| {
                        here.iter()
                            .fold(cell, |at, &(from, to)| if at == from { to } else { at })
                    });
                    let all: Vec<Step> = there.iter().chain(&moves).chain(&here).copied().collect();
                    exchanges.add(one, other, &all);
                }
            }
        }
        let first = placed
            .iter()
            .enumerate()
            .map(|(at, &one)| (one, &placed[at + 1..]));
        let skeleton = table.skeleton().into_iter().map(|one| (one, placed));
        for (one, others) in first.chain(skeleton) {
            let way = |&other: &Cell| Some((other, third_cell(table, one, other)?));
            for (other, third) in others.iter().filter_map(way).take(MOST_BY_THIRD_CELL) {
                exchanges.add(one, other, &[(one, third), (other, one), (third, other)]);
            }
        }
        Ok(exchanges)
    }

    fn add(&mut self, one: Cell, other: Cell, moves: &[Step]) {
        for (one, other) in [(one, other), (other, one)] {
            let known = self
                .of
                .entry(one)
                .or_default()
                .entry(other)
                .or_insert_with(|| moves.to_vec());
            if moves.len() < known.len() {
                known.clear();
                known.extend(moves);
            }
        }
    }

    /// Returns the moves of the exchanges that produce these labels, or `None` when exchanges do not suffice.
    ///
    /// Coins that exchanges connect can be permuted in every way: the cell that is reached last, which no label needs
    /// to pass, gets its label first. Exchanges hand that label on along the path to the cell.
    pub(super) fn arrange(&self, mut labels: Labels, wanted: &Labels) -> Option<Vec<Vec<Step>>> {
        let mut swaps = Vec::new();
        let mut left: BTreeSet<Cell> = labels.keys().copied().collect();
        while let Some(&root) = left.first() {
            let (order, _) = self.reached(root, &left);
            for &cell in order.iter().rev() {
                if labels[&cell] != wanted[&cell] {
                    // The remaining cells stay connected without the cell that is reached last.
                    let (near, before) = self.reached(cell, &left);
                    let mut here = *near.iter().find(|other| labels[*other] == wanted[&cell])?;
                    while here != cell {
                        let next = before[&here];
                        swaps.push(self.of.get(&here)?.get(&next)?.clone());
                        let pair = (labels[&here], labels[&next]);
                        let _ = labels.insert(here, pair.1);
                        let _ = labels.insert(next, pair.0);
                        here = next;
                    }
                }
                let _ = left.remove(&cell);
            }
        }
        Some(swaps)
    }

    /// Returns the cells that exchanges connect with one cell, nearest first, and for each the cell before it.
    fn reached(&self, root: Cell, left: &BTreeSet<Cell>) -> (Vec<Cell>, HashMap<Cell, Cell>) {
        let mut before = HashMap::from([(root, root)]);
        let mut waiting = VecDeque::from([root]);
        let mut order = Vec::new();
        while let Some(here) = waiting.pop_front() {
            order.push(here);
            for &next in self.of.get(&here).into_iter().flat_map(BTreeMap::keys) {
                if left.contains(&next) && !before.contains_key(&next) {
                    let _ = before.insert(next, here);
                    waiting.push_back(next);
                }
            }
        }
        (order, before)
    }
}

/// Returns a cell where a coin can wait while another one takes its place: a free cell beside two others.
fn third_cell(table: &Table, one: Cell, other: Cell) -> Option<Cell> {
    let near = table.occupied().flat_map(beside);
    let is_free = |cell: &Cell| !table.is_occupied(*cell) && table.is_supported_without(*cell, one);
    let may_return = table.is_supported_without(one, other);
    near.filter(is_free).min().filter(|_| may_return)
}

/// A shape of a chain in which some of its coins are in a window.
struct Along {
    coins: Vec<Cell>,
    from: usize,
    to: usize,
}

/// Returns shapes of a chain that bring every three successive coins into a window of few cells: two rows or columns,
/// if possible, where all coins can be exchanged. A window in a line has four coins.
fn windows(chain: &Chain) -> Vec<Along> {
    let (first, last) = (chain.first(), chain.last());
    let (width, height) = (
        first.0.abs_diff(last.0) as i32,
        first.1.abs_diff(last.1) as i32,
    );
    let (x, y) = ((last.0 - first.0).signum(), (last.1 - first.1).signum());
    let count = chain.coins().len();
    let is_odd = (width + height) % 2 == 1;
    let in_line = width == 0 || height == 0;
    let size = if in_line { 4 } else { 3 };
    let mut all = Vec::new();
    for from in 0..(count + 1).saturating_sub(size) {
        // The odd step is within the window.
        let before_odd = if is_odd && !in_line { from + 1 } else { count };
        let length = if is_odd { 3 } else { 4 };
        for (across, down) in [(length - 1, 1), (1, length - 1), (2, length - 2)] {
            if in_line {
                let along = path(&[first, last]);
                let coins = coins_along(&along, before_odd);
                all.push(Along {
                    coins,
                    from,
                    to: from + size,
                });
                break;
            }
            if across > width || down > height {
                continue;
            }
            // The path leads to the window along the upper side as far as possible.
            let begin = 2 * from as i32;
            let right = begin.min(width - across);
            let below = begin - right;
            if below + down > height {
                continue;
            }
            let at = |right: i32, below: i32| (first.0 + x * right, first.1 + y * below);
            let corners = [
                first,
                at(right, 0),
                at(right, below),
                at(right + across, below),
                at(right + across, below + down),
                at(right + across, height),
                last,
            ];
            let coins = coins_along(&path(&corners), before_odd);
            all.push(Along {
                coins,
                from,
                to: from + size,
            });
            break;
        }
    }
    all
}
