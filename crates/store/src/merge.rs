//! Merges a record with the one that is stored in its place.
//!
//! The law: what the store knows only grows. A record that says at least as much as the stored one takes its place; one
//! that says nothing more leaves it. If each of them says something that the other does not, they are merged part by
//! part, and of two parts the one that says more is kept. If both say equally much, the new one is kept, so that a
//! repeated search renews its findings.
//!
//! Each kind of record defines beside its type what its parts are and which of two says more. Parts with a provenance
//! of their own keep it; where all parts share one, [`FoundBy::and`](crate::FoundBy) names the runs of both.

use crate::error::StoreError;
use crate::found_by::FoundBy;
use std::fmt;
use std::path::Path;
use thiserror::Error;

/// The reason why two records cannot be merged.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Conflict {
    /// They contradict each other; both sides, in words.
    #[error("it contradicts what is stored: {0}")]
    Contradiction(String),
    /// The stored record is about something else, in words.
    #[error("{0} is stored there")]
    Occupied(String),
}

impl Conflict {
    /// Converts it into the error of writing a file.
    pub(crate) fn about(self, path: &Path) -> StoreError {
        let path = path.to_owned();
        match self {
            Self::Contradiction(what) => StoreError::Contradiction { path, what },
            Self::Occupied(found) => StoreError::Occupied { path, found },
        }
    }
}

/// Makes a contradiction, with both sides and the runs that found them.
pub(crate) fn contradiction(
    subject: &impl fmt::Display,
    (stored, stored_by): (String, &FoundBy),
    (new, new_by): (String, &FoundBy),
) -> Conflict {
    Conflict::Contradiction(format!(
        "{subject}: stored is \"{stored}\", found by tait {}; new is \"{new}\", found by tait {}",
        stored_by.in_words(),
        new_by.in_words()
    ))
}

/// Merges two lists of parts in the order of their keys; `merge` decides where both have a part.
///
/// Lists of parts are short and mostly in order, so a sorted list is enough; a map of every kind of part compiles
/// slowly.
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
