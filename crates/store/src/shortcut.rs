//! Finds shortcuts in a solution that is said to be shortest.
//!
//! A shortest solution never returns to an earlier state, and no single move leads past several of its own. The check
//! compares each pair of states, and needs no search.

use crate::error::RecordError;
use tait_grid::{Configuration, Label, Move, Position, Puzzle, Replay};
use tait_linear::Solution;
use tait_vacancy::checkers::reversal::Reversal;
use tait_vacancy::{self as vacancy, CheckError, Content};

/// The most moves on a grid among which shortcuts are looked for; no search has found as many.
const LONGEST: usize = 500;

/// Fails if there is a shorter way between two states of a solution: they are equal, or they are more than one move
/// apart and `is_move` leads from one to the other.
fn find<S: PartialEq>(states: &[S], is_move: impl Fn(&S, &S) -> bool) -> Result<(), RecordError> {
    for (before, one) in states.iter().enumerate() {
        for (after, other) in states.iter().enumerate().skip(before + 1) {
            let is_shorter = one == other || after > before + 1 && is_move(one, other);
            if is_shorter {
                return Err(RecordError::Claim(format!(
                    "moves {} to {after} of the solution can be replaced by fewer",
                    before + 1
                )));
            }
        }
    }
    Ok(())
}

/// Looks for a shortcut in a solution of the linear puzzle that was replayed and is short enough for a search.
pub(crate) fn of_rows(solution: &Solution) -> Result<(), RecordError> {
    let (puzzle, start) = (solution.puzzle(), solution.start());
    let (k, n) = (i64::from(puzzle.k()), puzzle.n() as i64);
    // The coins from left to right, each with its position.
    let mut row: Vec<(i64, bool)> = (0..2 * n).map(|coin| (start + coin, coin >= n)).collect();
    let mut rows = vec![row.clone()];
    for step in solution.moves() {
        let before =
            |row: &[(i64, bool)], end| row.partition_point(|(position, _)| *position < end);
        let taken = before(&row, step.from)..before(&row, step.from + k);
        let block: Vec<(i64, bool)> = row.drain(taken).collect();
        let place = before(&row, step.to);
        let mut block: Vec<bool> = block.into_iter().map(|(_, coin)| coin).collect();
        if puzzle.is_turned() {
            block.reverse();
        }
        let carried = (step.to..).zip(block);
        let _ = row.splice(place..place, carried);
        rows.push(row.clone());
    }
    find(&rows, |one, other| {
        let differences = |one: &[(i64, bool)], other: &[(i64, bool)]| {
            let coins = one.iter().copied();
            let coins = coins.filter(|coin| other.binary_search(coin).is_err());
            coins.take(k as usize + 1).collect::<Vec<_>>()
        };
        let (from, to) = (differences(one, other), differences(other, one));
        let is_block = |coins: &[(i64, bool)]| {
            coins.len() == k as usize && coins[coins.len() - 1].0 - coins[0].0 == k - 1
        };
        let coins = |block: &[(i64, bool)]| block.iter().map(|coin| coin.1).collect::<Vec<_>>();
        let mut landed = coins(&from);
        if puzzle.is_turned() {
            landed.reverse();
        }
        // A block lands on positions that were free, so not on its own.
        let is_apart = |from: &[(i64, bool)], to: &[(i64, bool)]| (from[0].0 - to[0].0).abs() >= k;
        is_block(&from) && is_block(&to) && is_apart(&from, &to) && landed == coins(&to)
    })
}

/// Looks for a shortcut in a solution on a grid that was replayed.
pub(crate) fn of_configurations(puzzle: &Puzzle, moves: &[Move]) -> Result<(), RecordError> {
    if moves.len() > LONGEST {
        return Ok(());
    }
    let mut replay = Replay::new(puzzle.start().clone(), puzzle.rules());
    let mut states = vec![puzzle.start().clone()];
    for &step in moves {
        if replay.play(step).is_ok() {
            states.push(replay.configuration().clone());
        }
    }
    let solved = states.iter().position(|state| puzzle.is_solved_by(state));
    if let Some(earlier) = solved.filter(|&earlier| earlier < moves.len()) {
        let what = format!("the first {earlier} moves of the solution suffice");
        return Err(RecordError::Claim(what));
    }
    // The coins come in the order of their positions.
    let coins = |state: &Configuration| state.coins().collect::<Vec<(Position, Label)>>();
    let states: Vec<_> = states.iter().map(|state| (coins(state), state)).collect();
    find(&states, |(one, configuration), (other, _)| {
        let mut from = one.iter().filter(|coin| other.binary_search(coin).is_err());
        let (Some((from, label)), None) = (from.next(), from.next()) else {
            return false;
        };
        let mut to = other.iter().filter(|coin| one.binary_search(coin).is_err());
        let (Some((to, other_label)), None) = (to.next(), to.next()) else {
            return false;
        };
        let (from, to) = (*from, *to);
        let mut replay = Replay::new((*configuration).clone(), puzzle.rules());
        label == other_label && replay.play(Move { from, to }).is_ok()
    })
}

/// Looks for a shortcut in a reversal of numbered checkers that was replayed.
pub(crate) fn of_checkers(puzzle: Reversal, moves: &[u64]) -> Result<(), RecordError> {
    let wrong = |error: CheckError| RecordError::Claim(error.to_string());
    let mut replay = vacancy::Replay::new(puzzle).map_err(wrong)?;
    let mut rows = vec![replay.row().contents().collect::<Vec<_>>()];
    for &cell in moves {
        let _ = replay.play(cell).map_err(wrong)?;
        rows.push(replay.row().contents().collect());
    }
    find(&rows, |one, other| {
        let differing: Vec<usize> = (0..one.len()).filter(|&i| one[i] != other[i]).collect();
        let is_vacated = |i: usize| [one[i], other[i]].contains(&Content::Vacancy);
        matches!(differing[..], [left, right] if right - left <= 2 && is_vacated(left) && is_vacated(right))
    })
}
