//! `tait data list` and `tait data check`.

use crate::arguments::Globals;
use crate::exit::Exit;
use crate::format::Format;
use crate::output;
use crate::table::Table;
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use tait_store::Record;

/// Arguments of `tait data`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

/// What to do with the data directory.
#[derive(Debug, Subcommand)]
enum Action {
    /// List every stored solution and family
    List,
    /// Check every stored solution and family; nothing is moved or changed
    Check,
}

/// Goes through the data directory.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let mut table = Table::new(&["file", "k", "n", "moves", "holds", "found_by"]);
    let mut checks = Table::new(&["file", "valid", "message"]);
    let mut exit = Exit::Done;
    for entry in globals.store().entries()? {
        let file = json!(entry.name.display().to_string());
        match entry.record {
            Ok(record) => {
                checks.push(vec![file.clone(), json!(true), json!(summary(&record))]);
                table.push(row(file, &record));
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
    let format = globals.format_or(Format::Text);
    match arguments.action {
        Action::List => {
            output::print(&table.to_text(format))?;
            Ok(Exit::Done)
        }
        Action::Check => {
            output::print(&checks.to_text(format))?;
            Ok(exit)
        }
    }
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
    }
}
