//! What the site is made of: everything in the data directory.

use crate::arguments::Globals;
use crate::commands::classify::Map;
use anyhow::bail;
use std::path::{Path, PathBuf};
use tait_framework::Closing;
use tait_puzzle::linear::BlockLength;
use tait_store::{
    ClassificationRecord, FamilyRecord, GridSolutionRecord, GridTableRecord, Record,
    ReversalRecord, ShufflingRecord, SolutionRecord, WrapFamilyRecord, WrapSearchRecord,
};

/// A record with the name of its file within the data directory.
pub(super) struct Stored<T> {
    pub(super) file: String,
    pub(super) record: T,
}

/// Everything that is stored, by kinds.
#[derive(Default)]
pub(super) struct Material {
    /// The map of all k and n.
    pub(super) map: Map,
    pub(super) maps: Vec<Stored<ClassificationRecord>>,
    pub(super) families: Vec<Stored<FamilyRecord>>,
    pub(super) wrap_families: Vec<Stored<WrapFamilyRecord>>,
    pub(super) searches: Vec<Stored<WrapSearchRecord>>,
    pub(super) solutions: Vec<Stored<SolutionRecord>>,
    pub(super) shuffling: Vec<Stored<ShufflingRecord>>,
    pub(super) reversals: Vec<Stored<ReversalRecord>>,
    pub(super) tables: Vec<Stored<GridTableRecord>>,
    pub(super) grids: Vec<Stored<GridSolutionRecord>>,
    /// The files themselves, so that whoever has the site has the data.
    pub(super) copies: Vec<(PathBuf, String)>,
}

impl<T> Stored<T> {
    /// The name of the file without its folder and ending.
    pub(super) fn name(&self) -> &str {
        let stem = Path::new(&self.file).file_stem();
        stem.and_then(|stem| stem.to_str()).unwrap_or(&self.file)
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
            material.put(file, entry.record?);
            material
                .copies
                .push((Path::new("data").join(entry.name), text));
        }
        material.map = material.mapped()?;
        Ok(material)
    }

    /// The map that follows from the records, without reading them again.
    fn mapped(&self) -> anyhow::Result<Map> {
        let mut closings: Vec<(BlockLength, Closing)> = Vec::new();
        for Stored { file, record } in &self.families {
            let coverage = record.family.coverage()?;
            let name = file.clone();
            closings.push((record.family.k, Closing { name, coverage }));
        }
        for Stored { file, record } in &self.wrap_families {
            let coverage = record.family.coverage().clone();
            let name = file.clone();
            closings.push((record.family.block_length(), Closing { name, coverage }));
        }
        let families = |k: BlockLength| {
            let own = closings.iter().filter(|(length, _)| *length == k);
            own.map(|(_, closing)| closing.clone()).collect()
        };
        let records = self.maps.iter().map(|map| &map.record);
        Ok(Map::of_records(records, families))
    }

    fn put(&mut self, file: String, record: Record) {
        match record {
            Record::Classification(record) => self.maps.push(Stored { file, record }),
            Record::Family(record) => self.families.push(Stored { file, record }),
            Record::WrapFamily(record) => self.wrap_families.push(Stored { file, record }),
            Record::WrapSearch(record) => self.searches.push(Stored { file, record }),
            Record::Solution(record) => self.solutions.push(Stored { file, record }),
            Record::Shuffling(record) => self.shuffling.push(Stored { file, record }),
            Record::Reversal(record) => self.reversals.push(Stored { file, record }),
            Record::GridSolution(record) => self.grids.push(Stored { file, record }),
            Record::GridTable(record) => self.tables.push(Stored { file, record }),
        }
    }
}
