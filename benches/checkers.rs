//! How fast the moves of shifting the checkers come: one after the other, by random access, and as text.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::io;
use tait_generator::MoveSequence;
use tait_generator::checkers::{FirstMove, OptimalMoves, iterative};
use tait_generator::stream::{Format, write_moves};
use tait_vacancy::checkers::Checkers;

const MOVES: u64 = 1_000_000;

/// As many of each colour, few of one, and a single one, where every second move is a slide.
const SIZES: [(&str, u64, u64); 3] = [
    ("equal", 1_000_000_000, 1_000_000_000),
    ("few", 5, 1_000_000_000),
    ("single", 1_000_000_000, 1),
];

fn sequence(n: u64, m: u64) -> OptimalMoves {
    OptimalMoves::new(
        Checkers::new(n, m).expect("a size in range"),
        FirstMove::Right,
    )
}

fn checkers(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("checkers iterator");
    group.throughput(Throughput::Elements(MOVES));
    for (name, n, m) in SIZES {
        let moves = sequence(n, m);
        let begin = moves.count() / 3;
        group.bench_function(name, |bencher| {
            bencher.iter(|| moves.walk(begin..begin + MOVES).fold(0, u64::wrapping_add));
        });
        group.bench_function(format!("{name}, through the trait"), |bencher| {
            bencher.iter(|| moves.slice(begin..begin + MOVES).fold(0, u64::wrapping_add));
        });
    }
    let puzzle = Checkers::new(1_000_000, 1_000_000).expect("a size in range");
    group.bench_function("iterative algorithm", |bencher| {
        bencher.iter(|| {
            let moves = iterative(puzzle, FirstMove::Right).flat_map(|part| part.moves);
            moves.take(MOVES as usize).fold(0, u64::wrapping_add)
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("checkers random access");
    for (name, n, m) in SIZES {
        let moves = sequence(n, m);
        let count = moves.count();
        let mut index = 0;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                // A step that visits all parts of the sequence in no order.
                index = (index + count / 1_618 * 1_000 + 7) % count;
                black_box(moves.move_at(index))
            });
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("checkers write");
    group.throughput(Throughput::Elements(MOVES));
    let moves = sequence(1_000_000, 1_000_000);
    for (name, format) in [("text", Format::Text("")), ("csv", Format::Csv)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| write_moves(&moves, 0..MOVES, format, &mut io::sink()));
        });
    }
    group.finish();
}

criterion_group!(benches, checkers);
criterion_main!(benches);
