//! Compares all pairs of configurations in small windows with a search that does not use the theorem.

use super::{Cell, Coins, STEPS, puzzle, puzzle_up_to, solved};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashSet, VecDeque};
use tait_grid::UpTo;

/// Returns all choices of `count` cells of a window, in order.
fn choices(width: i32, height: i32, count: usize) -> Vec<Vec<Cell>> {
    let cells: Vec<Cell> = (0..width * height)
        .map(|at| (at % width, at / width))
        .collect();
    let mut all = vec![(Vec::new(), 0)];
    for _ in 0..count {
        let longer = |(chosen, next): &(Vec<Cell>, usize)| {
            let chosen = chosen.clone();
            let rest = cells.iter().enumerate().skip(*next);
            let add = rest.map(move |(at, &cell)| ([chosen.as_slice(), &[cell]].concat(), at + 1));
            add.collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.into_iter().map(|(chosen, _)| chosen).collect()
}

fn orders(labels: &[u32]) -> Vec<Vec<u32>> {
    if labels.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = BTreeSet::new();
    for (at, &first) in labels.iter().enumerate() {
        let rest = [&labels[..at], &labels[at + 1..]].concat();
        all.extend(
            orders(&rest)
                .into_iter()
                .map(|rest| [vec![first], rest].concat()),
        );
    }
    all.into_iter().collect()
}

/// A state of the search: the cells of the coins, in order, as numbers in a window, with their labels.
type State = [u8; 5];

/// A window with a margin of cells around it, fewer than 64 in all.
struct Window {
    width: i32,
    height: i32,
    margin: i32,
}

impl Window {
    fn number(&self, (x, y): Cell) -> Option<u8> {
        let (x, y) = (x + self.margin, y + self.margin);
        let (width, height) = (self.width + 2 * self.margin, self.height + 2 * self.margin);
        assert!(width * height < 64);
        let is_within = (0..width).contains(&x) && (0..height).contains(&y);
        is_within.then_some((y * width + x) as u8)
    }

    fn state(&self, coins: &Coins) -> State {
        let mut state = [u8::MAX; 5];
        for (entry, &(cell, label)) in state.iter_mut().zip(coins) {
            *entry = self.number(cell).unwrap() << 2 | label as u8;
        }
        state.sort_unstable();
        state
    }

    /// Returns every state that can be reached within the window, with the number of moves, by a plain
    /// breadth-first search that follows the wording of the rule.
    fn reachable(&self, start: &Coins) -> FxHashMap<State, usize> {
        let across = -self.margin..self.width + self.margin;
        let down = -self.margin..self.height + self.margin;
        let cells = down.flat_map(|y| across.clone().map(move |x| (x, y)));
        let near: Vec<u64> = cells
            .map(|(x, y)| {
                let around = STEPS.map(|(dx, dy)| self.number((x + dx, y + dy)));
                around.iter().flatten().map(|&cell| 1 << cell).sum()
            })
            .collect();
        let start_state = self.state(start);
        let mut known = FxHashMap::from_iter([(start_state, 0)]);
        let mut queue = VecDeque::from([start_state]);
        while let Some(state) = queue.pop_front() {
            let moves = known[&state] + 1;
            let occupied: u64 = state[..start.len()]
                .iter()
                .map(|coin| 1u64 << (coin >> 2))
                .sum();
            for index in 0..start.len() {
                let others = occupied & !(1 << (state[index] >> 2));
                for (to, around) in (0..).zip(&near) {
                    if occupied >> to & 1 == 0 && (others & around).count_ones() >= 2 {
                        let mut next = state;
                        next[index] = to << 2 | state[index] & 3;
                        next.sort_unstable();
                        if let Entry::Vacant(entry) = known.entry(next) {
                            let _ = entry.insert(moves);
                            queue.push_back(next);
                        }
                    }
                }
            }
        }
        known
    }

    /// Compares all pairs of configurations in the window with a search that may also use the margin; the
    /// starts are labelled in one way, and only every `every`-th of them is used. Returns the number of
    /// pairs that can be solved, and of those that cannot.
    fn compare(&self, labels: &[u32], every: usize) -> (usize, usize) {
        let places = choices(self.width, self.height, labels.len());
        let orders = orders(labels);
        let place = |cells: &Vec<Cell>, labels: &[u32]| -> Coins {
            cells.iter().copied().zip(labels.iter().copied()).collect()
        };
        let mut counts = (0, 0);
        for start in places.iter().step_by(every) {
            let start = place(start, labels);
            let known = self.reachable(&start);
            for cells in &places {
                for order in &orders {
                    let target = place(cells, order);
                    let least = known.get(&self.state(&target)).copied();
                    let found = solved(&puzzle(&start, &target));
                    let pair = format!("{start:?} to {target:?}: {found:?}, {least:?}");
                    match (found, least) {
                        (Some(found), Some(least)) => {
                            counts.0 += 1;
                            assert!(found >= least, "the margin is too small: {pair}");
                            // In place, for a single move, and for three coins, no solution is shorter.
                            assert!(found == least || least > 1 && labels.len() > 3, "{pair}");
                        }
                        (None, None) => counts.1 += 1,
                        _ => panic!("{pair}"),
                    }
                }
            }
        }
        counts
    }
}

/// Returns the coins with positions relative to the first of them.
fn normal(coins: &[(Cell, u32)]) -> Coins {
    let mut coins = coins.to_vec();
    coins.sort_unstable();
    let (x, y) = coins[0].0;
    let moved = coins.iter().map(|&((a, b), label)| ((a - x, b - y), label));
    moved.collect()
}

impl Window {
    /// Returns the coins of a state, with positions relative to the first of them.
    fn normal(&self, state: State, count: usize) -> Coins {
        let width = self.width + 2 * self.margin;
        let coins = state[..count].iter().map(|coin| {
            let cell = i32::from(coin >> 2);
            ((cell % width, cell / width), u32::from(coin & 3))
        });
        normal(&coins.collect::<Vec<_>>())
    }

    /// Compares targets that may be moved with a search. Returns the number of pairs that can be solved,
    /// and of those that cannot.
    fn compare_up_to(&self, up_to: UpTo, labels: &[u32], every: usize) -> (usize, usize) {
        let places = choices(self.width, self.height, labels.len());
        let place = |cells: &Vec<Cell>, labels: &[u32]| -> Coins {
            cells.iter().copied().zip(labels.iter().copied()).collect()
        };
        let orders = orders(labels);
        let mut counts = (0, 0);
        for start in places.iter().step_by(every) {
            let start = place(start, labels);
            let states = self.reachable(&start);
            let states = states.keys();
            let known: HashSet<Coins> = states
                .map(|&state| self.normal(state, labels.len()))
                .collect();
            for cells in &places {
                for order in &orders {
                    let puzzle = puzzle_up_to(up_to, &start, &place(cells, order));
                    let is_known = puzzle.target_shapes().iter().any(|shape| {
                        let coins = shape.coins().map(|(at, label)| ((at.x(), at.y()), label.0));
                        known.contains(&normal(&coins.collect::<Vec<_>>()))
                    });
                    assert_eq!(solved(&puzzle).is_some(), is_known, "{puzzle:?}");
                    counts.0 += usize::from(is_known);
                    counts.1 += usize::from(!is_known);
                }
            }
        }
        counts
    }
}

fn window(width: i32, height: i32, margin: i32) -> Window {
    Window {
        width,
        height,
        margin,
    }
}

#[test]
fn one_and_two_coins_never_move() {
    let window = window(3, 3, 1);
    assert_eq!(window.compare(&[0], 1), (9, 72));
    assert_eq!(window.compare(&[0, 0], 1), (36, 36 * 35));
    assert_eq!(window.compare(&[1, 2], 1), (36, 36 * 71));
}

#[test]
fn three_coins_are_decided_and_solved_in_the_fewest_moves() {
    for (labels, window, every) in [
        ([0, 0, 0], window(5, 4, 1), 15),
        ([1, 1, 2], window(4, 3, 1), 3),
        ([1, 2, 3], window(4, 3, 1), 4),
    ] {
        let (yes, no) = window.compare(&labels, every);
        assert!(yes > 0 && no > 0, "{labels:?}: {yes} and {no}");
    }
}

#[test]
fn four_and_five_coins_are_decided_as_by_a_search() {
    for (labels, window, every) in [
        (&[0; 4][..], window(4, 3, 1), 4),
        (&[0; 4][..], window(3, 3, 1), 1),
        (&[0; 5], window(3, 3, 1), 1),
        (&[1, 1, 2, 2], window(3, 3, 1), 5),
        (&[0, 1, 2, 3], window(3, 3, 1), 16),
    ] {
        let (yes, no) = window.compare(labels, every);
        assert!(yes > 0 && no > 0, "{labels:?}: {yes} and {no}");
    }
}

#[test]
fn targets_that_may_be_moved_are_decided_as_by_a_search() {
    for (up_to, labels, window, every) in [
        (UpTo::Translation, &[0, 0][..], window(3, 3, 1), 1),
        (UpTo::Reflection, &[1, 2], window(3, 3, 1), 1),
        (UpTo::Translation, &[1, 2, 3], window(3, 3, 1), 8),
        (UpTo::Rotation, &[1, 2, 3], window(3, 3, 1), 8),
        (UpTo::Reflection, &[1, 2, 3], window(3, 3, 1), 8),
        (UpTo::Translation, &[0; 4], window(3, 3, 1), 4),
        (UpTo::Reflection, &[0; 4], window(3, 3, 1), 12),
        (UpTo::Reflection, &[1, 1, 2, 2], window(3, 3, 1), 60),
    ] {
        let (yes, no) = window.compare_up_to(up_to, labels, every);
        assert!(yes > 0 && no > 0, "{up_to}, {labels:?}: {yes} and {no}");
    }
}
