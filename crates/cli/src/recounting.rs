//! Repeating the searches of a record, and the level that its claims reach by that.

use crate::arguments::Globals;
use crate::limits::parse_time;
use crate::memory::share_of_available;
use crate::progress::grouped;
use anyhow::bail;
use clap::Args;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};
use tait_jobs::{Journal, RecountJob, Recounted, run};
use tait_puzzle::linear::{Claim, Solution};
use tait_recount::{Recorded, searches};
use tait_search::Control;
use tait_store::{ConfirmedSearch, ConfirmingRun, FoundBy, Level, Record, SolutionRecord, Store};

/// A search that sees fewer states than this is always repeated.
const ALWAYS: u64 = 20_000;

/// How long one search is repeated unless the user says otherwise.
const PATIENCE: Duration = Duration::from_secs(60);

/// Bytes that a plain search takes for a state, roughly.
const BYTES_A_STATE: u64 = 400;

/// What to repeat.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct RecountArguments {
    /// Repeat every recorded search by a plain program that shares nothing with the engines; those of fewer than
    /// 20,000 states are always repeated
    #[arg(long)]
    recount: bool,
    /// Skip a search that takes longer to repeat, such as 90s, 15m or 2h [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = parse_time, requires = "recount")]
    time_limit: Option<Duration>,
    /// Note in the data directory which searches were repeated and came to what is recorded there
    #[arg(long, requires = "recount")]
    confirm: bool,
    /// Who confirms them, to be noted, too
    #[arg(long, value_name = "NAME", requires = "confirm")]
    contributor: Option<String>,
}

/// What came of repeating the searches of a record.
#[derive(Debug, Clone, Default)]
pub(crate) struct Recounts {
    /// How many agreed with what is recorded.
    pub(crate) repeated: usize,
    /// These, with the numbers that agreed.
    agreed: Vec<ConfirmedSearch>,
    /// How long it took.
    elapsed: Duration,
    /// The level of the record where nothing was repeated, if it is known beside the record itself.
    known: Option<Level>,
    /// The others, and why they were not repeated.
    pub(crate) skipped: Vec<(String, String)>,
    /// Those that differ, and in what.
    pub(crate) wrong: Vec<(String, String)>,
}

impl RecountArguments {
    /// Repeats the searches of a record, as far as they are asked for.
    pub(crate) fn recount(&self, record: &Record) -> anyhow::Result<Recounts> {
        if record.level() == Level::Replayed {
            return Ok(Recounts::default());
        }
        let begin = Instant::now();
        let record: Value = serde_json::from_str(&record.to_json()?)?;
        let searches = searches(&record);
        let most_states = self.most_states();
        let is_small = |search: &Recorded| search.states.is_none_or(|states| states < ALWAYS);
        let places =
            (0..searches.len()).filter(|&place| self.recount || is_small(&searches[place]));
        let patience = self.time_limit.unwrap_or(PATIENCE);
        let job = RecountJob {
            searches: &searches,
            repeated: places.collect(),
            most_states,
            patience: self.recount.then_some(patience),
        };
        let ran = run(&job, &Journal::in_memory(&job), &(), &Control::default())?;
        let mut recounts = Recounts::default();
        for (search, came_to) in searches.iter().zip(ran.record) {
            let skipped = match came_to {
                Some(Recounted::Agrees) => {
                    recounts.repeated += 1;
                    let counts = search.compared().unwrap_or_default();
                    let name = search.name.clone();
                    recounts.agreed.push(ConfirmedSearch { name, counts });
                    continue;
                }
                Some(Recounted::Differs(difference)) => {
                    recounts.wrong.push((search.name.clone(), difference));
                    continue;
                }
                Some(Recounted::NotRepeated(reason)) => reason,
                Some(Recounted::TooLong) => {
                    format!("it takes more than {} s", patience.as_secs_f64())
                }
                Some(Recounted::TooLarge) => {
                    format!("it takes {} states or more", grouped(most_states))
                }
                None => format!("it is recorded with {ALWAYS} states or more, see --recount"),
            };
            recounts.skipped.push((search.name.clone(), skipped));
        }
        recounts.elapsed = begin.elapsed();
        Ok(recounts)
    }

    /// Notes what agreed, if that is asked for; and looks up what is known of earlier repetitions. `file` is that of the
    /// record, from the data directory on, and `command` the one that repeats it.
    ///
    /// # Errors
    /// When the data directory does not hold the record, or cannot be written.
    pub(crate) fn note(
        &self,
        file: &Path,
        record: &Record,
        recounts: &mut Recounts,
        command: String,
        store: &Store,
    ) -> anyhow::Result<()> {
        if self.confirm && !recounts.agreed.is_empty() && recounts.wrong.is_empty() {
            store.confirm(
                file,
                ConfirmingRun {
                    contributor: self.contributor.clone(),
                    searches: recounts.agreed.clone(),
                    confirmed_by: FoundBy::new(command, recounts.elapsed),
                },
            )?;
        }
        recounts.look_up(file, record, store);
        Ok(())
    }

    /// Whether what agrees is to be noted.
    pub(crate) const fn confirms(&self) -> bool {
        self.confirm
    }

    /// How many states one search may take: few unless all are asked for, and then what fits into memory
    /// while every thread has one.
    fn most_states(&self) -> u64 {
        match (self.recount, share_of_available()) {
            (false, _) => ALWAYS,
            (true, None) => u64::MAX,
            (true, Some(memory)) => memory / BYTES_A_STATE / rayon::current_num_threads() as u64,
        }
    }

    /// Says what was not repeated and why, where all was asked for, and how many there were of each kind.
    pub(crate) fn report(&self, all: &[(String, Recounts)], globals: &Globals) {
        if !self.recount {
            return;
        }
        let mut counts = [0; 3];
        for (file, recounts) in all {
            for (name, reason) in &recounts.skipped {
                globals.remark(&format!("{file}: {name}: skipped, {reason}"));
            }
            counts[0] += recounts.repeated;
            counts[1] += recounts.skipped.len();
            counts[2] += recounts.wrong.len();
        }
        let [repeated, skipped, wrong] = counts;
        globals.remark(&format!(
            "{} searches: {repeated} repeated, {skipped} skipped, {wrong} wrong",
            counts.iter().sum::<usize>()
        ));
        if self.confirm && repeated > 0 && wrong == 0 {
            globals.remark("what agreed is noted below confirmations/ in the data directory");
        }
    }
}

/// Why a solution is optimal, and how far that has been confirmed.
pub(crate) type Claimed<'a> = (&'a Claim, Level);

/// The level of what is claimed of a solution, once its small searches were repeated.
///
/// # Errors
/// When one of them does not come to what is recorded.
pub(crate) fn claimed<'a>(solution: &Solution, claim: &'a Claim) -> anyhow::Result<Claimed<'a>> {
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
    let recounts = RecountArguments::default().recount(&record)?;
    if let Some(difference) = recounts.difference() {
        bail!("{}: {difference}", solution.puzzle());
    }
    Ok((claim, recounts.level(&record)))
}

impl Recounts {
    /// Takes what is known of earlier repetitions into account.
    pub(crate) fn look_up(&mut self, file: &Path, record: &Record, store: &Store) {
        self.known = Some(store.level(file, record));
    }

    /// The level of the record's weakest claim.
    pub(crate) fn level(&self, record: &Record) -> Level {
        let is_repeated = self.repeated > 0 && self.skipped.is_empty() && self.wrong.is_empty();
        match self.known.unwrap_or_else(|| record.level()) {
            level if is_repeated => level.once_repeated(),
            level => level,
        }
    }

    /// What is wrong, in one line.
    pub(crate) fn difference(&self) -> Option<String> {
        let (name, difference) = self.wrong.first()?;
        let more = match self.wrong.len() - 1 {
            0 => String::new(),
            more => format!("; and {more} more searches differ"),
        };
        Some(format!(
            "repeating the search of {name}: {difference}{more}"
        ))
    }

    /// The level in words, with how many searches were repeated where it is some.
    pub(crate) fn in_words(&self, record: &Record) -> String {
        match (self.level(record), self.repeated) {
            (level @ (Level::Recorded | Level::Confirmed), repeated @ 1..) => {
                let all = repeated + self.skipped.len();
                format!("{level}, {repeated} of {all} searches recounted")
            }
            (level, _) => level.to_string(),
        }
    }

    /// How many searches were repeated and skipped, as cells of a table.
    pub(crate) fn cells(&self) -> [Value; 2] {
        [json!(self.repeated), json!(self.skipped.len())]
    }
}
