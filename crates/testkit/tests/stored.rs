//! The records in `data/`, counted again by the simple searches.

use std::path::{Path, PathBuf};
use tait_testkit::{Proof, Recorded, proofs};

/// States of a record that is counted again here; `tait-testkit recompute data` does the larger ones.
const MOST_STATES: u64 = 100_000;

/// The same on grids, whose states take longer.
const MOST_GRID_STATES: u64 = 20_000;

/// What is recorded of grids, or of rows.
fn stored(of_grids: bool) -> impl Iterator<Item = (PathBuf, Result<Proof, String>)> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let records = proofs(&data).unwrap().into_iter();
    records
        .map(|Recorded { file, proof }| (file, proof))
        .filter(move |(file, _)| {
            let mut parts = file.iter();
            of_grids == parts.any(|part| part == "grid-solutions")
        })
}

#[test]
fn stored_counts_are_what_the_simple_search_counts() {
    let mut counted = 0;
    for (file, proof) in stored(false) {
        let proof = proof.unwrap();
        if proof.states().unwrap() > MOST_STATES {
            continue;
        }
        let again = proof.recompute(|_| true).unwrap();
        assert_eq!(again.difference, None, "{}: {proof}", file.display());
        counted += 1;
    }
    assert!(counted > 60, "only {counted} records");
}

#[test]
fn stored_optima_on_grids_are_what_the_simple_search_finds() {
    let (mut found, mut left) = (0, Vec::new());
    for (file, proof) in stored(true) {
        let again = proof.map(|proof| proof.recompute(|states| states < MOST_GRID_STATES));
        match again {
            Ok(Some(again)) => {
                assert_eq!(again.difference, None, "{}", file.display());
                found += 1;
            }
            Ok(None) => left.push((file, "too many states".to_owned())),
            Err(reason) => left.push((file, reason)),
        }
    }
    assert!(found >= 14, "only {found} records, not {left:?}");
}
