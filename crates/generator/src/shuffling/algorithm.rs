//! The names of Algorithms III.1 to III.10.

use std::fmt;
use std::str::FromStr;
use tait_vacancy::shuffling::{Grouping, Side, Variant};
use thiserror::Error;

/// One of the recursive algorithms of Section III of the source.
///
/// ```
/// use tait_generator::shuffling::Algorithm;
/// let algorithm = Algorithm::of("S^-1(n-1,n,l)".parse()?);
/// assert_eq!(algorithm.to_string(), "Algorithm III.9, S^-1N1NL");
/// assert_eq!("s-1n1nl".parse(), Ok(algorithm));
/// assert_eq!("III.9".parse(), Ok(algorithm));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    /// III.1, for S(n,n,r); with the base cases `d'` for S^-1(n,n,l).
    Snnr,
    /// III.2, for S(n,n,l); with the base cases `d'` for S^-1(n,n,r).
    Snnl,
    /// III.3, for S(n,n-1,r).
    Snn1r,
    /// III.4, for S(n-1,n,r).
    Sn1nr,
    /// III.5, for S(n-1,n,l).
    Sn1nl,
    /// III.6, for S(n,n-1,l).
    Snn1l,
    /// III.7, for S^-1(n,n-1,r).
    InverseSnn1r,
    /// III.8, for S^-1(n-1,n,r).
    InverseSn1nr,
    /// III.9, for S^-1(n-1,n,l).
    InverseSn1nl,
    /// III.10, for S^-1(n,n-1,l).
    InverseSnn1l,
}

impl Algorithm {
    /// All ten algorithms, in the order of their numbers.
    pub const ALL: [Self; 10] = [
        Self::Snnr,
        Self::Snnl,
        Self::Snn1r,
        Self::Sn1nr,
        Self::Sn1nl,
        Self::Snn1l,
        Self::InverseSnn1r,
        Self::InverseSn1nr,
        Self::InverseSn1nl,
        Self::InverseSnn1l,
    ];

    /// Returns the algorithm that solves a variant.
    #[must_use]
    pub const fn of(variant: Variant) -> Self {
        match (variant.grouping, variant.vacancy, variant.is_inverse) {
            (Grouping::Equal, Side::Right, false) | (Grouping::Equal, Side::Left, true) => {
                Self::Snnr
            }
            (Grouping::Equal, Side::Left, false) | (Grouping::Equal, Side::Right, true) => {
                Self::Snnl
            }
            (Grouping::BlackFirst, Side::Right, false) => Self::Snn1r,
            (Grouping::WhiteFirst, Side::Right, false) => Self::Sn1nr,
            (Grouping::WhiteFirst, Side::Left, false) => Self::Sn1nl,
            (Grouping::BlackFirst, Side::Left, false) => Self::Snn1l,
            (Grouping::BlackFirst, Side::Right, true) => Self::InverseSnn1r,
            (Grouping::WhiteFirst, Side::Right, true) => Self::InverseSn1nr,
            (Grouping::WhiteFirst, Side::Left, true) => Self::InverseSn1nl,
            (Grouping::BlackFirst, Side::Left, true) => Self::InverseSnn1l,
        }
    }

    /// Returns the number in the source, such as `III.4`.
    #[must_use]
    pub const fn number(self) -> &'static str {
        [
            "III.1", "III.2", "III.3", "III.4", "III.5", "III.6", "III.7", "III.8", "III.9",
            "III.10",
        ][self as usize]
    }

    /// Returns the name. III.5 and III.6 carry names of other algorithms in print; here they are named as all others
    /// are, after their variants.
    #[must_use]
    pub const fn name(self) -> &'static str {
        [
            "SNNR", "SNNL", "SNN1R", "SN1NR", "SN1NL", "SNN1L", "S^-1NN1R", "S^-1N1NR", "S^-1N1NL",
            "S^-1NN1L",
        ][self as usize]
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Algorithm {}, {}", self.number(), self.name())
    }
}

/// The error of a text that does not name an algorithm.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "unknown algorithm '{0}' of the shuffling puzzle: expected III.1 to III.10, or one of {all}",
    all = Algorithm::ALL.map(Algorithm::name).join(", ")
)]
pub struct AlgorithmNameError(String);

/// Accepts numbers and names, in upper or lower case, with or without the ^.
impl FromStr for Algorithm {
    type Err = AlgorithmNameError;

    fn from_str(text: &str) -> Result<Self, AlgorithmNameError> {
        let plain = |name: &str| name.replace('^', "").to_lowercase();
        let wanted = plain(text);
        Self::ALL
            .into_iter()
            .find(|algorithm| {
                [algorithm.number(), algorithm.name()]
                    .map(plain)
                    .contains(&wanted)
            })
            .ok_or_else(|| AlgorithmNameError(tait_text::excerpt(text)))
    }
}
