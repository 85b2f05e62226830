//! The commands, one module each.

pub(crate) mod checkers;
pub(crate) mod classify;
pub(crate) mod completions;
pub(crate) mod data;
pub(crate) mod draw;
pub(crate) mod exists;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod framework;
pub(crate) mod gallery;
pub(crate) mod generate;
pub(crate) mod grid;
pub(crate) mod known;
pub(crate) mod manual;
pub(crate) mod plot;
mod search;
pub(crate) mod show;
pub(crate) mod shuffling;
pub(crate) mod solve;
pub(crate) mod tables;
pub(crate) mod verify;
pub(crate) mod welcome;
pub(crate) mod wraps;

use clap::Subcommand;

/// What tait can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find a shortest solution and prove that none is shorter
    Solve(solve::Arguments),
    /// Say whether n moves suffice, with the states of the search per depth
    Exists(exists::Arguments),
    /// Map which k and n take n moves, and from which n on they always do
    Classify(classify::Arguments),
    /// Find, prove, extend and store a family: solutions for every large n
    Framework(framework::Arguments),
    /// Search wrap recursions, and bases for them: families of another kind
    Wraps(wraps::Arguments),
    /// Print the moves of a solution of any size
    Generate(generate::Arguments),
    /// Solve the shuffling puzzle, any of its twelve variants and any size
    Shuffling(shuffling::Arguments),
    /// Shift the checkers, or reverse numbered ones
    Checkers(checkers::Arguments),
    /// Check solutions and families, without search
    Verify(verify::Arguments),
    /// Draw a solution row by row
    Show(show::Arguments),
    /// Draw a solution as a figure, or as a page that plays it
    Draw(draw::Arguments),
    /// Write a site of everything that is known, to look at and to play
    Gallery(gallery::Arguments),
    /// Plot numbers as a figure: states per depth, time, memory, thresholds
    Plot(plot::Arguments),
    /// Say in words why a solution works
    Explain(explain::Arguments),
    /// Print the thesis' tables of base cases beside tait's own
    Tables(tables::Arguments),
    /// Write records in other formats, integer sequences, and JSON Schemas
    Export(export::Arguments),
    /// Coin-moving puzzles on grids: shortest solutions, constructions, spans
    Grid(grid::Arguments),
    /// Say what is settled for all n, and what is open
    Known(known::Arguments),
    /// List, check or compare records: your own, and those inside tait
    Data(data::Arguments),
    /// Print a completion script for a shell
    Completions(completions::Arguments),
    /// Write man pages
    Manual(manual::Arguments),
}
