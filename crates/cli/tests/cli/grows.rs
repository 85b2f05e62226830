//! The store only grows: runs at the same time, or one after the other, lose nothing.

use crate::common::{Place, Ran};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tait_linear::{BlockLength, Settles};

/// Runs commands at the same time in one directory, and waits for all of them.
fn beside(place: &Place, commands: &[&str]) {
    let start = |command: &&str| place.start(&format!("{command} --quiet --threads 1"));
    let children: Vec<_> = commands.iter().map(start).collect();
    for (mut child, command) in children.into_iter().zip(commands) {
        assert!(child.wait().unwrap().success(), "{command}");
    }
    let _ = place.run("data check").done();
}

fn k(k: u64) -> BlockLength {
    BlockLength::new(k).unwrap()
}

/// Returns everything below a directory, with hidden files and empty directories.
fn tree(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut tree = BTreeMap::new();
    let mut waiting = vec![directory.to_owned()];
    while let Some(path) = waiting.pop() {
        let content = match fs::read_dir(&path) {
            Ok(entries) => {
                waiting.extend(entries.map(|entry| entry.unwrap().path()));
                Vec::new()
            }
            Err(_) => fs::read(&path).unwrap(),
        };
        let _ = tree.insert(path, content);
    }
    tree
}

/// Commands that read what is stored, and write nothing there.
const READING: [&str; 27] = [
    "generate 4 9",
    "generate 2 3",
    "show 4 9",
    "show 2 3",
    "draw 2 3",
    "explain 4 9",
    "explain 2 3",
    "explain wraps",
    "explain bases",
    "extend data/families/k04-bases.json 4 17",
    "verify data/solutions/k02/n003.json",
    "known",
    "known 4",
    "known --tables 4",
    "data list",
    "data check",
    "data check --recount",
    "data diff",
    "data path",
    "data package",
    "export",
    "export --sequence linear-minimum",
    "plot thresholds",
    "plot depths 3 6",
    "framework 4 --estimate",
    "grid list",
    "gallery site",
];

#[test]
fn reading_changes_nothing() {
    let place = Place::with_data();
    for name in [
        "classification/k03.json",
        "counts/k03.json",
        "checkers/reversal.json",
        "families/k03-common.json",
        "families/k04-wrap-m22-m24-m28.json",
        "grid-solutions/figure-5.json",
    ] {
        place.hold(name);
    }
    let data = place.path("data");
    // Every record is wrong in the way of a hand that edits it.
    for (path, content) in tree(&data) {
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            let text = String::from_utf8(content).unwrap();
            fs::write(path, text.replace("\"found_by\"", "\"found\"")).unwrap();
        }
    }
    fs::create_dir(data.join("checkpoints")).unwrap();
    place.write(
        "data/checkpoints/framework-7-0123456789abcdef.checkpoint",
        "damaged",
    );
    let before = tree(&data);
    assert!(before.len() > 15);
    for command in READING {
        for more in ["", " --no-corpus"] {
            let ran = place.run(&format!("{command}{more}"));
            assert!(!ran.err.contains("moved to"), "{command}: {ran:?}");
            assert_eq!(tree(&data), before, "{command}{more}");
        }
        let _ = fs::remove_dir_all(place.path("site"));
    }
    for command in ["solve 2 3 --no-store", "grid solve figure-5 --no-store"] {
        let _ = place.run(command);
        assert_eq!(tree(&data), before, "{command}");
    }
    // Where a record is needed, the line says what is wrong with it.
    let line = place.run("generate 4 9").failed(2);
    assert!(
        line.contains("k04-bases.json") && line.contains("found"),
        "{line}"
    );
}

#[test]
fn reading_creates_no_data_directory() {
    let place = Place::new();
    for command in READING {
        let _ = place.run(command);
        assert!(!place.path("data").exists(), "{command}");
    }
}

/// Races at random are in `tait-store`; these are processes, which share locks with nobody.
#[test]
fn what_processes_store_beside_each_other_is_all_there() {
    let place = Place::new();
    let figures = "grid solve figure-1";
    let pairs = "grid table font5x9 --pair-states 200 --glyphs";
    let pairs = ["AB", "CD", "EF"].map(|glyphs| format!("{pairs} {glyphs}"));
    for commands in [
        &["classify --k 3 --n 1..6", "classify --k 3 --n 7..12"][..],
        &pairs.each_ref().map(String::as_str),
        &[
            "checkers --reverse 3",
            "checkers --reverse 4",
            figures,
            figures,
        ],
    ] {
        beside(&place, commands);
    }
    let store = place.store();
    let map = store.classification(k(3)).unwrap().unwrap();
    let sizes: Vec<u64> = map.cells.iter().map(|cell| cell.cell.puzzle.n()).collect();
    assert_eq!(sizes, (2..=12).collect::<Vec<_>>());
    let table = store.grid_table("font5x9").unwrap().unwrap();
    for (from, to) in [("A", "B"), ("C", "D"), ("E", "F")] {
        assert!(table.answer(from, to).is_some(), "{from} to {to}");
        assert!(table.answer(to, from).is_some(), "{to} to {from}");
    }
    assert_eq!(store.reversals().unwrap().cells().len(), 12);
    assert!(store.grid_solution("figure-1").unwrap().is_some());
}

#[test]
fn a_smaller_table_of_shuffling_keeps_the_larger_one() {
    let place = Place::holding(&["shuffling/constrained.json"]);
    let path = place.path("data/shuffling/constrained.json");
    let before = fs::read(&path).unwrap();
    let _ = place.run("shuffling --table --constrained --n 3..4").done();
    assert_eq!(fs::read(&path).unwrap(), before, "it knows nothing more");
    // Two runs on other sizes are both kept, and both are named.
    let place = Place::new();
    for sizes in ["1..2", "4..4"] {
        let command = format!("shuffling --table --constrained --n {sizes}");
        let _ = place.run(&command).done();
    }
    let record = place.store().shuffling().unwrap().unwrap();
    assert_eq!(record.cells.len(), 36);
    let commands: Vec<&str> = record.found_by.runs().map(|run| &*run.command).collect();
    assert_eq!(
        commands,
        [
            "shuffling --constrained --table --n 4..4",
            "shuffling --constrained --table --n 1..2"
        ]
    );
    let _ = place.run("data check").done();
}

#[test]
fn a_stored_family_of_a_common_pattern_is_printed_and_kept() {
    let place = Place::holding(&["families/k03-common-even.json", "families/k05-common.json"]);
    let even = "framework 3 --common-pattern --parity even";
    let path = place.path("data/families/k03-common-even.json");
    let before = fs::read(&path).unwrap();
    let ran: Ran = place.run(even);
    assert!(ran.err.contains("from the store"), "{ran:?}");
    let printed = ran.done();
    let stored = place.store().family(k(3), "common-even").unwrap().unwrap();
    let coverage = stored.family.claim();
    assert!(printed.contains(&coverage), "{printed}");
    assert_eq!(fs::read(&path).unwrap(), before);
    // A fresh search settles as much, or changes nothing.
    let ran = place.run(&format!("{even} --fresh"));
    assert!(!ran.err.contains("from the store"), "{ran:?}");
    let _ = ran.done();
    let renewed = place.store().family(k(3), "common-even").unwrap().unwrap();
    let (renewed, stored) = (renewed.family.coverage(), stored.family.coverage());
    for first in stored.first.into_iter().flatten() {
        assert!(renewed.covers(first), "{first}");
    }
}

#[test]
fn a_record_with_a_detour_is_moved_aside_and_the_solution_takes_its_place() {
    let place = Place::new();
    let _ = place.run("solve 2 3 --fresh").done();
    let path = place.path("data/solutions/k02/n003.json");
    let right = fs::read_to_string(&path).unwrap();
    // The solution has a detour, and the recorded search overlooked the shorter solution.
    let forged = r#"{"schema": "1.0", "kind": "solution", "puzzle": "linear", "k": 2, "n": 3, "start": 1,
        "moves": [[1,11],[11,7],[6,9],[3,6]], "claim": {"optimal_because": "exhaustion", "shorter": [{"moves": 3,
        "board_from": -3, "board_to": 10, "rules": {"pairs": true, "blocks": true}, "states": [1,4,0]}]},
        "found_by": {"command": "solve 2 3", "version": "0.1.0", "seconds": 0.0}}"#;
    fs::write(&path, forged).unwrap();
    let _ = place.run("solve 2 3 --fresh --quiet").done();
    let moves =
        |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap()["moves"].clone();
    assert_eq!(moves(&fs::read_to_string(&path).unwrap()), moves(&right));
    let aside = place.path("data/quarantine/solutions/k02/n003.json");
    assert_eq!(fs::read_to_string(aside).unwrap(), forged);
}
