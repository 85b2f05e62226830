//! Finds the states on solutions of one length, by layers from both ends.
//!
//! A layer from the start holds every state that some sequence of so many moves reaches, and a layer from the goals every
//! state from which so many moves lead to a goal. States of earlier layers are *not* left out: then a layer would lack
//! states of solutions that are longer than the shortest. Where the layers meet, the states of both lie on solutions. The
//! others are found from these: backwards, among the layers from the start, whatever has a successor that lies on a
//! solution; forwards, among the layers from the goals, whatever is one.

use super::graph::SolutionGraph;
use super::joined::{joined, sorted};
use crate::bidirectional::{Side, counts, goal_keys};
use crate::breadth_first::marked_towards;
use crate::control::{Control, Event, StopReason, Stopped};
use crate::growth::{BATCH, Shards, Stored, filtered, sorted_neighbours};
use crate::keyed::{AnyBackward, Code, KeyedBackward, any_backward};
use crate::tasks;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use tait_space::{Backward, StoredKey, of_any_key};

/// Finds all solutions of exactly `length` moves.
///
/// A solution is a sequence of moves from a start whose last state is a goal; it may pass through a goal before.
///
/// # Errors
/// When the search stops.
pub fn solution_graph<S: Backward>(
    space: &S,
    length: u32,
    control: &Control<'_>,
) -> Result<SolutionGraph<S::Move>, Stopped> {
    graph_for_any(&any_backward(space), length, control).map(SolutionGraph::of_codes)
}

fn graph_for_any(
    space: &AnyBackward<'_>,
    length: u32,
    control: &Control<'_>,
) -> Result<SolutionGraph<Code>, Stopped> {
    of_any_key!(*space, space => {
        let starts = space.near_starts(length);
        let search = Search {
            space,
            starts,
            length,
            control,
        };
        search.run()
    })
}

impl<M> SolutionGraph<M> {
    /// Returns a graph with the moves of a space.
    fn of_codes(graph: SolutionGraph<Code>) -> Self {
        Self {
            layers: graph.layers,
            starts: graph.starts,
            searched: graph.searched,
            moves: PhantomData,
        }
    }
}

impl SolutionGraph<Code> {
    /// Returns the graph without any solution.
    fn none(searched: Vec<u64>) -> Self {
        Self {
            layers: Vec::new(),
            starts: Vec::new(),
            searched,
            moves: PhantomData,
        }
    }
}

struct Search<'a, K> {
    space: &'a dyn KeyedBackward<K>,
    starts: Vec<K>,
    length: u32,
    control: &'a Control<'a>,
}

impl<K: StoredKey> Search<'_, K> {
    fn run(self) -> Result<SolutionGraph<Code>, Stopped> {
        let stopped = |states: Vec<u64>| move |reason| Stopped { reason, states };
        let (space, control) = (self.space, self.control);
        let few = vec![self.starts.len() as u64];
        let goals = goal_keys(space, control).map_err(stopped(few.clone()))?;
        let side = |keys: &[K]| Side::new(keys, control).map_err(stopped(few.clone()));
        let (mut forward, mut backward) = (side(&self.starts)?, side(&goals)?);
        for depth in 0..=self.length {
            let searched = counts(&forward, &backward);
            let total: u64 = searched.iter().sum();
            control.sink.event(Event::Depth {
                depth,
                states: forward.outermost().len().min(backward.outermost().len()) as u64,
                total,
                bound: self.length,
            });
            if forward.outermost().is_empty() || backward.outermost().is_empty() {
                return Ok(SolutionGraph::none(searched));
            }
            if depth == self.length {
                break;
            }
            let is_forward = forward.outermost().len() <= backward.outermost().len();
            let stored = |other: &Side<K>| Stored {
                states: total,
                bytes: other.bytes(),
            };
            // Whether the space is graded or not, states of earlier layers count as new.
            let grown = match is_forward {
                true => forward.grow_forward(space, self.length, true, stored(&backward), control),
                false => {
                    backward.grow_backward(space, self.length, true, stored(&forward), control)
                }
            };
            grown.map_err(|reason| Stopped {
                reason,
                states: counts(&forward, &backward),
            })?;
        }
        let searched = counts(&forward, &backward);
        let joined = self.joined(forward, backward, searched.clone());
        joined.map_err(stopped(searched))
    }

    /// Keeps the states on solutions, and joins them.
    fn joined(
        &self,
        forward: Side<K>,
        backward: Side<K>,
        searched: Vec<u64>,
    ) -> Result<SolutionGraph<Code>, StopReason> {
        let (space, control) = (self.space, self.control);
        let (mut before, mut after) = (forward.layers, backward.layers);
        drop((forward.visited, backward.visited));
        let (Some(outermost), Some(mut goalward)) = (before.pop(), after.pop()) else {
            return Ok(SolutionGraph::none(searched));
        };
        tasks::sort(&mut goalward);
        let is_met = |key: &K| goalward.binary_search(key).is_ok().then_some(*key);
        let meeting = filtered(&outermost, &is_met, control)?;
        drop((outermost, goalward));
        if meeting.is_empty() {
            return Ok(SolutionGraph::none(searched));
        }
        let marked = marked_towards(space, self.length, &before, &meeting, control)?;
        drop(before);
        let mut layers: Vec<Vec<K>> = marked.into_iter().map(sorted).collect();
        while let (Some(mut wanted), Some(layer)) = (after.pop(), layers.last()) {
            tasks::sort(&mut wanted);
            self.control.go_on()?;
            let next = self.successors_among(&wanted, layer, layers.len() as u32 - 1)?;
            layers.push(next);
        }
        joined(space, &self.starts, self.length, &layers, searched, control)
    }
}

impl<K: StoredKey> Search<'_, K> {
    /// Returns the successors, among some sorted keys, of the states on solutions at a depth.
    fn successors_among(
        &self,
        wanted: &[K],
        layer: &[K],
        depth: u32,
    ) -> Result<Vec<K>, StopReason> {
        let budget = self.length - depth;
        let neighbours = |key: &K, shards: &mut Shards<K>| {
            self.space.successors(key, budget, &mut |_, successor| {
                if wanted.binary_search(&successor).is_ok() {
                    shards.push(successor);
                }
                ControlFlow::Continue(())
            });
        };
        let mut found = Vec::new();
        for batch in layer.chunks(BATCH / 8) {
            found.extend(sorted_neighbours(batch, &neighbours));
            self.control.go_on()?;
        }
        tasks::sort(&mut found);
        found.dedup();
        Ok(found)
    }
}
