//! Collecting the findings of a plan.

use crate::plan::{Plan, PlanError};
use std::fs;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tait_jobs::{HandOver, JobError, UnitState, Work};
use tait_search::Control;

/// Collects the findings of all units, each after the checker has accepted it.
///
/// Whether the units cover the search is for the job to say, which knows what it needs: a record is complete only when
/// nothing is wanted any more. A plan names no unit twice.
#[derive(Debug)]
pub struct Merger {
    plan: Arc<Plan>,
    merged: Mutex<Option<Merged>>,
}

/// What a merger found, by the numbers of the units.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Merged {
    /// How many findings were accepted.
    pub accepted: usize,
    /// The units that have no finding.
    pub missing: Vec<usize>,
    /// The units whose finding the checker refused, with the reason. What is there of them was moved aside, so that
    /// they are run again.
    pub refused: Vec<(usize, String)>,
    /// The units whose journal was damaged, with the damage. What came before the damage counts.
    pub damaged: Vec<(usize, String)>,
}

impl Merger {
    /// Creates a merger.
    #[must_use]
    pub fn new(plan: Arc<Plan>) -> Self {
        Self {
            plan,
            merged: Mutex::default(),
        }
    }

    /// Returns what was found; `None` when no job was handed over, because nothing was left to search.
    #[must_use]
    pub fn merged(&self) -> Option<Merged> {
        self.merged_so_far().clone()
    }

    fn merged_so_far(&self) -> MutexGuard<'_, Option<Merged>> {
        self.merged.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves what there is of a unit aside.
    fn set_aside(&self, number: usize) -> Result<(), PlanError> {
        let directory = self.plan.unit_directory(number);
        let aside = (1..).map(|time| directory.with_extension(format!("refused-{time}")));
        match aside.into_iter().find(|path| !path.exists()) {
            Some(path) => {
                fs::rename(&directory, &path).map_err(PlanError::file("move", &directory))
            }
            None => Ok(()),
        }
    }
}

impl HandOver for Merger {
    fn hand_over(&self, work: &dyn Work, _control: &Control<'_>) -> Result<(), JobError> {
        self.plan.check(work)?;
        let mut merged = Merged::default();
        for number in 0..self.plan.units() {
            let unit = self.plan.unit(number).unwrap_or_default();
            match work.accept(unit, &self.plan.unit_directory(number))? {
                UnitState::Finished { .. } => merged.accepted += 1,
                UnitState::Refused(reason) => {
                    self.set_aside(number)?;
                    merged.refused.push((number, reason));
                }
                UnitState::Open { damage, .. } => {
                    merged.missing.push(number);
                    merged.damaged.extend(damage.map(|damage| (number, damage)));
                }
                UnitState::Running | UnitState::Stopped(_) => merged.missing.push(number),
            }
        }
        if merged.refused.is_empty() && work.wanted()?.is_empty() {
            // The others are not needed.
            merged.missing.clear();
        }
        *self.merged_so_far() = Some(merged);
        Ok(())
    }
}
