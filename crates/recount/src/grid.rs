//! Breadth-first search on coins of the square and the triangular grid.

use crate::layers::{BothEnds, Bounds, Searched, breadth_first};
use serde::Serialize;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// A coin: x, y, and its label, or 0.
pub(crate) type Coin = [i32; 3];

const SQUARE: &[[i32; 2]] = &[[1, 0], [0, 1], [-1, 0], [0, -1]];
const TRIANGULAR: &[[i32; 2]] = &[[1, 0], [0, 1], [-1, 0], [0, -1], [1, -1], [-1, 1]];

/// A search for a shortest solution of a puzzle on a grid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GridSearch {
    /// The steps to the neighbours of a position.
    steps: &'static [[i32; 2]],
    /// The number of coins next to which a coin has to be put.
    adjacency: usize,
    /// Whether coins are slid, not lifted.
    slides: bool,
    /// Sorted.
    start: Vec<Coin>,
    /// Each sorted; if the target may be moved, with the first coin at the origin. In order, because those who share the
    /// work compare how they write the searches down.
    targets: BTreeSet<Vec<Coin>>,
    /// Whether the target may be moved.
    is_free: bool,
}

/// The symmetries by which the end may differ from the target.
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
        let mut targets = BTreeSet::new();
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

    /// Returns the number of coins.
    #[must_use]
    pub fn coins(&self) -> usize {
        self.start.len()
    }

    /// Carries out the search until there is a solution or nothing else can be reached; returns `None` if `goes_on`,
    /// which is asked now and then with the number of states so far, says no.
    #[must_use]
    pub fn run(&self, goes_on: impl Fn(u64) -> bool) -> Option<Searched> {
        self.run_to(usize::MAX, goes_on)
    }

    /// Does the same for solutions of at most `deepest` moves.
    pub(crate) fn run_to(&self, deepest: usize, goes_on: impl Fn(u64) -> bool) -> Option<Searched> {
        let is_goal = |coins: &Rc<Vec<Coin>>| match self.is_free {
            true => self.targets.contains(&placed(coins.to_vec(), true)),
            false => self.targets.contains(&**coins),
        };
        let bounds = Bounds {
            deepest,
            expected: None,
        };
        let has_goal = |layer: &[Rc<Vec<Coin>>]| layer.iter().any(is_goal);
        let successors =
            |coins: &Vec<Coin>, _, visit: &mut dyn FnMut(&Vec<Coin>)| self.successors(coins, visit);
        breadth_first(self.start.clone(), bounds, has_goal, successors, goes_on)
    }

    /// Looks for a solution of at most `deepest` moves: from both ends where coins are lifted and stay within a finite span,
    /// and otherwise from the start alone.
    ///
    /// A move puts one coin into its place at most. So a state is left out if more coins are out of place than there are
    /// moves left, seen from the other end.
    pub(crate) fn run_within(
        &self,
        deepest: usize,
        goes_on: impl Fn(u64) -> bool,
    ) -> Option<Searched> {
        let is_finite = self.steps.len() == SQUARE.len() && self.adjacency >= 2;
        if !is_finite || self.slides || self.is_free {
            return self.run_to(deepest, goes_on);
        }
        let span = self.span();
        let goals: Vec<Vec<Coin>> = self.targets.iter().cloned().collect();
        let successors = |coins: &Vec<Coin>, left: usize, visit: &mut dyn FnMut(&Vec<Coin>)| {
            self.successors(coins, &mut |moved| {
                if goals.iter().any(|goal| lacking(moved, goal) < left) {
                    visit(moved);
                }
            });
        };
        let predecessors = |coins: &Vec<Coin>, left: usize, visit: &mut dyn FnMut(&Vec<Coin>)| {
            self.predecessors(coins, &span, &mut |before| {
                if lacking(before, &self.start) < left {
                    visit(before);
                }
            });
        };
        let ends = BothEnds {
            goals: goals.clone(),
            successors: &successors,
            predecessors: &predecessors,
            bound: deepest,
        };
        ends.meet(self.start.clone(), goes_on)
    }

    /// Returns every position that a coin could ever reach, with those of the start: wherever coins touch, over and over.
    fn span(&self) -> Vec<[i32; 2]> {
        let mut span: HashSet<[i32; 2]> =
            self.start.iter().map(|coin| [coin[0], coin[1]]).collect();
        loop {
            let beside: HashSet<[i32; 2]> = span.iter().flat_map(|&at| self.around(at)).collect();
            let touching = |at: &[i32; 2]| self.around(*at).filter(|at| span.contains(at)).count();
            let new = beside
                .into_iter()
                .filter(|at| touching(at) >= self.adjacency);
            let larger: HashSet<[i32; 2]> = span.iter().copied().chain(new).collect();
            if larger.len() == span.len() {
                let mut span: Vec<[i32; 2]> = span.into_iter().collect();
                span.sort_unstable();
                return span;
            }
            span = larger;
        }
    }

    /// Visits sorted coins from which a lift within these positions leads to sorted coins.
    fn predecessors(&self, coins: &[Coin], span: &[[i32; 2]], visit: &mut dyn FnMut(&Vec<Coin>)) {
        let is_occupied = |at: &[i32; 2]| coins.iter().any(|coin| [coin[0], coin[1]] == *at);
        let mut before = Vec::new();
        for (index, &[x, y, label]) in coins.iter().enumerate() {
            let touched = self.around([x, y]).filter(is_occupied).count();
            if touched < self.adjacency {
                continue;
            }
            let mut others = coins.to_vec();
            let _ = others.remove(index);
            for &[x, y] in span.iter().filter(|at| !is_occupied(at)) {
                let coin = [x, y, label];
                let place = others.partition_point(|other| *other < coin);
                before.clone_from(&others);
                before.insert(place, coin);
                visit(&before);
            }
        }
    }

    /// Searches up to a depth while the layers have the expected numbers of states; returns what was seen, and the
    /// number of moves to each wanted configuration that was reached.
    pub(crate) fn distances(
        &self,
        bounds: Bounds<'_>,
        wanted: &[Vec<Coin>],
        goes_on: impl Fn(u64) -> bool,
    ) -> Option<(Searched, Vec<Option<usize>>)> {
        let places = wanted.iter().enumerate();
        let places: HashMap<Vec<Coin>, usize> = places
            .map(|(index, coins)| (placed(coins.clone(), false), index))
            .collect();
        let (mut distances, mut depth) = (vec![None; wanted.len()], 0);
        let note = |layer: &[Rc<Vec<Coin>>]| {
            for coins in layer {
                if let Some(&index) = places.get(&**coins) {
                    distances[index] = Some(depth);
                }
            }
            depth += 1;
            false
        };
        let successors =
            |coins: &Vec<Coin>, _, visit: &mut dyn FnMut(&Vec<Coin>)| self.successors(coins, visit);
        let searched = breadth_first(self.start.clone(), bounds, note, successors, goes_on)?;
        Some((searched, distances))
    }

    /// Visits sorted successors of sorted coins.
    fn successors(&self, coins: &[Coin], visit: &mut dyn FnMut(&Vec<Coin>)) {
        let mut moved = Vec::new();
        for (index, &[x, y, label]) in coins.iter().enumerate() {
            let mut others = coins.to_vec();
            let _ = others.remove(index);
            let occupied: Vec<[i32; 2]> = others.iter().map(|coin| [coin[0], coin[1]]).collect();
            // Every coin names the positions beside it; those that are named often enough are supported.
            let mut beside: Vec<[i32; 2]> =
                occupied.iter().flat_map(|&at| self.around(at)).collect();
            beside.sort_unstable();
            let supported = beside
                .chunk_by(|one, next| one == next)
                .filter(|named| named.len() >= self.adjacency);
            let within_reach = self.slides.then(|| self.slid_to([x, y], &occupied));
            for &to in supported.map(|named| &named[0]) {
                let is_reached = within_reach
                    .as_ref()
                    .is_none_or(|reach| reach.contains(&to));
                if !is_reached || to == [x, y] || occupied.contains(&to) {
                    continue;
                }
                let coin = [to[0], to[1], label];
                let place = others.partition_point(|other| *other < coin);
                moved.clone_from(&others);
                moved.insert(place, coin);
                visit(&moved);
            }
        }
    }

    fn around(&self, [x, y]: [i32; 2]) -> impl Iterator<Item = [i32; 2]> {
        self.steps
            .iter()
            .map(move |step| [x + step[0], y + step[1]])
    }

    /// Returns where a coin can slide to: each step leads to a free position, and at most one coin touches both of its
    /// ends. Two rows beyond all coins are enough to go around them.
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

/// Returns how many coins are not in the places of as many others, both sorted.
fn lacking(coins: &[Coin], others: &[Coin]) -> usize {
    let (mut lacking, mut others) = (0, others.iter().peekable());
    for coin in coins {
        while others.next_if(|other| *other < coin).is_some() {}
        lacking += usize::from(others.next_if_eq(&coin).is_none());
    }
    lacking
}

/// Returns the coins sorted and, if they may be moved, with the first one at the origin.
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
    use super::{Bounds, Coin, GridSearch, UpTo};

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
    fn a_search_is_written_down_in_one_way() {
        let target = [
            [0, 0, 0],
            [1, 0, 0],
            [2, 0, 0],
            [0, 1, 0],
            [0, 2, 0],
            [5, 1, 0],
        ];
        let written = || {
            let start = target.to_vec();
            let search = GridSearch::new(true, 2, false, start, &target, UpTo::Reflection);
            assert_eq!(search.targets.len(), 12);
            format!("{search:?}")
        };
        let first = written();
        assert!((0..20).all(|_| written() == first));
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
    fn both_ends_meet_after_as_many_moves_as_the_start_alone_takes() {
        let start = vec![[0, 0, 0], [0, 1, 0], [1, 0, 1], [2, 1, 0], [2, 2, 0]];
        let all = |cells: &[i32]| -> Vec<Coin> {
            let coin = |at: &i32| [at / 3, at % 3, i32::from(at == &cells[0])];
            cells.iter().map(coin).collect()
        };
        let mut targets = Vec::new();
        for cells in 0..1 << 9 {
            let cells: Vec<i32> = (0..9).filter(|at| cells >> at & 1 == 1).collect();
            if cells.len() == 5 {
                targets.push(all(&cells));
            }
        }
        let of = |target: &[Coin]| {
            GridSearch::new(false, 2, false, start.clone(), target, UpTo::Nothing)
        };
        let bounds = Bounds {
            deepest: usize::MAX,
            expected: None,
        };
        let (_, distances) = of(&[]).distances(bounds, &targets, |_| true).unwrap();
        assert!(distances.iter().flatten().any(|moves| *moves > 6));
        assert!(distances.contains(&None));
        for (target, distance) in targets.iter().zip(distances) {
            let within = |moves| of(target).run_within(moves, |_| true).unwrap();
            let shorter = distance.map_or(usize::from(u8::MAX), |moves| moves.saturating_sub(1));
            assert_eq!(within(shorter).is_solved, distance == Some(0), "{target:?}");
            if let Some(moves) = distance {
                let found = within(moves + 2);
                assert_eq!((found.is_solved, found.states.len()), (true, moves + 1));
            }
        }
        assert_eq!(of(&targets[0]).run_within(9, |_| false), None);
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
