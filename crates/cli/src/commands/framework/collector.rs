//! Keeping what a search finds while it goes on.

use super::{Arguments, command};
use crate::progress::Progress;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Instant;
use tait_framework::{EndedAttempt, FamilyObserver, ResidueResult};
use tait_puzzle::linear::{Base, BlockLength, Family, Restrictions, SizeWithoutBase};
use tait_search::Sink;
use tait_store::checkpoint::CheckpointLog;
use tait_store::{FamilyRecord, FoundBy, Store};

/// Gathers residues as they are settled and saves each at once, so that nothing found is lost.
pub(super) struct Collector<'a> {
    command: String,
    k: BlockLength,
    store: &'a Store,
    variant: &'a str,
    seed: u64,
    progress: &'a Progress,
    log: &'a CheckpointLog<EndedAttempt>,
    begin: Instant,
    restrictions: Restrictions,
    state: Mutex<Collected>,
}

#[derive(Default)]
struct Collected {
    bases: BTreeMap<u64, Base>,
    smaller: BTreeMap<u64, SizeWithoutBase>,
    states: u64,
    /// The runs that found what was taken over.
    earlier: Option<FoundBy>,
    /// Why something found could not be kept.
    failure: Option<anyhow::Error>,
}

impl<'a> Collector<'a> {
    pub(super) fn new(
        arguments: &Arguments,
        k: BlockLength,
        store: &'a Store,
        variant: &'a str,
        progress: &'a Progress,
        log: &'a CheckpointLog<EndedAttempt>,
        begin: Instant,
    ) -> Self {
        Self {
            command: command(arguments),
            k,
            store,
            variant,
            seed: arguments.limits.seed,
            progress,
            log,
            begin,
            restrictions: arguments.restrictions.restrictions(1),
            state: Mutex::new(Collected::default()),
        }
    }

    /// Takes over what is stored; the residues that need no search.
    pub(super) fn take(&self, stored: FamilyRecord) -> Vec<u64> {
        let modulus = 2 * u64::from(self.k.get());
        let mut settled = Vec::new();
        if let Ok(mut state) = self.state.lock() {
            state.states = stored.found_by.states.unwrap_or_default();
            state.earlier = Some(stored.found_by);
            for base in stored.family.bases {
                settled.push(base.puzzle().n() % modulus);
                let _ = state.bases.insert(base.puzzle().n(), base);
            }
            for smaller in stored.smaller_sizes {
                let _ = state.smaller.insert(smaller.n, smaller);
            }
        }
        settled
    }

    fn record(&self, state: &Collected) -> Option<FamilyRecord> {
        let mut found_by = FoundBy::new(self.command.clone(), self.begin.elapsed());
        found_by.seed = Some(self.seed);
        found_by.states = Some(state.states);
        // Their bases may be those of other sizes than this run would come to.
        if let Some(earlier) = &state.earlier {
            found_by = found_by.and(earlier.clone());
        }
        (!state.bases.is_empty()).then(|| FamilyRecord {
            family: Family {
                k: self.k,
                bases: state.bases.values().cloned().collect(),
            },
            smaller_sizes: state.smaller.values().cloned().collect(),
            restrictions: self.restrictions.clone(),
            found_by,
        })
    }

    /// The family as far as it came.
    pub(super) fn finish(&self) -> anyhow::Result<Option<FamilyRecord>> {
        let Ok(mut state) = self.state.lock() else {
            return Ok(None);
        };
        match state.failure.take() {
            Some(failure) => Err(failure),
            None => Ok(self.record(&state)),
        }
    }
}

impl FamilyObserver for Collector<'_> {
    fn searching(&self, n: u64) {
        self.progress.searching(n);
    }

    fn ended(&self, attempt: &EndedAttempt) {
        if let Err(failure) = self.log.append(attempt)
            && let Ok(mut state) = self.state.lock()
        {
            state.failure = Some(failure.into());
        }
    }

    fn settled(&self, result: &ResidueResult) {
        self.progress.settled(result);
        let Some(base) = &result.base else { return };
        let Ok(mut state) = self.state.lock() else {
            return;
        };
        let _ = state.bases.insert(base.puzzle().n(), base.clone());
        for smaller in &result.smaller {
            let _ = state.smaller.insert(smaller.n, smaller.clone());
        }
        state.states += result.states;
        if let Some(record) = self.record(&state)
            && let Err(failure) = self.store.save_family(&record, self.variant)
        {
            state.failure = Some(failure.into());
        }
    }
}

impl Sink for Collector<'_> {
    fn event(&self, event: tait_search::Event) {
        self.progress.event(event);
    }

    fn is_stopped(&self) -> bool {
        // A disk that is full stops the search: what is found could not be kept.
        let cannot_save = self
            .state
            .try_lock()
            .is_ok_and(|state| state.failure.is_some());
        cannot_save || self.progress.is_stopped()
    }
}
