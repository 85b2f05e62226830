//! All solutions of every length of random graphs, compared with trying everything.

use super::external::{Search, check_in_store};
use super::graph::{Graph, Label, graph, long_graph};
use proptest::prelude::*;
use std::cmp::Ordering;
use std::time::Duration;
use tait_search::{
    Control, InStore, Limits, MemoryLayers, PieceSizes, SolutionNumbers, StopReason, Stopped,
    StoreFailed, solution_graph, solution_numbers,
};

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

/// The solutions of one length in numbers.
struct Numbers<'a>(&'a Graph, u32);

impl Search for Numbers<'_> {
    type End = Result<SolutionNumbers<Label>, Stopped>;

    fn in_memory(&self) -> Self::End {
        let graph = solution_graph(self.0, self.1, &Control::default())?;
        Ok(SolutionNumbers::of_graph(&graph, &cost))
    }
    fn in_store(
        &self,
        store: InStore<'_>,
        control: &Control<'_>,
    ) -> Result<Self::End, StoreFailed> {
        solution_numbers(self.0, self.1, &cost, store, control)
    }
    fn is_stopped(end: &Self::End) -> bool {
        end.is_err()
    }
    /// It asks at each goal, at the meeting, and for each layer that it reads its solutions off.
    fn patience(&self) -> usize {
        self.0.goals.len() + 2 * self.1 as usize + 2
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_numbers_in_a_store_are_those_of_the_graph(graph in graph(3), long in long_graph()) {
        for graph in [&graph, &long] {
            for length in [0, 1, 2, 5, 8] {
                check_in_store(&Numbers(graph, length), &format!("{length} moves"));
            }
        }
    }
}

/// A chain of `length` moves, each of which has `ways` ways. A dead end beside its middle makes the search go on from the
/// other end there.
fn chain(length: usize, ways: Label) -> Graph {
    let ahead = |state| (0..ways).map(|label| (label, state + 1)).collect();
    let mut edges: Vec<Vec<_>> = (0..length).map(ahead).collect();
    edges[length / 2 - 1].push((Label::MAX, length + 1));
    edges.resize(length + 2, Vec::new());
    let goals = (0..length + 2).map(|state| state == length).collect();
    Graph::new(edges, vec![0], goals, false)
}

/// Numbers that 128 bits cannot hold are exact as products of two that they can hold, and otherwise refused.
#[test]
fn large_numbers_are_exact_or_refused() {
    let cost = |label: Label| u64::from(label);
    for (length, is_exact) in [(30, true), (40, false)] {
        let graph = chain(length as usize, 200);
        let (stores, control) = (
            [(); 2].map(|()| MemoryLayers::default()),
            Control::default(),
        );
        let [first, store] = &stores;
        let all = solution_numbers(&graph, length, &cost, InStore::new(first), &control);
        let all = all.unwrap().unwrap();
        let sizes = Some(PieceSizes::within(None, 8));
        let in_pieces = InStore { store, sizes };
        let in_store = solution_numbers(&graph, length, &cost, in_pieces, &control).unwrap();
        assert_eq!(all.count, num_bigint::BigUint::from(200_u32).pow(length));
        let totals = all.extremes.as_ref().map(|ends| [ends[0].0, ends[1].0]);
        assert_eq!(totals, Some([0, 199 * u64::from(length)]));
        match is_exact {
            true => assert_eq!(in_store, Ok(all)),
            false => assert_eq!(in_store.unwrap_err().reason, StopReason::Numbers),
        }
    }
}

/// A search that is stopped says so, and the number of threads changes nothing.
#[test]
fn limits_stop_it_and_threads_do_not_matter() {
    use tait_vacancy::checkers::{Checkers, CheckersSpace};
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
