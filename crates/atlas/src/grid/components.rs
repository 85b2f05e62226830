//! Whole boards by name, and summaries of their components.

use super::input::{PuzzleText, look_up};
use crate::error::AtlasError;
use indicatif::HumanCount;
use serde_json::{Value, json};
use std::ffi::OsStr;
use tait_framework::grid::Components;
use tait_grid::space::SmallBoard;
use tait_grid::{Board, PuzzleForm, Rules};

/// The columns of [`component_rows`].
pub const COMPONENT_COLUMNS: &[&str] = &[
    "coins",
    "extra",
    "configurations",
    "spans_board",
    "size",
    "parts",
    "reaches_least",
    "reaches_most",
    "solvable_pairs",
];

/// Returns a row for all parts of the same size and span; `least` is the number of coins that span the board, if known.
#[must_use]
pub fn component_rows(
    components: &Components,
    coins: usize,
    least: Option<usize>,
) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    for same in components.by_size() {
        rows.push(vec![
            json!(coins),
            least.map_or(Value::Null, |least| json!(coins as i64 - least as i64)),
            json!(components.configurations),
            json!(same.is_full_span),
            json!(same.size),
            json!(same.parts),
            json!(same.reaches.map(|(least, _)| least)),
            json!(same.reaches.map(|(_, most)| most)),
            // There are fewer than 2^31 configurations.
            json!(
                same.solvable_pairs
                    .and_then(|pairs| u64::try_from(pairs).ok())
            ),
        ]);
    }
    rows
}

/// Summarises the components for a number of coins in one sentence.
///
/// ```
/// use tait_atlas::grid::{component_summary, whole_board};
/// use tait_framework::grid::Components;
///
/// let (board, _, _) = whole_board("2x2")?;
/// let components = Components::of(&board, 3, &Default::default())?;
/// assert_eq!(
///     component_summary(&components, 3),
///     "3 coins: 4 configurations in 2 components, 2 of which span the board; 4 of 12 pairs are solvable"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn component_summary(components: &Components, coins: usize) -> String {
    let (all, parts) = (components.configurations, &components.parts);
    let spanning = parts.iter().filter(|part| part.is_full_span);
    let pairs = u128::from(all) * u128::from(all - 1);
    let solvable = components.solvable_pairs().map_or_else(
        || "the memory limit is too small to count the solvable pairs".to_owned(),
        |solvable| format!("{solvable} of {pairs} pairs are solvable"),
    );
    format!(
        "{coins} coins: {} configuration{} in {} component{}, {} of which span the board; {solvable}",
        HumanCount(all),
        if all == 1 { "" } else { "s" },
        HumanCount(parts.len() as u64),
        if parts.len() == 1 { "" } else { "s" },
        HumanCount(spanning.count() as u64)
    )
}

/// Finds a rectangle such as `4x5`, a known puzzle or a file. Returns the board, the number of coins needed to span it
/// if that is known, and the number of coins in the puzzle or file.
///
/// # Errors
/// When there is no such board, or it is too large to be searched as a whole.
pub fn whole_board(
    file: impl AsRef<OsStr>,
) -> Result<(SmallBoard, Option<usize>, Option<usize>), AtlasError> {
    let file = file.as_ref();
    let name = &*file.to_string_lossy();
    let fail = |error: &dyn std::fmt::Display| AtlasError::input(name, error);
    let sides = name.split_once('x').map(|(rows, columns)| {
        let side = |text: &str| text.parse::<usize>().ok();
        (side(rows), side(columns))
    });
    if let Some((Some(rows), Some(columns))) = sides {
        let board = SmallBoard::rectangle(rows, columns, Rules::default());
        let least = rows.saturating_add(columns).div_ceil(2);
        return Ok((board.map_err(|error| fail(&error))?, Some(least), None));
    }
    let form = match look_up(file)? {
        PuzzleText::Known(known) => known.puzzle,
        PuzzleText::Text(text) => {
            let mut value: Value =
                serde_json::from_slice(text.as_bytes()).map_err(|error| fail(&error))?;
            // The form of a graph needs no coins.
            if let Some(fields) = value.as_object_mut() {
                let _ = fields.entry("start").or_insert_with(|| json!([]));
            }
            serde_json::from_value::<PuzzleForm>(value).map_err(|error| fail(&error))?
        }
    };
    let rules = Rules {
        adjacency: form.adjacency.unwrap_or(2),
        ..Rules::default()
    };
    if form.rule.as_deref().is_some_and(|rule| rule != "lift") {
        let what = "searches of whole boards lift coins, and cannot slide them";
        return Err(AtlasError::input(name, what));
    }
    let is_empty = json!(form.start) == json!([]);
    let start = (!is_empty).then(|| form.start()).transpose();
    let start = start.map_err(|error| fail(&error))?;
    let grid = form.board().map_err(|error| fail(&error))?;
    let board = match (&grid, &start) {
        (Board::Graph(_), _) => SmallBoard::whole(&grid, rules),
        (_, Some(start)) => SmallBoard::around(&grid, start.positions(), rules),
        (_, None) => {
            let what = format!("a {grid} is infinite: give a start, whose span is the board");
            return Err(AtlasError::input(name, what));
        }
    };
    let board = board.map_err(|error| fail(&error))?;
    Ok((board, None, start.map(|start| start.len())))
}
