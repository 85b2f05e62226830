//! The proof records in `data/`, counted again by the simple search.

use std::path::Path;
use tait_testkit::{Proof, Recorded, proofs};

/// States of a record that is counted again here; `tait-testkit recompute data` does the larger ones.
const MOST_STATES: u64 = 100_000;

#[test]
fn stored_counts_are_what_the_simple_search_counts() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let mut counted = 0;
    for Recorded { file, proof } in proofs(&data).unwrap() {
        let Proof { search, states } = proof.unwrap();
        if states.iter().sum::<u64>() > MOST_STATES {
            continue;
        }
        let searched = search.run(|_| true).unwrap();
        assert!(!searched.is_solved, "{}: {search:?}", file.display());
        assert_eq!(searched.states, states, "{}: {search:?}", file.display());
        counted += 1;
    }
    assert!(counted > 60, "only {counted} records");
}
