//! Shortest solutions of known puzzles on a grid, on disk.

use crate::commands::GridSolveCommand;
use crate::error::{RecordError, require_answer};
use crate::found_by::FoundBy;
use crate::grid_table::GridTableRecord;
use crate::kinds::RecordKind;
use crate::level::Level;
use crate::stored::{About, Listing, SearchCounts, Stored, Summary};
use crate::stored::{Conflict, contradiction};
use crate::{counts, shortcut};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tait_grid::{Move, Puzzle, PuzzleForm, Unsolvable, check};

/// The answer to a named puzzle on a grid.
///
/// Its file is `grid-solutions/NAME.json`. It holds the puzzle itself, so that the rules alone suffice to check it.
#[derive(Debug, Clone, PartialEq)]
pub struct GridSolutionRecord {
    /// The name, which is that of the file.
    pub name: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// A shortest solution, or why there is none. Without a search, a solution that was taken in: none shorter is known.
    pub solution: Result<Vec<Move>, Unsolvable>,
    /// Distinct states of the search that found it or was exhausted: per step from the start, then, if it also went
    /// backward, from the targets, outermost first. Empty if there was no search.
    pub states: Vec<u64>,
    /// The run that found it.
    pub found_by: FoundBy,
}

/// A file `grid-solutions/NAME.json`: a shortest solution of a puzzle on a grid, or why there is none.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GridSolutionBody {
    /// The name of the file: letters, digits, and - and _ after the first character.
    #[schemars(extend("pattern" = "^[0-9A-Za-z][0-9A-Za-z_-]*$"))]
    name: String,
    #[serde(flatten)]
    form: PuzzleForm,
    /// The conclusion from the rest, in words; recomputed whenever the file is read.
    answer: String,
    /// A shortest solution, or without states the shortest that is known; left out if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Move>>,
    /// Why there is no solution; left out if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unsolvable: Option<Unsolvable>,
    /// Distinct states of the search that found it or was exhausted: per step from the start, then, if it also went
    /// backward, from the targets, outermost first. A step is a move, or half of one where coins without labels are
    /// lifted and put down. Left out if there was no search.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    states: Vec<u64>,
    /// The run that found it.
    found_by: FoundBy,
}

impl GridSolutionRecord {
    /// Returns the answer, in words.
    ///
    /// ```
    /// use tait_grid::{Puzzle, PuzzleForm, Unsolvable};
    /// use tait_store::{FoundBy, GridSolutionRecord, Stored};
    /// let apart = r#"{"grid": "square", "start": ["o....o"], "target": ["oo"]}"#;
    /// let record = GridSolutionRecord {
    ///     name: "apart".to_owned(),
    ///     puzzle: Puzzle::try_from(serde_json::from_str::<PuzzleForm>(apart)?)?,
    ///     solution: Err(Unsolvable::Span),
    ///     states: vec![],
    ///     found_by: FoundBy::new("grid solve apart", Default::default()),
    /// };
    /// assert_eq!(record.answer(), "no solution: the target does not lie in the span of the start");
    /// assert!(record.check().is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn answer(&self) -> String {
        match &self.solution {
            Ok(moves) if self.is_settled() => format!("{} moves, none fewer", moves.len()),
            Ok(moves) => format!("at most {} moves", moves.len()),
            Err(reason) => format!("no solution: {reason}"),
        }
    }

    /// Returns whether no solution is shorter, or there is none: a solution that was taken in without a search may not be a
    /// shortest one.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        !self.states.is_empty() || !matches!(&self.solution, Ok(moves) if !moves.is_empty())
    }
}

fn optimum(moves: &[Move]) -> Option<u32> {
    u32::try_from(moves.len()).ok()
}

/// Requires `grid solve NAME`; a solution without a search was taken in.
fn is_of_run(found_by: &FoundBy, name: &str, is_search: bool) -> Result<(), RecordError> {
    if is_search {
        return found_by.check(|run| run.asks(|command: GridSolveCommand| command.puzzle == name));
    }
    found_by.check_or_added(|_| false)
}

/// Returns the path of a solution.
pub(crate) fn path_of(name: &str) -> PathBuf {
    PathBuf::from(format!("grid-solutions/{name}.json"))
}

impl TryFrom<GridSolutionBody> for GridSolutionRecord {
    type Error = RecordError;

    fn try_from(body: GridSolutionBody) -> Result<Self, RecordError> {
        let claim = |what: String| RecordError::Claim(format!("{}: {what}", body.name));
        let solution = match (body.moves, body.unsolvable) {
            (Some(moves), None) => Ok(moves),
            (None, Some(reason)) => Err(reason),
            _ => {
                return Err(claim(
                    "it takes either moves or a reason why there are none".to_owned(),
                ));
            }
        };
        if body.form.id.as_ref().is_some_and(|id| *id != body.name) {
            return Err(claim("its puzzle has another name".to_owned()));
        }
        let puzzle = Puzzle::try_from(body.form).map_err(|error| claim(error.to_string()))?;
        let record = Self {
            puzzle,
            solution,
            states: body.states,
            found_by: body.found_by,
            name: body.name.clone(),
        };
        require_answer(&body.answer, &record.answer()).map_err(claim)?;
        Ok(record)
    }
}

impl From<GridSolutionRecord> for GridSolutionBody {
    fn from(record: GridSolutionRecord) -> Self {
        let answer = record.answer();
        let (moves, unsolvable) = match record.solution {
            Ok(moves) => (Some(moves), None),
            Err(reason) => (None, Some(reason)),
        };
        Self {
            name: record.name,
            form: (&record.puzzle).into(),
            answer,
            moves,
            unsolvable,
            states: record.states,
            found_by: record.found_by,
        }
    }
}

impl Stored for GridSolutionRecord {
    fn about() -> &'static About {
        &About {
            kind: RecordKind::GridSolution,
            name: "grid-solution",
            directory: "grid-solutions",
            title: "Stored answer to a puzzle on a grid",
            puzzle: &["grid"],
            plural: "Stored answers to puzzles on a grid",
            has_k: false,
            has_n: false,
            listing: Listing::Rows(&["name", "puzzle", "solvable", "optimal_moves", "moves"]),
        }
    }

    type Body = GridSolutionBody;

    fn path(&self) -> PathBuf {
        path_of(&self.name)
    }

    /// Replays the solution, or checks what can be seen of the reason why there is none, and compares the counts of the
    /// search with it.
    fn check(&self) -> Result<(), RecordError> {
        let wrong = |what: String| Err(RecordError::Claim(format!("{}: {what}", self.name)));
        GridTableRecord::check_name(&self.name)?;
        let states = &self.states;
        match &self.solution {
            Ok(moves) => {
                if let Err(error) = check(&self.puzzle, moves.iter().copied()) {
                    return wrong(error.to_string());
                }
                if states.is_empty() && self.found_by.has_added() {
                    return is_of_run(&self.found_by, &self.name, false);
                }
                // Each step adds a layer to the first one, or to the first two if the search also went backward; a move
                // is one step or two.
                let (layers, steps) = (states.len(), moves.len());
                let may_be = [steps + 1, steps + 2, 2 * steps + 1, 2 * steps + 2];
                if !may_be.contains(&layers) || states.contains(&0) {
                    return wrong(format!(
                        "no search that finds {} moves has the states {states:?}",
                        moves.len()
                    ));
                }
                shortcut::of_configurations(&self.puzzle, moves)?;
                if let Err(what) = counts::check_grid(&self.puzzle, optimum(moves), states) {
                    return wrong(format!("the search {what}"));
                }
            }
            Err(reason) if !reason.may_hold(&self.puzzle) => {
                return wrong(format!("it does not hold that {reason}"));
            }
            Err(reason) => {
                let do_show = match reason {
                    Unsolvable::Exhausted => states.contains(&0),
                    Unsolvable::Span | Unsolvable::SingleMove | Unsolvable::Colouring => {
                        states.is_empty()
                    }
                };
                if !do_show {
                    return wrong(format!("the states {states:?} do not show that {reason}"));
                }
                if *reason == Unsolvable::Exhausted
                    && let Err(what) = counts::check_grid(&self.puzzle, None, states)
                {
                    return wrong(format!("the search {what}"));
                }
            }
        }
        let counted = counts::total(states);
        if self
            .found_by
            .states
            .is_some_and(|visited| visited != counted)
        {
            return wrong("its run did not visit the states that it counts".to_owned());
        }
        is_of_run(&self.found_by, &self.name, true)
    }

    fn runs(&self) -> Vec<&FoundBy> {
        vec![&self.found_by]
    }

    /// Returns the level of the claim that no solution is shorter, or that there is none.
    fn level(&self) -> Level {
        Level::of_search(match &self.solution {
            Ok(moves) => !moves.is_empty() && self.is_settled(),
            Err(reason) => *reason == Unsolvable::Exhausted,
        })
    }

    /// The record is one part: two that are shortest have the same length, and one that is not known to be is not shorter.
    /// Of two that are not known to be, the shorter one is kept.
    fn merged(self, new: Self, _name: &Path) -> Result<Self, Conflict> {
        if self.puzzle != new.puzzle {
            let what = "the answer to another puzzle of this name";
            return Err(Conflict::Occupied(what.to_owned()));
        }
        let length = |record: &Self| record.solution.as_ref().ok().map(Vec::len);
        let is_at_most = |one: &Self, other: &Self| {
            let lengths = length(one).zip(length(other));
            lengths.is_some_and(|(one, other)| one <= other)
        };
        match (self.is_settled(), new.is_settled()) {
            (true, true) if length(&self) == length(&new) => return Ok(new),
            (false, false) if length(&self) < length(&new) => return Ok(self),
            (false, false) => return Ok(new),
            (true, false) if is_at_most(&self, &new) => return Ok(self),
            (false, true) if is_at_most(&new, &self) => return Ok(new),
            _ => {}
        }
        Err(contradiction(
            &self.name,
            (self.answer(), &self.found_by),
            (new.answer(), &new.found_by),
        ))
    }

    fn summary(&self) -> Summary {
        let holds = self.answer();
        Summary {
            called: format!("the answer to {}", self.name),
            moves: self.solution.as_ref().ok().map(Vec::len),
            sentence: format!("{}, {}: {holds}", self.name, self.puzzle),
            holds,
            found_by: self.found_by.in_words(),
            ..Summary::default()
        }
    }

    fn counts(&self) -> SearchCounts {
        let search = (self.name.clone(), self.states.clone());
        SearchCounts::by_layer(format!("States per layer, {}", self.name), [search])
    }

    fn rows(&self, _file: &str, _n: Option<u64>) -> Vec<Vec<Value>> {
        let moves = self.solution.as_ref().ok();
        vec![vec![
            json!(self.name),
            json!(self.puzzle.to_string()),
            json!(moves.is_some()),
            json!(moves.map(Vec::len).filter(|_| self.is_settled())),
            json!(moves),
        ]]
    }
}
