//! The log: opens, appends, finishes.

use super::error::CheckpointError;
use super::frames::{self, End, Header, Parsed, Payload};
use crate::error::StoreError;
use crate::files::{self, WriteLock};
use crate::walk;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// The longest time before an appended record is synced to disk.
pub const FLUSH_EVERY: Duration = Duration::from_secs(10);

/// The most bytes of a log that is opened: a hundred times as many as the longest run has written.
pub(super) const LARGEST_LOG: u64 = 1 << 30;

/// The directory of checkpoints in a data directory.
pub(super) const DIRECTORY: &str = "checkpoints";
/// The extension of checkpoints.
pub(super) const EXTENSION: &str = "checkpoint";

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
        let mut take = |frame: &[u8]| frames::record(frame).is_some_and(&mut *accept);
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
        let mut take = |frame: &[u8]| frames::record(frame).is_some_and(&mut *accept);
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
        match std::fs::remove_file(path) {
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
    let digest = frames::digest(kind, parameters);
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
        let beginning = frames::begin(&header).ok_or_else(|| CheckpointError::Unwritable {
            path: directory.join(kind),
            reason: "the header is too long".to_owned(),
        })?;

        // Nobody else creates, replaces or removes a log meanwhile.
        let _lock = WriteLock::acquire(data_directory)?;
        files::remove_abandoned(&directory)?;
        let (mut refused, mut count) = (Vec::new(), 0);
        let (mut file, end) = match open_locked(&path)? {
            None => make(&path, &beginning)?,
            Some((file, bytes)) => match judge(&bytes, &header, accept, &mut count) {
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
    let bytes = files::read_open(&mut file, &path, LARGEST_LOG)?;
    drop(file);
    Ok(match judge(&bytes, &header, accept, &mut 0) {
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
    let bytes = files::read_open(&mut file, path, LARGEST_LOG)?;
    Ok(Some((file, bytes)))
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
fn judge(
    bytes: &[u8],
    header: &Header,
    accept: &mut dyn FnMut(&[u8]) -> bool,
    count: &mut usize,
) -> Judged {
    let wrong = |good, reason| Judged::Wrong { good, reason };
    let Parsed {
        header: found,
        frames,
        good,
        end,
    } = match frames::parse(bytes) {
        Ok(parsed) => parsed,
        Err(refusal) => return wrong(None, refusal.to_string()),
    };
    if found.kind != header.kind {
        let reason = format!(
            "it is a checkpoint of kind '{}', not '{}'",
            found.kind, header.kind
        );
        return wrong(None, reason);
    }
    if found.parameters != header.parameters {
        let reason = format!(
            "its parameters are {}, not {}",
            found.parameters, header.parameters
        );
        return wrong(None, reason);
    }
    for frame in frames {
        let begin = frame.start;
        if !accept(&bytes[frame]) {
            let (number, kind) = (*count + 1, &header.kind);
            let reason = format!("record {number} is not a '{kind}' (byte {begin})");
            return wrong(Some(begin), reason);
        }
        *count += 1;
    }
    match end {
        End::Whole => Judged::Good,
        End::HalfWritten => Judged::HalfWritten { good },
        End::Damaged(what) => wrong(Some(good), format!("{what} (byte {good})")),
    }
}
