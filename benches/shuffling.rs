//! How fast the moves of the shuffling puzzle come: by walking, by random access, and as text.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::io;
use tait_generator::shuffling::ExplicitSolution;
use tait_generator::stream::{Format, write_moves};
use tait_vacancy::shuffling::Shuffling;

const MOVES: u64 = 1_000_001;

fn solutions() -> [(&'static str, ExplicitSolution); 3] {
    ["S(n,n,r)", "S(n,n-1,r)", "S^-1(n,n-1,l)"].map(|name| {
        let variant = name.parse().expect("a variant");
        let puzzle = Shuffling::new(variant, MOVES).expect("a size");
        (
            name,
            ExplicitSolution::new(puzzle).expect("a size from 5 on"),
        )
    })
}

fn shuffling(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("shuffling iterator");
    group.throughput(Throughput::Elements(MOVES));
    for (name, solution) in solutions() {
        let all = 0..MOVES;
        group.bench_function(name, |bencher| {
            bencher.iter(|| solution.walk(all.clone()).fold(0, u64::wrapping_add));
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("shuffling random access");
    for (name, solution) in solutions() {
        let mut index = 0;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                // A step that visits all parts of the sequence in no order.
                index = (index + 618_034) % MOVES;
                black_box(solution.move_at(index))
            });
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("shuffling write");
    group.throughput(Throughput::Elements(MOVES));
    for (name, solution) in solutions() {
        group.bench_function(name, |bencher| {
            bencher.iter(|| write_moves(&solution, 0..MOVES, Format::Text(""), &mut io::sink()));
        });
    }
    group.finish();
}

criterion_group!(benches, shuffling);
criterion_main!(benches);
