//! Chains: coins on a path from one corner of a rectangle to the opposite one. They are bent, merged into one for each
//! rectangle of the span, cut for smaller spans, and led to those of the target.

use super::answer::Stop;
use super::rectangle::{Cell, apart, around, contains, distance, is_within, offset, union};
use super::table::Table;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeSet, HashMap, VecDeque};
use tait_grid::{Operation, Rectangle};

/// The fewest coins that span one rectangle.
///
/// They lie on a path from one corner to the opposite one that never turns back, each but the last at distance 2
/// from the next. If the path has odd length, one pair is adjacent instead (the *odd step*).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chain {
    coins: Vec<Cell>,
}

/// The step of one coin of a chain to another cell, while its neighbours in the chain stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Turn {
    /// The index of the coin.
    pub(super) index: usize,
    /// The cell that it leaves.
    pub(super) from: Cell,
    /// The cell that it enters: beside `from`, which moves the odd step, or diagonal to it.
    pub(super) to: Cell,
}

/// Returns the cells from one to another in a straight line, without the first.
fn line(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let (x, y) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    let length = distance(from, to) as i32;
    (1..=length).map(move |at| (from.0 + at * x, from.1 + at * y))
}

/// Returns the path through these corners, each in line with the next.
pub(super) fn path(corners: &[Cell]) -> Vec<Cell> {
    let legs = corners.windows(2).flat_map(|leg| line(leg[0], leg[1]));
    corners.first().copied().into_iter().chain(legs).collect()
}

/// Returns the coins of a chain along a path. If the path has odd length, the odd step comes after `before_odd`
/// other steps, or last if there are fewer.
pub(super) fn coins_along(path: &[Cell], before_odd: usize) -> Vec<Cell> {
    let odd = 2 * before_odd + 1;
    let is_even = path.len() % 2 == 1;
    let is_coin = |at: usize| {
        let is_behind = !is_even && at >= odd;
        at + 1 == path.len() || at.is_multiple_of(2) != is_behind
    };
    let numbered = path.iter().enumerate();
    numbered
        .filter(|(at, _)| is_coin(*at))
        .map(|(_, cell)| *cell)
        .collect()
}

/// Returns the cell beside one in the direction of another.
pub(super) const fn towards(from: Cell, to: Cell) -> Cell {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    if x == 0 {
        (from.0, from.1 + y.signum())
    } else {
        (from.0 + x.signum(), from.1)
    }
}

/// Returns the first step between adjacent coins.
pub(super) fn odd_step(coins: &[Cell]) -> Option<usize> {
    coins
        .windows(2)
        .position(|pair| distance(pair[0], pair[1]) == 1)
}

impl Chain {
    pub(super) fn new(coins: Vec<Cell>) -> Self {
        Self { coins }
    }

    pub(super) fn coins(&self) -> &[Cell] {
        &self.coins
    }

    pub(super) fn into_coins(self) -> Vec<Cell> {
        self.coins
    }

    pub(super) fn first(&self) -> Cell {
        self.coins[0]
    }

    pub(super) fn last(&self) -> Cell {
        self.coins[self.coins.len() - 1]
    }

    /// Returns the span of the chain.
    pub(super) fn rectangle(&self) -> Rectangle {
        around(self.first(), self.last())
    }

    /// Returns the corners that are not ends: that of the L that begins horizontally, then that of the other L.
    pub(super) fn corners(&self) -> [Cell; 2] {
        let (first, last) = (self.first(), self.last());
        [(last.0, first.1), (first.0, last.1)]
    }

    /// Returns the index of the odd step, or the number of coins if there is none.
    pub(super) fn before_odd(&self) -> usize {
        odd_step(&self.coins).unwrap_or(self.coins.len())
    }

    /// Returns the turns that lead to another chain between the same ends.
    ///
    /// Once the odd steps have the same index, coins of the same index are on the same diagonal; then some coin
    /// that is not yet on its target cell can always move towards it.
    pub(super) fn turns_to(&self, target: &[Cell]) -> Vec<Turn> {
        let mut coins = self.coins.clone();
        let mut turns = Vec::new();
        let mut turn = |coins: &mut Vec<Cell>, index: usize, to: Cell| {
            turns.push(Turn {
                index,
                from: coins[index],
                to,
            });
            coins[index] = to;
        };
        if let (Some(mut here), Some(there)) = (odd_step(&coins), odd_step(target)) {
            while here < there {
                let to = towards(coins[here + 1], coins[here + 2]);
                turn(&mut coins, here + 1, to);
                here += 1;
            }
            while here > there {
                let to = towards(coins[here], coins[here - 1]);
                turn(&mut coins, here, to);
                here -= 1;
            }
        }
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for index in 1..coins.len().saturating_sub(1) {
                loop {
                    let (here, there) = (coins[index], target[index]);
                    let (before, after) = (coins[index - 1], coins[index + 1]);
                    let to = (
                        here.0 + (there.0 - here.0).signum(),
                        here.1 + (there.1 - here.1).signum(),
                    );
                    let is_step = distance(before, to) == distance(before, here)
                        && distance(to, after) == distance(here, after);
                    if here == there || !is_step {
                        break;
                    }
                    turn(&mut coins, index, to);
                    is_done = false;
                }
            }
        }
        turns
    }

    /// Returns the cells on which a turn needs coins in hand.
    pub(super) fn holds(&self, turn: Turn) -> Vec<Cell> {
        let Turn { index, from, to } = turn;
        if distance(from, to) == 1 {
            return vec![to];
        }
        let between = [(from.0, to.1), (to.0, from.1)].into_iter();
        let is_neighbour =
            |cell: &Cell| *cell == self.coins[index - 1] || *cell == self.coins[index + 1];
        let mut cells: Vec<Cell> = between.filter(|cell| !is_neighbour(cell)).collect();
        if cells.len() == 1 {
            cells.push(to);
        }
        cells
    }

    /// Makes a turn.
    ///
    /// A coin moves diagonally while coins in hand are on the two cells beside both its old and its new cell; each
    /// lies between the coin and one of its neighbours in the chain, before and after. If such a neighbour is on
    /// one of the two cells, or the coin moves by one cell only, a coin in hand is put on the new cell, and the two
    /// change roles.
    pub(super) fn turn(&mut self, turn: Turn, table: &mut Table) -> Result<(), Stop> {
        let Turn { index, from, to } = turn;
        let holds = self.holds(turn);
        table.hold(&holds)?;
        match holds[..] {
            [_] => {
                table.change_roles(from, to);
                let [_, other] = table.hand();
                table.take([from, other]);
            }
            [between, second] if second == to => {
                table.change_roles(from, to);
                table.take([between, from]);
            }
            _ => table.shift(from, to)?,
        }
        self.coins[index] = to;
        Ok(())
    }

    /// Updates the chain by a turn without moving coins on the table.
    pub(super) fn pass(&mut self, turn: Turn) {
        self.coins[turn.index] = turn.to;
    }

    /// Makes the chain lead from left to right, and downwards or, if it is to rise, upwards.
    pub(super) fn lead(&mut self, rises: bool, table: &mut Table) -> Result<(), Stop> {
        let (first, last) = (self.first(), self.last());
        let slope = (last.0 - first.0).signum() * (last.1 - first.1).signum();
        if slope == if rises { 1 } else { -1 } {
            self.rotate(table)?;
        }
        let (first, last) = (self.first(), self.last());
        let is_backward = match first.0.cmp(&last.0) {
            Ordering::Less => false,
            Ordering::Equal => (first.1 > last.1) != rises,
            Ordering::Greater => true,
        };
        if is_backward {
            self.coins.reverse();
        }
        Ok(())
    }

    /// Turns the chain into another one between the same ends.
    pub(super) fn reshape(&mut self, target: &[Cell], table: &mut Table) -> Result<(), Stop> {
        table.step(Operation::Flip, |table| {
            let mut turns = self.turns_to(target).into_iter();
            turns.try_for_each(|turn| self.turn(turn, table))
        })?;
        if self.coins == target {
            Ok(())
        } else {
            Err(Stop::Defect)
        }
    }

    /// Turns the chain into an L through a corner; the odd step keeps its index.
    pub(super) fn bend(&mut self, corner: Cell, table: &mut Table) -> Result<(), Stop> {
        let along = path(&[self.first(), corner, self.last()]);
        self.reshape(&coins_along(&along, self.before_odd()), table)
    }

    /// Lays the part of the chain beside the path of a coin along that side of the rectangle, up to the end of the
    /// chain there; the rest does not move.
    fn lay_leg(
        &mut self,
        coin: Cell,
        goal: Cell,
        end: Cell,
        table: &mut Table,
    ) -> Result<(), Stop> {
        let is_backward = end != self.last();
        if is_backward {
            self.coins.reverse();
        }
        let is_vertical = coin.0 == goal.0;
        let along = |cell: Cell| if is_vertical { cell.1 } else { cell.0 };
        // Seen from the other end, coins before the given coin need not move.
        let direction = (along(end) - along(self.first())).signum();
        let is_before = |cell: &Cell| (along(coin) - along(*cell)) * direction >= 0;
        let last = self.coins.iter().rposition(is_before).ok_or(Stop::Defect)?;
        let from = self.coins[last];
        let corner = if is_vertical {
            (end.0, from.1)
        } else {
            (from.0, end.1)
        };
        let mut corners =
            self.coins[..=last]
                .iter()
                .fold(Vec::new(), |mut corners: Vec<Cell>, &cell| {
                    if let Some(&before) = corners.last() {
                        corners.push((cell.0, before.1));
                    }
                    corners.push(cell);
                    corners
                });
        corners.extend([corner, end]);
        let target = coins_along(&path(&corners), self.before_odd());
        self.reshape(&target, table)?;
        if is_backward {
            self.coins.reverse();
        }
        Ok(())
    }

    /// Moves a coin beside a leg of the chain, at distance 1 or 2, to another place beside it.
    fn slide(&self, coin: Cell, goal: Cell, table: &mut Table) -> Result<(), Stop> {
        table.step(Operation::Shuffle, |table| {
            self.slide_along(coin, goal, table)
        })
    }

    fn slide_along(&self, coin: Cell, goal: Cell, table: &mut Table) -> Result<(), Stop> {
        let is_vertical = coin.0 == goal.0;
        let along = |cell: Cell| if is_vertical { cell.1 } else { cell.0 };
        let mut here = coin;
        for next in line(coin, goal) {
            let (low, high) = (along(here).min(along(next)), along(here).max(along(next)));
            let is_beside = |pair: &&[Cell]| {
                let (one, other) = (along(pair[0]), along(pair[1]));
                one.min(other) <= low && high <= one.max(other)
            };
            let pair = self.coins.windows(2).find(is_beside).ok_or(Stop::Defect)?;
            table.rearrange(&[pair[0], pair[1], here], &[pair[0], pair[1], next])?;
            here = next;
        }
        Ok(())
    }

    /// Adds a coin to the end of the chain that is on the given cell.
    fn append(&mut self, end: Cell, coin: Cell) {
        if end == self.last() {
            self.coins.push(coin);
        } else {
            self.coins.insert(0, coin);
        }
    }

    /// Adds a coin of the skeleton outside the rectangle, at distance 2 or less from it.
    ///
    /// A coin beyond a corner prolongs the chain, which may have to be rotated first. One beside the
    /// rectangle slides along a leg on that side to the end of the chain there.
    pub(super) fn add(&mut self, coin: Cell, table: &mut Table) -> Result<(), Stop> {
        let rectangle = self.rectangle();
        let (x, y) = offset(&rectangle, &around(coin, coin));
        if x != 0 && y != 0 {
            if self.end_near(coin).is_none() {
                self.rotate(table)?;
            }
            self.append(self.end_near(coin).ok_or(Stop::Defect)?, coin);
        } else {
            let is_across = |end: &Cell| {
                if x != 0 {
                    coin.0 - end.0 == x
                } else {
                    coin.1 - end.1 == y
                }
            };
            let ends = [self.first(), self.last()].into_iter().filter(is_across);
            let end = ends
                .min_by_key(|&end| distance(end, coin))
                .ok_or(Stop::Defect)?;
            let goal = if x != 0 {
                (coin.0, end.1)
            } else {
                (end.0, coin.1)
            };
            if goal != coin {
                self.lay_leg(coin, goal, end, table)?;
                self.slide(coin, goal, table)?;
            }
            self.append(end, goal);
        }
        self.shorten(table)
    }

    /// Returns the end of the chain at distance 2 or less from a coin.
    pub(super) fn end_near(&self, coin: Cell) -> Option<Cell> {
        let mut ends = [self.first(), self.last()].into_iter();
        ends.find(|&end| distance(end, coin) <= 2)
    }

    /// Leaves at most one odd step: where two are next to each other, the coin between them is not needed.
    pub(super) fn shorten(&mut self, table: &mut Table) -> Result<(), Stop> {
        loop {
            let mut odd = (0..self.coins.len().saturating_sub(1))
                .filter(|&at| distance(self.coins[at], self.coins[at + 1]) == 1);
            let (Some(mut here), Some(there)) = (odd.next(), odd.next()) else {
                return Ok(());
            };
            drop(odd);
            while here + 1 < there {
                let index = here + 1;
                let from = self.coins[index];
                let to = towards(from, self.coins[index + 1]);
                self.turn(Turn { index, from, to }, table)?;
                here += 1;
            }
            table.loosen(self.coins.remove(here + 1));
        }
    }

    /// Rotates the chain so that it joins the other two corners, if the rectangle has more than one row and more
    /// than one column.
    ///
    /// An L down the first column and along the last row is taken apart: its coins in the column are added again,
    /// the lowest first, each at the other end of the rows below it, along which it slides (the paper's
    /// figure "rotate L").
    pub(super) fn rotate(&mut self, table: &mut Table) -> Result<(), Stop> {
        table.step(Operation::Rotation, |table| self.rotate_legs(table))
    }

    fn rotate_legs(&mut self, table: &mut Table) -> Result<(), Stop> {
        let (first, last) = (self.first(), self.last());
        if first.0 == last.0 || first.1 == last.1 {
            return Ok(());
        }
        let corner = (first.0, last.1);
        let height = first.1.abs_diff(last.1);
        let along = path(&[first, corner, last]);
        // If the path has odd length, the odd step can be placed so that the corner holds a coin.
        let before_odd = if height % 2 == 0 { along.len() } else { 0 };
        self.reshape(&coins_along(&along, before_odd), table)?;
        let (mut column, mut row): (Vec<Cell>, Vec<Cell>) = self
            .coins
            .iter()
            .copied()
            .partition(|cell| cell.1 != last.1);
        if row.first() != Some(&corner) {
            let upper = column.pop().ok_or(Stop::Defect)?;
            row = rotate_two_rows(upper, corner, &row, table)?;
        }
        let mut rotated = Self::new(row);
        while let Some(coin) = column.pop() {
            let end = rotated.last();
            rotated.bend((corner.0, end.1), table)?;
            let goal = (end.0, coin.1);
            rotated.slide(coin, goal, table)?;
            rotated.coins.push(goal);
        }
        *self = rotated;
        Ok(())
    }
}

/// Rotates a chain in two rows, an even number of columns wide: one coin is at the left end of the upper row (or
/// its mirror image), the others are in the lower row, from its second cell on. The result leads from the corner,
/// at the left end of the lower row, to the right end of the upper one.
fn rotate_two_rows(
    upper: Cell,
    corner: Cell,
    lower: &[Cell],
    table: &mut Table,
) -> Result<Vec<Cell>, Stop> {
    let (&next, rest) = lower.split_first().ok_or(Stop::Defect)?;
    let mut upper_now = (next.0, upper.1);
    table.rearrange(&[upper, next], &[corner, upper_now])?;
    let mut row = vec![corner];
    for &coin in rest {
        let before = row[row.len() - 1];
        let (beside, above) = (towards(coin, before), (coin.0, upper.1));
        table.rearrange(&[before, upper_now, coin], &[before, beside, above])?;
        row.push(beside);
        upper_now = above;
    }
    row.push(upper_now);
    Ok(row)
}

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

/// Rectangles in a row, from left to right: each lies to the right of the one before and below it or, if they rise,
/// above it; a common row or column is allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
struct RectangleRow {
    rectangles: Vec<Rectangle>,
    rises: bool,
}

impl RectangleRow {
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
    let counts = parts.map(|parts| RectangleRow::of(&parts).map(|row| row.rectangles.len()));
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
        let row = RectangleRow::of(&within).ok_or(Stop::Defect)?;
        parts.extend(table.step(Operation::ReduceSpan, |table| cut_one(chain, &row, table))?);
    }
    parts.sort_unstable_by_key(|chain| (chain.rectangle().left, chain.rectangle().top));
    Ok(parts)
}

fn cut_one(mut chain: Chain, row: &RectangleRow, table: &mut Table) -> Result<Vec<Chain>, Stop> {
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

/// Makes every chain lead from the top left to the bottom right, along two edges of its rectangle: through the top
/// right corner, or through the bottom left one. An odd step becomes the last step.
pub(super) fn straighten(
    chains: &mut [Chain],
    is_upper: bool,
    table: &mut Table,
) -> Result<(), Stop> {
    for chain in chains {
        chain.lead(false, table)?;
        let [upper, lower] = chain.corners();
        let corner = if is_upper { upper } else { lower };
        let along = path(&[chain.first(), corner, chain.last()]);
        chain.reshape(&coins_along(&along, along.len()), table)?;
    }
    Ok(())
}

/// Leads the chains from the upper to the lower edges, and leaves coins on the wanted cells behind them.
///
/// On its way a chain passes over all cells of its rectangle. It leaves a coin on a cell after the last turn that
/// involves the cell. The cell is then the old cell of a coin of the chain, between the two coins in hand, or it
/// holds one of these. The chain may never pass the upper right corner, which is beside two coins of the chain at
/// the beginning. Cells between the coins of the chain at the end are also beside two of them.
pub(super) fn sweep(
    chains: &mut [Chain],
    wanted: &BTreeSet<Cell>,
    table: &mut Table,
) -> Result<(), Stop> {
    let mut dealer = Dealer {
        wanted,
        dealt: BTreeSet::new(),
    };
    for chain in chains {
        let [upper, lower] = chain.corners();
        let along = path(&[chain.first(), lower, chain.last()]);
        let turns = chain.turns_to(&coins_along(&along, along.len()));
        // The cells that a turn involves depend only on the shape of the chain at that time.
        let mut ghost = chain.clone();
        let touched: Vec<Vec<Cell>> = turns
            .iter()
            .map(|&turn| {
                let holds = ghost.holds(turn);
                ghost.pass(turn);
                holds.into_iter().chain([turn.from, turn.to]).collect()
            })
            .collect();
        let numbered = touched.iter().enumerate();
        let last_turns: HashMap<Cell, usize> = numbered
            .flat_map(|(number, cells)| cells.iter().map(move |&cell| (cell, number)))
            .collect();
        if wanted.contains(&upper) && !last_turns.contains_key(&upper) && !table.is_skeleton(upper)
        {
            let _ = dealer.deal(upper, table)?;
        }
        for (number, (turn, cells)) in turns.into_iter().zip(&touched).enumerate() {
            chain.turn(turn, table)?;
            for &cell in cells {
                if wanted.contains(&cell)
                    && last_turns[&cell] == number
                    && !dealer.deal(cell, table)?
                {
                    return Err(Stop::Defect);
                }
            }
        }
    }
    loop {
        let left: Vec<Cell> = wanted.difference(&dealer.dealt).copied().collect();
        let before = left.len();
        for cell in left {
            let _ = dealer.deal(cell, table)?;
        }
        let left = wanted.len() - dealer.dealt.len();
        if left == 0 {
            return Ok(());
        }
        if left == before {
            return Err(Stop::Defect);
        }
    }
}

/// Puts loose coins on their final cells.
struct Dealer<'a> {
    wanted: &'a BTreeSet<Cell>,
    dealt: BTreeSet<Cell>,
}

impl Dealer<'_> {
    /// Leaves a coin on a cell; returns false when the cell is beside fewer than two coins.
    fn deal(&mut self, cell: Cell, table: &mut Table) -> Result<bool, Stop> {
        if !table.is_occupied(cell) {
            let coin = self.free(table).ok_or(Stop::Defect)?;
            if !table.is_supported_without(cell, coin) {
                return Ok(false);
            }
            table.relocate(coin, cell)?;
        }
        let _ = self.dealt.insert(cell);
        if table.hand().contains(&cell) {
            let other = self.free(table).ok_or(Stop::Defect)?;
            table.exchange(cell, other);
        }
        Ok(true)
    }

    /// Returns a loose coin that was not dealt, if possible on a cell that is not wanted.
    fn free(&self, table: &Table) -> Option<Cell> {
        let loose = table.loose();
        let free = || {
            loose
                .iter()
                .copied()
                .filter(|cell| !self.dealt.contains(cell))
        };
        free()
            .find(|cell| !self.wanted.contains(cell))
            .or_else(|| free().next())
    }
}
