//! Tables of shapes: the choice of shapes, and the table as a matrix.

use super::input::{PuzzleText, look_up};
use crate::error::AtlasError;
use std::ffi::OsStr;
use std::path::Path;
use tait_framework::grid::known::{FONT_SOURCE, Font};
use tait_grid::{Shapes, ShapesForm};
use tait_store::{GridTableRecord, PairAnswer};

/// Returns the lengths as a matrix with a row for each start: `-` for no solution, `≥` before a lower bound, `≤`
/// before an upper one, `30..32` for both, `?` where nothing is known, and `.` on the diagonal.
#[must_use]
pub fn as_matrix(record: &GridTableRecord, from: &[String], to: &[String]) -> String {
    let length = |from: &String, to: &String| {
        if from == to {
            return ".".to_owned();
        }
        match record.answer(from, to) {
            None => "?".to_owned(),
            Some(PairAnswer::Unsolvable) => "-".to_owned(),
            Some(PairAnswer::AtLeast(moves)) => format!("≥{moves}"),
            Some(PairAnswer::Between(0, moves)) => format!("≤{}", moves.len()),
            Some(PairAnswer::Between(least, moves)) => format!("{least}..{}", moves.len()),
            Some(PairAnswer::Optimal(moves)) => moves.len().to_string(),
        }
    };
    let header = [String::new()].into_iter().chain(to.iter().cloned());
    let mut rows: Vec<Vec<String>> = vec![header.collect()];
    for from in from {
        let lengths = to.iter().map(|to| length(from, to));
        rows.push([from.clone()].into_iter().chain(lengths).collect());
    }
    let cells = rows.iter().flatten();
    let width = cells.map(|cell| cell.chars().count()).max().unwrap_or(0);
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
        format!("{}\n", cells.join(" "))
    };
    rows.iter().map(line).collect()
}

/// Finds a font, or the shapes in a file. Returns the name of the table, the source of the shapes, and the shapes.
///
/// # Errors
/// When the name is neither, or the file is wrong.
pub fn shapes_of(name: impl AsRef<OsStr>) -> Result<(String, String, Shapes), AtlasError> {
    let (name, source, form) = form_of(name.as_ref())?;
    let wrong = |what: String| AtlasError::input(&name, what);
    let shapes = Shapes::try_from(form).map_err(|error| wrong(error.to_string()))?;
    // Stored commands name shapes, and a command is one line.
    let shape = shapes
        .names()
        .find(|shape| shape.contains(char::is_control));
    if let Some(shape) = shape {
        let what = format!("shape name '{shape}' contains control characters");
        return Err(wrong(what));
    }
    Ok((name, source, shapes))
}

fn form_of(file: &OsStr) -> Result<(String, String, ShapesForm), AtlasError> {
    let name = &*file.to_string_lossy();
    if let Some(font) = Font::ALL.into_iter().find(|font| font.name() == name) {
        return Ok((name.to_owned(), FONT_SOURCE.to_owned(), font.shapes()));
    }
    let text = match look_up(file)? {
        PuzzleText::Text(text) => text,
        PuzzleText::Known(_) => {
            let what =
                "expected shapes, found one puzzle: give font5x7, font5x9, or a file of shapes";
            return Err(AtlasError::input(name, what));
        }
    };
    let form =
        serde_json::from_slice(text.as_bytes()).map_err(|error| AtlasError::input(name, error))?;
    let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str());
    match stem.filter(|stem| GridTableRecord::is_name(stem)) {
        Some(stem) => Ok((stem.to_owned(), "a file".to_owned(), form)),
        None => Err(AtlasError::input(
            name,
            "the table takes the name of the file: rename the file to letters, digits, - and _",
        )),
    }
}

/// Returns some of the shapes, in the order of the table: by names with commas between, or names of one letter each.
///
/// # Errors
/// When there is no shape of one of the names.
pub fn chosen_shapes(
    table: &str,
    shapes: &Shapes,
    wanted: &str,
) -> Result<Vec<String>, AtlasError> {
    let names: Vec<String> = if wanted.contains(',') || shapes.index(wanted).is_some() {
        wanted.split(',').map(str::to_owned).collect()
    } else {
        wanted.chars().map(String::from).collect()
    };
    if let Some(name) = names.iter().find(|name| shapes.index(name).is_none()) {
        let known: Vec<&str> = shapes.names().collect();
        let what = format!(
            "unknown shape '{name}': expected one of {}",
            known.join(" ")
        );
        return Err(AtlasError::input(table, what));
    }
    let mut chosen: Vec<String> = shapes.names().map(str::to_owned).collect();
    chosen.retain(|name| names.contains(name));
    Ok(chosen)
}
