//! The two types of coins, the two types of final rows, and patterns: the `k` coins that a move slides.

use crate::size::BlockLength;
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

/// The `k` coins that a move slides, from left to right.
///
/// Bit `i` is set when the coin `i` places from the left is a penny. Two patterns are equal when
/// they have the same length and the same coins.
///
/// ```
/// use tait_linear::Pattern;
/// let pattern: Pattern = "xxox".parse()?;
/// assert_eq!(pattern.pairs(), 2);
/// assert_eq!(pattern.complement().to_string(), "ooxo");
/// # Ok::<(), String>(())
/// ```
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schemars(
    description = "The k coins that a move slides, from left to right: o is a nickel, x a penny."
)]
#[schemars(extend("pattern" = "^[ox]{2,63}$"))]
pub struct Pattern {
    length: u8,
    pennies: u64,
}

impl Pattern {
    /// Creates a pattern from a mask of pennies; bits beyond the length are dropped.
    #[must_use]
    pub fn new(length: BlockLength, pennies: u64) -> Self {
        let mask = (1 << length.get()) - 1;
        Self {
            length: length.get() as u8,
            pennies: pennies & mask,
        }
    }

    /// Returns the mask of pennies.
    #[must_use]
    pub const fn pennies(self) -> u64 {
        self.pennies
    }

    /// Returns the number of coins.
    #[must_use]
    pub const fn length(self) -> u32 {
        self.length as u32
    }

    /// Returns the coin `index` places from the left.
    #[must_use]
    pub const fn coin(self, index: u32) -> Coin {
        Coin::from_bit(self.pennies >> index & 1 == 1)
    }

    /// Returns the pattern with every coin's type flipped.
    #[must_use]
    pub const fn complement(self) -> Self {
        Self {
            length: self.length,
            pennies: !self.pennies & ((1 << self.length) - 1),
        }
    }

    /// Returns the pattern in the reversed order.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self {
            length: self.length,
            pennies: self.pennies.reverse_bits() >> (64 - self.length),
        }
    }

    /// Returns the number of pairs within the pattern.
    #[must_use]
    pub const fn pairs(self) -> u32 {
        let differ = self.pennies ^ (self.pennies >> 1);
        (differ & ((1 << (self.length - 1)) - 1)).count_ones()
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = (0..self.length())
            .map(|index| self.coin(index).letter())
            .collect();
        f.pad(&text)
    }
}

impl FromStr for Pattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut pennies = 0;
        for (index, letter) in text.chars().enumerate() {
            match letter {
                'o' => {}
                'x' if index < 63 => pennies |= 1 << index,
                _ => {
                    return Err(format!(
                        "invalid pattern '{}': expected o and x",
                        tait_text::excerpt(text)
                    ));
                }
            }
        }
        let length = BlockLength::new(text.chars().count() as u64)
            .map_err(|error| format!("invalid pattern '{}': {error}", tait_text::excerpt(text)))?;
        Ok(Self::new(length, pennies))
    }
}

impl TryFrom<String> for Pattern {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Pattern> for String {
    fn from(pattern: Pattern) -> Self {
        pattern.to_string()
    }
}
