//! `tait grid solve FILE`

use super::answer::Show;
use super::input::{Given, PuzzleArguments};
use crate::arguments::Globals;
use crate::exit::Exit;
use crate::format::Format;
use crate::limits::LimitArguments;
use crate::moves::FORMATS;
use crate::progress::{Progress, grouped};
use clap::Args;
use tait_framework::grid::{Solved, count, solve};
use tait_search::{Control, Outcome, Stopped};

/// Arguments of `grid solve`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// Count all shortest solutions: sequences of moves from one position to another, where coins
    /// with the same label are not told apart, to all places that the target may have
    #[arg(long)]
    count: bool,

    /// Give up after proving that so many moves do not suffice
    #[arg(long, value_name = "MOVES")]
    most_moves: Option<u32>,

    #[command(flatten)]
    limits: LimitArguments,
}

pub(super) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text).among(&FORMATS)?;
    let given = arguments.puzzle.given()?;
    given.introduce(globals);
    let Given {
        puzzle,
        known,
        answer,
    } = given;
    let progress = Progress::new(&arguments.limits, globals)?;
    let control = Control {
        limits: arguments.limits.limits(),
        sink: &progress,
    };
    let solved = solve(&puzzle, arguments.most_moves, &control);
    let counted = match &solved {
        Ok(Solved::Optimal { moves, .. }) if arguments.count => {
            Some(count(&puzzle, moves.len() as u32, &control))
        }
        _ => None,
    };
    progress.finish();
    let show = |answer| Show {
        answer,
        format,
        globals,
    };
    match solved? {
        Solved::Optimal { moves, states } => {
            globals.remark(&format!(
                "{} moves, none fewer; {} states",
                moves.len(),
                grouped(states.iter().sum())
            ));
            let solutions = match counted.transpose()? {
                None => None,
                Some(Ok(counted)) => Some(counted.solutions.map_or_else(
                    || "more than 128 bits hold".to_owned(),
                    |solutions| solutions.to_string(),
                )),
                Some(Err(Outcome::Stopped(stopped))) => {
                    return Ok(tell_stopped(
                        &stopped,
                        moves.len() as u32,
                        arguments,
                        globals,
                    ));
                }
                Some(Err(_)) => None,
            };
            if let Some(solutions) = &solutions {
                globals.remark(&format!("shortest solutions: {solutions}"));
            }
            show(answer.with_solutions(solutions)).solution(known.as_deref(), &moves)
        }
        Solved::Unsolvable { reason, .. } => {
            show(answer).none(true, &reason.to_string(), Exit::Refuted)
        }
        Solved::NoneWithin { moves, because } => {
            let why = because.map_or_else(|| "--most-moves".to_owned(), |error| error.to_string());
            let reason = format!(
                "no solution of up to {moves} moves; longer ones were not searched for: {why}"
            );
            show(answer).none(false, &reason, Exit::Stopped)
        }
        Solved::Stopped { at_least, stopped } => {
            Ok(tell_stopped(&stopped, at_least, arguments, globals))
        }
    }
}

/// Tells why a search stopped.
fn tell_stopped(
    stopped: &Stopped,
    at_least: u32,
    arguments: &Arguments,
    globals: &Globals,
) -> Exit {
    globals.remark(&format!(
        "stopped after {} states: {}; a solution has at least {at_least} moves",
        grouped(stopped.states.iter().sum()),
        stopped.reason
    ));
    arguments.limits.exit(stopped.reason)
}
