//! Every forged record falls at its level, and at no lower one.

use crate::corpus::{Level, data, forgeries};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tait_generator::grid::square;
use tait_generator::published;
use tait_grid::{Puzzle, PuzzleForm, Shapes, ShapesForm};
use tait_store::{Contradiction, Known, Record, Store, contradictions};

/// Returns the committed records.
fn committed() -> Vec<(PathBuf, Record)> {
    let entries = Store::new(data()).entries().unwrap().into_iter();
    entries
        .map(|entry| (entry.name, entry.record.unwrap()))
        .collect()
}

/// Returns the contradictions among records, and between them and the thesis, the papers and the fonts.
pub(crate) fn compare(records: &[(&Path, &Record)]) -> Vec<Contradiction> {
    let puzzles = [
        include_str!("../../../framework/src/grid/collection/figures.json"),
        include_str!("../../../framework/src/grid/collection/designs.json"),
    ];
    let figures: Vec<Value> = puzzles
        .iter()
        .flat_map(|text| serde_json::from_str::<Vec<Value>>(text).unwrap())
        .collect();
    let figure = |figure: &Value| {
        let form: PuzzleForm = serde_json::from_value(figure["puzzle"].clone()).unwrap();
        (
            figure["name"].as_str().unwrap().to_owned(),
            Puzzle::try_from(form).unwrap(),
        )
    };
    // Some figures show a configuration alone.
    let puzzles = figures.iter();
    let puzzles = puzzles.filter(|figure| figure["puzzle"].get("target").is_some());
    let figures: Vec<(String, Puzzle)> = puzzles.map(figure).collect();
    let font = |text: &str| {
        let glyphs: Value = serde_json::from_str(text).unwrap();
        let form: ShapesForm =
            serde_json::from_value(json!({"grid": "square", "shapes": glyphs})).unwrap();
        Shapes::try_from(form).unwrap()
    };
    let constructed = |puzzle: &Puzzle| match square::construct(puzzle) {
        Ok(square::Construction::Solution { moves, .. }) => Some(moves.len() as u64),
        _ => None,
    };
    let known = Known {
        solutions: published::solutions()
            .iter()
            .map(|listed| (listed.source.as_str(), &listed.solution))
            .collect(),
        families: published::families()
            .iter()
            .map(|listed| (listed.source.as_str(), &listed.family))
            .collect(),
        puzzles: figures
            .iter()
            .map(|(name, puzzle)| (name.as_str(), puzzle.clone()))
            .collect(),
        shapes: vec![
            (
                "font5x7",
                font(include_str!(
                    "../../../framework/src/grid/collection/font5x7.json"
                )),
            ),
            (
                "font5x9",
                font(include_str!(
                    "../../../framework/src/grid/collection/font5x9.json"
                )),
            ),
        ],
        constructed: Some(&constructed),
    };
    contradictions(records, &known)
}

/// Returns records with their names as [`compare`] takes them.
fn named(records: &[(PathBuf, Record)]) -> Vec<(&Path, &Record)> {
    let named = records.iter();
    named
        .map(|(name, record)| (name.as_path(), record))
        .collect()
}

#[test]
fn the_committed_records_do_not_contradict_each_other() {
    let found = compare(&named(&committed()));
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_forgery_falls_at_its_level() {
    let mut records = committed();
    let mut wrong = Vec::new();
    for forgery in forgeries() {
        let (name, falls) = (&forgery.name, forgery.falls);
        let record = match (Record::read(&forgery.text()), falls) {
            (Err(error), Level::Replayed) => {
                // It is refused for its claims, not for its form.
                if error.to_string().contains(" at line ") {
                    wrong.push(format!("{name}: not even read: {error}"));
                }
                continue;
            }
            (Err(error), _) => {
                wrong.push(format!("{name}: falls before: {error}"));
                continue;
            }
            (Ok(_), Level::Replayed) => {
                wrong.push(format!("{name}: passes"));
                continue;
            }
            (Ok(record), _) => record,
        };
        let place = records.iter().position(|(path, _)| *path == forgery.base);
        let genuine = std::mem::replace(&mut records[place.unwrap()].1, record);
        // Whoever forges a number does not confirm the true one.
        let confirmation = Path::new("confirmations").join(&forgery.base);
        let others = named(&records).into_iter();
        let all: Vec<_> = match falls {
            Level::Recounted => others.filter(|(path, _)| *path != confirmation).collect(),
            _ => others.collect(),
        };
        let found = compare(&all);
        if found.is_empty() == (falls == Level::Consistent) {
            let found: Vec<String> = found.iter().map(ToString::to_string).collect();
            wrong.push(format!("{name}: {falls:?}, and found is {found:?}"));
        }
        let file = forgery.base.display().to_string();
        if let Some(other) = found
            .iter()
            .find(|found| found.one != file && found.other != file)
        {
            wrong.push(format!("{name}: {other} does not name it"));
        }
        records[place.unwrap()].1 = genuine;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// There are forgeries of every kind of record.
#[test]
fn the_corpus_covers_every_directory() {
    let forgeries = forgeries();
    for directory in [
        "checkers",
        "classification",
        "confirmations",
        "counts",
        "families",
        "grid",
        "grid-solutions",
        "shuffling",
        "solutions",
        "turned",
        "wraps",
    ] {
        let of_it = forgeries
            .iter()
            .filter(|forgery| forgery.base.starts_with(directory));
        assert!(of_it.count() >= 3, "{directory}");
    }
    let of_level = |level| {
        forgeries
            .iter()
            .filter(|forgery| forgery.falls == level)
            .count()
    };
    assert!(of_level(Level::Replayed) >= 40 && of_level(Level::Consistent) >= 10);
    // Those that no level detects are counted exactly.
    assert!(of_level(Level::Recounted) >= 5 && of_level(Level::Recorded) == 3);
}
