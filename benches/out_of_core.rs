//! What it costs to have the layers of a search on disk.
//!
//! `cargo bench -p tait-benches --bench out_of_core` searches each of three ways in memory and then with a memory limit,
//! one process for each, because a peak cannot be taken back. For each it prints distinct states, seconds, processor
//! seconds and the peak memory of the process (Linux). With `-- SEARCH N LIMIT` it runs one search for k = 3 and block
//! R1, where `LIMIT` is in MiB, or `none` for a search in memory.

mod peak;
mod processor;

use peak::peak_memory;
use processor::processor_time;
use std::process::Command;
use std::time::Instant;
use tait_linear::{BlockSet, BoundedSearch, LinearStates, Move, PruneRules, Puzzle, Restrictions};
use tait_search::{
    Control, InStore, Limits, Outcome, PieceSizes, bidirectional, breadth_first, external, layered,
};
use tait_space::{Annotated, StateSpace, of_one};
use tait_store::checkpoint::LayerFiles;

/// The searches of a run without arguments. Each has its name and n.
const RUNS: [(&str, &str); 3] = [("one-end", "17"), ("both-ends", "18"), ("annotated", "16")];

/// The words of an annotation, as many as the bases of k = 8 have.
const WORDS: usize = 4;

/// A path carries the set of the places, modulo the number of bits, from which it moved coins.
struct Sources<'a, S>(&'a S);

impl<S: StateSpace<Move = Move>> Annotated for Sources<'_, S> {
    type Space = S;

    fn space(&self) -> &S {
        self.0
    }
    fn annotated_starts(&self) -> Vec<(S::State, Vec<u64>)> {
        let starts = self.0.starts().into_iter();
        starts.map(|state| (state, vec![0; WORDS])).collect()
    }
    fn carry(
        &self,
        annotation: &[u64],
        _: &S::State,
        step: Move,
        _: u32,
        carried: &mut [u64],
    ) -> bool {
        carried.copy_from_slice(annotation);
        let bit = step.from.rem_euclid(64 * WORDS as i64) as usize;
        carried[bit / 64] |= 1 << (bit % 64);
        true
    }
    fn complete_part(&self, annotation: &[u64]) -> Option<Vec<u64>> {
        Some(annotation.to_vec())
    }
    fn leading_part(
        &self,
        annotation: &[u64],
        _: &S::State,
        _: Move,
        _: &[u64],
    ) -> Option<Vec<u64>> {
        Some(annotation.to_vec())
    }
}

struct Search<'a> {
    name: &'a str,
    bound: u32,
    /// Bytes; `None` searches in memory.
    limit: Option<u64>,
}

impl Search<'_> {
    fn run<S: LinearStates>(self, space: &S) -> Outcome<Move> {
        let limits = Limits {
            memory: self.limit,
            ..Limits::default()
        };
        let control = Control {
            limits,
            ..Control::default()
        };
        let (bound, annotated) = (self.bound, Sources(space));
        let run = |store: Option<InStore<'_>>| match (self.name, store) {
            ("one-end", None) => Ok(breadth_first(space, bound, &control)),
            ("one-end", Some(store)) => external(space, bound, store, &control),
            ("both-ends", store) => bidirectional(space, bound, store, &control),
            (_, store) => layered(&annotated, bound, None, store, &control),
        };
        let data = tempfile::tempdir().expect("a directory");
        let (store, _) = LayerFiles::open(data.path(), &self.name).expect("an empty store");
        // Annotated layers are in the store from the beginning.
        let record = size_of::<u64>() * (1 + WORDS);
        let sizes = (self.name == "annotated").then(|| PieceSizes::within(self.limit, record));
        let in_store = InStore {
            store: &store,
            sizes,
        };
        let outcome = run(self.limit.map(|_| in_store));
        outcome.expect("the disk has room")
    }
}

#[expect(clippy::print_stdout, reason = "this is what it was asked for")]
fn one(name: &str, n: u64, limit: Option<u64>) {
    let puzzle = Puzzle::new(3, n).expect("a puzzle");
    let restrictions = Restrictions {
        blocks: BlockSet::OF_PROPOSITION[0],
        ..Restrictions::default()
    };
    let bounded =
        BoundedSearch::new(puzzle, n as u32, restrictions, PruneRules::default()).expect("a board");
    let (begin, bound) = (Instant::now(), bounded.moves);
    let outcome = of_one!(bounded.space().0, space => Search { name, bound, limit }.run(&space));
    assert!(!matches!(outcome, Outcome::Stopped(_)), "{outcome:?}");
    let states: u64 = outcome.states().iter().sum();
    println!(
        "{name:9} n={n} limit {:8} {states:>11} states {:6.1} s {:6.1} processor s {:5} MiB",
        limit.map_or_else(|| "none".to_owned(), |bytes| format!("{} MiB", bytes >> 20)),
        begin.elapsed().as_secs_f64(),
        processor_time(),
        peak_memory().unwrap_or(0) >> 20,
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let words = words.strip_suffix(&["--bench"]).unwrap_or(&words);
    if let [name, n, limit] = words {
        let limit = limit.parse().ok().map(|limit: u64| limit << 20);
        return one(name, n.parse().expect("a size"), limit);
    }
    let program = std::env::current_exe().expect("this program");
    for (name, n) in RUNS {
        for limit in ["none", "1024", "100"] {
            let ended = Command::new(&program).args([name, n, limit]).status();
            assert!(ended.is_ok_and(|status| status.success()));
        }
    }
}
