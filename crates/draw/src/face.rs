//! The look of coins and checkers.

use std::fmt;
use tait_linear::Coin;
use tait_vacancy::Content;

/// The look of a coin or a checker, in the order of a set: light ones, dark ones, and those with a text.
///
/// ```
/// use tait_draw::Face;
/// assert_eq!(Face::Penny.to_string(), "x");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// A nickel of the linear puzzle, `o`.
    Nickel,
    /// A penny of the linear puzzle, `x`.
    Penny,
    /// A black coin or checker, `b`.
    Black,
    /// A white coin or checker, `w`.
    White,
    /// A numbered checker.
    Number(u32),
    /// A coin of another kind, by its letter.
    Letter(char),
}

impl Face {
    /// Returns the face of what a cell of a vacancy puzzle holds; `None` for a vacant cell.
    #[must_use]
    pub const fn of_content(content: Content) -> Option<Self> {
        match content {
            Content::Vacancy => None,
            Content::Black => Some(Self::Black),
            Content::White => Some(Self::White),
            Content::Number(number) => Some(Self::Number(number as u32)),
        }
    }

    /// Returns the face of a coin in a row of any kinds, by its letter or digit.
    ///
    /// ```
    /// use tait_draw::Face;
    /// assert_eq!([Face::of_letter('x'), Face::of_letter('b')], [Face::Penny, Face::Letter('b')]);
    /// ```
    #[must_use]
    pub const fn of_letter(letter: char) -> Self {
        match letter {
            'o' => Self::Nickel,
            'x' => Self::Penny,
            letter => Self::Letter(letter),
        }
    }

    /// Returns the text on its disc, if there is one.
    #[must_use]
    pub fn label(self) -> Option<String> {
        match self {
            Self::Number(_) | Self::Letter(_) => Some(self.to_string()),
            Self::Nickel | Self::Penny | Self::Black | Self::White => None,
        }
    }

    /// Returns whether it is drawn as a dark disc.
    #[must_use]
    pub const fn is_dark(self) -> bool {
        matches!(self, Self::Penny | Self::Black)
    }

    /// Returns the class of its disc in a style sheet, which is also the name of its TikZ style.
    #[must_use]
    pub const fn class(self) -> &'static str {
        match self {
            Self::Nickel => "nickel",
            Self::Penny => "penny",
            Self::Black => "black",
            Self::White => "white",
            Self::Number(_) | Self::Letter(_) => "numbered",
        }
    }
}

impl From<Coin> for Face {
    fn from(coin: Coin) -> Self {
        match coin {
            Coin::Nickel => Self::Nickel,
            Coin::Penny => Self::Penny,
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nickel => f.write_str("o"),
            Self::Penny => f.write_str("x"),
            Self::Black => f.write_str("b"),
            Self::White => f.write_str("w"),
            Self::Number(number) => number.fmt(f),
            Self::Letter(letter) => letter.fmt(f),
        }
    }
}
