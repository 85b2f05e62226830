//! Which moves of a sequence are printed, and how.

use crate::format::{Format, FormatExt as _};
use crate::output;
use anyhow::Context;
use std::ops::Range;
use std::str::FromStr;
use tait_generator::MoveSequence;
use tait_generator::stream::{self, WrittenMove};

/// The formats in which moves are printed.
pub(crate) const FORMATS: [Format; 4] = [Format::Text, Format::Json, Format::Jsonl, Format::Csv];

/// `A..B`: moves counted from 1, both ends included.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MoveRange {
    first: u64,
    last: u64,
}

impl MoveRange {
    /// The indices of the moves of a sequence, or of all of them when no range is asked for.
    pub(crate) fn indices(range: Option<Self>, count: u64) -> anyhow::Result<Range<u64>> {
        Ok(match range {
            Some(Self { first, last }) => stream::indices(first, last, count)?,
            None => 0..count,
        })
    }
}

impl FromStr for MoveRange {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let (first, last) = text.split_once("..")?;
            Some(Self {
                first: first.parse().ok()?,
                last: last.parse().ok()?,
            })
        };
        parse().ok_or_else(|| "a range of moves is like 1..10, both included".to_owned())
    }
}

/// Streams moves to standard output; `fields` say in JSON which puzzle they are for.
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

/// How a stream of moves calls a format.
pub(crate) const fn written(format: Format, fields: &str) -> stream::Format<'_> {
    match format {
        Format::Json => stream::Format::Json(fields),
        Format::Csv => stream::Format::Csv,
        Format::Jsonl => stream::Format::JsonLines,
        Format::Text | Format::Markdown => stream::Format::Text,
    }
}
