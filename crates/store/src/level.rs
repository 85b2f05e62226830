//! Levels of confirmation.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use tait_linear::Claim;

/// How far a claim has been checked, the strongest level first.
///
/// ```
/// use tait_linear::Claim;
/// use tait_store::Level;
/// assert_eq!(Level::of_claim(&Claim::LowerBound), Level::Replayed);
/// let searched = Level::of_claim(&Claim::Exhaustion { shorter: vec![] });
/// assert_eq!(searched.to_string(), "recorded");
/// assert_eq!(searched.once_repeated().to_string(), "recounted");
/// assert_eq!(Level::Replayed.once_repeated(), Level::Replayed);
/// assert_eq!(searched.once_confirmed().to_string(), "confirmed");
/// assert!(Level::Replayed < Level::Recounted && Level::Recounted < Level::Confirmed);
/// assert!(Level::Confirmed < Level::Recorded);
/// ```
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// It follows from a replay and a theorem; nothing else has to be trusted.
    Replayed,
    /// It depends on a search that another, plain program has just repeated.
    Recounted,
    /// It depends on a recorded search, and it is also on record that another program, or another worker of a plan,
    /// came to the same counts.
    Confirmed,
    /// It depends on a search that somebody carried out and put on record.
    Recorded,
}

impl Level {
    /// Returns the level of the claim that a solution is optimal.
    #[must_use]
    pub const fn of_claim(claim: &Claim) -> Self {
        match claim {
            Claim::LowerBound => Self::Replayed,
            Claim::Exhaustion { .. } => Self::Recorded,
        }
    }

    /// Returns the level once all searches behind it were repeated.
    #[must_use]
    pub const fn once_repeated(self) -> Self {
        match self {
            Self::Replayed => Self::Replayed,
            Self::Recounted | Self::Confirmed | Self::Recorded => Self::Recounted,
        }
    }

    /// Returns the level once the repetition of all searches behind it is on record.
    #[must_use]
    pub const fn once_confirmed(self) -> Self {
        match self {
            Self::Recorded => Self::Confirmed,
            other => other,
        }
    }

    /// Returns the level of a claim that needs a search, or none.
    pub(crate) const fn of_search(is_needed: bool) -> Self {
        if is_needed {
            Self::Recorded
        } else {
            Self::Replayed
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Replayed => "replayed",
            Self::Recounted => "recounted",
            Self::Confirmed => "confirmed",
            Self::Recorded => "recorded",
        })
    }
}
