//! Searching sizes below the bases of a family exhaustively, and storing what comes of it.

use crate::exhaustive::{ExhaustiveFinding, ExhaustiveJob, ExhaustiveUnit, OpenSize, SizeEnd};
use crate::family_request::FamilyMakingObserver;
use crate::family_run::MadeFamily;
use crate::findings::Finished;
use crate::job::{Failure, Job as _};
use crate::journal::Journal;
use crate::local::{Observer, run_by};
use crate::make_error::MakeError;
use crate::remark::Remark;
use crate::workers::Workers;
use std::ops::RangeInclusive;
use std::path::Path;
use tait_framework::{ExchangeTable, FamilyError, FamilyRequest};
use tait_linear::{Family, Finding};
use tait_search::{Control, StopReason};
use tait_store::{Contributor, FamilyCommand, FamilyRecord, FoundBy, Store, StoreError};

/// A stored family from which a command goes on.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredFamily {
    /// The family.
    pub record: FamilyRecord,
    /// Whether the command has nothing more to find.
    pub is_settled: bool,
}

/// Returns the stored family from which a command goes on.
///
/// Where any bases will do ([`Family::takes_any`]), the bases of every stored family will do whose sizes are in the
/// range of the command, whatever range, seed or requirement they were found with: the smallest ones, those of a common
/// pattern, those of a search that began with a larger size. A command with a seed of its own asks for other random choices, and goes on
/// from what it has found itself. So does one that looks for the smallest bases: where a search began with a
/// larger size, its base need not be the smallest. An exhaustive search begins with the smallest bases.
///
/// ```
/// use tait_jobs::stored_family;
/// use tait_linear::BlockLength;
/// use tait_store::{FamilyCommand, Store};
/// # let data = tempfile::tempdir()?;
/// let command = FamilyCommand::of(BlockLength::new(2)?);
/// assert_eq!(stored_family(&Store::new(data.path()), &command)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the store cannot be read.
pub fn stored_family(
    store: &Store,
    command: &FamilyCommand,
) -> Result<Option<StoredFamily>, StoreError> {
    let settles = |record: &FamilyRecord| {
        let is_whole = |record: &FamilyRecord| {
            let coverage = record.family.coverage();
            coverage.is_ok_and(|coverage| coverage.missing().is_empty())
        };
        let sizes = command.exhausted_sizes();
        // Families with a common pattern are found as a whole.
        command.common.is_some()
            || (is_whole(record) && sizes.is_none_or(|sizes| open_sizes(record, &sizes).is_empty()))
    };
    let variant = command.variant();
    let own = store
        .family(command.k, &variant)?
        .map(|record| StoredFamily {
            is_settled: settles(&record),
            record,
        });
    if own.as_ref().is_some_and(|own| own.is_settled) {
        return Ok(own);
    }
    let takes_any = Family::takes_any(command.k) && command.common.is_none();
    let found = if command.is_exhaustive {
        let smallest = FamilyCommand {
            is_smallest: true,
            is_exhaustive: false,
            from: None,
            to: None,
            ..command.clone()
        };
        match own {
            Some(_) => return Ok(own),
            None => store.family(command.k, &smallest.variant())?,
        }
    } else if takes_any && !command.is_smallest && command.seed == 1 {
        let sizes = command.from.unwrap_or(0)..=command.to.unwrap_or(u64::MAX);
        store.bases(command.k, &command.restrictions, sizes)?
    } else {
        return Ok(own);
    };
    Ok(found
        .map(|record| StoredFamily {
            is_settled: settles(&record),
            record,
        })
        .or(own))
}

/// Returns the sizes of a family in a range for which there is no base, and no exhaustive search with its counts.
pub(crate) fn open_sizes(record: &FamilyRecord, sizes: &RangeInclusive<u64>) -> Vec<OpenSize> {
    let smaller = record.smaller_sizes.iter();
    let smaller = smaller.filter(|smaller| sizes.contains(&smaller.n));
    let open = smaller.filter_map(|smaller| {
        let n = smaller.n;
        match smaller.finding {
            Finding::NotFound { .. } => Some((n, false)),
            Finding::NoBase { search: None, .. } => Some((n, true)),
            _ => None,
        }
    });
    open.map(|(n, is_solvable)| OpenSize { n, is_solvable })
        .collect()
}

/// A search that goes on exhaustively where the search for a family ended.
pub(crate) struct Exhausting<'a> {
    pub(crate) store: &'a Store,
    /// Where journals and layers are.
    pub(crate) directory: &'a Path,
    pub(crate) variant: &'a str,
    pub(crate) name: &'a str,
    pub(crate) request: &'a FamilyRequest,
    pub(crate) sizes: RangeInclusive<u64>,
    /// Who runs the units; `None` where others have just found the bases, and these units are another plan.
    pub(crate) workers: Option<Workers<'a>>,
    pub(crate) observer: &'a dyn FamilyMakingObserver,
}

impl Exhausting<'_> {
    /// Searches the sizes below the bases of a family that was made, and may be stored.
    pub(crate) fn go_on(
        &self,
        mut made: MadeFamily,
        record: Option<FamilyRecord>,
        control: &Control<'_>,
    ) -> Result<MadeFamily, MakeError> {
        let stored = made.saved.as_ref().map(|saved| saved.record.clone());
        let Some(begun) = stored.or(record) else {
            return Ok(made);
        };
        let sizes = open_sizes(&begun, &self.sizes);
        if sizes.is_empty() {
            if made.saved.is_none() {
                made.saved = Some(self.store.save_family(&begun, self.variant)?);
            }
            return Ok(made);
        }
        made.open = sizes.iter().map(|size| size.n).collect();
        let is_ready = made.without_base.is_empty() && made.stopped.is_none();
        let Some(workers) = self.workers.filter(|_| is_ready) else {
            return Ok(made);
        };
        let k = self.request.k;
        let table =
            ExchangeTable::any_order(k).ok_or_else(|| MakeError::other(FamilyError::TooLong(k)))?;
        let family = (&begun, &*sizes, &table);
        // On the threads of this process, the units that fit run side by side first.
        if matches!(workers, Workers::Threads) {
            made = self.pass::<true>(family, workers, control)?;
            let is_over = matches!(made.stopped, Some(StopReason::Asked | StopReason::Time));
            if is_over || made.open.is_empty() {
                return Ok(made);
            }
        }
        self.pass::<false>(family, workers, control)
    }

    /// Runs the units that are left, and stores the family with what the sizes came to.
    fn pass<const BESIDE: bool>(
        &self,
        (begun, sizes, table): (&FamilyRecord, &[OpenSize], &ExchangeTable),
        workers: Workers<'_>,
        control: &Control<'_>,
    ) -> Result<MadeFamily, MakeError> {
        let warn = |line: &str| self.observer.remark(Remark::Damaged(line));
        let job = ExhaustiveJob::<BESIDE> {
            name: self.name,
            request: self.request,
            sizes,
            table,
            warn: &warn,
        };
        let journal = Journal::open(self.directory, &job)?;
        journal.tell(&|remark| self.observer.remark(remark));
        let plan = job.plan();
        let finished = plan.iter().filter(|unit| journal.findings().contains(unit));
        let finished = finished.count();
        self.observer
            .expect("choices of stationary coins", finished, plan.len());
        let ran = run_by(workers, &job, &journal, &Told(self.observer), control)?;
        let contributors = journal.findings().contributors();
        let record = with_ends(begun, ran.record, contributors);
        let saved = self.store.save_family(&record, self.variant)?;
        if ran.missing.is_empty() {
            job.discard_layers(self.directory)?;
            journal.prune()?;
        }
        let open = open_sizes(&saved.record, &self.sizes);
        Ok(MadeFamily {
            saved: Some(saved),
            without_base: Vec::new(),
            open: open.iter().map(|size| size.n).collect(),
            stopped: ran.stopped.filter(|_| !open.is_empty()),
        })
    }
}

/// Returns a family with what the sizes came to.
fn with_ends(
    begun: &FamilyRecord,
    ends: Vec<SizeEnd>,
    contributors: Vec<Contributor>,
) -> FamilyRecord {
    let mut record = begun.clone();
    let modulus = 2 * u64::from(record.family.k.get());
    let found_by = &mut record.found_by;
    for SizeEnd {
        n,
        end,
        states,
        seconds,
    } in ends
    {
        found_by.states = Some(found_by.states.unwrap_or_default() + states);
        found_by.seconds += seconds;
        let bases = &mut record.family.bases;
        match end {
            Ok(base) => {
                let is_other = |size: u64| size % modulus != n % modulus;
                bases.retain(|base| is_other(base.puzzle().n()));
                bases.push(base);
                bases.sort_by_key(|base| base.puzzle().n());
                let smaller = &mut record.smaller_sizes;
                smaller.retain(|smaller| smaller.n < n || is_other(smaller.n));
            }
            Err(finding) => {
                let mut smaller = record.smaller_sizes.iter_mut();
                if let Some(smaller) = smaller.find(|smaller| smaller.n == n) {
                    smaller.finding = finding;
                }
            }
        }
    }
    let credited = FoundBy {
        contributors,
        also: Vec::new(),
        ..found_by.clone()
    };
    record.found_by = record.found_by.and(credited);
    record
}

/// An observer that tells what becomes of the choices of stationary coins.
struct Told<'a>(&'a dyn FamilyMakingObserver);

impl<const BESIDE: bool> Observer<ExhaustiveJob<'_, BESIDE>> for Told<'_> {
    fn begun(&self, unit: &ExhaustiveUnit) {
        self.0.searching(unit.n);
    }

    fn finished(
        &self,
        unit: &ExhaustiveUnit,
        finished: &Finished<ExhaustiveFinding>,
    ) -> Result<(), Failure> {
        let n = unit.n;
        let name = match unit.choice {
            Some((nickel, penny)) => format!("n = {n}, a = {nickel}, b = {penny}"),
            None => format!("n = {n}"),
        };
        let states: u64 = finished.finding.states().iter().sum();
        let came_to = match finished.finding {
            ExhaustiveFinding::Solution { .. } => "a solution",
            ExhaustiveFinding::NoSolution { .. } => "no solution",
            ExhaustiveFinding::Base { .. } => "a base",
            ExhaustiveFinding::NoBase { .. } => "no base",
        };
        self.0
            .choice_ended(&name, &format!("{came_to}, {states} states"));
        Ok(())
    }
}
