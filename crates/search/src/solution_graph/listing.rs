//! The solutions of a graph, one after the other, from any of them on.

use super::graph::{SolutionGraph, Ways};
use num_bigint::BigUint;
use tait_space::PackedMove;

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
