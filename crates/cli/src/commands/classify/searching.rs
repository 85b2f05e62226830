//! Which cells are searched, and what becomes of those that are found.

use super::collector::Collector;
use super::{Arguments, Evidence, puzzles};
use crate::arguments::Globals;
use crate::commands::layers::Layers;
use crate::exit::as_failure;
use crate::progress::Progress;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tait_jobs::{CellFinding, Failure, Finished, Job, Journal, MapJob, Observer, Units, run};
use tait_puzzle::linear::{BlockLength, Cell, Plan, Puzzle, Restrictions, Rules};
use tait_search::{Control, StopReason, Stopped};
use tait_store::{ClassificationRecord, Store};

/// The unit of a map: `k` and `n` of a cell.
type Unit = <MapJob<'static> as Units>::Unit;

/// One run of the command.
pub(super) struct Searching<'a> {
    arguments: &'a Arguments,
    lengths: &'a [BlockLength],
    store: &'a Store,
    globals: &'a Globals,
    progress: &'a Progress,
    layers: Layers<'a>,
    /// For each block length its cells.
    collectors: Mutex<BTreeMap<u64, Collector<'a>>>,
}

impl<'a> Searching<'a> {
    pub(super) fn new(
        arguments: &'a Arguments,
        lengths: &'a [BlockLength],
        store: &'a Store,
        globals: &'a Globals,
        progress: &'a Progress,
    ) -> Self {
        Self {
            arguments,
            lengths,
            store,
            globals,
            progress,
            layers: Layers::new(globals),
            collectors: Mutex::default(),
        }
    }

    /// Searches what is open, and writes it; the maps, and why cells are left that were not searched to the end.
    pub(super) fn run(
        self,
        evidence: &Evidence<'_>,
    ) -> anyhow::Result<(Vec<ClassificationRecord>, Option<StopReason>)> {
        for &k in self.lengths {
            let collector = Collector::new(k, self.arguments, self.store, self.globals)?;
            let _ = self.collectors().insert(k.get().into(), collector);
        }
        let open = |plan: &Plan| self.layers.open(plan);
        let (k, n) = (self.arguments.k, self.arguments.n);
        // A limit on states is a part of the command that a cell is found by.
        let state_limit = self.arguments.limits.state_limit;
        let mut job = MapJob {
            asked: json!({ "k": (k.first, k.last), "n": (n.first, n.last), "state_limit": state_limit }),
            seed: self.arguments.limits.seed,
            optimum_states: self.arguments.optimum_states,
            cells: self
                .all()
                .map(|puzzle| (Cell::unknown(puzzle), 0))
                .collect(),
            layers: &open,
        };
        let journal = Journal::open(self.store.directory(), &job)?;
        for line in journal.refused() {
            self.globals.remark(&format!("warning: {line}"));
        }
        // What a run before this one found, whether it came to writing it or not.
        for searched in job.merge(journal.findings()) {
            if searched.is_finished {
                let _ = self.with(searched.cell.puzzle, |collector| collector.found(searched))?;
            }
        }
        job.cells = self.cells_to_search(evidence)?;
        let control = Control {
            limits: self.arguments.limits.limits(),
            sink: self.progress,
        };
        let ran = run(&job, &journal, &self, &control)?;
        // What is finished is with the collectors already.
        for searched in ran
            .record
            .into_iter()
            .filter(|searched| !searched.is_finished)
        {
            let _ = self.with(searched.cell.puzzle, |collector| collector.found(searched))?;
        }
        let collectors = std::mem::take(&mut *self.collectors());
        let records = collectors.into_values().map(Collector::finish);
        let records = records.collect::<anyhow::Result<_>>()?;
        if ran.missing.is_empty() {
            journal.prune()?;
        }
        Ok((records, ran.stopped))
    }

    /// Takes in what the store knows; what is left, with what is known of it.
    fn cells_to_search(&self, evidence: &Evidence<'_>) -> anyhow::Result<Vec<(Cell, u64)>> {
        let mut cells = Vec::new();
        self.progress.expect("cells", 0, self.all().count());
        for puzzle in self.all() {
            let is_fresh = self.arguments.fresh;
            let open = self.with(puzzle, |collector| {
                if !is_fresh
                    && !collector.is_settled(puzzle)
                    && let Some(found) = evidence.about(puzzle)?
                {
                    collector.put(found)?;
                }
                self.discard_layers(&collector.begun(puzzle).0)?;
                let is_done =
                    collector.is_settled(puzzle) || !is_fresh && collector.is_searched(puzzle);
                Ok((!is_done).then(|| collector.begun(puzzle)))
            })?;
            match open.flatten() {
                Some(cell) => cells.push(cell),
                None => self.end(puzzle),
            }
        }
        Ok(cells)
    }

    fn all(&self) -> impl Iterator<Item = Puzzle> {
        let n = self.arguments.n;
        self.lengths.iter().flat_map(move |&k| puzzles(k, n))
    }

    /// Removes the layers of searches whose results stand in a cell: a run was killed between the two.
    fn discard_layers(&self, cell: &Cell) -> anyhow::Result<()> {
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

    fn end(&self, puzzle: Puzzle) {
        let collectors = self.collectors();
        let answer = collectors
            .get(&puzzle.k().into())
            .map(|collector| collector.answer(puzzle).to_string());
        let name = puzzle.to_string();
        self.progress.end_part(&name, &answer.unwrap_or_default());
    }

    fn with<T>(
        &self,
        puzzle: Puzzle,
        act: impl FnOnce(&mut Collector<'a>) -> anyhow::Result<T>,
    ) -> anyhow::Result<Option<T>> {
        self.collectors()
            .get_mut(&puzzle.k().into())
            .map(act)
            .transpose()
    }

    fn collectors(&self) -> MutexGuard<'_, BTreeMap<u64, Collector<'a>>> {
        self.collectors
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer<MapJob<'_>> for Searching<'_> {
    fn begun(&self, &(k, n): &Unit) {
        if let Ok(puzzle) = Puzzle::new(k, n) {
            self.progress.begin_part(&puzzle.to_string());
        }
    }

    fn finished(&self, &(k, n): &Unit, finished: &Finished<CellFinding>) -> Result<(), Failure> {
        let puzzle = Puzzle::new(k, n)?;
        let searched = finished
            .finding
            .clone()
            .searched(puzzle, finished.seconds, true);
        let kept = self.with(puzzle, |collector| collector.found(searched));
        let _ = kept.map_err(as_failure)?;
        // The layers of a cell that came to its end are not needed any more.
        self.layers.finish()?;
        self.end(puzzle);
        Ok(())
    }

    fn stopped(&self, &(k, n): &Unit, _stopped: &Stopped) {
        if let Ok(puzzle) = Puzzle::new(k, n) {
            self.end(puzzle);
        }
    }
}
