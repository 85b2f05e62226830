//! A triangle of coins that walks around and lets other coins land beside it.

use super::answer::{LONGEST_CONSTRUCTION, TooLong};
use super::lattice::{Cell, Triangle, difference, neighbour, sum};
use crate::grid::named::NamedMoves;
use std::collections::HashMap;
use tait_grid::Operation;

/// Coins by number, and the moves made so far.
#[derive(Debug, Clone)]
pub(super) struct Coins {
    at: Vec<Cell>,
    on: HashMap<Cell, usize>,
    moves: NamedMoves,
}

impl Coins {
    /// Places coins on different cells, numbered from 0.
    pub(super) fn new(at: Vec<Cell>) -> Self {
        let on = at.iter().copied().zip(0..).collect();
        let moves = NamedMoves::default();
        Self { at, on, moves }
    }

    /// Returns the cell of a coin.
    pub(super) fn at(&self, coin: usize) -> Cell {
        self.at[coin]
    }

    /// Returns the coin on a cell.
    pub(super) fn on(&self, cell: Cell) -> Option<usize> {
        self.on.get(&cell).copied()
    }

    /// Moves a coin.
    pub(super) fn relocate(&mut self, coin: usize, to: Cell) -> Result<(), TooLong> {
        if self.moves.moves().len() >= LONGEST_CONSTRUCTION {
            return Err(TooLong);
        }
        let from = std::mem::replace(&mut self.at[coin], to);
        let _ = self.on.remove(&from);
        let _ = self.on.insert(to, coin);
        self.moves.push((from, to));
        Ok(())
    }

    /// Returns all moves, in order.
    pub(super) fn into_moves(self) -> NamedMoves {
        self.moves
    }

    /// Begins a named step; returns the current one, for [`end`](Self::end).
    pub(super) fn begin(&mut self, operation: Operation) -> Option<usize> {
        self.moves.begin(operation)
    }

    /// Ends the current step.
    pub(super) const fn end(&mut self, outer: Option<usize>) {
        self.moves.end(outer);
    }
}

/// A triangle of occupied cells, and three coins, the movers, which make it walk.
///
/// The movers need not be on the triangle: its cells only have to be occupied, by any coins. To step to a
/// triangle that shares two cells with it, the third cell must be occupied. Either it already is, and
/// nothing has to move, or a mover that is on neither shared cell goes there; there is one, because two
/// cells hold two coins. So the carrier can walk any path of triangles, with at most one move for each
/// step, and only movers move. (These are the paper's ghost coins without the bookkeeping.)
///
/// The choice of the mover depends on the cells of the movers, not on which mover is which. So the same
/// walk with movers exchanged ends with them exchanged.
#[derive(Debug, Clone)]
pub(super) struct Carrier {
    pub(super) coins: Coins,
    triangle: Triangle,
    movers: [usize; 3],
}

impl Carrier {
    /// Creates a carrier; makes a triangle by at most two moves of movers if there is none. Returns
    /// `None` when no coin can move. There must be at least three coins.
    pub(super) fn new(mut coins: Coins, movers: [usize; 3]) -> Result<Option<Self>, TooLong> {
        let outer = coins.begin(Operation::Triangle);
        let triangle = first_triangle(&mut coins, movers)?;
        coins.end(outer);
        Ok(triangle.map(|triangle| Self {
            coins,
            triangle,
            movers,
        }))
    }

    /// Walks to a triangle of cells, which are then occupied.
    pub(super) fn walk(&mut self, goal: Triangle) -> Result<(), TooLong> {
        let outer = self.coins.begin(Operation::Maneuver);
        while let Some((next, new)) = self.triangle.next_towards(goal) {
            if self.coins.on(new).is_none() {
                place_mover(&mut self.coins, self.movers, &next.cells(), new)?;
            }
            self.triangle = next;
        }
        self.coins.end(outer);
        Ok(())
    }

    /// Takes a coin that is not a mover to its final cell.
    ///
    /// Six triangles have two cells beside the destination `e` and do not contain it: for successive
    /// neighbours `u` and `v` of `e`, the third cell is `w = u + v - e`. The coin is on at most two of
    /// these triangles. After a walk to one of the others, the coin can land on `e`, where it leans on
    /// `u` and `v`.
    ///
    /// If another coin is on `e`, it has to leave first. The cells `u, w, u + s, w + s, u + 2s, ...`,
    /// where `s = u - e`, are each adjacent to the two before, and none of them is `e`. The first two are
    /// occupied, so the other coin can go to the first free one.
    pub(super) fn transport(&mut self, coin: usize, to: Cell) -> Result<(), TooLong> {
        let from = self.coins.at(coin);
        if from == to {
            return Ok(());
        }
        let beside = |direction: usize| {
            let (u, v) = (neighbour(to, direction), neighbour(to, direction + 1));
            (
                u,
                difference(sum(u, v), to),
                Triangle::of([u, v, difference(sum(u, v), to)]),
            )
        };
        let nearest = (0..6)
            .map(beside)
            .filter(|(_, _, triangle)| !triangle.contains(from))
            .min_by_key(|(_, _, triangle)| triangle.distance(self.triangle));
        let Some((mut near, mut far, triangle)) = nearest else {
            return Ok(());
        };
        let outer = self.coins.begin(Operation::Transport);
        self.walk(triangle)?;
        if let Some(other) = self.coins.on(to) {
            let step = difference(near, to);
            let free = loop {
                near = sum(near, step);
                if self.coins.on(near).is_none() {
                    break near;
                }
                far = sum(far, step);
                if self.coins.on(far).is_none() {
                    break far;
                }
            };
            self.coins.relocate(other, free)?;
        }
        self.coins.relocate(coin, to)?;
        self.coins.end(outer);
        Ok(())
    }

    /// Exchanges coins of the triangle. Its first cell must be the one with the least coordinates,
    /// `(x, y)`, another coin must be on `(x + 1, y - 1)`, and no others nearby.
    ///
    /// The first and the second coin are adjacent to each other, to the third, and to the fourth. So when
    /// one of these two has gone to the far side of the two others, the third can take its place, leaning
    /// on the fourth and the one that stayed, and leave its own place to it.
    pub(super) fn exchange(&mut self, exchange: Exchange) -> Result<(), TooLong> {
        let [first, second, third] = self.triangle.cells();
        let (corner, beyond) = match exchange {
            Exchange::FirstAndThird => (first, difference(sum(second, third), first)),
            Exchange::SecondAndThird => (second, difference(sum(first, third), second)),
        };
        let outer = self.coins.begin(Operation::TriangleSwap);
        for (from, to) in [(corner, beyond), (third, corner), (beyond, third)] {
            if let Some(coin) = self.coins.on(from) {
                self.coins.relocate(coin, to)?;
            }
        }
        self.coins.end(outer);
        Ok(())
    }
}

/// The two coins of a triangle to exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exchange {
    /// Those of the first and the third cell.
    FirstAndThird,
    /// Those of the second and the third cell.
    SecondAndThird,
}

/// Moves the first mover, in the order of their cells, that is on none of the kept cells. The destination
/// is free, so it may be among these cells.
fn place_mover(
    coins: &mut Coins,
    movers: [usize; 3],
    kept: &[Cell],
    to: Cell,
) -> Result<(), TooLong> {
    let free = movers
        .into_iter()
        .filter(|&mover| !kept.contains(&coins.at(mover)));
    match free.min_by_key(|&mover| coins.at(mover)) {
        Some(mover) => coins.relocate(mover, to),
        None => Ok(()),
    }
}

/// Finds a triangle of coins, or makes one.
///
/// If there is none, a mover goes beside two adjacent coins. If no coins are adjacent but a free cell `p`
/// is adjacent to two, one of them on `a`, a third coin goes to `p`. Then a coin on neither `a` nor `p`
/// goes to a cell beside both, which is free: it is adjacent to `a`, and no coin was. If there is no such
/// cell `p` either, no coin can move.
fn first_triangle(coins: &mut Coins, movers: [usize; 3]) -> Result<Option<Triangle>, TooLong> {
    let mut pair = None;
    let mut path = None;
    for &a in &coins.at {
        for direction in 0..6 {
            let [b, c] = [0, 1].map(|turn| neighbour(a, direction + turn));
            match (coins.on(b).is_some(), coins.on(c).is_some()) {
                (true, true) => return Ok(Some(Triangle::of([a, b, c]))),
                (true, false) => pair = pair.or(Some([a, b, c])),
                (false, _) if path.is_none() => {
                    let other = (0..6).map(|direction| neighbour(b, direction));
                    let mut other = other.filter(|&cell| cell != a && coins.on(cell).is_some());
                    path = other.next().map(|other| (a, b, other, c));
                }
                (false, _) => {}
            }
        }
    }
    if let Some([a, b, c]) = pair {
        place_mover(coins, movers, &[a, b], c)?;
        return Ok(Some(Triangle::of([a, b, c])));
    }
    let Some((a, p, other, c)) = path else {
        return Ok(None);
    };
    place_mover(coins, movers, &[a, other], p)?;
    place_mover(coins, movers, &[a, p], c)?;
    Ok(Some(Triangle::of([a, p, c])))
}
