//! The tools of a unit while it runs.

use crate::findings::Findings;
use crate::journal::Journal;
use crate::shared::Shared;
use crate::units::Units;
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tait_framework::PartClaim;
use tait_search::{Control, Event, Limits, Sink};

/// The tools of a unit while it runs: limits, the sink that receives its progress, and its partial results.
pub struct Desk<'a, J: Units> {
    journal: &'a Journal<J>,
    unit: &'a J::Unit,
    partials: Vec<J::Partial>,
    limits: Limits,
    outer: &'a dyn Sink,
    /// Whether the unit's finding is still wanted.
    is_wanted: &'a AtomicBool,
    begin: Instant,
    /// Seconds that earlier runs spent on the unit.
    before: f64,
    /// The workers that share the unit, if any do.
    shared: Option<&'a Shared>,
}

impl<'a, J: Units> Desk<'a, J> {
    pub(crate) fn new(
        journal: &'a Journal<J>,
        unit: &'a J::Unit,
        is_wanted: &'a AtomicBool,
        control: &Control<'a>,
    ) -> Self {
        let left = journal.findings().left(unit);
        Self {
            journal,
            unit,
            partials: left.partials,
            limits: control.limits,
            outer: control.sink,
            is_wanted,
            begin: Instant::now(),
            before: left.seconds,
            shared: None,
        }
    }

    pub(crate) const fn shared_with(mut self, shared: Option<&'a Shared>) -> Self {
        self.shared = shared;
        self
    }

    /// Asks for a part of the unit before making it, as other workers may [share](crate::Job::SHARES) the unit. The name
    /// of the part is that of a file, and the partial result of the part is the one that `is_it` accepts.
    pub fn claim(&self, part: &str, is_it: impl Fn(&J::Partial) -> bool) -> PartClaim<J::Partial> {
        match self.shared {
            Some(shared) => shared.claim::<J>((self.journal.parameters(), self.unit), part, is_it),
            None => PartClaim::Granted(None),
        }
    }

    /// Returns the control for an engine. The engine stops at the limits, when asked to, when the unit is no longer
    /// wanted, and when the journal cannot be written.
    #[must_use]
    pub fn control(&self) -> Control<'_> {
        Control {
            limits: self.limits,
            sink: self,
        }
    }

    /// Returns the partial results of earlier runs of the unit, in the order in which they were left.
    #[must_use]
    pub fn partials(&self) -> &[J::Partial] {
        &self.partials
    }

    /// Returns the findings of the other units, for a unit that is wanted only after them.
    #[must_use]
    pub const fn findings(&self) -> &Findings<J> {
        self.journal.findings()
    }

    /// Returns the directory of the unit, for files of its own; `None` when the journal is in memory.
    #[must_use]
    pub fn directory(&self) -> Option<&Path> {
        self.journal.directory()
    }

    /// Leaves a partial result to a later run of the unit, in case this one is stopped. It may be called from any
    /// thread. When the result cannot be written, the unit is stopped.
    pub fn leave(&self, partial: &J::Partial) {
        self.journal.leave(self.unit, partial, self.seconds());
    }

    /// Returns whether an optional journal could not be written.
    pub(crate) fn has_lost_journal(&self) -> bool {
        self.journal.is_lost()
    }

    fn is_finished_elsewhere(&self) -> bool {
        let parameters = self.journal.parameters();
        (self.shared).is_some_and(|shared| shared.is_finished::<J>(parameters, self.unit))
    }

    /// Returns how many seconds the unit has taken so far, including earlier runs.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.before + self.begin.elapsed().as_secs_f64()
    }
}

impl<J: Units> Sink for Desk<'_, J> {
    fn event(&self, event: Event) {
        self.journal.tick(self.unit, || self.seconds());
        self.outer.event(event);
    }

    fn is_stopped(&self) -> bool {
        !self.is_wanted.load(Ordering::Relaxed)
            || self.journal.has_failed()
            || self.is_finished_elsewhere()
            || self.outer.is_stopped()
    }
}

impl<J: Units> fmt::Debug for Desk<'_, J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk")
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
