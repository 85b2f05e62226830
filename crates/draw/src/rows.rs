//! The rows of a solution that are drawn, and their characters.

use crate::error::DrawError;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Rows of a solution: row 0 is the start, row i the row after i moves.
///
/// ```
/// use tait_draw::Rows;
/// let rows: Rows = "3..7".parse()?;
/// assert_eq!(rows.within(20, 10, 1000)?, 3..=7);
/// assert_eq!(Rows::ALL.within(20, 10, 1000)?, 0..=20);
/// assert!(rows.within(6, 10, 1000).is_err(), "there is no row 7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rows(Option<(u64, u64)>);

impl Rows {
    /// All rows.
    pub const ALL: Self = Self(None);

    /// Returns these rows of a solution with the given numbers of moves, and of cells in a row.
    ///
    /// # Errors
    /// When there are no such rows, or they have more than `most` positions together.
    pub fn within(
        self,
        moves: usize,
        cells: u64,
        most: u64,
    ) -> Result<RangeInclusive<usize>, DrawError> {
        let rows = moves as u64;
        let (first, last) = self.0.unwrap_or((0, rows));
        if first > last || last > rows {
            return Err(DrawError::Rows { first, last, rows });
        }
        let rows = last - first + 1;
        if rows.saturating_mul(cells) > most {
            return Err(DrawError::Large { rows, cells, most });
        }
        Ok(first as usize..=last as usize)
    }
}

impl FromStr for Rows {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let (first, last) = text.split_once("..")?;
            Some(Self(Some((first.parse().ok()?, last.parse().ok()?))))
        };
        parse()
            .ok_or_else(|| "expected rows like 0..10, both included; row 0 is the start".to_owned())
    }
}

/// The characters of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Characters {
    /// The letters of the coins and arrows.
    #[default]
    Letters,
    /// The same, restricted to ASCII.
    Ascii,
    /// Discs for coins.
    Unicode,
}

/// The look of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextStyle {
    /// The characters.
    pub characters: Characters,
    /// Whether escape codes of terminals colour it.
    pub has_colour: bool,
}
