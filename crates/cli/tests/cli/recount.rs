//! Recorded searches that are repeated: right records pass, and a forged count fails.

use crate::common::{self, Place, parsed};
use serde_json::{Value, json};
use std::fs;

/// Returns a committed record.
fn committed(name: &str) -> Value {
    parsed(&common::committed(name))
}

/// Returns a table or a map with only the wanted one of its cells, which `list` names.
fn only(file: &str, list: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
    let mut record = committed(file);
    let cells = record[list].as_array_mut().unwrap();
    cells.retain(is_wanted);
    assert_eq!(cells.len(), 1);
    record
}

/// Verifies a right record, and then the same record with a change that makes it wrong.
fn falls(record: Value, change: impl FnOnce(&mut Value), options: &str) {
    let place = Place::new();
    let write = |record: &Value| place.write("record.json", &record.to_string());
    let verify = format!("verify record.json {options}");
    write(&record);
    let right = place.run(&verify);
    assert_eq!(right.code, 0, "{right:?}");
    let mut forged = record;
    change(&mut forged);
    write(&forged);
    let wrong = place.run(&verify);
    assert_eq!(wrong.code, 1, "{wrong:?}\n{forged}");
    assert!(wrong.out.starts_with("record.json: "), "{wrong:?}");
    assert!(wrong.out.contains("wrong: "), "{wrong:?}");
}

#[test]
fn a_padded_solution_is_not_optimal() {
    let padded = |record: &mut Value| {
        record["moves"] = json!([[1, 7], [6, 9], [3, 20], [20, 6]]);
        record["claim"] = json!({"optimal_because": "exhaustion", "shorter": [
            {"moves": 3, "board_from": -3, "board_to": 10, "rules": {"pairs": true, "blocks": true}, "states": [1, 0]}
        ]});
    };
    falls(committed("solutions/k02/n003.json"), padded, "");
}

#[test]
fn counts_of_rows_fall_in_every_kind_of_record() {
    let in_solution = |record: &mut Value| {
        record["claim"]["shorter"][0]["states"][1] = json!(13);
    };
    falls(committed("solutions/k04/n003.json"), in_solution, "");
    let in_map = |record: &mut Value| {
        record["cells"][0]["excluded"][0]["states"][1] = json!(7);
    };
    let first = only("classification/k04.json", "cells", |cell| cell["n"] == 4);
    falls(first, in_map, "");
    let in_family = |record: &mut Value| {
        let sizes = record["smaller_sizes"].as_array_mut().unwrap();
        let mut none = sizes
            .iter_mut()
            .filter(|size| size["finding"] == "no_solution");
        none.next().unwrap()["states"] = json!([1, 0]);
    };
    falls(committed("families/k04-bases.json"), in_family, "");
}

#[test]
fn grids_are_not_said_to_be_harder_than_they_are() {
    let figure = || committed("grid-solutions/figure-4.json");
    let exhausted = |record: &mut Value| {
        let record = record.as_object_mut().unwrap();
        let _ = record.remove("moves");
        record["answer"] = json!(
            "no solution: all that can be reached, or all that leads to the target, was seen"
        );
        let _ = record.insert("unsolvable".to_owned(), json!("exhausted"));
        record["states"] = json!([1, 0]);
    };
    falls(figure(), exhausted, "");
    let padded = |record: &mut Value| {
        let moves = record["moves"].as_array_mut().unwrap();
        moves.insert(3, json!([[1, 2], [2, 1]]));
        moves.insert(4, json!([[2, 1], [1, 2]]));
        record["answer"] = json!("6 moves, none fewer");
        record["states"] = json!([1, 3, 6, 12, 15, 19, 12]);
    };
    falls(figure(), padded, "");
    let turned = |record: &mut Value| record["grid"] = json!("triangular");
    falls(committed("grid-solutions/figure-8-f.json"), turned, "");
    // For this puzzle the plain search takes 36,000 states.
    falls(
        committed("grid-solutions/figure-5.json"),
        turned,
        "--recount",
    );
}

#[test]
fn a_pair_of_a_font_does_not_take_500_moves() {
    let mut table = only("grid/font5x9.json", "pairs", |pair| {
        pair["from"] == "U" && pair["to"] == "J"
    });
    let _ = table["rows"].as_array_mut().map(Vec::clear);
    let far = |record: &mut Value| {
        let pair = record["pairs"][0].as_object_mut().unwrap();
        let _ = pair.remove("moves");
        let _ = pair.insert(
            "undecided".to_owned(),
            json!({"at_least": 500, "state_limit": 100}),
        );
    };
    falls(table, far, "--recount");
}

#[test]
fn whole_boards_are_counted() {
    let place = Place::new();
    let corners = r#"{"grid": "square", "glyphs": {"7": ["oo", ".o"], "L": ["o.", "oo"], "J": [".o", "oo"]}}"#;
    place.write("corners.json", corners);
    let _ = place.run("grid table corners.json").done();
    let text = fs::read_to_string(place.path("data/grid/corners.json")).unwrap();
    let table = parsed(&text);
    assert_eq!(table["rows"][0]["exhausted"], true);
    let unfinished = |record: &mut Value| {
        let row = record["rows"][0].as_object_mut().unwrap();
        let counts = row["states"].as_array_mut().unwrap();
        let last = counts.last_mut().unwrap();
        *last = json!(last.as_u64().unwrap() + 1);
    };
    let mut forged = table.clone();
    unfinished(&mut forged);
    place.write("record.json", &forged.to_string());
    let ran = place.run("verify record.json");
    assert_eq!(ran.code, 1, "{ran:?}");
}

#[test]
fn reversals_have_their_optimum_and_their_number_of_solutions() {
    let file = "checkers/reversal.json";
    let of = |n: u64, end: u64| {
        only(file, "cells", move |cell| {
            cell["n"] == n && cell["end"] == end
        })
    };
    let one_more = |record: &mut Value| {
        let count = record["cells"][0]["solutions"].as_u64().unwrap();
        record["cells"][0]["solutions"] = json!(count + 1);
    };
    falls(of(6, 1), one_more, "");
    let padded = |record: &mut Value| {
        let cell = &mut record["cells"][0];
        cell["moves"]
            .as_array_mut()
            .unwrap()
            .extend([json!(3), json!(4)]);
        cell["answer"] = json!("7 moves, fewer are excluded by search");
        let excluded = [5, 6].map(|moves| json!({"moves": moves, "states": [1, 0, 1]}));
        let cell = cell.as_object_mut().unwrap();
        let _ = cell.insert("excluded".to_owned(), json!(excluded));
    };
    falls(of(3, 4), padded, "");
}

#[test]
fn rows_of_the_shuffling_puzzle_are_counted() {
    // Returns all variants of one size, as their command finds them.
    let table = |n: u64| {
        let mut record = committed("shuffling/constrained.json");
        let cells = record["cells"].as_array_mut().unwrap();
        cells.retain(|cell| cell["n"] == n);
        let command = format!("shuffling --constrained --table --n {n}..{n}");
        record["found_by"] = json!({"command": command, "version": "0.1.0", "seconds": 0.0});
        record
    };
    let one_more = |record: &mut Value| {
        let states = record["cells"][0]["states"].as_array_mut().unwrap();
        let place = states.len() - 2;
        states[place] = json!(states[place].as_u64().unwrap() + 1);
    };
    falls(table(9), one_more, "");
    let of_solved = |record: &mut Value| {
        let cells = record["cells"].as_array_mut().unwrap();
        let solved = cells
            .iter_mut()
            .find(|cell| cell["variant"] == "S(n-1,n,r)");
        solved.unwrap()["states"] = json!([1, 2]);
    };
    falls(table(2), of_solved, "");
}

#[test]
fn levels_are_told_apart_and_searches_are_counted() {
    let place = Place::holding(&["classification/k06.json", "families/k02-bases.json"]);
    let table = parsed(&place.run("data check --format json").done());
    let map = &table[0];
    assert_eq!(
        (
            &map["file"],
            &map["level"],
            &map["repeated"],
            &map["skipped"]
        ),
        (
            &json!("classification/k06.json"),
            &json!("recorded"),
            &json!(9),
            &json!(2)
        )
    );
    let text = place.run("verify data/classification/k06.json").done();
    assert!(
        text.ends_with("recorded, 9 of 11 searches recounted\n"),
        "{text}"
    );
    let text = place.run("verify data/families/k02-bases.json").done();
    assert!(
        text.ends_with("optimal, replayed; smaller sizes recorded, 1 of 2 searches recounted\n"),
        "{text}"
    );
    let ran = place.run("data check --recount --time-limit 60");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.err.contains(
            "k02-bases.json: a base for k=2 n=3: skipped, the record has no counts of the choices of stationary coins"
        ),
        "{ran:?}"
    );
    assert!(
        ran.err
            .ends_with("13 searches: 12 repeated, 1 skipped, 0 wrong\n"),
        "{ran:?}"
    );
    // One wrong file is named, and the others are still checked.
    let text = fs::read_to_string(place.path("data/classification/k06.json")).unwrap();
    let forged = text.replacen("[1,54,373,", "[1,53,373,", 1);
    assert_ne!(forged, text);
    place.write("data/classification/k06.json", &forged);
    let ran = place.run("data check --format csv");
    assert_eq!(ran.code, 1, "{ran:?}");
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(
        lines[1].starts_with("classification/k06.json,false,")
            && lines[1].contains("counts 53 states 1 step from the start, but there are 54"),
        "{ran:?}"
    );
    assert!(
        lines[2].starts_with("families/k02-bases.json,true,"),
        "{ran:?}"
    );
    // A time limit has no meaning without --recount.
    let line = place.run("data check --time-limit 5").failed(2);
    assert!(line.contains("--recount"), "{line}");
}

#[test]
fn restricted_searches_are_repeated() {
    let place = Place::new();
    for options in [
        "4 4 --type white",
        "4 4 --type black",
        "2 3 --type white",
        "2 3 --blocks R1",
        "2 4 --shift 4",
        "4 4 --stationary 3",
    ] {
        let _ = place.run(&format!("solve {options} -q")).done();
    }
    let files = place.run("data check --format json").done();
    let files = parsed(&files);
    let files = files.as_array().unwrap();
    assert!(files.len() == 6, "{files:?}");
    for file in files {
        let counts = (&file["valid"], &file["level"], &file["skipped"]);
        assert_eq!(
            counts,
            (&json!(true), &json!("recounted"), &json!(0)),
            "{file}"
        );
    }
}
