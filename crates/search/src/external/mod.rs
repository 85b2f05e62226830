//! Breadth-first search in bounded memory.
//!
//! Layers are sorted lists of keys in a [`LayerStore`]. The next layer is made in two steps, both
//! in pieces that fit in memory and are kept as soon as they are finished:
//!
//! 1. **Runs.** A part of the layer is expanded; its successors are made distinct in a hash table
//!    of full keys, sorted, and kept as a run.
//! 2. **Slices.** When there is more than one run, the runs are merged: the keys of one range are
//!    taken from every run, made distinct by sorting, and kept as a slice of the layer. If the
//!    space is not graded, the states of all earlier layers are removed at the same time.
//!
//! Every state is expanded only once, whatever the memory: this is why runs are merged afterwards,
//! rather than the layer being expanded again for each part of its successors. All runs or slices
//! together are the layer, so the counts do not depend on how it was cut, and a killed search
//! resumes after the last piece that was kept. A search that is asked to stop keeps the finished
//! part of its current piece.
//!
//! A solution is read off backwards: the predecessors of states that lead to a goal do so, too, if
//! they are in the previous layer. This takes one pass over the layers, without expanding them.

mod growing;
mod kept;
mod keys;
mod lists;
mod search;
mod sizes;

use crate::any_store::{AnyStore, StoreFailed, with_any_store};
use crate::control::{Control, Outcome};
use crate::keyed::{AnyBackward, Code, Packed, any_backward, in_moves};
use crate::layer_store::LayerStore;
pub(crate) use growing::{Grower, Halt, Place, Work, places};
pub(crate) use kept::{Kept, keep_blocks, keep_sorted, lists_of};
pub(crate) use keys::{Growth, Target};
#[cfg(test)]
pub(crate) use lists::encoded;
pub(crate) use lists::{
    Belonging, Encoded, InStore, List, Range, common, encoded_block, filtered, in_store, key_bytes,
    key_from, keys_in, merge, merged_ranges, piece, read_all, retain,
};
use search::searched;
pub use sizes::PieceSizes;
pub(crate) use sizes::{Batches, MOST_BLOCKS};
use tait_space::{Backward, of_any_key};

/// Searches for a shortest solution of at most `bound` moves, with the layers in a store.
///
/// The exhausted outcome proves that there is none.
///
/// Outcomes and counts are those of [`breadth_first`](crate::breadth_first), the canonical solution
/// included. A search resumes from the contents of its store, which must be of the same space and
/// bound.
///
/// # Errors
/// When the store cannot keep or return a piece.
///
/// ```
/// use tait_linear::{Holes, LinearSpace, BoundedSearch, Puzzle, Restrictions, PruneRules};
/// use tait_search::{Control, MemoryLayers, external};
/// let bounded = BoundedSearch::new(Puzzle::new(2, 4)?, 4, Restrictions::default(), PruneRules::default())?;
/// let packing = Holes::<u64>::new(8, 2, 4).expect("4 holes of 2 cells fit beside 8 coins");
/// let space = LinearSpace::<1, _>::new(bounded, packing, None);
/// let Ok(outcome) = external(&space, 4, &MemoryLayers::default(), &Control::default());
/// assert_eq!(outcome.moves().map(<[_]>::len), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn external<S, L>(
    space: &S,
    bound: u32,
    store: &L,
    control: &Control<'_>,
) -> Result<Outcome<S::Move>, L::Error>
where
    S: Backward,
    L: LayerStore + ?Sized,
{
    let sizes = PieceSizes::within(control.limits.memory, size_of::<Packed<S>>());
    external_with(space, bound, store, sizes, control)
}

/// Searches as [`external`] does, with pieces of the given sizes.
///
/// # Errors
/// As [`external`].
pub fn external_with<S, L>(
    space: &S,
    bound: u32,
    store: &L,
    sizes: PieceSizes,
    control: &Control<'_>,
) -> Result<Outcome<S::Move>, L::Error>
where
    S: Backward,
    L: LayerStore + ?Sized,
{
    let outcome = with_any_store(store, |store| {
        searched_for_any(&any_backward(space), bound, store, sizes, control)
    });
    outcome.map(in_moves)
}

fn searched_for_any(
    space: &AnyBackward<'_>,
    bound: u32,
    store: &AnyStore<'_>,
    sizes: PieceSizes,
    control: &Control<'_>,
) -> Result<Outcome<Code>, StoreFailed> {
    of_any_key!(*space, space => searched(space, bound, store, sizes, control))
}
