//! The puzzle in which a block is turned round as it moves, end to end.

use crate::common::{Place, parsed};
use serde_json::{Value, json};
use std::fs;

#[test]
fn it_is_solved_shown_and_checked_by_its_own_rule() {
    let place = Place::new();
    let text = place.run("solve 3 8 --turned").done();
    assert!(
        text.starts_with("# linear k=3 n=8 turned start=1\n"),
        "{text}"
    );
    let verified = place.run_with("verify", &text).done();
    assert!(verified.contains("k=3 n=8 turned: 8 moves"), "{verified}");
    assert!(
        verified.contains("optimal: n moves are a lower bound"),
        "{verified}"
    );
    // The same moves do not solve the puzzle in which blocks keep their order.
    let ordinary = text.replace(" turned", "");
    assert_eq!(place.run_with("verify", &ordinary).code, 1);
    let shown = place.run_with("show -", &text).done();
    assert!(shown.contains("turned"), "{shown}");
    let last = shown.lines().last().unwrap();
    assert!(last.starts_with("8 ") && last.contains("+2 15"), "{last}");
    // Other pictures of it are made from the same rows.
    for format in ["svg", "tikz", "html"] {
        let _ = place
            .run_with(&format!("draw - --format {format}"), &text)
            .done();
    }
}

#[test]
fn an_optimum_has_its_proof_and_the_recount_repeats_it() {
    let place = Place::new();
    let json = place.run("solve 3 7 --turned --format json").done();
    let answer = parsed(&json);
    assert_eq!(answer["turned"], json!(true));
    assert_eq!(answer["optimal_on"], json!("any"));
    assert_eq!(answer["moves"].as_array().map(Vec::len), Some(8));
    let verified = place.run_with("verify --recount", &json).done();
    assert!(verified.contains("recounted"), "{verified}");
    let forged = json.replace("\"turned\":true,", "");
    assert_ne!(place.run_with("verify", &forged).code, 0);
    // A solution that is longer than the fewest moves is no optimum: there and back.
    let json = place.run("solve 2 3 --turned --format json").done();
    let longer = json.replace("\"moves\":[", "\"moves\":[[1,-9],[-9,1],");
    let refused = place.run_with("verify --recount", &longer);
    assert_eq!(refused.code, 1, "{refused:?}");

    let none = place.run("exists 3 9 --turned");
    assert_eq!((none.code, none.out.as_str()), (1, ""));
    assert!(
        none.err
            .contains("no solution of up to 9 moves on any board"),
        "{}",
        none.err
    );
    assert!(
        place
            .run("exists 3 10 --turned")
            .done()
            .starts_with("# linear k=3 n=10 turned")
    );
}

#[test]
fn families_give_every_size_from_some_on() {
    let place = Place::new();
    for (k, n, moves) in [
        (2, 10_003, 10_004),
        (3, 10_003, 10_003),
        (4, 10_012, 10_012),
        (5, 10_021, 10_021),
    ] {
        let text = place.run(&format!("generate {k} {n} --turned -q")).done();
        let verified = place.run_with("verify", &text).done();
        let beyond = if moves > n { "n + 1" } else { "n" };
        assert!(
            verified.contains(&format!("k={k} n={n} turned: {moves} moves"))
                && verified.contains(&format!("optimal: {beyond} moves are a lower bound")),
            "{verified}"
        );
    }
    let middle = place
        .run("generate 4 100000000000000000 --turned --moves 7..9 -q")
        .done();
    assert_eq!(middle.lines().count(), 4, "{middle}");
    let refused = place.run("generate 3 9 --turned").failed(2);
    assert!(
        refused.ends_with("try tait solve 3 9 --turned\n"),
        "{refused}"
    );
    // A found solution is extended with the block of pennies left of the stationary penny.
    let found = place.run("solve 3 10 --turned -q").done();
    let extended = place.run_with("extend - --times 5", &found).done();
    let verified = place.run_with("verify", &extended).done();
    assert!(verified.contains("k=3 n=40 turned: 40 moves"), "{verified}");
}

#[test]
fn what_searches_of_the_linear_puzzle_restrict_is_refused() {
    let place = Place::new();
    for option in [
        "--blocks R1",
        "--engine ida",
        "--stats",
        "--type white",
        "--shift 0",
        "--estimate",
    ] {
        let line = place.run(&format!("solve 3 8 --turned {option}")).failed(2);
        assert!(line.contains("cannot be used with"), "{option}: {line}");
    }
    assert!(
        place
            .run("solve 3 40 --turned")
            .failed(2)
            .contains("the limit is 64")
    );
}

/// The map that the thesis would have without its words "without rotating", with the numbers that a plain search had found before.
#[test]
fn the_map_is_searched_stored_and_checked_apart_from_that_of_the_thesis() {
    let place = Place::new();
    let map = parsed(
        &place
            .run("classify --turned --k 2..4 --n 2..8 --format json")
            .done(),
    );
    let moves = |k: u64, n: u64| -> Option<u64> {
        let cells = map["cells"].as_array().unwrap().iter();
        let mut cell = cells.filter(|cell| cell["k"] == k && cell["n"] == n);
        let cell = cell.next().unwrap();
        assert_eq!(cell["at_least"], cell["at_most"], "{cell}");
        cell["at_most"].as_u64()
    };
    for (k, first, fewest) in [
        (2, 2, &[3, 4, 5, 6, 7, 8, 9][..]),
        (3, 3, &[5, 5, 6, 7, 8, 8]),
        (4, 3, &[5, 5, 6, 7, 8, 9]),
    ] {
        for (n, &fewest) in (first..).zip(fewest) {
            assert_eq!(moves(k, n), Some(fewest), "k={k} n={n}");
        }
    }
    assert!(!place.path("data/classification").exists());
    let recounted = place.run("verify data/turned/k03.json --recount").done();
    assert!(recounted.contains("recounted"), "{recounted}");
    let _ = place.run("data check").done();
    // The solution on the map is shown with its proof, and one of another size is not.
    let shown = place.run("show 3 7 --turned").done();
    assert!(
        shown.contains("8 moves, white type") && shown.contains("recounted"),
        "{shown}"
    );
    // Nothing is searched again, and the other map knows nothing of this one.
    let known = place
        .run("classify --turned --k 3 --n 2..8 --time-limit 0s -q")
        .done();
    assert!(
        known.starts_with("k\\n  2   3   4   5   6   7  8\n  3  x  +2  +1"),
        "{known}"
    );
    let other = place.run("classify --k 3 --n 8 --time-limit 0s -q");
    assert_eq!(other.code, 3, "{other:?}");
    assert!(other.out.starts_with("k\\n  8\n  3  ?\n"), "{other:?}");

    // A map of one puzzle is none of the other.
    let path = place.path("data/turned/k03.json");
    let mut record: Value = parsed(&fs::read_to_string(&path).unwrap());
    record["kind"] = json!("classification");
    record["puzzle"] = json!("linear");
    fs::write(place.path("forged.json"), record.to_string()).unwrap();
    assert_eq!(place.run("verify forged.json").code, 1);
}
