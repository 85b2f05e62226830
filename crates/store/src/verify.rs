//! Compares the claims of a file with its contents.
//!
//! Everything here depends on the checkers of the puzzles, with two additions. A claim has to
//! follow from the replay, as far as it can without the search that it reports. And since a file
//! may hold any numbers at all, sizes and positions are checked before a row is laid out.

use crate::counts::{self, Forward};
use crate::error::RecordError;
use tait_linear::{
    Analysis, BoundedSearch, Exhaustion, FARTHEST_POSITION, Puzzle, Restrictions, Solution,
    Verdict, analyse, check,
};

/// The largest size whose row of `2n` bits is laid out for a check: 8 GiB.
pub const LARGEST_ROW: u64 = 1 << 35;

/// The largest size for which a list of moves that is too short is replayed all the same, because
/// the first bad move says more than the length.
const LARGEST_SHORT: u64 = 1 << 20;

/// Checks that a replay of this puzzle fits into memory and into the numbers of the checker.
///
/// # Errors
/// [`RecordError::RowTooLong`] or [`RecordError::TooFar`].
///
/// ```
/// use tait_linear::Puzzle;
/// assert!(tait_store::check_bounds(Puzzle::new(2, 10_000_000)?, 1).is_ok());
/// assert!(tait_store::check_bounds(Puzzle::new(2, 100_000_000_000)?, 1).is_err());
/// assert!(tait_store::check_bounds(Puzzle::new(2, 3)?, i64::MAX).is_err());
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
pub fn check_bounds(puzzle: Puzzle, start: i64) -> Result<(), RecordError> {
    if puzzle.n() > LARGEST_ROW {
        return Err(RecordError::RowTooLong(puzzle.n()));
    }
    in_range(start)
}

/// Requires at most half of the farthest position, so that a row from there ends within range.
const fn in_range(position: i64) -> Result<(), RecordError> {
    if position.unsigned_abs() <= FARTHEST_POSITION.unsigned_abs() / 2 {
        Ok(())
    } else {
        Err(RecordError::TooFar(position))
    }
}

/// Checks a solution whose numbers have not been checked yet.
///
/// # Errors
/// Returns the first bad move and why it is bad, or the error in the final row or in the numbers.
pub fn check_solution(solution: &Solution) -> Result<Verdict, RecordError> {
    check_numbers(solution)?;
    Ok(check(solution)?)
}

/// Checks the numbers of a solution in a record, and that it is of the puzzle that records are about.
pub(crate) fn check_recorded(solution: &Solution) -> Result<(), RecordError> {
    if solution.puzzle().is_turned() {
        return Err(RecordError::Turned);
    }
    check_numbers(solution)
}

fn check_numbers(solution: &Solution) -> Result<(), RecordError> {
    let (puzzle, moves) = (solution.puzzle(), solution.moves());
    check_bounds(puzzle, solution.start())?;
    if puzzle.n() > LARGEST_SHORT.max(moves.len() as u64) {
        return Err(RecordError::TooFewMoves {
            moves: moves.len(),
            n: puzzle.n(),
        });
    }
    moves
        .iter()
        .flat_map(|step| [step.from, step.to])
        .try_for_each(in_range)
}

/// Checks that a search can be exhaustive: it has the board that its restrictions take, and possible counts, if it has
/// any. The search is not repeated.
///
/// ```
/// use tait_linear::{Exhaustion, Puzzle};
/// let json = r#"{"moves": 6, "board_from": -7, "board_to": 20, "rules": {"blocks": true, "pairs": true},
///     "states": [1, 30, 93, 151, 73, 20, 0]}"#;
/// let search: Exhaustion = serde_json::from_str(json)?;
/// assert!(tait_store::check_exhaustion(Puzzle::new(4, 6)?, &search).is_ok());
/// assert!(tait_store::check_exhaustion(Puzzle::new(4, 7)?, &search).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`RecordError::Claim`] with the reason.
pub fn check_exhaustion(puzzle: Puzzle, search: &Exhaustion) -> Result<(), RecordError> {
    let bounded = match search.bounded(puzzle) {
        Err(error) => return failed(search, &format!("cannot be made: {error}")),
        Ok(bounded) => bounded,
    };
    if (search.board_from, search.board_to) != (bounded.board_from(), bounded.board_to()) {
        let why = format!(
            "was on positions {}..{}, but needs {}..{}",
            search.board_from,
            search.board_to,
            bounded.board_from(),
            bounded.board_to()
        );
        return failed(search, &why);
    }
    match search.states.is_empty() {
        true => Ok(()),
        false => check_states(&bounded, &search.states),
    }
}

/// Checks that a stored search can be exhaustive: it has the requested restrictions, the board that they take, the prune
/// rules of all stored searches, and possible counts.
pub(crate) fn check_search(
    puzzle: Puzzle,
    restrictions: &Restrictions,
    search: &Exhaustion,
) -> Result<(), RecordError> {
    if search.restrictions != *restrictions {
        return failed(search, &format!("was for {}", search.restrictions));
    }
    match search.unrecorded() {
        Some(why) => failed(search, why),
        None => check_exhaustion(puzzle, search),
    }
}

fn failed(search: &Exhaustion, reason: &str) -> Result<(), RecordError> {
    let moves = search.moves;
    Err(RecordError::Claim(format!(
        "the search for {moves} moves {reason}"
    )))
}

/// Checks that numbers can be the states per depth of an exhaustive search that found nothing.
pub(crate) fn check_states(bounded: &BoundedSearch, states: &[u64]) -> Result<(), RecordError> {
    let fail = |reason: String| {
        let moves = bounded.moves;
        Err(RecordError::Claim(format!(
            "the search for {moves} moves {reason}; it reached {states:?} states by depth"
        )))
    };
    // A state with no pair missing is a goal, unless more than pairs is required of a goal.
    let asks_more =
        bounded.restrictions.final_type.is_some() || bounded.restrictions.shift.is_some();
    if states.last() != Some(&0) && !asks_more {
        return fail("does not end with an empty depth".to_owned());
    }
    let counted = counts::forward(&bounded.space(), bounded.moves, states, Forward::Exhausted);
    counted.or_else(fail)
}

pub(crate) fn check_restrictions(
    restrictions: &Restrictions,
    solution: &Solution,
    analysis: &Analysis,
) -> Result<(), RecordError> {
    if restrictions.is_none() || restrictions.are_met(solution, analysis) {
        return Ok(());
    }
    Err(RecordError::Claim(format!(
        "{} moves of {} do not keep to {restrictions}",
        analysis.verdict.moves,
        solution.puzzle()
    )))
}

/// Returns whether a list of moves is a solution that meets restrictions.
pub(crate) fn keeps_to(restrictions: &Restrictions, solution: &Solution) -> bool {
    analyse(solution).is_ok_and(|analysis| restrictions.are_met(solution, &analysis))
}
