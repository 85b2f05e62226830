//! `tait grid design ROWSxCOLUMNS|FILE`

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::output::print;
use anyhow::Context;
use clap::Args;
use std::ffi::OsString;
use tait_atlas::grid::{DesignedPuzzles, whole_board};
use tait_framework::grid::{DesignError, Designs};

/// Arguments of `grid design`.
#[derive(Debug, Args)]
#[command(
    after_help = "A start spans the board; images of a puzzle count once. The score adds detours, the moves beyond one for each coin that is not \
                  in its place, and choices, the bits that it takes to choose a shortest solution among all moves. Among equals the higher \
                  score comes first, then the smaller start and target. tait grid solve FILE --id ID opens a puzzle of --format json."
)]
pub(crate) struct Arguments {
    /// Rectangle of the square grid such as 4x4 (rows x columns), or a JSON file with a graph, or with a
    /// configuration whose span is the board
    #[arg(value_name = "ROWSxCOLUMNS | FILE")]
    board: OsString,

    /// Number of coins
    #[arg(long, value_name = "N")]
    coins: usize,

    /// Number of puzzles of each merit
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
    best: u16,

    #[command(flatten)]
    limits: LimitArguments,
}

pub(super) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let (coins, limits) = (arguments.coins, &arguments.limits);
    let name = &*arguments.board.to_string_lossy();
    let (board, _, _) = whole_board(&arguments.board)?;
    let progress = limits.progress(globals)?;
    let control = progress.control();
    let designs = Designs::of(&board, coins, arguments.best.into(), &control);
    progress.finish();
    let designs = match designs {
        Err(error @ DesignError::Stopped { reason, .. }) => {
            globals.remark(&format!("{name}: {error}"));
            return Ok(limits.exit(reason));
        }
        designs => designs.with_context(|| name.to_owned())?,
    };
    let designed = DesignedPuzzles::new(name, &board, coins, &designs, &control)?;
    print(&designed.printed(globals.format_or(Format::Text))?)?;
    Ok(match designed.is_empty() {
        true => Exit::Refuted,
        false => Exit::Done,
    })
}
