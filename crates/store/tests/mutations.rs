//! Committed records with a few places changed at random: never a panic, and what is still read has
//! changed only where nothing can be told without a search.

use proptest::prelude::*;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::OnceLock;
use tait_store::Record;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");

/// One small file of each kind.
const FILES: [&str; 12] = [
    "solutions/k06/n004.json",
    "solutions/k03/n007.json",
    "solutions/k05/n009.json",
    "classification/k02.json",
    "families/k02-bases.json",
    "families/k02-wrap-m4.json",
    "wraps/k02-whole-first-bases.json",
    "wraps/k07-split-1-1-black-m28.json",
    "wraps/k09-split-1-1-black-m30-m34-beams24x100000.json",
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

/// The places in a document, each as a JSON pointer.
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

/// What is done at a place.
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

/// Whether it changed anything.
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

/// Whether a change at a place may be accepted:
///
/// * of a run how long it took, what it saw where that is not counted, and what else its command may say;
/// * counts in the depth of a search, and what attempts came to: only a search can tell;
/// * moves, bases and wraps, which are proven by replay, whatever they are;
/// * entries of a list that claims less without them;
/// * the puzzle itself on a grid, where the same holds of another one.
fn is_free(file: &str, place: &str) -> bool {
    let ends = |end: &str| place.ends_with(end);
    let inner = |list: &str| place.contains(list);
    let is_run = inner("/found_by") || ends("/source");
    let is_count =
        inner("/states") || ends("/solutions") || inner("/smaller_sizes") || inner("/result");
    let is_proven = inner("/moves") || inner("/bases") || inner("/wraps");
    let is_start = ends("/start") && !file.starts_with("checkers");
    let is_entry = place
        .strip_prefix("/cells/")
        .is_some_and(|key| key.parse::<usize>().is_ok());
    let is_puzzle = file.starts_with("grid-solutions")
        && [
            "/grid",
            "/start",
            "/target",
            "/up_to",
            "/rule",
            "/labeled",
            "/adjacency",
        ]
        .iter()
        .any(|key| place.starts_with(key));
    is_run || is_count || is_proven || is_start || is_entry || is_puzzle
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// One place of one file: either refused, or the same in meaning, or the place is one of those that are free.
    #[test]
    fn a_change_is_refused_or_cannot_be_told(
        file in 0..FILES.len(),
        place in any::<prop::sample::Index>(),
        change in change(),
    ) {
        let (name, value) = &files()[file];
        let mut found = Vec::new();
        places(value, "", &mut found);
        let place = &found[place.index(found.len())];
        let mut changed = value.clone();
        if apply(&mut changed, place, &change)
            && let Ok(record) = Record::read(&serde_json::to_vec(&changed).unwrap())
        {
            let genuine = Record::read(&serde_json::to_vec(value).unwrap()).unwrap();
            prop_assert!(
                record == genuine || is_free(name, place),
                "{name}: {change:?} at {place} is accepted"
            );
        }
    }

    /// Many places at once: never a panic, and what is read is written and read again as it was.
    #[test]
    fn no_change_makes_it_panic(
        file in 0..FILES.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), change()), 1..6),
    ) {
        let (_, value) = &files()[file];
        let mut found = Vec::new();
        places(value, "", &mut found);
        let mut changed = value.clone();
        for (place, change) in &changes {
            let _ = apply(&mut changed, &found[place.index(found.len())], change);
        }
        if let Ok(record) = Record::read(&serde_json::to_vec(&changed).unwrap()) {
            let text = record.to_json().unwrap();
            prop_assert_eq!(Record::read(text.as_bytes()).unwrap(), record);
        }
    }
}
