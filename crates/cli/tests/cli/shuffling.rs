//! `tait shuffling`, end to end.

use crate::common::{Place, bare};
use tait_vacancy::check;
use tait_vacancy::shuffling::{Shuffling, Variant};

fn numbers(text: &str) -> Vec<u64> {
    let lines = bare(text).lines();
    lines.map(|line| line.parse().unwrap()).collect()
}

#[test]
fn every_variant_is_answered_for_every_size() {
    let place = Place::new();
    for variant in Variant::ALL {
        for n in [3, 4, 7, 50] {
            let puzzle = Shuffling::new(variant, n).unwrap();
            let moves = numbers(&place.run(&format!("shuffling {variant} {n} -q")).done());
            check(puzzle, moves.iter().copied()).unwrap();
            let optimum = place
                .run(&format!("shuffling {variant} {n} --optimum"))
                .done();
            assert_eq!(optimum, format!("{}\n", moves.len()), "{puzzle}");
        }
    }
    let ran = place.run("shuffling s-1nn-1l 4");
    assert_eq!(
        ran.err,
        "shuffling S^-1(n,n-1,l) n=4: 5 moves, optimal by exhaustive search\n"
    );
}

#[test]
fn every_format_holds_the_same_moves() {
    let place = Place::new();
    let run = |arguments: &str| {
        place
            .run(&format!("shuffling S(n,n,r) 5 -q {arguments}"))
            .done()
    };
    assert_eq!(run(""), "# shuffling S(n,n,r) n=5\n1\n7\n4\n9\n0\n");
    let part = "# shuffling S(n,n,r) n=5 moves=2..3\n7\n4\n";
    assert_eq!(run("--moves 2..3"), part);
    assert!(run("--format jsonl").contains("\"n\":5,\"move\":2,\"cell\":7}\n"));
    assert_eq!(run("--format csv --moves 4..5"), "move,cell\n4,9\n5,0\n");
    assert_eq!(
        run("--format json"),
        "{\"puzzle\":\"shuffling\",\"variant\":\"S(n,n,r)\",\"n\":5,\"moves\":[1,7,4,9,0]}\n"
    );
    let show = |arguments: &str| {
        let command = format!("show shuffling S(n,n,r) 5 {arguments}");
        place.run(&command).done()
    };
    assert_eq!(
        show(""),
        "# shuffling S(n,n,r) n=5 drawn: 5 moves, optimal: the lower bound is 5\n\n   0                  10\n   0 1 2 3 4 5 6 7 8 9 0 1   move, coins\n\
         \x20  b b b b b w w w w w . .\n\
         1  b . . b b w w w w w[b b]  (1→10) bb\n2  b[w w]b b w w . . w b b   (7→1) ww\n\
         3  b w w b . . w[b w]w b b   (4→7) bw\n4  b w w b[w b]w b w . . b   (9→4) wb\n\
         5  . . w b w b w b w[b w]b   (0→9) bw\n"
    );
    assert_eq!(
        show("--format csv").lines().last(),
        Some("\"shuffling S(n,n,r) n=5\",5,(0→9),bw,,,0,..wbwbwbwbwb,")
    );
    let far = "shuffling Sinv(n,n,l) 1000000000000000000 -q --moves 999999999999999999..1000000000000000000";
    assert_eq!(bare(&place.run(far).done()), "1999999999999999999\n0\n");
}

#[test]
fn all_optimal_solutions_are_listed_and_counted() {
    let place = Place::new();
    let run = |arguments: &str| place.run(&format!("shuffling S(n-1,n,r) 6 {arguments}"));
    let all = run("--all").done();
    assert!(
        all.starts_with("# shuffling S(n-1,n,r) n=6 lines=solutions\n"),
        "{all}"
    );
    assert_eq!(all.lines().count(), 7);
    assert!(all.contains("1 8 11 4 7 0\n"));
    assert_eq!(run("--count").done(), "6\n");
    assert!(
        run("--count --format json")
            .done()
            .ends_with("\"n\":6,\"solutions\":6}\n")
    );
    assert!(
        run("--all --format json")
            .done()
            .contains("\"solutions\":[[1,8,11,4,7,0],")
    );
    assert_eq!(
        run("--all --format jsonl").done().lines().next(),
        Some(
            "{\"puzzle\":\"shuffling\",\"variant\":\"S(n-1,n,r)\",\"n\":6,\"moves\":[1,8,11,4,7,0]}"
        )
    );
    let csv = run("--all --format csv").done();
    assert!(csv.starts_with("solution,move,cell\n1,1,1\n1,2,8\n") && csv.lines().count() == 37);
    let stopped = place.run("shuffling S(n,n,r) 12 --count --state-limit 5");
    assert_eq!(stopped.code, 3, "{stopped:?}");
}

#[test]
fn unsolvable_puzzles_are_said_to_be_so() {
    let place = Place::new();
    for arguments in [
        "S(n,n,r) 2",
        "S(n,n-1,r) 2 --all",
        "S(n-1,n,l) 1 --optimum",
        "S(n,n,l) 1 --count",
    ] {
        let ran = place.run(&format!("shuffling {arguments}"));
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
        assert!(ran.err.contains("the search saw all rows"), "{ran:?}");
    }
    let ran = place.run("shuffling S(n,n,r) 1000000 --constrained --format json");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("keeps the weight of the row"), "{ran:?}");
    assert!(
        ran.out
            .contains("\"constrained\":true,\"moves\":null,\"reason\":\"no solution")
    );
    let solvable = place.run("shuffling S(n,n-1,l) 2 --constrained").done();
    assert_eq!(solvable, "# shuffling S(n,n-1,l) n=2 constrained\n3\n");
}

#[test]
fn moves_are_checked_as_they_are_read() {
    let place = Place::new();
    for format in ["text", "json", "jsonl", "csv"] {
        let moves = place
            .run(&format!("shuffling S(n,n-1,r) 30 -q --format {format}"))
            .done();
        // All but CSV say to which puzzle the moves belong.
        let is_named = matches!(format, "text" | "json" | "jsonl");
        let verify = |name: &str| place.run_piped(&["verify", "--puzzle", name, "-"], &moves);
        assert_eq!(
            verify("shuffling S(n,n-1,r) n=30").done(),
            "-: shuffling S(n,n-1,r) n=30: 30 moves, optimal: the lower bound is 30, replayed\n"
        );
        // The moves of one puzzle do not solve another.
        let other = verify("shuffling S(n-1,n,r) n=30");
        assert_eq!(other.code, if is_named { 2 } else { 1 }, "{other:?}");
        let unnamed = place.run_with("verify -", &moves);
        assert_eq!(unnamed.code, if is_named { 0 } else { 2 });
        let named = format!("# tait\n# shuffling S(n,n-1,r) n=30\n{moves}");
        if matches!(format, "text" | "csv") {
            assert_eq!(place.run_with("verify -", &named).code, 0);
            let drawn = place.run_with("show -", &named).done();
            assert_eq!(drawn.lines().count(), 35);
        }
    }
    let verify = |arguments: &[&str], moves: &str| {
        let name = ["verify", "--puzzle", "shuffling S(n,n,r) n=4"];
        place.run_piped(&[&name[..], arguments].concat(), moves)
    };
    let wrong = verify(&[], "1\n4 3\n0\n");
    assert_eq!(wrong.code, 1);
    assert!(
        wrong
            .out
            .contains("wrong: line 2: move 3, cells 3 and 4, is not allowed"),
        "{wrong:?}"
    );
    let ends_elsewhere = verify(&["--format", "csv"], "1\n");
    assert!(
        ends_elsewhere
            .out
            .contains("-,false,\"shuffling S(n,n,r) n=4\","),
        "{ends_elsewhere:?}"
    );
    let unreadable = verify(&[], "1\nfour\n").failed(2);
    assert!(
        unreadable.contains("line 2: 'four' is not a move"),
        "{unreadable}"
    );
    assert!(verify(&["absent"], "").failed(2).contains("absent"));
    let huge = ["verify", "--puzzle", "shuffling S(n,n,r) n=2000000000"];
    assert!(
        place
            .run_piped(&huge, "1\n")
            .failed(2)
            .contains("n <= 1000000000")
    );
    let unknown = ["verify", "--puzzle", "shuffling S(n,n,x) n=4"];
    assert!(
        place
            .run_piped(&unknown, "1\n")
            .failed(2)
            .contains("S(n,n,r), S(n,n,l)")
    );
    let moves = "{\"puzzle\":\"shuffling\",\"variant\":\"S(n-1,n,r)\",\"n\":2,\"moves\":[0]}";
    let constrained = ["verify", "--puzzle", "shuffling S(n-1,n,r) n=2 constrained"];
    let ran = place.run_piped(&constrained, moves);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.out.contains("n=2 constrained: 1 move, optimal"),
        "{ran:?}"
    );
}

#[test]
fn the_variants_are_listed() {
    let out = Place::new().run("shuffling --list --format csv").done();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 13);
    assert_eq!(lines[0], "variant,first_row,last_row");
    assert_eq!(lines[12], "\"S^-1(n-1,n,l)\",bwbwbOO,OOwwbbb");
}

#[test]
fn the_table_of_the_constrained_puzzle_is_stored_and_checked() {
    let place = Place::new();
    let ran = place.run("shuffling --constrained --table --n 1..9 --format csv");
    assert!(ran.err.starts_with("stored in "), "{ran:?}");
    let out = ran.done();
    assert_eq!(out.lines().count(), 12 * 9 + 1);
    let solved: Vec<&str> = out
        .lines()
        .skip(1)
        .filter(|line| !line.contains(",,0,,"))
        .collect();
    assert_eq!(solved.len(), 4);
    assert!(
        solved.iter().all(|line| line.contains(",2,1,1,")),
        "{solved:?}"
    );
    let record = place.store().shuffling().unwrap().unwrap();
    assert_eq!(record.cells.len(), 108);
    assert_eq!(
        record.found_by.command,
        "shuffling --constrained --table --n 1..9"
    );
    let file = "data/shuffling/constrained.json";
    let verified = place.run(&format!("verify {file}")).done();
    assert!(
        verified.contains("108 puzzles, 4 of them with a solution"),
        "{verified}"
    );
    assert!(
        place
            .run("data check")
            .done()
            .contains("shuffling/constrained.json")
    );
    assert!(place.run("data list").done().contains("108 puzzles"));
    // A claim that does not follow is detected.
    let text = std::fs::read_to_string(place.path(file)).unwrap();
    place.write("wrong.json", &text.replacen("no solution", "3 moves", 1));
    assert_eq!(place.run("verify wrong.json").code, 1);
}

#[test]
fn the_table_of_the_free_puzzle_has_the_optima() {
    let place = Place::new();
    let out = place.run("shuffling --table --n 4 --format csv").done();
    assert!(out.contains("\"S(n,n,r)\",4,4,1,1 4 7 0,"), "{out}");
    assert!(out.contains("\"S(n-1,n,r)\",4,5,2,2 5 1 3 0,"), "{out}");
    assert!(!place.path("data").exists(), "it is not stored");
}

#[test]
fn bad_input_is_one_line() {
    let place = Place::new();
    for (arguments, expected) in [
        ("S(n,n,x) 5", "S(n,n,r), S(n,n,l), S^-1(n,n,r)"),
        (
            "S(n,n,r) 0",
            "n = 0 is out of range: 1 <= n <= 1000000000000000000",
        ),
        ("S(n,n,r) 1000000000000000001", "is out of range"),
        ("S(n,n,r) many", "expected a whole number"),
        ("S(n,n,r)", "missing argument <N>"),
        ("S(n,n,r) 9 --moves 8..10", "there are only 9 moves"),
        ("S(n,n,r) 3 --moves 8..10", "there are only 4 moves"),
        ("S(n,n,r) 9 --moves 0..2", "invalid move 0"),
        (
            "S(n,n,r) 30 --count",
            "n = 30 is too large for a search: n <= 29",
        ),
        ("S(n,n,r) 9 --format markdown", "text, json, jsonl, csv"),
        ("S(n,n,r) 9 --all --count", "cannot be used with"),
        ("--table", "--n"),
        ("--table --n 0..4", "n = 0 is out of range"),
        ("--list S(n,n,r)", "cannot be used with"),
    ] {
        let ran = place.run_with(&format!("shuffling -q {arguments}"), "1\n");
        assert_eq!(ran.out, "", "{arguments}");
        let line = ran.failed(2);
        assert!(line.contains(expected), "{arguments}: {line}");
    }
    for (arguments, expected) in [
        ("S(n,n,r) 100000", "cells are too many to draw"),
        ("S(n,n,r) 1000000001", "too many to list"),
        ("S(n,n,x) 3", "S(n,n,r), S(n,n,l)"),
        ("S(n,n,r) three", "'three' is not a number"),
    ] {
        let line = place.run(&format!("show shuffling {arguments}")).failed(2);
        assert!(line.contains(expected), "{arguments}: {line}");
    }
    let line = place.run("show shuffling S(n,n,r) 2").failed(1);
    assert!(line.contains("has no solution"), "{line}");
}

#[test]
fn named_algorithms_show_their_calls_and_make_the_same_moves() {
    let place = Place::new();
    let run = |arguments: &str| place.run(&format!("shuffling {arguments}"));
    let ran = run("S(n-1,n,l) 12 --algorithm sn1nl");
    assert_eq!(
        ran.err,
        "shuffling S(n-1,n,l) n=12: Algorithm III.5, SN1NL: 12 moves, replayed, each the one of the formula\n"
    );
    assert_eq!(
        ran.out,
        "# shuffling S(n-1,n,l) n=12 table\n\
         call        step                   moves         row\n\
         SN1NL(12)   first move             22            bbwwwwwwwwwwwbbbbbbbbb..b\n\
         SNNR(4, 9)  first 2 moves          5 18          bbwwwbbwwwwwwbbbbb..bbwwb\n\
         SNNR(8, 5)  base case of Table II  9 15 12 17 8  bbwwwbbw..bwbwbwbwbwbbwwb\n\
         SNNR(4, 9)  last 2 moves           21 4          bbww..bwbwbwbwbwbwbwbwbwb\n\
         SN1NL(12)   last 2 moves           1 23          bwbwbwbwbwbwbwbwbwbwbwb..\n"
    );
    let json: serde_json::Value =
        serde_json::from_str(&run("snnr 9 --algorithm III.1 --format json").done()).unwrap();
    assert_eq!(json[1]["call"], "SNNR(4, 5)");
    assert_eq!(json[1]["moves"], serde_json::json!([5, 11, 8, 13, 4]));
    let refused = run("snnl 9 --algorithm snnr").failed(2);
    assert!(
        refused.contains("S(n,n,l) has Algorithm III.2, SNNL"),
        "{refused}"
    );
    let explained = place.run("explain shuffling S(n,n,r) 9").done();
    assert!(explained.contains("The algorithm. Algorithm III.1, SNNR, makes these moves.\n  call"));
    assert!(explained.contains("\n  SNNR(4, 5)  base case of Table II  5 11 8 13 4  bwwb..w"));
}

#[test]
fn restrictions_leave_four_puzzles_of_two_coins() {
    let place = Place::new();
    let table = place
        .run("shuffling --restrictions --n 1..6 --format json")
        .done();
    let table: serde_json::Value = serde_json::from_str(&table).unwrap();
    let solvable = [0, 1, 2].map(|row| table[row]["solvable"].as_u64().unwrap());
    assert_eq!(solvable, [4, 0, 0]);
    assert_eq!(table[0]["solvable_puzzles"][0], "S(n-1,n,r) n=2");
    assert_eq!(table[2]["puzzles"], 72);
    let _ = place.run("shuffling --restrictions").failed(2);
    let _ = place.run("shuffling snnr 5 --n 3..4").failed(2);
}
