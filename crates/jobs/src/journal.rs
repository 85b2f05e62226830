//! The journal of finished units.

use crate::findings::{Findings, Finished, Units};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tait_search::{Event, Sink};
use tait_store::checkpoint::{CheckpointError, CheckpointLog, Reader, of_fresh_runs};
use tait_store::{FoundBy, Store};

/// How often the time spent is written while no unit ends: a kill loses no more than this.
const TICK: Duration = Duration::from_secs(5);

/// Returns the directory for the journals and layers of a run. This is the one rule of all commands that search or ask
/// the store: a fresh run, which searches again whatever the store knows, keeps its own apart. So a fresh run that was
/// stopped goes on where it stopped when it is started again, whatever the store has answered meanwhile, and it takes
/// nothing from runs that ask the store. What an answer from the store removes is left by these.
///
/// ```
/// use tait_jobs::run_directory;
/// use tait_store::Store;
///
/// let store = Store::new("data");
/// assert_eq!(run_directory(&store, false), store.directory());
/// assert!(run_directory(&store, true).starts_with("data/checkpoints"));
/// ```
#[must_use]
pub fn run_directory(store: &Store, is_fresh: bool) -> PathBuf {
    match is_fresh {
        true => of_fresh_runs(store.directory()),
        false => store.directory().to_owned(),
    }
}

/// An append-only file of finished units, from which a stopped or killed run resumes.
///
/// Each entry is a frame of a [checkpoint](tait_store::checkpoint), whose documentation explains how the file survives
/// torn tails and damage. The file is created with the first entry, so a job with nothing left to do writes nothing.
pub struct Journal<J: Units> {
    /// The data directory; `None` for a job that is never resumed.
    directory: Option<PathBuf>,
    parameters: Value,
    log: Mutex<Option<CheckpointLog<String>>>,
    refused: Vec<String>,
    findings: Findings<J>,
    begin: Instant,
    /// Seconds that earlier runs took.
    before: f64,
    /// How many units were taken over, in this run and earlier ones, and not searched.
    taken_over: usize,
    /// Seconds that others took for findings of theirs.
    adopted: Mutex<f64>,
    /// When the last entry was written, in milliseconds after `begin`.
    written: AtomicU64,
    /// Whether the run goes on without a journal that cannot be written.
    is_optional: bool,
    /// Whether entries of an optional journal wait in the first seconds.
    is_patient: AtomicBool,
    waiting: Mutex<Vec<String>>,
    has_failed: AtomicBool,
    failure: Mutex<Option<CheckpointError>>,
}

/// A unit, a partial result or a finding as JSON. So a frame has the same type for all jobs, and the same code reads
/// it.
type Json = Box<RawValue>;

/// One frame. The checkpoint stores it as a JSON string, since the format of its frames has neither field names nor
/// omitted fields, and the types of findings use both.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    /// Seconds that all runs of the job have taken so far.
    clock: f64,
    event: Happened,
}

#[derive(Debug, Serialize, Deserialize)]
enum Happened {
    /// Units whose findings were known before the job began.
    Known(Vec<(Json, Json)>),
    /// A unit with its finding, and the seconds that it took.
    Finished(Json, Json, f64),
    /// A unit with a partial result, and the seconds that it has taken so far.
    #[serde(rename = "Noted")] // the name in older journals
    Partial(Json, Json, f64),
    /// A unit that is not finished, and the seconds that it has taken so far.
    Spent(Json, f64),
}

fn json(value: &impl Serialize) -> serde_json::Result<Json> {
    serde_json::value::to_raw_value(value)
}

/// Reads JSON from bytes, as records are read, so that code for types that occur in both is compiled once.
fn read<T: DeserializeOwned>(json: &RawValue) -> Option<T> {
    serde_json::from_slice(json.get().as_bytes()).ok()
}

impl<J: Units> Journal<J> {
    /// Opens the journal of a job in a data directory, with the entries of earlier runs of the same job.
    ///
    /// # Errors
    /// When another run has the journal open, or the directory cannot be read or written. A damaged file is not an
    /// error, see [`refused`](Self::refused).
    pub fn open(data_directory: &Path, job: &J) -> Result<Self, CheckpointError> {
        let mut journal = Self::in_memory(job);
        journal.directory = Some(data_directory.to_owned());
        journal.findings.home = journal.directory.clone();
        let place = CheckpointLog::<String>::place(data_directory, J::KIND, &journal.parameters)?;
        if place.exists() {
            let mut replay = |text: String| journal.replay_text(&text);
            let (log, refused) =
                CheckpointLog::open_each(data_directory, J::KIND, &job.parameters(), &mut replay)?;
            journal.refused = refused;
            journal.log = Mutex::new(Some(log));
        }
        Ok(journal)
    }

    /// Reads the journal of the job with these parameters, and changes nothing. What is appended to it later is not
    /// written.
    pub(crate) fn read(
        data_directory: &Path,
        parameters: &Value,
        reader: Reader,
    ) -> Result<Self, CheckpointError> {
        let mut journal = Self::with_parameters(parameters.clone());
        let mut replay = |text: String| journal.replay_text(&text);
        let refused =
            CheckpointLog::read_each(data_directory, J::KIND, parameters, reader, &mut replay)?;
        journal.refused.extend(refused);
        Ok(journal)
    }

    /// Opens the journal of a job, and creates its file at once, so that nobody else has it open meanwhile.
    pub(crate) fn claim(data_directory: &Path, job: &J) -> Result<Self, CheckpointError> {
        // Two may create it. Then one of them opens it first.
        drop(CheckpointLog::<String>::open(
            data_directory,
            J::KIND,
            &job.parameters(),
        )?);
        Self::open(data_directory, job)
    }

    /// Creates a journal that is not written anywhere, for a job that is never resumed.
    pub fn in_memory(job: &J) -> Self {
        Self::with_parameters(job.parameters())
    }

    fn with_parameters(parameters: Value) -> Self {
        Self {
            directory: None,
            parameters,
            log: Mutex::default(),
            refused: Vec::new(),
            findings: Findings::default(),
            begin: Instant::now(),
            before: 0.0,
            taken_over: 0,
            adopted: Mutex::default(),
            written: AtomicU64::new(0),
            is_optional: false,
            is_patient: AtomicBool::new(false),
            waiting: Mutex::default(),
            has_failed: AtomicBool::new(false),
            failure: Mutex::default(),
        }
    }

    /// Opens the journal of a job that can do without: a search that ends within seconds leaves no file, and one whose
    /// journal cannot be opened or written goes on, after a warning.
    pub(crate) fn open_if_possible(data_directory: &Path, job: &J, sink: &dyn Sink) -> Self {
        let mut journal = Self::open(data_directory, job).unwrap_or_else(|error| {
            tell_damage(&error, sink);
            Self::in_memory(job)
        });
        journal.is_optional = true;
        journal.is_patient = AtomicBool::new(true);
        journal.tell(sink);
        journal
    }

    /// Ends the run of an optional journal whose unit stopped: partial results are written now. Reports why the journal
    /// could not be written, if so.
    pub(crate) fn stop(&self, unit: &J::Unit, seconds: f64, sink: &dyn Sink) {
        let waits = !locked(&self.waiting).is_empty();
        if waits || locked(&self.log).is_some() {
            self.is_patient.store(false, Ordering::Relaxed);
            self.spend(unit, seconds);
        }
        self.tell_failure(sink);
    }

    /// Reports why an optional journal could not be written, if so.
    pub(crate) fn tell_failure(&self, sink: &dyn Sink) {
        if let Some(error) = locked(&self.failure).take() {
            tell_damage(&error, sink);
        }
    }

    /// Replays the text of an entry; returns whether it belongs to this kind of job.
    fn replay_text(&mut self, text: &str) -> bool {
        let entry = serde_json::from_slice(text.as_bytes()).ok();
        entry.and_then(|entry| self.replay(entry)).is_some()
    }

    /// Replays an entry; returns `None` when it does not belong to this kind of job.
    fn replay(&mut self, Entry { clock, event }: Entry) -> Option<()> {
        match event {
            Happened::Known(units) => {
                let read = |(unit, finding): &(Json, Json)| Some((read(unit)?, read(finding)?));
                let units: Option<Vec<_>> = units.iter().map(read).collect();
                self.put_known(units?);
            }
            Happened::Finished(unit, finding, seconds) => {
                let finished = Finished::new(read(&finding)?, seconds);
                self.findings.put(read(&unit)?, finished);
            }
            Happened::Partial(unit, partial, seconds) => {
                self.findings
                    .put_partial(read(&unit)?, read(&partial)?, seconds);
            }
            Happened::Spent(unit, seconds) => self.findings.put_seconds(read(&unit)?, seconds),
        }
        self.before = self.before.max(clock);
        Some(())
    }

    fn put_known(&mut self, units: Vec<(J::Unit, J::Finding)>) {
        self.taken_over += units.len();
        for (unit, finding) in units {
            self.findings.put(unit, Finished::new(finding, 0.0));
        }
    }

    /// Returns the parameters of the job.
    pub(crate) const fn parameters(&self) -> &Value {
        &self.parameters
    }

    /// Returns what is wrong with the file that was found, as one line per fault. Entries before the damage count.
    #[must_use]
    pub fn refused(&self) -> &[String] {
        &self.refused
    }

    /// Reports what earlier runs left, and what of it is damaged.
    pub(crate) fn tell(&self, sink: &dyn Sink) {
        for line in self.refused().to_vec() {
            sink.event(Event::Damaged { line });
        }
        if !self.is_fresh() {
            let units = self.findings.len().saturating_sub(self.taken_over);
            let partials = self.findings.partials();
            sink.event(Event::Resumed { units, partials });
        }
    }

    /// Returns how many units were taken over, in this run and earlier ones.
    pub(crate) const fn taken_over(&self) -> usize {
        self.taken_over
    }

    /// Returns whether earlier runs left nothing, and nothing was taken over.
    #[must_use]
    pub fn is_fresh(&self) -> bool {
        self.findings.is_empty() && self.before == 0.0
    }

    /// Returns the directory of the file.
    pub(crate) fn directory(&self) -> Option<&Path> {
        self.directory.as_deref()
    }

    /// Returns the findings of the units so far.
    #[must_use]
    pub const fn findings(&self) -> &Findings<J> {
        &self.findings
    }

    /// Returns how many seconds all runs of the job have taken together.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.before + *locked(&self.adopted) + self.begin.elapsed().as_secs_f64()
    }

    /// Returns [`seconds`](Self::seconds) as a duration.
    #[must_use]
    pub fn time(&self) -> Duration {
        Duration::try_from_secs_f64(self.seconds()).unwrap_or_default()
    }

    /// Returns how the findings came about: by this command, in all its runs, and with the help of others.
    #[must_use]
    pub fn found_by(&self, command: impl Into<String>) -> FoundBy {
        FoundBy {
            contributors: self.findings.contributors(),
            ..FoundBy::new(command, self.time())
        }
    }

    /// Takes over findings that were known before the job began, and the seconds that they took. Afterwards the journal
    /// has either all or none of them.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn take_over(
        &mut self,
        units: Vec<(J::Unit, J::Finding)>,
        seconds: f64,
    ) -> Result<(), CheckpointError> {
        self.before += seconds;
        self.write(|| {
            let json = |(unit, finding): &(_, _)| Ok((json(unit)?, json(finding)?));
            Ok(Happened::Known(
                units.iter().map(json).collect::<Result<_, _>>()?,
            ))
        })?;
        self.put_known(units);
        Ok(())
    }

    /// Removes the file, if there is one. Call it once the record is written.
    ///
    /// # Errors
    /// When the file cannot be removed.
    pub fn prune(self) -> Result<(), CheckpointError> {
        match locked(&self.log).take() {
            Some(log) => log.finish(),
            None => Ok(()),
        }
    }

    /// Removes the file of the job with these [parameters](Units::parameters), if there is one: a run may be killed
    /// after writing its record and before removing the file. A file that another run has open stays.
    ///
    /// # Errors
    /// The same as for [`open`](Self::open).
    pub fn discard(data_directory: &Path, parameters: &Value) -> Result<(), CheckpointError> {
        if !CheckpointLog::<String>::place(data_directory, J::KIND, parameters)?.exists() {
            return Ok(());
        }
        match CheckpointLog::<String>::open_each(data_directory, J::KIND, parameters, &mut |_| true)
        {
            Ok((log, _)) => log.finish(),
            Err(CheckpointError::InUse { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    pub(crate) fn finish(&self, unit: &J::Unit, finding: &J::Finding, seconds: f64) {
        self.append(|| Ok(Happened::Finished(json(unit)?, json(finding)?, seconds)));
        let finished = Finished::new(finding.clone(), seconds);
        self.findings.put(unit.clone(), finished);
    }

    /// Takes over a finding that somebody else keeps in a directory: it is not written. Its seconds count.
    pub(crate) fn adopt(&self, unit: &J::Unit, finished: &Finished<J::Finding>, directory: &Path) {
        let mut adopted = locked(&self.adopted);
        *adopted += finished.seconds;
        self.findings.put_place(unit.clone(), directory.to_owned());
        self.findings.put(unit.clone(), finished.clone());
    }

    pub(crate) fn leave(&self, unit: &J::Unit, partial: &J::Partial, seconds: f64) {
        self.append(|| Ok(Happened::Partial(json(unit)?, json(partial)?, seconds)));
        self.findings
            .put_partial(unit.clone(), partial.clone(), seconds);
    }

    pub(crate) fn spend(&self, unit: &J::Unit, seconds: f64) {
        self.append(|| Ok(Happened::Spent(json(unit)?, seconds)));
        self.findings.put_seconds(unit.clone(), seconds);
    }

    /// Writes, every few seconds, how long a unit has taken so far.
    pub(crate) fn tick(&self, unit: &J::Unit, seconds: impl FnOnce() -> f64) {
        let (now, last) = (self.now(), self.written.load(Ordering::Relaxed));
        let is_due = Duration::from_millis(now.saturating_sub(last)) >= TICK;
        // Only one of several threads writes.
        let order = Ordering::Relaxed;
        if is_due
            && (self.written)
                .compare_exchange(last, now, order, order)
                .is_ok()
        {
            self.spend(unit, seconds());
        }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.begin.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Returns whether the run has to end because an entry could not be written.
    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    /// Returns whether an entry could not be written, also where the run goes on without the journal.
    pub(crate) fn is_lost(&self) -> bool {
        locked(&self.failure).is_some()
    }

    /// Takes the first error of writing.
    pub(crate) fn take_failure(&self) -> Option<CheckpointError> {
        locked(&self.failure).take()
    }

    /// Appends an entry; an error stops the run.
    fn append(&self, event: impl FnOnce() -> serde_json::Result<Happened>) {
        let written = self.write(event);
        self.written.store(self.now(), Ordering::Relaxed);
        if let Err(error) = written {
            let _ = locked(&self.failure).get_or_insert(error);
            self.has_failed.store(!self.is_optional, Ordering::Relaxed);
        }
    }

    /// Appends an entry to the file, which is created with the first entry.
    fn write(
        &self,
        event: impl FnOnce() -> serde_json::Result<Happened>,
    ) -> Result<(), CheckpointError> {
        let Some(directory) = &self.directory else {
            return Ok(());
        };
        let entry = event().and_then(|event| {
            let clock = self.seconds();
            serde_json::to_string(&Entry { clock, event })
        });
        let place = || CheckpointLog::<String>::place(directory, J::KIND, &self.parameters);
        let mut waiting = locked(&self.waiting);
        waiting.push(match entry {
            Ok(entry) => entry,
            Err(error) => {
                return Err(CheckpointError::Unwritable {
                    path: place()?,
                    reason: error.to_string(),
                });
            }
        });
        let mut log = locked(&self.log);
        let log = match &mut *log {
            Some(log) => log,
            None if self.is_patient.load(Ordering::Relaxed) && self.begin.elapsed() < TICK => {
                return Ok(());
            }
            none => none.insert(CheckpointLog::open(directory, J::KIND, &self.parameters)?.0),
        };
        waiting.drain(..).try_for_each(|entry| log.append(&entry))
    }
}

/// Reports that what a later run would go on from is lost.
fn tell_damage(error: &CheckpointError, sink: &dyn Sink) {
    let line = format!("{error}; if the search stops, it begins anew");
    sink.event(Event::Damaged { line });
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The data behind these locks changes in one step.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<J: Units> fmt::Debug for Journal<J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal")
            .field("kind", &J::KIND)
            .field("parameters", &self.parameters)
            .field("findings", &self.findings)
            .finish_non_exhaustive()
    }
}
