//! The `tait` command.
//!
//! Arguments become library calls here, and outcomes become text, JSON and exit codes. Whatever is
//! worth testing alone lives in a library. Results go to standard output, everything meant for a
//! person's eyes to standard error.

mod commands;
mod exit;
mod globals;
mod output;
mod progress;
mod restrictions;

use clap::Parser;
use exit::Exit;
use globals::Globals;
use std::process::ExitCode;

/// Finds, proves, extends and shows solutions of coin-sliding puzzles.
#[derive(Debug, Parser)]
#[command(name = "tait", version, propagate_version = true, after_help = exit::HELP)]
struct Arguments {
    #[command(flatten)]
    globals: Globals,
    #[command(subcommand)]
    command: commands::Command,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let exit = match run(&arguments) {
        Ok(exit) => exit,
        Err(error) => Exit::of_error(&error),
    };
    exit.into()
}

fn run(arguments: &Arguments) -> anyhow::Result<Exit> {
    let globals = &arguments.globals;
    progress::stop_on_interrupt()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(globals.threads).build()?;
    pool.install(|| arguments.command.run(globals))
}
