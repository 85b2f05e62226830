//! The cells of one block length, kept while the search goes on.

use super::Arguments;
use crate::arguments::Globals;
use std::time::{Duration, Instant};
use tait_framework::Classified;
use tait_puzzle::linear::{Answer, BlockLength, Cell, Puzzle};
use tait_store::{CellRecord, ClassificationRecord, FoundBy, Store};

/// How long a settled cell may wait to be written.
const PATIENCE: Duration = Duration::from_secs(5);

/// Gathers cells and writes them now and then, so that little is lost when the run is killed.
pub(super) struct Collector<'a> {
    arguments: &'a Arguments,
    store: &'a Store,
    globals: &'a Globals,
    record: ClassificationRecord,
    /// Cells that were found now, and are not looked for again.
    fresh: Vec<u64>,
    /// Since when cells wait to be written.
    waiting: Option<Instant>,
}

impl<'a> Collector<'a> {
    /// Begins with what is stored.
    pub(super) fn new(
        k: BlockLength,
        arguments: &'a Arguments,
        store: &'a Store,
        globals: &'a Globals,
    ) -> anyhow::Result<Self> {
        let stored = store.classification(k)?;
        Ok(Self {
            arguments,
            store,
            globals,
            record: stored.unwrap_or_else(|| ClassificationRecord::empty(k)),
            fresh: Vec::new(),
            waiting: None,
        })
    }

    /// Whether a cell needs no search: it has its answer, or this command gave what there is.
    pub(super) fn is_settled(&self, puzzle: Puzzle) -> bool {
        if self.arguments.fresh {
            return self.fresh.contains(&puzzle.n());
        }
        let Some(record) = self.record.cell(puzzle.n()) else {
            return false;
        };
        match record.cell.answer() {
            Answer::Suffices | Answer::Optimum(_) | Answer::NoSolution => true,
            Answer::Between { .. } | Answer::Open { .. } => {
                record.found_by.command == self.arguments.command(puzzle)
            }
        }
    }

    /// What is known of a cell.
    pub(super) fn answer(&self, puzzle: Puzzle) -> Answer {
        match self.record.cell(puzzle.n()) {
            Some(record) => record.cell.answer(),
            None => Cell::unknown(puzzle).answer(),
        }
    }

    /// Takes in what a search came to.
    pub(super) fn found(
        &mut self,
        classified: Classified,
        elapsed: Duration,
    ) -> anyhow::Result<()> {
        let command = self.arguments.command(classified.cell.puzzle);
        let mut found_by = FoundBy::new(command, elapsed);
        found_by.seed = Some(self.arguments.limits.seed);
        found_by.states = Some(classified.states);
        self.put(CellRecord {
            cell: classified.cell,
            source: None,
            found_by,
        })
    }

    /// Takes in a cell.
    pub(super) fn put(&mut self, record: CellRecord) -> anyhow::Result<()> {
        self.fresh.push(record.cell.puzzle.n());
        self.record.put(record);
        let since = *self.waiting.get_or_insert_with(Instant::now);
        if since.elapsed() >= PATIENCE {
            self.write()?;
        }
        Ok(())
    }

    /// Writes what is waiting, and hands the map out.
    pub(super) fn finish(mut self) -> anyhow::Result<ClassificationRecord> {
        if self.waiting.is_some() {
            self.write()?;
        }
        Ok(self.record)
    }

    fn write(&mut self) -> anyhow::Result<()> {
        let saved = self.store.save_classification(&self.record)?;
        if let Some(warning) = saved.set_aside {
            self.globals.remark(&format!("warning: {warning}"));
        }
        self.waiting = None;
        Ok(())
    }
}
