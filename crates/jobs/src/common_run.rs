//! Making a family with one sequence of patterns for all bases.

use crate::desk::Desk;
use crate::findings::Findings;
use crate::job::{Halt, Job};
use crate::journal::Journal;
use crate::local::run;
use crate::remark::{Listener, MakeError, Remark};
use crate::units::Units;
use serde_json::{Value, json};
use tait_framework::{
    CommonFailure, CommonPattern, CommonRequest, SeenSequences, find_common_pattern,
};
use tait_puzzle::linear::Family;
use tait_search::{Control, Stopped};
use tait_store::checkpoint::CheckpointError;
use tait_store::{FamilyRecord, FoundBy, Saved, Store};

/// A family with a common pattern, stored.
#[derive(Debug)]
pub struct MadeCommonFamily {
    /// What is stored now.
    pub saved: Saved<FamilyRecord>,
    /// Whether that is another family than what was found: one that settles what this does not.
    pub is_another: bool,
}

/// The search for a common pattern: one unit, since each size decides which is looked at next. The sequences that the
/// bases of a size carry are its partial results.
#[derive(Debug)]
struct CommonJob<'a> {
    request: &'a CommonRequest,
    /// What the record says of where it comes from.
    name: &'a str,
}

impl Units for CommonJob<'_> {
    const KIND: &'static str = "common-1";
    type Unit = ();
    type Partial = SeenSequences;
    /// Nothing where the search came to its end without one.
    type Finding = Option<CommonPattern>;

    fn parameters(&self) -> Value {
        json!(self.name)
    }
}

impl Job for CommonJob<'_> {
    type Record = Option<CommonPattern>;

    fn plan(&self) -> Vec<()> {
        vec![()]
    }

    fn run(&self, (): &(), desk: &Desk<'_, Self>) -> Result<Self::Finding, Halt> {
        let request = CommonRequest {
            seen: desk.partials().to_vec(),
            ..self.request.clone()
        };
        match find_common_pattern(&request, &|seen| desk.leave(seen), &desk.control()) {
            Ok(found) => Ok(Some(found)),
            Err(CommonFailure::NotFound { .. }) => Ok(None),
            Err(CommonFailure::Stopped(reason)) => {
                let states = Vec::new();
                Err(Stopped { reason, states }.into())
            }
            Err(failure @ CommonFailure::TooLong(_)) => Err(Halt::failed(failure)),
        }
    }

    fn merge(&self, findings: &Findings<Self>) -> Option<CommonPattern> {
        findings.get(&()).and_then(|finished| finished.finding)
    }
}

/// Searches a family with a common pattern, and stores it under a name of its block length. `name_of_run` is what the
/// record says of where it comes from, and the journal from which a run that was stopped goes on is named after it; `found`
/// hears of the pattern before the family is stored.
///
/// ```
/// use tait_framework::CommonRequest;
/// use tait_jobs::make_common_family;
/// use tait_puzzle::linear::BlockLength;
/// use tait_store::Store;
///
/// let data = tempfile::tempdir()?;
/// let request = CommonRequest::new(BlockLength::new(2)?, None);
/// let store = Store::new(data.path());
/// let name = "framework 2 --common-pattern";
/// let made = make_common_family(&request, (&store, "common", name), &|_| {}, &|_| {}, &Default::default())?;
/// let made = made.expect("there is one of two coins");
/// assert!(made.saved.record.family.coverage()?.missing().is_empty() && !made.is_another);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the store cannot be read or written, or holds what contradicts the family. That none was found is the inner
/// error.
pub fn make_common_family(
    request: &CommonRequest,
    (store, variant, name_of_run): (&Store, &str, &str),
    found: &dyn Fn(&CommonPattern),
    tell: Listener<'_>,
    control: &Control<'_>,
) -> Result<Result<MadeCommonFamily, CommonFailure>, MakeError> {
    if let Err(failure) = request.check() {
        return Ok(Err(failure));
    }
    let job = CommonJob {
        request,
        name: name_of_run,
    };
    let journal = Journal::open(store.directory(), &job)?;
    for line in journal.refused() {
        tell(Remark::Damaged(line));
    }
    if !journal.is_fresh() {
        let (units, partials) = (journal.findings().len(), journal.findings().partials());
        tell(Remark::Resumed { units, partials });
    }
    let ran = run(&job, &journal, &(), control)?;
    if let Some(reason) = ran.stopped {
        return Ok(Err(CommonFailure::Stopped(reason)));
    }
    let Some(pattern) = ran.record else {
        journal.prune()?;
        let to = request.to;
        return Ok(Err(CommonFailure::NotFound { to }));
    };
    found(&pattern);
    let mut found_by = FoundBy::new(name_of_run, journal.time());
    found_by.seed = Some(request.seed);
    let record = FamilyRecord {
        family: Family {
            k: request.k,
            bases: pattern.bases,
        },
        smaller_sizes: Vec::new(),
        restrictions: request.restrictions.clone(),
        found_by,
    };
    let saved = store.save_family(&record, variant)?;
    journal.prune()?;
    let is_another = saved.record != record;
    Ok(Ok(MadeCommonFamily { saved, is_another }))
}

/// Removes what a run of this name left that was killed when it had stored its family.
pub(crate) fn forget_common_run(store: &Store, name: &str) -> Result<(), CheckpointError> {
    Journal::<CommonJob<'_>>::discard(store.directory(), &json!(name))
}
