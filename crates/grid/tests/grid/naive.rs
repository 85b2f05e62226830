//! The rules again, as simply as can be, and all small configurations.

use std::collections::{BTreeSet, VecDeque};
use tait_grid::{Board, Configuration, Label, Position, Setup};

pub(crate) type Coins = BTreeSet<(i32, i32)>;

/// The neighbours on the square or the triangular grid, from distances in the plane.
pub(crate) fn neighbours(is_triangular: bool, at: (i32, i32)) -> Vec<(i32, i32)> {
    let squared = |x: i32, y: i32| {
        if is_triangular {
            x * x + x * y + y * y
        } else {
            x * x + y * y
        }
    };
    let steps = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y)));
    let units = steps.filter(|&(x, y)| squared(x, y) == 1);
    units.map(|(x, y)| (at.0 + x, at.1 + y)).collect()
}

/// Everything one lift leads to.
pub(crate) fn successors(is_triangular: bool, coins: &Coins) -> BTreeSet<Coins> {
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

/// Everything that can be reached on the square grid, which is finite.
pub(crate) fn reachable(coins: &Coins) -> BTreeSet<Coins> {
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

/// All sets of `count` positions of a small rectangle.
pub(crate) fn all_coins(width: i32, height: i32, count: usize) -> Vec<Coins> {
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

pub(crate) fn configuration(board: Board, coins: &Coins) -> Configuration {
    let coins = coins
        .iter()
        .map(|&(x, y)| (Position::from([x, y]), Label::PLAIN))
        .collect();
    Setup { board, coins }.try_into().unwrap()
}

pub(crate) fn coins(configuration: &Configuration) -> Coins {
    configuration
        .positions()
        .map(|at| (at.x(), at.y()))
        .collect()
}
