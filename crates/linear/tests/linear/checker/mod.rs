//! The checker against a naive judgement of solutions and bases, under thousands of mutations.
//!
//! Nothing here shares code with the checker: the row is a `HashMap` of coins, and the auxiliary
//! puzzle is two lists of letters. The two sides must agree on every mutant, valid or not.

mod auxiliary;
mod bases;
mod extensions;

mod refusals;
mod requirement;
mod solutions;

use tait_linear::{Base, Family};

/// Returns the bases of the thesis' families for k = 3, 4 and 5.
fn published_bases() -> Vec<Base> {
    #[derive(serde::Deserialize)]
    struct Published {
        family: Family,
    }
    let text = include_str!("../../../../../data/published/thesis-families.json");
    let families: Vec<Published> = serde_json::from_str(text).unwrap();
    families
        .into_iter()
        .flat_map(|published| published.family.bases)
        .collect()
}

/// Returns a base for k = 2 with a complement among its exchanges, unlike the thesis' families.
fn base_with_complement() -> Base {
    let text = r#"{"solution": {"puzzle": "linear", "k": 2, "n": 5, "start": 1,
        "moves": [[2, 11], [8, 2], [5, 8], [10, 5], [1, 10]]}, "nickel": 4, "penny": 7,
        "exchanges": [{"move": 1, "offset": 0, "pattern": "oo", "complement": false},
                      {"move": 3, "offset": 1, "pattern": "ox", "complement": true}]}"#;
    serde_json::from_str(text).unwrap()
}
