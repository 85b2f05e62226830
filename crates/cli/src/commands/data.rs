//! `tait data path`, `list`, `check`, `diff` and `package`. An entry that is neither a file nor a directory is reported
//! and left alone; it is not a failure.

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::limits::bound_reading;
use crate::output;
use crate::recounting::RecountArguments;
use clap::{Args, Subcommand};
use std::path::Path;
use tait_atlas::by_directory;

/// Arguments of `tait data`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

/// What to do with the data directory.
#[derive(Debug, Subcommand)]
enum Action {
    /// Print the directory of your own results
    Path,
    /// List your own records and the checkpoints of interrupted runs, and what tait holds itself
    List {
        /// List every record inside tait, too
        #[arg(long)]
        all: bool,
    },
    /// Check every record and checkpoint without changing anything
    Check(RecountArguments),
    /// Show what your own results add to the records inside tait
    Diff,
    /// Print datapackage.json, which describes the data directory to other programs
    Package,
}

/// Runs `tait data`.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let atlas = globals.atlas()?;
    bound_reading(None);
    atlas.store().recognize()?;
    for skipped in atlas.store().skipped()? {
        globals.warn(&skipped.to_string());
    }
    let recount = match &arguments.action {
        Action::Path => {
            output::print(&format!("{}\n", atlas.store().directory().display()))?;
            let versions = atlas.other_versions()?.join(", ");
            if !versions.is_empty() {
                globals.remark(&format!(
                    "its records were written by tait {versions}; this is tait {}, which reads them",
                    env!("CARGO_PKG_VERSION")
                ));
            }
            return Ok(Exit::Done);
        }
        Action::List { all } => {
            let mut table = atlas.list()?;
            if format == Format::Text && !all && table.is_long() {
                table = by_directory(&table);
                globals.remark("a line for each directory inside tait; --all lists each record");
            }
            output::print_lines(&table, format)?;
            globals.remark(&atlas.completeness()?);
            return Ok(Exit::Done);
        }
        Action::Package => {
            output::print(&atlas.store().package()?)?;
            return Ok(Exit::Done);
        }
        Action::Diff => {
            output::print_lines(&atlas.additions()?, format)?;
            return Ok(Exit::Done);
        }
        Action::Check(recount) => recount,
    };
    let inventory = atlas.check_all(&recount.recounting(again))?;
    output::print_lines(&inventory.table, format)?;
    recount.report(&inventory.recounts, globals);
    for line in &inventory.wrong {
        output::say(&format!("tait: {line}"));
    }
    Ok(match inventory.wrong.is_empty() {
        true => Exit::Done,
        false => Exit::Refuted,
    })
}

/// Returns the command that repeats the searches of all files.
fn again(_file: &Path) -> String {
    "data check --recount --confirm".to_owned()
}
