//! Versions of the files.

use crate::found_by::FoundBy;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The version of a file: `major.minor`.
///
/// A minor version adds fields that a reader may ignore; a major version changes existing fields. A
/// file names the oldest version that has all its fields, so that older writers refuse to touch
/// only what they would spoil. Version 1.1 added [`FoundBy::also`](crate::FoundBy::also),
/// version 1.2 [`FoundBy::contributors`](crate::FoundBy::contributors), version 1.3 the
/// [counts](tait_linear::BaseExhaustion) of exhaustive searches for bases, version 1.4
/// [`FoundBy::by`](crate::FoundBy::by) for what was found by other means, version 1.5
/// [`CountCell::any_length`](crate::CountCell::any_length).
///
/// ```
/// use tait_store::Schema;
/// assert_eq!(Schema::CURRENT.to_string(), "1.5");
/// assert!("1.6".parse::<Schema>()?.is_newer());
/// assert!("1".parse::<Schema>().is_err());
/// # Ok::<(), tait_store::SchemaError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Schema {
    /// Changes when readers have to change.
    pub major: u32,
    /// Changes when fields are added.
    pub minor: u32,
}

impl Schema {
    /// The newest version that this crate writes.
    pub const CURRENT: Self = Self { major: 1, minor: 5 };

    /// Returns the version that a file with these provenances, and with fields of this minor version, names.
    pub(crate) fn with<'a>(least: u32, runs: impl IntoIterator<Item = &'a FoundBy>) -> String {
        let minor_of = |run: &FoundBy| match run {
            run if run.has_added() => 4,
            run if run.runs().any(|run| !run.contributors.is_empty()) => 2,
            run if !run.also.is_empty() => 1,
            _ => 0,
        };
        let minor = runs.into_iter().map(minor_of).fold(least, u32::max);
        Self {
            minor,
            ..Self::CURRENT
        }
        .to_string()
    }

    /// Returns whether this crate is too old to write files of this version.
    #[must_use]
    pub fn is_newer(self) -> bool {
        self > Self::CURRENT
    }

    /// Returns whether this crate can read files of this version.
    #[must_use]
    pub const fn is_readable(self) -> bool {
        self.major == Self::CURRENT.major
    }
}

impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// The error for a text that is not a version.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("invalid schema version '{0}': expected something like \"{current}\"", current = Schema::CURRENT)]
pub struct SchemaError(String);

impl FromStr for Schema {
    type Err = SchemaError;

    fn from_str(text: &str) -> Result<Self, SchemaError> {
        let parse = || {
            let (major, minor) = text.split_once('.')?;
            Some(Self {
                major: major.parse().ok()?,
                minor: minor.parse().ok()?,
            })
        };
        parse().ok_or_else(|| SchemaError(tait_text::excerpt(text)))
    }
}
