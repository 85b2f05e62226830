//! Running units of a plan.

use crate::plan::{Plan, PlanError};
use crate::selection::Selection;
use crate::worker_name::{WorkerName, contributors_of};
use std::collections::{HashSet, VecDeque};
use std::fmt;
use std::sync::Arc;
use tait_jobs::{Failure, HandOver, JobError, UnitState, Work};
use tait_search::Control;

/// Runs the selected units of a plan, one after the other, each with all threads. Units that are finished, or that
/// somebody else is running, are passed over. A unit that is wrong does not end the others.
pub struct Worker {
    plan: Arc<Plan>,
    name: WorkerName,
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
    /// This worker has run the same unit already, so another one has to run it.
    NeedsAnother,
    /// It failed.
    Failed(Failure),
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
        })
    }

    /// Takes over the findings of others, and returns the units that they finished.
    fn look_at_others(&self, work: &dyn Work) -> Result<HashSet<String>, JobError> {
        let mut finished = HashSet::new();
        for number in 0..self.plan.units() {
            let directory = self.plan.unit_directory(number);
            if directory.exists() {
                let unit = self.plan.unit(number).unwrap_or_default();
                let contributors = contributors_of(&directory)?;
                if let UnitState::Finished { .. } = work.accept(unit, &directory, &contributors)? {
                    let _ = finished.insert(unit.to_owned());
                }
            }
        }
        Ok(finished)
    }

    /// Runs a unit, and adds this worker to those who ran it; `ran` are the units that it ran so far.
    fn run(
        &self,
        work: &dyn Work,
        number: usize,
        joins: bool,
        ran: &mut HashSet<usize>,
        control: &Control<'_>,
    ) -> Result<UnitState, JobError> {
        let unit = self.plan.unit(number).unwrap_or_default();
        let directory = self.plan.unit_directory(number);
        let before = work.state(unit, &directory)?;
        if let UnitState::Finished { .. } = before {
            return Ok(before);
        }
        let state = work.run(unit, &directory, joins, control)?;
        if !matches!(state, UnitState::Running(_)) {
            let _ = ran.insert(number);
            self.name.sign(&directory)?;
        }
        Ok(state)
    }
}

fn wanted_of(work: &dyn Work) -> Result<HashSet<String>, JobError> {
    Ok(work.wanted()?.into_iter().collect())
}

impl HandOver for Worker {
    fn hand_over(&self, work: &dyn Work, control: &Control<'_>) -> Result<(), JobError> {
        self.plan.check(work)?;
        let (mut wanted, mut ran) = (wanted_of(work)?, HashSet::new());
        let mut queue: VecDeque<(usize, bool)> =
            self.units.iter().map(|&number| (number, false)).collect();
        while let Some((number, joins)) = queue.pop_front() {
            if let Some(reason) = control.stop_reason(0, 0) {
                (self.tell)(number, &Ended::Left(UnitState::Stopped(reason)));
                break;
            }
            if work.looks_at_others() {
                let finished = self.look_at_others(work)?;
                wanted = wanted_of(work)?;
                if self.plan.is_confirmed() {
                    wanted.extend(finished);
                }
            }
            let unit = self.plan.unit(number).unwrap_or_default();
            let same = self.plan.same_as(number);
            let is_mine = same.is_some_and(|same| ran.contains(&same));
            let ended = match wanted.contains(unit) && !is_mine {
                true => self.run(work, number, joins, &mut ran, control),
                false => work.state(unit, &self.plan.unit_directory(number)),
            };
            // Helping others comes last: by then nothing else is left to do.
            if matches!(ended, Ok(UnitState::Running(_))) && !joins && work.shares() {
                queue.push_back((number, true));
                continue;
            }
            let ended = match ended {
                Ok(UnitState::Open { .. }) if is_mine => Ended::NeedsAnother,
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
