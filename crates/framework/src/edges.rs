//! What moves do to a set of possibilities, pattern by pattern, as a list.

use crate::requirement::{add, are_any, has};
use tait_puzzle::linear::{BlockLength, Pattern};

/// By pattern: the edges from one possibility to another. A move with the pattern may take an edge, or none.
#[derive(Debug)]
pub(crate) struct Edges(Vec<Vec<(u32, u32)>>);

impl Edges {
    /// None yet, for patterns of so many coins.
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

    /// The possibilities that a move can carry into one of `wanted`, if any.
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
