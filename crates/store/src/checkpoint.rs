//! Finished pieces of work of a run that is still going on, so that a run that is killed continues
//! where it was.
//!
//! A [`CheckpointLog`] is an append-only file `checkpoints/KIND-DIGEST.checkpoint` in the data
//! directory, where DIGEST stands for the parameters of the run. All numbers are little-endian:
//!
//! ```text
//! magic "TAIT-CKP"   8 bytes
//! format version     u32
//! frame              the header: version of tait (for the reader), kind, parameters as JSON
//! frame ...          one record each, in the order in which the work was finished
//! ```
//!
//! A frame consists of the length of its payload (u32), the uncompressed length of the payload
//! (u32), a checksum of these two numbers (u32), a checksum of the payload (u64), and the payload:
//! a record in the format of `postcard`, compressed with zstd. The checksums are xxHash3, seeded
//! with the frame's place in the file, so a frame is invalid at any other place.
//!
//! * **A file that ends in the middle of a frame** was being written when the run was killed: it is
//!   cut off where the last whole record ends.
//! * **Any other error** is reported in one line with the file and the byte. A copy goes to
//!   `quarantine/checkpoints/`, and the records before that byte are used.
//! * **A file of another format, another kind or other parameters** under the same name is moved to
//!   quarantine in the same way, and the run begins from scratch.
//!
//! A search whose layers are on disk ([`LayerFiles`]) keeps them in a directory beside its log.
//!
//! Records are synced to disk every [`FLUSH_EVERY`] and when the log is dropped; a kill alone loses
//! no appended record.

use crate::bounded::check_memory;
use crate::error::{RecordError, StoreError};
use crate::files::WriteLock;
use crate::{files, walk};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;
use std::{fmt, fs, io};
use tait_search::{LayerStore, StoreEntry, StoreFailed};
use thiserror::Error;
use twox_hash::XxHash3_64;

// The error of a checkpoint that cannot be used.

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

impl From<CheckpointError> for StoreFailed {
    fn from(error: CheckpointError) -> Self {
        Self::new(error)
    }
}

impl From<StoreError> for StoreFailed {
    fn from(error: StoreError) -> Self {
        CheckpointError::from(error).into()
    }
}

/// The error of a store of this module, and that of another as one that cannot be written.
impl From<StoreFailed> for CheckpointError {
    fn from(failed: StoreFailed) -> Self {
        match failed.into_inner().downcast() {
            Ok(error) => *error,
            Err(error) => Self::Unwritable {
                path: PathBuf::new(),
                reason: error.to_string(),
            },
        }
    }
}

// The bytes of a checkpoint: preamble, header, frames.

/// The first bytes of every checkpoint.
const MAGIC: &[u8; 8] = b"TAIT-CKP";

/// The version of the format that this crate writes, and the only one it reads.
const FORMAT: u32 = 1;

/// The byte at which the first frame, the header, begins.
const FIRST_FRAME: usize = MAGIC.len() + size_of::<u32>();

/// The bytes of lengths and checksums before a payload.
const FRAME_HEAD: usize = 20;

/// The most bytes of an uncompressed record; a frame that claims more is damaged.
const LARGEST_RECORD: usize = 1 << 30;

/// The most bytes of an uncompressed header; the parameters of a run are far fewer.
const LARGEST_HEADER: u32 = 16 << 20;

/// How many bytes a byte of a payload may stand for, beyond [`FREE`] bytes.
const MOST_EXPANDED: usize = 256;

/// How many bytes the shortest payload may stand for.
const FREE: usize = 64 << 10;

/// The first bytes of what zstd skips.
const SKIPPED: [u8; 4] = 0x184D_2A50_u32.to_le_bytes();

/// The header of a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    /// The version of tait that began the file, which nothing depends on.
    tait: String,
    /// The kind of run.
    kind: String,
    /// The parameters of the run, as JSON.
    parameters: String,
}

/// The way in which the good part of a file ends.
#[derive(Debug, Clone, PartialEq, Eq)]
enum End {
    /// It ends with the file.
    Whole,
    /// It ends in the middle of a frame.
    HalfWritten,
    /// It ends before a damaged frame.
    Damaged(&'static str),
}

/// The reason why nothing of a file can be used.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Refusal {
    /// It is not a checkpoint.
    NoCheckpoint,
    /// It was written in another version of the format.
    Format(u32),
    /// The first frame is damaged or missing.
    Header,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCheckpoint => write!(f, "not a checkpoint (byte 0)"),
            Self::Format(version) => write!(
                f,
                "checkpoint format {version} (byte {}), this tait reads format {FORMAT}",
                MAGIC.len()
            ),
            Self::Header => write!(f, "the header is damaged (byte {FIRST_FRAME})"),
        }
    }
}

/// The parts of a file whose header is good.
#[derive(Debug)]
struct Parsed {
    header: Header,
    /// The byte ranges of the good frames after the header.
    frames: Vec<Range<usize>>,
    /// The byte at which the good part ends.
    good: usize,
    /// The way in which it ends.
    end: End,
}

/// Returns the beginning of a file, header included.
fn begin(header: &Header) -> Option<Vec<u8>> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORMAT.to_le_bytes());
    let frame = Payload::new(header).ok()?.framed_at(bytes.len() as u64);
    bytes.extend(frame);
    Some(bytes)
}

/// Parses a file as far as it is good, and checks the payloads against their checksums.
fn parse(bytes: &[u8]) -> Result<Parsed, Refusal> {
    let version = bytes
        .strip_prefix(MAGIC)
        .and_then(<[u8]>::first_chunk)
        .ok_or(Refusal::NoCheckpoint)?;
    match u32::from_le_bytes(*version) {
        FORMAT => {}
        other => return Err(Refusal::Format(other)),
    }
    let first = frame_at(bytes, FIRST_FRAME).map_err(|_| Refusal::Header)?;
    let header: Header = Some(&bytes[first.clone()])
        .filter(|frame| number_at(frame, 4).is_some_and(|length| length <= LARGEST_HEADER))
        .and_then(record)
        .ok_or(Refusal::Header)?;
    let (mut frames, mut good) = (Vec::new(), first.end);
    let end = loop {
        if good == bytes.len() {
            break End::Whole;
        }
        match frame_at(bytes, good) {
            Ok(frame) => {
                good = frame.end;
                frames.push(frame);
            }
            Err(end) => break end,
        }
    };
    Ok(Parsed {
        header,
        frames,
        good,
        end,
    })
}

/// Returns the record of a frame that [`parse`] found; `None` if it is not a record of this type.
fn record<R: for<'de> Deserialize<'de>>(frame: &[u8]) -> Option<R> {
    match postcard::take_from_bytes(&plain(frame)?) {
        Ok((record, [])) => Some(record),
        _ => None,
    }
}

/// Returns the payload of a frame, uncompressed.
fn plain(frame: &[u8]) -> Option<Vec<u8>> {
    let length = number_at(frame, 4)? as usize;
    decompressed(frame.get(FRAME_HEAD..)?, length)
}

/// Compresses bytes so that [`decompressed`] takes them.
fn compressed(plain: &[u8], level: i32) -> io::Result<Vec<u8>> {
    let mut bytes = zstd::bulk::compress(plain, level)?;
    let least = plain.len().saturating_sub(FREE).div_ceil(MOST_EXPANDED);
    if bytes.len() < least {
        // A file is to take the space that its contents deserve.
        let padding = (least - bytes.len()).saturating_sub(2 * SKIPPED.len());
        bytes.extend(SKIPPED);
        bytes.extend((padding as u32).to_le_bytes());
        bytes.resize(bytes.len() + padding, 0);
    }
    Ok(bytes)
}

/// Returns bytes that [`compressed`] has made of so many; `None` for any others. What they take in memory is bounded by
/// what they take on disk: a few bytes may claim to stand for gigabytes.
fn decompressed(bytes: &[u8], length: usize) -> Option<Vec<u8>> {
    if length > LARGEST_RECORD || length > FREE + MOST_EXPANDED * bytes.len() {
        return None;
    }
    let plain = zstd::bulk::decompress(bytes, length).ok()?;
    (plain.len() == length).then_some(plain)
}

/// Returns the range of the frame at a place, head included.
fn frame_at(bytes: &[u8], at: usize) -> Result<Range<usize>, End> {
    let rest = bytes.get(at..).ok_or(End::HalfWritten)?;
    let head = rest.get(..FRAME_HEAD).ok_or(End::HalfWritten)?;
    if number_at(head, 8) != Some(checksum(&head[..8], at as u64) as u32) {
        return Err(End::Damaged("the lengths of a record are damaged"));
    }
    let length = number_at(head, 0).ok_or(End::HalfWritten)? as usize;
    let payload = rest[FRAME_HEAD..].get(..length).ok_or(End::HalfWritten)?;
    if head[12..] != checksum(payload, at as u64).to_le_bytes() {
        return Err(End::Damaged("a record does not match its checksum"));
    }
    Ok(at..at + FRAME_HEAD + length)
}

fn number_at(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes(*bytes))
}

/// Returns the checksum of bytes at a place of a log; blocks of layers are checked alike wherever they lie, with place 0.
fn checksum(bytes: &[u8], place: u64) -> u64 {
    XxHash3_64::oneshot_with_seed(place, bytes)
}

/// Returns a digest that distinguishes parameters in file names.
fn digest(kind: &str, parameters: &str) -> String {
    let seed = checksum(kind.as_bytes(), 0);
    format!("{:016x}", checksum(parameters.as_bytes(), seed))
}

/// A compressed record: a frame except for its place.
struct Payload {
    bytes: Vec<u8>,
    uncompressed: u32,
}

impl Payload {
    /// Compresses a record.
    fn new(record: &impl Serialize) -> Result<Self, String> {
        let plain = postcard::to_stdvec(record).map_err(|error| error.to_string())?;
        Self::of_bytes(&plain)
    }

    fn of_bytes(plain: &[u8]) -> Result<Self, String> {
        if plain.len() > LARGEST_RECORD {
            let (length, limit) = (plain.len(), LARGEST_RECORD);
            return Err(format!("it has {length} bytes, but the limit is {limit}"));
        }
        Ok(Self {
            bytes: compressed(plain, 0).map_err(|error| error.to_string())?,
            uncompressed: plain.len() as u32,
        })
    }

    /// Returns the frame for a place in the file.
    fn framed_at(&self, place: u64) -> Vec<u8> {
        let mut frame = Vec::with_capacity(FRAME_HEAD + self.bytes.len());
        // At most a few bytes longer than the record, which is far below 2^32.
        frame.extend((self.bytes.len() as u32).to_le_bytes());
        frame.extend(self.uncompressed.to_le_bytes());
        let lengths = checksum(&frame, place) as u32;
        frame.extend(lengths.to_le_bytes());
        frame.extend(checksum(&self.bytes, place).to_le_bytes());
        frame.extend(&self.bytes);
        frame
    }
}

// The layers of a search on disk.
//
// A [`LayerFiles`] is a checkpoint log, which says what is kept, and a directory of the same name beside it with one
// file for each piece: its blocks one after the other, each compressed with zstd. The log has the place, the length
// and the checksum of each block, so a piece counts only once it is on disk as a whole.

/// The kind of the log; its number changes with the entries or the bytes of a block.
const KIND: &str = "layers-2";

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
enum Entry {
    /// Something is kept.
    Kept(StoreEntry, Vec<Block>),
    /// Pieces with this number or a greater one no longer count, because the file of this one is lost.
    Lost(usize),
}

/// A block of a piece's file, which begins where the one before it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Block {
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
fn replayed(entries: Vec<Entry>) -> Vec<(StoreEntry, Vec<Block>)> {
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
fn loss(directory: &Path, number: usize) -> String {
    let path = piece_path(directory, number);
    format!("{}: the file is missing or truncated", path.display())
}

/// Returns what is kept, with the blocks that may still be needed.
fn needed(all: &[(StoreEntry, Vec<Block>)]) -> Vec<(StoreEntry, Vec<Block>)> {
    let mut kept: Vec<(StoreEntry, Vec<Block>)> = Vec::with_capacity(all.len());
    for (new, blocks) in all {
        let _ = supersede(&mut kept, new);
        kept.push((new.clone(), blocks.clone()));
    }
    kept
}

/// Returns the first piece that may be needed and whose file does not have its full length.
fn first_lost(directory: &Path, kept: &[(StoreEntry, Vec<Block>)]) -> Option<usize> {
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

impl LayerStore for LayerFiles {
    fn kept(&self) -> Result<Vec<StoreEntry>, StoreFailed> {
        Ok(self.locked().iter().map(|(kept, _)| kept.clone()).collect())
    }

    fn keep(&self, new: StoreEntry, blocks: Vec<Vec<u8>>) -> Result<usize, StoreFailed> {
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

    fn block(&self, number: usize, block: usize) -> Result<Vec<u8>, StoreFailed> {
        let place = place_of(&self.directory, &self.locked(), number, block)?;
        Ok(read_block(&self.data_directory, &place)?)
    }

    fn bytes(&self) -> u64 {
        let kept = self.locked();
        let blocks = kept.iter().map(|(_, blocks)| size_of_val(&blocks[..]));
        let entries = kept.iter().map(|(entry, _)| entry.bytes());
        blocks.chain(entries).sum::<usize>() as u64
    }
}

/// The place of a block on disk.
struct Place {
    path: PathBuf,
    begin: u64,
    block: Block,
}

/// Returns the place of a block of a piece.
fn place_of(
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
fn read_block(data_directory: &Path, place: &Place) -> Result<Vec<u8>, CheckpointError> {
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
    check_memory(path, u64::from(block.uncompressed))?;
    let bytes = read().map_err(StoreError::environment("read", path))?;
    let plain = (checksum(&bytes, 0) == block.checksum)
        .then(|| decompressed(&bytes, block.uncompressed as usize))
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
        let bytes = compressed(block, 1)?;
        file.write_all(&bytes)?;
        places.push(Block {
            length: bytes.len() as u32,
            uncompressed: block.len() as u32,
            checksum: checksum(&bytes, 0),
        });
    }
    // Otherwise the log, which says that the piece exists, may reach the disk before the piece.
    file.sync_data()?;
    Ok(places)
}

// Layers on disk that take no space there before they are needed.

/// [`LayerFiles`] that are created with the first layer that is kept: most searches end before that.
///
/// ```
/// use tait_search::{StoreEntry, LayerStore};
/// use tait_store::checkpoint::LayersOnDemand;
/// # let data = tempfile::tempdir()?;
/// let (layers, _) = LayersOnDemand::open(data.path(), &"a search".into())?;
/// assert!(layers.kept()?.is_empty());
/// assert!(!data.path().join("checkpoints").exists());
/// let _ = layers.keep(StoreEntry::Exhausted, vec![])?;
/// drop(layers);
///
/// let (layers, _) = LayersOnDemand::open(data.path(), &"a search".into())?;
/// assert_eq!(layers.kept()?, [StoreEntry::Exhausted]);
/// layers.finish()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LayersOnDemand {
    data_directory: PathBuf,
    parameters: Value,
    files: Mutex<Option<Arc<LayerFiles>>>,
}

impl LayersOnDemand {
    /// Opens what is kept of the search with these parameters, if anything; returns it with the refusals, one line
    /// each.
    ///
    /// # Errors
    /// As [`LayerFiles::open`].
    pub fn open(
        data_directory: &Path,
        parameters: &Value,
    ) -> Result<(Self, Vec<String>), CheckpointError> {
        let (mut files, mut refused) = (None, Vec::new());
        if CheckpointLog::<()>::place(data_directory, KIND, parameters)?.exists() {
            let (opened, lines) = LayerFiles::open(data_directory, parameters)?;
            (files, refused) = (Some(Arc::new(opened)), lines);
        }
        let layers = Self {
            data_directory: data_directory.to_owned(),
            parameters: parameters.clone(),
            files: Mutex::new(files),
        };
        Ok((layers, refused))
    }

    /// Returns the path of the log, once something is kept.
    #[must_use]
    pub fn path(&self) -> Option<PathBuf> {
        let files = self.locked();
        files.as_ref().map(|files| files.path().to_owned())
    }

    /// Removes everything, because the result of the search is known.
    ///
    /// # Errors
    /// As [`LayerFiles::finish`].
    pub fn finish(self) -> Result<(), CheckpointError> {
        let files = self.locked().take();
        files
            .and_then(Arc::into_inner)
            .map_or(Ok(()), LayerFiles::finish)
    }

    fn locked(&self) -> MutexGuard<'_, Option<Arc<LayerFiles>>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn made(&self) -> Result<Arc<LayerFiles>, CheckpointError> {
        let mut files = self.locked();
        if let Some(files) = &*files {
            return Ok(Arc::clone(files));
        }
        let (made, _) = LayerFiles::open(&self.data_directory, &self.parameters)?;
        Ok(Arc::clone(files.insert(Arc::new(made))))
    }
}

impl LayerStore for LayersOnDemand {
    fn kept(&self) -> Result<Vec<StoreEntry>, StoreFailed> {
        let files = self.locked().clone();
        files.map_or_else(|| Ok(Vec::new()), |files| files.kept())
    }
    fn keep(&self, kept: StoreEntry, blocks: Vec<Vec<u8>>) -> Result<usize, StoreFailed> {
        self.made()?.keep(kept, blocks)
    }
    fn block(&self, number: usize, block: usize) -> Result<Vec<u8>, StoreFailed> {
        self.made()?.block(number, block)
    }
    fn bytes(&self) -> u64 {
        let files = self.locked().clone();
        files.map_or(0, |files| files.bytes())
    }
}

// The layers of a search that somebody else has made.

/// The layers of a search, to be read: several processes may have them open at once.
///
/// A file with a damaged block is moved aside when the block is read, so that whoever opens the
/// [`LayerFiles`] next makes it again.
///
/// ```
/// use tait_search::{Layer, LayerStore, StoreEntry};
/// use tait_store::checkpoint::{LayerFiles, LayersView};
/// # let data = tempfile::tempdir()?;
/// let (layers, _) = LayerFiles::open(data.path(), &("k", 3))?;
/// let layer = StoreEntry::Layer(Layer { depth: 0, states: 1, has_goal: false, is_merged: false });
/// let _ = layers.keep(layer.clone(), vec![])?;
/// drop(layers);
///
/// let (view, damage) = LayersView::open(data.path(), &("k", 3))?;
/// assert_eq!((view.kept()?, damage), (vec![layer.clone()], None));
/// assert!(view.keep(layer, vec![]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LayersView {
    data_directory: PathBuf,
    log: PathBuf,
    kept: Vec<(StoreEntry, Vec<Block>)>,
}

impl LayersView {
    /// Opens what is kept of the search with these parameters, which may be nothing, and changes nothing. Also returns
    /// what is wrong with it, in one line, if anything.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn open(
        data_directory: &Path,
        parameters: &impl Serialize,
    ) -> Result<(Self, Option<String>), CheckpointError> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut take = |entry| {
            entries.push(entry);
            true
        };
        let damage =
            CheckpointLog::read_each(data_directory, KIND, parameters, Reader::Alone, &mut take)?;
        let view = Self {
            data_directory: data_directory.to_owned(),
            log: CheckpointLog::<Entry>::place(data_directory, KIND, parameters)?,
            kept: needed(&replayed(entries)),
        };
        let directory = view.directory();
        let lost = first_lost(&directory, &view.kept).map(|number| loss(&directory, number));
        Ok((view, damage.or(lost)))
    }

    /// The directory of the files of the pieces.
    fn directory(&self) -> PathBuf {
        self.log.with_extension("")
    }
}

impl LayerStore for LayersView {
    fn kept(&self) -> Result<Vec<StoreEntry>, StoreFailed> {
        Ok(self.kept.iter().map(|(kept, _)| kept.clone()).collect())
    }

    fn keep(&self, _kept: StoreEntry, _blocks: Vec<Vec<u8>>) -> Result<usize, StoreFailed> {
        let (path, reason) = (self.log.clone(), "it is open for reading".to_owned());
        Err(CheckpointError::Unwritable { path, reason }.into())
    }

    fn block(&self, number: usize, block: usize) -> Result<Vec<u8>, StoreFailed> {
        let place = place_of(&self.directory(), &self.kept, number, block)?;
        Ok(read_block(&self.data_directory, &place)?)
    }

    fn bytes(&self) -> u64 {
        let blocks: usize = self.kept.iter().map(|(_, blocks)| blocks.len()).sum();
        (blocks * size_of::<Block>()) as u64
    }
}

// The list of checkpoints in a data directory.

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
    let bytes = walk::open(path, File::options().read(true))?
        .ok_or_else(|| StoreError::environment("read", path)(io::ErrorKind::NotFound.into()))
        .and_then(|mut file| read_log(&mut file, path))?;
    let parsed = parse(&bytes)
        .map_err(|refusal| StoreError::data(path, RecordError::Checkpoint(refusal.to_string())))?;
    // One is decoded at a time.
    for frame in &parsed.frames {
        let plain = number_at(&bytes[frame.clone()], 4).unwrap_or(0);
        check_memory(path, u64::from(plain))?;
    }
    // A record that is whole may still be none.
    let is_record = |frame: &Range<usize>| match &*parsed.header.kind {
        KIND => record::<Entry>(&bytes[frame.clone()]).is_some(),
        _ => plain(&bytes[frame.clone()]).is_some(),
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

// The log: opens, appends, finishes.

/// The longest time before an appended record is synced to disk.
pub const FLUSH_EVERY: Duration = Duration::from_secs(10);

/// The most bytes of a log that is opened: a hundred times as many as the longest run has written.
const LARGEST_LOG: u64 = 1 << 30;

/// The directory of checkpoints in a data directory.
const DIRECTORY: &str = "checkpoints";

/// The extension of checkpoints.
const EXTENSION: &str = "checkpoint";

/// An append-only file of finished pieces of work; see the [module](super).
///
/// The type of the records belongs to the kind: if it changes, change the name of the kind. Only one process at a time
/// can have a log open.
///
/// ```
/// use tait_store::checkpoint::CheckpointLog;
/// # let data = tempfile::tempdir()?;
/// let open = || CheckpointLog::<(u64, String)>::open(data.path(), "example", &(4, "R1"));
/// let (log, recovered) = open()?;
/// assert!(recovered.records.is_empty());
/// log.append(&(13, "found".to_owned()))?;
/// drop(log); // or the process is killed
///
/// let (log, recovered) = open()?;
/// assert_eq!(recovered.records, [(13, "found".to_owned())]);
/// log.finish()?; // the result is stored elsewhere
/// assert!(open()?.1.records.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CheckpointLog<R> {
    log: Log,
    records: PhantomData<fn(&R)>,
}

/// A log of payloads: everything but the type of the records.
#[derive(Debug)]
struct Log {
    data_directory: PathBuf,
    path: PathBuf,
    tail: Arc<Mutex<Tail>>,
    flusher: Option<(Sender<()>, JoinHandle<()>)>,
}

/// The result of opening a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recovered<R> {
    /// The records, in the order in which they were appended.
    pub records: Vec<R>,
    /// The refusals, one line each, for standard error.
    pub refused: Vec<String>,
}

/// The end of the file, where records are appended.
#[derive(Debug)]
struct Tail {
    file: File,
    /// The byte at which the last whole record ends.
    end: u64,
    /// Whether something has not been synced to disk yet.
    is_dirty: bool,
    /// The error that occurred while there was no caller to tell.
    failure: Option<io::Error>,
}

/// Whether a log is read while somebody may be writing it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// Nobody writes it.
    Alone,
    /// Somebody may append records. One that is half written does not count.
    Beside,
}

impl<R: Serialize + DeserializeOwned> CheckpointLog<R> {
    /// Returns the path of the log of a kind of run with these parameters.
    ///
    /// # Errors
    /// [`CheckpointError::Unwritable`] if the parameters have no JSON form.
    pub fn place(
        data_directory: &Path,
        kind: &str,
        parameters: &impl Serialize,
    ) -> Result<PathBuf, CheckpointError> {
        let parameters = parameters_text(data_directory, kind, parameters)?;
        Ok(place(data_directory, kind, &parameters))
    }

    /// Opens or creates the log of a kind of run with these parameters, and returns the records in it.
    ///
    /// A damaged file is not an error: it is moved to quarantine and reported in `refused`, and the records before the
    /// damage are used.
    ///
    /// # Errors
    /// [`CheckpointError::InUse`] if another process (or this one) has it open, [`CheckpointError::Unwritable`] if the
    /// parameters have no JSON form, and [`CheckpointError::Store`] if the directory cannot be read or written.
    pub fn open(
        data_directory: &Path,
        kind: &str,
        parameters: &impl Serialize,
    ) -> Result<(Self, Recovered<R>), CheckpointError> {
        let mut records = Vec::new();
        let (log, refused) = Self::open_each(data_directory, kind, parameters, &mut |record| {
            records.push(record);
            true
        })?;
        Ok((log, Recovered { records, refused }))
    }

    /// Does the same, but passes each record to a function, which returns whether it is one of this kind.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_each(
        data_directory: &Path,
        kind: &str,
        parameters: &impl Serialize,
        accept: &mut dyn FnMut(R) -> bool,
    ) -> Result<(Self, Vec<String>), CheckpointError> {
        let parameters = parameters_text(data_directory, kind, parameters)?;
        let mut take = |frame: &[u8]| record(frame).is_some_and(&mut *accept);
        let (log, refused) = Log::open(data_directory, kind, parameters, &mut take)?;
        let records = PhantomData;
        Ok((Self { log, records }, refused))
    }

    /// Passes each record of a log to a function, which returns whether it is one of this kind, and changes nothing.
    /// Returns what is wrong with the file, if anything.
    ///
    /// # Errors
    /// As [`open`](Self::open); a reader [beside](Reader::Beside) the writer does not mind that another process has it open.
    pub fn read_each(
        data_directory: &Path,
        kind: &str,
        parameters: &impl Serialize,
        reader: Reader,
        accept: &mut dyn FnMut(R) -> bool,
    ) -> Result<Option<String>, CheckpointError> {
        let parameters = parameters_text(data_directory, kind, parameters)?;
        let mut take = |frame: &[u8]| record(frame).is_some_and(&mut *accept);
        read(data_directory, kind, parameters, reader, &mut take)
    }

    /// Appends a record; any thread may call it.
    ///
    /// # Errors
    /// [`CheckpointError::Unwritable`] if the record has no form in the format or is too large,
    /// [`CheckpointError::Store`] if the disk is full or broken. The log is then as it was before.
    pub fn append(&self, record: &R) -> Result<(), CheckpointError> {
        self.log.append(Payload::new(record))
    }

    /// Removes the file, because the result of the run is stored.
    ///
    /// # Errors
    /// [`CheckpointError::Store`] if it cannot be removed.
    pub fn finish(self) -> Result<(), CheckpointError> {
        let Log {
            data_directory,
            path,
            ..
        } = &self.log;
        let _lock = WriteLock::acquire(data_directory)?;
        match fs::remove_file(path) {
            // Somebody removed the directory: what the run has found is stored all the same.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => Ok(removed.map_err(StoreError::environment("remove", path))?),
        }
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.log.path
    }
}

/// Returns the parameters of a run as JSON.
fn parameters_text(
    data_directory: &Path,
    kind: &str,
    parameters: &impl Serialize,
) -> Result<String, CheckpointError> {
    serde_json::to_string(parameters).map_err(|error| CheckpointError::Unwritable {
        path: data_directory.join(DIRECTORY).join(kind),
        reason: error.to_string(),
    })
}

fn place(data_directory: &Path, kind: &str, parameters: &str) -> PathBuf {
    let digest = digest(kind, parameters);
    let name = format!("{kind}-{digest}.{EXTENSION}");
    data_directory.join(DIRECTORY).join(name)
}

impl Log {
    /// Opens or creates a log, and passes on the frames of its records.
    fn open(
        data_directory: &Path,
        kind: &str,
        parameters: String,
        accept: &mut dyn FnMut(&[u8]) -> bool,
    ) -> Result<(Self, Vec<String>), CheckpointError> {
        let directory = data_directory.join(DIRECTORY);
        let path = place(data_directory, kind, &parameters);
        let header = Header {
            tait: env!("CARGO_PKG_VERSION").to_owned(),
            kind: kind.to_owned(),
            parameters,
        };
        let beginning = begin(&header).ok_or_else(|| CheckpointError::Unwritable {
            path: directory.join(kind),
            reason: "the header is too long".to_owned(),
        })?;

        // Nobody else creates, replaces or removes a log meanwhile.
        let _lock = WriteLock::acquire(data_directory)?;
        files::remove_abandoned(&directory)?;
        let (mut refused, mut count) = (Vec::new(), 0);
        let (mut file, end) = match open_locked(&path)? {
            None => make(&path, &beginning)?,
            Some((file, bytes)) => match judge(&path, &bytes, &header, accept, &mut count)? {
                Judged::Good => (file, bytes.len()),
                Judged::HalfWritten { good } => {
                    refused.push(format!(
                            "{}: the last record is half written (byte {good}); the {count} before it are used",
                            path.display(),
                        ));
                    file.set_len(good as u64)
                        .map_err(StoreError::environment("write", &path))?;
                    (file, good)
                }
                Judged::Wrong { good, reason } => {
                    let kept = keep_aside(data_directory, &path, &bytes)?;
                    let used = match count {
                        0 => "none of it is used".to_owned(),
                        _ => format!("the {count} records before are used"),
                    };
                    refused.push(format!(
                        "{}: {reason}; {used}; kept as {}",
                        path.display(),
                        kept.display()
                    ));
                    make(&path, good.map_or(&beginning[..], |good| &bytes[..good]))?
                }
            },
        };
        let _ = file
            .seek(SeekFrom::Start(end as u64))
            .map_err(StoreError::environment("read", &path))?;
        let tail = Arc::new(Mutex::new(Tail {
            file,
            end: end as u64,
            is_dirty: false,
            failure: None,
        }));
        let flusher = start_flusher(Arc::clone(&tail));
        let log = Self {
            data_directory: data_directory.to_owned(),
            flusher: Some(flusher.map_err(StoreError::environment("start a thread for", &path))?),
            path,
            tail,
        };
        Ok((log, refused))
    }

    fn append(&self, payload: Result<Payload, String>) -> Result<(), CheckpointError> {
        let payload = payload.map_err(|reason| CheckpointError::Unwritable {
            path: self.path.clone(),
            reason,
        })?;
        let mut tail = locked(&self.tail);
        tail.append(&payload)
            .map_err(StoreError::environment("write", &self.path))?;
        Ok(())
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        if let Some((stop, flusher)) = self.flusher.take() {
            drop(stop);
            // It flushes before it ends, and no caller is left to hear of a failure.
            let _ = flusher.join();
        }
    }
}

impl Tail {
    fn append(&mut self, payload: &Payload) -> io::Result<()> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let frame = payload.framed_at(self.end);
        if let Err(error) = self.file.write_all(&frame) {
            // Half a frame would end the good part of the file.
            self.file.set_len(self.end)?;
            let _ = self.file.seek(SeekFrom::Start(self.end))?;
            return Err(error);
        }
        self.end += frame.len() as u64;
        self.is_dirty = true;
        Ok(())
    }
}

fn locked(tail: &Mutex<Tail>) -> MutexGuard<'_, Tail> {
    // A panic leaves the tail in order, because it changes only after a write has succeeded.
    tail.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts the thread that syncs records to disk until its sender is dropped.
fn start_flusher(tail: Arc<Mutex<Tail>>) -> io::Result<(Sender<()>, JoinHandle<()>)> {
    let (stop, stopped) = mpsc::channel();
    let flusher = Builder::new().spawn(move || {
        loop {
            let is_last = stopped.recv_timeout(FLUSH_EVERY) != Err(RecvTimeoutError::Timeout);
            let mut tail = locked(&tail);
            if std::mem::take(&mut tail.is_dirty)
                && let Err(error) = tail.file.sync_data()
            {
                tail.failure = Some(error);
            }
            if is_last {
                break;
            }
        }
    })?;
    Ok((stop, flusher))
}

/// Reads a log, if it exists, and passes on the frames of its records. Returns what is wrong with it, if anything.
fn read(
    data_directory: &Path,
    kind: &str,
    parameters: String,
    reader: Reader,
    accept: &mut dyn FnMut(&[u8]) -> bool,
) -> Result<Option<String>, CheckpointError> {
    let path = place(data_directory, kind, &parameters);
    let header = Header {
        tait: env!("CARGO_PKG_VERSION").to_owned(),
        kind: kind.to_owned(),
        parameters,
    };
    let Some(mut file) = walk::open(&path, File::options().read(true))? else {
        return Ok(None);
    };
    if let Reader::Alone = reader {
        locked_or_in_use(file.try_lock_shared(), &path)?;
    }
    let bytes = read_log(&mut file, &path)?;
    drop(file);
    Ok(match judge(&path, &bytes, &header, accept, &mut 0)? {
        Judged::Good => None,
        Judged::HalfWritten { good } => {
            let path = path.display();
            Some(format!(
                "{path}: the last record is half written (byte {good})"
            ))
        }
        Judged::Wrong { reason, .. } => Some(format!("{}: {reason}", path.display())),
    })
}

/// Opens, locks and reads the file; returns `None` if it does not exist.
fn open_locked(path: &Path) -> Result<Option<(File, Vec<u8>)>, CheckpointError> {
    let Some(mut file) = walk::open(path, File::options().read(true).write(true))? else {
        return Ok(None);
    };
    take(&file, path)?;
    let bytes = read_log(&mut file, path)?;
    Ok(Some((file, bytes)))
}

/// Reads a log that is open.
fn read_log(file: &mut File, path: &Path) -> Result<Vec<u8>, StoreError> {
    let length = file
        .metadata()
        .map_err(StoreError::environment("read", path))?
        .len();
    if length <= LARGEST_LOG {
        check_memory(path, length)?;
    }
    files::read_open(file, path, LARGEST_LOG)
}

/// Takes the lock on a log, which is held until the file is closed.
fn take(file: &File, path: &Path) -> Result<(), CheckpointError> {
    locked_or_in_use(file.try_lock(), path)
}

fn locked_or_in_use(locked: Result<(), TryLockError>, path: &Path) -> Result<(), CheckpointError> {
    match locked {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(CheckpointError::InUse {
            path: path.to_owned(),
            source: io::Error::new(
                io::ErrorKind::ResourceBusy,
                "another run of tait is at work on it",
            ),
        }),
        Err(TryLockError::Error(error)) => Err(StoreError::environment("lock", path)(error).into()),
    }
}

/// Creates the file with this content, in place of any other, and locks it. The caller has locked the store.
fn make(path: &Path, content: &[u8]) -> Result<(File, usize), CheckpointError> {
    files::replace(path, |file| file.write_all(content))?;
    let mut options = File::options();
    let file = walk::open_or_create("open", path, options.read(true).write(true).truncate(false))?;
    take(&file, path)?;
    Ok((file, content.len()))
}

/// Copies a damaged file to the quarantine. The original stays until a good one replaces it.
fn keep_aside(
    data_directory: &Path,
    path: &Path,
    bytes: &[u8],
) -> Result<PathBuf, CheckpointError> {
    let quarantine = data_directory.join("quarantine").join(DIRECTORY);
    let kept = files::free_place(path, &quarantine)?;
    files::replace(&kept, |file| file.write_all(bytes))?;
    Ok(kept)
}

/// The judgement of a file.
enum Judged {
    Good,
    HalfWritten {
        good: usize,
    },
    Wrong {
        /// The byte at which the usable part ends, if there is one.
        good: Option<usize>,
        reason: String,
    },
}

/// Passes on the records of a file as far as they are good, and counts them.
///
/// # Errors
/// When its records together may not fit into memory, although the file may be right.
fn judge(
    path: &Path,
    bytes: &[u8],
    header: &Header,
    accept: &mut dyn FnMut(&[u8]) -> bool,
    count: &mut usize,
) -> Result<Judged, StoreError> {
    let wrong = |good, reason| Judged::Wrong { good, reason };
    let Parsed {
        header: found,
        frames,
        good,
        end,
    } = match parse(bytes) {
        Ok(parsed) => parsed,
        Err(refusal) => return Ok(wrong(None, refusal.to_string())),
    };
    if found.kind != header.kind {
        let reason = format!(
            "it is a checkpoint of kind '{}', not '{}'",
            found.kind, header.kind
        );
        return Ok(wrong(None, reason));
    }
    if found.parameters != header.parameters {
        let reason = format!(
            "its parameters are {}, not {}",
            found.parameters, header.parameters
        );
        return Ok(wrong(None, reason));
    }
    let mut plain = 0;
    for frame in frames {
        let begin = frame.start;
        plain += u64::from(number_at(&bytes[frame.clone()], 4).unwrap_or(0));
        check_memory(path, plain)?;
        if !accept(&bytes[frame]) {
            let (number, kind) = (*count + 1, &header.kind);
            let reason = format!("record {number} is not a '{kind}' (byte {begin})");
            return Ok(wrong(Some(begin), reason));
        }
        *count += 1;
    }
    Ok(match end {
        End::Whole => Judged::Good,
        End::HalfWritten => Judged::HalfWritten { good },
        End::Damaged(what) => wrong(Some(good), format!("{what} (byte {good})")),
    })
}

#[cfg(test)]
mod frames_tests {
    use super::{
        End, FREE, Header, LARGEST_RECORD, MOST_EXPANDED, Payload, begin, checkpoints, compressed,
        decompressed, parse, record,
    };

    #[test]
    fn what_is_compressed_takes_the_space_that_it_deserves() {
        for length in [0, 1, FREE, FREE + 1, 1 << 20, 40 << 20] {
            let plain = vec![7; length];
            let bytes = compressed(&plain, 0).unwrap();
            assert!(bytes.len() >= length.saturating_sub(FREE) / MOST_EXPANDED);
            assert!(bytes.len() <= length / MOST_EXPANDED + 64, "{length}");
            assert_eq!(decompressed(&bytes, length), Some(plain), "{length}");
        }
        let bomb = zstd::bulk::compress(&vec![0; 40 << 20], 0).unwrap();
        assert_eq!(decompressed(&bomb, 40 << 20), None);
        assert_eq!(decompressed(&bomb, LARGEST_RECORD + 1), None);
        assert_eq!(decompressed(&bomb, FREE), None);
    }

    /// A log of 32 kB, whose frame stands for a gigabyte: 340 million blocks.
    #[test]
    fn a_frame_that_stands_for_a_gigabyte_is_no_record() {
        let header = Header {
            tait: "0.1.0".to_owned(),
            kind: "layers-2".to_owned(),
            parameters: "1".to_owned(),
        };
        // Of the bytes that are compressed, only the first few matter.
        let bomb = Payload {
            bytes: zstd::bulk::compress(&vec![0; 100 << 20], 0).unwrap(),
            uncompressed: 100 << 20,
        };
        let place = tempfile::tempdir().unwrap();
        let directory = place.path().join("checkpoints");
        std::fs::create_dir(&directory).unwrap();
        let mut log = begin(&header).unwrap();
        log.extend(bomb.framed_at(log.len() as u64));
        let parsed = parse(&log).unwrap();
        assert_eq!((parsed.frames.len(), parsed.end), (1, End::Whole));
        assert_eq!(
            record::<Vec<(u8, u8, u8)>>(&log[parsed.frames[0].clone()]),
            None
        );
        std::fs::write(directory.join("layers-2-0.checkpoint"), &log).unwrap();
        let listed = checkpoints(place.path()).unwrap();
        let summary = listed[0].summary.as_ref().unwrap();
        assert_eq!(summary.records, 0);
        let error = summary.error.as_deref().unwrap();
        assert!(
            error.starts_with("record 1 is not a 'layers-2' (byte "),
            "{error}"
        );
    }
}
