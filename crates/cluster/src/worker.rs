//! Running units of a plan.

use crate::plan::{Plan, PlanError};
use crate::selection::Selection;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use tait_jobs::{Failure, HandOver, JobError, UnitState, Work};
use tait_search::Control;

/// Runs the selected units of a plan, one after the other, each with all threads. Units that are finished, or that
/// somebody else is running, are passed over. A unit that is wrong does not end the others.
pub struct Worker {
    plan: Arc<Plan>,
    units: Vec<usize>,
    tell: Tell,
}

/// A function that is told how each unit ended, by its number.
type Tell = Box<dyn Fn(usize, &Ended) + Send + Sync>;

/// How a worker left a unit.
#[derive(Debug)]
pub enum Ended {
    /// It is in this state.
    Left(UnitState),
    /// It needs the findings of others first, or is not needed any more.
    NotWanted,
    /// It failed.
    Failed(Failure),
}

impl Worker {
    /// Creates a worker.
    ///
    /// # Errors
    /// When a unit is selected that the plan does not have.
    pub fn new(plan: Arc<Plan>, selection: &Selection, tell: Tell) -> Result<Self, PlanError> {
        let units = selection.of(&plan)?;
        Ok(Self { plan, units, tell })
    }
}

impl Worker {
    fn look_at_others(&self, work: &dyn Work) -> Result<(), JobError> {
        for number in 0..self.plan.units() {
            let directory = self.plan.unit_directory(number);
            if directory.exists() {
                let _ = work.accept(self.plan.unit(number).unwrap_or_default(), &directory)?;
            }
        }
        Ok(())
    }
}

fn wanted_of(work: &dyn Work) -> Result<HashSet<String>, JobError> {
    Ok(work.wanted()?.into_iter().collect())
}

impl HandOver for Worker {
    fn hand_over(&self, work: &dyn Work, control: &Control<'_>) -> Result<(), JobError> {
        self.plan.check(work)?;
        let mut wanted = wanted_of(work)?;
        for &number in &self.units {
            if let Some(reason) = control.stop_reason(0, 0) {
                (self.tell)(number, &Ended::Left(UnitState::Stopped(reason)));
                break;
            }
            if work.looks_at_others() {
                self.look_at_others(work)?;
                wanted = wanted_of(work)?;
            }
            let unit = self.plan.unit(number).unwrap_or_default();
            let directory = self.plan.unit_directory(number);
            let ended = match wanted.contains(unit) {
                true => work.run(unit, &directory, control),
                false => work.state(unit, &directory),
            };
            let ended = match ended {
                Ok(UnitState::Open { .. }) => Ended::NotWanted,
                Ok(state) => Ended::Left(state),
                Err(JobError::Unit(failure)) => Ended::Failed(failure),
                Err(error) => return Err(error),
            };
            (self.tell)(number, &ended);
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
