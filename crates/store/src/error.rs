//! Errors of files, and of the places that they are in.

use crate::bounded::TooLarge;
use crate::schema::{Schema, SchemaError};
use std::convert::Infallible;
use std::io;
use std::path::PathBuf;
use tait_linear::wrap::{WrapError, WrapFamilyError};
use tait_linear::{CheckError, DoublesFamilyError, FamilyError, MadeError, PuzzleError};
use thiserror::Error;

/// An error in the content of a file.
#[derive(Debug, Error)]
pub enum RecordError {
    /// It is not JSON, or not of the expected form; the message ends with line and column.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// It exceeds a limit on what is read.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Its version is malformed.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// Its schema has a newer major version, which this tait cannot read.
    #[error("schema {0} is newer than this tait, which reads schema {current} and minor versions after it", current = Schema::CURRENT)]
    Newer(Schema),
    /// Its schema has a newer minor version, and the part that this tait knows is invalid.
    #[error("schema {schema} is newer than this tait, which cannot read this file: {source}")]
    NewerUnreadable {
        /// The version.
        schema: Schema,
        /// The error in that part.
        source: Box<RecordError>,
    },
    /// Its version is older than any that was ever written.
    #[error("schema {0} is unknown")]
    Older(Schema),
    /// Its parameters do not describe a puzzle.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// It has a solution of the turned puzzle.
    #[error(
        "it has a solution of the turned puzzle, and records are of the one that keeps the order of the coins in a block"
    )]
    Turned,
    /// Its moves are not a solution.
    #[error(transparent)]
    Solution(#[from] CheckError),
    /// Its bases are not a family.
    #[error(transparent)]
    Family(#[from] FamilyError),
    /// One of its wraps is invalid.
    #[error("wrap {number}: {error}")]
    Wrap {
        /// The number of the wrap, counted from 1.
        number: usize,
        /// The error in it.
        error: WrapError,
    },
    /// Its wraps and bases are not a family.
    #[error(transparent)]
    WrapFamily(#[from] WrapFamilyError),
    /// A solution that its family makes is wrong.
    #[error(transparent)]
    Made(#[from] MadeError),
    /// Its bases are not a family of doubles.
    #[error(transparent)]
    DoublesFamily(#[from] DoublesFamilyError),
    /// A row of its size does not fit into memory.
    #[error(
        "n = {0} is too large to check: the checker keeps a row of 2n bits in memory, up to n = {largest}",
        largest = crate::LARGEST_ROW
    )]
    RowTooLong(u64),
    /// It has fewer moves than a solution of its size can have.
    #[error("{moves} moves are too few: a solution for n = {n} has at least n (Theorem 2.1.1)")]
    TooFewMoves {
        /// The number of moves.
        moves: usize,
        /// The size.
        n: u64,
    },
    /// A position is out of range.
    #[error("position {0} is too far from 0")]
    TooFar(i64),
    /// Its claim does not follow from its contents.
    #[error("the claim does not hold: {0}")]
    Claim(String),
    /// Its stated origin does not fit its contents.
    #[error("found_by does not hold: {0}")]
    Provenance(String),
    /// A newer version of tait wrote it.
    #[error("tait {0} wrote it, which is newer than this tait {current}", current = env!("CARGO_PKG_VERSION"))]
    NewerTait(String),
    /// It is not a checkpoint that this version of tait can use.
    #[error("{0}")]
    Checkpoint(String),
    /// It is not where a record of its kind belongs.
    #[error("it holds {found}, which does not belong under this name")]
    Misplaced {
        /// The record that it holds, in words.
        found: String,
    },
}

impl From<Infallible> for RecordError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl RecordError {
    /// Returns whether the file may be right although this version of tait is too old to tell.
    #[must_use]
    pub const fn is_newer(&self) -> bool {
        matches!(
            self,
            Self::Newer(_) | Self::NewerUnreadable { .. } | Self::NewerTait(_)
        )
    }
}

/// An error of a store.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The record to be written is invalid, or a file is, which was left where it is.
    #[error("{}: {error}", path.display())]
    Data {
        /// The file.
        path: PathBuf,
        /// The error in it.
        error: Box<RecordError>,
    },
    /// A file is invalid and was moved to quarantine.
    #[error("{}: {error}; moved to {}", path.display(), to.display())]
    SetAside {
        /// The former path of the file.
        path: PathBuf,
        /// The path of the file now.
        to: PathBuf,
        /// The error in it.
        error: Box<RecordError>,
    },
    /// Something other than a regular file is in its place, or other than a directory; nothing is read from it.
    #[error("{}: expected {expected}, found {what}", path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
        /// What should be there, in words.
        expected: &'static str,
        /// Its type, in words.
        what: &'static str,
    },
    /// The path is not a directory, or is one of something else.
    #[error("{}: {reason}", path.display())]
    NotAStore {
        /// The path.
        path: PathBuf,
        /// Why it is not a data directory.
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
    /// The record to be written contradicts the file.
    #[error("{}: not written, because it contradicts what is stored there: {what}", path.display())]
    Contradiction {
        /// The file.
        path: PathBuf,
        /// Both sides, in words.
        what: String,
    },
    /// A file about something else is in the way.
    #[error("{}: not written, because {found} is stored there; move it away first", path.display())]
    Occupied {
        /// The file.
        path: PathBuf,
        /// The record that it holds, in words.
        found: String,
    },
    /// The disk, the permissions or the directory prevent the operation.
    #[error("cannot {action} {}: {source}", path.display())]
    Environment {
        /// The operation that failed.
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
}

impl StoreError {
    /// Returns whether the environment is to blame (disk full, permissions) and not the data.
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

/// Requires that the answer that a record states is the one that follows from the rest of it.
///
/// # Errors
/// What is wrong, in words.
pub(crate) fn require_answer(stated: &str, follows: &str) -> Result<(), String> {
    match stated == follows {
        true => Ok(()),
        false => Err(format!(
            "it states \"{stated}\", but the rest implies \"{follows}\""
        )),
    }
}
