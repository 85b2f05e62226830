//! Making a family, and storing it while the search runs.

use crate::common_run::forget_common_run;
use crate::exhaustive::ExhaustiveJob;
use crate::exhaustive_run::Exhausting;
use crate::family::{FamilyJob, FamilyParts, ResidueFinding};
use crate::family_request::{FamilyMaking, FamilyMakingObserver};
use crate::findings::Finished;
use crate::job::{Failure, Job};
use crate::journal::{Journal, run_directory};
use crate::local::{Observer, run_by};
use crate::make_error::MakeError;
use crate::remark::Remark;
use crate::workers::Workers;
use serde_json::json;
use tait_framework::ResidueResult;
use tait_linear::{Base, Family};
use tait_search::{Control, StopReason};
use tait_store::{FamilyRecord, FoundBy, Saved, Store};

/// A family as far as it was made.
#[derive(Debug)]
pub struct MadeFamily {
    /// The record that is stored now; `None` when there is no base.
    pub saved: Option<Saved<FamilyRecord>>,
    /// The requested residues that have no base.
    pub without_base: Vec<u64>,
    /// The sizes that were to be searched exhaustively, and were not.
    pub open: Vec<u64>,
    /// Why the first of them has none, with the journal kept to resume; `None` if no size up to the largest has a base.
    pub stopped: Option<StopReason>,
}

/// Searches for bases, and stores the family each time another base is found.
///
/// ```
/// use tait_framework::FamilyRequest;
/// use tait_jobs::{FamilyMaking, make_family};
/// use tait_linear::BlockLength;
/// use tait_store::Store;
///
/// let data = tempfile::tempdir()?;
/// let store = Store::new(data.path());
/// let making = FamilyMaking {
///     store: &store,
///     variant: "bases",
///     name: "framework 3".to_owned(),
///     request: FamilyRequest::new(BlockLength::new(3)?),
///     stored: None,
///     is_fresh: false,
///     exhausted: None,
///     workers: Default::default(),
///     observer: &(),
/// };
/// let made = make_family(making, &Default::default())?;
/// assert!(made.without_base.is_empty());
/// let stored = store.family(BlockLength::new(3)?, "bases")?;
/// assert_eq!(stored, made.saved.map(|saved| saved.record));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the search fails, or the store or the journal cannot be read or written.
pub fn make_family(
    making: FamilyMaking<'_>,
    control: &Control<'_>,
) -> Result<MadeFamily, MakeError> {
    let FamilyMaking {
        store,
        variant,
        name,
        request,
        stored,
        is_fresh,
        exhausted,
        workers,
        observer,
    } = making;
    let modulus = 2 * u64::from(request.k.get());
    let job = FamilyJob {
        name,
        request,
        observer,
    };
    let directory = run_directory(store, is_fresh);
    let mut journal = Journal::open(&directory, &job)?;
    resume(&job, &mut journal, stored.as_ref(), observer)?;
    let results = || (0..modulus).map(|residue| job.result(residue, journal.findings()));
    let settled = results().filter(|result| result.base.is_some()).count();
    observer.expect("residues", settled, modulus as usize);
    let keeper = Keeper {
        store,
        variant,
        observer,
        job: &job,
        journal: &journal,
        earlier: stored.map(|stored| stored.found_by),
    };
    // What is left of the search may be another job, which is to be handed over then.
    let is_done = exhausted.is_some() && job.wanted(journal.findings()).next().is_none();
    let these = if is_done { Workers::Threads } else { workers };
    let ran = run_by(these, &job, &journal, &keeper, control)?;
    let results: Vec<ResidueResult> = results().collect();
    let record = keeper.record(ran.record);
    // Where the bases were known before, the record is stored with what is found below them.
    let saved = match &record {
        Some(record) if !is_done => Some(store.save_family(record, variant)?),
        _ => None,
    };
    // Other processes may have settled more residues meanwhile.
    let by_others = match &saved {
        Some(saved) if !is_fresh => Some(saved.record.family.coverage().map_err(MakeError::other)?),
        _ => None,
    };
    let is_settled = |residue: u64| {
        let coverage = by_others.as_ref();
        coverage.is_some_and(|coverage| coverage.first[residue as usize].is_some())
    };
    // A residue without any size in the range was not requested.
    let (from, to) = (job.request.from, job.request.to);
    let is_asked = |result: &&ResidueResult| {
        let first = from + (result.residue + modulus - from % modulus) % modulus;
        first <= to
    };
    let unsettled: Vec<&ResidueResult> = results
        .iter()
        .filter(|result| result.base.is_none() && !is_settled(result.residue))
        .filter(is_asked)
        .collect();
    // A residue that was not begun has no stop reason of its own.
    let is_open = |result: &&ResidueResult| ran.missing.contains(&result.residue);
    let open = unsettled.iter().copied().find(is_open);
    let stopped = open.and_then(|result| result.stopped.or(ran.stopped));
    let without_base = unsettled.iter().map(|result| result.residue).collect();
    drop(keeper);
    if stopped.is_none() {
        journal.prune()?; // nothing is left to resume
    }
    let made = MadeFamily {
        saved,
        without_base,
        open: Vec::new(),
        stopped,
    };
    let FamilyJob { name, request, .. } = job;
    let Some(sizes) = exhausted else {
        return Ok(made);
    };
    let exhausting = Exhausting {
        store,
        directory: &directory,
        variant,
        name: &name,
        request: &request,
        sizes,
        workers: (is_done || matches!(workers, Workers::Threads)).then_some(workers),
        observer,
    };
    exhausting.go_on(made, record, control)
}

/// Removes the journal of a run of this name that was killed after it had stored everything, with or without a common
/// pattern.
///
/// # Errors
/// When the data directory cannot be read or written.
pub fn forget_family_run(store: &Store, name: &str) -> Result<(), MakeError> {
    Journal::<FamilyJob<'_>>::discard(store.directory(), &json!(name))?;
    Journal::<ExhaustiveJob<'_, false>>::discard(store.directory(), &json!(name))?;
    Ok(forget_common_run(store, name)?)
}

/// Reports what earlier runs left, and adds the stored bases to the journal.
fn resume(
    job: &FamilyJob<'_>,
    journal: &mut Journal<FamilyJob<'_>>,
    stored: Option<&FamilyRecord>,
    observer: &dyn FamilyMakingObserver,
) -> Result<(), MakeError> {
    journal.tell(&|remark| observer.remark(remark));
    let Some(stored) = stored else { return Ok(()) };
    let known = known(stored, journal);
    // A record by a run of the same name counts as one more part of this run.
    let is_same = journal.is_fresh() && stored.found_by.command == job.name;
    let seconds = if is_same {
        stored.found_by.seconds
    } else {
        0.0
    };
    if !known.is_empty() {
        journal.take_over(known, seconds)?;
    }
    if journal.taken_over() > 0 {
        observer.remark(Remark::TakesOver {
            parts: "bases",
            number: journal.taken_over(),
        });
    }
    Ok(())
}

/// Returns the findings of a stored family on the residues that a journal does not know. The states of the family are
/// counted only once in all.
fn known(stored: &FamilyRecord, journal: &Journal<FamilyJob<'_>>) -> Vec<(u64, ResidueFinding)> {
    let modulus = 2 * u64::from(stored.family.k.get());
    let states = stored.found_by.states.unwrap_or_default();
    let mut states = if journal.is_fresh() { states } else { 0 };
    let residue = |base: &Base| base.puzzle().n() % modulus;
    let bases = stored.family.bases.iter();
    bases
        .filter(|base| !journal.findings().contains(&residue(base)))
        .map(|base| {
            let smaller = stored.smaller_sizes.iter();
            let finding = ResidueFinding {
                base: Some(base.clone()),
                smaller: smaller
                    .filter(|smaller| smaller.n % modulus == residue(base))
                    .cloned()
                    .collect(),
                states: std::mem::take(&mut states),
            };
            (residue(base), finding)
        })
        .collect()
}

/// An observer that saves the family each time a residue is settled, so that other processes see it.
struct Keeper<'a, 'j> {
    store: &'a Store,
    variant: &'a str,
    observer: &'a dyn FamilyMakingObserver,
    job: &'a FamilyJob<'j>,
    journal: &'a Journal<FamilyJob<'j>>,
    /// The runs that found the stored record.
    earlier: Option<FoundBy>,
}

impl Keeper<'_, '_> {
    /// Returns the record of the family as far as it was made.
    fn record(&self, parts: FamilyParts) -> Option<FamilyRecord> {
        let request = &self.job.request;
        let mut found_by = self.journal.found_by(self.job.name.clone());
        found_by.seed = Some(request.seed);
        found_by.states = Some(parts.states);
        // The bases of earlier runs may have other sizes than those that this run would find.
        if let Some(earlier) = &self.earlier {
            found_by = found_by.and(earlier.clone());
        }
        (!parts.bases.is_empty()).then(|| FamilyRecord {
            family: Family {
                k: request.k,
                bases: parts.bases,
            },
            smaller_sizes: parts.smaller,
            restrictions: request.restrictions.clone(),
            found_by,
        })
    }
}

impl<'j> Observer<FamilyJob<'j>> for Keeper<'_, 'j> {
    fn finished(&self, &residue: &u64, found: &Finished<ResidueFinding>) -> Result<(), Failure> {
        self.observer
            .settled(&found.finding.clone().result(residue));
        if found.finding.base.is_some()
            && let Some(record) = self.record(self.job.merge(self.journal.findings()))
        {
            let _ = self.store.save_family(&record, self.variant)?;
        }
        Ok(())
    }
}
