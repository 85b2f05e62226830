//! The check of the JSON that `grid solve` and `grid construct` print.

use super::input::puzzle_form;
use crate::error::AtlasError;
use serde::Deserialize;
use tait_puzzle::counted;
use tait_puzzle::grid::{Move, NamedStep, Outline, Puzzle, Unsolvable, check};

/// The claims about a puzzle.
#[derive(Deserialize)]
struct Claimed {
    solvable: Option<bool>,
    optimal_moves: Option<usize>,
    constructed_moves: Option<usize>,
    moves: Option<Vec<Move>>,
    #[serde(default)]
    steps: Vec<NamedStep>,
    reason: Option<String>,
}

/// Plays the moves of an answer and compares the result with its claims. Returns the confirmed claim, or what is wrong.
///
/// # Errors
/// When the text is not an answer, or has nothing to check.
pub(crate) fn verified(file: &str, text: &str) -> Result<Result<String, String>, AtlasError> {
    let puzzle = Puzzle::try_from(puzzle_form(file, text, None)?);
    let puzzle = puzzle.map_err(|error| AtlasError::input(file, error))?;
    let claimed: Claimed =
        serde_json::from_slice(text.as_bytes()).map_err(|error| AtlasError::input(file, error))?;
    let wrong = |what: String| Ok(Err(format!("{puzzle}: {what}")));
    let Some(moves) = &claimed.moves else {
        if claimed.solvable != Some(false) {
            return Err(AtlasError::input(
                file,
                "nothing to check: it holds neither moves nor \"solvable\": false",
            ));
        }
        if !Unsolvable::Exhausted.may_hold(&puzzle) {
            return wrong(
                "it claims that there is no solution, but at most one move solves it".to_owned(),
            );
        }
        let reason = claimed
            .reason
            .unwrap_or_else(|| "no reason is given".to_owned());
        return Ok(Ok(format!(
            "{puzzle}: no solution of up to one move; longer solutions are not excluded here ({reason})"
        )));
    };
    if claimed.solvable == Some(false) {
        return wrong("it claims that there is no solution, but holds moves".to_owned());
    }
    if let Err(error) = check(&puzzle, moves.iter().copied()) {
        return wrong(error.to_string());
    }
    if let Err(error) = Outline::new(claimed.steps, moves.len()) {
        return wrong(error.to_string());
    }
    let stated = claimed.optimal_moves.or(claimed.constructed_moves);
    if let Some(stated) = stated.filter(|&stated| stated != moves.len()) {
        return wrong(format!(
            "it states {}, but holds {}",
            counted(stated as u64, "move"),
            moves.len()
        ));
    }
    let least = match claimed.optimal_moves {
        Some(_) => "claimed to be optimal by a search, which is not repeated",
        None => "not proven optimal",
    };
    Ok(Ok(format!(
        "{puzzle}: {}, {least}",
        counted(moves.len() as u64, "move")
    )))
}
