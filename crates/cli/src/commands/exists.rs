//! `tait exists K N`

use super::search::{
    SearchArguments, TurnedArgument, finish, placed, stopped, tell_cuts, tell_estimate,
    tell_memory, tell_states,
};
use super::solve::write_row;
use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::moves::{self, FORMATS};
use crate::output::print;
use clap::Args;
use serde_json::json;
use tait_atlas::{Existence, none_up_to, row_puzzle};
use tait_framework::{RowError, bounded, record, row_within};
use tait_jobs::{Layers, search_once};
use tait_linear::rows::AnyRow;
use tait_linear::{Engine, Solution, check};
use tait_search::Outcome;
use tait_store::to_text;
use tait_text::counted;

/// Arguments of `exists`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    search: SearchArguments,

    #[command(flatten)]
    turned: TurnedArgument,
}

pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    if arguments.turned.is_turned {
        return run_turned(arguments, globals);
    }
    let request = arguments.search.request()?;
    let format = globals.format_or(Format::Text).among(&FORMATS)?;
    if arguments.search.estimate {
        return tell_estimate(&arguments.search, &request, globals);
    }
    if let Some(reason) = request.puzzle.unsolvable() {
        globals.remark(&reason);
        if format == Format::Json {
            print(&to_text(&Existence::impossible(request.puzzle, reason))?)?;
        }
        return Ok(Exit::Refuted);
    }
    let bounded = bounded(
        &request,
        u32::try_from(request.puzzle.n()).unwrap_or(u32::MAX),
    )?;
    let progress = arguments.search.limits.progress(globals)?;
    let control = progress.control();
    let layers = Layers::new(globals.store()?.directory(), control.sink);
    let mut searched = search_once(globals.workers(), &request, &bounded, &layers, &control);
    let states = (searched.as_ref()).map_or(Vec::new(), |(outcome, _)| outcome.states().to_vec());
    let why = match &mut searched {
        Ok((Outcome::Stopped(why), _)) => Some(why),
        _ => None,
    };
    finish(&progress, why);
    let (outcome, engine) = searched?;
    // Engines that took turns have a sum alone.
    if !matches!((&outcome, engine), (Outcome::Stopped(_), Engine::Automatic)) {
        tell_states(&states, globals);
    }
    tell_cuts(&request, globals);
    if arguments.search.stats {
        tell_memory(&progress, globals);
    }
    let puzzle = request.puzzle;
    let (exit, solution, answer) = match outcome {
        Outcome::Found(found) => {
            let solution = placed(&Solution::new(puzzle, 1, found.moves), &arguments.search);
            let verdict = check(&solution)?;
            globals.remark(&format!(
                "yes, {puzzle} has a solution of n moves: {verdict}"
            ));
            let answer = Existence::found(&solution, found.states);
            (Exit::Done, Some(solution), answer)
        }
        Outcome::Exhausted(exhausted) => {
            let states = exhausted.states.clone();
            let exhaustion = record(engine, &bounded, exhausted);
            globals.remark(&format!("no, {puzzle} has {exhaustion}"));
            let answer = Existence::excluded(puzzle, exhaustion, states)?;
            (Exit::Refuted, None, answer)
        }
        Outcome::Stopped(why) => {
            layers.tell_kept();
            return Ok(stopped(
                bounded.moves,
                &why,
                &arguments.search.limits,
                globals,
            ));
        }
    };
    match (format, solution) {
        (Format::Json, _) => print(&to_text(&answer)?)?,
        (listing, Some(solution)) => moves::write(&solution, None, &solution, listing)?,
        (_, None) => {}
    }
    layers.finish()?;
    Ok(exit)
}

/// Asks the same of the turned puzzle, which is searched as a puzzle from any row.
fn run_turned(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text).among(&FORMATS)?;
    let search = &arguments.search;
    let asked = search.puzzle.puzzle()?;
    let row = AnyRow::starting(asked)?;
    let puzzle = row_puzzle(asked.block_length(), &row, None)?.turned();
    let moves = u32::try_from(asked.n()).unwrap_or(u32::MAX);
    let progress = search.limits.progress(globals)?;
    let control = progress.control();
    let layers = Layers::new(globals.store()?.directory(), control.sink);
    let open = |width, moves| layers.open_row(&puzzle, width, moves);
    let searched = row_within(&puzzle, moves, Some(&open), &control);
    progress.finish();
    let (solution, states) = match searched {
        Err(RowError::Stopped { reason, .. }) => {
            layers.tell_kept();
            return Ok(search.limits.stopped(reason));
        }
        searched => searched?,
    };
    let exit = match solution {
        Some(solution) => {
            let solution = solution.at_start(search.puzzle.start);
            let verdict = solution.check()?;
            globals.remark(&format!(
                "yes, {puzzle} has a solution of n moves: {verdict}"
            ));
            write_row(&solution, search, format)?;
            Exit::Done
        }
        None => {
            let excluded = none_up_to(moves);
            globals.remark(&format!(
                "no, {puzzle}: {excluded}; the search saw {}",
                counted(states, "row")
            ));
            if format == Format::Json {
                let answer = json!({
                    "puzzle": "row", "k": puzzle.k(), "row": row.to_string(), "turned": true, "moves": null,
                    "none_up_to": moves, "none_on": "any", "states": states,
                });
                print(&to_text(&answer)?)?;
            }
            Exit::Refuted
        }
    };
    layers.finish()?;
    Ok(exit)
}
