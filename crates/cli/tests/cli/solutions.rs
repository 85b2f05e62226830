//! `tait solve` with `--count`, `--all`, `--distance` and `--prefix`, end to end.

use crate::common::{Place, bare, parsed};
use std::fs;

#[test]
fn solutions_are_counted_once_and_the_store_answers_then() {
    let place = Place::new();
    let run = |arguments: &str| place.run(&format!("--no-corpus {arguments}"));
    let first = run("solve 2 7 --count");
    assert!(first.err.ends_with(
        "18 shortest solutions of 7 moves, 9 where mirror images with all types flipped count once; these are all on \
         the unbounded line\n"
    ));
    assert_eq!(first.done(), "18\n");
    let again = run("solve 2 7 --count --format json");
    assert!(again.err.contains("from the store"));
    assert_eq!(parsed(&again.done())["solutions"], "18");
    let distances = run("solve 2 7 --distance").done();
    assert!(distances.starts_with("# linear k=2 n=7 start=1: least 48\n(4→15) (11→4)"));
    assert!(distances.contains("\n# linear k=2 n=7 start=1: largest 56\n(2→15)"));
    let checked = run("data check --recount");
    assert!(
        checked.err.contains("1 repeated, 0 skipped, 0 wrong")
            || checked.out.contains("1 repeated")
    );
}

/// The file and the list do not depend on the number of threads.
#[test]
fn threads_change_nothing() {
    let made = ["1", "2"].map(|threads| {
        let place = Place::new();
        let run =
            |what: &str| place.run(&format!("--no-corpus --threads {threads} solve 3 6 {what}"));
        let _ = run("--count").done();
        let mut file = parsed(&fs::read_to_string(place.path("data/counts/k03.json")).unwrap());
        file["cells"][0]["found_by"]["seconds"] = 0.into();
        (file, run("--all").done())
    });
    assert_eq!(made[0], made[1]);
    assert_eq!(bare(&made[0].1).lines().count(), 1254);
}

/// A count that does not fit in memory goes on in files, where it was stopped, and comes to the same record.
#[test]
fn a_count_goes_on_where_it_was_stopped() {
    let count = "--no-corpus solve 2 9 --count --memory-limit 300K";
    let cell = |place: &Place| {
        let file = fs::read_to_string(place.path("data/counts/k02.json")).unwrap();
        let mut cell = parsed(&file)["cells"][0].take();
        cell["found_by"]["seconds"] = 0.into();
        cell
    };
    let whole = Place::new();
    assert_eq!(whole.run("--no-corpus solve 2 9 --count").done(), "64\n");
    assert!(!whole.path("data/checkpoints").exists());
    for threads in [1, 2] {
        let place = Place::new();
        let stopped = place.run(&format!("{count} --threads {threads} --state-limit 20000"));
        assert_eq!((stopped.code, &*stopped.out), (3, ""), "{stopped:?}");
        assert!(
            stopped.err.contains("kept in data/checkpoints"),
            "{stopped:?}"
        );
        assert_eq!(place.run("data check").code, 0);
        let resumed = place.run(&format!("{count} --threads {threads}"));
        assert!(
            resumed.err.contains("continuing a search for 9 moves"),
            "{resumed:?}"
        );
        assert_eq!(resumed.done(), "64\n");
        assert_eq!(cell(&place), cell(&whole));
        let left = fs::read_dir(place.path("data/checkpoints")).unwrap();
        assert_eq!(left.count(), 0);
        assert_eq!(place.run("data check --recount").code, 0);
    }
}

/// Two questions about other solutions of the same puzzle do not take each other's layers.
#[test]
fn layers_are_those_of_their_prefix() {
    let place = Place::new();
    let count = |prefix: &str, limits: &str| {
        let arguments = format!("solve 3 6 --count {limits} --prefix");
        let mut arguments: Vec<&str> = arguments.split_whitespace().collect();
        arguments.push(prefix);
        place.run_piped(&arguments, "")
    };
    let stopped = count("(1→13)", "--memory-limit 200K --state-limit 10000");
    assert!(stopped.err.contains("kept in"), "{stopped:?}");
    assert_eq!(count("(2→13)", "").done(), "164\n");
    let resumed = count("(1→13)", "");
    assert!(resumed.err.contains("continuing a search for 7 moves"));
    assert_eq!(resumed.done(), "2\n");
}

#[test]
fn a_list_goes_on_from_any_index_and_after_any_prefix() {
    let place = Place::new();
    let whole = place.run("solve 2 9 --all").done();
    let lines: Vec<&str> = bare(&whole).lines().collect();
    assert_eq!(lines.len(), 64);
    for index in [0, 1, 40, 63, 64, 1000] {
        let ran = place.run(&format!("solve 2 9 --all --from-index {index}"));
        assert_eq!(
            ran.err.contains("there are 64 solutions, counted from 0"),
            index >= 64,
            "{ran:?}"
        );
        let rest = ran.done();
        assert!(
            bare(&rest).lines().eq(lines.iter().skip(index).copied()),
            "{index}"
        );
    }
    let json = parsed(&place.run("solve 2 9 --all --format json").done());
    assert_eq!(json["solutions"].as_array().unwrap().len(), 64);
    let (first, _) = lines[20].split_once(' ').unwrap();
    let begun = place
        .run_piped(&["solve", "2", "9", "--all", "--prefix", first], "")
        .done();
    let expected = lines.iter().filter(|line| line.starts_with(first));
    assert!(bare(&begun).lines().eq(expected.copied()));
    let shifted = place
        .run("solve 2 9 --start 11 --all --from-index 63")
        .done();
    assert_ne!(bare(&shifted).lines().next(), lines.last().copied());
    let one = place.run_piped(&["solve", "2", "6", "--prefix", "(2→14)"], "");
    assert!(one.err.contains("7 moves, black type"), "{}", one.err);
    assert_eq!(bare(&one.done()).lines().count(), 7);
}

/// A row of any letters, and the turned puzzle, are counted as the ordinary one is.
#[test]
fn solutions_from_any_row_are_counted() {
    let place = Place::new();
    let counted = place.run("solve 3 7 --count").done();
    assert_eq!(
        place.run("solve --row oooooooxxxxxxx 3 --count").done(),
        counted
    );
    let turned = place.run("solve 3 4 --turned --count");
    assert!(turned.err.contains("solutions of 5 moves"), "{turned:?}");
    let json = parsed(&place.run("solve 3 4 --turned --count --format json").done());
    assert_eq!((&json["turned"], &json["moves"]), (&true.into(), &5.into()));
    assert_eq!(json["solutions"].as_str().unwrap(), turned.out.trim());
    let starts = place.run("starts 2 3 --turned").done();
    assert!(starts.starts_with("k=2 n=3 turned: 20 rows"), "{starts}");
    let refused = place.run("solve 3 4 --turned --all").failed(2);
    assert!(refused.contains("--all"), "{refused}");
}

#[test]
fn bad_questions_get_one_line() {
    let place = Place::new();
    for (arguments, expected) in [
        ("solve 2 6 --prefix (2→3)", "move 1 (2→3) is not allowed"),
        (
            "solve 2 6 --prefix 2-9-4",
            "is not clear which positions belong together",
        ),
        ("solve 2 6 --from-index 3", "--all"),
        ("solve 2 6 --all --from-index -3", "unexpected argument"),
        ("solve 2 6 --count --all", "--all"),
        ("solve 2 6 --count --stats", "--stats"),
        ("solve 2 6 --count --engine ida", "--engine"),
        ("solve 2 6 --any-length --count", "--count"),
        ("solve 2 6 --all --format csv", "csv"),
        ("solve 2 200 --count", "the limit is 256"),
    ] {
        let error = place.run(arguments).failed(2);
        assert!(error.contains(expected), "{arguments}: {error}");
        assert_eq!(error.lines().count(), 1, "{arguments}: {error}");
    }
    let stopped = place.run("--no-corpus solve 3 13 --count --state-limit 1000");
    assert!(stopped.err.contains("the limit on states was reached"));
    assert_eq!(stopped.code, 3);
    let none = place.run("solve 3 2 --count");
    assert_eq!((none.code, &*none.out), (1, ""));
}
