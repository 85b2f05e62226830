//! `tait completions SHELL`.

use crate::exit::Exit;
use crate::output;
use clap::{Args, Command};
use clap_complete::Shell;
use std::io::Write;

/// Arguments of `tait completions`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Shell that the script is for
    shell: Shell,
}

/// Prints the completion script.
pub(crate) fn run(arguments: &Arguments, mut definition: Command) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut definition, "tait", &mut script);
    let mut out = output::results()?;
    out.write_all(&script)?;
    out.flush()?;
    Ok(Exit::Done)
}
