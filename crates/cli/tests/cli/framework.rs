//! `framework` and `known`, from the command line to the families that they write.

use crate::common::{Place, moves, parsed};
use crate::kill::without_times;
use serde_json::Value;
use tait_linear::{BlockLength, check};

#[test]
fn the_main_job_finds_proves_and_stores_a_family() {
    let place = Place::new();
    let ran = place.run("framework 4");
    let text = ran.done();
    assert!(
        text.starts_with("k = 4: for every n >= 9, n moves, optimal\n"),
        "{text}"
    );
    assert!(
        text.contains("    8  n-move solutions, but no base (exhaustive"),
        "{text}"
    );
    let file = place.path("data/families/k04-bases.json");
    assert_eq!(place.run("verify data/families/k04-bases.json -q").code, 0);
    let first = std::fs::read_to_string(&file).unwrap();
    // Larger sizes are checked move by move.
    for n in [9, 10, 23, 100] {
        let text = place.run(&format!("generate 4 {n} -q")).done();
        assert_eq!(check(&moves(4, n, 1, &text)).unwrap().moves, n);
    }
    // A second run takes the family from the store; a fresh run on one thread finds the same family.
    assert!(place.run("framework 4").err.contains("from the store"));
    assert_eq!(place.run("framework 4 --fresh --threads 1 -q").code, 0);
    let second = std::fs::read_to_string(&file).unwrap();
    assert_eq!(without_times(&first), without_times(&second));
}

#[test]
fn what_bases_settle_is_known_without_a_map() {
    let place = Place::new();
    let _ = place.run("framework 4 -q").done();
    let known = &parsed(&place.run("known 4 --format json").done())[0];
    assert_eq!(known["k"], 4);
    assert_eq!(known["n_moves"], serde_json::json!([[7, 7], [9, null]]));
    assert_eq!(known["open"], serde_json::json!([[3, 6], [8, 8]]));
    assert_eq!(known["to_go_on"], "tait classify --k 4 --n 3..8");
}

#[test]
fn phase_1_lists_the_auxiliary_puzzle() {
    let place = Place::new();
    let count = |arguments: &str| place.run(arguments).done().lines().count();
    assert_eq!(count("auxiliary 4"), 24);
    assert_eq!(count("auxiliary 4 --free-offsets"), 40);
    let json = parsed(&place.run("auxiliary 3 --format json -q").done());
    assert_eq!(json["count"], 6);
    let thesis = json["solutions"]
        .as_array()
        .unwrap()
        .iter()
        .find(|s| s["offsets"] == Value::from(vec![2, 0, 1]));
    assert_eq!(
        thesis.unwrap()["patterns"],
        Value::from(vec!["ooo", "oox", "xox"])
    );
}

#[test]
fn phase_1_shows_preludes_of_both_zigzags() {
    let place = Place::new();
    let text = place.run("auxiliary 6 --prelude 26").done();
    insta::assert_snapshot!("preludes-6-26", text);
    let json = place.run("auxiliary 6 --prelude 26 --format json");
    let json = parsed(&json.done());
    assert_eq!(
        (&json["k"], &json["n"]),
        (&Value::from(6), &Value::from(26))
    );
    let [outer, inner] = json["preludes"].as_array().unwrap().as_slice() else {
        panic!("{json}");
    };
    assert_eq!(outer["offsets"], Value::from(vec![0, 5, 1, 4, 2]));
    assert_eq!(
        inner["farthest"],
        serde_json::json!({"middle": 4, "right": 15})
    );
    for prelude in [outer, inner] {
        for (number, step) in (1..).zip(prelude["moves"].as_array().unwrap()) {
            assert_eq!(step["gain"], if number <= 2 { 1 } else { 2 });
            assert_eq!(step["offset"].is_null(), number == 2);
            // The text shows the same row.
            let spaced = text.replace(['[', ']', ' '], "");
            assert!(spaced.contains(step["row"].as_str().unwrap()), "{step}");
        }
    }
    // These rows are long enough for only one of the zigzags, and one of them only with moved strips.
    for (n, says) in [
        (
            12,
            "by up to 1 and no farther than the right one; here both move by 1",
        ),
        (13, "by up to 2 and no farther than the right one"),
    ] {
        let one = place.run(&format!("auxiliary 6 --prelude {n}")).done();
        let heading = one.lines().next().unwrap();
        assert!(
            heading.starts_with(&format!("k=6 n={n} start=1: the inner zigzag")),
            "{one}"
        );
        assert!(heading.ends_with(says), "{one}");
        assert!(
            one.ends_with("the outer zigzag begins at n = 14\n"),
            "{one}"
        );
    }
}

#[test]
fn a_common_pattern_is_carried_by_consecutive_bases() {
    let place = Place::new();
    let text = place
        .run("framework 3 --common-pattern --parity even -q")
        .done();
    assert!(text.starts_with("k = 3: for n = "), "{text}");
    let record = place
        .store()
        .family(3u64.try_into().unwrap(), "common-even")
        .unwrap()
        .unwrap();
    let patterns = record.family.bases[0].patterns();
    assert_eq!(record.family.bases.len(), 3);
    for base in &record.family.bases {
        assert_eq!(base.patterns(), patterns);
        assert!(base.exchanges.iter().all(|exchange| !exchange.complement));
    }
}

#[test]
fn a_stopped_search_keeps_its_bases_and_ends_like_an_uninterrupted_one() {
    let whole = Place::new();
    whole.run("framework 4 -q").done();
    let expected = std::fs::read_to_string(whole.path("data/families/k04-bases.json")).unwrap();

    let place = Place::new();
    let mut stops = 0;
    // Each run gets a little more time, until one comes to its end.
    for milliseconds in (10..).step_by(30) {
        let seconds = f64::from(milliseconds) / 1000.0;
        let ran = place.run(&format!("framework 4 --time-limit {seconds}s"));
        if ran.code == 0 {
            break;
        }
        assert_eq!(ran.code, 3, "{ran:?}");
        assert!(
            ran.err.contains("stopped: the time limit was reached"),
            "{ran:?}"
        );
        assert_eq!(place.run("data check -q").code, 0, "what is there is right");
        stops += 1;
    }
    assert!(stops > 0, "the first run has no time to finish");
    let resumed = std::fs::read_to_string(place.path("data/families/k04-bases.json")).unwrap();
    assert_eq!(without_times(&resumed), without_times(&expected));
}

#[test]
fn a_resumed_search_says_how_many_stored_bases_it_goes_on_from() {
    let place = Place::with_data();
    let k = BlockLength::new(4).unwrap();
    let mut record = place.store().family(k, "bases").unwrap().unwrap();
    record.family.bases.truncate(4);
    std::fs::remove_file(place.path("data/families/k04-bases.json")).unwrap();
    let _ = place.store().save_family(&record, "bases").unwrap();
    for run in 0..2 {
        let ran = place.run("framework 4 --state-limit 1");
        assert_eq!(ran.code, 3, "{ran:?}");
        assert!(
            ran.err.contains("continuing from 4 stored bases"),
            "{run}: {ran:?}"
        );
        assert!(!ran.err.contains("after 4 residues"), "{run}: {ran:?}");
    }
    // What an earlier run found is its own, though it is stored, too.
    let place = Place::new();
    let first = place.run("framework 4 --state-limit 1000");
    assert_eq!(first.code, 3, "{first:?}");
    let again = place.run("framework 4 --state-limit 1000");
    assert!(
        again.err.contains("continuing after 1 residues"),
        "{again:?}"
    );
    assert!(!again.err.contains("stored bases"), "{again:?}");
}
