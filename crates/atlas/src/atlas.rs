//! A store of results, together with all other known results.

use crate::error::AtlasError;
use tait_jobs::Workers;
use tait_linear::BlockLength;
use tait_search::Event;
use tait_store::{Entry, Record, Store, StoreError};

/// A store of results, together with all other known results.
#[derive(Debug)]
pub struct Atlas<'a> {
    store: Store,
    /// The workers that repeat recorded searches.
    pub(crate) workers: Workers<'a>,
}

impl<'a> Atlas<'a> {
    /// Creates an atlas of stored and published results. The [sink of the store](Store::sink) hears what an answer leaves
    /// out.
    #[must_use]
    pub const fn new(store: Store) -> Self {
        Self {
            store,
            workers: Workers::Threads,
        }
    }

    /// Hands the repetition of recorded searches over to others.
    #[must_use]
    pub fn with_workers(mut self, workers: Workers<'a>) -> Self {
        self.workers = workers;
        self
    }

    #[must_use]
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// Reports that a stored file is wrong.
    pub(crate) fn leave_out(&self, error: &StoreError) {
        let error = error.to_string();
        self.store.sink().event(Event::LeftOut { error });
    }

    /// Returns all records by name, except for those that are wrong.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn records(&self) -> Result<Vec<(String, Record)>, AtlasError> {
        Ok(self.right_ones(self.store.entries()?))
    }

    /// The records of one directory.
    pub(crate) fn records_of(&self, directory: &str) -> Result<Vec<(String, Record)>, AtlasError> {
        Ok(self.right_ones(self.store.entries_of(directory)?))
    }

    /// The records of one directory that are about a block length, or all of them.
    pub(crate) fn records_of_length(
        &self,
        directory: &str,
        k: Option<BlockLength>,
    ) -> Result<Vec<(String, Record)>, AtlasError> {
        let Some(k) = k else {
            return self.records_of(directory);
        };
        Ok(self.right_ones(self.store.entries_of_length(directory, k)?))
    }

    fn right_ones(&self, entries: Vec<Entry>) -> Vec<(String, Record)> {
        let named = entries
            .into_iter()
            .filter_map(|entry| Some((entry.name.display().to_string(), self.right_one(entry)?)));
        named.collect()
    }

    /// Returns the record of an entry. If its file is wrong, the sink receives an event, and the record inside tait stands
    /// alone, if there is one.
    pub(crate) fn right_one(&self, entry: Entry) -> Option<Record> {
        match entry.record {
            Ok(record) => Some(record),
            Err(error) => {
                self.leave_out(&error);
                self.store.given(&entry.name).ok().flatten()
            }
        }
    }
}
