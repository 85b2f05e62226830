//! Collecting the findings of a plan.

use crate::cluster::plan::{Plan, PlanError};
use crate::cluster::worker::{PATIENCE, contributors_of, lock_of_merge, workers_of};
use crate::{HandOver, JobError, UnitState, Work};
use indicatif::HumanDuration;
use serde_json::json;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fmt, fs, io};
use tait_search::Control;
use tait_store::{ConfirmingRun, Contributor, FoundBy, PLANNED_TWICE, Store, StoreError};
use tait_text::{counted, quoted};

/// Collects the findings of all units, each after the checker has accepted it. There is one merger of a plan at a time.
///
/// Whether the units cover the search is for the job to say, which knows what it needs: a record is complete only when
/// nothing is wanted any more. A plan names no unit twice, unless [two workers](Plan::is_confirmed) run each. Then a
/// finding counts when two runs of its unit agree to the last number.
#[derive(Debug)]
pub struct Merger {
    plan: Arc<Plan>,
    merged: Mutex<Option<Merged>>,
    #[expect(dead_code, reason = "holds the lock until it is dropped")]
    lock: Option<File>,
}

/// What a merger found, by the numbers of the units.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Merged {
    /// How many findings were accepted.
    pub accepted: usize,
    /// The units that have no finding.
    pub missing: Vec<usize>,
    /// Whether the record needs any of them.
    pub is_wanting: bool,
    /// The units whose finding the checker refused, with the reason. What is there of them was moved aside, so that
    /// they are run again.
    pub refused: Vec<(usize, String)>,
    /// The units whose journal was damaged, with the damage. What came before the damage counts.
    pub damaged: Vec<(usize, String)>,
    /// The units on which two workers disagree.
    pub disagreements: Vec<Disagreement>,
    /// The units whose third run decides, and is from a machine or a contributor of one of the two that disagree.
    pub not_by_a_third: Vec<usize>,
    /// The contributors of the second runs, each once, sorted.
    pub confirmed_by: Vec<String>,
    /// Seconds that the second runs took.
    pub seconds_of_confirming: f64,
}

/// Two runs of one unit that do not agree.
#[derive(Debug, Clone, PartialEq)]
pub struct Disagreement {
    /// The units of the plan that are the same and have different findings.
    pub units: [usize; 2],
    /// Their workers, in words.
    pub workers: [String; 2],
    /// Which of the two a third run contradicts; `None` as long as there is no third run that agrees with one of them.
    /// Until then, the second of the two is to be run again.
    pub wrong: Option<usize>,
}

/// A finished run of a unit.
struct Run {
    /// The number of the unit, unless the run was moved aside.
    unit: Option<usize>,
    directory: PathBuf,
    seconds: f64,
    finding: String,
}

impl Merger {
    /// Creates a merger. It waits a moment for another one of the same plan to be dropped.
    ///
    /// # Errors
    /// When somebody else merges the plan for longer, or the lock cannot be taken.
    pub fn new(plan: Arc<Plan>) -> Result<Self, PlanError> {
        let lock = lock_of_merge(plan.directory(), PATIENCE)?;
        Ok(Self {
            plan,
            merged: Mutex::default(),
            lock,
        })
    }

    /// Removes the [records of the plan alone](Plan::merged), and returns their data directory.
    ///
    /// # Errors
    /// When they cannot be removed.
    pub fn empty_merged(&self) -> Result<PathBuf, PlanError> {
        self.plan.empty_merged()
    }

    /// Returns what was found; `None` when no job was handed over, because nothing was left to search.
    #[must_use]
    pub fn merged(&self) -> Option<Merged> {
        self.merged_so_far().clone()
    }

    fn merged_so_far(&self) -> MutexGuard<'_, Option<Merged>> {
        self.merged.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves what there is of a run of a unit aside, under a name that says why.
    fn set_aside(&self, number: usize, directory: &Path, why: &str) -> Result<(), PlanError> {
        let named = self.plan.unit_directory(number);
        let mut names = (1..).map(|time| named.with_extension(format!("{why}-{time}")));
        match names.find(|path| !path.exists() && !path.is_symlink()) {
            Some(path) => match fs::rename(directory, &path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    Err(PlanError::file("move", directory)(error))
                }
                _ => Ok(()),
            },
            None => Ok(()),
        }
    }

    /// Takes over the finding of a unit, and returns why the checker refuses it, if it does.
    fn accept(
        &self,
        work: &dyn Work,
        number: usize,
        directory: &Path,
        merged: &mut Merged,
    ) -> Result<Option<String>, JobError> {
        let unit = self.plan.unit(number).unwrap_or_default();
        let contributors = contributors_of(directory)?;
        match work.accept(unit, directory, &contributors)? {
            UnitState::Finished { .. } => merged.accepted += 1,
            UnitState::Refused(reason) => return Ok(Some(reason)),
            UnitState::Open { damage, .. } => {
                merged.missing.push(number);
                merged.damaged.extend(damage.map(|damage| (number, damage)));
            }
            UnitState::Running(_) | UnitState::Stopped(_) => merged.missing.push(number),
        }
        Ok(None)
    }

    /// Takes over the finding of a unit that one worker runs.
    fn take(&self, work: &dyn Work, number: usize, merged: &mut Merged) -> Result<(), JobError> {
        let directory = self.plan.unit_directory(number);
        if let Some(reason) = self.accept(work, number, &directory, merged)? {
            self.set_aside(number, &directory, "refused")?;
            merged.refused.push((number, reason));
        }
        Ok(())
    }

    /// Returns the finished runs of a unit that two workers run, those that were moved aside last.
    fn runs(
        &self,
        work: &dyn Work,
        units: [usize; 2],
        merged: &mut Merged,
    ) -> Result<Vec<Run>, JobError> {
        let here = units.map(|unit| (Some(unit), self.plan.unit_directory(unit)));
        let (mut places, mut runs) = (Vec::from(here), Vec::new());
        for unit in units {
            let aside = self.plan.runs_that_differ(unit)?;
            places.extend(aside.into_iter().map(|path| (None, path)));
        }
        for (unit, directory) in places {
            let text = self.plan.unit(units[0]).unwrap_or_default();
            match work.state(text, &directory)? {
                UnitState::Finished { seconds, finding } => runs.push(Run {
                    unit,
                    directory,
                    seconds,
                    finding,
                }),
                UnitState::Open { damage, .. } => {
                    let damage = damage.and_then(|damage| Some((unit?, damage)));
                    merged.damaged.extend(damage);
                    merged.missing.extend(unit);
                }
                _ => merged.missing.extend(unit),
            }
        }
        Ok(runs)
    }

    /// Takes over the finding of a unit on which two runs agree.
    fn compare(
        &self,
        work: &dyn Work,
        units: [usize; 2],
        merged: &mut Merged,
    ) -> Result<(), JobError> {
        let runs = self.runs(work, units, merged)?;
        let pair = runs.iter().find_map(|one| {
            let others = || runs.iter().rev();
            let other = others().find(|other| one.agrees_with(other))?;
            Some([one, other])
        });
        if let Some(pair) = pair
            && self.agreed(work, units, pair, &runs, merged)?
        {
            return Ok(());
        }
        let of = |unit| runs.iter().find(|run| run.unit == Some(unit));
        let [Some(first), Some(second)] = units.map(of) else {
            return Ok(());
        };
        if first.finding != second.finding {
            let name = |run: &Run| Ok::<_, PlanError>(run.workers()?.join(", "));
            let wrong = pair.map(|[one, _]| usize::from(one.finding == first.finding));
            merged.disagreements.push(Disagreement {
                units,
                workers: [name(first)?, name(second)?],
                wrong: wrong.and_then(|wrong| units.get(wrong)).copied(),
            });
        }
        if pair.is_none() {
            merged.missing.push(units[1]);
            self.set_aside(units[1], &second.directory, "differs")?;
        }
        Ok(())
    }

    /// Takes over the finding on which two runs agree. Returns whether the checker refuses it: then all runs with this
    /// finding are moved aside, and no others.
    fn agreed(
        &self,
        work: &dyn Work,
        units: [usize; 2],
        [one, other]: [&Run; 2],
        runs: &[Run],
        merged: &mut Merged,
    ) -> Result<bool, JobError> {
        if let Some(reason) = self.accept(work, units[0], &one.directory, merged)? {
            let number = one.unit.or(other.unit).unwrap_or(units[1]);
            for run in runs.iter().filter(|run| run.finding == one.finding) {
                self.set_aside(run.unit.unwrap_or(units[1]), &run.directory, "refused")?;
                merged.missing.extend(run.unit);
            }
            merged.missing.retain(|&missing| missing != number);
            merged.refused.push((number, reason));
            return Ok(true);
        }
        merged.missing.retain(|missing| !units.contains(missing));
        merged.seconds_of_confirming += other.seconds;
        let contributors = contributors_of(&other.directory)?;
        merged.confirmed_by.extend(contributors);
        // The second unit is the one that is run again when two disagree.
        let third = [one, other]
            .into_iter()
            .find(|run| run.unit == Some(units[1]));
        if let Some(third) = third
            && runs.iter().any(|run| run.unit.is_none())
        {
            let mut before = Vec::new();
            for run in runs.iter().filter(|run| run.directory != third.directory) {
                before.extend(workers_of(&run.directory)?);
            }
            let mut workers = workers_of(&third.directory)?.into_iter();
            if workers.any(|one| before.iter().any(|name| one.is_like(name))) {
                merged.not_by_a_third.push(units[1]);
            }
        }
        Ok(false)
    }
}

impl Run {
    /// Returns whether another run came to the same finding.
    fn agrees_with(&self, other: &Self) -> bool {
        self.directory != other.directory && self.finding == other.finding
    }

    /// Returns its workers, in words.
    fn workers(&self) -> Result<Vec<String>, PlanError> {
        let workers = workers_of(&self.directory)?;
        Ok(workers.iter().map(ToString::to_string).collect())
    }
}

impl HandOver for Merger {
    fn hand_over(&self, work: &dyn Work, _control: &Control<'_>) -> Result<(), JobError> {
        self.plan.check(work)?;
        for number in 0..self.plan.units() {
            let _ = self.plan.plain_unit_directory(number)?;
        }
        let mut merged = Merged::default();
        for number in 0..self.plan.different_units() {
            match self.plan.same_as(number) {
                Some(same) => self.compare(work, [number, same], &mut merged)?,
                None => self.take(work, number, &mut merged)?,
            }
        }
        merged.is_wanting = !work.wanted()?.is_empty();
        if !merged.is_wanting && merged.refused.is_empty() && !self.plan.is_confirmed() {
            // The others are not needed.
            merged.missing.clear();
        }
        merged.confirmed_by.sort();
        merged.confirmed_by.dedup();
        *self.merged_so_far() = Some(merged);
        Ok(())
    }
}

impl Merged {
    /// Takes over the records of a plan whose units two workers ran, which are in a [store](Plan::merged) of their own.
    /// Records that the workers agree on their searches, and returns how many searches these are.
    ///
    /// # Errors
    /// When one of the stores cannot be read or written, or their records contradict each other.
    pub fn confirm(&self, plan: &Plan, store: &Store) -> Result<usize, StoreError> {
        let own = Store::new(plan.merged());
        for entry in own.entries()? {
            let _ = store.save_record(&entry.record?)?;
        }
        let command = format!("{PLANNED_TWICE}{}", plan.command().join(" "));
        let time = Duration::try_from_secs_f64(self.seconds_of_confirming).unwrap_or_default();
        let (contributor, several) = match self.confirmed_by.as_slice() {
            [one] => (Some(one.clone()), &[][..]),
            several => (None, several),
        };
        let contributors = several.iter().cloned();
        let contributors = contributors.map(|name| Contributor {
            name,
            units: Vec::new(),
        });
        let confirmed_by = FoundBy {
            contributors: contributors.collect(),
            ..FoundBy::new(command, time)
        };
        store.confirm_like(&own, |searches| ConfirmingRun {
            contributor: contributor.clone(),
            searches,
            confirmed_by: confirmed_by.clone(),
        })
    }

    /// Returns how the merge went as JSON: `complete`, `incomplete` when the record needs units that have no accepted
    /// finding, or `refused` when the checker refused one; how many findings were accepted, and the [remarks](Self::remarks).
    /// What the search found is not said here: a search that proves that there is no solution is complete.
    #[must_use]
    pub fn to_json(&self, plan: &Plan) -> serde_json::Value {
        let merge = match (self.refused.is_empty(), self.is_wanting) {
            (false, _) => "refused",
            (true, true) => "incomplete",
            (true, false) => "complete",
        };
        json!({ "merge": merge, "accepted": self.accepted, "says": self.remarks(plan) })
    }

    /// Says in words what is not as it should be, a line for each.
    #[must_use]
    pub fn remarks(&self, plan: &Plan) -> Vec<String> {
        let damaged = self.damaged.iter();
        let damaged = damaged.map(|(unit, damage)| format!("unit {unit}: {damage}"));
        let refused = self.refused.iter().map(|(unit, reason)| {
            format!("unit {unit}: the checker refuses its finding: {reason}")
        });
        let mut lines: Vec<String> = damaged.chain(refused).collect();
        lines.extend(self.disagreements.iter().map(ToString::to_string));
        let not_by_a_third = self.not_by_a_third.iter();
        lines.extend(not_by_a_third.map(|unit| {
            format!(
                "unit {unit}: the third run decides, but it is from a machine or a contributor of one of the two that \
                 disagree"
            )
        }));
        let missing = self.missing.iter();
        let missing = missing.chain(self.refused.iter().map(|(unit, _)| unit));
        if let Some(first) = missing.clone().min() {
            let all = counted(plan.units() as u64, "unit");
            let count = missing.count();
            let are = if count == 1 { "is" } else { "are" };
            lines.push(format!(
                "{count} of {all} {are} missing, the first is unit {first}; tait cluster run {} runs what is left",
                quoted(plan.directory())
            ));
        }
        lines
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            units: [one, other],
            workers: [of_one, of_other],
            wrong,
        } = self;
        write!(
            f,
            "units {one} and {other} are the same, but their workers disagree: {of_one}; {of_other}; "
        )?;
        match wrong {
            Some(wrong) => write!(f, "a third run shows that unit {wrong} is wrong"),
            None => write!(f, "unit {other} is to be run again, by a third worker"),
        }
    }
}

/// Looks at all units of a plan and changes nothing.
#[derive(Debug)]
pub struct Overview {
    plan: Arc<Plan>,
    counted: Mutex<Counted>,
}

/// How many units of a plan are in which state.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Counted {
    /// Units that are finished.
    pub finished: usize,
    /// Units that somebody is running.
    pub running: usize,
    /// Units that were begun and stopped, or whose worker was killed.
    pub begun: usize,
    /// Units that nobody has begun.
    pub untouched: usize,
    /// Units that nobody has finished, nor needs any more.
    pub needless: usize,
    /// Seconds that all finished units took together.
    pub seconds: f64,
    /// Seconds that were spent on units that are not finished.
    pub seconds_begun: f64,
    /// Seconds of the finished unit that took longest.
    pub longest: f64,
}

impl Counted {
    /// Returns the numbers as JSON.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        json!({
            "finished": self.finished,
            "running": self.running,
            "begun": self.begun,
            "untouched": self.untouched,
            "needless": self.needless,
            "seconds": self.seconds + self.seconds_begun,
            "longest": self.longest,
            "seconds_left": self.seconds_left(),
        })
    }

    /// Returns the numbers of a plan in two lines, with an estimate.
    #[must_use]
    pub fn to_text(&self, plan: &Plan) -> String {
        let spent =
            |seconds: f64| HumanDuration(Duration::try_from_secs_f64(seconds).unwrap_or_default());
        let left = match (self.open() == 0, self.seconds_left()) {
            (true, _) => {
                format!(
                    "tait cluster merge {} makes the record",
                    quoted(plan.directory())
                )
            }
            (false, Some(left)) => format!(
                "about {} of one worker are left, if the others are like those so far (the longest took {})",
                spent(left),
                spent(self.longest)
            ),
            (false, None) => {
                "no unit is finished yet, so nobody knows how long the others take".to_owned()
            }
        };
        format!(
            "tait {}: {} of {} units are finished, {} running, {} begun and stopped, {} not begun\nspent so far: {}; {left}\n",
            plan.command().join(" "),
            self.finished,
            plan.units() - self.needless,
            self.running,
            self.begun,
            self.untouched,
            spent(self.seconds + self.seconds_begun),
        )
    }

    /// Returns how many units are still to be finished.
    #[must_use]
    pub const fn open(&self) -> usize {
        self.running + self.begun + self.untouched
    }

    /// Estimates the seconds of work that are left, if any unit is finished: for each other unit, all that has been spent
    /// so far, divided by the number of finished units. So units that are not finished after a long time count, too. This
    /// takes times to be spread exponentially, as those of base searches about are, and is no more than a guess while few
    /// units are finished.
    #[must_use]
    pub fn seconds_left(&self) -> Option<f64> {
        let left = self.open() as f64;
        let mean = (self.seconds + self.seconds_begun) / self.finished as f64;
        (self.finished > 0).then_some(mean * left)
    }
}

impl Overview {
    /// Creates an overview.
    #[must_use]
    pub fn new(plan: Arc<Plan>) -> Self {
        Self {
            plan,
            counted: Mutex::default(),
        }
    }

    /// Returns what was counted.
    #[must_use]
    pub fn counted(&self) -> Counted {
        self.counted_so_far().clone()
    }

    fn counted_so_far(&self) -> MutexGuard<'_, Counted> {
        self.counted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HandOver for Overview {
    fn hand_over(&self, work: &dyn Work, _control: &Control<'_>) -> Result<(), JobError> {
        self.plan.check(work)?;
        let mut counted = Counted::default();
        for number in 0..self.plan.units() {
            let unit = self.plan.unit(number).unwrap_or_default();
            let directory = self.plan.plain_unit_directory(number)?;
            if !directory.exists() {
                counted.untouched += 1;
                continue;
            }
            let state = match work.looks_at_others() {
                true => work.accept(unit, &directory, &[])?,
                false => work.state(unit, &directory)?,
            };
            match state {
                UnitState::Finished { seconds, .. } => {
                    counted.finished += 1;
                    counted.seconds += seconds;
                    counted.longest = counted.longest.max(seconds);
                }
                UnitState::Running(seconds) => {
                    counted.running += 1;
                    counted.seconds_begun += seconds;
                }
                other => {
                    counted.begun += 1;
                    counted.seconds_begun += other.seconds();
                }
            }
        }
        if counted.finished > 0 && work.looks_at_others() && work.wanted()?.is_empty() {
            counted.needless = counted.open();
            (counted.running, counted.begun, counted.untouched) = (0, 0, 0);
        }
        *self.counted_so_far() = counted;
        Err(JobError::HandedOver)
    }
}
