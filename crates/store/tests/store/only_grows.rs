//! The store only grows: random pieces of the committed records, of every kind, written in any order and by several
//! writers at once, are all known in the end, and nothing else is.

use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tait_store::{Record, Store, StoreError};
use tait_testkit::laws::knowledge::{Knowledge, add};
use tait_testkit::laws::{knowledge_of, piece};
use tait_testkit::{DATA, Random, files_below};

/// One file for each kind of record, and more where one does not show all of it. Large files are left out, because
/// their contents are replayed again and again.
const FILES: [&str; 17] = [
    "checkers/reversal.json",
    "classification/k03.json",
    "classification/k06.json",
    "classification/k08.json",
    "families/k02-bases.json",
    "families/k04-bases.json",
    "families/k05-bases.json",
    "families/k04-wrap-m22-m24-m28.json",
    "families/k05-split-wrap-m22-m24-m26-m28.json",
    "grid/font5x7.json",
    "grid-solutions/figure-5.json",
    "shuffling/constrained.json",
    "solutions/k03/n006.json",
    "turned/k03.json",
    "wraps/k04/whole/m2-m22.json",
    "wraps/k04/whole/m22-m28-beams64x100000-bases-to27.json",
    "wraps/k09/split-1-3-1-black/m24-m32-beams32x100000-from28-bases-to2.json",
];

/// Writes a record where it belongs.
fn save(store: &Store, record: &Record) -> Result<(Record, PathBuf), StoreError> {
    let saved = store.save_record(record)?;
    assert!(saved.set_aside.is_none());
    Ok((saved.record, saved.path))
}

fn read(name: &str) -> Record {
    let text = fs::read(Path::new(DATA).join(name)).unwrap();
    Record::read(&text).unwrap()
}

/// Returns the files of a store, without the origins of their contents.
fn contents(directory: &Path) -> BTreeMap<PathBuf, Value> {
    fn without_runs(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|key, _| !["found_by", "schema", "source"].contains(&key.as_str()));
                fields.values_mut().for_each(without_runs);
            }
            Value::Array(members) => members.iter_mut().for_each(without_runs),
            _ => {}
        }
    }
    let names = Store::new(directory).list().unwrap();
    let read = |name: PathBuf| {
        let text = fs::read(directory.join(&name)).unwrap();
        let mut value = serde_json::from_slice(&text).unwrap();
        without_runs(&mut value);
        (name, value)
    };
    names.into_iter().map(read).collect()
}

/// Returns the claims of the files of a store, all of which are right.
fn of_store(store: &Store) -> Knowledge {
    let mut known = Knowledge::new();
    for entry in store.entries().unwrap() {
        add(&mut known, knowledge_of(&entry.record.unwrap()));
    }
    known
}

/// Returns pieces of a file, none of them empty.
fn parts_of(file: &str, seeds: &[u64]) -> Vec<Record> {
    let whole = read(file);
    let seeds = seeds.iter().map(|&seed| Random::new(seed));
    let parts = seeds.filter_map(|mut random| piece(&whole, &mut random));
    parts
        .inspect(|part| part.check().expect("a piece of a right record is right"))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn in_any_order_and_at_the_same_time(seeds in prop::collection::vec(any::<u64>(), 2..6)) {
        for file in FILES {
            let parts = parts_of(file, &seeds);
            let [one, other, beside] = [(); 3].map(|()| tempfile::tempdir().unwrap());
            let mut written = Knowledge::new();
            for part in &parts {
                let store = Store::new(one.path());
                let (known, path) = save(&store, part).unwrap();
                add(&mut written, knowledge_of(part));
                prop_assert_eq!(&of_store(&store), &written, "{}", file);
                prop_assert_eq!(&Record::read(&fs::read(&path).unwrap()).unwrap(), &known);
                // A record that is already known changes nothing.
                let before = fs::read(&path).unwrap();
                let _ = save(&store, &known).unwrap();
                prop_assert_eq!(&fs::read(&path).unwrap(), &before, "{}", file);
            }
            for part in parts.iter().rev() {
                let _ = save(&Store::new(other.path()), part).unwrap();
            }
            std::thread::scope(|scope| {
                for part in &parts {
                    let store = Store::new(beside.path());
                    let _ = scope.spawn(move || {
                        let (_, path) = save(&store, part).unwrap();
                        Record::read(&fs::read(path).unwrap()).unwrap()
                    });
                }
            });
            let expected = contents(one.path());
            prop_assert_eq!(&expected, &contents(other.path()), "{}", file);
            prop_assert_eq!(&expected, &contents(beside.path()), "{}", file);
            let left = files_below(beside.path()).len();
            prop_assert!(left <= 1 + expected.len(), "more than files and a lock: {}", file);
        }
    }

    /// Families of a common pattern are not mixed: one that settles less, or other sizes, changes nothing.
    #[test]
    fn common_patterns_stay_whole(seeds in prop::collection::vec(any::<u64>(), 2..5)) {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::new(directory.path());
        let mut stored: Option<Record> = None;
        for part in parts_of("families/k04-common.json", &seeds) {
            let Record::Family(family) = &part else { panic!("a family") };
            let saved = store.save_family(family, "common").unwrap();
            let (known, new) = (knowledge_of(&saved.record.clone().into()), knowledge_of(&part));
            let before = stored.as_ref().map(knowledge_of).unwrap_or_default();
            let is_more = before.iter().all(|(key, strength)| new.get(key) >= Some(strength));
            prop_assert_eq!(known, if is_more { new } else { before });
            stored = Some(saved.record.into());
        }
    }
}

/// The pieces are of every kind, and merged they mostly say more than any one of them.
#[test]
fn every_kind_is_written() {
    let mut kinds: Vec<String> = FILES
        .iter()
        .map(|file| {
            let text = fs::read(Path::new(DATA).join(file)).unwrap();
            let value: Value = serde_json::from_slice(&text).unwrap();
            value["kind"].as_str().unwrap().to_owned()
        })
        .collect();
    kinds.sort();
    kinds.dedup();
    assert_eq!(kinds.len(), 10, "{kinds:?}");
    for file in FILES {
        let parts = parts_of(file, &[1, 2, 3, 4, 5, 6, 7, 8]);
        assert!(parts.len() > 3, "{file}");
        let mut all = Knowledge::new();
        parts
            .iter()
            .for_each(|part| add(&mut all, knowledge_of(part)));
        // Every piece of these holds everything.
        let of_wraps = file.starts_with("wraps/") && !file.ends_with("to27.json");
        let is_single = file.contains("solutions/") || of_wraps;
        let least = parts.iter().map(|part| knowledge_of(part).len()).min();
        assert_eq!(least == Some(all.len()), is_single, "{file}");
    }
}
