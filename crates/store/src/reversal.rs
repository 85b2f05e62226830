//! Reversals of numbered checkers on disk: optima, solutions, and the searches that exclude shorter ones.

use crate::commands::ReverseCommand;
use crate::counts::{Ending, both_ends, total};
use crate::envelope::{Derived, Through};
use crate::error::RecordError;
use crate::found_by::FoundBy;
use crate::kinds::RecordKind;
use crate::level::Level;
use crate::shortcut;
use crate::stored::{
    About, Conflict, Listing, SearchCounts, Stored, Summary, contradiction, union,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tait_vacancy as vacancy;
use tait_vacancy::check;
use tait_vacancy::checkers::reversal::{Reversal, ReversalError, ReversalSpace};

/// The path of their file.
pub(crate) const PATH: &str = "checkers/reversal.json";

/// The file `checkers/reversal.json`: optima of reversals of numbered checkers.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReversalRecord {
    /// One cell for each puzzle, by the number of checkers and the vacant cells, ascending.
    cells: Vec<ReversalCell>,
}

/// The known facts about one reversal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Cell")]
pub struct ReversalCell {
    /// The puzzle.
    #[serde(flatten, with = "Through::<PuzzleForm>")]
    #[schemars(with = "PuzzleForm")]
    pub puzzle: Reversal,
    /// The conclusion from the rest, in words; recomputed whenever the file is read.
    pub answer: Derived,
    /// A shortest solution: for each move, the cell of the checker that goes into the vacant cell.
    pub moves: Vec<u64>,
    /// The number of shortest solutions, if it was counted and 64 bits can hold it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<u64>,
    /// The searches for fewer moves, from the lower bound up, which found nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excluded: Vec<ExcludedLength>,
    /// The run that found it.
    pub found_by: FoundBy,
}

/// An exhaustive search for solutions of at most `moves` moves, which found nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExcludedLength {
    /// The most moves.
    pub moves: u64,
    /// Distinct states per depth from the start, then from the goals, outermost first.
    pub states: Vec<u64>,
}

/// A reversal as a cell says it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
struct PuzzleForm {
    /// The number of checkers.
    n: u64,
    /// The vacant cell at the start, counted from 1.
    start: u64,
    /// The vacant cell at the end; left out if any will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<u64>,
}

impl TryFrom<PuzzleForm> for Reversal {
    type Error = ReversalError;

    fn try_from(form: PuzzleForm) -> Result<Self, ReversalError> {
        Self::new(form.n, form.start, form.end)
    }
}

impl From<&Reversal> for PuzzleForm {
    fn from(puzzle: &Reversal) -> Self {
        Self {
            n: puzzle.checkers(),
            start: puzzle.start(),
            end: puzzle.end(),
        }
    }
}

impl ReversalRecord {
    /// Returns every cell, by the number of checkers and the vacant cells.
    #[must_use]
    pub fn cells(&self) -> &[ReversalCell] {
        &self.cells
    }

    /// Returns the cell of a puzzle.
    #[must_use]
    pub fn cell(&self, puzzle: Reversal) -> Option<&ReversalCell> {
        let place = self.place(puzzle).ok()?;
        self.cells.get(place)
    }

    /// Inserts a cell, or replaces the one of the same puzzle.
    pub fn put(&mut self, cell: ReversalCell) {
        match self.place(cell.puzzle) {
            Ok(place) => self.cells[place] = cell,
            Err(place) => self.cells.insert(place, cell),
        }
    }

    fn place(&self, puzzle: Reversal) -> Result<usize, usize> {
        self.cells
            .binary_search_by_key(&order(puzzle), |cell| order(cell.puzzle))
    }
}

fn order(puzzle: Reversal) -> (u64, u64, u64) {
    // The puzzle with any end comes last.
    let end = puzzle.end().unwrap_or(u64::MAX);
    (puzzle.checkers(), puzzle.start(), end)
}

impl ReversalCell {
    /// Returns the level of the claim that no solution is shorter.
    ///
    /// The number of solutions always depends on a search.
    #[must_use]
    pub fn level(&self) -> Level {
        Level::of_search(!self.excluded.is_empty())
    }

    /// Returns why the solution is optimal, in words.
    #[must_use]
    pub fn answer(&self) -> String {
        let moves = self.moves.len();
        if self.excluded.is_empty() {
            format!("{moves} moves, the lower bound")
        } else {
            format!("{moves} moves, fewer are excluded by search")
        }
    }

    fn merged(self, new: Self) -> Result<Self, Conflict> {
        let counts = |one: &Self, other: &Self| match (one.solutions, other.solutions) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        if self.moves.len() != new.moves.len() || !counts(&self, &new) {
            let said = |cell: &Self| match cell.solutions {
                Some(solutions) => format!("{}, {solutions} solutions", cell.answer()),
                None => cell.answer(),
            };
            return Err(contradiction(
                &self.puzzle,
                (said(&self), &self.found_by),
                (said(&new), &new.found_by),
            ));
        }
        let is_more = self.solutions.is_some() && new.solutions.is_none();
        Ok(if is_more { self } else { new })
    }

    fn check(&self) -> Result<(), RecordError> {
        let claim = |reason: String| Err(RecordError::Claim(format!("{}: {reason}", self.puzzle)));
        let verdict = match check(self.puzzle, self.moves.iter().copied()) {
            Ok(verdict) => verdict,
            Err(error) => return claim(error.to_string()),
        };
        let searched: Vec<u64> = self.excluded.iter().map(|search| search.moves).collect();
        if searched != (verdict.lower_bound..verdict.moves).collect::<Vec<_>>() {
            return claim(format!(
                "{} moves are optimal only if all lengths from {} on are excluded, but those searched are {searched:?}",
                verdict.moves, verdict.lower_bound
            ));
        }
        is_of_run(&self.found_by, self.puzzle.checkers())?;
        let counted = total(self.excluded.iter().flat_map(|search| &search.states));
        // Counting the shortest solutions visits all states of each, and these are more than its moves.
        let visited = match self.solutions {
            Some(_) => counted.saturating_add(verdict.moves),
            None => counted,
        };
        if self.found_by.states.is_some_and(|states| states < visited) {
            return claim(format!("its searches visit at least {visited} states"));
        }
        match self.solutions {
            Some(0) => return claim("there is a solution".to_owned()),
            Some(stated) if self.sole().is_some_and(|sole| sole != stated) => {
                return claim("the sweeps are its only shortest solution".to_owned());
            }
            _ => {}
        }
        if self.excluded.is_empty() {
            return Ok(());
        }
        let space = match ReversalSpace::new(self.puzzle) {
            Ok(space) => space,
            Err(error) => return claim(error.to_string()),
        };
        shortcut::of_checkers(self.puzzle, &self.moves)?;
        for search in &self.excluded {
            let bound = u32::try_from(search.moves).unwrap_or(u32::MAX);
            if let Err(what) = both_ends(&space, bound, &search.states, Ending::Exhausted) {
                return claim(format!("the search for {} moves {what}", search.moves));
            }
        }
        Ok(())
    }

    /// Returns 1 where the theorem says that the sweeps are the only shortest solution: from an end of the row to any
    /// cell, with four checkers or more.
    fn sole(&self) -> Option<u64> {
        let puzzle = self.puzzle;
        let is_end = puzzle.start() == 1 || puzzle.start() == puzzle.cells();
        (is_end && puzzle.end().is_none() && puzzle.checkers() >= 4).then_some(1)
    }
}

/// Requires `checkers --reverse N`, where `N` is this size or a larger one.
pub(crate) fn is_of_run(found_by: &FoundBy, checkers: u64) -> Result<(), RecordError> {
    found_by.check(|run| run.asks(|command: ReverseCommand| command.reverse >= checkers))
}

impl Stored for ReversalRecord {
    fn about() -> &'static About {
        &About {
            kind: RecordKind::Reversal,
            name: "reversal",
            directory: "checkers",
            title: "Stored reversals of numbered checkers",
            puzzle: &["checkers"],
            plural: "Stored reversals of numbered checkers",
            has_k: false,
            has_n: true,
            listing: Listing::VacancySolutions,
        }
    }

    type Body = Self;

    fn derived(&mut self) -> Result<Vec<(String, &mut Derived, String)>, RecordError> {
        let cells = self.cells.iter_mut().map(|cell| {
            let answer = cell.answer();
            (format!("{}: ", cell.puzzle), &mut cell.answer, answer)
        });
        Ok(cells.collect())
    }

    fn path(&self) -> PathBuf {
        PathBuf::from(PATH)
    }

    /// Replays every solution, and compares the searches with the lower bound.
    fn check(&self) -> Result<(), RecordError> {
        let in_order =
            |one: &ReversalCell, next: &ReversalCell| order(one.puzzle) < order(next.puzzle);
        if !self.cells.is_sorted_by(in_order) {
            return Err(RecordError::Claim("the cells are not in order".to_owned()));
        }
        self.cells.iter().try_for_each(ReversalCell::check)
    }

    fn runs(&self) -> Vec<&FoundBy> {
        self.cells.iter().map(|cell| &cell.found_by).collect()
    }

    fn level(&self) -> Level {
        Level::of_search(!self.cells.is_empty())
    }

    /// The parts are the cells; each is complete, except for the number of solutions.
    fn merged(self, new: Self, _name: &Path) -> Result<Self, Conflict> {
        let place = |cell: &ReversalCell| order(cell.puzzle);
        let cells = union(self.cells, new.cells, place, ReversalCell::merged)?;
        Ok(Self { cells })
    }

    fn summary(&self) -> Summary {
        let holds = format!("{} reversals of numbered checkers", self.cells.len());
        Summary {
            called: "reversals of numbered checkers".to_owned(),
            sentence: holds.clone(),
            holds,
            found_by: "checkers --reverse".to_owned(),
            ..Summary::default()
        }
    }

    fn concerns(&self, _k: Option<u64>, n: Option<u64>) -> bool {
        let mut sizes = self.cells.iter().map(|cell| cell.puzzle.checkers());
        n.is_none_or(|n| sizes.any(|size| size == n))
    }

    fn counts(&self) -> SearchCounts {
        let searches = self.cells.iter().flat_map(|cell| {
            let end = cell.puzzle.end();
            let end = end.map_or("any".to_owned(), |end| end.to_string());
            let name = format!("n = {}, end = {end}", cell.puzzle.checkers());
            let excluded = cell.excluded.iter();
            excluded.map(move |search| {
                (
                    format!("{name}, {} moves", search.moves),
                    search.states.clone(),
                )
            })
        });
        let title = "States per layer, reversals of numbered checkers";
        SearchCounts::by_layer(title.to_owned(), searches)
    }

    fn vacancy_solutions(&self) -> Vec<vacancy::Solution> {
        let solution = |cell: &ReversalCell| vacancy::Solution {
            puzzle: cell.puzzle.into(),
            moves: cell.moves.clone(),
        };
        self.cells.iter().map(solution).collect()
    }
}
