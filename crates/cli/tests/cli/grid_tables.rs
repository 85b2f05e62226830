//! `tait grid table`, end to end.

use crate::common::{Place, parsed};
use serde_json::{Value, json};
use std::fs;

/// Four corners of three coins, and a row. Opposite corners lead to each other, but no corner leads to the row.
const CORNERS: &str = r#"{"grid": "square", "glyphs": {"7": ["oo", ".o"], "F": ["oo", "o."],
    "J": [".o", "oo"], "L": ["o.", "oo"], "row": [[0, 0], [1, 0], [2, 0]]}}"#;

/// Two shapes that are eighteen moves apart.
const FIVE: &str = r#"{"grid": "square", "glyphs": {"a": ["o...", ".oo.", ".oo.", "...o"],
    "b": ["...o", ".oo.", ".oo.", "o..."]}}"#;

#[test]
fn tables_are_printed_in_every_format_and_stored() {
    let place = Place::new();
    place.write("corners.json", CORNERS);
    let text = place.run("grid table corners.json").done();
    assert_eq!(
        text,
        concat!(
            "      7   F   J   L row\n",
            "  7   .   -   -   1   -\n",
            "  F   -   .   1   -   -\n",
            "  J   -   1   .   -   -\n",
            "  L   1   -   -   .   -\n",
            "row   -   -   -   -   .\n"
        )
    );
    let stored = fs::read_to_string(place.path("data/grid/corners.json")).unwrap();
    assert!(stored.contains("\"kind\": \"grid_table\""), "{stored}");
    let verified = place.run("verify data/grid/corners.json").done();
    assert!(
        verified.contains("table of shapes on a grid: 20 of 20 pairs of shapes"),
        "{verified}"
    );
    // Stored answers are not searched again, so no limit matters.
    let again = "grid table corners.json --state-limit 0";
    assert_eq!(place.run(again).done(), text);
    assert_eq!(place.run(&format!("{again} --fresh")).code, 3);
    let entries = place.run("data list").done();
    assert!(entries.contains("20 of 20 pairs of shapes"), "{entries}");
    let list = parsed(
        &place
            .run("grid table corners.json --from L --glyphs 7,L,row --format json")
            .done(),
    );
    assert_eq!(list[0]["optimal_moves"], 1);
    assert_eq!(list[0]["moves"].as_array().unwrap().len(), 1);
    assert_eq!(
        list[1],
        json!({"table": "corners", "from": "L", "to": "row", "solvable": false, "optimal_moves": null,
            "at_least": null, "at_most": null, "moves": null})
    );
    let csv = place
        .run("grid table corners.json --from 7J --format csv")
        .done();
    assert_eq!(csv.lines().count(), 9, "{csv}");
    assert!(csv.starts_with(
        "table,from,to,solvable,optimal_moves,at_least,at_most,moves\ncorners,7,F,false,,,,\n"
    ));
}

#[test]
fn a_table_that_was_stopped_goes_on() {
    let place = Place::new();
    place.write("five.json", FIVE);
    let ran = place.run("grid table five.json --state-limit 200");
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(
        ran.err
            .contains("0 of 2 rows are stored, the same command continues"),
        "{ran:?}"
    );
    assert_eq!(ran.out, "  a b\na . ?\nb ? .\n");
    // A single direction is kept, and the other one is added.
    let _ = place.run("grid table five.json --from a").done();
    let text = place.run("grid table five.json").done();
    assert_eq!(text, "    a  b\n a  . 18\n b 18  .\n");
    place.write("five.json", &FIVE.replace("o...", "oo.."));
    let line = place.run("grid table five.json").failed(2);
    assert!(line.contains("five: "), "{line}");
}

#[test]
fn pairs_are_searched_alone_and_what_was_given_up_goes_on() {
    let place = Place::new();
    place.write("corners.json", CORNERS);
    let pairs = "grid table corners.json --pair-states 100";
    let text = place.run(pairs).done();
    let fresh = Place::new();
    fresh.write("corners.json", CORNERS);
    assert_eq!(text, fresh.run("grid table corners.json").done());
    // Nothing is left to search, whether by pairs or by whole boards.
    assert_eq!(place.run(&format!("{pairs} --memory-limit 0")).done(), text);
    let whole = "grid table corners.json --state-limit 0";
    assert_eq!(place.run(whole).done(), text);
    place.write("five.json", FIVE);
    let ran = place.run("grid table five.json --pair-states 200");
    assert!(ran.out.contains('≥') && !ran.out.contains("18"), "{ran:?}");
    let few = parsed(
        &place
            .run("grid table five.json --pair-states 200 --format json")
            .done(),
    );
    let least = few[0]["at_least"].as_u64().unwrap();
    assert!((3..18).contains(&least), "{few}");
    assert_eq!(few[0]["solvable"], Value::Null);
    let entries = place.run("data list").done();
    assert!(entries.contains("0 of 2 pairs of shapes"), "{entries}");
    // What is on record is printed without a search, and be it a bound.
    let ran = place.run("grid table five.json --memory-limit 0");
    assert!(ran.err.contains("2 pairs have bounds alone; "), "{ran:?}");
    assert!(ran.done().contains('≥'));
    let ran = place.run("grid table five.json --pair-states 100000 --memory-limit 0");
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(
        ran.err
            .contains("0 of 2 pairs are stored, the same command continues"),
        "{ran:?}"
    );
    let text = place
        .run("grid table five.json --pair-states 100000")
        .done();
    assert_eq!(text, "    a  b\n a  . 18\n b 18  .\n");
    let verified = place.run("verify data/grid/five.json").done();
    assert!(verified.contains("2 of 2 pairs of shapes"), "{verified}");
}

#[test]
fn better_bounds_search_again_what_was_given_up() {
    let place = Place::new();
    place.write("five.json", FIVE);
    let search =
        |options: &str| place.run(&format!("grid table five.json --pair-states {options}"));
    let given_up = search("300").done();
    assert!(given_up.contains('≥'), "{given_up}");
    // A search with more states and no bounds would be needed to go on, or one with bounds and fewer states.
    assert_eq!(search("200 --memory-limit 0").done(), given_up);
    assert_eq!(search("100 --patterns 8 --memory-limit 0").code, 3);
    assert!(search("100 --patterns 8").done().contains('≥'));
    let text = search("50000 --patterns 8").done();
    assert_eq!(text, "    a  b\n a  . 18\n b 18  .\n");
    let stored = fs::read_to_string(place.path("data/grid/five.json")).unwrap();
    let command = "grid table five --pair-states 50000 --patterns 8 --from a --glyphs a,b";
    assert!(stored.contains(command), "{stored}");
    let verified = place.run("verify data/grid/five.json").done();
    assert!(verified.contains("2 of 2 pairs of shapes"), "{verified}");
    assert_eq!(search("50000 --patterns 25 --fresh").done(), text);
    // The counts do not depend on the number of threads.
    let records = ["1", "2"].map(|threads| {
        let place = Place::new();
        place.write("five.json", FIVE);
        let table = "grid table five.json --pair-states 50000 --patterns 8 --threads";
        let _ = place.run(&format!("{table} {threads}")).done();
        place.store().grid_table("five").unwrap().unwrap()
    });
    let found = records.each_ref().map(|record| {
        let pairs = record.pairs().iter();
        pairs
            .map(|pair| (pair.moves.clone(), pair.found_by.states))
            .collect::<Vec<_>>()
    });
    assert_eq!(found[0], found[1]);
    for (options, message) in [
        ("--patterns 8", "--pair-states"),
        ("--pair-states 9 --patterns 7", "8..=25"),
        ("--pair-states 9 --patterns 26", "8..=25"),
    ] {
        let line = place
            .run(&format!("grid table five.json {options}"))
            .failed(2);
        assert!(line.contains(message), "{options}: {line}");
    }
    let unbounded = r#"{"grid": "triangular", "shapes": {"a": ["ooo"], "b": ["o", "o", "o"]}}"#;
    place.write("unbounded.json", unbounded);
    let line = place
        .run("grid table unbounded.json --pair-states 9 --patterns 8")
        .failed(2);
    assert!(line.contains("lifted within a span"), "{line}");
}

#[test]
fn beams_find_solutions_and_prove_nothing() {
    let place = Place::new();
    place.write("five.json", FIVE);
    let search =
        |place: &Place, options: &str| place.run(&format!("grid table five.json {options}"));
    let beams = "--patterns 8 --beam-width 100";
    let settled = "    a  b\n a  . 18\n b 18  .\n";
    // The beams alone give an upper bound.
    let alone = search(&place, beams).done();
    assert_eq!(alone, "      a   b\n  a   . ≤18\n  b ≤18   .\n");
    let listed = parsed(&search(&place, &format!("{beams} --format json")).done());
    assert_eq!(listed[0]["optimal_moves"], Value::Null);
    assert_eq!(listed[0]["at_most"], 18);
    // Wider ones look again, narrower ones do not.
    let again = |width: u32| format!("--patterns 8 --beam-width {width} --memory-limit 0");
    assert_eq!(search(&place, &again(99)).done(), alone);
    assert_eq!(search(&place, &again(101)).code, 3);
    // What a search proves stands beside it, in either order.
    let records = [["--pair-states 200", beams], [beams, "--pair-states 200"]].map(|both| {
        let place = Place::new();
        place.write("five.json", FIVE);
        let _ = search(&place, both[0]).done();
        let text = search(&place, both[1]).done();
        assert!(text.contains("..18"), "{text}");
        let _ = place.run("data check").done();
        let record = place.store().grid_table("five").unwrap().unwrap();
        let settled_by_search = search(&place, "--pair-states 50000").done();
        assert_eq!(settled_by_search, settled);
        let pairs = record.pairs().iter().map(|pair| {
            let runs = pair.found_by.runs();
            let runs: Vec<_> = runs.map(|run| (run.command.clone(), run.states)).collect();
            (pair.moves.clone(), pair.undecided, runs)
        });
        pairs.collect::<Vec<_>>()
    });
    assert_eq!(records[0], records[1]);
    // A bound that no search has proven is refused.
    let file = place.path("data/grid/five.json");
    let stored = fs::read_to_string(&file).unwrap();
    let forged = stored.replacen(
        "\"found_by\"",
        "\"undecided\": {\"at_least\": 18, \"state_limit\": 1000000}, \"found_by\"",
        1,
    );
    fs::write(&file, forged).unwrap();
    let said = place.run("verify data/grid/five.json");
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.out.contains("prove nothing"), "{said:?}");
    for (options, message) in [
        ("--beam-width 9", "--patterns"),
        ("--beam-width 0 --patterns 8", "1.."),
        (
            "--beam-width 9 --patterns 8 --pair-states 9",
            "--pair-states",
        ),
    ] {
        let line = search(&place, options).failed(2);
        assert!(line.contains(message), "{options}: {line}");
    }
}

#[test]
fn bad_tables_are_one_line() {
    let place = Place::new();
    for (text, message) in [
        (r#"{"grid": "square"}"#, "missing field `shapes`"),
        (r#"{"grid": "square", "shapes": {}}"#, "there are no shapes"),
        (r#"{"grid": "square", "shapes": 3}"#, "shapes are a list of"),
        (
            r#"{"grid": "square", "shapes": {"a": ["oo"], "b": ["o"]}}"#,
            "shape 'a' has 2 coins, shape 'b' 1",
        ),
        (
            r#"{"grid": "square", "shapes": {"a": [[0, 0], [0, 0]]}}"#,
            "shape 'a': start: position (0, 0) holds more than one coin",
        ),
        (
            r#"{"grid": "square", "shapes": [{"name": "a", "coins": ["o"]}, {"name": "a", "coins": ["o"]}]}"#,
            "there is more than one shape 'a'",
        ),
        (
            r#"{"grid": "triangular", "shapes": {"a": ["oo"], "b": ["oo"]}}"#,
            "coins on the triangular grid with d = 2 are not confined to a finite part of the board",
        ),
        (
            r#"{"grid": "square", "shapes": {"a\nb": ["oo", "o."], "c": ["oo", ".o"]}}"#,
            "contains control characters",
        ),
    ] {
        place.write("bad.json", text);
        let line = place.run("grid table bad.json").failed(2);
        assert!(
            line.contains("bad") && line.contains(message),
            "{text}: {line}"
        );
    }
    let line = place.run("grid table font5x7 --glyphs A?").failed(2);
    assert!(
        line.contains("font5x7: unknown shape '?': expected one of / 0 1"),
        "{line}"
    );
    let line = place.run("grid table figure-5").failed(2);
    assert!(
        line.contains("figure-5: expected shapes, found one puzzle"),
        "{line}"
    );
    let line = place
        .run("grid table font5x7 --memory-limit 500M")
        .failed(2);
    assert!(
        line.contains("834451800 configurations, and their search needs")
            && line.contains("MiB); the limit is 524288000 bytes (500.0 MiB)"),
        "{line}"
    );
    assert!(!place.path("data").exists());
}
