//! The two types of coins and the two types of final rows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A coin: a nickel, drawn `o`, or a penny, drawn `x`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Coin {
    /// The coins on the left at the start, drawn `o` (the thesis' white stone).
    Nickel,
    /// The coins on the right at the start, drawn `x` (the thesis' black stone).
    Penny,
}

impl Coin {
    /// Returns the coin for a bit in a mask of pennies.
    #[must_use]
    pub const fn from_bit(penny: bool) -> Self {
        if penny { Self::Penny } else { Self::Nickel }
    }

    /// Returns whether this is a penny.
    #[must_use]
    pub const fn is_penny(self) -> bool {
        matches!(self, Self::Penny)
    }

    /// Returns the coin of the other type.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self::from_bit(!self.is_penny())
    }

    /// Returns the letter of the coin.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Nickel => 'o',
            Self::Penny => 'x',
        }
    }
}

impl fmt::Display for Coin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letter().fmt(f)
    }
}

/// How the alternating row begins.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum FinalType {
    /// The first coin is a nickel: `oxox...`.
    White,
    /// The first coin is a penny: `xoxo...`.
    Black,
}

impl FinalType {
    /// Returns the type of a row that begins with this coin.
    #[must_use]
    pub const fn of_first(coin: Coin) -> Self {
        match coin {
            Coin::Nickel => Self::White,
            Coin::Penny => Self::Black,
        }
    }
}

impl fmt::Display for FinalType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}

impl FromStr for FinalType {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "white" => Ok(Self::White),
            "black" => Ok(Self::Black),
            _ => Err(format!(
                "invalid final type '{}': expected white (oxox...) or black (xoxo...)",
                tait_text::excerpt(text)
            )),
        }
    }
}
