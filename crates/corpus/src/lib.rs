//! The records of `data/` inside the program.
//!
//! [`CORPUS`] is the layer below a [`Store`](tait_store::Store). The build script packs each directory of `data/`
//! separately; a pack is unpacked on the first request for one of its files, in at most a few milliseconds.
//!
//! ```
//! use tait_corpus::CORPUS;
//! use tait_linear::BlockLength;
//! use tait_store::Store;
//!
//! let nothing_stored = tempfile::tempdir()?;
//! let store = Store::new(nothing_stored.path()).with_corpus(&CORPUS);
//! let family = store.family(BlockLength::new(8)?, "bases")?.expect("a family");
//! assert_eq!(family.family.bases.len(), 16); // one base for each residue modulo 2k
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use etcetera::{BaseStrategy as _, choose_base_strategy};
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::OnceLock;

/// The records of `data/`, as they were when the program was built.
pub static CORPUS: Corpus = Corpus { packs: &PACKS };

include!(concat!(env!("OUT_DIR"), "/packs.rs"));

/// Returns the platform's directory for results of the user, which stand above the records of `data/`. It need not exist; it
/// is `None` where there is no home directory.
#[must_use]
pub fn results_directory() -> Option<PathBuf> {
    let places = choose_base_strategy().ok()?;
    Some(places.data_dir().join("tait"))
}

/// The packed records.
pub struct Corpus {
    packs: &'static [Pack],
}

/// The files of one directory, concatenated and compressed.
struct Pack {
    directory: &'static str,
    compressed: &'static [u8],
    length: usize,
    /// The name and the range of each file.
    files: &'static [(&'static str, Range<usize>)],
    text: OnceLock<Vec<u8>>,
}

impl Corpus {
    /// Returns the size of the packed records in bytes.
    ///
    /// ```
    /// assert!(tait_corpus::CORPUS.packed_bytes() < 320_000);
    /// ```
    #[must_use]
    pub fn packed_bytes(&self) -> usize {
        self.packs.iter().map(|pack| pack.compressed.len()).sum()
    }
}

impl tait_store::Corpus for Corpus {
    fn names(&self) -> Vec<&str> {
        let files = self.packs.iter().flat_map(|pack| pack.files);
        files.map(|&(name, _)| name).collect()
    }

    fn text(&self, name: &str) -> Option<&[u8]> {
        let (directory, _) = name.split_once('/')?;
        let pack = self.packs.iter().find(|pack| pack.directory == directory)?;
        let at = pack
            .files
            .binary_search_by_key(&name, |&(name, _)| name)
            .ok()?;
        pack.text().get(pack.files[at].1.clone())
    }
}

impl Pack {
    const fn new(
        directory: &'static str,
        compressed: &'static [u8],
        length: usize,
        files: &'static [(&'static str, Range<usize>)],
    ) -> Self {
        let text = OnceLock::new();
        Self {
            directory,
            compressed,
            length,
            files,
            text,
        }
    }

    /// Returns the texts of all files, concatenated.
    fn text(&self) -> &[u8] {
        self.text.get_or_init(|| {
            // The build has packed this: a pack that cannot be unpacked counts as empty.
            let text =
                miniz_oxide::inflate::decompress_to_vec_with_limit(self.compressed, self.length);
            text.unwrap_or_default()
        })
    }
}

impl fmt::Debug for Corpus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let directories = self.packs.iter().map(|pack| pack.directory);
        f.debug_list().entries(directories).finish()
    }
}
