//! The tools of a unit while it runs, alone or shared by several workers, each of which runs some of its parts.
//!
//! The first worker has its journal in the directory of the unit. Each further one has a directory of its own in
//! `parts`, with a journal. A part of the unit, such as an attempt at a base, is made by whoever holds its lock. All see
//! the partial results of the others.

use crate::findings::{Findings, Units};
use crate::journal::Journal;
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fmt, io};
use tait_framework::PartClaim;
use tait_search::{Control, Event, Limits, Sink};
use tait_store::checkpoint::Reader;
use tait_store::{append_to, lock_file};

/// The tools of a unit while it runs: limits, the sink that receives its progress, and its partial results.
pub struct Desk<'a, J: Units> {
    journal: &'a Journal<J>,
    unit: &'a J::Unit,
    partials: Vec<J::Partial>,
    limits: Limits,
    outer: &'a dyn Sink,
    /// Whether the unit's finding is still wanted.
    is_wanted: &'a AtomicBool,
    begin: Instant,
    /// Seconds that earlier runs spent on the unit.
    before: f64,
    /// The workers that share the unit, if any do.
    shared: Option<&'a Shared>,
}

impl<'a, J: Units> Desk<'a, J> {
    pub(crate) fn new(
        journal: &'a Journal<J>,
        unit: &'a J::Unit,
        is_wanted: &'a AtomicBool,
        control: &Control<'a>,
    ) -> Self {
        let left = journal.findings().left(unit);
        Self {
            journal,
            unit,
            partials: left.partials,
            limits: control.limits,
            outer: control.sink,
            is_wanted,
            begin: Instant::now(),
            before: left.seconds,
            shared: None,
        }
    }

    pub(crate) const fn shared_with(mut self, shared: Option<&'a Shared>) -> Self {
        self.shared = shared;
        self
    }

    /// Asks for a part of the unit before making it, as other workers may [share](crate::Job::SHARES) the unit. The name
    /// of the part is that of a file, and the partial result of the part is the one that `is_it` accepts.
    pub fn claim(&self, part: &str, is_it: impl Fn(&J::Partial) -> bool) -> PartClaim<J::Partial> {
        match self.shared {
            Some(shared) => shared.claim::<J>((self.journal.parameters(), self.unit), part, is_it),
            None => PartClaim::Granted(None),
        }
    }

    /// Returns the control for an engine. The engine stops at the limits, when asked to, when the unit is no longer
    /// wanted, and when the journal cannot be written.
    #[must_use]
    pub fn control(&self) -> Control<'_> {
        Control {
            limits: self.limits,
            sink: self,
        }
    }

    /// Returns the partial results of earlier runs of the unit, in the order in which they were left.
    #[must_use]
    pub fn partials(&self) -> &[J::Partial] {
        &self.partials
    }

    /// Returns the findings of the other units, for a unit that is wanted only after them.
    #[must_use]
    pub const fn findings(&self) -> &Findings<J> {
        self.journal.findings()
    }

    /// Returns the directory of the unit, for files of its own; `None` when the journal is in memory.
    #[must_use]
    pub fn directory(&self) -> Option<&Path> {
        self.journal.directory()
    }

    /// Leaves a partial result to a later run of the unit, in case this one is stopped. It may be called from any
    /// thread. When the result cannot be written, the unit is stopped.
    pub fn leave(&self, partial: &J::Partial) {
        self.journal.leave(self.unit, partial, self.seconds());
    }

    /// Returns whether an optional journal could not be written.
    pub(crate) fn has_lost_journal(&self) -> bool {
        self.journal.is_lost()
    }

    fn is_finished_elsewhere(&self) -> bool {
        let parameters = self.journal.parameters();
        (self.shared).is_some_and(|shared| shared.is_finished::<J>(parameters, self.unit))
    }

    /// Returns how many seconds the unit has taken so far, including earlier runs.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.before + self.begin.elapsed().as_secs_f64()
    }
}

impl<J: Units> Sink for Desk<'_, J> {
    fn event(&self, event: Event) {
        self.journal.tick(self.unit, || self.seconds());
        self.outer.event(event);
    }

    fn is_stopped(&self) -> bool {
        !self.is_wanted.load(Ordering::Relaxed)
            || self.journal.has_failed()
            || self.is_finished_elsewhere()
            || self.outer.is_stopped()
    }
}

impl<J: Units> fmt::Debug for Desk<'_, J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk")
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// The most workers that share a unit.
const MOST_WORKERS: usize = 1000;

/// The time between two looks at whether another worker has finished the unit.
const PAUSE: Duration = Duration::from_millis(250);

/// One of several workers on a unit.
#[derive(Debug)]
pub(crate) struct Shared {
    /// The directory of the unit.
    unit: PathBuf,
    /// The data directory of this worker.
    own: PathBuf,
    /// Whether another worker has finished the unit.
    is_finished: AtomicBool,
    /// What was seen of the bell, the file that grows whenever a worker finishes the unit.
    bell: Mutex<Bell>,
}

#[derive(Debug)]
struct Bell {
    rings: u64,
    seen: Instant,
}

/// Returns the data directories that workers on a unit may take: that of the unit, and those of further workers if they
/// may share it.
pub(crate) fn places(unit: &Path, shares: bool) -> impl Iterator<Item = PathBuf> {
    let most = if shares { MOST_WORKERS } else { 1 };
    (0..most).map(move |number| match number {
        0 => unit.to_owned(),
        _ => unit.join("parts").join(format!("{number:03}")),
    })
}

/// Returns the data directories of all workers so far, that of the unit in any case.
pub(crate) fn taken(unit: &Path, shares: bool) -> impl Iterator<Item = PathBuf> {
    places(unit, shares).take_while(move |place| place == unit || place.exists())
}

impl Shared {
    pub(crate) fn new(unit: &Path, own: &Path) -> Self {
        let bell = Bell {
            rings: rings(unit),
            seen: Instant::now(),
        };
        Self {
            unit: unit.to_owned(),
            own: own.to_owned(),
            is_finished: AtomicBool::new(false),
            bell: Mutex::new(bell),
        }
    }

    /// Tells the other workers that this one has finished the unit. Those that do not hear it see it when they claim
    /// their next part.
    pub(crate) fn ring(&self) {
        let _ = append_to(&bell(&self.unit), b"!");
    }

    /// Returns whether another worker has finished the unit. Looks at the disk a few times a second.
    pub(crate) fn is_finished<J: Units>(&self, parameters: &Value, unit: &J::Unit) -> bool {
        if let Ok(mut bell) = self.bell.try_lock()
            && bell.seen.elapsed() >= PAUSE
        {
            bell.seen = Instant::now();
            let rings = rings(&self.unit);
            // A finding may have been withdrawn since the bell rang.
            if rings != bell.rings
                && self
                    .others::<J>(parameters)
                    .any(|it| it.findings().contains(unit))
            {
                self.is_finished.store(true, Ordering::Relaxed);
            }
            bell.rings = rings;
        }
        self.is_finished.load(Ordering::Relaxed)
    }

    /// Reads the journals of the other workers.
    fn others<J: Units>(&self, parameters: &Value) -> impl Iterator<Item = Journal<J>> {
        taken(&self.unit, true)
            .filter(|place| *place != self.own)
            .filter_map(|place| Journal::read(&place, parameters, Reader::Beside).ok())
    }

    /// Asks for a part, unless another worker makes it or has left its result. A worker that cannot ask makes the part
    /// itself: twice does no harm.
    pub(crate) fn claim<J: Units>(
        &self,
        (parameters, unit): (&Value, &J::Unit),
        part: &str,
        is_it: impl Fn(&J::Partial) -> bool,
    ) -> PartClaim<J::Partial> {
        let lock = match self.lock(part) {
            Ok(Some(lock)) => lock,
            Ok(None) => return PartClaim::Elsewhere,
            Err(_) => return PartClaim::Granted(None),
        };
        for journal in self.others::<J>(parameters) {
            if journal.findings().contains(unit) {
                self.is_finished.store(true, Ordering::Relaxed);
                return PartClaim::Elsewhere;
            }
            let partials = journal.findings().left(unit).partials;
            if let Some(made) = partials.into_iter().find(&is_it) {
                return PartClaim::Ended(made);
            }
        }
        PartClaim::Granted(Some(Box::new(lock)))
    }

    /// Takes the lock of a part; `None` if another worker has it.
    fn lock(&self, part: &str) -> io::Result<Option<File>> {
        let file = lock_file(&locks(&self.unit).join(part)).map_err(io::Error::other)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => Err(error),
        }
    }
}

fn locks(unit: &Path) -> PathBuf {
    unit.join("locks")
}

fn bell(unit: &Path) -> PathBuf {
    locks(unit).join("bell")
}

/// Returns how often the bell of a unit has rung.
fn rings(unit: &Path) -> u64 {
    fs::symlink_metadata(bell(unit)).map_or(0, |bell| bell.len())
}
