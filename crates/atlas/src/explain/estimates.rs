//! Costs of searches: upper bounds on the states of a search for bases, as a table, and estimates for a layered search.

use crate::atlas::Atlas;
use crate::error::AtlasError;
use crate::table::Table;
use indicatif::HumanCount;
use serde_json::json;
use std::time::Duration;
use tait_framework::{Estimate, FamilyRequest, estimate_base};
use tait_linear::{BlockLength, Puzzle};
use tait_store::{FoundBy, Record};

impl Atlas<'_> {
    /// Bounds the states of a search for bases of each size in a range: those of the first round, and those of all rounds.
    /// Without `from`, the range begins where the request does, but at least at 2k; without `to`, it has 2k sizes. It ends
    /// before the first size whose board is too wide for a search. The time is that of so many states at the speed of a
    /// recorded search, whose command is named: the longest one for this k, or for the nearest smaller k. It is not a
    /// bound, as the speed depends on the machine and on the sizes. Without any record there is no time.
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
