//! The construction for four or more coins.

use super::answer::TooLong;
use super::carrier::{Carrier, Coins, Exchange};
use super::lattice::{Cell, Triangle};
use super::target::Shape;
use crate::grid::named::NamedMoves;
use std::collections::HashMap;
use tait_grid::{Label, Operation};

/// The sequences of exchanges that make all six orders of three coins.
const ORDERS: [&[Exchange]; 6] = {
    use Exchange::{FirstAndThird as A, SecondAndThird as B};
    [&[], &[A], &[B], &[A, B], &[B, A], &[A, B, A]]
};

/// Returns the moves to a target of a given shape from a start in which some coin can move.
pub(super) fn moves(
    start: &[(Cell, Label)],
    target: &HashMap<Cell, Label>,
    shape: &Shape,
) -> Result<NamedMoves, TooLong> {
    // The coin of the last move waits on the cell that it will leave.
    let mut before_last = target.clone();
    if let Some((from, to)) = shape.last
        && let Some(label) = before_last.remove(&to)
    {
        let _ = before_last.insert(from, label);
    }
    let destinations = assign(start, &before_last);
    let goal = Triangle::of(shape.triangle);
    let is_mover = |coin: &usize| goal.contains(destinations[*coin]);
    let (movers, others): (Vec<usize>, Vec<usize>) = (0..start.len()).partition(is_mover);
    let Ok(movers) = <[usize; 3]>::try_from(movers) else {
        return Ok(NamedMoves::default());
    };

    let coins = Coins::new(start.iter().map(|&(cell, _)| cell).collect());
    let Some(mut carrier) = Carrier::new(coins, movers)? else {
        return Ok(NamedMoves::default());
    };
    for coin in tour(others, &destinations) {
        carrier.transport(coin, destinations[coin])?;
    }
    let is_right = |carrier: &Carrier| {
        let mut cells = goal.cells().into_iter();
        cells.all(|cell| {
            let coin = carrier.coins.on(cell);
            coin.map(|coin| start[coin].1) == before_last.get(&cell).copied()
        })
    };
    let mut ended = carrier.clone();
    ended.walk(goal)?;
    if !is_right(&ended) {
        let fourth = (0..start.len()).filter(|coin| !is_mover(coin));
        let Some(fourth) = fourth.min_by_key(|&coin| destinations[coin].1) else {
            return Ok(NamedMoves::default());
        };
        let outer = carrier.coins.begin(Operation::TriangleSwap);
        go_away(&mut carrier, fourth)?;
        carrier.coins.end(outer);
        for order in ORDERS {
            ended = carrier.clone();
            for &exchange in order {
                ended.exchange(exchange)?;
            }
            ended.transport(fourth, destinations[fourth])?;
            ended.walk(goal)?;
            if is_right(&ended) {
                break;
            }
        }
    }
    if let Some((from, to)) = shape.last
        && let Some(coin) = ended.coins.on(from)
    {
        let outer = ended.coins.begin(Operation::LastMove);
        ended.coins.relocate(coin, to)?;
        ended.coins.end(outer);
    }
    Ok(ended.coins.into_moves())
}

/// Leads the triangle to cells where it consists of its movers, and puts a fourth coin beside it, so
/// that coins can be exchanged. The fourth coin must have the least second coordinate of all coins
/// other than movers.
///
/// Two lines before that coin, no other coins are on the cells of the triangle, so the movers are.
fn go_away(carrier: &mut Carrier, fourth: usize) -> Result<(), TooLong> {
    let (x, least) = carrier.coins.at(fourth);
    let y = least - 2;
    carrier.walk(Triangle::of([(x, y), (x + 1, y), (x, y + 1)]))?;
    carrier.coins.relocate(fourth, (x + 1, y - 1))
}

/// Returns a destination for each coin: its present cell, if a coin with its label belongs there,
/// otherwise any remaining cell for its label.
fn assign(start: &[(Cell, Label)], target: &HashMap<Cell, Label>) -> Vec<Cell> {
    let stays = |(cell, label): &(Cell, Label)| target.get(cell) == Some(label);
    let mut left = target.clone();
    for (cell, _) in start.iter().filter(|coin| stays(coin)) {
        let _ = left.remove(cell);
    }
    let mut left: Vec<(Cell, Label)> = left.into_iter().collect();
    // Any order will do, but it must be the same each time.
    left.sort_unstable();
    let mut by_label: HashMap<Label, Vec<Cell>> = HashMap::new();
    for (cell, label) in left {
        by_label.entry(label).or_default().push(cell);
    }
    let destination = |coin: &(Cell, Label)| {
        let (cell, label) = *coin;
        if stays(coin) {
            return cell;
        }
        by_label.get_mut(&label).and_then(Vec::pop).unwrap_or(cell)
    };
    start.iter().map(destination).collect()
}

/// Orders coins so that the path along their destinations is short: strip by strip, up one and down the
/// next, with about as many strips as coins in each strip.
fn tour(mut coins: Vec<usize>, destinations: &[Cell]) -> Vec<usize> {
    let all = || coins.iter().map(|&coin| destinations[coin].0);
    let (least, largest) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let strips = i32::try_from(coins.len().isqrt())
        .unwrap_or(i32::MAX)
        .max(1);
    let width = (largest - least) / strips + 1;
    coins.sort_by_cached_key(|&coin| {
        let (x, y) = destinations[coin];
        let strip = (x - least) / width;
        (strip, if strip % 2 == 0 { y } else { -y })
    });
    coins
}
