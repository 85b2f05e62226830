//! How fast moves come: from the library's iterators, by random access, and as text.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::io;
use tait_generator::stream::{Format, write_moves};
use tait_generator::thesis::{SlidingCoinK2, SlidingCoinK2Iterative, SlidingCoinK3Odd};
use tait_generator::{MoveSequence, published};
use tait_linear::Move;

const MOVES: u64 = 1_000_001;

/// What keeps the moves from being optimised away.
fn sum(moves: impl Iterator<Item = Move>) -> i64 {
    moves.fold(0, |sum, step| sum + step.from - step.to)
}

fn sequences() -> [(&'static str, Box<dyn MoveSequence>); 3] {
    let k2 = SlidingCoinK2::new(MOVES, 1).expect("a size from 3 on");
    let k3 = SlidingCoinK3Odd::new(MOVES, 0, 1).expect("an odd size");
    let family = published::family(4).expect("the published family");
    let k4 = family.extension(MOVES).expect("a size from 13 on");
    [
        ("k2", Box::new(k2)),
        ("k3", Box::new(k3)),
        ("k4", Box::new(k4)),
    ]
}

fn stream(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("iterator");
    group.throughput(Throughput::Elements(MOVES));
    for (name, moves) in sequences() {
        group.bench_function(name, |bencher| bencher.iter(|| sum(moves.moves())));
    }
    group.bench_function("k2 iterative", |bencher| {
        bencher.iter(|| sum(SlidingCoinK2Iterative::new(MOVES, 1).expect("a size from 3 on")));
    });
    group.finish();

    let mut group = criterion.benchmark_group("random access");
    for (name, moves) in sequences() {
        let mut index = 0;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                // A step that visits all parts of the sequence in no order.
                index = (index + 618_034) % MOVES;
                black_box(moves.move_at(index))
            });
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("write");
    group.throughput(Throughput::Elements(MOVES));
    let write = |moves: &dyn MoveSequence, format| {
        write_moves(moves, 0..MOVES, format, &mut io::sink()).expect("a sink takes everything");
    };
    for (name, moves) in sequences() {
        group.bench_function(name, |bencher| {
            bencher.iter(|| write(&*moves, Format::Text("")));
        });
    }
    let k2 = SlidingCoinK2::new(MOVES, 1).expect("a size from 3 on");
    let fields = format!(r#""puzzle":"linear","k":2,"n":{MOVES},"start":1"#);
    let formats = [
        ("k2 json", Format::Json(&fields)),
        ("k2 json lines", Format::JsonLines(&fields)),
        ("k2 csv", Format::Csv),
    ];
    for (name, format) in formats {
        group.bench_function(name, |bencher| bencher.iter(|| write(&k2, format)));
    }
    group.finish();
}

criterion_group!(benches, stream);
criterion_main!(benches);
