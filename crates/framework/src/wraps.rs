//! Wraps and their bases.
//!
//! A search for a wrap of a given width runs on the gadget of the wrap ([`BoundedWrapSearch`]), whose size does not
//! depend on the inner puzzle, from both ends at once: the start and the goal are known cell by cell, the slack is
//! spent after the first move, and the layers from both ends stay small until they meet. So without any luck, a search
//! for one width ends with a wrap, the smallest in the order of the moves, or with the proof that there is none.
//! [`Beams`] serve for widths that are too large for this.
//!
//! The bases of a family are ordinary solutions with a required shift and type: one for each residue modulo the width,
//! or fewer with several widths, because the result of one wrap is a base for the others.

use crate::automatic::{Effort, automatic};
use crate::beams::even_beam;
use crate::portfolio::{NARROW, NICKEL_ROUNDS, Round, WIDE};
use crate::resumption::{Resumption, Stage};
use std::fmt;
use std::ops::Range;
use tait_linear::wrap::{
    AnyWrap, BoundedBaseSearch, BoundedWrapSearch, InnerRequirement, SizeResult, SplitWrap,
    WrapError, WrapFamily, WrapFamilyError,
};
use tait_linear::{Block, BlockSet, BoundedSearch, Move, Settles, Solution, WIDEST_BOARD};
use tait_search::{
    Beam, Control, Event, Exhausted, Found, InMemory, InStore, Keep, Outcome, Relay, SharedStore,
    StopReason, Stopped, StoreFailed, beams_towards_table, bidirectional,
};
use tait_space::EraseBackward;

/// Searches for a wrap of one width and class. The checker has accepted the moves that it finds. The counts are of states per
/// layer from the start, then per layer from the goal, outermost first; where one side ran empty, the other is incomplete.
///
/// With a store, which no other search may use, the large layers go there, and all of them when they do not fit in
/// memory. A search that was stopped or killed resumes from it.
///
/// # Errors
/// When the store fails.
///
/// ```
/// use tait_framework::find_wrap;
/// use tait_linear::BlockLength;
/// use tait_linear::wrap::{WrapClass, BoundedWrapSearch};
/// use tait_search::InMemory;
/// // The search by itself finds Algorithm 3.1 of the thesis.
/// let bounded = BoundedWrapSearch::new(BlockLength::new(2)?, 4, WrapClass::Closed)?;
/// let Ok(outcome) = find_wrap(&bounded, InMemory, &Default::default());
/// let moves = outcome.moves().unwrap_or_default();
/// assert_eq!(moves, [(2, 11), (7, 2), (10, 5), (1, 10)].map(Into::into));
/// assert!(bounded.wrap(moves.to_vec())?.is_closed());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_wrap<K: Keep>(
    bounded: &BoundedWrapSearch,
    keep: K,
    control: &Control<'_>,
) -> Result<Outcome<Move>, K::Error> {
    let outcome = bidirectional(&bounded.space(), bounded.width(), keep, control)?;
    Ok(checked(bounded, outcome))
}

/// Searches for a wrap with beams, for widths that are too large for [`find_wrap`]. Beams find wraps, but do not prove
/// that there is none, unless the table itself ends before it comes near the start.
///
/// The counts of states are one for the start, then those of the table, farthest from the goal first.
#[must_use]
pub fn find_wrap_with_beams(
    bounded: &BoundedWrapSearch,
    beams: &Beams,
    control: &Control<'_>,
) -> Outcome<Move> {
    checked(
        bounded,
        towards_table(&bounded.space(), bounded.width(), beams, control),
    )
}

/// Returns the closed wraps that split wraps make up when they lead from each of the `pennies` to the next: one wrap
/// for each step, put around each other in every way; one result for each width.
///
/// With two pennies these are the closed wraps among `found`; with more pennies, a cycle such as 1, 3, 1 makes closed
/// wraps of wraps that are not closed.
///
/// # Errors
/// When a composed gadget is too wide.
///
/// ```
/// use tait_framework::closed_wraps;
/// use tait_linear::wrap::AnyWrapForm;
/// let text = r#"{"class": "split", "k": 3, "final_type": "white", "inner_penny": 2, "outer_penny": 2,
///     "moves": [[2,8],[6,2]]}"#;
/// let algorithm_4_1 = [serde_json::from_str::<AnyWrapForm>(text)?.try_into()?];
/// assert_eq!(closed_wraps(&algorithm_4_1, &[2, 2])?, algorithm_4_1);
/// assert_eq!(closed_wraps(&algorithm_4_1, &[2, 2, 2])?[0].width(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn closed_wraps(found: &[AnyWrap], pennies: &[u32]) -> Result<Vec<AnyWrap>, WrapError> {
    let of_step = |step: &[u32]| -> Vec<&SplitWrap> {
        let split = found.iter().filter_map(|wrap| match wrap {
            AnyWrap::Split(wrap) => Some(wrap),
            AnyWrap::Whole(_) => None,
        });
        let pennies = (u64::from(step[0]), u64::from(step[1]));
        split
            .filter(|wrap| (wrap.inner_penny(), wrap.outer_penny()) == pennies)
            .collect()
    };
    let mut steps = pennies.windows(2).map(of_step);
    let first = steps.next().unwrap_or_default();
    let mut composed: Vec<SplitWrap> = first.into_iter().cloned().collect();
    for outer in steps {
        composed = composed
            .iter()
            .flat_map(|inner| outer.iter().map(|outer| outer.around_wrap(inner)))
            .collect::<Result<_, _>>()?;
    }
    composed.retain(SplitWrap::is_closed);
    composed.sort_by_key(SplitWrap::width);
    composed.dedup_by_key(|wrap| wrap.width());
    Ok(composed.into_iter().map(AnyWrap::from).collect())
}

/// Stops a search whose moves the checker refuses: the space and the checker implement the same rules independently, and the
/// checker decides.
fn checked(bounded: &BoundedWrapSearch, outcome: Outcome<Move>) -> Outcome<Move> {
    match outcome {
        Outcome::Found(Found { moves, states }) if bounded.wrap(moves.clone()).is_err() => {
            let reason = StopReason::Refused;
            Outcome::Stopped(Stopped { reason, states })
        }
        outcome => outcome,
    }
}

/// Beams towards a table of the states near the goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beams {
    /// How many states of a layer a beam keeps.
    pub width: usize,
    /// About how many states the table holds.
    pub table_states: u64,
    /// The seeds, one beam for each.
    pub seeds: Range<u64>,
}

/// Searches with beams in a space of wraps or bases.
fn towards_table(
    space: &impl EraseBackward<Move = Move>,
    bound: u32,
    beams: &Beams,
    control: &Control<'_>,
) -> Outcome<Move> {
    let seeds = beams.seeds.clone();
    let each: Vec<Beam> = seeds.map(|seed| even_beam(beams.width, seed)).collect();
    beams_towards_table(space, bound, &each, beams.table_states, control)
}

// Bases of a family of wraps: solutions with the required shift and type.

/// States that a search over all solutions of one size may store.
const FEW_STATES: u64 = 400_000;

/// The rounds of beams for a size that is too large for such a search.
const ROUNDS: [BaseBeams; 4] = [
    BaseBeams {
        width: 3_000,
        table_states: 1_000_000,
        beams: 16,
    },
    BaseBeams {
        width: 30_000,
        table_states: 10_000_000,
        beams: 32,
    },
    BaseBeams {
        width: 100_000,
        table_states: 20_000_000,
        beams: 32,
    },
    BaseBeams {
        width: 300_000,
        table_states: 40_000_000,
        beams: 16,
    },
];

struct BaseBeams {
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

/// The finding on bases of one size: the moves of a base, or why there is none.
pub type BaseFinding = Result<Vec<Move>, SizeResult>;

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

/// What a search for bases calls on the way, so that a stopped search can resume.
#[derive(Clone, Copy)]
pub struct SizeHooks<'a> {
    /// Receives each size for which beams failed, with their number so far; from any thread.
    pub failed: &'a (dyn Fn(u64, u64) + Sync),
    /// Receives each new finding on a size.
    pub finding: &'a (dyn Fn(u64, &BaseFinding) + Sync),
}

impl SizeHooks<'_> {
    /// Hooks that do nothing, for a search that is not resumed.
    const NONE: Self = Self {
        failed: &|_, _| {},
        finding: &|_, _| {},
    };
}

impl fmt::Debug for SizeHooks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SizeHooks").finish_non_exhaustive()
    }
}

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
pub fn find_wrap_bases(request: &WrapBaseRequest, control: &Control<'_>) -> WrapBases {
    let mut in_memory = |bounded: &BoundedSearch| Ok(from_both_ends(bounded, control));
    InMemory::result(find_by(request, &mut in_memory, &SizeHooks::NONE, control))
}

/// Searches as [`find_wrap_bases`] does. The search of each size that the request wants exhausted has a store that no
/// other search uses, for its large layers, and resumes from it.
///
/// # Errors
/// When a store cannot be opened, or fails.
pub fn find_wrap_bases_in(
    request: &WrapBaseRequest,
    open: impl Fn(u64) -> Result<SharedStore, StoreFailed>,
    hooks: &SizeHooks<'_>,
    control: &Control<'_>,
) -> Result<WrapBases, StoreFailed> {
    let mut in_store = |bounded: &BoundedSearch| {
        let layers = open(bounded.puzzle.n())?;
        bidirectional(
            &bounded.space(),
            bounded.moves,
            InStore::new(&*layers),
            control,
        )
    };
    find_by(request, &mut in_store, hooks, control)
}

/// Searches with a function for the sizes that the request wants exhausted.
fn find_by(
    request: &WrapBaseRequest,
    exhaust: &mut dyn FnMut(&BoundedSearch) -> Result<Outcome<Move>, StoreFailed>,
    hooks: &SizeHooks<'_>,
    control: &Control<'_>,
) -> Result<WrapBases, StoreFailed> {
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
        let part = format!("base n = {n}");
        control.sink.event(match request.ends_when_settled {
            true => Event::Parts {
                unit: "residues",
                settled,
                all: residues,
                in_turn: n <= request.exhaustive_to,
            },
            // Every size is searched, even when all residues are settled.
            false => Event::Parts {
                unit: "sizes",
                settled: n as usize - 2,
                all: request.to as usize - 1,
                in_turn: true,
            },
        });
        control.sink.event(Event::Begun { part: part.clone() });
        let known = request.known.iter().find(|(size, _)| *size == n);
        let finding = match known {
            Some((_, finding)) => finding.clone(),
            None => {
                let searched = match n <= request.exhaustive_to {
                    true => of_outcome(exhaust(&bounded)?),
                    false => find_base(request, &requirement, &bounded, hooks, control),
                };
                match searched {
                    Ok(finding) => {
                        (hooks.finding)(n, &finding);
                        let came_to = match finding {
                            Ok(_) => "found",
                            Err(SizeResult::None(_)) => "none",
                            Err(SizeResult::NotFound(_)) => "not found",
                        };
                        let came_to = came_to.to_owned();
                        control.sink.event(Event::Ended { part, came_to });
                        finding
                    }
                    Err(reason) => {
                        found.stopped = Some(reason);
                        break;
                    }
                }
            }
        };
        if let Ok(moves) = &finding {
            let base = Solution::new(bounded.puzzle, 1, moves.clone());
            if requirement.check(&base).is_err() {
                found.stopped = Some(StopReason::Refused);
                break;
            }
            bases.push(base);
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
fn of_outcome(outcome: Outcome<Move>) -> Result<BaseFinding, StopReason> {
    match outcome {
        Outcome::Found(Found { moves, .. }) => Ok(Ok(moves)),
        Outcome::Exhausted(Exhausted { states, .. }) => Ok(Err(SizeResult::None(states))),
        Outcome::Stopped(stopped) => Err(stopped.reason),
    }
}

/// Searches for a base of one size with all engines in turn.
fn find_base(
    request: &WrapBaseRequest,
    requirement: &InnerRequirement,
    bounded: &BoundedSearch,
    hooks: &SizeHooks<'_>,
    control: &Control<'_>,
) -> Result<BaseFinding, StopReason> {
    let n = bounded.puzzle.n();
    let failed = request.failed.iter().find(|(size, _)| *size == n);
    let failed = failed.map_or(0, |&(_, beams)| beams);
    if failed == 0 {
        match of_outcome(exhaustive(bounded, control)) {
            Err(StopReason::Width) => {}
            finding => return finding,
        }
    }
    if requirement.blocks.contains(Block::L1) {
        let tell = |beams| (hooks.failed)(n, beams);
        return match find_two_sided(bounded, (request.seed, failed), &tell, control) {
            // A record has the counts of a search from both ends.
            Some(Outcome::Exhausted(_)) => of_outcome(from_both_ends(bounded, control)),
            Some(outcome) => of_outcome(outcome),
            None => Ok(Err(SizeResult::NotFound(beams(n)))),
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
        let noting = Relay {
            event: &|event| match event {
                Event::Failed { attempts } => {
                    (hooks.failed)(n, first + done + attempts);
                    None
                }
                event => Some(event),
            },
            outer: control.sink,
        };
        let beams = &Beams {
            seeds: seeds.start + done..seeds.end,
            ..piece.beams
        };
        let control = &Control {
            limits: control.limits,
            sink: &noting,
        };
        let outcome = match piece.unbroken {
            Some(unbroken) => towards_table(&unbroken.space(), bounded.moves, beams, control),
            None => towards_table(&bounded.space(), bounded.moves, beams, control),
        };
        match outcome {
            Outcome::Found(Found { moves, .. }) => return Ok(Ok(moves)),
            Outcome::Stopped(Stopped { reason, .. }) if reason != StopReason::Width => {
                return Err(reason);
            }
            // A proof that every base breaks a pair does not prove that there is no base.
            _ => (hooks.failed)(n, tried),
        }
    }
    Ok(Err(SizeResult::NotFound(tried)))
}

fn from_both_ends(bounded: &BoundedSearch, control: &Control<'_>) -> Outcome<Move> {
    let Ok(outcome) = bidirectional(&bounded.space(), bounded.moves, InMemory, control);
    outcome
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
    let piece = |round: &BaseBeams, unbroken| {
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

// The search for two-sided bases, which may move coins to L1.

/// Searches for a base with all engines in turn, as a search for any solution does, but ends after the last beams.
/// Returns `None` then. The first `failed` beams have failed in an earlier run; `tell` receives the number that have failed so far.
///
/// This finds what beams towards a table of states near the goal miss: for `k = 9` and penny 4, bases of `n` = 22 and 34
/// within seconds, where those beams find none of `n = 20` in minutes.
fn find_two_sided(
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
    match InMemory::result(automatic(bounded, effort, &noted, control)) {
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
fn beams(n: u64) -> u64 {
    stages(n).map(|(_, beams)| beams).sum()
}

/// Reports the number of beams that have failed, over all stages.
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
    fn failed(&self, stage: Stage) -> u64 {
        let before = self.before(stage);
        before.map_or(0, |before| self.failed.saturating_sub(before))
    }

    fn note_failed(&self, stage: Stage, attempts: u64) {
        if let Some(before) = self.before(stage) {
            (self.tell)(before + attempts);
        }
    }

    fn layers(&self, _bounded: &BoundedSearch) -> Result<Option<SharedStore>, StoreFailed> {
        Ok(None)
    }
}
