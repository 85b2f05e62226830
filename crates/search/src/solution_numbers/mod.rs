//! The number of solutions of one length, and those of the least and the largest total cost, without their graph.
//!
//! Layers grow from both ends, as those of [`solution_graph`] do, but a state carries numbers: how many walks lead to it,
//! and the least and the largest cost among them. A layer needs only the one before it, so it can lie in a store, and
//! merging sorted runs adds the numbers up. Where the two sides meet, the number of solutions is the sum, over the states
//! of both, of the walks from the start times the walks to a goal.

mod extremes;
mod meeting;
mod out_of_core;
mod walks;

use crate::any_store::{AnyStore, StoreFailed, with_any_store};
use crate::control::{Control, StopReason, Stopped};
use crate::external::PieceSizes;
use crate::keyed::{AnyBackward, Code, Packed, any_backward};
use crate::layer_store::LayerStore;
use crate::solution_graph::{SolutionGraph, solution_graph};
use num_bigint::BigUint;
use std::cmp::Ordering;
use tait_space::{Backward, PackedMove, of_any_key};
use walks::Walks;

/// The most states that a search holds in memory: a killed search loses them.
const MOST_IN_MEMORY: u64 = 1 << 24;

/// The solutions of one length in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolutionNumbers<M> {
    /// The number of solutions.
    pub count: BigUint,
    /// The least total cost and the smallest solution that has it, then the largest; `None` where there is no solution.
    pub extremes: Option<[(u64, Vec<M>); 2]>,
    /// States per layer of the search: from the start, then from the goals, outermost first.
    pub searched: Vec<u64>,
}

impl<M: PackedMove> SolutionNumbers<M> {
    /// Reads the numbers off the graph of the solutions.
    #[must_use]
    pub fn of_graph(graph: &SolutionGraph<M>, cost: &dyn Fn(M) -> u64) -> Self {
        let least = graph.extreme(cost, Ordering::Less);
        let largest = graph.extreme(cost, Ordering::Greater);
        Self {
            count: graph.count(),
            extremes: least.zip(largest).map(<[_; 2]>::from),
            searched: graph.searched().to_vec(),
        }
    }
}

/// Counts all solutions of exactly `length` moves, and finds those of the least and the largest total cost, in bounded
/// memory, and with a store from which a stopped or killed search resumes.
///
/// The search begins in memory, with the [graph](solution_graph) of all solutions. When that does not fit, the search
/// begins again in the store. The numbers and the solutions are the same. A store must be of the same space, length and
/// cost.
///
/// # Errors
/// When the store cannot keep or return a piece. Inside: when the search stops.
///
/// ```
/// use tait_vacancy::checkers::{Checkers, CheckersSpace};
/// use tait_search::{Control, MemoryLayers, solution_numbers_in};
/// let space = CheckersSpace::new(Checkers::new(4, 1)?)?;
/// let store = MemoryLayers::default();
/// let Ok(numbers) = solution_numbers_in(&space, 9, &|cell| cell, &store, &Control::default());
/// assert_eq!(numbers.expect("nothing stops it").count, 8_u32.into());
/// # Ok::<(), tait_vacancy::checkers::CheckersError>(())
/// ```
pub fn solution_numbers_in<S, L>(
    space: &S,
    length: u32,
    cost: &(dyn Fn(S::Move) -> u64 + Sync),
    store: &L,
    control: &Control<'_>,
) -> Result<Result<SolutionNumbers<S::Move>, Stopped>, L::Error>
where
    S: Backward,
    L: LayerStore + ?Sized,
{
    if store.kept()?.is_empty() {
        let limits = control.limits.with_at_most(MOST_IN_MEMORY);
        let limited = Control { limits, ..*control };
        match solution_graph(space, length, &limited) {
            Ok(graph) => return Ok(Ok(SolutionNumbers::of_graph(&graph, cost))),
            Err(stopped) if stopped.reason == StopReason::Memory => {}
            Err(stopped)
                if stopped.reason == StopReason::States
                    && limits.states != control.limits.states => {}
            Err(stopped) => return Ok(Err(stopped)),
        }
    }
    // Sizes assume few neighbours for the first batch of a run. A state has hundreds of predecessors.
    let record = size_of::<Packed<S>>() + Walks::WORDS * size_of::<u64>();
    let sizes = PieceSizes::within(control.limits.memory, 4 * record);
    solution_numbers_with(space, length, cost, store, sizes, control)
}

/// Counts as [`solution_numbers_in`] does, but in the store from the beginning, with pieces of the given sizes.
///
/// # Errors
/// As [`solution_numbers_in`].
pub fn solution_numbers_with<S, L>(
    space: &S,
    length: u32,
    cost: &(dyn Fn(S::Move) -> u64 + Sync),
    store: &L,
    sizes: PieceSizes,
    control: &Control<'_>,
) -> Result<Result<SolutionNumbers<S::Move>, Stopped>, L::Error>
where
    S: Backward,
    L: LayerStore + ?Sized,
{
    let cost = |step: Code| cost(S::Move::of_packed(step));
    let numbers = with_any_store(store, |store| {
        searched_for_any(&any_backward(space), length, &cost, store, sizes, control)
    })?;
    let in_moves = |moves: Vec<Code>| moves.into_iter().map(S::Move::of_packed).collect();
    Ok(numbers.map(|numbers| SolutionNumbers {
        count: numbers.count,
        extremes: numbers
            .extremes
            .map(|ends| ends.map(|(total, moves)| (total, in_moves(moves)))),
        searched: numbers.searched,
    }))
}

fn searched_for_any(
    space: &AnyBackward<'_>,
    length: u32,
    cost: &(dyn Fn(Code) -> u64 + Sync),
    store: &AnyStore<'_>,
    sizes: PieceSizes,
    control: &Control<'_>,
) -> Result<Result<SolutionNumbers<Code>, Stopped>, StoreFailed> {
    of_any_key!(*space, space => out_of_core::searched(space, length, cost, store, sizes, control))
}
