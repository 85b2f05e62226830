//! Widths without a wrap, and sizes without a base for wraps, are searched again.

use serde_json::{Value, json};
use tait_recount::{Outcome, searches};

/// Returns the outcomes for a record of split wraps for `k = 4` and penny 4, which says that `n = 11` has no base.
fn outcomes(variant: &str) -> Vec<Outcome> {
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
        "variant": variant
    });
    let searches = searches(&record);
    let outcomes = searches.iter().map(|search| search.recount(|_| true));
    outcomes.collect()
}

#[test]
fn a_base_on_both_sides_refutes_that_there_is_none() {
    let one_side = outcomes("split-4-4-black-m22-bases");
    let [Outcome::Agrees { .. }, Outcome::Agrees { .. }] = &one_side[..] else {
        panic!("{one_side:?}");
    };
    let both_sides = outcomes("split-4-4-black-m22-bases-L1R1");
    let [Outcome::Agrees { .. }, Outcome::Differs(_)] = &both_sides[..] else {
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
            "smaller_sizes": [{"n": n, "result": {"none": [1, 1]}}]
        });
        searches(&record)[0].recount(|_| true)
    };
    assert!(matches!(of_size(3), Outcome::Agrees { .. }));
    assert!(matches!(of_size(4), Outcome::Differs(_)));
}

/// Returns the outcome for a record that says that there is no wrap of a width and class.
fn without_wrap(k: u64, width: u64, class: &Value) -> Outcome {
    let record = json!({
        "kind": "wrap_search",
        "k": k,
        "widths": [{"width": width, "looked_for": class, "result": "none", "states": [1, 1]}]
    });
    searches(&record)[0].recount(|_| true)
}

#[test]
fn a_wrap_refutes_that_there_is_none() {
    let split = |final_type, inner: u64, outer: u64| json!({"split": {"final_type": final_type, "inner_penny": inner, "outer_penny": outer}});
    let (closed, one_shot) = (json!("closed"), json!("one_shot"));
    for (k, width, class) in [
        (2, 4, closed.clone()), // Algorithm 3.1
        (2, 8, closed.clone()),
        (3, 2, split("white", 2, 2)), // Algorithm 4.1
        (4, 15, one_shot.clone()),
        (5, 16, split("black", 1, 3)),
    ] {
        let outcome = without_wrap(k, width, &class);
        let Outcome::Differs(what) = &outcome else {
            panic!("k = {k}, m = {width}: {outcome:?}");
        };
        assert_eq!(what, &format!("there is a solution of {width} moves"));
    }
    for (k, width, class) in [
        (2, 2, closed.clone()),
        (2, 6, closed.clone()),
        (4, 14, closed),
        (4, 13, one_shot),
        (3, 2, split("black", 2, 2)),
        (5, 14, split("black", 1, 3)),
        (5, 16, split("black", 1, 1)),
    ] {
        let outcome = without_wrap(k, width, &class);
        assert!(
            matches!(outcome, Outcome::Agrees { .. }),
            "k = {k}, m = {width}: {outcome:?}"
        );
    }
}
