//! Repeating the searches of records: what the user asks for, and what is said of it.

use crate::globals::Globals;
use crate::limits::parse_time;
use crate::progress::grouped;
use clap::Args;
use std::time::Duration;
use tait_jobs::{
    ALWAYS_RECOUNTED, NotRepeated, RecountEffort, RecountError, Recounts, recounted,
    share_of_available,
};
use tait_store::Record;

/// How long one search is repeated unless the user says otherwise.
const PATIENCE: Duration = Duration::from_secs(60);

/// What to repeat.
#[derive(Debug, Clone, Copy, Default, Args)]
pub(crate) struct RecountArguments {
    /// Repeat every recorded search by a plain program that shares nothing with the engines; those of fewer than
    /// 20,000 states are always repeated
    #[arg(long)]
    recount: bool,
    /// Skip a search that takes longer to repeat, such as 90s, 15m or 2h [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = parse_time, requires = "recount")]
    time_limit: Option<Duration>,
}

impl RecountArguments {
    /// Repeats the searches of a record, as far as they are asked for.
    pub(crate) fn recount(self, record: &Record) -> Result<Recounts, RecountError> {
        recounted(record, self.effort())
    }

    /// Which searches are repeated.
    pub(crate) fn effort(self) -> RecountEffort {
        if self.recount {
            let patience = self.time_limit.unwrap_or(PATIENCE);
            RecountEffort::all_within(share_of_available(), patience)
        } else {
            RecountEffort::Small
        }
    }

    /// Says what was not repeated and why, where all was asked for, and how many there were of each kind.
    pub(crate) fn report(self, all: &[(String, Recounts)], globals: &Globals) {
        if !self.recount {
            return;
        }
        let mut counts = [0; 3];
        for (file, recounts) in all {
            for (name, reason) in &recounts.skipped {
                let reason = why_skipped(reason);
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
    }
}

fn why_skipped(reason: &NotRepeated) -> String {
    match reason {
        NotRepeated::NoSearch(reason) => reason.clone(),
        NotRepeated::TooLong(patience) => {
            format!("it takes more than {} s", patience.as_secs_f64())
        }
        NotRepeated::TooLarge(states) => format!("it takes {} states or more", grouped(*states)),
        NotRepeated::NotAsked => {
            format!("it is recorded with {ALWAYS_RECOUNTED} states or more, see --recount")
        }
    }
}
