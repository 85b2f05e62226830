//! The binary by itself: an empty directory, no home, no data.

use crate::common::{Ran, bare, committed, parsed};
use serde_json::json;
use std::fs;
use std::path::Path;
use std::process::Command;
use tait_store::{CellRecord, Store};
use tait_testkit::DATA;
use tempfile::TempDir;

/// Runs tait in a directory, with the records inside it, and with a home directory somewhere else.
fn tait(directory: &Path, arguments: &str) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_tait"))
        .args(arguments.split_whitespace())
        .current_dir(directory)
        .env_clear()
        .env("TAIT_VERBOSE", "1")
        .env("XDG_DATA_HOME", directory.join("home"))
        .output()
        .unwrap();
    Ran::of(output)
}

fn files_in(directory: &TempDir) -> usize {
    fs::read_dir(directory).unwrap().count()
}

#[test]
fn it_answers_all_that_the_maps_and_the_families_know() {
    let empty = tempfile::tempdir().unwrap();
    let committed = Store::new(DATA);
    let mut asked = 0;
    for k in 2..=13 {
        let k = tait_linear::BlockLength::new(k).unwrap();
        let map = committed.classification(k).unwrap().unwrap();
        let optimum = |record: &CellRecord| match record.cell.answer() {
            tait_linear::CellAnswer::Suffices => Some(record.cell.puzzle.n()),
            tait_linear::CellAnswer::Optimum(moves) => Some(moves),
            _ => None,
        };
        let known = map
            .cells
            .iter()
            .filter_map(|record| Some((record.cell.puzzle.n(), optimum(record)?)));
        for (n, moves) in known.filter(|&(n, _)| n <= 20) {
            let solved = tait(empty.path(), &format!("--quiet solve {k} {n}")).done();
            assert_eq!(
                bare(&solved).lines().count() as u64,
                moves,
                "k = {k}, n = {n}"
            );
            asked += 1;
        }
        if committed.family(k, "bases").unwrap().is_some() {
            let moves = tait(empty.path(), &format!("--quiet generate {k} 1000")).done();
            assert_eq!(bare(&moves).lines().count(), 1000, "k = {k}");
        }
    }
    assert!(asked > 100, "{asked}");
    assert_eq!(
        files_in(&empty),
        0,
        "nothing is written where nothing is asked for"
    );
}

#[test]
fn one_screen_says_what_to_try_and_where_results_go() {
    let empty = tempfile::tempdir().unwrap();
    let screen = tait(empty.path(), "").done();
    assert!(screen.lines().count() <= 24, "{screen}");
    let place = empty.path().join("home/tait");
    assert!(
        screen.contains(&format!(
            "Your results will be kept in {}.",
            place.display()
        )),
        "{screen}"
    );
    let path = tait(empty.path(), "data path").done();
    assert_eq!(path.trim_end(), place.to_str().unwrap());
    // Each command on the screen can be typed as it stands.
    let commands: Vec<&str> = screen
        .lines()
        .filter_map(|line| line.strip_prefix("  tait "))
        .collect();
    assert_eq!(commands.len(), 4, "{screen}");
    for command in commands {
        let typed = command.split("  ").next().unwrap();
        assert!(!tait(empty.path(), typed).done().is_empty(), "{typed}");
    }
    assert_eq!(files_in(&empty), 0);
}

#[test]
fn own_results_go_to_the_home_and_are_told_apart() {
    let empty = tempfile::tempdir().unwrap();
    let run = |arguments: &str| tait(empty.path(), arguments);
    let _ = run("solve 2 5 --fresh").done();
    assert!(
        empty
            .path()
            .join("home/tait/solutions/k02/n005.json")
            .exists()
    );
    let listed = parsed(&run("data list --format json").done());
    let whose = |file: &str| {
        let records = listed.as_array().unwrap();
        let found = records
            .iter()
            .find(|record| record["file"] == file)
            .unwrap();
        found["whose"].as_str().unwrap().to_owned()
    };
    assert_eq!(whose("solutions/k02/n005.json"), "own");
    assert_eq!(whose("families/k08-bases.json"), "corpus");
    let differences = run("data diff --format csv").done();
    assert_eq!(differences.lines().count(), 2, "{differences}");
    assert!(
        differences.contains("solutions/k02/n005.json,everything,"),
        "{differences}"
    );
    // A result that is found again adds nothing to the records inside tait.
    let _ = run("framework 3 --fresh").done();
    let differences = run("data diff --format csv").done();
    assert!(
        differences.contains("families/k03-bases.json,nothing,"),
        "{differences}"
    );
    assert!(screen_says_results_are_kept(&run("").done()));
}

fn screen_says_results_are_kept(screen: &str) -> bool {
    screen.contains("Your results are in ")
}

#[test]
fn a_damaged_own_record_is_named_in_one_line_and_the_answer_comes_from_the_corpus() {
    let empty = tempfile::tempdir().unwrap();
    let file = empty.path().join("home/tait/families/k08-bases.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "{\"schema\": \"1.0\", \"kind\": \"family\"").unwrap();
    let ran = tait(empty.path(), "generate 8 100");
    assert_eq!(
        (ran.code, bare(&ran.out).lines().count()),
        (0, 100),
        "{ran:?}"
    );
    let warnings: Vec<&str> = ran
        .err
        .lines()
        .filter(|line| line.starts_with("warning: "))
        .collect();
    assert_eq!(warnings.len(), 1, "{ran:?}");
    assert!(warnings[0].contains("k08-bases.json"), "{ran:?}");
    // A command that only reads leaves the file where it is, and names it again.
    assert!(file.exists());
    assert_eq!(tait(empty.path(), "generate 8 100").err, ran.err);
    // So it does where all records are asked.
    let known = tait(empty.path(), "known 3").done();
    let map = empty.path().join("home/tait/classification/k03.json");
    fs::create_dir_all(map.parent().unwrap()).unwrap();
    fs::write(&map, "junk").unwrap();
    let ran = tait(empty.path(), "known 3");
    assert!(ran.err.contains("k03.json"), "{ran:?}");
    assert_eq!(ran.out, known);
    assert!(map.exists());
}

#[test]
fn a_directory_of_a_newer_tait_is_read_as_far_as_it_can_be_and_named_in_one_line() {
    let empty = tempfile::tempdir().unwrap();
    let file = empty.path().join("home/tait/families/k08-bases.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let family = committed("families/k08-bases.json");
    fs::write(
        &file,
        family.replacen("\"schema\": \"1.0\"", "\"schema\": \"9.0\"", 1),
    )
    .unwrap();
    let ran = tait(empty.path(), "generate 8 100");
    assert_eq!(
        (ran.code, bare(&ran.out).lines().count()),
        (0, 100),
        "{ran:?}"
    );
    assert!(
        ran.err.contains("schema 9.0 is newer than this tait"),
        "{ran:?}"
    );
    assert!(file.exists());
    let checked = tait(empty.path(), "--no-corpus data check");
    assert_eq!(checked.code, 1, "{checked:?}");
}

#[test]
fn a_directory_of_an_older_tait_is_read_and_named_in_one_line() {
    let empty = tempfile::tempdir().unwrap();
    let file = empty.path().join("home/tait/solutions/k02/n003.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let solution = committed("solutions/k02/n003.json");
    fs::write(
        &file,
        solution.replacen("\"version\": \"0.1.0\"", "\"version\": \"0.0.9\"", 1),
    )
    .unwrap();
    let ran = tait(empty.path(), "data path");
    assert_eq!(
        ran.err,
        "its records were written by tait 0.0.9; this is tait 0.1.0, which reads them\n"
    );
    let solved = tait(empty.path(), "--quiet solve 2 3").done();
    assert_eq!(bare(&solved).lines().count(), 3);
}

#[test]
fn a_place_that_cannot_be_made_or_read_is_the_environments_fault() {
    let empty = tempfile::tempdir().unwrap();
    fs::write(empty.path().join("home"), "a file").unwrap();
    let line = tait(empty.path(), "--quiet solve 2 5 --fresh --no-corpus").failed(4);
    assert!(line.contains("home/tait"), "{line}");
    let line = tait(empty.path(), "generate 8 100").failed(4);
    assert!(line.contains("home/tait"), "{line}");
}

#[test]
fn known_says_what_is_settled_and_what_would_go_on() {
    let empty = tempfile::tempdir().unwrap();
    let all = tait(empty.path(), "known").done();
    let first = all.lines().next().unwrap();
    assert!(
        first.starts_with("complete: every n for k <= 1") && first.ends_with("the rest is open"),
        "{first}"
    );
    let known =
        |k: u64| parsed(&tait(empty.path(), &format!("known {k} --format json")).done())[0].clone();
    let six = known(6);
    assert_eq!(
        six["in_words"],
        "n moves for every n >= 12; not for n = 4..11"
    );
    assert_eq!(
        (&six["open"], &six["n_moves"]),
        (&json!([]), &json!([[12, null]]))
    );
    assert!(six["to_go_on"].is_null(), "{six}");
    let thirty = known(30);
    assert_eq!(thirty["open"], json!([[16, null]]));
    assert!(
        thirty["to_go_on"].is_null(),
        "no search goes as far: {thirty}"
    );
    assert_eq!(known(17)["to_go_on"], "tait framework 17 --doubles");
    assert!(tait(empty.path(), "known 1").failed(2).contains("k = 1"));
    let nothing = tait(empty.path(), "known --no-corpus").done();
    assert!(nothing.starts_with("nothing is settled yet"), "{nothing}");
    // A single solution settles its size, where there is no map.
    let _ = tait(empty.path(), "solve 3 4 --no-corpus").done();
    let three = parsed(&tait(empty.path(), "known 3 --no-corpus --format json").done())[0].clone();
    assert_eq!(
        three["in_words"],
        "n moves for n = 4; not for n = 2; n + 7 moves for every n >= 6; open: all other n"
    );
}

#[test]
fn man_pages_are_written_for_each_command() {
    let empty = tempfile::tempdir().unwrap();
    let _ = tait(empty.path(), "manual --out man").done();
    for page in ["tait.1", "tait-solve.1", "tait-grid-solve.1"] {
        let text = fs::read_to_string(empty.path().join("man").join(page)).unwrap();
        assert!(text.contains(".SH NAME"), "{page}");
    }
}
