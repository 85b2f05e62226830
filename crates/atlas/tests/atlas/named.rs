//! Files by name: every committed record can be explained and played, checked, or names the command that shows it.

use crate::DATA;
use std::fs;
use std::path::{Path, PathBuf};
use tait_atlas::{Atlas, AtlasError, Expected, Named, contradicting};
use tait_store::{GridSolutionRecord, Level, Listing, Record, Store};

/// The committed records by path, except for the largest, whose plays take a while.
fn records() -> Vec<(PathBuf, Record)> {
    let entries = Store::new(DATA).entries().unwrap();
    let named = entries
        .into_iter()
        .map(|entry| (Path::new(DATA).join(entry.name), entry.record.unwrap()));
    let records: Vec<_> = named
        .filter(|(path, _)| fs::metadata(path).unwrap().len() < 50_000)
        .collect();
    assert!(records.len() > 40, "{}", records.len());
    records
}

#[test]
fn a_record_is_explained_and_played_or_says_which_command_shows_it() {
    let atlas = Atlas::new(Store::new(DATA));
    for (path, record) in records() {
        let name = path.to_str().unwrap();
        match Named::of_file(&atlas, name, &Expected::default()) {
            Ok(named) => {
                assert!(named.explanation().unwrap().len() > 200, "{name}");
                // A puzzle on a grid may have no solution.
                let plays = named.plays().unwrap();
                assert!(plays.is_err() || !plays.unwrap().is_empty(), "{name}");
            }
            Err(AtlasError::Input { what, .. }) => {
                let listing = record.kind().about().listing;
                assert!(matches!(listing, Listing::Rows(_)), "{name}: {what}");
                assert!(what.contains(": use tait "), "{name}: {what}");
            }
            Err(error) => panic!("{name}: {error}"),
        }
    }
}

#[test]
fn every_record_passes_and_a_changed_one_does_not() {
    let (atlas, nothing_said) = (Atlas::new(Store::new(DATA)), Expected::default());
    for (path, _) in records() {
        let all = atlas.check(path.to_str().unwrap(), &nothing_said).unwrap();
        let [(_, checked)] = &all[..] else {
            panic!("{all:?}");
        };
        let line = checked.line("it");
        assert!(checked.outcome.is_ok(), "{line}");
        assert!(checked.level().is_some(), "{line}");
    }
    let home = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(Path::new(DATA).join("solutions/k02/n003.json")).unwrap();
    let changed = home.path().join("changed.json");
    fs::write(&changed, text.replace("[1,7]", "[1,8]")).unwrap();
    assert_ne!(text, fs::read_to_string(&changed).unwrap());
    let all = atlas
        .check(changed.to_str().unwrap(), &nothing_said)
        .unwrap();
    assert!(all[0].1.outcome.is_err());
    assert_eq!(all[0].1.level(), None::<Level>);
}

#[test]
fn the_committed_records_contradict_neither_each_other_nor_the_sources() {
    let records = Atlas::new(Store::new(DATA)).records().unwrap();
    let mut named: Vec<(&Path, &Record)> = records
        .iter()
        .map(|(name, record)| (Path::new(name), record))
        .collect();
    let found: Vec<String> = contradicting(&named)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(found, [] as [&str; 0]);
    // The papers say what their figures show.
    let mut figures = records.iter().filter_map(|(name, record)| match record {
        Record::GridSolution(record) => Some((name, record)),
        _ => None,
    });
    let ((name, one), (_, other)) = (figures.next().unwrap(), figures.next().unwrap());
    let forged = Record::GridSolution(GridSolutionRecord {
        puzzle: other.puzzle.clone(),
        ..one.clone()
    });
    named.retain(|(path, _)| *path != Path::new(name));
    named.push((Path::new(name), &forged));
    assert!(!contradicting(&named).is_empty());
}
