//! Families of bases on disk.

use crate::commands::FamilyCommand;
use crate::counts::total;
use crate::error::RecordError;
use crate::found_by::FoundBy;
use crate::kinds::RecordKind;
use crate::level::Level;
use crate::stored::{
    About, Conflict, Listing, SearchCounts, Stored, Summary, contradiction, union,
};
use crate::verify::{check_recorded, check_restrictions, check_states};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tait_linear::{
    Base, BaseExhaustion, BlockLength, BoundedSearch, Coverage, Family, Finding, PruneRules,
    Puzzle, Restrictions, Settles, SizeWithoutBase, Solution, analyse, choices_of_base,
    is_mirrored_equal,
};
use tait_text::counted;

/// A family, and what is known of the sizes below its bases.
#[derive(Debug, Clone, PartialEq)]
pub struct FamilyRecord {
    /// The family.
    pub family: Family,
    /// The findings for sizes that are smaller than the base of their residue, in ascending order.
    pub smaller_sizes: Vec<SizeWithoutBase>,
    /// The restrictions on every base.
    pub restrictions: Restrictions,
    /// The run that found it.
    pub found_by: FoundBy,
}

/// A file `families/kKK-NAME.json`: bases that settle every size of their residues from their own size on.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FamilyBody {
    /// The number of adjacent coins that a move slides.
    k: BlockLength,
    /// What the bases prove, in words; recomputed whenever the file is read.
    claim: String,
    /// The restrictions on every base.
    #[serde(default, skip_serializing_if = "Restrictions::is_none")]
    restrictions: Restrictions,
    /// The bases, one for each residue modulo 2k that is covered.
    bases: Vec<Base>,
    /// The findings for sizes that are smaller than the base of their residue, in ascending order.
    smaller_sizes: Vec<SizeWithoutBase>,
    /// The run that found it.
    found_by: FoundBy,
}

/// Returns the path of a family.
pub(crate) fn family_path(k: BlockLength, variant: &str) -> PathBuf {
    PathBuf::from(format!("families/k{:02}-{variant}.json", k.get()))
}

/// Returns whether a file is for a family of a block length and a variant that begins so.
pub(crate) fn is_variant(name: &Path, k: BlockLength, variant: &str) -> bool {
    let beginning = family_path(k, variant).with_extension("");
    name.to_string_lossy()
        .starts_with(&*beginning.to_string_lossy())
}

/// Returns whether a coverage settles all sizes that another one settles; both have the same modulus.
pub(crate) fn covers(coverage: &Coverage, other: &Coverage) -> bool {
    let mut firsts = other.first.iter().flatten();
    firsts.all(|&first| coverage.covers(first))
}

/// Compares the block length and the claim that a file states with those of a family of these `parts`.
pub(crate) fn check_stated(
    (k, claim): (BlockLength, &str),
    parts: &str,
    family: &dyn Settles,
) -> Result<(), RecordError> {
    let (length, proven) = (family.block_length(), family.claim());
    let what = match (k == length, claim == proven) {
        (true, true) => return Ok(()),
        (false, _) => format!("it states k = {k}, but the {parts} are for k = {length}"),
        (_, false) => format!("it states \"{claim}\", but the {parts} prove \"{proven}\""),
    };
    Err(RecordError::Claim(what))
}

impl TryFrom<FamilyBody> for FamilyRecord {
    type Error = RecordError;

    fn try_from(body: FamilyBody) -> Result<Self, RecordError> {
        let record = Self {
            family: Family {
                k: body.k,
                bases: body.bases,
            },
            smaller_sizes: body.smaller_sizes,
            restrictions: body.restrictions,
            found_by: body.found_by,
        };
        record.family.check_residues()?;
        check_stated((body.k, &body.claim), "bases", &record.family)?;
        Ok(record)
    }
}

impl From<FamilyRecord> for FamilyBody {
    fn from(record: FamilyRecord) -> Self {
        Self {
            k: record.family.k,
            claim: record.family.claim(),
            restrictions: record.restrictions,
            bases: record.family.bases,
            smaller_sizes: record.smaller_sizes,
            found_by: record.found_by,
        }
    }
}

impl Stored for FamilyRecord {
    fn about() -> &'static About {
        &About {
            kind: RecordKind::Family,
            name: "family",
            directory: "families",
            title: "Stored family",
            puzzle: &["linear"],
            plural: "Stored families that extend their bases",
            has_k: true,
            has_n: true,
            listing: Listing::Solutions,
        }
    }

    type Body = FamilyBody;

    fn minor(&self) -> u32 {
        let has_counts = |size: &SizeWithoutBase| {
            let finding = &size.finding;
            matches!(finding, Finding::NoBase { search, .. } if search.is_some())
        };
        match self.smaller_sizes.iter().any(has_counts) {
            true => 3,
            false => 0,
        }
    }

    /// Returns the name that its command gives it.
    ///
    /// It may be stored under another name.
    fn path(&self) -> PathBuf {
        family_path(self.family.k, &self.variant())
    }

    fn belongs_in(&self, name: &Path) -> bool {
        let beginning = format!("families/k{:02}-", self.family.k.get());
        name.to_str()
            .is_some_and(|name| name.starts_with(&beginning))
    }

    /// Checks every base and three extensions of each, and compares the claims with them.
    fn check(&self) -> Result<(), RecordError> {
        family(self)
    }

    fn runs(&self) -> Vec<&FoundBy> {
        vec![&self.found_by]
    }

    fn level(&self) -> Level {
        let mut sizes = self.smaller_sizes.iter();
        Level::of_search(sizes.any(|size| !matches!(size.finding, Finding::NotFound { .. })))
    }

    fn merged(self, new: Self, name: &Path) -> Result<Self, Conflict> {
        merged(self, new, name)
    }

    fn summary(&self) -> Summary {
        let k = self.family.k;
        let bases = counted(self.family.bases.len() as u64, "base");
        let holds = format!("{bases}, {}", self.family.claim());
        let name = format!("family for k = {k}");
        Summary {
            k: Some(k.into()),
            ..Summary::of("a", &name, holds, self.found_by.in_words())
        }
    }

    fn family(&self) -> Option<&dyn Settles> {
        Some(&self.family)
    }

    fn counts(&self) -> SearchCounts {
        let sizes = self.smaller_sizes.iter();
        let searches = sizes.filter_map(|size| match &size.finding {
            Finding::NoSolution { states } => Some((format!("n = {}", size.n), states.clone())),
            _ => None,
        });
        let title = format!(
            "States per depth, sizes of k = {} without a solution of n moves",
            self.family.k
        );
        SearchCounts::by_depth(title, searches)
    }

    fn solutions(&self) -> Vec<(Solution, Option<Base>)> {
        let bases = self.family.bases.iter();
        bases
            .map(|base| (base.solution.clone(), Some(base.clone())))
            .collect()
    }
}

// Checks a family of bases.

fn family(record: &FamilyRecord) -> Result<(), RecordError> {
    let family = &record.family;
    for base in &family.bases {
        check_recorded(&base.solution)?;
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
    let begin = |run: &FoundBy| framework_begin(run, k, restrictions);
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
    run.asks(|command: FamilyCommand| command.k == k && run.has_seed(command.seed))
}

/// Returns where a run begins; the inner `None` means that it looks for a common pattern.
fn framework_begin(
    run: &FoundBy,
    k: BlockLength,
    restrictions: &Restrictions,
) -> Option<Option<Begin>> {
    let is_own = |asked: &FamilyCommand| !asked.doubles && asked.restrictions == *restrictions;
    let asked = run
        .asked()
        .filter(is_own)
        .filter(|_| is_framework(run, k))?;
    if asked.common_pattern {
        return Some(None);
    }
    let from = asked.from.filter(|_| !asked.exhaustive);
    // Where any base will do, earlier versions of tait began with smaller sizes.
    let takes_any = Family::takes_any(k) && !asked.smallest;
    Some(Some(Begin {
        least: from.unwrap_or(Family::searched_from(k, false)),
        told: from.unwrap_or(Family::searched_from(k, takes_any)),
    }))
}

// Merges two families of bases.

/// Merges the bases by residue, where the smaller is the better, and the findings by size. All
/// bases of a common-pattern family carry one sequence of patterns, so two of them are not mixed.
fn merged(known: FamilyRecord, new: FamilyRecord, name: &Path) -> Result<FamilyRecord, Conflict> {
    if known.restrictions != new.restrictions {
        let what = format!("a family for {}", known.restrictions);
        return Err(Conflict::Occupied(what));
    }
    let modulus = 2 * u64::from(known.family.k.get());
    let size = |base: &Base| base.puzzle().n();
    let mut bases = union(
        known.family.bases.clone(),
        new.family.bases.clone(),
        |base| size(base) % modulus,
        |stored, new| {
            Ok(if size(&stored) < size(&new) {
                stored
            } else {
                new
            })
        },
    )?;
    bases.sort_by_key(size);
    let findings = union(
        known.smaller_sizes.clone(),
        new.smaller_sizes.clone(),
        |smaller| smaller.n,
        |stored, new_size| {
            if let (Some((states, search)), Some((others, other))) =
                (searched(&stored.finding), searched(&new_size.finding))
                && search != other
            {
                let what = format!("n = {}", stored.n);
                let sides = [states, others].map(|states| format!("no base, {states} states"));
                let [one, two] = sides;
                let sides = ((one, &known.found_by), (two, &new.found_by));
                return Err(contradiction(&what, sides.0, sides.1));
            }
            let is_stronger = strength(&stored.finding) > strength(&new_size.finding);
            Ok(if is_stronger { stored } else { new_size })
        },
    )?;
    let mut merged = FamilyRecord {
        family: Family {
            k: known.family.k,
            bases,
        },
        smaller_sizes: Vec::new(),
        ..new.clone()
    };
    for smaller in findings {
        let n = smaller.n;
        let mut bases = merged.family.bases.iter().map(size);
        match bases.find(|base| *base <= n && (n - base).is_multiple_of(modulus)) {
            None => merged.smaller_sizes.push(smaller),
            Some(_) if matches!(smaller.finding, Finding::NotFound { .. }) => {}
            Some(base) => {
                let (none, base) = ("no base".to_owned(), format!("the base n = {base}"));
                let is_stored = known.smaller_sizes.contains(&smaller);
                let (stored, found) = if is_stored {
                    (none, base)
                } else {
                    (base, none)
                };
                let sides = ((stored, &known.found_by), (found, &new.found_by));
                return Err(contradiction(&format!("n = {n}"), sides.0, sides.1));
            }
        }
    }
    let knowledge = merged.knowledge();
    Ok(if knowledge == new.knowledge() {
        new
    } else if knowledge == known.knowledge() || is_variant(name, known.family.k, "common") {
        known
    } else {
        let found_by = new.found_by.and(known.found_by);
        FamilyRecord { found_by, ..merged }
    })
}

impl FamilyRecord {
    /// Returns the sizes of the bases, and the strength of the finding for each smaller size.
    fn knowledge(&self) -> (Vec<u64>, Vec<(u64, Strength)>) {
        let bases = self.family.bases.iter();
        let mut sizes: Vec<u64> = bases.map(|base| base.puzzle().n()).collect();
        sizes.sort_unstable();
        let smaller = self.smaller_sizes.iter();
        let findings = smaller.map(|smaller| (smaller.n, strength(&smaller.finding)));
        (sizes, findings.collect())
    }
}

/// The kind of a finding, then the number of attempts, or 1 for a search with its counts.
type Strength = (u8, u64);

const fn strength(finding: &Finding) -> Strength {
    match finding {
        Finding::NoSolution { .. } => (2, 0),
        Finding::NoBase { search, .. } => (1, search.is_some() as u64),
        Finding::NotFound { attempts } => (0, *attempts),
    }
}

/// Returns the exhaustive search for a base, with its number of states, if it is there with its counts.
const fn searched(finding: &Finding) -> Option<(u64, &BaseExhaustion)> {
    match finding {
        Finding::NoBase {
            states,
            search: Some(search),
            ..
        } => Some((*states, search)),
        _ => None,
    }
}

impl FamilyRecord {
    /// Returns the end of the name that its command gives its file.
    pub(crate) fn variant(&self) -> String {
        let asked = self.found_by.asked::<FamilyCommand>();
        let asked = asked.unwrap_or_else(|| FamilyCommand::new(self.family.k));
        let restrictions = self.restrictions.clone();
        FamilyCommand {
            restrictions,
            ..asked
        }
        .variant()
    }
}
