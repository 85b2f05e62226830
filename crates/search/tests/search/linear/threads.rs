//! Same solution and same counts per depth on one, two, four and eight threads.

use super::runs::{EXACT, Engine, plan, plan_with, run};
use tait_puzzle::linear::{Block, BlockSet, Plan, Rules};
use tait_search::{Beam, Control, Outcome};
use tait_testkit::on_threads;

fn on_pools(engine: Engine, plan: &Plan) -> Outcome<tait_puzzle::linear::Move> {
    let outcomes =
        [1, 2, 4, 8].map(|threads| on_threads(threads, || run(engine, plan, Control::default())));
    for outcome in &outcomes[1..] {
        assert_eq!(outcome, &outcomes[0], "{engine:?} {}", plan.puzzle);
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
    for plan in [
        plan(3, 9, 9),
        plan(4, 10, 10),
        plan(5, 9, 9),
        plan(3, 6, 7),
        plan(4, 3, 6),
        plan_with(3, 10, 10, r1, Rules::default()),
    ] {
        for engine in EXACT {
            let _ = on_pools(engine, &plan);
        }
        let _ = on_pools(Engine::Layered(None), &plan);
        let _ = on_pools(Engine::Layered(Some(beam)), &plan);
        let _ = on_pools(Engine::TowardsTable(beam), &plan);
    }
}

#[test]
fn layers_of_several_batches_do_not_depend_on_the_number_of_threads_either() {
    // 1.6 million states: more than one batch of the breadth-first search in a layer.
    let plan = plan(3, 8, 9);
    let outcome = on_pools(Engine::BreadthFirst, &plan);
    assert!(outcome.states().iter().any(|&states| states > 1 << 19));
    let _ = on_pools(Engine::IterativeDeepening, &plan);
}
