//! The units of a search for wraps, and what they come to.

use serde::{Deserialize, Serialize};
use tait_framework::BaseFinding;
use tait_linear::wrap::{AnyWrap, WrapFamily};
use tait_linear::{BlockLength, Move, Puzzle, Solution};
use tait_store::{SizeRecord, WidthRecord};

/// A part of the search.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WrapUnit {
    /// The bounded search with this number.
    Width(u32),
    /// The bases of the wraps that the widths gave.
    Bases,
}

/// The finding of a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum WrapFinding {
    /// The finding of a width.
    Width {
        /// The moves of a wrap, if there is one.
        moves: Option<Vec<Move>>,
        /// How many beams found no wrap; `None` where there is a wrap, or the search was complete.
        not_found: Option<u64>,
        /// States per layer.
        states: Vec<u64>,
    },
    /// The finding of the bases: the sizes that were searched, in ascending order.
    Bases(Vec<(u64, SizeFinding)>),
}

/// The finding on bases of a size, as a journal keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum SizeFinding {
    /// The moves of a base.
    Base(Vec<Move>),
    /// There is no base, with the states per depth of the search.
    None(Vec<u64>),
    /// This many attempts found no base.
    NotFound(u64),
}

/// A partial result that a stopped part leaves to the next run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum WrapPartial {
    /// How many beams for a width have failed, counted from the first.
    FailedBeams(u64),
    /// The finding on a size.
    Size(u64, SizeFinding),
    /// A size, and how many beams for it have failed so far.
    FailedForSize(u64, u64),
}

/// The merged findings of all parts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WrapParts {
    /// The widths.
    pub widths: Vec<WidthRecord>,
    /// The closed wraps among those that were found, or composed of them.
    pub closed: Vec<AnyWrap>,
    /// The sizes for which no base was found.
    pub smaller: Vec<SizeRecord>,
    /// The wraps with the bases that they need, if they settle any size.
    pub family: Option<WrapFamily>,
}

impl From<&BaseFinding> for SizeFinding {
    fn from(finding: &BaseFinding) -> Self {
        match finding {
            BaseFinding::Base(base) => Self::Base(base.moves().to_vec()),
            BaseFinding::None(states) => Self::None(states.clone()),
            BaseFinding::NotFound(attempts) => Self::NotFound(*attempts),
        }
    }
}

impl SizeFinding {
    /// Returns the finding on a size with the puzzle of its base.
    pub(crate) fn of_size(self, k: BlockLength, n: u64) -> Option<(u64, BaseFinding)> {
        let finding = match self {
            Self::Base(moves) => {
                let puzzle = Puzzle::new(k.into(), n).ok()?;
                BaseFinding::Base(Solution::new(puzzle, 1, moves))
            }
            Self::None(states) => BaseFinding::None(states),
            Self::NotFound(attempts) => BaseFinding::NotFound(attempts),
        };
        Some((n, finding))
    }
}
