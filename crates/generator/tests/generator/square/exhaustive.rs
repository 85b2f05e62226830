//! Tests all pairs of configurations in small rectangles.

use super::{Answer, Cell, answer};
use std::collections::{BTreeSet, VecDeque};
use tait_generator::grid::square::NotCovered;

/// Returns all configurations of `count` coins on `cells` cells, as bits.
pub(crate) fn choices(cells: u32, count: u32) -> Vec<u32> {
    (0..1u32 << cells)
        .filter(|set| set.count_ones() == count)
        .collect()
}

pub(crate) fn cells(set: u32, width: i32) -> BTreeSet<Cell> {
    let all = (0..32).filter(|at| set >> at & 1 == 1);
    all.map(|at| (at % width, at / width)).collect()
}

fn reachable(start: u32, width: i32, height: i32) -> BTreeSet<u32> {
    let count = |set: u32, at: i32| {
        let (x, y) = (at % width, at / width);
        let beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
        let is_coin = |&(x, y): &(i32, i32)| {
            (0..width).contains(&x) && (0..height).contains(&y) && set >> (y * width + x) & 1 == 1
        };
        beside.iter().filter(|cell| is_coin(cell)).count()
    };
    let mut seen = BTreeSet::from([start]);
    let mut waiting = VecDeque::from([start]);
    while let Some(here) = waiting.pop_front() {
        for from in (0..width * height).filter(|at| here >> at & 1 == 1) {
            let rest = here & !(1 << from);
            for to in (0..width * height).filter(|at| here >> at & 1 == 0) {
                if count(rest, to) >= 2 && seen.insert(rest | 1 << to) {
                    waiting.push_back(rest | 1 << to);
                }
            }
        }
    }
    seen
}

/// Returns how many pairs with every `every`-th start were solved, proven unsolvable, and left open. Compares each
/// answer with the configurations that can be reached.
fn compare(width: i32, height: i32, count: u32, every: usize) -> [usize; 3] {
    let all = choices((width * height) as u32, count);
    let mut said = [0; 3];
    for &start in all.iter().step_by(every) {
        let reached = reachable(start, width, height);
        for &target in &all {
            let can = reached.contains(&target);
            let answer = answer(&cells(start, width), &cells(target, width));
            let wrong = || format!("{start:b} to {target:b} in {width} x {height}");
            match answer {
                Answer::Solved(_) => assert!(can, "{}", wrong()),
                Answer::Unsolvable(_) => assert!(!can, "{}", wrong()),
                Answer::Open(_) => {}
            }
            said[match answer {
                Answer::Solved(_) => 0,
                Answer::Unsolvable(_) => 1,
                Answer::Open(_) => 2,
            }] += 1;
        }
    }
    said
}

#[test]
fn all_pairs_in_small_rectangles_are_decided() {
    for (width, height, count, said) in [
        (2, 2, 3, [8, 8, 0]),
        (3, 2, 4, [107, 118, 0]),
        (3, 2, 5, [36, 0, 0]),
        (3, 3, 5, [9662, 6214, 0]),
        (3, 3, 6, [6420, 636, 0]),
        (4, 2, 5, [2216, 920, 0]),
        (4, 2, 6, [730, 54, 0]),
        (7, 1, 6, [37, 12, 0]),
    ] {
        assert_eq!(
            compare(width, height, count, 1),
            said,
            "{width} x {height}, {count} coins"
        );
    }
}

/// Two squares, or columns of a rectangle, side by side do not lie in a row.
#[test]
fn what_is_left_open_is_no_row() {
    let [solved, unsolvable, open] = compare(5, 2, 6, 7);
    assert_eq!(solved + unsolvable + open, 30 * 210);
    assert!(open > 0 && open < 60, "{open}");
    let side_by_side = cells(0b10011_10011, 5);
    let corner: BTreeSet<Cell> = cells(0b00001_11111, 5);
    assert_eq!(
        answer(&corner, &side_by_side),
        Answer::Open(NotCovered::NoPair)
    );
}

/// The condition "the second span lies in the first" is too weak.
#[test]
fn the_counterexample_is_not_solved() {
    let start = BTreeSet::from([(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 2)]);
    let target = BTreeSet::from([(0, 0), (0, 1), (0, 2), (4, 0), (4, 1), (4, 2)]);
    assert_eq!(answer(&start, &target), Answer::Open(NotCovered::NoPair));
    assert!(matches!(answer(&target, &start), Answer::Unsolvable(_)));
}
