//! Writing a plan.

use crate::cluster::carried::Carried;
use crate::cluster::draft::Draft;
use crate::cluster::plan::{FILES, Plan};
use crate::{HandOver, JobError, Work};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tait_search::Control;
use tait_store::Store;

/// Writes the plan of a job instead of running it.
#[derive(Debug)]
pub struct Planner {
    directory: PathBuf,
    command: Vec<String>,
    confirm: bool,
    records: Option<(Store, Option<&'static str>)>,
    slurm: bool,
    plan: OnceLock<Plan>,
}

impl Planner {
    /// Creates a planner for a directory, which must not exist or must be empty. The words of the command tell workers
    /// which job it is. The plan has copies of the files that they name, in words of their own or as `--option=FILE`, and
    /// names these copies where a file does not lie below the current directory.
    #[must_use]
    pub fn new(directory: &Path, command: Vec<String>) -> Self {
        Self {
            directory: directory.to_owned(),
            command,
            confirm: false,
            records: None,
            slurm: false,
            plan: OnceLock::new(),
        }
    }

    /// Plans each unit twice, to be run by two workers, so that their findings can be compared.
    #[must_use]
    pub fn with_each_unit_twice(mut self, confirm: bool) -> Self {
        self.confirm = confirm;
        self
    }

    /// Copies the records of a store into the plan, or those of one of its directories, for a search that needs them.
    #[must_use]
    pub fn with_records(mut self, records: Option<(Store, Option<&'static str>)>) -> Self {
        self.records = records;
        self
    }

    /// Also writes a [script](Plan::slurm) that submits the units to Slurm.
    #[must_use]
    pub const fn with_slurm(mut self, slurm: bool) -> Self {
        self.slurm = slurm;
        self
    }

    /// Writes the plan of a job. All that belongs to it is there before `plan.json` is.
    fn written(&self, work: &dyn Work) -> Result<Plan, JobError> {
        Draft::require_empty(&self.directory)?;
        let carried = Carried::of(&self.command);
        let plan = Plan::new(&self.directory, carried.command.clone(), self.confirm, work)?;
        let draft = Draft::begin(&self.directory)?;
        carried.copy_into(&self.directory.join(FILES))?;
        if let Some((store, directory)) = &self.records {
            let kept = plan.keep_records(store, *directory);
            kept.map_err(|error| JobError::Unit(error.into()))?;
        }
        if self.slurm {
            plan.write_slurm()?;
        }
        draft.finish(&plan.text()?, &plan.path())?;
        Ok(plan)
    }

    /// Returns the plan, once a job has been handed over.
    #[must_use]
    pub fn plan(&self) -> Option<&Plan> {
        self.plan.get()
    }
}

impl HandOver for Planner {
    fn hand_over(&self, work: &dyn Work, _control: &Control<'_>) -> Result<(), JobError> {
        let _ = self.plan.set(self.written(work)?);
        Err(JobError::HandedOver)
    }
}
