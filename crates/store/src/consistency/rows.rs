//! Compares solutions and families of the linear puzzle with exhaustive searches.

use super::{Found, Known, Named};
use crate::record::Record;
use crate::verify;
use crate::verify::keeps_to;
use std::collections::BTreeMap;
use tait_linear::wrap::{InnerRequirement, SizeResult};
use tait_linear::{BaseExhaustion, Claim, Coverage, Finding, Restrictions, Settles, Solution};

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

pub(super) fn compare(records: &[Named<'_>], known: &Known<'_>, found: &mut Found) {
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
