//! Running the units of a job in this process.

use crate::desk::{Desk, Shared};
use crate::findings::Finished;
use crate::job::{Failure, Halt, Job, JobError};
use crate::journal::Journal;
use crate::workers::{ErasedJob, Workers};
use std::collections::HashSet;
use std::iter;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tait_search::{Control, Event, StopReason, Stopped};
use tait_store::Store;
use tait_store::checkpoint::CheckpointError;

/// The most units of a plan that is looked at after each of them.
const SHORT_PLAN: usize = 256;
/// The time that it takes to look at all units of a long plan.
const LONG_LOOK: Duration = Duration::from_micros(500);

/// How a search is run that stores its findings.
#[derive(Debug, Clone, Copy)]
pub struct Run<'a> {
    /// Where the findings are stored.
    pub store: &'a Store,
    /// Whether to search again for what is stored.
    pub is_fresh: bool,
    /// Who runs the units.
    pub workers: Workers<'a>,
    /// The limits, and the sink of events.
    pub control: &'a Control<'a>,
}

impl<'a> Run<'a> {
    /// Returns a run on the threads of this process that takes over what is stored.
    #[must_use]
    pub fn new(store: &'a Store, control: &'a Control<'a>) -> Self {
        Self {
            store,
            is_fresh: false,
            workers: Workers::Threads,
            control,
        }
    }

    /// Reports an event.
    pub(crate) fn tell(&self, event: Event) {
        self.control.sink.event(event);
    }
}

/// An observer that receives units as they begin and end, from any thread.
pub trait Observer<J: Job>: Sync {
    /// Called when a unit begins.
    fn begun(&self, _unit: &J::Unit) {}

    /// Called when a unit is finished and in the journal.
    ///
    /// # Errors
    /// When the observer cannot handle the finding, which ends the run.
    fn finished(&self, _unit: &J::Unit, _finished: &Finished<J::Finding>) -> Result<(), Failure> {
        Ok(())
    }

    /// Called when a unit stopped before its end.
    fn stopped(&self, _unit: &J::Unit, _stopped: &Stopped) {}
}

impl<J: Job> Observer<J> for () {}

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunOutcome<U, R> {
    /// The record made of all findings so far.
    pub record: R,
    /// The units that are still wanted, in the order of the plan.
    pub missing: Vec<U>,
    /// Why they are missing: the reason that ended the run, or else the reason that stopped the first of them.
    pub stopped: Option<StopReason>,
}

/// Runs the units that are wanted and not in the journal, until none is left or a limit is reached.
///
/// A unit that meets a limit of its own, such as the limit on states, is passed over, and the others go on unless the
/// job forbids it ([`Job::PASSES_OVER`]). The record does not depend on the number of threads.
///
/// # Errors
/// When a unit or the observer fails, or the journal cannot be written. Units that were finished before are in the
/// journal.
pub fn run<J: Job>(
    job: &J,
    journal: &Journal<J>,
    observer: &dyn Observer<J>,
    control: &Control<'_>,
) -> Result<RunOutcome<J::Unit, J::Record>, JobError> {
    let local = Local::new(job, journal, observer, control);
    let mut is_over = None;
    loop {
        let wanted = job.wanted(journal.findings());
        let mut open = wanted.filter(|unit| journal.findings().stopped(unit).is_none());
        let Some(first) = open.next() else { break };
        is_over = control.stop_reason(0, 0);
        if is_over.is_some() {
            break;
        }
        if job.is_side_by_side() {
            let open: Vec<J::Unit> = iter::once(first).chain(open).collect();
            local.side_by_side(&open);
        } else {
            drop(open);
            local.run_unit(&first)?;
        }
        local.check()?;
        if !J::PASSES_OVER && journal.findings().has_stopped() {
            break;
        }
    }
    let missing: Vec<J::Unit> = job.wanted(journal.findings()).collect();
    let stopped = is_over.or_else(|| journal.findings().first_stop(&missing));
    Ok(ran(job, journal, missing, stopped))
}

/// Runs the units on the threads of this process, or hands them over to others and merges what they found.
///
/// # Errors
/// As for [`run`], and [`JobError::HandedOver`] when the units were handed over and no record is to be made now.
pub fn run_by<J: Job>(
    workers: Workers<'_>,
    job: &J,
    journal: &Journal<J>,
    observer: &dyn Observer<J>,
    control: &Control<'_>,
) -> Result<RunOutcome<J::Unit, J::Record>, JobError> {
    let others = match workers {
        Workers::Threads => return run(job, journal, observer, control),
        Workers::Others(others) => others,
    };
    let handed = ErasedJob {
        job,
        journal,
        observer,
    };
    others.hand_over(&handed, control)?;
    let missing: Vec<J::Unit> = job.wanted(journal.findings()).collect();
    let stopped = (!missing.is_empty()).then_some(StopReason::Missing);
    Ok(ran(job, journal, missing, stopped))
}

fn ran<J: Job>(
    job: &J,
    journal: &Journal<J>,
    missing: Vec<J::Unit>,
    stopped: Option<StopReason>,
) -> RunOutcome<J::Unit, J::Record> {
    RunOutcome {
        record: job.merge(journal.findings()),
        missing,
        stopped,
    }
}

pub(crate) struct Local<'a, J: Job> {
    job: &'a J,
    journal: &'a Journal<J>,
    observer: &'a dyn Observer<J>,
    control: &'a Control<'a>,
    /// The first failure.
    failure: Mutex<Option<Failure>>,
    has_failed: AtomicBool,
    /// The workers that share the units, if any do.
    shared: Option<Shared>,
    begin: Instant,
    /// When units that are not wanted any more are looked for again, after `begin`.
    next_look: Mutex<Duration>,
}

impl<'a, J: Job> Local<'a, J> {
    pub(crate) fn new(
        job: &'a J,
        journal: &'a Journal<J>,
        observer: &'a dyn Observer<J>,
        control: &'a Control<'a>,
    ) -> Self {
        Self {
            job,
            journal,
            observer,
            control,
            failure: Mutex::default(),
            has_failed: AtomicBool::new(false),
            shared: None,
            begin: Instant::now(),
            next_look: Mutex::default(),
        }
    }

    pub(crate) fn shared_with(mut self, shared: Option<Shared>) -> Self {
        self.shared = shared;
        self
    }

    /// Runs one unit alone.
    pub(crate) fn run_unit(&self, unit: &J::Unit) -> Result<(), JobError> {
        self.unit(unit, &AtomicBool::new(true));
        self.check()
    }

    /// Runs units on all threads, beginning them in order, and gives up those that are no longer wanted.
    fn side_by_side(&self, open: &[J::Unit]) {
        let next = AtomicUsize::new(0);
        let wanted: Vec<AtomicBool> = open.iter().map(|_| AtomicBool::new(true)).collect();
        // There is a task for each unit, not a loop for each thread: a thread that waits within a unit may take on
        // another task, and should come back after that one.
        rayon::scope_fifo(|scope| {
            for _ in open {
                scope.spawn_fifo(|_| {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let (Some(unit), Some(is_wanted)) = (open.get(index), wanted.get(index)) else {
                        return;
                    };
                    if self.goes_on() && is_wanted.load(Ordering::Relaxed) {
                        self.unit(unit, is_wanted);
                        self.give_up_needless(open, &wanted);
                    }
                });
            }
        });
    }

    /// Gives up units that are not wanted any more. Looks at a long plan take long, so they may take a twentieth of the
    /// time: a unit that goes on a little longer does no harm.
    fn give_up_needless(&self, open: &[J::Unit], wanted: &[AtomicBool]) {
        if open.len() <= SHORT_PLAN {
            return self.look(open, wanted);
        }
        let begin = self.begin.elapsed();
        let Ok(mut next) = self.next_look.try_lock() else {
            return;
        };
        if begin < *next {
            return;
        }
        self.look(open, wanted);
        let end = self.begin.elapsed();
        if end - begin > LONG_LOOK {
            *next = end + (end - begin) * 20;
        }
    }

    fn look(&self, open: &[J::Unit], wanted: &[AtomicBool]) {
        let still: HashSet<J::Unit> = self.job.wanted(self.journal.findings()).collect();
        for (unit, is_wanted) in open.iter().zip(wanted) {
            if !still.contains(unit) {
                is_wanted.store(false, Ordering::Relaxed);
            }
        }
    }

    fn goes_on(&self) -> bool {
        (J::PASSES_OVER || !self.journal.findings().has_stopped())
            && !self.has_failed.load(Ordering::Relaxed)
            && !self.journal.has_failed()
            && !self.control.is_over()
    }

    fn unit(&self, unit: &J::Unit, is_wanted: &AtomicBool) {
        self.observer.begun(unit);
        let desk = Desk::new(self.journal, unit, is_wanted, self.control);
        let desk = desk.shared_with(self.shared.as_ref());
        match self.job.run(unit, &desk) {
            Ok(finding) => {
                let seconds = desk.seconds();
                self.journal.finish(unit, &finding, seconds);
                if let Some(shared) = &self.shared {
                    shared.ring();
                }
                let finished = Finished::new(finding, seconds);
                if let Err(failure) = self.observer.finished(unit, &finished) {
                    self.fail(failure);
                }
            }
            Err(Halt::Stopped(stopped)) => {
                self.journal.spend(unit, desk.seconds());
                // A unit that was given up because of an earlier success has not met a limit.
                if is_wanted.load(Ordering::Relaxed) {
                    self.observer.stopped(unit, &stopped);
                    self.journal.findings().put_stopped(unit.clone(), stopped);
                }
            }
            Err(Halt::Failed(failure)) => self.fail(failure),
        }
    }

    fn fail(&self, failure: Failure) {
        let mut slot = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = slot.get_or_insert(failure);
        self.has_failed.store(true, Ordering::Relaxed);
    }

    fn check(&self) -> Result<(), JobError> {
        if let Some(error) = self.journal.take_failure() {
            return Err(error.into());
        }
        let mut slot = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        slot.take().map_or(Ok(()), |failure| Err(error_of(failure)))
    }
}

/// Returns the error of a unit that failed. A full disk is not the fault of the unit, whatever was being written.
fn error_of(failure: Failure) -> JobError {
    let is_environment = |error: &CheckpointError| match error {
        CheckpointError::Store(error) => error.is_environment(),
        CheckpointError::InUse { .. } | CheckpointError::Unwritable { .. } => false,
    };
    match failure.downcast::<CheckpointError>() {
        Ok(error) if is_environment(&error) => JobError::Journal(*error),
        Ok(error) => JobError::Unit(error),
        Err(failure) => JobError::Unit(failure),
    }
}
