//! A plan as jobs of Slurm.

use crate::plan::{Plan, PlanError};
use std::fs;
use std::path::PathBuf;

const TEMPLATE: &str = include_str!("slurm.sh");

/// The most tasks of an array: one less than what Slurm allows unless it is told otherwise.
const MOST_TASKS: usize = 1000;

impl Plan {
    /// Writes `slurm.sh` into the directory of the plan, and returns its path. The script submits an array of tasks, each
    /// of which runs a slice of the units, and a job after them, which merges the findings.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_slurm(&self) -> Result<PathBuf, PlanError> {
        let path = self.directory().join("slurm.sh");
        let script = TEMPLATE
            .replace("UNITS", &self.units().to_string())
            .replace("TASKS", &self.units().clamp(1, MOST_TASKS).to_string());
        fs::write(&path, script).map_err(PlanError::file("write", &path))?;
        Ok(path)
    }
}
