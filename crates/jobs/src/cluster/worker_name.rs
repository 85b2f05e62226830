//! The names of workers. The directory of a unit says who ran it.

use crate::cluster::plan::PlanError;
use rustix::system::uname;
use serde::{Deserialize, Serialize};
use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::{BuildHasher as _, Hasher as _};
use std::path::Path;
use tait_store::{append_to, is_contributor, read_file};
use tait_text::{clipped, in_line};

/// The file in the directory of a unit that names its workers, a line for each.
const FILE: &str = "workers.jsonl";
/// The most bytes of it: some thousand names.
const LARGEST: u64 = 1 << 20;

/// The name of a process that runs units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkerName {
    /// The person who runs it, if they wish to be named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contributor: Option<String>,
    /// The name of the machine.
    pub machine: String,
    /// A random text that no other process has.
    pub process: String,
    /// The version of tait.
    pub tait: String,
}

impl WorkerName {
    /// Names this process.
    #[must_use]
    pub fn of_this_process(contributor: Option<String>) -> Self {
        Self {
            contributor,
            machine: uname().nodename().to_string_lossy().into_owned(),
            process: format!("{:016x}", RandomState::new().build_hasher().finish()),
            tait: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// Returns whether a run of the other one is no run of somebody else: the machine or the contributor is the same.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let is_same_person = self.contributor.is_some() && self.contributor == other.contributor;
        self.machine == other.machine || is_same_person
    }

    /// Adds the name to those who ran the unit of a directory.
    pub(crate) fn sign(&self, directory: &Path) -> Result<(), PlanError> {
        let path = directory.join(FILE);
        if workers_of(directory)?.contains(self) {
            return Ok(());
        }
        let line = serde_json::to_string(self).unwrap_or_default();
        // A worker that was killed may have left half a line.
        Ok(append_to(&path, format!("\n{line}\n").as_bytes())?)
    }
}

impl fmt::Display for WorkerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(contributor) = &self.contributor {
            write!(f, "{} on ", in_line(contributor))?;
        }
        let plain = |text: &str| clipped(&in_line(text)).into_owned();
        let (machine, process) = (plain(&self.machine), plain(&self.process));
        write!(f, "{machine} (process {process})")
    }
}

/// Returns those who ran the unit of a directory. A line that a killed worker left half-written is passed over.
pub(crate) fn workers_of(directory: &Path) -> Result<Vec<WorkerName>, PlanError> {
    let path = directory.join(FILE);
    let text = read_file(&path, LARGEST)?.unwrap_or_default();
    let lines = text.split(|&byte| byte == b'\n');
    Ok(lines
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect())
}

/// Returns the contributors among those who ran the unit of a directory, each once.
pub(crate) fn contributors_of(directory: &Path) -> Result<Vec<String>, PlanError> {
    let workers = workers_of(directory)?.into_iter();
    let names = workers.filter_map(|worker| worker.contributor);
    let mut names: Vec<String> = names.filter(|name| is_contributor(name)).collect();
    names.sort();
    names.dedup();
    Ok(names)
}
