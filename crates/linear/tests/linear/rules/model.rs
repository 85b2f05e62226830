//! A board as letters, with every move and every pair counted cell by cell.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use tait_linear::{Board, BoundedSearch, LinearSpace, Masks, Move};
use tait_space::StateSpace;

/// The cells of a search's board: `o`, `x` or `.`.
pub(crate) type Cells = Vec<char>;

/// Returns the letters of a board.
pub(crate) fn cells_of<const W: usize>(bounded: &BoundedSearch, board: &Board<W>) -> Cells {
    board.draw(bounded.width()).chars().collect()
}

/// Returns the successors that a space visits, each with its move.
pub(crate) fn expanded(
    space: &LinearSpace<1, Masks>,
    board: &Board<1>,
    budget: u32,
) -> Vec<(Move, Board<1>)> {
    let mut visited = Vec::new();
    space.expand(board, budget, &mut |step, next| {
        visited.push((step, next));
        ControlFlow::Continue(())
    });
    visited
}

/// Returns the number of adjacent coins that differ.
pub(crate) fn pairs(cells: &[char]) -> i64 {
    let differ = |two: &&[char]| two[0] != two[1] && two[0] != '.' && two[1] != '.';
    cells.windows(2).filter(differ).count() as i64
}

/// Returns whether the coins are contiguous and alternate.
pub(crate) fn is_alternating(cells: &[char]) -> bool {
    let text: String = cells.iter().collect();
    let row = text.trim_matches('.');
    !row.contains('.') && !row.contains("oo") && !row.contains("xx")
}

/// Returns every move that the rules allow on these cells, as cells `(from, to)`.
pub(crate) fn all_moves(cells: &[char], k: usize) -> Vec<(usize, usize)> {
    let mut moves = Vec::new();
    for from in 0..=cells.len() - k {
        for to in 0..=cells.len() - k {
            let there = cells[from..from + k].iter().all(|&c| c != '.');
            let free = cells[to..to + k].iter().all(|&c| c == '.');
            if there && free {
                moves.push((from, to));
            }
        }
    }
    moves
}

/// Returns the cells after a move.
pub(crate) fn after(cells: &[char], k: usize, (from, to): (usize, usize)) -> Cells {
    let mut next = cells.to_vec();
    for i in 0..k {
        next[to + i] = cells[from + i];
        next[from + i] = '.';
    }
    next
}

/// Finds the successors that `expand` documents the long way: allowed moves that leave stationary coins alone, land a
/// multiple of `k` from the beginning of their gap if the bounded search is aligned, and gain enough for the goal to
/// stay within the budget if the pair-count rule is on.
pub(crate) fn successors(
    bounded: &BoundedSearch,
    cells: &[char],
    budget: u32,
) -> BTreeSet<(Move, Cells)> {
    let k = bounded.puzzle.k() as usize;
    let position = |cell: usize| cell as i64 - i64::from(bounded.margin_left) + 1;
    let goal = bounded.puzzle.coins() as i64 - 1;
    all_moves(cells, k)
        .into_iter()
        .filter(|&(from, _)| {
            let held = &bounded.restrictions.stationary;
            !(from..from + k).any(|cell| held.contains(&position(cell)))
        })
        .filter(|&(_, to)| {
            let gap_begins = (0..to).rev().take_while(|&c| cells[c] == '.').last();
            !bounded.is_aligned() || (to - gap_begins.unwrap_or(to)).is_multiple_of(k)
        })
        .map(|(from, to)| {
            let step = Move {
                from: position(from),
                to: position(to),
            };
            (step, after(cells, k, (from, to)))
        })
        .filter(|(_, next)| {
            let missing = goal - pairs(next);
            !bounded.rules.pairs || missing <= 2 * (i64::from(budget) - 1)
        })
        .collect()
}
