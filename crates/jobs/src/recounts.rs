//! Recounts: a unit is a recorded search.

use crate::desk::Desk;
use crate::findings::Findings;
use crate::job::{Halt, Job};
use crate::units::Units;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tait_recount::{Outcome, Recorded};
use tait_search::{StopReason, Stopped};

/// Repeating recorded searches by plain programs, side by side.
#[derive(Debug)]
pub struct RecountJob<'a> {
    /// The searches.
    pub searches: &'a [Recorded],
    /// Which of them are repeated, by their places.
    pub repeated: Vec<usize>,
    /// A repetition is given up before it has so many states.
    pub most_states: u64,
    /// A repetition is given up when it takes longer.
    pub patience: Option<Duration>,
}

/// What a repetition came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recounted {
    /// To what is recorded.
    Agrees,
    /// To something else: in what it differs.
    Differs(String),
    /// There is no plain search for it: why.
    NotRepeated(String),
    /// It takes longer than was granted.
    TooLong,
    /// It takes as many states as were granted, or more.
    TooLarge,
}

impl Units for RecountJob<'_> {
    const KIND: &'static str = "recount-1";
    type Unit = usize;
    type Partial = ();
    type Finding = Recounted;

    fn parameters(&self) -> Value {
        let names = self.searches.iter().map(|search| &search.name);
        let names: Vec<&String> = names.collect();
        json!({ "searches": names, "states": self.most_states })
    }
}

impl Job for RecountJob<'_> {
    const SIDE_BY_SIDE: bool = true;
    /// For each search what its repetition came to, if it was repeated.
    type Record = Vec<Option<Recounted>>;

    fn plan(&self) -> Vec<usize> {
        self.repeated.clone()
    }

    fn run(&self, &place: &usize, desk: &Desk<'_, Self>) -> Result<Recounted, Halt> {
        let Some(search) = self.searches.get(place) else {
            return Err(Halt::failed(format!("there is no search {place}")));
        };
        let begin = Instant::now();
        let has_time = || {
            self.patience
                .is_none_or(|patience| begin.elapsed() < patience)
        };
        let control = desk.control();
        let goes_on = |states: u64| states < self.most_states && has_time() && !control.is_over();
        Ok(match search.recount(goes_on) {
            Outcome::Agrees { .. } => Recounted::Agrees,
            Outcome::Differs(difference) => Recounted::Differs(difference),
            Outcome::NotRepeated(reason) => Recounted::NotRepeated(reason),
            Outcome::Stopped if !has_time() => Recounted::TooLong,
            Outcome::Stopped => match control.stop_reason(0, 0) {
                Some(reason @ (StopReason::Asked | StopReason::Time)) => {
                    let states = Vec::new();
                    return Err(Stopped { reason, states }.into());
                }
                _ => Recounted::TooLarge,
            },
        })
    }

    fn merge(&self, findings: &Findings<Self>) -> Vec<Option<Recounted>> {
        let places = 0..self.searches.len();
        places
            .map(|place| findings.get(&place).map(|finished| finished.finding))
            .collect()
    }
}
