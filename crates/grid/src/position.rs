//! Positions: short lists of integers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// The maximum number of coordinates of a position, and so the highest dimension of a board.
pub const MOST_COORDINATES: usize = 16;

/// The largest distance of a coordinate from 0; sums of such numbers do not overflow.
pub const FARTHEST_COORDINATE: i32 = 1 << 24;

/// A position: its coordinates on the board, or the number of a vertex.
///
/// On the square grid it is `(x, y)`, with y downwards as in a drawing; on the triangular grid, axial coordinates,
/// whose neighbours are `(±1, 0)`, `(0, ±1)`, `(1, -1)` and `(-1, 1)`; on the mixed lattice, the four coefficients of
/// 1, ζ, ζ² and ζ³ for ζ = exp(iπ/6). Positions are ordered by their first coordinates, then by the second ones, and so
/// on.
///
/// ```
/// use tait_grid::Position;
/// let position = Position::from([3, -1]);
/// assert_eq!(position.coordinates(), [3, -1]);
/// assert_eq!(position.to_string(), "(3, -1)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Vec<i32>", into = "Vec<i32>")]
#[schemars(
    description = "The coordinates of a position: [x, y] on the square grid, y downwards; axial on the triangular grid; four on the mixed lattice; one number on a graph.",
    extend("minItems" = 1, "maxItems" = MOST_COORDINATES)
)]
pub struct Position {
    // Unused coordinates are 0, so that the derived order and equality are correct.
    coordinates: [i32; MOST_COORDINATES],
    dimension: u8,
}

/// Reasons why a list of numbers is not a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum PositionError {
    /// There are no coordinates, or too many.
    #[error("a position has 1 to {MOST_COORDINATES} coordinates, not {0}")]
    Count(usize),
    /// A coordinate is too far from 0.
    #[error("coordinate {0} is farther than {FARTHEST_COORDINATE} from 0")]
    TooFar(i32),
}

impl Position {
    /// Creates a position with these coordinates.
    ///
    /// # Errors
    /// When there are none or more than [`MOST_COORDINATES`], or one is farther than [`FARTHEST_COORDINATE`] from 0.
    pub fn new(coordinates: &[i32]) -> Result<Self, PositionError> {
        if coordinates.is_empty() || coordinates.len() > MOST_COORDINATES {
            return Err(PositionError::Count(coordinates.len()));
        }
        let is_far = |number: &&i32| number.unsigned_abs() > FARTHEST_COORDINATE.unsigned_abs();
        if let Some(&far) = coordinates.iter().find(is_far) {
            return Err(PositionError::TooFar(far));
        }
        let mut all = [0; MOST_COORDINATES];
        all[..coordinates.len()].copy_from_slice(coordinates);
        Ok(Self {
            coordinates: all,
            dimension: coordinates.len() as u8,
        })
    }

    /// Returns the coordinates.
    #[must_use]
    pub fn coordinates(&self) -> &[i32] {
        &self.coordinates[..usize::from(self.dimension)]
    }

    /// Returns the number of coordinates.
    #[must_use]
    pub const fn dimension(&self) -> usize {
        self.dimension as usize
    }

    /// Returns the first coordinate.
    #[must_use]
    pub const fn x(&self) -> i32 {
        self.coordinates[0]
    }

    /// Returns the second coordinate, or 0 if there is only one.
    #[must_use]
    pub const fn y(&self) -> i32 {
        self.coordinates[1]
    }

    /// Returns the sum, coordinate by coordinate.
    #[must_use]
    pub fn plus(mut self, other: &Self) -> Self {
        for (sum, number) in self.coordinates.iter_mut().zip(other.coordinates) {
            *sum += number;
        }
        self
    }

    /// Returns the difference, coordinate by coordinate.
    #[must_use]
    pub fn minus(mut self, other: &Self) -> Self {
        for (difference, number) in self.coordinates.iter_mut().zip(other.coordinates) {
            *difference -= number;
        }
        self
    }
}

impl<const N: usize> From<[i32; N]> for Position {
    /// Accepts 1 to [`MOST_COORDINATES`] numbers; other lengths do not compile.
    fn from(coordinates: [i32; N]) -> Self {
        const { assert!(N >= 1 && N <= MOST_COORDINATES) };
        let mut all = [0; MOST_COORDINATES];
        all[..N].copy_from_slice(&coordinates);
        Self {
            coordinates: all,
            dimension: N as u8,
        }
    }
}

impl TryFrom<Vec<i32>> for Position {
    type Error = PositionError;
    fn try_from(coordinates: Vec<i32>) -> Result<Self, PositionError> {
        Self::new(&coordinates)
    }
}

impl From<Position> for Vec<i32> {
    fn from(position: Position) -> Self {
        position.coordinates().to_vec()
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.coordinates().iter().map(i32::to_string).collect();
        write!(f, "({})", numbers.join(", "))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The label on a coin. Coins with the same label are interchangeable: if all coins share one label, they are
/// unlabelled; if each coin has a label of its own, they are labelled; otherwise they are coloured.
///
/// A drawing shows label 0 as `o`, labels 1 to 9 as digits, then `A` to `Z`, then `a` to `z` without `o`, and any
/// larger label as `#`.
///
/// ```
/// use tait_grid::Label;
/// assert_eq!(Label::PLAIN.letter(), Some('o'));
/// assert_eq!((Label(7).letter(), Label(10).letter()), (Some('7'), Some('A')));
/// assert_eq!(Label::of_letter('A'), Some(Label(10)));
/// assert_eq!(Label::of_letter('.'), None);
/// ```
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Label(pub u32);

const LETTERS: &str = "o123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwxyz";

impl Label {
    /// The label of unlabelled coins.
    pub const PLAIN: Self = Self(0);

    /// Returns the letter in a drawing; `None` for labels that have no letter of their own.
    #[must_use]
    pub fn letter(self) -> Option<char> {
        let byte = LETTERS.as_bytes().get(self.0 as usize)?;
        Some(char::from(*byte))
    }

    /// Returns the label that a letter stands for, if any.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Self> {
        LETTERS.find(letter).map(|index| Self(index as u32))
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
