//! `tait tables [K...]`.

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::output;
use clap::Args;
use tait_atlas::catalogue;
use tait_linear::BlockLength;

/// Arguments of `tait tables`.
#[derive(Debug, Args)]
#[command(
    after_help = "An exchange 4:xooo@3 is move 4, which carries the pattern xooo at offset 3 of the auxiliary \
                        puzzle; a ' after the pattern marks the complement."
)]
pub(crate) struct Arguments {
    /// Show only these K, the number of coins that a move slides [default: all]
    #[arg(value_name = "K")]
    k: Vec<u64>,
    /// Show every solution with its moves, not a summary
    #[arg(long)]
    all: bool,
}

/// The most solutions that are shown with their moves unless all are asked for.
const MOST: usize = 8;

/// Prints the base cases of the thesis beside those of the store.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let lengths = arguments.k.iter().copied().map(BlockLength::new);
    let items = catalogue::both(&globals.atlas()?, &lengths.collect::<Result<Vec<_>, _>>()?)?;
    let format = globals.format_or(Format::Text);
    if format == Format::Text && !arguments.all && items.len() > MOST {
        globals.remark(
            "a line for each table of the thesis and each family; --all shows every solution",
        );
        output::print_table(&catalogue::summary(&items), format)?;
    } else {
        output::print(&catalogue::render(&items, format, output::width())?)?;
    }
    Ok(Exit::Done)
}
