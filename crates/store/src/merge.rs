//! What a record and the one that is stored in its place know together.
//!
//! The law: what the store knows only grows. A record that knows at least as much as the stored one
//! takes its place; one that knows nothing more leaves it; of two that each know something else,
//! the parts are put together, part by part the one that knows more. Where both know as much, the new
//! one counts, so that a search that was asked for anew renews what it found.
//!
//! Each kind of record says beside its type what its parts are and which of two knows more. Parts
//! that have a provenance of their own keep it; where one provenance is for all,
//! [`FoundBy::and`](crate::FoundBy) names the runs of both.

use crate::{FoundBy, Record, StoreError};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use thiserror::Error;

/// A kind of record that can take in another one of its kind.
pub(crate) trait Grows: Clone + PartialEq + Into<Record> {
    /// What a file holds, if it is of this kind.
    fn of(record: Record) -> Option<Self>;

    /// What this record, which is stored under this name, and a new one know together: never less
    /// than either.
    fn merged(self, new: Self, name: &Path) -> Result<Self, Conflict>;
}

/// Why two records cannot be put together.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Conflict {
    /// One of them is wrong: both, in words.
    #[error("it contradicts what is stored: {0}")]
    Contradiction(String),
    /// What is stored is about something else, in words.
    #[error("{0} is stored there")]
    Occupied(String),
}

impl Record {
    /// What this record, which is stored under a name, and a new one know together: what the
    /// [`Store`](crate::Store) puts there when the new one is saved. Both have been checked. What is wrong between
    /// them, [`Record::check`] tells of the result.
    ///
    /// # Errors
    /// When they contradict each other, or when one of them does not belong under the name.
    ///
    /// ```
    /// use std::path::Path;
    /// use tait_store::{Conflict, Record};
    /// # let text = include_bytes!("../../../data/solutions/k02/n003.json");
    /// let (stored, new) = (Record::read(text)?, Record::read(text)?);
    /// let name = Path::new("solutions/k02/n003.json");
    /// assert_eq!(stored.clone().merged(new.clone(), name)?, new);
    /// let other = stored.merged(new, Path::new("solutions/k02/n004.json"));
    /// assert!(matches!(other, Err(Conflict::Occupied(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn merged(self, new: Self, name: &Path) -> Result<Self, Conflict> {
        fn of<R: Grows>(stored: R, new: R, name: &Path) -> Result<Record, Conflict> {
            stored.merged(new, name).map(Into::into)
        }
        if let Some(other) = [&self, &new].into_iter().find(|one| !one.belongs_in(name)) {
            return Err(Conflict::Occupied(other.describe()));
        }
        match (self, new) {
            (Self::Solution(stored), Self::Solution(new)) => of(stored, new, name),
            (Self::Family(stored), Self::Family(new)) => of(stored, new, name),
            (Self::WrapFamily(stored), Self::WrapFamily(new)) => of(stored, new, name),
            (Self::Classification(stored), Self::Classification(new)) => of(stored, new, name),
            (Self::WrapSearch(stored), Self::WrapSearch(new)) => of(stored, new, name),
            (Self::Shuffling(stored), Self::Shuffling(new)) => of(stored, new, name),
            (Self::Reversal(stored), Self::Reversal(new)) => of(stored, new, name),
            (Self::GridTable(stored), Self::GridTable(new)) => of(stored, new, name),
            (Self::GridSolution(stored), Self::GridSolution(new)) => of(stored, new, name),
            (stored, _) => Err(Conflict::Occupied(stored.describe())),
        }
    }
}

impl Conflict {
    /// As the fault of writing a file.
    pub(crate) fn about(self, path: &Path) -> StoreError {
        let path = path.to_owned();
        match self {
            Self::Contradiction(what) => StoreError::Contradiction { path, what },
            Self::Occupied(found) => StoreError::Occupied { path, found },
        }
    }
}

/// A contradiction, with both sides and the runs that found them.
pub(crate) fn contradiction(
    subject: &impl fmt::Display,
    (stored, stored_by): (String, &FoundBy),
    (new, new_by): (String, &FoundBy),
) -> Conflict {
    Conflict::Contradiction(format!(
        "{subject}: stored is \"{stored}\", found by tait {}; new is \"{new}\", found by tait {}",
        stored_by.command, new_by.command
    ))
}

/// The parts of two lists in the order of their keys; `merge` decides where both have one.
pub(crate) fn union<T, K: Ord>(
    stored: Vec<T>,
    new: Vec<T>,
    key: impl Fn(&T) -> K,
    merge: impl Fn(T, T) -> Result<T, Conflict>,
) -> Result<Vec<T>, Conflict> {
    let stored = stored.into_iter().map(|part| (key(&part), part));
    let mut parts: BTreeMap<K, T> = stored.collect();
    for part in new {
        let place = key(&part);
        let part = match parts.remove(&place) {
            Some(known) => merge(known, part)?,
            None => part,
        };
        let _ = parts.insert(place, part);
    }
    Ok(parts.into_values().collect())
}
