//! Breadth-first search in bounded memory.
//!
//! Layers are sorted lists of keys in a [`LayerStore`]. The next layer is made in two steps, each of
//! pieces that fit in memory and are kept as soon as they are finished:
//!
//! 1. **Runs.** A part of the layer is expanded, its successors are made distinct in a hash table of
//!    full keys, sorted, and kept as a run.
//! 2. **Slices.** When there is more than one run, the runs are merged: the keys of one range are
//!    taken from every run, made distinct by sorting, and kept as a slice of the layer. In a space
//!    that is not graded the states of all earlier layers are taken out at the same time.
//!
//! Every state is expanded once, whatever the memory: that is why runs are merged afterwards rather
//! than the layer expanded anew for each part of its successors. What a run and a slice hold
//! together is the layer, so the counts do not depend on how it was cut, and a search that was
//! killed goes on after the last piece that was kept. A search that is asked to stop keeps what it
//! has of the piece it is at.
//!
//! A solution is read off backwards: of the predecessors of the states that lead to a goal, those
//! that are in the layer before. This takes one pass over the layers, without expanding them.

mod lists;
mod search;
mod sizes;

use crate::any_store::with_any_store;
use crate::control::{Control, Outcome};
use crate::keyed::{Packed, in_moves};
use crate::layer_store::LayerStore;
pub(crate) use lists::{encoded, piece, read};
use search::searched;
pub use sizes::PieceSizes;
use tait_space::Backward;

/// Searches for a shortest solution of at most `bound` moves, with the layers in a store; the
/// exhausted outcome proves that there is none.
///
/// Outcomes and counts are those of [`breadth_first`](crate::breadth_first), the canonical solution
/// included. A search whose store already keeps something goes on from there; the store must be of
/// the same space and bound.
///
/// # Errors
/// When the store cannot keep or give back a piece.
///
/// ```
/// use tait_puzzle::linear::{Holes, LinearSpace, BoundedSearch, Puzzle, Restrictions, PruneRules};
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

/// [`external`] with layers cut as one likes.
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
        searched::<Packed<S>>(space, bound, store, sizes, control)
    });
    outcome.map(in_moves)
}
