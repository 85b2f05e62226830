//! How long the construction for the square grid takes: V's to diagonals, and a diagonal of labelled coins in reverse
//! order.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use tait_generator::grid::square::{Construction, construct, v_to_diagonal};
use tait_grid::{Board, Configuration, Label, Puzzle, PuzzleSetup, Rules, Setup, UpTo};

/// A diagonal with two coins beside its first, all labelled.
fn diagonal(side: i32, is_reversed: bool) -> Option<Configuration> {
    let positions = (0..side).map(|at| [at, at]).chain([[0, 1], [1, 0]]);
    let label = |at: i32| Label(if is_reversed { side + 1 - at } else { at } as u32);
    let coins = positions
        .zip(0..)
        .map(|(at, coin)| (at.into(), label(coin)))
        .collect();
    Setup {
        board: Board::Square,
        coins,
    }
    .try_into()
    .ok()
}

fn reversal(side: i32) -> Option<Puzzle> {
    let (start, target) = (diagonal(side, false)?, diagonal(side, true)?);
    let (rules, up_to) = (Rules::default(), UpTo::Nothing);
    PuzzleSetup {
        rules,
        start,
        target,
        up_to,
    }
    .try_into()
    .ok()
}

fn bench(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("square grid");
    for (name, puzzle) in [
        ("v to diagonal, 24 coins", v_to_diagonal(10).ok()),
        ("v to diagonal, 60 coins", v_to_diagonal(28).ok()),
        ("60 labelled coins", reversal(58)),
    ] {
        let puzzle = puzzle.expect("the same coins");
        assert!(
            matches!(construct(&puzzle), Ok(Construction::Solution { .. })),
            "{name}"
        );
        let _ = group.sample_size(10).bench_function(name, |bencher| {
            bencher.iter(|| construct(black_box(&puzzle)));
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
