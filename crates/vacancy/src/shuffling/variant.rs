//! The twelve variants of the puzzle and their names (Table I of the source).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The number of coins of each colour, and their order when they are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grouping {
    /// `(n, n)`: `n` black coins, then `n` white ones.
    Equal,
    /// `(n, n-1)`: `n` black coins, then `n - 1` white ones.
    BlackFirst,
    /// `(n-1, n)`: `n - 1` white coins, then `n` black ones.
    WhiteFirst,
}

/// An end of the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The right end, `r`.
    Right,
    /// The left end, `l`.
    Left,
}

impl Side {
    /// Returns the other end.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Left => Self::Right,
        }
    }
}

/// One of the twelve variants of the puzzle.
///
/// A variant leads from the grouped row, with the vacancy at the end in its name, to the
/// alternating row with the vacancy at the other end; an inverse variant leads back.
///
/// ```
/// use tait_vacancy::shuffling::Variant;
/// let variant: Variant = "s^-1( N-1, N, L )".parse()?;
/// assert_eq!(variant.to_string(), "S^-1(n-1,n,l)");
/// assert_eq!("Sinv(n-1,n,l)".parse(), Ok(variant));
/// assert_eq!("s-1n-1nl".parse(), Ok(variant)); // no characters that a shell would interpret
/// assert_eq!(variant.inverse().to_string(), "S(n-1,n,l)");
/// # Ok::<(), tait_vacancy::shuffling::VariantError>(())
/// ```
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schemars(
    description = "One of the twelve variants of the shuffling puzzle, by its name in Table I.",
    extend("enum" = Variant::ALL.map(|variant| variant.to_string()))
)]
pub struct Variant {
    /// The numbers of coins, and their order in the grouped row.
    pub grouping: Grouping,
    /// The end at which the vacancy is in the grouped row.
    pub vacancy: Side,
    /// Whether the alternating row is the start.
    pub is_inverse: bool,
}

impl Variant {
    /// All twelve variants, in the order of Table I.
    pub const ALL: [Self; 12] = {
        use Grouping::{BlackFirst, Equal, WhiteFirst};
        use Side::{Left, Right};
        [
            Self::forward(Equal, Right),
            Self::forward(Equal, Left),
            Self::forward(Equal, Right).inverse(),
            Self::forward(Equal, Left).inverse(),
            Self::forward(BlackFirst, Right),
            Self::forward(WhiteFirst, Right),
            Self::forward(BlackFirst, Left),
            Self::forward(WhiteFirst, Left),
            Self::forward(BlackFirst, Right).inverse(),
            Self::forward(WhiteFirst, Right).inverse(),
            Self::forward(BlackFirst, Left).inverse(),
            Self::forward(WhiteFirst, Left).inverse(),
        ]
    };

    const fn forward(grouping: Grouping, vacancy: Side) -> Self {
        Self {
            grouping,
            vacancy,
            is_inverse: false,
        }
    }

    /// Returns the variant with the first and the final row exchanged.
    #[must_use]
    pub const fn inverse(self) -> Self {
        Self {
            is_inverse: !self.is_inverse,
            ..self
        }
    }

    /// Returns the mirror image of the variant, with the colours exchanged where Table I requires
    /// it.
    ///
    /// The left cell `x` of a pair becomes `cells - 2 - x`, and a solution remains a solution.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self {
            grouping: match self.grouping {
                Grouping::Equal => Grouping::Equal,
                Grouping::BlackFirst => Grouping::WhiteFirst,
                Grouping::WhiteFirst => Grouping::BlackFirst,
            },
            vacancy: self.vacancy.opposite(),
            ..self
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.is_inverse { "S^-1" } else { "S" };
        let sizes = match self.grouping {
            Grouping::Equal => "n,n",
            Grouping::BlackFirst => "n,n-1",
            Grouping::WhiteFirst => "n-1,n",
        };
        let side = match self.vacancy {
            Side::Right => "r",
            Side::Left => "l",
        };
        f.pad(&format!("{name}({sizes},{side})"))
    }
}

/// The error of a text that does not name a variant.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown variant '{0}' of the shuffling puzzle: expected one of {all}", all = names())]
pub struct VariantError(String);

fn names() -> String {
    Variant::ALL.map(|variant| variant.to_string()).join(", ")
}

/// Accepts the names of Table I with `S^-1`, `S-1` or `Sinv` for an inverse, in upper or lower
/// case, with or without blanks, brackets and commas.
impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        let plain = |name: &str| -> String {
            name.chars()
                .filter(|letter| !letter.is_whitespace() && !"(){}^,_".contains(*letter))
                .flat_map(char::to_lowercase)
                .collect()
        };
        let wanted = plain(text).replacen("inv", "-1", 1);
        Self::ALL
            .into_iter()
            .find(|variant| plain(&variant.to_string()) == wanted)
            .ok_or_else(|| VariantError(tait_text::excerpt(text)))
    }
}

impl TryFrom<String> for Variant {
    type Error = VariantError;

    fn try_from(name: String) -> Result<Self, VariantError> {
        name.parse()
    }
}

impl From<Variant> for String {
    fn from(variant: Variant) -> Self {
        variant.to_string()
    }
}
