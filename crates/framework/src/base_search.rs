//! Phase 2 for one size: a base, or proof that there is none.
//!
//! A base holds two coins still, and holding them is what makes the search small: no window over
//! them may move, and the phase of the final row is known. So every choice `(a, b)` of a nickel and
//! a penny is an attempt of its own, a layered search that carries the sets of used offsets along.
//! Attempts are made in rounds of growing width. An attempt that never had to drop a state is
//! exhaustive and is not repeated; when all attempts are exhaustive, the size has no base.
//!
//! With complements allowed, mirror and flip turn a base with `(a, b)` into one with
//! `(2n + 1 - b, 2n + 1 - a)`, so one of the two is enough.

use crate::assignment::base_of;
use crate::exchanges::ExchangeTable;
use crate::requirement::Required;
use tait_puzzle::linear::{
    Base, BlockSet, LinearStates, Move, Plan, Puzzle, Restrictions, Rules, Solution, WithSpace,
};
use tait_search::{
    Attempt, Beam, Control, Event, Outcome, Sink, StopReason, first_success, layered,
};

/// One round of attempts: which blocks they may use, and how many states they keep a layer.
#[derive(Debug, Clone, Copy)]
struct Round {
    blocks: BlockSet,
    width: usize,
    /// Whether an attempt of this round that drops nothing proves anything.
    proves: bool,
}

/// The states kept a layer, round by round. The first two rounds look where bases usually are.
fn rounds(blocks: BlockSet) -> Vec<Round> {
    let usual = if blocks == BlockSet::ANY {
        BlockSet::OF_PROPOSITION[2] // L1R1
    } else {
        blocks
    };
    let quick = |width| Round {
        blocks: usual,
        width,
        proves: usual == blocks,
    };
    let full = |width| Round {
        blocks,
        width,
        proves: true,
    };
    vec![
        full(500),
        quick(2_000),
        quick(12_000),
        full(12_000),
        full(60_000),
        full(300_000),
    ]
}

/// What a search for a base of one size came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BaseOutcome {
    /// A base.
    Found {
        /// The base.
        base: Box<Base>,
        /// States kept by the attempts that count.
        states: u64,
    },
    /// Every choice of stationary coins was searched exhaustively.
    None {
        /// How many choices there were.
        choices: u64,
        /// States reached in all of them.
        states: u64,
    },
    /// No base was found, but some attempts dropped states.
    NotFound {
        /// How many attempts were made.
        attempts: u64,
    },
    /// The search stopped.
    Stopped(StopReason),
}

/// What a base may be made of, besides being one.
#[derive(Debug, Clone)]
pub struct BaseRequest {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The blocks, final type and shift asked for, and coins that must be stationary too.
    pub restrictions: Restrictions,
    /// Whether the mirror image of a base is as good: with complements, and nothing restricted that
    /// a mirror changes.
    pub mirrored_is_equal: bool,
    /// The seed of the beams.
    pub seed: u64,
}

/// Searches for a base of one size.
pub fn find_base<const N: usize>(
    request: &BaseRequest,
    table: &ExchangeTable<N>,
    control: &Control<'_>,
) -> BaseOutcome {
    let mut open = choices_of(request);
    let choice_count = open.len() as u64;
    let (mut attempts, mut proven_states, mut kept_states) = (0, 0, 0);
    for round in rounds(request.restrictions.blocks) {
        let (winner, failures) = first_success(open.len(), |index, is_wanted| {
            let sink = Wanted {
                is_wanted,
                outer: control.sink,
            };
            let control = Control {
                limits: control.limits,
                sink: &sink,
            };
            attempt(request, open[index], round, table, &control)
        });
        // A success counts only when every attempt before it came to its own end.
        if let Some(reason) = failures.iter().find_map(|failure| failure.stopped) {
            return BaseOutcome::Stopped(reason);
        }
        if let Some((_, (base, states))) = winner {
            let before: u64 = failures.iter().map(|failure| failure.states).sum();
            return BaseOutcome::Found {
                base: Box::new(base),
                states: kept_states + before + states,
            };
        }
        attempts += failures.len() as u64;
        kept_states += failures.iter().map(|failure| failure.states).sum::<u64>();
        let mut still_open = Vec::new();
        for (choice, failure) in open.into_iter().zip(failures) {
            if failure.is_proof {
                proven_states += failure.states;
            } else {
                still_open.push(choice);
            }
        }
        open = still_open;
        if open.is_empty() {
            return BaseOutcome::None {
                choices: choice_count,
                states: proven_states,
            };
        }
    }
    BaseOutcome::NotFound { attempts }
}

/// The choices that a request needs, one of each mirror pair where a mirror image is as good.
fn choices_of(request: &BaseRequest) -> Vec<(i64, i64)> {
    let n = request.puzzle.n();
    let mut choices = choices(n);
    if request.mirrored_is_equal {
        choices.retain(|(nickel, penny)| nickel + penny <= 2 * n as i64 + 1);
    }
    choices
}

/// The choices of a nickel and a penny to hold, as positions with the first coin at 1. Both end in
/// one alternating row, so their positions differ by an odd number.
pub(crate) fn choices(n: u64) -> Vec<(i64, i64)> {
    let n = n as i64;
    (1..=n)
        .flat_map(|nickel| (n + 1..=2 * n).map(move |penny| (nickel, penny)))
        .filter(|(nickel, penny)| (nickel + penny) % 2 == 1)
        .collect()
}

/// What a search for a base of one size costs at most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseEstimate {
    /// How many choices of stationary coins there are: attempts in each round.
    pub choices: u64,
    /// States kept at most, round by round.
    pub states: Vec<u64>,
}

/// Bounds the cost of [`find_base`]: a round keeps at most its width of states in each layer of each
/// attempt. Most searches end in their first rounds, and most layers are smaller.
#[must_use]
pub fn estimate_base(request: &BaseRequest) -> BaseEstimate {
    let choices = choices_of(request).len() as u64;
    let layers = request.puzzle.n();
    let states = rounds(request.restrictions.blocks)
        .iter()
        .map(|round| choices * layers * round.width as u64)
        .collect();
    BaseEstimate { choices, states }
}

/// How an attempt failed.
struct Failure {
    states: u64,
    is_proof: bool,
    stopped: Option<StopReason>,
}

fn attempt<const N: usize>(
    request: &BaseRequest,
    (nickel, penny): (i64, i64),
    round: Round,
    table: &ExchangeTable<N>,
    control: &Control<'_>,
) -> Attempt<(Base, u64), Failure> {
    let failure = |states, is_proof, stopped| {
        Attempt::Failure(Failure {
            states,
            is_proof,
            stopped,
        })
    };
    let mut restrictions = Restrictions {
        blocks: round.blocks,
        ..request.restrictions.clone()
    };
    restrictions.stationary.extend([nickel, penny]);
    let bound = request.puzzle.n() as u32;
    let Ok(plan) = Plan::new(request.puzzle, bound, restrictions, Rules::default()) else {
        return failure(0, false, Some(StopReason::Memory)); // callers check the width beforehand
    };
    let beam = Beam {
        width: round.width,
        noise: 3,
        seed: request.seed,
    };
    let search = Search {
        bound,
        beam,
        table,
        control,
    };
    let outcome = plan.dropping_dead_states().with_space(None, search);
    let states = outcome.states().iter().sum();
    match outcome {
        Outcome::Found(found) => {
            let solution = Solution::new(request.puzzle, 1, found.moves);
            match base_of(solution, nickel, penny, table) {
                Some(base) => Attempt::Success((base, states)),
                None => failure(states, false, None),
            }
        }
        Outcome::Exhausted(_) => failure(states, round.proves, None),
        Outcome::Stopped(stopped) if stopped.reason == StopReason::Width => {
            failure(states, false, None)
        }
        Outcome::Stopped(stopped) => failure(states, false, Some(stopped.reason)),
    }
}

struct Search<'a, const N: usize> {
    bound: u32,
    beam: Beam,
    table: &'a ExchangeTable<N>,
    control: &'a Control<'a>,
}

impl<const N: usize> WithSpace for Search<'_, N> {
    type Output = Outcome<Move>;
    fn with<S: LinearStates>(self, space: S) -> Outcome<Move> {
        let required = Required {
            space,
            requirement: self.table,
        };
        layered(&required, self.bound, Some(self.beam), self.control)
    }
}

/// Passes events on, and stops an attempt that a lower one has beaten.
pub(crate) struct Wanted<'a> {
    pub(crate) is_wanted: &'a (dyn Fn() -> bool + Sync),
    pub(crate) outer: &'a dyn Sink,
}

impl Sink for Wanted<'_> {
    fn event(&self, event: Event) {
        self.outer.event(event);
    }
    fn is_stopped(&self) -> bool {
        !(self.is_wanted)() || self.outer.is_stopped()
    }
}
