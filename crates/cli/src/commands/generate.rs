//! `tait generate K N`.

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::moves::{self, FORMATS, Named};
use crate::output;
use crate::remarks::tell_run;
use crate::subject::SourceOptions;
use anyhow::{Context, ensure};
use clap::Args;
use std::io::Write;
use std::ops::Range;
use tait_atlas::{NamedRun, NoSolution};
use tait_generator::stream;
use tait_generator::stream::MoveRange;
use tait_generator::thesis::{Algorithm, Moves};
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
    /// Use an algorithm of the thesis instead of a family, by its name or number: sliding-coin-k2 (3.1),
    /// sliding-coin-k2-iterative (3.2, corrected), sliding-coin-k3-odd (4.1) or sliding-coin-k3-even (4.2, whose first coin
    /// is at position 4)
    #[arg(long, value_name = "NAME", conflicts_with_all = ["base", "family"])]
    algorithm: Option<Algorithm>,
    /// Show the run of the algorithm: each call or round of a loop, its moves, and the row after it
    #[arg(long, requires = "algorithm", conflicts_with = "moves")]
    trace: bool,
    /// Gap between the first two pennies (sliding-coin-k3-odd only)
    #[arg(long, value_name = "G", requires = "algorithm", default_value_t = 0)]
    gap: u64,
    #[command(flatten)]
    source: SourceOptions,
}

/// Streams the moves of a solution.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    if let Some(algorithm) = arguments.algorithm {
        return run_algorithm(algorithm, arguments, globals);
    }
    let format = globals.format_or(Format::Text).among(&FORMATS)?;
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
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let Arguments { k, n, gap, .. } = *arguments;
    ensure!(
        gap == 0 || algorithm == Algorithm::K3Odd,
        "--gap needs --algorithm sliding-coin-k3-odd"
    );
    let start = arguments.source.start.unwrap_or(algorithm.start());
    let puzzle = Puzzle::new(k, n)?;
    let header = Header { puzzle, start };
    let moves = algorithm.moves(puzzle, gap, start)?;
    let named = match gap {
        0 => Named::from(header),
        // With a gap the row is that of another puzzle, which has no name.
        gap => {
            let what = format!("sliding-coin-k3-odd n={n} gap={gap} start={start}");
            Named::from(header).called(what)
        }
    };
    if arguments.trace {
        let run = NamedRun::of_thesis(algorithm, puzzle, gap, start)?;
        return tell_run(&run, &named.name, globals);
    }
    let format = globals.format_or(Format::Text).among(&FORMATS)?;
    if let Moves::K2Iterative(moves) = moves {
        // Without random access, the moves before the range are made and dropped.
        let indices = MoveRange::indices(arguments.moves, n)?;
        let moves = moves.skip(indices.start as usize);
        let moves = moves.take((indices.end - indices.start) as usize);
        write_iterator(moves, &indices, header, format)?;
        return Ok(Exit::Done);
    }
    moves::write(&moves, arguments.moves, named, format)?;
    Ok(Exit::Done)
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
