//! Checks a family of bases.

use super::FamilyRecord;
use crate::counts::total;
use crate::error::RecordError;
use crate::found_by::FoundBy;
use crate::provenance::{DoublesCommand, Options};
use crate::verify::{check_numbers, check_restrictions, check_states};
use tait_linear::{
    BaseExhaustion, BlockLength, BoundedSearch, Coverage, Family, Finding, PruneRules, Puzzle,
    Restrictions, SizeWithoutBase, analyse, choices_of_base, is_mirrored_equal,
};

pub(super) fn family(record: &FamilyRecord) -> Result<(), RecordError> {
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
    let from = framework(found_by, family.k, asked, smallest)?;
    if found_by.is_all_added() && !record.smaller_sizes.is_empty() {
        return Err(RecordError::Provenance(
            "no search of smaller sizes was taken in with the bases".to_owned(),
        ));
    }
    if let Some(n) = from.and_then(|from| passed_over(record, from)) {
        return Err(RecordError::Provenance(format!(
            "n = {n} is missing: '{}' searches it before it reaches a base",
            record.found_by.command
        )));
    }
    Ok(())
}

fn check_smaller_sizes(record: &FamilyRecord, coverage: &Coverage) -> Result<(), RecordError> {
    let mut previous = 0;
    for SizeWithoutBase { n, finding } in &record.smaller_sizes {
        let puzzle = Puzzle::new(record.family.k.into(), *n)?;
        let fail = |reason: &str| Err(RecordError::Claim(format!("smaller size n = {n} {reason}")));
        if *n <= previous {
            return fail("is out of order");
        }
        previous = *n;
        if coverage.covers(*n) {
            return fail("has a base or is an extension of one");
        }
        let is_outcome = match finding {
            Finding::NoSolution { states } => {
                let moves = u32::try_from(*n).unwrap_or(u32::MAX);
                let restrictions = record.restrictions.clone();
                let bounded =
                    BoundedSearch::new(puzzle, moves, restrictions, PruneRules::default());
                let bounded =
                    bounded.map_err(|error| RecordError::Claim(format!("n = {n}: {error}")))?;
                check_states(&bounded, states)?;
                true
            }
            Finding::NoBase {
                choices,
                states,
                search,
            } => {
                if let Some(search) = search {
                    check_base_search(puzzle, &record.restrictions, search)
                        .map_err(|reason| RecordError::Claim(format!("n = {n}: {reason}")))?;
                }
                let is_sum = search.as_ref().is_none_or(|search| {
                    let counts = search.choices.iter().flat_map(|choice| &choice.states);
                    (search.choices.len() as u64, total(counts)) == (*choices, *states)
                });
                let is_all = !record.restrictions.is_none()
                    || u128::from(*choices) == choices_of((*n).into());
                is_sum && is_all && *choices > 0 && *states > 0
            }
            Finding::NotFound { attempts } => *attempts > 0,
        };
        if !is_outcome {
            return fail("is not a possible outcome of a search");
        }
    }
    Ok(())
}

/// Checks that a search for a base can be exhaustive: it has every choice of stationary coins, the board that they take,
/// the prune rules of all stored searches, and possible counts.
fn check_base_search(
    puzzle: Puzzle,
    restrictions: &Restrictions,
    search: &BaseExhaustion,
) -> Result<(), String> {
    let n = puzzle.n();
    if search.rules != PruneRules::default() {
        return Err("the search for a base was without one of the prune rules".to_owned());
    }
    let moves = u32::try_from(n).unwrap_or(u32::MAX);
    let bounded = BoundedSearch::new(puzzle, moves, restrictions.clone(), search.rules);
    let bounded = bounded.map_err(|error| error.to_string())?;
    let needed = (bounded.board_from(), bounded.board_to());
    if (search.board_from, search.board_to) != needed {
        let (from, to) = (search.board_from, search.board_to);
        let (needs_from, needs_to) = needed;
        return Err(format!(
            "the search for a base was on positions {from}..{to}, but needs {needs_from}..{needs_to}"
        ));
    }
    let choices = choices_of_base(n, is_mirrored_equal(restrictions));
    let searched = search.choices.iter();
    if !searched
        .map(|choice| (choice.nickel, choice.penny))
        .eq(choices)
    {
        return Err("the search for a base lacks a choice of stationary coins".to_owned());
    }
    let asks_more = restrictions.final_type.is_some() || restrictions.shift.is_some();
    let is_possible = |states: &[u64]| match states {
        [1, between @ .., last] => {
            let is_last = *last == 0 || (asks_more && states.len() as u64 == n + 1);
            is_last && states.len() as u64 <= n + 1 && !between.contains(&0)
        }
        _ => false,
    };
    match (search.choices.iter()).find(|choice| !is_possible(&choice.states)) {
        Some(choice) => Err(format!(
            "with {} and {} stationary, no search reaches {:?} states by depth",
            choice.nickel, choice.penny, choice.states
        )),
        None => Ok(()),
    }
}

/// Returns a size, `from` or larger, that is smaller than the base of its residue, and about which nothing is said.
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

/// Returns the number of choices of two stationary coins for a size, where mirror images count as one: nickel `i` and
/// penny `j` whose positions, `i` and `n + j`, differ by an odd number.
const fn choices_of(n: u128) -> u128 {
    let (odd, even) = (n.div_ceil(2), n / 2);
    (odd * odd + even * even + n) / 2
}

/// Requires `framework K`, with the restrictions of the bases, whose smallest size is given. Returns the size from
/// which on all sizes below a base were looked at; `None` if a run looked for bases of a common pattern, which says
/// nothing of other sizes, or if bases were taken in.
fn framework(
    found_by: &FoundBy,
    k: BlockLength,
    restrictions: &Restrictions,
    smallest: u64,
) -> Result<Option<u64>, RecordError> {
    let begin = |run: &FoundBy| framework_begin(run, k, Some(restrictions));
    found_by.check_or_added(|run| begin(run).is_some())?;
    // Which run found a base is not on record, and nothing is known of how one was found that was taken in.
    if found_by.has_added() {
        return Ok(None);
    }
    let begins = found_by.runs().filter_map(|run| begin(run).flatten());
    let least = begins.map(|begin| begin.least).min();
    if let Some(first) = least.filter(|first| *first > smallest) {
        return Err(RecordError::Provenance(format!(
            "a run that begins with n = {first} finds no base of n = {smallest}"
        )));
    }
    // The record does not say which run found a base: it may have been the one that began last.
    let mut runs = found_by.runs().filter_map(begin);
    Ok(runs.try_fold(0, |last, begin| Some(last.max(begin?.told))))
}

/// The sizes at which a run begins.
struct Begin {
    /// The smallest size for which it may have found a base.
    least: u64,
    /// The first size for which it says what it found.
    told: u64,
}

/// Returns whether a run looks for a family of a block length, with whatever restrictions.
pub(crate) fn is_framework(run: &FoundBy, k: BlockLength) -> bool {
    let is_doubles = |command: DoublesCommand| command.k == k && run.is_of_seed(command.seed);
    DoublesCommand::parse(&run.command).is_some_and(is_doubles)
        || framework_begin(run, k, None).is_some()
}

/// Returns where a run begins; the inner `None` means that it looks for a common pattern. Without restrictions, it may
/// have any.
fn framework_begin(
    run: &FoundBy,
    k: BlockLength,
    restrictions: Option<&Restrictions>,
) -> Option<Option<Begin>> {
    let mut options = Options::of(&run.command, "framework")?;
    let is_asked = options.positional()? == k.get().to_string();
    let is_common = options.flag("--common-pattern");
    let parity = options.value("--parity");
    let is_smallest = options.flag("--smallest");
    let is_exhaustive = options.flag("--exhaustive");
    let is_kind = !is_smallest || (Family::takes_any(k) && !is_common);
    // An exhaustive search begins with the smallest bases.
    let is_kind = is_kind && (!is_exhaustive || !is_common && is_smallest == Family::takes_any(k));
    let (from, _) = (options.number("--from"), options.number("--to"));
    let from = from.filter(|_| !is_exhaustive);
    let is_known_parity =
        parity.is_none_or(|parity| is_common && ["even", "odd"].contains(&parity));
    let is_restricted = match restrictions {
        Some(restrictions) => options.restrictions(restrictions),
        None => {
            options.any_restrictions();
            true
        }
    };
    let is_own = is_asked
        && is_kind
        && is_known_parity
        && is_restricted
        && run.has_seed(&mut options)
        && options.is_done();
    // Where any base will do, earlier versions of tait began with smaller sizes.
    let begin = Begin {
        least: from.unwrap_or(Family::searched_from(k, false)),
        told: from.unwrap_or(Family::searched_from(
            k,
            Family::takes_any(k) && !is_smallest,
        )),
    };
    is_own.then(|| (!is_common).then_some(begin))
}
