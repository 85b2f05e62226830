//! The state that a stopped or killed run leaves to the next one.

use tait_linear::BoundedSearch;
use tait_search::{SharedStore, StoreFailed};

/// A part of a search that consists of many attempts, in an order that is always the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Beams that hold two coins, in a search for at most `moves` moves.
    HoldingTwoCoins {
        /// The bound of the search.
        moves: u32,
    },
    /// Beams that hold a nickel and are wide at their end, in a search for at most `moves` moves.
    HoldingANickel {
        /// The bound of the search.
        moves: u32,
        /// The number of the round, from 0 on.
        round: u8,
    },
    /// Beams of one width, in a search for at most `moves` moves.
    Beams {
        /// The bound of the search.
        moves: u32,
        /// States per layer.
        width: usize,
    },
}

/// Keeps the results of parts of a long search, so that a later run need not repeat them. The result of the search is
/// the same with or without it.
pub trait Resumption: Sync {
    /// Returns how many attempts of a stage failed in earlier runs, counted from the first.
    fn failed(&self, stage: Stage) -> u64;

    /// Notes that the first `attempts` attempts of a stage have failed.
    fn note_failed(&self, stage: Stage, attempts: u64);

    /// Returns the store for a search's layers, with those of earlier runs; `None` where layers stay in memory.
    ///
    /// # Errors
    /// When the layers cannot be read.
    fn layers(&self, bounded: &BoundedSearch) -> Result<Option<SharedStore>, StoreFailed>;
}

/// A resumption that keeps nothing.
impl Resumption for () {
    fn failed(&self, _stage: Stage) -> u64 {
        0
    }
    fn note_failed(&self, _stage: Stage, _attempts: u64) {}
    fn layers(&self, _bounded: &BoundedSearch) -> Result<Option<SharedStore>, StoreFailed> {
        Ok(None)
    }
}
