//! What the units came to so far.

use crate::units::Units;
use dashmap::DashMap;
use std::fmt;
use std::time::Duration;
use tait_search::{StopReason, Stopped};

/// What the units came to so far, by unit. Many workers write at once, and what is read does not depend on
/// who was first.
pub struct Findings<J: Units> {
    finished: DashMap<J::Unit, Finished<J::Finding>>,
    /// Units that stopped at a limit in this run.
    stopped: DashMap<J::Unit, Stopped>,
    /// What is left of units that are not finished.
    left: DashMap<J::Unit, Left<J::Partial>>,
}

/// What is left of a unit that is not finished.
#[derive(Debug, Clone, PartialEq)]
pub struct Left<N> {
    /// Its partial results, in order.
    pub partials: Vec<N>,
    /// How long all runs spent on it.
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
    /// What it came to.
    pub finding: F,
    /// How long it took, earlier runs that were stopped in it included.
    pub seconds: f64,
}

impl<F> Finished<F> {
    /// How long it took, earlier runs that were stopped in it included.
    #[must_use]
    pub fn time(&self) -> Duration {
        Duration::try_from_secs_f64(self.seconds).unwrap_or_default()
    }
}

impl<J: Units> Findings<J> {
    /// What a finished unit came to.
    #[must_use]
    pub fn get(&self, unit: &J::Unit) -> Option<Finished<J::Finding>> {
        self.finished.get(unit).map(|found| found.value().clone())
    }

    /// Whether a unit is finished.
    #[must_use]
    pub fn contains(&self, unit: &J::Unit) -> bool {
        self.finished.contains_key(unit)
    }

    /// Why a unit that is not finished stopped in this run.
    #[must_use]
    pub fn stopped(&self, unit: &J::Unit) -> Option<Stopped> {
        self.stopped.get(unit).map(|found| found.value().clone())
    }

    /// What is left of a unit that is not finished.
    #[must_use]
    pub fn left(&self, unit: &J::Unit) -> Left<J::Partial> {
        let left = self.left.get(unit).map(|left| left.value().clone());
        left.unwrap_or_default()
    }

    /// How many partial results there are of units that are not finished.
    #[must_use]
    pub fn partials(&self) -> usize {
        self.left.iter().map(|left| left.partials.len()).sum()
    }

    /// Whether a unit stopped in this run.
    pub(crate) fn has_stopped(&self) -> bool {
        !self.stopped.is_empty()
    }

    /// How many units are finished.
    #[must_use]
    pub fn len(&self) -> usize {
        self.finished.len()
    }

    /// Whether no unit is finished.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.finished.is_empty()
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

    /// Why the first of some units stopped that did.
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
