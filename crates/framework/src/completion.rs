//! Completing preludes to a base: one search for all preludes, with one nickel held.
//!
//! A [prelude](tait_generator::prelude) serves all exchanges but one, and the last exchange needs an alternating
//! pattern, which nearly any of the last moves slides. So the search after a prelude does without the sets of offsets,
//! which for `k = 12` take 64 words for each state, and the base is sought in the solution that it finds.
//!
//! A base also needs a stationary penny. A search could hold one, as the searches without preludes do, at the price of
//! a search for each choice of two coins. Here each state instead carries the pennies that some path to it has left in
//! place, and the beams are ten to a hundred times as wide: for `k = 10` and `n = 40..59` four minutes of one core gave
//! bases of 11 sizes (width 30,000), and the same time with beams that hold two coins gave 7 (width 1,000).
//!
//! For `k >= 14` each attempt holds a penny after all, one after the other beside a nickel. Then the row is nearly rigid,
//! and a beam that keeps 300 states until 16 moves before the end, and 100,000 from there on, takes a tenth of a second.
//! For `k = 12` a base of `n = 48` took such beams 14 seconds of one core, and one of `n = 56`, where all others failed,
//! 40.
//!
//! Only the preludes whose middle strip is in its place are completed. The stored families were found with these, and
//! with others their commands would find other bases.
//!
//! # Which preludes
//! Seconds of one core for bases of `n = 36..45` with `k = 9`, of `n = 42..51` with `k = 10` and of `n = 46..53` with
//! `k = 11` (one run each, seed 1, at most 20, 40 and 60 seconds for a size), and how many were found:
//!
//! | preludes | `k = 9` | `k = 10` | `k = 11` |
//! | --- | --- | --- | --- |
//! | these | 25, 10 of 10 | 114, 9 of 10 | 165, 8 of 8 |
//! | all | 31, 10 of 10 | 63, 10 of 10 | 121, 8 of 8 |
//! | these, without their last move | 33, 10 of 10 | | |
//! | without the last two | 65, 9 of 10 | | |
//! | without the last three | 74, 10 of 10 | | |
//! | searched ones of other sizes: 10 moves for `k = 9`, 11 for `k = 10` | 19, 10 of 10 | 107, 10 of 10 | |
//! | searched ones of 11 moves for `k = 9` | 24, 10 of 10 | | |
//! | searched ones of 13 moves | 68, 8 of 10 | 59, 10 of 10 | |
//!
//! The searched ones are the first moves of bases that searches for all exchanges at once had found, until one exchange
//! was left. They were carried over to each size by cutting both runs where no coin moves: 4 to 28 for a size, mirror
//! images included. So they complete as well as those in closed form, and not better beyond what chance does. They have
//! to be found first, which takes longer than a family does. A prelude in full is best. All preludes seem to be better
//! for `k = 10` and 11, but not for `k = 14`: sixteen sizes with all of them, 150 or 240 seconds each, gave bases of
//! `n = 59` and 70, where the others had given none, and none of `n = 48`, 49, 50 and 56, where the others had. That is
//! a base in 1,300 seconds of one core, and the others gave one in about 1,000.
//!
//! Four out of five nickels that bases hold have an even number of nickels to their right, so these are tried first,
//! and for `k < 12` alone in the first round.
//!
//! # How wide
//! A beam keeps few states at first, and at the end nearly all of their successors: for `k = 10`, the 2,500 states that
//! a beam keeps 14 moves before the end lead to 250,000 states three to six moves later, and these die out by a factor
//! of ten with each move. Every attempt at `n = 42..51` with `k = 10` (235 with likely nickels), and at `n = 48..53`
//! with `k = 12`, in seconds of one core:
//!
//! | states at first | at the end | moves before the end | bases | seconds for each |
//! | --- | --- | --- | --- | --- |
//! | 10,000 | 80,000 | 8 | 4 | 37 |
//! | 10,000 | 80,000 | 12 | 11 | 16 |
//! | 20,000 | 40,000 | 12 | 12 | 30 |
//! | 10,000 | 80,000 | 20 | 20 | 26 |
//! | 5,000 | 80,000 | 16 | 16 | 13 |
//! | 2,500 | 120,000 | 14 | 13 | 8 |
//! | 1,000 | 80,000 | 16 | 14 | 9 |
//! | 300 | 240,000 | 16 | 17 | 8 |
//! | `k = 12`: 30,000 | 240,000 | 12 | 1 | 254 (16 bases of a whole run took 270 each) |
//! | 2,500 | 250,000 | 14 and 16 | none | |
//! | 1,000 | 250,000 | 18 | 2 | 77 |
//! | 1,000 | 100,000 | 18 | 1 | 120 |
//! | 300 | 240,000 | 20 | 3 | 132 |
//! | every nickel of `n = 42, 54, 61`: 1,000 | 250,000 | 18 | 5 of 471 | about 200 |
//! | 3,000 | 300,000 | 16 | 2 of 157 | 170 |
//! | 10,000 | 300,000 | 14 | 5 of 157 | 70 |
//!
//! Attempts that hold a penny as well, for `k = 12` and `n = 48`, 56 and 50, in seconds of one core until the first base
//! (seed 1 and the next three, 90 seconds at most, one run each):
//!
//! | states at first | at the end | moves before the end | seconds |
//! | --- | --- | --- | --- |
//! | 300 | 100,000 | 16 | 5, 28, 89 |
//! | 300 | 30,000 | 16 | 5, 28, 86 |
//! | 300 | 100,000 | 20 | 63, 47, 42 |
//! | 1,000 | 100,000 | 16 | 17, none, 12 |
//! | 100 | 100,000 | 16 | none, 39, none |
//! | 3,000 | 3,000 | | none, none, none |
//! | 300, all preludes | 100,000 | 16 | 17, none, none |
//!
//! With these widths the families of `k = 10` and 11 take 2 and 5.5 minutes of two cores; with 10,000 and 80,000 states
//! they took 3 and 10. For `k = 12` these rounds found no base of `n = 54`, 56 and 61. Attempts fail there by chance:
//! nearly all attempts at `n = 61` (three seeds, every nickel) came to the last move or the one before it, and how far
//! a nickel came says nothing about the next seed. So rounds for longer blocks keep 10,000 states at first, which makes
//! a base three times as likely as 1,000, and begin again with another seed. There is nothing to gain from choosing
//! nickels by how close they came.
//!
//! # What was tried and does not help
//! * Tracking the stationary nickels as well, with one search for each parity instead of one for each nickel (`k = 9`,
//!   `n = 36..46`, 10,000 states): a base took 4.6 seconds instead of 3.4, and with 100,000 states 17 seconds.
//! * More noise. With up to five thirds of a natural logarithm instead of two thirds, none of 235 attempts came to a
//!   base, so the priority of a state says much; without noise they find as many as with two thirds.
//! * Other priorities, for `k = 9`, `n = 36..46` and every nickel (470 attempts with 4,000 states). The weights that
//!   all beams use find 24 bases. Twice the weight of boundaries that can be cut gives 27; with the longest alternating
//!   run there are 25, and with runs of `k` coins as well 26. Weights learnt from the layers of 24 beams that came to a
//!   goal, with the squares of the lengths of runs, put 81 of 100 pairs of states in the right order instead of 72.
//!   They found 8 bases of three sizes where others found 6 and 10, in more time. Remainders modulo `k` of the places
//!   of boundaries are of no use.

use crate::requirement::{add, are_any, has, sixteenths_of_doublings, take};
use std::ops::ControlFlow;
use tait_generator::prelude::Prelude;
use tait_linear::{BoundedSearch, LinearStates, Move, Puzzle};
use tait_search::{Beam, Control, Found, InMemory, Outcome, StopReason, Stopped, layered};
use tait_space::{Annotated, StateSpace, of_one};

/// Returns the preludes of a puzzle whose middle strip is in its place, of both hands.
pub(crate) fn preludes(puzzle: Puzzle) -> Vec<Vec<Move>> {
    let both = |prelude: Prelude| [prelude.moves(), prelude.mirrored_moves()];
    let mut preludes = Prelude::all(puzzle);
    preludes.retain(|prelude| prelude.shifts().middle == 0);
    preludes.into_iter().flat_map(both).collect()
}

/// Searches, with a beam that holds the stationary and the resting coins of `bounded`, for moves that complete one of the
/// preludes so that `is_wanted` accepts the result. Resting coins may move in the preludes, which are all of one length.
/// States are annotated with those of the pennies that are still in place, or not at all where there are none. The moves
/// found include those of the prelude. Finding nothing proves nothing.
pub(crate) fn completed(
    bounded: &BoundedSearch,
    preludes: &[Vec<Move>],
    pennies: Option<Pennies>,
    beam: Beam,
    is_wanted: &dyn Fn(&[Move]) -> bool,
    control: &Control<'_>,
) -> Outcome<Move> {
    // There are dozens of attempts, and each begins by playing hundreds of preludes.
    if let Some(reason) = control.stop_reason(0, 0) {
        let states = Vec::new();
        return Outcome::Stopped(Stopped { reason, states });
    }
    let made = preludes.first().map_or(0, Vec::len) as u32;
    let Ok(outcome) = of_one!(bounded.space(), space => {
        let after = After::new(space, preludes, pennies, bounded);
        layered(&after, bounded.moves - made, Some(beam), InMemory, control)
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
    use crate::beams::beam_with_ending;
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
            let preludes = preludes(puzzle);
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

    #[test]
    fn preludes_are_completed_with_both_coins_held() {
        let puzzle = Puzzle::new(6, 26).unwrap();
        let preludes = preludes(puzzle);
        let mut pairs = base_choices(26);
        pairs.retain(|(nickel, _)| nickel % 2 == 0);
        let solves = |moves: &[Move]| analyse(&Solution::new(puzzle, 1, moves.to_vec())).is_ok();
        let solved = pairs.into_iter().find_map(|(nickel, penny)| {
            let restrictions = Restrictions {
                stationary: vec![nickel, penny],
                ..Restrictions::default()
            };
            let bounded =
                BoundedSearch::new(puzzle, 26, restrictions, PruneRules::default()).unwrap();
            let beam = beam_with_ending(100, (12, 3_000), 1);
            let bounded = bounded.dropping(DeadStates::Frozen);
            match completed(
                &bounded,
                &preludes,
                None,
                beam,
                &solves,
                &Control::default(),
            ) {
                Outcome::Found(Found { moves, .. }) => Some((nickel, penny, moves)),
                _ => None,
            }
        });
        let (nickel, penny, moves) = solved.unwrap();
        assert!(preludes.iter().any(|prelude| moves.starts_with(prelude)));
        let analysis = analyse(&Solution::new(puzzle, 1, moves)).unwrap();
        assert!(analysis.stationary.nickels.contains(&nickel));
        assert!(analysis.stationary.pennies.contains(&penny));
    }
}
