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
pub(crate) mod plot;
mod search;
pub(crate) mod show;
pub(crate) mod shuffling;
pub(crate) mod solve;
pub(crate) mod tables;
pub(crate) mod verify;
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
    /// Search wrap recursions of given widths, and bases for them: families of another kind
    Wraps(wraps::Arguments),
    /// Print the moves of a solution of any size, from a family or by an algorithm of the thesis
    Generate(generate::Arguments),
    /// Solve the shuffling puzzle, any of its twelve variants and any size
    Shuffling(shuffling::Arguments),
    /// Shift the checkers, or reverse numbered ones: slides and jumps into one vacant cell
    Checkers(checkers::Arguments),
    /// Check solutions and families, without search
    Verify(verify::Arguments),
    /// Draw a solution row by row
    Show(show::Arguments),
    /// Draw a solution as a figure (SVG, TikZ) or as a page that plays it (HTML)
    Draw(draw::Arguments),
    /// Write a site of everything that is stored: the map, families, tables and puzzles, to look at and to play
    Gallery(gallery::Arguments),
    /// Plot numbers as a figure (SVG): states per depth, time, memory, from which n on n moves suffice
    Plot(plot::Arguments),
    /// Say in words why a solution works
    Explain(explain::Arguments),
    /// Print the thesis' tables of base cases beside tait's own
    Tables(tables::Arguments),
    /// Write what is stored in other formats, integer sequences, and JSON Schemas
    Export(export::Arguments),
    /// Coin-moving puzzles on grids: shortest solutions, spans, the known puzzles
    Grid(grid::Arguments),
    /// List or check the data directory
    Data(data::Arguments),
    /// Print a completion script for a shell
    Completions(completions::Arguments),
}
