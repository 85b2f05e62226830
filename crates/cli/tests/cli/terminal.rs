//! What a terminal of 80 and of 40 columns shows, and the progress of searches.

use crate::common::{Place, Ran, parsed};
use serde_json::Value;
use std::collections::HashSet;
use std::process::{Command, Stdio};

/// Runs tait, with the records inside it, in a terminal of this many columns. Its standard error is shown with its output.
fn shown(place: &Place, arguments: &str, columns: usize) -> Ran {
    let line = format!(
        "stty cols {columns} rows 50; exec {} {arguments}",
        env!("CARGO_BIN_EXE_tait")
    );
    let mut command = Command::new("script");
    let _ = command.args(["-qec", &line, "/dev/null"]);
    let _ = command.current_dir(place.path("")).env("TAIT_DATA", "data");
    let _ = command.env_remove("TAIT_NO_CORPUS");
    let _ = command.env("NO_COLOR", "1").env("TERM", "xterm");
    let mut ran = Ran::of(command.stdin(Stdio::null()).output().unwrap());
    // What follows a status line takes its place.
    if !arguments.contains("--time-limit") {
        let lines = ran.out.lines();
        let lines = lines.filter_map(|line| line.rsplit("\u{1b}[2K").next());
        ran.out = lines.map(|line| format!("{line}\n")).collect();
    }
    ran
}

/// Returns whether the terminal may break a word: a path, a list of moves or the like.
fn is_list(word: &str) -> bool {
    word.chars().count() > 20
}

#[test]
fn lines_fit_the_terminal_and_words_are_whole() {
    let place = Place::new();
    assert_eq!(shown(&place, "generate 4 9 >base.txt", 80).code, 0);
    let planned = "cluster plan classify --k 3 --n 2..8 --into plan";
    assert_eq!(place.run(planned).code, 0);
    for command in [
        "known",
        "known 14",
        "data list",
        "known --tables",
        "known --tables 3 --all",
        "explain 3 8",
        "explain 7 20",
        "show 3 9",
        "show 7 30",
        "solve 3 8",
        "framework 4",
        "framework 6",
        "framework 7 --doubles",
        "classify --k 2..4 --n 1..16",
        "wraps 4 -q",
        "starts 2 4",
        "shuffling 'S(n,n,r)' 4",
        "checkers 3 3",
        "grid table font5x7",
        "grid table font5x9",
        "grid solve figure-5",
        "grid span figure-5",
        "grid list",
        "grid boards 3x3",
        "extend base.txt --list",
        "cluster status plan",
        "cite",
        "terms",
        "help",
        "",
    ] {
        let wide = shown(&place, command, 1000).out;
        let words: HashSet<&str> = wide.split_whitespace().collect();
        let lists: Vec<&&str> = words.iter().filter(|word| is_list(word)).collect();
        for columns in [80, 40] {
            let text = shown(&place, command, columns).out;
            assert!(!text.is_empty(), "{command}");
            let is_row = |line: &str| {
                command.is_empty() || command.starts_with("show") && !line.starts_with('#')
            };
            for line in text.lines().map(str::trim_end) {
                let length = line.chars().count();
                assert!(
                    length <= columns,
                    "{command}: {length} letters in {columns} columns: {line}"
                );
                let ends_with = |sign: &&str| line.ends_with(&format!(" {sign}"));
                assert!(
                    !["=", "<=", ">="].iter().any(ends_with),
                    "{command}: a comparison is broken: {line}"
                );
                let unknown = line.split_whitespace().find(|word| {
                    !words.contains(word) && !lists.iter().any(|list| list.contains(word))
                });
                assert!(
                    is_row(line) || unknown.is_none(),
                    "{command}: {unknown:?} is no word: {line}"
                );
            }
        }
    }
}

#[test]
fn the_status_line_of_a_search_is_one_line_with_an_estimate() {
    let place = Place::new();
    let ran = shown(&place, "framework 14 --seed 2 --time-limit 3", 40);
    assert_eq!(ran.code, 3, "{ran:?}");
    let frames: Vec<&str> = ran.out.split('\r').collect();
    let frames = frames.iter().filter(|frame| frame.contains("0/28"));
    let frames: Vec<&str> = frames
        .map(|frame| frame.trim_start_matches("\u{1b}[2K").trim_end())
        .collect();
    assert!(!frames.is_empty(), "{ran:?}");
    for frame in frames {
        assert!(frame.chars().count() <= 40, "{frame}");
        for part in ["0/28", " tries", " states", "~"] {
            assert!(frame.contains(part), "{part}: {frame}");
        }
    }
}

/// Returns the status lines of a run with `--progress json`, and nothing else on its standard error.
fn status_lines(place: &Place, arguments: &str) -> Vec<Value> {
    let ran = place.run(&format!("{arguments} --progress json --quiet"));
    ran.err.lines().map(parsed).collect()
}

#[test]
fn attempts_at_bases_are_counted() {
    let place = Place::new();
    let lines = status_lines(&place, "framework 8 --state-limit 1");
    let last = lines
        .iter()
        .rfind(|line| line["attempts"].is_u64())
        .unwrap();
    assert!(last["attempts"].as_u64() > Some(0), "{last}");
    assert!(last["share"].as_f64() > Some(0.0), "{last}");
}

#[test]
fn cluster_run_shows_the_progress_of_its_units() {
    let place = Place::new();
    let planned = place.run("cluster plan classify --k 3 --n 2..8 --into plan");
    assert_eq!(planned.code, 0, "{planned:?}");
    let lines = status_lines(&place, "cluster run plan --slice 1/2");
    assert!(
        lines.iter().any(|line| line["part"].is_string()),
        "{lines:?}"
    );
    let silent = place.run("cluster run plan --progress off --quiet");
    assert_eq!((silent.code, &*silent.err), (0, ""), "{silent:?}");
}

#[test]
fn known_says_what_the_search_that_goes_on_costs() {
    let place = Place::new();
    let known = place.run("known 14").done();
    let costs = "tait framework 14 searches 28 residues without a base; the first 1,638 attempts keep at most 79,429,434,700 states in narrow beams.";
    assert!(known.contains(costs), "{known}");
    assert_eq!(place.run("framework 3 --state-limit 5000").code, 3);
    let known = place.run("known 3").done();
    assert!(known.contains(". Earlier runs have found "), "{known}");
    let _ = place.run("framework 3").done();
    let known = place.run("known 3").done();
    assert!(!known.contains("tait framework 3 searches"), "{known}");
}

#[test]
fn where_all_is_well_remarks_are_for_terminals() {
    let place = Place::new();
    let piped = |arguments: &str| {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let mut command = place.command(&arguments);
        Ran::of(command.env_remove("TAIT_VERBOSE").output().unwrap())
    };
    for arguments in [
        "solve 3 5",
        "solve 3 5",
        "framework 2",
        "framework 2",
        "generate 2 100",
        "export --kind family",
        "data list",
        "classify --k 2 --n 2..5",
        "exists 3 5",
        "cluster plan classify --k 3 --n 2..5 --into plan",
        "cluster run plan",
        "cluster merge plan",
    ] {
        let ran = piped(arguments);
        assert_eq!((ran.code, &*ran.err), (0, ""), "{arguments}: {ran:?}");
    }
    let refuted = piped("exists 3 6");
    assert_eq!(refuted.code, 1, "{refuted:?}");
    assert!(refuted.err.contains("\nno, k=3 n=6 "), "{refuted:?}");
    assert!(
        shown(&place, "solve 3 5", 80)
            .out
            .contains("--fresh searches again")
    );
}
