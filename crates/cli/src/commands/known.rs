//! `tait known [K]`.

use crate::advice::command_for;
use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::output::{print_prose, print_table};
use clap::Args;
use serde_json::json;
use tait_atlas::Table;
use tait_linear::BlockLength;

/// Arguments of `tait known`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Number of adjacent coins that a move slides [default: every K, and the other puzzles]
    k: Option<u64>,
}

/// Prints what is settled and what is open.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let atlas = globals.atlas()?;
    let k = arguments.k.map(BlockLength::new).transpose()?;
    let mut table = Table::new(&["puzzle", "settled", "rests_on", "open", "to_go_on"]);
    for known in atlas.known(k)? {
        table.push(vec![
            json!(known.puzzle),
            json!(known.settled),
            json!(known.proof.to_string()),
            json!(known.open),
            json!(known.next.as_ref().and_then(command_for)),
        ]);
    }
    if format == Format::Text && k.is_none() {
        print_prose(&format!("{}\n\n", atlas.completeness()?))?;
    }
    print_table(&table, format)?;
    Ok(Exit::Done)
}
