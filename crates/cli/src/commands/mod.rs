//! One module for each command.

mod exists;
mod framework;
mod search;
mod solve;

use crate::exit::Exit;
use crate::globals::Globals;
use clap::Subcommand;

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find a shortest solution and prove that none is shorter
    Solve(solve::Arguments),
    /// Say whether n moves suffice, with the states of the search per depth
    Exists(exists::Arguments),
    /// Find, prove, extend and store a family: solutions for every large n
    Framework(framework::Arguments),
}

impl Command {
    /// Runs the command.
    pub(crate) fn run(&self, globals: &Globals) -> anyhow::Result<Exit> {
        match self {
            Self::Solve(arguments) => solve::run(arguments, globals),
            Self::Exists(arguments) => exists::run(arguments, globals),
            Self::Framework(arguments) => framework::run(arguments, globals),
        }
    }
}
