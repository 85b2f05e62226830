//! Phase 2 for one size: a base, or proof that there is none.
//!
//! A base holds two coins still, which makes the search small: no window over them may move, and the phase of the final
//! row is known. So every choice `(a, b)` of a nickel and a penny is an attempt of its own: a layered search that
//! carries the sets of used offsets along. Attempts are made in rounds of growing width: many narrow attempts find more
//! than a few wide ones. An attempt that never dropped a state is exhaustive and is not repeated; when all attempts are
//! exhaustive and find nothing, the size has no base. For long blocks attempts begin with a
//! [prelude](crate::completion), and each nickel has one attempt.
//!
//! With complements allowed, a mirror and a flip turn a base with `(a, b)` into one with `(2n + 1 - b, 2n + 1 - a)`, so
//! one of the two is enough.

use crate::attempt::{AttemptHooks, AttemptName, EndedAttempt, PartClaim};
use crate::beams::{Beams, WEIGHTS, beam_with_ending, widening_beam};
use crate::completion::{Pennies, completed, preludes};
use crate::exchanges::{ExchangeTable, base_of};
use crate::requirement::Required;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use tait_linear::{
    Base, BlockSet, BoundedSearch, DeadStates, Move, PruneRules, Puzzle, Restrictions, Solution,
    choices_of_base,
};
use tait_search::{
    Attempt, Control, InMemory, Outcome, StopReason, WhileWanted, first_success, layered,
};
use tait_space::of_one;

/// The outcome of a search for a base of one size.
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

/// Searches for a base of one size, round by round.
pub fn find_base(
    request: &BaseRequest,
    table: &ExchangeTable,
    control: &Control<'_>,
) -> BaseOutcome {
    let mut search = BaseSearch::new(request.clone(), table, &[]);
    while !search.is_over() {
        match search.round(&AttemptHooks::ALONE, control) {
            RoundOutcome::Open => {}
            RoundOutcome::Found(base) => {
                let states = search.states;
                return BaseOutcome::Found { base, states };
            }
            RoundOutcome::None => {
                return BaseOutcome::None {
                    choices: search.choices,
                    states: search.proven_states,
                };
            }
            RoundOutcome::Stopped(reason) => return BaseOutcome::Stopped(reason),
        }
    }
    let attempts = search.attempts;
    BaseOutcome::NotFound { attempts }
}

/// The outcome of one round of a search for a base of one size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RoundOutcome {
    /// A base.
    Found(Box<Base>),
    /// Every choice of stationary coins has been searched exhaustively.
    None,
    /// No base yet, but some attempts dropped states.
    Open,
    /// The search stopped.
    Stopped(StopReason),
}

/// Why an attempt has not ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Stopped(StopReason),
    Elsewhere,
}

/// How many rounds that held pennies had other beams once. Searches that were stopped then know them by their numbers.
const FORMER_ROUNDS: u32 = 3;

/// How long to wait when all open attempts of a round are made elsewhere.
const PATIENCE: Duration = Duration::from_millis(200);

/// A search for a base of one size, and the conditions on the base.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseRequest {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The required blocks, final type and shift, and further coins that must be stationary.
    pub restrictions: Restrictions,
    /// Whether the mirror image of a base [is](tait_linear::is_mirrored_equal) as good.
    pub mirrored_is_equal: bool,
    /// The seed of the beams.
    pub seed: u64,
    /// Whether attempts begin with [preludes](tait_generator::prelude) instead of searching for all exchanges. Such
    /// attempts prove nothing, and short rows have no preludes; for long blocks they find bases in a fraction of the
    /// time.
    pub from_preludes: bool,
}

/// The attempts at a base of one size, round by round.
pub(crate) struct BaseSearch<'a> {
    request: BaseRequest,
    table: &'a ExchangeTable,
    /// Attempts that ended in an earlier run.
    known: Vec<&'a EndedAttempt>,
    open: Vec<(i64, Option<i64>)>,
    /// The preludes with which the attempts of a round begin; empty where attempts search for all exchanges.
    preludes: Vec<Vec<Move>>,
    rounds: Vec<Round>,
    next: usize,
    /// How many choices of stationary coins there are.
    pub(crate) choices: u64,
    /// How many attempts were made.
    pub(crate) attempts: u64,
    /// States kept by the attempts that count.
    pub(crate) states: u64,
    /// States kept by the attempts that prove something.
    pub(crate) proven_states: u64,
}

impl<'a> BaseSearch<'a> {
    pub(crate) fn new(
        request: BaseRequest,
        table: &'a ExchangeTable,
        ended: &'a [EndedAttempt],
    ) -> Self {
        let n = request.puzzle.n();
        let open = choices_of(&request);
        Self {
            table,
            known: ended.iter().filter(|attempt| attempt.n == n).collect(),
            choices: open.len() as u64,
            open,
            preludes: Vec::new(),
            rounds: rounds(&request),
            request,
            next: 0,
            attempts: 0,
            states: 0,
            proven_states: 0,
        }
    }

    /// Returns whether attempts begin with preludes.
    pub(crate) const fn begins_with_preludes(&self) -> bool {
        self.request.from_preludes
    }

    /// Returns whether all rounds were made, or all choices are settled.
    pub(crate) fn is_over(&self) -> bool {
        self.next == self.rounds.len() || self.open.is_empty()
    }

    /// Makes the next round. The hooks receive every finished attempt.
    pub(crate) fn round(
        &mut self,
        hooks: &AttemptHooks<'_>,
        control: &Control<'_>,
    ) -> RoundOutcome {
        let Some(&round) = self.rounds.get(self.next) else {
            return RoundOutcome::Open;
        };
        if self.request.from_preludes {
            self.preludes = preludes(self.request.puzzle, round.middle_is_free);
        }
        let former = if round.holds_pennies {
            FORMER_ROUNDS
        } else {
            0
        };
        let number = self.next as u32 + former;
        let choices = self.open.len().min(round.choices);
        let made = Mutex::new(Vec::new());
        let (winner, failures) = loop {
            let (winner, failures) = first_success(choices, |index, is_wanted| {
                let choice = self.open[index];
                let sink = WhileWanted {
                    is_wanted,
                    outer: control.sink,
                };
                let control = Control {
                    limits: control.limits.of_each_thread(0),
                    sink: &sink,
                };
                let attempt = self.known_attempt(number, choice, &made).map_or_else(
                    || {
                        let own = self.claimed(number, round, choice, hooks, &control)?;
                        let mut made = made.lock().unwrap_or_else(PoisonError::into_inner);
                        made.push(own.clone());
                        Ok(own)
                    },
                    Ok,
                );
                match attempt {
                    Ok(attempt) => match self.base_of(&attempt) {
                        Some(base) => Attempt::Success((base, attempt.states)),
                        None => Attempt::Failure(Ok(attempt)),
                    },
                    Err(open) => Attempt::Failure(Err(open)),
                }
            });
            // A success counts only when every attempt before it came to its own end.
            let mut open = failures.iter().filter_map(|failure| failure.as_ref().err());
            if let Some(Open::Stopped(reason)) = open.clone().find(|open| **open != Open::Elsewhere)
            {
                return RoundOutcome::Stopped(*reason);
            }
            if open.next().is_none() {
                break (winner, failures);
            }
            if let Some(reason) = control.stop_reason(0, 0) {
                return RoundOutcome::Stopped(reason);
            }
            thread::sleep(PATIENCE);
        };
        self.next += 1;
        self.attempts += failures.len() as u64;
        for failure in failures.into_iter().flatten() {
            self.states += failure.states;
            if failure.is_proof {
                self.proven_states += failure.states;
                self.open
                    .retain(|&choice| choice != (failure.nickel, failure.penny));
            }
        }
        match winner {
            Some((_, (base, states))) => {
                self.states += states;
                RoundOutcome::Found(Box::new(base))
            }
            None if self.open.is_empty() => RoundOutcome::None,
            None => RoundOutcome::Open,
        }
    }

    /// Returns an attempt that ended before, in this run or an earlier one.
    fn known_attempt(
        &self,
        round: u32,
        (nickel, penny): (i64, Option<i64>),
        made: &Mutex<Vec<EndedAttempt>>,
    ) -> Option<EndedAttempt> {
        let is_it = |attempt: &&EndedAttempt| {
            (attempt.round, attempt.nickel, attempt.penny) == (round, nickel, penny)
        };
        if let Some(&known) = self.known.iter().find(|attempt| is_it(attempt)) {
            return Some(known.clone());
        }
        let made = made.lock().unwrap_or_else(PoisonError::into_inner);
        made.iter().find(is_it).cloned()
    }

    /// Makes an attempt, unless others share the search and one of them has made it or is making it.
    fn claimed(
        &self,
        number: u32,
        round: Round,
        (nickel, penny): (i64, Option<i64>),
        hooks: &AttemptHooks<'_>,
        control: &Control<'_>,
    ) -> Result<EndedAttempt, Open> {
        let n = self.request.puzzle.n();
        let attempt = AttemptName {
            n,
            round: number,
            nickel,
            penny,
        };
        match (hooks.claim)(&attempt) {
            PartClaim::Ended(attempt) => Ok(attempt),
            PartClaim::Elsewhere => Err(Open::Elsewhere),
            PartClaim::Granted(claim) => {
                let attempt = self.attempt(number, round, (nickel, penny), control);
                let attempt = attempt.inspect(hooks.ended);
                // Others may see it from now on.
                drop(claim);
                attempt.map_err(Open::Stopped)
            }
        }
    }

    /// Returns the base that an attempt found, checked.
    fn base_of(&self, attempt: &EndedAttempt) -> Option<Base> {
        let (moves, choice) = (attempt.moves.as_ref()?, (attempt.nickel, attempt.penny));
        self.base_with(moves, choice)
    }

    fn base_with(&self, moves: &[Move], (nickel, penny): (i64, Option<i64>)) -> Option<Base> {
        let puzzle = self.request.puzzle;
        let solution = Solution::new(puzzle, 1, moves.to_vec());
        let pennies = match penny {
            Some(penny) => vec![penny],
            None => Pennies::beside(puzzle, nickel).unmoved_by(moves),
        };
        let mut bases = pennies.into_iter();
        bases.find_map(|penny| base_of(solution.clone(), nickel, penny, self.table))
    }

    fn attempt(
        &self,
        number: u32,
        round: Round,
        (nickel, penny): (i64, Option<i64>),
        control: &Control<'_>,
    ) -> Result<EndedAttempt, StopReason> {
        let puzzle = self.request.puzzle;
        let mut ended = EndedAttempt {
            n: puzzle.n(),
            round: number,
            nickel,
            penny,
            states: 0,
            is_proof: false,
            moves: None,
        };
        let held = match round.holds_pennies {
            true => Pennies::beside(puzzle, nickel)
                .unmoved_by(&[])
                .into_iter()
                .map(Some)
                .collect(),
            false => vec![penny],
        };
        for penny in held {
            let outcome = self.outcome(round, (nickel, penny), control)?;
            ended.states += outcome.states().iter().sum::<u64>();
            match outcome {
                Outcome::Found(found) => ended.moves = Some(found.moves),
                Outcome::Exhausted(_) => ended.is_proof = round.proves,
                Outcome::Stopped(stopped) if stopped.reason == StopReason::Width => {}
                Outcome::Stopped(stopped) => return Err(stopped.reason),
            }
            if ended.moves.is_some() {
                break;
            }
        }
        Ok(ended)
    }

    /// Searches with one beam, or exhaustively, for a base that leaves these coins in place.
    fn outcome(
        &self,
        round: Round,
        (nickel, penny): (i64, Option<i64>),
        control: &Control<'_>,
    ) -> Result<Outcome<Move>, StopReason> {
        let puzzle = self.request.puzzle;
        let mut restrictions = Restrictions {
            blocks: round.blocks,
            ..self.request.restrictions.clone()
        };
        restrictions.stationary.push(nickel);
        restrictions.stationary.extend(penny);
        let bound = puzzle.n() as u32;
        let Ok(bounded) = BoundedSearch::new(puzzle, bound, restrictions, PruneRules::default())
        else {
            return Err(StopReason::Memory); // callers check the width beforehand
        };
        let bounded = match round.holds_pennies {
            true => bounded.dropping(DeadStates::Unusual).weighing(WEIGHTS),
            false => bounded.dropping(DeadStates::Frozen),
        };
        Ok(if self.request.from_preludes {
            let is_base = |moves: &[Move]| self.base_with(moves, (nickel, penny)).is_some();
            let (preludes, beams) = (&self.preludes, round.beams);
            let pennies = match penny {
                Some(_) => None,
                None => Some(Pennies::beside(puzzle, nickel)),
            };
            completed(&bounded, preludes, pennies, beams, &is_base, control)
        } else {
            let Ok(outcome) = of_one!(bounded.space().0, space => {
                let requirement = self.table.requirement();
                let required = Required { space, requirement };
                let beam = Some(round.beams.narrow);
                layered(&required, bound, beam, InMemory, control)
            });
            outcome
        })
    }
}

/// Returns all nickels, as positions with the first coin at 1, those that solutions are likely to leave in place first.
///
/// Four out of five bases hold a nickel with an even number of nickels to its right (81 of 102 for k = 9 and n = 36..46;
/// 17 of 20 and 14 of 22 in the families of k = 10 and 11).
pub(crate) fn likely_nickels_first(n: u64) -> impl Iterator<Item = i64> {
    let (likely, others) = ((0..n).step_by(2), (1..n).step_by(2));
    likely
        .chain(others)
        .map(move |right| n as i64 - right as i64)
}

/// Returns the choices that a request needs: one of each mirror pair of choices where a mirror image is as good, and
/// the nickel alone where attempts begin with preludes.
pub(crate) fn choices_of(request: &BaseRequest) -> Vec<(i64, Option<i64>)> {
    let n = request.puzzle.n();
    if request.from_preludes {
        let nickels = likely_nickels_first(n);
        return nickels.map(|nickel| (nickel, None)).collect();
    }
    let choices = choices_of_base(n, request.mirrored_is_equal);
    let held = choices.into_iter();
    held.map(|(nickel, penny)| (nickel, Some(penny))).collect()
}

/// One round of attempts: the blocks that they may use, and the states that they keep.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Round {
    pub(crate) blocks: BlockSet,
    pub(crate) beams: Beams,
    /// Whether an attempt of this round that drops no state proves that its choice has no base.
    pub(crate) proves: bool,
    /// How many choices are tried at most, counted from the first.
    pub(crate) choices: usize,
    /// Whether an attempt that completes preludes holds each penny in turn, with a beam of its own.
    pub(crate) holds_pennies: bool,
    /// Whether preludes are completed whose middle strip is not in its place, too.
    pub(crate) middle_is_free: bool,
}

/// Returns the rounds, in order of growing width. Some of them search only where bases usually are.
pub(crate) fn rounds(request: &BaseRequest) -> Vec<Round> {
    let blocks = request.restrictions.blocks;
    let usual = if blocks == BlockSet::ANY {
        BlockSet::OF_PROPOSITION[2] // L1R1
    } else {
        blocks
    };
    if request.from_preludes {
        let likely = request.puzzle.n().div_ceil(2) as usize;
        let (k, all) = (request.puzzle.k(), usize::MAX);
        // The first round finds most bases; the others keep more states, or use other noise. The widths for longer
        // blocks were measured for k = 12 (`docs/notebook.md`).
        let short = 3 * k / 2;
        let nickels = match k {
            ..12 => [
                (1_000, (short, 100_000), 0, likely),
                (5_000, (short, 250_000), 0, all),
                (20_000, (short, 500_000), 0, 15),
            ],
            12..14 => [
                (10_000, (14, 300_000), 0, all),
                (10_000, (14, 300_000), 1, all),
                (20_000, (14, 500_000), 2, all),
            ],
            _ => [
                (300, (16, 100_000), 0, all),
                (300, (16, 100_000), 1, all),
                (1_000, (16, 300_000), 2, all),
            ],
        };
        let holds_pennies = k >= 14;
        let completions = |middle_is_free| {
            nickels.map(|(width, ending, more_seed, choices)| {
                let narrow = beam_with_ending(width, ending, request.seed.wrapping_add(more_seed));
                Round {
                    blocks: usual,
                    beams: match holds_pennies {
                        true => Beams::with_wide(narrow),
                        false => Beams::one(narrow),
                    },
                    proves: false,
                    choices,
                    holds_pennies,
                    middle_is_free,
                }
            })
        };
        let mut rounds = completions(false).to_vec();
        if holds_pennies {
            // Where these fail, all preludes may do: `k = 14` and `n = 71`.
            rounds.extend(completions(true));
        }
        return rounds;
    }
    let quick = |width| Round {
        blocks: usual,
        beams: Beams::one(widening_beam(width, request.seed)),
        proves: usual == blocks,
        choices: usize::MAX,
        holds_pennies: false,
        middle_is_free: false,
    };
    let full = |width| Round {
        blocks,
        beams: Beams::one(widening_beam(width, request.seed)),
        proves: true,
        choices: usize::MAX,
        holds_pennies: false,
        middle_is_free: false,
    };
    vec![
        quick(300),
        quick(1_000),
        full(1_000),
        quick(4_000),
        full(4_000),
        full(20_000),
        full(100_000),
    ]
}
