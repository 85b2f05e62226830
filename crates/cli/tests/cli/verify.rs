//! `tait verify` and `tait data`, end to end.

use crate::common::{Place, bare, parsed};
use serde_json::{Value, json};
use std::fs;
use tait_testkit::DATA;

#[test]
fn moves_are_verified_from_standard_input_and_from_files() {
    let place = Place::new();
    let moves = place.run("generate 2 1000").done();
    let expected = "-: k=2 n=1000: 1000 moves, black type, shift +2, optimal: n moves are a lower bound, replayed\n";
    for arguments in ["verify --k 2 --n 1000", "verify - --k 2 --n 1000"] {
        assert_eq!(place.run_with(arguments, &moves).done(), expected);
    }
    place.write("headed", &format!("# linear k=2 n=1000 start=1\n{moves}"));
    place.write(
        "latex",
        "# linear k=2 n=3\n$(1 \\rightarrow 7)$, $(6 \\rightarrow 9)$, $(3 \\rightarrow 6)$.\n",
    );
    let out = place.run("verify headed latex").done();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], expected.trim_end().replace("-: ", "headed: "));
    assert_eq!(
        lines[1],
        "latex: k=2 n=3: 3 moves, black type, shift +4, optimal: n moves are a lower bound, replayed"
    );
    let started = place.run("generate 4 21 --base published").done();
    assert_eq!(
        place
            .run_with("verify --k 4 --n 21 --start 5", &started)
            .code,
        0
    );
    let json = place.run("generate 4 21 --format json").done();
    assert!(
        place
            .run_with("verify", &json)
            .done()
            .contains("k=4 n=21: 21 moves")
    );
}

#[test]
fn moves_without_a_header_are_shown_drawn_and_explained_with_their_size() {
    let place = Place::new();
    let moves = place.run("solve 2 4 --start 3 -q").done();
    let moves = bare(&moves);
    for (command, part) in [
        ("show", "k=2 n=4 start=3 drawn: 4 moves, black type"),
        ("draw", "2 coins at a time, n = 4"),
        ("explain", "The starting row has 1 pair"),
    ] {
        let text = place
            .run_with(&format!("{command} - --k 2 --n 4 --start 3"), moves)
            .done();
        assert!(text.contains(part), "{text}");
        let line = place.run_with(&format!("{command} -"), moves).failed(2);
        assert!(line.contains("add --k K --n N"), "{line}");
        let other = place.run_with(&format!("{command} - --k 2 --n 3"), moves);
        assert_eq!((other.code, other.out.as_str()), (2, ""), "{other:?}");
        let line = place.run(&format!("{command} 2 4 --k 2 --n 4")).failed(2);
        assert!(line.contains("--k and --n are for a file"), "{line}");
    }
}

#[test]
fn records_say_why_they_are_optimal() {
    let place = Place::with_data();
    let files =
        "data/families/k04-bases.json data/solutions/k02/n003.json data/solutions/k03/n006.json";
    assert_eq!(
        place.run(&format!("verify {files}")).done(),
        "data/families/k04-bases.json: family for k = 4: 8 bases, for every n >= 13, n moves, optimal, replayed\n\
         data/solutions/k02/n003.json: k=2 n=3: 3 moves, black type, shift +4, optimal: n moves are a lower bound, replayed\n\
         data/solutions/k03/n006.json: k=3 n=6: 7 moves, white type, shift +0, optimal: no solution of 6 moves, by exhaustive search, recounted\n"
    );
    let bare = place.run("generate 3 6 --format json").done();
    assert!(
        place
            .run_with("verify", &bare)
            .done()
            .ends_with("the fewest on record, replayed\n")
    );
    let csv = place
        .run("verify data/solutions/k02/n003.json --format csv")
        .done();
    assert_eq!(
        csv,
        "file,valid,puzzle,moves,type,shift,optimal,level,repeated,skipped,message\n\
         data/solutions/k02/n003.json,true,k=2 n=3,3,black,4,n moves are a lower bound,replayed,0,0,\n"
    );
}

#[test]
fn a_solution_with_restrictions_is_shown_as_no_more_than_that() {
    let place = Place::new();
    let solved = place.run("solve 2 4 --type white -q --format json").done();
    place.write("white.json", &solved);
    let shown = place.run("show white.json").done();
    let said = "none with blocks any, white type is shorter: every smaller number of moves was searched, recounted";
    assert!(shown.contains(said), "{shown}");
    assert!(!shown.contains("optimal"), "{shown}");
    let explained = place.run("explain white.json").done();
    let said = "No solution with blocks any, white type is shorter, because searches excluded";
    assert!(explained.contains(said), "{explained}");
    let drawn = place.run("draw white.json").done();
    assert!(!drawn.contains("optimal"), "{drawn}");
    // What no record can claim is printed as a bare solution.
    let bare = place.run("solve 3 6 --engine ida -q --format json").done();
    assert!(!bare.contains("claim"), "{bare}");
    let verified = place.run_with("verify", &bare).done();
    assert!(verified.contains("k=3 n=6: 7 moves"), "{verified}");
}

#[test]
fn the_first_bad_move_is_named() {
    let place = Place::new();
    for (text, expected) in [
        (
            "(1→7)\n(8→9)\n",
            "wrong: line 2: move 2 (8→9) is not allowed",
        ),
        (
            "(1→2)\n",
            "wrong: line 1: move 1 (1→2) is not allowed: position 2 is both a source and a destination",
        ),
        (
            "(1→4)\n",
            "move 1 (1→4) is not allowed: position 4 is occupied",
        ),
        ("(9→1)\n", "position 9 holds no coin to move"),
        ("(1→7)\n(6→9)\n", "after 2 moves the row has a gap"),
        (
            "(1→7)\n(7→1)\n",
            "are both o, so the row does not alternate",
        ),
    ] {
        let ran = place.run_with("verify --k 2 --n 3", text);
        assert_eq!((ran.code, ran.err.as_str()), (1, ""), "{text}");
        assert!(ran.out.contains(expected), "{ran:?}");
        assert_eq!(ran.out.lines().count(), 1);
    }
}

#[test]
fn what_cannot_be_read_is_bad_input() {
    let place = Place::with_data();
    let path = "data/solutions/k02/n003.json";
    let text = fs::read_to_string(place.path(path)).unwrap();
    place.write("truncated.json", &text[..text.len() / 2]);
    place.write("newer.json", &text.replace("\"1.0\"", "\"2.0\""));
    place.write(
        "minor.json",
        &text
            .replace("\"1.0\"", "\"1.9\"")
            .replace("\"k\"", "\"hint\": 1, \"k\""),
    );
    place.write("edited.json", &text.replace("[6,9]", "[6,8]"));
    place.write("huge", "# linear k=2 n=99999999999\n(1→7)\n");
    place.write("prose", "# linear k=2 n=3\n(1→7)\nthen 6\n");
    place.write("empty", "  \n");
    place.write("headless", "(1→7)\n");
    place.write("header", "# linear k=2 m=3\n");
    place.write("small", "# linear k=9 n=3\n");
    for (file, expected) in [
        ("truncated.json", "EOF while parsing"),
        ("newer.json", "schema 2.0 is newer than this tait"),
        ("huge", "n = 99999999999 is too large to check"),
        ("prose", "prose: line 3: 'then 6' is not a move"),
        ("empty", "the file is empty"),
        ("headless", "--k K --n N"),
        ("header", "line 1: invalid header"),
        ("small", "line 1: k = 9 and n = 3"),
        ("missing", "No such file"),
        ("data", "directory"),
    ] {
        let line = place.run(&format!("verify {file}")).failed(2);
        assert!(line.contains(expected), "{line}");
        assert!(line.starts_with(&format!("tait: {file}: ")), "{line}");
    }
    assert_eq!(place.run("verify minor.json").code, 0);
    let ran = place.run("verify edited.json truncated.json minor.json");
    assert_eq!(ran.code, 2);
    assert!(
        ran.out
            .contains("edited.json: wrong: move 2 (6→8) is not allowed"),
        "{ran:?}"
    );
    assert!(ran.out.contains("minor.json: k=2 n=3: 3 moves"), "{ran:?}");
    assert_eq!(place.run("verify edited.json").code, 1);
    let line = place
        .run_with("verify --k 2 --n 4", "# linear k=2 n=3\n(1→7)\n")
        .failed(2);
    assert!(
        line.contains("the moves are for k=2 n=3, not for k=2 n=4"),
        "{line}"
    );
    for (options, expected) in [
        ("--k 2 --n 4", "the moves are for k=2 n=3, not for k=2 n=4"),
        ("--start 5", "the first coin is at 1, not at 5"),
    ] {
        let line = place.run(&format!("verify minor.json {options}")).failed(2);
        assert!(line.contains(expected), "{line}");
    }
    let line = place.run("verify newer.json --k 2 --n 3").failed(2);
    assert!(line.contains("is newer than this tait"), "{line}");
    let answer = place.run("exists 2 5 --format json -q").done();
    let _ = place.run_with("verify --k 2 --n 5", &answer).done();
    let line = place.run_with("verify --k 2 --n 4", &answer).failed(2);
    assert!(line.contains("not for k=2 n=4"), "{line}");
    // Verifying never moves a file.
    assert!(place.path("edited.json").exists());
}

#[test]
fn the_data_directory_is_listed_and_checked() {
    let place = Place::with_data();
    let out = place.run("data list --format csv").done();
    assert_eq!(
        out,
        "file,k,n,moves,holds,level,whose,found_by\n\
         families/k04-bases.json,4,,,\"8 bases, for every n >= 13, n moves, optimal\",replayed,own,framework 4 --from 13\n\
         solutions/k02/n003.json,2,3,3,optimal solution,replayed,own,solve 2 3\n\
         solutions/k03/n006.json,3,6,7,optimal solution,recorded,own,solve 3 6\n"
    );
    assert!(place.run("data check").done().contains(
        "solutions/k03/n006.json  true   recounted         1        0  optimal solution"
    ));
    place.write("data/solutions/k02/n004.json", "{");
    let ran = place.run("data check");
    assert_eq!(ran.code, 1);
    assert!(
        ran.out
            .contains("EOF while parsing an object at line 1 column 1"),
        "{ran:?}"
    );
    assert!(!ran.out.contains("data/solutions"), "{ran:?}");
    assert!(place.path("data/solutions/k02/n004.json").exists());
    assert_eq!(place.run("data list").code, 0);
    assert_eq!(Place::new().run("data list --format jsonl").done(), "");
    assert_eq!(Place::new().run("data check --format json").done(), "[]\n");
}

/// Whatever was checked, the line ends with how far, and no part of it is missing.
#[test]
fn every_line_ends_with_a_level() {
    let place = Place::with_data();
    let printed = [
        "generate 3 6 --format json",
        "solve --row oxxoox 2 --format json",
        "auxiliary 3 --format json",
        "shuffling S(n,n,r) 10 --format json",
        "checkers 3 2 --format json",
        "grid solve figure-5 --format json",
        "grid solve figure-5 -q",
        "grid solve theorem-1 --format json",
        "grid solve --construct figure-5 --format json",
        "grid solve --construct figure-5 -q",
        "grid boards --design 3x3 --coins 4 --format json",
        "grid boards --design 3x3 --coins 4 --format jsonl",
    ];
    let mut lines = Vec::new();
    for command in printed {
        let text = place.run(command).out;
        lines.push((command.to_owned(), place.run_with("verify", &text).done()));
    }
    let listed = place.run("data list --format csv").done();
    let files = listed
        .lines()
        .skip(1)
        .filter_map(|row| row.split(',').find(|cell| cell.ends_with(".json")));
    for file in files.filter(|file| !file.contains("font")) {
        lines.push((
            file.to_owned(),
            place.run(&format!("verify data/{file}")).done(),
        ));
    }
    assert!(lines.len() > printed.len(), "{listed}");
    for (what, line) in lines {
        let end = line.trim_end_matches('\n');
        let levels = [
            "replayed",
            "recounted",
            "recorded",
            "confirmed",
            "searches recounted",
        ];
        assert!(
            levels.iter().any(|level| end.ends_with(level)),
            "{what}: {line:?}"
        );
        assert!(
            !end.contains(", ,") && !end.contains(": ,") && !end.contains('\n'),
            "{what}: {line:?}"
        );
    }
}

/// Moves on a grid are checked as they are printed, if their puzzle is a known one.
#[test]
fn moves_on_a_grid_are_verified_as_text() {
    let place = Place::new();
    let text = place.run("grid solve --construct figure-5 -q").done();
    assert_eq!(
        place.run_with("verify", &text).done(),
        "-: 6 coins on the square grid, absolute: 50 moves, not proven optimal, replayed\n"
    );
    assert!(place.run_with("draw -", &text).done().starts_with("<svg"));
    assert!(
        place
            .run_with("explain -", &text)
            .done()
            .contains("Figure 5")
    );
    let ascii = text.replace('→', " -> ");
    assert_eq!(place.run_with("verify", &ascii).code, 0);
    let short: Vec<&str> = text.lines().take(5).collect();
    let ran = place.run_with("verify", &short.join("\n"));
    assert!(
        ran.code == 1 && ran.out.contains("absolute: wrong: "),
        "{ran:?}"
    );
    for (text, message) in [
        (
            "(1, 2)→(1, 0)\n".to_owned(),
            "the puzzle of these moves is unknown",
        ),
        (
            "# figure-5\n(1, 2)→(1, 0)\n(1, 1)\n".to_owned(),
            "line 3: '(1, 1)' is not a move: a position is left over; write ",
        ),
        (
            "# figure-32\n(1, 2)→(1, 0)\n".to_owned(),
            "figure-32: a configuration without a target",
        ),
    ] {
        let line = place.run_with("verify", &text).failed(2);
        assert!(line.contains(message), "{line}");
    }
}

#[test]
fn moves_are_verified_as_people_write_them() {
    let place = Place::new();
    for text in [
        "2 9 5 2 8 5 1 8",
        "(2→9) (5→2) (8→5) (1→8)",
        "1. 2-9\n2. 5-2\n3. 8-5  # three coins\n4. 1-8\n",
        "[\n  [2.0, 9],\n  [5,\n2], [8, 5],\n  [1, 8]\n]\n",
        "2 to 9, 5 to 2\n8,5\n(1,8) // done\n",
    ] {
        let ran = place.run_with("verify --k 2 --n 4", text).done();
        assert!(ran.starts_with("-: k=2 n=4: 4 moves, "), "{text}: {ran}");
    }
    for (text, line) in [
        ("2-9-4", "it is not clear which positions belong together"),
        ("2 9 5", "a position is left over"),
    ] {
        let refused = place.run_with("verify --k 2 --n 4", text).failed(2);
        assert!(refused.contains(line), "{refused}");
    }
    let figure = "# figure-5\n[\n  [[1, 2], [1, 0]],\n  [[3, 2], [1.0, 1]\n]]\n";
    let ran = place.run_with("verify", figure);
    assert!(ran.code == 1 && ran.out.contains(": wrong: "), "{ran:?}");
    let checkers = "# checkers n=1 m=1\n";
    for moves in ["1 3 2", "1→2, 3→1, 2-3", "1. 1\n2. 3→1\n3) 2 # done"] {
        let text = format!("{checkers}{moves}\n");
        let ran = place.run_with("verify", &text).done();
        assert!(ran.contains("3 moves"), "{ran}");
    }
    let forged = place.run_with("verify", &format!("{checkers}1\n3→2\n2\n"));
    assert!(
        forged.code == 1
            && forged
                .out
                .contains("line 3: what moves from cell 3 goes to cell 1, not to cell 2"),
        "{forged:?}"
    );
}

#[test]
fn a_wrong_file_among_right_ones_is_named() {
    let place = Place::new();
    let _ = place.run("solve 2 3 -q").done();
    let _ = place.run("solve 3 6 -q").done();
    let right = place.run("data check");
    assert_eq!((right.code, right.err.as_str()), (0, ""), "{right:?}");
    let file = "data/solutions/k02/n003.json";
    let text = fs::read_to_string(place.path(file)).unwrap();
    place.write(file, &text.replace("\"n\": 3", "\"n\": 4"));
    let wrong = place.run("data check");
    assert_eq!(wrong.code, 1, "{wrong:?}");
    let line = wrong.err.lines().next_back().unwrap();
    assert!(
        line.starts_with("tait: solutions/k02/n003.json: "),
        "{wrong:?}"
    );
    assert!(!wrong.err.contains("k03"), "{wrong:?}");
}

#[test]
fn answers_of_exists_are_verified() {
    let place = Place::new();
    for (sizes, code, said) in [
        (
            "4 8",
            0,
            "k=4 n=8: 8 moves, black type, shift +4, optimal: n moves are a lower bound, replayed",
        ),
        (
            "4 6",
            1,
            "k=4 n=6: no solution of 6 moves: exhaustive search on positions -7..20, blocks any, 368 states, recounted",
        ),
        // Engines that count no states, and searches without a rule, have answers that can be repeated, too, if few states do.
        (
            "6 11",
            1,
            "k=6 n=11: no solution of 11 moves: exhaustive search on positions -11..34, blocks any, recorded",
        ),
        (
            "3 8 --engine bidirectional",
            1,
            "k=3 n=8: no solution of 8 moves: exhaustive search on positions -5..22, blocks any, recounted",
        ),
        (
            "3 6 --no-block-rule",
            1,
            "k=3 n=6: no solution of 6 moves: exhaustive search on positions -5..18, blocks any, 619 states, recounted",
        ),
        ("2 2", 1, "k=2 n=2: k = 2, n = 2 has no solution"),
    ] {
        let answer = place.run(&format!("exists {sizes} -q --format json"));
        assert_eq!(answer.code, code, "{answer:?}");
        place.write("answer.json", &answer.out);
        let verified = place.run("verify answer.json").done();
        assert!(verified.contains(said), "{verified}");
        let shown = place.run("show answer.json --format moves");
        assert_eq!(shown.code, if code == 0 { 0 } else { 2 }, "{shown:?}");
    }
    let no = place.run("exists 4 6 -q --format json").out;
    let yes = place.run("exists 4 8 -q --format json").out;
    for (from, text, to, said) in [
        (
            &no,
            "151",
            "152",
            "counts 152 states 3 steps from the start, but there are 151",
        ),
        (&no, "-7", "-6", "was on positions -6..20, but needs -7..20"),
        (
            &no,
            "\"moves\": 6",
            "\"moves\": 7",
            "the search was for 7 moves, not for n",
        ),
        (
            &no,
            "\"exists\": false",
            "\"exists\": true",
            "contradict each other",
        ),
        (
            &no,
            "\"pairs\": true",
            "\"pairs\": false",
            "counts 30 states 1 step from the start, but there are 36",
        ),
        (&yes, "[2,17]", "[3,17]", "wrong: "),
        (
            &yes,
            "\"exists\": true",
            "\"exists\": false",
            "contradict each other",
        ),
    ] {
        assert!(from.contains(text), "{from}");
        place.write("forged.json", &from.replacen(text, to, 1));
        let verified = place.run("verify forged.json");
        assert_eq!(verified.code, 1, "{text}: {verified:?}");
        assert!(verified.out.contains(said), "{text}: {verified:?}");
    }
    for (text, said) in [
        (
            "{\"a\": 1}",
            "expected JSON as tait prints it: missing field `puzzle`",
        ),
        ("{\"a\": ", "the JSON is damaged: EOF while parsing a value"),
    ] {
        place.write("other.json", text);
        for command in ["verify", "show"] {
            let line = place.run(&format!("{command} other.json")).failed(2);
            assert!(line.contains(said), "{line}");
        }
    }
}

/// What has the name of something known is compared with it; no key is left over; and no level speaks for a run.
#[test]
fn false_fields_of_records_are_refused_or_said_to_be_on_record() {
    let place = Place::new();
    let records = [
        "grid-solutions/four-pennies.json",
        "solutions/k04/n004.json",
        "wraps/k03/split-2-2-white/m2-bases.json",
    ];
    let [pennies, solution, wraps] = records.map(|name| {
        let text = fs::read_to_string(format!("{DATA}/{name}")).unwrap();
        parsed(&text)
    });
    let verify = |value: &Value| {
        place.write("forged.json", &value.to_string());
        place.run("verify forged.json")
    };
    let mut elsewhere = pennies.clone();
    for coins in ["start", "target"] {
        for coin in elsewhere[coins].as_array_mut().unwrap() {
            coin[0] = json!(coin[0].as_i64().unwrap() + 1);
        }
    }
    for step in elsewhere["moves"].as_array_mut().unwrap() {
        for cell in step.as_array_mut().unwrap() {
            cell[0] = json!(cell[0].as_i64().unwrap() + 1);
        }
    }
    let ran = verify(&elsewhere);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.out
            .contains("different puzzles of the name four-pennies"),
        "{ran:?}"
    );
    for (record, at) in [
        (&pennies, ""),
        (&solution, "/found_by"),
        (&wraps, "/widths/0/looked_for/split"),
    ] {
        let mut more = record.clone();
        more.pointer_mut(at).unwrap()["sure"] = json!(true);
        let line = verify(&more).failed(2);
        assert!(line.contains("unknown field `sure`"), "{line}");
    }
    let mut states = solution.clone();
    states["found_by"]["states"] = json!(999_999);
    let ran = verify(&states);
    assert_eq!(ran.code, 0, "{ran:?}");
    let said = "on record, not checked: version, time, seed and states of the runs";
    assert!(ran.err.contains(said), "{ran:?}");
    let moves = place.run("generate 2 9 --format json").done();
    let ran = place.run_with("verify", &moves);
    assert!(!ran.err.contains("on record"), "{ran:?}");
}
