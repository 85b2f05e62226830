//! How far a claim has been confirmed.

use crate::{CellRecord, GridSolutionRecord, Record, ReversalCell, WidthResult, WrapSearchRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use tait_puzzle::grid::Unsolvable;
use tait_puzzle::linear::{Claim, Finding};

/// How far a claim has been confirmed, the strongest level first.
///
/// ```
/// use tait_puzzle::linear::Claim;
/// use tait_store::Level;
/// assert_eq!(Level::of_claim(&Claim::LowerBound), Level::Replayed);
/// let searched = Level::of_claim(&Claim::Exhaustion { shorter: vec![] });
/// assert_eq!(searched.to_string(), "recorded");
/// assert_eq!(searched.once_repeated().to_string(), "recounted");
/// assert_eq!(Level::Replayed.once_repeated(), Level::Replayed);
/// assert!(Level::Replayed < Level::Recounted && Level::Recounted < Level::Recorded);
/// ```
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// It follows from a replay and a theorem: nothing else has to be trusted.
    Replayed,
    /// It rests on a search, which another, plain program has just repeated.
    Recounted,
    /// It rests on a search that somebody carried out and put on record.
    Recorded,
}

impl Level {
    /// Of the claim that a solution is optimal.
    #[must_use]
    pub const fn of_claim(claim: &Claim) -> Self {
        match claim {
            Claim::LowerBound => Self::Replayed,
            Claim::Exhaustion { .. } => Self::Recorded,
        }
    }

    /// Once all searches behind the claim were repeated.
    #[must_use]
    pub const fn once_repeated(self) -> Self {
        match self {
            Self::Replayed => Self::Replayed,
            Self::Recounted | Self::Recorded => Self::Recounted,
        }
    }

    const fn of_search(is_needed: bool) -> Self {
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
            Self::Recorded => "recorded",
        })
    }
}

impl CellRecord {
    /// The level of what is said of the size.
    #[must_use]
    pub fn level(&self) -> Level {
        Level::of_search(!self.cell.excluded.is_empty())
    }
}

impl ReversalCell {
    /// The level of the claim that no solution is shorter. How many there are is always by search.
    #[must_use]
    pub fn level(&self) -> Level {
        Level::of_search(!self.excluded.is_empty())
    }
}

impl GridSolutionRecord {
    /// The level of the claim that no solution is shorter, or that there is none.
    #[must_use]
    pub fn level(&self) -> Level {
        Level::of_search(match &self.solution {
            Ok(moves) => !moves.is_empty(),
            Err(reason) => *reason == Unsolvable::Exhausted,
        })
    }
}

impl WrapSearchRecord {
    /// The level of the claim that there are no other wraps and bases than those found.
    #[must_use]
    pub fn level(&self) -> Level {
        let found_all = self.smaller_sizes.is_empty()
            && self
                .widths
                .iter()
                .all(|width| !matches!(width.result, WidthResult::None));
        Level::of_search(!found_all)
    }
}

impl Record {
    /// The level of the weakest of its claims, as long as none of its searches is repeated.
    #[must_use]
    pub fn level(&self) -> Level {
        match self {
            Self::Solution(record) => Level::of_claim(&record.claim),
            Self::Family(record) => {
                let mut sizes = record.smaller_sizes.iter();
                Level::of_search(
                    sizes.any(|size| !matches!(size.finding, Finding::NotFound { .. })),
                )
            }
            Self::WrapFamily(_) => Level::Replayed,
            Self::Classification(record) => {
                let levels = record.cells.iter().map(CellRecord::level);
                levels.max().unwrap_or(Level::Replayed)
            }
            Self::WrapSearch(record) => record.level(),
            Self::Shuffling(record) => Level::of_search(!record.cells.is_empty()),
            Self::Reversal(record) => Level::of_search(!record.cells().is_empty()),
            Self::GridTable(record) => {
                Level::of_search(!record.rows().is_empty() || !record.pairs().is_empty())
            }
            Self::GridSolution(record) => record.level(),
        }
    }
}
