//! The state that a stopped or killed run leaves to the next one, and one search in steps or parts that several machines share.

use serde::{Deserialize, Serialize};
use std::ops::Range;
use tait_linear::{BoundedSearch, Move};
use tait_search::{
    Control, DeepeningCut, Exhausted, FailedSubtrees, OtherSteps, Outcome, ShardEnd, ShardStep,
    ShardTools, Sharding, SharedStore, StoreFailed, deepening_cut, deepening_part, shard_outcome,
    shard_step,
};

/// A part of a search that consists of attempts, in an order that is always the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Beams that hold two coins, in a search for at most `moves` moves.
    HoldingTwoCoins {
        /// The bound of the search.
        moves: u32,
    },
    /// Beams that hold a nickel and are wide at their end, in a search for at most `moves` moves.
    HoldingANickel {
        /// The bound of the search.
        moves: u32,
        /// The number of the round, from 0 on.
        round: u8,
    },
    /// Beams of one width, in a search for at most `moves` moves.
    Beams {
        /// The bound of the search.
        moves: u32,
        /// States per layer.
        width: usize,
    },
    /// The breadth-first search that comes before wide beams, which is one attempt.
    BreadthFirst {
        /// The bound of the search.
        moves: u32,
    },
}

/// Keeps the results of parts of a long search, so that a later run need not repeat them. The result of the search is
/// the same with or without it.
pub trait Resumption: Sync {
    /// Returns how many attempts of a stage failed in earlier runs, counted from the first.
    fn failed(&self, stage: Stage) -> u64;

    /// Notes that the first `attempts` attempts of a stage have failed.
    fn note_failed(&self, stage: Stage, attempts: u64);

    /// Returns the counts of a search for at most `moves` moves that an earlier run exhausted.
    fn exhausted(&self, _moves: u32) -> Option<Exhausted> {
        None
    }

    /// Notes that a search has no solution.
    fn note_exhausted(&self, _exhausted: &Exhausted) {}

    /// Returns the subtrees of IDA* for at most `moves` moves, `most` states each, that failed in earlier runs.
    fn failed_subtrees(&self, _moves: u32, _most: Option<u64>) -> FailedSubtrees {
        FailedSubtrees::default()
    }

    /// Notes that these subtrees have failed.
    fn note_failed_subtrees(&self, _moves: u32, _most: Option<u64>, _failed: &FailedSubtrees) {}

    /// Returns the store for a search's layers, with those of earlier runs; `None` where layers stay in memory.
    ///
    /// # Errors
    /// When the layers cannot be read.
    fn layers(&self, bounded: &BoundedSearch) -> Result<Option<SharedStore>, StoreFailed>;
}

/// A resumption that keeps nothing.
impl Resumption for () {
    fn failed(&self, _stage: Stage) -> u64 {
        0
    }
    fn note_failed(&self, _stage: Stage, _attempts: u64) {}
    fn layers(&self, _bounded: &BoundedSearch) -> Result<Option<SharedStore>, StoreFailed> {
        Ok(None)
    }
}

/// Runs a step of a bounded search on its space, as [`shard_step`] does.
///
/// # Errors
/// When a store fails.
pub fn search_step(
    bounded: &BoundedSearch,
    sharding: &Sharding,
    step: ShardStep,
    tools: &ShardTools<'_>,
) -> Result<ShardEnd, StoreFailed> {
    shard_step(&bounded.space(), sharding, step, tools)
}

/// Returns the outcome of a bounded search whose steps are finished, as [`shard_outcome`] does; `None` while some are
/// not.
///
/// # Errors
/// When a store fails.
pub fn outcome_of_steps(
    bounded: &BoundedSearch,
    sharding: &Sharding,
    others: &dyn OtherSteps,
) -> Result<Option<Outcome<Move>>, StoreFailed> {
    shard_outcome(&bounded.space(), sharding, others)
}

/// Cuts the tree of IDA* as [`deepening_cut`] does.
#[must_use]
pub fn cut_of_search(bounded: &BoundedSearch) -> DeepeningCut<Move> {
    deepening_cut(&bounded.space(), bounded.moves)
}

/// Searches some subtrees of IDA* as [`deepening_part`] does.
#[must_use]
pub fn search_part(
    bounded: &BoundedSearch,
    part: Range<usize>,
    control: &Control<'_>,
) -> Outcome<Move> {
    deepening_part(&bounded.space(), bounded.moves, part, control)
}
