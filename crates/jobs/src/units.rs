//! What a journal has to know of a job.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::hash::Hash;

/// The units of a [`Job`](crate::Job) and what they come to: all that its [`Journal`](crate::Journal) writes down.
pub trait Units: Sync + Sized {
    /// The name of its journals. It ends with a number, which changes when units, partial results or findings mean something
    /// else.
    const KIND: &'static str;

    /// A part of the work. With the job's parameters it determines its finding.
    type Unit: Clone + Eq + Hash + Serialize + DeserializeOwned + Send + Sync;
    /// What a unit that was stopped leaves to the next run of it.
    type Partial: Clone + Serialize + DeserializeOwned + Send + Sync;
    /// What a unit came to.
    type Finding: Clone + Serialize + DeserializeOwned + Send + Sync;

    /// Everything that the findings depend on besides the unit: a journal of other parameters is another journal.
    fn parameters(&self) -> Value;
}
