//! How far a plan has come.

use crate::cluster::plan::Plan;
use crate::{HandOver, JobError, UnitState, Work};
use indicatif::HumanDuration;
use serde_json::json;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tait_search::Control;
use tait_text::quoted;

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
