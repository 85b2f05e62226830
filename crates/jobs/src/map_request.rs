//! What is asked of the map.

use crate::job::Failure;
use crate::remark::Remark;
use std::fmt;
use std::ops::RangeInclusive;
use tait_puzzle::linear::{BlockLength, CellAnswer, Puzzle};
use tait_store::CellRecord;

/// A part of the map that is to be made.
pub struct MapRequest<'a> {
    /// The block lengths, in their order.
    pub lengths: &'a [BlockLength],
    /// The sizes.
    pub sizes: RangeInclusive<u64>,
    /// Whether cells are searched that are stored, or follow from what is stored.
    pub is_fresh: bool,
    /// The seed of the beams.
    pub seed: u64,
    /// States that an exhaustive search for more than `n` moves may store.
    pub optimum_states: u64,
    /// Names the run that settles a cell, such as a command: what its record says of where it comes from. Two runs that
    /// come to different cells have different names.
    pub name_of_run: &'a (dyn Fn(Puzzle) -> String + Sync),
    /// What is known of a cell without any search, such as by families.
    pub evidence: &'a (dyn Fn(Puzzle) -> Result<Option<CellRecord>, Failure> + Sync),
    /// Hears of cells as they are searched.
    pub observer: &'a dyn MapObserver,
}

/// Hears of cells as they are searched.
pub trait MapObserver: Sync {
    /// There are so many cells, stored ones included. Each is told to end.
    fn expect(&self, _cells: usize) {}

    /// The search for a cell begins.
    fn begun(&self, _puzzle: Puzzle) {}

    /// No more is to be found out of a cell in this run; what is known of it.
    fn ended(&self, _puzzle: Puzzle, _answer: &CellAnswer) {}

    /// Something besides.
    fn remark(&self, _remark: Remark<'_>) {}
}

impl MapObserver for () {}

impl fmt::Debug for MapRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MapRequest")
            .field("lengths", &self.lengths)
            .field("sizes", &self.sizes)
            .field("is_fresh", &self.is_fresh)
            .field("seed", &self.seed)
            .field("optimum_states", &self.optimum_states)
            .finish_non_exhaustive()
    }
}
