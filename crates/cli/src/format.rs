//! Output formats.

use anyhow::bail;
use clap::ValueEnum;

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For reading; for moves, one move a line
    #[value(alias = "moves")]
    Text,
    /// JSON
    Json,
    /// One JSON value a line
    Jsonl,
    /// Comma-separated values
    Csv,
    /// A Markdown table
    Markdown,
}

impl Format {
    /// Its name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            Self::Markdown => "markdown",
        }
    }

    /// This format, if a command can print it.
    pub(crate) fn among(self, possible: &[Self]) -> anyhow::Result<Self> {
        if possible.contains(&self) {
            return Ok(self);
        }
        let names: Vec<&str> = possible.iter().map(|format| format.name()).collect();
        bail!(
            "--format {} is not for this command: {}",
            self.name(),
            names.join(", ")
        )
    }
}
