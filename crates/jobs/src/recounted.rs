//! The recorded searches of a record, repeated, and the level that its claims reach by that.

use crate::job::JobError;
use crate::journal::Journal;
use crate::local::run;
use crate::recounts::{RecountJob, Recounted};
use serde_json::Value;
use std::path::Path;
use std::time::{Duration, Instant};
use tait_puzzle::linear::{Claim, Puzzle, Solution};
use tait_recount::{Recorded, searches};
use tait_search::Control;
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

/// What came of repeating the searches of a record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recounts {
    /// Those that came to what is recorded by name, with the numbers that agreed.
    pub agreed: Vec<ConfirmedSearch>,
    /// How long it took.
    pub elapsed: Duration,
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
    /// A search could not be run.
    #[error(transparent)]
    Job(#[from] JobError),
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
    if record.level() == Level::Replayed {
        return Ok(Recounts::default());
    }
    let begin = Instant::now();
    let value: Value =
        serde_json::from_slice(record.to_json()?.as_bytes()).map_err(RecordError::from)?;
    let searches = searches(&value);
    let places = 0..searches.len();
    let job = RecountJob {
        searches: &searches,
        repeated: places
            .filter(|&place| effort.repeats(&searches[place]))
            .collect(),
        most_states: effort.most_states(),
        patience: effort.patience(),
    };
    let ran = run(&job, &Journal::in_memory(&job), &(), &Control::default())?;
    let mut recounts = Recounts::default();
    for (search, came_to) in searches.iter().zip(ran.record) {
        let skipped = match came_to {
            Some(Recounted::Agrees) => {
                let counts = search.compared().unwrap_or_default();
                let name = search.name.clone();
                recounts.agreed.push(ConfirmedSearch { name, counts });
                continue;
            }
            Some(Recounted::Differs(difference)) => {
                recounts.wrong.push((search.name.clone(), difference));
                continue;
            }
            Some(Recounted::NotRepeated(reason)) => NotRepeated::NoSearch(reason),
            Some(Recounted::TooLong) => NotRepeated::TooLong(effort.patience().unwrap_or_default()),
            Some(Recounted::TooLarge) => NotRepeated::TooLarge(effort.most_states()),
            None => NotRepeated::NotAsked,
        };
        recounts.skipped.push((search.name.clone(), skipped));
    }
    recounts.elapsed = begin.elapsed();
    Ok(recounts)
}

impl Recounts {
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

    /// Notes what agreed in the store that holds the record in one of its files. `command` repeats it, without the
    /// name of the program.
    ///
    /// # Errors
    /// When the store does not hold the record, or cannot be written.
    pub fn confirm(
        &self,
        file: &Path,
        store: &Store,
        command: String,
        contributor: Option<String>,
    ) -> Result<(), StoreError> {
        if self.agreed.is_empty() || !self.wrong.is_empty() {
            return Ok(());
        }
        let run = ConfirmingRun {
            contributor,
            searches: self.agreed.clone(),
            confirmed_by: FoundBy::new(command, self.elapsed),
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
