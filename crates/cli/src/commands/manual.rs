//! `tait manual --out DIR`.

use crate::exit::Exit;
use crate::globals::Globals;
use crate::user_files;
use anyhow::Context as _;
use clap::{Args, Command, ValueHint};
use std::path::PathBuf;
use tait_text::quoted;

/// Arguments of `tait manual`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Directory for the pages; it is created if it is missing
    #[arg(long, short, alias = "output", value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: PathBuf,
}

/// Writes a man page for each command.
pub(crate) fn run(
    arguments: &Arguments,
    definition: Command,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let directory = &arguments.out;
    user_files::refuse_standard_output(directory, "a page for each command")?;
    let failed = || format!("cannot write pages into {}", directory.display());
    std::fs::create_dir_all(directory).with_context(failed)?;
    clap_mangen::generate_to(definition, directory).with_context(failed)?;
    let page = quoted(directory.join("tait.1"));
    globals.remark(&format!("written; try man {page}"));
    Ok(Exit::Done)
}
