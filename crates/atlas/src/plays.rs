//! Solutions, checked and ready to be drawn.

use crate::ask::{Answer, Way};
use crate::error::{AtlasError, Missing};
use crate::rows::verdict_of_row;
use crate::standing::{Fewest, Standing};
use tait_draw::{DrawError, MOST_CELLS, Play, RowPlay};
use tait_jobs::{Claimed, claimed};
use tait_linear::rows::RowSolution;
use tait_linear::{AuxiliarySolution, Base, Claim, Extension, Solution};
use tait_vacancy as vacancy;

pub(crate) fn of_vacancy(solutions: &[vacancy::Solution]) -> Result<Vec<Play>, DrawError> {
    let plays = solutions.iter().map(RowPlay::of_vacancy);
    plays.map(|play| Ok(Play::Row(play?))).collect()
}

pub(crate) fn of_auxiliary(solution: &AuxiliarySolution) -> Result<Play, DrawError> {
    RowPlay::of_auxiliary(solution).map(Play::Row)
}

pub(crate) fn of_row(solution: &RowSolution) -> Result<Play, AtlasError> {
    let (_, why) = verdict_of_row(solution)?;
    Ok(Play::Row(RowPlay::of_row(solution, &why)?))
}

pub(crate) fn of_answer(answer: &Answer) -> Result<Play, AtlasError> {
    let puzzle = answer.header.puzzle;
    if puzzle.coins() > MOST_CELLS {
        let wide = DrawError::Wide {
            puzzle: puzzle.to_string(),
            cells: puzzle.coins(),
            most: MOST_CELLS,
        };
        return Err(AtlasError::unknown(
            wide.to_string(),
            Missing::Moves(Some(puzzle)),
        ));
    }
    let play = match &answer.way {
        Way::Made(family) => family
            .play(answer.header)?
            .ok_or_else(|| answer.not_settled())?,
        Way::Listed(solution, Standing::Optimal(claim, _)) => row_of(solution, Some(claim))?,
        Way::Listed(solution, _) => row_of(solution, None)?,
        Way::By(_) | Way::Closed(_) => RowPlay::of_solution(&answer.solution()?)?,
    };
    Ok(Play::Row(play.with_origin(answer.provenance())))
}

pub(crate) fn of_base(base: &Base) -> Result<Play, AtlasError> {
    let n = base.puzzle().n();
    let extension = Extension::to_size(base, n);
    let extension = extension
        .ok_or_else(|| AtlasError::Refused(format!("base n = {n} is not an extension")))?;
    Ok(Play::Row(RowPlay::of_extension(&extension)?))
}

pub(crate) fn of_standing(solution: &Solution, standing: &Standing) -> Result<Play, AtlasError> {
    let claim = match standing {
        Standing::Optimal(claim, _) => Some(claim),
        _ => None,
    };
    let play = row_of(solution, claim)?;
    Ok(Play::Row(match standing {
        Standing::Compared(fewest) => compared(play, solution.moves().len(), Some(*fewest)),
        _ => play,
    }))
}

pub(crate) fn of_cells(
    solution: &vacancy::Solution,
    fewest: Option<Fewest>,
) -> Result<Play, AtlasError> {
    let play = RowPlay::of_vacancy(solution)?;
    Ok(Play::Row(compared(play, solution.moves.len(), fewest)))
}

/// Adds how a solution compares with the fewest moves that are known, unless its lower bound says it.
fn compared(play: RowPlay, moves: usize, fewest: Option<Fewest>) -> RowPlay {
    let compared = fewest.and_then(|fewest| fewest.compared(moves as u64));
    match (play.optimum(), compared) {
        (None, Some(compared)) => play.with_claim(&compared),
        _ => play,
    }
}

fn row_of(solution: &Solution, claim: Option<&Claim>) -> Result<RowPlay, AtlasError> {
    let claimed = claim.map(|claim| claimed(solution, claim)).transpose()?;
    row_of_claimed(solution, claimed)
}

/// Prepares a solution, which is optimal if its claim says so.
///
/// # Errors
/// When it is wrong, or too large to be drawn.
pub fn row_of_claimed(
    solution: &Solution,
    claim: Option<Claimed<'_>>,
) -> Result<RowPlay, AtlasError> {
    let play = RowPlay::of_solution(solution)?;
    let moves = solution.moves().len() as u64;
    Ok(match claim {
        Some((claim @ Claim::Exhaustion { .. }, level)) => {
            let searched = format!("every smaller number of moves was searched, {level}");
            match claim.restrictions() {
                None => play.with_optimum(moves, &format!("optimal: {searched}")),
                Some(asked) => {
                    play.with_claim(&format!("none with {asked} is shorter: {searched}"))
                }
            }
        }
        _ => play,
    })
}
