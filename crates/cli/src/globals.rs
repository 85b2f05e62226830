//! What every command may be told.

use crate::format::{AnyFormat, Format, Picture};
use clap::Args;
use std::path::PathBuf;
use tait_atlas::{Atlas, Remarks};
use tait_store::{Store, StoreError};

/// Options that every command takes.
#[derive(Debug, Args)]
pub(crate) struct Globals {
    /// The data directory [default: $TAIT_DATA, or else data]
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    /// How results are printed
    #[arg(long, global = true)]
    format: Option<AnyFormat>,
    /// No remarks on standard error, only errors
    #[arg(long, short, global = true)]
    quiet: bool,
    /// How many threads work, up to 1024 [default: one for each core]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

impl Globals {
    /// The data directory as a store.
    pub(crate) fn store(&self) -> Store {
        let directory = self.data.clone();
        let from_environment = || std::env::var_os("TAIT_DATA").map(PathBuf::from);
        Store::new(
            directory
                .or_else(from_environment)
                .unwrap_or_else(|| "data".into()),
        )
    }

    /// What is known, asked in one place.
    pub(crate) fn atlas(&self) -> Atlas<'_> {
        Atlas::with_remarks(self.store(), self)
    }

    /// The format asked for, or a command's own.
    pub(crate) fn format_or(&self, default: Format) -> Format {
        match self.format {
            Some(AnyFormat::Table(format)) => format,
            // The command line is refused where anything else means nothing.
            _ => default,
        }
    }

    /// The kind of picture asked for, or a command's own.
    pub(crate) const fn picture_or(&self, default: Picture) -> Picture {
        match self.format {
            Some(AnyFormat::Picture(picture)) => picture,
            _ => default,
        }
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

impl Remarks for Globals {
    fn left_out(&self, error: &StoreError) {
        self.remark(&format!("left out: {error}"));
    }
}
