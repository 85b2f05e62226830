//! Compares the counts of a search on a grid with its first layers.

use crate::counts::{Ending, Forward, both_ends, forward};
use tait_grid::space::{ListSpace, Region, SetSpace};
use tait_grid::{Board, Puzzle};
use tait_space::Backward;

/// The bound of a search that ends only when it is exhausted.
const WITHOUT_BOUND: u32 = u32::MAX / 2;
/// The most moves by which the bound of a search may exceed an optimum.
const ABOVE: u32 = 16;
/// The most coins that a state may list.
const MOST_COINS: usize = 64;

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
    let search = Search {
        is_mixed,
        bound,
        counts,
        ending,
    };
    let sets = if is_mixed {
        usize::MAX
    } else {
        region.cells().len()
    };
    let by_sets = match sets {
        0..=64 => SetSpace::<1>::new(region.clone()).map(|space| search.check(&space, 2)),
        65..=128 => SetSpace::<2>::new(region.clone()).map(|space| search.check(&space, 2)),
        129..=256 => SetSpace::<4>::new(region.clone()).map(|space| search.check(&space, 2)),
        _ => None,
    };
    if let Some(checked) = by_sets {
        return checked;
    }
    let by_lists = match region.coins() {
        0..=8 => ListSpace::<8>::new(region.clone()).map(|space| search.check(&space, 1)),
        9..=16 => ListSpace::<16>::new(region.clone()).map(|space| search.check(&space, 1)),
        _ => ListSpace::<MOST_COINS>::new(region.clone()).map(|space| search.check(&space, 1)),
    };
    by_lists.unwrap_or_else(|| Err("has too many coins".to_owned()))
}

#[derive(Clone, Copy)]
struct Search<'a> {
    is_mixed: bool,
    bound: u32,
    counts: &'a [u64],
    ending: Ending,
}

impl Search<'_> {
    /// Checks the counts, where a move takes `steps` steps.
    fn check(self, space: &impl Backward, steps: u32) -> Result<(), String> {
        let bound = self.bound * steps;
        if !self.is_mixed {
            return both_ends(space, bound, self.counts, self.ending);
        }
        let ending = match self.ending {
            Ending::Met => Forward::Found,
            Ending::Exhausted | Ending::Stopped => Forward::Exhausted,
        };
        forward(space, bound, self.counts, ending)
    }
}
