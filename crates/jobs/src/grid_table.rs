//! Tables of shapes on a grid, with a unit for each row or pair.

use crate::desk::Desk;
use crate::findings::{Findings, Finished, Units, cover};
use crate::job::{Failure, Halt, Job, MakeError, Wanted};
use crate::journal::{Journal, run_directory};
use crate::local::{Observer, Run, run_by};
use indicatif::HumanCount;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tait_framework::grid::{
    Solved, WholeBoard, WholeBoardError, beams, solve, solve_with_patterns,
};
use tait_grid::space::SmallBoard;
use tait_grid::{Move, Position, Shapes, ShapesForm, check};
use tait_search::{Control, Event, Outcome, StopReason, Stopped};
use tait_store::{
    FoundBy, GridPair, GridTableCommand, GridTableRecord, GridTableRow, GridTarget, PairAnswer,
    PairSearch, Undecided,
};
use twox_hash::XxHash3_64;

/// A search for the missing parts of a table.
pub struct TableJob<'a> {
    /// The name of the table.
    pub name: &'a str,
    /// Its shapes.
    pub shapes: &'a Shapes,
    /// The request that identifies the run.
    pub asked: Value,
    /// The rows or pairs to search.
    pub units: Vec<TableUnit>,
    /// Returns whether a unit has been settled elsewhere meanwhile.
    pub is_settled: &'a (dyn Fn(&TableUnit) -> bool + Sync),
}

/// One search of a table.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TableUnit {
    /// A search of all configurations that can be reached from a shape, until all targets are found.
    Row {
        /// The shape.
        from: String,
        /// The targets, in the order of the shapes.
        targets: Vec<String>,
    },
    /// A search for a shortest solution from one shape to another.
    Pair {
        /// The start.
        from: String,
        /// The target.
        to: String,
        /// How it is searched.
        search: PairSearch,
        /// How many moves are known to be needed; beams begin there.
        at_least: u32,
    },
}

/// The finding of one search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum TableFinding {
    /// The finding on a row.
    Row {
        /// How many configurations are 0, 1, 2, ... moves away.
        states: Vec<u64>,
        /// Whether no other configurations can be reached.
        is_exhausted: bool,
        /// The targets, with solutions.
        targets: Vec<GridTarget>,
    },
    /// The finding on a pair: a solution, a search that was given up, or proof that there is no solution. Beams find a solution,
    /// or nothing.
    Pair {
        /// A shortest solution, if one was found.
        moves: Option<Vec<Move>>,
        /// How far the search came, if it was given up.
        undecided: Option<Undecided>,
        /// How many states the search took.
        states: u64,
    },
}

impl fmt::Display for TableUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row { from, .. } => write!(f, "from {from}"),
            Self::Pair { from, to, .. } => write!(f, "from {from} to {to}"),
        }
    }
}

impl TableFinding {
    /// Returns how many states the search saw, and the word for them.
    fn counted(&self) -> (u64, &'static str) {
        match self {
            Self::Row { states, .. } => (states.iter().sum(), "configurations"),
            Self::Pair { states, .. } => (*states, "states"),
        }
    }
}

impl TableUnit {
    /// Returns the command that finds a row or pair of a table again.
    fn command(&self, table: &GridTableRecord) -> GridTableCommand {
        let name = table.name();
        match self {
            Self::Row { from, targets } => {
                let mut names = table.shapes().names();
                let is_missing = |to| to != from && !targets.iter().any(|target| target == to);
                let glyphs = names.any(is_missing).then(|| targets.clone());
                GridTableCommand::row(name, from, glyphs)
            }
            Self::Pair {
                from, to, search, ..
            } => search.command(name, from, to),
        }
    }

    /// Returns the shape from which the search starts.
    #[must_use]
    pub fn from(&self) -> &str {
        match self {
            Self::Row { from, .. } | Self::Pair { from, .. } => from,
        }
    }
}

impl Units for TableJob<'_> {
    const KIND: &'static str = "grid-table-3";
    type Unit = TableUnit;
    type Partial = ();
    type Finding = TableFinding;

    fn parameters(&self) -> Value {
        // The shapes themselves would fill a page wherever the parameters are shown.
        let shapes = json!(ShapesForm::from(self.shapes)).to_string();
        let digest = format!("{:016x}", XxHash3_64::oneshot(shapes.as_bytes()));
        json!({ "table": self.name, "asked": self.asked, "shapes": digest })
    }
}

impl Job for TableJob<'_> {
    // If one search runs out of memory or states, so will the next.
    const PASSES_OVER: bool = false;
    /// The finished units, in the order of the plan.
    type Record = Vec<(TableUnit, TableFinding)>;

    fn plan(&self) -> Vec<TableUnit> {
        self.units.clone()
    }

    fn run(&self, unit: &TableUnit, desk: &Desk<'_, Self>) -> Result<TableFinding, Halt> {
        match unit {
            TableUnit::Row { from, targets } => self.row(from, targets, &desk.control()),
            TableUnit::Pair {
                from,
                to,
                search,
                at_least,
            } => self.pair((from, to), (*search, *at_least), &desk.control()),
        }
    }

    fn wanted<'a>(&'a self, findings: &'a Findings<Self>) -> Wanted<'a, Self> {
        let missing = cover(self.plan(), findings);
        Box::new(missing.filter(|unit| !(self.is_settled)(unit)))
    }

    fn check(&self, unit: &TableUnit, finding: &TableFinding) -> Result<(), Failure> {
        let of = |from: &str, to: &str, moves: &[Move]| -> Result<(), Failure> {
            let puzzle = self.shapes.pair(from, to);
            let puzzle = puzzle.ok_or_else(|| format!("no puzzle leads from {from} to {to}"))?;
            let _ = check(&puzzle, moves.iter().copied())
                .map_err(|error| format!("from {from} to {to}: {error}"))?;
            Ok(())
        };
        match (unit, finding) {
            (TableUnit::Row { from, .. }, TableFinding::Row { targets, .. }) => {
                let found = targets
                    .iter()
                    .filter_map(|target| Some((target, target.moves.as_ref()?)));
                found
                    .into_iter()
                    .try_for_each(|(target, moves)| of(from, &target.to, moves))
            }
            (TableUnit::Pair { from, to, .. }, TableFinding::Pair { moves, .. }) => {
                moves.iter().try_for_each(|moves| of(from, to, moves))
            }
            _ => Err("a row is no pair".into()),
        }
    }

    fn merge(&self, findings: &Findings<Self>) -> Self::Record {
        let found = |unit: &TableUnit| Some((unit.clone(), findings.get(unit)?.finding));
        self.units.iter().filter_map(found).collect()
    }
}

impl TableJob<'_> {
    fn row(
        &self,
        from: &str,
        targets: &[String],
        control: &Control<'_>,
    ) -> Result<TableFinding, Halt> {
        let (name, shapes) = (self.name, self.shapes);
        let failed = |what: &dyn fmt::Display| Halt::failed(format!("{name}: {what}"));
        let start = shapes
            .shape(from)
            .ok_or_else(|| failed(&format!("unknown shape '{from}'")))?;
        let board = SmallBoard::around(shapes.board(), start.positions(), shapes.rules())
            .map_err(|error| failed(&error))?;
        // A shape that is not on the board makes the search see everything, which proves that no path leads to the
        // shape.
        let set = |shape| Some(board.set(shapes.shape(shape)?.positions()).unwrap_or(0));
        let wanted: Vec<u64> = targets.iter().filter_map(|to| set(to)).collect();
        let start = set(from).unwrap_or(0);
        let whole = match WholeBoard::search(&board, start, &wanted, control) {
            Ok(whole) => whole,
            Err(WholeBoardError::Stopped { reason, states }) => {
                return Err(Stopped { reason, states }.into());
            }
            Err(error) => return Err(Halt::failed(error)),
        };
        let mut found = Vec::with_capacity(targets.len());
        for (to, set) in targets.iter().zip(wanted) {
            let moves = whole.path(set);
            if let (Some(moves), Some(puzzle)) = (&moves, shapes.pair(from, to)) {
                let _ = check(&puzzle, moves.iter().copied())
                    .map_err(|error| failed(&format!("from {from} to {to}: {error}")))?;
            }
            let to = to.clone();
            found.push(GridTarget { to, moves });
        }
        Ok(TableFinding::Row {
            states: whole.states().to_vec(),
            is_exhausted: whole.is_exhausted(),
            targets: found,
        })
    }

    fn pair(
        &self,
        (from, to): (&str, &str),
        (search, at_least): (PairSearch, u32),
        control: &Control<'_>,
    ) -> Result<TableFinding, Halt> {
        let name = self.name;
        let puzzle = self.shapes.pair(from, to);
        let puzzle = puzzle
            .ok_or_else(|| Halt::failed(format!("{name}: no puzzle leads from {from} to {to}")))?;
        let found = |moves, undecided, states: Vec<u64>| {
            Ok(TableFinding::Pair {
                moves,
                undecided,
                states: states.iter().sum(),
            })
        };
        let (state_limit, patterns) = match search {
            PairSearch::Exact {
                state_limit,
                patterns,
            } => (state_limit, patterns),
            PairSearch::Beams { width, patterns } => {
                let width = usize::try_from(width).unwrap_or(usize::MAX);
                let looked = beams(&puzzle, patterns, (width, at_least), control);
                return match looked.map_err(Halt::failed)? {
                    Outcome::Found(one) => found(Some(one.moves), None, one.states),
                    Outcome::Exhausted(exhausted) => found(None, None, exhausted.states),
                    Outcome::Stopped(stopped) if stopped.reason == StopReason::Width => {
                        found(None, None, stopped.states)
                    }
                    Outcome::Stopped(stopped) => Err(stopped.into()),
                };
            }
        };
        let limits = control.limits.with_at_most(state_limit);
        let control = Control { limits, ..*control };
        let solved = match patterns {
            Some(cells) => solve_with_patterns(&puzzle, cells, None, &control),
            None => solve(&puzzle, None, &control),
        };
        match solved.map_err(Halt::failed)? {
            Solved::Optimal { moves, states } => found(Some(moves), None, states),
            Solved::Unsolvable { states, .. } => found(None, None, states),
            Solved::Stopped { at_least, stopped } if stopped.reason == StopReason::States => {
                let undecided = Undecided {
                    at_least,
                    state_limit,
                };
                found(None, Some(undecided), stopped.states)
            }
            Solved::Stopped { stopped, .. } => Err(stopped.into()),
            Solved::NoneWithin {
                because: Some(error),
                ..
            } => Err(Halt::failed(format!(
                "{name}: from {from} to {to}: {error}"
            ))),
            Solved::NoneWithin { because: None, .. } => Err(Halt::Stopped(Stopped {
                reason: StopReason::Refused,
                states: Vec::new(),
            })),
        }
    }
}

impl fmt::Debug for TableJob<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableJob")
            .field("name", &self.name)
            .field("units", &self.units)
            .finish_non_exhaustive()
    }
}

/// How long findings wait to be written. Each time the whole table is written.
const PATIENCE: Duration = Duration::from_secs(5);

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
    /// Searches the missing parts, row by row or pair by pair, and stores the findings every few seconds. It takes over
    /// the parts that others store meanwhile.
    ///
    /// ```
    /// use tait_jobs::{Run, ShapeTable};
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
    /// let store = Store::new(data.path());
    /// let made = table.complete(None, &Run::new(&store, &Default::default()))?;
    /// assert_eq!((made.stored, made.all, made.stopped), (2, 2, None));
    /// assert!(matches!(table.record.answer("row", "block"), Some(PairAnswer::Unsolvable)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a search or the store fails, or a finding contradicts a stored record.
    pub fn complete(
        &mut self,
        pairs: Option<PairSearch>,
        run: &Run<'_>,
    ) -> Result<MadeTable, MakeError> {
        let units = self.units(pairs);
        let missing = units.iter();
        let missing = missing.filter(|unit| run.is_fresh || !self.is_done(unit));
        let missing: Vec<TableUnit> = missing.cloned().collect();
        let (name, shapes) = (self.record.name().to_owned(), self.record.shapes().clone());
        let asked = json!({ "from": self.from, "to": self.to, "pairs": pairs });
        let all = units.len();
        run.tell(Event::Parts {
            unit: pairs.map_or("rows", |_| "pairs"),
            settled: all - missing.len(),
            all,
            in_turn: false,
        });
        let waiting = GridTableRecord::new(&name, self.record.source(), shapes.clone());
        let keeper = Keeper {
            kept: Mutex::new(UnwrittenRows {
                table: self,
                waiting,
                written: Instant::now(),
            }),
            run,
        };
        // Another run may store the unit meanwhile.
        let is_settled = |unit: &TableUnit| !run.is_fresh && keeper.kept().table.is_done(unit);
        let job = TableJob {
            name: &name,
            shapes: &shapes,
            asked,
            units: missing,
            is_settled: &is_settled,
        };
        let journal = Journal::open(&run_directory(run.store, run.is_fresh), &job)?;
        journal.tell(run.control.sink);
        // The findings that an earlier run did not store any more.
        for unit in &job.units {
            if let Some(finished) = journal.findings().get(unit) {
                keeper.keep(unit, &finished)?;
            }
        }
        let ran = run_by(run.workers, &job, &journal, &keeper, run.control)?;
        keeper.kept().write(run)?;
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
struct UnwrittenRows<'a> {
    table: &'a mut ShapeTable,
    waiting: GridTableRecord,
    written: Instant,
}

impl UnwrittenRows<'_> {
    /// Adds a finding.
    fn add(
        &mut self,
        unit: &TableUnit,
        finished: &Finished<TableFinding>,
        run: &Run<'_>,
    ) -> Result<(), MakeError> {
        let found_by = |states: u64| FoundBy {
            states: Some(states),
            ..finished.found_by(&unit.command(&self.table.record).to_string())
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
                TableUnit::Pair {
                    search: PairSearch::Beams { .. },
                    ..
                },
                TableFinding::Pair { moves: None, .. },
            ) => {}
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
            true => self.write(run),
            false => Ok(()),
        }
    }

    /// Stores the findings that wait, and takes over everything that others have stored meanwhile.
    fn write(&mut self, run: &Run<'_>) -> Result<(), MakeError> {
        let known = &self.table.record;
        let empty = GridTableRecord::new(known.name(), known.source(), known.shapes().clone());
        let found = std::mem::replace(&mut self.waiting, empty);
        if !found.rows().is_empty() || !found.pairs().is_empty() {
            let saved = run.store.save(&found)?;
            saved.tell_set_aside(run.control.sink);
            self.table.record = saved.record;
        }
        self.written = Instant::now();
        Ok(())
    }
}

/// Stores findings every few seconds.
struct Keeper<'a> {
    kept: Mutex<UnwrittenRows<'a>>,
    run: &'a Run<'a>,
}

impl<'a> Keeper<'a> {
    fn kept(&self) -> MutexGuard<'_, UnwrittenRows<'a>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, unit: &TableUnit, finished: &Finished<TableFinding>) -> Result<(), MakeError> {
        self.kept().add(unit, finished, self.run)
    }
}

impl Observer<TableJob<'_>> for Keeper<'_> {
    fn begun(&self, unit: &TableUnit) {
        let part = unit.to_string();
        self.run.tell(Event::Begun { part });
    }

    fn finished(&self, unit: &TableUnit, finished: &Finished<TableFinding>) -> Result<(), Failure> {
        self.keep(unit, finished)?;
        let (count, what) = finished.finding.counted();
        // A search of a whole board reports its configurations as it goes.
        if let TableFinding::Pair { states, .. } = finished.finding {
            self.run.tell(Event::Visited { states });
        }
        let (part, came_to) = (unit.to_string(), format!("{} {what}", HumanCount(count)));
        self.run.tell(Event::Ended { part, came_to });
        Ok(())
    }
}

/// A table of shapes, and the part of it to complete.
#[derive(Debug, Clone)]
pub struct ShapeTable {
    /// The known part of the table.
    pub record: GridTableRecord,
    /// The shapes from which to start.
    pub from: Vec<String>,
    /// The target shapes.
    pub to: Vec<String>,
}

impl ShapeTable {
    /// Returns the rows to search, or the pairs if they are searched alone.
    pub(crate) fn units(&self, pairs: Option<PairSearch>) -> Vec<TableUnit> {
        let Some(search) = pairs else {
            return self.from.iter().map(|from| self.row_unit(from)).collect();
        };
        let pair = |(from, to): (String, String)| {
            let at_least = match self.record.answer(&from, &to) {
                Some(PairAnswer::AtLeast(least) | PairAnswer::Between(least, _))
                    if !search.is_exact() =>
                {
                    least
                }
                _ => 0,
            };
            TableUnit::Pair {
                from,
                to,
                search,
                at_least,
            }
        };
        self.easiest_first().into_iter().map(pair).collect()
    }

    /// Returns the row of a shape. Its targets are the wanted shapes and those with a known
    /// solution.
    fn row_unit(&self, from: &str) -> TableUnit {
        let known = self.record.row(from);
        let is_wanted = |to: &&str| {
            let is_known = known.is_some_and(|row| row.moves(to).is_some());
            *to != from && (is_known || self.to.iter().any(|wanted| wanted == to))
        };
        let targets = self.record.shapes().names().filter(is_wanted);
        TableUnit::Row {
            from: from.to_owned(),
            targets: targets.map(str::to_owned).collect(),
        }
    }

    /// Returns whether another search of a unit would add nothing. A whole board is not searched where every pair has an
    /// answer, and be it a bound.
    pub(crate) fn is_done(&self, unit: &TableUnit) -> bool {
        match unit {
            TableUnit::Row { from, .. } => {
                let mut others = self.to.iter().filter(|to| *to != from);
                others.all(|to| self.record.answer(from, to).is_some())
            }
            TableUnit::Pair {
                from, to, search, ..
            } => self.is_pair_done(from, to, *search),
        }
    }

    /// Returns whether another search of a pair would add nothing: the pair is settled, or an earlier search had as many
    /// states and as good bounds.
    fn is_pair_done(&self, from: &str, to: &str, search: PairSearch) -> bool {
        let is_asked = |pair: &&GridPair| pair.from == from && pair.to == to;
        match self.record.pairs().iter().find(is_asked) {
            Some(pair) => {
                let mut before = pair.searches(self.record.name());
                pair.answer().is_settled() || before.any(|before| before.covers(search))
            }
            None => self.record.answer(from, to).is_some(),
        }
    }

    /// Returns how many of the requested pairs have no settled answer.
    #[must_use]
    pub fn open_pairs(&self) -> usize {
        let is_open = |(from, to): &(&String, &String)| {
            let answer = self.record.answer(from, to);
            from != to && !answer.is_some_and(PairAnswer::is_settled)
        };
        let pairs = self
            .from
            .iter()
            .flat_map(|from| self.to.iter().map(move |to| (from, to)));
        pairs.filter(is_open).count()
    }

    /// Returns the requested pairs, those with fewer coins out of place first.
    fn easiest_first(&self) -> Vec<(String, String)> {
        let coins = |name: &str| -> BTreeSet<Position> {
            let shape = self.record.shapes().shape(name);
            shape
                .map(|shape| shape.positions().collect())
                .unwrap_or_default()
        };
        let mut pairs = Vec::new();
        for from in &self.from {
            for to in self.to.iter().filter(|to| *to != from) {
                let missing = coins(to).difference(&coins(from)).count();
                pairs.push((missing, from.clone(), to.clone()));
            }
        }
        pairs.sort_by_key(|(missing, _, _)| *missing);
        pairs.into_iter().map(|(_, from, to)| (from, to)).collect()
    }
}
