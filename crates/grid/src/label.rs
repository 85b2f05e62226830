//! Labels: what tells coins apart.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What is written on a coin. Coins with the same label are interchangeable: with one label for all
/// of them coins are unlabelled, with a label for each they are labelled, otherwise coloured.
///
/// A drawing shows label 0 as `o`, 1 to 9 as the digit, then `A` to `Z`, then `a` to `z` without
/// `o`, and anything larger as `#`.
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
    /// The label of coins that are not told apart.
    pub const PLAIN: Self = Self(0);

    /// The letter in a drawing; `None` for labels that have none of their own.
    #[must_use]
    pub fn letter(self) -> Option<char> {
        let byte = LETTERS.as_bytes().get(self.0 as usize)?;
        Some(char::from(*byte))
    }

    /// The label that a letter stands for.
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
