//! `tait solve K N`

mod every;
mod row;

use crate::commands::search::{
    SearchArguments, finish, placed, stopped, tell_cuts, tell_estimate, tell_exhausted,
    tell_memory, tell_states,
};
use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::limits::FRESH;
use crate::moves::{self, FORMATS};
use crate::output::print;
use crate::remarks::tell;
use clap::Args;
use std::time::Instant;
use tait_framework::{SolveRequest, Solved, solve, solve_in};
use tait_jobs::{
    Layers, RecountEffort, Remark, is_counted, recounted, run_directory, solution_record,
    unsolved_json,
};
use tait_linear::{BoundedSearch, Claim, Exhaustion, WIDEST_BOARD, check};
use tait_store::{Level, Record, SolutionRecord, Store, solve_command, to_text};

/// Arguments of `solve`.
#[derive(Debug, Args)]
#[command(mut_arg("n", |n| n.required(false).required_unless_present("row")))]
pub(crate) struct Arguments {
    /// Give up after proving that this many moves do not suffice
    #[arg(long, value_name = "MOVES", visible_alias = "max-moves")]
    most_moves: Option<u32>,

    #[arg(long, help = FRESH, help_heading = "Data")]
    fresh: bool,

    /// Do not store the solution
    #[arg(long, help_heading = "Data")]
    no_store: bool,

    #[command(flatten)]
    search: SearchArguments,

    #[command(flatten)]
    every: every::EveryArguments,

    #[command(flatten)]
    row: row::RowArguments,
}

impl Arguments {
    /// Returns the store.
    fn store(&self, globals: &Globals) -> anyhow::Result<Store> {
        match self.no_store {
            true => globals.store(),
            false => globals.store_to_write(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    if let Some(row) = &arguments.row.row {
        return row::run(row, arguments, globals);
    }
    let request = arguments.search.request()?;
    let _ = globals.format_or(Format::Text).among(&FORMATS)?;
    if arguments.search.estimate {
        return tell_estimate(&arguments.search, &request, globals);
    }
    if arguments.every.is_asked() {
        return every::run(arguments, &request, globals);
    }
    let store = arguments.store(globals)?;
    if arguments.search.can_be_stored()
        && !arguments.fresh
        && let Some(record) = store.solution(request.puzzle, &request.restrictions)?
    {
        globals.remark("from the store; --fresh searches again");
        return show(arguments, globals, record);
    }
    if arguments.search.can_be_stored()
        && !arguments.fresh
        && request.restrictions.is_none()
        && let Some((record, from)) = globals.atlas()?.optimal(request.puzzle)?
        && record.solution.moves().len() <= arguments.most_moves.unwrap_or(u32::MAX) as usize
    {
        globals.remark(&format!("known: {from}; --fresh searches again"));
        return show(arguments, globals, record);
    }
    let begin = Instant::now();
    let progress = arguments.search.limits.progress(globals)?;
    let control = progress.control();
    let most_moves = arguments.most_moves.unwrap_or(u32::MAX);
    let listener = |remark: Remark<'_>| tell(&remark, globals);
    let layers = Layers::new(&run_directory(&store, arguments.fresh), &listener);
    let open = |bounded: &BoundedSearch| layers.open(request.engine, bounded);
    let mut solved = match request.keeps_layers() {
        true => solve_in(&request, most_moves, open, &control).map_err(anyhow::Error::from),
        false => solve(&request, most_moves, &control).map_err(anyhow::Error::from),
    };
    finish(&progress, solved.as_mut().ok().and_then(Solved::stopped));
    tell_cuts(&request, globals);
    if arguments.search.stats {
        tell_memory(&progress, globals);
    }
    let solved = solved?;
    if matches!(solved, Solved::Stopped { .. }) {
        layers.tell_kept();
        return tell_ended(arguments, globals, &request, begin, solved);
    }
    let exit = tell_ended(arguments, globals, &request, begin, solved)?;
    layers.finish()?;
    Ok(exit)
}

/// Prints how solving ended, and stores a solution.
fn tell_ended(
    arguments: &Arguments,
    globals: &Globals,
    request: &SolveRequest,
    begin: Instant,
    solved: Solved,
) -> anyhow::Result<Exit> {
    match solved {
        Solved::Optimal {
            solution,
            claim,
            states,
        } => {
            if arguments.search.stats {
                tell_states(&states, globals);
            }
            let command =
                solve_command(request.puzzle, &request.restrictions, arguments.most_moves);
            let run = (&*command, begin.elapsed());
            let record = solution_record(request, solution, claim, &states, run);
            if !is_counted(&record.claim) {
                globals.remark(
                    "not stored: a stored proof needs all prune rules, and the states per depth, which --engine breadth counts",
                );
            } else if arguments.search.can_be_stored() && !arguments.no_store {
                // What cannot be stored is shown all the same.
                let saved = globals.store()?.save(&record);
                let exit = show(arguments, globals, record);
                if let Some(error) = &saved?.set_aside {
                    tell(&Remark::SetAside(error), globals);
                }
                return exit;
            }
            show(arguments, globals, record)
        }
        Solved::Unsolvable => {
            let reason = request.puzzle.unsolvable().unwrap_or_default();
            globals.remark(&reason);
            none(request, &[], &reason, globals, Exit::Refuted)
        }
        Solved::NoneAtAll { searched } => {
            tell_exhausted(&searched, globals);
            let reason = "no solution of any length: the search saw every reachable state";
            globals.remark(reason);
            none(request, &searched, reason, globals, Exit::Refuted)
        }
        Solved::NoneWithin { searched } => {
            tell_exhausted(&searched, globals);
            let reason = searched.last().map_or_else(
                || format!("no solution has fewer than n = {} moves", request.puzzle.n()),
                |last| format!("no solution of up to {} moves; the search ended there (--most-moves, or the limit of {WIDEST_BOARD} positions)", last.moves),
            );
            globals.remark(&reason);
            none(request, &searched, &reason, globals, Exit::Stopped)
        }
        Solved::Stopped {
            searched,
            moves,
            stopped: why,
        } => {
            tell_exhausted(&searched, globals);
            Ok(stopped(moves, &why, &arguments.search.limits, globals))
        }
    }
}

/// Prints that no solution was found, and why, if the format is JSON.
fn none(
    request: &SolveRequest,
    searched: &[Exhaustion],
    reason: &str,
    globals: &Globals,
    exit: Exit,
) -> anyhow::Result<Exit> {
    if globals.format_or(Format::Text) == Format::Json {
        print(&to_text(&unsolved_json(request, searched, reason))?)?;
    }
    Ok(exit)
}

fn show(
    arguments: &Arguments,
    globals: &Globals,
    mut record: SolutionRecord,
) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text).among(&FORMATS)?;
    record.solution = placed(&record.solution, &arguments.search);
    let verdict = check(&record.solution)?;
    let solution = &record.solution;
    let level = Level::of_claim(&record.claim);
    let proven = match level {
        Level::Replayed => format!(", {level}"),
        _ => String::new(), // printed below, after its searches were repeated
    };
    globals.remark(&format!(
        "{}, start {}: {verdict}{proven}",
        solution.puzzle(),
        solution.start()
    ));
    if let Claim::Exhaustion { shorter } = &record.claim {
        let stored = Record::Solution(record.clone());
        let mut recounts = recounted(&stored, RecountEffort::Small)?;
        recounts.look_up(&stored.path(), &stored, &globals.store()?);
        if let Some(difference) = recounts.difference() {
            globals.remark(&format!("wrong: {difference}"));
            return Ok(Exit::Refuted);
        }
        let level = recounts.level(&stored);
        globals.remark(&format!("optimal, {level}, because"));
        tell_exhausted(shorter, globals);
    }
    match format {
        // A claim that no record can hold is left to the words above.
        Format::Json if is_counted(&record.claim) => {
            print(&Record::Solution(record).to_json()?)?;
        }
        listing => moves::write(solution, None, solution, listing)?,
    }
    Ok(Exit::Done)
}
