//! The cells of tables that say how difficult puzzles are.

use serde_json::{Value, json};
use tait_framework::{Difficulty, Merit};

/// Returns what was measured of a puzzle, and what it is best for: the moves, detours, solutions, choices, score, whether
/// it is symmetric, and its merits.
pub fn score_cells(
    measured: &Difficulty,
    is_symmetric: bool,
    merits: &[Merit],
) -> impl Iterator<Item = Value> {
    let Difficulty {
        moves,
        detours,
        choices,
        ..
    } = *measured;
    let solutions = measured.solutions_in_words();
    let solutions = match solutions.parse::<u64>() {
        Ok(number) => json!(number),
        Err(_) => json!(solutions),
    };
    let merits: Vec<&str> = merits.iter().map(|merit| merit.name()).collect();
    let symmetric = if is_symmetric { "yes" } else { "no" };
    let score = measured.score();
    [
        json!(moves),
        json!(detours),
        solutions,
        json!(choices),
        json!(score),
        json!(symmetric),
        json!(merits),
    ]
    .into_iter()
}
