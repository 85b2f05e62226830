//! Stores with erased types, so that one copy of an engine serves all of them.

use crate::layer_store::{LayerStore, StoreEntry};
use std::sync::{Arc, Mutex, PoisonError};

/// A store failed; [`SetAside`] holds the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoreFailed;

/// A store with an erased type.
pub type AnyStore<'a> = dyn LayerStore<Error = StoreFailed> + 'a;

/// Sets aside the first error of a group of stores, so that all of them fail with the same type.
#[derive(Debug)]
pub struct SetAside<E>(Arc<Mutex<Option<E>>>);

impl<E> Default for SetAside<E> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<E: Send> SetAside<E> {
    /// Wraps a store so that its errors are set aside.
    pub fn errors_of<L: LayerStore<Error = E>>(
        &self,
        store: L,
    ) -> impl LayerStore<Error = StoreFailed> + use<L, E> {
        Erased {
            store,
            error: Self(Arc::clone(&self.0)),
        }
    }

    /// Sets an error aside if it is the first.
    pub fn set_aside(&self, error: E) -> StoreFailed {
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = first.get_or_insert(error);
        StoreFailed
    }

    /// Restores the error in the result of a run on such stores.
    ///
    /// # Errors
    /// Returns the first error of a store, if the run failed.
    pub fn result<T>(&self, result: Result<T, StoreFailed>) -> Result<T, E> {
        result.map_err(|StoreFailed| {
            let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            match first.take() {
                Some(error) => error,
                None => unreachable!("only a store fails, and it sets aside why"),
            }
        })
    }
}

/// Runs an engine on a store with its type erased.
///
/// # Errors
/// Returns the error of the store.
pub fn with_any_store<L: LayerStore + ?Sized, T>(
    store: &L,
    run: impl FnOnce(&AnyStore<'_>) -> Result<T, StoreFailed>,
) -> Result<T, L::Error> {
    let errors = SetAside::default();
    let result = run(&errors.errors_of(store));
    errors.result(result)
}

struct Erased<L, E> {
    store: L,
    error: SetAside<E>,
}

impl<L: LayerStore> LayerStore for Erased<L, L::Error> {
    type Error = StoreFailed;

    fn kept(&self) -> Result<Vec<StoreEntry>, StoreFailed> {
        let kept = self.store.kept();
        kept.map_err(|error| self.error.set_aside(error))
    }
    fn keep(&self, kept: StoreEntry, blocks: Vec<Vec<u8>>) -> Result<usize, StoreFailed> {
        let kept = self.store.keep(kept, blocks);
        kept.map_err(|error| self.error.set_aside(error))
    }
    fn block(&self, number: usize, block: usize) -> Result<Vec<u8>, StoreFailed> {
        let block = self.store.block(number, block);
        block.map_err(|error| self.error.set_aside(error))
    }
    fn bytes(&self) -> u64 {
        self.store.bytes()
    }
}
