//! Compares whole graphs of small spaces with the random graphs from which they are made.

use super::graph::{Graph, graph, long_graph};
use proptest::prelude::*;
use tait_search::{Control, Limits, StateGraph, StopReason, state_graph};
use tait_space::StateSpace;

type Whole = StateGraph<usize, u8>;

fn whole(graph: &Graph, most: usize) -> Option<Whole> {
    state_graph(graph, most, &Control::default()).unwrap()
}

/// Returns which states can be reached, by trying every edge until nothing changes.
fn reached(graph: &Graph) -> Vec<bool> {
    let mut seen: Vec<bool> = (0..graph.edges.len())
        .map(|state| graph.starts.contains(&state))
        .collect();
    for _ in 0..seen.len() {
        for state in 0..seen.len() {
            if seen[state] {
                for (_, next) in kept(graph, state) {
                    seen[next] = true;
                }
            }
        }
    }
    seen
}

/// Returns the edges from a state; if the graph tells engines from where no goal can be reached, only those that lead
/// on.
fn kept(graph: &Graph, state: usize) -> Vec<(u8, usize)> {
    let mut edges = graph.edges[state].clone();
    edges.retain(|&(_, next)| !graph.informed || leads_to_goal(graph, next));
    edges.sort_unstable();
    edges
}

fn leads_to_goal(graph: &Graph, state: usize) -> bool {
    let mut ahead = vec![state];
    for place in 0.. {
        let Some(&state) = ahead.get(place) else {
            break;
        };
        if graph.goals[state] {
            return true;
        }
        for &(_, next) in &graph.edges[state] {
            if !ahead.contains(&next) {
                ahead.push(next);
            }
        }
    }
    false
}

/// Returns every way along marked arcs from the states at depth 0 to the end, start by start, smallest labels first.
fn marked_paths(whole: &Whole) -> Vec<Vec<u8>> {
    fn follow(whole: &Whole, place: usize, path: &mut Vec<u8>, paths: &mut Vec<Vec<u8>>) {
        let arcs = whole.arcs.iter();
        let ahead = arcs.filter(|arc| arc.from == place && arc.is_on_shortest);
        let mut is_end = true;
        for arc in ahead {
            is_end = false;
            path.push(arc.step);
            follow(whole, arc.to, path, paths);
            let _ = path.pop();
        }
        if is_end {
            paths.push(path.clone());
        }
    }
    let mut paths = Vec::new();
    for (place, vertex) in whole.vertices.iter().enumerate() {
        if vertex.depth == 0 && vertex.is_on_shortest {
            follow(whole, place, &mut Vec::new(), &mut paths);
        }
    }
    paths
}

fn check(graph: &Graph) {
    let expected = reached(graph);
    let count = expected.iter().filter(|&&is_reached| is_reached).count();
    assert_eq!(whole(graph, count - 1), None);
    let whole = whole(graph, count).unwrap();
    let mut states: Vec<usize> = whole.vertices.iter().map(|vertex| vertex.state).collect();
    assert!(
        whole
            .vertices
            .is_sorted_by_key(|vertex| (vertex.depth, vertex.state))
    );
    states.sort_unstable();
    let all = (0..expected.len()).filter(|&state| expected[state]);
    assert_eq!(states, all.collect::<Vec<_>>());
    for (place, vertex) in whole.vertices.iter().enumerate() {
        let arcs = whole.arcs.iter().filter(|arc| arc.from == place);
        let steps = arcs.map(|arc| (arc.step, whole.vertices[arc.to].state));
        assert_eq!(steps.collect::<Vec<_>>(), kept(graph, vertex.state));
        assert_eq!(vertex.is_goal, graph.is_goal(&vertex.state));
    }
    assert_eq!(whole.shortest(), graph.shortest());
    let paths = graph.shortest().map(|length| graph.all_paths(length));
    assert_eq!(marked_paths(&whole), paths.unwrap_or_default());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whole_graphs_have_every_state_every_edge_and_every_shortest_path(graph in graph(3)) {
        check(&graph);
    }

    #[test]
    fn long_graphs_are_whole_too(graph in long_graph()) {
        check(&graph);
    }

    #[test]
    fn limits_stop_it(graph in long_graph()) {
        let limits = Limits { states: Some(0), ..Limits::default() };
        let stopped = state_graph(&graph, usize::MAX, &Control { limits, ..Control::default() });
        prop_assert_eq!(stopped.unwrap_err(), StopReason::States);
    }
}
