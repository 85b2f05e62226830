//! The variants, and tables of their answers.

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::output::print;
use crate::progress::Progress;
use serde_json::json;
use std::time::Instant;
use tait_atlas::Table;
use tait_atlas::map::Range;
use tait_framework::shuffling::{Answer, all_optimal, solve};
use tait_puzzle::shuffling::{Replay, Shuffling, Variant};
use tait_search::Control;
use tait_store::{FoundBy, ShufflingCell, ShufflingRecord};

/// Lists the variants.
pub(super) fn list(globals: &Globals) -> anyhow::Result<Exit> {
    let mut table = Table::new(&["variant", "first_row", "last_row"]);
    for variant in Variant::ALL {
        let puzzle = Shuffling::new(variant, 3)?;
        let row = |variant| {
            Ok::<_, anyhow::Error>(Replay::new(Shuffling::new(variant, 3)?)?.row().to_string())
        };
        table.push(vec![
            json!(puzzle.variant()),
            json!(row(variant)?),
            json!(row(variant.inverse())?),
        ]);
    }
    print(&table.to_text(globals.format_or(Format::Text)))?;
    Ok(Exit::Done)
}

/// Answers every variant for a range of sizes by search, and stores the answers to the constrained puzzle.
pub(super) fn run(
    sizes: Range,
    constrained: bool,
    limits: &LimitArguments,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let begin = Instant::now();
    let progress = Progress::new(limits, globals)?;
    let control = Control {
        limits: limits.limits(),
        sink: &progress,
    };
    let mut cells = Vec::new();
    for variant in Variant::ALL {
        for n in sizes.first..=sizes.last {
            let free = Shuffling::new(variant, n)?;
            let puzzle = if constrained {
                free.constrained()
            } else {
                free
            };
            match cell(puzzle, &control)? {
                Answer::Optimal(cell) => cells.push(cell),
                Answer::Unsolvable { states } => cells.push(ShufflingCell {
                    puzzle,
                    solutions: Vec::new(),
                    states,
                }),
                Answer::Stopped(stopped) => {
                    progress.finish();
                    globals.remark(&format!("{puzzle}: stopped: {}", stopped.reason));
                    return Ok(limits.exit(stopped.reason));
                }
            }
        }
    }
    progress.finish();
    let mut table = Table::new(&[
        "variant",
        "n",
        "optimum",
        "solutions",
        "first_solution",
        "states",
    ]);
    for cell in &cells {
        table.push(vec![
            json!(cell.puzzle.variant()),
            json!(cell.puzzle.n()),
            json!(cell.optimum()),
            json!(cell.solutions.len()),
            json!(cell.solutions.first()),
            json!(cell.states.iter().sum::<u64>()),
        ]);
    }
    if constrained {
        let Range { first, last } = sizes;
        let command = format!("shuffling --constrained --table --n {first}..{last}");
        let mut found_by = FoundBy::new(command, begin.elapsed());
        found_by.states = Some(cells.iter().flat_map(|cell| &cell.states).sum());
        let record = ShufflingRecord { cells, found_by };
        let saved = globals.store().save(&record)?;
        if let Some(warning) = saved.set_aside {
            globals.remark(&format!("warning: {warning}"));
        }
        globals.remark(&format!("stored in {}", saved.path.display()));
    }
    print(&table.to_text(globals.format_or(Format::Text)))?;
    Ok(Exit::Done)
}

/// The optimal solutions of a puzzle and what the search for the first saw.
fn cell(puzzle: Shuffling, control: &Control<'_>) -> anyhow::Result<Answer<ShufflingCell>> {
    let states = match solve(puzzle, control)? {
        Answer::Optimal(found) => found.states,
        Answer::Unsolvable { states } => return Ok(Answer::Unsolvable { states }),
        Answer::Stopped(stopped) => return Ok(Answer::Stopped(stopped)),
    };
    Ok(match all_optimal(puzzle, usize::MAX, control)? {
        Answer::Optimal(solutions) => Answer::Optimal(ShufflingCell {
            puzzle,
            solutions,
            states,
        }),
        Answer::Unsolvable { states } => Answer::Unsolvable { states },
        Answer::Stopped(stopped) => Answer::Stopped(stopped),
    })
}
