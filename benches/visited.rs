//! Which visited set the breadth-first search should use, and what a successor costs.
//!
//! Every measured search asserts the number of states it times, so a set that loses states cannot
//! look fast. `cargo bench -p tait-benches --bench visited` runs all of it. With
//! `-- --peak SET K N BLOCKS` it runs one search instead and prints its states and the peak memory
//! of the process (Linux): one process for each set, because a peak cannot be taken back.

mod peak;
#[path = "../crates/search/tests/search/sets.rs"]
mod sets;

use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
use peak::peak_memory;
use sets::{ConcurrentSet, SortedLayers};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;
use tait_linear::{BlockSet, BoundedSearch, PruneRules, Puzzle, Restrictions};
use tait_search::{Control, Outcome, ShardedSet, breadth_first_with};
use tait_space::{StateSpace, of_one};

/// The sets that compete.
#[derive(Debug, Clone, Copy)]
enum Set {
    Sharded,
    Concurrent,
    Sorted,
}

impl Set {
    const ALL: [Self; 3] = [Self::Sharded, Self::Concurrent, Self::Sorted];

    fn name(self) -> &'static str {
        match self {
            Self::Sharded => "sharded hashbrown",
            Self::Concurrent => "dashmap",
            Self::Sorted => "sorted layers",
        }
    }
}

/// A breadth-first search that sees everything: no solution shifts the row that far, so there is no
/// goal to stop at.
fn bounded(k: u64, n: u64, moves: u32, blocks: BlockSet) -> BoundedSearch {
    let restrictions = Restrictions {
        blocks,
        shift: Some(100),
        ..Restrictions::default()
    };
    let puzzle = Puzzle::new(k, n).expect("a puzzle");
    BoundedSearch::new(puzzle, moves, restrictions, PruneRules::default()).expect("a board")
}

fn states(bounded: &BoundedSearch, set: Set) -> u64 {
    let (bound, control) = (bounded.moves, Control::default());
    let outcome = of_one!(bounded.space().0, space => match set {
        Set::Sharded => breadth_first_with::<_, ShardedSet<_>>(&space, bound, &control),
        Set::Concurrent => breadth_first_with::<_, ConcurrentSet<_>>(&space, bound, &control),
        Set::Sorted => breadth_first_with::<_, SortedLayers<_>>(&space, bound, &control),
    });
    assert!(matches!(outcome, Outcome::Exhausted(_)), "it has no goal");
    outcome.states().iter().sum()
}

/// The states to time `expand` on: a layer in the middle of a search.
struct Extension<'a, 'b> {
    criterion: &'a mut Criterion,
    name: &'b str,
    bounded: &'b BoundedSearch,
    depth: u32,
    successors: u64,
}

impl Extension<'_, '_> {
    fn measure<S: StateSpace>(self, space: &S) {
        let mut layer = space.starts();
        for spent in 0..self.depth {
            let mut next = Vec::new();
            for state in &layer {
                space.expand(state, self.bounded.moves - spent, &mut |_, state| {
                    next.push((space.key(&state), state));
                    ControlFlow::Continue(())
                });
            }
            next.sort_unstable_by_key(|&(key, _)| key);
            next.dedup_by_key(|&mut (key, _)| key);
            layer = next.into_iter().map(|(_, state)| state).collect();
        }
        let budget = self.bounded.moves - self.depth;
        let mut group = self.criterion.benchmark_group("expand");
        let _ = group.throughput(Throughput::Elements(self.successors));
        let _ = group.bench_function(self.name, |bencher| {
            bencher.iter(|| {
                let mut successors = 0;
                for state in &layer {
                    space.expand(black_box(state), budget, &mut |step, next| {
                        let _ = black_box((step, next));
                        successors += 1;
                        ControlFlow::Continue(())
                    });
                }
                assert_eq!(successors, self.successors);
            });
        });
        group.finish();
    }
}

fn measured(criterion: &mut Criterion) {
    let r1 = BlockSet::OF_PROPOSITION[0];
    // In a search for n moves every state has its depth, and the set is emptied after each layer.
    for (name, bounded, expected) in [
        ("k=3 n=13 R1", bounded(3, 13, 13, r1), 405_243),
        ("k=3 n=15 R1", bounded(3, 15, 15, r1), 4_892_350),
        ("k=3 n=12 any", bounded(3, 12, 12, BlockSet::ANY), 627_481),
        // One move more than n: a state can occur at several depths, so the set is kept whole.
        ("k=3 n=12 in 13, R1", bounded(3, 12, 13, r1), 8_440_134),
    ] {
        let mut group = criterion.benchmark_group(format!("visited/{name}"));
        let _ = group.sampling_mode(SamplingMode::Flat).sample_size(10);
        let _ = group.throughput(Throughput::Elements(expected));
        for set in Set::ALL {
            let _ = group.bench_function(BenchmarkId::from_parameter(set.name()), |bencher| {
                bencher.iter(|| assert_eq!(states(black_box(&bounded), set), expected));
            });
        }
        group.finish();
    }
    for (name, bounded, depth, successors) in [
        ("k=3 n=12 R1, depth 6", bounded(3, 12, 12, r1), 6, 40_606),
        (
            "k=3 n=11 any, depth 5",
            bounded(3, 11, 11, BlockSet::ANY),
            5,
            55_964,
        ),
        (
            "k=6 n=20 any, depth 3",
            bounded(6, 20, 20, BlockSet::ANY),
            3,
            305_980,
        ),
    ] {
        let extension = Extension {
            criterion,
            name,
            bounded: &bounded,
            depth,
            successors,
        };
        of_one!(bounded.space().0, space => extension.measure(&space));
    }
}

#[expect(clippy::print_stdout, reason = "this is what it was asked for")]
fn print_peak(arguments: &[String]) -> Option<()> {
    let [set, k, n, blocks] = arguments else {
        return None;
    };
    let set = Set::ALL
        .into_iter()
        .find(|known| known.name().starts_with(set.as_str()))?;
    let n: u64 = n.parse().ok()?;
    let bounded = bounded(k.parse().ok()?, n, n as u32, blocks.parse().ok()?);
    let before = peak_memory()?;
    let states = states(&bounded, set);
    let bytes = peak_memory()? - before;
    let each = bytes as f64 / states as f64;
    println!(
        "{}: {states} states, {} MB, {each:.1} bytes a state",
        set.name(),
        bytes >> 20
    );
    Some(())
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--peak") {
        // Cargo adds `--bench` to the end.
        let end = (at + 5).min(arguments.len());
        assert!(
            print_peak(&arguments[at + 1..end]).is_some(),
            "--peak SET K N BLOCKS, on Linux"
        );
        return;
    }
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_secs(1))
        .configure_from_args();
    measured(&mut criterion);
    criterion.final_summary();
}
