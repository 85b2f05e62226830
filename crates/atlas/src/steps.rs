//! The effect of each move of a solution, as a table.

use crate::table::{Format, Table, plain};
use serde_json::{Value, json};
use tait_draw::{Face, RowPlay};

/// Returns a table with a row for each row of the drawing, in a format: a move is a list in JSON, and text as in a list of moves
/// elsewhere.
#[must_use]
pub fn steps(play: &RowPlay, format: Format) -> String {
    let mut table = Table::new(&[
        "puzzle", "number", "move", "pattern", "gain", "pairs", "position", "row", "note",
    ]);
    let between = match play.is_numbered() {
        true => " ",
        false => "",
    };
    let text = |cells: &[Option<Face>]| symbols(cells, between);
    let mut frames = play.frames();
    while let Some(frame) = frames.next_frame() {
        let step = frame.step.as_ref();
        table.push(vec![
            json!(play.name()),
            json!(frame.number),
            step.map_or(Value::Null, |step| {
                let step = json!([step.step.from, step.step.to]);
                match format {
                    Format::Json | Format::Jsonl => step,
                    _ => plain(&json!([step])).into(),
                }
            }),
            json!(step.map(|step| text(step.carried))),
            json!(step.and_then(|step| step.pairs).map(|(gain, _)| gain)),
            json!(step.and_then(|step| step.pairs).map(|(_, pairs)| pairs)),
            json!(play.first()),
            json!(text(frame.row)),
            json!(step.map(|step| step.note)),
        ]);
    }
    table.to_text(format)
}

/// Cells as text, with dots for empty ones.
pub(crate) fn symbols(cells: &[Option<Face>], between: &str) -> String {
    let symbols = cells
        .iter()
        .map(|cell| cell.map_or_else(|| ".".to_owned(), |face| face.to_string()));
    symbols.collect::<Vec<_>>().join(between)
}
