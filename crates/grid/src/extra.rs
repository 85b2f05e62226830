//! Extra coins: coins that a span does not need (section 4.3).

use super::closure::Closure;
use super::span::{Span, grows, span};
use super::span_error::{MOST_EXTRA_PAIRS, SpanError};
use crate::configuration::Configuration;
use crate::position::Position;
use rustc_hash::FxHashMap;

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
