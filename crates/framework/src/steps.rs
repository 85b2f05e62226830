//! One search in steps or parts that several machines share.

use std::ops::Range;
use tait_linear::{BoundedSearch, Move};
use tait_search::{
    Control, DeepeningCut, OtherSteps, Outcome, ShardEnd, ShardStep, ShardTools, Sharding,
    StoreFailed, deepening_cut, deepening_part, shard_outcome, shard_step,
};

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
