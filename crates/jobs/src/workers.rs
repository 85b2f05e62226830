//! Units that others run.
//!
//! A job that is handed over is seen without its types: its units are JSON texts, and each has a directory of its own
//! with a journal. So whoever hands units over needs to know nothing about the job.

use crate::findings::Finished;
use crate::job::{Failure, Job, JobError};
use crate::journal::Journal;
use crate::local::{Local, Observer};
use crate::merge::cover;
use crate::units::Units;
use serde::Serialize;
use serde_json::Value;
use std::fmt;
use std::path::Path;
use tait_search::{Control, StopReason};
use tait_store::checkpoint::CheckpointError;

/// Those who run the units of a job.
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

    /// Runs a unit, or goes on with it, unless it is finished or somebody else is running it. A unit that is wanted only
    /// because of others sees what was [accepted](Self::accept) before.
    ///
    /// # Errors
    /// When the unit fails, or the journal cannot be written.
    fn run(
        &self,
        unit: &str,
        directory: &Path,
        control: &Control<'_>,
    ) -> Result<UnitState, JobError>;

    /// Returns how far a unit has come.
    ///
    /// # Errors
    /// When the journal cannot be read.
    fn state(&self, unit: &str, directory: &Path) -> Result<UnitState, JobError>;

    /// Takes over the finding of a unit that is finished, if the job's checker accepts it, and returns how far the unit
    /// has come.
    ///
    /// # Errors
    /// When the journal cannot be read, or the record of the findings cannot be stored.
    fn accept(&self, unit: &str, directory: &Path) -> Result<UnitState, JobError>;
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
    /// Somebody is running it now.
    Running,
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
pub(crate) struct Handed<'a, J: Job> {
    pub(crate) job: &'a J,
    /// Holds the findings that are accepted. Nothing of them is written to it.
    pub(crate) journal: &'a Journal<J>,
    pub(crate) observer: &'a dyn Observer<J>,
}

/// A unit with its journal, unless somebody else has it open.
type Free<J> = Option<(<J as Units>::Unit, Journal<J>)>;

/// The way to open a journal.
type Open<J> = fn(&Path, &J) -> Result<Journal<J>, CheckpointError>;

impl<J: Job> Handed<'_, J> {
    fn open(&self, unit: &str, directory: &Path, open: Open<J>) -> Result<Free<J>, JobError> {
        let parsed = serde_json::from_str(unit).map_err(|error| {
            JobError::Unit(format!("{unit} is no unit of {}: {error}", J::KIND).into())
        })?;
        match open(directory, self.job) {
            Ok(journal) => Ok(Some((parsed, journal))),
            Err(CheckpointError::InUse { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns what is wrong with a finding, if anything.
    fn wrong(&self, unit: &J::Unit, finding: &J::Finding, directory: &Path) -> Option<Failure> {
        let others = self.journal.findings();
        let checked = self.job.check(unit, finding);
        let checked =
            checked.and_then(|()| self.job.check_beside(unit, finding, others, directory));
        checked.err()
    }

    fn state_of(unit: &J::Unit, journal: &Journal<J>) -> Result<UnitState, JobError> {
        Ok(match journal.findings().get(unit) {
            Some(Finished { finding, seconds }) => UnitState::Finished {
                seconds,
                finding: serde_json::to_string(&finding)
                    .map_err(|error| JobError::Unit(error.into()))?,
            },
            None => UnitState::Open {
                seconds: journal.findings().left(unit).seconds,
                damage: journal.refused().first().cloned(),
            },
        })
    }
}

fn texts(units: impl Iterator<Item = impl Serialize>) -> Result<Vec<String>, JobError> {
    let texts = units.map(|unit| serde_json::to_string(&unit));
    let texts: Result<_, _> = texts.collect();
    texts.map_err(|error| JobError::Unit(error.into()))
}

impl<J: Job> Work for Handed<'_, J> {
    fn kind(&self) -> &'static str {
        J::KIND
    }

    fn parameters(&self) -> Value {
        self.job.parameters()
    }

    fn looks_at_others(&self) -> bool {
        J::LOOKS_AT_OTHERS
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
        control: &Control<'_>,
    ) -> Result<UnitState, JobError> {
        let Some((unit, journal)) = self.open(unit, directory, Journal::claim)? else {
            return Ok(UnitState::Running);
        };
        if let Some(finished) = journal.findings().get(&unit)
            && self.wrong(&unit, &finished.finding, directory).is_some()
        {
            // It is run again, and its new finding replaces this one.
            journal.findings().forget(&unit);
            self.journal.findings().forget(&unit);
        }
        if !journal.findings().contains(&unit) {
            journal.findings().take_from(self.journal.findings());
            Local::new(self.job, &journal, self.observer, control).run_unit(&unit)?;
            if let Some(stopped) = journal.findings().stopped(&unit) {
                return Ok(UnitState::Stopped(stopped.reason));
            }
        }
        Self::state_of(&unit, &journal)
    }

    fn state(&self, unit: &str, directory: &Path) -> Result<UnitState, JobError> {
        match self.open(unit, directory, Journal::look)? {
            None => Ok(UnitState::Running),
            Some((unit, journal)) => Self::state_of(&unit, &journal),
        }
    }

    fn accept(&self, unit: &str, directory: &Path) -> Result<UnitState, JobError> {
        let Some((unit, journal)) = self.open(unit, directory, Journal::look)? else {
            return Ok(UnitState::Running);
        };
        if let Some(finished) = journal.findings().get(&unit)
            && !self.journal.findings().contains(&unit)
        {
            if let Some(wrong) = self.wrong(&unit, &finished.finding, directory) {
                return Ok(UnitState::Refused(wrong.to_string()));
            }
            self.journal.adopt(&unit, &finished, directory);
            self.observer
                .finished(&unit, &finished)
                .map_err(JobError::Unit)?;
        }
        Self::state_of(&unit, &journal)
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
            Self::Running | Self::Stopped(_) | Self::Refused(_) => 0.0,
        }
    }
}
