//! The `tait` command: arguments, inputs, output formats and exit codes.
//!
//! Nothing here knows how a puzzle is solved, checked or stored; the other crates do. A command is
//! a module of `commands` with an `Arguments` struct for clap and a function
//! `run(&Arguments, &Globals) -> anyhow::Result<Exit>`. Results go to standard output, everything
//! said to people goes to standard error, and an error is one line, `tait: ...`.

mod arguments;
mod commands;
mod exit;
mod format;
mod globals;
mod limits;
mod moves;
mod output;
mod recounting;
mod remarks;
mod restrictions;
mod subject;
mod terminal;
mod user_files;
mod words;

pub use exit::Exit;

use arguments::CommandLine;
use clap::error::ErrorKind;
use std::io::{self, Write};
use std::process::ExitCode;

/// Runs the command line of this process.
#[must_use]
pub fn main() -> ExitCode {
    let _ = limits::clock();
    if let Err(error) = terminal::outlive_file_size_limits() {
        return exit::report(&anyhow::Error::new(error).context("cannot heed signals")).into();
    }
    let line = match CommandLine::read() {
        Ok(line) => line,
        Err(error) => {
            let shows_help = !error.use_stderr()
                || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
            if !shows_help {
                output::say(&format!(
                    "tait: {}",
                    terminal::refusal::one_line(&error, CommandLine::definition())
                ));
                return Exit::BadInput.into();
            }
            let shown = error.print().and_then(|()| io::stdout().flush());
            return match shown {
                // If standard error is closed, nothing can be reported.
                _ if error.use_stderr() => Exit::BadInput,
                Ok(()) => Exit::Done,
                Err(error) => {
                    exit::report(&anyhow::Error::new(error).context("cannot write the help"))
                }
            }
            .into();
        }
    };
    let ran = line.run();
    if !matches!(ran, Ok(Exit::Done)) {
        output::release();
    }
    let exit = ran.unwrap_or_else(|error| exit::report(&error));
    exit.into()
}
