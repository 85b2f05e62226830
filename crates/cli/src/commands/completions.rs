//! `tait completions SHELL`.

use crate::arguments::CommandLine;
use crate::exit::Exit;
use crate::output;
use clap::Args;
use clap_complete::Shell;
use std::io::Write;

/// Arguments of `tait completions`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Which shell the script is for
    shell: Shell,
}

/// Prints the script.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut CommandLine::definition(),
        "tait",
        &mut script,
    );
    let mut out = output::results()?;
    out.write_all(&script)?;
    out.flush()?;
    Ok(Exit::Done)
}
