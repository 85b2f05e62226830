//! Searches for wraps and their bases, stopped and resumed.

use crate::common::{Place, parsed};

#[test]
fn the_thesis_recursion_and_its_bases_are_found_stored_and_used() {
    let place = Place::new();
    let text = place.run("wraps 2 --bases").done();
    assert!(
        text.contains("closed") && text.contains("for every n >= 4, n moves"),
        "{text}"
    );
    assert!(
        place
            .run("verify data/families/k02-wrap-m4.json")
            .done()
            .contains("n >= 4")
    );
    assert!(
        place
            .run("verify data/wraps/k02/whole/first-bases.json")
            .done()
            .contains("width 4")
    );
    assert_eq!(place.run("data check").code, 0);
    let again = place.run("wraps 2 --bases");
    assert!(
        again.err.contains("from the store") && again.out == text,
        "{again:?}"
    );
}

#[test]
fn widths_without_a_wrap_are_proven_to_have_none() {
    let place = Place::new();
    let ran = place.run("wraps 4 --widths 2..16 --format csv");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert_eq!(ran.out.matches("none (exhausted)").count(), 8);
    let ran = place.run("wraps 4 --width 15 --one-shots");
    assert!(ran.done().contains("one-shot"));
    let split = place
        .run("wraps 5 --split 1,1 --widths 2..22 --format json")
        .done();
    let value = parsed(&split);
    let found: Vec<&serde_json::Value> = value["widths"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|width| width["result"] != "none")
        .collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["width"], 22);
}

#[test]
fn narrow_widths_are_searched_completely_and_wide_ones_with_beams() {
    let place = Place::new();
    let run = |arguments: &str| {
        let ran = place.run(&format!("wraps 4 --widths 2..16 --format json {arguments}"));
        let value = parsed(&ran.out);
        (ran.err, value["widths"].as_array().unwrap().clone())
    };
    let (_, complete) = run("");
    let (err, mixed) = run("--beams 2 --beam-width 100 --beams-from 14");
    assert!(
        err.contains("k04/whole/m2-m16-beams2x100-from14.json"),
        "{err}"
    );
    // Beams towards a table do not count the layers from the start.
    let is_equal: Vec<bool> = complete
        .iter()
        .zip(&mixed)
        .map(|(one, other)| one["states"] == other["states"])
        .collect();
    assert_eq!(is_equal, [true, true, true, true, true, true, false, false]);
}

#[test]
fn wraps_of_a_cycle_are_put_around_each_other() {
    let place = Place::new();
    let command = "wraps 3 --split 2,2,2 --type white --width 2 --bases --to 5";
    let ran = place.run(command);
    assert!(
        ran.err
            .contains("closed by the cycle: closed split wrap T(2 -> 2) of width 4"),
        "{ran:?}"
    );
    assert!(ran.done().contains("for every odd n >= 3"));
    let file = "data/families/k03-split-wrap-m4.json";
    assert!(
        place
            .run(&format!("verify {file}"))
            .done()
            .contains("n = 3, 5")
    );
    let moves = place
        .run("generate 3 41 --family wraps --format json")
        .done();
    assert!(place.run_with("verify", &moves).done().contains("41 moves"));
    assert!(place.run(command).err.contains("from the store"));
    // One of the two steps is missing.
    let ran = place.run("wraps 7 --split 1,3,1 --widths 4..8");
    assert_eq!(
        (ran.code, ran.out.matches("none (exhausted)").count()),
        (1, 6)
    );
}

#[test]
fn two_sided_bases_settle_even_sizes() {
    let place = Place::new();
    let command = "wraps 5 --width 22 --split 4,4 --bases --to 16 --exhaustive-to 16";
    let none = place.run(command).done();
    assert!(
        none.contains("no base of n = 4, 6, 8, 10, 12, 14, 16 (exhausted)"),
        "{none}"
    );
    let found = place.run(&format!("{command} --blocks L1R1")).done();
    let claim = "for n = 16, plus any multiple of 22, n moves, optimal";
    assert!(found.contains(claim), "{found}");
    let file = "data/families/k05-split-wrap-4-black-m22.json";
    let verified = place.run(&format!("verify {file}")).done();
    let name = format!("family split-wrap-4-black-m22 for k = 5: {claim}");
    assert!(verified.contains(&name), "{verified}");
    let moves = place
        .run("generate 5 60 --family wraps --format json")
        .done();
    assert!(place.run_with("verify", &moves).done().contains("60 moves"));
    // A family of another class has a name of its own.
    let other = "wraps 5 --width 22 --split 1,1 --bases --to 5";
    assert!(place.run(other).done().contains("n = 23, plus"));
    assert!(place.path("data/families/k05-split-wrap-m22.json").exists());
}

#[test]
fn bad_input_is_told_in_one_line() {
    let place = Place::new();
    for (arguments, needed) in [
        ("wraps 5 --width 18", "odd k"),
        ("wraps 1", "k"),
        ("wraps 4 --width 1", "expected at least 2"),
        ("wraps 4 --width 60", "cells"),
        ("wraps 5 --split 1,2 --width 18", "even"),
    ] {
        let line = place.run(arguments).failed(2);
        assert!(line.contains(needed), "{line}");
    }
    for arguments in [
        "wraps 4 --widths 9..2",
        "wraps 5 --split 1 --width 8",
        "wraps 5 --split 1,3,5 --width 8",
        "wraps 4 --width 4 --widths 2..4",
        "wraps 4 --to 9",
        "wraps 4 --exhaustive-to 9",
        "wraps 4 --width 22 --bases --blocks L1R1",
        "wraps 5 --width 22 --split 4,4 --blocks L1R1",
        "wraps 5 --width 22 --split 4,4 --bases --blocks R1R2",
    ] {
        assert_eq!(place.run(arguments).code, 2, "{arguments}");
    }
    assert!(!place.path("data").exists());
}

#[test]
fn beams_find_wraps_and_say_what_they_did_not_find() {
    let place = Place::new();
    // The table of width 20 ends by itself, which is a proof.
    let both = place.run("wraps 6 --widths 18..20 --beams 20 --beam-width 500");
    let text = both.done();
    assert!(
        text.contains("closed") && text.contains("none (exhausted)"),
        "{text}"
    );

    let command = "wraps 8 --width 26 --beams 17 --beam-width 9";
    let ran = place.run(command);
    assert_eq!(ran.code, 3, "{ran:?}");
    let (directory, name) = (place.path("data/wraps"), "k08/whole/m26-beams17x9.json");
    let record = std::fs::read_to_string(directory.join(name)).unwrap();
    let value = parsed(&record);
    assert_eq!(value["widths"][0]["result"]["not_found"], 17);
    assert_eq!(place.run("data check").code, 0);
    let verified = place
        .run(&format!("verify data/wraps/{name} --format json"))
        .done();
    let verified = parsed(&verified);
    assert_eq!(
        verified[0]["optimal"],
        serde_json::Value::Null,
        "{verified}"
    );

    // A run that stops between two beams is resumed after them, with the same result.
    let stopped = Place::new();
    for limit in ["0.5", "3"] {
        let _ = stopped.run(&format!("{command} --time-limit {limit}"));
    }
    assert_eq!(stopped.run(command).out, ran.out);
    let same = std::fs::read_to_string(stopped.path("data/wraps").join(name)).unwrap();
    let without_time = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.contains("\"seconds\""));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(without_time(&same), without_time(&record));
    for arguments in [
        "wraps 6 --beams 0",
        "wraps 6 --beam-width 9",
        "wraps 6 --beams 1 --beam-width 0",
    ] {
        assert_eq!(place.run(arguments).code, 2, "{arguments}");
    }
}
