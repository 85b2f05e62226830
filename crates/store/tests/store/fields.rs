//! Every field of a record is compared with something, or is on the list of what is only on record.

use crate::forgeries::compare;
use crate::mutations::repeated;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tait_store::{Level, Record};
use tait_testkit::DATA;

/// Files that together have every field of every kind of record, and the members that are kept of a list in them.
const FILES: [(&str, &str, usize); 24] = [
    ("solutions/k04/n004.json", "", 0),
    ("solutions/k03/n003.json", "", 0),
    ("classification/k02.json", "/cells", 4),
    ("classification/k14.json", "/cells", 3),
    ("turned/k02.json", "/cells", 4),
    ("families/k02-bases.json", "", 0),
    ("families/k03-bases-exhaustive.json", "", 0),
    ("families/k08-bases.json", "", 0),
    ("families/k02-wrap-m4.json", "", 0),
    ("families/k03-split-wrap-m2.json", "", 0),
    ("families/k05-doubles.json", "", 0),
    ("wraps/k02/whole/first-bases.json", "", 0),
    ("wraps/k03/split-2-2-white/m2-bases.json", "", 0),
    ("wraps/k07/split-1-1-black/m28.json", "", 0),
    (
        "wraps/k10/whole/m26-m30-beams32x100000-from28-bases-to30.json",
        "",
        0,
    ),
    ("counts/k03.json", "/cells", 2),
    ("checkers/reversal.json", "/cells", 12),
    ("shuffling/constrained.json", "", 0),
    ("grid-solutions/four-pennies.json", "", 0),
    ("grid-solutions/theorem-1.json", "", 0),
    ("grid-solutions/figure-9.json", "", 0),
    ("grid/font5x7.json", "/rows", 1),
    ("grid/font5x9.json", "/pairs", 3),
    ("confirmations/solutions/k06/n011.json", "", 0),
];

/// The reasons why a change of a field may pass. What `verify` and `data check` print of the record says nothing of
/// such a field, or says that it is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Only {
    /// It describes the run: engines alone could repeat it, and times never.
    Run,
    /// It counts attempts without success, or says why a search was stopped, which proves nothing.
    Attempts,
    /// It names where shapes come from.
    Source,
    /// It belongs to a search that is too large to be repeated unless `--recount` asks for it, or has no second program.
    /// The level says `recorded`.
    Search,
    /// Without it, the record knows less, and is right.
    Less,
    /// Without it, the confirmation does not confirm the record.
    Part,
}

/// Every field of which a change may pass, or which may be left out, by the kind of its record and its place, and why.
const RECORDED: [(&str, &str, Only); 25] = [
    ("", "/version", Only::Run),
    ("", "/seconds", Only::Run),
    ("", "/states", Only::Run),
    ("", "/states left out", Only::Run),
    ("", "/seed left out", Only::Run),
    ("wrap_search", "/smaller_sizes/*/n", Only::Attempts),
    (
        "wrap_search",
        "/smaller_sizes/*/result/not_found",
        Only::Attempts,
    ),
    ("wrap_search", "/widths/*/result/stopped", Only::Attempts),
    ("family", "/smaller_sizes/*/attempts", Only::Attempts),
    ("family", "/smaller_sizes/*/search left out", Only::Search),
    ("family", "/smaller_sizes/*/states", Only::Search),
    ("grid_table", "/source", Only::Source),
    ("grid_table", "/pairs/*/moves left out", Only::Search),
    ("grid_table", "/pairs/*/undecided left out", Only::Search),
    ("grid_table", "/pairs/*/undecided/at_least", Only::Search),
    ("grid_table", "/pairs left out", Only::Less),
    ("grid_table", "/pairs/* left out", Only::Less),
    ("grid_table", "/rows/* left out", Only::Less),
    ("classification", "/cells/* left out", Only::Less),
    ("turned_classification", "/cells/* left out", Only::Less),
    ("reversal", "/cells/* left out", Only::Less),
    ("solution_counts", "/cells/* left out", Only::Less),
    (
        "solution_counts",
        "/cells/*/any_length left out",
        Only::Less,
    ),
    ("wrap_search", "/smaller_sizes/* left out", Only::Less),
    (
        "confirmation",
        "/runs/*/searches/*/counts/* left out",
        Only::Part,
    ),
];

/// Returns the place in the list of a field: those of runs are on it once for all kinds.
fn recorded(kind: &str, field: &str) -> Option<usize> {
    let of_run = ["/found_by", "/confirmed_by"]
        .iter()
        .find_map(|run| Some(field.split_once(run)?.1));
    // A run that added to a record is told as the first one.
    let of_run = of_run.map(|field| field.strip_prefix("/also/*").unwrap_or(field));
    let wanted = of_run.map_or((kind, field), |field| ("", field));
    RECORDED
        .iter()
        .position(|(kind, field, _)| (*kind, *field) == wanted)
}

fn file((name, list, kept): (&str, &str, usize)) -> Value {
    let text = std::fs::read(Path::new(DATA).join(name)).unwrap();
    let mut value: Value = serde_json::from_slice(&text).unwrap();
    if let Some(list) = value.pointer_mut(list).and_then(Value::as_array_mut) {
        // Of pairs of shapes, one before the first that is open, and of that one the bound alone.
        let open = list.iter().position(|part| part.get("undecided").is_some());
        if let Some(open) = open {
            let pair = list[open].as_object_mut().unwrap();
            let _ = pair.remove("moves");
            let _ = pair["found_by"].as_object_mut().unwrap().remove("also");
            drop(list.drain(..open.saturating_sub(1)));
        }
        list.truncate(kept);
    }
    if name.starts_with("shuffling") {
        // The smallest sizes, which the command names; its run counts the states.
        let cells = value["cells"].as_array_mut().unwrap();
        cells.retain(|cell| cell["n"].as_u64().unwrap() < 3);
        let states = cells.iter();
        let states = states.flat_map(|cell| cell["states"].as_array().unwrap());
        let states: u64 = states.map(|count| count.as_u64().unwrap()).sum();
        value["found_by"]["states"] = json!(states);
        value["found_by"]["command"] = json!("shuffling --constrained --table --n 1..2");
    }
    value
}

/// Lists the first and the last place of each field, whatever the members of lists.
fn fields(value: &Value, at: &str, field: &str, found: &mut BTreeMap<String, [String; 2]>) {
    let known = found.entry(field.to_owned());
    let places = known.or_insert_with(|| [at.to_owned(), at.to_owned()]);
    at.clone_into(&mut places[1]);
    match value {
        Value::Object(map) => {
            for (key, member) in map {
                fields(
                    member,
                    &format!("{at}/{key}"),
                    &format!("{field}/{key}"),
                    found,
                );
            }
        }
        Value::Array(list) => {
            for (index, member) in list.iter().enumerate() {
                fields(
                    member,
                    &format!("{at}/{index}"),
                    &format!("{field}/*"),
                    found,
                );
            }
        }
        _ => {}
    }
}

/// Words that stand for each other in some field.
const WORDS: [[&str; 2]; 5] = [
    ["white", "black"],
    ["0.1.0", "0.0.9"],
    ["square", "triangular"],
    ["closed", "one_shot"],
    ["absolute", "translation"],
];

/// Returns every change of a document at a place: the field, if it is another one, and the changed document.
fn changes(value: &Value, place: &str) -> Vec<(&'static str, Value)> {
    let mut all = Vec::new();
    let with = |change: &dyn Fn(&mut Value)| {
        let mut whole = value.clone();
        change(whole.pointer_mut(place).unwrap());
        whole
    };
    match value.pointer(place).unwrap() {
        Value::Number(number) => match number.as_i64() {
            Some(number) => all.extend([-1, 1, 1_000_003].map(|more| {
                let put = with(&|at: &mut Value| *at = json!(number + more));
                ("", put)
            })),
            None => all.push(("", with(&|at| *at = json!(number.as_f64().unwrap() + 1.0)))),
        },
        Value::Bool(is) => all.push(("", with(&|at| *at = json!(!is)))),
        Value::String(text) => {
            all.push(("", with(&|at| *at = json!(format!("{text} x")))));
            for [one, other] in WORDS {
                for (from, to) in [(one, other), (other, one)] {
                    if text == from {
                        all.push(("", with(&|at| *at = json!(to))));
                    }
                }
            }
        }
        Value::Object(map) => {
            all.push(("/unheard_of", with(&|at| at["unheard_of"] = json!(1))));
            // The seed may be missing where chance plays no part.
            if map.contains_key("command") && !map.contains_key("seed") {
                all.push(("/seed", with(&|at| at["seed"] = json!(7))));
            }
        }
        _ => {}
    }
    if let Some((parent, key)) = place.rsplit_once('/') {
        let mut whole = value.clone();
        match whole.pointer_mut(parent).unwrap() {
            Value::Object(map) => drop(map.remove(key)),
            Value::Array(list) => drop(list.remove(key.parse().unwrap())),
            _ => {}
        }
        all.push((" left out", whole));
    }
    all
}

/// Returns whether the level of a record, and what it says, leave a field that passes for a reason out of account.
fn is_left_out(reason: Only, record: &Record, others: &[(&Path, Record)]) -> bool {
    match (reason, record) {
        (Only::Search, record) => record.level() == Level::Recorded,
        (Only::Part, Record::Confirmation(confirmation)) => {
            let confirmed = others
                .iter()
                .find(|other| other.0 == Path::new(&confirmation.record));
            confirmed.is_some_and(|(_, record)| !record.is_confirmed_by(confirmation))
        }
        (Only::Part, _) => false,
        (Only::Run | Only::Attempts | Only::Source | Only::Less, _) => true,
    }
}

/// Each field of each kind is changed: the change falls, by itself, beside the other records or when a search is
/// repeated, or it is on the list, on which there is no field whose changes all fall.
#[test]
fn a_field_is_compared_or_only_on_record() {
    let read = |value: &Value| Record::read(&serde_json::to_vec(value).unwrap());
    let files = FILES.map(|chosen| (Path::new(chosen.0), file(chosen)));
    let mut others: Vec<(&Path, Record)> = files
        .iter()
        .map(|(name, value)| (*name, read(value).unwrap()))
        .collect();
    let confirmed = "solutions/k06/n011.json";
    others.push((
        Path::new(confirmed),
        read(&file((confirmed, "", 0))).unwrap(),
    ));
    let mut passed = BTreeSet::new();
    let mut wrong = BTreeSet::new();
    for (at, (name, value)) in files.iter().enumerate() {
        let kind = value["kind"].as_str().unwrap();
        let mut found = BTreeMap::new();
        fields(value, "", "", &mut found);
        for (field, [first, last]) in &found {
            let places = [first, last]
                .into_iter()
                .take(1 + usize::from(first != last));
            for (more, changed) in places.flat_map(|place| changes(value, place)) {
                let field = format!("{field}{more}");
                let place = recorded(kind, &field);
                let Ok(record) = read(&changed) else {
                    continue;
                };
                let is_same = record == others[at].1 && !more.starts_with('/');
                if is_same || place.is_some_and(|place| passed.contains(&place)) {
                    continue;
                }
                let came_of = repeated(&changed, value);
                let named = others.iter().map(|(other, genuine)| match other == name {
                    true => (*other, &record),
                    false => (*other, genuine),
                });
                let falls = came_of.is_some_and(|came_of| came_of.starts_with("falls"))
                    || !compare(&named.collect::<Vec<_>>()).is_empty();
                match place {
                    _ if falls => {}
                    Some(place) if is_left_out(RECORDED[place].2, &record, &others) => {
                        let _ = passed.insert(place);
                    }
                    _ => drop(wrong.insert(format!("{kind} {field}: {came_of:?}"))),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "these pass: {wrong:#?}");
    let all_fall = RECORDED
        .iter()
        .zip(0..)
        .filter(|(_, place)| !passed.contains(place));
    let all_fall: Vec<_> = all_fall.map(|(field, _)| field).collect();
    assert!(
        all_fall.is_empty(),
        "no change of these passes: {all_fall:#?}"
    );
}
