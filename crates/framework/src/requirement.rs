//! The patterns that a base must carry along its moves, besides solving its puzzle, and the effect of moves on a set of
//! possibilities, as a list for each pattern.

use std::fmt;
use tait_linear::{BlockLength, LinearStates, Move, Pattern};
use tait_space::Annotated;

/// A requirement on the patterns that a sequence of moves slides: a finite automaton, run on all its possibilities at
/// once. An annotation is the set of possibilities, with a bit for each.
pub trait Requirement: Sync {
    /// Returns the annotation before the first move.
    fn first_annotation(&self) -> Vec<u64>;
    /// Writes the annotation after a move with this pattern, which may or may not serve, and returns the least number
    /// of later moves that must still serve.
    fn carry(&self, annotation: &[u64], pattern: Pattern, carried: &mut [u64]) -> u32;
    /// Returns the least number of moves that must still serve.
    fn missing(&self, annotation: &[u64]) -> u32;
    /// Returns how many possibilities need only that least number.
    fn nearest(&self, annotation: &[u64]) -> u32;
    /// Returns the possibilities that need nothing more, if there are any.
    fn complete_part(&self, annotation: &[u64]) -> Option<Vec<u64>>;
    /// Returns the possibilities that a move with this pattern can carry into one of `wanted`, if there are any.
    fn leading_part(
        &self,
        annotation: &[u64],
        pattern: Pattern,
        wanted: &[u64],
    ) -> Option<Vec<u64>>;
}

/// The state space of the linear puzzle with a requirement, in which bases are found.
pub struct Required<'a, S> {
    /// The space of the puzzle, with its stationary coins.
    pub space: S,
    /// The requirement.
    pub requirement: &'a dyn Requirement,
}

impl<S: fmt::Debug> fmt::Debug for Required<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut required = f.debug_struct("Required");
        required.field("space", &self.space).finish_non_exhaustive()
    }
}

/// The priority for each move that has served, in the units of the priority of a state (36 for a natural logarithm of
/// the odds); and, below, for twice as many possibilities that need the fewest more moves.
///
/// Without these weights a beam keeps states that lead to solutions, but not to bases. The weights are among the best
/// of a dozen pairs for k = 8 and 9: they find about six times as many bases with the same number of states. Their
/// ratio matters; both may be off by a quarter.
const PRIORITY_OF_SERVING: u32 = 72;
const PRIORITY_OF_DOUBLING: u32 = 28;
/// More moves than any requirement asks for.
const MOST_MISSING: u32 = 64;

/// Returns sixteen times the binary logarithm, linear between powers of two.
pub(crate) const fn sixteenths_of_doublings(count: u32) -> u32 {
    match count.checked_ilog2() {
        Some(power) => 16 * power + (((count as u64 * 16) >> power) as u32 - 16),
        None => 0,
    }
}

/// Returns whether an annotation has this possibility.
#[inline]
pub(crate) const fn has(annotation: &[u64], possibility: usize) -> bool {
    annotation[possibility / 64] >> (possibility % 64) & 1 == 1
}

/// Adds a possibility to an annotation.
#[inline]
pub(crate) const fn add(annotation: &mut [u64], possibility: usize) {
    annotation[possibility / 64] |= 1 << (possibility % 64);
}

/// Removes a possibility from an annotation.
#[inline]
pub(crate) const fn take(annotation: &mut [u64], possibility: usize) {
    annotation[possibility / 64] &= !(1 << (possibility % 64));
}

/// Returns whether an annotation has any possibility.
pub(crate) fn are_any(annotation: &[u64]) -> bool {
    annotation.iter().any(|&word| word != 0)
}

impl<S: LinearStates> Annotated for Required<'_, S> {
    type Space = S;

    fn space(&self) -> &S {
        &self.space
    }

    fn annotated_starts(&self) -> Vec<(S::State, Vec<u64>)> {
        let starts = self.space.starts().into_iter();
        let first = self.requirement.first_annotation();
        starts.map(|state| (state, first.clone())).collect()
    }

    #[inline]
    fn carry(
        &self,
        annotation: &[u64],
        state: &S::State,
        step: Move,
        budget: u32,
        carried: &mut [u64],
    ) -> bool {
        let pattern = self.space.pattern(state, step);
        self.requirement.carry(annotation, pattern, carried) < budget
    }

    fn annotation_priority(&self, annotation: &[u64]) -> u32 {
        let doublings = sixteenths_of_doublings(self.requirement.nearest(annotation));
        MOST_MISSING.saturating_sub(self.requirement.missing(annotation)) * PRIORITY_OF_SERVING
            + doublings * PRIORITY_OF_DOUBLING / 16
    }

    fn complete_part(&self, annotation: &[u64]) -> Option<Vec<u64>> {
        self.requirement.complete_part(annotation)
    }

    fn leading_part(
        &self,
        annotation: &[u64],
        state: &S::State,
        step: Move,
        wanted: &[u64],
    ) -> Option<Vec<u64>> {
        let pattern = self.space.pattern(state, step);
        self.requirement.leading_part(annotation, pattern, wanted)
    }
}

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
