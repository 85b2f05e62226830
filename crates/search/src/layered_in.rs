//! The exhaustive search that goes on in a store.

mod growing;
mod out_of_core;
mod records;

use crate::any_store::{AnyStore, StoreFailed, with_any_store};
use crate::control::{Control, Outcome, StopReason};
use crate::external::PieceSizes;
use crate::keyed::{AnyAnnotated, Code, Packed, any_annotated, in_moves};
use crate::layer_store::LayerStore;
use crate::layered::layered;
pub(crate) use growing::{Carry, Growth};
pub(crate) use records::{encoded, read, within};
use tait_space::{Annotated, MoveOf, of_any_key};

/// The most states that an exhaustive search with a store holds in memory: a killed search loses
/// them.
const MOST_IN_MEMORY: u64 = 1 << 24;

/// Searches as [`layered`] does without a beam, in bounded memory, and with a store from which a
/// stopped or killed search resumes.
///
/// The search begins in memory. When it does not fit there, it begins again in the store, on all
/// threads. Outcome, counts and solution are the same. A store must be of the same space and bound.
///
/// # Errors
/// When the store cannot keep or return a piece.
///
/// ```
/// use tait_linear::{Holes, LinearSpace, BoundedSearch, Puzzle, Restrictions, PruneRules};
/// use tait_search::{Control, MemoryLayers, Unannotated, layered_in};
/// let bounded = BoundedSearch::new(Puzzle::new(2, 4)?, 4, Restrictions::default(), PruneRules::default())?;
/// let packing = Holes::<u64>::new(8, 2, 4).expect("4 holes of 2 cells fit beside 8 coins");
/// let space = LinearSpace::<1, _>::new(bounded, packing, None);
/// let store = MemoryLayers::default();
/// let Ok(outcome) = layered_in(&Unannotated(&space), 4, &store, &Control::default());
/// assert_eq!(outcome.moves().map(<[_]>::len), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn layered_in<A, L>(
    space: &A,
    bound: u32,
    store: &L,
    control: &Control<'_>,
) -> Result<Outcome<MoveOf<A>>, L::Error>
where
    A: Annotated,
    L: LayerStore + ?Sized,
{
    let kept = store.kept()?;
    if kept.is_empty() {
        let limits = control.limits.with_at_most(MOST_IN_MEMORY);
        let limited = Control { limits, ..*control };
        match layered(space, bound, None, &limited) {
            Outcome::Stopped(stopped) if stopped.reason == StopReason::Memory => {}
            Outcome::Stopped(stopped)
                if stopped.reason == StopReason::States
                    && limits.states != control.limits.states => {}
            outcome => return Ok(outcome),
        }
    }
    let starts = space.annotated_starts();
    let words = starts.first().map_or(0, |(_, annotation)| annotation.len());
    let record = size_of::<Packed<A::Space>>() + words * size_of::<u64>();
    let sizes = PieceSizes::within(control.limits.memory, record);
    layered_with(space, bound, store, sizes, control)
}

/// Searches as [`layered_in`] does, but in the store from the beginning, with pieces of the given
/// sizes.
///
/// # Errors
/// As [`layered_in`].
pub fn layered_with<A, L>(
    space: &A,
    bound: u32,
    store: &L,
    sizes: PieceSizes,
    control: &Control<'_>,
) -> Result<Outcome<MoveOf<A>>, L::Error>
where
    A: Annotated,
    L: LayerStore + ?Sized,
{
    let outcome = with_any_store(store, |store| {
        searched_for_any(&any_annotated(space), bound, store, sizes, control)
    });
    outcome.map(in_moves)
}

fn searched_for_any(
    space: &AnyAnnotated<'_>,
    bound: u32,
    store: &AnyStore<'_>,
    sizes: PieceSizes,
    control: &Control<'_>,
) -> Result<Outcome<Code>, StoreFailed> {
    of_any_key!(*space, space => out_of_core::searched(space, bound, store, sizes, control))
}
