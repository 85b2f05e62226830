//! What a run that was stopped or killed leaves to the next one.

use std::convert::Infallible;
use tait_puzzle::linear::Plan;
use tait_search::{LayerStore, MemoryLayers};

/// A part of a search that is made of many attempts, in an order that is always the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Beams that hold two coins, in a search for so many moves.
    HoldingTwoCoins {
        /// How many.
        moves: u32,
    },
    /// Beams of one width, in a search for so many moves.
    Beams {
        /// How many.
        moves: u32,
        /// States of a layer.
        width: usize,
    },
}

/// Keeps what parts of a long search came to, so that a later run need not do them again. The result of
/// the search is the same with and without.
pub trait Resumption: Sync {
    /// Where the layers of a search are kept that is too large for memory.
    type Layers: LayerStore;

    /// How many attempts of a stage failed before, from the first on.
    fn failed(&self, stage: Stage) -> u64;

    /// So many attempts of a stage have failed, from the first on.
    fn note_failed(&self, stage: Stage, attempts: u64);

    /// The layers of a search, with what an earlier run left there; nothing where layers stay in memory.
    ///
    /// # Errors
    /// When they cannot be read.
    fn layers(
        &self,
        plan: &Plan,
    ) -> Result<Option<Self::Layers>, <Self::Layers as LayerStore>::Error>;
}

/// Keeps nothing.
impl Resumption for () {
    type Layers = MemoryLayers;

    fn failed(&self, _stage: Stage) -> u64 {
        0
    }
    fn note_failed(&self, _stage: Stage, _attempts: u64) {}
    fn layers(&self, _plan: &Plan) -> Result<Option<MemoryLayers>, Infallible> {
        Ok(None)
    }
}
