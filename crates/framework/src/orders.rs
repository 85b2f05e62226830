//! All permutations at once, for the search for one sequence of patterns that is common to many
//! bases.
//!
//! [`ExchangeTable`](crate::ExchangeTable) forgets the order in which offsets were used. Here the
//! possibilities are the *ordered* selections of offsets (the nodes of a tree with `k!` leaves, 326
//! nodes for k = 5, 1,957 for k = 6), without complements. One search for a size then finds every
//! permutation that some base of this size carries, and intersecting these sets gives a common
//! sequence of patterns.

use crate::edges::Edges;
use crate::requirement::{Requirement, add, are_any, has};
use tait_linear::{BlockLength, Pattern, UsedOffsets, window_of};

/// The largest block length for which the tree is built.
pub const LONGEST_ORDER: u32 = 6;

/// The tree of ordered selections, with its edges by pattern.
///
/// An annotation is a set of its nodes, one bit for each.
#[derive(Debug)]
pub struct OrderTree {
    k: BlockLength,
    /// By node: its offsets in order.
    orders: Vec<Vec<u32>>,
    /// Edges from a node to the nodes with one more offset.
    edges: Edges,
    /// By depth: the first node. Nodes are numbered in order of depth.
    first_of_depth: Vec<usize>,
}

impl OrderTree {
    /// Builds the tree for a block length.
    #[must_use]
    pub fn new(k: BlockLength) -> Self {
        let mut orders: Vec<Vec<u32>> = vec![Vec::new()];
        let mut edges = Edges::new(k);
        let mut first_of_depth = vec![0];
        let mut node = 0;
        while node < orders.len() {
            let order = orders[node].clone();
            if order.len() == first_of_depth.len() {
                first_of_depth.push(node);
            }
            let used = order
                .iter()
                .fold(UsedOffsets::default(), |used, &offset| used.with(offset));
            for offset in (0..k.get()).filter(|&offset| !used.contains(offset)) {
                let pattern = window_of(k, used, offset);
                edges.push(pattern, node, orders.len());
                let mut longer = order.clone();
                longer.push(offset);
                orders.push(longer);
            }
            node += 1;
        }
        Self {
            k,
            orders,
            edges,
            first_of_depth,
        }
    }

    /// Returns the permutations in a complete annotation.
    #[must_use]
    pub fn permutations(&self, annotation: &[u64]) -> Vec<&[u32]> {
        (self.first_of_depth[self.k.get() as usize]..self.orders.len())
            .filter(|&node| has(annotation, node))
            .map(|node| self.orders[node].as_slice())
            .collect()
    }
}

impl OrderTree {
    /// Returns the size of the largest selection in an annotation.
    fn deepest(&self, annotation: &[u64]) -> usize {
        let word = (0..annotation.len())
            .rev()
            .find(|&word| annotation[word] != 0);
        word.map_or(0, |word| {
            let node = 64 * word + 63 - annotation[word].leading_zeros() as usize;
            self.orders[node].len()
        })
    }
}

impl Requirement for OrderTree {
    fn first_annotation(&self) -> Vec<u64> {
        let mut annotation = vec![0; self.orders.len().div_ceil(64)];
        annotation[0] = 1;
        annotation
    }

    fn carry(&self, annotation: &[u64], pattern: Pattern, carried: &mut [u64]) -> u32 {
        self.edges.carry(annotation, pattern, carried);
        self.missing(carried)
    }

    fn missing(&self, annotation: &[u64]) -> u32 {
        self.k.get() - self.deepest(annotation) as u32
    }

    fn nearest(&self, annotation: &[u64]) -> u32 {
        let first = self.first_of_depth[self.deepest(annotation)];
        let below = annotation[first / 64] & ((1 << (first % 64)) - 1);
        let from_word_on = annotation[first / 64..]
            .iter()
            .map(|word| word.count_ones());
        from_word_on.sum::<u32>() - below.count_ones()
    }

    fn complete_part(&self, annotation: &[u64]) -> Option<Vec<u64>> {
        let mut part = vec![0; annotation.len()];
        for node in self.first_of_depth[self.k.get() as usize]..self.orders.len() {
            if has(annotation, node) {
                add(&mut part, node);
            }
        }
        are_any(&part).then_some(part)
    }

    fn leading_part(
        &self,
        annotation: &[u64],
        pattern: Pattern,
        wanted: &[u64],
    ) -> Option<Vec<u64>> {
        self.edges.leading_part(annotation, pattern, wanted)
    }
}
