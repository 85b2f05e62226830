//! What is known of solutions that are shorter than a given one.

use crate::error::AtlasError;
use tait_jobs::claimed;
use tait_puzzle::linear::{self, Cell, Claim, Exhaustion, Solution};
use tait_store::Level;

/// What is known of solutions shorter than a listed one.
#[derive(Debug, Clone)]
pub enum Standing {
    /// None is shorter, and how far that is confirmed.
    Optimal(Claim, Level),
    /// Searches excluded some lengths from n on, but not all.
    Excluded(Vec<Exhaustion>),
    /// Nothing is known.
    Unknown,
}

impl Standing {
    /// Returns the standing of the solution of a cell of the map.
    #[must_use]
    pub fn of_cell(cell: &Cell) -> Self {
        let shorter = cell.excluded.clone();
        match cell.answer() {
            linear::CellAnswer::Suffices => Some(Claim::LowerBound).into(),
            linear::CellAnswer::Optimum(_) => Some(Claim::Exhaustion { shorter }).into(),
            _ => Self::Excluded(shorter),
        }
    }

    /// Repeats the small searches behind the claim.
    ///
    /// # Errors
    /// When one of them does not agree with the record.
    pub fn recounted(self, solution: &Solution) -> Result<Self, AtlasError> {
        Ok(match self {
            Self::Optimal(claim, _) => {
                let (_, level) = claimed(solution, &claim)?;
                Self::Optimal(claim, level)
            }
            other => other,
        })
    }
}

impl From<Option<Claim>> for Standing {
    fn from(claim: Option<Claim>) -> Self {
        claim.map_or(Self::Unknown, |claim| {
            let level = Level::of_claim(&claim);
            Self::Optimal(claim, level)
        })
    }
}
