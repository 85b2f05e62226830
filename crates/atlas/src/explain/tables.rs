//! Tables: bases, preludes and wraps side by side, a family, and what searches cost.

use super::linear::zigzag_name;
use crate::atlas::Atlas;
use crate::error::AtlasError;
use crate::extending::written;
use crate::table::{Format, Table};
use indicatif::{HumanCount, HumanDuration};
use serde_json::{Value, json};
use std::fmt;
use std::time::Duration;
use tait_framework::{Estimate, FamilyRequest, estimate_base};
use tait_generator::prelude::{Prelude, Shifts};
use tait_linear::wrap::AnyWrap;
use tait_linear::{Base, BlockLength, Finding, Move, Puzzle, Settles, analyse};
use tait_store::{FamilyRecord, FoundBy, Record};
use tait_text::{counted, wrapped};

/// How many moves a row of the comparison shows.
const SHOWN: usize = 6;

impl Atlas<'_> {
    /// Compares all stored bases, a row for each. Bases that begin with a prelude come first, by its zigzag; then they are
    /// sorted by `n - 3k`, so that what is alike for several k is together.
    ///
    /// Positions are those of a row that begins at 1: `a` is the stationary nickel, and `b` the stationary penny counted
    /// from the first penny. `prelude` has the zigzag of the [`Prelude`] with which the most of the first moves agree, and
    /// how far its middle and its right strip are moved; `agrees` has their number. All k of them do where the base begins
    /// with the prelude. A `'` marks a mirror image.
    ///
    /// ```
    /// use tait_atlas::{Atlas, Format};
    /// use tait_store::Store;
    /// let table = Atlas::new(Store::new("nothing-is-stored-here")).compared_bases()?;
    /// let columns = "k,n,n-3k,n mod 2k,prelude,agrees,type,shift,blocks,a,b,exchanges,offsets,moves,family\n";
    /// assert_eq!(table.to_text(Format::Csv), columns);
    /// # Ok::<(), tait_atlas::AtlasError>(())
    /// ```
    ///
    /// # Errors
    /// When the store cannot be read, or a base is wrong.
    pub fn compared_bases(&self) -> Result<Table, AtlasError> {
        let mut table = Table::new(&[
            "k",
            "n",
            "n-3k",
            "n mod 2k",
            "prelude",
            "agrees",
            "type",
            "shift",
            "blocks",
            "a",
            "b",
            "exchanges",
            "offsets",
            "moves",
            "family",
        ]);
        let mut rows = Vec::new();
        for (name, record) in self.records_of("families")? {
            if let Record::Family(record) = record {
                for base in &record.family.bases {
                    rows.push(base_row(base, &name)?);
                }
            }
        }
        rows.sort_by(|(one, _), (other, _)| one.cmp(other));
        table.extend(rows.into_iter().map(|(_, row)| row).collect());
        Ok(table)
    }

    /// Compares the wraps of all stored families, a row for each, sorted by class, and then by block length and width.
    ///
    /// `inner` is how many moves come before the inner solution. Moves are in cells of the gadget.
    ///
    /// ```
    /// use tait_atlas::{Atlas, Format};
    /// use tait_store::Store;
    /// let table = Atlas::new(Store::new("nothing-is-stored-here")).compared_wraps()?;
    /// assert_eq!(table.to_text(Format::Csv), "class,k,width,width mod k,width mod 2k,type,is_closed,inner,moves,family\n");
    /// # Ok::<(), tait_atlas::AtlasError>(())
    /// ```
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn compared_wraps(&self) -> Result<Table, AtlasError> {
        let mut table = Table::new(&[
            "class",
            "k",
            "width",
            "width mod k",
            "width mod 2k",
            "type",
            "is_closed",
            "inner",
            "moves",
            "family",
        ]);
        let mut rows = Vec::new();
        for (name, record) in self.records_of("families")? {
            if let Record::WrapFamily(record) = record {
                for wrap in record.family.wraps() {
                    let order = (class_of(wrap), wrap.block_length(), wrap.width());
                    rows.push((order, wrap_row(wrap, &name)));
                }
            }
        }
        rows.sort_by(|(one, _), (other, _)| one.cmp(other));
        table.extend(rows.into_iter().map(|(_, row)| row).collect());
        Ok(table)
    }
}

/// By what the bases are sorted: whether they lack a move of a prelude, the zigzag, `n - 3k`, the block length.
type Order = (bool, String, i64, u32);

fn base_row(base: &Base, family: &str) -> Result<(Order, Vec<Value>), AtlasError> {
    let solution = base.solution.at_start(1);
    let analysis = analyse(&solution).map_err(AtlasError::refused)?;
    let (puzzle, verdict) = (solution.puzzle(), &analysis.verdict);
    let (k, n) = (i64::from(puzzle.k()), puzzle.n() as i64);
    let (zigzag, shifts, agrees) = nearest_prelude(base, solution.moves());
    let moved = base.solution.start() - 1;
    let of_exchanges = |value: fn(&tait_linear::Exchange) -> u64| {
        let values: Vec<String> = base
            .exchanges
            .iter()
            .map(|one| value(one).to_string())
            .collect();
        values.join(" ")
    };
    let row = vec![
        json!(k),
        json!(n),
        json!(n - 3 * k),
        json!(n % (2 * k)),
        json!(format!("{zigzag} {} {}", shifts.middle, shifts.right)),
        json!(agrees),
        json!(verdict.final_type.to_string()),
        json!(verdict.shift),
        json!(analysis.blocks.to_string()),
        json!(base.nickel - moved),
        json!(base.penny - moved - n),
        json!(of_exchanges(|exchange| exchange.number)),
        json!(of_exchanges(|exchange| exchange.offset.into())),
        json!(first_of(solution.moves())),
        json!(family),
    ];
    let is_whole = agrees as i64 == k;
    Ok(((!is_whole, zigzag, n - 3 * k, k as u32), row))
}

/// Returns the zigzag and the shifts of the prelude with which the most first moves agree, and their number.
fn nearest_prelude(base: &Base, moves: &[Move]) -> (String, Shifts, usize) {
    let puzzle = base.puzzle();
    let agreeing = |prelude: Vec<Move>| {
        let both = prelude.iter().zip(moves);
        both.take_while(|(one, other)| one == other).count()
    };
    let mut nearest = ("-".to_owned(), Shifts::default(), 0);
    // Of preludes with equal moves, those whose middle strip is in its place come first.
    for prelude in Prelude::all(puzzle) {
        let name = zigzag_name(prelude.zigzag());
        for (moves, mark) in [(prelude.moves(), ""), (prelude.mirrored_moves(), "'")] {
            let agrees = agreeing(moves);
            if agrees > nearest.2 {
                nearest = (format!("{name}{mark}"), prelude.shifts(), agrees);
            }
        }
    }
    nearest
}

fn wrap_row(wrap: &AnyWrap, family: &str) -> Vec<Value> {
    let (k, width) = (u64::from(wrap.block_length().get()), wrap.width());
    let final_type = match wrap {
        AnyWrap::Whole(wrap) => wrap.inner_type(),
        AnyWrap::Split(wrap) => wrap.final_type(),
    };
    vec![
        json!(class_of(wrap)),
        json!(k),
        json!(width),
        json!(width % k),
        json!(width % (2 * k)),
        json!(final_type.to_string()),
        json!(wrap.is_closed()),
        json!(wrap.before()),
        json!(first_of(wrap.moves())),
        json!(family),
    ]
}

fn first_of(moves: &[Move]) -> String {
    moves.iter().take(SHOWN).map(Move::to_string).collect()
}

/// Returns the class of a wrap: whole, or that of a split wrap.
fn class_of(wrap: &AnyWrap) -> String {
    match wrap {
        AnyWrap::Whole(_) => "whole".to_owned(),
        AnyWrap::Split(wrap) => format!("T({} -> {})", wrap.inner_penny(), wrap.outer_penny()),
    }
}

/// Returns a family as a table, for a terminal with `width` letters in a line if that is known, and what it proves.
///
/// # Errors
/// When a base is wrong, or two settle the same sizes.
pub fn family_table(record: &FamilyRecord, width: Option<u16>) -> Result<String, AtlasError> {
    let family = &record.family;
    let modulus = 2 * family.k.get();
    let prose = |text: String| match width {
        Some(width) => wrapped(&text, width.into()),
        None => text,
    };
    let mut text = prose(format!("k = {}: {}\n\n", family.k, family.claim()));
    let mut table = Table::new(&["n", "mod 2k", "a", "b", "type", "shift", "exchanges"]);
    let mut bases: Vec<_> = family.bases.iter().collect();
    bases.sort_by_key(|base| base.puzzle().n());
    for base in bases {
        let verdict = base.check().map_err(AtlasError::refused)?;
        let n = base.puzzle().n();
        table.push(vec![
            json!(n),
            json!(n % u64::from(modulus)),
            json!(base.nickel),
            json!(base.penny),
            json!(verdict.final_type.to_string()),
            json!(format!("{:+}", verdict.shift)),
            json!(written(&base.exchanges)),
        ]);
    }
    text.push_str(&table.within(width, Format::Text));
    let mut smaller_sizes = String::new();
    if !record.smaller_sizes.is_empty() {
        smaller_sizes.push_str("\nsmaller n of these residues:\n");
    }
    for smaller in &record.smaller_sizes {
        let finding = match &smaller.finding {
            Finding::NoSolution { states } => {
                format!(
                    "no n-move solution (exhaustive, {} states)",
                    HumanCount(states.iter().sum())
                )
            }
            Finding::NoBase {
                choices,
                states,
                search,
            } => format!(
                "n-move solutions, but no base (exhaustive, {choices} choices of a and b, {} states{})",
                HumanCount(*states),
                if search.is_some() {
                    ", counted by depth"
                } else {
                    ""
                }
            ),
            Finding::NotFound { attempts } => {
                format!("no base found in {attempts} attempts (not exhaustive)")
            }
        };
        smaller_sizes.push_str(&format!("{:>5}  {finding}\n", smaller.n));
    }
    text.push_str(&prose(smaller_sizes));
    Ok(text)
}

impl Atlas<'_> {
    /// Bounds the states of a search for bases of each size in a range: those of the first round, and those of all rounds.
    /// Without `from`, the range begins where the request does, but at least at 2k; without `to`, it has 2k sizes. It ends
    /// before the first size whose board is too wide for a search. The time follows from the speed of a
    /// recorded search, whose command is named: the longest one for this k, or for the nearest smaller k. It is an
    /// estimate, as the speed depends on the machine and on the sizes; without any record it is left out.
    ///
    /// ```
    /// use tait_atlas::{Atlas, Format};
    /// use tait_framework::FamilyRequest;
    /// use tait_store::Store;
    ///
    /// let atlas = Atlas::new(Store::new("nothing-is-stored-here"));
    /// let request = FamilyRequest::new(4u64.try_into()?);
    /// let table = atlas.base_estimates(&request, (Some(9), Some(9)))?.to_text(Format::Csv);
    /// assert_eq!(table.lines().nth(1), Some("9,25,540000,,234540000,,,"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the request cannot be searched, a size is not that of a puzzle, or the store cannot be read.
    pub fn base_estimates(
        &self,
        request: &FamilyRequest,
        (from, to): (Option<u64>, Option<u64>),
    ) -> Result<Table, AtlasError> {
        request.check().map_err(AtlasError::refused)?;
        let modulus = 2 * u64::from(request.k.get());
        let usual = request.from.max(modulus).min(to.unwrap_or(u64::MAX));
        let first = from.unwrap_or(usual);
        let last = to.unwrap_or(first.saturating_add(modulus - 1));
        let measured = self.recorded_search(request.k)?;
        let rate = (measured.as_ref())
            .and_then(|run| Some(run.states? as f64 / run.seconds))
            .map(f64::round);
        let command = measured.map(|run| run.command);
        let mut table = Table::new(&[
            "n",
            "choices",
            "first_round_at_most",
            "first_round_seconds",
            "all_rounds_at_most",
            "all_rounds_seconds",
            "states_per_second",
            "measured_by",
        ]);
        for n in first..=last {
            let puzzle = Puzzle::new(request.k.into(), n).map_err(AtlasError::refused)?;
            if !request.fits(puzzle) {
                break;
            }
            let estimate = estimate_base(&request.base_request(puzzle));
            let first = estimate.states.first().copied().unwrap_or_default();
            let all: u64 = estimate.states.iter().sum();
            let seconds = |states: u64| rate.map(|rate| (states as f64 / rate).ceil() as u64);
            table.push(vec![
                json!(n),
                json!(estimate.choices),
                json!(first),
                json!(seconds(first)),
                json!(all),
                json!(seconds(all)),
                json!(rate.map(|rate| rate as u64)),
                json!(command),
            ]);
        }
        Ok(table)
    }

    /// Bounds the first rounds of a search for a family: of one size for each residue that has no base yet. The searches on
    /// record for k = 8 to 13 took 0.4 to 1.5 times as many states in all.
    ///
    /// ```
    /// use tait_atlas::Atlas;
    /// use tait_framework::FamilyRequest;
    /// use tait_store::Store;
    ///
    /// let atlas = Atlas::new(Store::new("nothing-is-stored-here"));
    /// let request = FamilyRequest::new(4u64.try_into()?);
    /// let rounds = atlas.first_rounds(&request, &[0, 1, 2, 3, 4, 5])?;
    /// assert_eq!((rounds.residues, rounds.states, rounds.seconds), (2, 441_600, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the request cannot be searched, or the store cannot be read.
    pub fn first_rounds(
        &self,
        request: &FamilyRequest,
        settled: &[u64],
    ) -> Result<FirstRounds, AtlasError> {
        request.check().map_err(AtlasError::refused)?;
        let mut rounds = FirstRounds::default();
        for residue in (0..2 * u64::from(request.k.get())).filter(|one| !settled.contains(one)) {
            let Some(puzzle) = request.first_size(residue) else {
                continue;
            };
            let estimate = estimate_base(&request.base_request(puzzle));
            rounds.residues += 1;
            rounds.attempts += estimate.first;
            rounds.states += estimate.states.first().copied().unwrap_or_default();
        }
        if let Some(run) = self.recorded_search(request.k)? {
            let states = run.states.unwrap_or_default().max(1);
            rounds.seconds = Some(run.seconds * rounds.states as f64 / states as f64);
            rounds.measured_by = Some(run.command);
        }
        Ok(rounds)
    }

    /// Returns the stored search for a family of this block length, or of the nearest smaller one, that saw the most
    /// states.
    fn recorded_search(&self, k: BlockLength) -> Result<Option<FoundBy>, AtlasError> {
        let records = self.records_of("families")?.into_iter();
        let runs = records.filter_map(|(_, record)| match record {
            Record::Family(record) if record.family.k <= k => {
                let run = record.found_by;
                let is_timed = run.seconds > 0.0 && run.states.is_some();
                is_timed.then_some((record.family.k, run))
            }
            _ => None,
        });
        let longest = runs.max_by_key(|(k, run)| (*k, run.states));
        Ok(longest.map(|(_, run)| run))
    }
}

/// The first rounds of a search for a family, which find most bases.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FirstRounds {
    /// How many residues have no base yet.
    pub residues: u64,
    /// The most attempts.
    pub attempts: u64,
    /// The most states that they keep.
    pub states: u64,
    /// The seconds that these take at the speed of a recorded search, if there is one.
    pub seconds: Option<f64>,
    /// The command of that search.
    pub measured_by: Option<String>,
}

impl fmt::Display for FirstRounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let residues = counted(self.residues, "residue");
        let (attempts, states) = (HumanCount(self.attempts), HumanCount(self.states));
        write!(
            f,
            "{residues} without a base; the first {attempts} attempts keep at most {states} states in narrow beams"
        )?;
        let Some((seconds, command)) = self.seconds.zip(self.measured_by.as_ref()) else {
            return Ok(());
        };
        let time = HumanDuration(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        write!(f, ", about {time} at the speed of {command} on record")
    }
}

/// Returns the cost of an exhaustive search for `moves` moves, by layer and in all; the estimate itself took `took`.
///
/// ```
/// use std::time::Duration;
/// use tait_atlas::explain::search_estimate;
/// use tait_framework::Estimate;
///
/// let estimate = Estimate { states: vec![1.0, 4e6], is_exact: false, key_bytes: 8 };
/// let text = search_estimate(&estimate, 5, Duration::ZERO);
/// assert_eq!(
///     text,
///     "depth   0: about 1 states\n\
///      depth   1: about 4,000,000 states\n\
///      an exhaustive search for 5 moves: about (rather less than) 4,000,001 states, \
///      about 0.4 s at 10 million states a second, 76.3 MiB\n"
/// );
/// ```
#[must_use]
pub fn search_estimate(estimate: &Estimate, moves: u32, took: Duration) -> String {
    let mut text = String::new();
    for (depth, states) in estimate.states.iter().enumerate() {
        let states = HumanCount(*states as u64);
        text.push_str(&format!("depth {depth:>3}: about {states} states\n"));
    }
    // Breadth-first search on two cores visits about ten million states a second. It keeps a key in its layer and one
    // in the visited set.
    let bytes = estimate.total() * estimate.key_bytes as f64 * 2.5;
    let (how, seconds) = match estimate.is_exact {
        true => ("exactly", took.as_secs_f64()),
        false => ("about (rather less than)", estimate.total() / 1e7),
    };
    text.push_str(&format!(
        "an exhaustive search for {moves} moves: {how} {} states, about {seconds:.1} s at 10 million states a second, {:.1} MiB\n",
        HumanCount(estimate.total() as u64),
        bytes / f64::from(1 << 20),
    ));
    text
}
