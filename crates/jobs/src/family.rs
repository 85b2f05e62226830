//! Families of bases, with a unit for each residue, and families whose bases share one sequence of patterns.

use crate::desk::Desk;
use crate::exhaustive::{Exhausting, ExhaustiveJob, stored_family};
use crate::findings::{Findings, Finished, Units};
use crate::job::{Failure, Halt, Job, MakeError};
use crate::journal::{Journal, run_directory};
use crate::local::{Observer, Run, run_by};
use crate::workers::Workers;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tait_framework::{
    AttemptHooks, AttemptName, CommonFailure, CommonPattern, CommonRequest, EndedAttempt,
    FamilyError, FamilyRequest, ResidueFinding, SeenSequences, estimate_base, find_common_pattern,
    find_residue,
};
use tait_linear::{Base, Family, Settles, SizeWithoutBase};
use tait_search::Sink as _;
use tait_search::{Event, StopReason, Stopped};
use tait_store::checkpoint::{CheckpointError, Reader};
use tait_store::{FamilyCommand, FamilyRecord, FoundBy, Saved, Store};

fn modulus(command: &FamilyCommand) -> u64 {
    2 * u64::from(command.k.get())
}

/// A search for a base of each residue modulo `2k`.
impl Units for FamilyCommand {
    const KIND: &'static str = "framework-7";
    type Unit = u64;
    /// A finished attempt at a base.
    type Partial = EndedAttempt;
    type Finding = ResidueFinding;

    fn parameters(&self) -> Value {
        json!(self.to_string())
    }
}

impl Job for FamilyCommand {
    const SHARES: bool = true;
    /// The family as far as it was found, without the time that this took.
    type Record = FamilyRecord;

    fn is_side_by_side(&self) -> bool {
        true
    }

    fn plan(&self) -> Vec<u64> {
        (0..modulus(self)).collect()
    }

    fn run(&self, residue: &u64, desk: &Desk<'_, Self>) -> Result<ResidueFinding, Halt> {
        let request = FamilyRequest {
            ended: desk.partials().to_vec(),
            ..family_request(self)
        };
        let first = (request.first_size(*residue))
            .map(|puzzle| estimate_base(&request.base_request(puzzle)).first);
        let ended = AtomicU64::new(request.ended.len() as u64);
        let tell = |ended| {
            desk.event(Event::Attempts {
                residue: *residue,
                ended,
                first: first.unwrap_or_default(),
            });
        };
        tell(request.ended.len() as u64);
        let hooks = AttemptHooks {
            claim: &|attempt| {
                let AttemptName {
                    n,
                    round,
                    nickel,
                    penny,
                } = attempt;
                let penny = penny.map(|penny| format!("-{penny}")).unwrap_or_default();
                let name = format!("{n}-{round}-{nickel}{penny}");
                desk.claim(&name, |ended| ended.name() == *attempt)
            },
            ended: &|attempt| {
                desk.leave(attempt);
                tell(ended.fetch_add(1, Ordering::Relaxed) + 1);
            },
        };
        let found = find_residue(&request, *residue, &hooks, &desk.control());
        found.map_err(|error| match error {
            FamilyError::Stopped(stopped) => stopped.into(),
            error => Halt::failed(error),
        })
    }

    fn check(&self, residue: &u64, finding: &ResidueFinding) -> Result<(), Failure> {
        let Some(base) = &finding.base else {
            return Ok(());
        };
        let puzzle = base.puzzle();
        if puzzle.block_length() != self.k || puzzle.n() % modulus(self) != *residue {
            return Err(format!("it is a base of {puzzle}").into());
        }
        let _ = base.check()?;
        Ok(())
    }

    fn merge(&self, findings: &Findings<Self>) -> FamilyRecord {
        let (mut bases, mut smaller_sizes, mut states) = (Vec::new(), Vec::new(), 0);
        for residue in 0..modulus(self) {
            let Some(finished) = findings.get(&residue) else {
                continue;
            };
            let finding = finished.finding;
            if let Some(base) = finding.base {
                bases.push(base);
                smaller_sizes.extend(finding.smaller);
                states += finding.states;
            }
        }
        bases.sort_by_key(|base: &Base| base.puzzle().n());
        smaller_sizes.sort_by_key(|smaller: &SizeWithoutBase| smaller.n);
        FamilyRecord {
            family: Family { k: self.k, bases },
            smaller_sizes,
            restrictions: self.restrictions.clone(),
            found_by: FoundBy {
                seed: Some(self.seed),
                states: Some(states),
                ..FoundBy::new(self.to_string(), Duration::ZERO)
            },
        }
    }
}

/// Returns the search for bases for which a command asks.
#[must_use]
pub fn family_request(command: &FamilyCommand) -> FamilyRequest {
    let mut request = match command.smallest || command.exhaustive {
        true => FamilyRequest::smallest(command.k),
        false => FamilyRequest::new(command.k),
    };
    request.restrictions = command.restrictions.clone();
    request.seed = command.seed;
    // An exhaustive search has these limits, and the search for the bases before it has none.
    let (from, to) = match command.exhaustive {
        true => (None, None),
        false => (command.from, command.to),
    };
    request.from = from.unwrap_or(request.from);
    request.to = to.unwrap_or(request.from.saturating_add(request.to));
    request
}

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

/// Searches for bases, beginning with those of a [stored family](crate::stored_family), and stores the family each time
/// another base is found.
///
/// ```
/// use tait_jobs::{Run, make_family};
/// use tait_linear::BlockLength;
/// use tait_store::{FamilyCommand, Store};
///
/// let data = tempfile::tempdir()?;
/// let store = Store::new(data.path());
/// let command = FamilyCommand::new(BlockLength::new(3)?);
/// let made = make_family(&command, None, &Run::new(&store, &Default::default()))?;
/// assert!(made.without_base.is_empty());
/// let stored = store.family(command.k, &command.variant())?;
/// assert_eq!(stored, made.saved.map(|saved| saved.record));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the search fails, or the store or the journal cannot be read or written.
pub fn make_family(
    command: &FamilyCommand,
    stored: Option<FamilyRecord>,
    run: &Run<'_>,
) -> Result<MadeFamily, MakeError> {
    let Run {
        store,
        is_fresh,
        workers,
        control,
    } = *run;
    let request = family_request(command);
    request.check().map_err(MakeError::other)?;
    let (variant, modulus) = (&*command.variant(), modulus(command));
    let directory = run_directory(store, is_fresh);
    let mut journal = Journal::open(&directory, command)?;
    resume(command, &mut journal, stored.as_ref(), run)?;
    let has_base = |residue: &u64| {
        let found = journal.findings().get(residue);
        found.is_some_and(|found| found.finding.base.is_some())
    };
    run.tell(Event::Parts {
        unit: "residues",
        settled: (0..modulus).filter(has_base).count(),
        all: modulus as usize,
        in_turn: false,
    });
    let keeper = Keeper {
        run,
        variant,
        command,
        journal: &journal,
        earlier: stored.map(|stored| stored.found_by),
    };
    // What is left of the search may be another job, which is to be handed over then.
    let exhausted = command.exhausted_sizes();
    let is_done = exhausted.is_some() && command.wanted(journal.findings()).next().is_none();
    let these = if is_done { Workers::Threads } else { workers };
    let ran = run_by(these, command, &journal, &keeper, control)?;
    let record = keeper.record(ran.record);
    // Where the bases were known before, the record is stored with what is found below them.
    let saved = match &record {
        Some(record) if !is_done => Some(store.save_family(record, variant)?),
        _ => None,
    };
    // Other processes may have settled more residues meanwhile.
    let by_others = match &saved {
        Some(saved) if !is_fresh => Some(saved.record.family.coverage()),
        _ => None,
    };
    let is_settled = |residue: &u64| {
        let coverage = by_others.as_ref();
        coverage.is_some_and(|coverage| coverage.first[*residue as usize].is_some())
    };
    // A residue without any size in the range was not requested.
    let (from, to) = (request.from, request.to);
    let is_asked = |residue: &u64| from + (residue + modulus - from % modulus) % modulus <= to;
    let without_base: Vec<u64> = (0..modulus)
        .filter(|residue| is_asked(residue) && !has_base(residue) && !is_settled(residue))
        .collect();
    // A residue that was not begun has no stop reason of its own.
    let mut open = without_base.iter();
    let open = open.find(|residue| ran.missing.contains(residue));
    let stopped = open.and_then(|residue| {
        let own = journal.findings().stopped(residue);
        own.map(|stopped| stopped.reason).or(ran.stopped)
    });
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
    let Some(sizes) = exhausted else {
        return Ok(made);
    };
    let exhausting = Exhausting {
        run,
        directory: &directory,
        command,
        request: &request,
        sizes,
        workers: (is_done || matches!(workers, Workers::Threads)).then_some(workers),
    };
    exhausting.go_on(made, record)
}

/// Removes the journal of a run of this name that was killed after it had stored everything, with or without a common
/// pattern.
///
/// # Errors
/// When the data directory cannot be read or written.
pub fn forget_family_run(store: &Store, name: &str) -> Result<(), MakeError> {
    Journal::<FamilyCommand>::discard(store.directory(), &json!(name))?;
    Journal::<ExhaustiveJob<'_>>::discard(store.directory(), &json!(name))?;
    Ok(forget_common_run(store, name)?)
}

/// Returns the residues that have a base already, on record or in what a run that stopped has left, and how many attempts
/// that run made for others.
///
/// # Errors
/// When the data directory cannot be read.
pub fn left_of_family(
    store: &Store,
    command: &FamilyCommand,
    is_fresh: bool,
) -> Result<(Vec<u64>, usize), MakeError> {
    let (directory, name) = (run_directory(store, is_fresh), json!(command.to_string()));
    let left = Journal::<FamilyCommand>::read(&directory, &name, Reader::Beside)?;
    let stored = match is_fresh {
        true => None,
        false => stored_family(store, command)?,
    };
    let bases = stored.iter().flat_map(|stored| &stored.record.family.bases);
    let modulus = 2 * u64::from(command.k.get());
    let mut settled: Vec<u64> = bases.map(|base| base.puzzle().n() % modulus).collect();
    let has_base = |residue: &u64| {
        let found = left.findings().get(residue);
        found.is_some_and(|found| found.finding.base.is_some())
    };
    settled.extend((0..modulus).filter(has_base));
    settled.sort_unstable();
    settled.dedup();
    Ok((settled, left.findings().partials()))
}

/// Reports what earlier runs left, and adds the stored bases to the journal.
fn resume(
    command: &FamilyCommand,
    journal: &mut Journal<FamilyCommand>,
    stored: Option<&FamilyRecord>,
    run: &Run<'_>,
) -> Result<(), MakeError> {
    journal.tell(run.control.sink);
    let Some(stored) = stored else { return Ok(()) };
    let known = known(stored, journal);
    // A record by a run of the same name counts as one more part of this run.
    let is_same = journal.is_fresh() && stored.found_by.command == command.to_string();
    let seconds = if is_same {
        stored.found_by.seconds
    } else {
        0.0
    };
    if !known.is_empty() {
        journal.take_over(known, seconds)?;
    }
    if journal.taken_over() > 0 {
        run.tell(Event::TakesOver {
            parts: "bases",
            number: journal.taken_over(),
        });
    }
    Ok(())
}

/// Returns the findings of a stored family on the residues that a journal does not know. The states of the family are
/// counted only once in all.
fn known(stored: &FamilyRecord, journal: &Journal<FamilyCommand>) -> Vec<(u64, ResidueFinding)> {
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

/// Saves the family each time a residue is settled, so that other processes see it.
struct Keeper<'a> {
    run: &'a Run<'a>,
    variant: &'a str,
    command: &'a FamilyCommand,
    journal: &'a Journal<FamilyCommand>,
    /// The runs that found the stored record.
    earlier: Option<FoundBy>,
}

impl Keeper<'_> {
    /// Returns the record of the family as far as it was made, with all that took part in it.
    fn record(&self, made: FamilyRecord) -> Option<FamilyRecord> {
        let mut found_by = self.journal.found_by(self.command.to_string());
        (found_by.seed, found_by.states) = (made.found_by.seed, made.found_by.states);
        // The bases of earlier runs may have other sizes than those that this run would find.
        if let Some(earlier) = &self.earlier {
            found_by = found_by.and(earlier.clone());
        }
        (!made.family.bases.is_empty()).then_some(FamilyRecord { found_by, ..made })
    }
}

impl Observer<FamilyCommand> for Keeper<'_> {
    fn finished(&self, &residue: &u64, found: &Finished<ResidueFinding>) -> Result<(), Failure> {
        let base = found.finding.base.as_ref().map(|base| base.puzzle().n());
        self.run.tell(Event::Residue { residue, base });
        if found.finding.base.is_some()
            && let Some(record) = self.record(self.command.merge(self.journal.findings()))
        {
            let _ = self.run.store.save_family(&record, self.variant)?;
        }
        Ok(())
    }
}

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
fn forget_common_run(store: &Store, name: &str) -> Result<(), CheckpointError> {
    Journal::<CommonJob<'_>>::discard(store.directory(), &json!(name))
}
