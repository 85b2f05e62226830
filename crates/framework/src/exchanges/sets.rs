//! The table for blocks of up to ten coins, with sets of sets of offsets as words.

use super::additions::{Allows, visit_additions};
use crate::requirement::{Requirement, add};
use tait_linear::{BlockLength, Pattern, UsedOffsets};

/// A set of sets of offsets, with one bit for each set; `N` words hold it when `2^k <= 64 N`.
type UsedSets<const N: usize> = [u64; N];

/// The table for annotations of `N` words. As `N` is known at compile time, the loops over them are
/// short.
pub(super) struct Sets<const N: usize> {
    k: BlockLength,
    /// By pattern: offsets, each with the sets to which it can be added.
    additions: Vec<Vec<(u32, UsedSets<N>)>>,
    /// By size: the sets with that many offsets.
    of_size: Vec<UsedSets<N>>,
}

impl<const N: usize> Sets<N> {
    pub(super) fn new(k: BlockLength, complements: bool, allows: &Allows<'_>) -> Self {
        let sets = 1u64 << k.get();
        let mut additions = vec![Vec::new(); sets as usize];
        visit_additions(k, complements, allows, &mut |pattern, used, offset| {
            let of_pattern: &mut Vec<(u32, UsedSets<N>)> =
                &mut additions[pattern.pennies() as usize];
            if of_pattern.last().is_none_or(|(last, _)| *last != offset) {
                of_pattern.push((offset, [0; N]));
            }
            if let Some((_, sets)) = of_pattern.last_mut() {
                add(sets, used.0 as usize);
            }
        });
        let mut of_size = vec![[0; N]; k.get() as usize + 1];
        for used in (0..sets).map(UsedOffsets) {
            add(&mut of_size[used.0.count_ones() as usize], used.0 as usize);
        }
        Self {
            k,
            additions,
            of_size,
        }
    }
}

impl<const N: usize> Sets<N> {
    /// Returns the size of the largest sets, and the sets of that size.
    fn largest(&self, sets: &UsedSets<N>) -> (usize, UsedSets<N>) {
        self.of_size
            .iter()
            .enumerate()
            .rev()
            .map(|(size, of_size)| (size, both(sets, of_size)))
            .find(|(_, largest)| *largest != [0; N])
            .unwrap_or((0, [0; N]))
    }

    fn missing_of(&self, sets: &UsedSets<N>) -> u32 {
        self.k.get() - self.largest(sets).0 as u32
    }
}

impl<const N: usize> Requirement for Sets<N> {
    fn first_annotation(&self) -> Vec<u64> {
        self.of_size[0].to_vec()
    }

    #[inline]
    fn carry(&self, sets: &[u64], pattern: Pattern, annotation: &mut [u64]) -> u32 {
        let sets = of_words(sets);
        let mut carried = sets;
        for (offset, fitting) in &self.additions[pattern.pennies() as usize] {
            // Adding an offset adds 2^offset to the number of a set.
            let taking = both(&sets, fitting);
            merge(&mut carried, &moved_up(&taking, 1 << offset));
        }
        annotation.copy_from_slice(&carried);
        self.missing_of(&carried)
    }

    fn missing(&self, sets: &[u64]) -> u32 {
        self.missing_of(&of_words(sets))
    }

    fn nearest(&self, sets: &[u64]) -> u32 {
        let (_, largest) = self.largest(&of_words(sets));
        largest.iter().map(|word| word.count_ones()).sum()
    }

    fn complete_part(&self, sets: &[u64]) -> Option<Vec<u64>> {
        let full = both(&of_words(sets), &self.of_size[self.k.get() as usize]);
        (full != [0; N]).then(|| full.to_vec())
    }

    fn leading_part(&self, sets: &[u64], pattern: Pattern, wanted: &[u64]) -> Option<Vec<u64>> {
        let (sets, wanted) = (of_words(sets), of_words(wanted));
        let mut leading = both(&sets, &wanted);
        for (offset, fitting) in &self.additions[pattern.pennies() as usize] {
            let taking = both(&sets, fitting);
            merge(
                &mut leading,
                &both(&taking, &moved_down(&wanted, 1 << offset)),
            );
        }
        (leading != [0; N]).then(|| leading.to_vec())
    }
}

/// Returns the sets of an annotation, which has exactly `N` words.
#[inline]
fn of_words<const N: usize>(annotation: &[u64]) -> UsedSets<N> {
    let mut sets = [0; N];
    sets.copy_from_slice(annotation);
    sets
}

fn both<const N: usize>(one: &UsedSets<N>, other: &UsedSets<N>) -> UsedSets<N> {
    let mut result = *one;
    for (word, with) in result.iter_mut().zip(other) {
        *word &= with;
    }
    result
}

/// Adds the sets of `other` to `one`.
fn merge<const N: usize>(one: &mut UsedSets<N>, other: &UsedSets<N>) {
    for (word, with) in one.iter_mut().zip(other) {
        *word |= with;
    }
}

/// Shifts up by a power of two, within words or by whole words.
fn moved_up<const N: usize>(sets: &UsedSets<N>, distance: usize) -> UsedSets<N> {
    if distance < 64 {
        return sets.map(|word| word << distance);
    }
    let words = distance / 64;
    let mut result = [0; N];
    result[words.min(N)..].copy_from_slice(&sets[..N - words.min(N)]);
    result
}

fn moved_down<const N: usize>(sets: &UsedSets<N>, distance: usize) -> UsedSets<N> {
    if distance < 64 {
        return sets.map(|word| word >> distance);
    }
    let words = (distance / 64).min(N);
    let mut result = [0; N];
    result[..N - words].copy_from_slice(&sets[words..]);
    result
}
