//! The list of the files that tait wrote into a directory. A later run replaces these files and no others.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use tait_store::{LARGEST_JSON, read_at_most};
use twox_hash::XxHash3_64;

/// A file of a site: its path within the site, and its text.
pub type SiteFile = (PathBuf, String);

/// The name of the list within the directory. The list names every file except itself.
pub(crate) const MANIFEST: &str = "tait-files.json";

/// The files that tait wrote.
#[derive(Debug, Default)]
pub(super) struct Manifest {
    files: BTreeMap<PathBuf, Fingerprint>,
}

/// Detects whether a file has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Fingerprint {
    /// The length in bytes.
    bytes: u64,
    /// The 64-bit XXH3 checksum in hexadecimal.
    xxh3: String,
}

/// The list as JSON.
#[derive(Serialize, Deserialize)]
struct Form {
    /// The version of tait that wrote the files.
    tait: String,
    files: Vec<Line>,
}

#[derive(Serialize, Deserialize)]
struct Line {
    /// The path within the directory, with slashes.
    path: String,
    #[serde(flatten)]
    fingerprint: Fingerprint,
}

impl Fingerprint {
    fn of(content: &[u8]) -> Self {
        Self {
            bytes: content.len() as u64,
            xxh3: format!("{:016x}", XxHash3_64::oneshot(content)),
        }
    }
}

impl Manifest {
    /// Lists these files.
    pub(super) fn of(files: &[SiteFile]) -> Self {
        let lines = files.iter();
        let lines = lines.map(|(path, text)| (path.clone(), Fingerprint::of(text.as_bytes())));
        Self {
            files: lines.collect(),
        }
    }

    /// Reads the list of a directory. Returns `None` when it is missing or cannot be read.
    pub(super) fn read(directory: &Path) -> Option<Self> {
        let path = directory.join(MANIFEST);
        if !fs::symlink_metadata(&path).ok()?.is_file() {
            return None;
        }
        let text = read_at_most(&mut fs::File::open(path).ok()?, LARGEST_JSON);
        let form: Form = serde_json::from_slice(&text.ok()?.ok()?).ok()?;
        let lines = form.files.into_iter();
        let files = lines.map(|line| (PathBuf::from(line.path), line.fingerprint));
        Some(Self {
            files: files.collect(),
        })
    }

    /// Returns the list as text, with one line for each file.
    pub(super) fn to_text(&self) -> serde_json::Result<String> {
        let lines = self.files.iter().map(|(path, fingerprint)| Line {
            path: path.to_string_lossy().replace('\\', "/"),
            fingerprint: fingerprint.clone(),
        });
        let form = Form {
            tait: env!("CARGO_PKG_VERSION").to_owned(),
            files: lines.collect(),
        };
        tait_store::to_text(&form)
    }

    /// Returns whether the list contains a name.
    pub(super) fn lists(&self, name: &Path) -> bool {
        self.files.contains_key(name)
    }

    /// Returns whether a file is unchanged since tait wrote it.
    pub(super) fn is_unchanged(&self, name: &Path, path: &Path) -> bool {
        let Some(written) = self.files.get(name) else {
            return false;
        };
        fs::metadata(path).is_ok_and(|found| found.len() == written.bytes)
            && fs::read(path).is_ok_and(|content| Fingerprint::of(&content) == *written)
    }

    /// Returns the directories of the files, relative to the directory of the list.
    pub(super) fn directories(&self) -> BTreeSet<PathBuf> {
        let above = self.files.keys().flat_map(|name| name.ancestors().skip(1));
        let above = above.filter(|name| !name.as_os_str().is_empty());
        above.map(Path::to_owned).collect()
    }
}
