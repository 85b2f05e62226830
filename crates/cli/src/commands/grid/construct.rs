//! `tait grid construct FILE`

use super::answer::Show;
use super::input::{Given, PuzzleArguments};
use crate::arguments::Globals;
use crate::exit::Exit;
use crate::format::Format;
use crate::moves::FORMATS;
use anyhow::{Context, anyhow, bail};
use clap::Args;
use serde_json::json;
use tait_generator::grid::triangular;
use tait_puzzle::grid::{Board, Move, Puzzle, check};

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
    let constructed = construct(&given.puzzle).map_err(|error| anyhow!("{name}: {error}"))?;
    given.introduce(globals);
    let Given {
        puzzle,
        known,
        about,
    } = given;
    let show = Show {
        about,
        format,
        globals,
        count_key: "constructed_moves",
    };
    match constructed {
        Constructed::Solution { why, moves } => {
            // What is printed has passed the checker.
            let verdict = check(&puzzle, moves.iter().copied())
                .with_context(|| format!("{name}: the construction is wrong"))?;
            globals.remark(&format!("{verdict}: {why}"));
            show.solution(known.as_deref(), &moves, Some(("condition", json!(why))))
        }
        Constructed::Unsolvable(reason) => show.none(true, &reason, Exit::Refuted),
    }
}

/// A solution, or why there is none, in words.
enum Constructed {
    Solution { why: String, moves: Vec<Move> },
    Unsolvable(String),
}

/// Chooses the construction for the board.
///
/// # Errors
/// When no theorem covers the puzzle.
fn construct(puzzle: &Puzzle) -> anyhow::Result<Constructed> {
    match puzzle.board() {
        Board::Triangular => Ok(match triangular::construct(puzzle)? {
            triangular::Construction::Solution { condition, moves } => Constructed::Solution {
                why: condition.to_string(),
                moves,
            },
            triangular::Construction::Unsolvable(reason) => {
                Constructed::Unsolvable(reason.to_string())
            }
        }),
        board => bail!("there is a construction for the triangular grid, none for the {board}"),
    }
}
