//! What Theorem 1 says of puzzles on the triangular grid that cannot be solved.

use std::collections::BTreeSet;
use tait_puzzle::grid::{Board, Configuration, Motion, Position, Puzzle};

/// Whether a target on the triangular grid can only be reached by a single move, by lifts with d = 2.
///
/// *Theorem 1, necessity.* The paper's second condition, "B has a connected component with at least four
/// coins", is printed too weak: a tripod, three coins around a fourth and no two of them adjacent, meets
/// it when all other coins are isolated, but only its centre can be the last coin that moved, and
/// stays so. What is true is "B contains a path of four coins". So let B have no triangle, no path of
/// four coins, and not both a component of at least three coins and another of at least two. Without
/// triangles and paths of four, components are stars. One star of at least three coins at most,
/// and all else isolated: only its centre c has two neighbours, so it moved last. Without c all coins
/// are isolated, so wherever c was before, nobody but c had two neighbours there: c moved last there, too.
/// Hence everything that reaches B differs from it by c alone.
pub(super) fn needs_a_single_move(puzzle: &Puzzle) -> bool {
    let rules = puzzle.rules();
    *puzzle.board() == Board::Triangular
        && rules.adjacency == 2
        && rules.motion == Motion::Lift
        && !is_reachable_in_general(puzzle.target())
}

/// Whether a configuration of the triangular grid meets condition 1, 2 (corrected) or 3 of Theorem 1.
fn is_reachable_in_general(configuration: &Configuration) -> bool {
    let mut large = 0;
    let mut pairs = 0;
    for component in configuration.components() {
        match component.len() {
            1 => {}
            2 => pairs += 1,
            3 if !has_triangle_or_path(configuration, &component) => large += 1,
            4 if !has_triangle_or_path(configuration, &component) => large += 1,
            _ => return true,
        }
    }
    large > 1 || large == 1 && pairs > 0
}

/// Whether a component of three or four coins has three that are mutually adjacent, or four in a path: it is
/// no star.
fn has_triangle_or_path(configuration: &Configuration, component: &[Position]) -> bool {
    let all: BTreeSet<Position> = component.iter().copied().collect();
    let degree = |at: &Position| {
        let near = configuration.board().neighbours(at);
        near.iter().filter(|other| all.contains(other)).count()
    };
    // A star has a centre, and leaves that touch nothing else.
    let leaves = component.iter().filter(|at| degree(at) == 1).count();
    leaves + 1 != component.len()
}
