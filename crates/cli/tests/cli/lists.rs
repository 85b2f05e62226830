//! `tait verify` of lists of solutions, as text and as JSON.

use crate::common::Place;
use std::fs;

#[test]
fn a_text_of_several_solutions_is_verified_one_by_one() {
    let place = Place::new();
    for puzzles in ["checkers 2 2", "checkers 2 3", "checkers 3 2"] {
        let sizes = puzzles.replace("checkers ", "");
        let (n, m) = sizes.split_once(' ').unwrap();
        let moves = place.run(&format!("{puzzles} -q")).done();
        let text = fs::read_to_string(place.path("all.txt")).unwrap_or_default();
        place.write("all.txt", &format!("{text}# checkers n={n} m={m}\n{moves}"));
    }
    let verified = place.run("verify all.txt").done();
    let lines: Vec<&str> = verified.lines().collect();
    assert_eq!(lines.len(), 3, "{verified}");
    assert!(
        lines[2].starts_with("all.txt: solution 3: checkers n=3 m=2: "),
        "{verified}"
    );
    // What export prints, solutions without moves included.
    let _ = place.run("checkers --reverse 3 -q").code;
    let _ = place
        .run("export --kind reversal --format text --output reversals.txt")
        .done();
    let verified = place.run("verify reversals.txt").done();
    assert!(verified.lines().count() > 3, "{verified}");
    // A wrong first solution does not hide the others.
    let text = fs::read_to_string(place.path("all.txt")).unwrap();
    place.write("wrong.txt", &text.replacen("\n2\n", "\n5\n", 1));
    let verified = place.run("verify wrong.txt");
    assert_eq!(verified.code, 1, "{verified:?}");
    assert_eq!(verified.out.lines().count(), 3, "{verified:?}");
    assert_eq!(verified.out.matches(": wrong: ").count(), 1);
    let line = place.run("show all.txt").failed(2);
    assert!(
        line.contains("several solutions, and only one can be shown"),
        "{line}"
    );
    // Cells without a header, and JSON that has nothing to check.
    place.write("cells.txt", "2\n3\n1\n");
    let line = place.run("verify cells.txt").failed(2);
    assert!(line.contains("add --puzzle NAME"), "{line}");
    place.write("none.json", &place.run("solve 2 2 -q --format json").out);
    let line = place.run("verify none.json").failed(2);
    assert!(
        line.contains("it holds no moves, so there is nothing to check"),
        "{line}"
    );
    let counted = place.run("solve 3 5 --count -q --format json").done();
    place.write("count.json", &counted);
    let line = place.run("verify count.json").failed(2);
    assert!(
        line.contains("it holds the number of solutions: expected solutions"),
        "{line}"
    );
    place.write("lists.json", "[{\"k\": 2}]\n[]\n");
    let line = place.run("verify lists.json").failed(2);
    assert!(line.contains("it holds several lists"), "{line}");
    place.write("list.json", "[{\"k\": 2}]");
    let line = place.run("verify list.json").failed(2);
    assert!(line.contains("neither records nor solutions"), "{line}");
}

/// A line with a move as JSON, or all moves as one list, are moves like any others.
#[test]
fn json_lines_of_moves_are_verified() {
    let place = Place::new();
    let lines = place.run("solve 3 5 -q --format jsonl").done();
    assert_eq!(lines.lines().count(), 5, "{lines}");
    let list = format!("[{}]", lines.trim().replace('\n', ", "));
    let header = format!("# linear k=3 n=5 start=1\n{lines}");
    for (text, options) in [
        (&lines, &["--k", "3", "--n", "5"][..]),
        (&list, &["--k", "3", "--n", "5"]),
        (&header, &[]),
    ] {
        let verified = place.run_piped(&[&["verify", "-"], options].concat(), text);
        assert!(verified.done().starts_with("-: k=3 n=5: 5 moves"), "{text}");
    }
    let unknown = place.run_piped(&["verify", "-"], &lines).failed(2);
    assert!(unknown.contains("--k K --n N"), "{unknown}");
    let wrong = lines.replacen('[', "[9", 1);
    let refuted = place.run_piped(&["verify", "-", "--k", "3", "--n", "5"], &wrong);
    assert_eq!(refuted.code, 1, "{refuted:?}");
    let torn = lines.replacen(']', "", 1);
    let line = place.run_piped(&["verify", "-", "--k", "3", "--n", "5"], &torn);
    let line = line.failed(2);
    assert!(line.contains("line 1: "), "{line}");
}

#[test]
fn what_all_prints_is_verified_one_by_one() {
    let place = Place::new();
    for (command, lines, second) in [
        (
            "solve 2 5 --all --format json",
            2,
            "k=2 n=5: 5 moves, black type",
        ),
        (
            "checkers 2 2 --all --format json",
            2,
            "checkers n=2 m=2: 8 moves",
        ),
        (
            "checkers 2 2 --all --format jsonl",
            2,
            "checkers n=2 m=2: 8 moves",
        ),
        ("shuffling S(n,n,r) 5 --all --format json", 1, ""),
    ] {
        let printed = place.run(&format!("{command} -q")).done();
        let verified = place.run_with("verify", &printed).done();
        let all: Vec<&str> = verified.lines().collect();
        assert_eq!(all.len(), lines, "{command}: {verified}");
        let named = format!("-: solution 2: {second}");
        assert!(
            lines < 2 || all[1].starts_with(&named),
            "{command}: {verified}"
        );
    }
    let cells = place.run("checkers 2 2 --all --format json -q").done();
    let named = ["verify", "--puzzle", "checkers n=2 m=2"];
    let verified = place.run_piped(&named, &cells).done();
    assert_eq!(verified.lines().count(), 2, "{verified}");
    assert!(
        place
            .run_piped(&named, "[]")
            .failed(2)
            .contains("the list is empty")
    );
    let counted = place
        .run("shuffling S(n,n,r) 5 --count --format json -q")
        .done();
    let line = place.run_with("verify", &counted).failed(2);
    assert!(line.contains("it holds the number of solutions"), "{line}");
    let printed = place.run("solve 2 5 --all --format json -q").done();
    // A wrong solution does not hide the others.
    let forged = place.run_with("verify", &printed.replacen("[8,2]", "[7,2]", 1));
    assert_eq!(forged.code, 1, "{forged:?}");
    assert_eq!(forged.out.matches(": wrong: ").count(), 1, "{forged:?}");
    assert_eq!(forged.out.lines().count(), 2, "{forged:?}");
    for (arguments, text, said) in [
        (
            "verify --k 2 --n 6",
            printed.as_str(),
            "the moves are for k=2 n=5, not for k=2 n=6",
        ),
        (
            "show -",
            printed.as_str(),
            "it lists 2 solutions, and only one can be shown",
        ),
        ("extend -", printed.as_str(), "found 2 solutions"),
        (
            "verify",
            r#"{"puzzle": "linear", "k": 2, "n": 5, "moves": 5, "solutions": []}"#,
            "it holds no solutions",
        ),
    ] {
        let line = place.run_with(arguments, text).failed(2);
        assert!(line.contains(said), "{line}");
    }
}
