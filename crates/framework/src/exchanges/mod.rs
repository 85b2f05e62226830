//! Which exchanges a move can serve as: Phase 1 as a table.
//!
//! With equal offsets a solution of the auxiliary puzzle is an order in which to use the offsets
//! `0..k`, and what it needs next depends only on the set `U` of offsets used so far. So a path is
//! annotated with the *set of sets* `U` that its moves can have served, one bit for each of the
//! `2^k` sets, and a move with pattern `p` adds `U + {o}` for every `U` whose `F(U)` shows `p`, or
//! its complement, at an offset `o` not in `U`.

use crate::requirement::{Requirement, add, has};
use std::fmt;
use tait_puzzle::linear::{BlockLength, Pattern, Used, window_of};

/// The longest block that there are tables for.
pub const LONGEST_EXCHANGED: u32 = 12;

/// For each pattern, which sets of offsets can take an offset more when a move carries it.
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
    /// Every permutation of the offsets, and complements: what a base of its own may use. `None` for blocks that are
    /// longer than [`LONGEST_EXCHANGED`].
    #[must_use]
    pub fn any_order(k: BlockLength) -> Option<Self> {
        Self::new(k, true, &|_, _| true)
    }

    /// One permutation and no complements: what the thesis asks of all bases in common. `None` for blocks that are
    /// longer than [`LONGEST_EXCHANGED`].
    #[must_use]
    pub fn one_order(k: BlockLength, order: &[u32]) -> Option<Self> {
        Self::new(k, false, &|used, offset| {
            let position = used.0.count_ones() as usize;
            let expected = order[..position]
                .iter()
                .fold(Used::default(), |set, &o| set.with(o));
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
            11 => Box::new(Sets::<32>::new(k, complements, allows)),
            LONGEST_EXCHANGED => Box::new(Sets::<64>::new(k, complements, allows)),
            _ => return None,
        };
        Some(Self { k, sets })
    }

    /// The table as what a base must carry along: of an annotation each bit is a set of used offsets, by its number.
    #[must_use]
    pub fn requirement(&self) -> &dyn Requirement {
        self.sets.as_ref()
    }

    /// Whether a move with this pattern can add `offset` to `used`.
    #[must_use]
    pub fn allows(&self, used: Used, offset: u32, pattern: Pattern) -> bool {
        let mut annotation = vec![0; self.sets.first_annotation().len()];
        let mut carried = annotation.clone();
        add(&mut annotation, used.0 as usize);
        let _ = self.sets.carry(&annotation, pattern, &mut carried);
        !used.contains(offset) && has(&carried, used.with(offset).0 as usize)
    }
}

/// Whether an offset may be added to a set, apart from the pattern.
type Allows<'a> = dyn Fn(Used, u32) -> bool + 'a;

/// A set of sets of offsets, one bit for each; `N` words hold it when `2^k <= 64 N`.
type UsedSets<const N: usize> = [u64; N];

/// The table for annotations of `N` words: a number that is known makes the loops over them short.
struct Sets<const N: usize> {
    k: BlockLength,
    /// By pattern: offsets, each with the sets it can be added to.
    additions: Vec<Vec<(u32, UsedSets<N>)>>,
    /// By size: the sets of that many offsets.
    of_size: Vec<UsedSets<N>>,
}

impl<const N: usize> Sets<N> {
    fn new(k: BlockLength, complements: bool, allows: &Allows<'_>) -> Self {
        let sets = 1u64 << k.get();
        let mut additions = vec![Vec::new(); sets as usize];
        for offset in 0..k.get() {
            let mut fitting = vec![[0; N]; sets as usize];
            for used in (0..sets).map(Used).filter(|used| !used.contains(offset)) {
                if !allows(used, offset) {
                    continue;
                }
                let shown = window_of(k, used, offset);
                let mut fits = |pattern: Pattern| {
                    add(&mut fitting[pattern.pennies() as usize], used.0 as usize);
                };
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

/// The sets of an annotation, which has as many words.
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
