//! `tait solve K N --count`, `--all`, `--distance` and `--prefix`: all shortest solutions.

use super::{Arguments, tell_ended};
use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::moves::{self, FORMATS};
use crate::output::{print, results};
use crate::remarks;
use anyhow::{Context, bail};
use clap::Args;
use num_bigint::BigUint;
use std::time::Instant;
use tait_framework::{SolveRequest, all_solutions, least_distance};
use tait_jobs::{Counted, ListFormat, Remark, counted_solutions, extremes_text, write_solutions};
use tait_puzzle::linear::{BlockLength, Header, Move, Solution, check, moves_in_line};
use tait_search::Stopped;
use tait_store::{SolutionCountsRecord, to_text};

/// Questions about all shortest solutions.
#[derive(Debug, Args)]
#[command(next_help_heading = "All shortest solutions")]
pub(crate) struct EveryArguments {
    /// Count the shortest solutions
    #[arg(long, group = "question")]
    count: bool,

    /// List the shortest solutions, smallest first by source and destination of each move
    #[arg(long, group = "question")]
    all: bool,

    /// With --all: begin with the solution of this index, counted from 0
    #[arg(long, value_name = "INDEX", requires = "all")]
    from_index: Option<BigUint>,

    /// Show the least and the largest total distance of the moves of a shortest solution
    #[arg(long, group = "question")]
    distance: bool,

    /// With --distance: the least total distance of solutions of any length, up to --most-moves
    #[arg(long, requires_all = ["distance", "most_moves"])]
    any_length: bool,

    /// Only solutions that begin with these moves, such as '(2→9) (5→2)'
    #[arg(long, value_name = "MOVES", value_parser = prefix, allow_hyphen_values = true)]
    prefix: Option<Prefix>,
}

/// The first moves of solutions.
#[derive(Debug, Clone)]
struct Prefix(Vec<Move>);

fn prefix(text: &str) -> Result<Prefix, String> {
    match moves_in_line(text) {
        Ok(moves) if moves.is_empty() => Err("expected moves such as '(2→9) (5→2)'".to_owned()),
        moves => moves.map(Prefix).map_err(|error| error.to_string()),
    }
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
    let form = match format.among(&FORMATS)? {
        Format::Json => ListFormat::Json,
        Format::Jsonl => ListFormat::JsonLines,
        Format::Csv if every.all || every.count || every.distance => {
            bail!("--format csv shows one solution: use text, json or jsonl")
        }
        _ => ListFormat::Text,
    };
    if !arguments.search.can_be_stored() && request.rules == Default::default() {
        bail!(
            "--stats and --engine cannot be combined with --count, --all, --distance or --prefix"
        );
    }
    let start = arguments.search.puzzle.start;
    let prefix = every.prefix.iter().flat_map(|prefix| &prefix.0);
    let prefix: Vec<Move> = prefix.map(|step| step.shifted(1 - start)).collect();
    let is_known = arguments.search.can_be_stored()
        && prefix.is_empty()
        && request.restrictions.is_none()
        && arguments.most_moves.is_none();
    let k = BlockLength::new(request.puzzle.k().into())?;
    if is_known
        && !every.all
        && !arguments.fresh
        && let Some(record) = globals.store()?.solution_counts(k)?
        && let Some(cell) = record.cell(request.puzzle.n())
    {
        globals.remark("from the store; --fresh searches again");
        return tell(&Counted::of_stored(cell.clone()), arguments, globals);
    }
    let begin = Instant::now();
    let progress = arguments.search.limits.progress(globals)?;
    let control = progress.control();
    let most_moves = arguments.most_moves.unwrap_or(u32::MAX);
    let found = all_solutions(request, &prefix, most_moves, &control)?;
    let all = match found {
        Ok(all) => all,
        Err(solved) => {
            progress.finish();
            return tell_ended(arguments, globals, request, begin, solved);
        }
    };
    if every.all {
        let from = every.from_index.clone().unwrap_or_default();
        let next = write_solutions(&all, &from, start, form, &mut results()?, &control);
        progress.finish();
        return match next.context("cannot write the solutions")? {
            None => Ok(Exit::Done),
            Some(next) => {
                globals.remark(&format!("stopped: --from-index {next} continues"));
                Ok(Exit::Stopped)
            }
        };
    }
    let told = |stopped: Stopped| {
        progress.finish();
        Ok(arguments.search.limits.stopped(stopped.reason))
    };
    if !every.count && !every.distance {
        progress.finish();
        let moves = all.solutions().next().unwrap_or_default();
        let solution = Solution::new(request.puzzle, 1, moves).at_start(start);
        let verdict = check(&solution)?;
        globals.remark(&format!("{}, start {start}: {verdict}", request.puzzle));
        globals
            .remark("the first of the shortest solutions that begin with these moves; not stored");
        let (puzzle, start) = (request.puzzle, solution.start());
        moves::write(
            &solution,
            None,
            &Header { puzzle, start }.json_fields(),
            format,
        )?;
        return Ok(Exit::Done);
    }
    if every.any_length {
        let least = match least_distance(&all, most_moves, &control)? {
            Ok(least) => least,
            Err(stopped) => return told(stopped),
        };
        progress.finish();
        globals.remark(&least.to_string());
        return tell_extremes(&[("least", least.distance, least.solution)], start, format);
    }
    let extent = match all.extent(&control)? {
        Ok(extent) => extent,
        Err(stopped) => return told(stopped),
    };
    progress.finish();
    let name = format!(
        "solve {} {} --count",
        request.puzzle.k(),
        request.puzzle.n()
    );
    let Some(counted) = counted_solutions(&all, extent, (&name, begin.elapsed())) else {
        print(if every.count { "1\n" } else { "0\n" })?;
        return Ok(Exit::Done);
    };
    if is_known && !arguments.no_store {
        let cells = vec![counted.cell.clone()];
        let saved = globals.store()?.save(&SolutionCountsRecord { k, cells })?;
        if let Some(error) = &saved.set_aside {
            remarks::tell(&Remark::SetAside(error), globals);
        }
    }
    tell(&counted, arguments, globals)
}

/// Prints the number, or the distances.
fn tell(counted: &Counted, arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    globals.remark(&counted.remark());
    let format = globals.format_or(Format::Text);
    if arguments.every.distance {
        let start = arguments.search.puzzle.start;
        return tell_extremes(&counted.extremes(), start, format);
    }
    match format {
        Format::Text => print(&format!("{}\n", counted.cell.solutions))?,
        _ => print(&to_text(&counted.json())?)?,
    }
    Ok(Exit::Done)
}

/// Prints total distances, each with its solution.
fn tell_extremes(
    extremes: &[(&str, u64, Solution)],
    start: i64,
    format: Format,
) -> anyhow::Result<Exit> {
    let solutions = extremes
        .iter()
        .map(|(name, distance, solution)| (*name, *distance, solution.at_start(start)));
    let text = extremes_text(solutions, format != Format::Text)?;
    print(&text)?;
    Ok(Exit::Done)
}
