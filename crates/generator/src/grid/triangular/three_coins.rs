//! Three coins, where Theorem 1 also depends on the colouring of the grid.

use super::answer::{Reason, TooLong};
use super::carrier::Coins;
use super::lattice::{Cell, Step, Triangle, colour, neighbours};
use std::collections::HashMap;
use tait_grid::{Label, Operation};

/// A shortest solution: some moves, and then the walk of a triangle, if the target is one.
#[derive(Debug, Clone)]
pub(super) struct ThreeCoins {
    /// The moves up to the first triangle, or all moves.
    pub(super) moves: Vec<Step>,
    /// The goal to which the triangle then walks.
    pub(super) walk: Option<Triangle>,
    /// The total number of moves.
    pub(super) length: u64,
}

/// Solves a puzzle of three coins.
///
/// Each coin of a triangle has one move, which takes it to the far side of the two others and keeps its
/// colour in the three-colouring of the grid. So the coins remain a triangle for ever and can go
/// everywhere, and the cells of the triangle determine which coin is where. Before the first triangle, a
/// coin that has moved is the middle of a path of three. Then either one of the ends moves and makes a
/// triangle, or the middle itself moves to the other cell beside both ends. So there are only a few
/// configurations before the first triangle, and examining them all finds all first triangles.
pub(super) fn solve(
    start: [(Cell, Label); 3],
    target: &HashMap<Cell, Label>,
) -> Result<ThreeCoins, Reason> {
    let labels = start.map(|(_, label)| label);
    let mut goal: Vec<Cell> = target.keys().copied().collect();
    goal.sort_unstable();
    let goal = <[Cell; 3]>::try_from(goal).ok();
    let goal = goal.filter(|&cells| is_triangle(cells));
    let colours = by_colour(target.iter().map(|(&cell, &label)| (cell, label)));

    let mut states: Vec<([Cell; 3], Vec<Step>)> = vec![(start.map(|(cell, _)| cell), Vec::new())];
    let mut best: Option<ThreeCoins> = None;
    let mut index = 0;
    while let Some((cells, moves)) = states.get(index).cloned() {
        index += 1;
        let placed = || cells.into_iter().zip(labels);
        if is_triangle(cells) {
            if let Some(goal) = goal.map(Triangle::of)
                && by_colour(placed()) == colours
            {
                let length = moves.len() as u64 + Triangle::of(cells).distance(goal);
                if best.as_ref().is_none_or(|best| length < best.length) {
                    let walk = Some(goal);
                    let solution = ThreeCoins {
                        moves,
                        walk,
                        length,
                    };
                    best = Some(solution);
                }
            }
            continue;
        }
        if placed().all(|(cell, label)| target.get(&cell) == Some(&label)) {
            return Ok(ThreeCoins {
                length: moves.len() as u64,
                moves,
                walk: None,
            });
        }
        for coin in 0..3 {
            let (one, other) = (cells[(coin + 1) % 3], cells[(coin + 2) % 3]);
            for to in neighbours(one) {
                let mut next = cells;
                next[coin] = to;
                let is_move = neighbours(other).contains(&to) && to != cells[coin];
                if is_move && states.iter().all(|(known, _)| *known != next) {
                    let step = (cells[coin], to);
                    states.push((next, moves.iter().copied().chain([step]).collect()));
                }
            }
        }
    }
    match best {
        Some(solution) => Ok(solution),
        None if states.len() == 1 && !is_triangle(states[0].0) => Err(Reason::NoMove),
        None if goal.is_some() => Err(Reason::Colouring),
        None => Err(Reason::SingleMove),
    }
}

impl ThreeCoins {
    /// Plays the moves up to the first triangle.
    pub(super) fn begin(&self, coins: &mut Coins) -> Result<(), TooLong> {
        let outer = coins.begin(Operation::Triangle);
        for &(from, to) in &self.moves {
            if let Some(coin) = coins.on(from) {
                coins.relocate(coin, to)?;
            }
        }
        coins.end(outer);
        Ok(())
    }
}

fn is_triangle(cells: [Cell; 3]) -> bool {
    let [a, b, c] = cells;
    neighbours(a).contains(&b) && neighbours(b).contains(&c) && neighbours(c).contains(&a)
}

/// Returns the label on each colour, for coins on a triangle.
fn by_colour(coins: impl Iterator<Item = (Cell, Label)>) -> [Option<Label>; 3] {
    let mut labels = [None; 3];
    for (cell, label) in coins {
        labels[colour(cell)] = Some(label);
    }
    labels
}
