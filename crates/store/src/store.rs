//! The directory.

use crate::files::{self, WriteLock};
use crate::grid_solution::grid_solution_path;
use crate::grid_table::grid_table_path;
use crate::merge::{Conflict, Grows};
use crate::record::{family_path, solution_path};
use crate::reversal::REVERSAL_PATH;
use crate::wrap_search::wrap_search_path;
use crate::{
    ClassificationRecord, FamilyRecord, Fault, GridSolutionRecord, GridTableRecord, LARGEST_RECORD,
    Record, ReversalRecord, Schema, ShufflingRecord, Skipped, SolutionRecord, StoreError,
    WrapFamilyRecord, WrapSearchRecord, walk,
};
use std::io;
use std::path::{Path, PathBuf};
use tait_puzzle::linear::{BlockLength, Puzzle, Restrictions};

/// The directories of records.
const RECORDS: [&str; 8] = [
    "checkers",
    "classification",
    "families",
    "grid",
    "grid-solutions",
    "shuffling",
    "solutions",
    "wraps",
];

/// The other directories of a store.
const OTHERS: [&str; 2] = ["checkpoints", "quarantine"];

/// A data directory.
///
/// Making one touches nothing; the directory is made by the first write.
///
/// ```
/// use tait_puzzle::linear::{Claim, Move, Puzzle, Restrictions, Solution};
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
/// let saved = store.save_solution(&record)?;
/// assert!(saved.path.ends_with("solutions/k02/n003.json"));
/// assert_eq!(store.solution(puzzle, &Restrictions::default())?, Some(record));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Store {
    directory: PathBuf,
}

/// A file of a store.
#[derive(Debug)]
pub struct Entry {
    /// Where it is, from the store's directory on.
    pub name: PathBuf,
    /// What it holds, if it is right.
    pub record: Result<Record, StoreError>,
}

/// What a write did.
#[derive(Debug)]
pub struct Saved<R> {
    /// The file.
    pub path: PathBuf,
    /// What it holds now: what was to be written, and what was known before.
    pub record: R,
    /// The broken file that was in its place and was moved to `quarantine/`: worth a warning.
    pub set_aside: Option<StoreError>,
}

impl Store {
    /// The store in a directory.
    #[must_use]
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self {
            directory: directory.into(),
        }
    }

    /// The directory.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The stored solution of a puzzle under restrictions; `None` when there is none.
    ///
    /// # Errors
    /// When the file is wrong, and then it has been moved aside; when it is of a newer version; when
    /// it cannot be read.
    pub fn solution(
        &self,
        puzzle: Puzzle,
        restrictions: &Restrictions,
    ) -> Result<Option<SolutionRecord>, StoreError> {
        match self.load(&solution_path(puzzle, restrictions))? {
            Some(Record::Solution(record)) => Ok(Some(record)),
            _ => Ok(None),
        }
    }

    /// The stored family for a block length; `None` when there is none. The variant ends the file's
    /// name: `bases`, `common`.
    ///
    /// # Errors
    /// As [`Store::solution`].
    pub fn family(
        &self,
        k: BlockLength,
        variant: &str,
    ) -> Result<Option<FamilyRecord>, StoreError> {
        match self.load(&family_path(k, variant))? {
            Some(Record::Family(record)) => Ok(Some(record)),
            _ => Ok(None),
        }
    }

    /// The stored families of wraps for a block length, in the order of their names.
    ///
    /// # Errors
    /// As [`Store::solution`], for the first file that is wrong.
    pub fn wrap_families(&self, k: BlockLength) -> Result<Vec<WrapFamilyRecord>, StoreError> {
        let beginnings = ["wrap-m", "split-wrap-m"].map(|class| {
            let path = family_path(k, class).with_extension("");
            path.to_string_lossy().into_owned()
        });
        let mut families = Vec::new();
        for name in self.list()? {
            let named = |beginning: &String| name.to_string_lossy().starts_with(beginning);
            if beginnings.iter().any(named)
                && let Some(Record::WrapFamily(record)) = self.load(&name)?
            {
                families.push(record);
            }
        }
        Ok(families)
    }

    /// The stored map of a block length; `None` when there is none.
    ///
    /// # Errors
    /// As [`Store::solution`].
    pub fn classification(
        &self,
        k: BlockLength,
    ) -> Result<Option<ClassificationRecord>, StoreError> {
        match self.load(&ClassificationRecord::path(k))? {
            Some(Record::Classification(record)) => Ok(Some(record)),
            _ => Ok(None),
        }
    }

    /// Checks a map and adds it to the one for the same block length.
    ///
    /// # Errors
    /// As [`Store::save_solution`].
    pub fn save_classification(
        &self,
        record: &ClassificationRecord,
    ) -> Result<Saved<ClassificationRecord>, StoreError> {
        self.save(&ClassificationRecord::path(record.k), record)
    }

    /// Checks a solution and writes it, in place of the one for the same puzzle and restrictions.
    ///
    /// # Errors
    /// When it is wrong, when it contradicts what is stored, when a file of a newer version or about
    /// something else is in its place, when it cannot be written.
    pub fn save_solution(
        &self,
        record: &SolutionRecord,
    ) -> Result<Saved<SolutionRecord>, StoreError> {
        let name = solution_path(record.solution.puzzle(), &record.restrictions);
        self.save(&name, record)
    }

    /// Checks a family and adds it to the one for the same block length and variant. Families of a common
    /// pattern are not mixed: the stored one stays unless the other settles all that it settles.
    ///
    /// # Errors
    /// As [`Store::save_solution`].
    pub fn save_family(
        &self,
        record: &FamilyRecord,
        variant: &str,
    ) -> Result<Saved<FamilyRecord>, StoreError> {
        self.save(&family_path(record.family.k, variant), record)
    }

    /// Checks a family of wraps and adds it to the one with the same widths; its file is named by the block
    /// length and the widths. One of another class is not mixed with it, but refused.
    ///
    /// # Errors
    /// As [`Store::save_solution`].
    pub fn save_wrap_family(
        &self,
        record: &WrapFamilyRecord,
    ) -> Result<Saved<WrapFamilyRecord>, StoreError> {
        self.save(&record.path(), record)
    }

    /// The stored answers to the constrained shuffling puzzle; `None` when there are none.
    ///
    /// # Errors
    /// As [`Store::solution`].
    pub fn shuffling(&self) -> Result<Option<ShufflingRecord>, StoreError> {
        match self.load(&ShufflingRecord::path())? {
            Some(Record::Shuffling(record)) => Ok(Some(record)),
            _ => Ok(None),
        }
    }

    /// Checks answers to the constrained shuffling puzzle and adds them to those that are there.
    ///
    /// # Errors
    /// As [`Store::save_solution`].
    pub fn save_shuffling(
        &self,
        record: &ShufflingRecord,
    ) -> Result<Saved<ShufflingRecord>, StoreError> {
        self.save(&ShufflingRecord::path(), record)
    }

    /// The stored search for wraps of this name; broken ones are moved aside.
    ///
    /// # Errors
    /// As [`Store::solution`].
    pub fn wrap_search(
        &self,
        k: BlockLength,
        variant: &str,
    ) -> Result<Option<WrapSearchRecord>, StoreError> {
        match self.load(&wrap_search_path(k, variant))? {
            Some(Record::WrapSearch(record)) => Ok(Some(record)),
            _ => Ok(None),
        }
    }

    /// Checks what a search for wraps came to and adds it to an earlier one of this name.
    ///
    /// # Errors
    /// As [`Store::save_solution`].
    pub fn save_wrap_search(
        &self,
        record: &WrapSearchRecord,
    ) -> Result<Saved<WrapSearchRecord>, StoreError> {
        self.save(&record.path(), record)
    }

    /// The stored reversals of numbered checkers; none when there is no file.
    ///
    /// # Errors
    /// As [`Store::solution`].
    pub fn reversals(&self) -> Result<ReversalRecord, StoreError> {
        match self.load(Path::new(REVERSAL_PATH))? {
            Some(Record::Reversal(record)) => Ok(record),
            _ => Ok(ReversalRecord::default()),
        }
    }

    /// Checks reversals of numbered checkers and adds them to those that are there.
    ///
    /// # Errors
    /// As [`Store::save_solution`].
    pub fn save_reversals(
        &self,
        record: &ReversalRecord,
    ) -> Result<Saved<ReversalRecord>, StoreError> {
        self.save(Path::new(REVERSAL_PATH), record)
    }

    /// The stored table of shapes on a grid with this name; `None` when there is none.
    ///
    /// # Errors
    /// As [`Store::solution`].
    pub fn grid_table(&self, name: &str) -> Result<Option<GridTableRecord>, StoreError> {
        match self.load(&grid_table_path(name))? {
            Some(Record::GridTable(record)) => Ok(Some(record)),
            _ => Ok(None),
        }
    }

    /// Checks a table of shapes on a grid and adds it to the one with this name.
    ///
    /// # Errors
    /// As [`Store::save_solution`].
    pub fn save_grid_table(
        &self,
        record: &GridTableRecord,
    ) -> Result<Saved<GridTableRecord>, StoreError> {
        self.save(&record.path(), record)
    }

    /// The stored answer to a puzzle on a grid with this name; `None` when there is none.
    ///
    /// # Errors
    /// As [`Store::solution`].
    pub fn grid_solution(&self, name: &str) -> Result<Option<GridSolutionRecord>, StoreError> {
        match self.load(&grid_solution_path(name))? {
            Some(Record::GridSolution(record)) => Ok(Some(record)),
            _ => Ok(None),
        }
    }

    /// Checks the answer to a puzzle on a grid and writes it, in place of the one with this name.
    ///
    /// # Errors
    /// As [`Store::save_solution`].
    pub fn save_grid_solution(
        &self,
        record: &GridSolutionRecord,
    ) -> Result<Saved<GridSolutionRecord>, StoreError> {
        self.save(&record.path(), record)
    }

    /// Every file of the store, checked, in the order of their names. Nothing is moved.
    ///
    /// # Errors
    /// When a directory cannot be listed; a file that cannot be read is an entry with its error.
    pub fn entries(&self) -> Result<Vec<Entry>, StoreError> {
        Ok(self.examined(self.list()?))
    }

    /// The files of one of the store's directories, such as `families`, checked, in the order of their
    /// names. Nothing is moved.
    ///
    /// # Errors
    /// As [`Store::entries`].
    pub fn entries_of(&self, directory: &str) -> Result<Vec<Entry>, StoreError> {
        Ok(self.examined(self.list_of(&[directory])?))
    }

    fn examined(&self, names: Vec<PathBuf>) -> Vec<Entry> {
        let examine = |name: PathBuf| {
            let record = self.examine(&name);
            Entry { name, record }
        };
        names.into_iter().map(examine).collect()
    }

    /// The names of all files of the store, from its directory on, sorted.
    ///
    /// # Errors
    /// When a directory cannot be listed.
    pub fn list(&self) -> Result<Vec<PathBuf>, StoreError> {
        self.list_of(&RECORDS)
    }

    /// What lies where records and checkpoints belong and is neither a regular file nor a directory, in
    /// the order of the names. None of it is read: a link may lead in a circle, a pipe without an end.
    ///
    /// # Errors
    /// When a directory cannot be listed.
    pub fn skipped(&self) -> Result<Vec<Skipped>, StoreError> {
        let mut skipped = Vec::new();
        for directory in RECORDS.iter().chain(&OTHERS) {
            for (path, what) in walk::below(&self.directory.join(directory), "json")?.skipped {
                let name = path.strip_prefix(&self.directory).unwrap_or(&path);
                let name = name.to_owned();
                skipped.push(Skipped { name, what });
            }
        }
        skipped.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(skipped)
    }

    /// Whether the directory can be a data directory: it is not there, or empty but for hidden files, or
    /// holds one of the directories that a store writes.
    ///
    /// # Errors
    /// [`StoreError::NotAStore`] when it is a directory of something else, or none;
    /// [`StoreError::Environment`] when it cannot be listed.
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
        let mut is_empty = true;
        for entry in entries {
            let name = match entry {
                Ok(entry) => entry.file_name(),
                Err(error) => return Err(failed(error)),
            };
            if RECORDS.iter().chain(&OTHERS).any(|&known| name == known) {
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

    /// The text of a record.
    ///
    /// # Errors
    /// When it is no regular file or too large, or cannot be read.
    pub fn text(&self, name: &Path) -> Result<String, StoreError> {
        let path = self.directory.join(name);
        let text = files::read(&path, LARGEST_RECORD)?.ok_or(io::ErrorKind::NotFound.into());
        text.and_then(|text| {
            String::from_utf8(text)
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
        })
        .map_err(StoreError::environment("read", path))
    }

    fn list_of(&self, directories: &[&str]) -> Result<Vec<PathBuf>, StoreError> {
        let mut names = Vec::new();
        for directory in directories {
            for path in walk::below(&self.directory.join(directory), "json")?.files {
                names.extend(path.strip_prefix(&self.directory).map(Path::to_owned));
            }
        }
        Ok(names)
    }

    /// Reads and checks a file that is there.
    fn examine(&self, name: &Path) -> Result<Record, StoreError> {
        let path = self.directory.join(name);
        let text = files::read(&path, LARGEST_RECORD)?.ok_or_else(|| {
            StoreError::environment("read", &path)(io::ErrorKind::NotFound.into())
        })?;
        read_in_place(&text, name).map_err(|fault| StoreError::data(path, fault))
    }

    fn load(&self, name: &Path) -> Result<Option<Record>, StoreError> {
        let path = self.directory.join(name);
        let Some(text) = files::read(&path, LARGEST_RECORD)? else {
            return Ok(None);
        };
        let fault = match read_in_place(&text, name) {
            Ok(record) => return Ok(Some(record)),
            Err(fault) => fault,
        };
        if fault.is_newer() {
            return Err(StoreError::data(path, fault));
        }
        // A store that cannot be written to still says what is wrong with the file.
        let Ok(_lock) = WriteLock::acquire(&self.directory) else {
            return Err(StoreError::data(path, fault));
        };
        // Somebody may have replaced it meanwhile, and that file is none of our business.
        match files::read(&path, LARGEST_RECORD)? {
            Some(now) if now == text => Err(self.set_aside(name, fault)),
            Some(now) => read_in_place(&now, name)
                .map(Some)
                .map_err(|fault| StoreError::data(path, fault)),
            None => Ok(None),
        }
    }

    /// Moves a wrong file to the quarantine, and says so.
    fn set_aside(&self, name: &Path, fault: Fault) -> StoreError {
        let path = self.directory.join(name);
        let quarantine = self
            .directory
            .join("quarantine")
            .join(name.parent().unwrap_or(Path::new("")));
        match files::move_into(&path, &quarantine) {
            Ok(to) => StoreError::SetAside {
                path,
                to,
                fault: Box::new(fault),
            },
            Err(_) => StoreError::data(path, fault),
        }
    }

    /// Rereads a file, puts what it holds together with a record, and writes that: one step under the
    /// lock.
    fn save<R: Grows>(&self, name: &Path, record: &R) -> Result<Saved<R>, StoreError> {
        let path = self.directory.join(name);
        let new = checked_text(record, name).map_err(|fault| StoreError::data(&path, fault))?;
        let _lock = WriteLock::acquire(&self.directory)?;
        files::remove_abandoned(path.parent().unwrap_or(&self.directory))?;
        let (stored, set_aside) = self.in_the_way::<R>(name)?;
        let (known, text) = match stored {
            None => (record.clone(), new),
            Some(stored) => {
                let known = stored.clone().merged(record.clone(), name);
                let known = known.map_err(|conflict| conflict.about(&path))?;
                if known == stored {
                    return Ok(Saved {
                        path,
                        record: known,
                        set_aside,
                    });
                }
                let text = match known == *record {
                    true => new,
                    // Each is right by itself, so that what is wrong with both is between them.
                    false => checked_text(&known, name).map_err(|fault| {
                        Conflict::Contradiction(format!("together with it, {fault}")).about(&path)
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

    /// What is stored where a record of a kind is to be written. A broken file is moved aside. The
    /// caller holds the lock.
    fn in_the_way<R: Grows>(
        &self,
        name: &Path,
    ) -> Result<(Option<R>, Option<StoreError>), StoreError> {
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
        let fault = match read_in_place(&old, name) {
            Ok(stored) => {
                let found = stored.describe();
                match R::of(stored) {
                    Some(stored) => return Ok((Some(stored), None)),
                    None => Fault::Misplaced { found },
                }
            }
            Err(fault) => fault,
        };
        match self.set_aside(name, fault) {
            moved @ StoreError::SetAside { .. } => Ok((None, Some(moved))),
            not_moved => Err(not_moved),
        }
    }
}

/// The text of a record, when a reader accepts it under this name: this runs the checker.
fn checked_text<R: Grows>(record: &R, name: &Path) -> Result<String, Fault> {
    let text = record.clone().into().to_json()?;
    let _ = read_in_place(text.as_bytes(), name)?;
    Ok(text)
}

/// Reads and checks a record, and whether it belongs under its name.
fn read_in_place(text: &[u8], name: &Path) -> Result<Record, Fault> {
    let record = Record::read(text)?;
    if record.belongs_in(name) {
        Ok(record)
    } else {
        Err(Fault::Misplaced {
            found: record.describe(),
        })
    }
}
