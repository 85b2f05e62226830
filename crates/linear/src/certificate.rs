//! The claim behind a result, and the searches that support it: the records that are stored with a solution. Also what is known of
//! one cell of the map, and the answer that follows.

use crate::analysis::Analysis;
use crate::blocks::BlockSet;
use crate::coin::FinalType;
use crate::size::Puzzle;
use crate::solution::Solution;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Restrictions on a solution.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Restrictions {
    /// The `k`-blocks that may be used.
    #[serde(default, skip_serializing_if = "is_any")]
    pub blocks: BlockSet,
    /// How the final row must begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_type: Option<FinalType>,
    /// The number of positions by which the row must move to the right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shift: Option<i64>,
    /// Positions whose coins must never move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stationary: Vec<i64>,
}

fn is_any(blocks: &BlockSet) -> bool {
    *blocks == BlockSet::ANY
}

impl Restrictions {
    /// Returns whether nothing is restricted.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether a solution with this analysis meets all of them.
    ///
    /// ```
    /// use tait_linear::{Block, BlockSet, Move, Puzzle, Restrictions, Solution, analyse};
    /// let moves = [(2, 9), (5, 2), (8, 5), (1, 8)].map(Move::from).to_vec();
    /// let solution = Solution::new(Puzzle::new(2, 4)?, 1, moves);
    /// let analysis = analyse(&solution)?;
    /// let only = |block| Restrictions { blocks: BlockSet::of(&[block]), ..Default::default() };
    /// assert!(only(Block::R1).are_met(&solution, &analysis));
    /// assert!(!only(Block::L1).are_met(&solution, &analysis));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn are_met(&self, solution: &Solution, analysis: &Analysis) -> bool {
        let verdict = &analysis.verdict;
        // Restrictions count positions from the first coin, which stands at 1.
        let distance = solution.start() - 1;
        let stays = |&position: &i64| {
            let there = position.saturating_add(distance);
            let stationary = &analysis.stationary;
            stationary.nickels.contains(&there) || stationary.pennies.contains(&there)
        };
        let has_blocks = analysis.elsewhere.is_none() && analysis.blocks.is_subset(self.blocks);
        (is_any(&self.blocks) || has_blocks)
            && self
                .final_type
                .is_none_or(|wanted| wanted == verdict.final_type)
            && self.shift.is_none_or(|wanted| wanted == verdict.shift)
            && self.stationary.iter().all(stays)
    }
}

impl fmt::Display for Restrictions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "blocks {}", self.blocks)?;
        if let Some(final_type) = self.final_type {
            write!(f, ", {final_type} type")?;
        }
        if let Some(shift) = self.shift {
            write!(f, ", shift {shift:+}")?;
        }
        if !self.stationary.is_empty() {
            write!(f, ", stationary {:?}", self.stationary)?;
        }
        Ok(())
    }
}

/// The prune rules that a search used. Neither changes an answer, only which states are visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Rules")]
pub struct PruneRules {
    /// The pair-count rule: at most 2 pairs are gained a move.
    pub pairs: bool,
    /// The k-block rule: an `n`-move solution lands outside only on L2, L1, R1 and R2.
    pub blocks: bool,
}

impl Default for PruneRules {
    fn default() -> Self {
        Self {
            pairs: true,
            blocks: true,
        }
    }
}

/// The record of an exhaustive search: no solution of at most this many moves exists on this
/// board, and the board is large enough that none exists at all (the
/// board theorem of `docs/theory.md`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(
    description = "An exhaustive search: no solution of at most this many moves exists on this board, and the board is large enough that none exists at all."
)]
pub struct Exhaustion {
    /// The number of moves searched for.
    pub moves: u64,
    /// The first position of the board, with the first coin at 1.
    pub board_from: i64,
    /// The last position of the board.
    pub board_to: i64,
    /// The restrictions.
    #[serde(default, skip_serializing_if = "Restrictions::is_none")]
    pub restrictions: Restrictions,
    /// The prune rules used.
    pub rules: PruneRules,
    #[schemars(
        description = "Distinct states first reached at each depth, the start at depth 0; empty where the search counts something else."
    )]
    /// Distinct states first reached at each depth, the start at depth 0; `docs/theory.md`,
    /// *What a proof record counts*, defines the exact set. Empty where the search
    /// that gave the proof counts something else, such as IDA*, which meets states more than once.
    pub states: Vec<u64>,
}

impl Exhaustion {
    /// Returns why no record holds this search, if none does: records hold searches with all prune rules, and their states
    /// by depth, which another program can count again.
    ///
    /// ```
    /// use tait_linear::{Exhaustion, PruneRules};
    /// let mut search = Exhaustion {
    ///     moves: 6,
    ///     board_from: -5,
    ///     board_to: 18,
    ///     restrictions: Default::default(),
    ///     rules: PruneRules::default(),
    ///     states: vec![1, 34, 150, 206, 122, 26, 0],
    /// };
    /// assert_eq!(search.unrecorded(), None);
    /// search.states.clear();
    /// assert_eq!(search.unrecorded(), Some("has no states by depth, which records hold"));
    /// ```
    #[must_use]
    pub fn unrecorded(&self) -> Option<&'static str> {
        if self.rules != PruneRules::default() {
            return Some("was without one of the prune rules; such counts are not stored");
        }
        let is_uncounted = self.states.is_empty();
        is_uncounted.then_some("has no states by depth, which records hold")
    }
}

impl fmt::Display for Exhaustion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no solution of {} moves: exhaustive search on positions {}..{}, {}",
            self.moves, self.board_from, self.board_to, self.restrictions,
        )?;
        if self.states.is_empty() {
            return Ok(());
        }
        write!(f, ", {} states", self.states.iter().sum::<u64>())
    }
}

/// Why a solution is optimal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "ClaimForm", into = "ClaimForm")]
pub enum Claim {
    /// It has `n` moves, and no solution has fewer (Theorem 2.1.1).
    LowerBound,
    /// Every shorter length from `n` on was searched exhaustively.
    Exhaustion {
        /// One record for each length.
        shorter: Vec<Exhaustion>,
    },
}

impl Claim {
    /// Returns the restrictions that all solutions have among which none is shorter; `None` if there is no shorter one at
    /// all.
    #[must_use]
    pub fn restrictions(&self) -> Option<&Restrictions> {
        let Self::Exhaustion { shorter } = self else {
            return None;
        };
        let restrictions = shorter.first().map(|search| &search.restrictions);
        restrictions.filter(|restrictions| !restrictions.is_none())
    }
}

/// The JSON form. serde would accept unknown fields in a variant without braces.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(
    tag = "optimal_because",
    rename_all = "snake_case",
    deny_unknown_fields
)]
enum ClaimForm {
    /// It has `n` moves, and no solution has fewer (Theorem 2.1.1).
    LowerBound {},
    /// Every shorter length from `n` on was searched exhaustively.
    Exhaustion {
        /// One record for each length.
        shorter: Vec<Exhaustion>,
    },
}

impl From<ClaimForm> for Claim {
    fn from(form: ClaimForm) -> Self {
        match form {
            ClaimForm::LowerBound {} => Self::LowerBound,
            ClaimForm::Exhaustion { shorter } => Self::Exhaustion { shorter },
        }
    }
}

impl From<Claim> for ClaimForm {
    fn from(claim: Claim) -> Self {
        match claim {
            Claim::LowerBound => Self::LowerBound {},
            Claim::Exhaustion { shorter } => Self::Exhaustion { shorter },
        }
    }
}

/// The record of an exhaustive search for a base of one size: on this board, no choice of two
/// stationary coins has one, and the board is large enough that there is none at all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(
    description = "An exhaustive search for a base: no choice of two stationary coins has one on this board, and the board is large enough that there is none at all."
)]
pub struct BaseExhaustion {
    /// The first position of the board, with the first coin at 1.
    pub board_from: i64,
    /// The last position of the board.
    pub board_to: i64,
    /// The prune rules used.
    pub rules: PruneRules,
    /// The choices of two stationary coins, those of [`choices_of_base`](crate::choices_of_base).
    #[schemars(description = "The choices of two stationary coins, by nickel and then by penny.")]
    pub choices: Vec<ExhaustedChoice>,
}

/// A nickel and a penny that hold still, and the search for a base with them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(
    description = "A nickel and a penny that hold still, and the search for a base with them."
)]
pub struct ExhaustedChoice {
    /// The position of the nickel, with the first coin at 1.
    pub nickel: i64,
    /// The position of the penny.
    pub penny: i64,
    #[schemars(
        description = "Distinct states at each depth, the start at depth 0, from which the exchanges that a base still needs fit into the moves that are left."
    )]
    /// Distinct states at each depth, the start at depth 0; `docs/theory.md`
    /// defines the exact set.
    pub states: Vec<u64>,
}

/// The finding for a size that has no base, although a larger size of its residue has one.
// No `deny_unknown_fields`: serde cannot combine it with `flatten`, and the finding denies them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("unevaluatedProperties" = false))]
pub struct SizeWithoutBase {
    /// The size.
    pub n: u64,
    /// What is known.
    #[serde(flatten)]
    pub finding: Finding,
}

/// See [`SizeWithoutBase`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "finding", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(description = "The finding for a size without a base.")]
pub enum Finding {
    /// No `n`-move solution exists at all.
    NoSolution {
        /// Distinct states per depth of the exhaustive search for one.
        states: Vec<u64>,
    },
    /// `n`-move solutions exist, but none is a base, whatever its stationary coins, permutation
    /// and complements.
    NoBase {
        /// The number of choices of the two stationary coins that were searched exhaustively. Of two
        /// choices that are mirror images of each other, one is searched, and counted.
        choices: u64,
        /// Distinct states reached in all of them together.
        states: u64,
        /// The search, where its counts were kept. Since schema 1.3.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        search: Option<BaseExhaustion>,
    },
    /// No base was found, and the search was not exhaustive.
    NotFound {
        /// The number of attempts.
        attempts: u64,
    },
}

/// The known facts about one puzzle: the lengths that are excluded, and the shortest known solution.
///
/// The answer is not stored: [`Cell::answer`] derives it.
///
/// ```
/// use tait_linear::{CellAnswer, Cell, Move, Puzzle, Solution};
/// let puzzle = Puzzle::new(2, 3)?;
/// let mut cell = Cell::unknown(puzzle);
/// assert_eq!(cell.answer(), CellAnswer::Open { at_most: None });
/// cell.solution = Some(Solution::new(puzzle, 1, [(1, 7), (6, 9), (3, 6)].map(Move::from).to_vec()));
/// assert_eq!(cell.answer(), CellAnswer::Suffices);
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Exhaustive searches for `n`, `n + 1`, ... moves, in this order, that found no solution.
    pub excluded: Vec<Exhaustion>,
    /// The shortest known solution.
    pub solution: Option<Solution>,
}

/// Whether `n` moves suffice, and the optimum or bounds if they do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CellAnswer {
    /// `n` moves suffice.
    Suffices,
    /// `n` moves do not suffice; the optimum is this number of moves.
    Optimum(u64),
    /// `n` moves do not suffice; the optimum is known within bounds.
    Between {
        /// Every smaller number is excluded.
        at_least: u64,
        /// The length of the shortest known solution.
        at_most: Option<u64>,
    },
    /// There is no solution of any length.
    NoSolution,
    /// The answer is not known.
    Open {
        /// The length of the shortest known solution.
        at_most: Option<u64>,
    },
}

impl Cell {
    /// Creates a cell without any known facts.
    #[must_use]
    pub const fn unknown(puzzle: Puzzle) -> Self {
        Self {
            puzzle,
            excluded: Vec::new(),
            solution: None,
        }
    }

    /// Returns the smallest number of moves that is not excluded: `n` plus one for each search.
    #[must_use]
    pub fn at_least(&self) -> u64 {
        self.puzzle.n() + self.excluded.len() as u64
    }

    /// Returns the number of moves of the shortest known solution.
    #[must_use]
    pub fn at_most(&self) -> Option<u64> {
        Some(self.solution.as_ref()?.moves().len() as u64)
    }

    /// Derives the answer from theorems, searches and the solution.
    #[must_use]
    pub fn answer(&self) -> CellAnswer {
        match self.puzzle.unsolvable() {
            Some(_) => CellAnswer::NoSolution,
            None => self.searched(),
        }
    }

    /// Derives the answer from searches and the solution alone, without theorems.
    #[must_use]
    pub fn searched(&self) -> CellAnswer {
        let (at_least, at_most) = (self.at_least(), self.at_most());
        if at_most == Some(self.puzzle.n()) {
            CellAnswer::Suffices
        } else if at_least == self.puzzle.n() {
            CellAnswer::Open { at_most }
        } else if at_most == Some(at_least) {
            CellAnswer::Optimum(at_least)
        } else {
            CellAnswer::Between { at_least, at_most }
        }
    }
}

impl CellAnswer {
    /// Returns whether `n` moves suffice, or `None` if that is not known.
    #[must_use]
    pub const fn suffices(self) -> Option<bool> {
        match self {
            Self::Suffices => Some(true),
            Self::Open { .. } => None,
            Self::Optimum(_) | Self::Between { .. } | Self::NoSolution => Some(false),
        }
    }
}

impl fmt::Display for CellAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Suffices => f.write_str("n moves suffice"),
            Self::Optimum(moves) => write!(f, "optimum {moves}"),
            Self::Between {
                at_least,
                at_most: Some(at_most),
            } => write!(f, "optimum {at_least} to {at_most}"),
            Self::Between {
                at_least,
                at_most: None,
            } => write!(f, "at least {at_least} moves"),
            Self::NoSolution => f.write_str("no solution"),
            Self::Open {
                at_most: Some(at_most),
            } => write!(f, "open, at most {at_most} moves"),
            Self::Open { at_most: None } => f.write_str("open"),
        }
    }
}
