//! The exchanges that a move can serve as: Phase 1 as a table.
//!
//! With equal offsets, a solution of the auxiliary puzzle is an order in which to use the offsets `0..k`, and the
//! patterns that can come next depend only on the set `U` of offsets used so far. So a path is annotated with the *set
//! of sets* `U` that its moves can have served, one bit for each of the `2^k` sets, and a move with pattern `p` adds
//! `U + {o}` for every `U` whose `F(U)` shows `p`, or its complement, at an offset `o` not in `U`.
//!
//! [`base_of`] turns a solution into a base: it says which of its moves serve as exchanges.

use crate::requirement::{Edges, Requirement, add, has};
use std::cmp::Ordering;
use std::fmt;
use tait_linear::{Base, BlockLength, Exchange, Pattern, Replay, Solution, UsedOffsets, window_of};

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

// The offsets that can be added to a set, and the patterns that add them.

/// Returns whether an offset may be added to a set, regardless of the pattern.
type Allows<'a> = dyn Fn(UsedOffsets, u32) -> bool + 'a;

/// Calls `visit` for every offset that may be added to a set, with a pattern that adds it.
fn visit_additions(
    k: BlockLength,
    complements: bool,
    allows: &Allows<'_>,
    visit: &mut dyn FnMut(Pattern, UsedOffsets, u32),
) {
    for offset in 0..k.get() {
        let without = (0..1 << k.get()).map(UsedOffsets);
        for used in without.filter(|used| !used.contains(offset) && allows(*used, offset)) {
            let shown = window_of(k, used, offset);
            visit(shown, used, offset);
            if complements {
                visit(shown.complement(), used, offset);
            }
        }
    }
}

// The table for longer blocks, with a list of sets for each pattern.

/// The table for long blocks. These have so many patterns that each pattern fits few sets, which are listed.
struct ListedSets {
    k: BlockLength,
    /// Edges from sets that can take one more offset to the sets that they become.
    additions: Edges,
}

impl ListedSets {
    fn new(k: BlockLength, complements: bool, allows: &Allows<'_>) -> Self {
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

// The table for blocks of up to ten coins, with sets of sets of offsets as words.

/// A set of sets of offsets, with one bit for each set; `N` words hold it when `2^k <= 64 N`.
type UsedSets<const N: usize> = [u64; N];

/// The table for annotations of `N` words. As `N` is known at compile time, the loops over them are
/// short.
struct Sets<const N: usize> {
    k: BlockLength,
    /// By pattern: offsets, each with the sets to which it can be added.
    additions: Vec<Vec<(u32, UsedSets<N>)>>,
    /// By size: the sets with that many offsets.
    of_size: Vec<UsedSets<N>>,
}

impl<const N: usize> Sets<N> {
    fn new(k: BlockLength, complements: bool, allows: &Allows<'_>) -> Self {
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
    /// Returns the size of the largest sets.
    fn largest(&self, sets: &UsedSets<N>) -> usize {
        // A comparison with `[0; N]` would be a call where N is 8 or more.
        let are_any = |of_size: &UsedSets<N>| {
            let words = sets.iter().zip(of_size);
            words.fold(0, |joined, (word, with)| joined | word & with) != 0
        };
        self.of_size.iter().rposition(are_any).unwrap_or(0)
    }

    fn missing_of(&self, sets: &UsedSets<N>) -> u32 {
        self.k.get() - self.largest(sets) as u32
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
        let sets = of_words(sets);
        let largest = both(&sets, &self.of_size[self.largest(&sets)]);
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

/// Makes a base of a solution whose coins at `nickel` and `penny` never move. Each exchange is the
/// earliest move that can serve, at the smallest offset.
///
/// Returns `None` when the moves do not carry the required patterns, or are not a solution.
pub(crate) fn base_of(
    solution: Solution,
    nickel: i64,
    penny: i64,
    table: &ExchangeTable,
) -> Option<Base> {
    let k = solution.puzzle().block_length();
    let mut replay = Replay::new(solution.puzzle(), solution.start());
    let mut patterns = Vec::with_capacity(solution.moves().len());
    for &step in solution.moves() {
        patterns.push(replay.play(step).ok()?);
    }
    // The possibilities that each move must leave open, from the last move back to the first.
    let required = table.requirement();
    let everything = vec![u64::MAX; required.first_annotation().len()];
    let mut wanted = vec![required.complete_part(&everything)?];
    for &pattern in patterns.iter().rev() {
        let after = wanted.last()?;
        wanted.push(required.leading_part(&everything, pattern, after)?);
    }
    wanted.reverse();
    let mut used = UsedOffsets::default();
    let mut exchanges = Vec::with_capacity(k.get() as usize);
    for ((number, &pattern), after) in (1..).zip(&patterns).zip(&wanted[1..]) {
        let serves = (0..k.get())
            .filter(|&offset| !used.contains(offset))
            .find_map(|offset| {
                let shown = window_of(k, used, offset);
                let fits = table.allows(used, offset, pattern);
                let next = used.with(offset);
                (fits && has(after, next.0 as usize)).then_some((offset, pattern != shown, next))
            });
        if let Some((offset, complement, next)) = serves {
            exchanges.push(Exchange {
                number,
                offset,
                pattern,
                complement,
            });
            used = next;
        }
    }
    let base = Base {
        solution,
        nickel,
        penny,
        exchanges,
    };
    // The checker, not the engine, has the last word.
    base.check().is_ok().then_some(base)
}
