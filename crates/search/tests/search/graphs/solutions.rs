//! All solutions of every length of random graphs, compared with trying everything.

use super::graph::{Graph, Label, graph};
use proptest::prelude::*;
use std::cmp::Ordering;
use std::time::Duration;
use tait_search::{Control, Limits, StopReason, solution_graph};

/// A cost that tells moves apart otherwise than their order does.
fn cost(label: Label) -> u64 {
    u64::from(label) * 7 % 5 + 1
}

fn check(graph: &Graph, length: u32) {
    let found = solution_graph(graph, length, &Control::default()).unwrap();
    let all = graph.all_paths(length);
    assert_eq!(found.count(), all.len().into());
    assert!(found.solutions().eq(all.iter().cloned()));
    assert_eq!(found.is_empty(), all.is_empty());
    for index in 0..all.len() + 2 {
        let rest = all.iter().skip(index).cloned();
        assert!(found.from_index(&index.into()).eq(rest), "from {index}");
    }
    for wanted in [Ordering::Less, Ordering::Greater] {
        let total = |path: &Vec<Label>| path.iter().map(|&label| cost(label)).sum::<u64>();
        let best = all.iter().map(total).reduce(|one, other| {
            let is_other = other.cmp(&one) == wanted;
            if is_other { other } else { one }
        });
        let extreme = found.extreme(&cost, wanted);
        assert_eq!(extreme.as_ref().map(|(total, _)| *total), best);
        if let Some((least, moves)) = extreme {
            assert!(all.contains(&moves));
            assert_eq!(total(&moves), least);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_graph_has_the_solutions_of_every_length(graph in graph(1)) {
        for length in 0..6 {
            check(&graph, length);
        }
    }
}

/// A search that is stopped says so, and the number of threads changes nothing.
#[test]
fn limits_stop_it_and_threads_do_not_matter() {
    use tait_puzzle::checkers::{Checkers, CheckersSpace};
    let space = CheckersSpace::new(Checkers::new(6, 6).unwrap()).unwrap();
    let run = |control: &Control<'_>| solution_graph(&space, 48, control);
    for (limits, reason) in [
        (Limits::default().with_at_most(10), StopReason::States),
        (Limits::default().within(Duration::ZERO), StopReason::Time),
        (
            Limits {
                memory: Some(1),
                ..Limits::default()
            },
            StopReason::Memory,
        ),
    ] {
        let control = Control {
            limits,
            ..Control::default()
        };
        assert_eq!(run(&control).unwrap_err().reason, reason);
    }
    let of = |threads| {
        tait_testkit::on_threads(threads, || {
            let graph = run(&Control::default()).unwrap();
            let solutions: Vec<_> = graph.solutions().collect();
            (graph.searched().to_vec(), graph.states(), solutions)
        })
    };
    assert_eq!(of(1), of(3));
}
