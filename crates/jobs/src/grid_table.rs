//! Tables of shapes on a grid, with a unit for each row or pair.

use crate::desk::Desk;
use crate::findings::Findings;
use crate::job::{Failure, Halt, Job, Wanted};
use crate::merge::cover;
use crate::units::Units;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt;
use tait_framework::grid::{Solved, WholeBoard, WholeBoardError, solve, solve_with_patterns};
use tait_grid::space::SmallBoard;
use tait_grid::{Move, Shapes, ShapesForm, check};
use tait_search::{Control, StopReason, Stopped};
use tait_store::{GridTarget, PairSearch, Undecided};
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
    /// Tells whether a unit has been settled elsewhere meanwhile.
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
    /// The finding on a pair: a solution, a search that was given up, or proof that there is no solution.
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
    #[must_use]
    pub fn counted(&self) -> (u64, &'static str) {
        match self {
            Self::Row { states, .. } => (states.iter().sum(), "configurations"),
            Self::Pair { states, .. } => (*states, "states"),
        }
    }
}

impl TableUnit {
    /// Returns the shape from which the search starts.
    #[must_use]
    pub fn from(&self) -> &str {
        match self {
            Self::Row { from, .. } | Self::Pair { from, .. } => from,
        }
    }
}

impl Units for TableJob<'_> {
    const KIND: &'static str = "grid-table-2";
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
            TableUnit::Pair { from, to, search } => self.pair((from, to), *search, &desk.control()),
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
        PairSearch {
            state_limit,
            patterns,
        }: PairSearch,
        control: &Control<'_>,
    ) -> Result<TableFinding, Halt> {
        let name = self.name;
        let puzzle = self.shapes.pair(from, to);
        let puzzle = puzzle
            .ok_or_else(|| Halt::failed(format!("{name}: no puzzle leads from {from} to {to}")))?;
        let limits = control.limits.with_at_most(state_limit);
        let control = Control { limits, ..*control };
        let found = |moves, undecided, states: Vec<u64>| {
            Ok(TableFinding::Pair {
                moves,
                undecided,
                states: states.iter().sum(),
            })
        };
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
