//! The records in `data/`, searched again by the plain searches.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tait_recount::{Outcome, searches};
use tait_testkit::DATA;

/// States of a search that is repeated here; `tait data check --recount` does the larger ones.
const MOST_STATES: u64 = 20_000;

fn json_files(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(json_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "json") {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[test]
fn what_is_stored_is_what_the_plain_searches_find() {
    let data = Path::new(DATA);
    let (mut agreed, mut open) = (Vec::new(), 0);
    for file in json_files(data) {
        let record: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        let of_grid = record["kind"] == "grid_solution";
        for search in searches(&record) {
            if search.states.is_some_and(|states| states >= MOST_STATES) {
                open += 1;
                continue;
            }
            let name = format!("{}: {}", file.display(), search.name);
            match search.recount(|states| states < MOST_STATES) {
                Outcome::Agrees { .. } => agreed.push(of_grid),
                Outcome::Differs(difference) => panic!("{name}: {difference}"),
                Outcome::Stopped | Outcome::NotRepeated(_) => open += 1,
            }
        }
    }
    let grids = agreed.iter().filter(|of_grid| **of_grid).count();
    assert!(
        agreed.len() > 500,
        "only {} agreed, {open} open",
        agreed.len()
    );
    assert!(grids >= 13, "only {grids} grids");
}
