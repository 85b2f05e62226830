//! The list of checkpoints in a data directory.

use super::frames::{self, End};
use super::layers;
use super::log::{DIRECTORY, EXTENSION, LARGEST_LOG};
use crate::error::StoreError;
use crate::{files, walk};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A checkpoint of a data directory.
#[derive(Debug)]
pub struct CheckpointEntry {
    /// Its path, relative to the data directory.
    pub name: PathBuf,
    /// Its contents, or why it cannot be used.
    pub summary: Result<CheckpointSummary, StoreError>,
}

/// The contents of a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckpointSummary {
    /// The version of tait that began it.
    pub tait: String,
    /// The kind of run.
    pub kind: String,
    /// The parameters of the run, as JSON.
    pub parameters: String,
    /// The number of good records.
    pub records: usize,
    /// The size of the file in bytes, plus that of the files in the directory beside it.
    pub bytes: u64,
    /// The error after the good records, if any. A resumed run uses these records.
    pub error: Option<String>,
}

/// Returns the directory that fresh runs take for a data directory: their checkpoints are below those of the data
/// directory, so they are listed with them, and a fresh run never takes those of another run.
#[must_use]
pub fn of_fresh_runs(data_directory: &Path) -> PathBuf {
    data_directory.join(DIRECTORY).join("fresh")
}

/// Lists the checkpoints of a data directory, in the order of their names.
///
/// Nothing is locked or changed, so the last record of a run in progress may seem half written.
///
/// # Errors
/// Fails if the directory cannot be listed. An unreadable file becomes an entry with its error.
pub fn checkpoints(data_directory: &Path) -> Result<Vec<CheckpointEntry>, StoreError> {
    let found = walk::below(&data_directory.join(DIRECTORY), EXTENSION)?;
    Ok(found
        .files
        .into_iter()
        .map(|path| CheckpointEntry {
            summary: summarize(&path),
            name: path
                .strip_prefix(data_directory)
                .unwrap_or(&path)
                .to_owned(),
        })
        .collect())
}

fn summarize(path: &Path) -> Result<CheckpointSummary, StoreError> {
    let bytes = files::read(path, LARGEST_LOG)?.ok_or_else(|| {
        StoreError::environment("read", path)(std::io::ErrorKind::NotFound.into())
    })?;
    let parsed = frames::parse(&bytes).map_err(|refusal| {
        StoreError::data(path, crate::RecordError::Checkpoint(refusal.to_string()))
    })?;
    // A record that is whole may still be none.
    let is_record = |frame: &Range<usize>| match &*parsed.header.kind {
        layers::KIND => frames::record::<layers::Entry>(&bytes[frame.clone()]).is_some(),
        _ => frames::plain(&bytes[frame.clone()]).is_some(),
    };
    let good = parsed.frames.iter().take_while(|frame| is_record(frame));
    let records = good.count();
    let error = match parsed.end {
        _ if records < parsed.frames.len() => Some(format!(
            "record {} is not a '{}' (byte {})",
            records + 1,
            parsed.header.kind,
            parsed.frames[records].start
        )),
        End::Whole => None,
        End::HalfWritten => Some(format!(
            "the last record is half written (byte {})",
            parsed.good
        )),
        End::Damaged(what) => Some(format!("{what} (byte {})", parsed.good)),
    };
    Ok(CheckpointSummary {
        tait: parsed.header.tait,
        kind: parsed.header.kind,
        parameters: parsed.header.parameters,
        records,
        bytes: bytes.len() as u64 + files::size_below(&path.with_extension(""))?,
        error,
    })
}
