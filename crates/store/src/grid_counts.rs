//! Compares the counts of a search on a grid with its first layers.

use crate::counts::{Ending, Forward, both_ends, forward};
use tait_grid::space::{Region, SetSpace};
use tait_grid::{Board, Puzzle};
use tait_space::{OneOf, of_one};

/// The bound of a search that ends only when it is exhausted.
const WITHOUT_BOUND: u32 = u32::MAX / 2;
/// The most moves by which the bound of a search may exceed an optimum.
const ABOVE: u32 = 16;

/// Checks that numbers can be the states of the search that found an optimum of `optimum` moves, or was exhausted.
pub(crate) fn check(puzzle: &Puzzle, optimum: Option<u32>, counts: &[u64]) -> Result<(), String> {
    let first = region(puzzle, 0)?;
    // Coins that stay within a finite span are searched there, within bounds that may exceed the optimum; others are
    // searched in a region that is exact for a number of moves.
    match (first.is_whole(), optimum) {
        (true, None) => search(puzzle, &first, WITHOUT_BOUND, counts, Ending::Exhausted),
        (false, None) => Err("cannot see everything on an unbounded board".to_owned()),
        (false, Some(moves)) => {
            let region = region(puzzle, moves)?;
            search(puzzle, &region, moves, counts, Ending::Met)
        }
        (true, Some(moves)) => {
            let tight = search(puzzle, &first, moves, counts, Ending::Met);
            let wider = (moves + 1..=moves + ABOVE).chain([WITHOUT_BOUND]);
            let mut wider = wider.map(|bound| search(puzzle, &first, bound, counts, Ending::Met));
            tight.or_else(|wrong| wider.find(Result::is_ok).ok_or(wrong).map(drop))
        }
    }
}

fn region(puzzle: &Puzzle, moves: u32) -> Result<Region, String> {
    Region::new(puzzle, moves).map_err(|error| format!("cannot be made: {error}"))
}

fn search(
    puzzle: &Puzzle,
    region: &Region,
    bound: u32,
    counts: &[u64],
    ending: Ending,
) -> Result<(), String> {
    let is_mixed = *puzzle.board() == Board::Mixed;
    // On the mixed lattice, states are always lists.
    let space = match is_mixed {
        true => region.list_space(),
        false => region.space(None),
    };
    let Some(space) = space else {
        return Err("has too many coins".to_owned());
    };
    let bound = match space {
        OneOf::A(_) | OneOf::B(_) | OneOf::C(_) => bound * SetSpace::<1>::STEPS,
        _ => bound,
    };
    if !is_mixed {
        return of_one!(space, space => both_ends(&space, bound, counts, ending));
    }
    let ending = match ending {
        Ending::Met => Forward::Found,
        Ending::Exhausted | Ending::Stopped => Forward::Exhausted,
    };
    of_one!(space, space => forward(&space, bound, counts, ending))
}
