//! The recorded searches that are repeated, and whether agreement is noted.

use crate::atlas::Atlas;
use crate::error::AtlasError;
use indicatif::HumanCount;
use std::path::{Path, PathBuf};
use tait_jobs::{ALWAYS_RECOUNTED, Confirm, NotRepeated, RecountEffort, Recounts, recount_all};
use tait_search::Control;
use tait_store::{Level, Record};

/// The recorded searches that are repeated, and whether agreement is noted.
#[derive(Debug, Clone, Default)]
pub struct Recounting {
    /// The searches that are repeated.
    pub effort: RecountEffort,
    /// Whether the store notes agreement.
    pub confirm: Option<Confirm>,
}

impl Atlas<'_> {
    /// Repeats the searches of records in files of the store, notes agreement if asked, and looks up earlier
    /// repetitions.
    pub(crate) fn recount(
        &self,
        records: &[(&Path, &Record)],
        recounting: &Recounting,
    ) -> Result<Vec<Recounts>, AtlasError> {
        let confirm = (self.store(), recounting.confirm.as_ref());
        let (effort, sink) = (recounting.effort, self.store().sink());
        let control = Control {
            sink,
            ..Control::default()
        };
        Ok(recount_all(
            records,
            effort,
            confirm,
            self.workers,
            &control,
        )?)
    }

    /// The name under which the store holds the record of a file, if it does. Records without searches are not looked
    /// up.
    pub(crate) fn name_of(&self, file: &str, record: &Record) -> Option<PathBuf> {
        if record.level() == Level::Replayed {
            return None;
        }
        if let Ok(name) = Path::new(file).strip_prefix(self.store().directory()) {
            return Some(name.to_owned());
        }
        let name = record.path();
        let held = Record::read(self.store().text(&name).ok()?.as_bytes());
        held.is_ok_and(|held| held == *record).then_some(name)
    }
}

/// Says which searches of files were not repeated and why, and in the last line how many were repeated, skipped and
/// wrong.
#[must_use]
pub fn recount_lines(all: &[(String, Recounts)]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut counts = [0; 3];
    for (file, recounts) in all {
        for (name, reason) in &recounts.skipped {
            let reason = why_not_repeated(reason);
            lines.push(format!("{file}: {name}: skipped, {reason}"));
        }
        counts[0] += recounts.repeated();
        counts[1] += recounts.skipped.len();
        counts[2] += recounts.wrong.len();
    }
    let [repeated, skipped, wrong] = counts;
    lines.push(format!(
        "{} searches: {repeated} repeated, {skipped} skipped, {wrong} wrong",
        counts.iter().sum::<usize>()
    ));
    lines
}

/// Says in words why a recorded search was not repeated.
fn why_not_repeated(reason: &NotRepeated) -> String {
    match reason {
        NotRepeated::NoSearch(reason) => reason.clone(),
        NotRepeated::TooLong(patience) => {
            format!("it takes more than {} s", patience.as_secs_f64())
        }
        NotRepeated::OutOfTime(limit) => {
            format!("the time limit of {} s was reached", limit.as_secs_f64())
        }
        NotRepeated::TooLarge(states) => {
            format!("it takes {} states or more", HumanCount(*states))
        }
        NotRepeated::NotRun => "nobody has run it".to_owned(),
        NotRepeated::NotAsked => {
            format!("it is recorded with {ALWAYS_RECOUNTED} states or more")
        }
    }
}
