//! Answers to the constrained shuffling puzzle, on disk.

use crate::commands::ShufflingCommand;
use crate::counts::{Ending, Forward, both_ends, forward, total};
use crate::envelope::{Derived, Through};
use crate::error::RecordError;
use crate::found_by::FoundBy;
use crate::kinds::RecordKind;
use crate::level::Level;
use crate::stored::{
    About, Conflict, Listing, SearchCounts, Stored, Summary, contradiction, union,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use tait_vacancy as vacancy;
use tait_vacancy::check;
use tait_vacancy::shuffling::{Shuffling, ShufflingSpace, SizeError, Variant};

/// The file `shuffling/constrained.json`: the answers to the constrained shuffling puzzle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShufflingRecord {
    /// Only the constrained puzzle is stored.
    #[schemars(extend("const" = true))]
    pub constrained: bool,
    /// One cell for each puzzle, by variant and then by size.
    pub cells: Vec<ShufflingCell>,
    /// The run that found them.
    pub found_by: FoundBy,
}

/// The known facts about one puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Cell")]
pub struct ShufflingCell {
    /// The puzzle.
    #[serde(flatten, with = "Through::<PuzzleForm>")]
    #[schemars(with = "PuzzleForm")]
    pub puzzle: Shuffling,
    /// The conclusion from the rest, in words; recomputed whenever the file is read.
    pub answer: Derived,
    /// The optimal solutions, smallest first; none if there is no solution.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<Vec<u64>>,
    /// Rows per depth of the search, from the first row on; if there is no solution, the rows before the final row
    /// follow, outermost first.
    pub states: Vec<u64>,
}

/// A constrained puzzle as a cell says it.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
struct PuzzleForm {
    /// One of the twelve variants.
    variant: Variant,
    /// The size.
    n: u64,
}

impl TryFrom<PuzzleForm> for Shuffling {
    type Error = SizeError;

    fn try_from(form: PuzzleForm) -> Result<Self, SizeError> {
        Ok(Self::new(form.variant, form.n)?.constrained())
    }
}

impl From<&Shuffling> for PuzzleForm {
    fn from(puzzle: &Shuffling) -> Self {
        Self {
            variant: puzzle.variant(),
            n: puzzle.n(),
        }
    }
}

impl ShufflingCell {
    /// Returns the optimal number of moves; `None` if there is no solution.
    #[must_use]
    pub fn optimum(&self) -> Option<usize> {
        self.solutions.first().map(Vec::len)
    }

    /// Returns the answer in words.
    #[must_use]
    pub fn answer(&self) -> String {
        match self.optimum() {
            None => "no solution".to_owned(),
            Some(1) => "1 move".to_owned(),
            Some(moves) => format!("{moves} moves"),
        }
    }

    /// Returns its place in a table: the row of the variant, and the size.
    fn place(&self) -> (Option<usize>, u64) {
        let variant = self.puzzle.variant();
        let row = Variant::ALL.iter().position(|known| *known == variant);
        (row, self.puzzle.n())
    }

    /// Replays the solutions; if there are none, the weights of the rows have to exclude them.
    fn check(&self) -> Result<(), RecordError> {
        let puzzle = self.puzzle;
        let wrong = |what: &str| Err(RecordError::Claim(format!("{puzzle}: {what}")));
        if !puzzle.is_constrained() {
            return wrong("it is not the constrained puzzle");
        }
        let Some(moves) = self.optimum() else {
            return if !puzzle.weights_differ() {
                wrong("the weights of its rows do not exclude a solution")
            } else if !self.states.contains(&0) {
                wrong("no depth is empty, so the search did not see everything")
            } else {
                self.check_states(u32::MAX)
            };
        };
        if self.states.len() != moves + 1 || self.states.contains(&0) {
            return wrong("the search does not end with its solutions");
        }
        if !self.solutions.is_sorted_by(|one, next| one < next) {
            return wrong("the solutions are not in order");
        }
        for solution in &self.solutions {
            if solution.len() != moves {
                return wrong("not all solutions are optimal");
            }
            if let Err(error) = check(puzzle, solution.iter().copied()) {
                return wrong(&error.to_string());
            }
        }
        self.check_states(u32::try_from(moves).unwrap_or(u32::MAX))
    }

    /// Recounts the first rows of the search, which was for `bound` moves.
    fn check_states(&self, bound: u32) -> Result<(), RecordError> {
        let Self { puzzle, states, .. } = self;
        let wrong = |what: String| RecordError::Claim(format!("{puzzle}: the search {what}"));
        let space = ShufflingSpace::new(*puzzle).map_err(|error| wrong(error.to_string()))?;
        let counted = match self.solutions.is_empty() {
            true => both_ends(&space, bound, states, Ending::Exhausted),
            false => forward(&space, bound, states, Forward::Found),
        };
        counted.map_err(wrong)
    }
}

impl ShufflingRecord {
    /// Checks that every variant of every size that the command names is there, and that the run visited all states.
    fn check_run(&self) -> Result<(), RecordError> {
        let asked = sizes_of(&self.found_by)?;
        for (run, sizes) in self.found_by.runs().zip(asked) {
            let wrong =
                |what: String| Err(RecordError::Provenance(format!("'{}' {what}", run.command)));
            let of_run = || {
                let cells = self.cells.iter();
                cells.filter(|cell| sizes.contains(&cell.puzzle.n()))
            };
            let count = |variant| {
                let of_variant = |cell: &&ShufflingCell| cell.puzzle.variant() == variant;
                of_run().filter(of_variant).count() as u64
            };
            let asked = sizes.end().saturating_sub(*sizes.start()).saturating_add(1);
            if let Some(variant) = Variant::ALL
                .into_iter()
                .find(|&known| count(known) != asked)
            {
                return wrong(format!("searches more sizes of {variant} than there are"));
            }
            let visited = total(of_run().flat_map(|cell| &cell.states));
            if let Some(states) = run.states.filter(|&states| states != visited) {
                return wrong(format!(
                    "saw {states} states, but its searches count {visited}"
                ));
            }
        }
        Ok(())
    }

    /// Returns what it says, in a few words.
    #[must_use]
    pub fn claim(&self) -> String {
        let solved = self.cells.iter().filter(|cell| !cell.solutions.is_empty());
        let (solved, all) = (solved.count(), self.cells.len());
        format!("{all} puzzles, {solved} of them with a solution")
    }
}

/// Returns the sizes of each run of `shuffling --constrained --table --n A..B`.
fn sizes_of(found_by: &FoundBy) -> Result<Vec<RangeInclusive<u64>>, RecordError> {
    let sizes = |run: &FoundBy| {
        let asked: ShufflingCommand = run.asked()?;
        Some(asked.n.0)
    };
    found_by.check(|run| sizes(run).is_some())?;
    Ok(found_by.runs().filter_map(sizes).collect())
}

/// The path of their file.
pub(crate) const PATH: &str = "shuffling/constrained.json";

impl Stored for ShufflingRecord {
    fn about() -> &'static About {
        &About {
            kind: RecordKind::Shuffling,
            name: "shuffling",
            directory: "shuffling",
            title: "Stored answers to the shuffling puzzle",
            puzzle: &["shuffling"],
            plural: "The stored table of the constrained shuffling puzzle",
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

    /// Replays every solution, and compares every answer with the rest.
    fn check(&self) -> Result<(), RecordError> {
        if !self.constrained {
            let only = "only the constrained puzzle is stored";
            return Err(RecordError::Claim(only.to_owned()));
        }
        let in_order = |one: &ShufflingCell, next: &ShufflingCell| one.place() < next.place();
        if !self.cells.is_sorted_by(in_order) {
            let order = "the cells are not in the order of the variants and sizes";
            return Err(RecordError::Claim(order.to_owned()));
        }
        self.cells.iter().try_for_each(ShufflingCell::check)?;
        self.check_run()
    }

    fn runs(&self) -> Vec<&FoundBy> {
        vec![&self.found_by]
    }

    fn level(&self) -> Level {
        Level::of_search(!self.cells.is_empty())
    }

    /// The parts are the cells, each complete.
    fn merged(self, new: Self, _name: &Path) -> Result<Self, Conflict> {
        let (runs, new_runs) = (self.found_by.clone(), new.found_by.clone());
        let merge = |stored: ShufflingCell, new: ShufflingCell| {
            if stored.solutions.len() == new.solutions.len() && stored.optimum() == new.optimum() {
                return Ok(new);
            }
            let said = |cell: &ShufflingCell| {
                format!("{}, {} solutions", cell.answer(), cell.solutions.len())
            };
            Err(contradiction(
                &stored.puzzle,
                (said(&stored), &runs),
                (said(&new), &new_runs),
            ))
        };
        let (before, added) = (self.cells.len(), new.cells.len());
        let cells = union(
            self.cells.clone(),
            new.cells.clone(),
            ShufflingCell::place,
            merge,
        )?;
        Ok(if cells.len() == added {
            new
        } else if cells.len() == before {
            self
        } else {
            let found_by = new.found_by.clone().and(self.found_by);
            Self {
                cells,
                found_by,
                ..new
            }
        })
    }

    fn summary(&self) -> Summary {
        let command = self.found_by.command.clone();
        Summary::of("a", "table of the shuffling puzzle", self.claim(), command)
    }

    fn concerns(&self, _k: Option<u64>, n: Option<u64>) -> bool {
        let mut sizes = self.cells.iter().map(|cell| cell.puzzle.n());
        n.is_none_or(|n| sizes.any(|size| size == n))
    }

    fn counts(&self) -> SearchCounts {
        let searches = self.cells.iter().map(|cell| {
            let (variant, n) = (cell.puzzle.variant(), cell.puzzle.n());
            (format!("{variant}, n = {n}"), cell.states.clone())
        });
        let title = "States per layer, shuffling pairs of different colours";
        SearchCounts::by_layer(title.to_owned(), searches)
    }

    fn vacancy_solutions(&self) -> Vec<vacancy::Solution> {
        let of_cell = |cell: &ShufflingCell| {
            let puzzle = cell.puzzle.into();
            let solutions = cell.solutions.iter().cloned();
            solutions
                .map(|moves| vacancy::Solution { puzzle, moves })
                .collect::<Vec<_>>()
        };
        self.cells.iter().flat_map(of_cell).collect()
    }
}
