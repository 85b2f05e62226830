//! Puzzles and configurations that the user names.

use super::answer::Answer;
use crate::arguments::Globals;
use crate::input::STANDARD_INPUT;
use anyhow::{anyhow, bail};
use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Display;
use std::fs::File;
use tait_framework::grid::known::{self, Known};
use tait_puzzle::grid::{Puzzle, PuzzleForm};
use tait_store::{check_json, read_at_most};

/// The most bytes of a puzzle, a drawing, or a list of puzzles.
const LARGEST_GRID: u64 = 4 << 20;

/// What a name turned out to be.
pub(crate) enum Named {
    /// A known puzzle.
    Known(Box<Known>),
    /// What a file holds.
    Text(String),
}

/// Looks up a known puzzle, a file, or standard input.
///
/// # Errors
/// One line that names the file; an I/O error becomes text, because the file is input.
pub(crate) fn look_up(name: &str) -> anyhow::Result<Named> {
    if let Some(known) = known::find(name) {
        return Ok(Named::Known(Box::new(known)));
    }
    let read = if name == STANDARD_INPUT {
        read_at_most(&mut std::io::stdin(), LARGEST_GRID)
    } else {
        File::open(name).and_then(|mut file| read_at_most(&mut file, LARGEST_GRID))
    };
    match read {
        Ok(text) => {
            let fail = |error: &dyn Display| anyhow!("{name}: {error}");
            let text = text.map_err(|error| fail(&error))?;
            if matches!(text.trim_ascii_start(), [b'{' | b'[', ..]) {
                check_json(&text).map_err(|error| fail(&error))?;
            }
            let text = String::from_utf8(text);
            let text = text.map_err(|error| fail(&error.utf8_error()))?;
            Ok(Named::Text(text))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => bail!(
            "{name}: neither a file nor a known puzzle; tait grid list shows those, and fonts are written font5x7-A-9"
        ),
        Err(error) => bail!("{name}: {error}"),
    }
}

/// The puzzle in a JSON text: an object, or the one with a name in a list of objects.
///
/// # Errors
/// What is wrong, and where.
pub(crate) fn puzzle_form(name: &str, text: &str, id: Option<&str>) -> anyhow::Result<PuzzleForm> {
    let fail = |error: serde_json::Error| anyhow!("{name}: {error}");
    if !text.trim_start().starts_with('[') {
        return serde_json::from_str(text).map_err(fail);
    }
    let all: Vec<Value> = serde_json::from_str(text).map_err(fail)?;
    let Some(id) = id else {
        bail!(
            "{name}: it holds a list of {} puzzles; name one of them with --id",
            all.len()
        );
    };
    let Some(value) = all.into_iter().find(|value| value["id"] == id) else {
        bail!("{name}: there is no puzzle with the id '{id}' in the list");
    };
    serde_json::from_value(value).map_err(fail)
}

/// A puzzle that the user named.
pub(super) struct Given {
    /// The puzzle.
    pub(super) puzzle: Puzzle,
    /// Where it comes from, when it is a known one.
    pub(super) known: Option<Box<Known>>,
    /// What JSON says of it.
    pub(super) answer: Answer,
}

/// Which puzzle.
#[derive(Debug, Args)]
pub(super) struct PuzzleArguments {
    /// A JSON file (- for standard input), or the name of a known puzzle such as figure-5, theorem-1 or
    /// font5x7-A-9
    #[arg(value_name = "FILE | NAME")]
    puzzle: String,

    /// Which puzzle of a file that holds a list
    #[arg(long, value_name = "ID")]
    id: Option<String>,
}

impl PuzzleArguments {
    /// The file or the name.
    pub(super) fn name(&self) -> &str {
        &self.puzzle
    }

    /// Looks up the puzzle.
    ///
    /// # Errors
    /// When there is none of that name, or it makes no sense: one line that names the file.
    pub(super) fn given(&self) -> anyhow::Result<Given> {
        let name = &self.puzzle;
        let (form, known) = match look_up(name)? {
            Named::Known(known) => (known.puzzle.clone(), Some(known)),
            Named::Text(text) => (puzzle_form(name, &text, self.id.as_deref())?, None),
        };
        let answer = Answer::to(form.clone(), known.as_deref());
        let puzzle = Puzzle::try_from(form).map_err(|error| anyhow!("{name}: {error}"))?;
        Ok(Given {
            puzzle,
            known,
            answer,
        })
    }
}

impl Given {
    /// Tells what the puzzle is.
    pub(super) fn introduce(&self, globals: &Globals) {
        globals.remark(&self.puzzle.to_string());
        if let Some(known) = &self.known {
            globals.remark(&provenance_in_words(known));
        }
    }
}

/// What every output says of a known puzzle.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Provenance {
    /// Its name.
    name: String,
    /// The figure, or where else it comes from.
    figure: String,
    /// What it is.
    title: String,
    /// How sure its coordinates are.
    certainty: String,
    /// Where they come from.
    source: String,
    /// The number of moves that the source states.
    stated_moves: Option<u32>,
    /// What else there is to say.
    note: Option<String>,
}

impl From<&Known> for Provenance {
    fn from(known: &Known) -> Self {
        Self {
            name: known.name.clone(),
            figure: known.figure.clone(),
            title: known.title.clone(),
            certainty: known.certainty.to_string(),
            source: known.source.clone(),
            stated_moves: known.stated,
            note: known.note.clone(),
        }
    }
}

/// The same in words.
pub(crate) fn provenance_in_words(known: &Known) -> String {
    let mut words = format!(
        "{} ({}), {}: {}; {}",
        known.name, known.figure, known.title, known.certainty, known.source
    );
    if let Some(stated) = known.stated {
        words.push_str(&format!("; stated optimum {stated}"));
    }
    if let Some(note) = &known.note {
        words.push_str(&format!("; {note}"));
    }
    words
}
