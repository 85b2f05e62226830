//! `tait solve K N`

use crate::commands::search::{
    SearchArguments, TurnedArgument, finish, placed, stopped, tell_cuts, tell_estimate,
    tell_exhausted, tell_memory, tell_states,
};
use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::limits::FRESH;
use crate::moves;
use crate::moves::FORMATS;
use crate::output::{print, results};
use crate::terminal::grouped;
use anyhow::Context;
use clap::Args;
use num_bigint::BigUint;
use serde_json::json;
use std::ffi::OsString;
use std::time::{Duration, Instant};
use tait_atlas::{none_up_to, row_puzzle, row_summary, unsolved_row_json};
use tait_framework::{RowError, Solved, SolvedRow, all_solutions, list_row, solve_row};
use tait_jobs::{
    Layers, ListFormat, RecountEffort, Run, count_solutions, extremes_text, forget_solving,
    is_counted, least_of_any_length, recounted, run_directory, solution_record, solve_resumed,
    unsolved_json, write_solutions,
};
use tait_linear::rows::{AnyRow, RowPuzzle, RowSolution};
use tait_linear::{
    Claim, Exhaustion, Move, Solution, SolveRequest, WIDEST_BOARD, check, moves_in_line,
};
use tait_store::{Level, Record, SolutionRecord, Store, to_text};

/// Arguments of `solve`.
#[derive(Debug, Args)]
#[command(mut_arg("n", |n| n.required(false).required_unless_present("row")))]
pub(crate) struct Arguments {
    /// Give up after proving that this many moves do not suffice
    #[arg(
        long,
        value_name = "MOVES",
        visible_alias = "max-moves",
        conflicts_with = "turned"
    )]
    most_moves: Option<u32>,

    #[arg(long, help = FRESH, help_heading = "Data")]
    fresh: bool,

    /// Do not store the solution
    #[arg(long, help_heading = "Data")]
    no_store: bool,

    #[command(flatten)]
    search: SearchArguments,

    #[command(flatten)]
    every: EveryArguments,

    #[command(flatten)]
    row: RowArguments,
}

impl Arguments {
    /// Returns the request for the libraries.
    fn request(&self) -> anyhow::Result<SolveRequest> {
        let (every, start) = (&self.every, self.search.puzzle.start);
        let prefix = every.prefix.iter().flat_map(|prefix| &prefix.0);
        Ok(SolveRequest {
            most_moves: self.most_moves,
            count: every.count,
            any_length: every.any_length,
            prefix: prefix.map(|step| step.shifted(1 - start)).collect(),
            ..self.search.request()?
        })
    }

    fn store(&self, globals: &Globals) -> anyhow::Result<Store> {
        match self.no_store {
            true => globals.store(),
            false => globals.store_to_write(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    if let Some(row) = &arguments.row.row {
        return run_row(row, arguments, globals);
    }
    if arguments.row.turned.is_turned {
        let row = AnyRow::starting(arguments.search.puzzle.puzzle()?)?;
        return run_row(&row, arguments, globals);
    }
    let request = arguments.request()?;
    let _ = globals.format_or(Format::Text).among(&FORMATS)?;
    if arguments.search.estimate {
        return tell_estimate(&arguments.search, &request, globals);
    }
    if arguments.every.is_asked() {
        return run_every(arguments, &request, globals);
    }
    let store = arguments.store(globals)?;
    if let Some((record, from)) = known(arguments, &request, &store, globals)? {
        globals.remark(&format!("{from}; --fresh searches again"));
        let moves = record.solution.moves().len();
        let exit = show(arguments, globals, record)?;
        forget_solving(&request, moves, &store)?;
        return Ok(exit);
    }
    let progress = arguments.search.limits.progress(globals)?;
    let control = progress.control();
    let layers = Layers::new(&run_directory(&store, arguments.fresh), control.sink);
    let mut solved = solve_resumed(&request, &layers, &control);
    let why = solved.as_mut().ok();
    finish(&progress, why.and_then(|(solved, _)| solved.stopped()));
    tell_cuts(&request, globals);
    if arguments.search.stats {
        tell_memory(&progress, globals);
    }
    let (solved, time) = solved?;
    if matches!(solved, Solved::Stopped { .. }) {
        layers.tell_kept();
        return tell_ended(arguments, globals, &request, time, solved);
    }
    let exit = tell_ended(arguments, globals, &request, time, solved)?;
    layers.finish()?;
    Ok(exit)
}

/// Returns a solution that answers without a search, and where it comes from.
fn known(
    arguments: &Arguments,
    request: &SolveRequest,
    store: &Store,
    globals: &Globals,
) -> anyhow::Result<Option<(SolutionRecord, String)>> {
    if !request.takes_any_search() || arguments.fresh {
        return Ok(None);
    }
    let most_moves = arguments.most_moves.unwrap_or(u32::MAX);
    let (atlas, restrictions) = (globals.atlas()?, &request.restrictions);
    Ok(atlas.solved(store, request.puzzle, restrictions, most_moves)?)
}

/// Prints how solving ended, and stores a solution.
fn tell_ended(
    arguments: &Arguments,
    globals: &Globals,
    request: &SolveRequest,
    time: Duration,
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
            let record = solution_record(request, solution, claim, &states, time);
            if !is_counted(&record.claim) {
                globals.remark(
                    "not stored: a stored proof needs all prune rules, and the states per depth, which --engine breadth counts",
                );
            } else if request.takes_any_search() && !arguments.no_store {
                // What cannot be stored is shown all the same.
                let saved = globals.store()?.save(&record);
                let exit = show(arguments, globals, record);
                saved?.tell_set_aside(globals);
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

// `tait solve K N --count`, `--all`, `--distance` and `--prefix`: all shortest solutions.

/// Questions about all shortest solutions.
#[derive(Debug, Args)]
#[command(next_help_heading = "All shortest solutions")]
pub(crate) struct EveryArguments {
    /// Count the shortest solutions
    #[arg(long, group = "question", conflicts_with_all = ["stats", "engine", "estimate"])]
    count: bool,

    /// List the shortest solutions, smallest first by source and destination of each move. The search keeps nothing on
    /// disk and begins anew; --count continues
    #[arg(long, group = "question", conflicts_with_all = ["stats", "engine", "estimate", "turned"])]
    all: bool,

    /// With --all: begin with the solution of this index, counted from 0
    #[arg(long, value_name = "INDEX", requires = "all")]
    from_index: Option<BigUint>,

    /// Show the least and the largest total distance of the moves of a shortest solution
    #[arg(long, group = "question", conflicts_with_all = ["stats", "engine", "estimate", "turned"])]
    distance: bool,

    /// Show the least total distance of solutions of any length, or up to --most-moves; without that, what is excluded
    /// is stored, and the same command goes on
    #[arg(long, conflicts_with_all = ["count", "all", "stats", "engine", "estimate", "turned"])]
    any_length: bool,

    /// Only solutions that begin with these moves, such as '(2→9) (5→2)' or '2-9 5-2'. Without --count, the search keeps
    /// nothing on disk
    #[arg(long, value_name = "MOVES", value_parser = prefix, conflicts_with_all = ["stats", "engine", "estimate", "turned"])]
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
    const fn is_asked(&self) -> bool {
        self.count || self.all || self.distance || self.any_length || self.prefix.is_some()
    }
}

fn run_every(
    arguments: &Arguments,
    request: &SolveRequest,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let every = &arguments.every;
    let format = globals.format_or(Format::Text);
    let is_question = every.all || every.count || every.distance || every.any_length;
    let shows_one = every.prefix.is_some() && !is_question;
    let form = match format.among(&FORMATS[..if shows_one { 4 } else { 3 }])? {
        Format::Json => ListFormat::Json,
        Format::Jsonl => ListFormat::JsonLines,
        _ => ListFormat::Text,
    };
    let start = arguments.search.puzzle.start;
    let (begin, store) = (Instant::now(), arguments.store(globals)?);
    let progress = arguments.search.limits.progress(globals)?;
    let control = progress.control();
    let ended = |mut solved: Solved| {
        finish(&progress, solved.stopped());
        tell_ended(arguments, globals, request, begin.elapsed(), solved)
    };
    let run = Run {
        is_fresh: arguments.fresh,
        ..Run::new(&store, &control)
    };
    if every.any_length {
        let mut least = match least_of_any_length(request, !arguments.no_store, &run)? {
            Ok(least) => least,
            Err(solved) => return ended(solved),
        };
        finish(&progress, least.stopped.as_mut());
        globals.remark(&least.to_string());
        let found = [("least", least.distance, least.solution)];
        print(&extremes_text(&found, start, format != Format::Text)?)?;
        let Some(why) = &least.stopped else {
            return Ok(Exit::Done);
        };
        let states = grouped(why.states.iter().sum());
        globals.remark(&format!("stopped after {states} states: {}", why.reason));
        return Ok(arguments.search.limits.exit(why.reason));
    }
    if every.count || every.distance {
        let counted = match count_solutions(request, !arguments.no_store, &run)? {
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
    let all = match all_solutions(request, &control)? {
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

// `tait solve --row ROW K`: a puzzle from any row.

/// A puzzle from any row.
#[derive(Debug, Args)]
#[command(next_help_heading = "Any row")]
struct RowArguments {
    /// Begin with this row instead of N nickels and N pennies: a letter or digit for a coin of that kind; '.', '_'
    /// or '-' for a free position
    #[arg(long, value_name = "ROW", allow_hyphen_values = true, conflicts_with_all = [
        "n", "most_moves", "fresh", "no_store", "blocks", "final_type", "shift", "stationary", "no_pair_rule",
        "no_block_rule", "engine", "stats", "estimate", "all", "distance", "any_length", "prefix",
    ])]
    row: Option<AnyRow>,

    #[command(flatten)]
    turned: TurnedArgument,

    /// With --row: end with this row, or with the row in this file, anywhere on the line [default: alternating]
    #[arg(
        long,
        value_name = "ROW|FILE",
        allow_hyphen_values = true,
        conflicts_with = "n"
    )]
    goal: Option<OsString>,

    /// With --row: search only a board of this many positions [default: the row and three blocks, and then the board
    /// that proves the optimum]
    #[arg(long, value_name = "POSITIONS", conflicts_with = "n")]
    width: Option<u32>,
}

fn run_row(row: &AnyRow, arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text).among(&FORMATS)?;
    let RowArguments { goal, width, .. } = &arguments.row;
    let search = &arguments.search;
    let puzzle = row_puzzle(search.puzzle.k()?, row, goal.as_deref())?;
    let puzzle = puzzle.turned_if(arguments.row.turned.is_turned);
    let progress = search.limits.progress(globals)?;
    let control = progress.control();
    let layers = Layers::new(globals.store()?.directory(), control.sink);
    let open = |width, moves| layers.open_row(&puzzle, width, moves);
    let solved = solve_row(&puzzle, *width, Some(&open), &control);
    progress.finish();
    let solved = match solved {
        Err(RowError::Stopped { reason, excluded }) => {
            layers.tell_kept();
            if let Some(moves) = excluded.filter(|&moves| moves > 0) {
                globals.remark(&format!("{puzzle}: {}", none_up_to(moves)));
            }
            return Ok(search.limits.stopped(reason));
        }
        Ok(SolvedRow::Solved(solution)) => {
            SolvedRow::Solved(solution.at_start(search.puzzle.start))
        }
        solved => solved?,
    };
    globals.remark(&row_summary(&puzzle, &solved));
    let exit = match &solved {
        SolvedRow::Solved(solution) => {
            let _ = solution.check()?;
            match arguments.every.count {
                true => count_row(
                    &puzzle,
                    solution.moves.len() as u32,
                    format,
                    globals,
                    search,
                )?,
                false => {
                    write_row(solution, search, format)?;
                    Exit::Done
                }
            }
        }
        SolvedRow::Impossible(_) | SolvedRow::NoneOnBoard { .. } => {
            if format == Format::Json {
                print(&to_text(&unsolved_row_json(&puzzle, &solved))?)?;
            }
            Exit::Refuted
        }
    };
    layers.finish()?;
    Ok(exit)
}

/// Counts the solutions of a row of exactly so many moves.
fn count_row(
    puzzle: &RowPuzzle,
    moves: u32,
    format: Format,
    globals: &Globals,
    search: &SearchArguments,
) -> anyhow::Result<Exit> {
    let progress = search.limits.progress(globals)?;
    let listed = list_row(puzzle, moves, 0, &progress.control());
    progress.finish();
    let (listed, width) = match listed {
        Err(RowError::Stopped { reason, .. }) => return Ok(search.limits.stopped(reason)),
        listed => listed?,
    };
    let (count, extent) = (
        listed.count.to_string(),
        match width {
            None => "these are all on the unbounded line".to_owned(),
            Some(width) => format!("on {width} positions; longer boards may have more"),
        },
    );
    globals.remark(&format!(
        "{puzzle}: {count} solutions of {moves} moves; {extent}"
    ));
    match format {
        Format::Text => print(&format!("{count}\n"))?,
        _ => print(&to_text(&json!({
            "k": puzzle.k(), "row": puzzle.start().to_string(), "turned": puzzle.is_turned(),
            "moves": moves, "solutions": count, "whole": width.is_none(),
        }))?)?,
    }
    Ok(Exit::Done)
}

/// Writes a solution of K and N under the header that other commands give it; as JSON with its claim.
pub(super) fn write_row(
    solution: &RowSolution,
    arguments: &SearchArguments,
    format: Format,
) -> anyhow::Result<()> {
    match arguments.puzzle.puzzle() {
        Ok(puzzle) if format != Format::Json => {
            let solution = Solution::new(puzzle.turned(), solution.start, solution.moves.clone());
            let _ = check(&solution)?;
            moves::write(&solution, None, &solution, format)
        }
        _ => moves::write(solution, None, solution, format),
    }
}

#[cfg(test)]
mod tests {
    use super::Arguments;
    use clap::{Args as _, FromArgMatches as _};
    use tait_linear::{Puzzle, SolveRequest};
    use tait_text::Command as _;

    #[test]
    fn what_is_typed_and_what_a_record_names_are_one_request() {
        for line in [
            "solve 3 7",
            "solve 3 7 --count",
            "solve 3 7 --any-length",
            "solve 3 7 --blocks R1 --type black --shift -3 --stationary -1,2 --most-moves 9",
            "solve 3 7 --no-pair-rule --no-block-rule --engine ida",
            "solve 3 7 --most-moves 8 --count --prefix '(2→9) (5→2)'",
        ] {
            let words = line.replace("'(2→9) (5→2)'", "2-9,5-2");
            let command = Arguments::augment_args(clap::Command::new("solve"));
            let matches = command.try_get_matches_from(words.split(' ')).unwrap();
            let arguments = Arguments::from_arg_matches(&matches).unwrap();
            assert_eq!(arguments.request().unwrap().to_string(), line);
            let read = SolveRequest::of_command(line).unwrap();
            assert_eq!(read.to_string(), line);
        }
        // Searches of these requests do not know it, so that no record of theirs is about it.
        let turned = Puzzle::new(3, 7).unwrap().turned();
        let line = SolveRequest::new(turned).to_string();
        assert_eq!(line, "solve 3 7 --turned");
        assert!(SolveRequest::of_command(&line).is_err());
        for line in [
            "solve 3 1",
            "solve 3 7 --engine fast",
            "solve 3 7 --prefix 2",
            "solve 3",
        ] {
            assert!(SolveRequest::of_command(line).is_err(), "{line}");
        }
    }
}
