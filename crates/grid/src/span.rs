//! The span: every position that could be reached with unlimited further coins (section 4.2), and extra coins, which a span does
//! not need (section 4.3).

use crate::board::{Board, Crowd};
use crate::configuration::Configuration;
use crate::position::Position;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use thiserror::Error;

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
fn connected(
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

/// The maximum number of positions in a span.
pub const LARGEST_SPAN: usize = 1 << 20;

/// The maximum number of pairs of extra coins that are listed.
pub const MOST_EXTRA_PAIRS: usize = 1 << 20;

/// Reasons why a span is not computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SpanError {
    /// The span has too many positions.
    #[error("the span has more than {LARGEST_SPAN} positions")]
    TooLarge,
    /// There are too many pairs of extra coins to list.
    #[error("there are more than {MOST_EXTRA_PAIRS} pairs of extra coins")]
    TooManyPairs,
}

/// Coins on a board and all positions that they fill: every position with d filled neighbours is filled, too.
///
/// Each position is visited once for each filled neighbour, so adding coins takes time in proportion to the number of
/// positions that they fill, and undoing it takes the same.
struct Closure<'a> {
    board: &'a Board,
    adjacency: u32,
    cells: FxHashMap<Position, Cell>,
    /// The filled positions, in the order in which they were filled.
    filled: Vec<Position>,
}

/// The state of a position.
#[derive(Default)]
struct Cell {
    is_filled: bool,
    /// The number of its filled neighbours.
    support: u32,
}

impl<'a> Closure<'a> {
    /// Creates an empty closure under d-adjacency.
    pub(super) fn new(board: &'a Board, adjacency: u32) -> Self {
        Self {
            board,
            adjacency,
            cells: FxHashMap::default(),
            filled: Vec::new(),
        }
    }

    /// Adds coins and fills the positions that follow.
    ///
    /// # Errors
    /// When more than [`LARGEST_SPAN`] positions are filled; [`undo_to`](Self::undo_to) still works.
    pub(super) fn add(
        &mut self,
        coins: impl IntoIterator<Item = Position>,
    ) -> Result<(), SpanError> {
        let mut waiting = Vec::new();
        for coin in coins {
            waiting.push(coin);
            while let Some(here) = waiting.pop() {
                let cell = self.cells.entry(here).or_default();
                if std::mem::replace(&mut cell.is_filled, true) {
                    continue;
                }
                self.filled.push(here);
                for near in self.board.neighbours(&here) {
                    let cell = self.cells.entry(near).or_default();
                    cell.support += 1;
                    if !cell.is_filled && cell.support >= self.adjacency {
                        waiting.push(near);
                    }
                }
                if self.filled.len() > LARGEST_SPAN {
                    return Err(SpanError::TooLarge);
                }
            }
        }
        Ok(())
    }

    /// The number of filled positions, as a mark for [`undo_to`](Self::undo_to).
    pub(super) fn mark(&self) -> usize {
        self.filled.len()
    }

    /// Empties the positions that were filled since a mark was taken.
    pub(super) fn undo_to(&mut self, mark: usize) {
        for here in self.filled.drain(mark..) {
            if let Some(cell) = self.cells.get_mut(&here) {
                cell.is_filled = false;
            }
            for near in self.board.neighbours(&here) {
                if let Some(cell) = self.cells.get_mut(&near) {
                    cell.support -= 1;
                }
            }
        }
    }

    /// Whether a position is filled.
    pub(super) fn contains(&self, position: &Position) -> bool {
        self.cells.get(position).is_some_and(|cell| cell.is_filled)
    }

    /// The filled positions.
    pub(super) fn into_filled(self) -> Vec<Position> {
        self.filled
    }

    /// Appends each of `coins` whose position all other coins fill, together with the positions that are filled
    /// already.
    ///
    /// It adds one half while it examines the other, and vice versa, so each coin is added a logarithmic number of
    /// times rather than once for each other coin.
    ///
    /// # Errors
    /// As [`add`](Self::add).
    pub(super) fn extra(
        &mut self,
        coins: &[Position],
        found: &mut Vec<Position>,
    ) -> Result<(), SpanError> {
        if coins.iter().all(|coin| self.contains(coin)) {
            found.extend_from_slice(coins);
            return Ok(());
        }
        if coins.len() < 2 {
            return Ok(());
        }
        let (left, right) = coins.split_at(coins.len() / 2);
        let mark = self.mark();
        for (looked_at, added) in [(left, right), (right, left)] {
            self.add(added.iter().copied())?;
            self.extra(looked_at, found)?;
            self.undo_to(mark);
        }
        Ok(())
    }
}

impl Configuration {
    /// Returns the coins whose removal does not reduce the span (section 4.3); `None` if the span is infinite on the
    /// mixed lattice, where spans cannot be compared.
    ///
    /// It examines each component of the span by itself. A coin is extra if the other coins of its component fill its
    /// position. Half of the coins are examined at a time, so the running time is about that of the span, times the
    /// logarithm of the number of coins.
    ///
    /// # Errors
    /// As [`span`].
    ///
    /// ```
    /// use tait_grid::{Board, Symbols, read_drawing};
    /// let coins = read_drawing(Board::Square, "o..\n.oo\n..o", Symbols::Plain)?;
    /// // Without (1, 1) the corner (0, 0) is cut off; without (2, 2) the last row is.
    /// assert_eq!(coins.extra_coins(2)?, Some(vec![[2, 1].into()]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extra_coins(&self, adjacency: u32) -> Result<Option<Vec<Position>>, SpanError> {
        let whole = span(self, adjacency)?;
        if whole == Span::Infinite {
            return Ok(None);
        }
        if grows(self.board(), adjacency) {
            let destinations = Destinations::new(self, adjacency);
            let is_extra = |coin: &Position| destinations.remain_without(&[*coin]);
            return Ok(Some(self.positions().filter(is_extra).collect()));
        }
        let mut extra = Vec::new();
        for component in whole.components(self) {
            let mut closure = Closure::new(self.board(), adjacency);
            closure.extra(&component.coins, &mut extra)?;
        }
        extra.sort_unstable();
        Ok(Some(extra))
    }

    /// Returns the pairs of coins whose joint removal does not reduce the span; `None` as in
    /// [`extra_coins`](Self::extra_coins).
    ///
    /// The running time is about that of finding the extra coins of each component that has any, once for each of them.
    ///
    /// # Errors
    /// As [`span`], and when there are more than [`MOST_EXTRA_PAIRS`].
    pub fn extra_pairs(
        &self,
        adjacency: u32,
    ) -> Result<Option<Vec<(Position, Position)>>, SpanError> {
        // Spans are monotone: both coins of an extra pair are extra.
        let Some(single) = self.extra_coins(adjacency)? else {
            return Ok(None);
        };
        let mut pairs = Vec::new();
        let mut list = |one: Position, others: &mut dyn Iterator<Item = Position>| {
            for other in others {
                if pairs.len() == MOST_EXTRA_PAIRS {
                    return Err(SpanError::TooManyPairs);
                }
                pairs.push((one.min(other), one.max(other)));
            }
            Ok(())
        };
        if grows(self.board(), adjacency) {
            let destinations = Destinations::new(self, adjacency);
            for (index, &one) in single.iter().enumerate() {
                let later = single[index + 1..].iter().copied();
                let is_extra = |other: &Position| destinations.remain_without(&[one, *other]);
                list(one, &mut later.filter(is_extra))?;
            }
        } else {
            let mut before: Vec<Position> = Vec::new();
            for component in span(self, adjacency)?.components(self) {
                let is_single = |coin: &Position| single.binary_search(coin).is_ok();
                let (here, needed): (Vec<Position>, Vec<Position>) =
                    component.coins.iter().partition(|coin| is_single(coin));
                // Components are independent of each other.
                for &one in &here {
                    list(one, &mut before.iter().copied())?;
                }
                let mut closure = Closure::new(self.board(), adjacency);
                closure.add(needed)?;
                for (index, &one) in here.iter().enumerate() {
                    let mut found = Vec::new();
                    closure.extra(&here[index + 1..], &mut found)?;
                    list(one, &mut found.into_iter())?;
                    closure.add([one])?;
                }
                before.extend(here);
            }
        }
        pairs.sort_unstable();
        Ok(Some(pairs))
    }

    /// Returns whether the removal of any coin reduces the span; `None` as in [`extra_coins`](Self::extra_coins).
    ///
    /// # Errors
    /// As [`span`].
    pub fn is_span_minimal(&self, adjacency: u32) -> Result<Option<bool>, SpanError> {
        Ok(self.extra_coins(adjacency)?.map(|extra| extra.is_empty()))
    }
}

/// The valid destinations on a board where a single one makes the span infinite.
struct Destinations<'a> {
    coins: &'a Configuration,
    adjacency: u32,
    /// For each position beside a coin, the number of coins around it.
    support: FxHashMap<Position, u32>,
    count: usize,
}

impl<'a> Destinations<'a> {
    fn new(coins: &'a Configuration, adjacency: u32) -> Self {
        let mut support = FxHashMap::default();
        for near in coins
            .positions()
            .flat_map(|at| coins.board().neighbours(&at))
        {
            *support.entry(near).or_insert(0) += 1;
        }
        let is_destination =
            |(at, support): &(&Position, &u32)| **support >= adjacency && !coins.is_occupied(at);
        let count = support.iter().filter(is_destination).count();
        Self {
            coins,
            adjacency,
            support,
            count,
        }
    }

    /// Whether there was a destination, and there still is one without one or two coins.
    fn remain_without(&self, removed: &[Position]) -> bool {
        let support = |at: &Position| self.support.get(at).copied().unwrap_or(0);
        let around = |at: &Position| self.coins.board().neighbours(at);
        let lost = |at: &Position| {
            let near = around(at).into_iter();
            near.filter(|other| removed.contains(other)).count() as u32
        };
        let is_vacated = |at: &Position| support(at) - lost(at) >= self.adjacency;
        if self.count == 0 {
            return false;
        }
        let mut near: Vec<Position> = removed.iter().flat_map(around).collect();
        near.sort_unstable();
        near.dedup();
        let is_destroyed = |at: &&Position| {
            let now = support(at) - lost(at);
            !self.coins.is_occupied(at) && support(at) >= self.adjacency && now < self.adjacency
        };
        near.iter().filter(is_destroyed).count() < self.count || removed.iter().any(is_vacated)
    }
}
