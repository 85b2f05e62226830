//! `tait terms`, which is also `tait help terms`.

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::output::print_table;
use clap::Args;
use serde_json::json;
use tait_atlas::{Table, terms};

/// Arguments of `tait terms`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {}

/// Prints the glossary.
pub(crate) fn run(_arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let mut table = Table::new(&["term", "meaning"]);
    for (term, meaning) in terms() {
        // The records speak of the level of a claim.
        let term = match term {
            "replayed, recounted, recorded" => "level: replayed, recounted, recorded",
            term => term,
        };
        table.push(vec![json!(term), json!(meaning)]);
    }
    print_table(&table, globals.format_or(Format::Text))?;
    Ok(Exit::Done)
}
