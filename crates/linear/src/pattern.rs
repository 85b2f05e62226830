//! Patterns: the `k` coins that a move slides.

use crate::coin::Coin;
use crate::size::BlockLength;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

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

impl std::str::FromStr for Pattern {
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
