//! The trait of all jobs, and the errors of a run that makes a record.

use crate::desk::Desk;
use crate::findings::{Findings, Units, cover};
use std::error::Error;
use std::path::Path;
use tait_search::{Stopped, StoreFailed};
use tait_store::StoreError;
use tait_store::checkpoint::CheckpointError;
use thiserror::Error;

/// A search cut into units that any worker may run, in any order, and more than once. The [crate] documentation has an
/// example.
pub trait Job: Units {
    /// Whether the other units go on when a unit meets a limit of its own, such as the limit on states.
    const PASSES_OVER: bool = true;

    /// Whether a unit may be wanted, or not wanted any more, because of the findings of others. Then whoever runs one
    /// unit looks at the others first.
    const LOOKS_AT_OTHERS: bool = false;

    /// Whether several workers may run a unit at once, each some of its parts, which they [claim](Desk::claim).
    const SHARES: bool = false;

    /// The result of all units.
    type Record;

    /// Returns all units, in the order in which they are begun. This order decides between successes.
    fn plan(&self) -> Vec<Self::Unit>;

    /// Returns whether units run side by side, one on each thread. Otherwise they run one after the other, and each may use
    /// all threads and all memory.
    fn is_side_by_side(&self) -> bool {
        false
    }

    /// Runs a unit.
    ///
    /// # Errors
    /// [`Halt`] when the unit did not come to its end.
    fn run(&self, unit: &Self::Unit, desk: &Desk<'_, Self>) -> Result<Self::Finding, Halt>;

    /// Returns the units that are still to be run, in the order of the plan: those of a [`cover`], unless the job
    /// overrides this. The runner asks again after each unit, so this is separate from [`merge`](Self::merge), which
    /// makes records. A unit may be wanted only because of the findings of others.
    fn wanted<'a>(&'a self, findings: &'a Findings<Self>) -> Wanted<'a, Self> {
        Box::new(cover(self.plan(), findings))
    }

    /// Checks a finding that somebody else brings, by the checker of the puzzle.
    ///
    /// # Errors
    /// What is wrong with it.
    fn check(&self, _unit: &Self::Unit, _finding: &Self::Finding) -> Result<(), Failure> {
        Ok(())
    }

    /// Checks a finding beside the files of its unit, which are in this directory, and the findings of units that come
    /// before it in the plan, as far as these are known.
    ///
    /// # Errors
    /// What is wrong with it. Then the unit is run again.
    fn check_beside(
        &self,
        _unit: &Self::Unit,
        _finding: &Self::Finding,
        _others: &Findings<Self>,
        _directory: &Path,
    ) -> Result<(), Failure> {
        Ok(())
    }

    /// Merges the findings, of all units or of some.
    fn merge(&self, findings: &Findings<Self>) -> Self::Record;
}

/// Units that are still to be run, one by one: for a long plan, most callers ask for the first alone.
pub type Wanted<'a, J> = Box<dyn Iterator<Item = <J as Units>::Unit> + 'a>;

/// An error in a unit, or in the handling of its finding.
pub type Failure = Box<dyn Error + Send + Sync>;

/// The reason why a unit did not come to its end.
#[derive(Debug)]
pub enum Halt {
    /// The unit met a limit or was asked to stop. Other units may go on.
    Stopped(Stopped),
    /// The unit cannot be run, or its finding cannot be kept. The run ends.
    Failed(Failure),
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl From<StoreFailed> for Halt {
    fn from(failed: StoreFailed) -> Self {
        Self::Failed(failed.into_inner())
    }
}

impl Halt {
    /// Creates the halt of a unit that cannot be run.
    pub fn failed(error: impl Into<Failure>) -> Self {
        Self::Failed(error.into())
    }
}

/// The reason why a run ended without a usable result.
#[derive(Debug, Error)]
pub enum JobError {
    /// The journal cannot be opened, written or removed.
    #[error(transparent)]
    Journal(#[from] CheckpointError),
    /// A unit failed.
    #[error("{0}")]
    Unit(#[source] Failure),
    /// The units were handed over to [others](crate::Workers::Others), so there is no record yet.
    #[error("the units of this search are handed over to others")]
    HandedOver,
}

/// The reason why a run did not make its record.
#[derive(Debug, Error)]
pub enum MakeError {
    /// A record cannot be read or written, or contradicts a stored one.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The journal or a layer cannot be read or written.
    #[error("{0}")]
    Checkpoint(#[from] CheckpointError),
    /// The job failed.
    #[error("{0}")]
    Job(#[from] JobError),
    /// The request or the result does not make sense.
    #[error("{0}")]
    Other(#[source] Failure),
}

impl MakeError {
    /// Wraps any other error.
    pub(crate) fn other(error: impl Into<Failure>) -> Self {
        Self::Other(error.into())
    }
}
