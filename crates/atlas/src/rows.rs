//! Puzzles from any row, as a reader asks for them: checked, summarised, or without a solution.

use crate::checked::{Checked, Passed};
use crate::error::AtlasError;
use crate::source::reader;
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::path::Path;
use tait_framework::SolvedRow;
use tait_jobs::{RecountEffort, recounted_row};
use tait_linear::BlockLength;
use tait_linear::rows::{AnyRow, Boards, RowGoal, RowPuzzle, RowSolution, RowVerdict};
use tait_store::{Level, read_at_most};
use tait_text::{counted, excerpt, without_comment};

/// The largest file with a row.
const LARGEST_FILE: u64 = 1 << 16;

/// Creates the puzzle that leads from a row to the goal that a text names: the row in the file of that name, or else the
/// row that the text itself is. Without a text the goal is an alternating row.
///
/// In a file, empty lines and lines that begin with `#` do not count, and the first other line is the row.
///
/// # Errors
/// When the file cannot be read, there is no row, or no puzzle leads to it.
///
/// ```
/// use tait_atlas::row_puzzle;
/// let (k, row) = (2u64.try_into()?, "ooxx".parse()?);
/// assert_eq!(row_puzzle(k, &row, Some("ox.ox".as_ref()))?.goal().to_string(), "ox.ox");
/// let refused = row_puzzle(k, &row, Some("no/such.file".as_ref())).unwrap_err();
/// assert!(refused.to_string().starts_with("'no/such.file' is neither a file nor a row: "));
/// let refused = row_puzzle(k, &row, Some("rows.txt".as_ref())).unwrap_err();
/// assert!(refused.to_string().ends_with("; no file is called rows.txt"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn row_puzzle(
    k: BlockLength,
    row: &AnyRow,
    goal: Option<&OsStr>,
) -> Result<RowPuzzle, AtlasError> {
    let named = goal.map_or(Ok(RowGoal::Alternating), row_goal)?;
    RowPuzzle::new(k, row.clone(), named).map_err(|error| {
        AtlasError::refused(match goal.filter(|text| !Path::new(text).is_file()) {
            Some(text) => {
                let text = text.to_string_lossy();
                format!("{error}; no file is called {}", excerpt(&text))
            }
            None => error.to_string(),
        })
    })
}

fn row_goal(file: &OsStr) -> Result<RowGoal, AtlasError> {
    let text = &*file.to_string_lossy();
    let row = |line: &str| line.parse::<AnyRow>();
    if !Path::new(file).is_file() {
        let neither = |error| format!("'{}' is neither a file nor a row: {error}", excerpt(text));
        let goal = row(text).map(RowGoal::Row);
        return goal.map_err(|error| AtlasError::refused(neither(error)));
    }
    let failed = |error: &dyn std::fmt::Display| AtlasError::input(text, error);
    let mut file = reader(file).map_err(|error| failed(&error))?;
    let bytes = read_at_most(&mut file, LARGEST_FILE).map_err(|error| failed(&error))?;
    let bytes = bytes.map_err(|error| failed(&error))?;
    let held = String::from_utf8_lossy(&bytes);
    let mut lines = held.lines().map(|line| without_comment(line).trim());
    let line = lines.find(|line| !line.is_empty());
    let line = line.ok_or_else(|| failed(&"the file holds no row"))?;
    row(line).map(RowGoal::Row).map_err(|error| failed(&error))
}

/// Says in one sentence what is known of a puzzle.
#[must_use]
pub fn row_summary(puzzle: &RowPuzzle, solved: &SolvedRow) -> String {
    match solved {
        SolvedRow::Solved(solution) => {
            let optimal = match solution.optimal_on {
                None => String::new(),
                Some(boards) => format!("; optimal on {boards}"),
            };
            let checked = solution.check();
            let verdict = checked.map_or_else(|error| error.to_string(), |held| held.to_string());
            format!("{puzzle}, start {}: {verdict}{optimal}", solution.start)
        }
        SolvedRow::Impossible(reason) => {
            format!(
                "{puzzle}: no solution on any board: {}",
                reason.words(puzzle.k())
            )
        }
        SolvedRow::NoneOnBoard {
            width,
            states,
            excluded,
        } => format!(
            "{puzzle}: no solution on a board of {width} positions: the search saw all {} that can be reached{}",
            counted(*states, "row"),
            excluded.map_or_else(String::new, |moves| format!("; {}", none_up_to(moves)))
        ),
    }
}

/// Says that solutions of up to a number of moves are excluded.
#[must_use]
pub fn none_up_to(moves: u32) -> String {
    let moves = counted(moves.into(), "move");
    format!("no solution of up to {moves} on any board")
}

/// Returns the JSON form of a puzzle without a solution.
#[must_use]
pub fn unsolved_row_json(puzzle: &RowPuzzle, solved: &SolvedRow) -> Value {
    let boards = match solved {
        SolvedRow::NoneOnBoard { width, .. } => Boards::UpTo(*width),
        _ => Boards::Any,
    };
    let mut form = json!({
        "puzzle": "row", "k": puzzle.k(), "row": puzzle.start().to_string(), "goal": puzzle.goal().to_string(),
        "moves": null, "none_on": boards_json(boards), "reason": row_summary(puzzle, solved),
    });
    if puzzle.is_turned() {
        form["turned"] = json!(true);
    }
    form
}

/// Returns `"any"`, or the positions of the largest board.
pub(crate) fn boards_json(boards: Boards) -> Value {
    match boards {
        Boards::Any => json!("any"),
        Boards::UpTo(width) => json!(width),
    }
}

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
