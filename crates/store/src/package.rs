//! Describes a data directory for other programs, as a Frictionless Data Package.

use crate::bounded::LARGEST_RECORD;
use crate::error::StoreError;
use crate::kinds::RecordKind;
use crate::layout::to_text;
use crate::store::Store;
use crate::{files, walk};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::Path;

/// The directory of the lists from the thesis, beside the records.
const PUBLISHED: &str = "published";

impl Store {
    /// Returns the text of `datapackage.json`: each file with its path, size, hash, schema and licence.
    ///
    /// ```
    /// use tait_store::Store;
    /// # let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");
    /// let package = Store::new(directory).package()?;
    /// assert!(package.contains("\"path\": \"families/k04-bases.json\""));
    /// # Ok::<(), tait_store::StoreError>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the directory or a file cannot be read.
    pub fn package(&self) -> Result<String, StoreError> {
        let mut resources = Vec::new();
        let mut directories = RecordKind::directories();
        directories.push(PUBLISHED);
        directories.sort_unstable();
        for directory in directories {
            for path in walk::below(&self.directory().join(directory), "json")?.files {
                let text = files::read(&path, LARGEST_RECORD)?.unwrap_or_default();
                let name = path.strip_prefix(self.directory()).unwrap_or(&path);
                resources.push(resource(name, directory, &text));
            }
        }
        let package = json!({
            "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
            "name": "tait",
            "title": "Solutions, families and exhaustive searches of coin-sliding puzzles",
            "description": "Every record of tait. README.md says what is here, and jsonSchema names the schema in schemas/ that a file follows.",
            "version": env!("CARGO_PKG_VERSION"),
            "licenses": [{
                "name": "CC-BY-4.0",
                "title": "Creative Commons Attribution 4.0",
                "path": "https://creativecommons.org/licenses/by/4.0/",
            }],
            "resources": resources,
        });
        to_text(&package).map_err(|error| StoreError::data(self.directory(), error.into()))
    }
}

/// Describes one file.
fn resource(name: &Path, directory: &str, text: &[u8]) -> Value {
    let path = name.to_string_lossy().replace('\\', "/");
    let mut hash = "sha256:".to_owned();
    for byte in Sha256::digest(text) {
        let _ = write!(hash, "{byte:02x}");
    }
    let name = path
        .trim_end_matches(".json")
        .replace('/', "-")
        .to_lowercase();
    let mut resource = json!({
        "name": name,
        "path": path,
        "format": "json",
        "mediatype": "application/json",
        "encoding": "utf-8",
        "bytes": text.len(),
        "hash": hash,
    });
    let kinds = RecordKind::ALL.iter().map(|kind| kind.about());
    let mut schemas = kinds
        .filter(|about| about.directory == directory)
        .map(|about| about.name);
    if let Some(schema) = schemas.find(|schema| is_of(text, schema)) {
        resource["jsonSchema"] = json!(format!("{schema}.schema.json"));
    }
    resource
}

/// Returns whether a record says that it is of this kind.
fn is_of(text: &[u8], kind: &str) -> bool {
    let record: Result<Value, _> = serde_json::from_slice(text);
    record.is_ok_and(|record| record["kind"] == kind.replace('-', "_"))
}
