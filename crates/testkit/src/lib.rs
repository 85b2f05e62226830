//! Shared helpers of the tests.
//!
//! * [`naive`]: a second, naive statement of the rules of each puzzle. These rules use the puzzles' types, but share no
//!   code with a checker, a state space or an engine, so that an error in one of those is not repeated here.
//! * [`DATA`], [`TOP`], [`files_below`] and [`json_files`]: the location of the committed records.
//! * [`Random`]: a seeded generator of numbers, so that every run makes the same mutants.
//! * [`on_threads`]: runs a function on a pool with a given number of threads.
//! * [`laws`]: what must hold of every input, which fuzz targets and tests share.
//!
//! Only dev-dependencies and fuzz targets may depend on this crate. Unit tests in `src/` of a crate below this one must
//! not use it: they would see the types of that crate twice.

#![expect(
    clippy::missing_panics_doc,
    reason = "a helper of tests panics where a test would"
)]

pub mod laws;
pub mod naive;
mod random;

pub use random::Random;

use std::fs;
use std::path::{Path, PathBuf};

/// The root directory of the workspace.
pub const TOP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The committed data directory.
pub const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");

/// Returns all files below a directory, sorted by path.
///
/// ```
/// use tait_testkit::{DATA, files_below};
/// let families = files_below(format!("{DATA}/families"));
/// assert!(families.iter().any(|path| path.ends_with("k04-bases.json")));
/// ```
#[must_use]
pub fn files_below(directory: impl AsRef<Path>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![directory.as_ref().to_owned()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Returns the JSON files below a directory, sorted by path.
#[must_use]
pub fn json_files(directory: impl AsRef<Path>) -> Vec<PathBuf> {
    let mut files = files_below(directory);
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    files
}

/// Runs a function on a pool of the given number of threads.
///
/// ```
/// assert_eq!(tait_testkit::on_threads(3, rayon::current_num_threads), 3);
/// ```
pub fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.unwrap().install(work)
}
