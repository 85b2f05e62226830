//! One shuffling puzzle: its rows and its lower bound.

use crate::shuffling::variant::{Grouping, Side, Variant};
use std::fmt;
use thiserror::Error;

/// The largest supported size: every cell fits in an `i64`.
pub const LARGEST_SIZE: u64 = 1_000_000_000_000_000_000;

/// The reason why a size is not supported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SizeError {
    /// There are no coins, or too many.
    #[error("n = {0} is out of range: 1 <= n <= {LARGEST_SIZE}")]
    OutOfRange(u64),
    /// The row is too long for the checker.
    #[error("n = {n} is too large for the checker, which keeps the row in memory: n <= {largest}")]
    TooLargeToReplay {
        /// The size asked for.
        n: u64,
        /// The largest possible size.
        largest: u64,
    },
    /// The row is too long for a search.
    #[error("n = {n} is too large for a search: n <= {largest}")]
    TooLargeToSearch {
        /// The size asked for.
        n: u64,
        /// The largest possible size.
        largest: u64,
    },
}

/// A colour, drawn as in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// `b`
    Black,
    /// `w`
    White,
}

impl Colour {
    /// Returns black for a set bit, otherwise white.
    #[must_use]
    pub const fn from_bit(is_black: bool) -> Self {
        if is_black { Self::Black } else { Self::White }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "b",
            Self::White => "w",
        })
    }
}

/// A shuffling puzzle of one variant and size.
///
/// ```
/// use tait_vacancy::shuffling::{Colour, Shuffling};
/// let puzzle = Shuffling::new("S(n,n-1,r)".parse()?, 4)?;
/// assert_eq!(puzzle.to_string(), "shuffling S(n,n-1,r) n=4");
/// assert_eq!((puzzle.coins(), puzzle.cells(), puzzle.lower_bound()), (7, 9, 4));
/// assert_eq!((puzzle.start_at(0), puzzle.start_at(8)), (Some(Colour::Black), None));
/// assert_eq!((puzzle.goal_at(0), puzzle.goal_at(8)), (None, Some(Colour::Black)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shuffling {
    variant: Variant,
    n: u64,
    is_constrained: bool,
}

impl Shuffling {
    /// Creates the puzzle of a variant and a size, in which any two adjacent coins may be moved.
    ///
    /// # Errors
    /// [`SizeError::OutOfRange`] unless `1 <= n <=` [`LARGEST_SIZE`].
    pub const fn new(variant: Variant, n: u64) -> Result<Self, SizeError> {
        if n == 0 || n > LARGEST_SIZE {
            return Err(SizeError::OutOfRange(n));
        }
        Ok(Self {
            variant,
            n,
            is_constrained: false,
        })
    }

    /// Returns the same puzzle restricted to moves of two coins of different colours (the open
    /// question of Section V of the source; see [`weight`](super::weight())).
    #[must_use]
    pub const fn constrained(self) -> Self {
        Self {
            is_constrained: true,
            ..self
        }
    }

    /// Returns the variant.
    #[must_use]
    pub const fn variant(self) -> Variant {
        self.variant
    }

    /// Returns `n`, the size.
    #[must_use]
    pub const fn n(self) -> u64 {
        self.n
    }

    /// Returns whether only coins of different colours may be moved together.
    #[must_use]
    pub const fn is_constrained(self) -> bool {
        self.is_constrained
    }

    /// Returns the number of coins, `2n` or `2n - 1`.
    #[must_use]
    pub const fn coins(self) -> u64 {
        match self.variant.grouping {
            Grouping::Equal => 2 * self.n,
            Grouping::BlackFirst | Grouping::WhiteFirst => 2 * self.n - 1,
        }
    }

    /// Returns the number of cells, two more than coins.
    #[must_use]
    pub const fn cells(self) -> u64 {
        self.coins() + 2
    }

    /// Returns the left one of the two vacant cells at the start.
    #[must_use]
    pub const fn start_vacancy(self) -> u64 {
        self.vacancy(self.variant.is_inverse)
    }

    /// Returns the left one of the two vacant cells at the end.
    #[must_use]
    pub const fn goal_vacancy(self) -> u64 {
        self.vacancy(!self.variant.is_inverse)
    }

    /// Returns the coin of a cell at the start; `None` when the cell is vacant or beyond the row.
    #[must_use]
    pub const fn start_at(self, cell: u64) -> Option<Colour> {
        self.colour(cell, self.variant.is_inverse)
    }

    /// Returns the coin of a cell at the end; `None` when the cell is vacant or beyond the row.
    #[must_use]
    pub const fn goal_at(self, cell: u64) -> Option<Colour> {
        self.colour(cell, !self.variant.is_inverse)
    }

    const fn vacancy(self, alternates: bool) -> u64 {
        match (self.variant.vacancy, alternates) {
            (Side::Right, false) | (Side::Left, true) => self.coins(),
            (Side::Right, true) | (Side::Left, false) => 0,
        }
    }

    const fn colour(self, cell: u64, alternates: bool) -> Option<Colour> {
        let vacancy = self.vacancy(alternates);
        let coin = if cell < vacancy {
            cell
        } else if cell < vacancy + 2 || cell >= self.cells() {
            return None;
        } else {
            cell - 2
        };
        let is_black = match (self.variant.grouping, alternates) {
            (Grouping::Equal, true) => coin % 2 == 1,
            (Grouping::BlackFirst | Grouping::WhiteFirst, true) => coin % 2 == 0,
            (Grouping::Equal | Grouping::BlackFirst, false) => coin < self.n,
            (Grouping::WhiteFirst, false) => coin >= self.n - 1,
        };
        Some(Colour::from_bit(is_black))
    }

    /// Returns a lower bound on the number of moves: `n`, or 1 for the sizes 1 and 2 of the
    /// variants with an odd number of coins (Theorem 1, corrected; see the
    /// [module](super#the-lower-bound)).
    #[must_use]
    pub const fn lower_bound(self) -> u64 {
        match self.variant.grouping {
            Grouping::BlackFirst | Grouping::WhiteFirst if self.n < 3 => 1,
            _ => self.n,
        }
    }
}

impl fmt::Display for Shuffling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "shuffling {} n={}", self.variant, self.n)?;
        if self.is_constrained {
            f.write_str(" constrained")?;
        }
        Ok(())
    }
}
