//! Completing preludes to a base: one search for all preludes, with one nickel held.
//!
//! A [prelude](tait_generator::prelude) serves all exchanges but one, and the last exchange needs an alternating pattern,
//! which nearly any of the last moves slides. So the search after a prelude does without the sets of offsets, which for
//! `k = 12` take 64 words for each state, and the base is sought in the solution that it finds.
//!
//! A base also needs a stationary penny. Each state carries the pennies that some path to it has left in place; for
//! `k >= 14` each attempt holds a penny instead. Only the preludes whose middle strip is in its place are completed at
//! first: nearly all stored bases were found with these. `docs/notebook.md`, *Completions of preludes*, has the
//! measurements behind these choices and behind the widths of the beams.

use crate::beams::Beams;
use crate::requirement::{add, are_any, has, sixteenths_of_doublings, take};
use std::ops::ControlFlow;
use tait_generator::prelude::Prelude;
use tait_linear::{BoundedSearch, LinearStates, Move, Puzzle};
use tait_search::{Control, Found, InMemory, Outcome, StopReason, Stopped, layered};
use tait_space::{Annotated, StateSpace, of_one};

/// Returns the preludes of a puzzle of both hands: those whose middle strip is in its place, or all.
pub(crate) fn preludes(puzzle: Puzzle, middle_is_free: bool) -> Vec<Vec<Move>> {
    let both = |prelude: Prelude| [prelude.moves(), prelude.mirrored_moves()];
    let mut preludes = Prelude::all(puzzle);
    preludes.retain(|prelude| middle_is_free || prelude.shifts().middle == 0);
    preludes.into_iter().flat_map(both).collect()
}

/// Searches, with beams that hold the stationary and the resting coins of `bounded`, for moves that complete one of the
/// preludes so that `is_wanted` accepts the result. Resting coins may move in the preludes, which are all of one length.
/// States are annotated with those of the pennies that are still in place, or not at all where there are none. The moves
/// found include those of the prelude, and the states are those of the last beam. Finding nothing proves nothing.
pub(crate) fn completed(
    bounded: &BoundedSearch,
    preludes: &[Vec<Move>],
    pennies: Option<Pennies>,
    beams: Beams,
    is_wanted: &dyn Fn(&[Move]) -> bool,
    control: &Control<'_>,
) -> Outcome<Move> {
    // There are dozens of attempts, and each begins by playing hundreds of preludes.
    if let Some(reason) = control.stop_reason(0, 0) {
        let states = Vec::new();
        return Outcome::Stopped(Stopped { reason, states });
    }
    let made = preludes.first().map_or(0, Vec::len) as u32;
    let left = bounded.moves - made;
    let Ok(outcome) = of_one!(bounded.space().0, space => {
        let after = After::new(space, preludes, pennies, bounded);
        let search = |beam| layered(&after, left, Some(beam), InMemory, control);
        let Ok(first) = search(beams.narrow);
        let second = match &first {
            Outcome::Stopped(Stopped { reason: StopReason::Width, states }) => beams.second(states, left),
            _ => None,
        };
        second.map_or(Ok(first), search)
    });
    let (moves, states) = match outcome {
        Outcome::Found(Found { moves, states }) => (moves, states),
        Outcome::Exhausted(exhausted) => (Vec::new(), exhausted.states),
        stopped @ Outcome::Stopped(_) => return stopped,
    };
    // The search does not say from which of its starts the moves lead.
    let whole = preludes
        .iter()
        .map(|prelude| [prelude.as_slice(), moves.as_slice()].concat());
    match whole.into_iter().find(|moves| is_wanted(moves)) {
        Some(moves) => Outcome::Found(Found { moves, states }),
        None => Outcome::Stopped(Stopped {
            reason: StopReason::Width,
            states,
        }),
    }
}

/// The pennies that may be stationary beside a nickel, with a bit for each penny of the row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pennies {
    puzzle: Puzzle,
    nickel: i64,
}

impl Pennies {
    pub(crate) const fn beside(puzzle: Puzzle, nickel: i64) -> Self {
        Self { puzzle, nickel }
    }

    /// Returns the positions of those that are still in place after some moves, from the left.
    pub(crate) fn unmoved_by(&self, moves: &[Move]) -> Vec<i64> {
        let bits = self.left_by(moves);
        let is_left = |&at: &i64| has(&bits, self.number(at));
        self.positions().filter(is_left).collect()
    }

    /// Returns all that fit into one alternating row with the nickel, except those that the moves slide.
    fn left_by(&self, moves: &[Move]) -> Vec<u64> {
        let mut bits = vec![0; (self.puzzle.n() as usize).div_ceil(64)];
        for position in self.positions() {
            if (position + self.nickel) % 2 == 1 {
                add(&mut bits, self.number(position));
            }
        }
        for &step in moves {
            self.remove(&mut bits, step);
        }
        bits
    }

    /// Removes those that a move slides. Each remaining penny still lies in its own cell.
    #[inline]
    fn remove(&self, bits: &mut [u64], step: Move) {
        let (first, end) = (self.puzzle.n() as i64 + 1, 2 * self.puzzle.n() as i64 + 1);
        let slid = step.from..step.from + i64::from(self.puzzle.block_length().get());
        for position in slid.start.max(first)..slid.end.min(end) {
            take(bits, self.number(position));
        }
    }

    fn positions(&self) -> impl Iterator<Item = i64> + use<> {
        let n = self.puzzle.n() as i64;
        n + 1..=2 * n
    }

    /// Returns the number of the bit of a penny.
    #[inline]
    const fn number(&self, position: i64) -> usize {
        (position - self.puzzle.n() as i64 - 1) as usize
    }
}

/// A space that starts after some of its moves, annotated with the pennies that are still in place, or with nothing.
#[derive(Debug)]
struct After<S: StateSpace> {
    space: S,
    starts: Vec<(S::State, Vec<u64>)>,
    pennies: Option<Pennies>,
}

impl<S: LinearStates> After<S> {
    /// Creates the space after each of these sequences of moves, except those that cannot be played in it.
    fn new(
        space: S,
        beginnings: &[Vec<Move>],
        pennies: Option<Pennies>,
        bounded: &BoundedSearch,
    ) -> Self {
        let mut starts: Vec<(S::State, Vec<u64>)> = Vec::new();
        for begin in space.starts() {
            for moves in beginnings {
                let Some(state) = played(&space, begin, moves, bounded) else {
                    continue;
                };
                let left = pennies.map_or_else(Vec::new, |pennies| pennies.left_by(moves));
                match starts.iter_mut().find(|(known, _)| *known == state) {
                    Some((_, bits)) => merge(bits, &left),
                    None => starts.push((state, left)),
                }
            }
        }
        Self {
            space,
            starts,
            pennies,
        }
    }
}

/// Returns the state after some moves, if the space has all of them. Where coins rest afterwards, the rules of the puzzle
/// must allow the moves, and the space need not have them.
pub(crate) fn played<S: LinearStates>(
    space: &S,
    begin: S::State,
    moves: &[Move],
    bounded: &BoundedSearch,
) -> Option<S::State> {
    let mut state = begin;
    if !bounded.resting.is_empty() {
        let mut moves = moves.iter();
        return moves.try_fold(state, |state, &step| space.played(&state, step));
    }
    for (&wanted, budget) in moves.iter().zip((1..=bounded.moves).rev()) {
        let mut next = None;
        space.expand(&state, budget, &mut |step, successor| {
            if step == wanted {
                next = Some(successor);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        state = next?;
    }
    Some(state)
}

fn merge(bits: &mut [u64], more: &[u64]) {
    for (word, more) in bits.iter_mut().zip(more) {
        *word |= more;
    }
}

/// The priority that a state gains for twice as many pennies in place, in the units of the priority of a state. Without
/// it a beam finds a third as many bases (k = 10, width 3,000); a third of it is a little worse, and a quarter more is
/// as good.
const PRIORITY_OF_DOUBLING: u32 = 40;

impl<S: LinearStates> Annotated for After<S> {
    type Space = S;

    fn space(&self) -> &S {
        &self.space
    }

    fn annotated_starts(&self) -> Vec<(S::State, Vec<u64>)> {
        self.starts.clone()
    }

    #[inline]
    fn carry(&self, bits: &[u64], _: &S::State, step: Move, _: u32, carried: &mut [u64]) -> bool {
        let Some(pennies) = self.pennies else {
            return true;
        };
        carried.copy_from_slice(bits);
        pennies.remove(carried, step);
        are_any(carried)
    }

    fn annotation_priority(&self, bits: &[u64]) -> u32 {
        let count = bits.iter().map(|word| word.count_ones()).sum();
        sixteenths_of_doublings(count) * PRIORITY_OF_DOUBLING / 16
    }

    fn complete_part(&self, bits: &[u64]) -> Option<Vec<u64>> {
        (self.pennies.is_none() || are_any(bits)).then(|| bits.to_vec())
    }

    fn leading_part(
        &self,
        bits: &[u64],
        _: &S::State,
        step: Move,
        wanted: &[u64],
    ) -> Option<Vec<u64>> {
        let mut part = bits.to_vec();
        let Some(pennies) = self.pennies else {
            return Some(part);
        };
        pennies.remove(&mut part, step);
        for (word, wanted) in part.iter_mut().zip(wanted) {
            *word &= wanted;
        }
        are_any(&part).then_some(part)
    }
}

#[cfg(test)]
mod tests {
    use super::{Pennies, completed, preludes};
    use crate::beams::{Beams, beam_with_ending};
    use std::collections::BTreeMap;
    use tait_linear::{
        BoundedSearch, DeadStates, Move, PruneRules, Puzzle, Restrictions, Solution, analyse,
        base_choices,
    };
    use tait_search::{Control, Found, Outcome};

    /// Returns the pennies that lie in their cells after every move, following each coin by itself.
    fn followed(puzzle: Puzzle, nickel: i64, moves: &[Move]) -> Vec<i64> {
        let (k, n) = (i64::from(puzzle.k()), puzzle.n() as i64);
        let mut cells: BTreeMap<i64, i64> = (1..=2 * n).map(|coin| (coin, coin)).collect();
        let mut left: Vec<i64> = (n + 1..=2 * n).collect();
        left.retain(|penny| (penny - nickel) % 2 != 0);
        for step in moves {
            for offset in 0..k {
                let coin = cells.remove(&(step.from + offset)).unwrap();
                let _ = cells.insert(step.to + offset, coin);
            }
            left.retain(|penny| cells.get(penny) == Some(penny));
        }
        left
    }

    #[test]
    fn pennies_that_stay_are_those_that_no_move_slides() {
        // The last size has more than 64 pennies.
        for (k, n) in [(4, 12), (6, 26), (11, 40), (9, 70)] {
            let puzzle = Puzzle::new(k, n).unwrap();
            let preludes = preludes(puzzle, false);
            assert!(preludes.len() > 4, "{puzzle}");
            for nickel in [1, 2, n as i64] {
                let pennies = Pennies::beside(puzzle, nickel);
                for prelude in &preludes {
                    for count in [0, 1, prelude.len() - 1, prelude.len()] {
                        let moves = &prelude[..count];
                        let expected = followed(puzzle, nickel, moves);
                        assert_eq!(pennies.unmoved_by(moves), expected, "{puzzle} {moves:?}");
                    }
                }
            }
        }
    }

    /// The first pair of coins that beams complete for 6-26, and the moves.
    fn completed_pair(beams: Beams) -> Option<(i64, i64, Vec<Move>)> {
        let puzzle = Puzzle::new(6, 26).unwrap();
        let preludes = preludes(puzzle, false);
        let mut pairs = base_choices(26);
        pairs.retain(|(nickel, _)| nickel % 2 == 0);
        let solves = |moves: &[Move]| analyse(&Solution::new(puzzle, 1, moves.to_vec())).is_ok();
        pairs.into_iter().find_map(|(nickel, penny)| {
            let restrictions = Restrictions {
                stationary: vec![nickel, penny],
                ..Restrictions::default()
            };
            let bounded = BoundedSearch::new(puzzle, 26, restrictions, PruneRules::default());
            let bounded = bounded.unwrap().dropping(DeadStates::Frozen);
            let control = Control::default();
            match completed(&bounded, &preludes, None, beams, &solves, &control) {
                Outcome::Found(Found { moves, .. }) => Some((nickel, penny, moves)),
                _ => None,
            }
        })
    }

    #[test]
    fn preludes_are_completed_with_both_coins_held() {
        let puzzle = Puzzle::new(6, 26).unwrap();
        let beams = Beams::one(beam_with_ending(100, (12, 3_000), 1));
        let (nickel, penny, moves) = completed_pair(beams).unwrap();
        let mut preludes = preludes(puzzle, false).into_iter();
        assert!(preludes.any(|prelude| moves.starts_with(&prelude)));
        let analysis = analyse(&Solution::new(puzzle, 1, moves)).unwrap();
        assert!(analysis.stationary.nickels.contains(&nickel));
        assert!(analysis.stationary.pennies.contains(&penny));
    }

    #[test]
    fn what_comes_far_in_a_narrow_beam_is_completed_by_a_wide_one() {
        let (narrow, wide) = (
            beam_with_ending(30, (12, 500), 1),
            Some(beam_with_ending(100, (12, 3_000), 1)),
        );
        assert_eq!(completed_pair(Beams::one(narrow)), None);
        assert!(completed_pair(Beams { narrow, wide }).is_some());
        let beams = Beams { narrow, wide };
        assert_eq!(beams.second(&[9, 9, 1, 0], 6), wide);
        assert_eq!(beams.second(&[9, 9, 0, 0], 6), None);
        assert_eq!(beams.second(&[9, 9], 6), None);
        assert_eq!(beams.second(&[9, 9], 3), None);
    }
}
