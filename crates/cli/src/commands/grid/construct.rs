//! `tait grid construct FILE`

use super::answer::Show;
use super::input::{PuzzleArguments, introduce};
use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::moves::FORMATS;
use anyhow::Context;
use clap::Args;
use tait_atlas::grid::{Constructed, NamedPuzzle, construct};
use tait_grid::check;

/// Arguments of `grid construct`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,
}

pub(super) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text).among(&FORMATS)?;
    let name = arguments.puzzle.name();
    let given = arguments.puzzle.given()?;
    let constructed = construct(&given.puzzle).with_context(|| name.to_string())?;
    introduce(&given, globals);
    let NamedPuzzle {
        puzzle,
        known,
        answer,
    } = given;
    let answer = answer.constructed();
    let show = |answer| Show {
        answer,
        format,
        globals,
    };
    match constructed {
        Constructed::Solution {
            why,
            moves,
            outline,
        } => {
            // Solutions are checked before they are printed.
            let verdict = check(&puzzle, moves.iter().copied())
                .with_context(|| format!("{name}: the construction is wrong"))?;
            globals.remark(&format!("{verdict}: {why}"));
            let answer = answer.with_condition(why).with_steps(&outline);
            show(answer).solution(known.as_deref(), &moves)
        }
        Constructed::Unsolvable(reason) => show(answer).refuted(&reason),
        Constructed::Open(reason) => show(answer).undecided(&reason),
        Constructed::TooLong(reason) => show(answer).stopped(&reason),
    }
}
