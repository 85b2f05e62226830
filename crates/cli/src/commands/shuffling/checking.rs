//! Checking moves as they are read, in the memory of the row.

use crate::arguments::Globals;
use crate::exit::Exit;
use crate::format::Format;
use crate::input::STANDARD_INPUT;
use crate::output::print;
use crate::table::Table;
use anyhow::{anyhow, bail};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use tait_puzzle::shuffling::{CheckError, Replay, Shuffling, Variant, Verdict};

/// Checks moves in any of the forms in which they are printed.
pub(super) fn run(puzzle: Shuffling, name: &str, globals: &Globals) -> anyhow::Result<Exit> {
    let mut reader: Box<dyn BufRead> = if name == STANDARD_INPUT {
        Box::new(BufReader::with_capacity(1 << 18, io::stdin()))
    } else {
        let file = File::open(name).map_err(|error| anyhow!("{name}: {error}"))?;
        Box::new(BufReader::with_capacity(1 << 18, file))
    };
    let beginning = reader
        .fill_buf()
        .map_err(|error| anyhow!("{name}: {error}"))?;
    let outcome = match beginning.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None => bail!("{name}: there is nothing in it"),
        Some(b'{') => object(puzzle, name, reader)?,
        Some(_) => lines(puzzle, name, reader)?,
    };
    report(puzzle, name, outcome, globals)
}

/// Moves a line: a number, or as in CSV the number of the move and then the cell.
fn lines(
    puzzle: Shuffling,
    name: &str,
    mut reader: impl BufRead,
) -> anyhow::Result<Result<Verdict, CheckError>> {
    let mut replay = Replay::new(puzzle)?;
    let (mut line, mut number) = (String::new(), 0_u64);
    loop {
        line.clear();
        number += 1;
        let read = reader.read_line(&mut line);
        if read.map_err(|error| anyhow!("{name}: line {number}: {error}"))? == 0 {
            return Ok(replay.finish().map_err(CheckError::from));
        }
        let text = line.trim();
        if text.is_empty() || text.starts_with('#') || (number == 1 && text == "move,cell") {
            continue;
        }
        // Only the last column is the cell; a line of several moves has blanks between them.
        let cells = text.rsplit(',').next().unwrap_or(text);
        for cell in cells.split_whitespace() {
            let cell = cell.parse().map_err(|_| {
                anyhow!("{name}: line {number}: '{cell}' is no cell, which is a number from 0 on")
            })?;
            if let Err(fault) = replay.play(cell) {
                return Ok(Err(fault.into()));
            }
        }
    }
}

/// The fields of a solution as JSON.
#[derive(serde::Deserialize)]
struct Solution {
    puzzle: String,
    variant: Variant,
    n: u64,
    #[serde(default)]
    constrained: bool,
    moves: Vec<u64>,
}

fn object(
    puzzle: Shuffling,
    name: &str,
    reader: impl BufRead,
) -> anyhow::Result<Result<Verdict, CheckError>> {
    let solution: Solution =
        serde_json::from_reader(reader).map_err(|error| anyhow!("{name}: {error}"))?;
    let stated = Shuffling::new(solution.variant, solution.n)?;
    let stated = if solution.constrained {
        stated.constrained()
    } else {
        stated
    };
    // A solution of the constrained puzzle solves the other one, too; the checker decides.
    if solution.puzzle != "shuffling"
        || (stated.variant(), stated.n()) != (puzzle.variant(), puzzle.n())
    {
        bail!(
            "{name}: the moves are for {} {stated}, not for {puzzle}",
            solution.puzzle
        );
    }
    Ok(tait_puzzle::shuffling::check(puzzle, solution.moves))
}

fn report(
    puzzle: Shuffling,
    name: &str,
    outcome: Result<Verdict, CheckError>,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let (message, moves, optimal, exit) = match outcome {
        Ok(verdict) => {
            let optimal = json!(verdict.meets_lower_bound);
            (
                verdict.to_string(),
                json!(verdict.moves),
                optimal,
                Exit::Done,
            )
        }
        Err(CheckError::Size(error)) => bail!("{name}: {error}"),
        Err(fault) => (
            format!("wrong: {fault}"),
            Value::Null,
            Value::Null,
            Exit::Refuted,
        ),
    };
    match globals.format_or(Format::Text) {
        Format::Text => print(&format!("{name}: {puzzle}: {message}\n"))?,
        format => {
            let columns = &[
                "file",
                "valid",
                "puzzle",
                "moves",
                "meets_lower_bound",
                "message",
            ];
            let mut table = Table::new(columns);
            table.push(vec![
                json!(name),
                json!(exit == Exit::Done),
                json!(puzzle.to_string()),
                moves,
                optimal,
                json!(message),
            ]);
            print(&table.to_text(format))?;
        }
    }
    Ok(exit)
}
