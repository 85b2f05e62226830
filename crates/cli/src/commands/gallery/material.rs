//! What the site is made of: everything in the data directory.

use crate::arguments::Globals;
use crate::commands::classify::Map;
use anyhow::bail;
use std::path::{Path, PathBuf};
use tait_framework::Closing;
use tait_puzzle::linear::BlockLength;
use tait_store::{
    ClassificationRecord, ConfirmationRecord, FamilyRecord, Level, Record, Stored, WrapFamilyRecord,
};

/// A record with the name of its file within the data directory.
pub(super) struct Filed<'a, R> {
    pub(super) file: &'a str,
    pub(super) record: &'a R,
}

/// Everything that is stored.
#[derive(Default)]
pub(super) struct Material {
    /// The map of all k and n.
    pub(super) map: Map,
    /// The records, in the order of their files.
    records: Vec<(String, Record)>,
    /// The files themselves, so that whoever has the site has the data.
    pub(super) copies: Vec<(PathBuf, String)>,
}

impl<'a, R> Filed<'a, R> {
    /// The name of the file without its folder and ending.
    pub(super) fn name(&self) -> &'a str {
        let stem = Path::new(self.file).file_stem();
        stem.and_then(|stem| stem.to_str()).unwrap_or(self.file)
    }
}

impl Material {
    /// Reads and checks everything.
    ///
    /// # Errors
    /// When a file is wrong, or there is none: a site that leaves something out without a word would be worse.
    pub(super) fn gather(globals: &Globals) -> anyhow::Result<Self> {
        let store = globals.store();
        store.recognize()?;
        for skipped in store.skipped()? {
            globals.remark(&skipped.to_string());
        }
        let entries = store.entries()?;
        if entries.is_empty() {
            bail!(
                "{}: nothing is stored there; name the data directory with --data",
                store.directory().display()
            );
        }
        let mut material = Self::default();
        for entry in entries {
            let text = store.text(&entry.name)?;
            let file = entry.name.to_string_lossy().replace('\\', "/");
            material.records.push((file, entry.record?));
            material
                .copies
                .push((Path::new("data").join(entry.name), text));
        }
        material.map = material.mapped()?;
        Ok(material)
    }

    /// The records of a kind, in the order of their files.
    pub(super) fn of<R: Stored + 'static>(&self) -> impl Iterator<Item = Filed<'_, R>> + Clone {
        self.records.iter().filter_map(|(file, record)| {
            let record = R::within(record)?;
            Some(Filed { file, record })
        })
    }

    /// The level of a record, with what is stored of repetitions of its searches.
    pub(super) fn level<R: Stored + 'static>(&self, filed: &Filed<'_, R>) -> Level {
        let record: Record = filed.record.clone().into();
        let mut confirmations = self.of::<ConfirmationRecord>();
        let is_confirmed = confirmations
            .any(|known| known.record.record == filed.file && record.is_confirmed_by(known.record));
        match is_confirmed {
            true => record.level().once_confirmed(),
            false => record.level(),
        }
    }

    /// The map that follows from the records, without reading them again.
    fn mapped(&self) -> anyhow::Result<Map> {
        let mut closings: Vec<(BlockLength, Closing)> = Vec::new();
        for Filed { file, record } in self.of::<FamilyRecord>() {
            let coverage = record.family.coverage()?;
            let name = file.to_owned();
            closings.push((record.family.k, Closing { name, coverage }));
        }
        for Filed { file, record } in self.of::<WrapFamilyRecord>() {
            let coverage = record.family.coverage().clone();
            let name = file.to_owned();
            closings.push((record.family.block_length(), Closing { name, coverage }));
        }
        let families = |k: BlockLength| {
            let own = closings.iter().filter(|(length, _)| *length == k);
            own.map(|(_, closing)| closing.clone()).collect()
        };
        let records = self.of::<ClassificationRecord>().map(|map| map.record);
        Ok(Map::of_records(records, families))
    }
}
