//! The check of what `grid solve` and `grid boards --design` print.

use super::named::{GridHeader, listed, puzzle_form};
use crate::atlas::Atlas;
use crate::checked::{Checked, NOT_PROVEN, Passed};
use crate::error::AtlasError;
use crate::source::only_solution;
use serde::Deserialize;
use serde_json::Value;
use std::fmt::Display;
use std::io::BufRead;
use tait_grid::{Move, NamedStep, Outline, Puzzle, PuzzleForm, Unsolvable, check};
use tait_jobs::{RecountEffort, Recounts, recounted_answer};
use tait_store::Level;
use tait_text::{MoveReader, counted};

/// The claims about a puzzle.
#[derive(Default, Deserialize)]
struct Claimed {
    solvable: Option<bool>,
    optimal_moves: Option<usize>,
    constructed_moves: Option<usize>,
    moves: Option<Vec<Move>>,
    #[serde(default)]
    steps: Vec<NamedStep>,
    reason: Option<String>,
}

/// The solution of a puzzle on a grid.
#[derive(Debug)]
pub(crate) struct GivenSolution {
    /// The id of the puzzle, if the text says it.
    pub(crate) id: Option<String>,
    pub(crate) puzzle: Puzzle,
    /// The moves, which were not replayed yet.
    pub(crate) moves: Vec<Move>,
}

/// Returns the solutions in an answer, or in each answer of a list.
///
/// # Errors
/// When the text is not such JSON, or an answer has no moves.
pub(crate) fn solutions_in(file: &str, text: &str) -> Result<Vec<GivenSolution>, AtlasError> {
    #[derive(Deserialize)]
    struct Named {
        id: Option<String>,
        moves: Option<Vec<Move>>,
    }
    let all = match listed(text) {
        None => vec![serde_json::from_str(text)],
        Some(all) => all.map_or_else(
            |error| vec![Err(error)],
            |all| all.into_iter().map(Ok).collect(),
        ),
    };
    let count = all.len();
    let solution = |(number, value): (usize, serde_json::Result<Value>)| {
        let fail = |what: &dyn Display| match count {
            1 => AtlasError::input(file, what),
            _ => AtlasError::input(file, format_args!("puzzle {number}: {what}")),
        };
        let value = value.map_err(|error| fail(&error))?;
        let form = PuzzleForm::deserialize(&value).map_err(|error| fail(&error))?;
        let puzzle = Puzzle::try_from(form).map_err(|error| fail(&error))?;
        let Named { id, moves } = Named::deserialize(&value).map_err(|error| fail(&error))?;
        let moves =
            moves.ok_or_else(|| fail(&"it holds no moves, so there is nothing to take in"))?;
        Ok(GivenSolution { id, puzzle, moves })
    };
    (1..).zip(all).map(solution).collect()
}

/// A puzzle, and what is claimed about it.
type Answer = (Puzzle, Claimed);

/// The verdict on an answer.
enum Standing {
    /// No solution has fewer moves.
    Optimal,
    Solution,
    /// There is no solution, for this reason.
    Unsolvable(String),
}

/// Plays the moves of an answer, or of each answer of a list, and compares the result with its claims. That a solution is
/// shortest, or that there is none, is searched for again as far as the effort goes.
///
/// # Errors
/// When the text is not an answer, or has nothing to check.
pub(crate) fn verified(
    atlas: &Atlas<'_>,
    file: &str,
    text: &str,
    effort: RecountEffort,
) -> Result<Checked, AtlasError> {
    let fail = |error: &dyn Display| AtlasError::input(file, error);
    let Some(all) = listed(text) else {
        let puzzle = Puzzle::try_from(puzzle_form(file, text, None)?);
        let claimed = serde_json::from_str(text).map_err(|error| fail(&error))?;
        return verified_one(
            atlas,
            file,
            &(puzzle.map_err(|error| fail(&error))?, claimed),
            effort,
        );
    };
    let all = all.map_err(|error| fail(&error))?;
    if all.is_empty() {
        return Err(fail(&"the list is empty"));
    }
    let (mut moves, mut recounts) = (0, None);
    let [mut optimal, mut solutions, mut unsolvable] = [0; 3];
    for (number, value) in (1..).zip(&all) {
        let fail = |error: &dyn Display| fail(&format_args!("puzzle {number}: {error}"));
        let form = PuzzleForm::deserialize(value).map_err(|error| fail(&error))?;
        let puzzle = Puzzle::try_from(form).map_err(|error| fail(&error))?;
        let claimed = Claimed::deserialize(value).map_err(|error| fail(&error))?;
        let answer = (puzzle, claimed);
        let standing = judged(&answer, effort, &mut recounts).map_err(|error| fail(&error))?;
        *match standing {
            Ok(Standing::Optimal) => &mut optimal,
            Ok(Standing::Solution) => &mut solutions,
            Ok(Standing::Unsolvable(_)) => &mut unsolvable,
            Err(what) => {
                let name = match value["id"].as_str() {
                    Some(id) => id.to_owned(),
                    None => format!("puzzle {number}"),
                };
                return Ok(checked(None, Err(format!("{name}: {what}")), 0, recounts));
            }
        } += 1;
        moves += answer.1.length();
    }
    let parts = [
        (optimal, "optimal by exhaustive search"),
        (solutions, NOT_PROVEN),
        (unsolvable, "without a solution"),
    ];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let sentence = format!(
        "{}, {}: {}",
        counted(all.len() as u64, "puzzle"),
        counted(moves, "move"),
        parts.join(", ")
    );
    Ok(checked(
        None,
        Ok((sentence, String::new())),
        moves,
        recounts,
    ))
}

/// Plays moves as text, whose header line states the puzzle.
///
/// # Errors
/// When the text holds something else, or states no puzzle.
pub(crate) fn verified_moves<R: BufRead>(
    atlas: &Atlas<'_>,
    file: &str,
    reader: MoveReader<R, GridHeader>,
) -> Result<Checked, AtlasError> {
    let (header, moves) = moves_with_header(file, reader)?;
    let claimed = Claimed {
        moves: Some(moves),
        ..Claimed::default()
    };
    let answer = (header.puzzle(file)?, claimed);
    verified_one(atlas, file, &answer, RecountEffort::Small)
}

/// Returns the puzzle that a header line before the first move states, and the moves.
///
/// # Errors
/// When there is none, a line is not a move, or several solutions follow.
pub(crate) fn moves_with_header<R: BufRead>(
    file: &str,
    reader: MoveReader<R, GridHeader>,
) -> Result<(GridHeader, Vec<Move>), AtlasError> {
    only_solution(file, reader)?.ok_or_else(|| {
        let what = "the puzzle of these moves is unknown: a first line such as '# figure-5' names a known one, and JSON \
                    holds any puzzle with its moves";
        AtlasError::input(file, what)
    })
}

/// Checks a single answer.
fn verified_one(
    atlas: &Atlas<'_>,
    file: &str,
    answer: &Answer,
    effort: RecountEffort,
) -> Result<Checked, AtlasError> {
    let mut recounts = None;
    let standing = judged(answer, effort, &mut recounts);
    let standing = standing.map_err(|error| AtlasError::input(file, error))?;
    let moves = answer.1.length();
    let outcome = standing.map(|standing| {
        let said = counted(moves, "move");
        match standing {
            Standing::Optimal => {
                let why = "no solution of fewer moves, by exhaustive search";
                (format!("{said}, optimal: {why}"), why.to_owned())
            }
            Standing::Solution => (format!("{said}, {NOT_PROVEN}"), String::new()),
            Standing::Unsolvable(reason) => (format!("no solution ({reason})"), String::new()),
        }
    });
    Ok(
        checked(Some(answer.0.to_string()), outcome, moves, recounts)
            .with_fewest(|| atlas.fewest_on_grid(&answer.0)),
    )
}

/// Makes the result of a check: a sentence and why the solution is optimal, or what is wrong.
fn checked(
    puzzle: Option<String>,
    outcome: Result<(String, String), String>,
    moves: u64,
    recounts: Option<Recounts>,
) -> Checked {
    Checked {
        puzzle,
        outcome: outcome.map(|(sentence, optimal)| Passed::Moves {
            sentence,
            moves,
            optimal,
        }),
        recounted: recounts.map(|recounts| {
            let level = recounts.level_of(Level::Recorded);
            (recounts, level)
        }),
        compared: None,
    }
}

impl Claimed {
    /// Returns the number of moves.
    fn length(&self) -> u64 {
        self.moves.as_ref().map_or(0, Vec::len) as u64
    }
}

/// Returns the verdict on an answer, or what is wrong with it. A claim that rests on a search is searched again.
///
/// # Errors
/// When it has nothing to check.
fn judged(
    answer @ (puzzle, claimed): &Answer,
    effort: RecountEffort,
    recounts: &mut Option<Recounts>,
) -> Result<Result<Standing, String>, String> {
    let standing = match replayed(answer)? {
        Ok(Standing::Solution) => return Ok(Ok(Standing::Solution)),
        Ok(standing) => standing,
        Err(wrong) => return Ok(Err(wrong)),
    };
    let again = recounted_answer(puzzle, claimed.moves.as_deref(), effort);
    let again = again.map_err(|error| error.to_string())?;
    let difference = again.difference();
    recounts.get_or_insert_default().extend(again);
    Ok(difference.map_or(Ok(standing), Err))
}

/// Plays the moves of an answer. Returns the verdict, or what is wrong with it.
///
/// # Errors
/// When it has nothing to check.
fn replayed((puzzle, claimed): &Answer) -> Result<Result<Standing, String>, &'static str> {
    let wrong = |what: &str| Ok(Err(what.to_owned()));
    let Some(moves) = &claimed.moves else {
        if claimed.solvable != Some(false) {
            return Err("nothing to check: it holds neither moves nor \"solvable\": false");
        }
        if !Unsolvable::Exhausted.may_hold(puzzle) {
            return wrong("it claims that there is no solution, but at most one move solves it");
        }
        let reason = claimed.reason.as_deref().unwrap_or("no reason is given");
        return Ok(Ok(Standing::Unsolvable(reason.to_owned())));
    };
    if claimed.solvable == Some(false) {
        return wrong("it claims that there is no solution, but holds moves");
    }
    if let Err(error) = check(puzzle, moves.iter().copied()) {
        return wrong(&error.to_string());
    }
    if let Err(error) = Outline::new(claimed.steps.clone(), moves.len()) {
        return wrong(&error.to_string());
    }
    let stated = claimed.optimal_moves.or(claimed.constructed_moves);
    if let Some(stated) = stated.filter(|&stated| stated != moves.len()) {
        let (stated, held) = (counted(stated as u64, "move"), moves.len());
        return wrong(&format!("it states {stated}, but holds {held}"));
    }
    Ok(Ok(match claimed.optimal_moves {
        Some(_) => Standing::Optimal,
        None => Standing::Solution,
    }))
}
