//! One search in steps or parts that several machines share.

use std::ops::Range;
use tait_linear::{BoundedSearch, LinearStates, Move, WithSpace};
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

/// Cuts the tree of IDA* as [`deepening_cut`] does.
#[must_use]
pub fn cut_of_search(bounded: &BoundedSearch) -> DeepeningCut<Move> {
    struct TheCut(u32);
    impl WithSpace for TheCut {
        type Output = DeepeningCut<Move>;

        fn with<S: LinearStates>(self, space: S) -> Self::Output {
            deepening_cut(&space, self.0)
        }
    }
    bounded.with_space(None, TheCut(bounded.moves))
}

/// Searches some subtrees of IDA* as [`deepening_part`] does.
#[must_use]
pub fn search_part(
    bounded: &BoundedSearch,
    part: Range<usize>,
    control: &Control<'_>,
) -> Outcome<Move> {
    let bound = bounded.moves;
    let one = OnePart {
        bound,
        part,
        control,
    };
    bounded.with_space(None, one)
}

struct OnePart<'a> {
    bound: u32,
    part: Range<usize>,
    control: &'a Control<'a>,
}

impl WithSpace for OnePart<'_> {
    type Output = Outcome<Move>;

    fn with<S: LinearStates>(self, space: S) -> Self::Output {
        deepening_part(&space, self.bound, self.part, self.control)
    }
}
