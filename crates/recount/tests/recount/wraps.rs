//! Sizes without a base for wraps are searched again; widths without a wrap are not.

use serde_json::{Value, json};
use tait_recount::{Outcome, searches};

/// Returns the outcomes for a record of split wraps for `k = 4` and penny 4, which says that `n = 11` has no base.
fn outcomes(command: &str) -> Vec<Outcome> {
    let record: Value = json!({
        "kind": "wrap_search",
        "k": 4,
        "widths": [{
            "width": 22,
            "looked_for": {"split": {"final_type": "black", "inner_penny": 4, "outer_penny": 4}},
            "result": "none",
            "states": [1, 0, 1]
        }],
        "smaller_sizes": [{"n": 11, "result": {"none": [1, 2, 3]}}],
        "found_by": {"command": command}
    });
    let searches = searches(&record);
    let outcomes = searches.iter().map(|search| search.recount(|_| true));
    outcomes.collect()
}

#[test]
fn a_base_on_both_sides_refutes_that_there_is_none() {
    let one_side = outcomes("wraps 4 --width 22 --split 4,4 --bases");
    let [Outcome::NotRepeated(_), Outcome::Agrees { .. }] = &one_side[..] else {
        panic!("{one_side:?}");
    };
    let both_sides = outcomes("wraps 4 --width 22 --split 4,4 --bases --blocks L1R1");
    let [Outcome::NotRepeated(_), Outcome::Differs(_)] = &both_sides[..] else {
        panic!("{both_sides:?}");
    };
}

#[test]
fn a_base_for_whole_wraps_refutes_that_there_is_none() {
    let of_size = |n: u64| {
        let record = json!({
            "kind": "wrap_search",
            "k": 2,
            "widths": [{"width": 4, "looked_for": "closed", "result": {"found": {}}, "states": [1, 1]}],
            "smaller_sizes": [{"n": n, "result": {"none": [1, 1]}}],
            "found_by": {"command": "wraps 2 --bases"}
        });
        searches(&record)[0].recount(|_| true)
    };
    assert!(matches!(of_size(3), Outcome::Agrees { .. }));
    assert!(matches!(of_size(4), Outcome::Differs(_)));
}
