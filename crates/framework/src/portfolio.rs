//! A search for one solution with many small beams.
//!
//! Where there are plenty of solutions, a few narrow beams find one long before an exhaustive search ends. A single
//! beam may still miss them all, because the states that it keeps are alike. So attempts differ in the blocks that they
//! may use, in the coins that they hold (which rules out whole regions, and shows dead states earlier), and in the seed
//! of their noise. If a round finds nothing, the next is wider.

use crate::base_search::likely_nickels_first;
use crate::beams::{WEIGHTS, beam_with_ending, even_beam, widening_beam};
use crate::resumption::{Resumption, Stage};
use tait_linear::{BlockSet, BoundedSearch, DeadStates, Move, Weights, base_choices};
use tait_search::{
    Attempt, Beam, Control, FailedAttempts, InMemory, Outcome, StopReason, Unannotated,
    WhileWanted, first_success, layered,
};
use tait_space::of_one;

/// States per layer of a beam that holds two more coins.
const HELD_WIDTH: usize = 300;

/// A number of attempts of one width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Round {
    /// States per layer.
    pub(crate) width: usize,
    pub(crate) attempts: usize,
}

/// The rounds that cost less than an exhaustive search of about ten million states.
pub(crate) const NARROW: [Round; 2] = [
    Round {
        width: 1_000,
        attempts: 36,
    },
    Round {
        width: 5_000,
        attempts: 72,
    },
];

/// The rounds after those.
pub(crate) const WIDE: [Round; 2] = [
    Round {
        width: 25_000,
        attempts: 72,
    },
    Round {
        width: 100_000,
        attempts: 36,
    },
];

/// A round of [`holding_a_nickel`], with one attempt for each nickel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NickelRound {
    /// States per layer.
    width: usize,
    /// From how many moves before the end on a layer has how many.
    ending: (u32, usize),
    dead_states: DeadStates,
    weights: Weights,
}

const fn as_usual(width: usize, ending: (u32, usize)) -> NickelRound {
    NickelRound {
        width,
        ending,
        dead_states: DeadStates::Frozen,
        weights: Weights::DEFAULT,
    }
}

/// The rounds, in their order.
pub(crate) const NICKEL_ROUNDS: [NickelRound; 4] = [
    as_usual(1_000, (14, 100_000)),
    as_usual(1_000, (16, 100_000)),
    as_usual(1_000, (18, 100_000)),
    as_usual(3_000, (16, 300_000)),
];

/// A round for [long rows](is_long). It drops what cannot end, and prefers states that are near their end.
const fn for_long(width: usize) -> NickelRound {
    NickelRound {
        dead_states: DeadStates::Unusual,
        weights: WEIGHTS,
        ..as_usual(width, (16, 100 * width))
    }
}

/// The widths of these rounds, in their order. Each has a seed of its own.
const LONG_WIDTHS: [usize; 18] = [
    1_000, 1_000, 3_000, 1_000, 3_000, 3_000, 1_000, 10_000, 3_000, 3_000, 10_000, 3_000, 10_000,
    3_000, 10_000, 3_000, 10_000, 3_000,
];

/// Whether a solution of `n` moves is looked for in [these rounds](for_long) before any other beams. For `k = 15` and each
/// size from `n = 37` to 73 but 68 they took 5 seconds to 17 minutes of one core; the others found none in an hour. Smaller
/// sizes have the solutions that the others found.
pub(crate) fn is_long(bounded: &BoundedSearch) -> bool {
    let (k, n) = (u64::from(bounded.puzzle.k()), bounded.puzzle.n());
    bounded.is_aligned() && k >= 14 && n >= (2 * k).max(37) && !bounded.puzzle.is_turned()
}

/// The blocks that attempts may use, in turn, where the search does not restrict them: R1 and R2, L1 and R1, or any.
const BLOCKS: [BlockSet; 3] = [
    BlockSet::OF_PROPOSITION[3],
    BlockSet::OF_PROPOSITION[2],
    BlockSet::ANY,
];

/// How many coins attempts hold, in turn: one is best, two are good for small k, and none is needed where every
/// solution moves every coin.
const HELD: [usize; 3] = [1, 0, 2];

/// Runs the rounds until an attempt finds a solution. Returns `None` when no attempt does, which proves nothing.
pub(crate) fn search(
    bounded: &BoundedSearch,
    rounds: &[Round],
    seed: u64,
    resumption: &dyn Resumption,
    control: &Control<'_>,
) -> Option<Outcome<Move>> {
    rounds.iter().find_map(|round| {
        let tries: Vec<Try> = (0..round.attempts)
            .map(|index| Try::new(bounded, round.width, index, seed))
            .collect();
        let stage = Stage::Beams {
            moves: bounded.moves,
            width: round.width,
        };
        first_found(bounded, &tries, stage, resumption, control)
    })
}

/// Searches for a solution that leaves a nickel and a penny in place, with a beam for each choice of the two. Holding
/// them makes the board almost rigid: a beam needs a hundredth of the width. Returns `None` when no choice succeeds,
/// which proves nothing.
pub(crate) fn holding_two_coins(
    bounded: &BoundedSearch,
    resumption: &dyn Resumption,
    control: &Control<'_>,
) -> Option<Outcome<Move>> {
    let mut choices = base_choices(bounded.puzzle.n());
    // Choices with a penny near the middle of the row come first: they succeed more often.
    choices.sort_by_key(|&(_, penny)| penny);
    let beam = widening_beam(HELD_WIDTH, 1);
    let tries: Vec<Try> = choices
        .into_iter()
        .map(|(nickel, penny)| Try {
            blocks: bounded.restrictions.blocks,
            held: vec![nickel, penny],
            beam,
        })
        .collect();
    let stage = Stage::HoldingTwoCoins {
        moves: bounded.moves,
    };
    first_found(bounded, &tries, stage, resumption, control)
}

/// Searches for a solution that leaves a nickel in place, with a beam for each nickel in each of a few rounds. The
/// beams keep few states until the last moves, where most states turn out to be dead ends, and then a hundred times as
/// many. Returns `None` when no attempt succeeds, which proves nothing.
///
/// For `k = 12` and 13 this finds in seconds what beams of even width miss in ten minutes: n moves for (12, 33),
/// (12, 41) and (12, 44), and for (13, 33) and (13, 45).
pub(crate) fn holding_a_nickel(
    bounded: &BoundedSearch,
    seed: u64,
    resumption: &dyn Resumption,
    control: &Control<'_>,
) -> Option<Outcome<Move>> {
    let rounds = NICKEL_ROUNDS.into_iter();
    let long = LONG_WIDTHS.into_iter().map(for_long);
    // Each round has a number of its own, by which a later run knows it.
    let numbered = (0..).zip(rounds.chain(long));
    let (from, count) = match is_long(bounded) {
        true => (NICKEL_ROUNDS.len(), LONG_WIDTHS.len()),
        false => (0, NICKEL_ROUNDS.len()),
    };
    numbered.skip(from).take(count).find_map(|(number, round)| {
        let seed = seed.wrapping_add(u64::from(number) - from as u64);
        let beam = beam_with_ending(round.width, round.ending, seed);
        let attempt = |nickel| Try {
            blocks: bounded.restrictions.blocks,
            held: vec![nickel],
            beam,
        };
        let nickels = likely_nickels_first(bounded.puzzle.n());
        let tries: Vec<Try> = nickels.map(attempt).collect();
        let stage = Stage::HoldingANickel {
            moves: bounded.moves,
            round: number,
        };
        let bounded = bounded.clone().dropping(round.dead_states);
        let bounded = bounded.weighing(round.weights);
        first_found(&bounded, &tries, stage, resumption, control)
    })
}

/// One attempt: its restrictions beyond those of the search, and its beam.
struct Try {
    blocks: BlockSet,
    held: Vec<i64>,
    beam: Beam,
}

impl Try {
    /// Creates the attempt of a round with this number.
    fn new(bounded: &BoundedSearch, width: usize, index: usize, seed: u64) -> Self {
        let (n, turn) = (bounded.puzzle.n(), (index / BLOCKS.len()) as u64);
        // Numbers that spread over the coins evenly, whatever n is.
        let wandering = |step: u64| (seed.wrapping_add(turn).wrapping_mul(step) >> 32) % n;
        let nickel = 1 + wandering(0x9E37_79B9_7F4A_7C15) as i64;
        let penny = 1 + (n + wandering(0xD1B5_4A32_D192_ED03)) as i64;
        // Both stay in one alternating row, so their positions differ by an odd number.
        let penny = match (nickel + penny) % 2 {
            0 if penny < 2 * n as i64 => penny + 1,
            0 => penny - 1,
            _ => penny,
        };
        let mut held = vec![nickel, penny];
        held.truncate(HELD[turn as usize % HELD.len()]);
        Self {
            blocks: match bounded.restrictions.blocks {
                BlockSet::ANY => BLOCKS[index % BLOCKS.len()],
                asked => asked,
            },
            held,
            beam: even_beam(width, seed.wrapping_add(index as u64)),
        }
    }
}

/// Returns the first success of several attempts, or the reason why they stopped before they were finished.
/// Attempts that failed in an earlier run are not made again.
fn first_found(
    bounded: &BoundedSearch,
    tries: &[Try],
    stage: Stage,
    resumption: &dyn Resumption,
    control: &Control<'_>,
) -> Option<Outcome<Move>> {
    let done = resumption.failed(stage);
    let tries = tries.get(done as usize..).unwrap_or_default();
    let note = |attempts| resumption.note_failed(stage, done + attempts);
    let failed = FailedAttempts::default();
    let dead_states = bounded.dead_states.max(DeadStates::Frozen);
    let weights = bounded.weights;
    let (winner, failures) = first_success(tries.len(), |index, is_wanted| {
        let Try { blocks, held, beam } = &tries[index];
        let mut restrictions = bounded.restrictions.clone();
        restrictions.blocks = *blocks;
        restrictions.stationary.extend(held);
        let Ok(bounded) =
            BoundedSearch::new(bounded.puzzle, bounded.moves, restrictions, bounded.rules)
        else {
            failed.add(index, note);
            return Attempt::Failure(None); // the board is too wide
        };
        let sink = WhileWanted {
            is_wanted,
            outer: control.sink,
        };
        let control = Control {
            limits: control.limits.of_each_thread(0),
            sink: &sink,
        };
        let bounded = bounded.dropping(dead_states).weighing(weights);
        let (moves, space) = (bounded.moves, bounded.space());
        let outcome = of_one!(space.0, space => {
            layered(&Unannotated(&space), moves, Some(*beam), InMemory, &control)
        });
        let Ok(outcome) = outcome;
        match outcome {
            found @ Outcome::Found(_) => Attempt::Success(found),
            Outcome::Stopped(stopped) if stopped.reason != StopReason::Width => {
                Attempt::Failure(Some(stopped))
            }
            // Even an exhausted attempt was exhausted only under restrictions that nobody asked for.
            _ => {
                failed.add(index, note);
                Attempt::Failure(None)
            }
        }
    });
    // A success counts only when every attempt before it came to its own end.
    let stopped = failures.into_iter().flatten().next().map(Outcome::Stopped);
    stopped.or(winner.map(|(_, found)| found))
}

#[cfg(test)]
mod tests {
    use super::holding_a_nickel;
    use tait_linear::{BoundedSearch, PruneRules, Puzzle, Restrictions, Solution, analyse};
    use tait_search::{Control, Found, Outcome};

    #[test]
    fn beams_that_hold_a_nickel_find_a_solution_that_leaves_one_in_place() {
        for (k, n) in [(3, 12), (4, 13)] {
            let puzzle = Puzzle::new(k, n).unwrap();
            let bounded = BoundedSearch::new(
                puzzle,
                n as u32,
                Restrictions::default(),
                PruneRules::default(),
            )
            .unwrap();
            let found = |seed| {
                let outcome = holding_a_nickel(&bounded, seed, &(), &Control::default());
                let Some(Outcome::Found(Found { moves, .. })) = outcome else {
                    panic!("k = {k}, n = {n}, seed {seed}: {outcome:?}");
                };
                moves
            };
            let moves = found(1);
            assert_eq!(found(1), moves);
            let _ = analyse(&Solution::new(puzzle, 1, moves.clone())).unwrap();
            let is_moved = |nickel: i64| {
                let mut windows = moves.iter().map(|step| step.from..step.from + k as i64);
                windows.any(|window| window.contains(&nickel))
            };
            assert!(
                (1..=n as i64).any(|nickel| !is_moved(nickel)),
                "k = {k}, n = {n}"
            );
        }
    }
}
