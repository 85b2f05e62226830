//! `tait checkers N M --vacancies V`.

use super::Arguments;
use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::output;
use anyhow::{anyhow, bail};
use tait_atlas::{number_text, solution_text};
use tait_framework::count_of_vacancy;
use tait_search::Outcome;
use tait_vacancy::Puzzle;
use tait_vacancy::checkers::frogs::{Frogs, FrogsError};

/// Prints a solution, the optimum, or the number of solutions.
pub(super) fn run(puzzle: Frogs, arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let task = &arguments.task;
    if task.all || arguments.moves.is_some() {
        bail!("--vacancies can be combined only with --count, --optimum or --format dot");
    }
    let sizes = [puzzle.frogs(), puzzle.toads(), puzzle.vacancies()];
    if task.optimum {
        let (columns, number) = (&["n", "m", "v", "optimum"], puzzle.optimum().to_string());
        output::print(&number_text(&sizes, columns, &number, format))?;
        return Ok(Exit::Done);
    }
    if task.count {
        let progress = arguments.limits.progress(globals)?;
        let bound = u32::try_from(puzzle.optimum()).unwrap_or(u32::MAX);
        let count = count_of_vacancy(puzzle.into(), bound, &progress.control());
        progress.finish();
        let count = match count.ok_or(FrogsError::TooWideToSearch(puzzle))? {
            Ok(count) => count,
            Err(Outcome::Stopped(stopped)) => return Ok(arguments.limits.stopped(stopped.reason)),
            Err(_) => bail!("{puzzle}: the search found no solution, but a construction gives one"),
        };
        let too_many = || anyhow!("{puzzle}: the number of solutions does not fit in 128 bits");
        let solutions = count.solutions.ok_or_else(too_many)?.to_string();
        let columns = &["n", "m", "v", "solutions"];
        output::print(&number_text(&sizes, columns, &solutions, format))?;
        return Ok(Exit::Done);
    }
    let solution = globals.atlas()?.vacancy_solution(Puzzle::from(puzzle))?;
    output::print(&solution_text(&solution, format)?)?;
    Ok(Exit::Done)
}
