//! Solutions whose moves are cells, row by row.

use crate::format::Format;
use crate::table::Table;
use anyhow::ensure;
use serde_json::{Value, json};
use tait_puzzle::cells::{Puzzle, Replay, Solution};

/// The widest row that is drawn, in cells, and the longest solution.
const WIDEST: u64 = 2000;
const LONGEST: usize = 10_000;

/// One row, and the move that led there.
struct DrawnRow {
    symbols: Vec<String>,
    /// The move, the index of the first symbol that it put down, and the class of the move.
    step: Option<(u64, usize, Option<String>)>,
}

/// Draws a solution: a row a line, what was moved in brackets, and the move at the end.
pub(crate) fn draw(solution: &Solution, format: Format) -> anyhow::Result<String> {
    let puzzle = solution.puzzle;
    ensure!(
        puzzle.cells() <= WIDEST && solution.moves.len() <= LONGEST,
        "{puzzle}: too wide to show, rows up to {WIDEST} cells and {LONGEST} moves are shown"
    );
    let mut replay = Replay::new(puzzle)?;
    let row = |replay: &Replay, step| DrawnRow {
        symbols: replay.row(),
        step,
    };
    let mut rows = vec![row(&replay, None)];
    for &cell in &solution.moves {
        let landed = (replay.vacancy() - puzzle.first_cell()) as usize;
        let class = replay.play(cell)?.map(|class| class.to_string());
        rows.push(row(&replay, Some((cell, landed, class))));
    }
    let verdict = replay.finish()?;
    Ok(match format {
        Format::Text => format!("{puzzle}: {verdict}\n\n{}", text(puzzle, &rows)),
        format => table(puzzle, &rows).to_text(format),
    })
}

fn text(puzzle: Puzzle, rows: &[DrawnRow]) -> String {
    let number_width = (rows.len() - 1).to_string().len();
    let width = rows[0].symbols.iter().map(String::len).max().unwrap_or(1);
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        let (moved, remark, label) = match &row.step {
            None => (0..0, String::new(), String::new()),
            Some((cell, landed, class)) => (
                *landed..landed + puzzle.moved() as usize,
                format!("{cell} {}", class.as_deref().unwrap_or_default()),
                number.to_string(),
            ),
        };
        let mut line = format!("{label:>number_width$} ");
        for (index, symbol) in row.symbols.iter().enumerate() {
            line.push(match index {
                _ if moved.is_empty() => ' ',
                _ if index == moved.start => '[',
                _ if index == moved.end => ']',
                _ => ' ',
            });
            line.push_str(&format!("{symbol:>width$}"));
        }
        let is_last = !moved.is_empty() && moved.end == row.symbols.len();
        line.push(if is_last { ']' } else { ' ' });
        line.push_str(&format!(" {remark}"));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn table(puzzle: Puzzle, rows: &[DrawnRow]) -> Table {
    let between = match puzzle {
        Puzzle::Reversal(_) => " ",
        Puzzle::Shuffling(_) | Puzzle::Checkers(_) => "",
    };
    let mut table = Table::new(&["puzzle", "number", "move", "row", "class"]);
    for (number, row) in rows.iter().enumerate() {
        let (cell, class) = match &row.step {
            None => (Value::Null, Value::Null),
            Some((cell, _, class)) => (json!(cell), json!(class)),
        };
        table.push(vec![
            json!(puzzle.to_string()),
            json!(number),
            cell,
            json!(row.symbols.join(between)),
            class,
        ]);
    }
    table
}
