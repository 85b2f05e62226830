//! Smaller spans: cuts chains so that they span only some rectangles within their own.

use super::answer::Stop;
use super::chain::{Chain, coins_along, path};
use super::rectangle::{Cell, contains};
use super::table::Table;
use std::cmp::Reverse;
use std::collections::HashMap;
use tait_grid::{Operation, Rectangle};

/// Rectangles in a row, from left to right: each lies to the right of the one before and below it or, if they rise,
/// above it; a common row or column is allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    rectangles: Vec<Rectangle>,
    rises: bool,
}

impl Row {
    fn of(rectangles: &[Rectangle]) -> Option<Self> {
        [false, true].into_iter().find_map(|rises| {
            let mut rectangles = rectangles.to_vec();
            rectangles.sort_unstable_by_key(|one| {
                (
                    one.left,
                    if rises {
                        Err(Reverse(one.bottom))
                    } else {
                        Ok(one.top)
                    },
                )
            });
            let follows = |pair: &[Rectangle]| {
                pair[0].right <= pair[1].left
                    && if rises {
                        pair[1].bottom <= pair[0].top
                    } else {
                        pair[0].bottom <= pair[1].top
                    }
            };
            rectangles
                .windows(2)
                .all(follows)
                .then_some(Self { rectangles, rises })
        })
    }

    /// Returns the cells at which a path from left to right enters and leaves a rectangle.
    const fn ends(&self, rectangle: &Rectangle) -> [Cell; 2] {
        if self.rises {
            [
                (rectangle.left, rectangle.bottom),
                (rectangle.right, rectangle.top),
            ]
        } else {
            [
                (rectangle.left, rectangle.top),
                (rectangle.right, rectangle.bottom),
            ]
        }
    }
}

/// Returns the rectangles that lie within the given one.
fn within(whole: &Rectangle, parts: &[Rectangle]) -> Vec<Rectangle> {
    let within = parts.iter().filter(|part| contains(whole, part));
    within.copied().collect()
}

/// Returns whether [`cut`] can lead from the rectangles of one span to those of another: each lies within one of the
/// first, and those in the same one lie in a row.
pub(super) fn can_cut(from: &[Rectangle], to: &[Rectangle]) -> bool {
    let parts = from.iter().map(|whole| within(whole, to));
    let counts = parts.map(|parts| Row::of(&parts).map(|row| row.rectangles.len()));
    counts.sum::<Option<usize>>() == Some(to.len())
}

/// Cuts chains so that they span these rectangles. Unlike others, these moves cannot be taken back.
///
/// A chain is laid through the corners of the rectangles within its own, which lie in a row. If it has no coin in such
/// a corner, it has one on either side, and another coin is put between them. There are enough coins for this: the two
/// in hand suffice for the first rectangle, and each filled corner makes the coin before or behind the rectangle
/// unnecessary.
pub(super) fn cut(
    chains: Vec<Chain>,
    goals: &[Rectangle],
    table: &mut Table,
) -> Result<Vec<Chain>, Stop> {
    let mut parts = Vec::new();
    for chain in chains {
        let whole = chain.rectangle();
        let within = within(&whole, goals);
        if within == [whole] {
            parts.push(chain);
            continue;
        }
        let row = Row::of(&within).ok_or(Stop::Defect)?;
        parts.extend(table.step(Operation::ReduceSpan, |table| cut_one(chain, &row, table))?);
    }
    parts.sort_unstable_by_key(|chain| (chain.rectangle().left, chain.rectangle().top));
    Ok(parts)
}

fn cut_one(mut chain: Chain, row: &Row, table: &mut Table) -> Result<Vec<Chain>, Stop> {
    chain.lead(row.rises, table)?;
    let mut corners = vec![chain.first()];
    let mut last = chain.first();
    let ends = row.rectangles.iter().flat_map(|part| row.ends(part));
    for next in ends.chain([chain.last()]) {
        corners.extend([(next.0, last.1), next]);
        last = next;
    }
    let along = path(&corners);
    chain.reshape(&coins_along(&along, along.len()), table)?;

    let at: HashMap<Cell, usize> = along
        .iter()
        .enumerate()
        .map(|(at, &cell)| (cell, at))
        .collect();
    let mut parts = Vec::new();
    let mut rest = chain.coins().iter().copied().peekable();
    for part in &row.rectangles {
        let [enters, leaves] = row.ends(part);
        while let Some(before) = rest.next_if(|coin| at[coin] < at[&enters]) {
            table.loosen(before);
        }
        table.supply(enters)?;
        let _ = rest.next_if_eq(&enters);
        let mut coins = vec![enters];
        while let Some(coin) = rest.next_if(|coin| at[coin] < at[&leaves]) {
            coins.push(coin);
        }
        if leaves != enters {
            table.supply(leaves)?;
            let _ = rest.next_if_eq(&leaves);
            coins.push(leaves);
        }
        parts.push(Chain::new(coins));
    }
    for coin in rest {
        table.loosen(coin);
    }
    table.take_any()?;
    for part in &mut parts {
        part.shorten(table)?;
    }
    Ok(parts)
}
