//! Sharded search on random graphs: the same results as in memory, whatever the number of shards, and however often a
//! step is killed.

use super::graph::{Graph, graph, long_graph};
use crate::steps::Steps;
use proptest::prelude::*;
use tait_search::{
    Control, PieceSizes, ShardEnd, ShardFinding, ShardStep, ShardTools, Sharding, Sink,
    breadth_first, shard_outcome, shard_step,
};

/// Steps of these small graphs are cut as finely as can be.
const SIZES: &[PieceSizes] = super::external::SIZES.first_chunk::<2>().unwrap();

/// Wants every step to stop.
struct Impatient;

impl Sink for Impatient {
    fn is_stopped(&self) -> bool {
        true
    }
}

fn check_all(graph: &Graph) {
    for bound in [0, 1, 4, 9] {
        let expected = breadth_first(graph, bound, &Control::default());
        for (shards, begin) in [(1, 0), (2, 2), (5, 0), (3, 1000)] {
            let sharding = Sharding {
                bound,
                shards,
                begin,
            };
            let mut findings = Vec::new();
            let mut found = |steps: &Steps| findings.push(steps.findings.lock().unwrap().clone());
            for &sizes in SIZES {
                let steps = Steps::default();
                let outcome = steps.outcome(graph, &sharding, Some(sizes));
                assert_eq!(outcome, expected, "at most {bound} moves, {sharding:?}");
                found(&steps);
            }
            // Each step is killed after one more piece, and resumes with pieces of other sizes.
            let (steps, mut starts) = (Steps::default(), 0);
            while let Some(&step) = steps.open(&sharding).first() {
                let sizes = SIZES[starts % SIZES.len()];
                starts += 1;
                let control = Control::default();
                let _ = steps.run(graph, &sharding, step, Some(sizes), 1, &control);
            }
            let outcome = shard_outcome(graph, &sharding, &steps).unwrap();
            assert_eq!(outcome.as_ref(), Some(&expected), "{bound} {sharding:?}");
            assert!(starts > 1);
            found(&steps);
            // Each step is asked to stop whenever it looks.
            let (steps, control) = (
                Steps::default(),
                Control {
                    sink: &Impatient,
                    ..Control::default()
                },
            );
            while let Some(&step) = steps.open(&sharding).first() {
                // The first step is short: it cannot go on where it stopped.
                let control = match step {
                    ShardStep::Begin => Control::default(),
                    _ => control,
                };
                let sizes = Some(SIZES[0]);
                let _ = steps.run(graph, &sharding, step, sizes, usize::MAX, &control);
            }
            let outcome = shard_outcome(graph, &sharding, &steps).unwrap();
            assert_eq!(outcome.as_ref(), Some(&expected), "{bound} {sharding:?}");
            found(&steps);
            // Findings do not depend on how the work was cut.
            assert!(
                findings.iter().all(|one| *one == findings[0]),
                "{findings:?}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn random_graphs_come_out_as_in_memory(graph in graph(3)) {
        check_all(&graph);
    }

    #[test]
    fn long_graphs_come_out_as_in_memory(graph in long_graph()) {
        check_all(&graph);
    }

    /// Whoever changes a count, or gives a step the files of another one, is found out by the next step.
    #[test]
    fn a_count_that_is_wrong_is_noticed(graph in long_graph(), wrong in 1_u64..4, place in 0_usize..40) {
        let sharding = Sharding { bound: 9, shards: 3, begin: 0 };
        let (steps, control) = (Steps::default(), Control::default());
        let run = |step| steps.run(&graph, &sharding, step, None, usize::MAX, &control).unwrap();
        let mut order = Vec::new();
        while let Some(&step) = steps.open(&sharding).first() {
            let ended = run(step);
            prop_assert!(matches!(ended, ShardEnd::Finished(_)), "{step:?}: {ended:?}");
            order.push(step);
        }
        let all = steps.findings.lock().unwrap().clone();
        for (step, finding) in &all {
            prop_assert!(sharding.agrees(*step, finding, &|step| all.get(&step).cloned()), "{step:?}");
        }
        let is_merge = |step: &ShardStep| matches!(step, ShardStep::Merge { .. });
        let merges: Vec<ShardStep> = order.iter().copied().filter(is_merge).collect();
        if merges.is_empty() {
            return Ok(());
        }
        let changed = merges[place % merges.len()];
        let _ = steps.findings.lock().unwrap().entry(changed).and_modify(|finding| {
            if let ShardFinding::Merged { layer, .. } = finding {
                layer.states += wrong;
            }
        });
        // What was expanded after it does not count any more, and the step that expands it again refuses.
        let ShardStep::Merge { depth, shard } = changed else { unreachable!() };
        let open = steps.open(&sharding);
        let next = ShardStep::Expand { depth, shard };
        let is_last = !all.contains_key(&next) && open.is_empty();
        prop_assert!(open.contains(&next) || is_last, "{changed:?}: {open:?}");
        if !is_last {
            if let Some(finding) = all.get(&next) {
                prop_assert!(!sharding.agrees(next, finding, &|step| steps.findings.lock().unwrap().get(&step).cloned()));
            }
            let fresh = Steps::default();
            // Its own store is new, so that it has to read.
            let tools = ShardTools { others: &steps, own: fresh.own(next), sizes: None, control: &control };
            fresh.revive();
            let ended = shard_step(&graph, &sharding, next, &tools).unwrap();
            prop_assert_eq!(ended, ShardEnd::Differs);
        }
    }
}
