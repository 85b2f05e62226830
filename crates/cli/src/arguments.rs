//! The command line.

use crate::commands::{
    Command, checkers, classify, completions, data, draw, exists, explain, export, framework,
    gallery, generate, grid, plot, show, shuffling, solve, tables, verify, wraps,
};
use crate::exit::Exit;
use crate::format::{self, AnyFormat, Format, Picture};
use anyhow::Context;
use clap::{Args, CommandFactory, FromArgMatches, Parser};
use std::path::PathBuf;
use tait_store::Store;

/// Finds, proves, extends and shows solutions of coin-sliding puzzles.
///
/// The linear puzzle: n nickels, then n pennies, stand in a row. A move (i→j) takes the k coins at
/// i to i+k-1, in their order, to the unoccupied positions j to j+k-1. The row has to alternate in
/// the end.
#[derive(Debug, Parser)]
#[command(
    name = "tait",
    version,
    after_help = "Exit codes: 0 found or done, 1 proven not to exist or a check failed, 2 bad input, 3 stopped, \
                  4 environment (disk, memory, permissions)."
)]
pub(crate) struct CommandLine {
    #[command(flatten)]
    pub(crate) globals: Globals,
    #[command(subcommand)]
    command: Command,
}

/// Options that every command takes.
#[derive(Debug, Args)]
pub(crate) struct Globals {
    /// The data directory [default: $TAIT_DATA, or else data]
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    /// How results are printed
    #[arg(long, global = true)]
    format: Option<AnyFormat>,
    /// No remarks on standard error, only errors
    #[arg(long, short, global = true)]
    quiet: bool,
    /// How many threads work, up to 1024 [default: one for each core]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Globals {
    /// The data directory as a store.
    pub(crate) fn store(&self) -> Store {
        let directory = self.data.clone();
        let from_environment = || std::env::var_os("TAIT_DATA").map(PathBuf::from);
        Store::new(
            directory
                .or_else(from_environment)
                .unwrap_or_else(|| "data".into()),
        )
    }

    /// The format asked for, or a command's own.
    pub(crate) fn format_or(&self, default: Format) -> Format {
        match self.format {
            Some(AnyFormat::Table(format)) => format,
            // The command line is refused where anything else means nothing.
            _ => default,
        }
    }

    /// The kind of picture asked for, or a command's own.
    pub(crate) const fn picture_or(&self, default: Picture) -> Picture {
        match self.format {
            Some(AnyFormat::Picture(picture)) => picture,
            _ => default,
        }
    }

    /// Whether this very format was asked for.
    pub(crate) fn is_asked(&self, format: AnyFormat) -> bool {
        self.format == Some(format)
    }

    /// Whether only errors are to be said.
    pub(crate) const fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Says a line to the human, unless they want to be left alone.
    pub(crate) fn remark(&self, line: &str) {
        if !self.quiet {
            crate::output::say(line);
        }
    }
}

impl CommandLine {
    /// What the command line may say: each command with the formats that it has.
    pub(crate) fn definition() -> clap::Command {
        format::of_each_command(Self::command())
    }

    /// Reads the arguments of this process.
    ///
    /// # Errors
    /// What clap says of bad input, and the help that was asked for.
    pub(crate) fn read() -> Result<Self, clap::Error> {
        let mut definition = Self::definition();
        let mut matches = definition.try_get_matches_from_mut(std::env::args_os())?;
        format::refuse_others(&definition, &matches)?;
        Self::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut definition))
    }

    /// Sets up the threads and runs the command.
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let globals = &self.globals;
        if let Some(threads) = globals.threads {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads.into())
                .build_global()
                .context("cannot start the threads")?;
        }
        match &self.command {
            Command::Solve(arguments) => solve::run(arguments, globals),
            Command::Exists(arguments) => exists::run(arguments, globals),
            Command::Classify(arguments) => classify::run(arguments, globals),
            Command::Framework(arguments) => framework::run(arguments, globals),
            Command::Wraps(arguments) => wraps::run(arguments, globals),
            Command::Generate(arguments) => generate::run(arguments, globals),
            Command::Shuffling(arguments) => shuffling::run(arguments, globals),
            Command::Checkers(arguments) => checkers::run(arguments, globals),
            Command::Verify(arguments) => verify::run(arguments, globals),
            Command::Show(arguments) => show::run(arguments, globals),
            Command::Draw(arguments) => draw::run(arguments, globals),
            Command::Gallery(arguments) => gallery::run(arguments, globals),
            Command::Plot(arguments) => plot::run(arguments, globals),
            Command::Explain(arguments) => explain::run(arguments, globals),
            Command::Tables(arguments) => tables::run(arguments, globals),
            Command::Export(arguments) => export::run(arguments, globals),
            Command::Grid(arguments) => grid::run(arguments, globals),
            Command::Data(arguments) => data::run(arguments, globals),
            Command::Completions(arguments) => completions::run(arguments),
        }
    }
}
