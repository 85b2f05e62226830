//! The answer to "do n moves suffice?" as JSON.

use crate::checked::{Checked, Passed};
use crate::error::AtlasError;
use serde::{Deserialize, Serialize};
use tait_jobs::{RecountEffort, recounted_search};
use tait_linear::{Exhaustion, Header, Move, Puzzle, Solution};
use tait_store::{Level, check_exhaustion, check_solution};

/// The answer to "do `n` moves suffice?": a solution of `n` moves, or the reason why there is none.
///
/// ```
/// use tait_atlas::Existence;
/// use tait_linear::Puzzle;
///
/// let answer = Existence::impossible(Puzzle::new(2, 2)?, "no moves reach an alternating row");
/// let json = serde_json::to_value(&answer)?;
/// assert_eq!((&json["n"], &json["exists"]), (&2.into(), &false.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Existence {
    puzzle: PuzzleName,
    k: u64,
    n: u64,
    #[serde(default = "first_position")]
    start: i64,
    exists: bool,
    moves: Option<Vec<Move>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(default)]
    exhaustion: Option<Exhaustion>,
    /// The states of the search by depth. Those of a search that found a solution depend on when it stopped.
    #[serde(default)]
    states: Vec<u64>,
    #[serde(default)]
    level: Option<Level>,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PuzzleName {
    Linear,
}

const fn first_position() -> i64 {
    1
}

impl Existence {
    /// Returns the answer yes.
    #[must_use]
    pub fn found(solution: &Solution, states: Vec<u64>) -> Self {
        Self {
            start: solution.start(),
            exists: true,
            moves: Some(solution.moves().to_vec()),
            level: Some(Level::Replayed),
            ..Self::none(solution.puzzle(), states)
        }
    }

    /// Returns the answer no of an exhaustive search, after the search has been repeated if it is small.
    ///
    /// # Errors
    /// When the repetition does not agree.
    pub fn excluded(
        puzzle: Puzzle,
        search: Exhaustion,
        states: Vec<u64>,
    ) -> Result<Self, AtlasError> {
        let recounts = recounted_search(puzzle, &search, RecountEffort::Small)?;
        match recounts.difference() {
            Some(difference) => Err(AtlasError::refused(difference)),
            None => Ok(Self {
                level: Some(recounts.level_of(Level::Recorded)),
                exhaustion: Some(search),
                ..Self::none(puzzle, states)
            }),
        }
    }

    /// Returns the answer no of a puzzle that has no solution of any length, and the reason.
    #[must_use]
    pub fn impossible(puzzle: Puzzle, reason: impl Into<String>) -> Self {
        Self {
            reason: Some(reason.into()),
            ..Self::none(puzzle, Vec::new())
        }
    }

    fn none(puzzle: Puzzle, states: Vec<u64>) -> Self {
        Self {
            puzzle: PuzzleName::Linear,
            k: puzzle.k().into(),
            n: puzzle.n(),
            start: first_position(),
            exists: false,
            moves: None,
            reason: None,
            exhaustion: None,
            states,
            level: None,
        }
    }

    /// Returns the solution, which is not checked.
    ///
    /// # Errors
    /// One line that names the file: when the answer is no, or when there is no such puzzle.
    pub(crate) fn solution_in(&self, name: &str) -> Result<Solution, AtlasError> {
        let solution = self
            .solution()
            .map_err(|error| AtlasError::input(name, error))?;
        solution.ok_or_else(|| AtlasError::input(name, "its answer is no, without moves"))
    }

    fn solution(&self) -> Result<Option<Solution>, String> {
        let puzzle = self.puzzle()?;
        let moves = self.moves.clone();
        Ok(moves.map(|moves| Solution::new(puzzle, self.start, moves)))
    }

    /// Returns the puzzle and the start, if there is such a puzzle.
    pub(crate) fn header(&self) -> Option<Header> {
        let puzzle = self.puzzle().ok()?;
        let start = self.start;
        Some(Header { puzzle, start })
    }

    fn puzzle(&self) -> Result<Puzzle, String> {
        Puzzle::new(self.k, self.n).map_err(|error| error.to_string())
    }

    /// Replays the solution, or repeats the search that found none.
    pub(crate) fn check(&self, name: &str, effort: RecountEffort) -> Result<Checked, AtlasError> {
        let unreadable = |what: String| AtlasError::input(name, what);
        let puzzle = self.puzzle().map_err(unreadable)?;
        let mut recounted = None;
        let outcome = match (&self.solution().map_err(unreadable)?, &self.exhaustion) {
            (Some(solution), None) if self.exists => of_n_moves(solution),
            (None, Some(search)) if !self.exists => match can_exclude(puzzle, search) {
                Err(why) => Err(why),
                Ok(()) => {
                    let recounts = recounted_search(puzzle, search, effort)?;
                    let difference = recounts.difference();
                    let level = recounts.level_of(Level::Recorded);
                    recounted = Some((recounts, level));
                    let is_same = search.states.is_empty() || search.states == self.states;
                    match difference {
                        Some(difference) => Err(difference),
                        None if is_same => Ok(Passed::Map(search.to_string())),
                        None => Err("its states are not those of its search".to_owned()),
                    }
                }
            },
            (None, None) if !self.exists => puzzle
                .unsolvable()
                .map(Passed::Map)
                .ok_or_else(|| "there is no search that excludes n moves".to_owned()),
            _ => Err("the answer, the moves and the search contradict each other".to_owned()),
        };
        Ok(Checked {
            puzzle: Some(puzzle.to_string()),
            outcome,
            recounted,
            compared: None,
        })
    }
}

fn of_n_moves(solution: &Solution) -> Result<Passed, String> {
    let verdict = check_solution(solution).map_err(|error| error.to_string())?;
    match verdict.moves == solution.puzzle().n() {
        true => Ok(Passed::Solution(verdict, None, String::new())),
        false => Err(format!("it has {} moves, not n", verdict.moves)),
    }
}

fn can_exclude(puzzle: Puzzle, search: &Exhaustion) -> Result<(), String> {
    if search.moves != puzzle.n() {
        return Err(format!(
            "the search was for {} moves, not for n",
            search.moves
        ));
    }
    check_exhaustion(puzzle, search).map_err(|error| error.to_string())
}
