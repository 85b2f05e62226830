//! The span: every position that could be reached with unlimited further coins (section 4.2).

use super::board::Crowd;
use super::closure::Closure;
use super::span_error::SpanError;
use crate::board::Board;
use crate::configuration::Configuration;
use crate::position::Position;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The span of a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Span {
    /// Finitely many positions.
    Finite(BTreeSet<Position>),
    /// Every position of an infinite board.
    Everything,
    /// Infinitely many positions, which are not determined.
    Infinite,
}

/// A connected component of a span, with its coins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpanComponent {
    /// Its positions, in order.
    pub positions: Vec<Position>,
    /// The positions that hold a coin, in order.
    pub coins: Vec<Position>,
}

impl SpanComponent {
    /// Returns the smallest and the largest value of each coordinate.
    #[must_use]
    pub fn bounds(&self) -> Vec<(i32, i32)> {
        let dimension = self.positions.first().map_or(0, Position::dimension);
        let values = |axis: usize| self.positions.iter().map(move |at| at.coordinates()[axis]);
        let bound = |axis| Some((values(axis).min()?, values(axis).max()?));
        (0..dimension).filter_map(bound).collect()
    }

    /// Returns the number of distinct values of each coordinate, added up: for a rectangle of the square grid, the
    /// paper's *half-perimeter* h (section 5.1).
    #[must_use]
    pub fn half_perimeter(&self) -> u64 {
        self.bounds()
            .iter()
            .map(|(least, largest)| (largest - least) as u64 + 1)
            .sum()
    }

    /// Returns the least number of coins with this span on the square grid, ⌈h/2⌉.
    ///
    /// The perimeter of n coins is at most 4n, and a coin put beside two others does not add to it; the rectangle has
    /// perimeter 2h (Lemma 5, "min chain size"). An L of ⌈h/2⌉ coins attains the bound.
    #[must_use]
    pub fn least_coins(&self) -> u64 {
        self.half_perimeter().div_ceil(2)
    }
}

/// Returns the span of a configuration under d-adjacency.
///
/// Filling every position that has d occupied neighbours until nothing changes ends on every board except where a coin
/// can land beyond all others: on lattices of integers for d = 1, and on the triangular grid for d <= 2. There, one
/// valid destination is enough to reach everything: a position with d occupied neighbours and one of these neighbours
/// are adjacent coins, which make a triangle on the triangular grid, and triangles spread over the whole grid. On the
/// mixed lattice a triangle also spreads without end. The hull (`docs/theory.md`) bounds the positions that it
/// reaches, but which of them stay out of reach, because coins would overlap, is not determined.
///
/// Each position is visited once for each occupied neighbour, so the running time, except for sorting, is proportional
/// to the number of coins and of positions in the span.
///
/// # Errors
/// When a finite span has more than [`LARGEST_SPAN`](crate::LARGEST_SPAN) positions.
///
/// ```
/// use tait_grid::{Board, Span, Symbols, read_drawing, span};
/// let diagonal = read_drawing(Board::Square, "o..\n.o.\n..o", Symbols::Plain)?;
/// let Span::Finite(positions) = span(&diagonal, 2)? else { panic!() };
/// assert_eq!(positions.len(), 9); // the paper's figure of a 3 x 3 diagonal
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn span(configuration: &Configuration, adjacency: u32) -> Result<Span, SpanError> {
    span_of(configuration.board(), configuration.positions(), adjacency)
}

/// Returns the [`span`] of positions that need not form a configuration, and may be none at all.
///
/// # Errors
/// As [`span`].
pub fn span_of(
    board: &Board,
    coins: impl IntoIterator<Item = Position>,
    adjacency: u32,
) -> Result<Span, SpanError> {
    if !grows(board, adjacency) {
        let mut closure = Closure::new(board, adjacency);
        closure.add(coins)?;
        return Ok(Span::Finite(closure.into_filled().into_iter().collect()));
    }
    let coins: BTreeSet<Position> = coins.into_iter().collect();
    Ok(match (has_destination(board, &coins, adjacency), board) {
        (false, _) => Span::Finite(coins),
        (true, Board::Mixed) => Span::Infinite,
        (true, _) => Span::Everything,
    })
}

/// Whether a single valid destination is enough for infinitely many positions.
pub(super) fn grows(board: &Board, adjacency: u32) -> bool {
    match (board, board.supports_beyond()) {
        (Board::Graph(_), _) => false,
        (_, Some(supports)) => adjacency <= supports,
        // No bound is known on the mixed lattice.
        (_, None) => true,
    }
}

/// Whether a further coin could be put down somewhere.
fn has_destination(board: &Board, coins: &BTreeSet<Position>, adjacency: u32) -> bool {
    let mut support: FxHashMap<Position, u32> = FxHashMap::default();
    for near in coins.iter().flat_map(|at| board.neighbours(at)) {
        *support.entry(near).or_insert(0) += 1;
    }
    let crowd: Option<Crowd> = (*board == Board::Mixed).then(|| coins.iter().copied().collect());
    let is_free = |at: &Position| {
        let overlapped = |crowd: &Crowd| crowd.overlapping(at).next().is_some();
        !coins.contains(at) && !crowd.as_ref().is_some_and(overlapped)
    };
    support
        .iter()
        .any(|(at, &support)| support >= adjacency && is_free(at))
}

impl Span {
    /// Returns whether a position is in the span; `None` if that is not known.
    #[must_use]
    pub fn contains(&self, position: &Position) -> Option<bool> {
        match self {
            Self::Finite(positions) => Some(positions.contains(position)),
            Self::Everything => Some(true),
            Self::Infinite => None,
        }
    }

    /// Returns the connected components of a finite span in the order of their first positions, each with its coins;
    /// none of an infinite span.
    ///
    /// On the square grid with d = 2 they are rectangles with pairwise distances of at least 3 (section 5.1).
    #[must_use]
    pub fn components(&self, configuration: &Configuration) -> Vec<SpanComponent> {
        let Self::Finite(positions) = self else {
            return Vec::new();
        };
        let component = |positions: Vec<Position>| {
            let is_coin = |at: &&Position| configuration.is_occupied(at);
            let coins = positions.iter().filter(is_coin).copied().collect();
            SpanComponent { positions, coins }
        };
        let parts = connected(positions, |at| configuration.board().neighbours(at));
        parts.into_iter().map(component).collect()
    }
}

/// The parts of a set that `near` connects, each sorted, in the order of their first members.
pub(super) fn connected(
    positions: &BTreeSet<Position>,
    near: impl Fn(&Position) -> Vec<Position>,
) -> Vec<Vec<Position>> {
    let mut left: FxHashSet<Position> = positions.iter().copied().collect();
    let mut parts: Vec<Vec<Position>> = Vec::new();
    for start in positions {
        if !left.remove(start) {
            continue;
        }
        let (mut part, mut waiting) = (Vec::new(), vec![*start]);
        while let Some(here) = waiting.pop() {
            part.push(here);
            waiting.extend(near(&here).into_iter().filter(|at| left.remove(at)));
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

impl Configuration {
    /// Returns the connected components of the occupied positions (section 3), each sorted.
    #[must_use]
    pub fn components(&self) -> Vec<Vec<Position>> {
        let positions = self.positions().collect();
        connected(&positions, |at| self.board().neighbours(at))
    }

    /// Returns the coins in parts, each sorted, that are more than distance 2 apart: chains can connect the coins of a
    /// part.
    #[must_use]
    pub fn chained_parts(&self) -> Vec<Vec<Position>> {
        let positions = self.positions().collect();
        connected(&positions, |at| within_two(self.board(), at))
    }
}

/// The positions at distance 1 or 2.
fn within_two(board: &Board, position: &Position) -> Vec<Position> {
    let near = board.neighbours(position);
    let farther = near.iter().flat_map(|at| board.neighbours(at));
    near.iter().copied().chain(farther).collect()
}

/// Returns whether successive coins of a sequence are at distance at most 2: a *chain* (section 4.2).
///
/// ```
/// use tait_grid::{Board, is_chain};
/// assert!(is_chain(&Board::Square, &[[0, 0].into(), [1, 1].into(), [3, 1].into()]));
/// assert!(!is_chain(&Board::Square, &[[0, 0].into(), [2, 1].into()]));
/// ```
#[must_use]
pub fn is_chain(board: &Board, coins: &[Position]) -> bool {
    let is_near =
        |pair: &[Position]| pair[0] == pair[1] || within_two(board, &pair[0]).contains(&pair[1]);
    coins.windows(2).all(is_near)
}
