//! The conjecture that Theorem 1 of *Coin-Moving Puzzles* also holds for slides of unlabelled coins, tried for all
//! pairs of configurations in small windows.
//!
//! Configurations that the theorem excludes certainly cannot be reached: a slide is a lift, and several slides of a
//! coin that moves alone are one lift. It remains to show that every start with a move leads to every target that meets
//! one of the theorem's first three conditions. This holds if all these starts lead to one and the same configuration,
//! which leads to all these targets.
//!
//! It holds for up to five coins, but not for six coins or more: a coin amid a tripod (three coins, no two of them
//! adjacent) is locked in. So no slide leads into a target of tripods, pairs and single coins, although a tripod and a
//! pair meet the third condition. All other targets tried here are reached.

use std::collections::HashSet;
use tait_generator::grid::triangular::needs_a_single_move;
use tait_grid::{Board, Configuration, Label, Position, Puzzle, PuzzleSetup, Rules, Setup, UpTo};

/// The six directions, in the order of rotation.
const DIRECTIONS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// A parallelogram of at most 64 cells within which coins slide.
struct Window {
    width: i32,
    height: i32,
    /// For each cell, the neighbour in each direction.
    near: Vec<[Option<u32>; 6]>,
    around: Vec<u64>,
}

impl Window {
    fn new(width: i32, height: i32) -> Self {
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let cell = |x: i32, y: i32| {
            let is_inside = (0..width).contains(&x) && (0..height).contains(&y);
            is_inside.then(|| (y * width + x) as u32)
        };
        let near: Vec<[Option<u32>; 6]> = cells
            .map(|(x, y)| DIRECTIONS.map(|(right, up)| cell(x + right, y + up)))
            .collect();
        let set =
            |cells: &[Option<u32>; 6]| cells.iter().flatten().fold(0, |set, at| set | 1 << at);
        Self {
            width,
            height,
            around: near.iter().map(set).collect(),
            near,
        }
    }

    /// Returns the sets of `coins` cells at least `margin` from the border.
    fn sets(&self, coins: u32, margin: i32) -> Vec<u64> {
        let rows = margin..self.height - margin;
        let columns = margin..self.width - margin;
        let cells = rows.flat_map(|y| columns.clone().map(move |x| y * self.width + x));
        let cells: Vec<i32> = cells.collect();
        let mut sets = vec![(0_u64, 0)];
        for _ in 0..coins {
            let more = sets.iter().flat_map(|&(set, first)| {
                let later = cells.iter().enumerate().skip(first);
                later.map(move |(index, cell)| (set | 1 << cell, index + 1))
            });
            sets = more.collect();
        }
        sets.into_iter().map(|(set, _)| set).collect()
    }

    /// Returns the cells to which a coin can slide, given the other coins.
    fn slides(&self, from: u32, others: u64) -> u64 {
        let (mut reached, mut waiting) = (1 << from, 1_u64 << from);
        let is_taken = |at: Option<u32>| at.is_some_and(|at| others >> at & 1 == 1);
        while waiting != 0 {
            let near = &self.near[waiting.trailing_zeros() as usize];
            waiting &= waiting - 1;
            for direction in 0..6 {
                let sides = [(direction + 1) % 6, (direction + 5) % 6].map(|side| near[side]);
                let has_room = !is_taken(sides[0]) || !is_taken(sides[1]);
                if let Some(next) = near[direction].filter(|&at| has_room && !is_taken(Some(at))) {
                    waiting |= 1 << next & !reached;
                    reached |= 1 << next;
                }
            }
        }
        reached & !(1 << from)
    }

    /// Calls `visit` with each configuration to which a slide leads, or from which a slide comes.
    fn each_neighbour(&self, coins: u64, is_forward: bool, mut visit: impl FnMut(u64)) {
        let supported = |set: u64, others: u64| {
            bits(set).filter(move |&at| (self.around[at as usize] & others).count_ones() >= 2)
        };
        for cell in bits(coins) {
            let others = coins & !(1 << cell);
            if is_forward {
                let to = supported(self.slides(cell, others), others);
                to.for_each(|to| visit(others | 1 << to));
            } else if supported(1 << cell, others).next().is_some() {
                bits(self.slides(cell, others)).for_each(|from| visit(others | 1 << from));
            }
        }
    }

    /// Returns all configurations to which a configuration leads, or that lead to it, by at most `most` slides.
    fn reached(&self, coins: u64, is_forward: bool, most: usize) -> HashSet<u64> {
        let mut known = HashSet::from([coins]);
        let mut layer = vec![coins];
        for _ in 0..most {
            let mut next = Vec::new();
            for coins in layer {
                self.each_neighbour(coins, is_forward, |other| {
                    if known.insert(other) {
                        next.push(other);
                    }
                });
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        known
    }

    fn configuration(&self, coins: u64) -> Configuration {
        let place = |cell: u32| {
            let cell = cell as i32;
            (
                Position::from([cell % self.width, cell / self.width]),
                Label::PLAIN,
            )
        };
        let (board, coins) = (Board::Triangular, bits(coins).map(place).collect());
        Setup { board, coins }.try_into().unwrap()
    }

    /// Returns whether a target meets one of the first three conditions of the theorem.
    fn is_open(&self, target: u64) -> bool {
        let [start, target] = [target; 2].map(|coins| self.configuration(coins));
        let setup = PuzzleSetup {
            rules: Rules::default(),
            start,
            target,
            up_to: UpTo::Nothing,
        };
        !needs_a_single_move(&Puzzle::try_from(setup).unwrap()).unwrap()
    }

    /// Returns whether each coin with two neighbours is amid a tripod.
    fn is_locked(&self, coins: u64) -> bool {
        bits(coins).all(|cell| {
            let is_taken = |at: &Option<u32>| at.is_some_and(|at| coins >> at & 1 == 1);
            let near = self.near[cell as usize].each_ref().map(is_taken);
            let count = near.iter().filter(|is_taken| **is_taken).count();
            let every_second = near == [true, false, true, false, true, false]
                || near == [false, true, false, true, false, true];
            count < 2 || every_second
        })
    }

    /// Returns a triangle amid the window, with a line of the other coins.
    fn hub(&self, coins: u32) -> u64 {
        let (x, y) = ((self.width - coins as i32) / 2, self.height / 2);
        let triangle = [(x, y), (x + 1, y), (x, y + 1)];
        let line = (2..coins as i32 - 1).map(|right| (x + right, y));
        let cells = triangle.into_iter().chain(line);
        cells.fold(0, |set, (x, y)| set | 1 << (y * self.width + x))
    }
}

fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(bit)
    })
}

/// Tries slides of `coins` coins in a window, from and to all configurations at least `margin` from its border. Returns
/// how many of these can move, meet a condition and are reached, meet one and are not, and meet none but can be reached
/// by a single slide.
fn compare(width: i32, height: i32, margin: i32, coins: u32) -> [usize; 4] {
    let window = Window::new(width, height);
    let hub = window.hub(coins);
    let [to_hub, from_hub] =
        [false, true].map(|is_forward| window.reached(hub, is_forward, usize::MAX));
    let mut counts = [0; 4];
    for set in window.sets(coins, margin) {
        let mut can_move = false;
        window.each_neighbour(set, true, |_| can_move = true);
        let name = || format!("{:?}", window.configuration(set));
        assert!(!can_move || to_hub.contains(&set), "{}", name());
        counts[0] += usize::from(can_move);
        let nearest = window.reached(set, false, 1).len();
        if window.is_open(set) {
            let is_reached = from_hub.contains(&set);
            assert_ne!(is_reached, window.is_locked(set), "{}", name());
            assert!(is_reached || nearest == 1, "{}", name());
            counts[if is_reached { 1 } else { 2 }] += 1;
        } else {
            assert_eq!(window.reached(set, false, 2).len(), nearest, "{}", name());
            counts[3] += usize::from(nearest > 1);
        }
    }
    counts
}

#[test]
fn every_start_with_a_slide_leads_to_every_target_that_is_not_locked() {
    for (width, height, margin, coins, expected) in [
        (8, 8, 2, 3, [540, 18, 0, 62]),
        (8, 8, 2, 4, [1819, 320, 0, 398]),
        (6, 6, 1, 5, [4368, 2306, 0, 676]),
        (6, 5, 1, 6, [924, 906, 3, 0]),
    ] {
        let counts = compare(width, height, margin, coins);
        assert_eq!(counts, expected, "{coins} coins");
    }
}
