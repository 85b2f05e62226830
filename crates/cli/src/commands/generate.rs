//! `tait generate K N`.

use crate::arguments::Globals;
use crate::exit::Exit;
use crate::format::Format;
use crate::output;
use crate::source::{self, Found, SourceOptions};
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::ops::Range;
use std::str::FromStr;
use tait_generator::thesis::{
    SlidingCoinK2, SlidingCoinK2Iterative, SlidingCoinK3Even, SlidingCoinK3Odd,
};
use tait_generator::{MoveSequence, stream};
use tait_puzzle::linear::{Header, Move, Puzzle};

/// Arguments of `tait generate`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// How many coins a move slides
    k: u64,
    /// How many nickels, and how many pennies, there are
    n: u64,
    /// Only the moves A to B, counted from 1, both included
    #[arg(long, value_name = "A..B")]
    moves: Option<MoveRange>,
    #[command(flatten)]
    source: SourceOptions,
    /// An algorithm of the thesis instead of a family
    #[arg(long, value_enum, conflicts_with_all = ["base", "family"])]
    algorithm: Option<Algorithm>,
    /// The gap between the first two pennies (sliding-coin-k3-odd only)
    #[arg(long, value_name = "G", requires = "algorithm", default_value_t = 0)]
    gap: u64,
}

/// The algorithms of the thesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Algorithm {
    /// Algorithm 3.1
    SlidingCoinK2,
    /// Algorithm 3.2, corrected
    SlidingCoinK2Iterative,
    /// Algorithm 4.1
    SlidingCoinK3Odd,
    /// Algorithm 4.2
    SlidingCoinK3Even,
}

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

const FORMATS: [Format; 4] = [Format::Text, Format::Json, Format::Jsonl, Format::Csv];

/// Streams the moves.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text).among(&FORMATS)?;
    if let Some(algorithm) = arguments.algorithm {
        run_algorithm(algorithm, arguments, format)?;
        return Ok(Exit::Done);
    }
    match source::find(arguments.k, arguments.n, &arguments.source, globals)? {
        Found::NoSolution(reason) => {
            globals.remark(&reason);
            Ok(Exit::Refuted)
        }
        Found::Source(source) => {
            let Header { puzzle, start } = source.header;
            globals.remark(&format!("{puzzle} start={start}: {}", source.origin));
            write(&*source.sequence()?, source.header, arguments, format)?;
            Ok(Exit::Done)
        }
    }
}

fn run_algorithm(
    algorithm: Algorithm,
    arguments: &Arguments,
    format: Format,
) -> anyhow::Result<()> {
    let Arguments { k, n, gap, .. } = *arguments;
    let (needs, name) = match algorithm {
        Algorithm::SlidingCoinK2 | Algorithm::SlidingCoinK2Iterative => (2, "two"),
        Algorithm::SlidingCoinK3Odd | Algorithm::SlidingCoinK3Even => (3, "three"),
    };
    if k != needs {
        bail!("k = {k}: this algorithm slides {name} coins");
    }
    if gap > 0 && algorithm != Algorithm::SlidingCoinK3Odd {
        bail!("only sliding-coin-k3-odd takes a gap");
    }
    let header = Header {
        puzzle: Puzzle::new(k, n)?,
        start: arguments.source.start.unwrap_or(1),
    };
    let start = header.start;
    match algorithm {
        Algorithm::SlidingCoinK2 => {
            write(&SlidingCoinK2::new(n, start)?, header, arguments, format)
        }
        Algorithm::SlidingCoinK3Odd => write(
            &SlidingCoinK3Odd::new(n, gap, start)?,
            header,
            arguments,
            format,
        ),
        Algorithm::SlidingCoinK3Even => write(
            &SlidingCoinK3Even::new(n, start)?,
            header,
            arguments,
            format,
        ),
        Algorithm::SlidingCoinK2Iterative => {
            // It has no random access, so the moves before the range are made and dropped.
            let indices = MoveRange::indices(arguments.moves, n)?;
            let moves = SlidingCoinK2Iterative::new(n, start)?;
            let length = indices.end - indices.start;
            write_iterator(
                moves.skip(indices.start as usize).take(length as usize),
                format,
            )
        }
    }
}

fn write(
    sequence: &(impl MoveSequence + ?Sized),
    header: Header,
    arguments: &Arguments,
    format: Format,
) -> anyhow::Result<()> {
    let indices = MoveRange::indices(arguments.moves, sequence.count())?;
    let fields = header.json_fields();
    let format = match format {
        Format::Json => stream::Format::Json(&fields),
        Format::Csv => stream::Format::Csv,
        Format::Jsonl => stream::Format::JsonLines,
        Format::Text | Format::Markdown => stream::Format::Text,
    };
    stream::write_moves(sequence, indices, format, &mut output::results()?)
        .context("cannot write the moves")
}

/// Writes moves that come one after the other, a batch at a time.
fn write_iterator(mut moves: impl Iterator<Item = Move>, format: Format) -> anyhow::Result<()> {
    const BATCH: usize = 1 << 16;
    let format = match format.among(&[Format::Text, Format::Jsonl])? {
        Format::Jsonl => stream::Format::JsonLines,
        _ => stream::Format::Text,
    };
    let mut out = output::results()?;
    loop {
        let batch: Vec<Move> = moves.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            return out.flush().context("cannot write the moves");
        }
        stream::write_moves(batch.as_slice(), 0..u64::MAX, format, &mut out)?;
    }
}
