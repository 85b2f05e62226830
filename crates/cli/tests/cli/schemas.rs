//! The schemas match the types, every file and every answer follows them, and they refuse the values that readers
//! refuse.

use crate::common::{Place, parsed};
use crate::validator::Validator;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::Path;
use tait_grid::{Puzzle, PuzzleForm, Shapes, ShapesForm};
use tait_linear as linear;
use tait_store::{JsonForm, Record, RecordError, RecordKind};
use tait_testkit::{TOP, json_files};
use tait_vacancy as vacancy;

fn schema(name: &str) -> Value {
    let path = format!("{TOP}/schemas/{name}.schema.json");
    parsed(&fs::read_to_string(path).unwrap())
}

fn validator(name: &str) -> Validator {
    Validator::new(&schema(name))
}

fn assert_valid(validator: &Validator, value: &Value, what: &str) {
    let errors = validator.errors(value);
    assert!(errors.is_empty(), "{what}: {errors:#?}");
}

fn read(path: &Path) -> Value {
    parsed(&fs::read_to_string(path).unwrap())
}

/// Returns the kind of a record, which is the name of its schema.
fn kind(record: &Value) -> String {
    record["kind"].as_str().unwrap().replace('_', "-")
}

#[test]
fn committed_schemas_are_those_of_the_types() {
    let place = Place::new();
    let _ = place.run("export --schema all --out schemas").done();
    let renew = "cargo run -p tait-cli -- export --schema all --out schemas";
    let (made, kept) = (place.path("schemas"), Path::new(TOP).join("schemas"));
    let names = |directory: &Path| -> BTreeSet<_> {
        let files = json_files(directory).into_iter();
        files
            .map(|file| file.file_name().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names(&made), names(&kept), "{renew}");
    assert_eq!(names(&made).len(), JsonForm::all().count() + 1);
    for name in names(&made) {
        let text = |directory: &Path| fs::read_to_string(directory.join(&name)).unwrap();
        assert!(
            text(&made) == text(&kept),
            "schemas/{} is not that of the types; this renews it: {renew}",
            name.display()
        );
        let bare = name.to_str().unwrap().strip_suffix(".schema.json").unwrap();
        let printed = place.run(&format!("export --schema {bare}")).done();
        assert_eq!(printed, text(&made));
        let schema = parsed(&printed);
        assert_eq!(schema["$id"], json!(name.to_str()));
    }
}

#[test]
fn schemas_say_everything_in_words_for_readers_of_json() {
    fn descriptions(name: &str, value: &Value, found: &mut usize) {
        match value {
            Value::Object(fields) => {
                if let Some(Value::String(text)) = fields.get("description") {
                    *found += 1;
                    for source in ["[`", "::", "](", "None", "\n "] {
                        assert!(!text.contains(source), "{name}: {text}");
                    }
                }
                fields
                    .values()
                    .for_each(|value| descriptions(name, value, found));
            }
            Value::Array(members) => members
                .iter()
                .for_each(|value| descriptions(name, value, found)),
            _ => {}
        }
    }
    for path in json_files(Path::new(TOP).join("schemas")) {
        let (name, schema) = (path.display().to_string(), read(&path));
        let mut found = 0;
        descriptions(&name, &schema, &mut found);
        assert!(found > 3, "{name}");
        for (key, property) in schema["properties"].as_object().into_iter().flatten() {
            assert!(property["description"].is_string(), "{name}: {key}");
        }
    }
}

#[test]
fn bad_input_is_one_line() {
    let place = Place::new();
    for (arguments, expected) in [
        ("export --schema nothing", "invalid value 'nothing'"),
        ("export --schema all", "--schema all needs --out"),
        (
            "export --schema solution --kind solution",
            "cannot be used with",
        ),
        (
            "export --schema solution --format csv",
            "--format csv is not for this command: json",
        ),
    ] {
        let line = place.run(arguments).failed(2);
        assert!(line.contains(expected), "{arguments}: {line}");
    }
}

#[test]
fn every_file_in_data_follows_its_schema() {
    let data = Path::new(TOP).join("data");
    let mut validators: BTreeMap<String, Validator> = BTreeMap::new();
    for path in json_files(&data) {
        let is_none = ["published", "checkpoints", "datapackage.json"];
        if is_none.iter().any(|name| path.starts_with(data.join(name))) {
            continue;
        }
        let value = read(&path);
        let name = kind(&value);
        let validator = validators
            .entry(name.clone())
            .or_insert_with(|| validator(&name));
        assert_valid(validator, &value, &path.display().to_string());
    }
    let kinds: Vec<&str> = validators.keys().map(String::as_str).collect();
    let mut all: Vec<&str> = RecordKind::ALL
        .iter()
        .map(|kind| kind.about().name)
        .collect();
    all.sort_unstable();
    assert_eq!(kinds, all);
}

/// The tables of the thesis are lists of solutions and families, each with its place in the thesis.
#[test]
fn what_the_thesis_lists_follows_the_schemas_of_its_parts() {
    let solution = validator("linear-solution");
    let mut base = schema("family");
    for key in ["type", "properties", "required", "additionalProperties"] {
        let _ = base.as_object_mut().unwrap().remove(key).unwrap();
    }
    base["$ref"] = json!("#/$defs/Base");
    let base = Validator::new(&base);
    let published = Path::new(TOP).join("data/published");
    let (mut solutions, mut bases) = (0, 0);
    for mut entry in read(&published.join("thesis-solutions.json"))
        .as_array()
        .unwrap()
        .clone()
    {
        assert!(
            !solution.is_valid(&entry),
            "the source is no part of a solution"
        );
        let _ = entry.as_object_mut().unwrap().remove("source").unwrap();
        assert_valid(&solution, &entry, "thesis-solutions.json");
        solutions += 1;
    }
    for file in ["thesis-families.json", "turned-families.json"] {
        for entry in read(&published.join(file)).as_array().unwrap() {
            for member in entry["family"]["bases"].as_array().unwrap() {
                let mut member = member.clone();
                let linear = member["solution"].as_object_mut().unwrap();
                // No record has a solution of the turned puzzle.
                let is_turned = linear.remove("turned") == Some(true.into());
                assert_eq!(is_turned, file.starts_with("turned"));
                assert_valid(&base, &member, file);
                bases += 1;
            }
        }
    }
    assert_eq!(json_files(&published).len(), 3);
    assert!(solutions == 30 && bases > 30, "{solutions} {bases}");
}

#[test]
fn what_commands_print_without_an_envelope_follows_its_schema() {
    let place = Place::with_data();
    let printed = |arguments: &[&str]| -> Value {
        let ran = place.run_piped(arguments, "");
        serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
    };
    let linear = validator("linear-solution");
    for command in [
        &["generate", "4", "29", "--format", "json"][..],
        &[
            "generate",
            "3",
            "9",
            "--algorithm",
            "sliding-coin-k3-odd",
            "--format",
            "json",
        ],
    ] {
        assert_valid(&linear, &printed(command), &command.join(" "));
    }
    let auxiliary = validator("auxiliary-solutions");
    let list = printed(&["auxiliary", "3", "--format", "json"]);
    assert_valid(&auxiliary, &list, "auxiliary 3");
    let _ = place.run("checkers --reverse 3").done();
    let cells = validator("cell-solution");
    for name in [
        "shuffling S^-1(n,n,l) n=3",
        "checkers n=5 m=3",
        "reversal n=3 start=4 end=any",
        "reversal n=3 start=4 end=1",
    ] {
        let solution = printed(&["export", "--puzzle", name, "--format", "json"]);
        assert_valid(&cells, &solution, name);
        assert!(!linear.is_valid(&solution));
    }
    let answer = validator("grid-answer");
    place.write(
        "apart.json",
        r#"{"id": "apart", "grid": "square", "start": ["o....o"], "target": ["oo"]}"#,
    );
    let mut seen = BTreeSet::new();
    for command in [
        "grid solve figure-5 --count --format json",
        "grid solve --construct figure-5 --format json",
        "grid solve apart.json --format json",
        "grid solve --construct apart.json --format json",
        "grid solve figure-5 --most-moves 3 --format json",
    ] {
        let value = printed(&command.split(' ').collect::<Vec<_>>());
        assert_valid(&answer, &value, command);
        seen.extend(value.as_object().unwrap().keys().cloned());
        let _ = seen.insert(format!("solvable {}", value["solvable"]));
        for key in ["puzzle", "grid", "start", "solvable", "moves"] {
            let mut less = value.clone();
            let _ = less.as_object_mut().unwrap().remove(key).unwrap();
            assert!(!answer.is_valid(&less), "{command} without {key}");
        }
        let mut more = value.clone();
        more["unheard_of"] = json!(1);
        assert!(!answer.is_valid(&more), "{command} with something unknown");
        let mut other = value.clone();
        other["moves"] = json!("x");
        assert!(!answer.is_valid(&other), "{command} with other moves");
    }
    for key in [
        "known",
        "condition",
        "reason",
        "optimal_moves",
        "constructed_moves",
        "optimal_solutions",
        "solvable true",
        "solvable false",
        "solvable null",
    ] {
        assert!(seen.contains(key), "{key} is nowhere in {seen:?}");
    }
}

#[test]
fn puzzles_and_fonts_that_are_read_follow_their_schemas() {
    let (puzzle, shapes) = (validator("grid-puzzle"), validator("grid-shapes"));
    let collection = Path::new(TOP).join("crates/framework/src/grid/collection");
    let figures = read(&collection.join("figures.json"));
    for figure in figures.as_array().unwrap() {
        assert_valid(&puzzle, &figure["puzzle"], &figure["name"].to_string());
    }
    let glyphs = read(&collection.join("font5x7.json"));
    for key in ["shapes", "glyphs"] {
        assert_valid(&shapes, &json!({"grid": "square", key: glyphs}), key);
    }
    let both = json!({"grid": "square", "shapes": glyphs, "glyphs": glyphs});
    assert!(!shapes.is_valid(&both));
    assert!(serde_json::from_value::<ShapesForm>(both).is_err());
}

/// Returns every value that differs from a JSON value by a missing field, an unknown field or a value of another type.
/// In lists only the first and the last member change.
fn mutations(value: &Value) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    let other = match value {
        Value::Null => None,
        Value::String(_) => Some(json!(5)),
        Value::Number(_) | Value::Bool(_) => Some(json!("x")),
        Value::Array(_) | Value::Object(_) => Some(json!(true)),
    };
    all.extend(other.map(|other| (String::new(), other)));
    match value {
        Value::Object(fields) => {
            for (key, member) in fields {
                let mut less = fields.clone();
                let _ = less.remove(key);
                all.push((format!("without {key}"), less.into()));
                for (what, changed) in mutations(member) {
                    let mut fields = fields.clone();
                    let _ = fields.insert(key.clone(), changed);
                    all.push((format!("{key} {what}"), fields.into()));
                }
            }
            let mut more = fields.clone();
            let _ = more.insert("unheard_of".to_owned(), json!(1));
            all.push(("with something unknown".to_owned(), more.into()));
        }
        Value::Array(members) => {
            let last = members.len().saturating_sub(1);
            for index in BTreeSet::from([0, last]) {
                for (what, changed) in members.get(index).map(mutations).unwrap_or_default() {
                    let mut members = members.clone();
                    members[index] = changed;
                    all.push((format!("{index} {what}"), members.into()));
                }
            }
        }
        _ => {}
    }
    all
}

/// The verdict of a reader on JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// It is of this form.
    Right,
    /// It may be of this form, but its content is wrong.
    Wrong,
    /// It is of another form.
    Other,
}

fn read_record(value: &Value) -> Reading {
    read_text(&value.to_string())
}

fn read_text(text: &str) -> Reading {
    match Record::read(text.as_bytes()) {
        Ok(_) => Reading::Right,
        Err(RecordError::Json(_)) => Reading::Other,
        Err(_) => Reading::Wrong,
    }
}

fn read_as<T: serde::de::DeserializeOwned, E>(
    value: &Value,
    check: impl FnOnce(T) -> Result<(), E>,
) -> Reading {
    match serde_json::from_value(value.clone()).map(check) {
        Ok(Ok(())) => Reading::Right,
        Ok(Err(_)) => Reading::Wrong,
        Err(_) => Reading::Other,
    }
}

/// Compares a schema with its reader, and returns how many mutations it refuses.
fn compare(name: &str, value: &Value, read: impl Fn(&Value) -> Reading) -> usize {
    let validator = validator(name);
    assert_valid(&validator, value, name);
    assert_eq!(read(value), Reading::Right, "{name}: {value}");
    let mut refused = 0;
    for (what, changed) in mutations(value) {
        let (is_valid, reading) = (validator.is_valid(&changed), read(&changed));
        match reading {
            Reading::Right => assert!(is_valid, "{name} {what}: only the schema refuses it"),
            Reading::Other => assert!(!is_valid, "{name} {what}: only the reader refuses it"),
            Reading::Wrong => {}
        }
        refused += usize::from(!is_valid);
    }
    refused
}

#[test]
fn schemas_refuse_what_readers_refuse_and_nothing_else() {
    let mut smallest: BTreeMap<String, Value> = BTreeMap::new();
    let mut files = Vec::new();
    for directory in [
        "solutions",
        "families",
        "classification",
        "turned",
        "wraps",
        "shuffling",
        "checkers",
        "grid-solutions",
    ] {
        files.extend(json_files(Path::new(TOP).join("data").join(directory)));
    }
    files.sort_by_key(|path| fs::metadata(path).unwrap().len());
    for path in files {
        let value = read(&path);
        let _ = smallest.entry(kind(&value)).or_insert(value);
    }
    // The committed tables of shapes are too large to be read hundreds of times.
    let place = Place::new();
    place.write(
        "corners.json",
        r#"{"grid": "square", "shapes": {"L": ["o.", "oo"], "7": ["oo", ".o"], "F": ["oo", "o."]}}"#,
    );
    let _ = place.run("grid table corners.json --from L");
    let _ = place.run("grid table corners.json --from 7 --pair-states 1000");
    let table = read(&place.path("data/grid/corners.json"));
    assert!(!table["rows"].as_array().unwrap().is_empty() && table["pairs"].is_array());
    let _ = smallest.insert(kind(&table), table);
    assert_eq!(smallest.len(), 11);
    // The smallest answer has no moves, so another one is added.
    let solved = read(&Path::new(TOP).join("data/grid-solutions/figure-2.json"));
    let also = [("grid-solution".to_owned(), solved)];
    for (name, record) in smallest.into_iter().chain(also) {
        let refused = compare(&name, &record, read_record);
        assert!(refused > 15, "{name}: only {refused} changes are refused");
    }
}

/// Returns the places of the integers of a JSON text that are written as digits.
fn integers(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut at) = (Vec::new(), 0);
    for (index, part) in text.split('"').enumerate() {
        // No string of a record has an escape.
        if index % 2 == 0 {
            let is_of_number = |letter: char| letter.is_ascii_digit() || "+-.eE".contains(letter);
            let mut rest = 0;
            while let Some(begin) = part[rest..].find(is_of_number).map(|begin| rest + begin) {
                let length = part[begin..].find(|letter| !is_of_number(letter));
                rest = begin + length.unwrap_or(part.len() - begin);
                if part[begin..rest].parse::<i128>().is_ok() {
                    found.push(at + begin..at + rest);
                }
            }
        }
        at += part.len() + 1;
    }
    found
}

/// To JSON Schema `4.0`, `40e-1` and `-0` are integers, and 4.5 is none.
#[test]
fn readers_take_integers_in_every_form_that_schemas_take() {
    let mut files = json_files(Path::new(TOP).join("data"));
    files.retain(|path| {
        !path.ends_with("datapackage.json") && !path.to_str().unwrap().contains("published")
    });
    files.sort_by_key(|path| fs::metadata(path).unwrap().len());
    let mut smallest: BTreeMap<String, String> = BTreeMap::new();
    for path in files {
        let value = read(&path);
        let _ = smallest
            .entry(kind(&value))
            .or_insert_with(|| value.to_string());
    }
    assert_eq!(smallest.len(), RecordKind::ALL.len());
    let (mut taken, mut refused) = (0, 0);
    for (name, text) in smallest {
        assert!(!text.contains('\\'), "{name}");
        let validator = validator(&name);
        let plain = Record::read(text.as_bytes()).unwrap();
        let places = integers(&text);
        for form in ["N.0", "Ne0", "N.00E+00", "N0.0e-1"] {
            let mut other = text.clone();
            for place in places.iter().rev() {
                let number = match &text[place.clone()] {
                    "0" => form.replace("N0", "N").replace('N', "-0"),
                    number => form.replace('N', number),
                };
                other.replace_range(place.clone(), &number);
            }
            assert_eq!(validator.errors_in(&other), [""; 0], "{name} {form}");
            let record = Record::read(other.as_bytes())
                .unwrap_or_else(|error| panic!("{name} {form}: {error}"));
            assert_eq!(record.to_json().unwrap(), plain.to_json().unwrap());
            taken += places.len();
        }
        // Some are too large to be read hundreds of times.
        let some = if text.len() < 20_000 { 200 } else { 3 };
        for place in places.into_iter().take(some) {
            let number = &text[place.clone()];
            for form in [
                "N.5",
                "N.25e1",
                "1e40",
                "-1e40",
                "18446744073709551616",
                "-9223372036854775809",
            ] {
                let mut other = text.clone();
                other.replace_range(place.clone(), &form.replace('N', number));
                let is_valid = validator.errors_in(&other).is_empty();
                match read_text(&other) {
                    Reading::Right => assert!(
                        is_valid,
                        "{name}: only the schema refuses {form} for {number} at {place:?}"
                    ),
                    Reading::Other => assert!(
                        !is_valid,
                        "{name}: only the reader refuses {form} for {number} at {place:?}"
                    ),
                    Reading::Wrong => {}
                }
                refused += usize::from(!is_valid);
            }
        }
    }
    assert!(taken > 1000 && refused > 1000, "{taken} {refused}");
}

#[test]
fn commands_take_integers_in_every_form() {
    let place = Place::new();
    let moves = r#"{"puzzle": "linear", "k": 2.0, "n": 3e0, "start": 1, "moves": [[1, 7.0], [6, 9], [3, 60e-1]]}"#;
    place.write("moves.json", moves);
    let said = place.run("verify moves.json").done();
    assert!(said.contains("3 moves"), "{said}");
    let line = place.run_with("verify -", &moves.replace("7.0", "7.5"));
    assert_eq!(line.code, 2, "{line:?}");
    place.write(
        "corner.json",
        r#"{"id": "corner", "grid": "square", "start": [[0.0, -0], [0, 1e0], [1, 0]], "target": [[0, 0], [1, 0], [10e-1, 1.0]]}"#,
    );
    let searched = place.run("grid solve corner.json");
    assert!(
        searched.code == 1 && searched.err.contains("no solution"),
        "{searched:?}"
    );
    place.write(
        "shapes.json",
        r#"{"grid": "square", "shapes": {"L": [[0.0, 0], [1e0, 0], [1, 10e-1]], "7": ["oo", "o."]}}"#,
    );
    let _ = place.run("grid table shapes.json --from 7").done();
    let cells = r#"{"puzzle": "reversal", "n": 3.0, "start": 4e0, "end": 1, "moves": [1.0]}"#;
    let line = place.run_with("verify -", cells);
    assert!(!line.err.contains("floating point"), "{line:?}");
}

#[test]
fn schemas_of_bare_forms_refuse_what_readers_refuse() {
    let fine = |_| Ok::<(), ()>(());
    let linear =
        json!({"puzzle": "linear", "k": 2, "n": 3, "start": 1, "moves": [[1, 7], [6, 9], [3, 6]]});
    assert!(
        compare("linear-solution", &linear, |value| read_as::<
            linear::Solution,
            (),
        >(value, fine))
            > 10
    );
    for cells in [
        json!({"puzzle": "shuffling", "variant": "S(n,n,r)", "n": 3, "constrained": true, "moves": [1, 4]}),
        json!({"puzzle": "checkers", "n": 1, "m": 1, "moves": [1, 3, 2]}),
        json!({"puzzle": "reversal", "n": 3, "start": 4, "end": 1, "moves": [1]}),
    ] {
        let fine = |_| Ok::<(), ()>(());
        let refused = compare("cell-solution", &cells, |value| {
            read_as::<vacancy::Solution, ()>(value, fine)
        });
        assert!(refused > 8, "{refused}: {cells}");
    }
    let auxiliary = json!({"puzzle": "auxiliary", "k": 3, "free_offsets": false, "count": 1, "solutions": [{"offsets": [2],
        "back_offsets": [2], "patterns": ["ooo"], "complement": true, "moves": [[3, 13], [9, 3], [13, 9]]}]});
    let refused = compare("auxiliary-solutions", &auxiliary, |value| {
        read_as::<linear::AuxiliaryList, _>(value, |_| Ok::<(), ()>(()))
    });
    assert!(refused > 10, "{refused}");
    let puzzle = json!({"id": "x", "grid": "square (a remark)", "labeled": false, "start": ["oo", "o."],
        "target": [[0, 1], [1, 0], [1, 1]], "up_to": "rotation + reflection", "rule": "slide", "adjacency": 2});
    let refused = compare("grid-puzzle", &puzzle, |value| {
        read_as::<PuzzleForm, _>(value, |form| Puzzle::try_from(form).map(drop))
    });
    assert!(refused > 10, "{refused}");
    let shapes =
        json!({"grid": "square", "shapes": {"L": ["o.", "oo"], "7": [[0, 0], [1, 0], [1, 1]]}});
    let refused = compare("grid-shapes", &shapes, |value| {
        read_as::<ShapesForm, _>(value, |form| Shapes::try_from(form).map(drop))
    });
    assert!(refused > 5, "{refused}");
}
