//! Directed graphs with labelled edges as state spaces, and reference answers for them.

use proptest::prelude::*;
use std::ops::ControlFlow;
use tait_space::{Backward, Flow, StateSpace};

/// A label: engines prefer small ones.
pub(crate) type Label = u8;

/// A graph; states are numbers.
#[derive(Debug, Clone)]
pub(crate) struct Graph {
    /// The edges of each state, in no particular order, with distinct labels.
    pub(crate) edges: Vec<Vec<(Label, usize)>>,
    pub(crate) starts: Vec<usize>,
    pub(crate) goals: Vec<bool>,
    /// Whether it tells engines what it knows: bounds, and successors that lead nowhere.
    pub(crate) informed: bool,
    to_goal: Vec<Option<u32>>,
    from_start: Vec<Option<u32>>,
}

/// Computes distances by relaxing every edge until nothing changes.
fn relaxed(
    count: usize,
    zero: impl Fn(usize) -> bool,
    edges: &[(usize, usize)],
) -> Vec<Option<u32>> {
    let mut distances: Vec<Option<u32>> = (0..count).map(|s| zero(s).then_some(0)).collect();
    for _ in 0..count {
        for &(near, far) in edges {
            if let Some(distance) = distances[near]
                && distances[far].is_none_or(|known| known > distance + 1)
            {
                distances[far] = Some(distance + 1);
            }
        }
    }
    distances
}

impl Graph {
    pub(crate) fn new(
        edges: Vec<Vec<(Label, usize)>>,
        starts: Vec<usize>,
        goals: Vec<bool>,
        informed: bool,
    ) -> Self {
        let pairs: Vec<(usize, usize)> = (0..edges.len())
            .flat_map(|from| edges[from].iter().map(move |&(_, to)| (from, to)))
            .collect();
        let reversed: Vec<(usize, usize)> = pairs.iter().map(|&(from, to)| (to, from)).collect();
        let to_goal = relaxed(edges.len(), |state| goals[state], &reversed);
        let from_start = relaxed(edges.len(), |state| starts.contains(&state), &pairs);
        Self {
            edges,
            starts,
            goals,
            informed,
            to_goal,
            from_start,
        }
    }

    /// Returns the smallest number of moves from a start to a goal.
    pub(crate) fn shortest(&self) -> Option<u32> {
        self.starts.iter().filter_map(|&s| self.to_goal[s]).min()
    }

    /// Finds every sequence of this many moves from a start to a goal by trying everything: start
    /// by start, smallest labels first.
    pub(crate) fn all_paths(&self, length: u32) -> Vec<Vec<Label>> {
        let mut paths = Vec::new();
        for &start in &self.starts {
            self.extend(start, length, &mut Vec::new(), &mut paths);
        }
        paths
    }

    fn extend(&self, state: usize, left: u32, path: &mut Vec<Label>, paths: &mut Vec<Vec<Label>>) {
        if left == 0 {
            if self.goals[state] {
                paths.push(path.clone());
            }
            return;
        }
        let mut edges = self.edges[state].clone();
        edges.sort_unstable();
        for (label, next) in edges {
            path.push(label);
            self.extend(next, left - 1, path, paths);
            let _ = path.pop();
        }
    }

    /// Returns whether labels lead from any of the starts to a goal.
    pub(crate) fn leads_to_goal(&self, path: &[Label]) -> bool {
        let mut starts = self.starts.iter();
        starts.any(|&start| self.leads_from(start, path))
    }

    /// Returns whether a sequence of labels leads from this start to a goal.
    pub(crate) fn leads_from(&self, start: usize, path: &[Label]) -> bool {
        let end = path.iter().try_fold(start, |state, label| {
            let edge = self.edges[state].iter().find(|(known, _)| known == label);
            edge.map(|&(_, next)| next)
        });
        end.is_some_and(|end| self.goals[end])
    }
}

impl StateSpace for Graph {
    type State = usize;
    type Key = usize;
    type Move = Label;

    fn starts(&self) -> Vec<usize> {
        self.starts.clone()
    }
    fn key(&self, state: &usize) -> usize {
        *state
    }
    fn state(&self, key: &usize) -> usize {
        *key
    }
    fn expand(&self, state: &usize, budget: u32, visit: &mut dyn FnMut(Label, usize) -> Flow) {
        assert!(budget >= 1, "a state without budget was expanded");
        for &(label, next) in &self.edges[*state] {
            let leads = self.to_goal[next].is_some_and(|distance| distance < budget);
            if (leads || !self.informed) && visit(label, next) == ControlFlow::Break(()) {
                return;
            }
        }
    }
    fn is_goal(&self, state: &usize) -> bool {
        self.goals[*state]
    }
    fn lower_bound(&self, state: &usize) -> Option<u32> {
        if self.informed {
            self.to_goal[*state].map(|distance| distance.div_ceil(2))
        } else {
            Some(0)
        }
    }
}

impl Backward for Graph {
    fn goals(&self, visit: &mut dyn FnMut(usize) -> Flow) {
        for state in (0..self.goals.len()).filter(|&state| self.goals[state]) {
            if visit(state) == ControlFlow::Break(()) {
                return;
            }
        }
    }
    fn predecessors(&self, state: &usize, spent: u32, visit: &mut dyn FnMut(Label, usize) -> Flow) {
        assert!(spent >= 1, "no move is left for a predecessor");
        for (from, edges) in self.edges.iter().enumerate() {
            for &(label, to) in edges {
                let in_time = self.from_start[from].is_some_and(|distance| distance < spent);
                if to == *state
                    && (in_time || !self.informed)
                    && visit(label, from) == ControlFlow::Break(())
                {
                    return;
                }
            }
        }
    }
}

/// Generates graphs of 1 to 14 states with up to 3 edges each, very sparse ones first.
pub(crate) fn graph(most_starts: usize) -> impl Strategy<Value = Graph> {
    (1..15usize, 0..4usize).prop_flat_map(move |(count, degree)| {
        let edge = (any::<Label>(), 0..count);
        let edges = prop::collection::vec(prop::collection::vec(edge, 0..=degree), count);
        let starts = prop::collection::hash_set(0..count, 1..=most_starts.min(count));
        let goals = prop::collection::vec(prop::bool::weighted(0.15), count);
        (edges, starts, goals, any::<bool>()).prop_map(|(mut edges, starts, goals, informed)| {
            for edges in &mut edges {
                let mut labels = std::collections::HashSet::new();
                edges.retain(|&(label, _)| labels.insert(label));
            }
            let mut starts: Vec<usize> = starts.into_iter().collect();
            starts.sort_unstable();
            Graph::new(edges, starts, goals, informed)
        })
    })
}

/// Generates long thin graphs: a chain with shortcuts and ways back, so that goals are far away.
pub(crate) fn long_graph() -> impl Strategy<Value = Graph> {
    (6..14usize, any::<u64>(), any::<bool>()).prop_map(|(count, seed, informed)| {
        let mut bits = seed | 1;
        let mut edges = Vec::with_capacity(count);
        for state in 0..count {
            let mut labels = std::collections::HashSet::new();
            let mut from_here = Vec::new();
            for (label, to) in [
                (1, state + 1),
                (2, state / 2),
                (0, state + 2),
                (3, state + 1),
            ] {
                bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let wanted = label == 1 || bits >> 60 > 8;
                let label = label ^ (bits >> 40) as u8 & 0xF0;
                if wanted && to < count && labels.insert(label) {
                    from_here.push((label, to));
                }
            }
            edges.push(from_here);
        }
        let goals = (0..count).map(|state| state + 1 == count).collect();
        Graph::new(edges, vec![0], goals, informed)
    })
}
