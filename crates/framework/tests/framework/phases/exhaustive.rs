//! Exhaustive searches for bases, in memory and in a store.

use super::length;
use tait_framework::{
    BaseRequest, ChoiceOutcome, ExchangeTable, FamilyRequest, exhaust_choice, exhaustive_search,
};
use tait_linear::{Puzzle, choices_of_base};
use tait_search::{
    Control, InMemory, InStore, LayerStore, Limits, MemoryLayers, StopReason, Stopped, StoreEntry,
    StoreFailed,
};
use tait_testkit::on_threads;

fn request(k: u64, n: u64) -> (BaseRequest, ExchangeTable) {
    let request = FamilyRequest::new(length(k));
    let table = ExchangeTable::any_order(length(k)).unwrap();
    (request.base_request(Puzzle::new(k, n).unwrap()), table)
}

/// Returns the outcomes of all choices of stationary coins of a size.
fn outcomes(k: u64, n: u64) -> Vec<ChoiceOutcome> {
    let (request, table) = request(k, n);
    let choices = choices_of_base(n, true).into_iter();
    choices
        .map(|choice| {
            exhaust_choice(&request, choice, &table, InMemory, &Control::default()).unwrap()
        })
        .collect()
}

#[test]
fn the_smallest_bases_up_to_k_5_are_those_of_the_search_for_families() {
    for (k, none, some) in [
        (2, vec![3], vec![4, 5]),
        (3, vec![4, 5, 7, 9], vec![10]),
        (4, vec![8], vec![7, 9]),
        (5, vec![11], vec![10]),
    ] {
        for n in none {
            let is_none = |outcome: &ChoiceOutcome| match outcome {
                ChoiceOutcome::None(states) => states[0] == 1 && states.last() == Some(&0),
                _ => false,
            };
            assert!(outcomes(k, n).iter().all(is_none), "k={k} n={n}");
        }
        for n in some {
            let outcomes = outcomes(k, n);
            let mut bases = outcomes.iter().filter_map(|outcome| match outcome {
                ChoiceOutcome::Found(base, _) => Some(base),
                _ => None,
            });
            let base = bases.next().unwrap_or_else(|| panic!("k={k} n={n}"));
            assert_eq!(base.check().unwrap().moves, n);
        }
    }
}

/// Layers that do not count as memory, as those in files.
struct Elsewhere(MemoryLayers);

impl LayerStore for Elsewhere {
    fn kept(&self) -> Result<Vec<StoreEntry>, StoreFailed> {
        self.0.kept()
    }
    fn keep(&self, kept: StoreEntry, blocks: Vec<Vec<u8>>) -> Result<usize, StoreFailed> {
        self.0.keep(kept, blocks)
    }
    fn block(&self, number: usize, block: usize) -> Result<Vec<u8>, StoreFailed> {
        self.0.block(number, block)
    }
    fn bytes(&self) -> u64 {
        0
    }
}

#[test]
fn a_limit_on_memory_changes_nothing_and_neither_do_threads() {
    let limited = |memory| Control {
        limits: Limits {
            memory: Some(memory),
            ..Limits::default()
        },
        ..Control::default()
    };
    // With and without a base, and with annotations of one word and of four.
    for (k, n, choice) in [(5, 14, (2, 17)), (8, 15, (3, 20))] {
        let (request, table) = request(k, n);
        let expected =
            exhaust_choice(&request, choice, &table, InMemory, &Control::default()).unwrap();
        let in_memory =
            exhaust_choice(&request, choice, &table, InMemory, &limited(1_000_000)).unwrap();
        let refused = |outcome: &ChoiceOutcome| match outcome {
            ChoiceOutcome::Stopped(Stopped { reason, .. }) => *reason == StopReason::Memory,
            _ => false,
        };
        assert!(refused(&in_memory), "k={k} n={n}: {in_memory:?}");
        for threads in [1, 2] {
            let layers = Elsewhere(MemoryLayers::default());
            let searched = || {
                let control = limited(1_000_000);
                exhaust_choice(&request, choice, &table, InStore::new(&layers), &control)
            };
            let outcome = on_threads(threads, searched).unwrap();
            assert_eq!(outcome, expected, "k={k} n={n}");
            let store = InStore::new(&layers);
            let again = exhaust_choice(&request, choice, &table, store, &Control::default());
            assert_eq!(again.unwrap(), expected, "what is kept gives the same");
        }
    }
}

#[test]
fn counts_differ_from_those_of_rows_only_where_exchanges_are_missing() {
    let (request, table) = request(5, 11);
    let choice = (4, 15);
    let ChoiceOutcome::None(states) =
        exhaust_choice(&request, choice, &table, InMemory, &Control::default()).unwrap()
    else {
        panic!("k = 5 has no base of n = 11");
    };
    let bounded = exhaustive_search(request.puzzle, &request.restrictions, choice).unwrap();
    let rows = tait_framework::search(
        &tait_linear::SolveRequest {
            restrictions: bounded.restrictions.clone(),
            rules: bounded.rules,
            engine: tait_linear::Engine::BreadthFirst,
            ..tait_linear::SolveRequest::new(request.puzzle)
        },
        &bounded,
        &Control::default(),
    );
    // With five moves left, all five may still be exchanges.
    assert_eq!(states[..=6], rows.states()[..=6]);
    assert!(
        states
            .iter()
            .zip(rows.states())
            .all(|(one, other)| one <= other)
    );
    assert_ne!(states, rows.states());
}
