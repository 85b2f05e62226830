//! The exchanges that a move can serve as: Phase 1 as a table.
//!
//! With equal offsets, a solution of the auxiliary puzzle is an order in which to use the offsets `0..k`, and the
//! patterns that can come next depend only on the set `U` of offsets used so far. So a path is annotated with the *set
//! of sets* `U` that its moves can have served, one bit for each of the `2^k` sets, and a move with pattern `p` adds
//! `U + {o}` for every `U` whose `F(U)` shows `p`, or its complement, at an offset `o` not in `U`.

mod additions;
mod listed;
mod sets;

use crate::requirement::{Requirement, add, has};
use additions::Allows;
use listed::ListedSets;
use sets::Sets;
use std::fmt;
use tait_linear::{BlockLength, Pattern, UsedOffsets};

/// The longest block for which there are tables.
pub const LONGEST_EXCHANGED: u32 = 16;

/// A table of the sets of offsets that can take one more offset when a move carries a pattern.
pub struct ExchangeTable {
    k: BlockLength,
    sets: Box<dyn Requirement + Send>,
}

impl fmt::Debug for ExchangeTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = f.debug_struct("ExchangeTable");
        table.field("k", &self.k).finish_non_exhaustive()
    }
}

impl ExchangeTable {
    /// Creates the table of all permutations of the offsets, with complements, which a single base may use. `None` for
    /// blocks longer than [`LONGEST_EXCHANGED`].
    #[must_use]
    pub fn any_order(k: BlockLength) -> Option<Self> {
        Self::new(k, true, &|_, _| true)
    }

    /// Creates the table of one permutation without complements, which the thesis asks of all bases in common. `None`
    /// for blocks longer than [`LONGEST_EXCHANGED`].
    #[must_use]
    pub fn one_order(k: BlockLength, order: &[u32]) -> Option<Self> {
        Self::new(k, false, &|used, offset| {
            let position = used.0.count_ones() as usize;
            let expected = order[..position]
                .iter()
                .fold(UsedOffsets::default(), |set, &o| set.with(o));
            used == expected && order.get(position) == Some(&offset)
        })
    }

    fn new(k: BlockLength, complements: bool, allows: &Allows<'_>) -> Option<Self> {
        let sets: Box<dyn Requirement + Send> = match k.get() {
            0..=6 => Box::new(Sets::<1>::new(k, complements, allows)),
            7 => Box::new(Sets::<2>::new(k, complements, allows)),
            8 => Box::new(Sets::<4>::new(k, complements, allows)),
            9 => Box::new(Sets::<8>::new(k, complements, allows)),
            10 => Box::new(Sets::<16>::new(k, complements, allows)),
            11..=LONGEST_EXCHANGED => Box::new(ListedSets::new(k, complements, allows)),
            _ => return None,
        };
        Some(Self { k, sets })
    }

    /// Returns the table as the requirement that a base must meet. Each bit of an annotation is a set of used offsets,
    /// by its number.
    #[must_use]
    pub fn requirement(&self) -> &dyn Requirement {
        self.sets.as_ref()
    }

    /// Returns whether a move with this pattern can add `offset` to `used`.
    #[must_use]
    pub fn allows(&self, used: UsedOffsets, offset: u32, pattern: Pattern) -> bool {
        let mut annotation = vec![0; self.sets.first_annotation().len()];
        let mut carried = annotation.clone();
        add(&mut annotation, used.0 as usize);
        let _ = self.sets.carry(&annotation, pattern, &mut carried);
        !used.contains(offset) && has(&carried, used.with(offset).0 as usize)
    }
}
