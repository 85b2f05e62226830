//! What every command may be told.

use crate::format::{AnyFormat, Format, GLOBAL, Picture};
use clap::{ArgAction, Args, ValueHint};
use std::path::PathBuf;
use tait_atlas::Atlas;
use tait_store::Store;

/// Options that every command takes.
#[derive(Debug, Args)]
#[command(next_help_heading = GLOBAL)]
pub(crate) struct Globals {
    /// The data directory
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath, env = "TAIT_DATA",
          hide_env_values = true, default_value = "data")]
    data: PathBuf,
    /// How results are printed
    #[arg(long, global = true)]
    format: Option<AnyFormat>,
    /// No remarks on standard error, only errors
    #[arg(long, short, global = true)]
    quiet: bool,
    /// How many threads work, up to 1024 [default: one for each core]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    #[arg(long, short, global = true, action = ArgAction::Help, help = "Print help (see more with '--help')",
          long_help = "Print help (see a summary with '-h')")]
    help: Option<bool>,
}

impl Globals {
    /// The data directory as a store.
    pub(crate) fn store(&self) -> Store {
        Store::new(self.data.clone())
    }

    /// What is known, asked in one place.
    pub(crate) fn atlas(&self) -> Atlas<'_> {
        Atlas::with_remarks(self.store(), self)
    }

    /// The format asked for, or a command's own.
    pub(crate) fn format_or(&self, default: Format) -> Format {
        // The command line is refused where anything else means nothing.
        self.format.and_then(AnyFormat::table).unwrap_or(default)
    }

    /// The kind of picture asked for, or a command's own.
    pub(crate) fn picture_or(&self, default: Picture) -> Picture {
        self.format.and_then(AnyFormat::picture).unwrap_or(default)
    }

    /// Whether this very format was asked for.
    pub(crate) fn is_asked(&self, format: AnyFormat) -> bool {
        self.format == Some(format)
    }

    /// Whether only errors are to be said.
    pub(crate) const fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Says a line to the human, unless they want to be left alone.
    pub(crate) fn remark(&self, line: &str) {
        if !self.quiet {
            crate::output::say(line);
        }
    }
}
