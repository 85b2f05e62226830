//! Repeats the searches in `data/` by the plain searches.

use serde_json::Value;
use std::fs;
use tait_recount::{Outcome, searches};
use tait_testkit::{DATA, json_files};

/// A search of this many states or more is not repeated here; `tait data check --recount`
/// repeats the larger ones.
const MOST_STATES: u64 = 20_000;

#[test]
fn what_is_stored_is_what_the_plain_searches_find() {
    let (mut agreed, mut open) = (Vec::new(), 0);
    for file in json_files(DATA) {
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
