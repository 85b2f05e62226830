//! `tait grid diameters ROWSxCOLUMNS|FILE...`

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::output::print_table;
use anyhow::Context as _;
use clap::Args;
use std::ffi::OsString;
use tait_atlas::grid::NamedBoard;
use tait_framework::grid::WholeBoardError;

/// Arguments of `grid diameters`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Rectangles of the square grid such as 4x4 (rows x columns), or JSON files with a graph, or with a configuration
    /// whose span is the board
    #[arg(value_name = "ROWSxCOLUMNS | FILE", required_unless_present = "cells")]
    boards: Vec<OsString>,

    /// All rectangles of at least two rows and at most N cells
    #[arg(long, value_name = "N", conflicts_with = "boards")]
    cells: Option<u32>,

    #[command(flatten)]
    limits: LimitArguments,
}

pub(super) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let names = match arguments.cells {
        Some(cells) => {
            let names = NamedBoard::rectangles(cells).into_iter();
            names.map(OsString::from).collect()
        }
        None => arguments.boards.clone(),
    };
    let boards = names.iter().map(NamedBoard::find);
    let boards: Vec<NamedBoard> = boards.collect::<Result<_, _>>()?;
    let progress = arguments.limits.progress(globals)?;
    let (mut table, mut exit) = (NamedBoard::table(), Exit::Done);
    for board in &boards {
        match board.add_to(&mut table, &progress.control()) {
            Err(WholeBoardError::Stopped { reason, .. }) => {
                exit = arguments.limits.stopped(reason);
                break;
            }
            added => added.with_context(|| board.name.clone())?,
        }
    }
    progress.finish();
    print_table(&table, globals.format_or(Format::Text))?;
    Ok(exit)
}
