//! `tait checkers --reverse N`.

use super::Arguments;
use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::output;
use crate::remarks::tell;
use tait_atlas::reversal_table;
use tait_jobs::{Remark, ReversalObserver, ReversalRequest, make_reversals};
use tait_search::StopReason;
use tait_vacancy::checkers::reversal::Reversal;

/// Shows the answers for 1 to `most` checkers, see [`make_reversals`].
pub(super) fn run(most: u64, arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let progress = arguments.limits.progress(globals)?;
    let request = ReversalRequest {
        most,
        store: &globals.store_to_write()?,
        is_fresh: arguments.fresh,
        name_of_run: &|n| format!("checkers --reverse {n}"),
        observer: &StopReports(globals),
    };
    let made = make_reversals(&request, &progress.control())?;
    progress.finish();
    let table = reversal_table(&made.record, &made.puzzles, format);
    output::print_table(&table, format)?;
    Ok(match made.stopped {
        Some(reason) => arguments.limits.exit(reason),
        None => Exit::Done,
    })
}

/// An observer that reports stops.
struct StopReports<'a>(&'a Globals);

impl ReversalObserver for StopReports<'_> {
    fn stopped(&self, puzzle: Reversal, reason: StopReason) {
        output::say(&format!("tait: {puzzle}: stopped: {reason}"));
    }

    fn remark(&self, remark: Remark<'_>) {
        match remark {
            Remark::SetAside(error) => self.0.remark(&error.to_string()),
            other => tell(&other, self.0),
        }
    }
}
