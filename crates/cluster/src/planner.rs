//! Writing a plan.

use crate::plan::Plan;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tait_jobs::{HandOver, JobError, Work};
use tait_search::Control;

/// Writes the plan of a job instead of running it.
#[derive(Debug)]
pub struct Planner {
    directory: PathBuf,
    command: Vec<String>,
    confirm: bool,
    plan: OnceLock<Plan>,
}

impl Planner {
    /// Creates a planner for a directory, which must not exist or must be empty. The words of the command tell workers
    /// which job it is.
    #[must_use]
    pub fn new(directory: &Path, command: Vec<String>) -> Self {
        Self {
            directory: directory.to_owned(),
            command,
            confirm: false,
            plan: OnceLock::new(),
        }
    }

    /// Plans each unit twice, to be run by two workers, so that their findings can be compared.
    #[must_use]
    pub fn with_each_unit_twice(mut self, confirm: bool) -> Self {
        self.confirm = confirm;
        self
    }

    /// Returns the plan, once a job has been handed over.
    #[must_use]
    pub fn plan(&self) -> Option<&Plan> {
        self.plan.get()
    }
}

impl HandOver for Planner {
    fn hand_over(&self, work: &dyn Work, _control: &Control<'_>) -> Result<(), JobError> {
        let plan = Plan::create(&self.directory, self.command.clone(), self.confirm, work)?;
        let _ = self.plan.set(plan);
        Err(JobError::HandedOver)
    }
}
