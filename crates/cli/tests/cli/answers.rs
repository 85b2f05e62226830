//! Everything that is known is answered: the map, options that a file sets, and words for every puzzle. Other requests
//! are refused.

use crate::common::{Place, Ran, parsed};
use serde_json::{Value, json};
use tait_linear::check;
use tait_testkit::DATA;

fn asked(place: &Place, command: &str) -> Ran {
    place.run(&format!("{command} --data {DATA}"))
}

#[test]
fn sizes_that_only_the_map_knows_are_answered() {
    let place = Place::new();
    for (k, n) in [
        (7, 8),
        (7, 12),
        (7, 13),
        (8, 14),
        (9, 13),
        (9, 18),
        (11, 34),
    ] {
        let ran = asked(&place, &format!("generate {k} {n}"));
        assert_eq!(ran.err, format!("k={k} n={n} start=1: map of k = {k}\n"));
        let solution = crate::common::moves(k, n, 1, &ran.done());
        assert_eq!(check(&solution).unwrap().moves, n);
    }
    // Where n moves do not suffice, the answer is the optimum with its searches, or the best known solution.
    let shown = asked(&place, "show 7 7").done();
    assert!(
        shown.contains("9 moves") && shown.contains("optimal"),
        "{shown}"
    );
    let ran = asked(&place, "generate 7 7");
    assert!(ran.err.contains("9 moves, none fewer"), "{ran:?}");
    let explained = asked(&place, "explain 7 7").done();
    assert!(explained.contains("No solution is shorter"), "{explained}");
    let ran = asked(&place, "generate 11 10");
    assert!(
        ran.err
            .contains("map of k = 11; 13 moves, the best known: at least 12 are needed"),
        "{ran:?}"
    );
    let explained = asked(&place, "explain 11 10").done();
    assert!(explained.contains("At least 12 are needed"), "{explained}");
    let drawn = asked(&place, "draw 11 10").done();
    assert!(drawn.starts_with("<svg"), "{drawn}");
}

#[test]
fn even_sizes_have_no_solution_of_black_type_on_their_row_and_r1() {
    let place = Place::new();
    for k in [3, 5] {
        for n in [4, 8, 12, 14] {
            let command = format!("exists {k} {n} --blocks R1 --type black --shift {k}");
            assert_eq!(place.run(&command).code, 1, "{command}");
        }
    }
}

#[test]
fn a_span_is_that_of_the_adjacency_in_the_file() {
    let place = Place::new();
    place.write(
        "one.json",
        r#"{"grid": "triangular", "adjacency": 3, "start": ["oo"]}"#,
    );
    let span = |options: &str| place.run(&format!("grid span one.json {options}")).done();
    assert_eq!(span(""), span("--adjacency 3"));
    assert_ne!(span(""), span("--adjacency 2"));
    place.write(
        "none.json",
        r#"{"grid": "square", "adjacency": 0, "start": ["oo"]}"#,
    );
    let line = place.run("grid span none.json").failed(2);
    assert!(
        line.contains("adjacency is 0: expected 1 or more"),
        "{line}"
    );
}

#[test]
fn three_labelled_coins_are_refuted_by_their_colours_before_any_search() {
    let place = Place::new();
    place.write(
        "swapped.json",
        r#"{"grid": "triangular", "labeled": true, "start": ["12", "3."], "target": ["21", "3."]}"#,
    );
    let ran = place.run("grid solve swapped.json --state-limit 1");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.err
            .contains("no solution: every triangle that the three coins make"),
        "{ran:?}"
    );
}

#[test]
fn what_was_not_decided_is_not_called_unsolvable() {
    let place = Place::new();
    let ran = place.run("grid solve figure-5 --most-moves 3");
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(
        ran.err
            .contains("\nundecided: no solution of up to 3 moves"),
        "{ran:?}"
    );
    assert!(!ran.err.contains("\nno solution"), "{ran:?}");
    // A construction that is too long stops, but is not bad input.
    let far = 16_000_000;
    place.write(
        "far.json",
        &format!(
            r#"{{"grid": "triangular", "start": [[0, 0], [1, 0], [0, 1], [1, 1]],
                "target": [[{far}, 0], [{}, 0], [{far}, 1], [{}, 1]]}}"#,
            far + 1,
            far + 1
        ),
    );
    let ran = place.run("grid solve --construct far.json --format json");
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(
        ran.err.contains("stopped: the constructed solution"),
        "{ran:?}"
    );
    let answer = parsed(&ran.out);
    assert_eq!(
        (&answer["solvable"], &answer["moves"]),
        (&true.into(), &Value::Null)
    );
}

#[test]
fn answers_to_grid_puzzles_are_verified() {
    let place = Place::new();
    for (name, command) in [
        ("solved.json", "grid solve figure-2"),
        ("constructed.json", "grid solve --construct figure-2"),
    ] {
        let json = place.run(&format!("{command} --format json -q"));
        if json.code != 0 {
            assert_eq!(name, "constructed.json", "{json:?}");
            continue;
        }
        place.write(name, &json.out);
        let told = place.run(&format!("verify {name}")).done();
        assert!(told.contains(" moves, "), "{told}");
        let mut answer = parsed(&json.out);
        let moves = answer["moves"].as_array_mut().unwrap();
        let _ = moves.pop();
        place.write(name, &answer.to_string());
        let ran = place.run(&format!("verify {name}"));
        assert_eq!(ran.code, 1, "{ran:?}");
    }
    let json = place.run("grid solve figure-2 --format json -q").done();
    let mut answer = parsed(&json);
    answer["optimal_moves"] = 1.into();
    place.write("padded.json", &answer.to_string());
    let ran = place.run("verify padded.json");
    assert!(
        ran.code == 1 && ran.out.contains("it states 1 move,"),
        "{ran:?}"
    );
    place.write(
        "none.json",
        &place.run("grid solve theorem-1 --format json -q").out,
    );
    let told = place.run("verify none.json").done();
    assert!(
        told.ends_with("none does (Theorem 1)), recorded\n"),
        "{told}"
    );
}

#[test]
fn every_puzzle_is_explained_in_words() {
    let place = Place::new();
    let figure_5 = place.run("grid solve figure-5 --format json -q").done();
    place.write("figure-5.json", &figure_5);
    for (subject, expected) in [
        ("shuffling S(n,n,r) 8", "no solution is shorter"),
        ("shuffling S(n,n,r) 8", "four coins of each colour fewer"),
        ("shuffling S^-1(n,n-1,l) 9", "S^-1(m,m,l)"),
        ("shuffling S(n,n,r) 3", "does not exclude shorter ones"),
        ("checkers 5 3", "at least nm + n + m = 23 moves are needed"),
        ("checkers 5 3", "jump(b,w,r)"),
        ("grid figure-5", "none is shorter"),
        ("grid figure-5", "Theorem 2"),
        ("grid theorem-1", "No solution: "),
        ("grid v-to-diagonal-5", "a shorter one may exist"),
        ("grid figure-5.json", "none is shorter"),
        ("figure-5.json", "Extra coins"),
        (
            "DATA/grid-solutions/figure-5.json",
            "`tait grid solve figure-5` recorded",
        ),
        (
            "DATA/shuffling/constrained.json",
            "the weight, does not change",
        ),
        ("DATA/checkers/reversal.json", "excluded by"),
    ] {
        let subject = subject.replace("DATA", DATA);
        let words = asked(&place, &format!("explain {subject}")).done();
        assert!(words.contains(expected), "{subject}: {words}");
    }
    for (file, command) in [
        ("grid/font5x7.json", "tait grid table font5x7"),
        ("wraps/k02/whole/first-bases.json", "tait wraps 2 --bases"),
        ("classification/k04.json", "tait classify --k 4..4"),
    ] {
        let line = place.run(&format!("explain {DATA}/{file}")).failed(2);
        assert!(line.contains(&format!(": use {command}")), "{line}");
    }
}

#[test]
fn options_are_honoured_or_refused() {
    let place = Place::new();
    for (command, expected) in [
        ("auxiliary 4 --from 3", "unexpected argument '--from'"),
        (
            "auxiliary 4 --common-pattern",
            "unexpected argument '--common-pattern'",
        ),
        ("auxiliary 4 --blocks R1", "unexpected argument '--blocks'"),
        (
            "framework 4 --free-offsets",
            "unexpected argument '--free-offsets'",
        ),
        (
            "framework 6 --prelude 26",
            "unexpected argument '--prelude'",
        ),
        (
            "auxiliary 6 --prelude 26 --free-offsets",
            "'--prelude <N>' cannot be used with '--free-offsets'",
        ),
        (
            "auxiliary 6 --prelude 26 --seed 1",
            "'--prelude <N>' cannot be used with '--seed <NUMBER>'",
        ),
        (
            "auxiliary 6 --prelude 26 --to 30",
            "unexpected argument '--to'",
        ),
        (
            "auxiliary 3 --prelude 26",
            "k = 3 is too small: preludes need k >= 4",
        ),
        (
            "auxiliary 6 --prelude 11",
            "k = 6: n = 11 is too small, the smallest n with a prelude is 12",
        ),
        (
            "auxiliary 6 --prelude 50000",
            "k=6 n=50000: 100012 cells are too many to draw, the limit is 100000",
        ),
        (
            "auxiliary 63 --prelude 40000",
            "are too many for one picture",
        ),
        ("framework 4 --parity even", "--common-pattern"),
        (
            "framework 4 --smallest --common-pattern",
            "--common-pattern",
        ),
        ("auxiliary 9 --smallest", "unexpected argument '--smallest'"),
        (
            "framework 16 --from 113",
            "n = 113: a search for 113 moves needs a board of 258 positions, the limit is 256",
        ),
        (
            "framework 8 --from 113 --to 113",
            "n = 113: a search for 113 moves needs a board of 258 positions, the limit is 256",
        ),
        (
            "framework 9 --stationary 500",
            "position 500 holds no coin at the start: the coins stand at 1..238",
        ),
        (
            "framework 5 --stationary 9 --to 4",
            "position 9 holds no coin at the start: the coins stand at 1..8",
        ),
    ] {
        let line = place.run(command).failed(2);
        assert!(line.contains(expected), "{command}: {line}");
    }
    let ran = place.run("framework 11 --smallest --from 20 --to 20 --time-limit 1s");
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(
        ran.err
            .contains("n = 20 modulo 22; the same command continues from here"),
        "{ran:?}"
    );
    let ran = place.run("solve 3 6 --fresh --engine ida");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(!ran.err.contains("memory"), "{ran:?}");
    assert!(ran.err.contains("which --engine breadth counts"), "{ran:?}");
}

#[test]
fn help_lists_the_formats_that_a_command_has() {
    let place = Place::new();
    for (command, has, lacks) in [
        ("draw", "- tikz:", "- csv:"),
        ("generate", "- jsonl:", "- svg:"),
        ("grid span", "- json:", "- markdown:"),
        ("framework", "- json:", "- html:"),
    ] {
        let help = place.run(&format!("{command} --help")).done();
        assert!(
            help.contains(has) && !help.contains(lacks),
            "{command}: {help}"
        );
    }
    // The option may come before the command or after it.
    let after = place.run("generate 2 3 --format csv").done();
    assert_eq!(place.run("--format csv generate 2 3").done(), after);
    let span = "grid span figure-5 --format json";
    assert_eq!(
        place.run("--format json grid span figure-5").done(),
        place.run(span).done()
    );
    assert_eq!(
        place.run("grid --format json span figure-5").done(),
        place.run(span).done()
    );
    for refused in ["--format svg generate 2 3", "generate 2 3 --format svg"] {
        let line = place.run(refused).failed(2);
        assert_eq!(
            line,
            "tait: invalid value 'svg' for '--format <FORMAT>': expected text, json, jsonl or csv\n"
        );
    }
    let line = place.run("plot thresholds --format html").failed(2);
    assert!(
        line.contains("for '--format <FORMAT>': expected svg, tikz, png or pdf\n"),
        "{line}"
    );
}

/// What cannot be stored is shown before the error.
#[test]
fn an_answer_that_cannot_be_stored_is_shown() {
    let place = Place::new();
    for question in ["solve 3 4", "grid solve figure-1"] {
        let shown = place
            .run(&format!("--no-corpus {question} --no-store"))
            .done();
        let ran = place.run(&format!("--no-corpus --data /proc/tait {question}"));
        assert_eq!((ran.code, &*ran.out), (4, &*shown), "{ran:?}");
        assert!(ran.err.contains("/proc/tait"), "{ran:?}");
    }
}

/// A solution that is longer than another that is known is called right, with how many moves it has more, in each family.
/// Each of these ends with a move that is taken back and made again.
#[test]
fn a_longer_solution_is_compared_with_the_fewest_moves() {
    let place = Place::new();
    let four = place.run("generate 2 4").done();
    let last = four.trim().lines().next_back().unwrap();
    let (from, to) = last.trim_matches(['(', ')']).split_once('→').unwrap();
    let linear = format!("{four}({to}→{from})\n{last}\n");
    let checkers = place.run("checkers 2 2").done();
    let shuffling = place.run("shuffling S(n,n,r) 4").done();
    let _ = place.run("checkers --reverse 3").done();
    let mut grid = parsed(&place.run("grid solve figure-2 --format json").done());
    let moves = grid["moves"].as_array_mut().unwrap();
    let last = moves.last().unwrap().clone();
    moves.push(json!([last[1], last[0]]));
    moves.push(last);
    let text: String = moves
        .iter()
        .map(|step| {
            format!("{}→{}\n", step[0], step[1])
                .replace('[', "(")
                .replace(']', ")")
        })
        .collect();
    for key in ["optimal_moves", "solvable"] {
        let _ = grid.as_object_mut().unwrap().remove(key);
    }
    for (name, text, fewest) in [
        ("linear", linear, 4),
        ("checkers", format!("{checkers}4\n3\n"), 8),
        ("shuffling", format!("{shuffling}7\n0\n"), 4),
        (
            "reversal",
            "# reversal n=3 start=4 end=1\n2\n1\n3\n4\n2\n1\n2\n1\n".to_owned(),
            6,
        ),
        ("grid.json", grid.to_string(), 3),
        ("grid", format!("# figure-2\n{text}"), 3),
    ] {
        place.write(name, &text);
        let said = format!("right, but 2 more than the fewest ({fewest})");
        for command in ["verify", "show", "explain"] {
            let out = place.run(&format!("{command} {name}")).done();
            assert!(out.contains(&said), "{command} {name}: {out}");
            assert!(!out.contains("not proven"), "{command} {name}: {out}");
        }
        let json = place.run(&format!("verify {name} --format json")).done();
        assert!(json.contains(&said), "{name}: {json}");
    }
    // Without a stored answer to the reversal, nobody knows.
    let out = place.run("--data elsewhere verify reversal").done();
    assert_eq!(
        out,
        "reversal: reversal n=3 start=4 end=1: 8 moves; the lower bound is 6, replayed\n"
    );
}
