//! Layers of searches, in files of the data directory.

use serde_json::{Value, json};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tait_framework::{Engine, record};
use tait_linear::BoundedSearch;
use tait_search::{Event, Exhausted, LayerStore, SharedStore, Sink, StoreEntry, StoreFailed};
use tait_store::checkpoint::{CheckpointError, LayerFiles, LayersOnDemand};

/// The layers of some searches: they are opened for each search, and removed once its answer is reported.
///
/// ```
/// use tait_framework::{Engine, SolveRequest, Solved, solve_in};
/// use tait_jobs::Layers;
/// use tait_linear::Puzzle;
/// use tait_search::Control;
///
/// let data = tempfile::tempdir()?;
/// let layers = Layers::new(data.path(), Control::default().sink);
/// let request = SolveRequest {
///     engine: Engine::External,
///     ..SolveRequest::new(Puzzle::new(3, 4)?)
/// };
/// let solved = solve_in(&request, 10, |bounded| layers.open(request.engine, bounded), &Default::default())?;
/// assert!(matches!(solved, Solved::Optimal { .. }));
/// assert!(layers.last().is_some_and(|path| path.exists()));
/// layers.finish()?;
/// assert_eq!(layers.last(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Layers<'a> {
    directory: PathBuf,
    sink: &'a dyn Sink,
    opened: Mutex<Vec<Arc<LayersOnDemand>>>,
}

impl<'a> Layers<'a> {
    /// Creates an empty set for a data directory, which reports to a sink.
    pub fn new(directory: &Path, sink: &'a dyn Sink) -> Self {
        Self {
            directory: directory.to_owned(),
            sink,
            opened: Mutex::default(),
        }
    }

    /// Opens the layers of a bounded search by an engine, and reports how far they go.
    ///
    /// # Errors
    /// When another run has them open, or the directory cannot be read or written.
    pub fn open(
        &self,
        engine: Engine,
        bounded: &BoundedSearch,
    ) -> Result<SharedStore, StoreFailed> {
        self.open_of(&layers_of(engine, bounded), bounded)
    }

    /// Opens the layers with numbers of solutions, which a search for all solutions of one length grows, in the same way.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_counts(&self, bounded: &BoundedSearch) -> Result<SharedStore, StoreFailed> {
        self.open_of(&counts_of(bounded), bounded)
    }

    /// Removes the layers with numbers of solutions in the same way as [`discard`](Self::discard).
    ///
    /// # Errors
    /// As [`discard`](Self::discard).
    pub fn discard_counts(&self, bounded: &BoundedSearch) -> Result<(), CheckpointError> {
        LayerFiles::discard(&self.directory, &counts_of(bounded))
    }

    fn open_of(
        &self,
        parameters: &Value,
        bounded: &BoundedSearch,
    ) -> Result<SharedStore, StoreFailed> {
        let (layers, refused) = LayersOnDemand::open(&self.directory, parameters)?;
        for line in refused {
            self.sink.event(Event::Damaged { line });
        }
        let kept = layers.kept()?;
        let complete = kept.iter().filter_map(|kept| match kept {
            StoreEntry::Layer(layer) => Some(layer.states),
            _ => None,
        });
        let complete: Vec<u64> = complete.collect();
        if !complete.is_empty() {
            self.sink.event(Event::ResumesLayers {
                moves: bounded.moves,
                layers: complete.len(),
                states: complete.iter().sum(),
            });
        }
        let layers = Arc::new(layers);
        self.opened().push(Arc::clone(&layers));
        Ok(layers)
    }

    /// Removes the layers of a bounded search by [`Engine::External`] whose answer an earlier run stored, in case that run was killed before it
    /// removed them.
    ///
    /// # Errors
    /// When the directory cannot be written.
    pub fn discard(&self, bounded: &BoundedSearch) -> Result<(), CheckpointError> {
        LayerFiles::discard(&self.directory, &layers_of(Engine::External, bounded))
    }

    /// Returns the path of the layers that were opened last, if any are kept there.
    #[must_use]
    pub fn last(&self) -> Option<PathBuf> {
        self.opened().last().and_then(|layers| layers.path())
    }

    /// Reports where the layers that were opened last are kept, if any are.
    pub fn tell_kept(&self) {
        if let Some(path) = self.last() {
            let path = path.display().to_string();
            self.sink.event(Event::KeepsLayers { path });
        }
    }

    /// Removes all opened layers. Call it once the answers are reported.
    ///
    /// # Errors
    /// When the directory cannot be written.
    pub fn finish(&self) -> Result<(), CheckpointError> {
        for layers in std::mem::take(&mut *self.opened()) {
            if let Some(layers) = Arc::into_inner(layers) {
                layers.finish()?;
            }
        }
        Ok(())
    }

    fn opened(&self) -> MutexGuard<'_, Vec<Arc<LayersOnDemand>>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Layers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layers")
            .field("directory", &self.directory)
            .field("opened", &self.opened().len())
            .finish_non_exhaustive()
    }
}

/// Returns everything on which the states of a bounded search depend: the record of the search without its counts.
pub(crate) fn parameters(bounded: &BoundedSearch) -> Value {
    let search = Exhausted {
        bound: bounded.moves,
        states: Vec::new(),
    };
    json!({
        "k": bounded.puzzle.k(), "n": bounded.puzzle.n(), "search": record(Engine::External, bounded, search),
    })
}

/// Returns everything on which the layers with numbers of solutions depend.
fn counts_of(bounded: &BoundedSearch) -> Value {
    let mut parameters = parameters(bounded);
    parameters["numbers"] = json!("solutions");
    if !bounded.prefix.is_empty() {
        parameters["prefix"] = json!(bounded.prefix);
    }
    parameters
}

/// Returns everything on which the layers of a bounded search by an engine depend. Those of the external engine do not
/// name it, because it was once the only one that kept any.
fn layers_of(engine: Engine, bounded: &BoundedSearch) -> Value {
    let mut parameters = parameters(bounded);
    if engine != Engine::External {
        parameters["engine"] = json!(engine.name());
    }
    parameters
}
