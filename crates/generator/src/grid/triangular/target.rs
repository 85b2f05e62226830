//! The shape of the target of a puzzle: the conditions of Theorem 1.

use super::answer::Condition;
use super::lattice::{Cell, Step, neighbour, neighbours};
use std::collections::HashMap;
use tait_grid::Label;

/// The shape by which a target can be reached in general.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    /// The condition that the target meets.
    pub(super) condition: Condition,
    /// A triangle of the target, or of the configuration before the last move.
    pub(super) triangle: [Cell; 3],
    /// The last move, if the target has no triangle.
    pub(super) last: Option<Step>,
}

/// Returns the shape of a target, or `None` when it can be reached only by a single move.
///
/// Without a triangle, the last move takes a coin to a cell `p` with two neighbours, from a cell
/// beside two adjacent coins other than the one on `p`: the cell beside both is free, because
/// otherwise there would be a triangle. Two such coins, one of them adjacent to `p`, are the end of a
/// path of four; if neither is adjacent to `p`, they belong to another component.
pub(super) fn shape(order: &[Cell], target: &HashMap<Cell, Label>) -> Option<Shape> {
    let is_occupied = |cell: Cell| target.contains_key(&cell);
    let around = |cell: Cell| {
        let near = neighbours(cell).into_iter();
        near.filter(move |&other| is_occupied(other))
    };
    for &cell in order {
        for direction in 0..6 {
            let triangle = [
                cell,
                neighbour(cell, direction),
                neighbour(cell, direction + 1),
            ];
            if triangle.into_iter().all(is_occupied) {
                return Some(Shape {
                    condition: Condition::Triangle,
                    triangle,
                    last: None,
                });
            }
        }
    }
    let inner = || {
        let inner = order.iter().copied();
        inner.filter(|&cell| around(cell).count() >= 2)
    };
    let on_path = inner().find_map(|p| {
        let mut next = around(p).flat_map(|a| around(a).map(move |b| (a, b)));
        let (a, b) = next.find(|&(_, b)| b != p)?;
        Some((p, a, b))
    });
    let (condition, (p, a, b)) = match on_path {
        Some(cells) => (Condition::PathOfFour, cells),
        // Now components are single coins, pairs, and stars about the inner cells.
        None => {
            let p = inner().next()?;
            let mut pairs = order.iter().flat_map(|&a| around(a).map(move |b| (a, b)));
            let (a, b) = pairs.find(|&(a, b)| a != p && b != p)?;
            (Condition::ThreeAndTwo, (p, a, b))
        }
    };
    let mut beside = neighbours(a).into_iter();
    let free = beside.find(|cell| neighbours(b).contains(cell))?;
    Some(Shape {
        condition,
        triangle: [a, b, free],
        last: Some((free, p)),
    })
}

/// Returns the single move that leads from a start to a target, if there is one.
pub(super) fn single_move(
    start: &HashMap<Cell, Label>,
    target: &HashMap<Cell, Label>,
) -> Option<Step> {
    let mut left = start
        .iter()
        .filter(|(cell, label)| target.get(*cell) != Some(*label));
    let mut new = target
        .iter()
        .filter(|(cell, label)| start.get(*cell) != Some(*label));
    let ((&from, one), (&to, other)) = (left.next()?, new.next()?);
    let is_only = left.next().is_none() && new.next().is_none() && one == other;
    let supports = neighbours(to)
        .into_iter()
        .filter(|&cell| cell != from && start.contains_key(&cell));
    (is_only && supports.count() >= 2).then_some((from, to))
}

/// Returns whether any of at least three coins can move: a free cell is adjacent to two.
pub(super) fn has_move(order: &[Cell], coins: &HashMap<Cell, Label>) -> bool {
    let is_occupied = |cell: &Cell| coins.contains_key(cell);
    let mut near = order.iter().flat_map(|&cell| neighbours(cell));
    near.any(|cell| {
        let support = neighbours(cell).into_iter().filter(is_occupied);
        !is_occupied(&cell) && support.count() >= 2
    })
}
