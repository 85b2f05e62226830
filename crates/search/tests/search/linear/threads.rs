//! The same solution and the same counts per depth on one, two, four and eight threads.

use super::runs::{EXACT, Engine, bounded, bounded_with, run};
use tait_linear::{Block, BlockSet, BoundedSearch, PruneRules};
use tait_search::{Beam, Control, Outcome};
use tait_testkit::on_threads;

fn on_pools(engine: Engine, bounded: &BoundedSearch) -> Outcome<tait_linear::Move> {
    let outcomes = [1, 2, 4, 8]
        .map(|threads| on_threads(threads, || run(engine, bounded, Control::default())));
    for outcome in &outcomes[1..] {
        assert_eq!(outcome, &outcomes[0], "{engine:?} {}", bounded.puzzle);
    }
    let [first, ..] = outcomes;
    first
}

#[test]
fn outcomes_and_counts_do_not_depend_on_the_number_of_threads() {
    let r1 = BlockSet::of(&[Block::R1]);
    let beam = Beam {
        width: 500,
        ending: None,
        noise: 3,
        seed: 1,
    };
    for bounded in [
        bounded(3, 9, 9),
        bounded(4, 10, 10),
        bounded(5, 9, 9),
        bounded(3, 6, 7),
        bounded(4, 3, 6),
        bounded_with(3, 10, 10, r1, PruneRules::default()),
    ] {
        for engine in EXACT {
            let _ = on_pools(engine, &bounded);
        }
        let _ = on_pools(Engine::Layered(None), &bounded);
        let _ = on_pools(Engine::Layered(Some(beam)), &bounded);
        let _ = on_pools(Engine::TowardsTable(beam), &bounded);
    }
}

#[test]
fn layers_of_several_batches_do_not_depend_on_the_number_of_threads_either() {
    // 1.6 million states: more than one batch of the breadth-first search in a layer.
    let bounded = bounded(3, 8, 9);
    let outcome = on_pools(Engine::BreadthFirst, &bounded);
    assert!(outcome.states().iter().any(|&states| states > 1 << 19));
    let _ = on_pools(Engine::IterativeDeepening, &bounded);
}
