//! Random puzzles: checks solutions with any number of coins.

use super::{Answer, Cell, answer};
use std::collections::BTreeSet;
use tait_generator::grid::square::v_to_diagonal;

/// Pseudorandom numbers, the same ones each time.
pub(crate) struct Numbers(pub(crate) u64);

/// A rectangle: left, top, right, bottom.
pub(crate) type Part = [i32; 4];

impl Numbers {
    pub(crate) fn below(&mut self, bound: i32) -> i32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as i32
    }

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end as i32 + 1) as usize);
        }
    }

    fn cell(&mut self, [left, top, right, bottom]: Part) -> Cell {
        let x = left + self.below(right - left + 1);
        (x, top + self.below(bottom - top + 1))
    }

    /// Returns rectangles at distance 3 or more from each other, one after the other from corner to
    /// corner.
    pub(crate) fn parts(&mut self, count: i32, side: i32) -> Vec<Part> {
        let (mut x, mut y) = (self.below(5) - 9, self.below(5));
        let mut parts = Vec::new();
        for _ in 0..count {
            let (width, height) = (self.below(side), self.below(side));
            parts.push([x, y, x + width, y + height]);
            let gap = self.below(3);
            x += width + 1 + gap;
            y += height + 3 - gap;
        }
        parts
    }

    /// Returns coins that span these rectangles, taken at random until they do.
    fn skeleton(&mut self, parts: &[Part]) -> BTreeSet<Cell> {
        let mut coins = BTreeSet::new();
        for &part in parts {
            let mut own = BTreeSet::new();
            while filled(&own) != all(part) {
                let _ = own.insert(self.cell(part));
            }
            // Mostly keep only the coins that are needed.
            for coin in own.clone() {
                let _ = own.remove(&coin);
                if self.below(8) == 0 || filled(&own) != all(part) {
                    let _ = own.insert(coin);
                }
            }
            coins.extend(own);
        }
        coins
    }

    /// Adds two coins beside two others each, and returns whether that is possible.
    fn add_pair(&mut self, coins: &mut BTreeSet<Cell>, parts: &[Part]) -> bool {
        (0..2).all(|_| {
            let cells: Vec<Cell> = parts.iter().flat_map(|&part| all(part)).collect();
            let is_free = |cell: &&Cell| !coins.contains(cell) && support(**cell, coins) >= 2;
            let free: Vec<Cell> = cells.iter().filter(is_free).copied().collect();
            !free.is_empty() && coins.insert(free[self.below(free.len() as i32) as usize])
        })
    }

    fn fill(&mut self, coins: &mut BTreeSet<Cell>, parts: &[Part], count: usize) -> bool {
        let room: usize = parts.iter().map(|&part| all(part).len()).sum();
        while coins.len() < count.min(room) {
            let part = parts[self.below(parts.len() as i32) as usize];
            let _ = coins.insert(self.cell(part));
        }
        coins.len() == count
    }
}

fn support((x, y): Cell, coins: &BTreeSet<Cell>) -> usize {
    let beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
    beside.iter().filter(|cell| coins.contains(cell)).count()
}

fn all([left, top, right, bottom]: Part) -> BTreeSet<Cell> {
    (left..=right)
        .flat_map(|x| (top..=bottom).map(move |y| (x, y)))
        .collect()
}

fn filled(coins: &BTreeSet<Cell>) -> BTreeSet<Cell> {
    // No cell outside the rectangle around the coins is ever beside two of them; one more row
    // avoids a check.
    let bounds = |cell: fn(&Cell) -> i32| {
        let values = || coins.iter().map(cell);
        Some((values().min()? - 1, values().max()? + 1))
    };
    let (Some((left, right)), Some((top, bottom))) = (bounds(|cell| cell.0), bounds(|cell| cell.1))
    else {
        return BTreeSet::new();
    };
    let width = (right - left + 1) as usize;
    let mut is_filled = vec![false; width * (bottom - top + 1) as usize];
    let mut waiting: Vec<usize> = Vec::new();
    for &(x, y) in coins {
        let at = (y - top) as usize * width + (x - left) as usize;
        is_filled[at] = true;
        waiting.push(at);
    }
    let beside = |at: usize| [at + 1, at - 1, at + width, at - width];
    while let Some(at) = waiting.pop() {
        for next in beside(at) {
            let is_inside = (1..width - 1).contains(&(next % width))
                && (width..is_filled.len() - width).contains(&next);
            let support = |next| {
                beside(next)
                    .iter()
                    .filter(|&&other| is_filled[other])
                    .count()
            };
            if is_inside && !is_filled[next] && support(next) >= 2 {
                is_filled[next] = true;
                waiting.push(next);
            }
        }
    }
    let cell = |at: usize| (left + (at % width) as i32, top + (at / width) as i32);
    (0..is_filled.len())
        .filter(|&at| is_filled[at])
        .map(cell)
        .collect()
}

/// Returns a start and a target that have these spans without two coins each, or `None` if there is
/// no room.
pub(crate) fn pair(
    numbers: &mut Numbers,
    whole: &[Part],
    parts: &[Part],
) -> Option<[BTreeSet<Cell>; 2]> {
    let mut start = numbers.skeleton(whole);
    let mut target = numbers.skeleton(parts);
    if !numbers.add_pair(&mut target, parts) {
        return None;
    }
    let count = (start.len() + 2).max(target.len()) + numbers.below(4) as usize;
    let is_full = numbers.fill(&mut start, whole, count) && numbers.fill(&mut target, parts, count);
    is_full.then_some([start, target])
}

fn is_solved([start, target]: &[BTreeSet<Cell>; 2]) -> usize {
    match answer(start, target) {
        Answer::Solved(moves) => moves,
        other => panic!("{start:?} to {target:?}: {other:?}"),
    }
}

#[test]
fn equal_spans_are_solved() {
    let mut numbers = Numbers(1);
    let mut solved = 0;
    for _ in 0..3000 {
        let (count, side) = (1 + numbers.below(3), 1 + numbers.below(9));
        let parts = numbers.parts(count, side);
        if let Some(pair) = pair(&mut numbers, &parts, &parts) {
            let _ = is_solved(&pair);
            solved += 1;
        }
    }
    assert!(solved > 1500, "{solved}");
}

#[test]
fn smaller_spans_in_a_row_are_solved() {
    let mut numbers = Numbers(2);
    let mut solved = 0;
    for _ in 0..3000 {
        let count = 1 + numbers.below(3);
        let parts = numbers.parts(count, 6);
        let around = |at: usize, largest: bool| {
            let values = parts.iter().map(|part| part[at]);
            if largest { values.max() } else { values.min() }.unwrap()
        };
        let margin = [0; 4].map(|_: i32| numbers.below(4));
        let mut whole = [
            around(0, false) - margin[0],
            around(1, false) - margin[1],
            around(2, true) + margin[2],
            around(3, true) + margin[3],
        ];
        let mut parts = parts.clone();
        if numbers.below(2) == 0 {
            // Rising instead of falling.
            for part in parts.iter_mut().chain([&mut whole]) {
                *part = [part[0], -part[3], part[2], -part[1]];
            }
        }
        if let Some(pair) = pair(&mut numbers, &[whole], &parts) {
            let _ = is_solved(&pair);
            solved += 1;
        }
    }
    assert!(solved > 1500, "{solved}");
}

#[test]
fn many_coins_are_solved() {
    let mut numbers = Numbers(3);
    for side in [20, 40, 60] {
        let part = [[0, 0, side, side]];
        let pair = pair(&mut numbers, &part, &part).unwrap();
        let count = pair[0].len();
        assert!(
            count as i32 > side && is_solved(&pair) < count.pow(3),
            "{count}"
        );
    }
}

#[test]
fn a_v_becomes_a_diagonal_in_about_n_cubed_moves() {
    for (arms, moves) in [(1, 56), (2, 253), (10, 14_661), (28, 273_747)] {
        let puzzle = v_to_diagonal(arms).unwrap();
        let [start, target] = [puzzle.start(), puzzle.target()].map(|coins| {
            coins
                .positions()
                .map(|at| (at.x(), at.y()))
                .collect::<BTreeSet<Cell>>()
        });
        assert_eq!(start.len() as u32, 2 * arms + 4);
        // Coins of the arms, except the first, which is nearer to the square, are too far from all
        // others to move.
        let is_alone = |&(x, y): &Cell| {
            let others = start.iter().filter(|other| **other != (x, y));
            others
                .into_iter()
                .all(|&(a, b)| x.abs_diff(a) + y.abs_diff(b) >= 3)
        };
        assert_eq!(start.iter().filter(|cell| !is_alone(cell)).count(), 5);
        assert_eq!(is_solved(&[start, target]), moves);
    }
    assert!(v_to_diagonal(0).is_err() && v_to_diagonal(1001).is_err());
}
