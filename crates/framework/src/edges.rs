//! The effect of moves on a set of possibilities, as a list for each pattern.

use crate::requirement::{add, are_any, has};
use tait_linear::{BlockLength, Pattern};

/// By pattern: the edges from one possibility to another. A move with the pattern takes one edge or none.
#[derive(Debug)]
pub(crate) struct Edges(Vec<Vec<(u32, u32)>>);

impl Edges {
    /// Creates an empty list for patterns of `k` coins.
    pub(crate) fn new(k: BlockLength) -> Self {
        Self(vec![Vec::new(); 1 << k.get()])
    }

    pub(crate) fn push(&mut self, pattern: Pattern, from: usize, to: usize) {
        self.0[pattern.pennies() as usize].push((from as u32, to as u32));
    }

    /// Writes the annotation after a move.
    pub(crate) fn carry(&self, annotation: &[u64], pattern: Pattern, carried: &mut [u64]) {
        carried.copy_from_slice(annotation);
        for (from, to) in self.of(pattern) {
            if has(annotation, from) {
                add(carried, to);
            }
        }
    }

    /// Returns the possibilities that a move can carry into one of `wanted`, if any.
    pub(crate) fn leading_part(
        &self,
        annotation: &[u64],
        pattern: Pattern,
        wanted: &[u64],
    ) -> Option<Vec<u64>> {
        let both = annotation
            .iter()
            .zip(wanted)
            .map(|(one, other)| one & other);
        let mut part: Vec<u64> = both.collect();
        for (from, to) in self.of(pattern) {
            if has(annotation, from) && has(wanted, to) {
                add(&mut part, from);
            }
        }
        are_any(&part).then_some(part)
    }

    fn of(&self, pattern: Pattern) -> impl Iterator<Item = (usize, usize)> {
        let edges = self.0[pattern.pennies() as usize].iter();
        edges.map(|&(from, to)| (from as usize, to as usize))
    }
}
