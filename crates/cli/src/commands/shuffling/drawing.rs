//! A solution row by row.

use crate::exit::Exit;
use crate::format::Format;
use crate::output::print;
use crate::table::Table;
use anyhow::ensure;
use serde_json::json;
use tait_generator::MoveSequence;
use tait_puzzle::shuffling::{Replay, Shuffling};

/// The largest size that is drawn.
const LARGEST: u64 = 900;

/// Draws a solution: a row a line, the coins that were moved in brackets, and the move at the end.
pub(super) fn run(
    moves: &(impl MoveSequence<u64> + ?Sized),
    puzzle: Shuffling,
    format: Format,
) -> anyhow::Result<Exit> {
    ensure!(
        puzzle.n() <= LARGEST,
        "{puzzle}: too wide to show, n up to {LARGEST} is; --moves A..B prints moves"
    );
    let mut replay = Replay::new(puzzle)?;
    let mut text = format!("{puzzle}: {} moves\n\n", moves.count());
    let mut table = Table::new(&["number", "move", "row"]);
    let width = moves.count().to_string().len();
    text.push_str(&format!("{:width$} {}\n", "", spaced(&replay, None)));
    table.push(vec![json!(0), json!(null), json!(replay.row().to_string())]);
    for (number, cell) in (1..=moves.count()).zip(moves.moves()) {
        let landed = replay.row().vacancy();
        replay.play(cell)?;
        let row = spaced(&replay, Some(landed));
        text.push_str(&format!("{number:width$} {row}  {cell}\n"));
        table.push(vec![
            json!(number),
            json!(cell),
            json!(replay.row().to_string()),
        ]);
    }
    replay.finish()?;
    print(&match format {
        Format::Text => text,
        format => table.to_text(format),
    })?;
    Ok(Exit::Done)
}

/// A row with brackets around the pair at a cell.
fn spaced(replay: &Replay, landed: Option<u64>) -> String {
    let mut text = String::new();
    for (cell, symbol) in (0..).zip(replay.row().to_string().chars()) {
        text.push(match landed {
            Some(landed) if cell == landed => '[',
            Some(landed) if cell == landed + 2 => ']',
            _ => ' ',
        });
        text.push(if symbol == 'O' { '.' } else { symbol });
    }
    let is_last = landed.is_some_and(|landed| landed + 2 == replay.row().cells().count() as u64);
    text.push(if is_last { ']' } else { ' ' });
    text.trim_end().to_owned()
}
