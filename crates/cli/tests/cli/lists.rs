//! `tait verify` of lists of solutions, as text and as JSON.

use crate::common::{Place, parsed};
use std::fs;

#[test]
fn a_text_of_several_solutions_is_verified_one_by_one() {
    let place = Place::new();
    for puzzles in ["checkers 2 2", "checkers 2 3", "checkers 3 2"] {
        let moves = place.run(&format!("{puzzles} -q")).done();
        let text = fs::read_to_string(place.path("all.txt")).unwrap_or_default();
        place.write("all.txt", &format!("{text}{moves}"));
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
        .run("export --kind reversal --format text --out reversals.txt")
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
        line.contains("it holds several solutions: expected one"),
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
    let named = place.run("solve 3 5 -q --format jsonl").done();
    let first = "{\"puzzle\":\"linear\",\"k\":3,\"n\":5,\"start\":1,\"move\":1,\"from\":";
    assert!(named.starts_with(first), "{named}");
    let verified = place.run_piped(&["verify", "-"], &named).done();
    assert!(verified.starts_with("-: k=3 n=5: 5 moves"), "{verified}");
    let part = named.split_once('\n').unwrap().1;
    let line = place.run_piped(&["verify", "-"], part).failed(2);
    assert!(line.contains("nothing to check"), "{line}");
    let moves = named.lines().map(|line| {
        let row = parsed(line);
        format!("[{},{}]\n", row["from"], row["to"])
    });
    let lines: String = moves.collect();
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
        (
            "solve 2 5 --all --format jsonl",
            2,
            "k=2 n=5: 5 moves, black type",
        ),
        (
            "shuffling S(n-1,n,r) 6 --all --format jsonl",
            6,
            "shuffling S(n-1,n,r) n=6: 6 moves",
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

/// How often a text that is printed holds a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    One,
    Several,
    /// Only some of the moves.
    Part,
}

/// Every command that prints moves as text, in each of its ways.
const PRINTING: &[(&str, Holds)] = &[
    ("generate 3 7", Holds::One),
    ("generate 4 29 --start -7", Holds::One),
    ("generate 4 21 --base published", Holds::One),
    ("generate 2 3 --moves 1..3", Holds::One),
    ("generate 2 9 --moves 2..4", Holds::Part),
    ("generate 4 1000000000000005 --moves 7..9", Holds::Part),
    ("generate 2 9 --algorithm sliding-coin-k2", Holds::One),
    (
        "generate 2 9 --algorithm sliding-coin-k2-iterative",
        Holds::One,
    ),
    (
        "generate 2 9 --algorithm sliding-coin-k2-iterative --moves 1..8",
        Holds::Part,
    ),
    ("generate 3 9 --algorithm sliding-coin-k3-odd", Holds::One),
    ("generate 3 28 --algorithm sliding-coin-k3-even", Holds::One),
    ("generate 2 13 --algorithm 3.1 --trace", Holds::One),
    ("generate 3 22 --algorithm 4.2 --trace", Holds::One),
    ("solve 3 7 --start 5", Holds::One),
    ("solve 2 5 --all", Holds::Several),
    ("solve 2 5 --all --from-index 1 --start 9", Holds::One),
    ("solve 2 4 --prefix (2→9)", Holds::One),
    ("solve 2 5 --distance", Holds::Several),
    (
        "solve 2 4 --distance --any-length --most-moves 4",
        Holds::One,
    ),
    ("solve --row oxxoox 2 --start -3", Holds::One),
    ("solve --row abcab 2 --goal aabbc", Holds::One),
    ("exists 3 7", Holds::One),
    ("extend solution.json --doubles 1", Holds::One),
    ("auxiliary 3 --offsets 2,0,1", Holds::One),
    ("auxiliary 3 --offsets 0:1,1:2,2:0", Holds::One),
    ("shuffling S(n,n,r) 9", Holds::One),
    ("shuffling S(n,n,r) 9 --moves 2..9", Holds::Part),
    ("shuffling S(n,n-1,l) 2 --constrained", Holds::One),
    ("shuffling S(n-1,n,r) 6 --all", Holds::Several),
    ("shuffling S(n-1,n,l) 12 --algorithm sn1nl", Holds::One),
    ("checkers 3 2 --first left", Holds::One),
    ("checkers 3 2 --moves 2..9", Holds::Part),
    ("checkers 2 2 --all", Holds::Several),
    ("checkers 3 3 --algorithm move", Holds::One),
    ("checkers 12 2 --algorithm iterative-move", Holds::One),
    ("checkers 2 3 --vacancies 2", Holds::One),
    ("grid solve figure-5 --no-store", Holds::One),
    ("grid solve puzzle.json", Holds::One),
    ("grid solve --construct puzzle.json", Holds::One),
    ("export --kind table --k 2 --n 5 --format text", Holds::One),
    (
        "export --kind table --k 2 --n 5 --format text --notation latex",
        Holds::One,
    ),
    ("show 2 5", Holds::One),
    ("show 2 5 --mirror --characters ascii", Holds::One),
    ("show 4 29 --characters unicode --color always", Holds::One),
    ("show 2 12 --steps 0..12", Holds::One),
    ("show 2 12 --steps 3..12", Holds::Part),
    ("show 2 12 --steps ends", Holds::Part),
    ("show data/families/k04-bases.json", Holds::Several),
    ("show row.json", Holds::One),
    ("show auxiliary 4", Holds::One),
    ("show shuffling S(n,n,r) 3 --characters ascii", Holds::One),
    ("show checkers 6 7", Holds::One),
    ("show grid figure-3", Holds::One),
    ("show grid solved.json --characters ascii", Holds::One),
];

/// Whatever prints moves as text names their puzzle, and whatever reads moves reads it back.
#[test]
fn moves_that_are_printed_as_text_are_read_back() {
    let place = Place::with_data();
    let puzzle =
        r#"{"id": "a: b", "grid": "square", "start": ["oo", "o."], "target": [".o", "oo"]}"#;
    place.write("puzzle.json", puzzle);
    for (file, command) in [
        ("row.json", "solve --row 1a2b 2 --goal 2b1a"),
        ("solution.json", "generate 3 7"),
        ("solved.json", "grid solve puzzle.json"),
    ] {
        let printed = place.run(&format!("{command} -q --format json"));
        place.write(file, &printed.done());
    }
    for &(command, holds) in PRINTING {
        let text = place.run(&format!("{command} -q")).done();
        assert!(text.starts_with("# "), "{command}: {text}");
        let verified = place.run_with("verify", &text);
        match holds {
            Holds::Part => {
                let line = verified.failed(2);
                assert!(
                    line.contains("a part of a solution: expected all"),
                    "{line}"
                );
            }
            _ => {
                assert_eq!(verified.code, 0, "{command}: {verified:?}");
                let solutions = verified.out.lines().count();
                assert_eq!(
                    solutions > 1,
                    holds == Holds::Several,
                    "{command}: {verified:?}"
                );
                assert!(!verified.out.contains("wrong"), "{command}: {verified:?}");
            }
        }
        // What is taken in must not answer later commands.
        let added = Place::new().run_with("add -", &text);
        match holds {
            Holds::One if text.starts_with("# linear") => assert_eq!(added.code, 0, "{added:?}"),
            Holds::One => {}
            _ => assert_eq!(added.failed(2).lines().count(), 1),
        }
        for reading in ["show", "draw", "explain"] {
            let ran = place.run_with(&format!("{reading} -"), &text);
            let says = match holds {
                Holds::One => {
                    assert!(
                        ran.code == 0 && ran.out.len() > 100,
                        "{command} | {reading}: {ran:?}"
                    );
                    continue;
                }
                Holds::Several => "it holds several solutions: expected one",
                Holds::Part => "a part of a solution",
            };
            assert!(ran.failed(2).contains(says), "{command} | {reading}");
        }
    }
}

/// A header line and what the caller says of the puzzle have to agree.
#[test]
fn a_header_line_that_is_contradicted_is_refused() {
    let place = Place::new();
    for (printing, options, says) in [
        (
            "generate 2 5",
            "--k 2 --n 6",
            "the moves are for k=2 n=5, not for k=2 n=6",
        ),
        (
            "generate 2 5",
            "--start 3",
            "the first coin is at 1, not at 3",
        ),
        (
            "show 2 5",
            "--k 3 --n 5",
            "the moves are for k=2 n=5, not for k=3 n=5",
        ),
        ("solve --row oxxoox 2", "--k 2 --n 3", "not for k=2 n=3"),
        (
            "show auxiliary 3",
            "--k 3 --n 6",
            "the moves are for auxiliary k=3, not for k=3 n=6",
        ),
        ("checkers 2 2", "--k 2 --n 3", "not for k=2 n=3"),
        (
            "grid solve figure-3 --no-store",
            "--k 2 --n 3",
            "not for k=2 n=3",
        ),
    ] {
        let text = place.run(&format!("{printing} -q")).done();
        for reading in ["verify", "show", "draw", "explain", "extend"] {
            let line = place
                .run_with(&format!("{reading} - {options}"), &text)
                .failed(2);
            let differs = reading == "extend" || line.contains(says);
            assert!(differs, "{printing} | {reading} {options}: {line}");
        }
    }
    let text = place.run("generate 2 5 -q").done();
    let other = place.run_piped(&["verify", "--puzzle", "checkers n=2 m=2"], &text);
    assert!(other.failed(2).contains("not for checkers n=2 m=2"));
}
