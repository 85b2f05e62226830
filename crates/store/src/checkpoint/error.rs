//! The error of a checkpoint that cannot be used.

use crate::error::StoreError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// The reason why a checkpoint cannot be used.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// Another process (or this one) has it open.
    #[error("cannot use {}: {source}", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
        /// The error of the lock.
        source: io::Error,
    },
    /// A record or the parameters cannot be written in the format, or a record is too large.
    #[error("cannot write a record to {}: {reason}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The disk, the permissions or the directory prevent the operation.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl CheckpointError {
    /// Returns whether the environment is to blame (disk full, permissions, another process).
    #[must_use]
    pub const fn is_environment(&self) -> bool {
        match self {
            Self::InUse { .. } => true,
            Self::Unwritable { .. } => false,
            Self::Store(error) => error.is_environment(),
        }
    }
}
