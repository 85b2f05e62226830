//! Making the map: choosing the cells to search, and storing the results.

use crate::findings::Finished;
use crate::job::{Failure, Job};
use crate::journal::{Journal, run_directory};
use crate::layers::Layers;
use crate::local::{Observer, run_by};
use crate::make_error::MakeError;
use crate::map::{CellFinding, MapJob};
use crate::map_cells::MapCells;
use crate::map_request::MapRequest;
use crate::remark::Remark;
use crate::units::Units;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tait_framework::Engine;
use tait_linear::{BlockLength, BoundedSearch, Cell, PruneRules, Puzzle, Restrictions};
use tait_search::{Control, StopReason, Stopped};
use tait_store::{ClassificationRecord, Store};

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
/// journal; a run that comes to its end leaves none.
///
/// ```
/// use tait_jobs::{MapRequest, make_map};
/// use tait_linear::BlockLength;
/// use tait_store::Store;
///
/// let data = tempfile::tempdir()?;
/// let request = MapRequest {
///     lengths: &[BlockLength::new(2)?],
///     sizes: 3..=5,
///     is_fresh: false,
///     seed: 1,
///     optimum_states: 100_000,
///     name_of_run: &|puzzle| format!("classify --k {} --n {}", puzzle.k(), puzzle.n()),
///     evidence: &|_| Ok(None),
///     workers: Default::default(),
///     observer: &(),
/// };
/// let made = make_map(&request, &Store::new(data.path()), &Default::default())?;
/// let answers: Vec<String> = made.records[0].cells.iter().map(|cell| cell.cell.answer().to_string()).collect();
/// assert_eq!(answers, ["n moves suffice"; 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the store or the journal cannot be read or written, or a cell contradicts a stored record.
pub fn make_map(
    request: &MapRequest<'_>,
    store: &Store,
    control: &Control<'_>,
) -> Result<MadeMap, MakeError> {
    let tell = |remark: Remark<'_>| request.observer.remark(remark);
    let mut cells = BTreeMap::new();
    for &k in request.lengths {
        let run = (request.name_of_run, request.seed);
        let of_length = MapCells::new(k, store, run, request.is_fresh, &tell)?;
        let _ = cells.insert(k.get().into(), of_length);
    }
    let directory = run_directory(store, request.is_fresh);
    let making = Making {
        request,
        layers: Layers::new(&directory, &tell),
        cells: Mutex::new(cells),
    };
    let open = |bounded: &BoundedSearch| making.layers.open(Engine::External, bounded);
    let mut job = making.job(control, &open);
    let journal = Journal::open(&directory, &job)?;
    journal.tell(&tell);
    // The cells that an earlier run found, whether it stored them or not.
    for searched in job.merge(journal.findings()) {
        if searched.is_finished {
            making.discard_layers(&searched.cell)?;
            let _ = making.with(searched.cell.puzzle, |cells| {
                cells.found(searched, Vec::new())
            })?;
        }
    }
    job.cells = making.cells_to_search()?;
    let ran = run_by(request.workers, &job, &journal, &making, control)?;
    // Finished cells are in the collection already.
    let left = ran.record.into_iter();
    for searched in left.filter(|searched| !searched.is_finished) {
        let _ = making.with(searched.cell.puzzle, |cells| {
            cells.found(searched, Vec::new())
        })?;
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
    layers: Layers<'a>,
    /// The cells of each block length.
    cells: Mutex<BTreeMap<u64, MapCells<'a>>>,
}

impl<'a> Making<'a> {
    fn job<'j>(&self, control: &Control<'_>, layers: crate::OpenLayers<'j>) -> MapJob<'j> {
        let MapRequest { lengths, sizes, .. } = self.request;
        let k = |k: Option<&BlockLength>| k.map(|k| k.get());
        // A limit on states is part of the command that finds a cell.
        let state_limit = control.limits.states;
        MapJob {
            asked: json!({
                "k": (k(lengths.first()), k(lengths.last())),
                "n": (sizes.start(), sizes.end()),
                "state_limit": state_limit,
            }),
            seed: self.request.seed,
            optimum_states: self.request.optimum_states,
            cells: self
                .all()
                .map(|puzzle| (Cell::unknown(puzzle), 0))
                .collect(),
            layers,
        }
    }

    /// Adds what is known without a search, and returns the other cells, with the states already taken.
    fn cells_to_search(&self) -> Result<Vec<(Cell, u64)>, MakeError> {
        let mut open = Vec::new();
        let MapRequest {
            is_fresh, evidence, ..
        } = *self.request;
        self.request.observer.expect(self.all().count());
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
        Ok(open)
    }

    /// Returns the puzzles. There is no puzzle with `2n <= k`.
    fn all(&self) -> impl Iterator<Item = Puzzle> {
        let MapRequest { lengths, sizes, .. } = self.request;
        let of_length = |&k: &BlockLength| {
            let sizes = sizes.clone();
            sizes.filter_map(move |n| Puzzle::new(k.into(), n).ok())
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

    fn end(&self, puzzle: Puzzle) {
        let answer = {
            let cells = self.cells();
            let of_length = cells.get(&puzzle.k().into());
            of_length.map(|cells| cells.answer(puzzle))
        };
        if let Some(answer) = answer {
            self.request.observer.ended(puzzle, &answer);
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

/// The unit of a map: `k` and `n` of a cell.
type Unit = <MapJob<'static> as Units>::Unit;

impl Observer<MapJob<'_>> for Making<'_> {
    fn begun(&self, &(k, n): &Unit) {
        if let Ok(puzzle) = Puzzle::new(k, n) {
            self.request.observer.begun(puzzle);
        }
    }

    fn finished(&self, &(k, n): &Unit, finished: &Finished<CellFinding>) -> Result<(), Failure> {
        let puzzle = Puzzle::new(k, n)?;
        let finding = finished.finding.clone();
        let searched = finding.searched(puzzle, finished.seconds, true);
        let contributors = finished.credits();
        let _ = self.with(puzzle, |cells| cells.found(searched, contributors))?;
        // The layers of a finished cell are no longer needed.
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
