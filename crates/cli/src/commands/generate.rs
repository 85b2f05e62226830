//! `tait generate K N`.

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::moves::{self, FORMATS, Named};
use crate::output;
use crate::subject::SourceOptions;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::ops::Range;
use tait_atlas::NoSolution;
use tait_generator::stream::MoveRange;
use tait_generator::thesis::{
    SlidingCoinK2, SlidingCoinK2Iterative, SlidingCoinK3Even, SlidingCoinK3Odd,
};
use tait_generator::{MoveSequence, stream};
use tait_linear::{Header, Move, Puzzle};
use tait_text::Layout;

/// Arguments of `tait generate`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Number of coins that a move slides
    k: u64,
    /// Number of nickels, which is also the number of pennies
    n: u64,
    /// Print only moves A to B, counted from 1, both included
    #[arg(long, value_name = "A..B")]
    moves: Option<MoveRange>,
    /// Use an algorithm of the thesis instead of a family
    #[arg(long, value_enum, conflicts_with_all = ["base", "family"])]
    algorithm: Option<Algorithm>,
    /// Gap between the first two pennies (sliding-coin-k3-odd only)
    #[arg(long, value_name = "G", requires = "algorithm", default_value_t = 0)]
    gap: u64,
    #[command(flatten)]
    source: SourceOptions,
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

/// Streams the moves of a solution.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text).among(&FORMATS)?;
    if let Some(algorithm) = arguments.algorithm {
        run_algorithm(algorithm, arguments, format)?;
        return Ok(Exit::Done);
    }
    match arguments.source.ask(arguments.k, arguments.n, globals)? {
        Err(NoSolution(reason)) => {
            globals.remark(&reason);
            Ok(Exit::Refuted)
        }
        Ok(answer) => {
            let Header { puzzle, start } = answer.header;
            // A wrong range is refused before anything is said.
            let _ = MoveRange::indices(arguments.moves, answer.length())?;
            globals.remark(&format!("{puzzle} start={start}: {}", answer.provenance()));
            moves::write(&*answer.sequence()?, arguments.moves, answer.header, format)?;
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
        bail!("--gap needs --algorithm sliding-coin-k3-odd");
    }
    let header = Header {
        puzzle: Puzzle::new(k, n)?,
        start: arguments.source.start.unwrap_or(1),
    };
    let sequence: Box<dyn MoveSequence> = match algorithm {
        Algorithm::SlidingCoinK2 => Box::new(SlidingCoinK2::new(n, header.start)?),
        Algorithm::SlidingCoinK3Odd => Box::new(SlidingCoinK3Odd::new(n, gap, header.start)?),
        Algorithm::SlidingCoinK3Even => Box::new(SlidingCoinK3Even::new(n, header.start)?),
        Algorithm::SlidingCoinK2Iterative => {
            // Without random access, the moves before the range are made and dropped.
            let indices = MoveRange::indices(arguments.moves, n)?;
            let moves = SlidingCoinK2Iterative::new(n, header.start)?.skip(indices.start as usize);
            let moves = moves.take((indices.end - indices.start) as usize);
            return write_iterator(moves, &indices, header, format);
        }
    };
    let named = match gap {
        0 => header.into(),
        // With a gap the row is that of another puzzle, which has no name.
        gap => {
            let start = header.start;
            let what = format!("sliding-coin-k3-odd n={n} gap={gap} start={start}");
            Named::from(header).called(what)
        }
    };
    moves::write(&*sequence, arguments.moves, named, format)
}

/// Writes moves from an iterator, one batch at a time.
fn write_iterator(
    mut moves: impl Iterator<Item = Move>,
    indices: &Range<u64>,
    header: Header,
    format: Format,
) -> anyhow::Result<()> {
    const BATCH: usize = 1 << 16;
    let format = format.among(&[Format::Text, Format::Jsonl])?;
    let mut out = output::results()?;
    if format == Format::Text {
        let (first, last) = (indices.start + 1, indices.end);
        let layout = match *indices == (0..header.puzzle.n()) {
            true => Layout::Moves,
            false => Layout::Part { first, last },
        };
        writeln!(out, "# {header}{layout}").context("cannot write the moves")?;
    }
    if format == Format::Jsonl {
        let fields = Named::fields(header);
        for (number, Move { from, to }) in (indices.start + 1..).zip(moves) {
            let line = format!(r#"{{{fields},"move":{number},"from":{from},"to":{to}}}"#);
            writeln!(out, "{line}").context("cannot write the moves")?;
        }
        return out.flush().context("cannot write the moves");
    }
    loop {
        let batch: Vec<Move> = moves.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            return out.flush().context("cannot write the moves");
        }
        stream::write_moves(
            batch.as_slice(),
            0..u64::MAX,
            stream::Format::Text(""),
            &mut out,
        )?;
    }
}
