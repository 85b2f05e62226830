//! `tait exists K N`

use super::search::{SearchArguments, placed, stopped, tell_cuts, tell_estimate, tell_states};
use crate::exit::Exit;
use crate::globals::{Format, Globals};
use crate::output::{moves_text, print, print_json};
use crate::progress::Progress;
use clap::Args;
use serde_json::json;
use tait_framework::{plan, record, search};
use tait_puzzle::linear::{Solution, check};
use tait_search::{Control, Outcome};

/// Arguments of `exists`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    search: SearchArguments,
}

pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let request = arguments.search.request()?;
    if arguments.search.estimate {
        return tell_estimate(&request, globals);
    }
    let plan = plan(&request, u32::try_from(request.puzzle.n()).unwrap_or(u32::MAX))?;
    let progress = Progress::new(globals);
    let control = Control { limits: globals.limits(), sink: &progress };
    let outcome = search(&request, &plan, &control);
    progress.finish();
    tell_states(outcome.states(), globals);
    tell_cuts(&request, globals);
    let puzzle = request.puzzle;
    let (exit, moves, exhaustion, states) = match outcome {
        Outcome::Found(found) => {
            let solution = placed(&Solution::new(puzzle, 1, found.moves), &arguments.search);
            let verdict = check(&solution)?;
            globals.say(&format!("yes, {puzzle} has a solution of n moves: {verdict}"));
            (Exit::Done, Some(solution.moves().to_vec()), None, found.states)
        }
        Outcome::Exhausted(exhausted) => {
            let exhaustion = record(&plan, exhausted);
            globals.say(&format!("no, {puzzle} has {exhaustion}"));
            let states = exhaustion.states.clone();
            (Exit::No, None, Some(exhaustion), states)
        }
        Outcome::Stopped(why) => return Ok(stopped(plan.moves, &why, globals)),
    };
    match globals.format {
        Format::Json | Format::Jsonl => print_json(&json!({
            "puzzle": "linear", "k": puzzle.k(), "n": puzzle.n(),
            "start": arguments.search.puzzle.start,
            "exists": moves.is_some(), "moves": moves, "exhaustion": exhaustion, "states": states,
        }))?,
        Format::Text | Format::Markdown => print(&moves_text(&moves.unwrap_or_default()))?,
        Format::Csv => {
            let mut text = String::from("depth,states\n");
            for (depth, count) in states.iter().enumerate() {
                text.push_str(&format!("{depth},{count}\n"));
            }
            print(&text)?;
        }
    }
    Ok(exit)
}
