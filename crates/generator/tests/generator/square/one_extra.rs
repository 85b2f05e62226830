//! A single extra coin flips chains with an odd step, but no others.

use super::random::Numbers;
use super::{Answer, Cell, answer, puzzle};
use std::collections::BTreeSet;
use tait_generator::grid::square::{Condition, Construction, construct};
use tait_grid::{Label, Operation};

/// Returns coins on a path of steps to the right and downwards: at even distances from its beginning up to some coin,
/// and at odd ones after it if the path has odd length.
fn chain(steps: &[bool], before_odd: usize) -> Vec<Cell> {
    let mut cells = vec![(0, 0)];
    for &is_right in steps {
        let (x, y) = cells[cells.len() - 1];
        cells.push(if is_right { (x + 1, y) } else { (x, y + 1) });
    }
    let is_coin = |at: usize| {
        let is_behind = steps.len() % 2 == 1 && at > before_odd.saturating_mul(2);
        (at % 2 == 1) == is_behind
    };
    (0..cells.len())
        .filter(|&at| is_coin(at))
        .map(|at| cells[at])
        .collect()
}

/// Returns a chain with an extra coin between two coins at distance 2.
fn with_extra(numbers: &mut Numbers, chain: &[Cell]) -> BTreeSet<Cell> {
    let far = |pair: &&[Cell]| pair[0].0.abs_diff(pair[1].0) + pair[0].1.abs_diff(pair[1].1) == 2;
    let pairs: Vec<&[Cell]> = chain.windows(2).filter(far).collect();
    let pair = pairs[numbers.below(pairs.len() as i32) as usize];
    let between = if pair[0].0 == pair[1].0 {
        (pair[0].0, pair[0].1 + 1)
    } else {
        (pair[0].0 + 1, pair[0].1)
    };
    chain.iter().copied().chain([between]).collect()
}

fn random_chain(numbers: &mut Numbers, width: usize, height: usize) -> BTreeSet<Cell> {
    let mut steps: Vec<bool> = (0..width + height).map(|at| at < width).collect();
    numbers.shuffle(&mut steps);
    let before_odd = numbers.below((width + height) as i32 / 2 + 1) as usize;
    let chain = chain(&steps, before_odd);
    with_extra(numbers, &chain)
}

#[test]
fn chains_with_an_odd_step_are_flipped() {
    let mut numbers = Numbers(5);
    let mut flipped = 0;
    for _ in 0..500 {
        let (width, height) = (
            1 + numbers.below(20) as usize,
            1 + numbers.below(20) as usize,
        );
        if (width + height) % 2 == 0 || width + height < 3 {
            continue;
        }
        let [start, target] = [(); 2].map(|()| random_chain(&mut numbers, width, height));
        let labels =
            [&start, &target].map(|coins| coins.iter().map(|&cell| (cell, Label::PLAIN)).collect());
        let solved = construct(&puzzle(&labels[0], &labels[1]));
        if let Ok(Construction::Solution {
            condition: Condition::OneExtra,
            moves,
            outline,
        }) = solved
        {
            assert!(moves.len() <= (width + height).pow(3));
            let [flip] = outline.steps() else {
                panic!("{outline:?}")
            };
            assert_eq!(
                (flip.operation, flip.last),
                (Operation::OddFlip, moves.len())
            );
            flipped += 1;
        }
        assert!(
            matches!(answer(&start, &target), Answer::Solved(_)),
            "{start:?} to {target:?}"
        );
    }
    assert!(flipped > 150, "{flipped}");
}

#[test]
fn chains_without_an_odd_step_are_not_flipped() {
    for (width, height) in [(2, 2), (4, 2), (3, 3), (4, 4)] {
        let right_first: Vec<bool> = (0..width + height).map(|at| at < width).collect();
        let down_first: Vec<bool> = right_first.iter().rev().copied().collect();
        let mut numbers = Numbers(6);
        let [start, target] = [right_first, down_first].map(|steps| {
            let coins = chain(&steps, usize::MAX);
            with_extra(&mut numbers, &coins)
        });
        assert!(
            matches!(answer(&start, &target), Answer::Unsolvable(_)),
            "{width} {height}"
        );
    }
}
