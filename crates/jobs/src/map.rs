//! The map, with a unit for each cell.

use crate::desk::Desk;
use crate::findings::{Findings, Finished, Units};
use crate::job::{Failure, Halt, Job, MakeError};
use crate::journal::{Journal, run_directory};
use crate::layers::Layers;
use crate::local::{Observer, Run, run_by};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tait_framework::{CellRequest, Classified, OpenLayers, Resumption, Stage, classify};
use tait_linear::{
    BlockLength, BoundedSearch, Cell, CellAnswer, Engine, PruneRules, Puzzle, Restrictions,
    Solution, check,
};
use tait_search::{Control, Event, SharedStore, StopReason, Stopped, StoreFailed};
use tait_store::{
    CellRecord, ClassificationRecord, ClassifyCommand, FoundBy, Record, Stored,
    TurnedClassificationRecord,
};

/// A search of cells of the map, one after the other.
pub struct MapJob<'a> {
    /// The request that identifies the run, together with the other fields.
    pub asked: Value,
    /// The seed of the beams.
    pub seed: u64,
    /// States that an exhaustive search for more than `n` moves may store.
    pub optimum_states: u64,
    /// The cells to search, as far as they are known.
    pub cells: Vec<CellFinding>,
    /// Opens the layers of large searches.
    pub layers: OpenLayers<'a>,
}

/// What a search has found of a cell, at its end or so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellFinding {
    /// The cell with all known facts.
    pub cell: Cell,
    /// States of the search, in all runs together.
    pub states: u64,
}

/// A partial result that the search of a cell leaves to the next run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum CellPartial {
    /// What the search has found so far.
    Known(CellFinding),
    /// How many attempts of a stage have failed, counted from the first.
    Failed {
        /// The length that is searched for.
        moves: u32,
        /// States per layer; 0 for beams that hold two coins, and the largest number for breadth-first search.
        width: usize,
        /// The number of failed attempts.
        attempts: u64,
    },
}

impl CellFinding {
    const fn unknown(puzzle: Puzzle) -> Self {
        Self {
            cell: Cell::unknown(puzzle),
            states: 0,
        }
    }
}

impl MapJob<'_> {
    /// Returns the cell of a unit, as far as it is known.
    #[must_use]
    pub fn cell(&self, unit: &Puzzle) -> Option<&CellFinding> {
        let mut cells = self.cells.iter();
        cells.find(|known| known.cell.puzzle == *unit)
    }
}

/// Returns the last of partial results that says what is known.
fn last_known(partials: Vec<CellPartial>) -> Option<CellFinding> {
    partials
        .into_iter()
        .rev()
        .find_map(|partial| match partial {
            CellPartial::Known(known) => Some(known),
            CellPartial::Failed { .. } => None,
        })
}

impl Units for MapJob<'_> {
    const KIND: &'static str = "classify-3";
    type Unit = Puzzle;
    type Partial = CellPartial;
    type Finding = CellFinding;

    fn parameters(&self) -> Value {
        let (asked, seed, states) = (&self.asked, self.seed, self.optimum_states);
        serde_json::json!({ "asked": asked, "seed": seed, "optimum_states": states })
    }
}

impl Job for MapJob<'_> {
    /// The cells with new facts, in the order of the plan, and whether the search of each is finished.
    type Record = Vec<(Finished<CellFinding>, bool)>;

    fn plan(&self) -> Vec<Puzzle> {
        self.cells.iter().map(|known| known.cell.puzzle).collect()
    }

    fn run(&self, unit: &Puzzle, desk: &Desk<'_, Self>) -> Result<CellFinding, Halt> {
        let known = last_known(desk.partials().to_vec()).or_else(|| self.cell(unit).cloned());
        let Some(CellFinding {
            cell,
            states: before,
        }) = known
        else {
            return Err(Halt::failed(format!("no cell of this job is {unit}")));
        };
        let request = CellRequest {
            cell,
            seed: self.seed,
            states: self.optimum_states,
        };
        let control = desk.control();
        let mut known = |cell: &Cell, states: u64| {
            let (cell, states) = (cell.clone(), before + states);
            desk.leave(&CellPartial::Known(CellFinding { cell, states }));
        };
        let kept = CellResumption {
            desk,
            layers: self.layers,
        };
        let Classified {
            cell,
            states,
            stopped,
        } = classify(&request, &mut known, &kept, &control)?;
        control.sink.event(Event::Visited { states });
        match stopped {
            None => Ok(CellFinding {
                cell,
                states: before + states,
            }),
            Some(reason) => Err(Halt::Stopped(Stopped {
                reason,
                states: vec![states],
            })),
        }
    }

    fn check(&self, unit: &Puzzle, finding: &CellFinding) -> Result<(), Failure> {
        let cell = &finding.cell;
        let mut puzzles = cell.solution.iter().map(Solution::puzzle);
        if cell.puzzle != *unit || puzzles.any(|puzzle| puzzle != *unit) {
            return Err(format!("{unit} has facts about another puzzle").into());
        }
        if let Some(solution) = &cell.solution {
            let moves = check(solution)?.moves;
            if cell.excluded.iter().any(|search| search.moves == moves) {
                return Err(format!(
                    "{unit} has a solution of {moves} moves, which a search excluded"
                )
                .into());
            }
        }
        Ok(())
    }

    fn merge(&self, findings: &Findings<Self>) -> Self::Record {
        let searched = |known: &CellFinding| {
            let unit = known.cell.puzzle;
            if let Some(finished) = findings.get(&unit) {
                return Some((finished, true));
            }
            let left = findings.left(&unit);
            let known = last_known(left.partials)?;
            Some((Finished::new(known, left.seconds), false))
        };
        self.cells.iter().filter_map(searched).collect()
    }
}

/// The resumption of one cell, in the journal and in files.
struct CellResumption<'a, 'b> {
    desk: &'a Desk<'a, MapJob<'b>>,
    layers: OpenLayers<'b>,
}

const fn of_stage(stage: Stage) -> (u32, usize) {
    match stage {
        Stage::HoldingTwoCoins { moves } => (moves, 0),
        // Less than the width of any beam.
        Stage::HoldingANickel { moves, round } => (moves, 1 + round as usize),
        Stage::Beams { moves, width } => (moves, width),
        // More than it.
        Stage::BreadthFirst { moves } => (moves, usize::MAX),
    }
}

impl Resumption for CellResumption<'_, '_> {
    fn failed(&self, stage: Stage) -> u64 {
        let failed = self
            .desk
            .partials()
            .iter()
            .filter_map(|partial| match partial {
                CellPartial::Failed {
                    moves,
                    width,
                    attempts,
                } if (*moves, *width) == of_stage(stage) => Some(*attempts),
                _ => None,
            });
        failed.max().unwrap_or(0)
    }

    fn note_failed(&self, stage: Stage, attempts: u64) {
        let (moves, width) = of_stage(stage);
        self.desk.leave(&CellPartial::Failed {
            moves,
            width,
            attempts,
        });
    }

    fn layers(&self, bounded: &BoundedSearch) -> Result<Option<SharedStore>, StoreFailed> {
        (self.layers)(bounded).map(Some)
    }
}

impl fmt::Debug for MapJob<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MapJob")
            .field("asked", &self.asked)
            .field("seed", &self.seed)
            .field("optimum_states", &self.optimum_states)
            .field("cells", &self.cells)
            .finish_non_exhaustive()
    }
}

/// The least time between two writes of cells. A cell found later than this after the last write is written at once.
const PATIENCE: Duration = Duration::from_secs(5);

/// States that an exhaustive search for more than `n` moves may store, unless another number is asked for.
pub const OPTIMUM_STATES: u64 = 5_000_000;

/// The source of a cell whose search did not come to its end.
const UNFINISHED: &str = "a search that was stopped";

/// A collection of cells that is written every few seconds, so that other processes see them. Each write takes over
/// what others have written meanwhile.
pub(crate) struct MapCells<'a> {
    run: &'a Run<'a>,
    /// The command that settles a cell, but for its size.
    command: ClassifyCommand,
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
    pub(crate) fn new(command: ClassifyCommand, run: &'a Run<'a>) -> Result<Self, MakeError> {
        let k = command.k;
        let stored = match command.turned {
            false => run.store.classification(k)?,
            true => run.store.turned_classification(k)?,
        };
        Ok(Self {
            run,
            command,
            record: stored.unwrap_or_else(|| ClassificationRecord::empty(k)),
            fresh: Vec::new(),
            waiting: ClassificationRecord::empty(k),
            written: Instant::now(),
        })
    }

    /// Returns the command that settles a cell.
    fn command(&self, puzzle: Puzzle) -> String {
        let n = puzzle.n();
        let command = self.command.clone();
        ClassifyCommand { n, ..command }.to_string()
    }

    /// Returns whether a cell has its final answer.
    pub(crate) fn is_settled(&self, puzzle: Puzzle) -> bool {
        if self.run.is_fresh {
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
            record.found_by.command == self.command(puzzle)
                && record.source.as_deref() != Some(UNFINISHED)
        })
    }

    /// Returns what a search of a cell begins with: the states are those that it had taken when it was stopped.
    pub(crate) fn begun(&self, puzzle: Puzzle) -> CellFinding {
        match self.record.cell(puzzle.n()) {
            Some(record) if !self.run.is_fresh => {
                let is_unfinished = record.source.as_deref() == Some(UNFINISHED);
                let states = record.found_by.states.filter(|_| is_unfinished);
                CellFinding {
                    cell: record.cell.clone(),
                    states: states.unwrap_or(0),
                }
            }
            _ => CellFinding::unknown(puzzle),
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
        searched: Finished<CellFinding>,
        is_finished: bool,
    ) -> Result<(), MakeError> {
        let CellFinding { cell, states } = &searched.finding;
        let found_by = FoundBy {
            seed: Some(self.command.seed),
            states: Some(*states),
            ..searched.found_by(&self.command(cell.puzzle))
        };
        self.put(CellRecord {
            cell: searched.finding.cell,
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
        self.record = match self.command.turned {
            false => self.saved(&self.waiting)?,
            true => {
                let waiting = TurnedClassificationRecord(self.waiting.clone());
                self.saved(&waiting)?.0
            }
        };
        self.waiting.cells.clear();
        self.written = Instant::now();
        Ok(())
    }
}

impl MapCells<'_> {
    fn saved<R: Stored + Clone + Into<Record>>(&self, waiting: &R) -> Result<R, MakeError> {
        let saved = self.run.store.save(waiting)?;
        saved.tell_set_aside(self.run.control.sink);
        Ok(saved.record)
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

/// A part of the map to make.
pub struct MapRequest<'a> {
    /// The block lengths, in their order.
    pub lengths: &'a [BlockLength],
    /// The sizes.
    pub sizes: RangeInclusive<u64>,
    /// Whether the map is that of the turned puzzle.
    pub is_turned: bool,
    /// The seed of the beams.
    pub seed: u64,
    /// States that an exhaustive search for more than `n` moves may store.
    pub optimum_states: u64,
    /// Returns what families and the like say about a cell without a search.
    pub evidence: &'a (dyn Fn(Puzzle) -> Result<Option<CellRecord>, Failure> + Sync),
}

impl fmt::Debug for MapRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MapRequest")
            .field("lengths", &self.lengths)
            .field("sizes", &self.sizes)
            .field("is_turned", &self.is_turned)
            .field("seed", &self.seed)
            .field("optimum_states", &self.optimum_states)
            .finish_non_exhaustive()
    }
}

/// A part of the map as it was made.
#[derive(Debug, Clone, PartialEq)]
pub struct MadeMap {
    /// The records that are stored now, one for each requested block length, with all sizes.
    pub records: Vec<ClassificationRecord>,
    /// Why some cells were not searched to the end, if there are any.
    pub stopped: Option<StopReason>,
}

/// Searches the open cells of a part of the map, and stores the results.
///
/// Cells are stored within a few seconds after they are found, or at the end of the run. A stopped run resumes from its
/// journal; a finished run leaves none.
///
/// ```
/// use tait_jobs::{MapRequest, Run, make_map};
/// use tait_linear::BlockLength;
/// use tait_store::Store;
///
/// let data = tempfile::tempdir()?;
/// let request = MapRequest {
///     lengths: &[BlockLength::new(2)?],
///     sizes: 3..=5,
///     is_turned: false,
///     seed: 1,
///     optimum_states: 100_000,
///     evidence: &|_| Ok(None),
/// };
/// let made = make_map(&request, &Run::new(&Store::new(data.path()), &Default::default()))?;
/// let answers: Vec<String> = made.records[0].cells.iter().map(|cell| cell.cell.answer().to_string()).collect();
/// assert_eq!(answers, ["n moves suffice"; 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the store or the journal cannot be read or written, or a cell contradicts a stored record.
pub fn make_map(request: &MapRequest<'_>, run: &Run<'_>) -> Result<MadeMap, MakeError> {
    let (control, sink) = (run.control, run.control.sink);
    let mut cells = BTreeMap::new();
    for &k in request.lengths {
        let command = ClassifyCommand {
            k,
            n: 0,
            turned: request.is_turned,
            optimum_states: Some(request.optimum_states).filter(|most| *most != OPTIMUM_STATES),
            // A limit on states is part of the command that finds a cell.
            state_limit: control.limits.states,
            seed: request.seed,
        };
        let _ = cells.insert(k.get().into(), MapCells::new(command, run)?);
    }
    let directory = run_directory(run.store, run.is_fresh);
    let making = Making {
        request,
        run,
        layers: Layers::new(&directory, sink),
        cells: Mutex::new(cells),
    };
    let open = |bounded: &BoundedSearch| making.layers.open(Engine::External, bounded);
    let mut job = making.job(control, &open);
    let journal = Journal::open(&directory, &job)?;
    journal.tell(sink);
    // The cells that an earlier run found, whether it stored them or not.
    for (searched, is_finished) in job.merge(journal.findings()) {
        if is_finished {
            making.discard_layers(&searched.finding.cell)?;
            making.found(searched, true)?;
        }
    }
    job.cells = making.cells_to_search()?;
    let ran = run_by(run.workers, &job, &journal, &making, control)?;
    // Finished cells are in the collection already.
    for (searched, is_finished) in ran.record {
        if !is_finished {
            making.found(searched, false)?;
        }
    }
    let cells = std::mem::take(&mut *making.cells());
    let records = cells.into_values().map(MapCells::finish);
    let records = records.collect::<Result<_, _>>()?;
    if ran.missing.is_empty() {
        journal.prune()?;
    }
    Ok(MadeMap {
        records,
        stopped: ran.stopped,
    })
}

/// One run of [`make_map`].
struct Making<'a> {
    request: &'a MapRequest<'a>,
    run: &'a Run<'a>,
    layers: Layers<'a>,
    /// The cells of each block length.
    cells: Mutex<BTreeMap<u64, MapCells<'a>>>,
}

impl<'a> Making<'a> {
    fn job<'j>(&self, control: &Control<'_>, layers: OpenLayers<'j>) -> MapJob<'j> {
        let MapRequest { lengths, sizes, .. } = self.request;
        let k = |k: Option<&BlockLength>| k.map(|k| k.get());
        let state_limit = control.limits.states;
        let mut asked = json!({
            "k": (k(lengths.first()), k(lengths.last())),
            "n": (sizes.start(), sizes.end()),
            "state_limit": state_limit,
        });
        if self.request.is_turned {
            asked["turned"] = json!(true);
        }
        MapJob {
            asked,
            seed: self.request.seed,
            optimum_states: self.request.optimum_states,
            cells: self.all().map(CellFinding::unknown).collect(),
            layers,
        }
    }

    /// Adds what is known without a search, and returns the other cells.
    fn cells_to_search(&self) -> Result<Vec<CellFinding>, MakeError> {
        let mut open = Vec::new();
        let (is_fresh, evidence) = (self.run.is_fresh, self.request.evidence);
        for puzzle in self.all() {
            let begun = self.with(puzzle, |cells| {
                if !is_fresh
                    && !cells.is_settled(puzzle)
                    && let Some(found) = evidence(puzzle).map_err(MakeError::Other)?
                {
                    cells.put(found)?;
                }
                let is_done = cells.is_settled(puzzle) || !is_fresh && cells.is_searched(puzzle);
                Ok((!is_done).then(|| cells.begun(puzzle)))
            })?;
            match begun.flatten() {
                Some(cell) => open.push(cell),
                None => self.end(puzzle),
            }
        }
        // Cells that were known took no time. They must not promise that the others take none.
        let all = self.all().count();
        self.run.tell(Event::Parts {
            unit: "cells",
            settled: all - open.len(),
            all,
            in_turn: false,
        });
        Ok(open)
    }

    /// Returns the puzzles. There is no puzzle with `2n <= k`.
    fn all(&self) -> impl Iterator<Item = Puzzle> {
        let MapRequest {
            lengths,
            sizes,
            is_turned,
            ..
        } = self.request;
        let of_length = move |&k: &BlockLength| {
            let sizes = sizes.clone();
            let puzzles = sizes.filter_map(move |n| Puzzle::new(k.into(), n).ok());
            puzzles.map(|puzzle| puzzle.turned_if(*is_turned))
        };
        lengths.iter().flat_map(of_length)
    }

    /// Removes the layers of searches whose results are in the journal, with this cell. They remain when a run is killed
    /// in between.
    fn discard_layers(&self, cell: &Cell) -> Result<(), MakeError> {
        let n = cell.puzzle.n();
        let solution = cell.solution.iter();
        let found = solution.map(|solution| solution.moves().len() as u64);
        for moves in (n..).take(cell.excluded.len()).chain(found) {
            let Ok(moves) = u32::try_from(moves) else {
                continue;
            };
            let (restrictions, rules) = (Restrictions::default(), PruneRules::default());
            if let Ok(bounded) = BoundedSearch::new(cell.puzzle, moves, restrictions, rules) {
                self.layers.discard(&bounded)?;
            }
        }
        Ok(())
    }

    /// Adds the result of a search, at its end or so far.
    fn found(&self, searched: Finished<CellFinding>, is_finished: bool) -> Result<(), MakeError> {
        let puzzle = searched.finding.cell.puzzle;
        let _ = self.with(puzzle, |cells| cells.found(searched, is_finished))?;
        Ok(())
    }

    fn end(&self, puzzle: Puzzle) {
        let answer = {
            let cells = self.cells();
            let of_length = cells.get(&puzzle.k().into());
            of_length.map(|cells| cells.answer(puzzle))
        };
        if let Some(answer) = answer {
            let (part, came_to) = (puzzle.to_string(), answer.to_string());
            self.run.tell(Event::Ended { part, came_to });
        }
    }

    fn with<T>(
        &self,
        puzzle: Puzzle,
        act: impl FnOnce(&mut MapCells<'a>) -> Result<T, MakeError>,
    ) -> Result<Option<T>, MakeError> {
        let mut cells = self.cells();
        cells.get_mut(&puzzle.k().into()).map(act).transpose()
    }

    fn cells(&self) -> MutexGuard<'_, BTreeMap<u64, MapCells<'a>>> {
        self.cells.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer<MapJob<'_>> for Making<'_> {
    fn begun(&self, unit: &Puzzle) {
        let part = unit.to_string();
        self.run.tell(Event::Begun { part });
    }

    fn finished(&self, unit: &Puzzle, finished: &Finished<CellFinding>) -> Result<(), Failure> {
        self.found(finished.clone(), true)?;
        // The layers of a finished cell are no longer needed.
        self.layers.finish()?;
        self.end(*unit);
        Ok(())
    }

    fn stopped(&self, unit: &Puzzle, _stopped: &Stopped) {
        self.end(*unit);
    }
}
