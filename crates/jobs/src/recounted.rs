//! Repeating the recorded searches of a record, and the level that its claims reach by that.

use crate::desk::Desk;
use crate::findings::{Findings, Finished, Units};
use crate::job::{Halt, Job, JobError};
use crate::journal::Journal;
use crate::local::{run, run_by};
use crate::workers::Workers;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};
use tait_grid::{Move, Puzzle as GridPuzzle, PuzzleForm};
use tait_linear::rows::RowSolution;
use tait_linear::{Cell, Claim, Exhaustion, Puzzle, Solution};
use tait_recount::{Outcome, Recorded, searches};
use tait_search::{Control, StopReason, Stopped};
use tait_store::{
    CellRecord, ClassificationRecord, ConfirmedSearch, ConfirmingRun, FoundBy, Level, Record,
    RecordError, SolutionRecord, Store, StoreError, TurnedClassificationRecord,
};
use thiserror::Error;
use twox_hash::XxHash3_64;

/// A search that sees fewer states than this is always repeated.
pub const ALWAYS_RECOUNTED: u64 = 20_000;

/// Roughly how many bytes a plain search takes for a state.
const BYTES_A_STATE: u64 = 400;

/// The time after which each repetition is given up, unless all of them have a limit.
const PATIENCE: Duration = Duration::from_secs(60);

/// The effort to spend: which searches of a record are repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RecountEffort {
    /// Searches of fewer than [`ALWAYS_RECOUNTED`] states.
    #[default]
    Small,
    /// All searches.
    All {
        /// The number of states at which a repetition is given up.
        most_states: u64,
        /// When the repetitions began, and the time that all of them together may take. Without it, each may take a minute.
        limit: Option<(Instant, Duration)>,
    },
}

impl RecountEffort {
    /// Returns the effort of all searches, as far as `memory` bytes hold their states with one search per thread. The
    /// `limit` is that of all of them together, from now on; without it, each may take a minute.
    #[must_use]
    pub fn all_within(memory: Option<u64>, limit: Option<Duration>) -> Self {
        let threads = rayon::current_num_threads() as u64;
        let most_states = memory.map_or(u64::MAX, |memory| memory / BYTES_A_STATE / threads);
        Self::All {
            most_states,
            limit: limit.map(|limit| (Instant::now(), limit)),
        }
    }

    fn most_states(self) -> u64 {
        match self {
            Self::Small => ALWAYS_RECOUNTED,
            Self::All { most_states, .. } => most_states,
        }
    }

    /// Returns whether a search that began at this time is to go on.
    fn has_time(self, begin: Instant) -> bool {
        match self {
            Self::Small => true,
            Self::All { limit, .. } => {
                let (begin, limit) = limit.unwrap_or((begin, PATIENCE));
                begin.elapsed() < limit
            }
        }
    }

    /// Returns why a search without time is not repeated.
    const fn without_time(self) -> NotRepeated {
        match self {
            Self::All {
                limit: Some((_, limit)),
                ..
            } => NotRepeated::OutOfTime(limit),
            _ => NotRepeated::TooLong(PATIENCE),
        }
    }

    fn repeats(self, search: &Recorded) -> bool {
        let is_small = |states| states < ALWAYS_RECOUNTED;
        self != Self::Small || search.states.is_none_or(is_small)
    }
}

/// The names under which a store notes that recorded searches were confirmed.
#[derive(Debug, Clone)]
pub struct Confirm {
    /// The contributor, if one is to be named.
    pub contributor: Option<String>,
    /// The command that repeats the searches of a file, without the name of the program.
    pub command: fn(&Path) -> String,
}

/// The results of repeating the searches of a record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recounts {
    /// The searches that agreed with the record, by name, with the counts that agreed.
    pub agreed: Vec<ConfirmedSearch>,
    /// The sum of the times that the repetitions took.
    pub time: Duration,
    /// The level that the record has without these repetitions, if a store knows it.
    known: Option<Level>,
    /// The searches that were not repeated, by name, each with the reason.
    pub skipped: Vec<(String, NotRepeated)>,
    /// The searches that differed, by name, each with the difference.
    pub wrong: Vec<(String, String)>,
}

/// The reason why a search was not repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotRepeated {
    /// There is no plain search for it, for this reason.
    NoSearch(String),
    /// It takes longer than this time.
    TooLong(Duration),
    /// All searches together take longer than this time.
    OutOfTime(Duration),
    /// It takes this number of states or more.
    TooLarge(u64),
    /// The workers to which it was handed over have not run it.
    NotRun,
    /// It is recorded with [`ALWAYS_RECOUNTED`] states or more, and only [small](RecountEffort::Small) searches were to
    /// be repeated.
    NotAsked,
}

/// The reason why the level of a claim could not be determined.
#[derive(Debug, Error)]
pub enum RecountError {
    /// The searches of the record cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A search could not be run, or its finding could not be kept.
    #[error("{0}")]
    Job(#[from] JobError),
    /// The store cannot note the searches that agreed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A search does not agree with the record.
    #[error("{puzzle}: {difference}")]
    Differs {
        /// The puzzle.
        puzzle: Puzzle,
        /// The search that differs, and the difference.
        difference: String,
    },
}

/// Repeats the searches of a record, as far as the effort goes. A record that rests on replays alone has no searches.
///
/// ```
/// use std::time::Duration;
/// use tait_framework::{Solved, solve};
/// use tait_jobs::{RecountEffort, recounted};
/// use tait_linear::{Engine, Puzzle, SolveRequest};
/// use tait_store::{FoundBy, Level, Record, SolutionRecord};
///
/// let request = SolveRequest {
///     engine: Engine::BreadthFirst,
///     ..SolveRequest::new(Puzzle::new(4, 4)?)
/// };
/// let solved = solve(&request, &Default::default())?;
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
/// When the record has a later version, whose searches cannot be read.
pub fn recounted(record: &Record, effort: RecountEffort) -> Result<Recounts, RecountError> {
    repeated(searches_of(record)?, effort)
}

/// Repeats an exhaustive search for moves that solve a puzzle, as far as the effort goes.
///
/// ```
/// use tait_jobs::{RecountEffort, recounted_search};
/// use tait_linear::{Exhaustion, Puzzle};
/// let json = r#"{"moves": 6, "board_from": -7, "board_to": 20, "rules": {"blocks": true, "pairs": true},
///     "states": [1, 30, 93, 151, 73, 20, 0]}"#;
/// let mut search: Exhaustion = serde_json::from_str(json)?;
/// let puzzle = Puzzle::new(4, 6)?;
/// assert_eq!(recounted_search(puzzle, &search, RecountEffort::Small)?.difference(), None);
/// search.states[3] = 152;
/// assert!(recounted_search(puzzle, &search, RecountEffort::Small)?.difference().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Only those of writing JSON.
pub fn recounted_search(
    puzzle: Puzzle,
    search: &Exhaustion,
    effort: RecountEffort,
) -> Result<Recounts, RecountError> {
    let shorter = vec![search.clone()];
    let claim = Claim::Exhaustion { shorter };
    recounted(
        &claiming(&Solution::new(puzzle, 1, Vec::new()), &claim),
        effort,
    )
}

/// Searches for a shorter solution from any row on the boards on which a solution is said to be optimal, as far as the
/// effort goes. The number of states that this takes is not known before.
///
/// ```
/// use tait_jobs::{RecountEffort, recounted_row};
/// let json = r#"{"puzzle":"row","k":2,"row":"oxxoox","optimal_on":"any","moves":[[1,7],[6,1],[4,6],[7,4]]}"#;
/// let recounts = recounted_row(&serde_json::from_str(json)?, RecountEffort::Small)?;
/// assert_eq!((recounts.repeated(), recounts.difference()), (1, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Only those of writing JSON.
pub fn recounted_row(
    solution: &RowSolution,
    effort: RecountEffort,
) -> Result<Recounts, RecountError> {
    let value = serde_json::to_value(solution).map_err(RecordError::from)?;
    repeated(searches(&value), effort)
}

/// Searches for fewer moves than a solution of a puzzle on a grid has, or for any solution if it is said to have none, as
/// far as the effort goes. The number of states that this takes is not known before.
///
/// ```
/// use tait_jobs::{RecountEffort, recounted_answer};
/// use tait_grid::{Move, Puzzle, PuzzleForm};
/// let json = r#"{"grid": "triangular", "start": [[0, 0], [1, 0], [0, 1]], "target": [[1, 1], [1, 0], [0, 1]]}"#;
/// let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(json)?)?;
/// let steps = |list: &[[[i32; 2]; 2]]| -> Vec<Move> {
///     list.iter().map(|&[from, to]| Move { from: from.into(), to: to.into() }).collect()
/// };
/// let shortest = steps(&[[[0, 0], [1, 1]]]);
/// assert_eq!(recounted_answer(&puzzle, Some(&shortest), RecountEffort::Small)?.difference(), None);
/// let longer = steps(&[[[0, 0], [1, 1]], [[1, 1], [0, 0]], [[0, 0], [1, 1]]]);
/// assert!(recounted_answer(&puzzle, Some(&longer), RecountEffort::Small)?.difference().is_some());
/// assert!(recounted_answer(&puzzle, None, RecountEffort::Small)?.difference().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Only those of writing JSON.
pub fn recounted_answer(
    puzzle: &GridPuzzle,
    moves: Option<&[Move]>,
    effort: RecountEffort,
) -> Result<Recounts, RecountError> {
    // In the form of a stored answer, whose searches the plain programs know.
    let mut value = serde_json::to_value(PuzzleForm::from(puzzle)).map_err(RecordError::from)?;
    value["kind"] = "grid_solution".into();
    value["name"] = puzzle.to_string().into();
    // It claims a search, although it does not say how many states that saw.
    value["states"] = Value::Null;
    match moves {
        Some(moves) => value["moves"] = serde_json::to_value(moves).map_err(RecordError::from)?,
        None => value["unsolvable"] = "exhausted".into(),
    }
    repeated(searches(&value), effort)
}

fn repeated(searches: Vec<Recorded>, effort: RecountEffort) -> Result<Recounts, RecountError> {
    let searches = [searches];
    let job = RecountJob::of(&searches, effort);
    let ran = run(&job, &Journal::in_memory(&job), &(), &Control::default())?;
    let [searches] = &searches;
    let ended = ran.record.into_iter().flatten();
    Ok(Recounts::of(searches, ended, effort))
}

/// Repeats the searches of records in files of a store, side by side or by others, as far as the effort goes.
///
/// With `confirm`, the store notes the searches that agree; until then a journal in its directory keeps them, from
/// which the same run resumes. Otherwise nothing is written.
///
/// # Errors
/// When a record has a later version, whose searches cannot be read, or the store cannot be written.
pub fn recount_all(
    records: &[(&Path, &Record)],
    effort: RecountEffort,
    (store, confirm): (&Store, Option<&Confirm>),
    workers: Workers<'_>,
    control: &Control<'_>,
) -> Result<Vec<Recounts>, RecountError> {
    let searches = records.iter().map(|(_, record)| searches_of(record));
    let searches = searches.collect::<Result<Vec<_>, _>>()?;
    // Records without searches may come and go meanwhile, such as confirmations.
    let searched: Vec<Vec<Recorded>> = searches
        .iter()
        .filter(|all| !all.is_empty())
        .cloned()
        .collect();
    let job = RecountJob::of(&searched, effort);
    let journal = match confirm {
        Some(_) => Journal::open(store.directory(), &job).map_err(JobError::from)?,
        None => Journal::in_memory(&job),
    };
    journal.tell(control.sink);
    let ran = run_by(workers, &job, &journal, &(), control)?;
    let mut ended = ran.record.into_iter();
    let mut recounts: Vec<Recounts> = searches
        .iter()
        .map(|searches| match searches.is_empty() {
            true => Recounts::default(),
            false => Recounts::of(searches, ended.next().unwrap_or_default(), effort),
        })
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

/// Returns the searches of a record; none when it rests on replays alone.
fn searches_of(record: &Record) -> Result<Vec<Recorded>, RecountError> {
    if record.level() == Level::Replayed {
        return Ok(Vec::new());
    }
    let value: Value =
        serde_json::from_slice(record.to_json()?.as_bytes()).map_err(RecordError::from)?;
    Ok(searches(&value))
}

impl<'a> RecountJob<'a> {
    /// Creates the job of those searches of each record that this effort repeats.
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
            effort,
        }
    }
}

impl Recounts {
    /// Collects the results of the searches of a record.
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
                Some(Err(StopReason::Time)) => effort.without_time(),
                Some(Err(_)) => NotRepeated::TooLarge(effort.most_states()),
                None if effort.repeats(search) => NotRepeated::NotRun,
                None => NotRepeated::NotAsked,
            };
            recounts.skipped.push((name, skipped));
        }
        recounts
    }

    /// Adds the results of other searches.
    pub fn extend(&mut self, more: Self) {
        self.agreed.extend(more.agreed);
        self.skipped.extend(more.skipped);
        self.wrong.extend(more.wrong);
        self.time += more.time;
    }

    /// Returns how many searches agreed with the record.
    #[must_use]
    pub const fn repeated(&self) -> usize {
        self.agreed.len()
    }

    /// Returns the level of the record's weakest claim.
    #[must_use]
    pub fn level(&self, record: &Record) -> Level {
        self.level_of(record.level())
    }

    /// Returns the level of a claim whose level is `stated` without these repetitions, unless a store knows better.
    #[must_use]
    pub fn level_of(&self, stated: Level) -> Level {
        let is_repeated = self.repeated() > 0 && self.skipped.is_empty() && self.wrong.is_empty();
        match self.known.unwrap_or(stated) {
            level if is_repeated => level.once_repeated(),
            level => level,
        }
    }

    /// Takes into account the repetitions that a store knows of a record.
    pub fn look_up(&mut self, file: &Path, record: &Record, store: &Store) {
        self.known = Some(store.level(file, record));
    }

    /// Notes the searches that agreed in the store, unless any differed.
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

    /// Returns the first difference in one line, if any.
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

/// The claim why a solution is optimal, and the level of that claim.
pub type Claimed<'a> = (&'a Claim, Level);

/// Returns the claim on a solution with its level, after repeating its [small](RecountEffort::Small) searches.
///
/// # Errors
/// When one of them does not agree with the record.
pub fn claimed<'a>(solution: &Solution, claim: &'a Claim) -> Result<Claimed<'a>, RecountError> {
    let record = claiming(solution, claim);
    let recounts = recounted(&record, RecountEffort::Small)?;
    match recounts.difference() {
        Some(difference) => Err(RecountError::Differs {
            puzzle: solution.puzzle(),
            difference,
        }),
        None => Ok((claim, recounts.level(&record))),
    }
}

/// Returns the record of a claim, whose searches the plain programs know.
fn claiming(solution: &Solution, claim: &Claim) -> Record {
    let found_by = FoundBy::new("", Duration::ZERO);
    let shorter = match claim {
        Claim::Exhaustion { shorter } => &shorter[..],
        Claim::LowerBound => &[],
    };
    let puzzle = solution.puzzle();
    if puzzle.is_turned() {
        let mut map = ClassificationRecord::empty(puzzle.block_length());
        map.put(CellRecord {
            cell: Cell {
                puzzle,
                excluded: shorter.to_vec(),
                solution: Some(solution.at_start(1)),
            },
            source: None,
            found_by,
        });
        return TurnedClassificationRecord(map).into();
    }
    let restrictions = shorter.first().map(|search| search.restrictions.clone());
    Record::Solution(SolutionRecord {
        solution: solution.clone(),
        claim: claim.clone(),
        restrictions: restrictions.unwrap_or_default(),
        found_by,
    })
}

/// A job that repeats recorded searches by plain programs, side by side.
#[derive(Debug)]
pub struct RecountJob<'a> {
    /// The searches of each record.
    pub searches: &'a [Vec<Recorded>],
    /// The searches that are repeated.
    pub repeated: Vec<RecountUnit>,
    /// When a repetition is given up.
    pub effort: RecountEffort,
}

/// A search: the index of its record, and its own index in that record, both from 0.
pub type RecountUnit = (usize, usize);

/// The finding of a repetition, or the reason why it was given up.
pub type RecountEnd = Result<Finished<Recounted>, StopReason>;

/// The finding of a repetition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recounted {
    /// It agrees with the record.
    Agrees,
    /// It differs from the record, in this way.
    Differs(String),
    /// There is no plain search for it, for this reason.
    NotRepeated(String),
}

impl Units for RecountJob<'_> {
    const KIND: &'static str = "recount-2";
    type Unit = RecountUnit;
    type Partial = ();
    type Finding = Recounted;

    fn parameters(&self) -> Value {
        let searches = json!(self.searches).to_string();
        let digest = format!("{:016x}", XxHash3_64::oneshot(searches.as_bytes()));
        json!({ "records": self.searches.len(), "searches": digest })
    }
}

impl Job for RecountJob<'_> {
    /// For each search of each record, how its repetition ended, if it was repeated.
    type Record = Vec<Vec<Option<RecountEnd>>>;

    fn is_side_by_side(&self) -> bool {
        true
    }

    fn plan(&self) -> Vec<RecountUnit> {
        self.repeated.clone()
    }

    fn run(
        &self,
        &(record, place): &RecountUnit,
        desk: &Desk<'_, Self>,
    ) -> Result<Recounted, Halt> {
        let of_record = self.searches.get(record);
        let Some(search) = of_record.and_then(|searches| searches.get(place)) else {
            return Err(Halt::failed(format!(
                "record {record} has no search {place}"
            )));
        };
        let begin = Instant::now();
        let (control, most_states) = (desk.control(), self.effort.most_states());
        let has_time = || self.effort.has_time(begin);
        let goes_on = |states: u64| states < most_states && has_time() && !control.is_over();
        let reason = match search.recount(goes_on) {
            Outcome::Agrees { .. } => return Ok(Recounted::Agrees),
            Outcome::Differs(difference) => return Ok(Recounted::Differs(difference)),
            Outcome::NotRepeated(reason) => return Ok(Recounted::NotRepeated(reason)),
            Outcome::Stopped if !has_time() => StopReason::Time,
            Outcome::Stopped => match control.stop_reason(0, 0) {
                Some(reason) => reason,
                None => StopReason::States,
            },
        };
        let states = Vec::new();
        Err(Stopped { reason, states }.into())
    }

    fn merge(&self, findings: &Findings<Self>) -> Self::Record {
        let of_record = |(record, searches): (usize, &Vec<Recorded>)| {
            let ended = |place| {
                let unit = (record, place);
                match findings.get(&unit) {
                    Some(finished) => Some(Ok(finished)),
                    None => findings.stopped(&unit).map(|stopped| Err(stopped.reason)),
                }
            };
            (0..searches.len()).map(ended).collect()
        };
        self.searches.iter().enumerate().map(of_record).collect()
    }
}
