//! External-memory search on random graphs: the same results as in memory, however layers are cut
//! and however often it is interrupted.

use super::graph::{Graph, Label, graph, long_graph};
use proptest::prelude::*;
use std::fmt::Debug;
use std::sync::atomic::{AtomicUsize, Ordering};
use tait_search::{
    Control, InMemory, InStore, LayerStore, MemoryLayers, Outcome, PieceSizes, Sink, StoreEntry,
    StoreFailed, bidirectional, breadth_first, external,
};

/// Ways to cut layers, finest first.
pub(crate) const SIZES: [PieceSizes; 3] = [
    PieceSizes {
        block: 1,
        candidates: 1,
        piece: 1,
    },
    PieceSizes {
        block: 2,
        candidates: 4,
        piece: 3,
    },
    PieceSizes {
        block: 64,
        candidates: 1 << 9,
        piece: 1 << 10,
    },
];

/// A store that fails when it exceeds its allowance, as if the process were killed.
#[derive(Default)]
struct Dying {
    kept: MemoryLayers,
    life: AtomicUsize,
}

impl LayerStore for Dying {
    fn kept(&self) -> Result<Vec<StoreEntry>, StoreFailed> {
        self.kept.kept()
    }
    fn keep(&self, kept: StoreEntry, blocks: Vec<Vec<u8>>) -> Result<usize, StoreFailed> {
        if self.life.load(Ordering::Relaxed) == 0 {
            return Err(StoreFailed::new("killed"));
        }
        let _ = self.life.fetch_sub(1, Ordering::Relaxed);
        self.kept.keep(kept, blocks)
    }
    fn block(&self, number: usize, block: usize) -> Result<Vec<u8>, StoreFailed> {
        self.kept.block(number, block)
    }
    fn bytes(&self) -> u64 {
        self.kept.bytes()
    }
}

/// Wants a search to stop when it has asked this many times.
struct Impatient(AtomicUsize);

impl Sink for Impatient {
    fn is_stopped(&self) -> bool {
        let left = |left: usize| left.checked_sub(1);
        let asked = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, left);
        asked.is_err()
    }
}

/// A search that can have its layers in a store.
pub(crate) trait Search {
    /// How it ends.
    type End: PartialEq + Debug;

    fn in_memory(&self) -> Self::End;

    fn in_store(&self, store: InStore<'_>, control: &Control<'_>)
    -> Result<Self::End, StoreFailed>;

    /// Whether it was stopped.
    fn is_stopped(end: &Self::End) -> bool;

    /// How often a search may ask whether to stop before it must have come on.
    fn patience(&self) -> usize;
}

/// A search from one end or from both, with this bound.
struct Plain<'a> {
    graph: &'a Graph,
    bound: u32,
    from_both_ends: bool,
}

impl Search for Plain<'_> {
    type End = Outcome<Label>;

    fn in_memory(&self) -> Outcome<Label> {
        let control = Control::default();
        match self.from_both_ends {
            true => bidirectional(self.graph, self.bound, InMemory, &control).unwrap(),
            false => breadth_first(self.graph, self.bound, &control),
        }
    }
    fn in_store(
        &self,
        store: InStore<'_>,
        control: &Control<'_>,
    ) -> Result<Outcome<Label>, StoreFailed> {
        match self.from_both_ends {
            true => bidirectional(self.graph, self.bound, store, control),
            false => external(self.graph, self.bound, store, control),
        }
    }
    fn is_stopped(end: &Outcome<Label>) -> bool {
        matches!(end, Outcome::Stopped(_))
    }
    fn patience(&self) -> usize {
        // From both ends it lists the goals in one go, and asks at each.
        match self.from_both_ends {
            true => self.graph.edges.len(),
            false => 0,
        }
    }
}

fn in_pieces(store: &dyn LayerStore, sizes: PieceSizes) -> InStore<'_> {
    let sizes = Some(sizes);
    InStore { store, sizes }
}

/// Checks that a search comes out as in memory, however layers are cut and however often it is
/// interrupted.
pub(crate) fn check_in_store<S: Search>(search: &S, name: &str) {
    let expected = search.in_memory();
    for sizes in SIZES {
        let (control, store) = (Control::default(), MemoryLayers::default());
        let outcome = search.in_store(in_pieces(&store, sizes), &control);
        assert_eq!(outcome.unwrap(), expected, "{name}, {sizes:?}");
        // Starts again from the contents of the finished search.
        let again = search.in_store(in_pieces(&store, sizes), &control);
        assert_eq!(again.unwrap(), expected, "{name} again, {sizes:?}");
    }
    for life in [1, 2, 5] {
        let store = Dying::default();
        let mut starts = 0;
        let outcome = loop {
            store.life.store(life, Ordering::Relaxed);
            // The resumed search may cut its layers in another way.
            let sizes = SIZES[starts % SIZES.len()];
            starts += 1;
            if let Ok(outcome) = search.in_store(in_pieces(&store, sizes), &Control::default()) {
                break outcome;
            }
        };
        assert_eq!(outcome, expected, "{name}, {starts} starts");
        assert!(starts > 1 || life > 1);
    }
    let store = MemoryLayers::default();
    let outcome = loop {
        let impatient = Control {
            sink: &Impatient(search.patience().into()),
            ..Control::default()
        };
        let outcome = search
            .in_store(in_pieces(&store, SIZES[0]), &impatient)
            .unwrap();
        if !S::is_stopped(&outcome) {
            break outcome;
        }
    };
    assert_eq!(outcome, expected, "{name}, stopped whenever it asks");
}

fn check_all(graph: &Graph) {
    for bound in [0, 1, 4, 9] {
        for from_both_ends in [false, true] {
            let name = format!("at most {bound} moves, from both ends: {from_both_ends}");
            let search = Plain {
                graph,
                bound,
                from_both_ends,
            };
            check_in_store(&search, &name);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_graphs_come_out_as_in_memory(graph in graph(3)) {
        check_all(&graph);
    }

    #[test]
    fn long_graphs_come_out_as_in_memory(graph in long_graph()) {
        check_all(&graph);
    }
}
