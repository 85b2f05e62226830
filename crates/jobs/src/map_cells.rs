//! The cells of one block length, stored while the search goes on.

use crate::make_error::MakeError;
use crate::map::SearchedCell;
use crate::remark::{Listener, Remark};
use std::time::{Duration, Instant};
use tait_linear::{BlockLength, Cell, CellAnswer, Puzzle};
use tait_store::{CellRecord, ClassificationRecord, Contributor, FoundBy, Store};

/// The least time between two writes of cells. A cell found later than this after the last write is written at once.
const PATIENCE: Duration = Duration::from_secs(5);

/// The source of a cell whose search did not come to its end.
const UNFINISHED: &str = "a search that was stopped";

/// A function that names the run that settles a cell: the command or the call.
pub(crate) type NameOfRun<'a> = &'a (dyn Fn(Puzzle) -> String + Sync);

/// A collection of cells that is written every few seconds, so that other processes see them. Each write takes over
/// what others have written meanwhile.
pub(crate) struct MapCells<'a> {
    store: &'a Store,
    name_of_run: NameOfRun<'a>,
    seed: u64,
    is_fresh: bool,
    listener: Listener<'a>,
    /// All known cells, whoever found them.
    record: ClassificationRecord,
    /// The sizes of cells that this run found, which are not searched again.
    fresh: Vec<u64>,
    /// Cells that are still to be written.
    waiting: ClassificationRecord,
    /// When cells were written last.
    written: Instant,
}

impl<'a> MapCells<'a> {
    /// Creates the collection with the stored cells.
    pub(crate) fn new(
        k: BlockLength,
        store: &'a Store,
        (name_of_run, seed): (NameOfRun<'a>, u64),
        is_fresh: bool,
        listener: Listener<'a>,
    ) -> Result<Self, MakeError> {
        let stored = store.classification(k)?;
        Ok(Self {
            store,
            name_of_run,
            seed,
            is_fresh,
            listener,
            record: stored.unwrap_or_else(|| ClassificationRecord::empty(k)),
            fresh: Vec::new(),
            waiting: ClassificationRecord::empty(k),
            written: Instant::now(),
        })
    }

    /// Returns whether a cell has its final answer.
    pub(crate) fn is_settled(&self, puzzle: Puzzle) -> bool {
        if self.is_fresh {
            return self.fresh.contains(&puzzle.n());
        }
        self.record.cell(puzzle.n()).is_some_and(|record| {
            let answer = record.cell.answer();
            !matches!(answer, CellAnswer::Between { .. } | CellAnswer::Open { .. })
        })
    }

    /// Returns whether this run has already searched the cell to its end, so that a search would give nothing new.
    pub(crate) fn is_searched(&self, puzzle: Puzzle) -> bool {
        self.record.cell(puzzle.n()).is_some_and(|record| {
            record.found_by.command == (self.name_of_run)(puzzle)
                && record.source.as_deref() != Some(UNFINISHED)
        })
    }

    /// Returns the cell with which a search begins, and the states that the search had taken when it was stopped.
    pub(crate) fn begun(&self, puzzle: Puzzle) -> (Cell, u64) {
        match self.record.cell(puzzle.n()) {
            Some(record) if !self.is_fresh => {
                let is_unfinished = record.source.as_deref() == Some(UNFINISHED);
                let states = record.found_by.states.filter(|_| is_unfinished);
                (record.cell.clone(), states.unwrap_or(0))
            }
            _ => (Cell::unknown(puzzle), 0),
        }
    }

    /// Returns the known answer of a cell.
    pub(crate) fn answer(&self, puzzle: Puzzle) -> CellAnswer {
        match self.record.cell(puzzle.n()) {
            Some(record) => record.cell.answer(),
            None => Cell::unknown(puzzle).answer(),
        }
    }

    /// Adds the result of a search, at its end or so far.
    pub(crate) fn found(
        &mut self,
        searched: SearchedCell,
        contributors: Vec<Contributor>,
    ) -> Result<(), MakeError> {
        let SearchedCell {
            cell,
            states,
            seconds,
            is_finished,
        } = searched;
        let elapsed = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let mut found_by = FoundBy::new((self.name_of_run)(cell.puzzle), elapsed);
        found_by.seed = Some(self.seed);
        found_by.states = Some(states);
        found_by.contributors = contributors;
        self.put(CellRecord {
            cell,
            source: (!is_finished).then(|| UNFINISHED.to_owned()),
            found_by,
        })
    }

    /// Adds a cell, unless more is known about it already.
    pub(crate) fn put(&mut self, record: CellRecord) -> Result<(), MakeError> {
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

    /// Writes the waiting cells, and returns the record.
    pub(crate) fn finish(mut self) -> Result<ClassificationRecord, MakeError> {
        if !self.waiting.cells.is_empty() {
            self.write()?;
        }
        Ok(self.record)
    }

    fn write(&mut self) -> Result<(), MakeError> {
        let saved = self.store.save(&self.waiting)?;
        if let Some(error) = &saved.set_aside {
            (self.listener)(Remark::SetAside(error));
        }
        self.record = saved.record;
        self.waiting.cells.clear();
        self.written = Instant::now();
        Ok(())
    }
}

/// Returns whether one cell excludes more lengths, or has a shorter solution, than the other.
fn knows_more(one: &Cell, other: &Cell) -> bool {
    let is_shorter = match (one.at_most(), other.at_most()) {
        (Some(one), Some(other)) => one < other,
        (one, None) => one.is_some(),
        (None, Some(_)) => false,
    };
    is_shorter
        || one.excluded.len() > other.excluded.len() && other.at_most() != Some(one.puzzle.n())
}
