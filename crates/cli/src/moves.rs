//! Moves: what is said of those that are read, and printing those of a sequence.

use crate::format::{Format, FormatExt as _};
use crate::output;
use anyhow::Context;
use clap::Args;
use tait_atlas::Expected;
use tait_generator::MoveSequence;
use tait_generator::stream::{self, MoveRange, WrittenMove};

/// The size of a puzzle, which a header line would state.
#[derive(Debug, Args)]
pub(crate) struct SizeOptions {
    /// Number of coins that a move slides, for moves without a header line
    #[arg(long, value_name = "K", requires = "n")]
    pub(crate) k: Option<u64>,
    /// Size of the puzzle, for moves without a header line
    #[arg(long, value_name = "N", requires = "k")]
    pub(crate) n: Option<u64>,
}

/// What a header line would say of moves of nickels and pennies.
#[derive(Debug, Args)]
pub(crate) struct HeaderOptions {
    #[command(flatten)]
    size: SizeOptions,
    /// Position of the first coin, for moves without a header line
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    start: Option<i64>,
}

impl HeaderOptions {
    /// Returns the position of the first coin.
    pub(crate) const fn start(&self) -> Option<i64> {
        self.start
    }

    /// Returns what the user says about moves without a header line.
    pub(crate) fn expected(&self) -> anyhow::Result<Expected> {
        let sizes = self.size.k.zip(self.size.n);
        Ok(Expected::of_header(sizes, self.start)?)
    }
}

/// The formats in which moves are printed.
pub(crate) const FORMATS: [Format; 4] = [Format::Text, Format::Json, Format::Jsonl, Format::Csv];

/// Streams moves to standard output; `fields` are the JSON fields that name their puzzle.
pub(crate) fn write<M: WrittenMove>(
    sequence: &(impl MoveSequence<M> + ?Sized),
    range: Option<MoveRange>,
    fields: &str,
    format: Format,
) -> anyhow::Result<()> {
    let indices = MoveRange::indices(range, sequence.count())?;
    let format = written(format.among(&FORMATS)?, fields);
    stream::write_moves(sequence, indices, format, &mut output::results()?)
        .context("cannot write the moves")
}

/// Returns the format of a stream of moves.
pub(crate) const fn written(format: Format, fields: &str) -> stream::Format<'_> {
    match format {
        Format::Json => stream::Format::Json(fields),
        Format::Csv => stream::Format::Csv,
        Format::Jsonl => stream::Format::JsonLines,
        Format::Text | Format::Markdown => stream::Format::Text,
    }
}
