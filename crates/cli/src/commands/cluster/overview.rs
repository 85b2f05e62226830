//! How far a plan has come.

use super::handed_over;
use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::output::print;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tait_jobs::cluster::{Overview, Plan};

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
            Format::Json => format!("{}\n", counted.to_json()),
            _ => counted.to_text(plan),
        })?;
        if !watch || counted.open() == 0 {
            return Ok(Exit::Done);
        }
        thread::sleep(EVERY);
    }
}
