//! Compares records with each other.
//!
//! Each record may be right by itself while two of them contradict each other: one says that a puzzle takes 12 moves,
//! the other shows 10. [`contradictions`] finds such pairs among the records of a store, and between them and what is
//! [known](Known) from elsewhere. It compares:
//!
//! * a solution of some length, or a family that covers a size, with the claim that it takes more moves;
//! * two counts of one exhaustive search, which have to agree to the last state;
//! * a cell of a map with the family from which it is taken;
//! * a wrap, or a base, with the claim that there is none;
//! * optima and bounds of one puzzle on a grid, and a puzzle, or the shapes of a table, with the known
//!   ones of its name;
//! * reversals of numbered checkers that mirror each other;
//! * the claims of a record about another one.
//!
//! Beams or attempts that found nothing prove nothing, and contradict nothing. Nor does a missing claim, as long as no
//! command in the store asked for it: a store that knows less is not false.

use crate::classification::CellRecord;
use crate::grid_table::PairAnswer;
use crate::record::Record;
use crate::reversal::{ReversalCell, ReversalRecord};
use crate::verify;
use crate::verify::keeps_to;
use crate::wrap_search::{WidthResult, WrapSearchRecord};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;
use tait_grid::{Puzzle, PuzzleForm, Shapes};
use tait_linear::wrap::{InnerRequirement, SizeResult, WrapClass};
use tait_linear::{
    BaseExhaustion, Claim, Coverage, Family, Finding, Restrictions, Settles, Solution,
};
use tait_vacancy::checkers::reversal::Reversal;

/// Two claims that cannot both be right.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contradiction {
    /// The source of one claim.
    pub one: String,
    /// The source of the other claim; the same if two claims of one record contradict each other.
    pub other: String,
    /// Both claims, in words.
    pub what: String,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { one, other, what } = self;
        if one == other {
            write!(f, "{one} contradicts itself: {what}")
        } else {
            write!(f, "{one} and {other} contradict each other: {what}")
        }
    }
}

/// A function that returns the length of some solution of a puzzle on a grid.
pub type Constructed<'a> = dyn Fn(&Puzzle) -> Option<u64> + 'a;

/// What is known apart from the store; each fact has the name that stands for it in a contradiction.
#[derive(Default)]
pub struct Known<'a> {
    /// Solutions of the linear puzzle, of any length.
    pub solutions: Vec<(&'a str, &'a Solution)>,
    /// Families of the linear puzzle.
    pub families: Vec<(&'a str, &'a Family)>,
    /// Named puzzles on a grid.
    pub puzzles: Vec<(&'a str, Puzzle)>,
    /// The shapes of named tables on a grid.
    pub shapes: Vec<(&'a str, Shapes)>,
    /// The length of a solution that a theorem gives, for bounds far above what a search can show.
    pub constructed: Option<&'a Constructed<'a>>,
}

impl fmt::Debug for Known<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known")
            .field("solutions", &self.solutions.len())
            .field("families", &self.families.len())
            .field("puzzles", &self.puzzles.len())
            .field("shapes", &self.shapes.len())
            .finish_non_exhaustive()
    }
}

/// A record and its file.
#[derive(Clone, Copy)]
struct Named<'a> {
    name: &'a str,
    record: &'a Record,
}

/// Returns all pairs of claims that cannot both be right, each once.
///
/// The records must have passed their own checks.
#[must_use]
pub fn contradictions(records: &[(&Path, &Record)], known: &Known<'_>) -> Vec<Contradiction> {
    let names: Vec<String> = records
        .iter()
        .map(|(path, _)| path.display().to_string())
        .collect();
    let named = names.iter().zip(records);
    let named: Vec<Named<'_>> = named
        .map(|(name, (_, record))| Named { name, record })
        .collect();
    let mut found = Found::default();
    compare_rows(&named, known, &mut found);
    compare_sources(&named, &mut found);
    compare_wraps(&named, &mut found);
    compare_grids(&named, known, &mut found);
    compare_reversals(&named, &mut found);
    let find = |file: &Path| {
        let mut records = records.iter();
        let found = records.find(|(name, _)| *name == file);
        found.map(|(_, record)| record.as_value())
    };
    for Named { name, record } in &named {
        for (other, what) in record.check_claims_about_others(&find) {
            found.add(name, &other, what);
        }
    }
    found.0.into_iter().collect()
}

/// The contradictions found, each once.
#[derive(Debug, Default)]
struct Found(BTreeSet<Contradiction>);

impl Found {
    fn add(&mut self, one: &str, other: &str, what: String) {
        let [one, other] = [one, other].map(str::to_owned);
        let _ = self.0.insert(Contradiction { one, other, what });
    }
}

/// Compares reversals of numbered checkers with the same puzzles seen from the other side.
fn compare_reversals(records: &[Named<'_>], found: &mut Found) {
    for &Named { name, record } in records {
        if let Record::Reversal(record) = record {
            for cell in record.cells() {
                for what in wrong(record, cell) {
                    found.add(name, name, format!("{}: {what}", cell.puzzle));
                }
            }
        }
    }
}

/// Returns what contradicts a cell's neighbours.
fn wrong(record: &ReversalRecord, cell: &ReversalCell) -> Vec<String> {
    let puzzle = cell.puzzle;
    let (moves, mut wrong) = (cell.moves.len(), Vec::new());
    // The solutions to any end include those to each end.
    if let (Some(_), Ok(any)) = (
        puzzle.end(),
        Reversal::new(puzzle.checkers(), puzzle.start(), None),
    ) && let Some(any) = record.cell(any)
    {
        if any.moves.len() > moves {
            wrong.push(format!(
                "it takes fewer moves than the optimum for any end, {}",
                any.moves.len()
            ));
        }
        let is_more = any.solutions.zip(cell.solutions);
        if any.moves.len() == moves && is_more.is_some_and(|(any, one)| one > any) {
            wrong.push("it has more solutions than the same puzzle with any end".to_owned());
        }
    }
    for image in images(puzzle) {
        if let Some(other) = record.cell(image)
            && (other.moves.len(), other.solutions) != (moves, cell.solutions)
        {
            wrong.push(format!(
                "{image} is the same puzzle from the other side, but its answer differs"
            ));
        }
    }
    wrong
}

/// Returns the mirror image, and the puzzle played backward.
fn images(puzzle: Reversal) -> Vec<Reversal> {
    let (n, start, cells) = (puzzle.checkers(), puzzle.start(), puzzle.cells());
    let mirrored = |cell: u64| cells + 1 - cell;
    let images = [
        Reversal::new(n, mirrored(start), puzzle.end().map(mirrored)),
        Reversal::new(
            n,
            puzzle.end().unwrap_or(start),
            puzzle.end().map(|_| start),
        ),
    ];
    images.into_iter().flatten().collect()
}

/// An answer to a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stated {
    Optimum(u64),
    AtLeast(u64),
    AtMost(u64),
    None,
}

/// The claim of a record, with its subject and its puzzle.
struct GridClaim<'a> {
    name: &'a str,
    what: String,
    answer: Stated,
    puzzle: Puzzle,
}

/// The number of moves per coin above which no search proves a lower bound.
const FAR_ABOVE: u64 = 3;

/// Compares optima and bounds of one puzzle on a grid, in whatever record, and named puzzles and
/// shapes with the known ones.
fn compare_grids(records: &[Named<'_>], known: &Known<'_>, found: &mut Found) {
    let mut claims: BTreeMap<String, Vec<GridClaim<'_>>> = BTreeMap::new();
    let mut claim = |name, what, answer, puzzle: Puzzle| {
        // The form says everything that matters, except for the name.
        let form = serde_json::to_string(&PuzzleForm::from(&puzzle)).unwrap_or_default();
        let claim = GridClaim {
            name,
            what,
            answer,
            puzzle,
        };
        claims.entry(form).or_default().push(claim);
    };
    for &Named { name, record } in records {
        match record {
            Record::GridSolution(record) => {
                let answer = match &record.solution {
                    Ok(moves) if record.is_settled() => Stated::Optimum(moves.len() as u64),
                    Ok(moves) => Stated::AtMost(moves.len() as u64),
                    Err(_) => Stated::None,
                };
                claim(name, record.name.clone(), answer, record.puzzle.clone());
                let named = known.puzzles.iter().find(|named| named.0 == record.name);
                if named.is_some_and(|(_, puzzle)| *puzzle != record.puzzle) {
                    let what = format!("they have different puzzles of the name {}", record.name);
                    found.add(name, "the known puzzles", what);
                }
            }
            Record::GridTable(record) => {
                let shapes = record.shapes();
                let named = known.shapes.iter().find(|named| named.0 == record.name());
                if named.is_some_and(|(_, known)| known != shapes) {
                    let what = format!("they have different shapes of the name {}", record.name());
                    found.add(name, "the known shapes", what);
                }
                for (from, to) in shapes
                    .names()
                    .flat_map(|from| shapes.names().map(move |to| (from, to)))
                {
                    let stated: &[Stated] = match record.answer(from, to) {
                        Some(PairAnswer::Optimal(moves)) => &[Stated::Optimum(moves.len() as u64)],
                        Some(PairAnswer::AtLeast(moves)) => &[Stated::AtLeast(moves.into())],
                        Some(PairAnswer::Between(least, moves)) => &[
                            Stated::AtLeast(least.into()),
                            Stated::AtMost(moves.len() as u64),
                        ],
                        Some(PairAnswer::Unsolvable) => &[Stated::None],
                        None => continue,
                    };
                    for &answer in stated {
                        if let Some(puzzle) = shapes.pair(from, to) {
                            claim(name, format!("from {from} to {to}"), answer, puzzle);
                        }
                    }
                }
            }
            _ => {}
        }
    }
    for claims in claims.values() {
        for (index, one) in claims.iter().enumerate() {
            for other in &claims[index + 1..] {
                if let Some(what) = contradict(one.answer, other.answer) {
                    found.add(one.name, other.name, format!("{}: {what}", one.what));
                }
            }
            one.above_a_construction(known, found);
        }
    }
}

fn contradict(one: Stated, other: Stated) -> Option<String> {
    match (one, other) {
        (Stated::Optimum(one), Stated::Optimum(other)) if one != other => Some(format!(
            "one record gives the optimum {one}, another {other}"
        )),
        (Stated::Optimum(moves), Stated::AtLeast(bound))
        | (Stated::AtLeast(bound), Stated::Optimum(moves))
            if bound > moves =>
        {
            Some(format!(
                "one record gives the optimum {moves}, another at least {bound}"
            ))
        }
        (Stated::AtMost(moves), Stated::Optimum(bound) | Stated::AtLeast(bound))
        | (Stated::Optimum(bound) | Stated::AtLeast(bound), Stated::AtMost(moves))
            if bound > moves =>
        {
            Some(format!(
                "one record holds a solution of {moves} moves, another gives at least {bound}"
            ))
        }
        (Stated::Optimum(moves) | Stated::AtMost(moves), Stated::None)
        | (Stated::None, Stated::Optimum(moves) | Stated::AtMost(moves)) => Some(format!(
            "one record holds a solution of {moves} moves, another excludes every solution"
        )),
        _ => None,
    }
}

impl GridClaim<'_> {
    /// Compares a bound that no search comes near to with the solution that a theorem gives.
    fn above_a_construction(&self, known: &Known<'_>, found: &mut Found) {
        let coins = self.puzzle.start().len() as u64;
        let least = match self.answer {
            Stated::AtLeast(moves) if moves > FAR_ABOVE * coins => moves,
            _ => return,
        };
        let constructed = known.constructed.and_then(|solve| solve(&self.puzzle));
        if let Some(moves) = constructed.filter(|moves| *moves < least) {
            let what = format!(
                "{}: {moves} moves suffice, but the record gives at least {least}",
                self.what
            );
            found.add(self.name, "the constructed solution", what);
        }
    }
}

/// `k` and `n`.
type Size = (u32, u64);

/// The claims of the records about one size.
#[derive(Default)]
struct Facts<'a> {
    /// This number of moves suffices; with the solution, unless it is only said to exist.
    suffices: Vec<(&'a str, u64, Option<Solution>)>,
    /// Fewer moves than this do not suffice, under these restrictions.
    at_least: Vec<(&'a str, u64, &'a Restrictions)>,
    /// The states of an exhaustive search for this number of moves, under these restrictions.
    counts: Vec<(&'a str, u64, &'a Restrictions, &'a [u64])>,
    /// There is a base of this size, under these restrictions.
    bases: Vec<(&'a str, &'a Restrictions)>,
    /// There is no base of this size, under these restrictions.
    no_base: Vec<(&'a str, &'a Restrictions)>,
    /// The exhaustive search for a base of this size, under these restrictions.
    base_searches: Vec<(&'a str, &'a Restrictions, &'a BaseExhaustion)>,
    /// There is no base of a wrap of this size; with the states of the search that shows it.
    no_inner: Vec<(&'a str, InnerRequirement, &'a [u64])>,
}

/// The largest size for which a family's solution is written out to be checked.
const LARGEST_WRITTEN: u64 = 500;

const NONE: &Restrictions = &Restrictions {
    blocks: tait_linear::BlockSet::ANY,
    final_type: None,
    shift: None,
    stationary: Vec::new(),
};

/// Compares solutions and families of the linear puzzle with exhaustive searches.
fn compare_rows(records: &[Named<'_>], known: &Known<'_>, found: &mut Found) {
    let (mut sizes, mut makers) = gather(records);
    for &(name, solution) in &known.solutions {
        let facts = sizes.entry(size_of(solution)).or_default();
        let moves = solution.moves().len() as u64;
        facts.suffices.push((name, moves, Some(solution.clone())));
    }
    for &(name, family) in &known.families {
        makers.push((name, family.coverage(), family));
    }
    for ((k, n), facts) in &mut sizes {
        let needs = !facts.at_least.is_empty() || !facts.no_inner.is_empty();
        let own = |maker: &&Maker<'_>| needs && maker.2.block_length().get() == *k;
        for (name, coverage, family) in makers.iter().filter(own) {
            if coverage.covers(*n) {
                let solution = (*n <= LARGEST_WRITTEN)
                    .then(|| family.solution(*n, 1))
                    .flatten();
                facts.suffices.push((name, *n, solution));
            }
        }
        facts.compare(*k, *n, found);
    }
}

fn size_of(solution: &Solution) -> Size {
    (solution.puzzle().k(), solution.puzzle().n())
}

/// A family, its name, and the sizes that it settles.
type Maker<'a> = (&'a str, Coverage, &'a dyn Settles);

/// Collects the claims of the records, size by size, and the families.
fn gather<'a>(records: &[Named<'a>]) -> (BTreeMap<Size, Facts<'a>>, Vec<Maker<'a>>) {
    let mut sizes: BTreeMap<Size, Facts<'a>> = BTreeMap::new();
    let mut makers = Vec::new();
    for &Named { name, record } in records {
        let mut suffices = |solution: Solution| {
            let facts = sizes.entry(size_of(&solution)).or_default();
            let moves = solution.moves().len() as u64;
            facts.suffices.push((name, moves, Some(solution)));
        };
        for (solution, _) in record.solutions() {
            suffices(solution);
        }
        if let Some(family) = record.family() {
            makers.push((name, family.coverage(), family));
        }
        match record {
            Record::Solution(record) => {
                let facts = sizes.entry(size_of(&record.solution)).or_default();
                if let Claim::Exhaustion { shorter } = &record.claim {
                    let moves = record.solution.moves().len() as u64;
                    facts.at_least.push((name, moves, &record.restrictions));
                    for search in shorter {
                        let counts = (name, search.moves, &search.restrictions, &search.states[..]);
                        facts.counts.push(counts);
                    }
                }
            }
            Record::Classification(record) => {
                let solutions = record
                    .cells
                    .iter()
                    .filter_map(|it| it.cell.solution.clone());
                solutions.for_each(&mut suffices);
                for cell in &record.cells {
                    let cell = &cell.cell;
                    let size = (cell.puzzle.k(), cell.puzzle.n());
                    let facts = sizes.entry(size).or_default();
                    if cell.at_least() > cell.puzzle.n() {
                        facts.at_least.push((name, cell.at_least(), NONE));
                    }
                    for search in &cell.excluded {
                        let counts = (name, search.moves, NONE, &search.states[..]);
                        facts.counts.push(counts);
                    }
                }
            }
            Record::Family(record) => {
                for base in &record.family.bases {
                    let facts = sizes.entry(size_of(&base.solution)).or_default();
                    facts.bases.push((name, &record.restrictions));
                }
                for smaller in &record.smaller_sizes {
                    let n = smaller.n;
                    let facts = sizes.entry((record.family.k.get(), n)).or_default();
                    match &smaller.finding {
                        Finding::NoSolution { states } => {
                            facts.at_least.push((name, n + 1, &record.restrictions));
                            facts.counts.push((name, n, &record.restrictions, states));
                        }
                        Finding::NoBase { search, .. } => {
                            facts.suffices.push((name, n, None));
                            facts.no_base.push((name, &record.restrictions));
                            let of_search = |search| (name, &record.restrictions, search);
                            facts.base_searches.extend(search.as_ref().map(of_search));
                        }
                        Finding::NotFound { .. } => {}
                    }
                }
            }
            Record::WrapSearch(record) => {
                let Some(requirement) = record.requirement() else {
                    continue;
                };
                for size in &record.smaller_sizes {
                    if let SizeResult::None(states) = &size.result {
                        let facts = sizes.entry((record.k.get(), size.n)).or_default();
                        facts.no_inner.push((name, requirement, states));
                    }
                }
            }
            _ => {}
        }
    }
    (sizes, makers)
}

impl Facts<'_> {
    fn compare(&self, k: u32, n: u64, found: &mut Found) {
        let size = format!("k = {k}, n = {n}");
        for (one, moves, solution) in &self.suffices {
            let is_met = |restrictions: &Restrictions| {
                restrictions.is_none()
                    || solution.as_ref().is_some_and(|solution| {
                        verify::check_recorded(solution).is_ok() && keeps_to(restrictions, solution)
                    })
            };
            for (other, at_least, restrictions) in &self.at_least {
                if moves < at_least && is_met(restrictions) {
                    let what = format!(
                        "{size}: {moves} moves suffice, but the other record gives at least {at_least}"
                    );
                    found.add(one, other, what);
                }
            }
            for (other, requirement, _) in &self.no_inner {
                let solution = solution.as_ref().filter(|_| *moves == n);
                if solution.is_some_and(|solution| requirement.check(solution).is_ok()) {
                    let what = format!(
                        "{size}: one record holds a base for wraps that the other excludes"
                    );
                    found.add(one, other, what);
                }
            }
        }
        for (one, restrictions) in &self.bases {
            let none = self.no_base.iter();
            for (other, _) in none.filter(|none| none.1.is_none() || none.1 == *restrictions) {
                let what = format!("{size}: one record holds a base, another excludes it");
                found.add(one, other, what);
            }
        }
        for (index, (one, moves, restrictions, states)) in self.counts.iter().enumerate() {
            for (other, of_moves, for_those, others) in &self.counts[index + 1..] {
                if (moves, restrictions) == (of_moves, for_those) && states != others {
                    let what = format!("{size}: a search for {moves} moves has different counts");
                    found.add(one, other, what);
                }
            }
        }
        for (index, (one, restrictions, search)) in self.base_searches.iter().enumerate() {
            for (other, for_those, theirs) in &self.base_searches[index + 1..] {
                if restrictions == for_those && search != theirs {
                    let what = format!("{size}: a search for a base has different counts");
                    found.add(one, other, what);
                }
            }
        }
        for (index, (one, requirement, states)) in self.no_inner.iter().enumerate() {
            for (other, for_those, others) in &self.no_inner[index + 1..] {
                if requirement == for_those && states != others {
                    let what = format!("{size}: a search for a base has different counts");
                    found.add(one, other, what);
                }
            }
        }
    }
}

/// Compares cells of maps with the families that they name as their source.
fn compare_sources(records: &[Named<'_>], found: &mut Found) {
    for &Named { name, record } in records {
        let Record::Classification(map) = record else {
            continue;
        };
        for cell in &map.cells {
            let n = cell.cell.puzzle.n();
            // A family that is not in this store may be elsewhere.
            let family = records.iter().find(|other| is_named(cell, other.name));
            if let Some(family) = family.filter(|family| !covers(family.record, n)) {
                let what = format!(
                    "{}: the family named as its source does not cover it",
                    cell.cell.puzzle
                );
                found.add(name, family.name, what);
            }
        }
    }
}

fn is_named(cell: &CellRecord, file: &str) -> bool {
    let source = cell.source.as_deref();
    let named = source.and_then(|source| source.split_once(", "));
    named.is_some_and(|(named, _)| named == file)
}

fn covers(record: &Record, n: u64) -> bool {
    let family = record.family();
    family.is_some_and(|family| family.coverage().covers(n))
}

/// A block length, a width and a class.
type Key = (u32, u64, WrapClass);

#[derive(Default)]
struct WrapFacts<'a> {
    found: Vec<&'a str>,
    none: Vec<(&'a str, &'a [u64])>,
}

/// Compares searches for wraps with each other and with the families that hold wraps.
fn compare_wraps(records: &[Named<'_>], found: &mut Found) {
    let mut facts: BTreeMap<Key, WrapFacts<'_>> = BTreeMap::new();
    for &Named { name, record } in records {
        match record {
            Record::WrapFamily(record) => {
                for wrap in record.family.wraps() {
                    let key = (wrap.block_length().get(), wrap.width(), WrapClass::of(wrap));
                    facts.entry(key).or_default().found.push(name);
                }
            }
            Record::WrapSearch(record) => {
                for width in &record.widths {
                    let key = (record.k.get(), width.width.into(), width.looked_for);
                    let facts = facts.entry(key).or_default();
                    match &width.result {
                        WidthResult::Found(_) => facts.found.push(name),
                        WidthResult::None => facts.none.push((name, &width.states)),
                        WidthResult::NotFound(_) | WidthResult::Stopped(_) => {}
                    }
                }
                missing_sizes(name, record, records, found);
            }
            _ => {}
        }
    }
    for ((k, width, class), facts) in &facts {
        let wraps = format!("k = {k}, wraps of width {width}, {class}");
        for (index, (one, counts)) in facts.none.iter().enumerate() {
            for other in &facts.found {
                found.add(
                    other,
                    one,
                    format!("{wraps}: one record holds a wrap, another excludes it"),
                );
            }
            let others = facts.none[index + 1..].iter();
            for (other, _) in others.filter(|other| other.1 != *counts) {
                found.add(
                    one,
                    other,
                    format!("{wraps}: a search has different counts"),
                );
            }
        }
    }
}

/// Reports missing sizes: a run that looks for bases leaves a family and a record of sizes without a base, and one of
/// the two has to know each size that it looked at.
fn missing_sizes(name: &str, search: &WrapSearchRecord, records: &[Named<'_>], found: &mut Found) {
    let run = &search.found_by.command;
    for &Named {
        name: family_name,
        record,
    } in records
    {
        let Record::WrapFamily(family) = record else {
            continue;
        };
        let mut runs = family.found_by.runs();
        if !runs.any(|other| other.command == *run) || family.family.block_length() != search.k {
            continue;
        }
        for n in search.sizes_looked_at(&family.family) {
            let is_known = search.smaller_sizes.iter().any(|size| size.n == n);
            if !is_known && !family.family.coverage().covers(n) {
                let what = format!("'{run}' searches n = {n}, but neither record has it");
                found.add(name, family_name, what);
            }
        }
    }
}
