//! Random puzzles: checks every solution, and that its number of moves is within the proven bounds.

use super::{Cell, Coins, STEPS, puzzle, solved};
use std::collections::BTreeSet;
use tait_generator::grid::triangular::construct;
use tait_grid::Puzzle;

/// Pseudorandom numbers, the same ones each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }

    /// Returns `count` cells: scattered, crowded, grown together, or in lines.
    fn cells(&mut self, count: usize) -> Vec<Cell> {
        let side = match self.below(4) {
            0 => count.isqrt() + 2,
            1 => 2 * count.isqrt() + 2,
            2 => count + 3,
            _ => 4 * count,
        };
        let kind = self.below(4);
        let offset = (self.below(2 * side) as i32, self.below(2 * side) as i32);
        let mut cells = BTreeSet::new();
        let mut last = offset;
        while cells.len() < count {
            let (dx, dy) = STEPS[self.below(if kind == 3 { 2 } else { 6 })];
            last = match kind {
                0 => (
                    self.below(side) as i32 + offset.0,
                    self.below(side) as i32 + offset.1,
                ),
                1 => (last.0 + dx, last.1 + dy),
                // Steps of two leave few coins adjacent.
                2 => (last.0 + 2 * dx - dy, last.1 + 2 * dy),
                _ => (last.0 + dx, last.1 - dy),
            };
            let _ = cells.insert(last);
        }
        cells.into_iter().collect()
    }

    /// Returns a puzzle of `count` coins, which have the same label, a few different ones, or all
    /// different ones.
    fn puzzle(&mut self, count: usize) -> Puzzle {
        let kind = self.below(3);
        let label = |coin: usize, numbers: &mut Self| match kind {
            0 => 0,
            1 => numbers.below(3) as u32,
            _ => coin as u32,
        };
        let mut labels: Vec<u32> = (0..count).map(|coin| label(coin, self)).collect();
        let start: Coins = self
            .cells(count)
            .into_iter()
            .zip(labels.iter().copied())
            .collect();
        self.shuffle(&mut labels);
        // Sometimes most coins are already in place.
        let cells = if self.below(4) == 0 {
            let (x, y) = (self.below(3) as i32, self.below(3) as i32);
            start.iter().map(|&((a, b), _)| (a + x, b + y)).collect()
        } else {
            self.cells(count)
        };
        let target: Coins = cells.into_iter().zip(labels).collect();
        puzzle(&start, &target)
    }
}

/// Returns the largest distance between two positions of start and target together.
fn diameter(puzzle: &Puzzle) -> usize {
    let both = || {
        puzzle
            .start()
            .positions()
            .chain(puzzle.target().positions())
    };
    // The distance is the largest difference in x, y or x + y.
    let spread = |value: fn(i32, i32) -> i32| {
        let values = || both().map(|position| value(position.x(), position.y()));
        values().max().unwrap() - values().min().unwrap()
    };
    spread(|x, _| x)
        .max(spread(|_, y| y))
        .max(spread(|x, y| x + y)) as usize
}

/// Solves random puzzles and compares their numbers of moves with the proven bounds. Returns the number
/// of solved puzzles.
fn solve_random(sizes: std::ops::RangeInclusive<usize>, count: usize, seed: u64) -> usize {
    let mut numbers = Numbers(seed);
    let mut solvable = 0;
    for _ in 0..count {
        let n = sizes.start() + numbers.below(sizes.end() - sizes.start() + 1);
        let puzzle = numbers.puzzle(n);
        let d = diameter(&puzzle);
        if let Some(moves) = solved(&puzzle) {
            solvable += 1;
            assert!(moves <= 2 * n * d + 9 * n + 9, "{moves}, n = {n}, d = {d}");
            let (root, moves) = ((n as f64).sqrt(), moves as f64);
            let (n, d) = (n as f64, d as f64);
            let most = 6.0 * d * root + 12.0 * d + 9.0 * n + 36.0;
            assert!(moves <= most, "{moves}, n = {n}, d = {d}");
        }
    }
    solvable
}

#[test]
fn random_puzzles_are_solved_within_the_proven_number_of_moves() {
    let solvable = solve_random(4..=40, 10_000, 1);
    assert!((5_000..10_000).contains(&solvable), "{solvable}");
    let solvable = solve_random(200..=200, 100, 2);
    assert!((40..100).contains(&solvable), "{solvable}");
}

#[test]
fn a_random_answer_is_the_same_each_time() {
    let constructed = || {
        let mut numbers = Numbers(3);
        (0..40)
            .map(move |_| construct(&numbers.puzzle(12)))
            .collect::<Vec<_>>()
    };
    assert_eq!(constructed(), constructed());
}
