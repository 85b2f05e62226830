//! `tait grid solve FILE`

use super::answer::Show;
use super::input::{PuzzleArguments, introduce};
use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::limits::{FRESH, LimitArguments};
use crate::moves::FORMATS;
use crate::remarks::tell;
use crate::terminal::grouped;
use clap::Args;
use std::time::Instant;
use tait_atlas::grid::NamedPuzzle;
use tait_framework::grid::known::Known;
use tait_framework::grid::{Solved, difficulty, solve};
use tait_grid::Puzzle;
use tait_jobs::{Remark, grid_solution_record};
use tait_search::{Outcome, Stopped};
use tait_store::GridSolveCommand;
use tait_text::counted;

/// Arguments of `grid solve`.
#[derive(Debug, Args)]
#[command(
    after_help = "tait stores the answers to the figures of tait grid list, and prints stored answers from then on. It \
                  also prints answers to pairs of a font that tait grid table has stored. It stores nothing else, \
                  and nothing with --count or --most-moves."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// Count all shortest solutions, to every place that the target may have. Two sequences of moves count
    /// as one if they differ only in coins with the same label. Also score how difficult the puzzle is (see tait grid design)
    #[arg(long)]
    count: bool,

    /// Give up after proving that this many moves do not suffice
    #[arg(long, value_name = "MOVES")]
    most_moves: Option<u32>,

    #[arg(long, help = FRESH, help_heading = "Data")]
    fresh: bool,

    /// Do not store the answer
    #[arg(long, help_heading = "Data")]
    no_store: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

pub(super) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text).among(&FORMATS)?;
    let given = arguments.puzzle.given()?;
    let from_store = match given.known.as_deref() {
        Some(known) if arguments.is_plain() && !arguments.fresh => {
            let store = match arguments.no_store {
                true => globals.store()?,
                false => globals.store_to_write()?,
            };
            let stored = globals.atlas_of(store).stored_on_grid(known)?;
            let settled = stored.filter(|stored| stored.is_settled);
            settled.map(|stored| stored.solution)
        }
        _ => None,
    };
    introduce(&given, globals);
    let NamedPuzzle {
        puzzle,
        known,
        answer,
    } = given;
    let known = known.as_deref();
    let show = |answer| Show {
        answer,
        format,
        globals,
    };
    if let Some(solution) = from_store {
        globals.remark("from the store; --fresh searches again");
        return match solution {
            Ok(moves) => {
                globals.remark(&format!(
                    "{}, none fewer",
                    counted(moves.len() as u64, "move")
                ));
                show(answer).solution(known, &moves)
            }
            Err(reason) => show(answer).refuted(&reason),
        };
    }
    let begin = Instant::now();
    let progress = arguments.limits.progress(globals)?;
    let control = progress.control();
    let solved = solve(&puzzle, arguments.most_moves, &control);
    let all = match &solved {
        Ok(Solved::Optimal { moves, .. }) if arguments.count => {
            Some(difficulty(&puzzle, moves.len() as u32, &control))
        }
        _ => None,
    };
    progress.finish();
    let solved = solved?;
    // What cannot be stored is shown all the same.
    let kept = known.map_or(Ok(()), |known| {
        arguments.keep(known, &puzzle, &solved, begin, globals)
    });
    let exit = match solved {
        Solved::Optimal { moves, states } => {
            globals.remark(&format!(
                "{}, none fewer; {} states",
                counted(moves.len() as u64, "move"),
                grouped(states.iter().sum())
            ));
            let measured = match all.transpose()? {
                Some(Err(Outcome::Stopped(stopped))) => {
                    let found = moves.len() as u32;
                    return Ok(tell_stopped(&stopped, found, arguments, globals));
                }
                measured => measured.and_then(Result::ok),
            };
            if let Some(measured) = &measured {
                globals.remark(&format!(
                    "shortest solutions: {}",
                    measured.solutions_in_words()
                ));
                globals.remark(&measured.to_string());
            }
            show(answer.with_difficulty(measured.as_ref())).solution(known, &moves)
        }
        Solved::Unsolvable { reason, .. } => show(answer).refuted(&reason.to_string()),
        Solved::NoneWithin { moves, because } => {
            let why = because.map_or_else(|| "--most-moves".to_owned(), |error| error.to_string());
            let reason =
                format!("no solution of up to {moves} moves; the search ended there: {why}");
            show(answer).undecided(&reason)
        }
        Solved::Stopped { at_least, stopped } => {
            Ok(tell_stopped(&stopped, at_least, arguments, globals))
        }
    };
    kept.and(exit)
}

impl Arguments {
    /// Returns whether no option changes the question.
    const fn is_plain(&self) -> bool {
        !self.count && self.most_moves.is_none()
    }

    /// Stores the answer to a figure.
    fn keep(
        &self,
        known: &Known,
        puzzle: &Puzzle,
        solved: &Solved,
        begin: Instant,
        globals: &Globals,
    ) -> anyhow::Result<()> {
        if self.no_store || !self.is_plain() || !known.is_figure() {
            return Ok(());
        }
        let name = known.name.to_owned();
        let command = GridSolveCommand { puzzle: name };
        let run = (&*command.to_string(), begin.elapsed());
        let Some(record) = grid_solution_record((&known.name, puzzle), solved, run) else {
            return Ok(());
        };
        let saved = globals.store()?.save(&record)?;
        if let Some(error) = &saved.set_aside {
            tell(&Remark::SetAside(error), globals);
        }
        Ok(())
    }
}

/// Says why a search stopped, and returns the exit.
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
