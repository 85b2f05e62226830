//! What is told on the way, and what goes wrong there.

use crate::job::{Failure, JobError};
use tait_store::StoreError;
use tait_store::checkpoint::CheckpointError;
use thiserror::Error;

/// What a run tells on its way, besides its result.
#[derive(Debug)]
pub enum Remark<'a> {
    /// A journal or a layer that an earlier run left is damaged, and in what. That part is done again.
    Damaged(&'a str),
    /// A stored file was wrong, and was moved aside when another took its place.
    SetAside(&'a StoreError),
    /// A run goes on after those before it.
    Resumed {
        /// How many units are finished.
        units: usize,
        /// How many partial results there are of others.
        partials: usize,
    },
    /// A run begins with what is stored.
    TakesOver {
        /// How many bases there are that its journal does not know.
        bases: usize,
    },
    /// A search goes on with the layers that an earlier run left.
    GoesOn {
        /// The number of moves that is searched for.
        moves: u32,
        /// The depth to which it is complete.
        depth: usize,
        /// The states up to there.
        states: u64,
    },
}

/// Hears remarks, from any thread.
pub type Listener<'a> = &'a (dyn Fn(Remark<'_>) + Sync);

/// Why a run did not make its record.
#[derive(Debug, Error)]
pub enum MakeError {
    /// A record cannot be read or written, or contradicts what is stored.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The journal or a layer cannot be read or written.
    #[error("{0}")]
    Checkpoint(#[from] CheckpointError),
    /// The job failed.
    #[error("{0}")]
    Job(#[from] JobError),
    /// What is asked for does not make sense, or what came of it does not.
    #[error("{0}")]
    Other(#[source] Failure),
}

impl MakeError {
    /// Anything else that went wrong.
    pub(crate) fn other(error: impl Into<Failure>) -> Self {
        Self::Other(error.into())
    }
}
