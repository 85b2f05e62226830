//! Writes into a store, by several handles, between kills.

use crate::bytes::Bytes;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use tait_store::{ClassificationRecord, Record, ReversalRecord, Store};

static MAP: LazyLock<ClassificationRecord> =
    LazyLock::new(
        || match Record::read(include_bytes!("../../../data/classification/k03.json")) {
            Ok(Record::Classification(map)) => map,
            other => panic!("{other:?}"),
        },
    );

static REVERSALS: LazyLock<ReversalRecord> =
    LazyLock::new(
        || match Record::read(include_bytes!("../../../data/checkers/reversal.json")) {
            Ok(Record::Reversal(reversals)) => reversals,
            other => panic!("{other:?}"),
        },
    );

/// A sequence of writes of parts of two records, and of what killed writers leave; each byte is a step, and one more
/// says what it is about. Whatever was written is known ever after.
pub fn store(data: &[u8]) {
    // Where memory serves as a disk, a write costs no wait.
    let place = Path::new("/dev/shm");
    let place = if place.is_dir() {
        place.to_owned()
    } else {
        std::env::temp_dir()
    };
    let directory = tempfile::tempdir_in(place).unwrap_or_else(|error| panic!("{error}"));
    let (mut sizes, mut reversals) = (BTreeSet::new(), BTreeSet::new());
    let mut bytes = Bytes(&data[..data.len().min(24)]);
    while !bytes.is_empty() {
        let store = Store::new(directory.path());
        let (step, what) = (bytes.byte() % 4, bytes.byte());
        let chosen = |index: usize| what >> (index % 8) & 1 == 1;
        match step {
            0 => {
                let mut part = ClassificationRecord::empty(MAP.k);
                for (index, cell) in MAP.cells.iter().enumerate() {
                    if chosen(index) {
                        let _ = sizes.insert(cell.cell.puzzle.n());
                        part.put(cell.clone());
                    }
                }
                let saved = store.save_classification(&part);
                assert!(saved.is_ok(), "{saved:?}");
            }
            1 => {
                let mut part = ReversalRecord::default();
                for (index, cell) in REVERSALS.cells().iter().enumerate() {
                    if chosen(index) && cell.puzzle.checkers() < 6 {
                        let _ = reversals.insert(cell.puzzle.to_string());
                        part.put(cell.clone());
                    }
                }
                let saved = store.save_reversals(&part);
                assert!(saved.is_ok(), "{saved:?}");
            }
            2 => {
                // A writer that was killed leaves the beginning of a file under a name of its own.
                let below = directory
                    .path()
                    .join(["classification", "checkers"][usize::from(what & 1)]);
                if below.is_dir() {
                    let left = below.join(format!(".{what}.tmp"));
                    fs::write(left, b"{\"schema\":").unwrap_or_else(|error| panic!("{error}"));
                }
            }
            _ => {
                let entries = store.entries().unwrap_or_else(|error| panic!("{error}"));
                assert!(
                    entries.iter().all(|entry| entry.record.is_ok()),
                    "{entries:?}"
                );
            }
        }
        let map = store
            .classification(MAP.k)
            .unwrap_or_else(|error| panic!("{error}"));
        let now = store.reversals().unwrap_or_else(|error| panic!("{error}"));
        let known = |n: &u64| map.as_ref().is_some_and(|map| map.cell(*n).is_some());
        assert!(
            sizes.iter().all(known),
            "{sizes:?} were written, known is {map:?}"
        );
        let now: BTreeSet<String> = now
            .cells()
            .iter()
            .map(|cell| cell.puzzle.to_string())
            .collect();
        assert!(
            reversals.is_subset(&now),
            "{reversals:?} were written, known is {now:?}"
        );
    }
}
