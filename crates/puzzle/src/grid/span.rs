//! The span: every position that could be reached with unlimited further coins (section 4.2).

use super::{Board, Configuration, Position};
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// The most positions a span may have.
pub const LARGEST_SPAN: usize = 1 << 20;

/// The span of a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Span {
    /// These positions.
    Finite(BTreeSet<Position>),
    /// Every position of an infinite board.
    Everything,
    /// Infinitely many positions; which ones is not said.
    Infinite,
}

/// Why a span is not worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SpanError {
    /// It has too many positions.
    #[error("the span has more than {LARGEST_SPAN} positions")]
    TooLarge,
}

/// A connected component of a span with the coins in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpanComponent {
    /// Its positions, in order.
    pub positions: Vec<Position>,
    /// Those that hold a coin, in order.
    pub coins: Vec<Position>,
}

impl SpanComponent {
    /// The smallest and the largest value of each coordinate.
    #[must_use]
    pub fn bounds(&self) -> Vec<(i32, i32)> {
        let dimension = self.positions.first().map_or(0, Position::dimension);
        let values = |axis: usize| self.positions.iter().map(move |at| at.coordinates()[axis]);
        let bound = |axis| Some((values(axis).min()?, values(axis).max()?));
        (0..dimension).filter_map(bound).collect()
    }

    /// The number of distinct values of each coordinate, added up: for a rectangle of the square grid
    /// the paper's *half-perimeter* h (section 5.1).
    #[must_use]
    pub fn half_perimeter(&self) -> u64 {
        self.bounds()
            .iter()
            .map(|(least, largest)| (largest - least) as u64 + 1)
            .sum()
    }

    /// On the square grid: the least number of coins that have such a span, ⌈h/2⌉.
    ///
    /// The perimeter of n coins is at most 4n, and a coin put beside two others does not add to it; the
    /// rectangle has perimeter 2h (Lemma 5, "min chain size"). An L of ⌈h/2⌉ coins attains it.
    #[must_use]
    pub fn least_coins(&self) -> u64 {
        self.half_perimeter().div_ceil(2)
    }
}

/// The span of coins on these positions under d-adjacency.
///
/// Filling every position that has d occupied neighbours until nothing changes ends on every board
/// but where a coin can land beyond all others: on lattices of whole numbers for d = 1, on the
/// triangular grid for d <= 2. There one valid destination is enough for
/// everything: a position with d occupied neighbours and one of these are adjacent coins, which on the
/// triangular grid make a triangle, and triangles spread over the whole grid. On the mixed lattice a
/// triangle also spreads without end, but which positions are reached is not said.
///
/// # Errors
/// When a finite span has more than [`LARGEST_SPAN`] positions.
///
/// ```
/// use tait_puzzle::grid::{Board, Span, Symbols, read_drawing, span};
/// let diagonal = read_drawing(Board::Square, "o..\n.o.\n..o", Symbols::Plain)?;
/// let Span::Finite(positions) = span(&diagonal, 2)? else { panic!() };
/// assert_eq!(positions.len(), 9); // the paper's figure of a 3 x 3 diagonal
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn span(configuration: &Configuration, adjacency: u32) -> Result<Span, SpanError> {
    span_of(configuration.board(), configuration.positions(), adjacency)
}

/// [`span`] of positions that need be no configuration, and may be none at all.
///
/// # Errors
/// As [`span`].
pub fn span_of(
    board: &Board,
    coins: impl IntoIterator<Item = Position>,
    adjacency: u32,
) -> Result<Span, SpanError> {
    let mut filled: BTreeSet<Position> = coins.into_iter().collect();
    let grows = match (board, board.supports_beyond()) {
        (Board::Graph(_), _) => false,
        (_, Some(supports)) => adjacency <= supports,
        // No bound is known on the mixed lattice.
        (_, None) => true,
    };
    let may_be_filled = |filled: &BTreeSet<Position>, position: &Position| {
        let neighbours = board.neighbours(position).into_iter();
        let support = neighbours.filter(|other| filled.contains(other)).count();
        !filled.contains(position)
            && support as u32 >= adjacency
            && !filled.iter().any(|coin| board.overlap(coin, position))
    };
    let mut waiting: Vec<Position> = filled.iter().flat_map(|at| board.neighbours(at)).collect();
    if grows {
        let has_destination = waiting
            .iter()
            .any(|position| may_be_filled(&filled, position));
        return Ok(match (has_destination, board) {
            (false, _) => Span::Finite(filled),
            (true, Board::Mixed) => Span::Infinite,
            (true, _) => Span::Everything,
        });
    }
    while let Some(position) = waiting.pop() {
        if may_be_filled(&filled, &position) {
            let _ = filled.insert(position);
            if filled.len() > LARGEST_SPAN {
                return Err(SpanError::TooLarge);
            }
            waiting.extend(board.neighbours(&position));
        }
    }
    Ok(Span::Finite(filled))
}

impl Span {
    /// Whether a position is in the span; `None` where that is not known.
    #[must_use]
    pub fn contains(&self, position: &Position) -> Option<bool> {
        match self {
            Self::Finite(positions) => Some(positions.contains(position)),
            Self::Everything => Some(true),
            Self::Infinite => None,
        }
    }

    /// The connected components of a finite span, in the order of their first positions, each with the
    /// coins in it; none of an infinite one.
    ///
    /// On the square grid with d = 2 they are rectangles with pairwise distances of at least 3 (section
    /// 5.1).
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

/// The parts of a set that are connected by `near`, each sorted, in the order of their first members.
pub(super) fn connected(
    positions: &BTreeSet<Position>,
    near: impl Fn(&Position) -> Vec<Position>,
) -> Vec<Vec<Position>> {
    let mut part_of = BTreeMap::new();
    let mut parts: Vec<Vec<Position>> = Vec::new();
    for start in positions {
        if part_of.contains_key(start) {
            continue;
        }
        let mut part = Vec::new();
        let mut waiting = vec![*start];
        while let Some(here) = waiting.pop() {
            if positions.contains(&here) && part_of.insert(here, parts.len()).is_none() {
                part.push(here);
                waiting.extend(near(&here));
            }
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

impl Configuration {
    /// The connected components of the occupied positions (section 3), each sorted.
    #[must_use]
    pub fn components(&self) -> Vec<Vec<Position>> {
        let positions = self.positions().collect();
        connected(&positions, |at| self.board().neighbours(at))
    }

    /// The coins, taken apart wherever more than distance 2 separates them, each part sorted: the coins
    /// that chains can connect.
    #[must_use]
    pub fn chained_parts(&self) -> Vec<Vec<Position>> {
        let positions = self.positions().collect();
        connected(&positions, |at| within_two(self.board(), at))
    }

    /// The coins whose removal does not reduce the span (section 4.3); `None` where spans cannot be
    /// compared, on the mixed lattice.
    ///
    /// # Errors
    /// As [`span`].
    ///
    /// ```
    /// use tait_puzzle::grid::{Board, Symbols, read_drawing};
    /// let coins = read_drawing(Board::Square, "o..\n.oo\n..o", Symbols::Plain)?;
    /// // Without (1, 1) the corner (0, 0) is cut off; without (2, 2) the last row is.
    /// assert_eq!(coins.extra_coins(2)?, Some(vec![[2, 1].into()]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extra_coins(&self, adjacency: u32) -> Result<Option<Vec<Position>>, SpanError> {
        let removed = self.positions().map(|coin| vec![coin]);
        let extra = self.superfluous(removed, adjacency)?;
        Ok(extra.map(|sets| sets.into_iter().flatten().collect()))
    }

    /// The pairs of coins whose removal, both together, does not reduce the span; `None` as in
    /// [`extra_coins`](Self::extra_coins).
    ///
    /// # Errors
    /// As [`span`].
    pub fn extra_pairs(
        &self,
        adjacency: u32,
    ) -> Result<Option<Vec<(Position, Position)>>, SpanError> {
        let Some(single) = self.extra_coins(adjacency)? else {
            return Ok(None);
        };
        // Spans are monotone: both coins of an extra pair are extra.
        let pairs = single.iter().enumerate().flat_map(|(index, one)| {
            single[index + 1..]
                .iter()
                .map(move |other| vec![*one, *other])
        });
        let extra = self.superfluous(pairs, adjacency)?;
        Ok(extra.map(|sets| sets.iter().map(|pair| (pair[0], pair[1])).collect()))
    }

    /// Whether the removal of any coin reduces the span; `None` as in
    /// [`extra_coins`](Self::extra_coins).
    ///
    /// # Errors
    /// As [`span`].
    pub fn is_span_minimal(&self, adjacency: u32) -> Result<Option<bool>, SpanError> {
        Ok(self.extra_coins(adjacency)?.map(|extra| extra.is_empty()))
    }

    fn superfluous(
        &self,
        sets: impl IntoIterator<Item = Vec<Position>>,
        adjacency: u32,
    ) -> Result<Option<Vec<Vec<Position>>>, SpanError> {
        let whole = span(self, adjacency)?;
        if whole == Span::Infinite {
            return Ok(None);
        }
        let mut extra = Vec::new();
        for set in sets {
            let rest = self.positions().filter(|coin| !set.contains(coin));
            if span_of(self.board(), rest, adjacency)? == whole {
                extra.push(set);
            }
        }
        Ok(Some(extra))
    }
}

/// The positions at distance 1 or 2.
fn within_two(board: &Board, position: &Position) -> Vec<Position> {
    let near = board.neighbours(position);
    let farther = near.iter().flat_map(|at| board.neighbours(at));
    near.iter().copied().chain(farther).collect()
}

/// Whether successive coins of a sequence are at distance at most 2: a *chain* (section 4.2).
///
/// ```
/// use tait_puzzle::grid::{Board, is_chain};
/// assert!(is_chain(&Board::Square, &[[0, 0].into(), [1, 1].into(), [3, 1].into()]));
/// assert!(!is_chain(&Board::Square, &[[0, 0].into(), [2, 1].into()]));
/// ```
#[must_use]
pub fn is_chain(board: &Board, coins: &[Position]) -> bool {
    let is_near =
        |pair: &[Position]| pair[0] == pair[1] || within_two(board, &pair[0]).contains(&pair[1]);
    coins.windows(2).all(is_near)
}
