//! Ranges of block lengths and sizes.

use std::str::FromStr;

/// `A..B`, both included, or `A` for `A..A`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Range {
    /// The first number.
    pub first: u64,
    /// The last number.
    pub last: u64,
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let range = || {
            Some(Self {
                first: first.parse().ok()?,
                last: last.parse().ok()?,
            })
        };
        match range() {
            Some(range) if range.first <= range.last => Ok(range),
            Some(_) => Err(format!(
                "the range {text} is empty: expected something like 2..8, both included"
            )),
            None => Err("expected a range like 2..8, both included".to_owned()),
        }
    }
}
