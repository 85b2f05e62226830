//! Section 5.8: a single extra coin can bring a chain with an odd step into every shape between the same corners.

use super::chain::{odd_step, path, towards};
use super::labels::{Labels, carried};
use super::rectangle::{Cell, Step, beside_coins, distance, is_within, span};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use tait_grid::Rectangle;

/// Constructs a solution with one extra coin, if start and target, except for one coin each, consist of chains with the
/// same ends, and the chains without an odd step are equal. Returns `None` if they do not, or if labels end up
/// elsewhere.
///
/// Let the odd step end at a coin, with the next coin at distance 2. The extra coin is put between these two, and
/// changes roles with the first of them, which lies between the extra coin and the coin before: so the odd step wanders
/// along the chain, and moves each coin by one cell along a path. Where two coins touch at a corner, the extra coin can
/// go to either of two cells. While the odd step wanders back and forth, the choice is each time the cell nearer to the
/// path of the target, until the chain reaches that path.
pub(super) fn construct(start: &Labels, target: &Labels) -> Option<Vec<Step>> {
    let [coins, wanted] =
        [start, target].map(|labels| labels.keys().copied().collect::<BTreeSet<Cell>>());
    let may_be_last = |coin: &Cell| beside_coins(*coin, &wanted).count() >= 2;
    let goal = |extra: Cell| Some((extra, chains(&wanted, extra)?));
    let goals: Vec<(Cell, Vec<Vec<Cell>>)> = wanted
        .iter()
        .copied()
        .filter(may_be_last)
        .filter_map(goal)
        .collect();
    for &extra in &coins {
        let Some(chains) = chains(&coins, extra) else {
            continue;
        };
        for (end, goal) in &goals {
            let mut flips = Flips {
                extra,
                moves: Vec::new(),
            };
            let is_done = chains.len() == goal.len()
                && chains
                    .iter()
                    .zip(goal)
                    .all(|(chain, goal)| flips.bring(chain.clone(), goal));
            flips.put(*end);
            if is_done && carried(start.clone(), &flips.moves) == *target {
                return Some(flips.moves);
            }
        }
    }
    None
}

/// Returns the chains that the coins form without one of them, from left to right, or `None` if they do not form
/// chains, or have more coins than the chains need.
fn chains(coins: &BTreeSet<Cell>, extra: Cell) -> Option<Vec<Vec<Cell>>> {
    let rest = || coins.iter().copied().filter(|&coin| coin != extra);
    let chain = |rectangle: &Rectangle| {
        let within = rest().filter(|&coin| is_within(rectangle, coin));
        let mut within: Vec<Cell> = within.collect();
        if within.len() != rectangle.half_perimeter().div_ceil(2) as usize {
            return None;
        }
        let length = rectangle.half_perimeter() - 2;
        let leads = |chain: &[Cell]| {
            let steps = chain.windows(2).map(|pair| distance(pair[0], pair[1]));
            let ends = chain.first().zip(chain.last());
            steps.clone().all(|step| step <= 2)
                && steps.sum::<u32>() == length
                && ends.is_some_and(|(&first, &last)| distance(first, last) == length)
        };
        if !leads(&within) {
            within.sort_unstable_by_key(|&(x, y)| (x, Reverse(y)));
        }
        leads(&within).then_some(within)
    };
    span(rest()).iter().map(chain).collect()
}

/// The moves of an extra coin, which changes roles with coins of chains.
struct Flips {
    extra: Cell,
    moves: Vec<Step>,
}

impl Flips {
    fn put(&mut self, cell: Cell) {
        if self.extra != cell {
            self.moves.push((self.extra, cell));
            self.extra = cell;
        }
    }

    /// Brings a chain into the shape of another one; returns false if they have different ends, or no odd step and
    /// different shapes.
    fn bring(&mut self, mut chain: Vec<Cell>, goal: &[Cell]) -> bool {
        if chain == goal {
            return true;
        }
        let (Some(&first), Some(&last)) = (chain.first(), chain.last()) else {
            return false;
        };
        let Some(mut odd) = odd_step(&chain).filter(|_| goal.first() == Some(&first)) else {
            return false;
        };
        let length = distance(first, last);
        let corners = goal
            .windows(2)
            .flat_map(|pair| [pair[0], (pair[0].0, pair[1].1)]);
        let along = path(&corners.chain([last]).collect::<Vec<_>>());
        if goal.last() != Some(&last) || along.len() != length as usize + 1 {
            return false;
        }
        let is_nearer = |cell: &Cell| distance(*cell, along[distance(first, *cell) as usize]);
        // Each pass back and forth brings the farthest cells of the path nearer by at least one.
        for _ in 0..=2 * length {
            for is_forward in [true, false] {
                while if is_forward {
                    odd + 2 < chain.len()
                } else {
                    odd > 0
                } {
                    let moved = if is_forward { odd + 1 } else { odd };
                    let (from, beside) = (
                        chain[moved],
                        if is_forward {
                            chain[moved + 1]
                        } else {
                            chain[moved - 1]
                        },
                    );
                    let between = [towards(from, beside), towards(beside, from)];
                    let to = between.into_iter().min_by_key(is_nearer).unwrap_or(from);
                    self.put(to);
                    self.extra = from;
                    chain[moved] = to;
                    odd = if is_forward { odd + 1 } else { odd - 1 };
                    if chain == goal {
                        return true;
                    }
                }
            }
        }
        false
    }
}
