//! Searches for solutions that extend by doubles, with a unit for each remainder of the sizes.

use crate::desk::Desk;
use crate::findings::{Findings, Finished, Units};
use crate::job::{Failure, Halt, Job, MakeError};
use crate::journal::{Journal, run_directory};
use crate::local::{Observer, Run, run};
use serde_json::{Value, json};
use std::time::Duration;
use tait_framework::{DoublesOutcome, DoublesRequest, find_doubles};
use tait_linear::{BlockLength, DoublesFamily, Settles, Solution, Strips, WIDEST_BOARD};
use tait_search::{Control, Event, Relay, StopReason, Stopped};
use tait_store::{DoublesFamilyRecord, FamilyCommand, FoundBy};

/// A search for a family of doubles.
#[derive(Debug)]
struct DoublesJob {
    command: FamilyCommand,
    /// The remainders of the sizes that need a base, modulo the coins of each type that bases insert.
    wanted: Vec<u64>,
}

impl Units for DoublesJob {
    const KIND: &'static str = "doubles-3";
    /// The remainder.
    type Unit = u64;
    /// How many attempts have failed, counted from the first.
    type Partial = u64;
    /// A base, if one was found.
    type Finding = Option<Solution>;

    fn parameters(&self) -> Value {
        json!(self.command.to_string())
    }
}

impl Job for DoublesJob {
    /// Every base is stored as soon as it is found.
    type Record = ();

    fn is_side_by_side(&self) -> bool {
        true
    }

    fn plan(&self) -> Vec<u64> {
        self.wanted.clone()
    }

    fn run(&self, unit: &u64, desk: &Desk<'_, Self>) -> Result<Option<Solution>, Halt> {
        let sizes = (self.command.from, self.command.to);
        let mut request = DoublesRequest::between(self.command.k, *unit, sizes);
        request.seed = self.command.seed;
        request.failed = desk.partials().iter().copied().max().unwrap_or(0);
        let outer = desk.control();
        let sink = &Relay {
            event: &|event| match event {
                Event::Failed { attempts } => {
                    desk.leave(&attempts);
                    None
                }
                event => Some(event),
            },
            outer: outer.sink,
        };
        let control = Control { sink, ..outer };
        match find_doubles(&request, &control) {
            DoublesOutcome::Found(base) => Ok(Some(base)),
            DoublesOutcome::NotFound(_) => Ok(None),
            DoublesOutcome::Stopped(reason) => {
                let states = Vec::new();
                Err(Stopped { reason, states }.into())
            }
        }
    }

    fn check(&self, _unit: &u64, finding: &Option<Solution>) -> Result<(), Failure> {
        if let Some(base) = finding {
            let _ = DoublesFamily::new(vec![base.clone()])?;
        }
        Ok(())
    }

    fn merge(&self, _findings: &Findings<Self>) {}
}

/// The result of a search for a family of doubles.
#[derive(Debug)]
pub struct MadeDoubles {
    /// The block length.
    pub k: BlockLength,
    /// The family as it is stored now, unless nothing is.
    pub family: Option<DoublesFamilyRecord>,
    /// Whether it was stored before, and nothing was to be searched.
    pub is_known: bool,
    /// The reason why the search stopped before its end, if it did; the journal is kept to resume.
    pub stopped: Option<StopReason>,
}

impl MadeDoubles {
    /// Says why it does not settle every size from some size on; `None` if it does.
    #[must_use]
    pub fn lack(&self) -> Option<String> {
        let open = open(self.k, self.family.as_ref());
        if open.is_empty() {
            return self.stopped.map(|reason| format!("stopped: {reason}"));
        }
        let joined = |word: &dyn Fn(&u64) -> String, between| {
            open.iter().map(word).collect::<Vec<_>>().join(between)
        };
        let open = match Strips::period_of_base(self.k) {
            2 => {
                joined(
                    &|&residue| ["even", "odd"][residue as usize].to_owned(),
                    " and ",
                ) + " n"
            }
            period => format!("n = {} modulo {period}", joined(&u64::to_string, ", ")),
        };
        Some(match self.stopped {
            Some(reason) => format!("stopped: {reason}; still without a base: {open}"),
            None => format!("no base was found for {open}; another seed may find one"),
        })
    }
}

/// Returns the remainders of the sizes that have no base.
fn open(k: BlockLength, known: Option<&DoublesFamilyRecord>) -> Vec<u64> {
    let none = || (0..Strips::period_of_base(k)).collect();
    known.map_or_else(none, |record| record.family.coverage().missing())
}

/// Searches for a base for each remainder, for odd `k` for an even and an odd size, side by side. Each is stored as soon as
/// it is found. What the stored family settles is not searched, unless the search is to be fresh.
///
/// ```
/// use tait_jobs::{Run, make_doubles};
/// use tait_linear::{BlockLength, Settles as _};
/// use tait_store::{FamilyCommand, Store};
///
/// let data = tempfile::tempdir()?;
/// let store = Store::new(data.path());
/// let k = BlockLength::new(5)?;
/// let command = FamilyCommand { doubles: true, from: Some(15), to: Some(16), ..FamilyCommand::new(k) };
/// let made = make_doubles(&command, &Run::new(&store, &Default::default()))?;
/// let family = made.family.expect("there are bases of n = 15 and n = 16");
/// assert_eq!(family.family.coverage().settles_from(), Some(15));
/// assert_eq!(store.doubles(k)?, Some(family));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When no size of the range can be searched, or the store or the journal cannot be read or written.
pub fn make_doubles(command: &FamilyCommand, search: &Run<'_>) -> Result<MadeDoubles, MakeError> {
    let Run {
        store,
        is_fresh,
        control,
        ..
    } = *search;
    let sizes = (command.from, command.to);
    let is_empty = |residue| {
        DoublesRequest::between(command.k, residue, sizes)
            .sizes
            .is_empty()
    };
    if (0..Strips::period_of_base(command.k)).all(is_empty) {
        let what = format!(
            "k = {}: no n of the range can be searched: 2n + 4k must be at most {WIDEST_BOARD}",
            command.k
        );
        return Err(MakeError::other(what));
    }
    let known = store.doubles(command.k)?.filter(|_| !is_fresh);
    let job = DoublesJob {
        command: command.clone(),
        wanted: open(command.k, known.as_ref()),
    };
    let journal = Journal::open(&run_directory(store, is_fresh), &job)?;
    journal.tell(control.sink);
    let keeper = Keeper {
        job: &job,
        journal: &journal,
        search,
    };
    for unit in &job.wanted {
        if let Some(finished) = journal.findings().get(unit) {
            keeper.keep(*unit, &finished)?;
        }
    }
    let ran = run(&job, &journal, &keeper, control)?;
    if ran.stopped.is_none() {
        journal.prune()?;
    }
    Ok(MadeDoubles {
        k: command.k,
        family: store.doubles(command.k)?,
        is_known: job.wanted.is_empty(),
        stopped: ran.stopped,
    })
}

/// Stores every base.
struct Keeper<'a> {
    job: &'a DoublesJob,
    journal: &'a Journal<DoublesJob>,
    search: &'a Run<'a>,
}

impl Keeper<'_> {
    /// Stores a base, with the seconds of all units that are finished so far.
    fn keep(&self, unit: u64, finished: &Finished<Option<Solution>>) -> Result<(), MakeError> {
        let Some(base) = &finished.finding else {
            return Ok(());
        };
        let command = &self.job.command;
        let others = self.job.wanted.iter().filter(|&&other| other != unit);
        let others = others.filter_map(|other| Some(self.journal.findings().get(other)?.seconds));
        let seconds = Duration::from_secs_f64(finished.seconds + others.sum::<f64>());
        let mut found_by = FoundBy::new(command.to_string(), seconds);
        found_by.seed = Some(command.seed);
        let family = DoublesFamily::new(vec![base.clone()]).map_err(MakeError::other)?;
        let record = DoublesFamilyRecord { family, found_by };
        let saved = self.search.store.save(&record)?;
        saved.tell(self.search.control.sink);
        Ok(())
    }
}

impl Observer<DoublesJob> for Keeper<'_> {
    fn finished(&self, unit: &u64, finished: &Finished<Option<Solution>>) -> Result<(), Failure> {
        Ok(self.keep(*unit, finished)?)
    }
}
