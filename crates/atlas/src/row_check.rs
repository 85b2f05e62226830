//! The check of a solution from any row.

use crate::checked::{Checked, Passed};
use crate::error::AtlasError;
use tait_jobs::{RecountEffort, recounted_row};
use tait_puzzle::linear::rows::RowSolution;
use tait_store::Level;

/// Replays a solution from any row, and searches for a shorter one if it is said to be optimal.
pub(crate) fn check_row(
    solution: &RowSolution,
    effort: RecountEffort,
) -> Result<Checked, AtlasError> {
    let verdict = solution.check().map_err(|error| error.to_string());
    let mut checked = Checked {
        puzzle: Some(solution.puzzle.to_string()),
        outcome: verdict.map(|verdict| Passed::Row(verdict, solution.optimal_on)),
        recounted: None,
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
