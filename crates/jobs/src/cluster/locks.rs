//! Locks on a plan: one process merges it, and those who run units are known to be at work.

use crate::cluster::plan::{LOCKS, PlanError};
use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};
use tait_store::{StoreError, lock_file};

/// How long a merge waits for another one. Merging a plan of 100,000 units takes less.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
/// How long it waits between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

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
            Err(TryLockError::WouldBlock) if Instant::now() < end => thread::sleep(PAUSE),
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
mod tests {
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
