//! Every solution of one length, as a graph that is kept without the list of the solutions.
//!
//! The graph has a vertex for each state that lies on a solution at some depth, and an arc for each move between two of
//! them. So the solutions are exactly the paths through it. Dynamic programming over the vertices, from the last depth
//! back, counts them ([`SolutionGraph::count`]), lists them from any index on ([`SolutionGraph::from_index`]), and
//! finds those of the least and of the largest total cost ([`SolutionGraph::extreme`]).

use crate::bidirectional::{Side, counts, goal_keys};
use crate::breadth_first::{layer_bytes, marked_towards};
use crate::control::{Control, Event, Pace, StopReason, Stopped};
use crate::growth::{BATCH, Stored, filtered, sorted_neighbours};
use crate::tasks;
use crate::tasks::TASK;
use hashbrown::HashTable;
use num_bigint::BigUint;
use std::cmp::Ordering;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::atomic;
use std::sync::atomic::AtomicBool;
use tait_space::{
    Code, EraseBackward, ErasedBackward, Keyed, KeyedBackward, PackedMove, StoredKey, of_one,
};

// Finds the states on solutions of one length, by layers from both ends.
//
// A layer from the start holds every state that some sequence of so many moves reaches, and a layer from the goals every
// state from which so many moves lead to a goal. States of earlier layers are *not* left out: then a layer would lack
// states of solutions that are longer than the shortest. Where the layers meet, the states of both lie on solutions. The
// others are found from these: backwards, among the layers from the start, whatever has a successor that lies on a
// solution; forwards, among the layers from the goals, whatever is one.

/// Finds all solutions of exactly `length` moves.
///
/// A solution is a sequence of moves from a start whose last state is a goal; it may pass through a goal before.
///
/// # Errors
/// When the search stops.
pub fn solution_graph<S: EraseBackward>(
    space: &S,
    length: u32,
    control: &Control<'_>,
) -> Result<SolutionGraph<S::Move>, Stopped> {
    graph_for_any(space.erased_backward(), length, control).map(SolutionGraph::of_codes)
}

fn graph_for_any(
    space: ErasedBackward<'_>,
    length: u32,
    control: &Control<'_>,
) -> Result<SolutionGraph<Code>, Stopped> {
    of_one!(space, space => {
        let starts = space.near_starts(length);
        let search = GraphSearch {
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

struct GraphSearch<'a, K> {
    space: &'a dyn KeyedBackward<K>,
    starts: Vec<K>,
    length: u32,
    control: &'a Control<'a>,
}

impl<K: StoredKey> GraphSearch<'_, K> {
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

impl<K: StoredKey> GraphSearch<'_, K> {
    /// Returns the successors, among some sorted keys, of the states on solutions at a depth.
    fn successors_among(
        &self,
        wanted: &[K],
        layer: &[K],
        depth: u32,
    ) -> Result<Vec<K>, StopReason> {
        let budget = self.length - depth;
        let neighbours = |keys: &[K], found: &mut Vec<K>| {
            for key in keys {
                self.space.successors(key, budget, &mut |_, successor| {
                    if wanted.binary_search(&successor).is_ok() {
                        found.push(successor);
                    }
                    ControlFlow::Continue(())
                });
            }
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

// The graph, and what passes over its vertices find.

/// All solutions of one length.
#[derive(Debug, Clone)]
pub struct SolutionGraph<M> {
    /// The arcs of each depth, as many as a solution has moves.
    layers: Vec<Arcs>,
    /// The vertices of depth 0 where solutions begin, in the order of the starts.
    starts: Vec<u32>,
    /// States per depth of the search, from the start, then from the goals, outermost first.
    searched: Vec<u64>,
    moves: PhantomData<M>,
}

/// The arcs from the vertices of one depth to those of the next.
#[derive(Debug, Clone, Default)]
struct Arcs {
    /// For each vertex, the index of its first arc; one more at the end.
    first: Vec<u32>,
    /// The move of each arc; those of a vertex ascend.
    steps: Vec<Code>,
    /// The vertex of the next depth to which each arc leads.
    to: Vec<u32>,
}

impl Arcs {
    fn vertices(&self) -> usize {
        self.first.len().saturating_sub(1)
    }

    /// Returns the indices of the arcs of a vertex.
    fn of(&self, vertex: u32) -> std::ops::Range<usize> {
        let vertex = vertex as usize;
        self.first[vertex] as usize..self.first[vertex + 1] as usize
    }
}

/// Numbers of solutions for each vertex of each depth.
enum Ways {
    Small(Vec<Vec<u128>>),
    Big(Vec<Vec<BigUint>>),
}

impl<M: PackedMove> SolutionGraph<M> {
    /// Returns the number of moves of each solution; 0 where there is none.
    #[must_use]
    pub fn length(&self) -> u32 {
        self.layers.len() as u32
    }

    /// Returns whether there is no solution.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Returns the first `moves` moves of all solutions, each beginning once, smallest first.
    ///
    /// ```
    /// use tait_vacancy::checkers::{Checkers, CheckersSpace};
    /// use tait_search::{Control, solution_graph};
    /// let space = CheckersSpace::new(Checkers::new(4, 1)?)?;
    /// let graph = solution_graph(&space, 9, &Control::default()).expect("nothing stops it");
    /// assert_eq!(graph.beginnings(1), [[4], [6]]);
    /// # Ok::<(), tait_vacancy::checkers::CheckersError>(())
    /// ```
    #[must_use]
    pub fn beginnings(&self, moves: u32) -> Vec<Vec<M>> {
        let mut ways: Vec<(Vec<Code>, u32)> = Vec::new();
        ways.extend(self.starts.iter().map(|&start| (Vec::new(), start)));
        for layer in self.layers.iter().take(moves as usize) {
            let on = |(steps, vertex): &(Vec<Code>, u32)| {
                let arcs = layer.of(*vertex);
                let on = |arc| ([&steps[..], &[layer.steps[arc]]].concat(), layer.to[arc]);
                arcs.map(on).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(on).collect();
            ways.sort_unstable();
            ways.dedup();
        }
        let mut beginnings: Vec<Vec<Code>> = ways.into_iter().map(|(steps, _)| steps).collect();
        beginnings.dedup();
        let moves = |steps: Vec<Code>| steps.into_iter().map(M::of_packed).collect();
        beginnings.into_iter().map(moves).collect()
    }

    /// Returns the number of states that solutions pass through at each depth, except for the last.
    #[must_use]
    pub fn states(&self) -> Vec<u64> {
        let sizes = self.layers.iter().map(|layer| layer.vertices() as u64);
        sizes.collect()
    }

    /// Returns the states per layer that the search visited: from the start, then from the goals, outermost first.
    #[must_use]
    pub fn searched(&self) -> &[u64] {
        &self.searched
    }

    /// Returns the number of solutions.
    ///
    /// ```
    /// use tait_vacancy::checkers::{Checkers, CheckersSpace};
    /// use tait_search::{Control, solution_graph};
    /// let space = CheckersSpace::new(Checkers::new(4, 1)?)?;
    /// let graph = solution_graph(&space, 9, &Control::default());
    /// assert_eq!(graph.expect("nothing stops it").count(), 8_u32.into());
    /// # Ok::<(), tait_vacancy::checkers::CheckersError>(())
    /// ```
    #[must_use]
    pub fn count(&self) -> BigUint {
        let starts = self.starts.iter().map(|&start| start as usize);
        match self.ways() {
            Ways::Small(ways) => starts.map(|start| BigUint::from(ways[0][start])).sum(),
            Ways::Big(ways) => starts.map(|start| &ways[0][start]).sum(),
        }
    }

    fn ways(&self) -> Ways {
        let small = self.folded(1_u128, |sum, more| {
            *sum = sum.checked_add(*more)?;
            Some(())
        });
        if let Some(ways) = small {
            return Ways::Small(ways);
        }
        let big = self.folded(BigUint::from(1_u32), |sum, more| {
            *sum += more;
            Some(())
        });
        Ways::Big(big.unwrap_or_default())
    }

    /// Computes a sum for each vertex of each depth: `one` at the end of a solution, and elsewhere what `add` makes of
    /// the sums of the vertices to which its arcs lead; `None` when `add` overflows.
    fn folded<V: Clone + Default>(
        &self,
        one: V,
        add: impl Fn(&mut V, &V) -> Option<()>,
    ) -> Option<Vec<Vec<V>>> {
        let ends = self.layers.last().map_or(self.starts.len(), |layer| {
            layer.to.iter().max().map_or(0, |&most| most as usize + 1)
        });
        let mut sums = vec![vec![one; ends]];
        for layer in self.layers.iter().rev() {
            let ahead = &sums[sums.len() - 1];
            let mut here = Vec::with_capacity(layer.vertices());
            for vertex in 0..layer.vertices() as u32 {
                let mut sum = V::default();
                for arc in layer.of(vertex) {
                    add(&mut sum, &ahead[layer.to[arc] as usize])?;
                }
                here.push(sum);
            }
            sums.push(here);
        }
        sums.reverse();
        Some(sums)
    }

    /// Returns a solution whose total cost is extreme, with that cost: the least for [`Ordering::Less`], the largest for
    /// [`Ordering::Greater`]. Of several, it is the smallest as a sequence of moves. `None` where there is no solution.
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// use tait_vacancy::checkers::{Checkers, CheckersSpace};
    /// use tait_search::{Control, solution_graph};
    /// let space = CheckersSpace::new(Checkers::new(2, 1)?)?;
    /// let graph = solution_graph(&space, 5, &Control::default());
    /// let (cost, moves) = graph.expect("nothing stops it").extreme(&|cell| cell, Ordering::Less).expect("it is solvable");
    /// assert_eq!(cost, moves.iter().sum::<u64>());
    /// # Ok::<(), tait_vacancy::checkers::CheckersError>(())
    /// ```
    #[must_use]
    pub fn extreme(&self, cost: &dyn Fn(M) -> u64, wanted: Ordering) -> Option<(u64, Vec<M>)> {
        // The best cost from each vertex on, and the arc that leads there.
        let mut choices: Vec<Vec<usize>> = Vec::new();
        let mut ahead: Vec<u64> = Vec::new();
        for layer in self.layers.iter().rev() {
            let (mut here, mut chosen) = (Vec::new(), Vec::new());
            for vertex in 0..layer.vertices() as u32 {
                let mut best: Option<(u64, usize)> = None;
                for arc in layer.of(vertex) {
                    let rest = ahead.get(layer.to[arc] as usize).copied().unwrap_or(0);
                    let total = cost(M::of_packed(layer.steps[arc])) + rest;
                    if best.is_none_or(|(known, _)| total.cmp(&known) == wanted) {
                        best = Some((total, arc));
                    }
                }
                let (total, arc) = best.unwrap_or_default();
                here.push(total);
                chosen.push(arc);
            }
            choices.push(chosen);
            ahead = here;
        }
        choices.reverse();
        let total = |at: u32| ahead.get(at as usize).copied().unwrap_or(0);
        let mut best = *self.starts.first()?;
        for &start in &self.starts {
            if total(start).cmp(&total(best)) == wanted {
                best = start;
            }
        }
        let (mut at, mut moves) = (best, Vec::new());
        for (layer, chosen) in self.layers.iter().zip(&choices) {
            let arc = chosen[at as usize];
            moves.push(M::of_packed(layer.steps[arc]));
            at = layer.to[arc];
        }
        Some((total(best), moves))
    }
}

// Joins the states on solutions, depth by depth, to a graph.

/// The arcs that one task has found.
#[derive(Default)]
struct Found {
    /// The number of arcs of each vertex.
    counts: Vec<u32>,
    arcs: Vec<(Code, u32)>,
}

/// Returns the keys of a table in order.
pub(crate) fn sorted<K: StoredKey>(table: HashTable<K>) -> Vec<K> {
    let mut keys: Vec<K> = table.into_iter().collect();
    tasks::sort(&mut keys);
    keys
}

/// Makes the graph of states that are sorted by depth, each of which lies on a solution.
///
/// `bound` moves are left at depth 0.
pub(crate) fn joined<K: StoredKey>(
    space: &dyn Keyed<K>,
    starts: &[K],
    bound: u32,
    layers: &[Vec<K>],
    searched: Vec<u64>,
    control: &Control<'_>,
) -> Result<SolutionGraph<Code>, StopReason> {
    let mut bytes = layer_bytes(layers);
    let states = searched.iter().sum();
    let mut all = Vec::new();
    for (depth, pair) in (0..).zip(layers.windows(2)) {
        let arcs = arcs_between(space, bound - depth, &pair[0], &pair[1], control)?;
        bytes += (arcs.to.len() * (size_of::<Code>() + 4) + arcs.first.len() * 4) as u64;
        let share = None;
        control.sink.event(Event::Progress { states, share });
        if let Some(reason) = control.stop_reason(states, bytes) {
            return Err(reason);
        }
        all.push(arcs);
    }
    let first = layers.first().map_or(&[][..], Vec::as_slice);
    let mut is_listed = vec![false; first.len()];
    let mut places = Vec::new();
    for start in starts {
        // A start that occurs twice is one start.
        if let Ok(place) = first.binary_search(start)
            && !std::mem::replace(&mut is_listed[place], true)
        {
            places.push(place as u32);
        }
    }
    Ok(SolutionGraph {
        starts: places,
        layers: all,
        searched,
        moves: PhantomData,
    })
}

fn arcs_between<K: StoredKey>(
    space: &dyn Keyed<K>,
    budget: u32,
    layer: &[K],
    ahead: &[K],
    control: &Control<'_>,
) -> Result<Arcs, StopReason> {
    let is_over = AtomicBool::new(false);
    let parts = tasks::of_parts(layer, TASK, &|part| {
        let (mut found, mut pace, mut arcs) = (Found::default(), Pace::default(), Vec::new());
        for key in part {
            if pace.is_due() && (is_over.load(atomic::Ordering::Relaxed) || control.is_over()) {
                is_over.store(true, atomic::Ordering::Relaxed);
                break;
            }
            space.successors(key, budget, &mut |step, successor| {
                if let Ok(place) = ahead.binary_search(&successor) {
                    arcs.push((step, place as u32));
                }
                ControlFlow::Continue(())
            });
            arcs.sort_unstable();
            found.counts.push(arcs.len() as u32);
            found.arcs.append(&mut arcs);
        }
        found
    });
    if is_over.into_inner() {
        return Err(control.stop_reason(0, 0).unwrap_or(StopReason::Asked));
    }
    let total: usize = parts.iter().map(|part| part.arcs.len()).sum();
    if u32::try_from(total).is_err() {
        return Err(StopReason::Memory);
    }
    let mut arcs = Arcs::default();
    arcs.first.push(0);
    arcs.first.reserve_exact(layer.len());
    arcs.steps.reserve_exact(total);
    arcs.to.reserve_exact(total);
    let mut end = 0;
    for part in parts {
        for count in part.counts {
            end += count;
            arcs.first.push(end);
        }
        for (step, to) in part.arcs {
            arcs.steps.push(step);
            arcs.to.push(to);
        }
    }
    Ok(arcs)
}

// The solutions of a graph, one after the other, from any of them on.

/// An iterator over the solutions of a [`SolutionGraph`], in their order: by start, then by moves.
///
/// It holds one arc for each depth, however many solutions there are.
#[derive(Debug, Clone)]
pub struct Solutions<'a, M> {
    graph: &'a SolutionGraph<M>,
    /// The index of the start of the next solution.
    start: usize,
    /// The arcs of the next solution; `None` after the last one.
    arcs: Option<Vec<usize>>,
}

impl<M: PackedMove> SolutionGraph<M> {
    /// Returns the solutions, the smallest first.
    #[must_use]
    pub fn solutions(&self) -> Solutions<'_, M> {
        let first = self.starts.first();
        let arcs = first.map(|&start| self.smallest_from(0, start, Vec::new()));
        Solutions {
            graph: self,
            start: 0,
            arcs,
        }
    }

    /// Returns the solutions from an index on, counted from 0: what is left of [`Self::solutions`] after that many.
    ///
    /// This takes one look at each vertex, not at each solution.
    ///
    /// ```
    /// use tait_vacancy::checkers::{Checkers, CheckersSpace};
    /// use tait_search::{Control, solution_graph};
    /// let space = CheckersSpace::new(Checkers::new(4, 1)?)?;
    /// let graph = solution_graph(&space, 9, &Control::default());
    /// let graph = graph.expect("nothing stops it");
    /// assert!(graph.from_index(&5_u32.into()).eq(graph.solutions().skip(5)));
    /// # Ok::<(), tait_vacancy::checkers::CheckersError>(())
    /// ```
    #[must_use]
    pub fn from_index(&self, index: &BigUint) -> Solutions<'_, M> {
        match self.ways() {
            Ways::Big(ways) => self.ranked(index.clone(), &ways),
            Ways::Small(ways) => match u128::try_from(index) {
                Ok(index) => self.ranked(index, &ways),
                Err(_) => self.ended(),
            },
        }
    }

    fn ended(&self) -> Solutions<'_, M> {
        Solutions {
            graph: self,
            start: self.starts.len(),
            arcs: None,
        }
    }

    /// Finds the solution before which `left` others come.
    fn ranked<V: Ord + for<'v> std::ops::SubAssign<&'v V>>(
        &self,
        mut left: V,
        ways: &[Vec<V>],
    ) -> Solutions<'_, M> {
        for (start, &vertex) in self.starts.iter().enumerate() {
            let from_here = &ways[0][vertex as usize];
            if left >= *from_here {
                left -= from_here;
                continue;
            }
            let (mut arcs, mut at) = (Vec::new(), vertex);
            for (layer, ahead) in self.layers.iter().zip(&ways[1..]) {
                for arc in layer.of(at) {
                    let from_there = &ahead[layer.to[arc] as usize];
                    if left < *from_there {
                        arcs.push(arc);
                        at = layer.to[arc];
                        break;
                    }
                    left -= from_there;
                }
            }
            let arcs = Some(arcs);
            return Solutions {
                graph: self,
                start,
                arcs,
            };
        }
        self.ended()
    }

    /// Appends the first arcs from a vertex of a depth to the end.
    fn smallest_from(&self, depth: usize, vertex: u32, mut arcs: Vec<usize>) -> Vec<usize> {
        let mut at = vertex;
        for layer in &self.layers[depth..] {
            let arc = layer.of(at).start;
            arcs.push(arc);
            at = layer.to[arc];
        }
        arcs
    }

    /// Returns the arcs of the solution after one with these arcs, with the same start.
    fn after(&self, start: u32, mut arcs: Vec<usize>) -> Option<Vec<usize>> {
        while let Some(arc) = arcs.pop() {
            let depth = arcs.len();
            let vertex = match depth.checked_sub(1) {
                None => start,
                Some(before) => self.layers[before].to[arcs[before]],
            };
            let layer = &self.layers[depth];
            if arc + 1 < layer.of(vertex).end {
                arcs.push(arc + 1);
                return Some(self.smallest_from(depth + 1, layer.to[arc + 1], arcs));
            }
        }
        None
    }
}

impl<M: PackedMove> Iterator for Solutions<'_, M> {
    type Item = Vec<M>;

    fn next(&mut self) -> Option<Vec<M>> {
        let arcs = self.arcs.take()?;
        let layers = &self.graph.layers;
        let steps = arcs.iter().zip(layers);
        let moves = steps.map(|(&arc, layer)| M::of_packed(layer.steps[arc]));
        let moves = moves.collect();
        self.arcs = self.graph.after(self.graph.starts[self.start], arcs);
        if self.arcs.is_none() {
            self.start += 1;
            let start = self.graph.starts.get(self.start);
            self.arcs = start.map(|&start| self.graph.smallest_from(0, start, Vec::new()));
        }
        Some(moves)
    }
}
