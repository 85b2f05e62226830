//! The limits of a search, and the way it shows its progress.

use crate::exit::Exit;
use crate::globals::Globals;
use crate::terminal::{Progress, Shown, parse_memory, parse_time};
use clap::{Args, ValueEnum};
use std::io;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use tait_jobs::{share_of_address_space, share_of_available};
use tait_search::{Limits, Sink, StopReason};

/// Returns when the process began, so that time limits include reading and setting up. The first call starts the clock.
pub(crate) fn clock() -> Instant {
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    *BEGIN.get_or_init(Instant::now)
}

/// Bounds the memory that journals and plans may take once they are decoded: a few bytes of a file may stand for many.
/// Without a limit, it is the share of the machine's memory that a search would take.
pub(crate) fn bound_reading(limit: Option<u64>) {
    if let Some(bytes) = limit.or_else(share_of_available) {
        tait_store::bound_memory(bytes);
    }
}

/// The help of `--fresh`, which means the same in every command: see [`tait_jobs::run_directory`].
pub(crate) const FRESH: &str = "Search again even if the answer is stored. A long search with --fresh that was stopped goes on when the \
                                same command is given again";

/// Options of every command that searches.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArguments {
    /// Stop after this time, such as 90, 90s, 15m, 2h or 1h30m; results so far are kept
    #[arg(long, value_name = "TIME", value_parser = parse_time, allow_negative_numbers = true)]
    pub(crate) time_limit: Option<Duration>,

    /// Stop before states and tables exceed this much memory, such as 500M or 8G [default: three quarters of
    /// what is available to the process]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub(crate) memory_limit: Option<u64>,

    /// Stop after this many states
    #[arg(long, value_name = "COUNT")]
    pub(crate) state_limit: Option<u64>,

    /// Seed for all random choices; the same seed gives the same results
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 1,
        help_heading = "Engine"
    )]
    pub(crate) seed: u64,

    /// How progress is shown on standard error
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub(crate) progress: ProgressMode,
}

impl LimitArguments {
    /// Returns the limits, with the time counted from the start of the process.
    ///
    /// # Errors
    /// When there is too little address space for any search.
    pub(crate) fn limits(&self) -> io::Result<Limits> {
        let space = share_of_address_space()?;
        let asked = self.memory_limit.or_else(share_of_available);
        // Nobody can use more than the address space holds.
        let memory = asked.into_iter().chain(space).min();
        bound_reading(memory);
        Ok(Limits {
            deadline: self.time_limit.and_then(|time| clock().checked_add(time)),
            states: self.state_limit,
            memory,
            subtree_states: None,
        })
    }

    /// Begins to show the progress of a search with these limits.
    pub(crate) fn progress<'a>(&self, globals: &'a Globals) -> anyhow::Result<Progress<'a>> {
        self.progress_with(globals, globals)
    }

    /// Begins to show the progress of a search some of whose remarks have words of their own.
    pub(crate) fn progress_with<'a>(
        &self,
        globals: &Globals,
        remarks: &'a dyn Sink,
    ) -> anyhow::Result<Progress<'a>> {
        let shown = match self.progress {
            ProgressMode::Auto if !globals.is_quiet() => Shown::Line,
            ProgressMode::Json => Shown::Json,
            ProgressMode::Auto | ProgressMode::Off => Shown::Nothing,
        };
        Ok(Progress::new(self.limits()?, shown, remarks)?)
    }

    /// Returns how a command ends whose search stopped: a memory limit of the user is a choice, and that of the machine
    /// is not.
    pub(crate) fn exit(&self, reason: StopReason) -> Exit {
        if reason == StopReason::Memory && self.memory_limit.is_none() {
            Exit::Environment
        } else {
            Exit::Stopped
        }
    }

    /// Prints that a search stopped, and returns the exit.
    pub(crate) fn stopped(&self, reason: StopReason) -> Exit {
        crate::output::remark(&format!("tait: stopped: {reason}"));
        self.exit(reason)
    }
}

/// The way to show progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum ProgressMode {
    /// A status line, if standard error is a terminal
    #[default]
    Auto,
    /// One JSON object per line, for runs without a terminal
    Json,
    /// Nothing
    Off,
}
