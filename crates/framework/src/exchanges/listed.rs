//! The table for longer blocks, with a list of sets for each pattern.

use super::additions::{Allows, visit_additions};
use crate::edges::Edges;
use crate::requirement::{Requirement, add, has};
use std::cmp::Ordering;
use tait_linear::{BlockLength, Pattern, UsedOffsets};

/// The table for long blocks. These have so many patterns that each pattern fits few sets, which are listed.
pub(super) struct ListedSets {
    k: BlockLength,
    /// Edges from sets that can take one more offset to the sets that they become.
    additions: Edges,
}

impl ListedSets {
    pub(super) fn new(k: BlockLength, complements: bool, allows: &Allows<'_>) -> Self {
        let mut additions = Edges::new(k);
        visit_additions(k, complements, allows, &mut |pattern, used, offset| {
            additions.push(pattern, used.0 as usize, used.with(offset).0 as usize);
        });
        Self { k, additions }
    }

    fn nothing(&self) -> Vec<u64> {
        vec![0; 1 << (self.k.get() - 6)]
    }

    fn full(&self) -> usize {
        (1 << self.k.get()) - 1
    }

    /// Returns the size of the largest sets, and how many sets have that size.
    fn largest(&self, sets: &[u64]) -> (u32, u32) {
        let words = (0..).zip(sets).filter(|(_, word)| **word != 0);
        let used = words.flat_map(|(index, &word)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| UsedOffsets(64 * index + bit))
        });
        used.map(|used| used.0.count_ones())
            .fold((0, 0), |(most, count), size| match size.cmp(&most) {
                Ordering::Less => (most, count),
                Ordering::Equal => (most, count + 1),
                Ordering::Greater => (size, 1),
            })
    }
}

impl Requirement for ListedSets {
    fn first_annotation(&self) -> Vec<u64> {
        let mut first = self.nothing();
        add(&mut first, UsedOffsets::default().0 as usize);
        first
    }

    fn carry(&self, sets: &[u64], pattern: Pattern, carried: &mut [u64]) -> u32 {
        self.additions.carry(sets, pattern, carried);
        self.missing(carried)
    }

    fn missing(&self, sets: &[u64]) -> u32 {
        self.k.get() - self.largest(sets).0
    }

    fn nearest(&self, sets: &[u64]) -> u32 {
        self.largest(sets).1
    }

    fn complete_part(&self, sets: &[u64]) -> Option<Vec<u64>> {
        has(sets, self.full()).then(|| {
            let mut full = self.nothing();
            add(&mut full, self.full());
            full
        })
    }

    fn leading_part(&self, sets: &[u64], pattern: Pattern, wanted: &[u64]) -> Option<Vec<u64>> {
        self.additions.leading_part(sets, pattern, wanted)
    }
}
