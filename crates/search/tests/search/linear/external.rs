//! External-memory search on linear puzzles: outcomes and counts agree with those of the search in
//! memory, however layers are cut, on one thread and on two.

use super::runs::{Engine, OPTIMA, bounded, bounded_with, known, run};
use tait_linear::{Block, BlockSet, BoundedSearch, Move, PruneRules};
use tait_search::{
    Control, InStore, Limits, MemoryLayers, Outcome, PieceSizes, StopReason, Unannotated,
    bidirectional, external, layered,
};
use tait_space::of_one;
use tait_testkit::on_threads;

/// `None` takes the sizes from the memory limit.
fn external_outcome(
    bounded: &BoundedSearch,
    engine: Engine,
    sizes: Option<PieceSizes>,
    control: Control<'static>,
) -> Outcome<Move> {
    let (space, bound, store) = (bounded.space(), bounded.moves, MemoryLayers::default());
    let (control, store) = (
        &control,
        InStore {
            store: &store,
            sizes,
        },
    );
    let outcome = match engine {
        Engine::BreadthFirst => external(&space, bound, store, control),
        Engine::Bidirectional => bidirectional(&space, bound, store, control),
        _ => of_one!(space.0, space => layered(&Unannotated(&space), bound, None, store, control)),
    };
    outcome.unwrap()
}

const ENGINES: [Engine; 3] = [
    Engine::BreadthFirst,
    Engine::Bidirectional,
    Engine::Layered(None),
];

#[test]
fn every_small_puzzle_comes_out_as_in_memory() {
    for (k, optima) in OPTIMA {
        for &(n, optimum) in optima {
            for moves in n as u32..=optimum {
                // The other engines stay in memory as long as their layers fit.
                let engine = Engine::BreadthFirst;
                let bounded = bounded(k, n, moves);
                let outcome = external_outcome(&bounded, engine, None, Control::default());
                let in_memory = known(engine, k, n, moves);
                assert_eq!(outcome, *in_memory, "k={k} n={n} {moves}");
            }
        }
    }
}

#[test]
fn cut_into_many_pieces_it_comes_out_the_same_on_one_thread_and_on_two() {
    let sizes = PieceSizes {
        block: 7,
        candidates: 100,
        piece: 200,
    };
    let r1 = BlockSet::of(&[Block::R1]);
    let searches = [
        bounded(3, 8, 8),
        bounded(5, 9, 9),
        bounded(4, 10, 10),
        // Not graded, with keys of two masks.
        bounded(3, 6, 7),
        bounded(4, 3, 6),
        bounded_with(3, 10, 10, r1, PruneRules::default()),
    ];
    for threads in [1, 2] {
        on_threads(threads, || {
            for (bounded, engine) in searches
                .iter()
                .flat_map(|search| ENGINES.map(|engine| (search, engine)))
            {
                let outcome = external_outcome(bounded, engine, Some(sizes), Control::default());
                let in_memory = run(engine, bounded, Control::default());
                assert_eq!(outcome, in_memory, "{} {}", bounded.puzzle, bounded.moves);
            }
        });
    }
}

#[test]
fn a_limit_on_memory_cuts_the_layers_finer_and_one_that_cannot_be_kept_stops_the_search() {
    let bounded = bounded(3, 10, 10);
    let control = |memory| Control {
        limits: Limits {
            memory: Some(memory),
            ..Limits::default()
        },
        ..Control::default()
    };
    let is_stopped = |outcome: &Outcome<Move>| matches!(outcome, Outcome::Stopped(stopped) if stopped.reason == StopReason::Memory);
    // 46,298 states: 370 KB as keys.
    let outcome = |engine, memory| external_outcome(&bounded, engine, None, control(memory));
    assert!(outcome(Engine::BreadthFirst, 300 << 10).moves().is_some());
    for engine in ENGINES {
        assert!(is_stopped(&outcome(engine, 1 << 10)));
    }
    // From both ends it is 187,674 states: it begins in memory and goes on in the store.
    let in_memory = run(Engine::Bidirectional, &bounded, control(1200 << 10));
    assert!(is_stopped(&in_memory), "{in_memory:?}");
    let from_both = run(Engine::Bidirectional, &bounded, Control::default());
    assert_eq!(outcome(Engine::Bidirectional, 1200 << 10), from_both);
    let sizes = PieceSizes::within(Some(300 << 10), 8);
    assert!(sizes.piece < PieceSizes::within(None, 8).piece);
}
