//! Output formats.

use anyhow::bail;
use clap::ValueEnum;
use clap::builder::PossibleValue;

/// What `--format` may say: how results are printed, or which kind of picture is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnyFormat {
    /// How results are printed.
    Table(Format),
    /// Which kind of picture is drawn.
    Picture(Picture),
}

impl ValueEnum for AnyFormat {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Self::Table(Format::Text),
            Self::Table(Format::Json),
            Self::Table(Format::Jsonl),
            Self::Table(Format::Csv),
            Self::Table(Format::Markdown),
            Self::Picture(Picture::Svg),
            Self::Picture(Picture::Tikz),
            Self::Picture(Picture::Html),
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Table(format) => format.to_possible_value(),
            Self::Picture(picture) => picture.to_possible_value(),
        }
    }
}

/// A kind of picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Picture {
    /// A figure that stands alone
    Svg,
    /// A figure for papers
    Tikz,
    /// A page that plays a solution
    Html,
}

impl Picture {
    /// Its name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Tikz => "tikz",
            Self::Html => "html",
        }
    }
}

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
