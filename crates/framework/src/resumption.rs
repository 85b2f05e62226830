//! The state that a stopped or killed run leaves to the next one.

use std::convert::Infallible;
use tait_linear::BoundedSearch;
use tait_search::{AnyStore, LayerStore, MemoryLayers, SetAside, StoreFailed};

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
    /// The store for the layers of a search that is too large for memory.
    type Layers: LayerStore + 'static;

    /// Returns how many attempts of a stage failed in earlier runs, counted from the first.
    fn failed(&self, stage: Stage) -> u64;

    /// Notes that the first `attempts` attempts of a stage have failed.
    fn note_failed(&self, stage: Stage, attempts: u64);

    /// Returns the store for a search's layers, with those of earlier runs; `None` where layers stay in memory.
    ///
    /// # Errors
    /// When the layers cannot be read.
    fn layers(
        &self,
        bounded: &BoundedSearch,
    ) -> Result<Option<Self::Layers>, <Self::Layers as LayerStore>::Error>;
}

/// A resumption that keeps nothing.
impl Resumption for () {
    type Layers = MemoryLayers;

    fn failed(&self, _stage: Stage) -> u64 {
        0
    }
    fn note_failed(&self, _stage: Stage, _attempts: u64) {}
    fn layers(&self, _bounded: &BoundedSearch) -> Result<Option<MemoryLayers>, Infallible> {
        Ok(None)
    }
}

/// A resumption with its type erased, so that searches are compiled once for all types.
pub(crate) type AnyResumption<'a> = dyn Resumption<Layers = Box<AnyStore<'static>>> + 'a;

/// Runs a search with a resumption whose type is erased.
pub(crate) fn with_any_resumption<R: Resumption, T>(
    resumption: &R,
    run: impl FnOnce(&AnyResumption<'_>) -> Result<T, StoreFailed>,
) -> Result<T, <R::Layers as LayerStore>::Error> {
    let erased = Erased {
        resumption,
        errors: SetAside::default(),
    };
    let result = run(&erased);
    erased.errors.result(result)
}

struct Erased<'a, R: Resumption> {
    resumption: &'a R,
    errors: SetAside<<R::Layers as LayerStore>::Error>,
}

impl<R: Resumption> Resumption for Erased<'_, R> {
    type Layers = Box<AnyStore<'static>>;

    fn failed(&self, stage: Stage) -> u64 {
        self.resumption.failed(stage)
    }
    fn note_failed(&self, stage: Stage, attempts: u64) {
        self.resumption.note_failed(stage, attempts);
    }
    fn layers(
        &self,
        bounded: &BoundedSearch,
    ) -> Result<Option<Box<AnyStore<'static>>>, StoreFailed> {
        let layers = self.resumption.layers(bounded);
        let layers = layers.map_err(|error| self.errors.set_aside(error))?;
        Ok(layers.map(|layers| Box::new(self.errors.errors_of(layers)) as Box<AnyStore<'static>>))
    }
}
