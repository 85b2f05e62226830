//! Merging of coins into one chain for each rectangle of the span.

use super::answer::Stop;
use super::chain::{Chain, coins_along, path};
use super::rectangle::{Cell, apart, around, is_within, offset, union};
use super::table::Table;
use std::collections::VecDeque;
use tait_grid::{Operation, Rectangle};

/// Rearranges the skeleton into one chain for each rectangle of its span, in the order of the rectangles; coins that
/// are not needed become loose.
///
/// Every coin begins as a chain of its own. Two chains whose rectangles are at distance 2 or less are merged, until no
/// such chains are left.
pub(super) fn reduce(table: &mut Table) -> Result<Vec<Chain>, Stop> {
    let single = |coin: Cell| Chain::new(vec![coin]);
    let mut chains: Vec<Chain> = table.skeleton().into_iter().map(single).collect();
    while let Some((one, other)) = near_pair(&chains) {
        // Remove the later one first, so that the other keeps its index.
        let pair = [chains.swap_remove(other), chains.swap_remove(one)];
        let [host, guest] = pair;
        let merged = table.step(Operation::Merge, |table| {
            merge(host, guest, &mut chains, table)
        })?;
        chains.push(merged);
    }
    chains.sort_unstable_by_key(|chain| {
        let rectangle = chain.rectangle();
        (rectangle.left, rectangle.top)
    });
    Ok(chains)
}

/// Returns two chains that have to be merged, the latest ones, so that growing chains keep growing.
fn near_pair(chains: &[Chain]) -> Option<(usize, usize)> {
    let rectangles: Vec<Rectangle> = chains.iter().map(Chain::rectangle).collect();
    let pairs = (0..chains.len())
        .rev()
        .flat_map(|other| (0..other).map(move |one| (one, other)));
    let mut pairs = pairs.filter(|&(one, other)| apart(&rectangles[one], &rectangles[other]) <= 2);
    pairs.next()
}

/// Merges two chains: adds the coins of the guest to the host one by one, from a near one towards both ends.
fn merge(
    host: Chain,
    guest: Chain,
    chains: &mut Vec<Chain>,
    table: &mut Table,
) -> Result<Chain, Stop> {
    // Rectangles may overlap. Each chain by itself spans its own.
    for chain in [&host, &guest] {
        take_apart(&chain.rectangle(), chains, table);
    }
    let (mut host, guest) = approach(host, guest, table)?;
    let coins = guest.into_coins();
    let nearest = cheapest(&host, &coins).ok_or(Stop::Defect)?;
    let order = (nearest..coins.len()).chain((0..nearest).rev());
    let mut left: VecDeque<Cell> = order.map(|index| coins[index]).collect();
    while let Some(coin) = left.pop_front() {
        let grown = union(&host.rectangle(), &around(coin, coin));
        // With this coin the chain spans the whole rectangle, so it needs no other coins there.
        left.retain(|&other| {
            let stays = !is_within(&grown, other);
            if !stays {
                table.loosen(other);
            }
            stays
        });
        take_apart(&grown, chains, table);
        if is_within(&host.rectangle(), coin) {
            table.loosen(coin);
        } else {
            host.add(coin, table)?;
        }
    }
    Ok(host)
}

/// Makes coins of other chains in a rectangle that is spanned without them loose; the rest of such a chain becomes
/// chains.
fn take_apart(rectangle: &Rectangle, chains: &mut Vec<Chain>, table: &mut Table) {
    let is_met = |chain: &mut Chain| chain.coins().iter().any(|&coin| is_within(rectangle, coin));
    let met: Vec<Chain> = chains.extract_if(.., is_met).collect();
    for chain in met {
        let mut rest = Vec::new();
        for coin in chain.into_coins() {
            if is_within(rectangle, coin) {
                table.loosen(coin);
                if !rest.is_empty() {
                    chains.push(Chain::new(std::mem::take(&mut rest)));
                }
            } else {
                rest.push(coin);
            }
        }
        if !rest.is_empty() {
            chains.push(Chain::new(rest));
        }
    }
}

/// Returns the index of the coin that is easiest to add, of those at distance 2 or less. From easy to hard: inside the
/// rectangle, prolonging the chain in its present shape, beside the rectangle, beyond a corner where the chain does
/// not end.
fn cheapest(host: &Chain, coins: &[Cell]) -> Option<usize> {
    let rectangle = host.rectangle();
    let cost = |coin: Cell| {
        let (x, y) = offset(&rectangle, &around(coin, coin));
        let ends = [host.first(), host.last()];
        let is_straight = |end: Cell| end.0 == coin.0 || end.1 == coin.1;
        match (x, y) {
            (0, 0) => Some(0),
            _ if x.unsigned_abs() + y.unsigned_abs() > 2 => None,
            _ if x != 0 && y != 0 => Some(if host.end_near(coin).is_some() { 1 } else { 3 }),
            _ if host.end_near(coin).is_some() && ends.into_iter().any(is_straight) => Some(1),
            _ => Some(2),
        }
    };
    let near = coins.iter().enumerate();
    let near = near.filter_map(|(index, &coin)| Some((cost(coin)?, index)));
    near.min().map(|(_, index)| index)
}

/// Rearranges one of two chains so that it has a coin at distance 2 or less from the rectangle of the other. That one
/// is the second chain of the result.
///
/// *This is possible.* Let the rectangles share no x (or, mirrored, no y). If they share no y either, a corner of one
/// is at distance 2 from a corner of the other, and a chain has coins in the corners where it ends. If the rectangle
/// of smaller height has two rows or the last row of the other, an L with a leg on the side near the other has a coin
/// in these rows. Otherwise it is a single row, and the coin at its near end is within distance 2. If the rectangles
/// share a cell, either one has a corner in the other, which a rotation makes an end, or they cross. A chain that
/// crosses two columns has a coin in them. If a row and a column cross, their coins nearest to the crossing are next
/// to it.
fn approach(host: Chain, guest: Chain, table: &mut Table) -> Result<(Chain, Chain), Stop> {
    let is_near = |coins: &[Cell], other: &Chain| {
        let rectangle = other.rectangle();
        coins
            .iter()
            .any(|&coin| apart(&rectangle, &around(coin, coin)) <= 2)
    };
    if is_near(guest.coins(), &host) {
        return Ok((host, guest));
    }
    if is_near(host.coins(), &guest) {
        return Ok((guest, host));
    }
    for is_rotated in [false, true] {
        for (still, moved) in [(&host, &guest), (&guest, &host)] {
            let (mut ends, mut corners) = ([moved.first(), moved.last()], moved.corners());
            if is_rotated {
                corners.reverse();
                std::mem::swap(&mut ends, &mut corners);
            }
            for corner in corners {
                let along = path(&[ends[0], corner, ends[1]]);
                for before_odd in [0, along.len()] {
                    let coins = coins_along(&along, before_odd);
                    if !is_near(&coins, still) {
                        continue;
                    }
                    let mut moved = moved.clone();
                    if is_rotated {
                        moved.rotate(table)?;
                    }
                    moved.reshape(&coins, table)?;
                    return Ok((still.clone(), moved));
                }
            }
        }
    }
    Err(Stop::Defect)
}
