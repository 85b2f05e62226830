//! What is known of solutions that are shorter than one.

use crate::error::AtlasError;
use tait_jobs::claimed;
use tait_puzzle::linear::{self, Cell, Claim, Exhaustion, Solution};
use tait_store::Level;

/// What is known of solutions shorter than a listed one.
#[derive(Debug, Clone)]
pub enum Standing {
    /// There is none; how far that is confirmed.
    Optimal(Claim, Level),
    /// Searches excluded so many lengths from n on, and not all.
    Excluded(Vec<Exhaustion>),
    /// Nothing is said.
    Unknown,
}

impl Standing {
    /// What the map says of its solution.
    #[must_use]
    pub fn of_cell(cell: &Cell) -> Self {
        let shorter = cell.excluded.clone();
        match cell.answer() {
            linear::CellAnswer::Suffices => Some(Claim::LowerBound).into(),
            linear::CellAnswer::Optimum(_) => Some(Claim::Exhaustion { shorter }).into(),
            _ => Self::Excluded(shorter),
        }
    }

    /// The same once the small searches behind the claim were repeated.
    ///
    /// # Errors
    /// When one of them does not come to what is recorded.
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
