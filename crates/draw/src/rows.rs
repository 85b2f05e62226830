//! The rows of a solution that are drawn, and their characters.

use crate::error::DrawError;
use std::ops::RangeInclusive;
use std::str::FromStr;
use tait_text::Layout;

/// Rows of a solution: row 0 is the start, row i the row after i moves. `A..B` are those from A to B; `ends` are the first
/// and the last row alone, without the move that led there: the puzzle itself.
///
/// ```
/// use tait_draw::Rows;
/// let rows: Rows = "3..7".parse()?;
/// assert_eq!(rows.within(20, 10, 1000)?, 3..=7);
/// assert_eq!(Rows::ALL.within(20, 10, 1000)?, 0..=20);
/// assert!(rows.within(6, 10, 1000).is_err(), "there is no row 7");
/// let ends: Rows = "ends".parse()?;
/// assert_eq!(ends.within(20, 10, 20)?, 0..=20, "of which two are drawn");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rows(Which);

/// Which rows are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    All,
    Ends,
    Range(u64, u64),
}

impl Rows {
    /// All rows.
    pub const ALL: Self = Self(Which::All);

    /// The first and the last row.
    pub(crate) const ENDS: Self = Self(Which::Ends);

    /// Returns whether rows between the first and the last one are left out.
    pub(crate) const fn are_ends(self) -> bool {
        matches!(self.0, Which::Ends)
    }

    /// Returns the layout of a drawing of these rows of a solution of `moves` moves, as its header line states it: the moves
    /// beside the rows, unless all are drawn.
    pub(crate) fn layout(self, moves: usize) -> String {
        let moves = moves as u64;
        let (first, last) = match self.0 {
            Which::All => (1, moves),
            Which::Ends => (1, 0),
            Which::Range(first, last) => (first.max(1), last),
        };
        let part = match (first, last) == (1, moves) {
            true => String::new(),
            false => Layout::Part { first, last }.to_string(),
        };
        format!("{part}{}", Layout::Drawn)
    }

    /// Returns the range of these rows of a solution with the given numbers of moves, and of cells in a row.
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
        let (first, last) = match self.0 {
            Which::All | Which::Ends => (0, rows),
            Which::Range(first, last) => (first, last),
        };
        if first > last || last > rows {
            return Err(DrawError::Rows { first, last, rows });
        }
        let rows = match self.0 {
            Which::Ends => 2,
            _ => last - first + 1,
        };
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
            if text == "ends" {
                return Some(Self(Which::Ends));
            }
            let (first, last) = text.split_once("..")?;
            Some(Self(Which::Range(first.parse().ok()?, last.parse().ok()?)))
        };
        parse().ok_or_else(|| {
            "expected rows like 0..10, both included (row 0 is the start), or ends".to_owned()
        })
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
    /// The letters in a line. Rows of coins that are wider are shown by the part that changes.
    pub width: Option<u16>,
}
