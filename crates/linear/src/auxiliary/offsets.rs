//! The offsets of a solution of the auxiliary puzzle, as users write them.

use std::fmt;
use std::str::FromStr;

/// The offsets of the exchanges of a solution of the auxiliary puzzle, in their order: for each the offset in `F`, and
/// the offset in `H`.
///
/// As text they are separated by commas: `2,0,1`. An exchange with different offsets is `2:1`, with that in `F` first.
///
/// ```
/// use tait_linear::AuxiliaryOffsets;
/// let offsets: AuxiliaryOffsets = "2,0:1,1:0".parse()?;
/// assert_eq!(offsets.0, [(2, 2), (0, 1), (1, 0)]);
/// assert_eq!(offsets.to_string(), "2,0:1,1:0");
/// assert!("2;0".parse::<AuxiliaryOffsets>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuxiliaryOffsets(pub Vec<(u32, u32)>);

impl AuxiliaryOffsets {
    /// Returns the same offsets for `F` and `H`.
    #[must_use]
    pub fn equal(offsets: &[u32]) -> Self {
        Self(offsets.iter().map(|&offset| (offset, offset)).collect())
    }
}

impl fmt::Display for AuxiliaryOffsets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offsets: Vec<String> = self
            .0
            .iter()
            .map(|(front, back)| match front == back {
                true => front.to_string(),
                false => format!("{front}:{back}"),
            })
            .collect();
        f.write_str(&offsets.join(","))
    }
}

impl FromStr for AuxiliaryOffsets {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // No block is longer than 63 coins.
        let number = |text: &str| text.parse().ok().filter(|offset| *offset < 63);
        let offsets = text.split(',').map(|part| match part.split_once(':') {
            Some((front, back)) => Some((number(front)?, number(back)?)),
            None => number(part).map(|offset| (offset, offset)),
        });
        offsets.collect::<Option<_>>().map(Self).ok_or_else(|| {
            format!(
                "invalid offsets '{}': expected k numbers below k like 2,0,1, or with other offsets in the second half \
                 2:1,0:2,1:0",
                tait_text::excerpt(text)
            )
        })
    }
}
