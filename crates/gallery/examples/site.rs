//! Writes a site about one family into a directory.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use std::error::Error;
use std::fs;
use tait_atlas::Atlas;
use tait_gallery::{Site, site_files};
use tait_store::Store;

/// The data directory of the repository.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let home = std::env::temp_dir().join(format!("tait-site-{}", std::process::id()));
    let families = home.join("data/families");
    fs::create_dir_all(&families)?;
    fs::copy(
        format!("{DATA}/families/k02-bases.json"),
        families.join("k02-bases.json"),
    )?;
    let files = site_files(&Atlas::new(Store::new(home.join("data"))), None, None)?;
    let directory = home.join("site");
    Site::new(&directory, false)?.write(&files)?;
    assert!(fs::read_to_string(directory.join("index.html"))?.contains("k02-bases"));
    println!("{} files", files.len());
    // A second site replaces the first one only with `force`.
    assert!(Site::new(&directory, false).is_err());
    Ok(fs::remove_dir_all(home)?)
}
