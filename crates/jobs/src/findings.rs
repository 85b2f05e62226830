//! The facts about a job that a journal needs: its units, their findings so far, and the two ways to merge these.

use dashmap::DashMap;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::Hash;
use std::path::PathBuf;
use std::time::Duration;
use tait_search::{StopReason, Stopped};
use tait_store::{Contributor, FoundBy};

/// Returns the unfinished units of a plan whose units must all be finished.
pub fn cover<J: Units>(
    plan: Vec<J::Unit>,
    findings: &Findings<J>,
) -> impl Iterator<Item = J::Unit> {
    let units = plan.into_iter();
    units.filter(|unit| !findings.contains(unit))
}

/// Returns the wanted units of a plan whose first success counts: the unfinished units before the first known success,
/// as any of them may succeed as well. Units after a success are no longer wanted.
///
/// So the success that counts does not depend on the order in which successes are found.
pub fn portfolio<J: Units>(
    plan: Vec<J::Unit>,
    findings: &Findings<J>,
    is_success: impl Fn(&J::Finding) -> bool,
) -> impl Iterator<Item = J::Unit> {
    let is_before = move |unit: &J::Unit| {
        let finished = findings.get(unit);
        finished.is_none_or(|finished| !is_success(&finished.finding))
    };
    let units = plan.into_iter().take_while(is_before);
    units.filter(|unit| !findings.contains(unit))
}

/// The units of a [`Job`](crate::Job) and their findings: everything that its [`Journal`](crate::Journal) stores.
pub trait Units: Sync + Sized {
    /// The name of the job's journals. It ends with a number, which changes when the meaning of units, partial results
    /// or findings changes.
    const KIND: &'static str;

    /// A part of the work. The unit and the job's parameters determine the finding.
    type Unit: Clone + Eq + Hash + Serialize + DeserializeOwned + Send + Sync;
    /// A result that a stopped unit leaves to its next run.
    type Partial: Clone + Serialize + DeserializeOwned + Send + Sync;
    /// The result of a finished unit.
    type Finding: Clone + Serialize + DeserializeOwned + Send + Sync;

    /// Returns everything on which the findings depend besides the unit. Different parameters mean a different journal.
    fn parameters(&self) -> Value;
}

/// The findings of the units so far, by unit. Many workers write at once, and a reader's view does not depend on who
/// was first.
pub struct Findings<J: Units> {
    finished: DashMap<J::Unit, Finished<J::Finding>>,
    /// Units that stopped at a limit in this run.
    stopped: DashMap<J::Unit, Stopped>,
    /// The partial results and times of units that are not finished.
    left: DashMap<J::Unit, Left<J::Partial>>,
    /// The directories of units that others have run.
    places: DashMap<J::Unit, PathBuf>,
    /// The directory of all other units.
    pub(crate) home: Option<PathBuf>,
}

/// The partial results and the time of a unit that is not finished.
#[derive(Debug, Clone, PartialEq)]
pub struct Left<N> {
    /// The partial results of the unit, in order.
    pub partials: Vec<N>,
    /// How many seconds all runs spent on the unit.
    pub seconds: f64,
}

impl<N> Default for Left<N> {
    fn default() -> Self {
        Self {
            partials: Vec::new(),
            seconds: 0.0,
        }
    }
}

/// A finished unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished<F> {
    /// The finding of the unit.
    pub finding: F,
    /// How many seconds it took, including earlier runs that were stopped in it.
    pub seconds: f64,
    /// Those who ran it elsewhere, if they wish to be named.
    pub contributors: Vec<String>,
}

impl<F> Finished<F> {
    /// Creates the finding of a unit that nobody else ran.
    pub(crate) const fn new(finding: F, seconds: f64) -> Self {
        Self {
            finding,
            seconds,
            contributors: Vec::new(),
        }
    }

    /// Returns how the finding came about: by this command, or by this unit of it.
    #[must_use]
    pub fn found_by(&self, command: &str) -> FoundBy {
        FoundBy {
            contributors: self.credits(),
            ..FoundBy::new(command, self.time())
        }
    }

    /// Returns those who ran it elsewhere, as a record of the unit alone names them.
    pub(crate) fn credits(&self) -> Vec<Contributor> {
        let names = self.contributors.iter().cloned();
        let credit = |name| Contributor {
            name,
            units: Vec::new(),
        };
        names.map(credit).collect()
    }

    /// Returns how long it took, including earlier runs that were stopped in it.
    #[must_use]
    pub fn time(&self) -> Duration {
        Duration::try_from_secs_f64(self.seconds).unwrap_or_default()
    }
}

impl<J: Units> Findings<J> {
    /// Returns the finding of a unit, if the unit is finished.
    #[must_use]
    pub fn get(&self, unit: &J::Unit) -> Option<Finished<J::Finding>> {
        self.finished.get(unit).map(|found| found.value().clone())
    }

    /// Returns whether a unit is finished.
    #[must_use]
    pub fn contains(&self, unit: &J::Unit) -> bool {
        self.finished.contains_key(unit)
    }

    /// Returns why a unit that is not finished stopped in this run, if it did.
    #[must_use]
    pub fn stopped(&self, unit: &J::Unit) -> Option<Stopped> {
        self.stopped.get(unit).map(|found| found.value().clone())
    }

    /// Returns what earlier runs left of a unit that is not finished.
    #[must_use]
    pub fn left(&self, unit: &J::Unit) -> Left<J::Partial> {
        let left = self.left.get(unit).map(|left| left.value().clone());
        left.unwrap_or_default()
    }

    /// Returns how many partial results there are of units that are not finished.
    #[must_use]
    pub fn partials(&self) -> usize {
        self.left.iter().map(|left| left.partials.len()).sum()
    }

    /// Returns whether any unit stopped in this run.
    pub(crate) fn has_stopped(&self) -> bool {
        !self.stopped.is_empty()
    }

    /// Returns how many units are finished.
    #[must_use]
    pub fn len(&self) -> usize {
        self.finished.len()
    }

    /// Returns whether no unit is finished.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.finished.is_empty()
    }

    /// Returns the directory with the files of a unit that is finished; `None` when the journal is in memory.
    #[must_use]
    pub fn place(&self, unit: &J::Unit) -> Option<PathBuf> {
        let place = self.places.get(unit).map(|place| place.value().clone());
        place.or_else(|| self.home.clone())
    }

    pub(crate) fn put_place(&self, unit: J::Unit, directory: PathBuf) {
        let _ = self.places.insert(unit, directory);
    }

    /// Forgets the finding of a unit.
    pub(crate) fn forget(&self, unit: &J::Unit) {
        let _ = self.finished.remove(unit);
    }

    /// Returns those who ran units elsewhere, in the order of their names, each with these units.
    pub(crate) fn contributors(&self) -> Vec<Contributor> {
        let mut units: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for finished in &self.finished {
            let unit = serde_json::to_string(finished.key()).unwrap_or_default();
            for name in &finished.contributors {
                units.entry(name.clone()).or_default().push(unit.clone());
            }
        }
        let sorted = |(name, mut units): (String, Vec<String>)| {
            units.sort_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
            Contributor { name, units }
        };
        units.into_iter().map(sorted).collect()
    }

    /// Takes over the findings of others.
    pub(crate) fn take_from(&self, others: &Self) {
        for other in &others.places {
            self.put_place(other.key().clone(), other.value().clone());
        }
        for other in &others.finished {
            let _ = self
                .finished
                .insert(other.key().clone(), other.value().clone());
        }
    }

    pub(crate) fn put(&self, unit: J::Unit, finished: Finished<J::Finding>) {
        let _ = self.left.remove(&unit);
        let _ = self.finished.insert(unit, finished);
    }

    pub(crate) fn put_partial(&self, unit: J::Unit, partial: J::Partial, seconds: f64) {
        let mut left = self.left.entry(unit).or_default();
        left.partials.push(partial);
        left.seconds = left.seconds.max(seconds);
    }

    pub(crate) fn put_seconds(&self, unit: J::Unit, seconds: f64) {
        let mut left = self.left.entry(unit).or_default();
        left.seconds = left.seconds.max(seconds);
    }

    pub(crate) fn put_stopped(&self, unit: J::Unit, stopped: Stopped) {
        let _ = self.stopped.insert(unit, stopped);
    }

    /// Returns why the first of these units that stopped did so.
    pub(crate) fn first_stop(&self, units: &[J::Unit]) -> Option<StopReason> {
        units
            .iter()
            .find_map(|unit| self.stopped(unit))
            .map(|stopped| stopped.reason)
    }
}

impl<J: Units> Default for Findings<J> {
    fn default() -> Self {
        Self {
            finished: DashMap::new(),
            stopped: DashMap::new(),
            left: DashMap::new(),
            places: DashMap::new(),
            home: None,
        }
    }
}

impl<J: Units> fmt::Debug for Findings<J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Findings")
            .field("finished", &self.finished.len())
            .field("stopped", &self.stopped.len())
            .field("left", &self.left.len())
            .finish()
    }
}
