//! `tait grid span FILE`

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::output::print;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use tait_atlas::grid::{NamedConfiguration, SpanReport, provenance_in_words};
use tait_grid::Board;
use tait_store::to_text;

/// Arguments of `grid span`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
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

pub(super) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals
        .format_or(Format::Text)
        .among(&[Format::Text, Format::Json])?;
    let (name, id) = (&arguments.configuration, arguments.id.as_deref());
    let named = NamedConfiguration::find(name, id, arguments.grid.into())?;
    if let Some(known) = &named.known {
        globals.remark(&provenance_in_words(known));
    }
    let report = SpanReport::of_named(named, arguments.adjacency)?;
    print(&match format {
        Format::Json => to_text(&report.to_json())?,
        _ => report.to_text(),
    })?;
    Ok(Exit::Done)
}
