//! What is known of solutions that are shorter than a given one.

use crate::error::AtlasError;
use tait_jobs::claimed;
use tait_linear::{self as linear, Cell, Claim, Exhaustion, Solution};
use tait_store::Level;

/// What is known of solutions shorter than a listed one.
#[derive(Debug, Clone)]
pub enum Standing {
    /// None is shorter, and how far that is confirmed.
    Optimal(Claim, Level),
    /// Searches excluded some lengths from n on, but not all.
    Excluded(Vec<Exhaustion>),
    /// It is compared with the fewest moves that are known.
    Compared(Fewest),
    /// Nothing is known.
    Unknown,
}

/// The fewest moves that are known to solve a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fewest {
    pub moves: u64,
    /// Whether no solution is shorter.
    pub is_optimum: bool,
}

impl Fewest {
    pub(crate) const fn optimum(moves: u64) -> Self {
        let is_optimum = true;
        Self { moves, is_optimum }
    }

    /// Compares a solution of `moves` moves, in words; `None` if it is as short as the best known one, which may not be
    /// optimal.
    ///
    /// ```
    /// use tait_atlas::Fewest;
    /// let fewest = Fewest { moves: 4, is_optimum: true };
    /// assert_eq!(fewest.compared(6).as_deref(), Some("right, but 2 more than the fewest (4)"));
    /// assert_eq!(fewest.compared(4).as_deref(), Some("the fewest on record"));
    /// let best = Fewest { moves: 4, is_optimum: false };
    /// assert_eq!(best.compared(5).as_deref(), Some("right, but 1 more than the fewest known (4)"));
    /// assert_eq!(best.compared(4), None);
    /// ```
    #[must_use]
    pub fn compared(self, moves: u64) -> Option<String> {
        match (moves.checked_sub(self.moves)?, self.is_optimum) {
            (0, true) => Some("the fewest on record".to_owned()),
            (0, false) => None,
            (more, true) => Some(format!(
                "right, but {more} more than the fewest ({})",
                self.moves
            )),
            (more, false) => Some(format!(
                "right, but {more} more than the fewest known ({})",
                self.moves
            )),
        }
    }
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
