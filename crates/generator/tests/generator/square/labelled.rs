//! Labelled coins: compares all orders on small rectangles with a search, and tests random ones.

use super::exhaustive::{cells, choices};
use super::random::{Numbers, pair};
use super::{Answer, Cell, labelled_answer};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use tait_generator::grid::square::Reason;
use tait_grid::Label;

/// Returns all arrangements that can be reached, as the cells of coins 0, 1, 2, ...
fn reachable(start: &[Cell], width: i32, height: i32) -> BTreeSet<Vec<Cell>> {
    let all: Vec<Cell> = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .collect();
    let mut seen = BTreeSet::from([start.to_vec()]);
    let mut waiting = VecDeque::from([start.to_vec()]);
    while let Some(here) = waiting.pop_front() {
        for coin in 0..here.len() {
            for &(x, y) in all.iter().filter(|cell| !here.contains(cell)) {
                let beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
                let others = here
                    .iter()
                    .enumerate()
                    .filter(|(other, cell)| *other != coin && beside.contains(cell));
                if others.count() >= 2 {
                    let mut next = here.clone();
                    next[coin] = (x, y);
                    if seen.insert(next.clone()) {
                        waiting.push_back(next);
                    }
                }
            }
        }
    }
    seen
}

/// Returns the numbers of answers for three orders of each pair: solved, proven unsolvable, open
/// though solvable, open and unsolvable.
fn compare(width: i32, height: i32, count: u32, every: usize) -> [usize; 4] {
    let all = choices((width * height) as u32, count);
    let mut said = [0; 4];
    let mut numbers = Numbers(1);
    let labelled = |coins: &[Cell]| -> BTreeMap<Cell, Label> {
        coins
            .iter()
            .zip(0..)
            .map(|(&cell, label)| (cell, Label(label)))
            .collect()
    };
    for &start in all.iter().step_by(every) {
        let start: Vec<Cell> = cells(start, width).into_iter().collect();
        let reached = reachable(&start, width, height);
        for &target in &all {
            for _ in 0..3 {
                let mut target: Vec<Cell> = cells(target, width).into_iter().collect();
                numbers.shuffle(&mut target);
                let can = reached.contains(&target);
                let at = match labelled_answer(&labelled(&start), &labelled(&target)) {
                    Answer::Solved(_) => 0,
                    Answer::Unsolvable(_) => 1,
                    Answer::Open(_) => 2 + usize::from(!can),
                };
                assert!(at > 1 || can == (at == 0), "{start:?} to {target:?}");
                said[at] += 1;
            }
        }
    }
    said
}

#[test]
fn orders_in_small_rectangles_are_made_where_that_is_possible() {
    for (width, height, count, every) in [
        (2, 2, 3, 1),
        (3, 2, 5, 1),
        (4, 2, 5, 14),
        (3, 3, 5, 31),
        (3, 3, 6, 83),
        (6, 1, 5, 1),
    ] {
        let [solved, unsolvable, open, _] = compare(width, height, count, every);
        assert_eq!(open, 0, "{width} x {height}, {count} coins");
        assert!(solved + unsolvable > 0);
    }
    // In a line, four coins and two in hand are exchanged, but not all possible exchanges are
    // found.
    let [_, _, open, _] = compare(7, 1, 6, 1);
    assert!(open <= 6, "{open}");
}

#[test]
fn labelled_coins_in_rectangles_are_put_in_any_order() {
    let mut numbers = Numbers(4);
    let mut solved = 0;
    for _ in 0..200 {
        let (count, side) = (1 + numbers.below(2), 3 + numbers.below(6));
        let parts = numbers.parts(count, side);
        let has_room = |part: &[i32; 4]| {
            let (width, height) = (part[2] - part[0] + 1, part[3] - part[1] + 1);
            width > 1 && height > 1 && width * height > 4
        };
        if !parts.iter().all(has_room) {
            continue;
        }
        let Some([start, target]) = pair(&mut numbers, &parts, &parts) else {
            continue;
        };
        let colours = if numbers.below(2) == 0 {
            start.len() as u32
        } else {
            3
        };
        let mut labels: Vec<Label> = (0..start.len() as u32)
            .map(|coin| Label(coin % colours))
            .collect();
        let start: BTreeMap<Cell, Label> = start.into_iter().zip(labels.clone()).collect();
        numbers.shuffle(&mut labels);
        let target: BTreeMap<Cell, Label> = target.into_iter().zip(labels).collect();
        let areas = parts
            .iter()
            .map(|part| (part[2] - part[0] + 1) * (part[3] - part[1] + 1));
        let is_full = areas.sum::<i32>() == start.len() as i32;
        match labelled_answer(&start, &target) {
            Answer::Solved(_) => solved += 1,
            Answer::Unsolvable(Reason::NoMove) if is_full => {}
            other => panic!("{start:?} to {target:?}: {other:?}"),
        }
    }
    assert!(solved > 50, "{solved}");
}
