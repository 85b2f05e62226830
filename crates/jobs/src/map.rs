//! The map, with a unit for each cell.

use crate::desk::Desk;
use crate::findings::Findings;
use crate::job::{Failure, Halt, Job};
use crate::units::Units;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;
use tait_framework::{CellRequest, Resumption, Stage, classify};
use tait_linear::{BoundedSearch, Cell, Exhaustion, Move, Puzzle, Solution, check};
use tait_search::{Event, Stopped};
use tait_store::checkpoint::{CheckpointError, LayersOnDemand};

/// A function that opens the layers of a search that is too large for memory.
pub type OpenLayers<'a> =
    &'a (dyn Fn(&BoundedSearch) -> Result<Arc<LayersOnDemand>, CheckpointError> + Sync);

/// A search of cells of the map, one after the other.
pub struct MapJob<'a> {
    /// The request that identifies the run, together with the other fields.
    pub asked: Value,
    /// The seed of the beams.
    pub seed: u64,
    /// States that an exhaustive search for more than `n` moves may store.
    pub optimum_states: u64,
    /// The cells to search, with the known facts about each, and the states that its search has already taken.
    pub cells: Vec<(Cell, u64)>,
    /// Opens the layers of large searches.
    pub layers: OpenLayers<'a>,
}

/// The known facts about a cell, as a journal keeps them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellFinding {
    excluded: Vec<Exhaustion>,
    moves: Option<Vec<Move>>,
    states: u64,
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
        /// States per layer; 0 for beams that hold two coins.
        width: usize,
        /// The number of failed attempts.
        attempts: u64,
    },
}

/// The result of the search of a cell, at its end or so far.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchedCell {
    /// The cell with all known facts.
    pub cell: Cell,
    /// States of the search, in all runs together.
    pub states: u64,
    /// How many seconds the search took, in all runs together.
    pub seconds: f64,
    /// Whether the search came to its end.
    pub is_finished: bool,
}

impl CellFinding {
    fn new(cell: &Cell, states: u64) -> Self {
        let moves = |solution: &Solution| solution.moves().to_vec();
        Self {
            excluded: cell.excluded.clone(),
            moves: cell.solution.as_ref().map(moves),
            states,
        }
    }

    /// Converts the finding to a cell of the map.
    #[must_use]
    pub fn searched(self, puzzle: Puzzle, seconds: f64, is_finished: bool) -> SearchedCell {
        let solution = self.moves.map(|moves| Solution::new(puzzle, 1, moves));
        SearchedCell {
            cell: Cell {
                puzzle,
                excluded: self.excluded,
                solution,
            },
            states: self.states,
            seconds,
            is_finished,
        }
    }
}

/// The name of a cell: `k` and `n`.
type Name = (u64, u64);

fn name(puzzle: Puzzle) -> Name {
    (puzzle.k().into(), puzzle.n())
}

impl MapJob<'_> {
    /// Returns the cell of a unit, with its earlier states.
    #[must_use]
    pub fn cell(&self, unit: &Name) -> Option<&(Cell, u64)> {
        let mut cells = self.cells.iter();
        cells.find(|(cell, _)| name(cell.puzzle) == *unit)
    }
}

impl Units for MapJob<'_> {
    const KIND: &'static str = "classify-2";
    type Unit = Name;
    type Partial = CellPartial;
    type Finding = CellFinding;

    fn parameters(&self) -> Value {
        let (asked, seed, states) = (&self.asked, self.seed, self.optimum_states);
        serde_json::json!({ "asked": asked, "seed": seed, "optimum_states": states })
    }
}

impl Job for MapJob<'_> {
    /// The cells with new facts, in the order of the plan.
    type Record = Vec<SearchedCell>;

    fn plan(&self) -> Vec<Name> {
        let cells = self.cells.iter();
        cells.map(|(cell, _)| name(cell.puzzle)).collect()
    }

    fn run(&self, unit: &Name, desk: &Desk<'_, Self>) -> Result<CellFinding, Halt> {
        let Some((cell, before)) = self.cell(unit) else {
            return Err(Halt::failed(format!("no cell of this job is {unit:?}")));
        };
        let (mut cell, mut before) = (cell.clone(), *before);
        let known = desk
            .partials()
            .iter()
            .rev()
            .find_map(|partial| match partial {
                CellPartial::Known(known) => Some(known.clone()),
                CellPartial::Failed { .. } => None,
            });
        if let Some(known) = known {
            let known = known.searched(cell.puzzle, 0.0, false);
            (cell, before) = (known.cell, known.states);
        }
        let request = CellRequest {
            cell,
            seed: self.seed,
            states: self.optimum_states,
        };
        let control = desk.control();
        let mut known = |cell: &Cell, states: u64| {
            desk.leave(&CellPartial::Known(CellFinding::new(cell, before + states)));
        };
        let kept = KeptOf {
            desk,
            layers: self.layers,
        };
        let classified = classify(&request, &mut known, &kept, &control).map_err(Halt::failed)?;
        let states = classified.states;
        control.sink.event(Event::Visited { states });
        match classified.stopped {
            None => Ok(CellFinding::new(&classified.cell, before + states)),
            Some(reason) => Err(Halt::Stopped(Stopped {
                reason,
                states: vec![states],
            })),
        }
    }

    fn check(&self, &(k, n): &Name, finding: &CellFinding) -> Result<(), Failure> {
        let puzzle = Puzzle::new(k, n)?;
        if let Some(moves) = &finding.moves {
            let verdict = check(&Solution::new(puzzle, 1, moves.clone()))?;
            if finding
                .excluded
                .iter()
                .any(|search| search.moves == verdict.moves)
            {
                return Err(format!(
                    "{puzzle} has a solution of {} moves, which a search excluded",
                    verdict.moves
                )
                .into());
            }
        }
        Ok(())
    }

    fn merge(&self, findings: &Findings<Self>) -> Vec<SearchedCell> {
        let searched = |(cell, _): &(Cell, u64)| {
            let unit = name(cell.puzzle);
            if let Some(finished) = findings.get(&unit) {
                let seconds = finished.seconds;
                return Some(finished.finding.searched(cell.puzzle, seconds, true));
            }
            let left = findings.left(&unit);
            left.partials
                .into_iter()
                .rev()
                .find_map(|partial| match partial {
                    CellPartial::Known(known) => {
                        Some(known.searched(cell.puzzle, left.seconds, false))
                    }
                    CellPartial::Failed { .. } => None,
                })
        };
        self.cells.iter().filter_map(searched).collect()
    }
}

/// The resumption of one cell, in the journal and in files.
struct KeptOf<'a, 'b> {
    desk: &'a Desk<'a, MapJob<'b>>,
    layers: OpenLayers<'b>,
}

const fn of_stage(stage: Stage) -> (u32, usize) {
    match stage {
        Stage::HoldingTwoCoins { moves } => (moves, 0),
        // Less than the width of any beam.
        Stage::HoldingANickel { moves, round } => (moves, 1 + round as usize),
        Stage::Beams { moves, width } => (moves, width),
    }
}

impl Resumption for KeptOf<'_, '_> {
    type Layers = Arc<LayersOnDemand>;

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

    fn layers(
        &self,
        bounded: &BoundedSearch,
    ) -> Result<Option<Arc<LayersOnDemand>>, CheckpointError> {
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
