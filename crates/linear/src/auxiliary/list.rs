//! A list of solutions of the auxiliary puzzle, as JSON.

use super::offsets::AuxiliaryOffsets;
use super::replay::{AuxiliaryError, AuxiliaryExchange};
use super::solution::AuxiliarySolution;
use crate::moves::Move;
use crate::pattern::Pattern;
use crate::size::BlockLength;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use tait_text::counted;
use thiserror::Error;

/// Solutions of the auxiliary puzzle, each of a row that begins at 1. They need not be right:
/// [`check`](Self::check) decides that.
///
/// ```
/// use tait_linear::{AuxiliaryList, AuxiliarySolution, BlockLength};
/// let k = BlockLength::new(3)?;
/// let figure = AuxiliarySolution::of_offsets(k, 1, &"2,0,1".parse()?).check()?;
/// let list = AuxiliaryList::new(k, false, &[figure.exchanges]);
/// assert_eq!(list.check()?.to_string(), "1 solution of 9 moves, Requirement 5.1.1 holds");
/// let text = serde_json::to_string(&list)?;
/// let forged = text.replace("[3,13]", "[2,13]");
/// assert!(serde_json::from_str::<AuxiliaryList>(&text)?.check().is_ok());
/// assert!(serde_json::from_str::<AuxiliaryList>(&forged)?.check().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(description = "Solutions of the auxiliary puzzle, each of a row that begins at 1.")]
pub struct AuxiliaryList {
    /// The puzzle: the auxiliary puzzle.
    puzzle: Kind,
    /// The number of adjacent coins that a move slides.
    #[serde(with = "block_length")]
    #[schemars(with = "BlockLength")]
    k: BlockLength,
    /// Whether the offset in the second half may differ from the one in the first.
    free_offsets: bool,
    /// The number of solutions.
    count: u64,
    /// The solutions.
    solutions: Vec<Listed>,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AuxiliarySolution")]
struct Listed {
    /// The offset of each exchange in the first half, F.
    offsets: Vec<u32>,
    /// The offset of each exchange in the second half, H.
    back_offsets: Vec<u32>,
    /// The pattern that each exchange moves from F.
    patterns: Vec<Pattern>,
    /// Whether each exchange returns the complement of what it takes.
    complement: bool,
    /// The moves, three for each exchange.
    moves: Vec<Move>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Kind {
    Auxiliary,
}

/// The reason why a list is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AuxiliaryListError {
    /// A solution is wrong.
    #[error("solution {number}: {source}")]
    Solution {
        /// The solution, counted from 1.
        number: u64,
        /// What is wrong.
        source: AuxiliaryError,
    },
    /// What is said of a solution does not follow from its moves.
    #[error(
        "solution {number}: its offsets, patterns or complements are not those of its moves, whose offsets are {offsets}"
    )]
    Said {
        /// The solution, counted from 1.
        number: u64,
        /// The offsets that its moves have.
        offsets: AuxiliaryOffsets,
    },
    /// The offsets of the halves differ where they must not.
    #[error(
        "solution {number}: the offsets of the halves differ, and the list says that they do not"
    )]
    Offsets {
        /// The solution, counted from 1.
        number: u64,
    },
    /// Their number is wrong.
    #[error("it says that it has {}, but it has {found} different ones", counted(*.said, "solution"))]
    Count {
        /// The number that it says.
        said: u64,
        /// The number of different solutions.
        found: u64,
    },
}

/// A list of which every solution is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AuxiliaryListVerdict {
    /// The number of solutions, all of them different.
    pub solutions: u64,
    /// The number of moves of each.
    pub moves: u64,
}

impl fmt::Display for AuxiliaryListVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { solutions, moves } = self;
        let solutions = counted(*solutions, "solution");
        write!(f, "{solutions} of {moves} moves, Requirement 5.1.1 holds")
    }
}

impl AuxiliaryList {
    /// Makes the list of some solutions, each with its exchanges.
    #[must_use]
    pub fn new(k: BlockLength, free_offsets: bool, solutions: &[Vec<AuxiliaryExchange>]) -> Self {
        Self {
            puzzle: Kind::Auxiliary,
            k,
            free_offsets,
            count: solutions.len() as u64,
            solutions: solutions
                .iter()
                .map(|exchanges| Listed::new(k, exchanges))
                .collect(),
        }
    }

    /// Returns the name of the puzzle: `auxiliary k=3`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("auxiliary k={}", self.k)
    }

    /// Returns the solutions, unchecked.
    #[must_use]
    pub fn solutions(&self) -> Vec<AuxiliarySolution> {
        let listed = self.solutions.iter();
        let solution = |listed: &Listed| AuxiliarySolution::new(self.k, 1, listed.moves.clone());
        listed.map(solution).collect()
    }

    /// Replays each solution, and compares what is said of it with its moves. That there are no others is not checked.
    ///
    /// # Errors
    /// Returns the first thing that is wrong.
    pub fn check(&self) -> Result<AuxiliaryListVerdict, AuxiliaryListError> {
        for ((number, solution), listed) in (1..).zip(self.solutions()).zip(&self.solutions) {
            let verdict = solution
                .check()
                .map_err(|source| AuxiliaryListError::Solution { number, source })?;
            let offsets = verdict.offsets();
            if *listed != Listed::new(self.k, &verdict.exchanges) {
                return Err(AuxiliaryListError::Said { number, offsets });
            }
            if !self.free_offsets && offsets.0.iter().any(|(front, back)| front != back) {
                return Err(AuxiliaryListError::Offsets { number });
            }
        }
        let different: BTreeSet<&Listed> = self.solutions.iter().collect();
        let (said, found) = (self.count, different.len() as u64);
        if said != found || self.solutions.len() as u64 != found {
            return Err(AuxiliaryListError::Count { said, found });
        }
        Ok(AuxiliaryListVerdict {
            solutions: found,
            moves: 3 * u64::from(self.k.get()),
        })
    }
}

impl Listed {
    fn new(k: BlockLength, exchanges: &[AuxiliaryExchange]) -> Self {
        let offsets = exchanges.iter().map(|e| (e.front_offset, e.back_offset));
        let offsets = AuxiliaryOffsets(offsets.collect());
        Self {
            offsets: exchanges.iter().map(|e| e.front_offset).collect(),
            back_offsets: exchanges.iter().map(|e| e.back_offset).collect(),
            patterns: exchanges.iter().map(|e| e.pattern).collect(),
            complement: exchanges.iter().all(AuxiliaryExchange::returns_complement),
            moves: AuxiliarySolution::of_offsets(k, 1, &offsets)
                .moves()
                .to_vec(),
        }
    }
}

/// A block length as a number.
mod block_length {
    use crate::size::BlockLength;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(k: &BlockLength, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u32(k.get())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<BlockLength, D::Error> {
        BlockLength::new(u64::deserialize(from)?).map_err(D::Error::custom)
    }
}
