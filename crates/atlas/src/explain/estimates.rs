//! What searches for bases cost at most, as a table.

use crate::error::AtlasError;
use indicatif::HumanCount;
use tait_framework::{FamilyRequest, estimate_base};
use tait_puzzle::linear::Puzzle;

/// What one thread was measured to do, k = 6.
const STATES_PER_SECOND: u64 = 5_000_000;

/// Bounds of a search for bases with all threads, for each of 2k sizes from one on, or from where the request begins, but
/// from 2k at least.
///
/// # Errors
/// When a size makes no puzzle.
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
