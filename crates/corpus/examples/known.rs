//! Shows which families the program knows before any search.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use tait_corpus::CORPUS;
use tait_linear::BlockLength;
use tait_store::Store;

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Store::new("nothing-is-stored-here").with_corpus(&CORPUS);
    for k in 2..=10 {
        let record = store.family(BlockLength::new(k)?, "bases")?;
        let family = record.expect("a family for each of these").family;
        println!("k = {k}: {} bases", family.bases.len());
        assert_eq!(family.bases.len(), 2 * k as usize);
    }
    Ok(())
}
