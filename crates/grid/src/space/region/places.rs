//! Places where the target of a puzzle can lie.

use super::{LARGEST_REGION, MOST_TARGETS, RegionError, Task};
use crate::configuration::Configuration;
use crate::label::Label;
use crate::position::Position;
use crate::puzzle::Puzzle;
use crate::rules::Bounds;
use crate::up_to::UpTo;
use std::collections::BTreeSet;

/// Every place for the target within a finite set of positions.
pub(super) fn places_within(
    puzzle: &Puzzle,
    span: &BTreeSet<Position>,
    task: Task<'_>,
) -> Result<Vec<Configuration>, RegionError> {
    let mut places = Vec::new();
    let is_within = |shape: &Configuration, offset: &Position| {
        let mut moved = shape.positions().map(|at| at.plus(offset));
        moved.all(|at| span.contains(&at))
    };
    for shape in puzzle.target_shapes() {
        let Some(first) = shape.positions().next() else {
            continue;
        };
        if puzzle.up_to() == UpTo::Nothing {
            let is_there = is_within(&shape, &first.minus(&first));
            places.extend(is_there.then_some(shape));
            continue;
        }
        for at in span {
            task.goes_on()?;
            let offset = at.minus(&first);
            if is_within(&shape, &offset) {
                places.push(moved(&shape, &offset));
            }
        }
        if places.len() > MOST_TARGETS {
            return Err(RegionError::Targets { moves: u32::MAX });
        }
    }
    Ok(places)
}

/// Every place for the target on an unbounded board that can be filled in the given number of moves.
pub(super) fn places_near(
    puzzle: &Puzzle,
    task: Task<'_>,
) -> Result<Vec<Configuration>, RegionError> {
    let (start, moves) = (puzzle.start(), task.moves);
    let is_near = |shape: &Configuration, offset: &Position| {
        let is_missing =
            |(at, label): &(Position, Label)| start.label(&at.plus(offset)) != Some(*label);
        let mut missing = shape.coins().filter(is_missing);
        missing.nth(moves as usize).is_none()
    };
    let mut places = Vec::new();
    for shape in puzzle.target_shapes() {
        let Some(first) = shape.positions().next() else {
            continue;
        };
        if puzzle.up_to() == UpTo::Nothing {
            let is_there = is_near(&shape, &first.minus(&first));
            places.extend(is_there.then_some(shape));
            continue;
        }
        let offsets = if moves as usize >= start.len() {
            offsets_within_reach(puzzle, &shape, moves)?
        } else {
            // Among any coins of the target, one more than there are moves, at least one is in place at the start.
            let some = shape.positions().take(moves as usize + 1);
            let onto = |at: Position| start.positions().map(move |coin| coin.minus(&at));
            some.flat_map(onto).collect()
        };
        for offset in offsets {
            task.goes_on()?;
            if is_near(&shape, &offset) {
                places.push(moved(&shape, &offset));
            }
        }
        if places.len() > MOST_TARGETS {
            return Err(RegionError::Targets { moves });
        }
    }
    Ok(places)
}

/// The translations of a shape into the bounds of what the given number of moves can reach.
fn offsets_within_reach(
    puzzle: &Puzzle,
    shape: &Configuration,
    moves: u32,
) -> Result<BTreeSet<Position>, RegionError> {
    let board = puzzle.board();
    let Some(mut bounds) = Bounds::around(board, puzzle.start().positions()) else {
        let most = puzzle.start().len() as u32 - 1;
        return Err(RegionError::Anywhere { most });
    };
    bounds.widen(lines_beyond(puzzle, moves));
    let positions = bounds.positions(board, LARGEST_REGION);
    let positions = positions.ok_or(RegionError::TooLarge { moves })?;
    let Some(first) = shape.positions().next() else {
        return Ok(BTreeSet::new());
    };
    let is_within = |offset: &Position| {
        shape
            .positions()
            .all(|at| bounds.contains(board, &at.plus(offset)))
    };
    Ok(positions
        .iter()
        .map(|at| at.minus(&first))
        .filter(is_within)
        .collect())
}

/// How many lines beyond all coins the given number of landings can reach: `e <= 1 + (s - 1) / d`.
pub(super) fn lines_beyond(puzzle: &Puzzle, landings: u32) -> i32 {
    let lines = landings
        .checked_sub(1)
        .map_or(0, |more| 1 + more / puzzle.rules().adjacency);
    i32::try_from(lines.min(1 << 20)).unwrap_or(i32::MAX)
}

/// The number of coins of a place that are not there yet.
pub(super) fn missing(start: &Configuration, place: &Configuration) -> usize {
    let is_missing = |(position, label): &(Position, Label)| start.label(position) != Some(*label);
    place.coins().filter(is_missing).count()
}

/// A translated configuration.
fn moved(configuration: &Configuration, offset: &Position) -> Configuration {
    let coins = configuration.coins();
    configuration.with_coins(coins.map(|(at, label)| (at.plus(offset), label)).collect())
}
