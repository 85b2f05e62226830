//! Holding what a file claims against what it holds.
//!
//! Everything here rests on the checker of `tait-puzzle`. Two things are added: a claim has to
//! follow from the replay (as far as it can without the search that it reports), and a file may
//! hold any numbers at all, so that sizes and positions are looked at before a row is laid out.

use crate::counts::{self, Forward};
use crate::{
    CellRecord, ClassificationRecord, FamilyRecord, Fault, SolutionRecord, provenance, shortcut,
};
use tait_puzzle::linear::{
    Analysis, Claim, Coverage, Exhaustion, FARTHEST_POSITION, Finding, LinearStates, Plan, Puzzle,
    Restrictions, Rules, SizeWithoutBase, Solution, Verdict, WithSpace, analyse, check,
};

/// The largest size whose row of `2n` bits is laid out for a check: 8 GiB.
pub const LARGEST_ROW: u64 = 1 << 35;

/// The largest size for which a list of moves that is too short is replayed all the same, because
/// the first bad move says more than the length.
const LARGEST_SHORT: u64 = 1 << 20;

/// Whether a replay of this puzzle fits into memory and into the numbers of the checker.
///
/// # Errors
/// [`Fault::RowTooLong`] or [`Fault::TooFar`].
///
/// ```
/// use tait_puzzle::linear::Puzzle;
/// assert!(tait_store::check_bounds(Puzzle::new(2, 10_000_000)?, 1).is_ok());
/// assert!(tait_store::check_bounds(Puzzle::new(2, 100_000_000_000)?, 1).is_err());
/// assert!(tait_store::check_bounds(Puzzle::new(2, 3)?, i64::MAX).is_err());
/// # Ok::<(), tait_puzzle::linear::PuzzleError>(())
/// ```
pub fn check_bounds(puzzle: Puzzle, start: i64) -> Result<(), Fault> {
    if puzzle.n() > LARGEST_ROW {
        return Err(Fault::RowTooLong(puzzle.n()));
    }
    in_range(start)
}

/// Half of the farthest position, so that a row that starts there ends within range.
const fn in_range(position: i64) -> Result<(), Fault> {
    if position.unsigned_abs() <= FARTHEST_POSITION.unsigned_abs() / 2 {
        Ok(())
    } else {
        Err(Fault::TooFar(position))
    }
}

/// Checks a solution whose numbers nobody has looked at yet.
///
/// # Errors
/// The first bad move and why, or what is wrong with the final row, or with the numbers.
pub fn check_solution(solution: &Solution) -> Result<Verdict, Fault> {
    check_numbers(solution)?;
    Ok(check(solution)?)
}

pub(crate) fn check_numbers(solution: &Solution) -> Result<(), Fault> {
    let (puzzle, moves) = (solution.puzzle(), solution.moves());
    check_bounds(puzzle, solution.start())?;
    if puzzle.n() > LARGEST_SHORT.max(moves.len() as u64) {
        return Err(Fault::TooFewMoves {
            moves: moves.len(),
            n: puzzle.n(),
        });
    }
    moves
        .iter()
        .flat_map(|step| [step.from, step.to])
        .try_for_each(in_range)
}

pub(crate) fn solution_record(record: &SolutionRecord) -> Result<Verdict, Fault> {
    check_numbers(&record.solution)?;
    let analysis = analyse(&record.solution)?;
    check_restrictions(&record.restrictions, &record.solution, &analysis)?;
    check_claim(record, &analysis.verdict)?;
    let (puzzle, moves) = (record.solution.puzzle(), analysis.verdict.moves);
    provenance::solve(&record.found_by, puzzle, &record.restrictions, moves)?;
    // Each move of a solution leads to another state, and the search was at all of them.
    if record.found_by.states.is_some_and(|states| states < moves) {
        return Err(Fault::Provenance(format!(
            "a search that finds {moves} moves visits as many states at least"
        )));
    }
    Ok(analysis.verdict)
}

fn check_claim(record: &SolutionRecord, verdict: &Verdict) -> Result<(), Fault> {
    let (moves, n) = (verdict.moves, record.solution.puzzle().n());
    let fail = |reason: String| Err(Fault::Claim(reason));
    match &record.claim {
        Claim::LowerBound if verdict.meets_lower_bound => Ok(()),
        Claim::LowerBound => fail(format!(
            "{moves} moves do not meet the lower bound of n = {n}"
        )),
        Claim::Exhaustion { shorter } => {
            let lengths: Vec<u64> = shorter.iter().map(|search| search.moves).collect();
            if moves <= n || lengths != (n..moves).collect::<Vec<_>>() {
                return fail(format!(
                    "{moves} moves are optimal when the lengths {n} to {} are excluded, the lengths searched are {lengths:?}",
                    moves - 1
                ));
            }
            shorter.iter().try_for_each(|search| {
                check_search(record.solution.puzzle(), &record.restrictions, search)
            })?;
            shortcut::of_rows(&record.solution)
        }
    }
}

/// Whether the record of a search can be that of an exhaustive one: asked for the same, on the board
/// that it takes, with the rules that what is stored was searched with, from one state on to none.
fn check_search(
    puzzle: Puzzle,
    restrictions: &Restrictions,
    search: &Exhaustion,
) -> Result<(), Fault> {
    let moves = search.moves;
    let fail = |reason: String| {
        Err(Fault::Claim(format!(
            "the search for {moves} moves {reason}"
        )))
    };
    if search.restrictions != *restrictions {
        return fail(format!("was for {}", search.restrictions));
    }
    if search.rules != Rules::default() {
        return fail("was without one of the prune rules; such counts are not stored".to_owned());
    }
    let plan = match search.plan(puzzle) {
        Err(error) => return fail(format!("is none: {error}")),
        Ok(plan) => plan,
    };
    if (search.board_from, search.board_to) != (plan.board_from(), plan.board_to()) {
        return fail(format!(
            "was on positions {}..{}, and it takes {}..{}",
            search.board_from,
            search.board_to,
            plan.board_from(),
            plan.board_to()
        ));
    }
    check_states(&plan, &search.states)
}

/// Whether numbers can be the states per depth of an exhaustive search that found nothing.
fn check_states(plan: &Plan, states: &[u64]) -> Result<(), Fault> {
    let fail = |reason: String| {
        let moves = plan.moves;
        Err(Fault::Claim(format!(
            "the search for {moves} moves {reason}; it reached {states:?} states by depth"
        )))
    };
    // Whatever is left with no pair missing is a goal, unless more is asked of a goal than pairs.
    let asks_more = plan.restrictions.final_type.is_some() || plan.restrictions.shift.is_some();
    if states.last() != Some(&0) && !asks_more {
        return fail("does not end with an empty depth".to_owned());
    }
    struct Counted<'a>(u32, &'a [u64]);
    impl WithSpace for Counted<'_> {
        type Output = Result<(), String>;
        fn with<S: LinearStates>(self, space: S) -> Self::Output {
            counts::forward(&space, self.0, self.1, Forward::Exhausted)
        }
    }
    let counted = plan.with_space(None, Counted(plan.moves, states));
    counted.or_else(fail)
}

pub(crate) fn classification_record(record: &ClassificationRecord) -> Result<(), Fault> {
    let mut previous = 0;
    for cell_record in &record.cells {
        let CellRecord { cell, .. } = cell_record;
        provenance::cell(cell_record)?;
        let (puzzle, n) = (cell.puzzle, cell.puzzle.n());
        let fail = |reason: String| Err(Fault::Claim(format!("{puzzle} {reason}")));
        if puzzle.block_length() != record.k {
            return fail(format!("is in the map of k = {}", record.k));
        }
        if n <= previous {
            return fail("is out of order".to_owned());
        }
        previous = n;
        let searched: Vec<u64> = cell.excluded.iter().map(|search| search.moves).collect();
        if searched != (n..cell.at_least()).collect::<Vec<_>>() {
            return fail(format!(
                "is searched for {n} moves, then {}, and so on, and not for {searched:?}",
                n + 1
            ));
        }
        for search in &cell.excluded {
            check_search(puzzle, &Restrictions::default(), search)?;
        }
        let Some(solution) = &cell.solution else {
            continue;
        };
        if solution.puzzle() != puzzle {
            return fail(format!("has a solution of {}", solution.puzzle()));
        }
        let moves = check_solution(solution)?.moves;
        if moves < cell.at_least() {
            return fail(format!(
                "has a solution of {moves} moves, which are excluded"
            ));
        }
        if !cell.excluded.is_empty() && moves == cell.at_least() {
            shortcut::of_rows(solution)?;
        }
    }
    Ok(())
}

fn check_restrictions(
    restrictions: &Restrictions,
    solution: &Solution,
    analysis: &Analysis,
) -> Result<(), Fault> {
    if restrictions.is_none() || are_met(restrictions, solution, analysis) {
        return Ok(());
    }
    Err(Fault::Claim(format!(
        "{} moves of {} do not keep to {restrictions}",
        analysis.verdict.moves,
        solution.puzzle()
    )))
}

/// Whether a list of moves is a solution that keeps to restrictions.
pub(crate) fn keeps_to(restrictions: &Restrictions, solution: &Solution) -> bool {
    analyse(solution).is_ok_and(|analysis| are_met(restrictions, solution, &analysis))
}

fn are_met(restrictions: &Restrictions, solution: &Solution, analysis: &Analysis) -> bool {
    let verdict = &analysis.verdict;
    // Restrictions count positions from the first coin, which is 1 for them.
    let distance = solution.start() - 1;
    let stays = |&position: &i64| {
        let there = position.saturating_add(distance);
        analysis.stationary.nickels.contains(&there) || analysis.stationary.pennies.contains(&there)
    };
    let any = restrictions.blocks == tait_puzzle::linear::BlockSet::ANY;
    (any || analysis.elsewhere.is_none() && analysis.blocks.is_subset(restrictions.blocks))
        && restrictions
            .final_type
            .is_none_or(|wanted| wanted == verdict.final_type)
        && restrictions
            .shift
            .is_none_or(|wanted| wanted == verdict.shift)
        && restrictions.stationary.iter().all(stays)
}

pub(crate) fn family_record(record: &FamilyRecord) -> Result<Coverage, Fault> {
    let family = &record.family;
    for base in &family.bases {
        check_numbers(&base.solution)?;
    }
    let coverage = family.check(3)?;
    if !record.restrictions.is_none() {
        for base in &family.bases {
            check_restrictions(
                &record.restrictions,
                &base.solution,
                &analyse(&base.solution)?,
            )?;
        }
    }
    check_smaller_sizes(record, &coverage)?;
    let sizes = family.bases.iter().map(|base| base.puzzle().n());
    let smallest = sizes.min().unwrap_or_default();
    let (found_by, asked) = (&record.found_by, &record.restrictions);
    let from = provenance::framework(found_by, family.k, asked, smallest)?;
    if let Some(n) = from.and_then(|from| passed_over(record, from)) {
        return Err(Fault::Provenance(format!(
            "'{}' looks at n = {n} before it comes to a base, and nothing is said of it",
            record.found_by.command
        )));
    }
    Ok(coverage)
}

fn check_smaller_sizes(record: &FamilyRecord, coverage: &Coverage) -> Result<(), Fault> {
    let mut previous = 0;
    for SizeWithoutBase { n, finding } in &record.smaller_sizes {
        let puzzle = Puzzle::new(record.family.k.into(), *n)?;
        let fail = |reason: &str| Err(Fault::Claim(format!("smaller size n = {n} {reason}")));
        if *n <= previous {
            return fail("is out of order");
        }
        previous = *n;
        if coverage.covers(*n) {
            return fail("has a base or is an expansion of one");
        }
        let is_outcome = match finding {
            Finding::NoSolution { states } => {
                let moves = u32::try_from(*n).unwrap_or(u32::MAX);
                let restrictions = record.restrictions.clone();
                let plan = Plan::new(puzzle, moves, restrictions, Rules::default());
                let plan = plan.map_err(|error| Fault::Claim(format!("n = {n}: {error}")))?;
                check_states(&plan, states)?;
                true
            }
            Finding::NoBase { choices, states } => {
                let is_all = !record.restrictions.is_none()
                    || u128::from(*choices) == choices_of((*n).into());
                is_all && *choices > 0 && *states > 0
            }
            Finding::NotFound { attempts } => *attempts > 0,
        };
        if !is_outcome {
            return fail("is no outcome of a search");
        }
    }
    Ok(())
}

/// A size from this one on that is smaller than the base of its residue, and of which nothing is said.
fn passed_over(record: &FamilyRecord, from: u64) -> Option<u64> {
    let modulus = 2 * u64::from(record.family.k.get());
    let is_puzzle = |n: &u64| Puzzle::new(record.family.k.into(), *n).is_ok();
    let is_known = |n: &u64| record.smaller_sizes.iter().any(|size| size.n == *n);
    let mut bases = record.family.bases.iter().map(|base| base.puzzle().n());
    bases.find_map(|base| {
        let mut smaller = (base % modulus..base).step_by(modulus as usize);
        smaller.find(|n| *n >= from && is_puzzle(n) && !is_known(n))
    })
}

/// How many choices of two stationary coins there are for a size, of two that are mirror images of each other one:
/// nickel `i` and penny `j` whose positions, `i` and `n + j`, differ by an odd number.
const fn choices_of(n: u128) -> u128 {
    let (odd, even) = (n.div_ceil(2), n / 2);
    (odd * odd + even * even + n) / 2
}
