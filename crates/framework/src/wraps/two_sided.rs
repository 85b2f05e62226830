//! The search for two-sided bases, which may move coins to L1.

use crate::automatic::{Effort, automatic};
use crate::portfolio::{NARROW, NICKEL_ROUNDS, Round, WIDE};
use crate::resumption::{Resumption, Stage, with_any_resumption};
use std::convert::Infallible;
use tait_puzzle::linear::{BoundedSearch, Move};
use tait_search::{Control, MemoryLayers, Outcome, StopReason};

/// Searches for a base with all engines in turn, as a search for any solution does, but ends after the last beams.
/// Returns `None` then. The first `failed` beams have failed in an earlier run; `tell` is told how many have failed so far.
///
/// This finds what beams towards a table of states near the goal miss: for `k = 9` and penny 4, bases of `n` = 22 and 34
/// within seconds, where those beams find none of `n = 20` in minutes.
pub(super) fn find_two_sided(
    bounded: &BoundedSearch,
    (seed, failed): (u64, u64),
    tell: &(dyn Fn(u64) + Sync),
    control: &Control<'_>,
) -> Option<Outcome<Move>> {
    let noted = Noted {
        n: bounded.puzzle.n(),
        failed,
        tell,
    };
    let effort = Effort {
        seed,
        ends_with_beams: true,
        ..Effort::default()
    };
    let Ok(outcome) = with_any_resumption(&noted, |resumption| {
        automatic(bounded, effort, resumption, control)
    });
    match outcome {
        Outcome::Stopped(stopped) if stopped.reason == StopReason::Width => None,
        ended => Some(ended),
    }
}

/// Returns how many beams there are for a size.
pub(super) fn beams(n: u64) -> u64 {
    in_rounds(&NARROW) + n * NICKEL_ROUNDS.len() as u64 + in_rounds(&WIDE)
}

fn in_rounds(rounds: &[Round]) -> u64 {
    rounds.iter().map(|round| round.attempts as u64).sum()
}

/// Tells how many beams have failed, over all stages.
struct Noted<'a> {
    n: u64,
    failed: u64,
    tell: &'a (dyn Fn(u64) + Sync),
}

impl Noted<'_> {
    /// Returns how many beams come before those of a stage: narrow ones, those that hold a nickel, and wide ones. `None`
    /// for those that hold two coins, which take seconds and are not counted.
    fn before(&self, stage: Stage) -> Option<u64> {
        let holding = |rounds: u64| in_rounds(&NARROW) + rounds * self.n;
        let of_rounds = |rounds: &[Round], width: usize| {
            let before = rounds.iter().take_while(|round| round.width < width);
            before.map(|round| round.attempts as u64).sum::<u64>()
        };
        match stage {
            Stage::HoldingTwoCoins { .. } => None,
            Stage::Beams { width, .. } if width < WIDE[0].width => Some(of_rounds(&NARROW, width)),
            Stage::HoldingANickel { round, .. } => Some(holding(round.into())),
            Stage::Beams { width, .. } => {
                Some(holding(NICKEL_ROUNDS.len() as u64) + of_rounds(&WIDE, width))
            }
        }
    }
}

impl Resumption for Noted<'_> {
    type Layers = MemoryLayers;

    fn failed(&self, stage: Stage) -> u64 {
        let before = self.before(stage);
        before.map_or(0, |before| self.failed.saturating_sub(before))
    }

    fn note_failed(&self, stage: Stage, attempts: u64) {
        if let Some(before) = self.before(stage) {
            (self.tell)(before + attempts);
        }
    }

    fn layers(&self, _bounded: &BoundedSearch) -> Result<Option<MemoryLayers>, Infallible> {
        Ok(None)
    }
}
