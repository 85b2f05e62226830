//! Reads the committed records; every record that comes out of a store has been replayed.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use std::error::Error;
use tait_linear::{BlockLength, MoveSequence, check};
use tait_store::{Store, Stored};

/// The data directory of the repository.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let store = Store::new(DATA);
    for entry in store.entries_of("solutions")?.into_iter().take(3) {
        println!(
            "{}: {}",
            entry.name.display(),
            entry.record?.summary().sentence
        );
    }
    let k = BlockLength::new(4)?;
    let family = store.family(k, "bases")?.ok_or("it is committed")?;
    println!("{}", family.summary().sentence);
    // Its bases extend to any size that the family covers.
    let moves = family.family.extension(1000).ok_or("n >= 9 is covered")?;
    assert_eq!(moves.count(), 1000);
    let bases = family.family.bases.iter();
    assert!(
        bases
            .map(|base| &base.solution)
            .all(|base| check(base).is_ok())
    );
    Ok(())
}
