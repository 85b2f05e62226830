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

use crate::error::StoreError;
use crate::found_by::FoundBy;
use std::fmt;
use std::path::Path;
use thiserror::Error;

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

impl Conflict {
    /// As the error of writing a file.
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
///
/// Lists of parts are short and mostly in order, so that a sorted list does: a map of every kind of parts is much to compile.
pub(crate) fn union<T, K: Ord>(
    stored: Vec<T>,
    new: Vec<T>,
    key: impl Fn(&T) -> K,
    merge: impl Fn(T, T) -> Result<T, Conflict>,
) -> Result<Vec<T>, Conflict> {
    let mut parts: Vec<T> = Vec::with_capacity(stored.len() + new.len());
    let first_new = stored.len();
    for (index, part) in stored.into_iter().chain(new).enumerate() {
        match parts.binary_search_by_key(&key(&part), &key) {
            Err(at) => parts.insert(at, part),
            Ok(at) if index < first_new => parts[at] = part,
            Ok(at) => {
                let known = parts.remove(at);
                parts.insert(at, merge(known, part)?);
            }
        }
    }
    Ok(parts)
}
