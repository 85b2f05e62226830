//! The check of a solution from any row.

use crate::checked::{Checked, Passed};
use crate::error::AtlasError;
use tait_jobs::{RecountEffort, recounted_row};
use tait_linear::rows::{RowSolution, RowVerdict};
use tait_store::Level;

/// Replays a solution from any row, and searches for a shorter one if it is said to be optimal.
pub(crate) fn check_row(
    solution: &RowSolution,
    effort: RecountEffort,
) -> Result<Checked, AtlasError> {
    let verdict = solution.check().map_err(|error| error.to_string());
    checked_row(solution, verdict, effort)
}

fn checked_row(
    solution: &RowSolution,
    verdict: Result<RowVerdict, String>,
    effort: RecountEffort,
) -> Result<Checked, AtlasError> {
    let mut checked = Checked {
        puzzle: Some(solution.puzzle.to_string()),
        outcome: verdict.map(|verdict| Passed::Row(verdict, solution.optimal_on)),
        recounted: None,
        compared: None,
    };
    if checked.level() == Some(Level::Recorded) {
        let recounts = recounted_row(solution, effort)?;
        if let Some(difference) = recounts.difference() {
            checked.outcome = Err(difference);
        }
        let level = recounts.level_of(Level::Recorded);
        checked.recounted = Some((recounts, level));
    }
    Ok(checked)
}

/// Returns the verdict on a solution from any row, and whether and why it is optimal, with the small searches repeated.
///
/// # Errors
/// When it is wrong.
pub(crate) fn verdict_of_row(solution: &RowSolution) -> Result<(RowVerdict, String), AtlasError> {
    let verdict = solution.check().map_err(AtlasError::refused)?;
    let checked = checked_row(solution, Ok(verdict), RecountEffort::Small)?;
    let passed = checked.outcome.as_ref().map_err(AtlasError::refused)?;
    Ok((verdict, checked.optimal_in_words(passed)))
}
