//! The file of a plan, and the directories of its units.

use crate::{HandOver, JobError, Work};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::Write;
use std::path::{Component, Path, PathBuf, absolute};
use std::str::FromStr;
use std::sync::OnceLock;
use std::{fs, io};
use tait_search::Control;
use tait_store::{
    LARGEST_JSON, Store, StoreError, TooLarge, check_json, check_memory, read_file, require_plain,
    write_file,
};
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
    /// A file of the plan cannot be read or written, or is not a file.
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
        check_memory(&path, bytes.len() as u64)?;
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

    /// Returns the data directory of workers, which is empty unless the search needs [records](crate::cluster::Planner::with_records).
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

/// The file that becomes `plan.json`.
const PART: &str = "plan.json.part";

/// A directory that becomes a plan when `plan.json` gets its name, which is the last step. If it is dropped before, the
/// directory is as it was before.
pub(crate) struct Draft {
    directory: PathBuf,
    file: File,
    is_finished: bool,
}

impl Draft {
    /// Requires that a directory does not exist or is empty.
    pub(crate) fn require_empty(directory: &Path) -> Result<(), PlanError> {
        match fs::read_dir(directory).map(|mut entries| entries.next().is_some()) {
            Ok(true) => Err(PlanError::NotEmpty(directory.to_owned())),
            Ok(false) | Err(_) => Ok(()),
        }
    }

    /// Begins a plan in a directory, which must not exist or must be empty.
    pub(crate) fn begin(directory: &Path) -> Result<Self, PlanError> {
        Self::require_empty(directory)?;
        fs::create_dir_all(directory).map_err(PlanError::file("create", directory))?;
        let part = directory.join(PART);
        // Whoever has created this file is the only one to plan here.
        let file = File::create_new(&part).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => PlanError::NotEmpty(directory.to_owned()),
            _ => PlanError::file("write", &part)(error),
        })?;
        // Another one may have been here just before.
        let entries = fs::read_dir(directory).map(Iterator::count);
        if !matches!(entries, Ok(1)) {
            let _ = fs::remove_file(&part);
            return Err(PlanError::NotEmpty(directory.to_owned()));
        }
        Ok(Self {
            directory: directory.to_owned(),
            file,
            is_finished: false,
        })
    }

    /// Writes `plan.json`, when everything else is there.
    pub(crate) fn finish(mut self, text: &[u8], path: &Path) -> Result<(), PlanError> {
        let units = self.directory.join(UNITS);
        fs::create_dir_all(&units).map_err(PlanError::file("create", &units))?;
        let part = self.directory.join(PART);
        let written = self.file.write_all(text);
        let placed = written
            .and_then(|()| self.file.sync_all())
            .and_then(|()| fs::rename(&part, path));
        placed.map_err(PlanError::file("write", &part))?;
        self.is_finished = true;
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.is_finished {
            return;
        }
        for name in [FILES, DATA, UNITS] {
            let _ = fs::remove_dir_all(self.directory.join(name));
        }
        for name in [SCRIPT, PART] {
            let _ = fs::remove_file(self.directory.join(name));
        }
    }
}

/// The units that a worker runs: those that are named, or all; and of these one slice, or all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// Numbers of units, in the order in which they are run; none means all.
    pub units: Vec<usize>,
    /// The slice, if the work is shared out without a scheduler.
    pub slice: Option<Slice>,
}

/// One of several slices of a plan, such as `2/5`: every fifth unit, beginning with the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slice {
    number: usize,
    of: usize,
}

/// Why a text names no slice.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected a slice such as 1/4, its number from 1 to the number of slices")]
pub struct SliceError;

impl FromStr for Slice {
    type Err = SliceError;

    fn from_str(text: &str) -> Result<Self, SliceError> {
        let (number, of) = text.split_once('/').ok_or(SliceError)?;
        let parse = |text: &str| text.parse::<usize>().map_err(|_| SliceError);
        let (number, of) = (parse(number)?, parse(of)?);
        if (1..=of).contains(&number) {
            Ok(Self { number, of })
        } else {
            Err(SliceError)
        }
    }
}

impl Slice {
    /// Returns the number of the slice that has a unit at this place in a list. The same unit a second time is in
    /// another slice, if there are two.
    fn of_unit(self, place: usize, unit: usize, plan: &Plan) -> usize {
        let is_second = unit >= plan.different_units();
        let meets_the_first = plan.different_units().is_multiple_of(self.of);
        1 + (place + usize::from(is_second && meets_the_first)) % self.of
    }
}

impl Selection {
    /// Selects one slice of all units.
    #[must_use]
    pub const fn slice(slice: Slice) -> Self {
        Self {
            units: Vec::new(),
            slice: Some(slice),
        }
    }

    /// Returns the numbers of the selected units of a plan, in the order in which they are run.
    ///
    /// # Errors
    /// When a unit is named that the plan does not have.
    pub fn of(&self, plan: &Plan) -> Result<Vec<usize>, PlanError> {
        let units = plan.units();
        if let Some(&unit) = self.units.iter().find(|&&unit| unit >= units) {
            return Err(PlanError::NoUnit { unit, units });
        }
        let named = match self.units.is_empty() {
            true => (0..units).collect(),
            false => self.units.clone(),
        };
        Ok(match self.slice {
            None => named,
            Some(slice) => {
                let mine = (0..).zip(&named);
                let mine = mine
                    .filter(|(place, unit)| slice.of_unit(*place, **unit, plan) == slice.number);
                mine.map(|(_, &unit)| unit).collect()
            }
        })
    }
}

/// Writes the plan of a job instead of running it.
#[derive(Debug)]
pub struct Planner {
    directory: PathBuf,
    command: Vec<String>,
    confirm: bool,
    records: Option<(Store, Option<&'static str>)>,
    slurm: bool,
    plan: OnceLock<Plan>,
}

impl Planner {
    /// Creates a planner for a directory, which must not exist or must be empty. The words of the command tell workers
    /// which job it is. The plan has copies of the files that they name, in words of their own or as `--option=FILE`, and
    /// names these copies where a file does not lie below the current directory.
    #[must_use]
    pub fn new(directory: &Path, command: Vec<String>) -> Self {
        Self {
            directory: directory.to_owned(),
            command,
            confirm: false,
            records: None,
            slurm: false,
            plan: OnceLock::new(),
        }
    }

    /// Plans each unit twice, to be run by two workers, so that their findings can be compared.
    #[must_use]
    pub fn with_each_unit_twice(mut self, confirm: bool) -> Self {
        self.confirm = confirm;
        self
    }

    /// Copies the records of a store into the plan, or those of one of its directories, for a search that needs them.
    #[must_use]
    pub fn with_records(mut self, records: Option<(Store, Option<&'static str>)>) -> Self {
        self.records = records;
        self
    }

    /// Also writes a [script](Plan::slurm) that submits the units to Slurm.
    #[must_use]
    pub const fn with_slurm(mut self, slurm: bool) -> Self {
        self.slurm = slurm;
        self
    }

    /// Writes the plan of a job. All that belongs to it is there before `plan.json` is.
    fn written(&self, work: &dyn Work) -> Result<Plan, JobError> {
        Draft::require_empty(&self.directory)?;
        let carried = Carried::of(&self.command);
        let plan = Plan::new(&self.directory, carried.command.clone(), self.confirm, work)?;
        let draft = Draft::begin(&self.directory)?;
        carried.copy_into(&self.directory.join(FILES))?;
        if let Some((store, directory)) = &self.records {
            let kept = plan.keep_records(store, *directory);
            kept.map_err(|error| JobError::Unit(error.into()))?;
        }
        if self.slurm {
            plan.write_slurm()?;
        }
        draft.finish(&plan.text()?, &plan.path())?;
        Ok(plan)
    }

    /// Returns the plan, once a job has been handed over.
    #[must_use]
    pub fn plan(&self) -> Option<&Plan> {
        self.plan.get()
    }
}

impl HandOver for Planner {
    fn hand_over(&self, work: &dyn Work, _control: &Control<'_>) -> Result<(), JobError> {
        let _ = self.plan.set(self.written(work)?);
        Err(JobError::HandedOver)
    }
}

/// The name of the script.
pub(crate) const SCRIPT: &str = "slurm.sh";

const TEMPLATE: &str = include_str!("slurm.sh");

/// The most tasks of an array: one less than what Slurm allows unless it is told otherwise.
const MOST_TASKS: usize = 1000;

impl Plan {
    /// Returns the path of the script for Slurm, which a plan may have. It submits an array of tasks, each of which runs a
    /// slice of the units, and a job after them, which merges the findings.
    #[must_use]
    pub fn slurm(&self) -> PathBuf {
        self.directory().join(SCRIPT)
    }

    pub(crate) fn write_slurm(&self) -> Result<(), PlanError> {
        let path = self.slurm();
        let script = TEMPLATE
            .replace("UNITS", &self.units().to_string())
            .replace("TASKS", &self.units().clamp(1, MOST_TASKS).to_string());
        Ok(write_file(&path, &script)?)
    }
}

/// The directory, among the files of a plan, of those that lie elsewhere.
const ELSEWHERE: &str = "elsewhere";

/// The words of a command for workers that have copies of its files, and these files.
#[derive(Debug, Default)]
pub(crate) struct Carried {
    /// The words. Files that do not lie below the current directory have other paths.
    pub(crate) command: Vec<String>,
    /// The files by the paths of their copies.
    files: BTreeMap<PathBuf, PathBuf>,
}

impl Carried {
    /// Looks for files among the words of a command, and among the values in words such as `--option=FILE`.
    pub(crate) fn of(command: &[String]) -> Self {
        let mut carried = Self::default();
        for word in command {
            let (option, value) = match word.split_once('=') {
                Some((option, value)) if option.starts_with('-') => (Some(option), value),
                _ => (None, word.as_str()),
            };
            let path = Path::new(value);
            if !path.is_file() {
                carried.command.push(word.clone());
                continue;
            }
            let copy = carried.place(path);
            let name = copy.to_string_lossy();
            let renamed = option.map_or(name.to_string(), |option| format!("{option}={name}"));
            let word = if copy == path { word } else { &renamed };
            carried.command.push(word.clone());
            let _ = carried.files.insert(copy, path.to_owned());
        }
        carried
    }

    /// Returns a path for the copy of a file: its own if that stays below the directory of the copies.
    fn place(&self, path: &Path) -> PathBuf {
        let is_inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if path.components().all(is_inside) {
            return path.to_owned();
        }
        let same = |other: &Path| matches!((absolute(other), absolute(path)), (Ok(one), Ok(two)) if one == two);
        let name = path.file_name().unwrap_or_default();
        let numbered = (1..).map(|number| match number {
            1 => Path::new(ELSEWHERE).join(name),
            _ => Path::new(&format!("{ELSEWHERE}-{number}")).join(name),
        });
        let mut free = numbered.filter(|copy| {
            let other = self.files.get(copy);
            !copy.exists() && other.is_none_or(|other| same(other))
        });
        free.next().unwrap_or_default()
    }

    /// Copies the files into a directory, which is created if there are any.
    pub(crate) fn copy_into(&self, directory: &Path) -> Result<(), PlanError> {
        for (copy, file) in &self.files {
            let copy = directory.join(copy);
            let copied = (copy.parent())
                .map_or(Ok(()), fs::create_dir_all)
                .and_then(|()| fs::copy(file, &copy))
                .and_then(|_| File::open(&copy)?.sync_all());
            copied.map_err(PlanError::file("copy", file))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod draft_tests {
    use super::Draft;
    use std::fs;

    #[test]
    fn a_plan_is_there_when_all_of_it_is_there() {
        let place = tempfile::tempdir().unwrap();
        let names = || {
            let entries = fs::read_dir(place.path()).unwrap();
            let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        };
        let fill = || {
            for name in ["files", "data"] {
                fs::create_dir(place.path().join(name)).unwrap();
                fs::write(place.path().join(name).join("one"), "").unwrap();
            }
            fs::write(place.path().join("slurm.sh"), "").unwrap();
        };
        // A killed run leaves no plan here.
        let draft = Draft::begin(place.path()).unwrap();
        fill();
        assert_eq!(names(), ["data", "files", "plan.json.part", "slurm.sh"]);
        assert!(Draft::begin(place.path()).is_err());
        // A failed run leaves nothing here.
        drop(draft);
        assert!(names().is_empty());
        let draft = Draft::begin(place.path()).unwrap();
        fill();
        let path = place.path().join("plan.json");
        draft.finish(b"{}", &path).unwrap();
        assert_eq!(names(), ["data", "files", "plan.json", "slurm.sh", "units"]);
        assert!(Draft::begin(place.path()).is_err());
        assert_eq!(fs::read(path).unwrap(), b"{}");
    }
}

#[cfg(test)]
mod carried_tests {
    use super::Carried;
    use std::fs;

    #[test]
    fn words_that_are_no_files_stay_as_they_are() {
        let words = [
            "classify",
            "--k",
            "4",
            "nowhere.json",
            "/",
            "--from=nowhere",
        ];
        let words = words.map(str::to_owned);
        let carried = Carried::of(&words);
        assert_eq!(carried.command, words);
        assert!(carried.files.is_empty());
    }

    #[test]
    fn files_elsewhere_have_copies_of_different_names() {
        let place = tempfile::tempdir().unwrap();
        let named = |directory: &str| {
            let directory = place.path().join(directory);
            fs::create_dir_all(&directory).unwrap();
            let file = directory.join("shapes.json");
            fs::write(&file, directory.to_str().unwrap()).unwrap();
            file.to_str().unwrap().to_owned()
        };
        let (one, other) = (named("one"), named("other"));
        let words = [
            "grid".to_owned(),
            one.clone(),
            format!("--from={other}"),
            one.clone(),
        ];
        let carried = Carried::of(&words);
        assert_eq!(
            carried.command,
            [
                "grid",
                "elsewhere/shapes.json",
                "--from=elsewhere-2/shapes.json",
                "elsewhere/shapes.json"
            ]
        );
        let copies = place.path().join("copies");
        carried.copy_into(&copies).unwrap();
        for (copy, file) in [("elsewhere", one), ("elsewhere-2", other)] {
            let copy = fs::read(copies.join(copy).join("shapes.json")).unwrap();
            assert_eq!(copy, fs::read(file).unwrap());
        }
    }
}
