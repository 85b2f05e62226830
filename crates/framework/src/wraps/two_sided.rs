//! The search for two-sided bases, which may move coins to L1.

use crate::automatic::{Effort, automatic};
use crate::portfolio::{NARROW, NICKEL_ROUNDS, Round, WIDE};
use crate::resumption::{Resumption, Stage, with_any_resumption};
use std::convert::Infallible;
use tait_linear::{BoundedSearch, Move};
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

/// Returns the stages of the search for a base of `n` moves in their order, each with its number of beams, without those
/// that hold two coins: these take seconds and are not counted.
fn stages(n: u64) -> impl Iterator<Item = (Stage, u64)> {
    let moves = n as u32;
    let of_width = move |round: Round| {
        let width = round.width;
        (Stage::Beams { moves, width }, round.attempts as u64)
    };
    let nickels = (0..).zip(NICKEL_ROUNDS);
    let nickels = nickels.map(move |(round, _)| (Stage::HoldingANickel { moves, round }, n));
    let (narrow, wide) = (NARROW.into_iter(), WIDE.into_iter());
    narrow
        .map(of_width)
        .chain(nickels)
        .chain(wide.map(of_width))
}

/// Returns how many beams there are for a size.
pub(super) fn beams(n: u64) -> u64 {
    stages(n).map(|(_, beams)| beams).sum()
}

/// Tells how many beams have failed, over all stages.
struct Noted<'a> {
    n: u64,
    failed: u64,
    tell: &'a (dyn Fn(u64) + Sync),
}

impl Noted<'_> {
    /// Returns how many beams come before those of a stage; `None` if it is not counted.
    fn before(&self, stage: Stage) -> Option<u64> {
        let mut before = 0;
        for (other, beams) in stages(self.n) {
            if other == stage {
                return Some(before);
            }
            before += beams;
        }
        None
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
