//! External-memory search on random graphs: the same results as in memory, however layers are cut
//! and however often it is interrupted.

use super::graph::{Graph, graph, long_graph};
use proptest::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use tait_search::{
    Control, LayerStore, MemoryLayers, Outcome, PieceSizes, Sink, StoreEntry, breadth_first,
    external_with,
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

/// Wants every search to stop.
struct Impatient;

impl Sink for Impatient {
    fn is_stopped(&self) -> bool {
        true
    }
}

fn check_all(graph: &Graph) {
    for bound in [0, 1, 4, 9] {
        let expected = breadth_first(graph, bound, &Control::default());
        for sizes in SIZES {
            let control = Control::default();
            let store = MemoryLayers::default();
            let Ok(outcome) = external_with(graph, bound, &store, sizes, &control);
            assert_eq!(outcome, expected, "at most {bound} moves, {sizes:?}");
            // Starts again from the contents of the finished search.
            let Ok(again) = external_with(graph, bound, &store, sizes, &control);
            assert_eq!(again, expected, "{bound} {sizes:?}");
        }
        for life in [1, 2, 5] {
            let store = Dying::default();
            let mut starts = 0;
            let outcome = loop {
                store.life.store(life, Ordering::Relaxed);
                // The resumed search may cut its layers in another way.
                let sizes = SIZES[starts % SIZES.len()];
                starts += 1;
                if let Ok(outcome) = external_with(graph, bound, &store, sizes, &Control::default())
                {
                    break outcome;
                }
            };
            assert_eq!(outcome, expected, "{bound} moves, {starts} starts");
            assert!(starts > 1 || life > 1);
        }
        let impatient = Control {
            sink: &Impatient,
            ..Control::default()
        };
        let store = MemoryLayers::default();
        let outcome = loop {
            match external_with(graph, bound, &store, SIZES[0], &impatient) {
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
