//! `tait grid`: coin-moving puzzles on grids and graphs.

mod answer;
mod candidates;
mod completing;
mod components;
mod construct;
mod design;
mod diameters;
mod input;
mod list;
mod solve;
mod span;
pub(crate) mod table;

use crate::exit::Exit;
use crate::globals::Globals;
use clap::{Args, Subcommand};

/// Arguments of `grid`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

/// The subcommands of `grid`.
#[derive(Debug, Subcommand)]
enum Action {
    /// Find a shortest solution and prove that none is shorter, or prove that there is no solution
    Solve(solve::Arguments),
    /// Construct a solution without a search, or explain why there is none (Theorems 1 and 2)
    Construct(construct::Arguments),
    /// Show the span of a configuration: components, extra coins, canonical configuration
    Span(span::Arguments),
    /// Find the optima between all shapes of a font or a file, and store them
    Table(table::Arguments),
    /// Split the configurations of a small board into components that moves connect
    Components(components::Arguments),
    /// Find the best puzzles of a small board: farthest apart, with a single shortest solution, most detours, symmetric, highest score
    Design(design::Arguments),
    /// Find the largest optimum on small boards, for each number of coins
    Diameters(diameters::Arguments),
    /// Count the arrangements that fit a figure whose picture is lost, by their optimum
    Candidates(candidates::Arguments),
    /// List the known puzzles
    List,
}

/// Runs `grid`.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    match &arguments.action {
        Action::Solve(arguments) => solve::run(arguments, globals),
        Action::Construct(arguments) => construct::run(arguments, globals),
        Action::Span(arguments) => span::run(arguments, globals),
        Action::Table(arguments) => table::run(arguments, globals),
        Action::Components(arguments) => components::run(arguments, globals),
        Action::Design(arguments) => design::run(arguments, globals),
        Action::Diameters(arguments) => diameters::run(arguments, globals),
        Action::Candidates(arguments) => candidates::run(arguments, globals),
        Action::List => list::run(globals),
    }
}
