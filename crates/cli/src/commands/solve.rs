//! `tait solve K N`

use super::search::{
    SearchArguments, placed, stopped, tell_cuts, tell_estimate, tell_exhausted, tell_states,
};
use crate::exit::Exit;
use crate::globals::{Format, Globals};
use crate::output::{moves_text, print};
use crate::progress::Progress;
use crate::restrictions::as_command;
use clap::Args;
use std::time::Instant;
use tait_framework::{Solved, solve};
use tait_puzzle::linear::{Claim, check};
use tait_search::Control;
use tait_store::{FoundBy, Record, SolutionRecord, Store};

/// Arguments of `solve`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    search: SearchArguments,

    /// Give up after proving that so many moves do not suffice
    #[arg(long, value_name = "MOVES")]
    most_moves: Option<u32>,

    /// Search even when the answer is stored
    #[arg(long)]
    fresh: bool,

    /// Do not store the solution
    #[arg(long)]
    no_store: bool,
}

pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let request = arguments.search.request()?;
    if arguments.search.estimate {
        return tell_estimate(&request, globals);
    }
    let store = Store::new(&globals.data);
    if arguments.search.can_be_stored()
        && !arguments.fresh
        && let Some(record) = store.solution(request.puzzle, &request.restrictions)?
    {
        globals.say("from the store; --fresh searches anew");
        return show(arguments, globals, record);
    }
    let begin = Instant::now();
    let progress = Progress::new(globals);
    let control = Control { limits: globals.limits(), sink: &progress };
    let solved = solve(&request, arguments.most_moves.unwrap_or(u32::MAX), &control);
    progress.finish();
    tell_cuts(&request, globals);
    match solved? {
        Solved::Optimal { solution, claim, states } => {
            if arguments.search.stats {
                tell_states(&states, globals);
            }
            let mut found_by = FoundBy::new(command(arguments, &request), begin.elapsed());
            found_by.states = Some(states.iter().sum());
            let restrictions = request.restrictions.clone();
            let record = SolutionRecord { solution, claim, restrictions, found_by };
            if arguments.search.can_be_stored() && !arguments.no_store {
                let saved = store.save_solution(&record)?;
                if let Some(warning) = saved.set_aside {
                    globals.say(&format!("warning: {warning}"));
                }
            }
            show(arguments, globals, record)
        }
        Solved::Unsolvable => {
            let (k, n) = (request.puzzle.k(), request.puzzle.n());
            globals.say(&format!(
                "k = {k}, n = {n} has no solution at all: k = 2n - 1, so a move only rotates the row"
            ));
            Ok(Exit::No)
        }
        Solved::NoneWithin { searched } => {
            tell_exhausted(&searched, globals);
            let most = searched.last().map_or(0, |exhaustion| exhaustion.moves);
            globals.say(&format!("no solution of up to {most} moves, and that is as far as was searched"));
            Ok(Exit::No)
        }
        Solved::Stopped { searched, moves, stopped: why } => {
            tell_exhausted(&searched, globals);
            Ok(stopped(moves, &why, globals))
        }
    }
}

/// The command line that finds this again, without what does not change the result.
fn command(arguments: &Arguments, request: &tait_framework::SolveRequest) -> String {
    let mut text = format!("solve {} {}", request.puzzle.k(), request.puzzle.n());
    text.push_str(&as_command(&request.restrictions));
    if let Some(most) = arguments.most_moves {
        text.push_str(&format!(" --most-moves {most}"));
    }
    text
}

fn show(arguments: &Arguments, globals: &Globals, mut record: SolutionRecord) -> anyhow::Result<Exit> {
    record.solution = placed(&record.solution, &arguments.search);
    let verdict = check(&record.solution)?;
    let solution = &record.solution;
    globals.say(&format!("{}, start {}: {verdict}", solution.puzzle(), solution.start()));
    if let Claim::Exhaustion { shorter } = &record.claim {
        globals.say("optimal, because");
        tell_exhausted(shorter, globals);
    }
    match globals.format {
        Format::Text | Format::Markdown => print(&moves_text(solution.moves()))?,
        Format::Json => print(&Record::Solution(record).to_json()?)?,
        Format::Jsonl | Format::Csv => {
            let format = match globals.format {
                Format::Csv => tait_generator::stream::Format::Csv,
                _ => tait_generator::stream::Format::JsonLines,
            };
            let count = solution.moves().len() as u64;
            tait_generator::stream::write_moves(solution, 0..count, format, &mut std::io::stdout().lock())?;
        }
    }
    Ok(Exit::Done)
}
