//! The error of a wrong command line: one line that says what was wrong, where, and what would be right.

use crate::common::Place;

#[test]
fn each_kind_of_typing_error_has_its_line() {
    let place = Place::new();
    for (arguments, expected) in [
        // Names.
        (
            "slove",
            "unrecognized subcommand 'slove'; did you mean 'solve'? (see 'tait --help')",
        ),
        (
            "grid solv",
            "unrecognized subcommand 'solv'; did you mean 'solve'? (see 'tait grid --help')",
        ),
        (
            "plot speed",
            "unrecognized subcommand 'speed' (see 'tait plot --help')",
        ),
        (
            "help nonsense",
            "unrecognized subcommand 'nonsense' (see 'tait --help')",
        ),
        (
            "plot --out x",
            "'tait plot' needs a subcommand: depths, starts, thresholds, time, states, memory or help",
        ),
        (
            "solve 4 9 --time 5",
            "unexpected argument '--time'; did you mean '--time-limit'? (see 'tait solve --help')",
        ),
        (
            "data check --foo",
            "unexpected argument '--foo' (see 'tait data check --help')",
        ),
        // Too many or too few arguments.
        (
            "solve 4 9 10",
            "unexpected argument '10'; usage: tait solve [OPTIONS] <K> [N]",
        ),
        (
            "solve 4 -9",
            "unexpected argument '-9' (see 'tait solve --help')",
        ),
        ("solve 4", "missing argument <N>; usage: tait solve <K> <N>"),
        (
            "solve",
            "missing arguments <K> <N>; usage: tait solve <K> <N>",
        ),
        (
            "show",
            "missing argument <K N | FILE>...; usage: tait show <K N | FILE>...",
        ),
        (
            "show 1 2 3 4",
            "unexpected value '4' for '[K N | FILE]...' found; no more were expected",
        ),
        (
            "solve 4 9 --quiet=5",
            "unexpected value '5' for '--quiet' found; no more were expected",
        ),
        (
            "verify --confirm",
            "missing argument --recount; usage: tait verify --recount --confirm [FILE]...",
        ),
        (
            "solve 4 9 --seed 1 --seed 2",
            "'--seed <NUMBER>' can be given only once",
        ),
        (
            "checkers 3 3 --count --all",
            "'--count' cannot be used with '--all'",
        ),
        (
            "draw 4 13 --worksheet --steps 1..2",
            "'--worksheet' cannot be used with '--steps <A..B>'",
        ),
        // Values of a list.
        (
            "solve 4 9 --format jsn",
            "invalid value 'jsn' for '--format <FORMAT>': expected text, json, jsonl or csv; did you mean 'json'?",
        ),
        (
            "solve 4 9 --engine breath",
            "invalid value 'breath' for '--engine <ENGINE>': expected auto, breadth, ida, bidirectional or external; \
             did you mean 'breadth'?",
        ),
        (
            "solve 4 9 --format=",
            "a value is missing for '--format <FORMAT>': expected text, json, jsonl or csv",
        ),
        (
            "solve 4 9 --seed",
            "a value is missing for '--seed <NUMBER>'",
        ),
        (
            "export --schema nothing",
            "invalid value 'nothing' for '--schema <NAME>': expected solution, family, wrap-family, doubles-family, classification, \
             turned-classification, wrap-search, shuffling, reversal, grid-table or one of 11 others",
        ),
        (
            "wraps 3 --split 1,1 --type grey",
            "invalid value 'grey' for '--type <TYPE>': expected black or white",
        ),
        // Numbers.
        (
            "solve x 9",
            "invalid value 'x' for '<K>': expected a whole number",
        ),
        (
            "solve 4 9.5",
            "invalid value '9.5' for '[N]': expected a whole number",
        ),
        (
            "solve -- -1 9",
            "invalid value '-1' for '<K>': expected a number that is not negative",
        ),
        (
            "solve 4 9 --shift -x",
            "invalid value '-x' for '--shift <DISTANCE>': expected a whole number",
        ),
        (
            "solve 99999999999999999999 9",
            "invalid value '99999999999999999999' for '<K>': the number is too large",
        ),
        (
            "solve 4 9 --threads 1025",
            "invalid value '1025' for '--threads <N>': 1025 is not in 1..=1024",
        ),
        (
            "wraps 4 --beams 1 --beam-width 0",
            "invalid value '0' for '--beam-width <STATES>': 0 is not in 1..=100000000",
        ),
        (
            "wraps 4 --widths 2..1001",
            "invalid value '2..1001' for '--widths <A..B>': the largest width is 1000",
        ),
    ] {
        let line = place.run(arguments).failed(2);
        assert_eq!(line, format!("tait: {expected}\n"), "{arguments}");
    }
}

#[test]
fn what_was_typed_is_shortened_and_commands_no_terminal() {
    let place = Place::new();
    let long = "o".repeat(100_000);
    for (arguments, expected) in [
        (
            &["solve", "4", "9", "--e\u{1b}[2Jvil"][..],
            r"unexpected argument '--e\u001b[2Jvil' (see",
        ),
        (
            &["solve", "4", "9", "a\n\nb"],
            r"unexpected argument 'a\n\nb'; usage",
        ),
        (
            &["so\tlve\u{202e}"],
            r"unrecognized subcommand 'so\tlve\u202e'",
        ),
        (
            &["solve", "\r\u{9b}", "9"],
            r"invalid value '\u000d\u009b' for '<K>': expected",
        ),
        (
            &["solve", "4", "9", "--engine", "\u{7f}"],
            r"invalid value '\u007f' for '--engine <ENGINE>': expected",
        ),
        (
            &["solve", &long, "9"],
            "o…' for '<K>': expected a whole number",
        ),
        (
            &["solve", "4", "9", "--format", &long],
            "o…' for '--format <FORMAT>': expected text",
        ),
        (&[&long], "o…' (see 'tait --help')"),
    ] {
        let line = place.run_piped(arguments, "").failed(2);
        assert!(line.contains(expected), "{line}");
        assert!(!line.trim_end().contains(char::is_control), "{line:?}");
        assert!(line.chars().count() < 300, "{line}");
    }
}

#[test]
fn durations_and_sizes_are_read() {
    let place = Place::new();
    let run = |option: &str, value: &str| {
        let arguments = ["checkers", "3", "3", "--count", option, value];
        place.run_piped(&arguments, "")
    };
    for time in [
        "90", "90s", "15m", "15min", "2h", "1.5h", ".5h", "5.", "7.5", "5m10s", "1h30m",
    ] {
        assert_eq!(run("--time-limit", time).code, 0, "{time}");
    }
    for time in [
        "5x",
        "soon",
        "",
        "s",
        "-5",
        "1.2.3",
        "1e3",
        "inf",
        "5 parsecs",
        "99999999999999999999h",
    ] {
        let line = run("--time-limit", time).failed(2);
        let expected = "expected something like 90s, 15m or 2h\n";
        assert!(line.ends_with(expected) || time.is_empty(), "{line}");
    }
    for size in [
        "500000000",
        "500k",
        "500K",
        "64m",
        "500M",
        "8g",
        "8G",
        "+2G",
        "2GB",
        "2 GiB",
        "1.5G",
        "1T",
    ] {
        assert_eq!(run("--memory-limit", size).code, 0, "{size}");
    }
    for size in ["much", "G", "5X", "1..2G", "99999999999999999999", "0x10"] {
        let line = run("--memory-limit", size).failed(2);
        let expected = "expected something like 500M, 8G or 1.5GB\n";
        assert!(line.ends_with(expected), "{line}");
    }
}

#[test]
fn the_data_directory_is_named_by_an_option_or_by_the_environment() {
    let place = Place::with_data();
    std::fs::rename(place.path("data"), place.path("other")).unwrap();
    let run = |arguments: &str, variable: &str| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_tait"))
            .args(arguments.split_whitespace())
            .env("TAIT_DATA", variable)
            .env("TAIT_NO_CORPUS", "1")
            .env("TAIT_VERBOSE", "1")
            .env("XDG_DATA_HOME", place.path("home"))
            .current_dir(place.path(""))
            .output()
            .unwrap();
        let text =
            String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        (output.status.code(), text)
    };
    let (_, from_environment) = run("data list", "other");
    assert!(
        from_environment.contains("families/k04-bases.json"),
        "{from_environment}"
    );
    for arguments in [
        "--data other data list",
        "data list --data other",
        "data --data other list",
    ] {
        assert_eq!(run(arguments, "nothing").1, from_environment, "{arguments}");
    }
    assert!(!run("data list", "nothing").1.contains("families"));
    // An empty variable is as good as none: the platform's directory is asked, and nothing is there.
    let (code, listed) = run("data list", "");
    assert_eq!(code, Some(0));
    assert!(!listed.contains("families"), "{listed}");
    assert!(run("-h", "other").1.contains("[env: TAIT_DATA]"));
}
