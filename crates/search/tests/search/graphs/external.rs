//! External-memory search on random graphs: the same results as in memory, however layers are cut
//! and however often it is interrupted.

use super::graph::{Graph, Label, graph, long_graph};
use proptest::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use tait_search::{
    Control, LayerStore, MemoryLayers, Outcome, PieceSizes, Sink, StoreEntry, bidirectional,
    bidirectional_with, breadth_first, external_with,
};

const SIZES: [PieceSizes; 3] = [
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

#[derive(Debug, PartialEq)]
struct Killed;

impl LayerStore for Dying {
    type Error = Killed;

    fn kept(&self) -> Result<Vec<StoreEntry>, Killed> {
        let Ok(kept) = self.kept.kept();
        Ok(kept)
    }
    fn keep(&self, kept: StoreEntry, blocks: Vec<Vec<u8>>) -> Result<usize, Killed> {
        if self.life.load(Ordering::Relaxed) == 0 {
            return Err(Killed);
        }
        let _ = self.life.fetch_sub(1, Ordering::Relaxed);
        let Ok(number) = self.kept.keep(kept, blocks);
        Ok(number)
    }
    fn block(&self, number: usize, block: usize) -> Result<Vec<u8>, Killed> {
        let Ok(bytes) = self.kept.block(number, block);
        Ok(bytes)
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

/// A search from one end or from both, with a store and sizes of pieces.
#[derive(Debug, Clone, Copy)]
enum Ends {
    One,
    Both,
}

impl Ends {
    fn in_memory(self, graph: &Graph, bound: u32) -> Outcome<Label> {
        match self {
            Self::One => breadth_first(graph, bound, &Control::default()),
            Self::Both => bidirectional(graph, bound, &Control::default()),
        }
    }

    fn in_store<L: LayerStore>(
        self,
        graph: &Graph,
        bound: u32,
        store: &L,
        sizes: PieceSizes,
        control: &Control<'_>,
    ) -> Result<Outcome<Label>, L::Error> {
        match self {
            Self::One => external_with(graph, bound, store, sizes, control),
            Self::Both => bidirectional_with(graph, bound, store, sizes, control),
        }
    }
}

fn check_all(graph: &Graph) {
    for (ends, bound) in [Ends::One, Ends::Both]
        .into_iter()
        .flat_map(|ends| [0, 1, 4, 9].map(|bound| (ends, bound)))
    {
        let expected = ends.in_memory(graph, bound);
        for sizes in SIZES {
            let control = Control::default();
            let store = MemoryLayers::default();
            let Ok(outcome) = ends.in_store(graph, bound, &store, sizes, &control);
            assert_eq!(
                outcome, expected,
                "{ends:?}, at most {bound} moves, {sizes:?}"
            );
            // Starts again from the contents of the finished search.
            let Ok(again) = ends.in_store(graph, bound, &store, sizes, &control);
            assert_eq!(again, expected, "{ends:?} {bound} {sizes:?}");
        }
        for life in [1, 2, 5] {
            let store = Dying::default();
            let mut starts = 0;
            let outcome = loop {
                store.life.store(life, Ordering::Relaxed);
                // The resumed search may cut its layers in another way.
                let sizes = SIZES[starts % SIZES.len()];
                starts += 1;
                let control = Control::default();
                if let Ok(outcome) = ends.in_store(graph, bound, &store, sizes, &control) {
                    break outcome;
                }
            };
            assert_eq!(outcome, expected, "{bound} moves, {starts} starts");
            assert!(starts > 1 || life > 1);
        }
        // Goals are listed in one go, with a look at the sink for each.
        let patience = match ends {
            Ends::One => 0,
            Ends::Both => graph.edges.len(),
        };
        let store = MemoryLayers::default();
        let outcome = loop {
            let impatient = Control {
                sink: &Impatient(patience.into()),
                ..Control::default()
            };
            match ends.in_store(graph, bound, &store, SIZES[0], &impatient) {
                Ok(Outcome::Stopped(_)) => {}
                Ok(outcome) => break outcome,
            }
        };
        assert_eq!(outcome, expected, "{bound} moves, stopped whenever it asks");
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
