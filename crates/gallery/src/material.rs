//! The input of the site: all records of the data directory.

use crate::error::GalleryError;
use std::path::{Path, PathBuf};
use tait_atlas::Atlas;
use tait_atlas::map::Map;
use tait_store::{ConfirmationRecord, Level, Record, Stored, on_one_line};

/// A record, with the path of its file within the data directory.
pub(crate) struct Filed<'a, R> {
    pub(crate) file: &'a str,
    pub(crate) record: &'a R,
}

/// All stored records.
pub(crate) struct Material<'a> {
    /// Answers all other questions.
    pub(crate) atlas: &'a Atlas<'a>,
    /// The map of all k and n.
    pub(crate) map: Map,
    /// The records, in the order of their files.
    records: Vec<(String, Record)>,
    /// Each file, on one line. The site contains these files, so that it has all the data.
    pub(crate) copies: Vec<(PathBuf, String)>,
}

impl<R> Filed<'_, R> {
    /// Returns the name of its page: the path of the file within the directory of its kind, with dashes for slashes and
    /// without the extension.
    pub(crate) fn name(&self) -> String {
        let (_, within) = self.file.split_once('/').unwrap_or(("", self.file));
        within.trim_end_matches(".json").replace('/', "-")
    }
}

impl<'m> Material<'m> {
    /// Reads and checks all records.
    ///
    /// # Errors
    /// When nothing is stored, or a stored file is wrong. A site that silently left out a file would be worse.
    pub(crate) fn gather(atlas: &'m Atlas<'m>) -> Result<Self, GalleryError> {
        let store = atlas.store();
        let entries = store.entries()?;
        if entries.is_empty() {
            let directory = store.directory().to_owned();
            return Err(GalleryError::NothingStored(directory));
        }
        let mut material = Self {
            atlas,
            map: Map::default(),
            records: Vec::new(),
            copies: Vec::new(),
        };
        for entry in entries {
            let text = on_one_line(&store.text(&entry.name)?);
            let file = entry.name.to_string_lossy().replace('\\', "/");
            material.records.push((file, entry.record?));
            material
                .copies
                .push((Path::new("data").join(entry.name), text));
        }
        material.map = Map::of(&material.records)?;
        Ok(material)
    }

    /// Returns the records of one kind, in the order of their files.
    pub(crate) fn of<R: Stored>(&self) -> impl Iterator<Item = Filed<'_, R>> + Clone {
        self.records.iter().filter_map(|(file, record)| {
            let record = record.within::<R>()?;
            Some(Filed { file, record })
        })
    }

    /// Returns the level of a record. Stored confirmations of its searches count.
    pub(crate) fn level<R: Stored + Clone>(&self, filed: &Filed<'_, R>) -> Level
    where
        Record: From<R>,
    {
        let record = Record::from(filed.record.clone());
        let mut confirmations = self.of::<ConfirmationRecord>();
        let is_confirmed = confirmations
            .any(|known| known.record.record == filed.file && record.is_confirmed_by(known.record));
        match is_confirmed {
            true => record.level().once_confirmed(),
            false => record.level(),
        }
    }
}
