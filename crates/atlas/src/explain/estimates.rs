//! Costs of searches: upper bounds for bases, as a table, and estimates for a layered search.

use crate::error::AtlasError;
use indicatif::HumanCount;
use std::time::Duration;
use tait_framework::{Estimate, FamilyRequest, estimate_base};
use tait_puzzle::linear::Puzzle;

/// The speed of one thread, measured for k = 6.
const STATES_PER_SECOND: u64 = 5_000_000;

/// Returns upper bounds of a search for bases with all threads, for each of 2k sizes from `from` on. Without it, they
/// begin where the request does, but at least at 2k.
///
/// # Errors
/// When a size is not that of a puzzle.
pub fn base_estimates(request: &FamilyRequest, from: Option<u64>) -> Result<String, AtlasError> {
    let length = u64::from(request.k.get());
    let from = from.unwrap_or(request.from.max(2 * length));
    let rate = STATES_PER_SECOND * rayon::current_num_threads() as u64;
    let mut text = String::from("    n  choices  first round at most        all rounds at most\n");
    for n in from..from + 2 * length {
        let puzzle = Puzzle::new(request.k.into(), n).map_err(AtlasError::refused)?;
        let estimate = estimate_base(&request.base_request(puzzle));
        let first = estimate.states.first().copied().unwrap_or_default();
        let all: u64 = estimate.states.iter().sum();
        text.push_str(&format!(
            "{n:>5}  {:>7}  {:>12} {:>8} s  {:>14} {:>8} s\n",
            estimate.choices,
            HumanCount(first).to_string(),
            first / rate,
            HumanCount(all).to_string(),
            all / rate
        ));
    }
    Ok(text)
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
