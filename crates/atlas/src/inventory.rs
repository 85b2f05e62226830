//! Everything in a data directory: a list, and a check; records compared with each other, and with the thesis and the papers.

use crate::atlas::Atlas;
use crate::check::Recounting;
use crate::error::AtlasError;
use crate::table::{Table, plain};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use tait_framework::grid::known::{self, Font};
use tait_generator::grid::square;
use tait_generator::published;
use tait_grid::Puzzle;
use tait_jobs::Recounts;
use tait_store::checkpoint::{CheckpointSummary, checkpoints};
use tait_store::{
    Addition, Contradiction, Known, Level, Record, Source, StoreError, contradictions,
};
use tait_text::{clipped, counted, runs};

/// The result of checking everything in a data directory.
#[derive(Debug)]
pub struct Inventory {
    /// A row for each record, each checkpoint and each contradiction.
    pub table: Table,
    /// What is wrong: each file with the reason, in one line.
    pub wrong: Vec<String>,
    /// The result of repeating the searches of each readable record, by its name.
    pub recounts: Vec<(String, Recounts)>,
}

impl Atlas<'_> {
    /// Returns a table with a row for each stored record and each checkpoint, including those that are wrong.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn list(&self) -> Result<Table, AtlasError> {
        let mut table = Table::new(&[
            "file", "k", "n", "moves", "holds", "level", "whose", "found_by",
        ]);
        let without_record = |file: String, holds: String, source: Source| {
            let [k, n, moves, level, found_by] = [const { Value::Null }; 5];
            let whose = json!(source.to_string());
            vec![
                json!(file),
                k,
                n,
                moves,
                json!(holds),
                level,
                whose,
                found_by,
            ]
        };
        for entry in self.store().entries()? {
            let file = entry.name.display().to_string();
            table.push(match entry.record {
                Ok(record) => {
                    let level = self.store().level(&entry.name, &record);
                    row(&file, &record, level, entry.source)
                }
                Err(error) => without_record(
                    file,
                    format!("wrong: {}", self.in_short(&entry.name, &error)),
                    entry.source,
                ),
            });
        }
        for (file, valid, message) in self.checkpoints()? {
            let holds = match valid {
                true => message,
                false => format!("wrong: {message}"),
            };
            table.push(without_record(file, holds, Source::Own));
        }
        Ok(table)
    }

    /// Returns the other versions of tait that wrote the user's own records.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn other_versions(&self) -> Result<Vec<String>, AtlasError> {
        let mut versions = BTreeSet::new();
        for entry in self.store().without_corpus().entries()? {
            let runs = entry.record.iter().flat_map(|record| record.runs());
            versions.extend(runs.map(|run| run.version.clone()));
        }
        versions.retain(|version| version != env!("CARGO_PKG_VERSION"));
        Ok(versions.into_iter().collect())
    }

    /// Returns a table with a row for each of the user's own records that adds to those that come with the program.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn additions(&self) -> Result<Table, AtlasError> {
        let mut table = Table::new(&["file", "adds", "holds"]);
        for (name, addition) in self.store().additions()? {
            let (adds, holds) = match addition {
                Addition::New(record) => ("everything", record.summary().holds),
                Addition::More(record) => ("more", record.summary().holds),
                Addition::Nothing(record) => ("nothing", record.summary().holds),
                Addition::Refused(error) => ("wrong", self.in_short(&name, &error)),
            };
            let file = name.display().to_string();
            table.push(vec![json!(file), json!(adds), json!(holds)]);
        }
        Ok(table)
    }

    /// Checks every stored record and each checkpoint, repeats recorded searches as far as asked, and compares the
    /// records with each other and with the sources.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn check_all(&self, recounting: &Recounting) -> Result<Inventory, AtlasError> {
        let columns = &["file", "valid", "level", "repeated", "skipped", "message"];
        let mut inventory = Inventory {
            table: Table::new(columns),
            wrong: Vec::new(),
            recounts: Vec::new(),
        };
        let entries = self.store().entries()?;
        let readable = entries.iter().filter_map(|entry| {
            let record = entry.record.as_ref().ok()?;
            Some((entry.name.as_path(), record))
        });
        let records: Vec<(&Path, &Record)> = readable.collect();
        let mut recounts = self.recount(&records, recounting)?.into_iter();
        for entry in &entries {
            let file = entry.name.display().to_string();
            match &entry.record {
                Ok(record) => {
                    let recounts = recounts.next().unwrap_or_default();
                    inventory.record(&file, record, &recounts);
                    inventory.recounts.push((file, recounts));
                }
                Err(error) => inventory.file(&file, false, &self.in_short(&entry.name, error)),
            }
        }
        for (file, valid, message) in self.checkpoints()? {
            inventory.file(&file, valid, &message);
        }
        for contradiction in contradicting(&records) {
            inventory.file(&contradiction.one, false, &contradiction.to_string());
        }
        Ok(inventory)
    }

    /// The checkpoints of runs that were stopped: their names, whether they are valid, and their contents.
    fn checkpoints(&self) -> Result<Vec<(String, bool, String)>, AtlasError> {
        let entries = checkpoints(self.store().directory())?.into_iter();
        let described = entries.map(|entry| {
            let (valid, message) = match entry.summary {
                Ok(summary) => (summary.error.is_none(), describe(&summary)),
                Err(error) => (false, self.in_short(&entry.name, &error)),
            };
            (entry.name.display().to_string(), valid, message)
        });
        Ok(described.collect())
    }

    /// Returns the error of a file without the path of the file, which stands beside it.
    fn in_short(&self, name: &Path, error: &StoreError) -> String {
        let path = self.store().directory().join(name);
        let text = error.to_string();
        let what = text.strip_prefix(&format!("{}: ", path.display()));
        clipped(what.unwrap_or(&text)).into_owned()
    }
}

impl Inventory {
    /// Adds the result of checking a record.
    fn record(&mut self, file: &str, record: &Record, recounts: &Recounts) {
        let difference = recounts.difference();
        let wrong = difference.iter().map(|what| format!("{file}: {what}"));
        self.wrong.extend(wrong);
        self.table.push(vec![
            json!(file),
            json!(difference.is_none()),
            json!(recounts.level(record)),
            json!(recounts.repeated()),
            json!(recounts.skipped.len()),
            json!(difference.unwrap_or_else(|| record.summary().holds)),
        ]);
    }

    /// Adds a file that has not reached a level.
    fn file(&mut self, file: &str, valid: bool, message: &str) {
        if !valid {
            self.wrong.push(format!("{file}: {message}"));
        }
        let [level, repeated, skipped] = [const { Value::Null }; 3];
        let message = json!(message);
        let row = vec![json!(file), json!(valid), level, repeated, skipped, message];
        self.table.push(row);
    }
}

/// Returns the list of a data directory with one row for all records of the corpus in a directory.
#[must_use]
pub fn by_directory(list: &Table) -> Table {
    let mut short = list.without_rows();
    let of_corpus = |row: &[Value]| row[6] == json!(Source::Corpus.to_string());
    let directory = |row: &[Value]| {
        let name = row[0].as_str().unwrap_or_default();
        name.split('/').next().unwrap_or_default().to_owned()
    };
    let (corpus, own): (Vec<_>, Vec<_>) = list.rows().iter().partition(|row| of_corpus(row));
    for records in corpus.chunk_by(|one, next| directory(one) == directory(next)) {
        let values = |column: usize| {
            let values: BTreeSet<String> = records.iter().map(|row| plain(&row[column])).collect();
            values.into_iter().filter(|value| !value.is_empty())
        };
        let lengths: BTreeSet<u64> = records.iter().filter_map(|row| row[1].as_u64()).collect();
        let lengths = runs(&lengths.into_iter().collect::<Vec<_>>());
        let [n, moves, found_by] = [const { Value::Null }; 3];
        short.push(vec![
            json!(format!("{}/", directory(records[0]))),
            json!(lengths),
            n,
            moves,
            json!(counted(records.len() as u64, "record")),
            json!(values(5).collect::<Vec<_>>().join(", ")),
            records[0][6].clone(),
            found_by,
        ]);
    }
    own.into_iter().for_each(|row| short.push(row.clone()));
    short
}

/// The purpose and the contents of a checkpoint, in a few words.
fn describe(checkpoint: &CheckpointSummary) -> String {
    let CheckpointSummary {
        kind,
        parameters,
        records,
        bytes,
        error,
        ..
    } = checkpoint;
    let error = error
        .as_ref()
        .map_or(String::new(), |error| format!("; {error}"));
    format!("checkpoint of {parameters} (kind {kind}): {records} records, {bytes} bytes{error}")
}

fn row(file: &str, record: &Record, level: Level, source: Source) -> Vec<Value> {
    let summary = record.summary();
    vec![
        json!(file),
        json!(summary.k),
        json!(summary.n),
        json!(summary.moves),
        json!(summary.holds),
        json!(level),
        json!(source.to_string()),
        json!(summary.found_by),
    ]
}

/// Returns the contradictions among records, and of records with the thesis and the papers.
#[must_use]
pub fn contradicting(records: &[(&Path, &Record)]) -> Vec<Contradiction> {
    let constructed = |puzzle: &Puzzle| match square::construct(puzzle) {
        Ok(square::Construction::Solution { moves, .. }) => Some(moves.len() as u64),
        _ => None,
    };
    let figures = known::collection();
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
        shapes: Font::ALL
            .into_iter()
            .filter_map(|font| Some((font.name(), font.shapes().try_into().ok()?)))
            .collect(),
        constructed: Some(&constructed),
    };
    contradictions(records, &facts)
}
