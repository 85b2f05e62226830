//! Solutions that extend by doubles, end to end, with all commands that read them.

use crate::common::Place;

const SEARCH: &str = "framework 5 --doubles --from 15 --to 16";
const FILE: &str = "data/families/k05-doubles.json";

#[test]
fn two_solutions_settle_every_size_for_all_commands() {
    let place = Place::new();
    let found = place.run(SEARCH);
    let text = found.done();
    assert!(
        text.starts_with("A family of doubles for k = 5: for every n >= 15, n moves, optimal.")
    );
    let stored = std::fs::read_to_string(place.path(FILE)).unwrap();
    let again = place.run(SEARCH);
    assert_eq!((again.code, &*again.out), (0, &*text));
    assert!(again.err.contains("from the store, checked"), "{again:?}");

    let moves = place.run("generate 5 1002 --format json").done();
    place.write("moves.json", &moves);
    let verified = place.run("verify moves.json").done();
    assert!(verified.contains("1002 moves"), "{verified}");
    assert!(
        place
            .run("known 5")
            .done()
            .contains("n moves for every n >= 15")
    );
    assert!(place.run("data check").done().contains("for every n >= 15"));
    let verified = place.run(&format!("verify {FILE}")).done();
    assert!(
        verified.contains("family of doubles for k = 5"),
        "{verified}"
    );
    let explained = place.run(&format!("explain {FILE}")).done();
    assert_eq!(explained, text);
    let explained = place.run("explain 5 19").done();
    assert!(
        explained.contains("The base n = 15 is extended 2 times"),
        "{explained}"
    );
    assert!(
        place
            .run(&format!("show {FILE}"))
            .done()
            .starts_with("# linear k=5 n=15 start=1 drawn: ")
    );
    let map = place.run("classify --k 5 --n 17 -q").done();
    assert!(map.contains('n'), "{map}");

    // A fresh search finds the same bases.
    let fresh = place.run(&format!("{SEARCH} --fresh --threads 1"));
    assert_eq!(fresh.done(), text);
    let without_time = |text: &str| -> String {
        let lines = text.lines().filter(|line| !line.contains("seconds"));
        lines.collect()
    };
    let now = std::fs::read_to_string(place.path(FILE)).unwrap();
    assert_eq!(without_time(&now), without_time(&stored));
}

#[test]
fn what_is_missing_is_said_and_a_stopped_search_goes_on() {
    let place = Place::new();
    let stopped = place.run(&format!("{SEARCH} --time-limit 0"));
    assert_eq!(stopped.code, 3, "{stopped:?}");
    assert!(
        stopped.err.contains("still without a base: even and odd n"),
        "{stopped:?}"
    );
    let odd = place.run("framework 5 --doubles --from 15 --to 15");
    assert_eq!(odd.code, 3, "{odd:?}");
    assert!(
        odd.out.contains("for n = 15+2m, n moves, optimal"),
        "{odd:?}"
    );
    assert!(odd.err.contains("no base was found for even n"), "{odd:?}");
    // What is stored is not searched again, and the bases of two runs make one family.
    let both = place.run("framework 5 --doubles --from 16 --to 17").done();
    assert!(both.contains("for every n >= 15"), "{both}");
    assert!(place.run("data check").done().contains("for every n >= 15"));
}

/// For k = 6 a base has two doubles moves, and extends by four coins of each type.
#[test]
fn four_solutions_settle_every_size_for_k_6() {
    let place = Place::new();
    let first = place.run("framework 6 --doubles --from 28 --to 29");
    assert_eq!(first.code, 3, "{first:?}");
    assert!(
        first
            .err
            .contains("no base was found for n = 2, 3 modulo 4")
    );
    let text = place.run("framework 6 --doubles --from 30 --to 31").done();
    assert!(
        text.contains("for every n >= 28, n moves, optimal"),
        "{text}"
    );
    let moves = place.run("generate 6 1001 --format json").done();
    place.write("moves.json", &moves);
    assert!(place.run("verify moves.json").done().contains("1001 moves"));
    let explained = place.run("explain 6 37").done();
    assert!(
        explained.contains("The base n = 29 is extended 2 times by 4 nickels and 4 pennies: its doubles moves are move"),
        "{explained}"
    );
    let base = place.run("generate 6 28").done();
    let extended = place.run_with("extend - --doubles 3 --k 6 --n 28", &base);
    assert!(
        extended.err.contains("k=6 n=40 start=1: doubles in moves"),
        "{extended:?}"
    );
    assert!(place.run("data check").done().contains("for every n >= 28"));
}

#[test]
fn where_there_are_no_doubles_one_line_says_so() {
    let place = Place::new();
    for (arguments, said) in [
        (
            "framework 5 --doubles --blocks R1",
            "cannot be used with '--blocks <SET>'",
        ),
        (
            "framework 61 --doubles",
            "no n of the range can be searched",
        ),
        (
            "framework 5 --doubles --from 4 --to 3",
            "the range is empty",
        ),
        ("framework 5 --doubles --smallest", "cannot be used with"),
        ("framework 5 --doubles --phase 1", "unexpected argument"),
    ] {
        let refused = place.run(arguments);
        assert_eq!(
            (refused.code, &*refused.out),
            (2, ""),
            "{arguments}: {refused:?}"
        );
        assert!(refused.err.contains(said), "{arguments}: {refused:?}");
        assert_eq!(refused.err.lines().count(), 1, "{arguments}: {refused:?}");
    }
}
