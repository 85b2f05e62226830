//! Input that would hang tait, fill the memory or control the terminal.

use crate::common::{Place, Ran, record};
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Stdio};
use tait_linear::Claim;
use tait_store::FoundBy;

/// Runs tait with little address space and for a limited time, so that a run which reads endless input fails.
fn bounded(place: &Place, arguments: &[&str], input: Stdio, output: Stdio) -> Ran {
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 600000; exec timeout 120 \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_tait"))
        .args(arguments)
        .current_dir(place.path(""))
        .env("TAIT_DATA", "data")
        .env("TAIT_NO_CORPUS", "1")
        .env("TAIT_VERBOSE", "1")
        .stdin(input)
        .stdout(output)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
        .wait_with_output()
        .unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Does the same with arguments in one text, with empty standard input, and keeps standard output.
fn run(place: &Place, arguments: &str) -> Ran {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    bounded(place, &arguments, Stdio::null(), Stdio::piped())
}

/// Makes a named pipe.
fn make_pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status().unwrap();
    assert!(made.success());
}

#[test]
fn a_line_without_an_end_is_refused_by_all_that_read_moves() {
    let place = Place::new();
    place.write("long", &"1".repeat(20 << 20));
    place.write("brackets", &"[".repeat(20 << 20));
    for command in ["verify", "show", "explain", "draw"] {
        for file in ["/dev/zero", "long", "brackets"] {
            let line = run(&place, &format!("{command} {file}")).failed(2);
            let is_deep = line.contains("the JSON is nested deeper than 100 levels");
            assert!(
                line.contains("line 1 is longer than 8388608 bytes")
                    || file == "brackets" && is_deep,
                "{command} {file}: {line}"
            );
        }
        let long = File::open(place.path("long")).unwrap();
        let line = bounded(&place, &[command, "-"], long.into(), Stdio::piped()).failed(2);
        assert!(line.contains("line 1 is longer"), "{command}: {line}");
    }
    // Moves of vacancy puzzles have a separate reader.
    let line = run(&place, "verify /dev/zero --puzzle checkers=").failed(2);
    assert!(line.contains("checkers="), "{line}");
    let zero = ["verify", "/dev/zero", "--puzzle", "checkers n=1 m=1"];
    let line = bounded(&place, &zero, Stdio::null(), Stdio::piped()).failed(2);
    assert!(line.contains("line 1 is longer"), "{line}");
}

#[test]
fn json_is_bounded_in_size_and_depth() {
    let place = Place::new();
    place.write("blanks", &format!("{{{}", " ".repeat(65 << 20)));
    let beginning = r#"{"schema": "1.0", "kind": "solution", "moves": "#;
    place.write("deep", &format!("{beginning}{}", "[".repeat(1 << 20)));
    place.write("wide", &format!("{beginning}[{}0]}}", "0,".repeat(4 << 20)));
    let objects = "{\"\":0},".repeat(300_000);
    place.write("objects", &format!("{beginning}[{objects}0]}}"));
    place.write(
        "cells",
        &format!(
            r#"{{"puzzle":"checkers","n":1,"m":1,"moves":[{}1]}}"#,
            "1,".repeat(4 << 20)
        ),
    );
    for (file, expected) in [
        ("blanks", "too large: the limit is 67108864 bytes"),
        ("deep", "nested deeper than 100 levels"),
        ("wide", "more than 3000000 values"),
        ("objects", "more than 200000 objects"),
        ("cells", "more than 3000000 values"),
    ] {
        for command in ["verify", "show", "explain", "draw"] {
            let line = run(&place, &format!("{command} {file}")).failed(2);
            assert!(line.contains(expected), "{command} {file}: {line}");
        }
    }
}

#[test]
fn an_error_quotes_a_short_piece_only() {
    let place = Place::new();
    let name = "x".repeat(1 << 20);
    place.write(
        "named",
        &format!(r#"{{"puzzle":"linear","moves":[],"{name}":1}}"#),
    );
    place.write("word", &format!("# linear k=2 n=3\n{name}\n"));
    for file in ["named", "word"] {
        let line = run(&place, &format!("verify {file}")).failed(2);
        assert!(
            line.len() < 2_000 && (line.contains("line 1") || line.contains("line 2")),
            "{line}"
        );
    }
}

#[test]
fn long_solutions_are_still_read_as_text_and_as_json() {
    let place = Place::new();
    for format in ["text", "json"] {
        let file = File::create(place.path(format)).unwrap();
        let arguments = ["generate", "4", "100000", "-q", "--format", format];
        let made = bounded(&place, &arguments, Stdio::null(), file.into());
        assert_eq!(made.code, 0, "{made:?}");
        let input = File::open(place.path(format)).unwrap();
        let arguments = ["verify", "-", "--k", "4", "--n", "100000"];
        let told = bounded(&place, &arguments, input.into(), Stdio::piped()).done();
        assert!(told.contains("100000 moves"), "{told}");
    }
}

#[test]
fn puzzles_on_grids_are_bounded_in_size_and_in_coins() {
    let place = Place::new();
    place.write("row", &".".repeat(20 << 20));
    let coins: Vec<String> = (0..100_001).map(|x| format!("[{x},0]")).collect();
    let coins = coins.join(",");
    place.write(
        "many",
        &format!(r#"{{"grid":"square","start":[{coins}],"target":[[0,0]]}}"#),
    );
    let row = "o".repeat(100_001);
    place.write(
        "drawn",
        &format!(r#"{{"grid":"square","start":["{row}"],"target":["{row}"]}}"#),
    );
    place.write(
        "deep",
        &format!(r#"{{"grid":"square","start":{}"#, "[".repeat(1 << 20)),
    );
    for command in ["solve", "solve --construct", "span", "boards"] {
        for (file, expected) in [
            ("/dev/zero", "too large: the limit is 4194304 bytes"),
            ("row", "too large: the limit is 4194304 bytes"),
            ("many", "too many, the limit is 100000"),
            ("drawn", "too many coins, the limit is 100000"),
            ("deep", "nested deeper than 100 levels"),
        ] {
            let line = run(&place, &format!("grid {command} {file}")).failed(2);
            assert!(line.contains(expected), "{command} {file}: {line}");
        }
    }
}

#[test]
fn links_and_pipes_in_the_data_directory_are_named_and_skipped() {
    let place = Place::with_data();
    let clean = place.run("data check");
    assert_eq!((clean.code, clean.err.as_str()), (0, ""));
    // If they were followed, two links to the directory itself would make 2^40 paths.
    for link in ["one", "two"] {
        symlink(".", place.path("data/solutions").join(link)).unwrap();
    }
    symlink(place.path("data/families"), place.path("data/grid")).unwrap();
    symlink("n003.json", place.path("data/solutions/k02/n004.json")).unwrap();
    make_pipe(&place.path("data/solutions/k02/n005.json"));
    make_pipe(&place.path("data/checkpoints.ckpt"));
    fs::create_dir(place.path("data/checkpoints")).unwrap();
    make_pipe(&place.path("data/checkpoints/framework.ckpt"));
    let _socket = UnixListener::bind(place.path("data/families/socket")).unwrap();
    let expected = [
        "checkpoints/framework.ckpt: a named pipe, skipped",
        "families/socket: a socket, skipped",
        "grid: a symbolic link, skipped",
        "solutions/k02/n004.json: a symbolic link, skipped",
        "solutions/k02/n005.json: a named pipe, skipped",
        "solutions/one: a symbolic link, skipped",
        "solutions/two: a symbolic link, skipped",
    ];
    let check = run(&place, "data check");
    assert_eq!(check.err.lines().collect::<Vec<_>>(), expected);
    assert_eq!((check.code, check.out), (0, clean.out));
    let list = run(&place, "data list");
    let said: Vec<&str> = list.err.lines().collect();
    assert_eq!(said[..said.len() - 1], expected);
    assert_eq!(
        said[said.len() - 1],
        "complete: k = 2: n = 2, 3; k = 3: n = 2, 6; k = 4: n >= 13; the rest is open"
    );
    assert_eq!(list.code, 0);
    let gallery = run(&place, "gallery site");
    assert_eq!(gallery.code, 0, "{gallery:?}");
    assert_eq!(gallery.err.lines().take(7).collect::<Vec<_>>(), expected);
}

#[test]
fn a_pipe_in_the_place_of_a_record_is_not_opened() {
    let place = Place::with_data();
    let record = place.path("data/solutions/k02/n003.json");
    fs::remove_file(&record).unwrap();
    make_pipe(&record);
    let line = run(&place, "solve 2 3").failed(2);
    assert!(
        line.contains("n003.json: expected a file, found a named pipe"),
        "{line}"
    );
    fs::remove_file(&record).unwrap();
    fs::remove_file(place.path("data/.lock")).unwrap();
    make_pipe(&place.path("data/.lock"));
    let line = run(&place, "solve 2 3 --fresh -q").failed(2);
    assert!(
        line.contains(".lock: expected a file, found a named pipe"),
        "{line}"
    );
}

#[test]
fn a_plan_of_millions_of_empty_lists_is_refused_before_they_are_made() {
    let place = Place::new();
    let _ = place.run("cluster plan framework 2 --into plan").done();
    let file = place.path("plan/plan.json");
    let text = fs::read_to_string(&file).unwrap();
    for (key, expected) in [("\"units\": [", "values"), ("\"command\": [", "values")] {
        assert!(text.contains(key));
        let lists = format!("{key}{}", "[],".repeat(20_000_000));
        fs::write(&file, text.replace(key, &lists)).unwrap();
        let line = run(&place, "cluster status plan").failed(2);
        assert!(
            line.contains(&format!("more than 3000000 {expected}")),
            "{line}"
        );
    }
    // What the number of values does not bound, the memory limit does.
    let long = format!("\"units\": [\"{}\",", "x".repeat(9 << 20));
    fs::write(&file, text.replace("\"units\": [", &long)).unwrap();
    let line = run(&place, "cluster run plan --memory-limit 64M").failed(4);
    assert!(line.contains("and the limit is 64 MB"), "{line}");
    let line = run(&place, "cluster run plan --memory-limit 1G").failed(2);
    assert!(line.contains("have been changed"), "{line}");
}

/// A plan may come from anybody. A link would let it write anywhere, a pipe has no end, and a device no size.
#[test]
fn nothing_in_a_plan_leads_elsewhere() {
    let place = Place::new();
    let _ = place.run("cluster plan framework 2 --into good").done();
    assert_eq!(place.run("cluster run good 0").code, 0);
    fs::create_dir(place.path("outside")).unwrap();
    place.write("outside/kept", "mine");
    // The targets of links; the others are pipes.
    let tricks = [
        ("plan.json", None),
        ("plan.json", Some("/dev/zero")),
        ("plan.json", Some("../good/plan.json")),
        ("units", Some("../outside")),
        ("files", Some("../outside")),
        ("files/a/b.json", Some("../../../outside/kept")),
        ("data", Some("../outside")),
        ("merged", Some("../outside")),
        ("locks", Some("../outside")),
        ("locks/merge", Some("../../outside/made")),
        ("locks/work", None),
        ("units/000000/workers.jsonl", Some("../../../outside/kept")),
        ("units/000000/workers.jsonl", None),
        ("units/000000/checkpoints", Some("../../../outside")),
        ("units/000001", Some("../../outside")),
        ("units/000001/parts", Some("../../../outside")),
    ];
    for (name, trick) in tricks {
        let mut copied = Command::new("cp");
        let _ = copied
            .args(["-r", "good", "plan"])
            .current_dir(place.path(""));
        assert!(copied.status().unwrap().success());
        let path = place.path("plan").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let _ = fs::remove_dir_all(&path);
        let _ = fs::remove_file(&path);
        match trick {
            Some(target) => symlink(target, &path).unwrap(),
            None => make_pipe(&path),
        }
        for action in ["status", "run", "merge"] {
            let line = run(&place, &format!("cluster {action} plan")).failed(2);
            assert!(
                line.contains(&format!("plan/{name}: expected a file")),
                "{line}"
            );
        }
        let outside = fs::read_dir(place.path("outside")).unwrap();
        assert_eq!(outside.count(), 1, "{name}");
        assert_eq!(fs::read(place.path("outside/kept")).unwrap(), b"mine");
        fs::remove_dir_all(place.path("plan")).unwrap();
    }
    assert_eq!(place.run("cluster run good").code, 0);
}

#[test]
fn a_directory_of_something_else_is_no_data_directory() {
    let place = Place::with_data();
    place.write("file", "");
    fs::create_dir(place.path("other")).unwrap();
    place.write("other/letter.txt", "");
    fs::create_dir(place.path("empty")).unwrap();
    for action in ["list", "check"] {
        for (directory, expected) in [
            ("/proc", "/proc: not a tait data directory"),
            ("other", "other: not a tait data directory"),
            ("file", "file: not a directory"),
        ] {
            let line = run(&place, &format!("data {action} --data {directory}")).failed(2);
            assert!(line.contains(expected), "{line}");
        }
        for directory in ["data", "empty", "absent"] {
            let ran = run(&place, &format!("data {action} --quiet --data {directory}"));
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{directory}");
        }
    }
}

#[test]
fn help_that_cannot_be_written_is_a_failure() {
    let place = Place::new();
    for arguments in [
        "--help",
        "-h",
        "--version",
        "help solve",
        "grid solve --help",
        "completions bash",
        "data list",
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let line = bounded(&place, &arguments, Stdio::null(), full.into()).failed(4);
        assert!(line.contains("No space left"), "{arguments:?}: {line}");
    }
    assert_eq!(run(&place, "--help").code, 0);
    assert_eq!(run(&place, "").code, 0);
}

/// A text that clears the screen, hides and reverses the text after it, and rings the bell.
const ATTACK: &str = "\u{1b}[2J\u{1b}[8m\u{9b}31m\u{202e}\u{7}";
const SHOWN: &str = "\\u001b[2J\\u001b[8m\\u009b31m\\u202e\\u0007";

fn assert_harmless(ran: &Ran) {
    for text in [&ran.out, &ran.err] {
        let foreign = |c: char| c.is_control() && !matches!(c, '\n' | '\t') || c == '\u{202e}';
        assert!(!text.contains(foreign), "{ran:?}");
    }
}

#[test]
fn foreign_text_commands_no_terminal() {
    let place = Place::with_data();
    let mut attack = record(2, 4, Claim::LowerBound);
    attack.found_by = FoundBy::new(format!("solve {ATTACK}"), std::time::Duration::ZERO);
    let _ = place.store().save(&attack);
    let mut family = fs::read_to_string(place.path("data/families/k04-bases.json")).unwrap();
    family = family.replacen("\"claim\": \"", "\"claim\": \"\\u001b[2J\\u009b\\u202e", 1);
    place.write("data/families/k04-common.json", &family);
    for format in ["text", "csv", "markdown", "json", "jsonl"] {
        for action in ["list", "check"] {
            let told = place.run(&format!("data {action} --format {format}"));
            assert_harmless(&told);
            assert!(told.out.contains("\\u001b[2J"), "{told:?}");
        }
    }
    let name = format!("a{ATTACK}\nb");
    for arguments in [
        vec!["verify", name.as_str()],
        vec!["show", &name],
        vec!["grid", "solve", &name],
        vec!["export", "--sequence", &name],
        vec!["draw", "2", &name],
    ] {
        let ran = place.run_piped(&arguments, "");
        assert_harmless(&ran);
        assert!(ran.failed(2).contains(SHOWN), "{arguments:?}");
    }
    // Errors of the command line itself take another path.
    for arguments in [vec!["data", "check", name.as_str()], vec![name.as_str()]] {
        let ran = place.run_piped(&arguments, "");
        assert_harmless(&ran);
        let _ = ran.failed(2);
    }
    fs::write(place.path(&name), "no moves").unwrap();
    for format in ["text", "csv"] {
        let told = place.run_piped(&["verify", "--format", format, &name], "");
        assert_harmless(&told);
    }
    let shapes = format!(
        r#"{{"grid": "square", "shapes": {{"{0}": ["ooo"], "b": ["oo", "o."]}}}}"#,
        ATTACK
            .replace('\u{1b}', "\\u001b")
            .replace('\u{7}', "\\u0007")
    );
    place.write("shapes.json", &shapes);
    for format in ["text", "csv", "json"] {
        let told = place.run(&format!("grid table shapes.json --format {format}"));
        assert_harmless(&told);
        let line = told.failed(2);
        assert!(line.contains("control characters"), "{line}");
    }
    assert!(!place.path("data/grid").exists());
}
