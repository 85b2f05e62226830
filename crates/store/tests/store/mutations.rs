//! Committed records with one place changed at random never cause a panic, and a change that no level detects is
//! either still true or a count that no level knows.
//!
//! `TAIT_MUTATIONS=10000 cargo test -p tait-store --test store mutations -- --nocapture` prints the count of each
//! outcome.

use crate::forgeries::compare;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tait_recount::{Outcome, searches};
use tait_store::{Record, Store};
use tait_testkit::DATA;

/// One small file of each kind.
const FILES: [&str; 12] = [
    "solutions/k06/n004.json",
    "solutions/k03/n007.json",
    "solutions/k05/n009.json",
    "classification/k06.json",
    "families/k02-bases.json",
    "families/k02-wrap-m4.json",
    "wraps/k02/whole/first-bases.json",
    "wraps/k07/split-1-1-black/m28.json",
    "wraps/k09/split-1-1-black/m30-m34-beams24x100000.json",
    "checkers/reversal.json",
    "grid-solutions/figure-2.json",
    "grid-solutions/theorem-1.json",
];

fn files() -> &'static [(&'static str, Value)] {
    static READ: OnceLock<Vec<(&str, Value)>> = OnceLock::new();
    READ.get_or_init(|| {
        let read = |name| {
            let text = std::fs::read(Path::new(DATA).join(name)).unwrap();
            (name, serde_json::from_slice(&text).unwrap())
        };
        FILES.into_iter().map(read).collect()
    })
}

/// Lists the places in a document, each as a JSON pointer.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    if !at.is_empty() {
        found.push(at.to_owned());
    }
    match value {
        Value::Object(map) => {
            for (key, member) in map {
                places(member, &format!("{at}/{key}"), found);
            }
        }
        Value::Array(list) => {
            for (index, member) in list.iter().enumerate() {
                places(member, &format!("{at}/{index}"), found);
            }
        }
        _ => {}
    }
}

/// A change at a place.
#[derive(Debug, Clone)]
enum Change {
    Add(i64),
    Put(i64),
    Text(String),
    Remove,
    Double,
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        4 => prop_oneof![Just(-1_i64), Just(1), -30..30_i64].prop_map(Change::Add),
        2 => prop_oneof![Just(0_i64), Just(-1), Just(1), any::<i64>()].prop_map(Change::Put),
        1 => "[a-z0-9 -]{0,12}".prop_map(Change::Text),
        3 => Just(Change::Remove),
        1 => Just(Change::Double),
    ]
}

/// Applies a change; returns whether it made a difference.
fn apply(value: &mut Value, place: &str, change: &Change) -> bool {
    let (parent, key) = place.rsplit_once('/').unwrap();
    let before = value.clone();
    let Some(parent) = value.pointer_mut(parent) else {
        return false;
    };
    match (change, parent) {
        (Change::Remove, Value::Object(map)) => drop(map.remove(key)),
        (Change::Remove, Value::Array(list)) => {
            if let Ok(index) = key.parse::<usize>()
                && index < list.len()
            {
                drop(list.remove(index));
            }
        }
        (Change::Double, Value::Array(list)) => {
            if let Some(member) = list.get(key.parse::<usize>().unwrap()).cloned() {
                list.push(member);
            }
        }
        (change, parent) => {
            let member = match parent {
                Value::Object(map) => map.get_mut(key),
                Value::Array(list) => key
                    .parse()
                    .ok()
                    .and_then(|index: usize| list.get_mut(index)),
                _ => None,
            };
            match (change, member) {
                (Change::Add(more), Some(member)) if member.is_i64() => {
                    *member = json!(member.as_i64().unwrap().wrapping_add(*more));
                }
                (Change::Put(number), Some(member)) => *member = json!(number),
                (Change::Text(text), Some(member)) if member.is_string() => *member = json!(text),
                _ => {}
            }
        }
    }
    *value != before
}

/// Returns why a change at a place may pass every level, if it may:
///
/// * the time that a run took, its number of states where that is not counted, and other options of its command;
/// * moves, bases and wraps, which are proven by replay, whatever they are;
/// * the first position of a row, with which the whole row moves;
/// * a cell of a map, without which it knows less;
/// * the puzzle itself on a grid, where the same holds of another one;
/// * the number of attempts without success, which proves nothing;
/// * the counts of a search for wraps that found one or was stopped.
///
/// Any other change is one of a search, which is [`repeated`].
fn freedom(file: &str, place: &str) -> Option<&'static str> {
    let ends = |end: &str| place.ends_with(end);
    let inner = |list: &str| place.contains(list);
    let is_entry = place
        .strip_prefix("/cells/")
        .is_some_and(|key| key.parse::<usize>().is_ok());
    let of_puzzle = [
        "/grid",
        "/start",
        "/target",
        "/up_to",
        "/rule",
        "/labeled",
        "/adjacency",
    ];
    let is_of_puzzle = || of_puzzle.iter().any(|key| place.starts_with(key));
    Some(if inner("/found_by") {
        "run"
    } else if inner("/moves") || inner("/bases") || inner("/wraps") {
        "replayed"
    } else if file.starts_with("grid-solutions") && is_of_puzzle() {
        "another puzzle"
    } else if ends("/start") && !file.starts_with("checkers") {
        "moved along"
    } else if is_entry {
        "knows less"
    } else if inner("/attempts") || inner("/not_found") {
        "attempts"
    } else if file.starts_with("wraps") && inner("/widths") {
        "beside a wrap"
    } else {
        return None;
    })
}

/// A search of fewer states is always repeated.
const REPEATED: u64 = 20_000;

const RECOUNTED: &str = "falls: recounted";

/// Returns the outcome of repeating the searches that a change touches; `None` if it touches none.
pub(crate) fn repeated(changed: &Value, genuine: &Value) -> Option<&'static str> {
    let before = searches(genuine);
    let mut came_of = None;
    for search in searches(changed) {
        if before.contains(&search) {
            continue;
        }
        came_of = Some(if search.states.is_some_and(|states| states >= REPEATED) {
            "a search of 20,000 states or more"
        } else {
            match search.recount(|states| states < REPEATED) {
                Outcome::Differs(_) => return Some(RECOUNTED),
                Outcome::Agrees { .. } => "agrees when it is repeated",
                Outcome::Stopped => "a search of 20,000 states or more",
                Outcome::NotRepeated(_) => "a search without a plain one",
            }
        });
    }
    came_of
}

/// Returns whether a record contradicts the other committed records.
fn is_contradicted(file: &str, record: &Record) -> bool {
    static COMMITTED: OnceLock<Vec<(PathBuf, Record)>> = OnceLock::new();
    let committed = COMMITTED.get_or_init(|| {
        let entries = Store::new(DATA).entries().unwrap().into_iter();
        entries
            .map(|entry| (entry.name, entry.record.unwrap()))
            .collect()
    });
    let records: Vec<(&Path, &Record)> = committed
        .iter()
        .map(|(name, other)| match name.as_path() {
            name if name == Path::new(file) => (name, record),
            name => (name, other),
        })
        .collect();
    !compare(&records).is_empty()
}

/// The number of cases, unless `TAIT_MUTATIONS` names another.
const CASES: u32 = 600;

/// One place of one file is changed: the change falls at some level, means the same, or may pass for some reason. What
/// is read is written and read again as it was.
#[test]
#[expect(clippy::print_stderr, reason = "what came of how many is a result")]
fn a_change_falls_at_some_level_or_may_pass() {
    let cases = std::env::var("TAIT_MUTATIONS").ok();
    let cases = cases.map_or(CASES, |cases| cases.parse().unwrap());
    let mut runner = TestRunner::new(ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let strategy = (0..FILES.len(), any::<prop::sample::Index>(), change());
    let counts = RefCell::new(BTreeMap::<&str, u32>::new());
    let judge = |(file, place, change): (usize, prop::sample::Index, Change)| {
        let (name, value) = &files()[file];
        let mut found = Vec::new();
        places(value, "", &mut found);
        let place = &found[place.index(found.len())];
        let mut changed = value.clone();
        let came_of = if !apply(&mut changed, place, &change) {
            "changes nothing"
        } else if let Ok(record) = Record::read(&serde_json::to_vec(&changed).unwrap()) {
            let genuine = Record::read(&serde_json::to_vec(value).unwrap()).unwrap();
            let again = Record::read(record.to_json().unwrap().as_bytes());
            prop_assert_eq!(again.unwrap(), record.clone());
            if record == genuine {
                "the same in meaning"
            } else if is_contradicted(name, &record) {
                "falls: consistent"
            } else {
                let came_of = repeated(&changed, value).or_else(|| freedom(name, place));
                prop_assert!(
                    came_of.is_some(),
                    "{name}: {change:?} at {place} is accepted"
                );
                came_of.unwrap_or_default()
            }
        } else {
            "falls: replayed"
        };
        *counts.borrow_mut().entry(came_of).or_default() += 1;
        Ok(())
    };
    let ran = runner.run(&strategy, judge);
    eprintln!("{cases} mutated records: {:?}", counts.borrow());
    ran.unwrap();
}
