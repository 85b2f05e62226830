//! What a job is.

use crate::desk::Desk;
use crate::findings::Findings;
use crate::merge::cover;
use crate::units::Units;
use std::error::Error;
use tait_search::Stopped;
use tait_store::checkpoint::CheckpointError;
use thiserror::Error;

/// A search cut into units that any worker may run, in any order, more than once. The [crate] has an example.
pub trait Job: Units {
    /// Whether units run side by side, one on each thread. Otherwise one runs after the other, and each may use all threads and all
    /// the memory.
    const SIDE_BY_SIDE: bool = false;

    /// Whether the others go on when a unit met a limit of its own, such as that on states.
    const PASSES_OVER: bool = true;

    /// What all units came to.
    type Record;

    /// All units, in the order in which they are begun, and which decides between successes.
    fn plan(&self) -> Vec<Self::Unit>;

    /// Runs a unit.
    ///
    /// # Errors
    /// [`Halt`] when it did not come to its end.
    fn run(&self, unit: &Self::Unit, desk: &Desk<'_, Self>) -> Result<Self::Finding, Halt>;

    /// The units that are still to be run, in the order of the plan: those of a [`cover`], unless the job says
    /// otherwise. The runner asks again after each unit, so this is apart from [`merge`](Self::merge), which makes
    /// records; and a unit may be wanted only because of what others came to.
    fn wanted<'a>(&'a self, findings: &'a Findings<Self>) -> Wanted<'a, Self> {
        Box::new(cover(self.plan(), findings))
    }

    /// What is known, with all units finished or with some.
    fn merge(&self, findings: &Findings<Self>) -> Self::Record;
}

/// Units that are still to be run, told one by one: of a long plan most runs ask for the first alone.
pub type Wanted<'a, J> = Box<dyn Iterator<Item = <J as Units>::Unit> + 'a>;

/// What went wrong in a unit, or in what was to be done with its finding.
pub type Failure = Box<dyn Error + Send + Sync>;

/// Why a unit did not come to its end.
#[derive(Debug)]
pub enum Halt {
    /// It met a limit, or somebody asked it to stop. Other units may go on.
    Stopped(Stopped),
    /// It cannot be run, or what it came to cannot be kept: the run ends.
    Failed(Failure),
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl Halt {
    /// A unit that cannot be run, and why.
    pub fn failed(error: impl Into<Failure>) -> Self {
        Self::Failed(error.into())
    }
}

/// Why a run ended without a result that can be used.
#[derive(Debug, Error)]
pub enum JobError {
    /// The journal cannot be opened, written or removed.
    #[error(transparent)]
    Journal(#[from] CheckpointError),
    /// A unit failed.
    #[error("{0}")]
    Unit(#[source] Failure),
}
