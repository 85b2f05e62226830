//! Extra coins: those that a span does not need (section 4.3).

use super::closure::Closure;
use super::span::{Span, grows, span};
use super::span_error::{MOST_EXTRA_PAIRS, SpanError};
use crate::configuration::Configuration;
use crate::position::Position;
use rustc_hash::FxHashMap;

impl Configuration {
    /// The coins whose removal does not reduce the span (section 4.3); `None` where spans cannot be
    /// compared, on the mixed lattice.
    ///
    /// Each component of the span is looked at by itself. A coin of it is extra when the other coins fill its position,
    /// and halves of the coins are tried at a time, so this takes about as long as the span, times the logarithm of the
    /// number of coins.
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
            closure.needless(&component.coins, &mut extra)?;
        }
        extra.sort_unstable();
        Ok(Some(extra))
    }

    /// The pairs of coins whose removal, both together, does not reduce the span; `None` as in
    /// [`extra_coins`](Self::extra_coins).
    ///
    /// It takes about as long as the extra coins of each component that has any, once for each of them.
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
                // Components do not need each other.
                for &one in &here {
                    list(one, &mut before.iter().copied())?;
                }
                let mut closure = Closure::new(self.board(), adjacency);
                closure.add(needed)?;
                for (index, &one) in here.iter().enumerate() {
                    let mut found = Vec::new();
                    closure.needless(&here[index + 1..], &mut found)?;
                    list(one, &mut found.into_iter())?;
                    closure.add([one])?;
                }
                before.extend(here);
            }
        }
        pairs.sort_unstable();
        Ok(Some(pairs))
    }

    /// Whether the removal of any coin reduces the span; `None` as in
    /// [`extra_coins`](Self::extra_coins).
    ///
    /// # Errors
    /// As [`span`].
    pub fn is_span_minimal(&self, adjacency: u32) -> Result<Option<bool>, SpanError> {
        Ok(self.extra_coins(adjacency)?.map(|extra| extra.is_empty()))
    }
}

/// On a board on which one valid destination is enough for everything: how many there are.
struct Destinations<'a> {
    coins: &'a Configuration,
    adjacency: u32,
    /// How many coins each position beside a coin has around it.
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

    /// Whether there was a destination, and still is one without one or two coins.
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
