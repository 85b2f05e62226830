//! The request for making a part of the map.

use crate::job::Failure;
use crate::remark::Remark;
use crate::workers::Workers;
use std::fmt;
use std::ops::RangeInclusive;
use tait_linear::{BlockLength, CellAnswer, Puzzle};
use tait_store::CellRecord;

/// A part of the map to make.
pub struct MapRequest<'a> {
    /// The block lengths, in their order.
    pub lengths: &'a [BlockLength],
    /// The sizes.
    pub sizes: RangeInclusive<u64>,
    /// Whether to search also cells that are stored, or that follow from stored records.
    pub is_fresh: bool,
    /// The seed of the beams.
    pub seed: u64,
    /// States that an exhaustive search for more than `n` moves may store.
    pub optimum_states: u64,
    /// Names the run that settles a cell, such as a command, which the record gives as its origin. Two runs that may
    /// give different cells have different names.
    pub name_of_run: &'a (dyn Fn(Puzzle) -> String + Sync),
    /// Returns what families and the like say about a cell without a search.
    pub evidence: &'a (dyn Fn(Puzzle) -> Result<Option<CellRecord>, Failure> + Sync),
    /// Who runs the units.
    pub workers: Workers<'a>,
    /// An observer that is told of cells as they are searched.
    pub observer: &'a dyn MapObserver,
}

/// An observer that is told of cells as they are searched.
pub trait MapObserver: Sync {
    /// Called first, with the number of cells; [`ended`](Self::ended) follows for each.
    fn expect(&self, _cells: usize) {}

    /// Called when the search of a cell begins.
    fn begun(&self, _puzzle: Puzzle) {}

    /// Called with the answer of a cell about which this run will find out no more.
    fn ended(&self, _puzzle: Puzzle, _answer: &CellAnswer) {}

    /// Called with each remark.
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
