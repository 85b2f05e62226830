//! `tait solve --row ROW K`: a puzzle from any row.

use super::Arguments;
use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::moves::{self, FORMATS};
use crate::output::print;
use clap::Args;
use std::ffi::OsString;
use tait_atlas::{none_up_to, row_puzzle, row_summary, unsolved_row_json};
use tait_framework::{RowError, SolvedRow, solve_row};
use tait_linear::rows::AnyRow;
use tait_store::to_text;

/// A puzzle from any row.
#[derive(Debug, Args)]
#[command(next_help_heading = "Any row")]
pub(super) struct RowArguments {
    /// Begin with this row instead of N nickels and N pennies: a letter or digit for a coin of that kind, a point for a
    /// free position
    #[arg(long, value_name = "ROW", conflicts_with_all = [
        "n", "most_moves", "fresh", "no_store", "blocks", "final_type", "shift", "stationary", "no_pair_rule",
        "no_block_rule", "engine", "stats", "estimate", "question", "prefix",
    ])]
    pub(super) row: Option<AnyRow>,

    /// With --row: end with this row, or with the row in this file, anywhere on the line [default: alternating]
    #[arg(long, value_name = "ROW|FILE", conflicts_with = "n")]
    goal: Option<OsString>,

    /// With --row: search only a board of this many positions [default: the row and three blocks, and then the board
    /// that proves the optimum]
    #[arg(long, value_name = "POSITIONS", conflicts_with = "n")]
    width: Option<u32>,
}

pub(super) fn run(row: &AnyRow, arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text).among(&FORMATS)?;
    let RowArguments { goal, width, .. } = &arguments.row;
    let search = &arguments.search;
    let puzzle = row_puzzle(search.puzzle.k()?, row, goal.as_deref())?;
    let progress = search.limits.progress(globals)?;
    let solved = solve_row(&puzzle, *width, &progress.control());
    progress.finish();
    let solved = match solved {
        Err(RowError::Stopped { reason, excluded }) => {
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
    match &solved {
        SolvedRow::Solved(solution) => {
            let _ = solution.check()?;
            moves::write(solution, None, solution, format)?;
            Ok(Exit::Done)
        }
        SolvedRow::Impossible(_) | SolvedRow::NoneOnBoard { .. } => {
            if format == Format::Json {
                print(&to_text(&unsolved_row_json(&puzzle, &solved))?)?;
            }
            Ok(Exit::Refuted)
        }
    }
}
