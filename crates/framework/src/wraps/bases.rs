//! Bases of a family of wraps: solutions with the required shift and type.

use super::two_sided::{beams, find_two_sided};
use super::{Beams, FromBothEnds, TowardsTable};
use crate::solve::StoreRun;
use std::convert::Infallible;
use tait_linear::wrap::{
    AnyWrap, BoundedBaseSearch, InnerRequirement, WrapFamily, WrapFamilyError,
};
use tait_linear::{
    Block, BlockSet, BoundedSearch, LinearStates, Move, Solution, WIDEST_BOARD, WithSpace,
};
use tait_search::{
    Control, Event, Exhausted, Failures, Found, LayerStore, Outcome, StopReason, Stopped,
    bidirectional, with_any_store,
};

/// States that a search over all solutions of one size may store.
const FEW_STATES: u64 = 400_000;
/// The rounds of beams for a size that is too large for such a search.
const ROUNDS: [Round; 4] = [
    Round {
        width: 3_000,
        table_states: 1_000_000,
        beams: 16,
    },
    Round {
        width: 30_000,
        table_states: 10_000_000,
        beams: 32,
    },
    Round {
        width: 100_000,
        table_states: 20_000_000,
        beams: 32,
    },
    Round {
        width: 300_000,
        table_states: 40_000_000,
        beams: 16,
    },
];

struct Round {
    width: usize,
    table_states: u64,
    beams: u64,
}

/// A search for the bases of a family of wraps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrapBaseRequest {
    /// The closed wraps that need the bases, in ascending order of width.
    pub wraps: Vec<AnyWrap>,
    /// The blocks that a base may use: no more than the wraps [allow](AnyWrap::requirement).
    pub blocks: BlockSet,
    /// The largest size to try.
    pub to: u64,
    /// Whether the search ends as soon as every residue modulo the smallest width is settled, rather than after every
    /// size.
    pub ends_when_settled: bool,
    /// The seed of the beams.
    pub seed: u64,
    /// The largest size that is searched exhaustively, however many states there are; 0 for none.
    pub exhaustive_to: u64,
    /// The findings on sizes from a run that was stopped.
    pub known: Vec<(u64, BaseFinding)>,
    /// How many beams have already failed, for sizes without a finding.
    pub failed: Vec<(u64, u64)>,
}

/// The finding on bases of one size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BaseFinding {
    /// A base.
    Base(Solution),
    /// There is no base, by an exhaustive search that drops dead states, with its states per depth.
    None(Vec<u64>),
    /// This many attempts found no base, which proves nothing.
    NotFound(u64),
}

/// The result of a search for bases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrapBases {
    /// The wraps with the bases that they need, if these settle any size.
    pub family: Option<WrapFamily>,
    /// The sizes that were searched, in ascending order.
    pub sizes: Vec<(u64, BaseFinding)>,
    /// Why the search stopped before its end, if it did.
    pub stopped: Option<StopReason>,
}

/// An observer that receives findings as soon as they are found.
pub trait WrapBaseObserver: Sync {
    /// Called when a size begins, with the numbers of settled and of all residues.
    fn searching(&self, _n: u64, _settled: usize, _residues: usize) {}
    /// Called when beams failed for a size, with their number so far.
    fn failed(&self, _n: u64, _beams: u64) {}
    /// Called with each new finding on a size.
    fn finding(&self, _n: u64, _finding: &BaseFinding) {}
}

impl WrapBaseObserver for () {}

/// Searches one size after the other, except those that the wraps make of smaller ones. The result does not depend on
/// the number of threads.
///
/// Each size gets a search over all solutions while it is small, and then beams towards a table, in the space of bases
/// that break no pair and in the space of all solutions. Two-sided bases get all engines in turn instead. A [stationary
/// penny](tait_linear::wrap) rules out half of all sizes at once.
///
/// Beams may miss every base: for `k = 12` and the wrap of width 30 none of 192 finds one for `n = 23` or 24, where
/// searches over all solutions do.
#[must_use]
pub fn find_wrap_bases(
    request: &WrapBaseRequest,
    observer: &dyn WrapBaseObserver,
    control: &Control<'_>,
) -> WrapBases {
    let mut in_memory = |bounded: &BoundedSearch| Ok(from_both_ends(bounded, control));
    let Ok::<_, Infallible>(found) = find_by(request, &mut in_memory, observer, control);
    found
}

/// Searches as [`find_wrap_bases`] does. The search of each size that the request wants exhausted has a store that no
/// other search uses, for its large layers, and resumes from it.
///
/// # Errors
/// When a store cannot be opened, or fails.
pub fn find_wrap_bases_in<L: LayerStore>(
    request: &WrapBaseRequest,
    open: impl Fn(u64) -> Result<L, L::Error>,
    observer: &dyn WrapBaseObserver,
    control: &Control<'_>,
) -> Result<WrapBases, L::Error> {
    let mut in_store = |bounded: &BoundedSearch| {
        with_any_store(&open(bounded.puzzle.n())?, |layers| {
            let run = StoreRun {
                is_bidirectional: true,
                bound: bounded.moves,
                layers,
                control: *control,
            };
            bounded.with_space(None, run)
        })
    };
    find_by(request, &mut in_store, observer, control)
}

/// Searches with a function for the sizes that the request wants exhausted.
fn find_by<E>(
    request: &WrapBaseRequest,
    exhaust: &mut dyn FnMut(&BoundedSearch) -> Result<Outcome<Move>, E>,
    observer: &dyn WrapBaseObserver,
    control: &Control<'_>,
) -> Result<WrapBases, E> {
    let mut found = WrapBases {
        family: family(&request.wraps, Vec::new()),
        sizes: Vec::new(),
        stopped: None,
    };
    let Some(first) = request.wraps.first() else {
        return Ok(found);
    };
    let modulus = first.width();
    let requirement = InnerRequirement {
        blocks: request.blocks,
        ..first.requirement()
    };
    let residues = (0..modulus)
        .filter(|&residue| requirement.admits_size(residue))
        .count();
    let mut bases = Vec::new();
    // No board is wider, whatever the request says.
    for n in 2..=request.to.min(WIDEST_BOARD.unsigned_abs()) {
        let settled = found.family.as_ref().map_or(0, settled_residues);
        if request.ends_when_settled && settled == residues {
            break;
        }
        let is_made = found
            .family
            .as_ref()
            .is_some_and(|family| family.coverage().covers(n));
        let Some(bounded) = requirement.search(n).filter(|_| !is_made) else {
            continue;
        };
        observer.searching(n, settled, residues);
        let known = request.known.iter().find(|(size, _)| *size == n);
        let finding = match known {
            Some((_, finding)) => finding.clone(),
            None => {
                let searched = match n <= request.exhaustive_to {
                    true => of_outcome(&bounded, exhaust(&bounded)?),
                    false => find_base(request, &requirement, &bounded, observer, control),
                };
                match searched {
                    Ok(finding) => {
                        observer.finding(n, &finding);
                        finding
                    }
                    Err(reason) => {
                        found.stopped = Some(reason);
                        break;
                    }
                }
            }
        };
        if let BaseFinding::Base(base) = &finding {
            if requirement.check(base).is_err() {
                found.stopped = Some(StopReason::Refused);
                break;
            }
            bases.push(base.clone());
            found.family = family(&request.wraps, bases.clone());
        }
        found.sizes.push((n, finding));
    }
    Ok(found)
}

/// Returns the family of these wraps with the bases that neither the other bases nor the wraps yield.
fn family(wraps: &[AnyWrap], mut bases: Vec<Solution>) -> Option<WrapFamily> {
    loop {
        match WrapFamily::new(wraps.to_vec(), bases.clone()) {
            Ok(family) => return Some(family),
            Err(WrapFamilyError::Needless { n }) => bases.retain(|base| base.puzzle().n() != n),
            Err(_) => return None,
        }
    }
}

fn settled_residues(family: &WrapFamily) -> usize {
    family.coverage().first.iter().flatten().count()
}

/// Returns the finding of a search that ends with a base, with a proof that there is none, or before its end.
fn of_outcome(bounded: &BoundedSearch, outcome: Outcome<Move>) -> Result<BaseFinding, StopReason> {
    match outcome {
        Outcome::Found(Found { moves, .. }) => {
            Ok(BaseFinding::Base(Solution::new(bounded.puzzle, 1, moves)))
        }
        Outcome::Exhausted(Exhausted { states, .. }) => Ok(BaseFinding::None(states)),
        Outcome::Stopped(stopped) => Err(stopped.reason),
    }
}

/// Searches for a base of one size with all engines in turn.
fn find_base(
    request: &WrapBaseRequest,
    requirement: &InnerRequirement,
    bounded: &BoundedSearch,
    observer: &dyn WrapBaseObserver,
    control: &Control<'_>,
) -> Result<BaseFinding, StopReason> {
    let n = bounded.puzzle.n();
    let base = |moves| BaseFinding::Base(Solution::new(bounded.puzzle, 1, moves));
    let failed = request.failed.iter().find(|(size, _)| *size == n);
    let failed = failed.map_or(0, |&(_, beams)| beams);
    if failed == 0 {
        match of_outcome(bounded, exhaustive(bounded, control)) {
            Err(StopReason::Width) => {}
            finding => return finding,
        }
    }
    if requirement.blocks.contains(Block::L1) {
        let tell = |beams| observer.failed(n, beams);
        return match find_two_sided(bounded, (request.seed, failed), &tell, control) {
            // A record has the counts of a search from both ends.
            Some(Outcome::Exhausted(_)) => of_outcome(bounded, from_both_ends(bounded, control)),
            Some(outcome) => of_outcome(bounded, outcome),
            None => Ok(BaseFinding::NotFound(beams(n))),
        };
    }
    let mut tried = 0;
    for piece in pieces(bounded, requirement, request.seed) {
        let seeds = piece.beams.seeds;
        let (first, end) = (tried, tried + (seeds.end - seeds.start));
        tried = end;
        if end <= failed {
            continue;
        }
        let done = failed.saturating_sub(first);
        let noting = Failures {
            tell: &|beams| observer.failed(n, first + done + beams),
            outer: control.sink,
        };
        let towards = TowardsTable {
            bound: bounded.moves,
            beams: Beams {
                seeds: seeds.start + done..seeds.end,
                ..piece.beams
            },
            control: &Control {
                limits: control.limits,
                sink: &noting,
            },
        };
        let outcome = match piece.unbroken {
            Some(unbroken) => unbroken.with_space(towards),
            None => bounded.with_space(None, towards),
        };
        match outcome {
            Outcome::Found(Found { moves, .. }) => return Ok(base(moves)),
            Outcome::Stopped(Stopped { reason, .. }) if reason != StopReason::Width => {
                return Err(reason);
            }
            // A proof that every base breaks a pair does not prove that there is no base.
            _ => observer.failed(n, tried),
        }
    }
    Ok(BaseFinding::NotFound(tried))
}

fn from_both_ends(bounded: &BoundedSearch, control: &Control<'_>) -> Outcome<Move> {
    let bound = bounded.moves;
    bounded.with_space(None, FromBothEnds { bound, control })
}

/// Searches all solutions of a size; a large search stops as if a beam had dropped states.
fn exhaustive(bounded: &BoundedSearch, control: &Control<'_>) -> Outcome<Move> {
    let limits = control.limits.with_at_most(FEW_STATES);
    let limited = Control { limits, ..*control };
    let mut outcome = from_both_ends(bounded, &limited);
    let states = outcome.states().iter().sum();
    control.sink.event(Event::Visited { states });
    if let Outcome::Stopped(stopped) = &mut outcome
        && stopped.reason == StopReason::States
        && control.limits.states != limits.states
    {
        stopped.reason = StopReason::Width;
    }
    outcome
}

/// Beams that share a table.
struct Piece {
    /// The space of bases that break no pair; `None` for all bases.
    unbroken: Option<BoundedBaseSearch>,
    beams: Beams,
}

/// Returns all beams for a size: in every round first those towards bases that break no pair, where there are far fewer
/// states.
fn pieces(bounded: &BoundedSearch, requirement: &InnerRequirement, seed: u64) -> Vec<Piece> {
    let unbroken =
        BoundedBaseSearch::new(bounded.puzzle).filter(|_| requirement.stationary_penny.is_none());
    let spaces: Vec<Option<BoundedBaseSearch>> =
        unbroken.map(Some).into_iter().chain([None]).collect();
    let piece = |round: &Round, unbroken| {
        let beams = Beams {
            width: round.width,
            table_states: round.table_states,
            seeds: seed..seed.saturating_add(round.beams),
        };
        Piece { unbroken, beams }
    };
    ROUNDS
        .iter()
        .flat_map(|round| spaces.iter().map(move |&unbroken| piece(round, unbroken)))
        .collect()
}

impl WithSpace for FromBothEnds<'_> {
    type Output = Outcome<Move>;
    fn with<S: LinearStates>(self, space: S) -> Outcome<Move> {
        bidirectional(&space, self.bound, self.control)
    }
}

impl WithSpace for TowardsTable<'_> {
    type Output = Outcome<Move>;
    fn with<S: LinearStates>(self, space: S) -> Outcome<Move> {
        self.run(&space)
    }
}
