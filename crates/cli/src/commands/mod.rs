//! The commands, one module each.

pub(crate) mod add;
pub(crate) mod auxiliary;
pub(crate) mod checkers;
pub(crate) mod cite;
pub(crate) mod classify;
pub(crate) mod cluster;
pub(crate) mod completions;
pub(crate) mod data;
pub(crate) mod draw;
pub(crate) mod exists;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod extend;
pub(crate) mod framework;
pub(crate) mod gallery;
pub(crate) mod generate;
pub(crate) mod grid;
pub(crate) mod known;
pub(crate) mod manual;
pub(crate) mod plot;
pub(crate) mod regenerate;
mod search;
pub(crate) mod show;
pub(crate) mod shuffling;
pub(crate) mod solve;
pub(crate) mod starts;
pub(crate) mod terms;
pub(crate) mod verify;
pub(crate) mod welcome;
pub(crate) mod wraps;

use clap::Subcommand;

/// What tait can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find a shortest solution and prove that none is shorter
    Solve(solve::Arguments),
    /// Decide by search whether n moves suffice, and count the states per depth
    Exists(exists::Arguments),
    /// Find how many moves each row of N nickels and N pennies needs to alternate
    Starts(starts::Arguments),
    /// Map the k and n for which n moves suffice
    Classify(classify::Arguments),
    /// Find, prove, extend and store a family, which solves every large n
    Framework(framework::Arguments),
    /// List the solutions of the auxiliary puzzle, and the preludes of bases
    Auxiliary(auxiliary::Arguments),
    /// Search for wraps and their bases, which make another kind of family
    Wraps(wraps::Arguments),
    /// Run a long search on several machines
    Cluster(cluster::Arguments),
    /// Print the moves of a solution of any size
    Generate(generate::Arguments),
    /// Extend any solution that has the exchanges for it, and list its choices
    Extend(extend::Arguments),
    /// Solve the shuffling puzzle in twelve variants and any size
    Shuffling(shuffling::Arguments),
    /// Shift checkers, reverse numbered checkers, or play frogs and toads
    Checkers(checkers::Arguments),
    /// Check solutions and families without a search
    Verify(verify::Arguments),
    /// Check and store what was found by other means
    Add(add::Arguments),
    /// Draw a solution row by row
    Show(show::Arguments),
    /// Draw a solution as a figure, or as a page that plays the solution
    Draw(draw::Arguments),
    /// Write a web site that shows and plays everything that is known
    Gallery(gallery::Arguments),
    /// Plot figures: states per depth, time, memory, thresholds
    Plot(plot::Arguments),
    /// Explain why a solution works
    Explain(explain::Arguments),
    /// Search the tables of bases again from nothing, and compare them with those on record
    Regenerate(regenerate::Arguments),
    /// Export records, integer sequences and JSON Schemas
    Export(export::Arguments),
    /// Solve coin-moving puzzles on grids: shortest solutions, constructions, spans
    Grid(grid::Arguments),
    /// Show what is settled for all n, and what is open
    Known(known::Arguments),
    /// List, check or compare records: your own and those inside tait
    Data(data::Arguments),
    /// Explain the words that tait uses
    #[command(visible_alias = "glossary")]
    Terms(terms::Arguments),
    /// Print how to cite tait
    Cite(cite::Arguments),
    /// Print a completion script for a shell
    Completions(completions::Arguments),
    /// Write man pages
    Manual(manual::Arguments),
}
