//! The file of a plan, and the directories of its units.

use crate::{JobError, Work};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf, absolute};
use tait_store::{LARGEST_JSON, Store, StoreError, TooLarge, check_json, read_file, require_plain};
use tait_text::{clipped, in_line};
use thiserror::Error;
use twox_hash::XxHash3_64;

/// The version of the format.
const FORMAT: u32 = 2;
/// The directory of the files that the command names.
pub(crate) const FILES: &str = "files";
/// The data directory of workers.
pub(crate) const DATA: &str = "data";
/// The directory of the units.
pub(crate) const UNITS: &str = "units";
/// The data directory of the records of the plan alone.
const MERGED: &str = "merged";
/// The directory of the locks.
pub(crate) const LOCKS: &str = "locks";

/// The units of a search, in a directory from which workers run them.
#[derive(Debug, Clone)]
pub struct Plan {
    directory: PathBuf,
    header: Header,
}

/// `plan.json`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    plan: u32,
    tait: String,
    command: Vec<String>,
    kind: String,
    parameters: Value,
    /// Whether two workers run each unit.
    confirm: bool,
    digest: String,
    units: Vec<Box<RawValue>>,
}

/// The version alone, which a plan of any version has.
#[derive(Deserialize)]
struct Version {
    plan: u32,
    tait: String,
}

/// Why a plan cannot be used.
#[derive(Debug, Error)]
pub enum PlanError {
    /// There is a plan already, or something else.
    #[error("{} is not empty: a plan needs a directory of its own", .0.display())]
    NotEmpty(PathBuf),
    /// There is nothing to plan.
    #[error("nothing is left to search, so there is nothing to plan")]
    Empty,
    /// There is no plan.
    #[error("{} has no plan: there is no plan.json in it", .0.display())]
    Missing(PathBuf),
    /// The file is not a plan.
    #[error("{}: not a plan: {reason}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The plan has another format.
    #[error("{}: format {format} of tait {tait}; this tait has format {FORMAT}", path.display())]
    OtherFormat {
        /// The file.
        path: PathBuf,
        /// Its format.
        format: u32,
        /// The version of tait that made it.
        tait: String,
    },
    /// The units are not those that were planned.
    #[error("{}: its units have been changed since it was made", .0.display())]
    Changed(PathBuf),
    /// A unit occurs twice.
    #[error("{}: unit {unit} occurs twice", path.display())]
    Twice {
        /// The file.
        path: PathBuf,
        /// The number of the unit.
        unit: usize,
    },
    /// A file that the command names is not in the plan.
    #[error("the plan has no copy of '{}', which its command reads", in_line(.0))]
    NotCarried(String),
    /// There is no such unit.
    #[error("there is no unit {unit}: the plan has units 0 to {}", units.saturating_sub(1))]
    NoUnit {
        /// The number that was asked for.
        unit: usize,
        /// How many units there are.
        units: usize,
    },
    /// A file cannot be read or written.
    #[error("cannot {action} {}: {source}", path.display())]
    File {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The error.
        source: io::Error,
    },
    /// A file of the plan cannot be read or written, or is no file.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Somebody else merges the plan.
    #[error("cannot merge {}: {source}", path.display())]
    Merging {
        /// The directory of the plan.
        path: PathBuf,
        /// The error of the lock.
        source: io::Error,
    },
    /// The job of the command is not the one that was planned.
    #[error("{}: units of {planned}, but this tait runs {found}: workers need a tait of the same unit format", path.display())]
    OtherJob {
        /// The file.
        path: PathBuf,
        /// The kind and parameters in the plan.
        planned: String,
        /// The kind and parameters of the job.
        found: String,
    },
}

impl PlanError {
    pub(crate) fn file(action: &'static str, path: &Path) -> impl Fn(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File {
            action,
            path: path.clone(),
            source,
        }
    }
}

impl From<PlanError> for JobError {
    fn from(error: PlanError) -> Self {
        Self::Unit(error.into())
    }
}

impl Plan {
    /// Opens the plan of a directory.
    ///
    /// # Errors
    /// When there is none, or it is damaged, changed, or of another version.
    pub fn open(directory: &Path) -> Result<Self, PlanError> {
        let path = directory.join("plan.json");
        let bytes = read_file(&path, LARGEST_JSON)?;
        let bytes = bytes.ok_or_else(|| PlanError::Missing(directory.to_owned()))?;
        // Those of a unit are looked at when it is.
        for name in [FILES, DATA, LOCKS, MERGED] {
            require_plain(&directory.join(name))?;
        }
        let units = directory.join(UNITS);
        if units.is_symlink() {
            require_plain(&units)?;
        }
        let too_large = |error: TooLarge| PlanError::Malformed {
            path: path.clone(),
            reason: error.to_string(),
        };
        check_json(&bytes).map_err(too_large)?;
        let malformed = |error: serde_json::Error| PlanError::Malformed {
            path: path.clone(),
            reason: clipped(&error.to_string()).into_owned(),
        };
        let version: Version = serde_json::from_slice(&bytes).map_err(malformed)?;
        if version.plan != FORMAT {
            return Err(PlanError::OtherFormat {
                path,
                format: version.plan,
                tait: clipped(&version.tait).into_owned(),
            });
        }
        let header: Header = serde_json::from_slice(&bytes).map_err(malformed)?;
        if header.digest != digest(&header.units) {
            return Err(PlanError::Changed(path));
        }
        let mut seen = HashSet::new();
        if let Some(unit) = header
            .units
            .iter()
            .position(|unit| !seen.insert(unit.get()))
        {
            return Err(PlanError::Twice { path, unit });
        }
        // Its command runs where its files are.
        let directory = match directory.join(FILES).is_dir() {
            true => absolute(directory).map_err(PlanError::file("find", directory))?,
            false => directory.to_owned(),
        };
        Ok(Self { directory, header })
    }

    /// Makes the plan of a job, and writes nothing.
    pub(crate) fn new(
        directory: &Path,
        command: Vec<String>,
        confirm: bool,
        work: &dyn Work,
    ) -> Result<Self, JobError> {
        let raw = |text: String| RawValue::from_string(text);
        let units = work.planned()?.into_iter().map(raw);
        let units: Vec<Box<RawValue>> = units
            .collect::<Result<_, _>>()
            .map_err(|error| JobError::Unit(error.into()))?;
        if units.is_empty() {
            return Err(PlanError::Empty.into());
        }
        Ok(Self {
            directory: directory.to_owned(),
            header: Header {
                plan: FORMAT,
                tait: env!("CARGO_PKG_VERSION").to_owned(),
                command,
                kind: work.kind().to_owned(),
                parameters: work.parameters(),
                confirm,
                digest: digest(&units),
                units,
            },
        })
    }

    /// Returns what `plan.json` is to hold.
    pub(crate) fn text(&self) -> Result<Vec<u8>, PlanError> {
        let malformed = |reason: String| PlanError::Malformed {
            path: self.path(),
            reason,
        };
        let text = serde_json::to_vec_pretty(&self.header);
        let text = text.map_err(|error| malformed(error.to_string()))?;
        // What is written can be opened.
        let bounded = match text.len() as u64 > LARGEST_JSON {
            true => Err(TooLarge::Bytes(LARGEST_JSON)),
            false => check_json(&text),
        };
        bounded.map_err(|error| malformed(error.to_string()))?;
        Ok(text)
    }

    /// Returns the path of `plan.json`.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.directory.join("plan.json")
    }

    /// Returns the directory of the plan.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns the words of the command whose search was planned.
    #[must_use]
    pub fn command(&self) -> &[String] {
        &self.header.command
    }

    /// Returns whether two workers run each unit. Then unit `i` is the same as unit `i + m`, where `m` is half of the
    /// number of units.
    #[must_use]
    pub const fn is_confirmed(&self) -> bool {
        self.header.confirm
    }

    /// Returns how many different units there are.
    pub(crate) fn different_units(&self) -> usize {
        self.header.units.len()
    }

    /// Returns how many units there are. They have the numbers from 0 on.
    #[must_use]
    pub fn units(&self) -> usize {
        self.different_units() << u8::from(self.is_confirmed())
    }

    /// Returns a unit as JSON.
    #[must_use]
    pub fn unit(&self, number: usize) -> Option<&str> {
        let number = match number.checked_sub(self.different_units()) {
            Some(again) if self.is_confirmed() => again,
            _ => number,
        };
        self.header.units.get(number).map(|unit| unit.get())
    }

    /// Returns the other unit of the plan that is the same as this one.
    pub(crate) fn same_as(&self, number: usize) -> Option<usize> {
        let (units, different) = (self.units(), self.different_units());
        self.is_confirmed().then(|| (number + different) % units)
    }

    /// Returns where runs of a unit lie that were moved aside because another run differs.
    pub(crate) fn runs_that_differ(&self, number: usize) -> Result<Vec<PathBuf>, PlanError> {
        let directory = self.unit_directory(number);
        let names = (1..).map(|time| directory.with_extension(format!("differs-{time}")));
        let are_there = self.is_confirmed().then_some(names);
        let names = are_there.into_iter().flatten();
        let aside: Vec<PathBuf> = names.take_while(|path| path.exists()).collect();
        for directory in &aside {
            require_plain(directory)?;
        }
        Ok(aside)
    }

    /// Returns the directory of a unit, which may be missing, unless something in it leads elsewhere.
    pub(crate) fn plain_unit_directory(&self, number: usize) -> Result<PathBuf, PlanError> {
        let directory = self.unit_directory(number);
        require_plain(&directory)?;
        Ok(directory)
    }

    /// Returns the directory of a unit.
    #[must_use]
    pub fn unit_directory(&self, number: usize) -> PathBuf {
        self.directory.join(UNITS).join(format!("{number:06}"))
    }

    /// Returns the data directory of workers, which is empty unless the search needs [records](crate::Planner::with_records).
    #[must_use]
    pub fn data(&self) -> PathBuf {
        self.directory.join(DATA)
    }

    /// Returns the directory of the files that the command names, if it names any.
    #[must_use]
    pub fn files(&self) -> Option<PathBuf> {
        let files = self.directory.join(FILES);
        files.is_dir().then_some(files)
    }

    /// Requires that the plan has a copy of a file that its command reads, and that reading it leads nowhere else.
    ///
    /// # Errors
    /// When there is no such file, or its path leads out of the plan.
    pub fn check_file(&self, name: &str) -> Result<(), PlanError> {
        let not_carried = || PlanError::NotCarried(name.to_owned());
        let mut path = self.files().ok_or_else(not_carried)?;
        for part in Path::new(name).components() {
            match part {
                Component::CurDir => continue,
                Component::Normal(part) => path.push(part),
                _ => return Err(not_carried()),
            }
        }
        match path.is_file() {
            true => Ok(()),
            false => Err(not_carried()),
        }
    }

    /// Copies the records of a store into the plan, for a search that repeats theirs, or those of one directory such as
    /// `families`, for a search that goes on from them.
    pub(crate) fn keep_records(
        &self,
        store: &Store,
        directory: Option<&str>,
    ) -> Result<(), StoreError> {
        let copy = Store::new(self.data());
        let entries = match directory {
            Some(directory) => store.entries_of(directory)?,
            None => store.entries()?,
        };
        for entry in entries {
            let _ = copy.save_record(&entry.record?)?;
        }
        Ok(())
    }

    /// Returns the data directory of the records of this plan alone, which a plan has when two workers run each unit.
    #[must_use]
    pub fn merged(&self) -> PathBuf {
        self.directory.join(MERGED)
    }

    /// Removes the records of this plan alone, and returns their data directory.
    pub(crate) fn empty_merged(&self) -> Result<PathBuf, PlanError> {
        let merged = self.merged();
        match fs::remove_dir_all(&merged) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(PlanError::file("remove", &merged)(error))
            }
            _ => Ok(merged),
        }
    }

    /// Requires that a job is the one that was planned.
    pub(crate) fn check(&self, work: &dyn Work) -> Result<(), PlanError> {
        let (kind, parameters) = (work.kind(), work.parameters());
        if (kind, &parameters) == (self.header.kind.as_str(), &self.header.parameters) {
            return Ok(());
        }
        let named =
            |kind: &str, parameters: &Value| clipped(&format!("{kind} {parameters}")).into_owned();
        Err(PlanError::OtherJob {
            path: self.path(),
            planned: named(&self.header.kind, &self.header.parameters),
            found: named(kind, &parameters),
        })
    }
}

fn digest(units: &[Box<RawValue>]) -> String {
    let mut all = Vec::new();
    for unit in units {
        all.extend_from_slice(unit.get().as_bytes());
        all.push(b'\n');
    }
    format!("{:016x}", XxHash3_64::oneshot(&all))
}
