//! What can be wrong with a file, and with the place it is in.

use crate::bounded::TooLarge;
use crate::schema::{Schema, SchemaError};
use std::io;
use std::path::PathBuf;
use tait_puzzle::linear::wrap::{WrapError, WrapFamilyError};
use tait_puzzle::linear::{CheckError, FamilyError, PuzzleError};
use thiserror::Error;

/// What is wrong with the content of a file.
#[derive(Debug, Error)]
pub enum RecordError {
    /// It is no JSON, or not the JSON it should be; the message ends with line and column.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// It is larger than anything that is read.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Its version is no version.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// It was written by a version of tait that this one is too old for.
    #[error("schema {0} is newer than this tait, which reads schema {current} and minor versions after it", current = Schema::CURRENT)]
    Newer(Schema),
    /// It is of a newer minor version, and what this tait knows of it does not make sense.
    #[error("schema {schema} is newer than this tait, which cannot read this file: {source}")]
    NewerUnreadable {
        /// The version.
        schema: Schema,
        /// What does not make sense.
        source: Box<RecordError>,
    },
    /// Its version is older than any that was ever written.
    #[error("schema {0} is unknown")]
    Older(Schema),
    /// Its parameters are no puzzle.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// Its moves are no solution.
    #[error(transparent)]
    Solution(#[from] CheckError),
    /// Its bases are no family.
    #[error(transparent)]
    Family(#[from] FamilyError),
    /// One of its wraps is none.
    #[error("wrap {number}: {error}")]
    Wrap {
        /// Which one, counted from 1.
        number: usize,
        /// What is wrong with it.
        error: WrapError,
    },
    /// Its wraps and bases are no family.
    #[error(transparent)]
    WrapFamily(#[from] WrapFamilyError),
    /// A row of this size is beyond any memory.
    #[error(
        "n = {0} is too large to check: the checker keeps a row of 2n bits in memory, up to n = {largest}",
        largest = crate::LARGEST_ROW
    )]
    RowTooLong(u64),
    /// A solution of this size cannot be so short.
    #[error("{moves} moves are too few: a solution for n = {n} has at least n (Theorem 2.1.1)")]
    TooFewMoves {
        /// How many there are.
        moves: usize,
        /// The size.
        n: u64,
    },
    /// A position is out of range.
    #[error("position {0} is too far from 0")]
    TooFar(i64),
    /// What it claims does not follow from what it holds.
    #[error("the claim does not hold: {0}")]
    Claim(String),
    /// Where it says that it comes from does not fit what it is.
    #[error("found_by does not hold: {0}")]
    Provenance(String),
    /// It was written by a later version of tait.
    #[error("tait {0} wrote it, which is newer than this tait {current}", current = env!("CARGO_PKG_VERSION"))]
    NewerTait(String),
    /// It is no checkpoint that this version of tait can use.
    #[error("{0}")]
    Checkpoint(String),
    /// It is not where a record of its kind belongs.
    #[error("it holds {found}, which does not belong under this name")]
    Misplaced {
        /// What it holds.
        found: String,
    },
}

impl RecordError {
    /// Whether the file may be right, and this version of tait is too old to tell.
    #[must_use]
    pub const fn is_newer(&self) -> bool {
        matches!(
            self,
            Self::Newer(_) | Self::NewerUnreadable { .. } | Self::NewerTait(_)
        )
    }
}

/// Why the store did not do what it was asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// What was to be written is wrong, or a file is and was left where it is.
    #[error("{}: {error}", path.display())]
    Data {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: Box<RecordError>,
    },
    /// A file is wrong and was moved aside.
    #[error("{}: {error}; moved to {}", path.display(), to.display())]
    SetAside {
        /// Where the file was.
        path: PathBuf,
        /// Where it is now.
        to: PathBuf,
        /// What is wrong.
        error: Box<RecordError>,
    },
    /// Something else than a regular file is in the place of one: nothing is read from it.
    #[error("{}: expected a file, found {what}", path.display())]
    NotAFile {
        /// Where it is.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// The directory holds something, and nothing that a data directory holds.
    #[error("{}: {reason}", path.display())]
    NotAStore {
        /// The directory.
        path: PathBuf,
        /// Why it is none.
        reason: &'static str,
    },
    /// A file of a newer version is in the way.
    #[error("{}: not overwritten, because its schema {schema} is newer than this tait's {current}", path.display(), current = Schema::CURRENT)]
    WouldOverwriteNewer {
        /// The file.
        path: PathBuf,
        /// Its version.
        schema: Schema,
    },
    /// What was to be written contradicts the file.
    #[error("{}: not written, because it contradicts what is stored there: {what}", path.display())]
    Contradiction {
        /// The file.
        path: PathBuf,
        /// Both sides.
        what: String,
    },
    /// A file about something else is in the way.
    #[error("{}: not written, because {found} is stored there; move it away first", path.display())]
    Occupied {
        /// The file.
        path: PathBuf,
        /// What it holds.
        found: String,
    },
    /// The disk, the permissions or the directory are in the way.
    #[error("cannot {action} {}: {source}", path.display())]
    Environment {
        /// What was tried.
        action: &'static str,
        /// With which file.
        path: PathBuf,
        /// What happened.
        source: io::Error,
    },
}

impl StoreError {
    /// Whether the environment is to blame (disk full, permissions) and not the data.
    #[must_use]
    pub const fn is_environment(&self) -> bool {
        matches!(self, Self::Environment { .. })
    }

    pub(crate) fn data(path: impl Into<PathBuf>, error: RecordError) -> Self {
        Self::Data {
            path: path.into(),
            error: Box::new(error),
        }
    }

    pub(crate) fn environment(
        action: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Environment {
            action,
            path,
            source,
        }
    }
}
