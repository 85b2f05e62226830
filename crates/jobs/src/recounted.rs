//! The recorded searches of a record, repeated, and the level that its claims reach by that.

use crate::job::JobError;
use crate::journal::Journal;
use crate::local::run;
use crate::recounts::{RecountEnd, RecountJob, Recounted};
use crate::remark::{Listener, Remark};
use serde_json::Value;
use std::path::Path;
use std::time::Duration;
use tait_puzzle::linear::{Claim, Puzzle, Solution};
use tait_recount::{Recorded, searches};
use tait_search::{Control, StopReason};
use tait_store::{
    ConfirmedSearch, ConfirmingRun, FoundBy, Level, Record, RecordError, SolutionRecord, Store,
    StoreError,
};
use thiserror::Error;

/// A search that sees fewer states than this is always repeated.
pub const ALWAYS_RECOUNTED: u64 = 20_000;

/// Bytes that a plain search takes for a state, roughly.
const BYTES_A_STATE: u64 = 400;

/// Which searches of a record are repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RecountEffort {
    /// Those of fewer than [`ALWAYS_RECOUNTED`] states.
    #[default]
    Small,
    /// All.
    All {
        /// A repetition is given up before it has so many states.
        most_states: u64,
        /// A repetition is given up when it takes longer.
        patience: Duration,
    },
}

impl RecountEffort {
    /// All searches, as far as so many bytes hold their states while every thread has one.
    #[must_use]
    pub fn all_within(memory: Option<u64>, patience: Duration) -> Self {
        let threads = rayon::current_num_threads() as u64;
        let most_states = memory.map_or(u64::MAX, |memory| memory / BYTES_A_STATE / threads);
        Self::All {
            most_states,
            patience,
        }
    }

    fn most_states(self) -> u64 {
        match self {
            Self::Small => ALWAYS_RECOUNTED,
            Self::All { most_states, .. } => most_states,
        }
    }

    fn patience(self) -> Option<Duration> {
        match self {
            Self::Small => None,
            Self::All { patience, .. } => Some(patience),
        }
    }

    fn repeats(self, search: &Recorded) -> bool {
        let is_small = |states| states < ALWAYS_RECOUNTED;
        self != Self::Small || search.states.is_none_or(is_small)
    }
}

/// Who notes in a store that recorded searches were confirmed.
#[derive(Debug, Clone)]
pub struct Confirm {
    /// Whoever wants to be named.
    pub contributor: Option<String>,
    /// The command that repeats the searches of a file, without the name of the program.
    pub command: fn(&Path) -> String,
}

/// What came of repeating the searches of a record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recounts {
    /// Those that came to what is recorded by name, with the numbers that agreed.
    pub agreed: Vec<ConfirmedSearch>,
    /// How long the repetitions took, one after the other.
    pub time: Duration,
    /// The level of the record where nothing was repeated, if more is known than stands in it.
    known: Option<Level>,
    /// The others by name, and why they were not repeated.
    pub skipped: Vec<(String, NotRepeated)>,
    /// Those that differ by name, and in what.
    pub wrong: Vec<(String, String)>,
}

/// Why a search was not repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotRepeated {
    /// There is no plain search for it: why.
    NoSearch(String),
    /// It takes longer than this.
    TooLong(Duration),
    /// It takes so many states or more.
    TooLarge(u64),
    /// It is recorded with [`ALWAYS_RECOUNTED`] states or more, and only [small](RecountEffort::Small) ones were to
    /// be repeated.
    NotAsked,
}

/// Why it is not known how far a claim is confirmed.
#[derive(Debug, Error)]
pub enum RecountError {
    /// The record cannot be read for its searches.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A search could not be run, or its finding not be kept.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The store cannot note what agreed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A search does not come to what is recorded.
    #[error("{puzzle}: {difference}")]
    Differs {
        /// The puzzle.
        puzzle: Puzzle,
        /// Which search, and in what.
        difference: String,
    },
}

/// Repeats the searches of a record, as far as the effort goes. What rests on replays alone has none.
///
/// ```
/// use std::time::Duration;
/// use tait_framework::{Engine, SolveRequest, Solved, solve};
/// use tait_jobs::{RecountEffort, recounted};
/// use tait_puzzle::linear::Puzzle;
/// use tait_store::{FoundBy, Level, Record, SolutionRecord};
///
/// let request = SolveRequest {
///     puzzle: Puzzle::new(4, 4)?,
///     restrictions: Default::default(),
///     rules: Default::default(),
///     engine: Engine::BreadthFirst,
///     cuts: None,
/// };
/// let solved = solve(&request, 10, &Default::default())?;
/// let Solved::Optimal { solution, claim, .. } = solved else { panic!() };
/// let record = Record::from(SolutionRecord {
///     solution,
///     claim,
///     restrictions: Default::default(),
///     found_by: FoundBy::new("solve 4 4", Duration::ZERO),
/// });
/// let recounts = recounted(&record, RecountEffort::Small)?;
/// assert_eq!((recounts.repeated(), recounts.difference()), (1, None));
/// assert_eq!((record.level(), recounts.level(&record)), (Level::Recorded, Level::Recounted));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the record is of a later version, whose searches this one cannot read.
pub fn recounted(record: &Record, effort: RecountEffort) -> Result<Recounts, RecountError> {
    let searches = [searches_of(record)?];
    let job = RecountJob::of(&searches, effort);
    let ran = run(&job, &Journal::in_memory(&job), &(), &Control::default())?;
    let [searches] = &searches;
    let ended = ran.record.into_iter().flatten();
    Ok(Recounts::of(searches, ended, effort))
}

/// Repeats the searches of records in files of a store, side by side, as far as the effort goes.
///
/// Where what agrees is to be noted, a journal in the store's directory keeps what is finished until it is noted: the
/// same run goes on from there. Otherwise nothing is written. `tell` hears of damage in the journal.
///
/// # Errors
/// When a record is of a later version, whose searches this one cannot read; when the store cannot be written.
pub fn recount_all(
    records: &[(&Path, &Record)],
    effort: RecountEffort,
    (store, confirm): (&Store, Option<&Confirm>),
    tell: Listener<'_>,
) -> Result<Vec<Recounts>, RecountError> {
    let searches = records.iter().map(|(_, record)| searches_of(record));
    let searches = searches.collect::<Result<Vec<_>, _>>()?;
    let job = RecountJob::of(&searches, effort);
    let journal = match confirm {
        Some(_) => Journal::open(store.directory(), &job).map_err(JobError::from)?,
        None => Journal::in_memory(&job),
    };
    for line in journal.refused() {
        tell(Remark::Damaged(line));
    }
    if !journal.is_fresh() {
        let (units, partials) = (journal.findings().len(), 0);
        tell(Remark::Resumed { units, partials });
    }
    let ran = run(&job, &journal, &(), &Control::default())?;
    let each = searches.iter().zip(ran.record);
    let mut recounts: Vec<Recounts> = each
        .map(|(searches, ended)| Recounts::of(searches, ended, effort))
        .collect();
    for (recounts, (file, record)) in recounts.iter_mut().zip(records) {
        if let Some(confirm) = confirm {
            recounts.confirm(file, store, confirm)?;
        }
        recounts.look_up(file, record, store);
    }
    journal.prune().map_err(JobError::from)?;
    Ok(recounts)
}

/// The searches that a record tells of; none where it rests on replays alone.
fn searches_of(record: &Record) -> Result<Vec<Recorded>, RecountError> {
    if record.level() == Level::Replayed {
        return Ok(Vec::new());
    }
    let value: Value =
        serde_json::from_slice(record.to_json()?.as_bytes()).map_err(RecordError::from)?;
    Ok(searches(&value))
}

impl<'a> RecountJob<'a> {
    /// The searches of each record that are repeated with an effort.
    fn of(searches: &'a [Vec<Recorded>], effort: RecountEffort) -> Self {
        let all = searches.iter().enumerate();
        let repeated = all.flat_map(|(record, searches)| {
            let places = searches.iter().enumerate();
            let repeated = places.filter(move |(_, search)| effort.repeats(search));
            repeated.map(move |(place, _)| (record, place))
        });
        Self {
            searches,
            repeated: repeated.collect(),
            most_states: effort.most_states(),
            patience: effort.patience(),
        }
    }
}

impl Recounts {
    /// What the searches of a record came to.
    fn of(
        searches: &[Recorded],
        ended: impl IntoIterator<Item = Option<RecountEnd>>,
        effort: RecountEffort,
    ) -> Self {
        let mut recounts = Self::default();
        for (search, ended) in searches.iter().zip(ended) {
            let name = search.name.clone();
            let skipped = match ended {
                Some(Ok(finished)) => {
                    recounts.time += finished.time();
                    match finished.finding {
                        Recounted::Agrees => {
                            let counts = search.compared().unwrap_or_default();
                            recounts.agreed.push(ConfirmedSearch { name, counts });
                            continue;
                        }
                        Recounted::Differs(difference) => {
                            recounts.wrong.push((name, difference));
                            continue;
                        }
                        Recounted::NotRepeated(reason) => NotRepeated::NoSearch(reason),
                    }
                }
                Some(Err(StopReason::Time)) => {
                    NotRepeated::TooLong(effort.patience().unwrap_or_default())
                }
                Some(Err(_)) => NotRepeated::TooLarge(effort.most_states()),
                None => NotRepeated::NotAsked,
            };
            recounts.skipped.push((name, skipped));
        }
        recounts
    }

    /// How many agreed with what is recorded.
    #[must_use]
    pub const fn repeated(&self) -> usize {
        self.agreed.len()
    }

    /// The level of the record's weakest claim.
    #[must_use]
    pub fn level(&self, record: &Record) -> Level {
        let is_repeated = self.repeated() > 0 && self.skipped.is_empty() && self.wrong.is_empty();
        match self.known.unwrap_or_else(|| record.level()) {
            level if is_repeated => level.once_repeated(),
            level => level,
        }
    }

    /// Takes into account what a store knows of earlier repetitions of the record in one of its files.
    pub fn look_up(&mut self, file: &Path, record: &Record, store: &Store) {
        self.known = Some(store.level(file, record));
    }

    /// Notes what agreed in the store that holds the record in one of its files.
    fn confirm(&self, file: &Path, store: &Store, confirm: &Confirm) -> Result<(), StoreError> {
        if self.agreed.is_empty() || !self.wrong.is_empty() {
            return Ok(());
        }
        let command = (confirm.command)(file);
        let run = ConfirmingRun {
            contributor: confirm.contributor.clone(),
            searches: self.agreed.clone(),
            confirmed_by: FoundBy::new(command, self.time),
        };
        store.confirm(file, run)
    }

    /// What is wrong, in one line.
    #[must_use]
    pub fn difference(&self) -> Option<String> {
        let (name, difference) = self.wrong.first()?;
        let more = match self.wrong.len() - 1 {
            0 => String::new(),
            more => format!("; and {more} more searches differ"),
        };
        Some(format!(
            "repeating the search of {name}: {difference}{more}"
        ))
    }
}

/// Why a solution is optimal, and how far that has been confirmed.
pub type Claimed<'a> = (&'a Claim, Level);

/// The level of what is claimed of a solution, once its [small](RecountEffort::Small) searches were repeated.
///
/// # Errors
/// When one of them does not come to what is recorded.
pub fn claimed<'a>(solution: &Solution, claim: &'a Claim) -> Result<Claimed<'a>, RecountError> {
    let restrictions = match claim {
        Claim::Exhaustion { shorter } => shorter.first().map(|search| search.restrictions.clone()),
        Claim::LowerBound => None,
    };
    let record = Record::Solution(SolutionRecord {
        solution: solution.clone(),
        claim: claim.clone(),
        restrictions: restrictions.unwrap_or_default(),
        found_by: FoundBy::new("", Duration::ZERO),
    });
    let recounts = recounted(&record, RecountEffort::Small)?;
    match recounts.difference() {
        Some(difference) => Err(RecountError::Differs {
            puzzle: solution.puzzle(),
            difference,
        }),
        None => Ok((claim, recounts.level(&record))),
    }
}
