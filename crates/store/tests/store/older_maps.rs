//! Maps that an older version of the program wrote.

use tait_store::Record;

/// Returns the map of one cell, with the answer and the number of moves of its exhaustive searches.
fn map(k: u64, n: u64, rest: &str) -> String {
    format!(
        r#"{{"schema": "1.0", "kind": "classification", "puzzle": "linear", "k": {k}, "cells": [{{"n": {n}, {rest},
        "found_by": {{"command": "classify --k {k} --n {n}", "version": "0.1.0", "seed": 1, "states": 7, "seconds": 0.1}}}}]}}"#
    )
}

#[test]
fn a_map_that_is_older_than_a_theorem_is_read_and_says_what_the_theorem_says() {
    let searched = r#""answer": "at least 3 moves", "excluded": [{"moves": 2, "board_from": -3, "board_to": 8,
        "rules": {"pairs": true, "blocks": true}, "states": [1, 6, 0]}]"#;
    let older = Record::read(map(2, 2, searched).as_bytes()).unwrap();
    assert!(
        older
            .to_json()
            .unwrap()
            .contains(r#""answer": "no solution""#)
    );
    // What was never written is still refused.
    for (k, n, answer) in [
        (5, 3, "open"),
        (2, 2, "open, at most 3 moves"),
        (4, 3, "no solution"),
    ] {
        let text = map(k, n, &format!(r#""answer": "{answer}""#));
        let error = Record::read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("the rest implies"), "{error}");
    }
}
