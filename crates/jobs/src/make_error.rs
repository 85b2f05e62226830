//! The errors of a run that makes a record.

use crate::job::{Failure, JobError};
use tait_store::StoreError;
use tait_store::checkpoint::CheckpointError;
use thiserror::Error;

/// The reason why a run did not make its record.
#[derive(Debug, Error)]
pub enum MakeError {
    /// A record cannot be read or written, or contradicts a stored one.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The journal or a layer cannot be read or written.
    #[error("{0}")]
    Checkpoint(#[from] CheckpointError),
    /// The job failed.
    #[error("{0}")]
    Job(#[from] JobError),
    /// The request or the result does not make sense.
    #[error("{0}")]
    Other(#[source] Failure),
}

impl MakeError {
    /// Wraps any other error.
    pub(crate) fn other(error: impl Into<Failure>) -> Self {
        Self::Other(error.into())
    }
}
