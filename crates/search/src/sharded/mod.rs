//! Breadth-first search in steps that run in different processes, or on different machines.
//!
//! A hash of its key decides to which *shard* of its layer a state belongs. [`ShardStep::Expand`] finds the successors of one
//! shard of a layer, each once, and sorts them by their shards. [`ShardStep::Merge`] makes one shard of the next layer of them: it
//! removes repeated states, and those of the same shard of earlier layers if the space is not graded. No step needs
//! another one of its kind, so all expand steps of a layer can run at once, and then all merge steps. The first layers are
//! small, and one step makes them ([`ShardStep::Begin`]).
//!
//! Each step has a [`LayerStore`](crate::LayerStore) of its own, which others read when it is finished. It works in pieces
//! that fit in memory, and resumes after the last piece. What it came to is a [`ShardFinding`]: a count and a sum of hashes of
//! what it read and of what it wrote. The next step reads all that its predecessors wrote, and compares these. So a file
//! that is not the one that was counted is noticed, and [`Sharding::progress`] proves that the steps cover the search and do
//! not overlap.
//!
//! Outcomes and counts are those of [`breadth_first`](crate::breadth_first), the canonical solution included.

mod entries;
mod lists;
mod plan;
mod reading;
mod steps;

use crate::any_store::StoreFailed;
use crate::control::{Control, Exhausted, Found, Outcome};
use crate::external::PieceSizes;
use crate::keyed::{AnyBackward, Code, Packed, any_backward, in_moves};
use std::fmt;
use tait_space::{Backward, of_any_key};

pub use entries::shard_finding;
pub use lists::SharedStore;
pub use plan::{ShardFinding, ShardProgress, ShardStep, Sharding, Tally};
pub use steps::ShardEnd;

/// The steps that are finished.
pub trait OtherSteps: Sync {
    /// Returns the finding of a step, if it is finished.
    fn finding(&self, step: ShardStep) -> Option<ShardFinding>;

    /// Returns the store of a step that is finished, to be read.
    ///
    /// # Errors
    /// When the store cannot be opened.
    fn store(&self, step: ShardStep) -> Result<SharedStore, StoreFailed>;
}

/// What a step needs besides the space.
pub struct ShardTools<'a> {
    /// The other steps.
    pub others: &'a dyn OtherSteps,
    /// The step's own store.
    pub own: SharedStore,
    /// The sizes of pieces; `None` chooses them by the memory limit.
    pub sizes: Option<PieceSizes>,
    /// The limits of this step, and its sink.
    pub control: &'a Control<'a>,
}

impl fmt::Debug for ShardTools<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShardTools")
            .field("sizes", &self.sizes)
            .finish_non_exhaustive()
    }
}

/// Runs a step of a search, or goes on with it from the contents of its store.
///
/// # Errors
/// When a store fails.
pub fn shard_step<S: Backward>(
    space: &S,
    sharding: &Sharding,
    step: ShardStep,
    tools: &ShardTools<'_>,
) -> Result<ShardEnd, StoreFailed> {
    let memory = tools.control.limits.memory;
    let chosen = || {
        let sizes = PieceSizes::within(memory, size_of::<Packed<S>>());
        // A merge step reads a block of each run of each shard at once.
        let block = (sizes.block / 4).max(1 << 6);
        PieceSizes { block, ..sizes }
    };
    let sizes = tools.sizes.unwrap_or_else(chosen);
    run_any(&any_backward(space), sharding, step, tools, sizes)
}

fn run_any(
    space: &AnyBackward<'_>,
    sharding: &Sharding,
    step: ShardStep,
    tools: &ShardTools<'_>,
    sizes: PieceSizes,
) -> Result<ShardEnd, StoreFailed> {
    of_any_key!(*space, space => steps::run(space, sharding, step, tools, sizes))
}

/// Returns the outcome of a search whose steps are finished; `None` while some are not.
///
/// ```
/// use std::collections::HashMap;
/// use std::sync::{Arc, Mutex};
/// use tait_linear::{BoundedSearch, Holes, LinearSpace, PruneRules, Puzzle, Restrictions};
/// use tait_search::{
///     Control, MemoryLayers, OtherSteps, SetAside, ShardEnd, ShardFinding, ShardStep, ShardTools, Sharding,
///     SharedStore, StoreFailed, shard_outcome, shard_step,
/// };
///
/// /// Steps whose stores are in memory.
/// #[derive(Default)]
/// struct Steps(Mutex<HashMap<ShardStep, (ShardFinding, SharedStore)>>);
///
/// impl OtherSteps for Steps {
///     fn finding(&self, step: ShardStep) -> Option<ShardFinding> {
///         self.0.lock().unwrap().get(&step).map(|(finding, _)| finding.clone())
///     }
///     fn store(&self, step: ShardStep) -> Result<SharedStore, StoreFailed> {
///         self.0.lock().unwrap().get(&step).map(|(_, store)| store.clone()).ok_or(StoreFailed)
///     }
/// }
///
/// let bounded = BoundedSearch::new(Puzzle::new(2, 4)?, 4, Restrictions::default(), PruneRules::default())?;
/// let packing = Holes::<u64>::new(8, 2, 4).expect("4 holes of 2 cells fit beside 8 coins");
/// let space = LinearSpace::<1, _>::new(bounded, packing, None);
/// let sharding = Sharding { bound: 4, shards: 2, begin: 5 };
/// let steps = Steps::default();
/// loop {
///     let open = sharding.progress(&|step| steps.finding(step)).open;
///     let Some(&step) = open.first() else { break }; // any of them, and several at once
///     let own: SharedStore = Arc::new(SetAside::default().errors_of(MemoryLayers::default()));
///     let control = Control::default();
///     let tools = ShardTools { others: &steps, own: own.clone(), sizes: None, control: &control };
///     let Ok(ShardEnd::Finished(finding)) = shard_step(&space, &sharding, step, &tools) else { panic!() };
///     steps.0.lock().unwrap().insert(step, (finding, own));
/// }
/// let outcome = shard_outcome(&space, &sharding, &steps).unwrap().expect("all steps are finished");
/// assert_eq!(outcome.moves().map(<[_]>::len), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a store fails.
pub fn shard_outcome<S: Backward>(
    space: &S,
    sharding: &Sharding,
    others: &dyn OtherSteps,
) -> Result<Option<Outcome<S::Move>>, StoreFailed> {
    let progress = sharding.progress(&|step| others.finding(step));
    let (states, bound) = (progress.states, sharding.bound);
    if !progress.open.is_empty() {
        return Ok(None);
    }
    if !progress.has_goal {
        return Ok(Some(Outcome::Exhausted(Exhausted { bound, states })));
    }
    let depth = states.len() as u32 - 1;
    let moves = read_off_any(&any_backward(space), sharding, others, depth)?;
    Ok(Some(in_moves(Outcome::Found(Found { moves, states }))))
}

fn read_off_any(
    space: &AnyBackward<'_>,
    sharding: &Sharding,
    others: &dyn OtherSteps,
    depth: u32,
) -> Result<Vec<Code>, StoreFailed> {
    of_any_key!(*space, space => reading::read_off(space, sharding, others, depth))
}
