//! Repeating the searches of records: the options, and the report.

use crate::globals::Globals;
use crate::terminal::parse_time;
use clap::Args;
use std::path::Path;
use std::time::Duration;
use tait_atlas::{Recounting, recount_lines};
use tait_jobs::{Confirm, RecountEffort, Recounts, share_of_available};
use tait_store::is_contributor;

/// Options for repeating searches.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Repeating searches")]
pub(crate) struct RecountArguments {
    /// Repeat every recorded search with a plain program that shares no code with the engines. Searches of fewer
    /// than 20,000 states are always repeated
    #[arg(long)]
    recount: bool,
    /// Stop repeating after this time, such as 90s, 15m or 2h, and skip what is left [default: 60s for each search]
    #[arg(long, value_name = "TIME", value_parser = parse_time, requires = "recount")]
    time_limit: Option<Duration>,
    /// Record in the data directory which searches were repeated and agreed
    #[arg(long, requires = "recount")]
    confirm: bool,
    /// Name of the person who confirms them, to record with --confirm
    #[arg(long, value_name = "NAME", requires = "confirm", value_parser = contributor)]
    contributor: Option<String>,
}

/// Reads the name of a contributor.
pub(crate) fn contributor(name: &str) -> Result<String, &'static str> {
    let name = name.trim();
    match is_contributor(name) {
        true => Ok(name.to_owned()),
        false => Err("expected one line of at most 100 bytes"),
    }
}

impl RecountArguments {
    /// Returns what to repeat and whether to note it; `command` names the command that repeats the searches of a file.
    pub(crate) fn recounting(&self, command: fn(&Path) -> String) -> Recounting {
        let contributor = self.contributor.clone();
        Recounting {
            effort: self.effort(),
            confirm: self.confirm.then_some(Confirm {
                contributor,
                command,
            }),
        }
    }

    /// Returns which searches are repeated.
    fn effort(&self) -> RecountEffort {
        if self.recount {
            RecountEffort::all_within(share_of_available(), self.time_limit)
        } else {
            RecountEffort::Small
        }
    }

    /// With `--recount`, prints the searches that were not repeated and why, and how many were repeated, skipped and
    /// wrong.
    pub(crate) fn report(&self, all: &[(String, Recounts)], globals: &Globals) {
        if !self.recount {
            return;
        }
        for line in recount_lines(all) {
            globals.remark(&line);
        }
        let agree = all.iter().any(|(_, recounts)| recounts.repeated() > 0)
            && all.iter().all(|(_, recounts)| recounts.wrong.is_empty());
        if self.confirm && agree {
            globals.remark(
                "recorded the searches that agreed in confirmations/ of the data directory",
            );
        }
    }
}
