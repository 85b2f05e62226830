//! `tait solve K N --count`, `--all`, `--distance` and `--prefix`: all shortest solutions.

use super::{Arguments, tell_ended};
use crate::commands::search::finish;
use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::moves::{self, FORMATS};
use crate::output::{print, results};
use crate::remarks;
use anyhow::Context;
use clap::Args;
use num_bigint::BigUint;
use std::time::Instant;
use tait_framework::{SolveRequest, Solved, all_solutions};
use tait_jobs::{
    CountRequest, ListFormat, count_solutions, extremes_text, least_of_any_length, write_solutions,
};
use tait_linear::{Move, Solution, check, moves_in_line};
use tait_store::to_text;

/// Questions about all shortest solutions.
#[derive(Debug, Args)]
#[command(next_help_heading = "All shortest solutions")]
pub(crate) struct EveryArguments {
    /// Count the shortest solutions
    #[arg(long, group = "question", conflicts_with_all = ["stats", "engine", "estimate"])]
    count: bool,

    /// List the shortest solutions, smallest first by source and destination of each move
    #[arg(long, group = "question", conflicts_with_all = ["stats", "engine", "estimate"])]
    all: bool,

    /// With --all: begin with the solution of this index, counted from 0
    #[arg(long, value_name = "INDEX", requires = "all")]
    from_index: Option<BigUint>,

    /// Show the least and the largest total distance of the moves of a shortest solution
    #[arg(long, group = "question", conflicts_with_all = ["stats", "engine", "estimate"])]
    distance: bool,

    /// With --distance: the least total distance of solutions of any length, up to --most-moves
    #[arg(long, requires_all = ["distance", "most_moves"])]
    any_length: bool,

    /// Only solutions that begin with these moves, such as '(2→9) (5→2)'
    #[arg(long, value_name = "MOVES", value_parser = prefix, conflicts_with_all = ["stats", "engine", "estimate"])]
    prefix: Option<Prefix>,
}

/// The first moves of solutions.
#[derive(Debug, Clone)]
struct Prefix(Vec<Move>);

fn prefix(text: &str) -> Result<Prefix, String> {
    moves_in_line(text)
        .map(Prefix)
        .map_err(|error| error.to_string())
}

impl EveryArguments {
    /// Returns whether an option asks for more than one solution, or for certain ones.
    pub(super) const fn is_asked(&self) -> bool {
        self.count || self.all || self.distance || self.prefix.is_some()
    }
}

pub(super) fn run(
    arguments: &Arguments,
    request: &SolveRequest,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let every = &arguments.every;
    let format = globals.format_or(Format::Text);
    let shows_one = every.prefix.is_some() && !every.all && !every.count && !every.distance;
    let form = match format.among(&FORMATS[..if shows_one { 4 } else { 3 }])? {
        Format::Json => ListFormat::Json,
        Format::Jsonl => ListFormat::JsonLines,
        _ => ListFormat::Text,
    };
    let start = arguments.search.puzzle.start;
    let prefix = every.prefix.iter().flat_map(|prefix| &prefix.0);
    let prefix: Vec<Move> = prefix.map(|step| step.shifted(1 - start)).collect();
    let (begin, store) = (Instant::now(), arguments.store(globals)?);
    let progress = arguments.search.limits.progress(globals)?;
    let control = progress.control();
    let ended = |mut solved: Solved| {
        finish(&progress, solved.stopped());
        tell_ended(arguments, globals, request, begin, solved)
    };
    let question = CountRequest {
        request,
        prefix: &prefix,
        most_moves: arguments.most_moves,
        store: &store,
        reads: !arguments.fresh,
        writes: !arguments.no_store,
        listener: &|remark| remarks::tell(&remark, globals),
    };
    if every.any_length {
        let least = match least_of_any_length(&question, &control)? {
            Ok(least) => least,
            Err(solved) => return ended(solved),
        };
        progress.finish();
        globals.remark(&least.to_string());
        let least = [("least", least.distance, least.solution)];
        print(&extremes_text(&least, start, format != Format::Text)?)?;
        return Ok(Exit::Done);
    }
    if every.count || every.distance {
        let counted = match count_solutions(&question, &control)? {
            Ok(counted) => counted,
            Err(solved) => return ended(solved),
        };
        progress.finish();
        if counted.is_stored {
            globals.remark("from the store; --fresh searches again");
        }
        globals.remark(&counted.remark());
        print(&match (every.distance, format) {
            (true, _) => extremes_text(&counted.extremes(), start, format != Format::Text)?,
            (false, Format::Text) => format!("{}\n", counted.cell.solutions),
            (false, _) => to_text(&counted.json())?,
        })?;
        return Ok(Exit::Done);
    }
    let most_moves = arguments.most_moves.unwrap_or(u32::MAX);
    let all = match all_solutions(request, &prefix, most_moves, &control)? {
        Ok(all) => all,
        Err(solved) => return ended(solved),
    };
    if every.all {
        let from = every.from_index.clone().unwrap_or_default();
        let next = write_solutions(&all, &from, start, form, &mut results()?, &control);
        progress.finish();
        let Some(next) = next.context("cannot write the solutions")? else {
            (all.none_from(&from).iter()).for_each(|words| globals.remark(words));
            return Ok(Exit::Done);
        };
        globals.remark(&format!("stopped: --from-index {next} continues"));
        return Ok(Exit::Stopped);
    }
    progress.finish();
    let moves = all.solutions().next().unwrap_or_default();
    let solution = Solution::new(request.puzzle, 1, moves).at_start(start);
    let (puzzle, verdict) = (request.puzzle, check(&solution)?);
    globals.remark(&format!(
        "{puzzle}, start {start}: {verdict}, the first that begins with these moves; not stored"
    ));
    moves::write(&solution, None, &solution, format)?;
    Ok(Exit::Done)
}
