//! The data directory.

use crate::bounded::LARGEST_RECORD;
use crate::corpus::{Corpus, Source};
use crate::error::{RecordError, StoreError};
use crate::files::{self, WriteLock};
use crate::kinds::RecordKind;
use crate::record::Record;
use crate::schema::Schema;
use crate::stored::{Conflict, Stored};
use crate::walk;
use crate::walk::Skipped;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, io};
use tait_linear::BlockLength;
use tait_search::{Control, Event, Sink};

/// The directories of a store that hold no records.
const OTHERS: [&str; 2] = ["checkpoints", "quarantine"];

/// A data directory.
///
/// Making a `Store` touches nothing; the first write creates the directory.
///
/// ```
/// use tait_linear::{Claim, Move, Puzzle, Restrictions, Solution};
/// use tait_store::{FoundBy, SolutionRecord, Store};
/// # let directory = tempfile::tempdir()?;
/// let store = Store::new(directory.path());
/// let puzzle = Puzzle::new(2, 3)?;
/// let record = SolutionRecord {
///     solution: Solution::new(puzzle, 1, [(1, 7), (6, 9), (3, 6)].map(Move::from).to_vec()),
///     claim: Claim::LowerBound,
///     restrictions: Restrictions::default(),
///     found_by: FoundBy::new("solve 2 3", Default::default()),
/// };
/// let saved = store.save(&record)?;
/// assert!(saved.path.ends_with("solutions/k02/n003.json"));
/// assert_eq!(store.solution(puzzle, &Restrictions::default())?, Some(record));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Store {
    directory: PathBuf,
    corpus: Option<&'static dyn Corpus>,
    /// Hears what is wrong with files.
    sink: Option<Arc<dyn Sink + Send>>,
    /// Whether reading leaves everything where it is.
    is_for_reading: bool,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store")
            .field("directory", &self.directory)
            .field("corpus", &self.corpus)
            .finish_non_exhaustive()
    }
}

/// A record of a store.
#[derive(Debug)]
pub struct Entry {
    /// Its path, relative to the store's directory.
    pub name: PathBuf,
    /// Its origin.
    pub source: Source,
    /// The record, or why it is not accepted.
    pub record: Result<Record, StoreError>,
}

/// The result of a write.
#[derive(Debug)]
pub struct Saved<R> {
    /// The file.
    pub path: PathBuf,
    /// The record as it is known now: the new one merged with what was known before.
    pub record: R,
    /// The broken file that was in its place and was moved to `quarantine/`, which deserves a warning.
    pub set_aside: Option<StoreError>,
}

impl<R> Saved<R> {
    /// Reports where the record is, after the file that was set aside.
    pub fn tell(&self, sink: &dyn Sink) {
        self.tell_set_aside(sink);
        let path = self.path.display().to_string();
        sink.event(Event::Saved { path });
    }

    /// Reports the file that was set aside, if there was one.
    pub fn tell_set_aside(&self, sink: &dyn Sink) {
        if let Some(error) = &self.set_aside {
            let error = error.to_string();
            sink.event(Event::SetAside { error });
        }
    }
}

impl Store {
    /// Makes a store without a corpus.
    #[must_use]
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self {
            directory: directory.into(),
            corpus: None,
            sink: None,
            is_for_reading: false,
        }
    }

    /// Lets reading change nothing, for commands that only read: an invalid file is reported and stays where it is.
    #[must_use]
    pub fn for_reading(self) -> Self {
        let is_for_reading = true;
        Self {
            is_for_reading,
            ..self
        }
    }

    /// Puts the store above a corpus, from which it reads what the directory does not hold.
    #[must_use]
    pub fn with_corpus(self, corpus: &'static dyn Corpus) -> Self {
        let corpus = Some(corpus);
        Self { corpus, ..self }
    }

    /// Adds a sink, which receives an event for each invalid file that the corpus replaces.
    #[must_use]
    pub fn with_sink(self, sink: impl Sink + Send + 'static) -> Self {
        Self {
            sink: Some(Arc::new(sink)),
            ..self
        }
    }

    /// Returns the sink.
    #[must_use]
    pub fn sink(&self) -> &dyn Sink {
        match &self.sink {
            Some(sink) => &**sink,
            None => Control::default().sink,
        }
    }

    /// Returns the store without its corpus.
    #[must_use]
    pub fn without_corpus(&self) -> Self {
        let corpus = None;
        Self {
            corpus,
            ..self.clone()
        }
    }

    /// Returns the directory.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    pub(crate) fn corpus(&self) -> Option<&'static dyn Corpus> {
        self.corpus
    }

    /// Reads the stored record of a kind under a name; returns `None` if there is none, or one of another kind.
    ///
    /// # Errors
    /// Fails if the file is invalid (and moves it to `quarantine/`, unless the store is [for
    /// reading](Store::for_reading)), of a newer version, or unreadable; where the
    /// corpus has the record, only if it is unreadable.
    pub fn read<R: Stored + Clone>(&self, name: &Path) -> Result<Option<R>, StoreError> {
        Ok(self.load(name)?.and_then(|record| record.within().cloned()))
    }

    /// Checks a record and merges it into the file that its contents name.
    ///
    /// # Errors
    /// Fails if the record is invalid, contradicts the stored one, or cannot be written, or if a file of a newer
    /// version or about something else is in its place.
    pub fn save<R: Stored + Clone + Into<Record>>(
        &self,
        record: &R,
    ) -> Result<Saved<R>, StoreError> {
        self.save_as(&record.path(), record)
    }

    /// Does the same as [`Store::save`] for a record of any kind.
    ///
    /// # Errors
    /// As [`Store::save`].
    pub fn save_record(&self, record: &Record) -> Result<Saved<Record>, StoreError> {
        self.put(&record.path(), record.clone())
    }

    /// Reads and checks every file of the store, in the order of the names; moves nothing.
    ///
    /// # Errors
    /// Fails if a directory cannot be listed. A file that cannot be read becomes an entry with its error.
    pub fn entries(&self) -> Result<Vec<Entry>, StoreError> {
        Ok(self.examined(self.list()?))
    }

    /// Reads and checks the files of a directory such as `families`, in the order of their names; moves nothing.
    ///
    /// # Errors
    /// As [`Store::entries`].
    pub fn entries_of(&self, directory: &str) -> Result<Vec<Entry>, StoreError> {
        Ok(self.examined(self.list_of(&[directory])?))
    }

    /// Reads and checks those of these files that are about a block length, by their names: `families/k03-bases.json`,
    /// `solutions/k03/n007.json`.
    ///
    /// # Errors
    /// As [`Store::entries`].
    pub fn entries_of_length(
        &self,
        directory: &str,
        k: BlockLength,
    ) -> Result<Vec<Entry>, StoreError> {
        let mut names = self.list_of(&[directory])?;
        let beginning = format!("k{:02}", k.get());
        names.retain(|name| {
            let name = name.components().nth(1);
            let name = name.and_then(|name| name.as_os_str().to_str());
            let rest = name.and_then(|name| name.strip_prefix(&beginning));
            rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
        });
        Ok(self.examined(names))
    }

    fn examined(&self, names: Vec<PathBuf>) -> Vec<Entry> {
        let examine = |name: PathBuf| {
            let (source, record) = self.examine(&name);
            Entry {
                name,
                source,
                record,
            }
        };
        names.into_iter().map(examine).collect()
    }

    /// Returns the names of all files of the store, relative to its directory, sorted.
    ///
    /// # Errors
    /// Fails if a directory cannot be listed.
    pub fn list(&self) -> Result<Vec<PathBuf>, StoreError> {
        self.list_of(&RecordKind::directories())
    }

    /// Lists what is neither a regular file nor a directory among records and checkpoints, in the order of the names.
    ///
    /// None of it is read: a link may lead in a circle, and a pipe may have no end.
    ///
    /// # Errors
    /// Fails if a directory cannot be listed.
    pub fn skipped(&self) -> Result<Vec<Skipped>, StoreError> {
        let mut skipped = Vec::new();
        for directory in RecordKind::directories().iter().chain(&OTHERS) {
            for (path, what) in walk::below(&self.directory.join(directory), "json")?.skipped {
                let name = path.strip_prefix(&self.directory).unwrap_or(&path);
                let name = name.to_owned();
                skipped.push(Skipped { name, what });
            }
        }
        skipped.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(skipped)
    }

    /// Checks that the directory can be a data directory: it does not exist, is empty except for hidden files, or holds
    /// one of the directories that a store writes.
    ///
    /// # Errors
    /// [`StoreError::NotAStore`] if it is a directory of something else, or not a directory;
    /// [`StoreError::Environment`] if it cannot be listed.
    pub fn recognize(&self) -> Result<(), StoreError> {
        let not = |reason| StoreError::NotAStore {
            path: self.directory.clone(),
            reason,
        };
        let failed = StoreError::environment("list", &self.directory);
        let entries = match std::fs::read_dir(&self.directory) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                return Err(not("not a directory"));
            }
            Err(error) => return Err(failed(error)),
        };
        let records = RecordKind::directories();
        let mut is_empty = true;
        for entry in entries {
            let name = match entry {
                Ok(entry) => entry.file_name(),
                Err(error) => return Err(failed(error)),
            };
            if records.iter().chain(&OTHERS).any(|&known| name == known) {
                return Ok(());
            }
            is_empty &= name.to_string_lossy().starts_with('.');
        }
        match is_empty {
            true => Ok(()),
            false => Err(not(
                "not a tait data directory: it holds neither solutions nor families nor anything else that tait stores",
            )),
        }
    }

    /// Returns the text of a record: that of its file, merged with the record of the corpus if there is one.
    ///
    /// # Errors
    /// Fails if the file cannot be read, is not a regular file or too large, or is invalid and in the corpus, too.
    pub fn text(&self, name: &Path) -> Result<String, StoreError> {
        let path = self.directory.join(name);
        if self.given_text(name).is_some() {
            let (_, record) = self.examine(name);
            let text = record?.to_json();
            return text.map_err(|error| StoreError::data(path, error));
        }
        let text = files::read(&path, LARGEST_RECORD)?.ok_or(io::ErrorKind::NotFound.into());
        text.and_then(|text| {
            String::from_utf8(text)
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
        })
        .map_err(StoreError::environment("read", path))
    }

    pub(crate) fn list_of(&self, directories: &[&str]) -> Result<Vec<PathBuf>, StoreError> {
        let mut names = Vec::new();
        for directory in directories {
            let first = names.len();
            for path in walk::below(&self.directory.join(directory), "json")?.files {
                names.extend(path.strip_prefix(&self.directory).map(Path::to_owned));
            }
            names.extend(self.given_names(directory));
            names[first..].sort();
        }
        names.dedup();
        Ok(names)
    }

    /// Returns whether the directory holds a file of this name.
    pub(crate) fn has_own(&self, name: &Path) -> bool {
        self.directory.join(name).symlink_metadata().is_ok()
    }

    /// Reads and checks a file that exists.
    pub(crate) fn examine_own(&self, name: &Path) -> Result<Record, StoreError> {
        let path = self.directory.join(name);
        let text = files::read(&path, LARGEST_RECORD)?.ok_or_else(|| {
            StoreError::environment("read", &path)(io::ErrorKind::NotFound.into())
        })?;
        read_in_place(&text, name).map_err(|error| StoreError::data(path, error))
    }

    /// Reads what is stored under a name; moves an invalid file to quarantine, unless the store is for reading.
    pub(crate) fn load_own(&self, name: &Path) -> Result<Option<Record>, StoreError> {
        let path = self.directory.join(name);
        let Some(text) = files::read(&path, LARGEST_RECORD)? else {
            return Ok(None);
        };
        let error = match read_in_place(&text, name) {
            Ok(record) => return Ok(Some(record)),
            Err(error) => error,
        };
        if error.is_newer() || self.is_for_reading {
            return Err(StoreError::data(path, error));
        }
        // A store that cannot be written to still reports what is wrong with the file.
        let Ok(_lock) = WriteLock::acquire(&self.directory) else {
            return Err(StoreError::data(path, error));
        };
        // Another process may have replaced the file meanwhile, and the new one must not be moved.
        match files::read(&path, LARGEST_RECORD)? {
            Some(now) if now == text => Err(self.set_aside(name, error)),
            Some(now) => read_in_place(&now, name)
                .map(Some)
                .map_err(|error| StoreError::data(path, error)),
            None => Ok(None),
        }
    }

    /// Moves an invalid file to quarantine; returns its error.
    fn set_aside(&self, name: &Path, error: RecordError) -> StoreError {
        let path = self.directory.join(name);
        let quarantine = self
            .directory
            .join("quarantine")
            .join(name.parent().unwrap_or(Path::new("")));
        match files::move_into(&path, &quarantine) {
            Ok(to) => StoreError::SetAside {
                path,
                to,
                error: Box::new(error),
            },
            Err(_) => StoreError::data(path, error),
        }
    }

    /// Does the same as [`Store::save`] under a given name.
    pub(crate) fn save_as<R: Stored + Clone + Into<Record>>(
        &self,
        name: &Path,
        record: &R,
    ) -> Result<Saved<R>, StoreError> {
        let saved = self.put(name, record.clone().into())?;
        Ok(Saved {
            path: saved.path,
            // Two records of a kind merge into one of that kind.
            record: saved.record.within().unwrap_or(record).clone(),
            set_aside: saved.set_aside,
        })
    }

    /// Rereads a file, merges a record into its contents, and writes the result: one step under the lock.
    pub(crate) fn put_own(&self, name: &Path, record: Record) -> Result<Saved<Record>, StoreError> {
        let path = self.directory.join(name);
        let new = checked_text(&record, name).map_err(|error| StoreError::data(&path, error))?;
        let _lock = WriteLock::acquire(&self.directory)?;
        files::remove_abandoned(path.parent().unwrap_or(&self.directory))?;
        let (stored, set_aside) = self.in_the_way(name, record.kind())?;
        let (known, text) = match stored {
            None => (record, new),
            Some(stored) => {
                let known = stored.clone().put_together(record.clone(), name);
                let known = known.map_err(|conflict| conflict.about(&path))?;
                if known == stored {
                    return Ok(Saved {
                        path,
                        record: known,
                        set_aside,
                    });
                }
                let text = match known == record {
                    true => new,
                    // Each is right by itself, so the error lies between them.
                    false => checked_text(&known, name).map_err(|error| {
                        Conflict::Contradiction(format!("together with it, {error}")).about(&path)
                    })?,
                };
                (known, text)
            }
        };
        files::write_file(&path, &text)?;
        Ok(Saved {
            path,
            record: known,
            set_aside,
        })
    }

    /// Reads what is stored where a record of a kind is to be written; moves a broken file to quarantine. The caller
    /// holds the lock.
    fn in_the_way(
        &self,
        name: &Path,
        kind: RecordKind,
    ) -> Result<(Option<Record>, Option<StoreError>), StoreError> {
        let path = self.directory.join(name);
        let Some(old) = files::read(&path, LARGEST_RECORD)? else {
            return Ok((None, None));
        };
        match Record::schema_of(&old) {
            Ok(schema) if schema > Schema::CURRENT => {
                return Err(StoreError::WouldOverwriteNewer { path, schema });
            }
            _ => {}
        }
        let error = match read_in_place(&old, name) {
            Ok(stored) if stored.kind() == kind => return Ok((Some(stored), None)),
            Ok(stored) => RecordError::Misplaced {
                found: stored.summary().called,
            },
            Err(error) => error,
        };
        match self.set_aside(name, error) {
            moved @ StoreError::SetAside { .. } => Ok((None, Some(moved))),
            not_moved => Err(not_moved),
        }
    }
}

/// Returns the text of a record if a reader accepts it under this name, which runs the checker.
fn checked_text(record: &Record, name: &Path) -> Result<String, RecordError> {
    let text = record.to_json()?;
    let _ = read_in_place(text.as_bytes(), name)?;
    Ok(text)
}

/// Reads and checks a record, and checks that it belongs under its name.
pub(crate) fn read_in_place(text: &[u8], name: &Path) -> Result<Record, RecordError> {
    let record = Record::read(text)?;
    if record.belongs_in(name) {
        Ok(record)
    } else {
        Err(RecordError::Misplaced {
            found: record.summary().called,
        })
    }
}
