//! `tait data list` and `tait data check`.

use crate::arguments::Globals;
use crate::exit::Exit;
use crate::format::Format;
use crate::output;
use crate::table::Table;
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tait_framework::grid::known;
use tait_generator::grid::square;
use tait_generator::published;
use tait_puzzle::grid::Puzzle;
use tait_puzzle::linear::Answer;
use tait_store::checkpoint::{CheckpointSummary, checkpoints};
use tait_store::{CellRecord, Contradiction, Known, Record, contradictions};

/// Arguments of `tait data`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

/// What to do with the data directory.
#[derive(Debug, Subcommand)]
enum Action {
    /// List every stored solution and family, and the checkpoints of interrupted runs
    List,
    /// Check every stored solution, family and checkpoint; nothing is moved or changed
    Check,
}

/// Goes through the data directory.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let mut table = Table::new(&["file", "k", "n", "moves", "holds", "found_by"]);
    let mut checks = Table::new(&["file", "valid", "message"]);
    let mut exit = Exit::Done;
    let mut records = Vec::new();
    let store = globals.store();
    for entry in store.entries()? {
        let file = json!(entry.name.display().to_string());
        match entry.record {
            Ok(record) => {
                checks.push(vec![file.clone(), json!(true), json!(summary(&record))]);
                table.push(row(file, &record));
                records.push((entry.name, record));
            }
            Err(error) => {
                let message = error.to_string();
                checks.push(vec![file.clone(), json!(false), json!(message)]);
                let holds = json!(format!("wrong: {message}"));
                table.push(vec![
                    file,
                    Value::Null,
                    Value::Null,
                    Value::Null,
                    holds,
                    Value::Null,
                ]);
                exit = Exit::Refuted;
            }
        }
    }
    for entry in checkpoints(store.directory())? {
        let file = json!(entry.name.display().to_string());
        let (valid, message) = match entry.summary {
            Ok(summary) => (summary.fault.is_none(), describe(&summary)),
            Err(error) => (false, error.to_string()),
        };
        checks.push(vec![file.clone(), json!(valid), json!(message)]);
        let holds = match valid {
            true => json!(message),
            false => json!(format!("wrong: {message}")),
        };
        table.push(vec![
            file,
            Value::Null,
            Value::Null,
            Value::Null,
            holds,
            Value::Null,
        ]);
        if !valid {
            exit = Exit::Refuted;
        }
    }
    let format = globals.format_or(Format::Text);
    match arguments.action {
        Action::List => {
            output::print(&table.to_text(format))?;
            Ok(Exit::Done)
        }
        Action::Check => {
            for contradiction in contradicting(&records) {
                let what = contradiction.to_string();
                checks.push(vec![json!(contradiction.one), json!(false), json!(what)]);
                exit = Exit::Refuted;
            }
            output::print(&checks.to_text(format))?;
            Ok(exit)
        }
    }
}

/// Records that contradict each other, or what the thesis and the papers say.
fn contradicting(records: &[(PathBuf, Record)]) -> Vec<Contradiction> {
    let records: Vec<(&Path, &Record)> = records
        .iter()
        .map(|(name, record)| (name.as_path(), record))
        .collect();
    let constructed = |puzzle: &Puzzle| match square::construct(puzzle) {
        Ok(square::Construction::Solution { moves, .. }) => Some(moves.len() as u64),
        _ => None,
    };
    let figures = known::figures().iter();
    let facts = Known {
        solutions: published::solutions()
            .iter()
            .map(|listed| (listed.source.as_str(), &listed.solution))
            .collect(),
        families: published::families()
            .iter()
            .map(|listed| (listed.source.as_str(), &listed.family))
            .collect(),
        puzzles: figures
            .filter_map(|figure| Some((figure.name.as_str(), figure.puzzle().ok()?)))
            .collect(),
        constructed: Some(&constructed),
    };
    contradictions(&records, &facts)
}

/// What a checkpoint is for and holds, in a few words.
fn describe(checkpoint: &CheckpointSummary) -> String {
    let CheckpointSummary {
        kind,
        parameters,
        records,
        bytes,
        fault,
        ..
    } = checkpoint;
    let fault = fault
        .as_ref()
        .map_or(String::new(), |fault| format!("; {fault}"));
    format!("checkpoint of {kind} {parameters}: {records} records, {bytes} bytes{fault}")
}

/// What a record proves, in a few words.
fn summary(record: &Record) -> String {
    match record {
        Record::Solution(record) if record.restrictions.is_none() => "optimal solution".to_owned(),
        Record::Solution(record) => format!("optimal with {}", record.restrictions),
        Record::Family(record) => match record.family.coverage() {
            Ok(coverage) => format!("{} bases, {coverage}", record.family.bases.len()),
            Err(fault) => fault.to_string(),
        },
        Record::WrapFamily(record) => record.family.claim(),
        Record::Classification(record) => {
            let open = |record: &&CellRecord| matches!(record.cell.answer(), Answer::Open { .. });
            let open = record.cells.iter().filter(open).count();
            format!("{} cells, {open} open", record.cells.len())
        }
        Record::WrapSearch(record) => record.claim(),
        Record::Shuffling(record) => record.claim(),
        Record::GridTable(record) => record.claim(),
        Record::GridSolution(record) => record.answer(),
        Record::Reversal(record) => {
            format!("{} reversals of numbered checkers", record.cells().len())
        }
    }
}

fn row(file: Value, record: &Record) -> Vec<Value> {
    let holds = json!(summary(record));
    match record {
        Record::Solution(record) => {
            let solution = &record.solution;
            vec![
                file,
                json!(solution.puzzle().k()),
                json!(solution.puzzle().n()),
                json!(solution.moves().len()),
                holds,
                json!(record.found_by.command),
            ]
        }
        Record::Family(record) => vec![
            file,
            json!(record.family.k),
            Value::Null,
            Value::Null,
            holds,
            json!(record.found_by.command),
        ],
        Record::WrapSearch(record) => vec![
            file,
            json!(record.k),
            Value::Null,
            Value::Null,
            holds,
            json!(record.found_by.command),
        ],
        Record::Shuffling(record) => vec![
            file,
            Value::Null,
            Value::Null,
            Value::Null,
            holds,
            json!(record.found_by.command),
        ],
        Record::WrapFamily(record) => vec![
            file,
            json!(record.family.block_length()),
            Value::Null,
            Value::Null,
            holds,
            json!(record.found_by.command),
        ],
        Record::Reversal(_) => vec![
            file,
            Value::Null,
            Value::Null,
            Value::Null,
            holds,
            json!("checkers --reverse"),
        ],
        Record::GridSolution(record) => vec![
            file,
            Value::Null,
            Value::Null,
            json!(record.solution.as_ref().ok().map(Vec::len)),
            holds,
            json!(record.found_by.command),
        ],
        Record::GridTable(_) => vec![
            file,
            Value::Null,
            Value::Null,
            Value::Null,
            holds,
            json!("grid table"),
        ],
        Record::Classification(record) => vec![
            file,
            json!(record.k),
            Value::Null,
            Value::Null,
            holds,
            json!("classify"),
        ],
    }
}
