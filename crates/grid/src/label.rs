//! Labels, which tell coins apart.

use serde::{Deserialize, Serialize};
use std::fmt;

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
