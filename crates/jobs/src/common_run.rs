//! Making a family whose bases share one sequence of patterns.

use crate::desk::Desk;
use crate::findings::Findings;
use crate::job::{Halt, Job};
use crate::journal::{Journal, run_directory};
use crate::local::{Run, run_by};
use crate::make_error::MakeError;
use crate::units::Units;
use serde_json::{Value, json};
use tait_framework::{
    CommonFailure, CommonPattern, CommonRequest, SeenSequences, find_common_pattern,
};
use tait_linear::Family;
use tait_search::{Event, Stopped};
use tait_store::checkpoint::CheckpointError;
use tait_store::{FamilyCommand, FamilyRecord, Saved, Store};

/// A stored family with a common pattern.
#[derive(Debug)]
pub struct MadeCommonFamily {
    /// The record that is stored now.
    pub saved: Saved<FamilyRecord>,
    /// Whether the stored family differs from the one that was found, because it settles residues that this one does
    /// not.
    pub is_another: bool,
}

/// The search for a common pattern. It is one unit, since each size decides which one is searched next. Its partial
/// results are the sequences that the bases of a size carry.
#[derive(Debug)]
struct CommonJob<'a> {
    request: &'a CommonRequest,
    /// The name of the run, which the record gives as its origin.
    name: &'a str,
}

impl Units for CommonJob<'_> {
    const KIND: &'static str = "common-2";
    type Unit = ();
    type Partial = SeenSequences;
    /// Otherwise the first sizes of the windows that have none for certain.
    type Finding = Result<CommonPattern, Vec<u64>>;

    fn parameters(&self) -> Value {
        json!(self.name)
    }
}

impl Job for CommonJob<'_> {
    type Record = Option<Result<CommonPattern, Vec<u64>>>;

    fn plan(&self) -> Vec<()> {
        vec![()]
    }

    fn run(&self, (): &(), desk: &Desk<'_, Self>) -> Result<Self::Finding, Halt> {
        let request = CommonRequest {
            seen: desk.partials().to_vec(),
            ..self.request.clone()
        };
        match find_common_pattern(&request, &|seen| desk.leave(seen), &desk.control()) {
            Ok(found) => Ok(Ok(found)),
            Err(CommonFailure::NotFound { excluded, .. }) => Ok(Err(excluded)),
            Err(CommonFailure::Stopped(reason)) => {
                let states = Vec::new();
                Err(Stopped { reason, states }.into())
            }
            Err(failure) => Err(Halt::failed(failure)),
        }
    }

    fn merge(&self, findings: &Findings<Self>) -> Self::Record {
        findings.get(&()).map(|finished| finished.finding)
    }
}

/// Searches for a family with a common pattern, and stores it as a variant of its block length. The pattern is
/// [reported](Event::CommonPattern) before the family is stored.
///
/// ```
/// use tait_jobs::{Run, make_common_family};
/// use tait_linear::{BlockLength, Settles as _};
/// use tait_store::{FamilyCommand, Store};
///
/// let data = tempfile::tempdir()?;
/// let store = Store::new(data.path());
/// let command = FamilyCommand { common_pattern: true, ..FamilyCommand::new(BlockLength::new(2)?) };
/// let made = make_common_family(&command, &Run::new(&store, &Default::default()))?;
/// let made = made.expect("there is one of two coins");
/// assert!(made.saved.record.family.coverage().missing().is_empty() && !made.is_another);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the store cannot be read or written, or holds a record that contradicts the family. The inner error says that
/// no family was found.
pub fn make_common_family(
    command: &FamilyCommand,
    run: &Run<'_>,
) -> Result<Result<MadeCommonFamily, CommonFailure>, MakeError> {
    let mut request = CommonRequest::new(command.k, command.from);
    request.to = command.to.unwrap_or(request.to);
    request.parity = command.parity;
    request.restrictions = command.restrictions.clone();
    request.seed = command.seed;
    if let Err(failure) = request.check() {
        return Ok(Err(failure));
    }
    let name = command.to_string();
    let job = CommonJob {
        request: &request,
        name: &name,
    };
    let journal = Journal::open(&run_directory(run.store, run.is_fresh), &job)?;
    journal.tell(run.control.sink);
    let ran = run_by(run.workers, &job, &journal, &(), run.control)?;
    if let Some(reason) = ran.stopped {
        return Ok(Err(CommonFailure::Stopped(reason)));
    }
    let pattern = match ran.record.unwrap_or_else(|| Err(Vec::new())) {
        Ok(pattern) => pattern,
        Err(excluded) => {
            journal.prune()?;
            let to = request.to;
            return Ok(Err(CommonFailure::NotFound { to, excluded }));
        }
    };
    run.tell(Event::CommonPattern {
        patterns: pattern.patterns.iter().map(ToString::to_string).collect(),
        offsets: pattern.offsets.clone(),
        is_first: pattern.is_first,
    });
    let mut found_by = journal.found_by(&*name);
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
    let saved = run.store.save_family(&record, &command.variant())?;
    journal.prune()?;
    let is_another = saved.record != record;
    Ok(Ok(MadeCommonFamily { saved, is_another }))
}

/// Removes the journal of a run of this name that was killed after it had stored its family.
pub(crate) fn forget_common_run(store: &Store, name: &str) -> Result<(), CheckpointError> {
    Journal::<CommonJob<'_>>::discard(store.directory(), &json!(name))
}
