//! How long the construction for the triangular grid takes: 200 and 1000 coins, labelled, near and far.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use tait_generator::grid::triangular::{Construction, construct, decide};
use tait_grid::{Board, Configuration, Label, Puzzle, PuzzleSetup, Rules, Setup, UpTo};

/// Coins in rows of some length, so far apart that some are adjacent and some are not.
fn rows(coins: i32, across: i32, offset: i32, label: impl Fn(i32) -> i32) -> Configuration {
    let coin = |index: i32| {
        let (x, y) = (index % across, index / across);
        let position = [2 * x + y % 2 * (x % 3) / 2 + offset, y];
        (position.into(), Label(label(index).unsigned_abs()))
    };
    Configuration::try_from(Setup {
        board: Board::Triangular,
        coins: (0..coins).map(coin).collect(),
    })
    .expect("different positions")
}

fn puzzle(coins: i32, offset: i32) -> Puzzle {
    Puzzle::try_from(PuzzleSetup {
        rules: Rules::default(),
        start: rows(coins, 14, 0, |index| index),
        // 7 has no factor in common with the numbers of coins, so this is another order of the labels.
        target: rows(coins, 9, offset, |index| index * 7 % coins),
        up_to: UpTo::Nothing,
    })
    .expect("the same coins")
}

fn triangular(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("triangular grid");
    for (name, coins, offset) in [
        ("200 coins", 200, 0),
        ("200 coins, 1000 away", 200, 1000),
        ("1000 coins", 1000, 0),
    ] {
        let puzzle = puzzle(coins, offset);
        let answer = construct(&puzzle);
        assert!(
            matches!(answer, Ok(Construction::Solution { .. })),
            "{name}"
        );
        group.bench_function(format!("decide {name}"), |bencher| {
            bencher.iter(|| decide(black_box(&puzzle)));
        });
        group.bench_function(format!("construct {name}"), |bencher| {
            bencher.iter(|| construct(black_box(&puzzle)));
        });
    }
    group.finish();
}

criterion_group!(benches, triangular);
criterion_main!(benches);
