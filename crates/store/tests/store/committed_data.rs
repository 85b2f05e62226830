//! The committed data: families and their expansions, and tables of shapes.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tait_linear::Settles;
use tait_store::{Record, RecordKind, Store};
use tait_testkit::DATA;

#[test]
fn families_of_every_k_expand_to_right_solutions() {
    let data = Path::new(DATA);
    let (mut settled, mut smallest, mut wrapped) = (Vec::new(), Vec::new(), Vec::new());
    let mut doubled = Vec::new();
    for entry in Store::new(data).entries_of("families").unwrap() {
        match entry.record.unwrap() {
            Record::Family(record) => {
                let coverage = record.family.check(3).unwrap();
                if entry
                    .name
                    .ends_with(format!("k{:02}-bases.json", record.family.k.get()))
                {
                    settled.push((record.family.k.get(), coverage.settles_from()));
                }
                if (entry.name.to_string_lossy()).ends_with("-bases-smallest.json") {
                    smallest.push((record.family.k.get(), coverage.settles_from()));
                }
            }
            Record::WrapFamily(record) => {
                record.family.replay(3).unwrap();
                wrapped.push((record.family.block_length().get(), record.family.variant()));
            }
            Record::DoublesFamily(record) => {
                record.family.replay(20).unwrap();
                doubled.push((record.family.block_length().get(), record.family.claim()));
            }
            _ => panic!("{} is no family", entry.name.display()),
        }
    }
    for (k, from) in (2..).zip([4, 10, 9, 13, 13, 14, 19, 30, 32, 35]) {
        assert!(settled.contains(&(k, Some(from))), "k = {k}: {settled:?}");
    }
    assert_eq!(smallest, [(9, Some(27)), (10, Some(35))]);
    for (k, variant) in [
        (2, "wrap-m4"),
        (4, "wrap-m22-m24-m28"),
        (6, "wrap-m18"),
        (7, "split-wrap-m50-m58"),
        (8, "wrap-m24-m26"),
    ] {
        assert!(wrapped.contains(&(k, variant.to_owned())), "{wrapped:?}");
    }
    for (k, from) in [(5, 23), (7, 33), (9, 42)] {
        let claim = format!("for every n >= {from}, n moves, optimal");
        assert!(doubled.contains(&(k, claim)), "{doubled:?}");
    }
}

#[test]
fn smallest_bases_are_right_under_the_command_that_once_looked_for_them() {
    // For long blocks, `framework K` now takes any base, and begins with larger sizes.
    let text = std::fs::read_to_string(format!("{DATA}/families/k09-bases-smallest.json")).unwrap();
    let earlier = text.replace("framework 9 --smallest", "framework 9");
    assert_ne!(earlier, text);
    let _ = Record::read(earlier.as_bytes()).unwrap();
}

#[test]
fn every_record_passes_its_check() {
    let data = Path::new(DATA);
    let entries = Store::new(data).entries().unwrap();
    let wrong = entries
        .iter()
        .filter_map(|entry| entry.record.as_ref().err());
    let wrong: Vec<String> = wrong.map(ToString::to_string).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(entries.len() > 100);
}

#[test]
fn every_record_is_named_by_its_content() {
    let data = Path::new(DATA);
    let mut kinds = BTreeSet::new();
    for entry in Store::new(data).entries().unwrap() {
        let (name, record) = (entry.name, entry.record.unwrap());
        assert_eq!(record.path(), name);
        assert!(record.belongs_in(&name));
        assert!(!record.belongs_in(&name.with_extension("txt")) || name.starts_with("families"));
        let about = record.kind().about();
        assert!(name.starts_with(about.directory), "{}", name.display());
        let _ = kinds.insert(about.name);
    }
    let all: BTreeSet<&str> = RecordKind::ALL
        .iter()
        .map(|kind| kind.about().name)
        .collect();
    assert_eq!(kinds, all);
    assert_eq!(all.len(), RecordKind::ALL.len());
}

#[test]
fn kinds_are_called_as_in_their_files() {
    for kind in RecordKind::ALL {
        let in_file = serde_json::to_value(kind).unwrap();
        let name = in_file.as_str().unwrap().replace('_', "-");
        assert_eq!(kind.about().name, name);
    }
}

/// Adds a key that this version does not know to every object.
fn add_later(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.values_mut().for_each(add_later);
            let _ = fields.insert("later".to_owned(), Value::from(1));
        }
        Value::Array(members) => members.iter_mut().for_each(add_later),
        _ => {}
    }
}

#[test]
fn of_a_newer_minor_version_nothing_known_is_overlooked() {
    let store = Store::new(DATA);
    let mut kinds = BTreeSet::new();
    for name in store.list().unwrap() {
        let text = store.text(&name).unwrap();
        if text.len() > 100_000 {
            continue;
        }
        let mut value: Value = serde_json::from_str(&text).unwrap();
        add_later(&mut value);
        value["schema"] = Value::from("1.9");
        let record = Record::read(text.as_bytes()).unwrap();
        let newer = Record::read(value.to_string().as_bytes());
        let _ = kinds.insert(record.kind().about().name);
        assert_eq!(newer.unwrap(), record, "{}", name.display());
    }
    assert!(kinds.len() >= 8, "{kinds:?}");
}

/// A solution of every ordered pair is published for each font. The lengths of half of those for the 5x7 font are kept here.
#[test]
fn stored_pairs_of_the_font_have_the_published_lengths() {
    let published = include_str!("../../../framework/tests/data/font5x7_optimal_moves.json");
    let published: BTreeMap<String, usize> = serde_json::from_str(published).unwrap();
    let data = Path::new(DATA);
    let table = Store::new(data).grid_table("font5x7").unwrap().unwrap();
    assert_eq!(table.shapes().names().count(), 37);
    let mut compared = 0;
    for row in table.rows() {
        for target in &row.targets {
            let pair = format!("{}-{}", row.from, target.to);
            if let Some(length) = published.get(&pair) {
                let moves = target.moves.as_ref().map(Vec::len);
                assert_eq!(moves, Some(*length), "{pair}");
                compared += 1;
            }
        }
    }
    assert_eq!((compared, published.len()), (666, 37 * 36 / 2));
}
