//! Bases of a family of wraps: a solution with the right shift and type for every residue.

use super::FromBothEnds;
use crate::beams::widening_beam;
use rayon::prelude::*;
use tait_puzzle::linear::wrap::{BasePlan, InnerRequirement};
use tait_puzzle::linear::{
    Block, BlockSet, LinearStates, Move, Plan, Puzzle, Restrictions, Rules, Solution, WithSpace,
};
use tait_search::{
    Beam, Control, Event, Exhausted, Found, Limits, Outcome, StopReason, Stopped, Unannotated,
    bidirectional, layered,
};

/// States that a search over all solutions of one size may store at first.
const FEW_STATES: u64 = 400_000;
/// States that the search for a base that breaks no pair may store.
const UNBROKEN_STATES: u64 = 60_000_000;
/// The widths of the beams.
const BEAM_WIDTHS: [usize; 2] = [300, 3_000];
/// States that a search over all solutions may store where nothing else helped.
const MANY_STATES: u64 = 3_000_000;
/// The attempts before a size is given up.
const ATTEMPTS: u64 = 3 + BEAM_WIDTHS.len() as u64;

/// Which bases are looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrapBaseRequest {
    /// What a base has to be like.
    pub requirement: InnerRequirement,
    /// Bases are for residues modulo this width.
    pub modulus: u64,
    /// The largest size that is tried in a residue.
    pub to: u64,
    /// The seed of the beams.
    pub seed: u64,
    /// For each residue the size from which on it is settled already, if it is.
    pub settled: Vec<Option<u64>>,
    /// What is known of sizes already, from a run that was stopped.
    pub known: Vec<(u64, BaseFinding)>,
}

/// What is known of one size as a base.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BaseFinding {
    /// A base.
    Base(Solution),
    /// There is none, by exhaustive search in which dead states are dropped: states per depth.
    None(Vec<u64>),
    /// None was found by this many attempts, which prove nothing.
    NotFound(u64),
}

/// A residue and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrapBaseResult {
    /// The residue modulo the width.
    pub residue: u64,
    /// What is known of the sizes of the residue, in ascending order; a base is the last.
    pub sizes: Vec<(u64, BaseFinding)>,
    /// Why the search stopped, if it did.
    pub stopped: Option<StopReason>,
}

/// Receives what is found as soon as it is found, from any thread.
pub trait WrapBaseObserver: Sync {
    /// Something new is known of a size.
    fn finding(&self, _n: u64, _finding: &BaseFinding) {}
}

impl WrapBaseObserver for () {}

/// Searches the residues side by side, each from its smallest size on, until it has a base, is
/// settled, or has no sizes left; the results are in the order of the residues and do not depend on the number of
/// threads.
///
/// For each size: the search over all solutions while it is small, the space of bases that break no pair,
/// beams, and the search over all solutions with more states. By [parity](tait_puzzle::linear::wrap) a stationary penny rules out half of all residues at once.
#[must_use]
pub fn find_wrap_bases(
    request: &WrapBaseRequest,
    observer: &dyn WrapBaseObserver,
    control: &Control<'_>,
) -> Vec<WrapBaseResult> {
    let residues: Vec<u64> = (0..request.modulus).collect();
    // One at a time is handed out, as residues differ a hundredfold in cost.
    residues
        .into_par_iter()
        .with_max_len(1)
        .map(|residue| search_residue(request, residue, observer, control))
        .collect()
}

fn search_residue(
    request: &WrapBaseRequest,
    residue: u64,
    observer: &dyn WrapBaseObserver,
    control: &Control<'_>,
) -> WrapBaseResult {
    let mut result = WrapBaseResult {
        residue,
        sizes: Vec::new(),
        stopped: None,
    };
    let settled = request.settled.get(residue as usize).copied().flatten();
    let last = settled.map_or(request.to, |size| request.to.min(size.saturating_sub(1)));
    for n in (residue..=last).step_by(request.modulus as usize) {
        let Some(plan) = plan(&request.requirement, n) else {
            continue;
        };
        let known = request.known.iter().find(|(size, _)| *size == n);
        let finding = match known {
            Some((_, finding)) => finding.clone(),
            None => match find_base(&request.requirement, &plan, request.seed, control) {
                Ok(finding) => {
                    observer.finding(n, &finding);
                    finding
                }
                Err(reason) => {
                    result.stopped = Some(reason);
                    return result;
                }
            },
        };
        let is_base = matches!(finding, BaseFinding::Base(_));
        result.sizes.push((n, finding));
        if is_base {
            break;
        }
    }
    result
}

/// The search for a base of one size; `None` when there is no such puzzle, or it is known to have none.
fn plan(requirement: &InnerRequirement, n: u64) -> Option<Plan> {
    let puzzle = Puzzle::new(requirement.k.into(), n).ok()?;
    let shift = i64::from(puzzle.k());
    let penny = requirement.stationary_penny;
    if n < 2 || puzzle.only_rotates() || penny.is_some_and(|penny| penny > n) {
        return None;
    }
    let restrictions = Restrictions {
        blocks: BlockSet::of(&[Block::R1]),
        final_type: Some(requirement.final_type),
        shift: Some(shift),
        stationary: penny.map(|penny| (n + penny) as i64).into_iter().collect(),
    };
    let plan = Plan::new(puzzle, n as u32, restrictions, Rules::default()).ok()?;
    Some(plan.dropping_dead_states())
}

fn find_base(
    requirement: &InnerRequirement,
    plan: &Plan,
    seed: u64,
    control: &Control<'_>,
) -> Result<BaseFinding, StopReason> {
    if let Some(finding) = exhaustive(plan, FEW_STATES, control)? {
        return Ok(finding);
    }
    if let Some(base) = without_breaking(requirement, plan, control)? {
        return Ok(BaseFinding::Base(base));
    }
    for width in BEAM_WIDTHS {
        let beam = widening_beam(width, seed);
        match run(plan, Some(beam), control) {
            Outcome::Stopped(stopped) if stopped.reason == StopReason::Width => {
                report(control, &stopped.states);
            }
            settled => return finding(plan, settled, control),
        }
    }
    let settled = exhaustive(plan, MANY_STATES, control)?;
    Ok(settled.unwrap_or(BaseFinding::NotFound(ATTEMPTS)))
}

/// A base that breaks no pair, if the search for one ends within its states.
fn without_breaking(
    requirement: &InnerRequirement,
    plan: &Plan,
    control: &Control<'_>,
) -> Result<Option<Solution>, StopReason> {
    let is_whole = requirement.stationary_penny.is_none();
    let Some(base) = BasePlan::new(plan.puzzle).filter(|_| is_whole) else {
        return Ok(None);
    };
    let limited = Control {
        limits: Limits {
            states: Some(UNBROKEN_STATES),
            ..control.limits
        },
        sink: control.sink,
    };
    let outcome = base.with_space(FromBothEnds {
        bound: base.moves(),
        control: &limited,
    });
    report(control, outcome.states());
    match outcome {
        Outcome::Found(Found { moves, .. }) => {
            let solution = base.solution(moves);
            Ok(requirement.check(&solution).is_ok().then_some(solution))
        }
        Outcome::Exhausted(_) => Ok(None),
        Outcome::Stopped(stopped) if stopped.reason == StopReason::States => Ok(None),
        Outcome::Stopped(stopped) => Err(stopped.reason),
    }
}

/// Exhaustive search within so many states; `None` when they do not suffice.
fn exhaustive(
    plan: &Plan,
    most: u64,
    control: &Control<'_>,
) -> Result<Option<BaseFinding>, StopReason> {
    let limits = Limits {
        states: Some(most),
        ..control.limits
    };
    let limited = Control {
        limits,
        sink: control.sink,
    };
    match run(plan, None, &limited) {
        Outcome::Stopped(stopped) if stopped.reason == StopReason::States => {
            report(control, &stopped.states);
            Ok(None)
        }
        settled => finding(plan, settled, control).map(Some),
    }
}

fn finding(
    plan: &Plan,
    outcome: Outcome<Move>,
    control: &Control<'_>,
) -> Result<BaseFinding, StopReason> {
    report(control, outcome.states());
    match outcome {
        Outcome::Found(Found { moves, .. }) => {
            Ok(BaseFinding::Base(Solution::new(plan.puzzle, 1, moves)))
        }
        Outcome::Exhausted(Exhausted { states, .. }) => Ok(BaseFinding::None(states)),
        Outcome::Stopped(Stopped { reason, .. }) => Err(reason),
    }
}

fn report(control: &Control<'_>, states: &[u64]) {
    control.sink.event(Event::Visited {
        states: states.iter().sum(),
    });
}

fn run(plan: &Plan, beam: Option<Beam>, control: &Control<'_>) -> Outcome<Move> {
    plan.with_space(
        None,
        OneSize {
            bound: plan.moves,
            beam,
            control,
        },
    )
}

struct OneSize<'a> {
    bound: u32,
    beam: Option<Beam>,
    control: &'a Control<'a>,
}

impl WithSpace for OneSize<'_> {
    type Output = Outcome<Move>;
    fn with<S: LinearStates>(self, space: S) -> Outcome<Move> {
        match self.beam {
            Some(beam) => layered(&Unannotated(&space), self.bound, Some(beam), self.control),
            None => bidirectional(&space, self.bound, self.control),
        }
    }
}
