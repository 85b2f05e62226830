//! Cells, and the rectangles that spans consist of.

use std::collections::BTreeSet;
use tait_grid::Rectangle;

/// A position of the square grid.
pub(super) type Cell = (i32, i32);

/// The old and the new cell of a coin.
pub(super) type Step = (Cell, Cell);

/// Returns the distance along the lines of the grid.
pub(super) const fn distance(one: Cell, other: Cell) -> u32 {
    one.0.abs_diff(other.0) + one.1.abs_diff(other.1)
}

/// Returns the four cells beside one.
pub(super) const fn beside((x, y): Cell) -> [Cell; 4] {
    [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
}

pub(super) fn beside_coins(cell: Cell, coins: &BTreeSet<Cell>) -> impl Iterator<Item = Cell> {
    beside(cell)
        .into_iter()
        .filter(|other| coins.contains(other))
}

/// Returns the smallest rectangle that contains two cells.
pub(super) fn around(one: Cell, other: Cell) -> Rectangle {
    Rectangle {
        left: one.0.min(other.0),
        top: one.1.min(other.1),
        right: one.0.max(other.0),
        bottom: one.1.max(other.1),
    }
}

/// Returns the smallest rectangle that contains two rectangles.
pub(super) fn union(one: &Rectangle, other: &Rectangle) -> Rectangle {
    Rectangle {
        left: one.left.min(other.left),
        top: one.top.min(other.top),
        right: one.right.max(other.right),
        bottom: one.bottom.max(other.bottom),
    }
}

/// Returns how far the other rectangle lies to the right of the first (negative: to the left) and below it
/// (above).
pub(super) const fn offset(rectangle: &Rectangle, other: &Rectangle) -> Cell {
    const fn beyond(least: i32, largest: i32, first: i32, last: i32) -> i32 {
        if first > largest {
            first - largest
        } else if last < least {
            last - least
        } else {
            0
        }
    }
    (
        beyond(rectangle.left, rectangle.right, other.left, other.right),
        beyond(rectangle.top, rectangle.bottom, other.top, other.bottom),
    )
}

/// Returns the distance between two rectangles.
pub(super) const fn apart(one: &Rectangle, other: &Rectangle) -> u32 {
    let (x, y) = offset(one, other);
    x.unsigned_abs() + y.unsigned_abs()
}

/// Returns the cells of a rectangle, column by column.
pub(super) fn cells(rectangle: &Rectangle) -> impl Iterator<Item = Cell> + use<> {
    let Rectangle {
        left,
        top,
        right,
        bottom,
    } = *rectangle;
    (left..=right).flat_map(move |x| (top..=bottom).map(move |y| (x, y)))
}

/// Returns whether a cell is in a rectangle.
pub(super) fn is_within(rectangle: &Rectangle, cell: Cell) -> bool {
    apart(rectangle, &around(cell, cell)) == 0
}

/// Returns whether a rectangle contains another one.
pub(super) const fn contains(rectangle: &Rectangle, other: &Rectangle) -> bool {
    rectangle.left <= other.left
        && rectangle.top <= other.top
        && other.right <= rectangle.right
        && other.bottom <= rectangle.bottom
}

/// Returns whether each of the goals is within one of the spanned rectangles.
pub(super) fn covers(spanned: &[Rectangle], goals: &[Rectangle]) -> bool {
    goals
        .iter()
        .all(|goal| spanned.iter().any(|whole| contains(whole, goal)))
}

/// Returns the rectangles of the span of coins on these cells, in order: coins or rectangles at distance 2 or
/// less belong to one rectangle, and larger gaps are not filled (section 5.1).
pub(super) fn span(cells: impl IntoIterator<Item = Cell>) -> Vec<Rectangle> {
    let mut rectangles: Vec<Rectangle> = Vec::new();
    for cell in cells {
        let mut grown = around(cell, cell);
        while let Some(near) = rectangles
            .iter()
            .position(|other| apart(&grown, other) <= 2)
        {
            grown = union(&grown, &rectangles.swap_remove(near));
        }
        rectangles.push(grown);
    }
    rectangles.sort_unstable_by_key(|rectangle| (rectangle.left, rectangle.top));
    rectangles
}

/// Returns the sides of rectangles, in a form that can be hashed.
pub(super) fn corners(rectangles: &[Rectangle]) -> Vec<[i32; 4]> {
    let corners = |one: &Rectangle| [one.left, one.top, one.right, one.bottom];
    rectangles.iter().map(corners).collect()
}
