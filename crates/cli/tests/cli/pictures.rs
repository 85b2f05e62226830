//! `show`, `explain`, `tables`, `export`, `completions`, end to end.

use crate::common::{Place, parsed};
use serde_json::Value;
use tait_store::Record;

#[test]
fn a_solution_is_drawn_row_by_row() {
    let place = Place::with_data();
    insta::assert_snapshot!("show-2-3", place.run("show 2 3").done());
    insta::assert_snapshot!("show-4-13", place.run("show 4 13 --start -3").done());
    let published = place.run("show 3 16 --base published").done();
    assert!(published.contains("(10→31) ooo +2"));
    let family = place.run("show data/families/k04-bases.json").done();
    assert_eq!(
        family.matches("optimal: n moves are a lower bound").count(),
        8
    );
    let rows = place.run("show 2 3 --format jsonl").done();
    let last = parsed(rows.lines().last().unwrap());
    assert_eq!(last["row"], "....xoxoxo");
    assert_eq!(last["gain"], 2);
}

#[test]
fn what_is_no_picture_is_refused() {
    let place = Place::with_data();
    for (arguments, expected) in [
        (
            "show 4 100005",
            "cells are too many to draw, the limit is 100000; tait generate 4 100005 --moves A..B prints some",
        ),
        ("show checkers 5", "checkers needs N and M: checkers 3 3"),
        ("show shuffling 5", "shuffling needs VARIANT and N"),
        ("show 4 x", "'x' is not a number"),
        ("show missing", "missing: No such file"),
        (
            "show checkers",
            "more words follow 'checkers', as in 'checkers 3 3'",
        ),
        (
            "show 3",
            "3: No such file or directory (os error 2); K needs an N",
        ),
        ("show figure-5", "; the puzzle on a grid is 'grid figure-5'"),
        ("explain 4 12", "tait solve 4 12"),
        (
            "explain 2 3 --format csv",
            "--format csv is not for this command: text",
        ),
    ] {
        let line = place.run(arguments).failed(2);
        assert!(line.contains(expected), "{line}");
    }
    assert_eq!(place.run("show 3 2").code, 1);
    assert_eq!(place.run("explain 3 2").code, 1);
    assert_eq!(place.run("show 1 2 3").code, 2);
    place.write("wrong", "# linear k=2 n=3\n(1→7)\n");
    assert!(
        place
            .run("show wrong")
            .failed(2)
            .contains("so the row does not alternate")
    );
}

#[test]
fn explanations_say_where_the_slack_goes_and_where_the_moves_come_from() {
    let place = Place::with_data();
    insta::assert_snapshot!(
        "explain-3-6",
        place.run("explain data/solutions/k03/n006.json").done()
    );
    insta::assert_snapshot!("explain-4-29", place.run("explain 4 29").done());
    let family = place.run("explain data/families/k04-bases.json").done();
    assert!(
        family.starts_with("A family for k = 4: 8 bases, for every n >= 13, n moves, optimal.")
    );
    let huge = place.run("explain 4 1000000000000005").done();
    assert!(
        huge.contains("extended m = 124999999999999 times"),
        "{huge}"
    );
    assert!(
        place
            .run("explain 2 1000")
            .done()
            .contains("The moves that cost slack")
    );
}

#[test]
fn the_tables_hold_every_published_sequence_and_the_stored_ones() {
    let place = Place::with_data();
    let rows: Vec<Value> =
        serde_json::from_str(&place.run("known --tables --format json").done()).unwrap();
    // There are 30 sequences of the thesis, 8 bases and 2 solutions of the store.
    assert_eq!(rows.len(), 40);
    assert_eq!(
        rows.iter()
            .filter(|row| row["source"].as_str().unwrap().starts_with("thesis"))
            .count(),
        30
    );
    assert!(
        rows.iter()
            .all(|row| row["moves"].as_array().unwrap().len() as u64 == row["count"])
    );
    insta::assert_snapshot!("tables-2", place.run("known --tables 2").done());
    let csv = place.run("known --tables 4 5 --format csv").done();
    assert_eq!(csv.lines().count(), 1 + 8 + 8 + 10);
    assert!(
        place
            .run("known --tables 3 --format markdown")
            .done()
            .starts_with("| source | k | n |")
    );
    assert_eq!(place.run("known --tables 9").done(), "");
    assert!(
        place
            .run("known --tables 1")
            .failed(2)
            .contains("k = 1 is out of range")
    );
}

#[test]
fn exports_come_back() {
    let place = Place::with_data();
    let all: Vec<Value> = serde_json::from_str(&place.run("export").done()).unwrap();
    assert_eq!(all.len(), 3);
    let lines = place.run("export --format jsonl").done();
    assert_eq!(lines.lines().count(), 3);
    for line in lines.lines() {
        Record::read(line.as_bytes()).unwrap();
    }
    let moves = place.run("export --k 4 --n 15 --format moves").done();
    assert!(
        place
            .run_with("verify", &moves)
            .done()
            .contains("k=4 n=15: 15 moves")
    );
    assert_eq!(
        place
            .run("export --kind family --format csv")
            .done()
            .lines()
            .count(),
        9
    );
    assert_eq!(
        place
            .run("export --kind solution --format csv --k 3")
            .done()
            .lines()
            .count(),
        2
    );
    assert_eq!(
        place
            .run("export --kind table --format jsonl")
            .done()
            .lines()
            .count(),
        30
    );
    let line = place.run("export --format moves").failed(2);
    assert!(line.contains("10 solutions match"), "{line}");
    assert_eq!(
        place
            .run("export --kind table --k 2 --n 3 --format moves --out out/moves")
            .done(),
        ""
    );
    assert_eq!(place.run("verify out/moves").code, 0);
    place.write("file", "in the way");
    place.run("export --out file/below").failed(4);
}

#[test]
fn completions_exist_for_every_shell() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(
            place
                .run(&format!("completions {shell}"))
                .done()
                .contains("generate")
        );
    }
    assert_eq!(place.run("completions tcsh").code, 2);
}

#[test]
fn the_command_line_explains_itself() {
    let place = Place::new();
    insta::assert_snapshot!("help", place.run("--help").done());
    assert_eq!(place.run("").code, 0);
    assert_eq!(place.run("--version").done(), "tait 0.1.0\n");
    assert_eq!(place.run("known --tables --threads 0").code, 2);
    assert_eq!(place.run("known --tables 2 --threads 1").code, 0);
}
