//! `tait grid span FILE`

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::output::print;
use anyhow::{anyhow, ensure};
use clap::{Args, ValueEnum};
use serde_json::json;
use tait_atlas::grid::{
    Provenance, PuzzleText, SpanReport, look_up, provenance_in_words, puzzle_form,
};
use tait_puzzle::grid::{Board, Symbols, read_drawing};
use tait_store::to_text;

/// Arguments of `grid span`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A JSON file whose start is looked at, a drawing of rows such as o.o (- for standard input), or the name of a
    /// known puzzle
    #[arg(value_name = "FILE | NAME")]
    configuration: String,

    /// Which puzzle of a file that holds a list
    #[arg(long, value_name = "ID")]
    id: Option<String>,

    /// The board of a drawing
    #[arg(long, value_enum, default_value_t)]
    grid: DrawnGrid,

    /// The d of d-adjacency [default: that of the puzzle, or else 2]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    adjacency: Option<u32>,
}

/// The boards that a drawing can be of.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum DrawnGrid {
    /// The square grid
    #[default]
    Square,
    /// The triangular grid, each row half a position farther to the right than the one above
    Triangular,
}

pub(super) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals
        .format_or(Format::Text)
        .among(&[Format::Text, Format::Json])?;
    let name = &arguments.configuration;
    let (mut known_puzzle, mut of_puzzle) = (None, None);
    let configuration = match look_up(name)? {
        PuzzleText::Known(known) => {
            globals.remark(&provenance_in_words(&known));
            let start = known.puzzle.start();
            of_puzzle = known.puzzle.adjacency;
            known_puzzle = Some(Provenance::from(known.as_ref()));
            start.map_err(|error| anyhow!("{name}: {error}"))?
        }
        PuzzleText::Text(text) if text.trim_start().starts_with(['{', '[']) => {
            let form = puzzle_form(name, &text, arguments.id.as_deref())?;
            of_puzzle = form.adjacency;
            ensure!(
                of_puzzle != Some(0),
                "{name}: adjacency is 0; it is 1 or more"
            );
            form.start().map_err(|error| anyhow!("{name}: {error}"))?
        }
        PuzzleText::Text(text) => {
            ensure!(!text.trim().is_empty(), "{name}: there is nothing in it");
            let board = match arguments.grid {
                DrawnGrid::Square => Board::Square,
                DrawnGrid::Triangular => Board::Triangular,
            };
            let drawing = read_drawing(board, &text, Symbols::Plain);
            drawing.map_err(|error| anyhow!("{name}: {error}"))?
        }
    };
    let d = arguments.adjacency.or(of_puzzle).unwrap_or(2);
    let report = SpanReport::of(configuration, d)?;
    print(&match format {
        Format::Json => {
            let mut value = report.to_json();
            if let Some(known) = known_puzzle {
                value["known"] = json!(known);
            }
            to_text(&value)?
        }
        _ => report.to_text(),
    })?;
    Ok(Exit::Done)
}
