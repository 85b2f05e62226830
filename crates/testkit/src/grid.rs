//! Breadth-first search on coins of the square and the triangular grid.

use crate::search::{Searched, breadth_first};
use std::collections::HashSet;

/// A coin: x, y, and its label, or 0.
pub(crate) type Coin = [i32; 3];

const SQUARE: &[[i32; 2]] = &[[1, 0], [0, 1], [-1, 0], [0, -1]];
const TRIANGULAR: &[[i32; 2]] = &[[1, 0], [0, 1], [-1, 0], [0, -1], [1, -1], [-1, 1]];

/// A search for a shortest solution of a puzzle on a grid.
#[derive(Debug, Clone)]
pub struct GridSearch {
    /// What leads to the neighbours of a position.
    steps: &'static [[i32; 2]],
    /// Next to how many coins a coin has to be put.
    adjacency: usize,
    /// Whether coins are slid, not lifted.
    slides: bool,
    /// Sorted.
    start: Vec<Coin>,
    /// Sorted; if the target may be moved, with the first coin at the origin.
    targets: HashSet<Vec<Coin>>,
    /// Whether it may be moved.
    is_free: bool,
}

/// By what the end may differ from the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum UpTo {
    Nothing,
    Translation,
    Rotation,
    Reflection,
}

impl GridSearch {
    pub(crate) fn new(
        is_triangular: bool,
        adjacency: usize,
        slides: bool,
        start: Vec<Coin>,
        target: &[Coin],
        up_to: UpTo,
    ) -> Self {
        let (steps, turns) = if is_triangular {
            (TRIANGULAR, 6)
        } else {
            (SQUARE, 4)
        };
        let is_free = up_to > UpTo::Nothing;
        let turn = |[x, y, label]: Coin| {
            let x_after = -y;
            let y_after = if is_triangular { x + y } else { x };
            [x_after, y_after, label]
        };
        let mut image = target.to_vec();
        let mut targets = HashSet::new();
        for _ in 0..turns {
            let _ = targets.insert(placed(image.clone(), is_free));
            if up_to == UpTo::Reflection {
                let mirrored = image.iter().map(|&[x, y, label]| [y, x, label]);
                let _ = targets.insert(placed(mirrored.collect(), is_free));
            }
            if up_to < UpTo::Rotation {
                break;
            }
            image = image.into_iter().map(turn).collect();
        }
        Self {
            steps,
            adjacency,
            slides,
            start: placed(start, false),
            targets,
            is_free,
        }
    }

    /// How many coins there are.
    #[must_use]
    pub fn coins(&self) -> usize {
        self.start.len()
    }

    /// Carries the search out, until there is a solution or nothing else can be reached; `None` when `goes_on`,
    /// which is asked now and then with the number of states so far, says no.
    #[must_use]
    pub fn run(&self, goes_on: impl Fn(u64) -> bool) -> Option<Searched> {
        let is_goal = |coins: &Vec<Coin>| match self.is_free {
            true => self.targets.contains(&placed(coins.clone(), true)),
            false => self.targets.contains(coins),
        };
        let successors =
            |coins: &Vec<Coin>, _, visit: &mut dyn FnMut(&Vec<Coin>)| self.successors(coins, visit);
        breadth_first(self.start.clone(), usize::MAX, is_goal, successors, goes_on)
    }

    fn successors(&self, coins: &[Coin], visit: &mut dyn FnMut(&Vec<Coin>)) {
        for (index, &[x, y, label]) in coins.iter().enumerate() {
            let mut others = coins.to_vec();
            let _ = others.remove(index);
            let occupied: Vec<[i32; 2]> = others.iter().map(|coin| [coin[0], coin[1]]).collect();
            let within_reach = match self.slides {
                true => self.slid_to([x, y], &occupied),
                false => occupied.iter().flat_map(|&at| self.around(at)).collect(),
            };
            for to in within_reach {
                let support = self.around(to).filter(|at| occupied.contains(at)).count();
                if occupied.contains(&to) || to == [x, y] || support < self.adjacency {
                    continue;
                }
                let mut moved = others.clone();
                moved.push([to[0], to[1], label]);
                visit(&placed(moved, false));
            }
        }
    }

    fn around(&self, [x, y]: [i32; 2]) -> impl Iterator<Item = [i32; 2]> {
        self.steps
            .iter()
            .map(move |step| [x + step[0], y + step[1]])
    }

    /// Where a coin can slide to: each step leads between at most one coin and no other. Two rows beyond all coins are
    /// enough to go around them.
    fn slid_to(&self, from: [i32; 2], occupied: &[[i32; 2]]) -> HashSet<[i32; 2]> {
        let range = |axis: usize| {
            let values = || occupied.iter().chain([&from]).map(|at| at[axis]);
            values().min().unwrap_or(0) - 2..=values().max().unwrap_or(0) + 2
        };
        let (columns, rows) = (range(0), range(1));
        let (mut reached, mut waiting) = (HashSet::from([from]), vec![from]);
        while let Some(here) = waiting.pop() {
            for next in self.around(here) {
                let is_beside = |at: &[i32; 2]| self.around(next).any(|other| other == *at);
                let beside = self.around(here).filter(is_beside);
                let walls = beside.filter(|at| occupied.contains(at)).count();
                let is_free = !occupied.contains(&next) && walls < 2;
                let is_near = columns.contains(&next[0]) && rows.contains(&next[1]);
                if is_free && is_near && reached.insert(next) {
                    waiting.push(next);
                }
            }
        }
        reached
    }
}

/// Coins in order, and where they may be moved, with the first at the origin.
fn placed(mut coins: Vec<Coin>, is_free: bool) -> Vec<Coin> {
    coins.sort_unstable();
    if let (true, Some(&[x, y, _])) = (is_free, coins.first()) {
        for coin in &mut coins {
            *coin = [coin[0] - x, coin[1] - y, coin[2]];
        }
    }
    coins
}

#[cfg(test)]
mod tests {
    use super::{Coin, GridSearch, UpTo};

    fn optimum(is_triangular: bool, slides: bool, up_to: UpTo, target: &[Coin]) -> Option<usize> {
        let rhombus = vec![
            [0, 0, 0],
            [1, 0, 0],
            [2, 0, 0],
            [0, 1, 0],
            [1, 1, 0],
            [2, 1, 0],
        ];
        let search = GridSearch::new(is_triangular, 2, slides, rhombus, target, up_to);
        let searched = search.run(|states| states < 100_000)?;
        searched.is_solved.then_some(searched.states.len() - 1)
    }

    #[test]
    fn the_rhombus_becomes_a_ring() {
        let ring = [
            [1, 0, 0],
            [0, 1, 0],
            [-1, 1, 0],
            [-1, 0, 0],
            [0, -1, 0],
            [1, -1, 0],
        ];
        assert_eq!(optimum(true, false, UpTo::Translation, &ring), Some(2));
        assert_eq!(optimum(true, true, UpTo::Translation, &ring), Some(3));
    }

    #[test]
    fn on_the_square_grid_nothing_leaves_the_span() {
        let turned = [
            [0, 0, 0],
            [0, 1, 0],
            [0, 2, 0],
            [1, 0, 0],
            [1, 1, 0],
            [1, 2, 0],
        ];
        assert_eq!(optimum(false, false, UpTo::Nothing, &turned), None);
        assert_eq!(optimum(false, false, UpTo::Translation, &turned), None);
        assert_eq!(optimum(false, false, UpTo::Rotation, &turned), Some(0));
    }

    #[test]
    fn labels_are_told_apart() {
        let start = vec![[0, 0, 1], [1, 0, 2], [0, 1, 3]];
        let search = |target: &[Coin]| {
            let search = GridSearch::new(false, 2, false, start.clone(), target, UpTo::Nothing);
            search.run(|_| true).unwrap()
        };
        let corner = search(&[[1, 1, 1], [1, 0, 2], [0, 1, 3]]);
        assert!(corner.is_solved && corner.states == [1, 1]);
        let other = search(&[[1, 1, 1], [1, 0, 3], [0, 1, 2]]);
        assert!(!other.is_solved && other.states == [1, 1, 0]);
    }
}
