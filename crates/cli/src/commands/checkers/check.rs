//! `tait checkers N M --verify FILE`.

use crate::exit::Exit;
use crate::format::Format;
use crate::input::STANDARD_INPUT;
use crate::output;
use crate::table::Table;
use anyhow::anyhow;
use serde::Deserialize;
use serde_json::json;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use tait_puzzle::checkers::{Checkers, Fault, Replay, Verdict};

/// Moves as `tait checkers --format json` prints them.
#[derive(Deserialize)]
struct Solution {
    moves: Vec<u64>,
}

/// Checks moves as they are read, in the memory of the row; those in JSON all at once.
pub(super) fn run(puzzle: Checkers, name: &str, format: Format) -> anyhow::Result<Exit> {
    let mut reader: Box<dyn BufRead> = if name == STANDARD_INPUT {
        Box::new(BufReader::new(io::stdin()))
    } else {
        Box::new(BufReader::new(
            File::open(name).map_err(|error| anyhow!("{name}: {error}"))?,
        ))
    };
    let failed = |error: io::Error| anyhow!("{name}: {error}");
    let outcome = if reader.fill_buf().map_err(failed)?.first() == Some(&b'{') {
        let solution: Solution = serde_json::from_reader(reader)
            .map_err(|error| anyhow!("{name}: no moves of a solution: {error}"))?;
        tait_puzzle::checkers::check(puzzle, solution.moves)
    } else {
        read(puzzle, reader).map_err(|error| anyhow!("{name}: {error}"))?
    };
    report(puzzle, name, &outcome, format)?;
    Ok(if outcome.is_ok() {
        Exit::Done
    } else {
        Exit::Refuted
    })
}

/// Plays cells with blanks, commas or line breaks between them.
fn read(puzzle: Checkers, reader: impl BufRead) -> anyhow::Result<Result<Verdict, Fault>> {
    let mut replay = Replay::new(puzzle);
    for (number, line) in (1..).zip(reader.lines()) {
        let line = line.map_err(|error| anyhow!("line {number}: {error}"))?;
        let words = line.split([' ', '\t', ',']).filter(|word| !word.is_empty());
        for word in words {
            let cell = word.parse().map_err(|_| {
                let word: String = word.chars().take(40).flat_map(char::escape_debug).collect();
                anyhow!("line {number}: '{word}' is no cell, which is a number from 1 on")
            })?;
            if let Err(fault) = replay.play(cell) {
                return Ok(Err(fault.into()));
            }
        }
    }
    Ok(replay.finish().map_err(Fault::from))
}

fn report(
    puzzle: Checkers,
    name: &str,
    outcome: &Result<Verdict, Fault>,
    format: Format,
) -> anyhow::Result<()> {
    let message = match outcome {
        Ok(verdict) => verdict.to_string(),
        Err(fault) => format!("wrong: {fault}"),
    };
    if format == Format::Text {
        return Ok(output::print(&format!("{name}: {puzzle}: {message}\n"))?);
    }
    let mut table = Table::new(&["file", "valid", "puzzle", "moves", "message"]);
    table.push(vec![
        json!(name),
        json!(outcome.is_ok()),
        json!(puzzle.to_string()),
        json!(outcome.as_ref().ok().map(|verdict| verdict.moves)),
        json!(message),
    ]);
    Ok(output::print(&table.to_text(format))?)
}
