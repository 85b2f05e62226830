//! Maps as tables.

use crate::classification::CellRecord;
use serde_json::{Value, json};
use tait_linear::{BlockLength, Cell, CellAnswer};

/// The columns of a table with a row for each size.
pub(super) const CELL_COLUMNS: &[&str] = &[
    "k", "n", "answer", "suffices", "at_least", "at_most", "searched", "source", "found_by",
];

/// Returns the row for a size, with what is on record, if anything.
#[must_use]
pub fn cell_row(
    k: BlockLength,
    n: u64,
    answer: CellAnswer,
    record: Option<&CellRecord>,
) -> Vec<Value> {
    let cell = record.map(|record| &record.cell);
    let searched = cell.map(|cell| {
        let states = cell.excluded.iter().flat_map(|search| &search.states);
        states.sum::<u64>()
    });
    vec![
        json!(k),
        json!(n),
        json!(answer.to_string()),
        json!(answer.suffices()),
        json!(least_moves(n, answer, cell)),
        json!(cell.and_then(Cell::at_most)),
        json!(searched),
        json!(record.and_then(|record| record.source.as_ref())),
        json!(record.map(|record| &record.found_by.command)),
    ]
}

/// Returns the least number of moves that the record does not exclude for a size; `None` if every number is excluded.
#[must_use]
pub fn least_moves(n: u64, answer: CellAnswer, cell: Option<&Cell>) -> Option<u64> {
    (answer != CellAnswer::NoSolution).then(|| cell.map_or(n, Cell::at_least))
}
