//! Searches whose layers are in the data directory.

use crate::globals::Globals;
use crate::progress::grouped;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tait_framework::{Engine, record};
use tait_puzzle::linear::Plan;
use tait_search::{Exhausted, Kept, LayerStore};
use tait_store::checkpoint::{CheckpointError, LayerFiles};

/// The layers of the searches of one command.
pub(crate) struct Layers<'a> {
    globals: &'a Globals,
    opened: Mutex<Vec<Arc<LayerFiles>>>,
}

impl<'a> Layers<'a> {
    pub(crate) fn new(globals: &'a Globals) -> Self {
        Self {
            globals,
            opened: Mutex::default(),
        }
    }

    /// Opens the layers of the search of a plan, and says what is there.
    pub(crate) fn open(&self, plan: &Plan) -> Result<Arc<LayerFiles>, CheckpointError> {
        let store = self.globals.store();
        let (layers, refused) = LayerFiles::open(store.directory(), &parameters(plan))?;
        for line in refused {
            self.globals.remark(&format!("warning: {line}"));
        }
        let complete: Vec<u64> = layers
            .kept()?
            .iter()
            .filter_map(|kept| match kept {
                Kept::Layer(layer) => Some(layer.states),
                _ => None,
            })
            .collect();
        if let Some(depth) = complete.len().checked_sub(1) {
            self.globals.remark(&format!(
                "going on with a search for {} moves that is complete to depth {depth}: {} states",
                plan.moves,
                grouped(complete.iter().sum())
            ));
        }
        let layers = Arc::new(layers);
        self.opened().push(Arc::clone(&layers));
        Ok(layers)
    }

    /// Removes the layers of a plan whose answer a run before this one has stored, if it did not come to
    /// removing them.
    pub(crate) fn discard(&self, plan: &Plan) -> Result<(), CheckpointError> {
        LayerFiles::discard(self.globals.store().directory(), &parameters(plan))
    }

    fn opened(&self) -> MutexGuard<'_, Vec<Arc<LayerFiles>>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says where the layers are kept for the next run.
    pub(crate) fn tell_kept(&self) {
        if let Some(last) = self.opened().last() {
            self.globals.remark(&format!(
                "kept in {}: the same command goes on from there",
                last.path().display()
            ));
        }
    }

    /// Removes the layers: the answer is out.
    pub(crate) fn finish(&self) -> Result<(), CheckpointError> {
        for layers in std::mem::take(&mut *self.opened()) {
            if let Some(layers) = Arc::into_inner(layers) {
                layers.finish()?;
            }
        }
        Ok(())
    }
}

/// All that the states of a plan depend on: the record of the search without its counts.
fn parameters(plan: &Plan) -> Value {
    let search = Exhausted {
        bound: plan.moves,
        states: Vec::new(),
    };
    json!({
        "k": plan.puzzle.k(), "n": plan.puzzle.n(), "search": record(Engine::External, plan, search),
    })
}
