//! One search in steps that several machines share.

use tait_puzzle::linear::{BoundedSearch, LinearStates, Move, WithSpace};
use tait_search::{
    OtherSteps, Outcome, ShardEnd, ShardStep, ShardTools, Sharding, StoreFailed, shard_outcome,
    shard_step,
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
    let one = OneStep {
        sharding,
        step,
        tools,
    };
    bounded.with_space(None, one)
}

struct OneStep<'a> {
    sharding: &'a Sharding,
    step: ShardStep,
    tools: &'a ShardTools<'a>,
}

impl WithSpace for OneStep<'_> {
    type Output = Result<ShardEnd, StoreFailed>;

    fn with<S: LinearStates>(self, space: S) -> Self::Output {
        shard_step(&space, self.sharding, self.step, self.tools)
    }
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
    bounded.with_space(None, AllSteps { sharding, others })
}

struct AllSteps<'a> {
    sharding: &'a Sharding,
    others: &'a dyn OtherSteps,
}

impl WithSpace for AllSteps<'_> {
    type Output = Result<Option<Outcome<Move>>, StoreFailed>;

    fn with<S: LinearStates>(self, space: S) -> Self::Output {
        shard_outcome(&space, self.sharding, self.others)
    }
}
