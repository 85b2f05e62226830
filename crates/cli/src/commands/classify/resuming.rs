//! What a map that was stopped or killed leaves to the next run, besides the cells that it settled.

use super::Arguments;
use crate::arguments::Globals;
use crate::commands::layers::Layers;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tait_framework::{Resumption, Stage};
use tait_puzzle::linear::{Cell, Plan, Puzzle, Restrictions, Rules};
use tait_store::checkpoint::{CheckpointError, CheckpointLog, LayerFiles};

/// The name of the checkpoints; another number when the attempts of a stage are others.
const CHECKPOINT: &str = "classify-1";

/// So many attempts of a stage failed, from the first on.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Failed {
    k: u64,
    n: u64,
    moves: u32,
    /// States of a layer; 0 for beams that hold two coins.
    width: u64,
    attempts: u64,
}

/// What one command keeps.
pub(super) struct Kept<'a> {
    globals: &'a Globals,
    parameters: Value,
    /// Opened when there is something to keep: most cells take no time.
    log: Mutex<Option<Log>>,
    /// What went wrong first.
    failure: Mutex<Option<CheckpointError>>,
    layers: Layers<'a>,
}

struct Log {
    file: CheckpointLog<Failed>,
    recovered: Vec<Failed>,
}

impl<'a> Kept<'a> {
    /// What a run of the same command left, or nothing.
    pub(super) fn new(arguments: &Arguments, globals: &'a Globals) -> Self {
        Self {
            globals,
            parameters: json!({
                "k": (arguments.k.first, arguments.k.last),
                "n": (arguments.n.first, arguments.n.last),
                "seed": arguments.limits.seed,
            }),
            log: Mutex::default(),
            failure: Mutex::default(),
            layers: Layers::new(globals),
        }
    }

    /// What is kept of a puzzle.
    pub(super) const fn of(&'a self, puzzle: Puzzle) -> KeptOf<'a> {
        KeptOf { kept: self, puzzle }
    }

    /// Removes the layers of searches whose results stand in a cell: a run was killed between the two.
    pub(super) fn discard_layers(&self, cell: &Cell) -> anyhow::Result<()> {
        let n = cell.puzzle.n();
        let found = cell
            .solution
            .iter()
            .map(|solution| solution.moves().len() as u64);
        for moves in (n..).take(cell.excluded.len()).chain(found) {
            let Ok(moves) = u32::try_from(moves) else {
                continue;
            };
            let plan = Plan::new(
                cell.puzzle,
                moves,
                Restrictions::default(),
                Rules::default(),
            );
            if let Ok(plan) = plan {
                self.layers.discard(&plan)?;
            }
        }
        Ok(())
    }

    /// The layers of a cell that came to its end are not needed any more.
    pub(super) fn end_cell(&self) -> anyhow::Result<()> {
        Ok(self.layers.finish()?)
    }

    /// Says what could not be kept.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        locked(&self.failure)
            .take()
            .map_or(Ok(()), |error| Err(error.into()))
    }

    /// Removes everything: the map is complete.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        match locked(&self.log).take() {
            Some(log) => log.file.finish()?,
            None => CheckpointLog::<Failed>::discard(
                self.globals.store().directory(),
                CHECKPOINT,
                &self.parameters,
            )?,
        }
        Ok(())
    }

    /// Does something with the log; what goes wrong is told by [`check`](Self::check).
    fn with_log<T>(&self, act: impl FnOnce(&Log) -> Result<T, CheckpointError>) -> Option<T> {
        let mut log = locked(&self.log);
        let done = match &*log {
            Some(log) => act(log),
            None => self.open().and_then(|opened| act(log.insert(opened))),
        };
        match done {
            Ok(done) => Some(done),
            Err(error) => {
                let _ = locked(&self.failure).get_or_insert(error);
                None
            }
        }
    }

    fn open(&self) -> Result<Log, CheckpointError> {
        let store = self.globals.store();
        let (file, recovered) =
            CheckpointLog::open(store.directory(), CHECKPOINT, &self.parameters)?;
        for line in &recovered.refused {
            self.globals.remark(&format!("warning: {line}"));
        }
        let recovered = recovered.records;
        Ok(Log { file, recovered })
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is kept of one puzzle.
pub(super) struct KeptOf<'a> {
    kept: &'a Kept<'a>,
    puzzle: Puzzle,
}

impl KeptOf<'_> {
    fn entry(&self, stage: Stage, attempts: u64) -> Failed {
        let (moves, width) = match stage {
            Stage::HoldingTwoCoins { moves } => (moves, 0),
            Stage::Beams { moves, width } => (moves, width as u64),
        };
        Failed {
            k: self.puzzle.k().into(),
            n: self.puzzle.n(),
            moves,
            width,
            attempts,
        }
    }
}

impl Resumption for KeptOf<'_> {
    type Layers = Arc<LayerFiles>;

    fn failed(&self, stage: Stage) -> u64 {
        let asked = self.entry(stage, 0);
        let same = |known: &&Failed| {
            let of = |entry: &Failed| (entry.k, entry.n, entry.moves, entry.width);
            of(known) == of(&asked)
        };
        let failed = self.kept.with_log(|log| {
            let known = log.recovered.iter().filter(same);
            Ok(known.map(|known| known.attempts).max())
        });
        failed.flatten().unwrap_or(0)
    }

    fn note_failed(&self, stage: Stage, attempts: u64) {
        let entry = self.entry(stage, attempts);
        let _ = self.kept.with_log(|log| log.file.append(&entry));
    }

    fn layers(&self, plan: &Plan) -> Result<Option<Arc<LayerFiles>>, CheckpointError> {
        self.kept.layers.open(plan).map(Some)
    }
}
