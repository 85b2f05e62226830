//! Recounts, with a unit for each recorded search of several records.

use crate::desk::Desk;
use crate::findings::{Findings, Finished};
use crate::job::{Halt, Job};
use crate::units::Units;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tait_recount::{Outcome, Recorded};
use tait_search::{StopReason, Stopped};
use twox_hash::XxHash3_64;

/// A job that repeats recorded searches by plain programs, side by side.
#[derive(Debug)]
pub struct RecountJob<'a> {
    /// The searches of each record.
    pub searches: &'a [Vec<Recorded>],
    /// The searches that are repeated.
    pub repeated: Vec<RecountUnit>,
    /// The number of states at which a repetition is given up.
    pub most_states: u64,
    /// The time after which a repetition is given up.
    pub patience: Option<Duration>,
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
        let searches = format!("{:?}", self.searches);
        let digest = format!("{:016x}", XxHash3_64::oneshot(searches.as_bytes()));
        json!({ "records": self.searches.len(), "searches": digest })
    }
}

impl Job for RecountJob<'_> {
    const SIDE_BY_SIDE: bool = true;
    /// For each search of each record, how its repetition ended, if it was repeated.
    type Record = Vec<Vec<Option<RecountEnd>>>;

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
        let has_time = || {
            self.patience
                .is_none_or(|patience| begin.elapsed() < patience)
        };
        let control = desk.control();
        let goes_on = |states: u64| states < self.most_states && has_time() && !control.is_over();
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
