//! Running units of a plan.

use crate::cluster::plan::{LOCKS, Plan, PlanError, Selection};
use crate::{Failure, HandOver, JobError, UnitState, Work};
use rustix::system::uname;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::collections::hash_map::RandomState;
use std::fs::{File, TryLockError};
use std::hash::{BuildHasher as _, Hasher as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fmt, io, thread};
use tait_search::Control;
use tait_store::{StoreError, append_to, is_contributor, lock_file, read_file};
use tait_text::{clipped, in_line};

/// Runs the selected units of a plan, one after the other, each with all threads. Units that are finished, or that
/// somebody else is running, are passed over. A unit that is wrong does not end the others. A unit that needs the findings
/// of others waits while others are at work. A third run of a unit on which two workers disagree is for a third one,
/// as long as others are at work.
pub struct Worker {
    plan: Arc<Plan>,
    name: WorkerName,
    units: Vec<usize>,
    tell: Tell,
    consequence: Mutex<Consequence>,
}

/// How long a worker waits before it looks at the others again.
const PAUSE: Duration = Duration::from_millis(100);

/// A function that receives how each unit ended, by its number.
type Tell = Box<dyn Fn(usize, &Ended) + Send + Sync>;

/// How a worker left a unit.
#[derive(Debug)]
pub enum Ended {
    /// It is in this state.
    Left(UnitState),
    /// It needs the findings of others first.
    NotWanted,
    /// Nobody needs it any more, because the others are finished.
    NotNeeded,
    /// This worker has run the same unit already, so another one has to run it, or should.
    NeedsAnother,
    /// It failed.
    Failed(Failure),
}

/// The consequence for a run of how its units were left. Worse ones are greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Consequence {
    /// Nothing is left to do for this worker.
    Well,
    /// Another run has to continue.
    Open,
    /// A unit failed, or its finding is wrong.
    Wrong,
}

impl Ended {
    /// Returns what this means for the run.
    #[must_use]
    pub const fn consequence(&self) -> Consequence {
        match self {
            Self::Left(UnitState::Finished { .. } | UnitState::Running(_)) | Self::NotNeeded => {
                Consequence::Well
            }
            Self::Left(UnitState::Refused(_)) | Self::Failed(_) => Consequence::Wrong,
            Self::Left(_) | Self::NotWanted | Self::NeedsAnother => Consequence::Open,
        }
    }

    /// Returns the state of this unit as JSON: a word, and the sentence that says more.
    #[must_use]
    pub fn to_json(&self, unit: usize) -> Value {
        let state = match self {
            Self::Left(UnitState::Finished { .. }) => "finished",
            Self::Left(UnitState::Running(_)) => "running",
            Self::Left(UnitState::Stopped(_)) => "stopped",
            Self::Left(UnitState::Refused(_)) => "refused",
            Self::Left(UnitState::Open { .. }) | Self::NotWanted | Self::NeedsAnother => "waits",
            Self::NotNeeded => "needless",
            Self::Failed(_) => "failed",
        };
        json!({ "unit": unit, "state": state, "says": self.to_string() })
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Left(UnitState::Finished { seconds, .. }) => {
                write!(f, "finished after {seconds:.1} s")
            }
            Self::Left(UnitState::Running(_)) => f.write_str("somebody is running it"),
            Self::Left(UnitState::Stopped(reason)) => write!(f, "stopped: {reason}"),
            Self::Left(UnitState::Refused(reason)) => write!(f, "refused: {reason}"),
            Self::Left(UnitState::Open { .. }) | Self::NotWanted => {
                f.write_str("waits for other units")
            }
            Self::NotNeeded => f.write_str("is not needed"),
            Self::NeedsAnother => f.write_str("waits for another worker"),
            Self::Failed(failure) => write!(f, "failed: {failure}"),
        }
    }
}

impl Worker {
    /// Creates a worker.
    ///
    /// # Errors
    /// When a unit is selected that the plan does not have.
    pub fn new(
        plan: Arc<Plan>,
        name: WorkerName,
        selection: &Selection,
        tell: Tell,
    ) -> Result<Self, PlanError> {
        let units = selection.of(&plan)?;
        Ok(Self {
            plan,
            name,
            units,
            tell,
            consequence: Mutex::new(Consequence::Well),
        })
    }

    /// Returns the worst consequence of a unit so far.
    #[must_use]
    pub fn consequence(&self) -> Consequence {
        *self
            .consequence
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self, number: usize, ended: &Ended) {
        let mut consequence = self
            .consequence
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *consequence = ended.consequence().max(*consequence);
        drop(consequence);
        (self.tell)(number, ended);
    }

    /// Runs a unit, and adds this worker to those who ran it.
    fn run(
        &self,
        work: &dyn Work,
        (number, joins): (usize, bool),
        seen: &mut Seen,
        control: &Control<'_>,
    ) -> Result<UnitState, JobError> {
        let unit = self.plan.unit(number).unwrap_or_default();
        let directory = self.plan.unit_directory(number);
        let before = work.state(unit, &directory)?;
        if matches!(before, UnitState::Finished { .. }) && !seen.refused.contains(&number) {
            return Ok(before);
        }
        // Before the run, so that a worker that is killed is named, too. But a finished unit may turn out to need no run. A
        // name that cannot be written is not worth the unit.
        let begins = match before {
            UnitState::Running(_) => joins,
            UnitState::Finished { .. } => false,
            _ => true,
        };
        if begins {
            let _ = self.name.sign(&directory);
        }
        let state = work.run(unit, &directory, joins, control)?;
        if !matches!(state, UnitState::Running(_)) && state != before {
            let _ = self.name.sign(&directory);
            let _ = seen.ran.insert(number);
        }
        Ok(state)
    }
}

/// What a worker knows of the units.
#[derive(Default)]
struct Seen {
    /// The units that are wanted, and the finished ones if two workers run each.
    wanted: HashSet<String>,
    /// The units that this worker ran.
    ran: HashSet<usize>,
    /// The units whose findings were accepted, if the job looks at others.
    accepted: HashSet<usize>,
    finished: HashSet<String>,
    /// The units whose findings are wrong: they are run again.
    refused: HashSet<usize>,
}

impl Seen {
    /// Looks at all units that were not accepted before, and takes over their findings.
    fn look(&mut self, plan: &Plan, work: &dyn Work) -> Result<(), JobError> {
        for number in (0..plan.units()).filter(|_| work.looks_at_others()) {
            let directory = plan.plain_unit_directory(number)?;
            if self.accepted.contains(&number) || !directory.exists() {
                continue;
            }
            let unit = plan.unit(number).unwrap_or_default();
            let _ = self.refused.remove(&number);
            match work.accept(unit, &directory, &contributors_of(&directory)?)? {
                UnitState::Finished { .. } => {
                    let _ = self.accepted.insert(number);
                    let _ = self.finished.insert(unit.to_owned());
                }
                UnitState::Refused(_) => {
                    let _ = self.refused.insert(number);
                }
                UnitState::Running(_) | UnitState::Open { .. } | UnitState::Stopped(_) => {}
            }
        }
        self.wanted = work.wanted()?.into_iter().collect();
        if plan.is_confirmed() {
            self.wanted.extend(self.finished.iter().cloned());
        }
        Ok(())
    }
}

impl Worker {
    /// Returns those who made the runs of a unit that disagree, if this unit is to be run a third time.
    fn disagreeing(&self, number: usize) -> Result<Vec<WorkerName>, PlanError> {
        let aside = self.plan.runs_that_differ(number)?;
        let Some(same) = (self.plan.same_as(number)).filter(|_| !aside.is_empty()) else {
            return Ok(Vec::new());
        };
        let mut names = workers_of(&self.plan.unit_directory(same))?;
        for directory in aside {
            names.extend(workers_of(&directory)?);
        }
        Ok(names)
    }

    /// Returns whether a unit is for another worker: this one has run the same unit, or is like one of the two that
    /// disagree on it while others are at work.
    fn is_for_another(
        &self,
        number: usize,
        seen: &Seen,
        at_work: &mut AtWork<'_>,
    ) -> Result<bool, PlanError> {
        let same = self.plan.same_as(number);
        if same.is_some_and(|same| seen.ran.contains(&same)) {
            return Ok(true);
        }
        let names = self.disagreeing(number)?;
        let is_mine = names.contains(&self.name);
        let is_near = names.iter().any(|name| self.name.is_like(name));
        Ok(is_mine || is_near && at_work.waits_for_others())
    }

    /// Runs or looks at each unit once, and returns those that are to be tried again, and whether this worker now helps
    /// others with any of them.
    fn pass(
        &self,
        work: &dyn Work,
        open: Vec<(usize, bool)>,
        busy: &mut HashSet<usize>,
        seen: &mut Seen,
        at_work: &mut AtWork<'_>,
        control: &Control<'_>,
    ) -> Result<(Vec<(usize, bool)>, bool), JobError> {
        let (mut waiting, mut begins_to_help) = (Vec::new(), false);
        for (number, joins) in open {
            if let Some(reason) = control.stop_reason(0, 0) {
                self.end(number, &Ended::Left(UnitState::Stopped(reason)));
                return Err(JobError::HandedOver);
            }
            let directory = self.plan.plain_unit_directory(number)?;
            let unit = self.plan.unit(number).unwrap_or_default();
            let is_wanted = seen.wanted.contains(unit);
            let is_for_another = is_wanted && self.is_for_another(number, seen, at_work)?;
            let ended = match is_wanted && !is_for_another {
                true => {
                    at_work.go_on();
                    self.run(work, (number, joins), seen, control)
                }
                false => work.state(unit, &directory),
            };
            if work.looks_at_others() {
                let _ = seen.accepted.remove(&number);
                seen.look(&self.plan, work)?;
            }
            match ended {
                // Helping others comes last: by then nothing else is left to do.
                Ok(UnitState::Running(_)) if !joins && work.shares() => {
                    begins_to_help = true;
                    waiting.push((number, true));
                }
                // Perhaps somebody was only looking at it.
                Ok(UnitState::Running(_)) if work.looks_at_others() && busy.insert(number) => {
                    waiting.push((number, joins));
                }
                Ok(UnitState::Open { .. }) if is_for_another => {
                    self.end(number, &Ended::NeedsAnother);
                }
                Ok(UnitState::Open { .. }) => waiting.push((number, joins)),
                Ok(state) => self.end(number, &Ended::Left(state)),
                Err(JobError::Unit(failure)) => self.end(number, &Ended::Failed(failure)),
                Err(error) => return Err(error),
            }
        }
        Ok((waiting, begins_to_help))
    }
}

impl HandOver for Worker {
    fn hand_over(&self, work: &dyn Work, control: &Control<'_>) -> Result<(), JobError> {
        self.plan.check(work)?;
        for &number in &self.units {
            let _ = self.plan.plain_unit_directory(number)?;
        }
        let (mut seen, mut busy) = (Seen::default(), HashSet::new());
        let mut at_work = AtWork::begin(self.plan.directory());
        seen.look(&self.plan, work)?;
        let mut open: Vec<_> = self.units.iter().map(|&number| (number, false)).collect();
        // Third runs come last, so that others come to them first.
        let is_third = |number| {
            let aside = self.plan.runs_that_differ(number);
            aside.is_ok_and(|aside| !aside.is_empty())
        };
        open.sort_by_key(|&(number, _)| is_third(number));
        while !open.is_empty() {
            let before = open.len();
            let begins_to_help;
            (open, begins_to_help) =
                self.pass(work, open, &mut busy, &mut seen, &mut at_work, control)?;
            let is_stuck = open.len() == before && !begins_to_help;
            if seen.wanted.is_empty() {
                break;
            }
            if is_stuck {
                let others_are_at_work = at_work.waits_for_others();
                if others_are_at_work {
                    thread::sleep(PAUSE);
                }
                // What they found before they ended.
                let known = seen.accepted.len();
                seen.look(&self.plan, work)?;
                if !others_are_at_work && seen.accepted.len() == known {
                    break;
                }
            }
        }
        for (number, _) in open {
            let unit = self.plan.unit(number).unwrap_or_default();
            let state = work.state(unit, &self.plan.plain_unit_directory(number)?)?;
            let ended = match state {
                UnitState::Open { .. } if seen.wanted.is_empty() => Ended::NotNeeded,
                UnitState::Open { .. } => Ended::NotWanted,
                state => Ended::Left(state),
            };
            self.end(number, &ended);
        }
        Err(JobError::HandedOver)
    }
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker")
            .field("plan", &self.plan)
            .field("units", &self.units)
            .finish_non_exhaustive()
    }
}

/// The file in the directory of a unit that names its workers, a line for each.
const FILE: &str = "workers.jsonl";

/// The most bytes of it: some thousand names.
const LARGEST: u64 = 1 << 20;

/// The name of a process that runs units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkerName {
    /// The person who runs it, if they wish to be named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contributor: Option<String>,
    /// The name of the machine.
    pub machine: String,
    /// A random text that no other process has.
    pub process: String,
    /// The version of tait.
    pub tait: String,
}

impl WorkerName {
    /// Names this process.
    #[must_use]
    pub fn of_this_process(contributor: Option<String>) -> Self {
        Self {
            contributor,
            machine: uname().nodename().to_string_lossy().into_owned(),
            process: format!("{:016x}", RandomState::new().build_hasher().finish()),
            tait: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// Returns whether two runs are not independent: they share the machine or the contributor.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let is_same_person = self.contributor.is_some() && self.contributor == other.contributor;
        self.machine == other.machine || is_same_person
    }

    /// Adds the name to those who ran the unit of a directory.
    pub(crate) fn sign(&self, directory: &Path) -> Result<(), PlanError> {
        let path = directory.join(FILE);
        if workers_of(directory)?.contains(self) {
            return Ok(());
        }
        let line = serde_json::to_string(self).unwrap_or_default();
        // A worker that was killed may have left half a line.
        Ok(append_to(&path, format!("\n{line}\n").as_bytes())?)
    }
}

impl fmt::Display for WorkerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(contributor) = &self.contributor {
            write!(f, "{} on ", in_line(contributor))?;
        }
        let plain = |text: &str| clipped(&in_line(text)).into_owned();
        let (machine, process) = (plain(&self.machine), plain(&self.process));
        write!(f, "{machine} (process {process})")
    }
}

/// Returns those who ran the unit of a directory. A line that a killed worker left half-written is passed over.
pub(crate) fn workers_of(directory: &Path) -> Result<Vec<WorkerName>, PlanError> {
    let path = directory.join(FILE);
    let text = read_file(&path, LARGEST)?.unwrap_or_default();
    let lines = text.split(|&byte| byte == b'\n');
    Ok(lines
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect())
}

/// Returns the contributors among those who ran the unit of a directory, each once.
pub(crate) fn contributors_of(directory: &Path) -> Result<Vec<String>, PlanError> {
    let workers = workers_of(directory)?.into_iter();
    let names = workers.filter_map(|worker| worker.contributor);
    let mut names: Vec<String> = names.filter(|name| is_contributor(name)).collect();
    names.sort();
    names.dedup();
    Ok(names)
}

/// How long a merge waits for another one. Merging a plan of 100,000 units takes less.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// How long it waits between two attempts.
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(20);

/// Takes the lock of those who merge a plan, which is held until the file is closed. Where nobody can write there is no
/// lock, and a merge changes nothing.
///
/// # Errors
/// When somebody else merges the plan for longer than `patience`, or the lock cannot be taken.
pub(crate) fn lock_of_merge(plan: &Path, patience: Duration) -> Result<Option<File>, PlanError> {
    let is_read_only = |error: &StoreError| {
        let StoreError::Environment { source, .. } = error else {
            return false;
        };
        matches!(
            source.kind(),
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
        )
    };
    let path = plan.join(LOCKS).join("merge");
    let file = match lock_file(&path) {
        Err(error) if is_read_only(&error) => return Ok(None),
        opened => opened?,
    };
    let end = Instant::now() + patience;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) if Instant::now() < end => {
                thread::sleep(BETWEEN_ATTEMPTS);
            }
            Err(TryLockError::WouldBlock) => {
                return Err(PlanError::Merging {
                    path: plan.to_owned(),
                    source: io::Error::new(
                        io::ErrorKind::ResourceBusy,
                        "another merge of this plan is running",
                    ),
                });
            }
            Err(TryLockError::Error(error)) => return Err(PlanError::file("lock", &path)(error)),
        }
    }
}

/// Whether this worker is at work, so that others may wait for what it finds.
#[derive(Debug)]
pub(crate) struct AtWork<'a> {
    plan: &'a Path,
    /// Holds a shared lock. Without one, others do not wait.
    lock: Option<File>,
}

impl<'a> AtWork<'a> {
    pub(crate) fn begin(plan: &'a Path) -> Self {
        let mut at_work = Self { plan, lock: None };
        at_work.go_on();
        at_work
    }

    fn file(&self) -> Option<File> {
        lock_file(&self.plan.join(LOCKS).join("work")).ok()
    }

    /// Says that this worker is at work, if it does not say so yet.
    pub(crate) fn go_on(&mut self) {
        if self.lock.is_none() {
            // Others hold it alone for no longer than it takes to look.
            self.lock = self.file().filter(|file| file.lock_shared().is_ok());
        }
    }

    /// Says that this worker waits, and returns whether others are at work.
    pub(crate) fn waits_for_others(&mut self) -> bool {
        self.lock = None;
        let file = self.file();
        file.is_some_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
    }
}

#[cfg(test)]
mod locks_tests {
    use super::{AtWork, lock_of_merge};
    use std::time::Duration;

    #[test]
    fn one_of_two_merges_waits_and_then_says_why_it_ends() {
        let place = tempfile::tempdir().unwrap();
        let take = || lock_of_merge(place.path(), Duration::from_millis(30));
        let first = take().unwrap();
        assert!(first.is_some());
        let line = take().unwrap_err().to_string();
        assert!(line.starts_with("cannot merge "), "{line}");
        assert!(
            line.ends_with(": another merge of this plan is running"),
            "{line}"
        );
        drop(first);
        assert!(take().unwrap().is_some());
    }

    #[test]
    fn others_are_at_work_until_they_wait() {
        let place = tempfile::tempdir().unwrap();
        let mut one = AtWork::begin(place.path());
        assert!(!one.waits_for_others());
        let mut other = AtWork::begin(place.path());
        assert!(one.waits_for_others());
        one.go_on();
        assert!(other.waits_for_others());
        assert!(!one.waits_for_others() && !other.waits_for_others());
    }
}
