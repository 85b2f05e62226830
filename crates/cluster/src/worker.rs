//! Running units of a plan.

use crate::plan::{Plan, PlanError};
use crate::selection::Selection;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use tait_jobs::{Failure, HandOver, JobError, UnitState, Work};
use tait_search::Control;

/// Runs the selected units of a plan, one after the other, each with all threads. Units that are finished, or that
/// somebody else is running, are passed over. A unit that is wrong does not end the others.
pub struct Worker {
    plan: Arc<Plan>,
    units: Vec<usize>,
    tell: Tell,
}

/// How long a worker waits before it looks at the others again.
const PAUSE: Duration = Duration::from_millis(100);
/// A worker that was running a unit this short a time ago may be about to begin the next one.
const BETWEEN_UNITS: Duration = Duration::from_secs(1);

/// A function that is told how each unit ended, by its number.
type Tell = Box<dyn Fn(usize, &Ended) + Send + Sync>;

/// How a worker left a unit.
#[derive(Debug)]
pub enum Ended {
    /// It is in this state.
    Left(UnitState),
    /// It needs the findings of others first.
    NotWanted,
    /// Nobody needs it any more, because the others are finished.
    NotNeeded,
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

/// What a worker knows of the other units, if the job looks at these.
#[derive(Default)]
struct Seen {
    wanted: HashSet<String>,
    /// The units whose findings were accepted.
    accepted: HashSet<usize>,
    /// When a unit was last seen running elsewhere.
    running: Option<Instant>,
}

impl Seen {
    /// Looks at all units that were not accepted before.
    fn look(&mut self, plan: &Plan, work: &dyn Work) -> Result<(), JobError> {
        for number in (0..plan.units()).filter(|_| work.looks_at_others()) {
            let directory = plan.unit_directory(number);
            if !self.accepted.contains(&number) && directory.exists() {
                match work.accept(plan.unit(number).unwrap_or_default(), &directory)? {
                    UnitState::Finished { .. } => {
                        let _ = self.accepted.insert(number);
                    }
                    UnitState::Running => self.running = Some(Instant::now()),
                    _ => {}
                }
            }
        }
        self.wanted = work.wanted()?.into_iter().collect();
        Ok(())
    }

    /// Returns whether others may soon finish what a unit waits for.
    fn is_worth_waiting(&self) -> bool {
        let running = self.running;
        running.is_some_and(|running| running.elapsed() < BETWEEN_UNITS)
    }
}

impl HandOver for Worker {
    fn hand_over(&self, work: &dyn Work, control: &Control<'_>) -> Result<(), JobError> {
        self.plan.check(work)?;
        let mut seen = Seen::default();
        seen.look(&self.plan, work)?;
        let mut open = self.units.clone();
        let mut busy = HashSet::new();
        while !open.is_empty() {
            let mut waiting = Vec::new();
            let before = open.len();
            for number in open {
                if let Some(reason) = control.stop_reason(0, 0) {
                    (self.tell)(number, &Ended::Left(UnitState::Stopped(reason)));
                    return Err(JobError::HandedOver);
                }
                let unit = self.plan.unit(number).unwrap_or_default();
                let directory = self.plan.unit_directory(number);
                let ended = match seen.wanted.contains(unit) {
                    true => work.run(unit, &directory, control),
                    false => work.state(unit, &directory),
                };
                let _ = seen.accepted.remove(&number);
                if work.looks_at_others() {
                    seen.look(&self.plan, work)?;
                }
                match ended {
                    Ok(UnitState::Open { .. }) => waiting.push(number),
                    // Perhaps somebody was only looking at it.
                    Ok(UnitState::Running) if work.looks_at_others() && busy.insert(number) => {
                        waiting.push(number);
                    }
                    Ok(state) => (self.tell)(number, &Ended::Left(state)),
                    Err(JobError::Unit(failure)) => (self.tell)(number, &Ended::Failed(failure)),
                    Err(error) => return Err(error),
                }
            }
            open = waiting;
            let is_stuck = open.len() == before;
            if seen.wanted.is_empty() || is_stuck && !seen.is_worth_waiting() {
                break;
            }
            if is_stuck {
                thread::sleep(PAUSE);
                seen.look(&self.plan, work)?;
            }
        }
        for number in open {
            let unit = self.plan.unit(number).unwrap_or_default();
            let state = work.state(unit, &self.plan.unit_directory(number))?;
            let ended = match state {
                UnitState::Open { .. } if seen.wanted.is_empty() => Ended::NotNeeded,
                UnitState::Open { .. } => Ended::NotWanted,
                state => Ended::Left(state),
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
