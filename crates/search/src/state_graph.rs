//! Small spaces as graphs: all reachable states, and all moves between them.

use crate::control::{Control, Event, StopReason};
use crate::distances::FAR;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use tait_space::{
    AnyKey, Code, ForKeys, KeyKind, Keyed, Packed, PackedKey, PackedMove, StateSpace, StoredKey,
    of_one,
};

/// The part of a space that can be reached from its starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateGraph<S, M> {
    /// The states, by depth, then in the order of their keys.
    pub vertices: Vec<Vertex<S>>,
    /// The moves, by the state in which they are made, then in their own order.
    pub arcs: Vec<Arc<M>>,
}

/// The graph of a space.
pub type GraphOf<S> = StateGraph<<S as StateSpace>::State, <S as StateSpace>::Move>;

/// A state of a [`StateGraph`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vertex<S> {
    /// The state.
    pub state: S,
    /// The smallest number of moves that lead to it from a start.
    pub depth: u32,
    /// Whether the puzzle is solved in it.
    pub is_goal: bool,
    /// Whether a shortest solution passes through it.
    pub is_on_shortest: bool,
}

/// A move of a [`StateGraph`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arc<M> {
    /// The index of the state before the move.
    pub from: usize,
    /// The index of the state after the move.
    pub to: usize,
    /// The move.
    pub step: M,
    /// Whether a shortest solution makes this move.
    pub is_on_shortest: bool,
}

impl<S, M> StateGraph<S, M> {
    /// Returns the number of moves of a shortest solution; `None` when no goal can be reached.
    #[must_use]
    pub fn shortest(&self) -> Option<u32> {
        let goals = self.vertices.iter().filter(|vertex| vertex.is_goal);
        goals.map(|vertex| vertex.depth).min()
    }

    /// Returns the same graph with other states and moves, such as their names.
    #[must_use]
    pub fn map<T, N>(self, state: impl Fn(S) -> T, step: impl Fn(M) -> N) -> StateGraph<T, N> {
        let vertex = |vertex: Vertex<S>| Vertex {
            state: state(vertex.state),
            depth: vertex.depth,
            is_goal: vertex.is_goal,
            is_on_shortest: vertex.is_on_shortest,
        };
        let arc = |arc: Arc<M>| Arc {
            from: arc.from,
            to: arc.to,
            step: step(arc.step),
            is_on_shortest: arc.is_on_shortest,
        };
        StateGraph {
            vertices: self.vertices.into_iter().map(vertex).collect(),
            arcs: self.arcs.into_iter().map(arc).collect(),
        }
    }
}

/// Builds the graph of all reachable states and all moves between them; `None` when there are more than `most` states.
///
/// States are expanded with a budget that never runs out. States that the space leaves out even then, because no goal
/// can be reached from them, are missing.
///
/// # Errors
/// The reason why the search stopped.
///
/// ```
/// use tait_vacancy::checkers::{Checkers, CheckersSpace};
/// use tait_search::{Control, state_graph};
/// let space = CheckersSpace::new(Checkers::new(1, 1)?)?;
/// let graph = state_graph(&space, 100, &Control::default());
/// let graph = graph.expect("nothing stops it").expect("there are few states");
/// // All orders of a black checker, a white one and the vacant cell, with two moves from each.
/// assert_eq!((graph.vertices.len(), graph.arcs.len()), (6, 12));
/// // Two solutions of three moves share only their ends.
/// assert_eq!(graph.shortest(), Some(3));
/// assert_eq!(graph.arcs.iter().filter(|arc| arc.is_on_shortest).count(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn state_graph<S: StateSpace>(
    space: &S,
    most: usize,
    control: &Control<'_>,
) -> Result<Option<GraphOf<S>>, StopReason> {
    let state = |key| space.state(&S::Key::of_packed(key));
    let mut graph = None;
    let take: &mut dyn FnMut(StateGraph<Packed<S>, Code>) =
        &mut |keyed| graph = Some(keyed.map(state, S::Move::of_packed));
    graph_for_any(Packed::<S>::any::<Graphs<'_>>((space, take)), most, control)?;
    Ok(graph)
}

/// A space, and what takes its graph.
struct Graphs<'a>(PhantomData<&'a ()>);

impl<'a> ForKeys for Graphs<'a> {
    type Of<K: StoredKey> = (&'a dyn Keyed<K>, &'a mut dyn FnMut(StateGraph<K, Code>));
}

fn graph_for_any(
    graphs: AnyKey<Graphs<'_>>,
    most: usize,
    control: &Control<'_>,
) -> Result<(), StopReason> {
    of_one!(graphs, (space, take) => {
        keyed_graph(space, most, control).map(|graph| graph.into_iter().for_each(take))
    })
}

fn keyed_graph<K: StoredKey>(
    space: &dyn Keyed<K>,
    most: usize,
    control: &Control<'_>,
) -> Result<Option<StateGraph<K, Code>>, StopReason> {
    let mut places: BTreeMap<K, usize> = BTreeMap::new();
    let mut vertices: Vec<Vertex<K>> = Vec::new();
    let mut steps: Vec<(usize, Code, K)> = Vec::new();
    let mut layer = space.start_keys();
    for depth in 0.. {
        layer.sort_unstable();
        layer.dedup();
        layer.retain(|key| !places.contains_key(key));
        if layer.is_empty() {
            break;
        }
        if vertices.len() + layer.len() > most {
            return Ok(None);
        }
        let states = vertices.len() as u64;
        let share = None;
        control.sink.event(Event::Progress { states, share });
        let kept = vertices.capacity() * size_of::<Vertex<K>>()
            + steps.capacity() * size_of::<(usize, Code, K)>();
        if let Some(reason) = control.stop_reason(states, kept as u64) {
            return Err(reason);
        }
        let mut next = Vec::new();
        for key in layer {
            let place = vertices.len();
            let _ = places.insert(key, place);
            vertices.push(Vertex {
                state: key,
                depth,
                is_goal: space.is_solved(&key),
                is_on_shortest: false,
            });
            space.successors(&key, FAR, &mut |step, successor| {
                steps.push((place, step, successor));
                next.push(successor);
                ControlFlow::Continue(())
            });
        }
        layer = next;
    }
    steps.sort_unstable();
    let arcs = steps.into_iter().filter_map(|(from, step, to)| {
        Some(Arc {
            from,
            to: *places.get(&to)?,
            step,
            is_on_shortest: false,
        })
    });
    let mut graph = StateGraph {
        vertices,
        arcs: arcs.collect(),
    };
    mark_shortest(&mut graph);
    Ok(Some(graph))
}

/// Marks the states and moves of shortest solutions, from the nearest goals back.
fn mark_shortest<K>(graph: &mut StateGraph<K, Code>) {
    let Some(length) = graph.shortest() else {
        return;
    };
    for vertex in &mut graph.vertices {
        vertex.is_on_shortest = vertex.is_goal && vertex.depth == length;
    }
    // Moves of deeper states come later, so the states that they lead to are marked before they are needed.
    for arc in graph.arcs.iter_mut().rev() {
        let (from, to) = (&graph.vertices[arc.from], &graph.vertices[arc.to]);
        arc.is_on_shortest = to.is_on_shortest && to.depth == from.depth + 1;
        graph.vertices[arc.from].is_on_shortest |= arc.is_on_shortest;
    }
}
