//! Beams for two-sided bases, which may move coins to L1.

use super::bases::{WrapBaseObserver, WrapBaseRequest};
use crate::portfolio::{self, Round};
use crate::resumption::{Resumption, Stage, with_any_resumption};
use std::convert::Infallible;
use tait_puzzle::linear::{BoundedSearch, Move};
use tait_search::{Control, MemoryLayers, Outcome};

/// The rounds of beams that hold coins besides the stationary penny.
const ROUNDS: [&[Round]; 2] = [&portfolio::NARROW, &portfolio::WIDE];

/// How many attempts there are in all.
pub(super) fn attempts() -> u64 {
    attempts_below(usize::MAX)
}

/// How many attempts there are before those of a width.
fn attempts_below(width: usize) -> u64 {
    let rounds = ROUNDS.into_iter().flatten();
    let before = rounds.filter(|round| round.width < width);
    before.map(|round| round.attempts as u64).sum()
}

/// Searches for a base with beams that hold coins; `None` when no attempt finds one, which proves nothing. The first
/// `failed` attempts have failed in an earlier run.
///
/// They find what beams towards a table of states near the goal miss: for `k = 9` and penny 4, bases of `n` = 22 and 34
/// within seconds, where those beams find none of `n = 20` in minutes.
pub(super) fn find_with_held_coins(
    request: &WrapBaseRequest,
    bounded: &BoundedSearch,
    failed: u64,
    observer: &dyn WrapBaseObserver,
    control: &Control<'_>,
) -> Option<Outcome<Move>> {
    let noted = Noted {
        n: bounded.puzzle.n(),
        failed,
        observer,
    };
    let Ok(outcome) = with_any_resumption(&noted, |resumption| {
        let mut rounds = ROUNDS.into_iter();
        let found = rounds.find_map(|rounds| {
            portfolio::search(bounded, rounds, request.seed, resumption, control)
        });
        Ok(found)
    });
    outcome
}

/// Tells an observer how many attempts have failed, over all rounds.
struct Noted<'a> {
    n: u64,
    failed: u64,
    observer: &'a dyn WrapBaseObserver,
}

/// Returns how many attempts come before a stage.
fn before(stage: Stage) -> u64 {
    match stage {
        Stage::Beams { width, .. } => attempts_below(width),
        Stage::HoldingTwoCoins { .. } | Stage::HoldingANickel { .. } => 0, // not among the rounds
    }
}

impl Resumption for Noted<'_> {
    type Layers = MemoryLayers;

    fn failed(&self, stage: Stage) -> u64 {
        self.failed.saturating_sub(before(stage))
    }

    fn note_failed(&self, stage: Stage, attempts: u64) {
        self.observer.failed(self.n, before(stage) + attempts);
    }

    fn layers(&self, _bounded: &BoundedSearch) -> Result<Option<MemoryLayers>, Infallible> {
        Ok(None)
    }
}
