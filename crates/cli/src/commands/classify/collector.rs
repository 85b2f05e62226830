//! The cells of one block length, written while the search goes on.

use super::Arguments;
use crate::globals::Globals;
use std::time::{Duration, Instant};
use tait_jobs::SearchedCell;
use tait_puzzle::linear::{Answer, BlockLength, Cell, Puzzle};
use tait_store::{CellRecord, ClassificationRecord, FoundBy, Store};

/// How often the cells are written at most; what was found longer after the last time is written at once.
const PATIENCE: Duration = Duration::from_secs(5);

/// The source of a cell whose search did not come to its end.
const UNFINISHED: &str = "a search that was stopped";

/// Gathers cells and writes them now and then, so that other commands see them. Each time it takes over what others have
/// written meanwhile.
pub(super) struct Collector<'a> {
    arguments: &'a Arguments,
    store: &'a Store,
    globals: &'a Globals,
    /// What is known, whoever found it.
    record: ClassificationRecord,
    /// Cells that were found now, and are not looked for again.
    fresh: Vec<u64>,
    /// Cells to write, and when any were written last.
    waiting: ClassificationRecord,
    written: Instant,
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
            waiting: ClassificationRecord::empty(k),
            written: Instant::now(),
        })
    }

    /// Whether a cell has its answer.
    pub(super) fn is_settled(&self, puzzle: Puzzle) -> bool {
        if self.arguments.fresh {
            return self.fresh.contains(&puzzle.n());
        }
        self.record.cell(puzzle.n()).is_some_and(|record| {
            let answer = record.cell.answer();
            !matches!(answer, Answer::Between { .. } | Answer::Open { .. })
        })
    }

    /// Whether this command has searched the cell to its end, and would come to nothing else.
    pub(super) fn is_searched(&self, puzzle: Puzzle) -> bool {
        self.record.cell(puzzle.n()).is_some_and(|record| {
            record.found_by.command == self.arguments.command(puzzle)
                && record.source.as_deref() != Some(UNFINISHED)
        })
    }

    /// What a search for a cell begins with, and the states that it took already when it was stopped.
    pub(super) fn begun(&self, puzzle: Puzzle) -> (Cell, u64) {
        match self.record.cell(puzzle.n()) {
            Some(record) if !self.arguments.fresh => {
                let is_unfinished = record.source.as_deref() == Some(UNFINISHED);
                let states = record.found_by.states.filter(|_| is_unfinished);
                (record.cell.clone(), states.unwrap_or(0))
            }
            _ => (Cell::unknown(puzzle), 0),
        }
    }

    /// What is known of a cell.
    pub(super) fn answer(&self, puzzle: Puzzle) -> Answer {
        match self.record.cell(puzzle.n()) {
            Some(record) => record.cell.answer(),
            None => Cell::unknown(puzzle).answer(),
        }
    }

    /// Takes in what a search came to, at its end or so far.
    pub(super) fn found(&mut self, searched: SearchedCell) -> anyhow::Result<()> {
        let SearchedCell {
            cell,
            states,
            seconds,
            is_finished,
        } = searched;
        let elapsed = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let mut found_by = FoundBy::new(self.arguments.command(cell.puzzle), elapsed);
        found_by.seed = Some(self.arguments.limits.seed);
        found_by.states = Some(states);
        self.put(CellRecord {
            cell,
            source: (!is_finished).then(|| UNFINISHED.to_owned()),
            found_by,
        })
    }

    /// Takes in a cell, unless more is known of it already.
    pub(super) fn put(&mut self, record: CellRecord) -> anyhow::Result<()> {
        let n = record.cell.puzzle.n();
        self.fresh.push(n);
        let known = self.record.cell(n);
        if known.is_some_and(|known| knows_more(&known.cell, &record.cell)) {
            return Ok(());
        }
        self.waiting.put(record.clone());
        self.record.put(record);
        if self.written.elapsed() >= PATIENCE {
            self.write()?;
        }
        Ok(())
    }

    /// Writes what is waiting, and hands the map out.
    pub(super) fn finish(mut self) -> anyhow::Result<ClassificationRecord> {
        if !self.waiting.cells.is_empty() {
            self.write()?;
        }
        Ok(self.record)
    }

    fn write(&mut self) -> anyhow::Result<()> {
        let saved = self.store.save(&self.waiting)?;
        if let Some(warning) = saved.set_aside {
            self.globals.remark(&format!("warning: {warning}"));
        }
        self.record = saved.record;
        self.waiting.cells.clear();
        self.written = Instant::now();
        Ok(())
    }
}

/// Whether one cell excludes a length or has a solution that the other has not.
fn knows_more(one: &Cell, other: &Cell) -> bool {
    let is_shorter = match (one.at_most(), other.at_most()) {
        (Some(one), Some(other)) => one < other,
        (one, None) => one.is_some(),
        (None, Some(_)) => false,
    };
    is_shorter
        || one.excluded.len() > other.excluded.len() && other.at_most() != Some(one.puzzle.n())
}
