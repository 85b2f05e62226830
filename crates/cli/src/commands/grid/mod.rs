//! `tait grid`: coin-moving puzzles on grids and graphs.

mod boards;
mod solving;
mod table;

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::output::{print, print_prose, print_table};
use boards::BoardsArguments;
use clap::{Args, Subcommand, ValueEnum};
pub(crate) use solving::AnswerForm;
use solving::SolveArguments;
use std::ffi::OsString;
use table::TableArguments;
use tait_atlas::grid::{NamedConfiguration, SpanReport, provenance_in_words};
use tait_grid::Board;
use tait_store::to_text;

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
    Solve(SolveArguments),
    /// Show the span of a configuration: components, extra coins, canonical configuration
    Span(SpanArguments),
    /// Find the optima between all shapes of a font or a file, and store them
    Table(TableArguments),
    /// Search all configurations of small boards: their components, their best puzzles, their diameters
    Boards(BoardsArguments),
    /// List the known puzzles
    List,
}

/// Runs `grid`.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    match &arguments.action {
        Action::Solve(arguments) => solving::run_solve(arguments, globals),
        Action::Span(arguments) => run_span(arguments, globals),
        Action::Table(arguments) => table::run_table(arguments, globals),
        Action::Boards(arguments) => boards::run_boards(arguments, globals),
        Action::List => list(globals),
    }
}

/// Arguments of `grid span`.
#[derive(Debug, Args)]
struct SpanArguments {
    /// JSON file with a start, a drawing in rows such as o.o (- for standard input), or name of a known puzzle
    #[arg(value_name = "FILE | NAME")]
    configuration: OsString,

    /// Puzzle to choose from a file with a list
    #[arg(long, value_name = "ID")]
    id: Option<String>,

    /// Board of a drawing
    #[arg(long, value_enum, default_value_t)]
    grid: DrawnGrid,

    /// d of d-adjacency [default: that of the puzzle, otherwise 2]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    adjacency: Option<u32>,
}

/// The boards that can be drawn.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum DrawnGrid {
    /// The square grid
    #[default]
    Square,
    /// The triangular grid; each row lies half a position to the right of the row above
    Triangular,
}

impl From<DrawnGrid> for Board {
    fn from(grid: DrawnGrid) -> Self {
        match grid {
            DrawnGrid::Square => Self::Square,
            DrawnGrid::Triangular => Self::Triangular,
        }
    }
}

fn run_span(arguments: &SpanArguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals
        .format_or(Format::Text)
        .among(&[Format::Text, Format::Json])?;
    let (name, id) = (&arguments.configuration, arguments.id.as_deref());
    let named = NamedConfiguration::find(name, id, arguments.grid.into())?;
    if let Some(known) = &named.known {
        globals.remark(&provenance_in_words(known));
    }
    let report = SpanReport::of_named(named, arguments.adjacency)?;
    match format {
        Format::Json => print(&to_text(&report.to_json())?)?,
        _ => print_prose(&report.to_text())?,
    }
    Ok(Exit::Done)
}

fn list(globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    print_table(&globals.atlas()?.known_on_grids()?, format)?;
    if format == Format::Text {
        globals.remark("the glyphs of font5x7 and font5x9 are under the MIT licence of their authors; the gallery shows it");
    }
    Ok(Exit::Done)
}
