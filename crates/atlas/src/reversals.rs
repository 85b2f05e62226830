//! Reversals of numbered checkers as a table.

use crate::table::{Format, Table};
use serde_json::{Value, json};
use tait_puzzle::checkers::reversal::Reversal;
use tait_store::ReversalRecord;

/// A row for each of some reversals, with what a record knows of it.
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

/// The columns; the moves themselves are too long for people.
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

/// What is known of a puzzle; open columns where nothing is.
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

/// How many of the moves are slides.
fn slides(puzzle: Reversal, moves: &[u64]) -> usize {
    let vacancies = [puzzle.start()].into_iter().chain(moves.iter().copied());
    let steps = vacancies.zip(moves);
    steps.filter(|(from, to)| from.abs_diff(**to) == 1).count()
}
