//! Units that others run.
//!
//! A job that is handed over is seen without its types: its units are JSON texts, and each has a directory of its own
//! with a journal. So whoever hands units over needs to know nothing about the job.

use crate::desk::{Shared, places, taken};
use crate::findings::{Finished, cover};
use crate::job::{Failure, Job, JobError};
use crate::journal::Journal;
use crate::local::{Local, Observer};
use crate::retry::retried;
use serde::Serialize;
use serde_json::Value;
use std::fmt;
use std::path::{Path, PathBuf};
use tait_search::{Control, StopReason};
use tait_store::checkpoint::{CheckpointError, Reader};

/// The workers that run the units of a job.
#[derive(Clone, Copy, Default)]
pub enum Workers<'a> {
    /// The threads of this process.
    #[default]
    Threads,
    /// Others, to whom units are handed over.
    Others(&'a dyn HandOver),
}

/// A way to hand units over to others: it plans them, runs some of them, or collects their findings.
pub trait HandOver: fmt::Debug + Send + Sync {
    /// Called once with a job, in place of running its units. The findings that it [accepts](Work::accept) are merged
    /// into the record.
    ///
    /// # Errors
    /// [`JobError::HandedOver`] when no record is to be made now; otherwise what failed.
    fn hand_over(&self, work: &dyn Work, control: &Control<'_>) -> Result<(), JobError>;
}

/// A job without its types. A unit is a JSON text, and has a directory with a journal of its own.
pub trait Work {
    /// Returns the [kind](crate::Units::KIND) of the job.
    fn kind(&self) -> &'static str;

    /// Returns the [parameters](crate::Units::parameters) of the job.
    fn parameters(&self) -> Value;

    /// Returns whether a unit may be wanted because of [others](Job::LOOKS_AT_OTHERS).
    fn looks_at_others(&self) -> bool;

    /// Returns the units that are not finished, in the order of the plan, also those that are wanted only after others.
    ///
    /// # Errors
    /// When a unit has no JSON form.
    fn planned(&self) -> Result<Vec<String>, JobError>;

    /// Returns the units that are wanted now, in the order of the plan.
    ///
    /// # Errors
    /// When a unit has no JSON form.
    fn wanted(&self) -> Result<Vec<String>, JobError>;

    /// Runs a unit, or goes on with it, unless it is finished or somebody else is running it. With `joins`, the work is
    /// shared with those who are running it, if the job [shares](Job::SHARES) units. A unit that is wanted only because
    /// of others sees what was [accepted](Self::accept) before.
    ///
    /// # Errors
    /// When the unit fails, or the journal cannot be written.
    fn run(
        &self,
        unit: &str,
        directory: &Path,
        joins: bool,
        control: &Control<'_>,
    ) -> Result<UnitState, JobError>;

    /// Returns whether several workers may run a unit at once.
    fn shares(&self) -> bool;

    /// Returns how far a unit has come.
    ///
    /// # Errors
    /// When the journal cannot be read.
    fn state(&self, unit: &str, directory: &Path) -> Result<UnitState, JobError>;

    /// Takes over the finding of a unit that is finished, if the job's checker accepts it, and returns how far the unit
    /// has come. The contributors are those who ran it and wish to be named.
    ///
    /// # Errors
    /// When the journal cannot be read, or the record of the findings cannot be stored.
    fn accept(
        &self,
        unit: &str,
        directory: &Path,
        contributors: &[String],
    ) -> Result<UnitState, JobError>;
}

/// How far a unit has come.
#[derive(Debug, Clone, PartialEq)]
pub enum UnitState {
    /// It has not ended, after this many seconds in all runs. With damage in its journal, that is described.
    Open {
        /// Seconds that all runs have spent on it.
        seconds: f64,
        /// What is wrong with its journal, if anything.
        damage: Option<String>,
    },
    /// Somebody is running it now, and this many seconds were spent on it in all runs.
    Running(f64),
    /// It met a limit in this run.
    Stopped(StopReason),
    /// It is finished.
    Finished {
        /// Seconds that all runs have spent on it.
        seconds: f64,
        /// The finding as JSON, which is the same for all who run the unit.
        finding: String,
    },
    /// Its finding is wrong, for this reason.
    Refused(String),
}

/// A job in one run, without its types.
pub(crate) struct ErasedJob<'a, J: Job> {
    pub(crate) job: &'a J,
    /// Holds the findings that are accepted. Nothing of them is written to it.
    pub(crate) journal: &'a Journal<J>,
    pub(crate) observer: &'a dyn Observer<J>,
}

/// What the journals of a unit say, of all workers that share it.
struct Gathered<F> {
    finished: Option<Finished<F>>,
    is_running: bool,
    /// Seconds that all of them have spent on it.
    seconds: f64,
    damage: Option<String>,
}

impl<J: Job> ErasedJob<'_, J> {
    fn parsed(unit: &str) -> Result<J::Unit, JobError> {
        serde_json::from_str(unit).map_err(|error| {
            JobError::Unit(format!("{unit} is no unit of {}: {error}", J::KIND).into())
        })
    }

    /// Returns what is wrong with a finding, if anything.
    fn wrong(&self, unit: &J::Unit, finding: &J::Finding, directory: &Path) -> Option<Failure> {
        let checked = self.job.check(unit, finding);
        let wrong = checked.err();
        wrong.or_else(|| self.wrong_beside(unit, finding, directory))
    }

    /// Returns what is wrong with a finding beside the files of its unit and what is known of others, if anything.
    fn wrong_beside(
        &self,
        unit: &J::Unit,
        finding: &J::Finding,
        directory: &Path,
    ) -> Option<Failure> {
        let others = self.journal.findings();
        let checked = self.job.check_beside(unit, finding, others, directory);
        checked.err()
    }

    /// Takes a place among the workers on a unit: that of the first one, or a further one if the job shares units.
    /// Returns its data directory.
    fn take_place(
        &self,
        directory: &Path,
        joins: bool,
    ) -> Result<Option<(Journal<J>, PathBuf)>, JobError> {
        for place in places(directory, J::SHARES && joins) {
            let claim = || unless_in_use(Journal::claim(&place, self.job));
            let is_free = |opened: &Result<Option<_>, _>| !matches!(opened, Ok(None));
            let opened = match joins {
                // There may be another place.
                true => claim()?,
                // Somebody may only be looking at it.
                false => retried(is_free, claim)?,
            };
            if let Some(journal) = opened {
                return Ok(Some((journal, place)));
            }
        }
        Ok(None)
    }

    /// Reads what all workers on a unit have left.
    fn gathered(&self, unit: &J::Unit, directory: &Path) -> Result<Gathered<J::Finding>, JobError> {
        let mut gathered = Gathered {
            finished: None,
            is_running: false,
            seconds: 0.0,
            damage: None,
        };
        for place in taken(directory, J::SHARES) {
            let read = |reader| Journal::<J>::read(&place, self.journal.parameters(), reader);
            let journal = match unless_in_use(read(Reader::Alone))? {
                Some(journal) => journal,
                None => {
                    gathered.is_running = true;
                    read(Reader::Beside)?
                }
            };
            let finished = journal.findings().get(unit);
            gathered.seconds += match &finished {
                Some(finished) => finished.seconds,
                None => journal.findings().left(unit).seconds,
            };
            gathered.finished = gathered.finished.or(finished);
            let damage = journal.refused().first().cloned();
            gathered.damage = gathered.damage.or(damage);
        }
        if let Some(finished) = &mut gathered.finished {
            finished.seconds = gathered.seconds;
        }
        Ok(gathered)
    }

    fn state_of(gathered: Gathered<J::Finding>) -> Result<UnitState, JobError> {
        let Gathered {
            finished,
            is_running,
            seconds,
            damage,
        } = gathered;
        Ok(match finished {
            Some(finished) => UnitState::Finished {
                seconds,
                finding: serde_json::to_string(&finished.finding)
                    .map_err(|error| JobError::Unit(error.into()))?,
            },
            None if is_running => UnitState::Running(seconds),
            None => UnitState::Open { seconds, damage },
        })
    }
}

/// Returns an opened journal; `None` if somebody else has it open.
fn unless_in_use<T>(opened: Result<T, CheckpointError>) -> Result<Option<T>, JobError> {
    match opened {
        Ok(journal) => Ok(Some(journal)),
        Err(CheckpointError::InUse { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn texts(units: impl Iterator<Item = impl Serialize>) -> Result<Vec<String>, JobError> {
    let texts = units.map(|unit| serde_json::to_string(&unit));
    let texts: Result<_, _> = texts.collect();
    texts.map_err(|error| JobError::Unit(error.into()))
}

impl<J: Job> Work for ErasedJob<'_, J> {
    fn kind(&self) -> &'static str {
        J::KIND
    }

    fn parameters(&self) -> Value {
        self.job.parameters()
    }

    fn looks_at_others(&self) -> bool {
        J::LOOKS_AT_OTHERS
    }

    fn shares(&self) -> bool {
        J::SHARES
    }

    fn planned(&self) -> Result<Vec<String>, JobError> {
        texts(cover(self.job.plan(), self.journal.findings()))
    }

    fn wanted(&self) -> Result<Vec<String>, JobError> {
        texts(self.job.wanted(self.journal.findings()))
    }

    fn run(
        &self,
        unit: &str,
        directory: &Path,
        joins: bool,
        control: &Control<'_>,
    ) -> Result<UnitState, JobError> {
        let unit = Self::parsed(unit)?;
        let Some((journal, place)) = self.take_place(directory, joins)? else {
            return Self::state_of(self.gathered(&unit, directory)?);
        };
        if let Some(finished) = journal.findings().get(&unit)
            && self
                .wrong_beside(&unit, &finished.finding, directory)
                .is_some()
        {
            // It is run again, and its new finding replaces this one. What the checker refuses is for a merge to judge.
            journal.findings().forget(&unit);
            self.journal.findings().forget(&unit);
        }
        if !journal.findings().contains(&unit) {
            journal.findings().take_from(self.journal.findings());
            let shared = J::SHARES.then(|| Shared::new(directory, &place));
            let local = Local::new(self.job, &journal, self.observer, control);
            local.shared_with(shared).run_unit(&unit)?;
        }
        let stopped = journal.findings().stopped(&unit);
        drop(journal);
        let state = Self::state_of(self.gathered(&unit, directory)?)?;
        Ok(match (state, stopped) {
            (UnitState::Open { .. } | UnitState::Running(_), Some(stopped)) => {
                UnitState::Stopped(stopped.reason)
            }
            (state, _) => state,
        })
    }

    fn state(&self, unit: &str, directory: &Path) -> Result<UnitState, JobError> {
        Self::state_of(self.gathered(&Self::parsed(unit)?, directory)?)
    }

    fn accept(
        &self,
        unit: &str,
        directory: &Path,
        contributors: &[String],
    ) -> Result<UnitState, JobError> {
        let unit = Self::parsed(unit)?;
        let gathered = self.gathered(&unit, directory)?;
        if let Some(mut finished) = gathered.finished.clone()
            && !self.journal.findings().contains(&unit)
        {
            if let Some(wrong) = self.wrong(&unit, &finished.finding, directory) {
                return Ok(UnitState::Refused(wrong.to_string()));
            }
            finished.contributors = contributors.to_vec();
            self.journal.adopt(&unit, &finished, directory);
            self.observer
                .finished(&unit, &finished)
                .map_err(JobError::Unit)?;
        }
        Self::state_of(gathered)
    }
}

impl fmt::Debug for Workers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Threads => "Threads",
            Self::Others(_) => "Others",
        })
    }
}

impl UnitState {
    /// Returns the seconds that all runs have spent on the unit, as far as they are known.
    #[must_use]
    pub const fn seconds(&self) -> f64 {
        match self {
            Self::Open { seconds, .. } | Self::Finished { seconds, .. } => *seconds,
            Self::Running(seconds) => *seconds,
            Self::Stopped(_) | Self::Refused(_) => 0.0,
        }
    }
}
