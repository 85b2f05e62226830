//! The graph, and what passes over its vertices find.

use crate::keyed::Code;
use num_bigint::BigUint;
use std::cmp::Ordering;
use std::marker::PhantomData;
use tait_space::PackedMove;

/// All solutions of one length.
#[derive(Debug, Clone)]
pub struct SolutionGraph<M> {
    /// The arcs of each depth, as many as a solution has moves.
    pub(super) layers: Vec<Arcs>,
    /// The vertices of depth 0 where solutions begin, in the order of the starts.
    pub(super) starts: Vec<u32>,
    /// States per depth of the search, from the start, then from the goals, outermost first.
    pub(super) searched: Vec<u64>,
    pub(super) moves: PhantomData<M>,
}

/// The arcs from the vertices of one depth to those of the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Arcs {
    /// For each vertex, the index of its first arc; one more at the end.
    pub(super) first: Vec<u32>,
    /// The move of each arc; those of a vertex ascend.
    pub(super) steps: Vec<Code>,
    /// The vertex of the next depth to which each arc leads.
    pub(super) to: Vec<u32>,
}

impl Arcs {
    fn vertices(&self) -> usize {
        self.first.len().saturating_sub(1)
    }

    /// Returns the indices of the arcs of a vertex.
    pub(super) fn of(&self, vertex: u32) -> std::ops::Range<usize> {
        let vertex = vertex as usize;
        self.first[vertex] as usize..self.first[vertex + 1] as usize
    }
}

/// Numbers of solutions for each vertex of each depth.
pub(super) enum Ways {
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

    pub(super) fn ways(&self) -> Ways {
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
