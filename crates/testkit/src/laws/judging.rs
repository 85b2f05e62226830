//! Judges the contents of records by the naive rules.

use crate::laws::replaying::judged;
use crate::naive;
use std::collections::BTreeSet;
use tait_grid::{self as grid, Board, Configuration, Motion, UpTo};
use tait_linear::{DoublesFamily, Extension, Family, Solution};
use tait_store::{GridSolutionRecord, WrapFamilyRecord};

/// Requires that every base of a family extends to solutions, up to twice.
pub(crate) fn extends(family: &Family) {
    for base in &family.bases {
        assert!(naive::rows::is_base(base));
        for times in 0..=2 {
            let Some(extension) = Extension::repeated(base, times) else {
                panic!("a small base extends {times} times: {base:?}");
            };
            let moves = extension.moves().collect();
            let whole = Solution::new(extension.puzzle(), extension.start(), moves);
            assert!(judged(&whole), "{times} times {base:?}");
            assert_eq!(whole.moves().len() as u64, whole.puzzle().n());
        }
    }
}

/// Requires that wraps and bases solve the smallest sizes that they settle.
pub(crate) fn wraps_extend(record: &WrapFamilyRecord) {
    let family = &record.family;
    for base in family.bases() {
        assert!(judged(base));
    }
    let sizes = (1..200).filter_map(|n| family.composition(n));
    for composition in sizes.take(6) {
        let moves = composition.moves().collect();
        let whole = Solution::new(composition.puzzle(), composition.start(), moves);
        assert!(judged(&whole), "n = {}", composition.puzzle().n());
        assert_eq!(whole.moves().len() as u64, whole.puzzle().n());
    }
}

/// Requires that every base of a family of doubles extends to solutions, up to four times.
pub(crate) fn doubles_extend(family: &DoublesFamily) {
    for base in family.bases() {
        for extension in (0..5).filter_map(|times| base.extended(times)) {
            let whole = extension.solution();
            assert!(judged(&whole), "n = {}", extension.puzzle().n());
            assert_eq!(whole.moves().len() as u64, whole.puzzle().n());
        }
    }
}

/// Requires that lifts on the square or triangular grid lead to the target, unless it may be turned or reflected.
pub(crate) fn is_lifted(record: &GridSolutionRecord) {
    let (puzzle, Ok(moves)) = (&record.puzzle, &record.solution) else {
        return;
    };
    let is_triangular = match puzzle.board() {
        Board::Square => false,
        Board::Triangular => true,
        _ => return,
    };
    if puzzle.rules().motion != Motion::Lift {
        return;
    }
    let at = |place: &grid::Position| (place.x(), place.y());
    let coins = |lying: &Configuration| -> naive::grid::Coins {
        let coins = lying.coins();
        coins.map(|(place, label)| (at(&place), label.0)).collect()
    };
    let adjacency = puzzle.rules().adjacency as usize;
    let mut now = coins(puzzle.start());
    for step in moves {
        let (from, to) = (at(&step.from), at(&step.to));
        let is_allowed = naive::grid::lift(&mut now, is_triangular, adjacency, from, to);
        assert!(is_allowed, "{step} of {now:?}");
    }
    let target = coins(puzzle.target());
    match puzzle.up_to() {
        UpTo::Nothing => assert_eq!(now, target),
        UpTo::Translation => assert_eq!(at_origin(&now), at_origin(&target)),
        UpTo::Rotation | UpTo::Reflection => {}
    }
}

/// Moves coins so that the leftmost and the lowest of them are on the axes.
fn at_origin(coins: &naive::grid::Coins) -> BTreeSet<((i32, i32), u32)> {
    let x = coins.keys().map(|at| at.0).min().unwrap_or(0);
    let y = coins.keys().map(|at| at.1).min().unwrap_or(0);
    let moved = |(at, label): (&(i32, i32), &u32)| ((at.0 - x, at.1 - y), *label);
    coins.iter().map(moved).collect()
}
