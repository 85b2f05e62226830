//! Asks the atlas for the answer to a size, why it works, a sequence, and the check of a file.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use std::error::Error;
use tait_atlas::{Atlas, Expected, Named, Sequence, Sources};
use tait_linear::{Puzzle, check};
use tait_store::Store;

/// The data directory of the repository.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let atlas = Atlas::new(Store::new(DATA));
    let puzzle = Puzzle::new(8, 100)?;
    let answer = atlas
        .ask(puzzle, None, Sources::All)?
        .map_err(|none| none.0)?;
    println!("{puzzle}: {}", answer.provenance());
    assert!(check(&answer.solution()?)?.meets_lower_bound);
    let named = Named::Answer(answer);
    println!(
        "{}",
        named
            .explanation()?
            .lines()
            .take(3)
            .collect::<Vec<_>>()
            .join("\n")
    );

    // The smallest N such that n moves suffice for every n >= N, for k = 2, 3, ...
    let thresholds = Sequence::find(&atlas, "linear threshold", Some(5))?;
    assert_eq!(thresholds.terms(), ["3", "9", "7", "10"]);

    let file = format!("{DATA}/solutions/k02/n003.json");
    for (name, checked) in atlas.check(&file, &Expected::default())? {
        assert!(checked.outcome.is_ok());
        println!("{}", checked.line(&name));
    }
    Ok(())
}
