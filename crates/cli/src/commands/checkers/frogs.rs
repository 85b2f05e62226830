//! `tait checkers N M --vacancies V`.

use super::{Arguments, control};
use crate::arguments::Globals;
use crate::cell_source;
use crate::exit::Exit;
use crate::format::Format;
use crate::output;
use crate::progress::Progress;
use crate::table::Table;
use anyhow::{anyhow, bail};
use serde_json::{Value, json};
use tait_framework::count_of_cells;
use tait_puzzle::cells::Puzzle;
use tait_puzzle::checkers::frogs::{Frogs, FrogsError};
use tait_search::Outcome;

/// Prints a solution, or what is asked for instead.
pub(super) fn run(puzzle: Frogs, arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let task = &arguments.task;
    if task.all || arguments.moves.is_some() {
        bail!("--vacancies goes with --count, --optimum and --format dot, or alone");
    }
    let number = |what: &'static str, value: Value| {
        let columns: &[&str] = match what {
            "optimum" => &["n", "m", "v", "optimum"],
            _ => &["n", "m", "v", "solutions"],
        };
        let mut table = Table::new(columns);
        let sizes = [puzzle.frogs(), puzzle.toads(), puzzle.vacancies()];
        let sizes = sizes.into_iter().map(Value::from);
        table.push(sizes.chain([value]).collect());
        table
    };
    if task.optimum {
        output::print(&match format {
            Format::Text => format!("{}\n", puzzle.optimum()),
            format => number("optimum", json!(puzzle.optimum())).to_text(format),
        })?;
        return Ok(Exit::Done);
    }
    if task.count {
        let progress = Progress::new(&arguments.limits, globals)?;
        let bound = u32::try_from(puzzle.optimum()).unwrap_or(u32::MAX);
        let count = count_of_cells(puzzle.into(), bound, &control(arguments, &progress));
        progress.finish();
        let count = match count.ok_or(FrogsError::TooWideToSearch(puzzle))? {
            Ok(count) => count,
            Err(Outcome::Stopped(stopped)) => {
                output::say(&format!("tait: stopped: {}", stopped.reason));
                return Ok(arguments.limits.exit(stopped.reason));
            }
            Err(_) => bail!("{puzzle}: no solution was found, though there is one by construction"),
        };
        let too_many = || anyhow!("{puzzle}: there are more solutions than 128 bits hold");
        let solutions = count.solutions.ok_or_else(too_many)?.to_string();
        output::print(&match format {
            Format::Text => format!("{solutions}\n"),
            format => {
                let value = solutions
                    .parse::<u64>()
                    .map_or(json!(solutions), Value::from);
                number("solutions", value).to_text(format)
            }
        })?;
        return Ok(Exit::Done);
    }
    let solution = cell_source::solution(Puzzle::from(puzzle), globals)?;
    output::print(&match format {
        Format::Text => solution.to_string(),
        Format::Json | Format::Jsonl => serde_json::to_string(&solution)? + "\n",
        format => {
            let mut table = Table::new(&["puzzle", "moves"]);
            table.push(vec![json!(puzzle.to_string()), json!(solution.moves)]);
            table.to_text(format)
        }
    })?;
    Ok(Exit::Done)
}
