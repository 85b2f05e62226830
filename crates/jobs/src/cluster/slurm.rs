//! A plan as jobs of Slurm.

use crate::cluster::plan::{Plan, PlanError};
use std::path::PathBuf;
use tait_store::write_file;

/// The name of the script.
pub(crate) const SCRIPT: &str = "slurm.sh";

const TEMPLATE: &str = include_str!("slurm.sh");

/// The most tasks of an array: one less than what Slurm allows unless it is told otherwise.
const MOST_TASKS: usize = 1000;

impl Plan {
    /// Returns the path of the script for Slurm, which a plan may have. It submits an array of tasks, each of which runs a
    /// slice of the units, and a job after them, which merges the findings.
    #[must_use]
    pub fn slurm(&self) -> PathBuf {
        self.directory().join(SCRIPT)
    }

    pub(crate) fn write_slurm(&self) -> Result<(), PlanError> {
        let path = self.slurm();
        let script = TEMPLATE
            .replace("UNITS", &self.units().to_string())
            .replace("TASKS", &self.units().clamp(1, MOST_TASKS).to_string());
        Ok(write_file(&path, &script)?)
    }
}
