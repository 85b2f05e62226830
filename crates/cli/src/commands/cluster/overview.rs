//! How far a plan has come.

use super::handed_over;
use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::output::print;
use indicatif::HumanDuration;
use serde_json::json;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tait_cluster::{Counted, Overview, Plan};

/// How often a plan is looked at.
const EVERY: Duration = Duration::from_secs(5);

/// Shows the numbers of units by state, and an estimate; over and over, if that is asked for.
pub(super) fn show(plan: &Arc<Plan>, watch: bool, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals
        .format_or(Format::Text)
        .among(&[Format::Text, Format::Json])?;
    loop {
        let overview = Arc::new(Overview::new(plan.clone()));
        let _ = handed_over(
            plan.command(),
            plan.files(),
            &[],
            &plan.data(),
            true,
            true,
            &overview,
        )?;
        let counted = overview.counted();
        print(&match format {
            Format::Json => format!("{}\n", as_json(&counted)),
            _ => as_text(plan, &counted),
        })?;
        if !watch || counted.open() == 0 {
            return Ok(Exit::Done);
        }
        thread::sleep(EVERY);
    }
}

fn as_json(counted: &Counted) -> serde_json::Value {
    json!({
        "finished": counted.finished,
        "running": counted.running,
        "begun": counted.begun,
        "untouched": counted.untouched,
        "needless": counted.needless,
        "seconds": counted.seconds + counted.seconds_begun,
        "longest": counted.longest,
        "seconds_left": counted.seconds_left(),
    })
}

fn as_text(plan: &Plan, counted: &Counted) -> String {
    let spent =
        |seconds: f64| HumanDuration(Duration::try_from_secs_f64(seconds).unwrap_or_default());
    let left = match (counted.open() == 0, counted.seconds_left()) {
        (true, _) => format!(
            "tait cluster merge {} makes the record",
            plan.directory().display()
        ),
        (false, Some(left)) => format!(
            "about {} of one worker are left, if the others are like those so far (the longest took {})",
            spent(left),
            spent(counted.longest)
        ),
        (false, None) => {
            "no unit is finished yet, so nobody knows how long the others take".to_owned()
        }
    };
    format!(
        "tait {}: {} of {} units are finished, {} running, {} begun and stopped, {} not begun\n{} were spent; {left}\n",
        plan.command().join(" "),
        counted.finished,
        plan.units() - counted.needless,
        counted.running,
        counted.begun,
        counted.untouched,
        spent(counted.seconds + counted.seconds_begun),
    )
}
