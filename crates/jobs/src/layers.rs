//! What searches for one answer leave in files of the data directory: layers, and a journal.

use crate::desk::Desk;
use crate::findings::Units;
use crate::journal::Journal;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tait_framework::{Resumption, Stage, record};
use tait_linear::rows::RowPuzzle;
use tait_linear::{BoundedSearch, Engine, SolveRequest};
use tait_search::{
    Control, Event, Exhausted, FailedSubtrees, LayerStore, SharedStore, Sink, StoreEntry,
    StoreFailed,
};
use tait_store::checkpoint::{CheckpointError, CheckpointLog, LayerFiles, LayersOnDemand};

/// The layers of some searches, or their journals: they are opened for each search, and removed once its answer is
/// reported.
///
/// ```
/// use tait_framework::Solved;
/// use tait_jobs::{Layers, solve_resumed};
/// use tait_linear::{Engine, Puzzle, SolveRequest};
/// use tait_search::Control;
///
/// let data = tempfile::tempdir()?;
/// let layers = Layers::new(data.path(), Control::default().sink);
/// let request = SolveRequest {
///     engine: Engine::External,
///     ..SolveRequest::new(Puzzle::new(3, 4)?)
/// };
/// let (solved, _) = solve_resumed(&request, &layers, &Default::default())?;
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
    /// The parameters of the journals.
    journals: Mutex<Vec<Value>>,
}

impl<'a> Layers<'a> {
    /// Creates an empty set for a data directory, which reports to a sink.
    pub fn new(directory: &Path, sink: &'a dyn Sink) -> Self {
        Self {
            directory: directory.to_owned(),
            sink,
            opened: Mutex::default(),
            journals: Mutex::default(),
        }
    }

    /// Runs a search whose answer is one unit, and returns the answer with the time that all its runs took. Its journal
    /// keeps what failed, so that the next run goes on from there. The layers of a request that
    /// [keeps](SolveRequest::keeps_layers) some need no journal, and one that counts cuts begins anew. The automatic choice has
    /// both: its last engine keeps its layers.
    pub(crate) fn resumed<F: Finding, E>(
        &self,
        parameters: Value,
        request: Option<&SolveRequest>,
        search: impl FnOnce(&dyn Resumption, &Control<'_>) -> Result<F, E>,
        is_stopped: impl FnOnce(&F) -> bool,
        control: &Control<'_>,
    ) -> Result<(F, Duration), E> {
        let job = OneAnswer(parameters, PhantomData);
        let keeps_layers = request.is_some_and(SolveRequest::keeps_layers);
        let is_lost = request.is_some_and(|request| request.cuts.is_some());
        let journal = if keeps_layers || is_lost {
            Journal::in_memory(&job)
        } else {
            locked(&self.journals).push(job.parameters());
            Journal::open_if_possible(&self.directory, &job, self.sink)
        };
        if let Some(finished) = journal.findings().get(&()) {
            return Ok((finished.finding, journal.time()));
        }
        let is_wanted = AtomicBool::new(true);
        let desk = Desk::new(&journal, &(), &is_wanted, control);
        let kept = AnswerResumption {
            desk: &desk,
            layers: request.and_then(|request| match request.engine {
                Engine::Automatic if is_lost => None,
                Engine::Automatic => Some((self, Engine::External)),
                engine => keeps_layers.then_some((self, engine)),
            }),
        };
        let found = search(&kept, &desk.control())?;
        match is_stopped(&found) {
            true => journal.stop(&(), desk.seconds(), self.sink),
            false => journal.finish(&(), &found, desk.seconds()),
        }
        journal.tell_failure(self.sink);
        Ok((found, journal.time()))
    }

    /// Removes the journal of a search whose answer is known meanwhile.
    pub(crate) fn forget(&self, parameters: &Value) -> Result<(), CheckpointError> {
        Journal::<OneAnswer<()>>::discard(&self.directory, parameters)
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
        self.open_of(&layers_of(engine, bounded), Some(bounded.moves))
    }

    /// Opens the layers with numbers of solutions, which a search for all solutions of one length grows, in the same way.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_counts(&self, bounded: &BoundedSearch) -> Result<SharedStore, StoreFailed> {
        self.open_of(&counts_of(bounded), Some(bounded.moves))
    }

    /// Opens the layers of a search for at most this many moves, if it has a bound, of a puzzle from any row on a board of
    /// this width.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_row(
        &self,
        puzzle: &RowPuzzle,
        width: u32,
        moves: Option<u32>,
    ) -> Result<SharedStore, StoreFailed> {
        let parameters = json!({ "row": puzzle.to_string(), "width": width, "moves": moves });
        self.open_of(&parameters, moves)
    }

    /// Removes the layers with numbers of solutions in the same way as [`discard`](Self::discard).
    ///
    /// # Errors
    /// As [`discard`](Self::discard).
    pub fn discard_counts(&self, bounded: &BoundedSearch) -> Result<(), CheckpointError> {
        LayerFiles::discard(&self.directory, &counts_of(bounded))
    }

    fn open_of(&self, parameters: &Value, moves: Option<u32>) -> Result<SharedStore, StoreFailed> {
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
                moves,
                layers: complete.len(),
                states: complete.iter().sum(),
            });
        }
        let layers = Arc::new(layers);
        locked(&self.opened).push(Arc::clone(&layers));
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

    /// Returns the path of the layers that were opened last, or else of the last journal, if any are kept there.
    #[must_use]
    pub fn last(&self) -> Option<PathBuf> {
        let layers = locked(&self.opened).last().and_then(|layers| layers.path());
        layers.or_else(|| {
            let journals = locked(&self.journals);
            let (kind, parameters) = (OneAnswer::<()>::KIND, journals.last()?);
            let place = CheckpointLog::<String>::place(&self.directory, kind, parameters);
            place.ok().filter(|path| path.exists())
        })
    }

    /// Reports where the layers that were opened last, or the journal, are kept, if any are.
    pub fn tell_kept(&self) {
        if let Some(path) = self.last() {
            let path = path.display().to_string();
            self.sink.event(Event::KeepsLayers { path });
        }
    }

    /// Removes all opened layers and journals. Call it once the answers are reported.
    ///
    /// # Errors
    /// When the directory cannot be written.
    pub fn finish(&self) -> Result<(), CheckpointError> {
        for layers in std::mem::take(&mut *locked(&self.opened)) {
            if let Some(layers) = Arc::into_inner(layers) {
                layers.finish()?;
            }
        }
        let journals = std::mem::take(&mut *locked(&self.journals));
        journals.iter().try_for_each(|it| self.forget(it))
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The answer to a search, as a journal keeps it.
pub(crate) trait Finding: Clone + Serialize + DeserializeOwned + Send + Sync {}

impl<F: Clone + Serialize + DeserializeOwned + Send + Sync> Finding for F {}

/// A search for one answer, by all that determines it.
struct OneAnswer<F>(Value, PhantomData<fn() -> F>);

impl<F: Finding> Units for OneAnswer<F> {
    const KIND: &'static str = "answer-1";
    type Unit = ();
    type Partial = AnswerPartial;
    type Finding = F;

    fn parameters(&self) -> Value {
        self.0.clone()
    }
}

/// What a search for one answer leaves to its next run.
#[derive(Debug, Clone, Serialize, Deserialize)]
enum AnswerPartial {
    /// The search for this number of moves found no solution.
    Exhausted(Exhausted),
    /// The first attempts of a stage, this many, have failed.
    Failed(Stage, u64),
    /// These first subtrees of IDA* have failed, in the search for this number of moves with at most this many states a
    /// subtree.
    Subtrees(u32, Option<u64>, FailedSubtrees),
}

/// The resumption of a search for one answer.
struct AnswerResumption<'a, F: Finding> {
    desk: &'a Desk<'a, OneAnswer<F>>,
    /// Where layers are opened, for an engine that keeps some.
    layers: Option<(&'a Layers<'a>, Engine)>,
}

impl<F: Finding> AnswerResumption<'_, F> {
    /// Returns the last that was kept of what a function looks for.
    fn last<T>(&self, of: impl Fn(&AnswerPartial) -> Option<T>) -> Option<T> {
        self.desk.partials().iter().rev().find_map(of)
    }
}

impl<F: Finding> Resumption for AnswerResumption<'_, F> {
    fn failed(&self, stage: Stage) -> u64 {
        let attempts = self.last(|kept| match kept {
            AnswerPartial::Failed(of, attempts) if *of == stage => Some(*attempts),
            _ => None,
        });
        attempts.unwrap_or(0)
    }

    fn note_failed(&self, stage: Stage, attempts: u64) {
        self.desk.leave(&AnswerPartial::Failed(stage, attempts));
    }

    fn exhausted(&self, moves: u32) -> Option<Exhausted> {
        self.last(|kept| match kept {
            AnswerPartial::Exhausted(exhausted) if exhausted.bound == moves => {
                Some(exhausted.clone())
            }
            _ => None,
        })
    }

    fn note_exhausted(&self, exhausted: &Exhausted) {
        self.desk
            .leave(&AnswerPartial::Exhausted(exhausted.clone()));
    }

    fn failed_subtrees(&self, moves: u32, most: Option<u64>) -> FailedSubtrees {
        let failed = self.last(|kept| match kept {
            AnswerPartial::Subtrees(of, with, failed) if (*of, *with) == (moves, most) => {
                Some(failed.clone())
            }
            _ => None,
        });
        failed.unwrap_or_default()
    }

    fn note_failed_subtrees(&self, moves: u32, most: Option<u64>, failed: &FailedSubtrees) {
        let failed = failed.clone();
        self.desk
            .leave(&AnswerPartial::Subtrees(moves, most, failed));
    }

    fn layers(&self, bounded: &BoundedSearch) -> Result<Option<SharedStore>, StoreFailed> {
        // Where the journal could not be written, layers cannot.
        let layers = self.layers.filter(|_| !self.desk.has_lost_journal());
        let opened = layers.map(|(layers, engine)| layers.open(engine, bounded));
        opened.transpose()
    }
}

impl fmt::Debug for Layers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layers")
            .field("directory", &self.directory)
            .field("opened", &locked(&self.opened).len())
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

#[cfg(test)]
mod tests {
    use super::*;
    use tait_framework::bounded;
    use tait_linear::{Cuts, Puzzle};

    #[test]
    fn large_searches_of_the_automatic_choice_keep_their_layers() {
        let keeps_layers = |engine, cuts: Option<Arc<Cuts>>| {
            let data = tempfile::tempdir().unwrap();
            let puzzle = Puzzle::new(3, 4).unwrap();
            let request = SolveRequest {
                engine,
                cuts,
                ..SolveRequest::new(puzzle)
            };
            let (bounded, control) = (bounded(&request, 4).unwrap(), Control::default());
            let layers = Layers::new(data.path(), control.sink);
            let search = |resumption: &dyn Resumption, _: &Control<'_>| {
                let opened = resumption.layers(&bounded)?;
                Ok::<_, StoreFailed>(opened.is_some())
            };
            let ran = layers.resumed(json!(null), Some(&request), search, |_| false, &control);
            ran.unwrap().0
        };
        assert!(keeps_layers(Engine::Automatic, None));
        assert!(!keeps_layers(Engine::Automatic, Some(Arc::default())));
        assert!(keeps_layers(Engine::External, None));
        assert!(!keeps_layers(Engine::BreadthFirst, None));
    }
}
