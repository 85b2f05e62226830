//! `tait show K N`, `tait show FILE`.

use crate::arguments::Globals;
use crate::catalogue::solutions_of;
use crate::cell_rows;
use crate::exit::Exit;
use crate::format::Format;
use crate::input::{Content, Resolved, Subject};
use crate::output;
use crate::rows::Drawing;
use crate::source::Found;
use crate::table::Table;
use anyhow::bail;
use clap::Args;
use serde_json::json;
use tait_puzzle::linear::{Solution, check};

/// The largest size that is drawn.
const LARGEST: u64 = 900;

/// Arguments of `tait show`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: Subject,
}

/// Draws a solution, or every base of a family, or all that a family of wraps begins with.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let solutions = match arguments.subject.resolve(globals)? {
        Resolved::Found(Found::NoSolution(reason)) => {
            globals.remark(&reason);
            return Ok(Exit::Refuted);
        }
        Resolved::Found(Found::Source(source)) => {
            let puzzle = source.header.puzzle;
            if puzzle.n() > LARGEST {
                bail!(
                    "{puzzle}: too wide to show, n up to {LARGEST} is; tait generate {} {} --moves A..B prints moves",
                    puzzle.k(),
                    puzzle.n()
                );
            }
            globals.remark(&source.origin);
            vec![source.solution()?]
        }
        Resolved::Content(Content::Solution(solution, _)) => vec![solution],
        Resolved::Content(Content::Family(record)) => {
            let bases = record.family.bases.into_iter();
            bases.map(|base| base.solution).collect()
        }
        Resolved::Content(Content::WrapFamily(record)) => solutions_of(&record.family),
        Resolved::Content(Content::Cells(solutions)) => {
            let drawn = solutions
                .iter()
                .map(|solution| cell_rows::draw(solution, format));
            let text: Vec<String> = drawn.collect::<anyhow::Result<_>>()?;
            output::print(&text.join("\n"))?;
            return Ok(Exit::Done);
        }
    };
    let text: Vec<String> = solutions
        .iter()
        .map(|solution| draw(solution, format))
        .collect::<anyhow::Result<_>>()?;
    output::print(&text.join("\n"))?;
    Ok(Exit::Done)
}

fn draw(solution: &Solution, format: Format) -> anyhow::Result<String> {
    let puzzle = solution.puzzle();
    let Some(drawing) = Drawing::new(solution)? else {
        bail!("{puzzle}: the moves go too far out to show");
    };
    if format == Format::Text {
        let title = format!("{puzzle} start={}: {}", solution.start(), check(solution)?);
        return Ok(format!("{title}\n\n{}", drawing.to_text()));
    }
    let mut table = Table::new(&[
        "k", "n", "number", "move", "pattern", "gain", "position", "row",
    ]);
    for (number, row) in drawing.rows.iter().enumerate() {
        let did = row.step.as_ref();
        table.push(vec![
            json!(puzzle.k()),
            json!(puzzle.n()),
            json!(number),
            json!(did.map(|(step, _)| vec![step])),
            json!(did.map(|(_, did)| did.pattern)),
            json!(did.map(|(_, did)| did.gain)),
            json!(drawing.first()),
            json!(row.coins),
        ]);
    }
    Ok(table.to_text(format))
}
