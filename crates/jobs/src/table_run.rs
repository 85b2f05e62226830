//! Completing a table of shapes on a grid, and storing the findings.

use crate::findings::Finished;
use crate::grid_table::{TableFinding, TableJob, TableUnit};
use crate::job::Failure;
use crate::journal::{Journal, run_directory};
use crate::local::{Observer, run_by};
use crate::make_error::MakeError;
use crate::remark::Remark;
use crate::shape_table::ShapeTable;
use crate::workers::Workers;
use serde_json::json;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tait_search::{Control, StopReason};
use tait_store::{FoundBy, GridPair, GridTableRecord, GridTableRow, PairSearch, Store};

/// How long findings wait to be written. Each time the whole table is written.
const PATIENCE: Duration = Duration::from_secs(5);

/// How to complete a table.
pub struct TableRequest<'a> {
    /// Where the table is stored.
    pub store: &'a Store,
    /// How to search pair by pair; `None` to search row by row.
    pub pairs: Option<PairSearch>,
    /// Whether to repeat searches that are stored.
    pub is_fresh: bool,
    /// Names the run that finds a row or pair again, such as a command. The record gives this name as its origin.
    pub name_of_run: &'a (dyn Fn(&TableUnit, &GridTableRecord) -> String + Sync),
    /// Who runs the units.
    pub workers: Workers<'a>,
    /// The observer, which is told of searches.
    pub observer: &'a dyn TableObserver,
}

/// An observer of the searches for a table.
pub trait TableObserver: Sync {
    /// Called first, with the numbers of settled and of all rows or pairs.
    fn expect(&self, _settled: usize, _all: usize) {}

    /// Called when a search begins.
    fn begun(&self, _unit: &TableUnit) {}

    /// Called when a search has come to its end and is stored.
    fn ended(&self, _unit: &TableUnit, _finding: &TableFinding) {}

    /// Called with each remark.
    fn remark(&self, _remark: Remark<'_>) {}
}

impl TableObserver for () {}

/// How far a table was completed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeTable {
    /// How many rows or pairs were requested.
    pub all: usize,
    /// How many of them are stored.
    pub stored: usize,
    /// The first missing search, if any.
    pub stopped: Option<StoppedTable>,
}

/// The first search that is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoppedTable {
    /// The search.
    pub unit: TableUnit,
    /// How many states it saw in this run.
    pub states: u64,
    /// Why it stopped, or was not begun.
    pub reason: Option<StopReason>,
}

impl ShapeTable {
    /// Searches the missing parts, and stores the findings every few seconds. It takes over the parts that others
    /// store meanwhile.
    ///
    /// ```
    /// use tait_jobs::{ShapeTable, TableRequest};
    /// use tait_grid::{Shapes, ShapesForm};
    /// use tait_store::{PairAnswer, GridTableRecord, Store};
    ///
    /// let shapes = r#"{"grid": "square", "shapes": {"row": [[0, 0], [1, 0], [2, 0], [3, 0]],
    ///                  "block": [[0, 0], [1, 0], [0, 1], [1, 1]]}}"#;
    /// let shapes = Shapes::try_from(serde_json::from_str::<ShapesForm>(shapes)?)?;
    /// let record = GridTableRecord::new("example", "a file", shapes);
    /// let all = || vec!["row".to_owned(), "block".to_owned()];
    /// let mut table = ShapeTable { record, from: all(), to: all() };
    /// let data = tempfile::tempdir()?;
    /// let request = TableRequest {
    ///     store: &Store::new(data.path()),
    ///     pairs: None,
    ///     is_fresh: false,
    ///     name_of_run: &|unit, table| format!("grid table {} --from {}", table.name(), unit.from()),
    ///     workers: Default::default(),
    ///     observer: &(),
    /// };
    /// let made = table.complete(&request, &Default::default())?;
    /// assert_eq!((made.stored, made.all, made.stopped), (2, 2, None));
    /// assert!(matches!(table.record.answer("row", "block"), Some(PairAnswer::Unsolvable)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a search or the store fails, or a finding contradicts a stored record.
    pub fn complete(
        &mut self,
        request: &TableRequest<'_>,
        control: &Control<'_>,
    ) -> Result<MadeTable, MakeError> {
        let units = self.units(request.pairs);
        let missing = units.iter();
        let missing = missing.filter(|unit| request.is_fresh || !self.is_done(unit));
        let missing: Vec<TableUnit> = missing.cloned().collect();
        let (name, shapes) = (self.record.name().to_owned(), self.record.shapes().clone());
        let asked = json!({ "from": self.from, "to": self.to, "pairs": request.pairs });
        let all = units.len();
        request.observer.expect(all - missing.len(), all);
        let waiting = GridTableRecord::new(&name, self.record.source(), shapes.clone());
        let keeper = Keeper {
            kept: Mutex::new(Kept {
                table: self,
                waiting,
                written: Instant::now(),
            }),
            request,
        };
        // Another run may store the unit meanwhile.
        let is_settled = |unit: &TableUnit| !request.is_fresh && keeper.kept().table.is_done(unit);
        let job = TableJob {
            name: &name,
            shapes: &shapes,
            asked,
            units: missing,
            is_settled: &is_settled,
        };
        let journal = Journal::open(&run_directory(request.store, request.is_fresh), &job)?;
        journal.tell(&|remark| request.observer.remark(remark));
        // The findings that an earlier run did not store any more.
        for unit in &job.units {
            if let Some(finished) = journal.findings().get(unit) {
                keeper.keep(unit, &finished)?;
            }
        }
        let ran = run_by(request.workers, &job, &journal, &keeper, control)?;
        keeper.kept().write(request)?;
        let stopped = match ran.missing.into_iter().next() {
            None => {
                journal.prune()?;
                None
            }
            Some(unit) => {
                let stopped = journal.findings().stopped(&unit);
                Some(StoppedTable {
                    unit,
                    states: stopped.map_or(0, |stopped| stopped.states.iter().sum()),
                    reason: ran.stopped,
                })
            }
        };
        let stored = units.iter();
        let stored = stored
            .filter(|unit| keeper.kept().table.is_done(unit))
            .count();
        Ok(MadeTable {
            all,
            stored,
            stopped,
        })
    }
}

/// A table with the findings that are not written yet. They are in the journal already.
struct Kept<'a> {
    table: &'a mut ShapeTable,
    waiting: GridTableRecord,
    written: Instant,
}

impl Kept<'_> {
    /// Adds a finding.
    fn add(
        &mut self,
        unit: &TableUnit,
        finished: &Finished<TableFinding>,
        request: &TableRequest<'_>,
    ) -> Result<(), MakeError> {
        let found_by = |states: u64| FoundBy {
            states: Some(states),
            ..finished.found_by(&(request.name_of_run)(unit, &self.table.record))
        };
        match (unit, finished.finding.clone()) {
            (
                TableUnit::Row { from, .. },
                TableFinding::Row {
                    states,
                    is_exhausted,
                    targets,
                },
            ) => {
                let found_by = found_by(states.iter().sum());
                let row = GridTableRow::new(from, states, is_exhausted, targets, found_by);
                self.table.record.put(row.clone());
                self.waiting.put(row);
            }
            (
                TableUnit::Pair { from, to, .. },
                TableFinding::Pair {
                    moves,
                    undecided,
                    states,
                },
            ) => {
                let pair = GridPair {
                    from: from.clone(),
                    to: to.clone(),
                    moves,
                    undecided,
                    found_by: found_by(states),
                };
                self.table.record.put_pair(pair.clone());
                self.waiting.put_pair(pair);
            }
            // No run of a table gives a unit a finding of the other kind.
            _ => {}
        }
        match self.written.elapsed() >= PATIENCE {
            true => self.write(request),
            false => Ok(()),
        }
    }

    /// Stores the findings that wait, and takes over everything that others have stored meanwhile.
    fn write(&mut self, request: &TableRequest<'_>) -> Result<(), MakeError> {
        let known = &self.table.record;
        let empty = GridTableRecord::new(known.name(), known.source(), known.shapes().clone());
        let found = std::mem::replace(&mut self.waiting, empty);
        if !found.rows().is_empty() || !found.pairs().is_empty() {
            let saved = request.store.save(&found)?;
            if let Some(error) = &saved.set_aside {
                request.observer.remark(Remark::SetAside(error));
            }
            self.table.record = saved.record;
        }
        self.written = Instant::now();
        Ok(())
    }
}

/// An observer that stores findings every few seconds.
struct Keeper<'a> {
    kept: Mutex<Kept<'a>>,
    request: &'a TableRequest<'a>,
}

impl<'a> Keeper<'a> {
    fn kept(&self) -> MutexGuard<'_, Kept<'a>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, unit: &TableUnit, finished: &Finished<TableFinding>) -> Result<(), MakeError> {
        self.kept().add(unit, finished, self.request)
    }
}

impl Observer<TableJob<'_>> for Keeper<'_> {
    fn begun(&self, unit: &TableUnit) {
        self.request.observer.begun(unit);
    }

    fn finished(&self, unit: &TableUnit, finished: &Finished<TableFinding>) -> Result<(), Failure> {
        self.keep(unit, finished)?;
        self.request.observer.ended(unit, &finished.finding);
        Ok(())
    }
}

impl fmt::Debug for TableRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableRequest")
            .field("pairs", &self.pairs)
            .field("is_fresh", &self.is_fresh)
            .finish_non_exhaustive()
    }
}
