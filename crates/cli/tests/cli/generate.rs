//! `tait generate`, end to end.

use crate::common::{Place, bare, moves, parsed};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use tait_linear::{Move, Solution, check};

#[test]
fn every_source_gives_a_solution() {
    let place = Place::with_data();
    for (arguments, k, n, start, origin) in [
        ("2 3", 2, 3, 1, "stored solution"),
        (
            "3 6",
            3,
            6,
            1,
            "stored solution; 7 moves, none fewer: every smaller number was searched",
        ),
        ("2 8", 2, 8, 1, "SlidingCoinK2 of the thesis"),
        ("3 9", 3, 9, 1, "SlidingCoinK3Odd of the thesis"),
        (
            "3 22",
            3,
            22,
            1,
            "thesis Thm 4.2.3, base n = 10 extended 2 times",
        ),
        ("4 13", 4, 13, 1, "family k04-bases, base n = 13"),
        (
            "4 61 --start -7",
            4,
            61,
            -7,
            "family k04-bases, base n = 13 extended 6 times",
        ),
        (
            "4 21 --base published",
            4,
            21,
            5,
            "thesis Sec 5.2.1, base n = 13 extended once",
        ),
        ("5 14 --base published", 5, 14, 6, "listed in the thesis"),
    ] {
        let ran = place.run(&format!("generate {arguments}"));
        assert_eq!(ran.err, format!("k={k} n={n} start={start}: {origin}\n"));
        check(&moves(k, n, start, &ran.done())).unwrap();
    }
}

#[test]
fn the_published_base_reproduces_figure_4_6() {
    let place = Place::new();
    let out = place.run("generate 3 16 --base published -q").done();
    let start: Vec<&str> = out.lines().take(4).collect();
    let expected = ["# linear k=3 n=16 start=4", "(31→1)", "(10→31)", "(27→10)"];
    assert_eq!(start, expected);
    // A different stored family does not get in the way.
    let place = Place::with_data();
    assert_eq!(place.run("generate 3 16 --base published -q").done(), out);
}

#[test]
fn a_range_counts_from_one_and_includes_both_ends() {
    let place = Place::with_data();
    let all = place.run("generate 4 29").done();
    let lines: Vec<&str> = bare(&all).lines().collect();
    let part = place.run("generate 4 29 --moves 3..5").done();
    assert!(
        part.starts_with("# linear k=4 n=29 start=1 moves=3..5\n"),
        "{part}"
    );
    assert_eq!(bare(&part).lines().collect::<Vec<_>>(), lines[2..5]);
    assert_eq!(place.run("generate 4 29 --moves 1..29").done(), all);
    let far = "generate 4 1000000000000005 --moves 100000000000000..100000000000009";
    assert_eq!(bare(&place.run(far).done()).lines().count(), 10);
    for (range, expected) in [
        ("0..3", "invalid move 0: moves are counted from 1"),
        ("5..4", "moves 5 to 4: the range is empty"),
        ("28..30", "moves 28 to 30: there are only 29 moves"),
    ] {
        let line = place
            .run(&format!("generate 4 29 -q --moves {range}"))
            .failed(2);
        assert!(line.contains(expected), "{line}");
    }
    assert_eq!(place.run("generate 4 29 --moves some").code, 2);
}

#[test]
fn every_format_holds_the_same_moves() {
    let place = Place::new();
    assert_eq!(
        place.run("generate 2 3").done(),
        "# linear k=2 n=3 start=1\n(1→7)\n(6→9)\n(3→6)\n"
    );
    let json = place.run("generate 2 3 --format json").done();
    assert_eq!(
        json,
        "{\"puzzle\":\"linear\",\"k\":2,\"n\":3,\"start\":1,\"moves\":[[1,7],[6,9],[3,6]]}\n"
    );
    let _: Solution = serde_json::from_str(&json).unwrap();
    assert_eq!(
        place.run("generate 2 3 --format jsonl").done(),
        [(1, 7), (6, 9), (3, 6)]
            .iter()
            .zip(1..)
            .map(|((from, to), number)| format!(
                "{{\"puzzle\":\"linear\",\"k\":2,\"n\":3,\"start\":1,\"move\":{number},\"from\":{from},\"to\":{to}}}\n"
            ))
            .collect::<String>()
    );
    let csv = "move,from,to\n1,1,7\n2,6,9\n3,3,6\n";
    assert_eq!(place.run("generate 2 3 --format csv").done(), csv);
    let line = place.run("generate 2 3 --format markdown").failed(2);
    assert!(line.contains(": expected text, json, jsonl or csv"));
}

#[test]
fn the_algorithms_of_the_thesis_go_by_name() {
    let place = Place::new();
    let recursive = place
        .run("generate 2 41 --algorithm sliding-coin-k2")
        .done();
    assert_eq!(
        place
            .run("generate 2 41 --algorithm sliding-coin-k2-iterative")
            .done(),
        recursive
    );
    let part = place
        .run("generate 2 41 --algorithm sliding-coin-k2-iterative --moves 7..9")
        .done();
    assert_eq!(
        bare(&part).lines().collect::<Vec<_>>(),
        bare(&recursive).lines().collect::<Vec<_>>()[6..9]
    );
    for (algorithm, k, n) in [
        ("sliding-coin-k3-odd", 3, 27),
        ("sliding-coin-k3-even", 3, 28),
    ] {
        let out = place
            .run(&format!("generate {k} {n} --algorithm {algorithm}"))
            .done();
        let start = if n == 28 { 4 } else { 1 };
        assert_eq!(check(&moves(k, n, start, &out)).unwrap().moves, n);
    }
    let gap = place
        .run("generate 3 5 --algorithm sliding-coin-k3-odd --gap 2")
        .done();
    let first: Vec<&str> = gap.lines().take(2).collect();
    assert_eq!(first, ["# sliding-coin-k3-odd n=5 gap=2 start=1", "(4→13)"]);
    let line = place.run_with("verify", &gap).failed(2);
    assert!(
        line.contains("the puzzle of these moves is unknown"),
        "{line}"
    );
    for (arguments, expected) in [
        (
            "3 9 --algorithm sliding-coin-k2",
            "k = 3: this algorithm slides two coins",
        ),
        (
            "3 9 --algorithm sliding-coin-k3-even",
            "n = 9 has the wrong parity",
        ),
        (
            "3 8 --algorithm sliding-coin-k3-even --gap 1",
            "--gap needs --algorithm sliding-coin-k3-odd",
        ),
        ("2 2 --algorithm sliding-coin-k2", "n = 2 is infeasible"),
    ] {
        let line = place.run(&format!("generate {arguments}")).failed(2);
        assert!(line.contains(expected), "{line}");
    }
}

/// The rows of a trace as JSON: each call or round, with its moves.
fn trace(place: &Place, arguments: &str) -> Vec<(String, String, Vec<Move>)> {
    let table = parsed(
        &place
            .run(&format!("generate {arguments} --trace --format json"))
            .done(),
    );
    let rows = table.as_array().unwrap().iter().map(|row| {
        let text = |name: &str| row[name].as_str().unwrap().to_owned();
        let moves = serde_json::from_value(row["moves"].clone()).unwrap();
        (text("call"), text("step"), moves)
    });
    rows.collect()
}

#[test]
fn algorithms_3_1_and_3_2_of_the_thesis_show_their_calls_and_rounds() {
    let place = Place::new();
    let ran = place.run("generate 2 13 --algorithm 3.1 --trace --format csv");
    assert_eq!(
        ran.err,
        "linear k=2 n=13 start=1: Algorithm 3.1, SlidingCoinK2: 13 moves, replayed, each the one of the formula\n"
    );
    assert_eq!(
        ran.out,
        "call,step,moves,row\n\
         \"SlidingCoinK2(1, 13)\",lines 10 and 11,(2→27)(23→2),oxxooooooooooxxxxxxxxx..xxoo\n\
         \"SlidingCoinK2(5, 9)\",lines 10 and 11,(6→23)(19→6),oxxooxxooooooxxxxx..xxooxxoo\n\
         \"SlidingCoinK2(9, 5)\",base case of Theorem 3.1.1,(10→19)(16→10)(13→16)(18→13)(9→18),oxxooxxo..xoxoxoxoxoxxooxxoo\n\
         \"SlidingCoinK2(5, 9)\",lines 13 and 14,(22→9)(5→22),oxxo..xoxoxoxoxoxoxoxoxoxxoo\n\
         \"SlidingCoinK2(1, 13)\",lines 13 and 14,(26→5)(1→26),..xoxoxoxoxoxoxoxoxoxoxoxoxo\n"
    );
    let rounds = trace(&place, "2 13 --algorithm 3.2");
    let steps: Vec<&str> = rounds.iter().map(|(_, step, _)| &**step).collect();
    assert_eq!(
        steps,
        [
            "first loop, i = 1, n = 13",
            "first loop, i = 5, n = 9",
            "Theorem 3.1.1, i = 9, n = 5",
            "second loop, i = 5, n = 9",
            "second loop, i = 1, n = 13",
        ]
    );
    for n in [3, 7, 8, 40] {
        let [calls, rounds] = ["3.1", "3.2"].map(|algorithm| {
            let parts = trace(&place, &format!("2 {n} --algorithm {algorithm}"));
            parts
                .into_iter()
                .flat_map(|(.., moves)| moves)
                .collect::<Vec<_>>()
        });
        assert_eq!(calls, rounds);
        assert_eq!(calls.len(), n);
    }
}

#[test]
fn algorithms_4_1_and_4_2_of_the_thesis_show_their_calls_and_the_construction() {
    let place = Place::new();
    let calls = trace(&place, "3 7 --algorithm 4.1");
    let names: Vec<&str> = calls.iter().map(|(call, ..)| &**call).collect();
    let expected = [
        "SlidingCoinK3Odd(7, 0)",
        "SlidingCoinK3Odd(5, 2)",
        "SlidingCoinK3Odd(3, 4)",
    ];
    assert_eq!(names, expected);
    let gap = place
        .run("generate 3 9 --algorithm 4.1 --gap 2 --trace")
        .done();
    assert!(
        gap.lines()
            .last()
            .unwrap()
            .ends_with("...oxoxoxo..xoxoxoxoxox")
    );
    // Figure 4.6: the first coin is at position 4, and three moves for n = 10 become three each.
    let parts = trace(&place, "3 16 --algorithm 4.2");
    let lengths: Vec<usize> = parts.iter().map(|(.., moves)| moves.len()).collect();
    assert_eq!(lengths, [1, 3, 3, 1, 1, 1, 1, 1, 3, 1]);
    assert_eq!(parts[1].0, "SlidingCoinK3Even(16) from n = 10");
    assert_eq!(parts[1].1, "Lemma 4.2.2 on move 2, (10→19) ooo");
    let plain = place.run("generate 3 16 --algorithm 4.2").done();
    assert!(plain.starts_with("# linear k=3 n=16 start=4\n(31→1)\n"));
    let all: String = parts
        .iter()
        .flat_map(|(.., moves)| moves)
        .map(|step| format!("{step}\n"))
        .collect();
    assert_eq!(bare(&plain), all);
    assert_eq!(
        trace(&place, "3 8 --algorithm 4.2")[0].1,
        "solution of Theorem 4.1.1"
    );
    let line = place
        .run("generate 2 20000 --algorithm 3.1 --trace")
        .failed(2);
    assert!(line.contains("n <= 10000"), "{line}");
    let line = place.run("generate 2 9 --algorithm 3.3").failed(2);
    assert!(line.contains("expected sliding-coin-k2,"), "{line}");
    let _ = place.run("generate 2 9 --trace").failed(2);
}

#[test]
fn every_odd_length_has_a_closed_form() {
    let place = Place::new();
    let ran = place.run("generate 17 100000000000000000 --moves 7..8");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.out.contains("(199999999999999978→99999999999999979)"),
        "{}",
        ran.out
    );
    let said = "closed form for k = 17; 100000000000000012 moves, at most 12 moves more than the lower bound";
    assert!(ran.err.contains(said), "{}", ran.err);
    place.write("17.txt", &place.run("generate 17 200").out);
    let checked = place.run("verify 17.txt");
    assert_eq!(checked.code, 0, "{}", checked.err);
    assert!(checked.out.contains("212 moves"), "{}", checked.out);
    let known = place.run("known 17 --format csv").out;
    assert!(known.contains("n + 17 moves for every n >= 74"), "{known}");
    let known = place.run("known 17 200").out;
    assert!(
        known.contains("whether n moves suffice is open; 212 do"),
        "{known}"
    );
    let explained = place.run("explain 17 200").out;
    assert!(explained.contains("a chain with s = 2"), "{explained}");
}

#[test]
fn every_even_length_has_few_moves_more_than_n() {
    let place = Place::new();
    let ran = place.run("generate 16 100000000000000000 --moves 7..8");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("(97→100000000000000098)"), "{}", ran.out);
    let said = "closed form for k = 16; 100000000000000048 moves, at most 48 moves more than the lower bound";
    assert!(ran.err.contains(said), "{}", ran.err);
    let explained = place.run("explain 16 200").out;
    assert!(explained.contains("tiles of 32"), "{explained}");
    let known = place.run("known 16 200").out;
    assert!(known.contains("open"), "{known}");

    let ran = place.run("generate 18 100000000000000000 --moves 7..8");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.err.contains("searched chains, extended by doubles"),
        "{}",
        ran.err
    );
    for (k, n) in [(16, 65), (18, 100), (18, 101), (18, 102), (18, 103)] {
        place.write("moves.txt", &place.run(&format!("generate {k} {n}")).out);
        let checked = place.run("verify moves.txt");
        assert_eq!(checked.code, 0, "{}", checked.err);
    }
}

#[test]
fn what_cannot_be_answered_says_what_can() {
    let place = Place::with_data();
    for (arguments, expected) in [
        ("1 5", "k = 1 is out of range"),
        ("4 2", "(2n > k): expected n >= 3"),
        ("4 12", "try tait solve 4 12, or tait framework 4"),
        (
            "6 20",
            "no stored or published family, map, solution or closed form has this size",
        ),
        ("5 9 --base published", "no published family"),
        ("4 13 --start 9223372036854775807", "within 2^60"),
        ("2 3 --start -9223372036854775808", "within 2^60"),
        ("4 200000000000000000", "1 <= n <= 1"),
    ] {
        let line = place.run(&format!("generate {arguments}")).failed(2);
        assert!(line.contains(expected), "{line}");
    }
    let ran = place.run("generate 3 2");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("only rotates the row"));
    assert_eq!(place.run("generate four 2").code, 2);
    // A file is in the place of the data directory.
    place.write("file", "in the way");
    let line = place.run("generate 4 13 --data file").failed(4);
    assert!(
        line.contains("cannot read file/families/k04-bases.json"),
        "{line}"
    );
}

#[test]
fn a_broken_family_is_reported_and_neither_used_nor_moved() {
    let place = Place::with_data();
    let path = place.path("data/families/k04-bases.json");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("[6,31]", "[6,30]")).unwrap();
    let line = place.run("generate 4 13").failed(2);
    assert!(
        line.contains("k04-bases.json: base n = 13: move 1 (6→30) is not allowed"),
        "{line}"
    );
    assert_eq!(place.run("generate 4 13").failed(2), line);
    // A command that writes this file moves it aside.
    let aside = place.run("framework 4").failed(2);
    assert!(
        aside.contains("moved to data/quarantine/families/k04-bases.json"),
        "{aside}"
    );
    let ran = place.run("generate 4 13");
    assert!(ran.err.contains("listed in the thesis"), "{ran:?}");
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tait"))
        .args(["generate", "2", "1000000000000000"])
        .env("TAIT_NO_CORPUS", "1")
        .env("TAIT_VERBOSE", "1")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = [
        lines.next().unwrap().unwrap(),
        lines.next().unwrap().unwrap(),
    ];
    drop(lines);
    let header = "# linear k=2 n=1000000000000000 start=1";
    assert_eq!(first, [header, "(2→2000000000000001)"]);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let remarks = String::from_utf8(output.stderr).unwrap();
    assert!(!remarks.contains("tait:"), "{remarks}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_the_environments_fault() {
    for arguments in [vec!["generate", "2", "100000"], vec!["known", "--tables"]] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_tait"))
            .args(arguments)
            .arg("-q")
            .stdout(full)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(4), "{output:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
    }
}
