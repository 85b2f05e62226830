//! The facts about a job that a journal needs.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::hash::Hash;

/// The units of a [`Job`](crate::Job) and their findings: everything that its [`Journal`](crate::Journal) stores.
pub trait Units: Sync + Sized {
    /// The name of the job's journals. It ends with a number, which changes when the meaning of units, partial results
    /// or findings changes.
    const KIND: &'static str;

    /// A part of the work. The unit and the job's parameters determine the finding.
    type Unit: Clone + Eq + Hash + Serialize + DeserializeOwned + Send + Sync;
    /// A result that a stopped unit leaves to its next run.
    type Partial: Clone + Serialize + DeserializeOwned + Send + Sync;
    /// The result of a finished unit.
    type Finding: Clone + Serialize + DeserializeOwned + Send + Sync;

    /// Returns everything on which the findings depend besides the unit. Different parameters mean a different journal.
    fn parameters(&self) -> Value;
}
