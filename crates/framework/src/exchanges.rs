//! Which exchanges a move can serve as: Phase 1 as a table.
//!
//! With equal offsets a solution of the auxiliary puzzle is an order in which to use the offsets
//! `0..k`, and what it needs next depends only on the set `U` of offsets used so far. So a path is
//! annotated with the *set of sets* `U` that its moves can have served, one bit for each of the
//! `2^k` sets, and a move with pattern `p` adds `U + {o}` for every `U` whose `F(U)` shows `p`, or
//! its complement, at an offset `o` not in `U`.

use crate::requirement::Requirement;
use std::fmt::Debug;
use tait_puzzle::linear::{BlockLength, Pattern, Used, window_of};

/// A set of sets of offsets, one bit for each; `N` words hold it when `2^k <= 64 N`.
pub type UsedSets<const N: usize> = [u64; N];

/// For each pattern, which sets can take an offset more when a move carries it.
#[derive(Debug, Clone)]
pub struct ExchangeTable<const N: usize> {
    k: BlockLength,
    /// By pattern: offsets, each with the sets it can be added to.
    additions: Vec<Vec<(u32, UsedSets<N>)>>,
    /// By size: the sets of that many offsets.
    of_size: Vec<UsedSets<N>>,
}

impl<const N: usize> ExchangeTable<N> {
    /// Every permutation of the offsets, and complements: what a base of its own may use.
    #[must_use]
    pub fn any_order(k: BlockLength) -> Self {
        Self::new(k, true, |_, _| true)
    }

    /// One permutation and no complements: what the thesis asks of all bases in common.
    #[must_use]
    pub fn one_order(k: BlockLength, order: &[u32]) -> Self {
        Self::new(k, false, |used, offset| {
            let position = used.0.count_ones() as usize;
            let expected = order[..position]
                .iter()
                .fold(Used::default(), |set, &o| set.with(o));
            used == expected && order.get(position) == Some(&offset)
        })
    }

    fn new(k: BlockLength, complements: bool, allows: impl Fn(Used, u32) -> bool) -> Self {
        let sets = 1u64 << k.get();
        debug_assert!(sets <= 64 * N as u64, "2^k sets need as many bits");
        let mut additions = vec![Vec::new(); sets as usize];
        for offset in 0..k.get() {
            let mut fitting = vec![[0; N]; sets as usize];
            for used in (0..sets).map(Used).filter(|used| !used.contains(offset)) {
                if !allows(used, offset) {
                    continue;
                }
                let shown = window_of(k, used, offset);
                let mut fits =
                    |pattern: Pattern| set_bit(&mut fitting[pattern.pennies() as usize], used);
                fits(shown);
                if complements {
                    fits(shown.complement());
                }
            }
            for (pattern, sets) in fitting.into_iter().enumerate() {
                if sets != [0; N] {
                    additions[pattern].push((offset, sets));
                }
            }
        }
        let mut of_size = vec![[0; N]; k.get() as usize + 1];
        for used in (0..sets).map(Used) {
            set_bit(&mut of_size[used.0.count_ones() as usize], used);
        }
        Self {
            k,
            additions,
            of_size,
        }
    }
}

impl<const N: usize> ExchangeTable<N> {
    /// Whether a move with this pattern can add `offset` to `used`.
    #[must_use]
    pub fn allows(&self, used: Used, offset: u32, pattern: Pattern) -> bool {
        let mut single = [0; N];
        set_bit(&mut single, used);
        self.additions[pattern.pennies() as usize]
            .iter()
            .any(|(adds, fitting)| *adds == offset && both(&single, fitting) != [0; N])
    }

    /// The most offsets that a set holds, and the sets that hold as many.
    fn largest(&self, sets: &UsedSets<N>) -> (usize, UsedSets<N>) {
        self.of_size
            .iter()
            .enumerate()
            .rev()
            .map(|(size, of_size)| (size, both(sets, of_size)))
            .find(|(_, largest)| *largest != [0; N])
            .unwrap_or((0, [0; N]))
    }
}

impl<const N: usize> Requirement for ExchangeTable<N> {
    type Note = UsedSets<N>;

    fn first_note(&self) -> UsedSets<N> {
        self.of_size[0]
    }

    #[inline]
    fn carry(&self, sets: &UsedSets<N>, pattern: Pattern) -> UsedSets<N> {
        let mut carried = *sets;
        for (offset, fitting) in &self.additions[pattern.pennies() as usize] {
            // Adding an offset adds 2^offset to the number of a set.
            let taking = both(sets, fitting);
            merge(&mut carried, &moved_up(&taking, 1 << offset));
        }
        carried
    }

    #[inline]
    fn missing(&self, sets: &UsedSets<N>) -> u32 {
        self.k.get() - self.largest(sets).0 as u32
    }

    fn nearest(&self, sets: &UsedSets<N>) -> u32 {
        let (_, largest) = self.largest(sets);
        largest.iter().map(|word| word.count_ones()).sum()
    }

    fn merge(&self, one: &UsedSets<N>, other: &UsedSets<N>) -> UsedSets<N> {
        let mut merged = *one;
        merge(&mut merged, other);
        merged
    }

    fn complete_part(&self, sets: &UsedSets<N>) -> Option<UsedSets<N>> {
        let full = both(sets, &self.of_size[self.k.get() as usize]);
        (full != [0; N]).then_some(full)
    }

    fn leading_part(
        &self,
        sets: &UsedSets<N>,
        pattern: Pattern,
        wanted: &UsedSets<N>,
    ) -> Option<UsedSets<N>> {
        let mut leading = both(sets, wanted);
        for (offset, fitting) in &self.additions[pattern.pennies() as usize] {
            let taking = both(sets, fitting);
            merge(
                &mut leading,
                &both(&taking, &moved_down(wanted, 1 << offset)),
            );
        }
        (leading != [0; N]).then_some(leading)
    }
}

fn set_bit<const N: usize>(sets: &mut UsedSets<N>, used: Used) {
    sets[(used.0 / 64) as usize] |= 1 << (used.0 % 64);
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

/// Shifts by a power of two, within words or by whole words.
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
