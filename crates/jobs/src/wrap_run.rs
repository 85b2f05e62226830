//! Making the record of a search for wraps, and a family of these wraps.

use crate::findings::Finished;
use crate::job::Failure;
use crate::journal::{Journal, run_directory};
use crate::local::{Observer, run_by};
use crate::make_error::MakeError;
use crate::remark::Remark;
use crate::workers::Workers;
use crate::wrap_findings::{WrapFinding, WrapParts, WrapUnit};
use crate::wrap_making::{WrapMaking, WrapObserver};
use crate::wrap_request::WrapRequest;
use crate::wraps::WrapJob;
use serde_json::json;
use tait_search::{Control, StopReason, Stopped};
use tait_store::checkpoint::CheckpointError;
use tait_store::{Saved, Store, WrapFamilyRecord, WrapSearchRecord};

/// The result of making wraps.
#[derive(Debug)]
pub enum MadeWraps {
    /// The search came to its end, and is stored.
    Stored(Box<StoredWraps>),
    /// The search stopped. Nothing is stored, and the journal is kept to resume from.
    Stopped(StopReason),
}

/// The stored records of a search for wraps.
#[derive(Debug)]
pub struct StoredWraps {
    /// The record of the widths.
    pub search: Saved<WrapSearchRecord>,
    /// The family, if the wraps and their bases settle any size.
    pub family: Option<Saved<WrapFamilyRecord>>,
}

/// Removes the journal of a run of this name that was killed after it had stored everything.
///
/// # Errors
/// When the data directory cannot be read or written.
pub fn forget_wrap_run(store: &Store, name: &str) -> Result<(), CheckpointError> {
    Journal::<WrapJob<'_>>::discard(store.directory(), &json!(name))
}

/// Searches for wraps, and stores the results as a variant of their block length.
///
/// ```
/// use tait_jobs::{MadeWraps, WrapMaking, WrapRequest, make_wraps};
/// use tait_linear::BlockLength;
/// use tait_store::{Store, WrapWidths, WrapsCommand};
///
/// let data = tempfile::tempdir()?;
/// let store = Store::new(data.path());
/// let k = BlockLength::new(2)?;
/// let asked = WrapsCommand { widths: WrapWidths::One(4), ..WrapsCommand::new(k) };
/// let making = WrapMaking {
///     store: &store,
///     request: &WrapRequest::new(asked.clone())?,
///     is_fresh: false,
///     workers: Default::default(),
///     observer: &(),
/// };
/// let made = make_wraps(making, &Default::default())?;
/// let MadeWraps::Stored(stored) = made else { panic!("{made:?}") };
/// assert_eq!(store.wrap_search(k, &asked.variant())?, Some(stored.search.record));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a search fails, when wraps cannot be composed, or when the store or the journal cannot be read or written.
pub fn make_wraps(making: WrapMaking<'_>, control: &Control<'_>) -> Result<MadeWraps, MakeError> {
    let WrapMaking {
        store,
        request,
        is_fresh,
        workers,
        observer,
    } = making;
    let warn = |line: &str| observer.remark(Remark::Damaged(line));
    let directory = run_directory(store, is_fresh);
    let job = request.job(&directory, &warn, observer);
    let mut journal = Journal::open(&directory, &job)?;
    journal.tell(&|remark| observer.remark(remark));
    // Others do not have this store, so a plan has units for all widths.
    if !is_fresh && matches!(workers, Workers::Threads) {
        take_over(request, &mut journal, store, observer)?;
    }
    let widths = Widths {
        job: &job,
        observer,
    };
    observer.expect(job.searches.len());
    for number in 0..job.searches.len() as u32 {
        let unit = WrapUnit::Width(number);
        if let Some(known) = journal.findings().get(&unit) {
            widths.end(&unit, &known.finding)?;
        }
    }
    let ran = run_by(workers, &job, &journal, &widths, control)?;
    let WrapParts {
        widths,
        closed,
        smaller,
        family,
    } = ran.record.map_err(MakeError::other)?;
    observer.searched(&closed);
    if let Some(reason) = ran.stopped {
        return Ok(MadeWraps::Stopped(reason));
    }
    let mut found_by = journal.found_by(job.name.clone());
    found_by.seed = Some(job.seed);
    let family = family.map(|family| WrapFamilyRecord {
        family,
        found_by: found_by.clone(),
    });
    let family = family.map(|family| store.save(&family)).transpose()?;
    let search = store.save(&WrapSearchRecord {
        k: job.k,
        variant: request.asked().variant(),
        widths,
        smaller_sizes: smaller,
        found_by,
    })?;
    journal.prune()?;
    Ok(MadeWraps::Stored(Box::new(StoredWraps { search, family })))
}

/// Adds what other searches have stored on the widths to the journal, with the time of these searches.
fn take_over(
    request: &WrapRequest,
    journal: &mut Journal<WrapJob<'_>>,
    store: &Store,
    observer: &dyn WrapObserver,
) -> Result<(), MakeError> {
    let mut known: Vec<(WrapUnit, WrapFinding)> = Vec::new();
    let mut seconds = 0.0;
    for stored in store.wrap_searches(request.asked().k)? {
        let before = known.len();
        for (unit, finding) in request.findings_of(&stored) {
            let is_known = known.iter().any(|(known, _)| *known == unit);
            if !is_known && !journal.findings().contains(&unit) {
                known.push((unit, finding));
            }
        }
        if known.len() > before {
            seconds += (stored.found_by.runs()).map(|run| run.seconds).sum::<f64>();
        }
    }
    if !known.is_empty() {
        journal.take_over(known, seconds)?;
    }
    if journal.taken_over() > 0 {
        observer.remark(Remark::TakesOver {
            parts: "widths",
            number: journal.taken_over(),
        });
    }
    Ok(())
}

/// An observer that passes on the widths.
struct Widths<'a, 'j> {
    job: &'a WrapJob<'j>,
    observer: &'a dyn WrapObserver,
}

impl Widths<'_, '_> {
    /// Removes the layers of a width that came to its end, and tells the observer.
    fn end(&self, unit: &WrapUnit, finding: &WrapFinding) -> Result<(), CheckpointError> {
        self.job.discard_layers(unit)?;
        if let Some(bounded) = self.job.search_of(unit) {
            self.observer.ended(bounded, finding);
        }
        Ok(())
    }
}

impl<'j> Observer<WrapJob<'j>> for Widths<'_, 'j> {
    fn begun(&self, unit: &WrapUnit) {
        if let Some(bounded) = self.job.search_of(unit) {
            self.observer.begun(bounded);
        }
    }

    fn finished(&self, unit: &WrapUnit, finished: &Finished<WrapFinding>) -> Result<(), Failure> {
        Ok(self.end(unit, &finished.finding)?)
    }

    fn stopped(&self, unit: &WrapUnit, _stopped: &Stopped) {
        if let Some(bounded) = self.job.search_of(unit) {
            self.observer.stopped(bounded);
        }
    }
}
