//! What a run that was stopped or killed leaves to the next one.

use std::convert::Infallible;
use tait_puzzle::linear::BoundedSearch;
use tait_search::{AnyStore, LayerStore, MemoryLayers, SetAside, StoreFailed};

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
    type Layers: LayerStore + 'static;

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
        bounded: &BoundedSearch,
    ) -> Result<Option<Self::Layers>, <Self::Layers as LayerStore>::Error>;
}

/// Keeps nothing.
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

/// A resumption as searches see it, so that there is one copy of them for all.
pub(crate) type AnyResumption<'a> = dyn Resumption<Layers = Box<AnyStore<'static>>> + 'a;

/// Runs a search with a resumption without its type.
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
