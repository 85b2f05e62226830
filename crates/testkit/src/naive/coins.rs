//! Unlabelled coins on the square and the triangular grid, as sets of positions, and all their
//! small configurations.

use super::grid;
use std::collections::{BTreeSet, VecDeque};
use tait_grid::{Board, Configuration, Label, Position, Setup};

/// The positions of the coins.
pub type Coins = BTreeSet<(i32, i32)>;

/// Returns the neighbours on the square or the triangular grid, by distances in the plane.
#[must_use]
pub fn neighbours(is_triangular: bool, at: (i32, i32)) -> Vec<(i32, i32)> {
    grid::neighbours(is_triangular, at).collect()
}

/// Returns all results of one lift with d = 2.
#[must_use]
pub fn successors(is_triangular: bool, coins: &Coins) -> BTreeSet<Coins> {
    let mut all = BTreeSet::new();
    for coin in coins {
        let mut rest = coins.clone();
        let _ = rest.remove(coin);
        let near: BTreeSet<_> = rest
            .iter()
            .flat_map(|&at| neighbours(is_triangular, at))
            .collect();
        for to in near {
            let support = neighbours(is_triangular, to)
                .iter()
                .filter(|at| rest.contains(at))
                .count();
            if support >= 2 && !coins.contains(&to) {
                let mut next = rest.clone();
                let _ = next.insert(to);
                let _ = all.insert(next);
            }
        }
    }
    all
}

/// Returns everything that can be reached on the square grid, a finite set.
#[must_use]
pub fn reachable(coins: &Coins) -> BTreeSet<Coins> {
    let mut seen = BTreeSet::from([coins.clone()]);
    let mut queue = VecDeque::from([coins.clone()]);
    while let Some(here) = queue.pop_front() {
        for next in successors(false, &here) {
            if seen.insert(next.clone()) {
                queue.push_back(next);
            }
        }
    }
    seen
}

/// Returns all sets of `count` positions of a small rectangle.
#[must_use]
pub fn all_coins(width: i32, height: i32, count: usize) -> Vec<Coins> {
    let cells: Vec<(i32, i32)> = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .collect();
    let sets = 0..1u32 << cells.len();
    let of_mask = |mask: u32| {
        (0..cells.len())
            .filter(|i| mask >> i & 1 == 1)
            .map(|i| cells[i])
            .collect()
    };
    sets.filter(|mask| mask.count_ones() as usize == count)
        .map(of_mask)
        .collect()
}

/// Returns these coins on a board, all with the same label.
#[must_use]
pub fn configuration(board: Board, coins: &Coins) -> Configuration {
    let coins = coins
        .iter()
        .map(|&(x, y)| (Position::from([x, y]), Label::PLAIN))
        .collect();
    Setup { board, coins }.try_into().unwrap()
}

/// Returns the positions of the coins of a configuration.
#[must_use]
pub fn coins(configuration: &Configuration) -> Coins {
    configuration
        .positions()
        .map(|at| (at.x(), at.y()))
        .collect()
}
