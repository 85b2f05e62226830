//! Levels of records, which take recorded repetitions of their searches into account.

use crate::confirmation::{
    ConfirmationRecord, ConfirmedSearch, ConfirmingRun, DIRECTORY, recorded,
};
use crate::error::StoreError;
use crate::level::Level;
use crate::record::Record;
use crate::store::Store;
use crate::stored::Stored as _;
use serde_json::Value;
use std::path::Path;

impl Store {
    /// Returns the recorded repetitions of the searches in a file; `None` if there are none, or they are invalid.
    ///
    /// Nothing is moved.
    #[must_use]
    pub fn confirmation(&self, file: &Path) -> Option<ConfirmationRecord> {
        let path = Path::new(DIRECTORY).join(file);
        let (_, record) = self.examine(&path);
        record.ok()?.within().cloned()
    }

    /// Returns the [level](crate::Stored::level) of a record in a file of the store, given the recorded repetitions.
    #[must_use]
    pub fn level(&self, file: &Path, record: &Record) -> Level {
        match record.level() {
            level @ Level::Recorded => {
                let confirmation = self.confirmation(file);
                match confirmation.is_some_and(|confirmation| record.is_confirmed_by(&confirmation))
                {
                    true => level.once_confirmed(),
                    false => level,
                }
            }
            level => level,
        }
    }

    /// Records that a run confirmed searches of the record in a file of the store.
    ///
    /// # Errors
    /// Fails if there is no such record, if it lacks what was confirmed, or as [`Store::save`] does.
    pub fn confirm(&self, file: &Path, run: ConfirmingRun) -> Result<(), StoreError> {
        let confirmation = ConfirmationRecord::new(file, run);
        let (_, record) = self.examine(file);
        let record = record?;
        let find = |name: &Path| (name == file).then(|| record.as_value());
        if let Some((_, what)) = confirmation
            .check_claims_about_others(&find)
            .into_iter()
            .next()
        {
            let path = self.directory().join(file);
            return Err(StoreError::Contradiction { path, what });
        }
        self.save(&confirmation).map(|_| ())
    }

    /// Records that a run confirmed those searches of this store's records which another store holds with the same
    /// counts, and returns how many there are.
    ///
    /// # Errors
    /// As [`confirm`](Self::confirm).
    pub fn confirm_like(
        &self,
        other: &Self,
        run: impl Fn(Vec<ConfirmedSearch>) -> ConfirmingRun,
    ) -> Result<usize, StoreError> {
        let mut confirmed = 0;
        for file in other.list()? {
            let [mine, others] = [self, other].map(|store| match store.examine(&file) {
                (_, Ok(record)) => recorded(&record.as_value()),
                _ => Vec::new(),
            });
            let both = mine.into_iter().filter(|search| others.contains(search));
            let searches: Vec<ConfirmedSearch> = both
                .filter_map(|(name, counts)| Some((name, counts?)))
                .map(|(name, counts)| ConfirmedSearch { name, counts })
                .collect();
            if !searches.is_empty() {
                confirmed += searches.len();
                self.confirm(&file, run(searches))?;
            }
        }
        Ok(confirmed)
    }
}

impl Record {
    /// Returns the JSON of its file.
    pub(crate) fn as_value(&self) -> Value {
        let text = self.to_json().unwrap_or_default();
        serde_json::from_slice(text.as_bytes()).unwrap_or_default()
    }

    /// Returns whether every search that it depends on was confirmed.
    #[must_use]
    pub fn is_confirmed_by(&self, confirmation: &ConfirmationRecord) -> bool {
        confirmation.confirms(&self.as_value())
    }
}
