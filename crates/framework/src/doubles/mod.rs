//! Solutions that extend by the theorem of [doubles](tait_linear::DoublesBase).
//!
//! The first doubles move comes early, as no coin may have moved past the seams before. So a search has two parts. A beam
//! first makes blocks `aabbaabb..`, which takes about `k / 2` moves. For even `k` another beam continues with each such
//! move, towards the next doubles move, and so on. Then one beam for each last doubles move completes all sequences that
//! end with it, while the coins beside the seams rest.
//!
//! # How wide
//! Most completions die out, and those that come far lose nine of ten states with each of the last moves. So what counts
//! is the number of states that a beam keeps a dozen moves before the end. Each of these found bases of `k = 9` in 40
//! seconds of one core at most, `n = 36` to 40 and 44 (a prototype, one run each):
//!
//! | states at first | at the end | moves before the end | bases |
//! | --- | --- | --- | --- |
//! | 300 | 2,400 | 12 | 2 of 6 |
//! | 2,500 | 20,000 | 12 | 2 of 6 |
//! | 100 | 10,000 | 16 | 3 of 6 |
//! | 300 | 30,000 | 16 | 6 of 6 |
//! | 1,000 | 100,000 | 16 | 5 of 6 |
//!
//! The weights of the priority were chosen by the number of states that 30 completions of `k = 11`, `n = 54` keep alive
//! four moves before the end: 5,200 with the weights of all other beams, 9,800 with four times the weight of coins that
//! stay for good, 8,500 with a weight against misplaced fragments, 10,000 with those below. Weights against misplaced
//! coins or for the number of possible moves did not help.
//!
//! # Rows without an end
//! For odd `k` completions drop [the rows without slack that cannot end](DeadStates::Unusual), with those that would have
//! to end in an unusual way. Seconds of one core until both bases were found, without and with this, in single runs beside
//! other searches:
//!
//! | k | 5 | 7 | 9 | 11 |
//! | --- | --- | --- | --- | --- |
//! | without | 1.7 | 11 | 42 | 82 |
//! | with | 1.3 | 6 | 11 | 34 |
//!
//! For even `k` it was no faster: 16 seconds instead of 18 for `k = 6`, and 660 instead of 561 for `k = 10`. Why is not known.
//! These searches left out beginnings whose doubles moves go opposite ways. With them `k = 6` takes 4 seconds.
//!
//! # Which sizes
//! Small ones complete better for even `k`. In 45 seconds `k = 14` had so many states four moves before the end, with all
//! completions together (a prototype, on a busy machine, and 70 seconds for the last two):
//!
//! | n | 44 | 48 | 52 | 56 | 60 | 64 | 68 |
//! | --- | --- | --- | --- | --- | --- | --- | --- |
//! | states | 7,100 | 5,600 | 5,900 | 5,800 | 3,000 | 1,600 | 3,400 |
//! | completions with more than 1,000 | 0 | 0 | 1 | 3 | 0 | 0 | 0 |
//!
//! For `k = 15` there is no such difference between `n = 59` and 71. Four or sixteen times the widths leave four or sixteen
//! times the states, and did not complete what came within two moves of the end.
//!
//! The figures for even `k` are of a search that left out beginnings whose doubles moves go opposite ways.

mod beam;
mod beginnings;

use crate::beams::beam_with_ending;
use crate::completion::completed;
use beginnings::Beginnings;
use tait_linear::{
    BlockLength, BoundedSearch, DeadStates, DoublesBase, Move, PruneRules, Puzzle, Restrictions,
    Solution, Strips, WIDEST_BOARD, Weights,
};
use tait_search::{
    Attempt, Control, Event, FailedAttempts, Failures, Outcome, StopReason, WhileWanted,
    first_success,
};

/// How often a search goes over its sizes, each time with other beginnings.
const ROUNDS: u64 = 4;
/// The states that a completion keeps per layer, and those that it keeps in its last layers.
const WIDTHS: (usize, (u32, usize)) = (1_000, (20, 100_000));
/// The weights of the priority of a state.
const WEIGHTS: Weights = Weights {
    cuttable: 12,
    between: 24,
    staying: 10,
    outside: 32,
    misplaced: 12,
};

/// A search for a solution of `n` moves that extends by doubles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoublesRequest {
    /// The block length.
    pub k: BlockLength,
    /// The sizes to try, one after the other; those of which no board is [narrow enough](WIDEST_BOARD) are passed over.
    pub sizes: Vec<u64>,
    /// The seed of the beams.
    pub seed: u64,
    /// How many attempts have failed in an earlier run of the same request: they are not made again.
    pub failed: u64,
}

/// The outcome of a search for a solution that extends by doubles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DoublesOutcome {
    /// A solution.
    Found(Solution),
    /// So many attempts failed, which proves nothing.
    NotFound(u64),
    /// The search stopped.
    Stopped(StopReason),
}

impl DoublesRequest {
    /// Creates the usual search for a block length: the sizes from about `19k / 4` on, or from `4k` on for even `k`, with a
    /// remainder modulo the coins of each type that a base inserts, which are 2 for odd `k`.
    ///
    /// ```
    /// use tait_framework::DoublesRequest;
    /// let request = DoublesRequest::new(15u64.try_into()?, 1);
    /// assert_eq!((request.sizes.first(), request.sizes.last()), (Some(&71), Some(&97)));
    /// # Ok::<(), tait_linear::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn new(k: BlockLength, residue: u64) -> Self {
        Self::between(k, residue, (None, None))
    }

    /// Returns whether this search is the one to try for a block length: where a family of bases takes days, a base needs
    /// two doubles moves at most, and boards are narrow enough.
    ///
    /// ```
    /// use tait_framework::DoublesRequest;
    /// let advised = (2..=63u64).filter(|&k| DoublesRequest::is_advised(k.try_into().expect("a length")));
    /// assert_eq!(advised.collect::<Vec<_>>(), [15, 17, 18, 19]);
    /// ```
    #[must_use]
    pub fn is_advised(k: BlockLength) -> bool {
        let is_possible = |residue| !Self::new(k, residue).sizes.is_empty();
        let is_short = Strips::moves_of_base(k) <= 2;
        k.get() > 14 && is_short && (0..Strips::period_of_base(k)).any(is_possible)
    }

    /// Creates the search of the sizes in a range; what is `None` is as usual.
    #[must_use]
    pub fn between(k: BlockLength, residue: u64, (from, to): (Option<u64>, Option<u64>)) -> Self {
        let length = u64::from(k.get());
        let usual = if length.is_multiple_of(2) {
            4 * length
        } else {
            19 * length / 4
        };
        let from = from.unwrap_or(usual);
        let widest = WIDEST_BOARD as u64;
        let period = Strips::period_of_base(k);
        let is_asked = |n: &u64| n % period == residue && bounded(k, *n).is_some();
        Self {
            k,
            sizes: (from..=to.unwrap_or(widest).min(widest))
                .filter(is_asked)
                .collect(),
            seed: 1,
            failed: 0,
        }
    }
}

/// Searches the sizes one after the other, and then again with other beginnings, until a base is found. Several attempts
/// run side by side, and the first success in their order counts, so the result depends on nothing but the request.
///
/// The sink is told how many attempts have failed without a gap from the first on.
///
/// ```
/// use tait_framework::{DoublesOutcome, DoublesRequest, find_doubles};
/// use tait_linear::DoublesBase;
/// let request = DoublesRequest { sizes: vec![15], ..DoublesRequest::new(5u64.try_into()?, 1) };
/// let DoublesOutcome::Found(base) = find_doubles(&request, &Default::default()) else { panic!() };
/// let bases = DoublesBase::all(&base)?;
/// assert_eq!(bases[0].extended(1_000).map(|extension| extension.count()), Some(2_015));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn find_doubles(request: &DoublesRequest, control: &Control<'_>) -> DoublesOutcome {
    let mut made = 0;
    for round in 0..ROUNDS {
        for bounded in request.sizes.iter().filter_map(|&n| bounded(request.k, n)) {
            let seed = request.seed.wrapping_add(round);
            let groups = match Beginnings::all(&bounded, seed, control) {
                Ok(groups) => groups,
                Err(reason) => return DoublesOutcome::Stopped(reason),
            };
            let size = Size {
                bounded,
                groups,
                seed,
                before: made,
                failed: request.failed,
            };
            made += size.groups.len() as u64;
            match size.search(control) {
                Ok(Some(base)) => return DoublesOutcome::Found(base),
                Ok(None) => {}
                Err(reason) => return DoublesOutcome::Stopped(reason),
            }
        }
    }
    DoublesOutcome::NotFound(made)
}

fn bounded(k: BlockLength, n: u64) -> Option<BoundedSearch> {
    let puzzle = Puzzle::new(k.into(), n).ok()?;
    let bound = u32::try_from(n).ok()?;
    BoundedSearch::new(
        puzzle,
        bound,
        Restrictions::default(),
        PruneRules::default(),
    )
    .ok()
}

/// The attempts at one size with one seed.
struct Size {
    bounded: BoundedSearch,
    groups: Vec<Beginnings>,
    seed: u64,
    /// How many attempts come before these.
    before: u64,
    /// How many attempts have failed in an earlier run.
    failed: u64,
}

impl Size {
    fn search(&self, control: &Control<'_>) -> Result<Option<Solution>, StopReason> {
        let known = self.failed.saturating_sub(self.before) as usize;
        let count = self.groups.len();
        let noting = Failures {
            tell: &|attempts| {
                let attempts = self.before + attempts;
                control.sink.event(Event::Failed { attempts });
            },
            outer: control.sink,
        };
        let failures = FailedAttempts::default();
        let (winner, failures) = first_success(count, |index, is_wanted| {
            if index < known {
                failures.add(index, &noting);
                return Attempt::Failure(None);
            }
            let control = Control {
                limits: control.limits.of_each_thread(0),
                sink: &WhileWanted {
                    is_wanted,
                    outer: control.sink,
                },
            };
            match self.attempt(&self.groups[index], &control) {
                Ok(Some(base)) => Attempt::Success(base),
                Ok(None) => {
                    failures.add(index, &noting);
                    Attempt::Failure(None)
                }
                Err(reason) => Attempt::Failure(Some(reason)),
            }
        });
        // A success counts only when every attempt before it came to its own end.
        match failures.into_iter().flatten().next() {
            Some(reason) => Err(reason),
            None => Ok(winner.map(|(_, base)| base)),
        }
    }

    fn dead_states(&self) -> DeadStates {
        match self.bounded.puzzle.k() % 2 {
            0 => DeadStates::Frozen,
            _ => DeadStates::Unusual,
        }
    }

    /// Completes the beginnings of a group, each with all that may follow up to the last doubles move.
    fn attempt(
        &self,
        group: &Beginnings,
        control: &Control<'_>,
    ) -> Result<Option<Solution>, StopReason> {
        let (width, ending) = WIDTHS;
        let beam = beam_with_ending(width, ending, self.seed);
        for group in group.clone().continued(&self.bounded, self.seed, control)? {
            let bounded = self.bounded.clone().dropping(self.dead_states());
            let bounded = bounded.resting(group.begun.resting).weighing(WEIGHTS);
            let solution = |moves: &[Move]| Solution::new(bounded.puzzle, 1, moves.to_vec());
            let is_base = |moves: &[Move]| {
                DoublesBase::all(&solution(moves)).is_ok_and(|bases| !bases.is_empty())
            };
            match completed(&bounded, &group.moves, None, beam, &is_base, control) {
                Outcome::Found(found) => return Ok(Some(solution(&found.moves))),
                Outcome::Stopped(stopped) if stopped.reason != StopReason::Width => {
                    return Err(stopped.reason);
                }
                Outcome::Exhausted(_) | Outcome::Stopped(_) => {}
            }
        }
        Ok(None)
    }
}
