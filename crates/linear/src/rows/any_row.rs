//! Rows of coins of any kinds, as text.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The most positions of a row, and of a board: the cells of a machine word.
pub const MOST_POSITIONS: u32 = 64;

/// A row of coins with gaps, from its first coin to its last.
///
/// A letter or a digit is a coin of that kind: `o` is a nickel, `x` a penny. A point or an underscore is a free position.
/// Free positions before the first coin and after the last one are left out.
///
/// ```
/// use tait_linear::rows::AnyRow;
/// let row: AnyRow = "..oxx_ox".parse()?;
/// assert_eq!((row.to_string().as_str(), row.coins(), row.span()), ("oxx.ox", 5, 6));
/// assert_eq!("ox?".parse::<AnyRow>().unwrap_err().to_string(),
///     "invalid row 'ox?': '?' at place 3 is neither a letter or digit for a coin, nor '.' for a free position");
/// # Ok::<(), tait_linear::rows::RowTextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnyRow {
    /// The letters of the coins; the first cell and the last one hold a coin.
    cells: Vec<Option<char>>,
}

impl AnyRow {
    /// Returns the cells from the first coin to the last one, each with the letter of its coin.
    #[must_use]
    pub fn cells(&self) -> &[Option<char>] {
        &self.cells
    }

    /// Returns the letters of the coins, from left to right.
    pub fn letters(&self) -> impl Iterator<Item = char> + '_ {
        self.cells.iter().flatten().copied()
    }

    /// Returns how many coins there are.
    #[must_use]
    pub fn coins(&self) -> u32 {
        self.letters().count() as u32
    }

    /// Returns how many positions there are from the first coin to the last one.
    #[must_use]
    pub const fn span(&self) -> u32 {
        self.cells.len() as u32
    }

    /// Returns how many maximal runs of adjacent coins there are.
    #[must_use]
    pub fn runs(&self) -> u32 {
        let runs = self.cells.split(Option::is_none);
        runs.filter(|run| !run.is_empty()).count() as u32
    }

    /// Returns how many adjacent coins the longest run has.
    #[must_use]
    pub fn longest_run(&self) -> u32 {
        let runs = self.cells.split(Option::is_none);
        runs.map(<[_]>::len).max().unwrap_or(0) as u32
    }

    /// Returns how many coins of each kind there are, in the order of the letters.
    #[must_use]
    pub fn kinds(&self) -> BTreeMap<char, u32> {
        let mut kinds = BTreeMap::new();
        for letter in self.letters() {
            *kinds.entry(letter).or_default() += 1;
        }
        kinds
    }

    /// Returns whether the coins stand without gaps, and adjacent ones are of different kinds.
    #[must_use]
    pub fn is_alternating(&self) -> bool {
        self.runs() == 1 && self.cells.windows(2).all(|pair| pair[0] != pair[1])
    }
}

impl TryFrom<Vec<Option<char>>> for AnyRow {
    type Error = RowTextError;

    /// Makes a row of cells, and leaves out the free ones at both ends.
    fn try_from(mut cells: Vec<Option<char>>) -> Result<Self, RowTextError> {
        let end = cells.iter().rposition(Option::is_some);
        let end = end.ok_or(RowTextError::NoCoins)?;
        cells.truncate(end + 1);
        let begin = cells.iter().position(Option::is_some).unwrap_or(0);
        let _ = cells.drain(..begin);
        match cells.len() > MOST_POSITIONS as usize {
            true => Err(RowTextError::TooLong(cells.len())),
            false => Ok(Self { cells }),
        }
    }
}

/// The reason why a text is not a row.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RowTextError {
    /// A character stands for nothing.
    #[error(
        "invalid row '{text}': '{letter}' at place {place} is neither a letter or digit for a coin, nor '.' for a free position"
    )]
    Letter {
        /// The text, shortened.
        text: String,
        /// The character.
        letter: char,
        /// Its place in the text, counted from 1.
        place: usize,
    },
    /// There are no coins.
    #[error("invalid row: no coins; expected something like oxxo.xo")]
    NoCoins,
    /// The first coin and the last one are too far apart.
    #[error("the row has {0} positions, the limit is {MOST_POSITIONS}")]
    TooLong(usize),
}

impl FromStr for AnyRow {
    type Err = RowTextError;

    fn from_str(text: &str) -> Result<Self, RowTextError> {
        let cell = |(index, letter): (usize, char)| match letter {
            '.' | '_' => Ok(None),
            letter if letter.is_ascii_alphanumeric() => Ok(Some(letter)),
            letter => Err(RowTextError::Letter {
                text: tait_text::excerpt(text),
                letter,
                place: index + 1,
            }),
        };
        let cells = text.chars().enumerate().map(cell);
        Self::try_from(cells.collect::<Result<Vec<_>, _>>()?)
    }
}

impl fmt::Display for AnyRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.cells.iter().map(|cell| cell.unwrap_or('.'));
        f.pad(&letters.collect::<String>())
    }
}
