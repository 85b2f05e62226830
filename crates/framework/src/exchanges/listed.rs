//! The table for longer blocks: for each pattern a list of sets.

use super::additions::{Allows, visit_additions};
use crate::requirement::{Requirement, add, has};
use std::cmp::Ordering;
use tait_puzzle::linear::{BlockLength, Pattern, Used};

/// The table for long blocks, whose patterns are so many that each can be carried at few sets: they are listed.
pub(super) struct ListedSets {
    k: BlockLength,
    /// By pattern: sets that can take an offset more, and those that they become.
    additions: Vec<Vec<(Used, Used)>>,
}

impl ListedSets {
    pub(super) fn new(k: BlockLength, complements: bool, allows: &Allows<'_>) -> Self {
        let mut additions = vec![Vec::new(); 1 << k.get()];
        visit_additions(k, complements, allows, &mut |pattern, used, offset| {
            additions[pattern.pennies() as usize].push((used, used.with(offset)));
        });
        Self { k, additions }
    }

    fn nothing(&self) -> Vec<u64> {
        vec![0; 1 << (self.k.get() - 6)]
    }

    fn full(&self) -> usize {
        (1 << self.k.get()) - 1
    }

    /// The most offsets that a set holds, and how many sets hold as many.
    fn largest(&self, sets: &[u64]) -> (u32, u32) {
        let words = (0..).zip(sets).filter(|(_, word)| **word != 0);
        let used = words.flat_map(|(index, &word)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| Used(64 * index + bit))
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
        add(&mut first, Used::default().0 as usize);
        first
    }

    fn carry(&self, sets: &[u64], pattern: Pattern, carried: &mut [u64]) -> u32 {
        carried.copy_from_slice(sets);
        for (used, more) in &self.additions[pattern.pennies() as usize] {
            if has(sets, used.0 as usize) {
                add(carried, more.0 as usize);
            }
        }
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
        let both = sets.iter().zip(wanted).map(|(one, other)| one & other);
        let mut leading: Vec<u64> = both.collect();
        for (used, more) in &self.additions[pattern.pennies() as usize] {
            if has(sets, used.0 as usize) && has(wanted, more.0 as usize) {
                add(&mut leading, used.0 as usize);
            }
        }
        leading.iter().any(|&word| word != 0).then_some(leading)
    }
}
