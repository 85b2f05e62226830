//! Repeats a recorded search by other means.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use serde_json::json;
use tait_recount::{Outcome, searches};

pub(crate) fn main() {
    let record = |states: &[u64]| {
        let rules = json!({ "pairs": true, "blocks": true });
        json!({ "kind": "classification", "k": 2, "cells": [{ "n": 2, "excluded": [
            { "moves": 2, "board_from": -3, "board_to": 8, "rules": rules, "states": states }
        ] }] })
    };
    for states in [&[1, 6, 0][..], &[1, 0]] {
        for search in searches(&record(states)) {
            let outcome = search.recount(|_| true);
            println!("{} with {states:?}: {outcome:?}", search.name);
            assert_eq!(matches!(outcome, Outcome::Agrees { .. }), states.len() == 3);
        }
    }
}
