//! Units that several workers run at once, each some of its parts.
//!
//! The first worker has its journal in the directory of the unit. Each further one has a directory of its own in
//! `parts`, with a journal. A part of the unit, such as an attempt at a base, is made by whoever holds its lock. All see
//! the partial results of the others.

use crate::journal::Journal;
use crate::units::Units;
use serde_json::Value;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tait_framework::PartClaim;
use tait_store::checkpoint::Reader;
use tait_store::{append_to, lock_file};

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
