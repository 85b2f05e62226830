//! A search for a family that shows its progress and stops cleanly on Ctrl-C.

use std::error::Error;
use tait_framework::{FamilyRequest, find_family};
use tait_linear::BlockLength;
use tait_search::Limits;
use tait_terminal::{Progress, Shown, grouped, print, say};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let progress = Progress::new(Limits::default(), Shown::Line)?;
    progress.expect("residues", 0, 6);
    let request = FamilyRequest::new(BlockLength::new(3)?);
    let results = find_family(&request, &progress, &progress.control())?;
    progress.finish();
    let states = results.iter().map(|result| result.states).sum();
    say(&format!("{} states", grouped(states)));
    let bases = results.iter().filter_map(|result| result.base.as_ref());
    let sizes: Vec<String> = bases.map(|base| base.puzzle().n().to_string()).collect();
    print(&format!("bases of k = 3: n = {}\n", sizes.join(", ")))?;
    assert_eq!(sizes.len(), 6);
    Ok(())
}
