//! How long pictures take: a solution of 1,000 moves as SVG, and a page of 10,000 moves.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use tait_draw::{Play, RowPlay, Rows, page, row_svg};
use tait_linear::{Move, Puzzle, Solution};

/// Algorithm 3.1 of the thesis for two coins at a time: wraps of width 4 around each other.
fn solution(n: u64) -> Solution {
    let puzzle = Puzzle::new(2, n).expect("a size");
    let algorithm = tait_generator::thesis::SlidingCoinK2::new(n, 1).expect("n of at least 3");
    let moves: Vec<Move> = tait_generator::MoveSequence::moves(&algorithm).collect();
    Solution::new(puzzle, 1, moves)
}

fn pictures(criterion: &mut Criterion) {
    let figure = RowPlay::of_solution(&solution(1000)).expect("it is right");
    let _ = criterion.bench_function("svg, 1,000 moves of 2,000 coins", |bencher| {
        bencher.iter(|| row_svg(black_box(&figure), Rows::ALL));
    });
    let long = solution(10_000);
    let _ = criterion.bench_function("page, 10,000 moves", |bencher| {
        bencher.iter(|| {
            let play = RowPlay::of_solution(black_box(&long)).expect("it is right");
            page(&Play::Row(play), true, None)
        });
    });
}

criterion_group!(benches, pictures);
criterion_main!(benches);
