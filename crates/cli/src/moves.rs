//! Printing the moves of a sequence.

use crate::format::{Format, FormatExt as _};
use crate::output;
use anyhow::Context;
use tait_generator::MoveSequence;
use tait_generator::stream::{self, MoveRange, WrittenMove};

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
