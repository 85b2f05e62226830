//! The `tait` command: arguments, inputs, output formats and exit codes.
//!
//! Nothing here knows how a puzzle is solved, checked or stored; the other crates do. A command is
//! a module of `commands` with an `Arguments` struct for clap and a function
//! `run(&Arguments, &Globals) -> anyhow::Result<Exit>`. Results go to standard output, everything
//! said to a human to standard error, and an error is one line, `tait: ...`.

mod arguments;
mod catalogue;
mod commands;
mod exit;
mod format;
mod input;
mod limits;
mod output;
mod progress;
mod restrictions;
mod rows;
mod source;
mod table;
mod words;

pub use exit::Exit;

use arguments::CommandLine;
use clap::Parser;
use std::process::ExitCode;

/// Runs the command line of this process.
#[must_use]
pub fn main() -> ExitCode {
    let line = match CommandLine::try_parse() {
        Ok(line) => line,
        Err(error) => {
            // Help and version are asked for; everything else is clap's bad input. When nobody
            // listens, there is nothing left to say.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let exit = line.run().unwrap_or_else(|error| exit::report(&error));
    exit.into()
}
