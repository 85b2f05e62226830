//! Reversals of numbered checkers as a table.

use crate::table::{Format, Table};
use serde_json::{Value, json};
use tait_store::ReversalRecord;
use tait_vacancy::checkers::reversal::Reversal;

/// Returns a table with a row for each of some reversals, as far as a record knows it.
#[must_use]
pub fn reversal_table(record: &ReversalRecord, puzzles: &[Reversal], format: Format) -> Table {
    let columns = columns(format);
    let mut table = Table::new(columns);
    for &puzzle in puzzles {
        let mut row = row(puzzle, record);
        row.truncate(columns.len());
        table.push(row);
    }
    table
}

/// The columns; the moves themselves are left out of text, as they are too long for people.
fn columns(format: Format) -> &'static [&'static str] {
    const COLUMNS: &[&str] = &[
        "n",
        "start",
        "end",
        "optimum",
        "solutions",
        "slides",
        "lower_bound",
        "moves",
    ];
    match format {
        Format::Text | Format::Markdown => &COLUMNS[..COLUMNS.len() - 1],
        Format::Json | Format::Jsonl | Format::Csv => COLUMNS,
    }
}

/// The row of a puzzle; unknown columns are empty.
fn row(puzzle: Reversal, record: &ReversalRecord) -> Vec<Value> {
    let cell = record.cell(puzzle);
    let moves = cell.map(|cell| &cell.moves);
    vec![
        json!(puzzle.checkers()),
        json!(puzzle.start()),
        puzzle.end().map_or(json!("any"), Value::from),
        json!(moves.map(Vec::len)),
        json!(cell.and_then(|cell| cell.solutions)),
        json!(moves.map(|moves| slides(puzzle, moves))),
        json!(puzzle.lower_bound()),
        json!(moves),
    ]
}

/// The number of slides among the moves.
fn slides(puzzle: Reversal, moves: &[u64]) -> usize {
    let vacancies = [puzzle.start()].into_iter().chain(moves.iter().copied());
    let steps = vacancies.zip(moves);
    steps.filter(|(from, to)| from.abs_diff(**to) == 1).count()
}
