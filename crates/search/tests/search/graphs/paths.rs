//! Shortest distances, the canonical path, and all shortest paths of random graphs.

use super::graph::{Graph, graph, long_graph};
use crate::sets::{ConcurrentSet, SortedLayers};
use proptest::prelude::*;
use tait_search::{
    Beam, Control, InMemory, Outcome, ShardedSet, StopReason, Unannotated, all_shortest,
    beams_towards_table, bidirectional, breadth_first_with, count_shortest, iterative_deepening,
    layered,
};

/// Runs every exact engine and every visited set with this bound.
fn outcomes(graph: &Graph, bound: u32) -> Vec<(&'static str, Outcome<u8>)> {
    let control = Control::default();
    vec![
        (
            "breadth-first, sharded",
            breadth_first_with::<_, ShardedSet<_>>(graph, bound, &control),
        ),
        (
            "breadth-first, concurrent",
            breadth_first_with::<_, ConcurrentSet<_>>(graph, bound, &control),
        ),
        (
            "breadth-first, sorted",
            breadth_first_with::<_, SortedLayers<_>>(graph, bound, &control),
        ),
        ("deepening", iterative_deepening(graph, 0..=bound, &control)),
        (
            "bidirectional",
            bidirectional(graph, bound, InMemory, &control).unwrap(),
        ),
    ]
}

fn check_all(graph: &Graph) {
    let shortest = graph.shortest();
    // The list comes from trying everything.
    let shortest_paths = shortest.map(|length| graph.all_paths(length));
    for bound in 0..10 {
        let within = shortest.filter(|&length| length <= bound);
        let all = within.and(shortest_paths.as_ref());
        let canonical = all.map(|paths| paths[0].as_slice());
        for (name, outcome) in outcomes(graph, bound) {
            assert_eq!(outcome.moves(), canonical, "{name}, at most {bound} moves");
            match outcome {
                Outcome::Found(_) => {}
                Outcome::Exhausted(exhausted) => assert_eq!(exhausted.bound, bound, "{name}"),
                Outcome::Stopped(stopped) => panic!("{name}: {stopped:?}"),
            }
        }
        let found = layered(
            &Unannotated(graph),
            bound,
            None,
            InMemory,
            &Control::default(),
        )
        .unwrap();
        assert_eq!(found.moves().map(|moves| moves.len() as u32), within);
        assert!(found.moves().is_none_or(|moves| graph.leads_to_goal(moves)));

        check_towards_table(graph, bound, within);

        match (all, count_shortest(graph, bound, &Control::default())) {
            (Some(paths), Ok(count)) => {
                assert_eq!(Some(count.length), within);
                assert_eq!(count.solutions, Some(paths.len() as u128));
            }
            (None, Err(Outcome::Exhausted(exhausted))) => assert_eq!(exhausted.bound, bound),
            (expected, count) => panic!("{expected:?} but {count:?}"),
        }

        for most in [0, 1, 3, usize::MAX] {
            let listed = all_shortest(graph, bound, most, &Control::default());
            match (all, listed) {
                (Some(paths), Ok(listed)) => {
                    let expected = &paths[..paths.len().min(most)];
                    assert_eq!(listed, expected, "at most {most}");
                }
                (None, Err(Outcome::Exhausted(exhausted))) => assert_eq!(exhausted.bound, bound),
                (expected, listed) => panic!("{expected:?} but {listed:?}"),
            }
        }
    }
}

/// Checks that a beam that drops nothing finds a path with a table of any size, from none to
/// everything.
fn check_towards_table(graph: &Graph, bound: u32, within: Option<u32>) {
    let beam = Beam {
        width: usize::MAX,
        ending: None,
        noise: 0,
        seed: 0,
    };
    for table_states in [0, 3, 12, u64::MAX] {
        match beams_towards_table(graph, bound, &[beam], table_states, &Control::default()) {
            Outcome::Found(found) => {
                assert!(found.moves.len() <= bound as usize && graph.leads_to_goal(&found.moves));
                assert!(within.is_some());
            }
            Outcome::Exhausted(exhausted) => {
                assert_eq!((exhausted.bound, within), (bound, None));
                assert!(exhausted.states.contains(&0));
            }
            Outcome::Stopped(stopped) => {
                assert_eq!((stopped.reason, within), (StopReason::Width, None));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn engines_find_the_true_distance_and_the_smallest_path(graph in graph(1)) {
        check_all(&graph);
    }

    #[test]
    fn engines_find_the_smallest_path_from_the_first_start_that_is_nearest(graph in graph(3)) {
        check_all(&graph);
    }

    #[test]
    fn engines_find_the_smallest_of_many_long_paths(graph in long_graph()) {
        assert!(graph.shortest().is_some());
        check_all(&graph);
    }
}
