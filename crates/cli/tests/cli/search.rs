//! `solve` and `exists`, from the command line to the files that they write.

use crate::common::{Place, committed, moves, parsed};
use serde_json::{Value, json};
use tait_linear::{FinalType, analyse, check};

#[test]
fn solve_finds_the_known_optima() {
    let place = Place::new();
    let optima = [
        (3, 6, 7),
        (3, 8, 9),
        (4, 3, 6),
        (4, 4, 5),
        (4, 5, 6),
        (4, 6, 7),
        (5, 4, 6),
        (5, 5, 6),
        (5, 6, 7),
        (5, 7, 8),
        (5, 8, 9),
        (5, 9, 10),
        (2, 3, 3),
        (4, 13, 13),
    ];
    for (k, n, length) in optima {
        let text = place.run(&format!("solve {k} {n} -q")).done();
        let solution = moves(k, n, 1, &text);
        assert_eq!(solution.moves().len(), length, "k={k} n={n}");
        check(&solution).unwrap();
    }
    // The stored solution is the printed one, and it passes.
    assert_eq!(place.run("data check -q").code, 0);
    let again = place.run("solve 3 6");
    assert!(again.err.contains("from the store"), "{again:?}");
    assert_eq!(again.done(), place.run("solve 3 6 --fresh -q").done());
}

#[test]
fn rows_that_only_rotate_have_no_solution_for_every_such_k() {
    let place = Place::new();
    for (k, n) in [(3, 2), (5, 3), (7, 4), (9, 5), (21, 11), (63, 32)] {
        let ran = place.run(&format!("solve {k} {n}"));
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
        assert!(ran.err.contains("k = 2n - 1"), "{ran:?}");
    }
}

#[test]
fn two_and_two_coins_have_no_solution_by_pairs() {
    let place = Place::new();
    for command in [
        "solve 2 2",
        "solve 2 2 --count",
        "exists 2 2",
        "show 2 2",
        "generate 2 2",
        "explain 2 2",
    ] {
        let ran = place.run(command);
        assert_eq!(ran.code, 1, "{command}: {ran:?}");
        let all = format!("{}{}", ran.out, ran.err);
        assert!(
            all.starts_with("k = 2, n = 2 has no solution: the order"),
            "{command}: {all}"
        );
    }
}

#[test]
fn solve_takes_restrictions_and_keeps_the_start() {
    let place = Place::new();
    let text = place
        .run("solve 3 7 --blocks R1 --type white --shift 3 --start -4 -q")
        .done();
    let analysis = analyse(&moves(3, 7, -4, &text)).unwrap();
    assert_eq!(analysis.blocks.to_string(), "R1");
    assert_eq!(analysis.verdict.final_type, FinalType::White);
    assert_eq!(analysis.verdict.shift, 3);

    let text = place
        .run("solve 4 9 --start 5 --stationary 10,15 -q")
        .done();
    let stationary = analyse(&moves(4, 9, 5, &text)).unwrap().stationary;
    assert!(stationary.nickels.contains(&10) && stationary.pennies.contains(&15));

    let json = parsed(&place.run("solve 3 6 --start 4 --format json -q").done());
    assert_eq!(json["start"], 4);
    assert_eq!(json["moves"].as_array().unwrap().len(), 7);
    assert_eq!(json["claim"]["shorter"][0]["moves"], 6);
}

#[test]
fn exists_counts_the_states_of_a_proof() {
    let place = Place::new();
    let ran = place.run("exists 3 8 --format json");
    assert_eq!(ran.code, 1);
    let json = parsed(&ran.out);
    assert_eq!(json["exists"], false);
    let states: Vec<u64> = serde_json::from_value(json["states"].clone()).unwrap();
    // An n-move search without a solution has no state left at its last depth.
    assert_eq!((states.len(), states[0], states[8]), (9, 1, 0));
    assert!(ran.err.contains("depth   1:"), "{ran:?}");

    // A larger refutation is by IDA*, whose visits are no counts of a record.
    let large = parsed(&place.run("exists 8 13 --format json").out);
    let visits: Vec<u64> = serde_json::from_value(large["states"].clone()).unwrap();
    assert_eq!((&large["exists"], visits.len()), (&json!(false), 14));
    assert_eq!(large["exhaustion"]["states"], json!([]));
    let counted = place.run("exists 8 13 --engine breadth --format json");
    let counted = parsed(&counted.out)["exhaustion"]["states"].clone();
    assert_eq!(counted.as_array().map(Vec::len), Some(14));

    for engine in ["auto", "breadth", "ida", "bidirectional", "external"] {
        let no = place.run(&format!("exists 3 8 -q --engine {engine}"));
        assert_eq!((no.code, no.out.as_str()), (1, ""), "{engine}");
        let yes = place
            .run(&format!("exists 4 9 -q --engine {engine}"))
            .done();
        check(&moves(4, 9, 1, &yes)).unwrap();
        assert_eq!(
            yes,
            place.run("exists 4 9 -q").done(),
            "{engine} reports the canonical one"
        );
    }
}

#[test]
fn rules_that_are_switched_off_cut_nothing_and_change_no_answer() {
    let place = Place::new();
    let stats = place.run("exists 3 4 --stats");
    assert!(stats.err.contains("by the pair-count rule"), "{stats:?}");
    assert!(
        !stats.err.contains(" 0 by the pair-count rule"),
        "{stats:?}"
    );
    let off = place.run("exists 3 4 --stats --no-pair-rule --no-block-rule");
    let cut = "pruned successors: 0 by the pair-count rule, 0 by the k-block rule";
    assert!(off.err.contains(cut), "{off:?}");
    assert_eq!((stats.code, off.code), (0, 0));
    assert_eq!(stats.out, off.out);
    for (k, n) in [(3, 6), (4, 5)] {
        for rules in ["", "--no-pair-rule", "--no-block-rule"] {
            assert_eq!(
                place.run(&format!("exists {k} {n} -q {rules}")).code,
                1,
                "{k} {n} {rules}"
            );
        }
    }
}

#[test]
fn an_estimate_of_a_small_search_is_exact() {
    let place = Place::new();
    let text = place.run("exists 3 8 --estimate").done();
    assert!(text.contains("exactly 4,266 states"), "{text}");
    let text = place.run("solve 5 20 --estimate").done();
    assert!(text.contains("about (rather less than)"), "{text}");
    // For bases the estimate is a bound for each size: choices of coins, times layers, times the width of the beam.
    let rows = |command: &str| {
        let text = place.run(&format!("framework {command} --estimate --format json"));
        parsed(&text.done()).as_array().unwrap().clone()
    };
    let four = rows("4 --from 9");
    assert_eq!(four.len(), 8);
    assert_eq!(
        (&four[0]["n"], &four[0]["choices"]),
        (&9.into(), &25.into())
    );
    assert_eq!(four[0]["first_round_at_most"], 540_000);
    assert!(
        four[0]["first_round_seconds"].is_null(),
        "no speed is on record"
    );
    let sizes = |command: &str| -> Vec<u64> {
        let rows = rows(command).into_iter();
        rows.map(|row| row["n"].as_u64().unwrap()).collect()
    };
    assert_eq!(sizes("11 --from 33 --to 36"), [33, 34, 35, 36]);
    // Blocks of eleven coins are searched from preludes, with one attempt for each of 40 nickels. Smallest bases have
    // 40 nickels times 20 pennies, half of which are tried, with those that are their own mirror images. R1 alone has
    // neither preludes nor mirror images.
    for (asked, choices) in [("", 40), ("--smallest", 420), ("--blocks R1", 800)] {
        assert_eq!(
            rows(&format!("11 --from 40 {asked}"))[0]["choices"],
            choices,
            "{asked}"
        );
    }
    // Where any base will do, sizes begin at 13k/4.
    for (asked, first) in [("8", 16), ("9", 29), ("9 --smallest", 18)] {
        assert_eq!(sizes(asked)[0], first, "{asked}");
    }
    let most = u64::MAX.to_string();
    let wide = sizes(&format!("4 --from 60 --to {}", 10u64.pow(17)));
    assert!(
        wide.len() < 200,
        "boards that are too wide are left out: {wide:?}"
    );
    let _ = place
        .run(&format!("framework 4 --estimate --from {most}"))
        .failed(2);
    let line = place.run("framework 17 --estimate").failed(2);
    assert!(
        line.contains("the search for families needs k <= 16"),
        "{line}"
    );
    assert!(!place.path("data").exists(), "nothing is searched");
    std::fs::create_dir_all(place.path("data/families")).unwrap();
    // The speed is that of the longest stored search, here of the nearest smaller k: 195,208,179 states in 40.177 s.
    place.write(
        "data/families/k09-bases.json",
        &committed("families/k09-bases.json"),
    );
    let twelve = &rows("12")[0];
    assert_eq!(
        (&twelve["states_per_second"], &twelve["measured_by"]),
        (&4_858_705.into(), &"framework 9".into())
    );
    let seconds = twelve["first_round_at_most"]
        .as_u64()
        .unwrap()
        .div_ceil(4_858_705);
    assert_eq!(twelve["first_round_seconds"], seconds);
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_cleanly() {
    let place = Place::new();
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_tait"))
        .args(["exists", "5", "24", "--engine", "ida"])
        .current_dir(place.path(""))
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    send("INT", child.id());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("stopped during the search for 24 moves"),
        "{said}"
    );
}

/// Sends a signal to a process.
#[cfg(unix)]
fn send(signal: &str, process: u32) {
    let kill = format!("kill -{signal} {process}");
    let status = std::process::Command::new("sh")
        .args(["-c", &kill])
        .status();
    assert!(status.unwrap().success());
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_was_ignored_at_the_start_stays_ignored() {
    use std::io::{BufRead as _, BufReader};
    let place = Place::new();
    for (script, ignored, heeded) in [
        ("exec nohup \"$0\"", "HUP", "INT"),
        ("trap '' INT; exec \"$0\"", "INT", "TERM"),
        ("trap '' TERM; exec \"$0\"", "TERM", "HUP"),
    ] {
        let script = format!("{script} exists 5 24 --engine ida --progress json");
        let mut child = std::process::Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_tait")])
            .current_dir(place.path(""))
            .stdin(std::process::Stdio::null())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut line = || lines.next().unwrap().unwrap();
        let is_progress = |line: &str| line.starts_with('{');
        assert!(is_progress(&line()), "the search has begun");
        send(ignored, child.id());
        for _ in 0..3 {
            let line = line();
            assert!(is_progress(&line), "{ignored} was ignored: {line}");
        }
        send(heeded, child.id());
        let last = lines.map(Result::unwrap).last().unwrap();
        assert!(
            last.contains("stopped during the search"),
            "{heeded}: {last}"
        );
        assert_eq!(child.wait().unwrap().code(), Some(3));
    }
}

#[test]
fn limits_end_in_stopped() {
    let place = Place::new();
    for limit in ["--state-limit 1000", "--memory-limit 1K", "--time-limit 0"] {
        let ran = place.run(&format!("exists 8 13 --engine breadth {limit}"));
        assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{limit}: {ran:?}");
        assert!(ran.err.contains("stopped"), "{ran:?}");
    }
}

#[test]
fn progress_can_be_read_without_a_terminal() {
    let place = Place::new();
    let ran = place.run("exists 3 15 --blocks R1 --engine ida --progress json -q");
    let lines: Vec<Value> = ran
        .err
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(!lines.is_empty(), "a search of a second or so reports");
    let shares: Vec<f64> = lines
        .iter()
        .filter_map(|line| line["share"].as_f64())
        .collect();
    assert!(
        shares.is_sorted() && shares.iter().all(|share| (0.0..=1.0).contains(share)),
        "{shares:?}"
    );
}

#[test]
fn a_stop_names_the_states_that_the_progress_shows() {
    let place = Place::new();
    for command in [
        // All engines in turn.
        "solve 14 31 --time-limit 2s",
        "exists 14 31 --time-limit 1s",
        "exists 5 24 --engine ida --time-limit 1s",
        "exists 8 16 --engine breadth --state-limit 100000",
        "solve 8 16 --engine bidirectional --state-limit 100000",
    ] {
        let ran = place.run(&format!("{command} --progress json --no-corpus"));
        assert_eq!(ran.code, 3, "{ran:?}");
        let said = ran.err.lines().last().unwrap();
        let (_, said) = said.split_once("moves, after ").unwrap();
        let (said, _) = said.split_once(" states").unwrap();
        let said: u64 = said.replace(',', "").parse().unwrap();
        let shown = ran.err.lines().filter(|line| line.starts_with('{'));
        let shown: Vec<u64> = shown
            .map(|line| parsed(line)["states"].as_u64().unwrap())
            .collect();
        assert!(shown.is_sorted(), "{command}: {shown:?}");
        assert_eq!(shown.last(), Some(&said), "{command}");
    }
}

#[test]
fn progress_of_widths_is_that_of_the_width_being_searched() {
    let place = Place::new();
    let ran = place.run("wraps 12 --widths 24..26 --progress json -q");
    let lines = ran.err.lines();
    let lines: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    // Width 26 takes ten times as long as width 24, so the number of widths is no estimate.
    assert!(lines.iter().all(|line| line["seconds_left"].is_null()));
    let states: Vec<u64> = lines
        .iter()
        .filter(|line| line["best"] == "searching width 26, shift +k")
        .filter_map(|line| line["states"].as_u64())
        .collect();
    assert!(
        states.is_sorted() && states.last() > Some(&100_000),
        "{states:?}"
    );
}

/// The framework of chapter 5 of the thesis is for every k; the search ends at 16, and says why.
#[test]
fn the_framework_of_chapter_5_of_the_thesis_ends_at_k_16_and_says_why() {
    let line = Place::new().run("framework 17").failed(2);
    assert!(
        line.ends_with(
            "k = 17 is too large: the search for families needs k <= 16, because it has a table of the 2^k sets of offsets\n"
        ),
        "{line}"
    );
}

#[test]
fn bad_input_is_one_line_and_says_what_would_be_right() {
    let place = Place::new();
    for (arguments, part) in [
        ("solve 1 5", "2 <= k <= 63"),
        ("solve 4 2", "(2n > k): expected n >= 3"),
        ("exists 3 200", "tait framework 3, then tait generate 3 200"),
        ("solve 4 9 --stationary 40", "position 40 holds no coin"),
        ("framework 17", "the search for families needs k <= 16"),
        (
            "generate 17 25",
            "try tait solve 17 25, or tait framework 17 --doubles",
        ),
        (
            "framework 7 --common-pattern",
            "the search for a common pattern needs k <= 6",
        ),
        (
            "auxiliary 20",
            "the search of the auxiliary puzzle needs k <= 16",
        ),
        (
            "solve 3 5 --format markdown",
            "invalid value 'markdown' for '--format <FORMAT>': expected text, json, jsonl or csv",
        ),
    ] {
        let line = place.run(arguments).failed(2);
        assert!(line.contains(part), "{arguments}: {line}");
    }
    for (arguments, part) in [
        ("solve 4 9 --blocks R2", "R1, L1, L1R1, R1R2, L1L2 or any"),
        (
            "solve 4 9 --type grey",
            "white (oxox...) or black (xoxo...)",
        ),
        (
            "solve x 9",
            "invalid value 'x' for '<K>': expected a whole number",
        ),
        (
            "exists 4 9 --time-limit soon",
            "expected something like 90s, 15m or 2h",
        ),
        ("solve 4", "missing argument <N>; usage: tait solve"),
        ("slove 4 9", "unrecognized subcommand 'slove'"),
        ("solve 3 6 --shift 9223372036854775807", "is not in"),
        ("solve 3 6 --threads 99999999", "is not in"),
        ("framework 4 --from 20 --to 10", "the range is empty"),
    ] {
        let line = place.run(arguments).failed(2);
        assert!(line.contains(part), "{arguments}: {line}");
    }
    // Nothing was written.
    assert!(!place.path("data").exists());
}

#[test]
fn restrictions_that_no_solution_meets_are_refused_before_any_search() {
    let place = Place::new();
    let shift = "k=3 n=10: no solution has shift +1: the shift must be a multiple of 3";
    let all = "k=2 n=3: no move is left";
    let neighbours = "the coins at 1 and 2 cannot both be stationary";
    let of_n_moves = "no solution of n moves has shift +2: the shift must be a multiple of 4";
    for (arguments, part) in [
        ("solve 3 10 --shift 1", shift),
        ("solve 3 10 --shift 1 --count", shift),
        ("solve 3 10 --shift 1 --distance", shift),
        ("solve 3 10 --shift 1 --all", shift),
        ("solve 3 10 --shift 1 --prefix (2→21)", shift),
        ("solve 3 10 --shift 1 --estimate", shift),
        ("solve 3 10 --shift 1 --engine external", shift),
        ("exists 3 10 --shift 1", shift),
        ("solve 3 10 --shift 4 --count", "shift +4"),
        ("solve 2 3 --count --stationary 1,2,3,4,5,6", all),
        ("exists 2 3 --stationary 1,2,3,4,5,6", all),
        ("solve 2 5 --count --stationary 1,2", neighbours),
        ("solve 3 10 --count --stationary 1,2", neighbours),
        ("solve 2 5 --start 7 --stationary 7,8", neighbours),
        (
            "solve 4 8 --stationary 1,9",
            "the coins at 1 and 9 cannot both be stationary",
        ),
        // k = 2n - 1 has no solution either, but this is bad input.
        ("solve 3 2 --stationary 1,2", "k=3 n=2: no move is left"),
        ("framework 4 --shift 2", of_n_moves),
        ("framework 4 --shift 2 --common-pattern", of_n_moves),
        ("framework 4 --shift 2 --exhaustive", of_n_moves),
        ("framework 3 --stationary 1,2", neighbours),
        (
            "framework 3 --stationary 999",
            "position 999 holds no coin at the start",
        ),
    ] {
        let line = place.run(arguments).failed(2);
        assert!(line.contains(part), "{arguments}: {line}");
    }
    assert!(!place.path("data").exists());
    // Here 3 divides 2nS, and longer solutions have this shift.
    let ran = place.run("solve 3 3 --shift 1 -q --most-moves 6 --no-store");
    assert_ne!(ran.code, 2, "{ran:?}");
}

#[test]
fn a_data_directory_that_cannot_be_written_is_the_environments_fault() {
    let place = Place::new();
    place.write("file", "");
    for arguments in [
        "framework 3 --data file/data -q",
        "solve 3 6 --data file/data -q",
    ] {
        let line = place.run(arguments).failed(4);
        assert!(line.contains("file/data"), "{line}");
    }
}

#[test]
fn moves_are_exported_in_every_notation_and_read_back() {
    let place = Place::new();
    place.run("framework 4 -q").done();
    let plain = place.run("export --k 4 --n 13 --format moves -q").done();
    for (notation, written) in [("arrow", "→"), ("ascii", "->"), ("latex", r"\rightarrow")] {
        let export = format!("export --k 4 --n 13 --format moves --notation {notation} -q");
        let text = place.run(&export).done();
        assert_eq!(text.matches(written).count(), 13, "{text}");
        assert_eq!(place.run_with("verify -", &text).code, 0);
        assert_eq!(
            text.parse::<tait_linear::Solution>().unwrap().to_text(),
            plain
        );
    }
    let line = place.run("export --k 4 --format moves").failed(2);
    assert!(
        line.contains("choose one with --kind, --k and --n"),
        "{line}"
    );
}

#[test]
fn a_search_that_saw_everything_proves_that_no_length_suffices() {
    let place = Place::new();
    let ran = place.run("solve 3 6 --blocks R1 --shift 1 --format json");
    assert_eq!(ran.code, 1, "{ran:?}");
    let json = parsed(&ran.out);
    assert!(json["reason"].as_str().unwrap().contains("of any length"));
    assert!(json["moves"].is_null());
    // Nothing is claimed about longer solutions that were not searched for.
    for store in ["", " --no-corpus"] {
        let none = place.run(&format!("solve 4 8 --most-moves 5{store}"));
        assert_eq!((none.code, &*none.out), (3, ""), "{none:?}");
        assert_eq!(none.err, "no solution has fewer than n = 8 moves\n");
    }
    let ran = place.run("solve 3 6 --most-moves 6");
    assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{ran:?}");
    assert!(ran.err.contains("the search ended there"), "{ran:?}");
}

#[test]
fn exists_knows_rows_that_only_rotate_whatever_their_board() {
    let place = Place::new();
    for (k, n) in [(5, 3), (63, 32)] {
        let ran = place.run(&format!("exists {k} {n}"));
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
        assert!(ran.err.contains("only rotates the row"), "{ran:?}");
    }
}
