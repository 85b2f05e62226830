//! The layers of a search on disk.
//!
//! A [`LayerFiles`] is a checkpoint log, which says what is kept, and a directory of the same name beside it with one
//! file for each piece: its blocks one after the other, each compressed with zstd. The log has the place, the length
//! and the checksum of each block, so a piece counts only once it is on disk as a whole.

use super::error::CheckpointError;
use super::frames;
use super::log::{DIRECTORY, EXTENSION};
use crate::checkpoint::log::CheckpointLog;
use crate::error::{RecordError, StoreError};
use crate::files::{self, WriteLock};
use crate::walk;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tait_search::{LayerStore, StoreEntry};
use twox_hash::XxHash3_64;

/// The kind of the log; its number changes with the entries or the bytes of a block.
pub(super) const KIND: &str = "layers-2";

/// The layers of one search, in a directory of the data directory.
///
/// ```
/// use tait_search::{StoreEntry, Layer, LayerStore};
/// use tait_store::checkpoint::LayerFiles;
/// # let data = tempfile::tempdir()?;
/// let (layers, refused) = LayerFiles::open(data.path(), &("k", 3, "n", 8))?;
/// assert!(refused.is_empty() && layers.kept()?.is_empty());
/// let layer = Layer { depth: 0, states: 1, has_goal: false, is_merged: false };
/// let _ = layers.keep(StoreEntry::Layer(layer), vec![])?;
/// drop(layers); // or the process is killed
///
/// let (layers, _) = LayerFiles::open(data.path(), &("k", 3, "n", 8))?;
/// assert_eq!(layers.kept()?.len(), 1);
/// layers.finish()?; // the result is known
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LayerFiles {
    data_directory: PathBuf,
    /// The directory of the files of the pieces.
    directory: PathBuf,
    log: CheckpointLog<Entry>,
    /// What is kept, by number, with the blocks of a piece.
    kept: Mutex<Vec<(StoreEntry, Vec<Block>)>>,
}

/// An entry of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Entry {
    /// Something is kept.
    Kept(StoreEntry, Vec<Block>),
    /// Pieces with this number or a greater one no longer count, because the file of this one is lost.
    Lost(usize),
}

/// A block of a piece's file, which begins where the one before it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Block {
    length: u32,
    uncompressed: u32,
    checksum: u64,
}

impl LayerFiles {
    /// Opens what is kept of the search with these parameters, or begins with nothing; also returns what had to be
    /// refused, one line each.
    ///
    /// A piece whose file is missing or truncated is refused with all later ones.
    ///
    /// # Errors
    /// As [`CheckpointLog::open`].
    pub fn open(
        data_directory: &Path,
        parameters: &impl Serialize,
    ) -> Result<(Self, Vec<String>), CheckpointError> {
        let (log, recovered) = CheckpointLog::open(data_directory, KIND, parameters)?;
        let directory = log.path().with_extension("");
        let mut refused = recovered.refused;
        let mut all = replayed(recovered.records);
        files::create_directory(&directory)?;
        remove_orphans(data_directory)?;
        // Without the entries after a lost piece, earlier pieces are needed again whose files are gone.
        let mut kept = needed(&all);
        let mut lost = first_lost(&directory, &kept);
        if let Some(number) = lost {
            refused.push(format!(
                "{}; the search continues from the layer before it",
                loss(&directory, number)
            ));
        }
        while let Some(number) = lost {
            log.append(&Entry::Lost(number))?;
            all.truncate(number);
            kept = needed(&all);
            lost = first_lost(&directory, &kept);
        }
        let layers = Self {
            data_directory: data_directory.to_owned(),
            directory,
            log,
            kept: Mutex::new(kept),
        };
        layers.remove_strays()?;
        Ok((layers, refused))
    }

    /// Removes everything, because the result of the search is known.
    ///
    /// # Errors
    /// [`CheckpointError::Store`] if something cannot be removed.
    pub fn finish(self) -> Result<(), CheckpointError> {
        // A directory without its log belongs to no run, and the next opening of layers removes it.
        self.log.finish()?;
        Ok(remove_directory(&self.directory)?)
    }

    /// Removes what is kept of a search whose result is known.
    ///
    /// It remains if the run was killed between storing the result and removing the layers. Layers that another process
    /// has open stay.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn discard(
        data_directory: &Path,
        parameters: &impl Serialize,
    ) -> Result<(), CheckpointError> {
        let log = CheckpointLog::<Entry>::place(data_directory, KIND, parameters)?;
        if !log.exists() && !log.with_extension("").exists() {
            return Ok(());
        }
        match Self::open(data_directory, parameters) {
            Ok((layers, _)) => layers.finish(),
            Err(CheckpointError::InUse { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Returns the path of the log.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.log.path()
    }

    /// Removes files of pieces that do not count.
    fn remove_strays(&self) -> Result<(), StoreError> {
        let kept = self.locked();
        let wanted: Vec<PathBuf> = (0..kept.len())
            .filter(|&number| !kept[number].1.is_empty())
            .map(|number| piece_path(&self.directory, number))
            .collect();
        let found = walk::below(&self.directory, PIECE)?;
        // A piece must not be written through a link.
        let skipped = found.skipped.into_iter().map(|(path, _)| path);
        for path in found.files.into_iter().chain(skipped) {
            if !wanted.contains(&path) {
                fs::remove_file(&path).map_err(StoreError::environment("remove", &path))?;
            }
        }
        Ok(())
    }

    fn locked(&self) -> MutexGuard<'_, Vec<(StoreEntry, Vec<Block>)>> {
        // It changes in one push, after everything that can fail.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The extension of pieces.
const PIECE: &str = "piece";

fn piece_path(directory: &Path, number: usize) -> PathBuf {
    directory.join(format!("{number:06}.{PIECE}"))
}

/// Returns everything that the entries of a log say was kept.
pub(super) fn replayed(entries: Vec<Entry>) -> Vec<(StoreEntry, Vec<Block>)> {
    let mut all = Vec::new();
    for entry in entries {
        match entry {
            Entry::Kept(kept, blocks) => all.push((kept, blocks)),
            Entry::Lost(number) => all.truncate(number),
        }
    }
    all
}

/// Says that the file of a piece is lost.
pub(super) fn loss(directory: &Path, number: usize) -> String {
    let path = piece_path(directory, number);
    format!("{}: the file is missing or truncated", path.display())
}

/// Returns what is kept, with the blocks that may still be needed.
pub(super) fn needed(all: &[(StoreEntry, Vec<Block>)]) -> Vec<(StoreEntry, Vec<Block>)> {
    let mut kept: Vec<(StoreEntry, Vec<Block>)> = Vec::with_capacity(all.len());
    for (new, blocks) in all {
        let _ = supersede(&mut kept, new);
        kept.push((new.clone(), blocks.clone()));
    }
    kept
}

/// Returns the first piece that may be needed and whose file does not have its full length.
pub(super) fn first_lost(directory: &Path, kept: &[(StoreEntry, Vec<Block>)]) -> Option<usize> {
    kept.iter().enumerate().position(|(number, (_, blocks))| {
        let length: u64 = blocks.iter().map(|block| u64::from(block.length)).sum();
        let path = piece_path(directory, number);
        !blocks.is_empty() && fs::symlink_metadata(path).map(|file| file.len()).ok() != Some(length)
    })
}

/// Removes directories of layers without a log, left by a run that was killed while it removed them.
fn remove_orphans(data_directory: &Path) -> Result<(), StoreError> {
    let _lock = WriteLock::acquire(data_directory)?;
    let checkpoints = data_directory.join(DIRECTORY);
    let entries = fs::read_dir(&checkpoints);
    for entry in entries.map_err(StoreError::environment("list", &checkpoints))? {
        let entry = entry.map_err(StoreError::environment("list", &checkpoints))?;
        let path = entry.path();
        let is_ours = entry.file_name().to_string_lossy().starts_with(KIND);
        if is_ours && path.is_dir() && !path.with_extension(EXTENSION).exists() {
            remove_directory(&path)?;
        }
    }
    Ok(())
}

/// Removes a directory, unless another process already has.
fn remove_directory(directory: &Path) -> Result<(), StoreError> {
    match fs::remove_dir_all(directory) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(StoreError::environment("remove", directory)(error))
        }
        _ => Ok(()),
    }
}

/// Forgets the blocks that are no longer needed, and returns the numbers of their pieces.
fn supersede(kept: &mut [(StoreEntry, Vec<Block>)], new: &StoreEntry) -> Vec<usize> {
    let mut numbers = Vec::new();
    for (number, (old, blocks)) in kept.iter_mut().enumerate() {
        if !blocks.is_empty() && old.is_superseded_by(new) {
            *blocks = Vec::new();
            old.forget_blocks(new);
            numbers.push(number);
        }
    }
    numbers
}

fn checksum(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}

impl LayerStore for LayerFiles {
    type Error = CheckpointError;

    fn kept(&self) -> Result<Vec<StoreEntry>, CheckpointError> {
        Ok(self.locked().iter().map(|(kept, _)| kept.clone()).collect())
    }

    fn keep(&self, new: StoreEntry, blocks: Vec<Vec<u8>>) -> Result<usize, CheckpointError> {
        let mut kept = self.locked();
        let number = kept.len();
        let path = piece_path(&self.directory, number);
        let blocks = match blocks.is_empty() {
            true => Vec::new(),
            false => {
                let mut options = File::options();
                let file =
                    walk::open_or_create("write", &path, options.write(true).truncate(true))?;
                write_piece(file, &blocks).map_err(|error| {
                    // Half a file is not a piece, and on a full disk its space is needed.
                    let _ = fs::remove_file(&path);
                    StoreError::environment("write", &path)(error)
                })?
            }
        };
        self.log.append(&Entry::Kept(new.clone(), blocks.clone()))?;
        for superseded in supersede(&mut kept, &new) {
            let path = piece_path(&self.directory, superseded);
            fs::remove_file(&path).map_err(StoreError::environment("remove", &path))?;
        }
        kept.push((new, blocks));
        Ok(number)
    }

    fn block(&self, number: usize, block: usize) -> Result<Vec<u8>, CheckpointError> {
        let place = place_of(&self.directory, &self.locked(), number, block)?;
        read_block(&self.data_directory, &place)
    }

    fn bytes(&self) -> u64 {
        let kept = self.locked();
        let blocks = kept.iter().map(|(_, blocks)| size_of_val(&blocks[..]));
        let entries = kept.iter().map(|(entry, _)| entry.bytes());
        blocks.chain(entries).sum::<usize>() as u64
    }
}

/// The place of a block on disk.
pub(super) struct Place {
    path: PathBuf,
    begin: u64,
    block: Block,
}

/// Returns the place of a block of a piece.
pub(super) fn place_of(
    directory: &Path,
    kept: &[(StoreEntry, Vec<Block>)],
    number: usize,
    block: usize,
) -> Result<Place, CheckpointError> {
    let path = piece_path(directory, number);
    let blocks = kept.get(number).map_or(&[][..], |(_, blocks)| blocks);
    let before = blocks.iter().take(block);
    let begin = before.map(|block| u64::from(block.length)).sum();
    match blocks.get(block) {
        Some(&block) => Ok(Place { path, begin, block }),
        None => {
            let error = io::Error::from(io::ErrorKind::NotFound);
            Err(StoreError::environment("read", &path)(error).into())
        }
    }
}

/// Reads a block, or moves its file aside if it is damaged.
pub(super) fn read_block(data_directory: &Path, place: &Place) -> Result<Vec<u8>, CheckpointError> {
    let Place { path, begin, block } = place;
    let Some(mut file) = walk::open(path, File::options().read(true))? else {
        let error = io::Error::from(io::ErrorKind::NotFound);
        return Err(StoreError::environment("read", path)(error).into());
    };
    let mut read = || {
        let _ = file.seek(SeekFrom::Start(*begin))?;
        // The length may be wrong, so no room is made for it before the bytes are there.
        let mut bytes = Vec::new();
        let length = u64::from(block.length);
        match (&mut file).take(length).read_to_end(&mut bytes)? as u64 == length {
            true => Ok(bytes),
            false => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    };
    let bytes = read().map_err(StoreError::environment("read", path))?;
    let plain = (checksum(&bytes) == block.checksum)
        .then(|| frames::decompressed(&bytes, block.uncompressed as usize))
        .flatten();
    plain.ok_or_else(|| set_aside(data_directory, path, *begin))
}

/// Moves a damaged file to quarantine, so that the next run continues from before it.
fn set_aside(data_directory: &Path, path: &Path, place: u64) -> CheckpointError {
    let path = path.to_owned();
    let error = RecordError::Checkpoint(format!(
        "a block does not match its checksum (byte {place}); run the command again to go on from before it"
    ));
    let quarantine = data_directory.join("quarantine").join(DIRECTORY);
    let moved =
        WriteLock::acquire(data_directory).and_then(|_lock| files::move_into(&path, &quarantine));
    match moved {
        Ok(to) => StoreError::SetAside {
            path,
            to,
            error: Box::new(error),
        },
        Err(_) => StoreError::data(path, error),
    }
    .into()
}

/// Writes the blocks of a piece and returns where they are.
fn write_piece(mut file: File, blocks: &[Vec<u8>]) -> io::Result<Vec<Block>> {
    let mut places = Vec::with_capacity(blocks.len());
    for block in blocks {
        let bytes = frames::compressed(block, 1)?;
        file.write_all(&bytes)?;
        places.push(Block {
            length: bytes.len() as u32,
            uncompressed: block.len() as u32,
            checksum: checksum(&bytes),
        });
    }
    // Otherwise the log, which says that the piece exists, may reach the disk before the piece.
    file.sync_data()?;
    Ok(places)
}
