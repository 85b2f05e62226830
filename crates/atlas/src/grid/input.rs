//! Puzzles on grids by name: known ones, and those of files.

use crate::error::AtlasError;
use crate::source::reader;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::{Error as _, IgnoredAny};
use serde_json::{Deserializer, Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fmt::Display;
use std::io;
use tait_framework::grid::known::{self, Known};
use tait_grid::PuzzleForm;
use tait_store::{check_json, read_at_most, with_plain_integers};
use tait_text::excerpt;

/// The maximum number of bytes in a puzzle, a drawing, or a list of puzzles.
const LARGEST_GRID: u64 = 4 << 20;

/// The puzzle that a name stands for.
#[derive(Debug)]
pub enum PuzzleText {
    /// A known puzzle.
    Known(Box<Known>),
    /// The text of a file.
    Text(String),
}

/// Looks up a known puzzle, a file, or standard input.
///
/// # Errors
/// One line that names the file; an I/O error becomes text, because the file is input.
pub fn look_up(file: impl AsRef<OsStr>) -> Result<PuzzleText, AtlasError> {
    let file = file.as_ref();
    let name = &*file.to_string_lossy();
    if let Some(known) = known::find(name) {
        return Ok(PuzzleText::Known(Box::new(known)));
    }
    let read = reader(file).and_then(|mut reader| read_at_most(&mut reader, LARGEST_GRID));
    match read {
        Ok(text) => {
            let fail = |error: &dyn Display| AtlasError::input(name, error);
            let mut text = text.map_err(|error| fail(&error))?;
            if matches!(text.trim_ascii_start(), [b'{' | b'[', ..]) {
                check_json(&text).map_err(|error| fail(&error))?;
                text = with_plain_integers(&text).into_owned();
            }
            let text = String::from_utf8(text);
            let text = text.map_err(|error| fail(&error.utf8_error()))?;
            Ok(PuzzleText::Text(text))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(AtlasError::input(
            name,
            "neither a file nor a known puzzle: tait grid list shows known puzzles; for fonts write font5x7-A-9",
        )),
        Err(error) => Err(AtlasError::input(name, error)),
    }
}

/// Returns the objects of a JSON text that has several: a list, or one object after another; `None` if it has only one.
pub(crate) fn listed(text: &str) -> Option<serde_json::Result<Vec<Value>>> {
    let is_list = text.trim_start().starts_with('[');
    let mut objects = Deserializer::from_str(text).into_iter::<IgnoredAny>();
    let has_several =
        is_list || objects.next().is_some_and(|first| first.is_ok()) && objects.next().is_some();
    has_several.then(|| {
        check_json(text.as_bytes()).map_err(serde_json::Error::custom)?;
        match is_list {
            true => serde_json::from_str(text),
            false => Deserializer::from_str(text).into_iter().collect(),
        }
    })
}

/// Reads the puzzle in a JSON text: an object, or the named one in a list of objects or among one object a line.
///
/// # Errors
/// With what is wrong, and where.
pub fn puzzle_form(name: &str, text: &str, id: Option<&str>) -> Result<PuzzleForm, AtlasError> {
    let fail = |error: serde_json::Error| AtlasError::input(name, error);
    let Some(all) = listed(text) else {
        let form = serde_json::from_str(text).map_err(fail)?;
        let keys: BTreeMap<String, IgnoredAny> = serde_json::from_str(text).map_err(fail)?;
        check_keys(name, keys.keys())?;
        return Ok(form);
    };
    let all = all.map_err(fail)?;
    let Some(id) = id else {
        return Err(AtlasError::Several {
            name: name.to_owned(),
            puzzles: all.len(),
            such_as: None,
        });
    };
    let Some(value) = all.into_iter().find(|value| value["id"] == id) else {
        let what = format!("unknown puzzle id '{id}': the list does not hold it");
        return Err(AtlasError::Input {
            name: name.to_owned(),
            what,
        });
    };
    check_keys(name, value.as_object().into_iter().flat_map(Map::keys))?;
    serde_json::from_value(value).map_err(fail)
}

/// Refuses a key that is one letter away from one that is read, and not there: files may hold more about a puzzle, and a
/// slip would change the puzzle.
fn check_keys<'a>(name: &str, keys: impl Iterator<Item = &'a String>) -> Result<(), AtlasError> {
    let keys: BTreeSet<&str> = keys.map(String::as_str).collect();
    let is_missing = |known: &&str| !keys.contains(known);
    for known in PuzzleForm::KEYS.into_iter().filter(is_missing) {
        let is_slip = |key: &&&str| strsim::damerau_levenshtein(key, known) == 1;
        if let Some(key) = keys.iter().find(is_slip) {
            let key = excerpt(key);
            let what = format!("unknown key '{key}': did you mean '{known}'?");
            return Err(AtlasError::input(name, what));
        }
    }
    Ok(())
}

/// The origin of a known puzzle, part of every output about it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Its name.
    name: String,
    /// The figure, or another origin.
    figure: String,
    /// Its title.
    title: String,
    /// The certainty of its coordinates.
    certainty: String,
    /// The source of the coordinates.
    source: String,
    /// The number of moves that the source states.
    stated_moves: Option<u32>,
    /// A note.
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

/// Returns the provenance of a known puzzle in words.
pub fn provenance_in_words(known: &Known) -> String {
    let origin = origin_in_words(known);
    format!(
        "{} ({}), {}: {origin}",
        known.name, known.figure, known.title
    )
}

/// Returns how certain the coordinates of a known puzzle are, and where they are from, in words.
pub fn origin_in_words(known: &Known) -> String {
    let mut words = format!("{}; {}", known.certainty, known.source);
    if let Some(stated) = known.stated {
        words.push_str(&format!("; stated optimum {stated}"));
    }
    if let Some(note) = &known.note {
        words.push_str(&format!("; {note}"));
    }
    words
}
