//! Which rows of a solution are drawn, and with which letters.

use crate::error::DrawError;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Rows of a solution: row 0 is the start, row i what is there after i moves.
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
    /// All of them.
    pub const ALL: Self = Self(None);

    /// The rows that are meant of a solution of so many moves, whose rows have so many cells.
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
        parse().ok_or_else(|| "rows are like 0..10, both included; row 0 is the start".to_owned())
    }
}

/// Which characters a text is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Characters {
    /// The letters of the coins and arrows.
    #[default]
    Letters,
    /// The same, without anything beyond ASCII.
    Ascii,
    /// Discs for coins.
    Unicode,
}

/// How a text looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextStyle {
    /// Which characters it is made of.
    pub characters: Characters,
    /// Whether it is coloured by the escape codes of terminals.
    pub has_colour: bool,
}
