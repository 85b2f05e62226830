//! L's and the canonical configuration of the square grid (section 5.2).

use super::span;
use crate::board::Board;
use crate::configuration::Configuration;
use crate::position::{Label, Position};
use crate::span::SpanError;
use std::collections::BTreeSet;
use thiserror::Error;

/// A rectangle of the square grid: all positions within a range of x and a range of y.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rectangle {
    /// The smallest x.
    pub left: i32,
    /// The smallest y; y grows downwards.
    pub top: i32,
    /// The largest x.
    pub right: i32,
    /// The largest y.
    pub bottom: i32,
}

/// The orientation of an L: the corner that it passes through, and the end at which it begins.
///
/// The paper's eight orientations form four pairs that differ only in parity: where h is odd, the two adjacent coins
/// are at the last end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Orientation {
    /// Whether the corner is at the right.
    pub is_right: bool,
    /// Whether the corner is at the top.
    pub is_top: bool,
    /// Whether the L begins with its horizontal leg.
    pub begins_horizontally: bool,
}

impl Orientation {
    /// The orientation of the letter L: from the top left through the bottom left to the bottom right.
    pub const CANONICAL: Self = Self {
        is_right: false,
        is_top: false,
        begins_horizontally: false,
    };

    /// Returns all eight orientations, the canonical one first.
    #[must_use]
    pub fn all() -> [Self; 8] {
        std::array::from_fn(|index| Self {
            is_right: index & 1 == 1,
            is_top: index & 2 == 2,
            begins_horizontally: index & 4 == 4,
        })
    }
}

impl Rectangle {
    /// Returns the number of distinct x coordinates plus the number of distinct y coordinates.
    #[must_use]
    pub const fn half_perimeter(&self) -> u32 {
        (self.right - self.left + self.bottom - self.top) as u32 + 2
    }

    /// Returns the L along two edges of this rectangle, from one end to the other: a chain of ⌈h/2⌉ coins whose span is
    /// the rectangle. Successive coins are at distance 2, except that for odd h the last two are adjacent.
    ///
    /// ```
    /// use tait_grid::{Orientation, Rectangle};
    /// let rectangle = Rectangle { left: 0, top: 0, right: 2, bottom: 3 };
    /// let coins = rectangle.l(Orientation::CANONICAL);
    /// assert_eq!(coins, [[0, 0].into(), [0, 2].into(), [1, 3].into(), [2, 3].into()]);
    /// ```
    #[must_use]
    pub fn l(&self, orientation: Orientation) -> Vec<Position> {
        let Orientation {
            is_right,
            is_top,
            begins_horizontally,
        } = orientation;
        let ordered = |is_reversed: bool, from: i32, to: i32| -> Vec<i32> {
            if is_reversed {
                (from..=to).rev().collect()
            } else {
                (from..=to).collect()
            }
        };
        let corner_x = if is_right { self.right } else { self.left };
        let corner_y = if is_top { self.top } else { self.bottom };
        // Towards the corner on the vertical leg, away from it on the horizontal one.
        let rows = ordered(is_top, self.top, self.bottom);
        let columns = ordered(is_right, self.left, self.right);
        let vertical = rows.iter().map(|&y| Position::from([corner_x, y]));
        let horizontal = columns
            .iter()
            .skip(1)
            .map(|&x| Position::from([x, corner_y]));
        let mut path: Vec<Position> = vertical.chain(horizontal).collect();
        if begins_horizontally {
            path.reverse();
        }
        let last = path.len() - 1;
        let is_coin = |(index, _): &(usize, Position)| index % 2 == 0 || *index == last;
        path.into_iter()
            .enumerate()
            .filter(is_coin)
            .map(|(_, at)| at)
            .collect()
    }

    /// Returns the canonical arrangement of the given number of coins: the canonical L, then one coin after the other
    /// on the leftmost unoccupied position, the bottommost if there are several, each beside two coins already placed.
    /// `None` if there are too few coins for the L, or too many for the rectangle.
    #[must_use]
    pub fn canonical(&self, coins: usize) -> Option<Vec<Position>> {
        let mut arranged = self.l(Orientation::CANONICAL);
        let more = coins.checked_sub(arranged.len())?;
        let skeleton: BTreeSet<Position> = arranged.iter().copied().collect();
        let rows = (self.top..=self.bottom).rev();
        let columns =
            (self.left..=self.right).flat_map(|x| rows.clone().map(move |y| [x, y].into()));
        let free = columns.filter(|at| !skeleton.contains(at));
        arranged.extend(free.take(more));
        (arranged.len() == coins).then_some(arranged)
    }
}

/// Reasons why there is no canonical configuration.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CanonicalError {
    /// Canonical configurations are defined on the square grid only.
    #[error("canonical configurations are defined on the square grid, not on the {0}")]
    Board(Board),
    /// Canonical configurations are defined for unlabelled coins only.
    #[error("canonical configurations are defined for unlabelled coins")]
    Labelled,
    /// The span is too large.
    #[error(transparent)]
    Span(#[from] SpanError),
}

impl Configuration {
    /// Returns the canonical configuration with the same span and the same number of coins in each rectangle of the
    /// span (section 5.2).
    ///
    /// # Errors
    /// When the board is not the square grid, the coins are labelled, or the span is too large.
    ///
    /// ```
    /// use tait_grid::{Board, Symbols, read_drawing};
    /// let coins = read_drawing(Board::Square, "o...\n.oo.\n.oo.\n...o", Symbols::Plain)?;
    /// let canonical = coins.canonical()?;
    /// assert_eq!(canonical.drawing().as_deref(), Some("o...\no...\no...\noo.o\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn canonical(&self) -> Result<Self, CanonicalError> {
        if *self.board() != Board::Square {
            return Err(CanonicalError::Board(self.board().clone()));
        }
        if !self.is_unlabelled() {
            return Err(CanonicalError::Labelled);
        }
        let label = self.labels().first().copied().unwrap_or(Label::PLAIN);
        let components = span(self, 2)?.components(self);
        let arranged = components.iter().flat_map(|component| {
            let bounds = component.bounds();
            let rectangle = Rectangle {
                left: bounds[0].0,
                top: bounds[1].0,
                right: bounds[0].1,
                bottom: bounds[1].1,
            };
            // By the bound on the half-perimeter, there are at least as many coins as the L needs.
            rectangle
                .canonical(component.coins.len())
                .unwrap_or_else(|| component.coins.clone())
        });
        Ok(self.with_coins(arranged.map(|at| (at, label)).collect()))
    }
}
