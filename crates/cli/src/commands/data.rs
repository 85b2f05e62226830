//! `tait data list` and `tait data check`. What is neither a file nor a directory is named and left alone; that alone is no
//! failure.

use crate::arguments::Globals;
use crate::exit::Exit;
use crate::format::Format;
use crate::output;
use crate::recounting::{RecountArguments, Recounts};
use crate::table::Table;
use clap::{Args, Subcommand};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tait_framework::grid::known;
use tait_generator::grid::square;
use tait_generator::published;
use tait_puzzle::grid::Puzzle;
use tait_store::checkpoint::{CheckpointSummary, checkpoints};
use tait_store::{Contradiction, Known, Level, Record, contradictions};
use tait_text::clipped;

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
    Check(RecountArguments),
}

/// Goes through the data directory.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let mut table = Table::new(&["file", "k", "n", "moves", "holds", "level", "found_by"]);
    let mut checks = Table::new(&["file", "valid", "level", "repeated", "skipped", "message"]);
    let mut exit = Exit::Done;
    let mut records = Vec::new();
    let store = globals.store();
    store.recognize()?;
    for skipped in store.skipped()? {
        globals.remark(&skipped.to_string());
    }
    let entries = store.entries()?;
    let recounts: Vec<Recounts> = entries
        .par_iter()
        .map(|entry| match (&arguments.action, &entry.record) {
            (Action::Check(recount), Ok(record)) => {
                let mut recounts = recount.recount(record)?;
                let command = "data check --recount --confirm".to_owned();
                recount.note(&entry.name, record, &mut recounts, command, &store)?;
                Ok(recounts)
            }
            _ => Ok(Recounts::default()),
        })
        .collect::<anyhow::Result<_>>()?;
    let mut repeated = Vec::new();
    for (entry, recounts) in entries.into_iter().zip(recounts) {
        let name = entry.name.display().to_string();
        let file = json!(name);
        match entry.record {
            Ok(record) => {
                let difference = recounts.difference();
                if difference.is_some() {
                    exit = Exit::Refuted;
                }
                let [agreed, skipped] = recounts.cells();
                checks.push(vec![
                    file.clone(),
                    json!(difference.is_none()),
                    json!(recounts.level(&record)),
                    agreed,
                    skipped,
                    json!(difference.unwrap_or_else(|| record.summary().holds)),
                ]);
                table.push(row(file, &record, store.level(&entry.name, &record)));
                repeated.push((name, recounts));
                records.push((entry.name, record));
            }
            Err(error) => {
                let message = error.to_string();
                let message = clipped(&message);
                checks.push(failed(&file, &message));
                let holds = json!(format!("wrong: {message}"));
                table.push(vec![
                    file,
                    Value::Null,
                    Value::Null,
                    Value::Null,
                    holds,
                    Value::Null,
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
            Err(error) => (false, clipped(&error.to_string()).into_owned()),
        };
        let mut check = failed(&file, &message);
        check[1] = json!(valid);
        checks.push(check);
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
            Value::Null,
        ]);
        if !valid {
            exit = Exit::Refuted;
        }
    }
    let format = globals.format_or(Format::Text);
    match &arguments.action {
        Action::List => {
            output::print(&table.to_text(format))?;
            Ok(Exit::Done)
        }
        Action::Check(recount) => {
            for contradiction in contradicting(&records) {
                let what = contradiction.to_string();
                checks.push(failed(&json!(contradiction.one), &what));
                exit = Exit::Refuted;
            }
            output::print(&checks.to_text(format))?;
            recount.report(&repeated, globals);
            Ok(exit)
        }
    }
}

/// The row of a file that is wrong; it has reached no level.
fn failed(file: &Value, message: &str) -> Vec<Value> {
    let nothing = Value::Null;
    vec![
        file.clone(),
        json!(false),
        nothing.clone(),
        nothing.clone(),
        nothing,
        json!(message),
    ]
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

fn row(file: Value, record: &Record, level: Level) -> Vec<Value> {
    let summary = record.summary();
    vec![
        file,
        json!(summary.k),
        json!(summary.n),
        json!(summary.moves),
        json!(summary.holds),
        json!(level),
        json!(summary.found_by),
    ]
}
