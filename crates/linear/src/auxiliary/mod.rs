//! The auxiliary puzzle: its solutions as moves and their checker; with equal offsets, in closed form.
//!
//! The auxiliary puzzle (chapter 5 of the thesis) has `2k` nickels, `F`, and `2k` pennies, `H`. An
//! exchange at offset `o` swaps the `k` coins of `F` from its cell `o` on with those of `H`. With
//! the same offset in both, `F` and `H` stay complements of each other, so an exchange just flips a
//! window of `F`, and the content of `F` depends only on the *set* of offsets used so far.
//!
//! **A window shows as many pairs as offsets were used before it.** Let `U` be the set of used offsets. A flip at offset
//! `o` changes the type of adjacent cells at two places of `F`: before cell `o`, unless this is the first cell, and
//! before cell `o + k`. The window at `p` contains the places before the cells `p + 1` to `p + k - 1`, and these numbers
//! leave every remainder modulo `k` once, except that of `p`. So each `o` in `U` other than `p` adds exactly one pair.

mod list;
mod offsets;
mod replay;
mod solution;

pub use list::{AuxiliaryList, AuxiliaryListError, AuxiliaryListVerdict};
pub use offsets::AuxiliaryOffsets;
pub use replay::{AuxiliaryError, AuxiliaryExchange, AuxiliaryVerdict};
pub use solution::{AuxiliaryHeader, AuxiliarySolution};

use crate::pattern::Pattern;
use crate::size::BlockLength;
use std::fmt;

/// A set of offsets `0..k` of the auxiliary puzzle, bit `o` for offset `o`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct UsedOffsets(pub u64);

impl UsedOffsets {
    /// Returns the set of all offsets: the auxiliary puzzle is solved.
    #[must_use]
    pub const fn full(k: BlockLength) -> Self {
        Self((1 << k.get()) - 1)
    }

    /// Returns whether an offset is in the set.
    #[must_use]
    pub const fn contains(self, offset: u32) -> bool {
        self.0 >> offset & 1 == 1
    }

    /// Returns the set with one more offset.
    #[must_use]
    pub const fn with(self, offset: u32) -> Self {
        Self(self.0 | 1 << offset)
    }

    /// Returns the content of `F`: bit `j` is set when cell `j` of `0..2k` holds a penny.
    #[must_use]
    pub fn content(self, k: BlockLength) -> u128 {
        let block = (1u128 << k.get()) - 1;
        (0..k.get())
            .filter(|&offset| self.contains(offset))
            .fold(0, |content, offset| content ^ block << offset)
    }
}

impl fmt::Display for UsedOffsets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offsets: Vec<String> = (0..64)
            .filter(|&offset| self.contains(offset))
            .map(|offset| offset.to_string())
            .collect();
        write!(f, "{{{}}}", offsets.join(","))
    }
}

/// Returns the pattern that an exchange at `offset` takes out of `F` after exchanges at the offsets
/// in `used`.
///
/// ```
/// use tait_linear::{BlockLength, UsedOffsets, window_of};
/// // The thesis' patterns for k = 3: offsets 2, 0, 1.
/// let k = BlockLength::new(3)?;
/// let mut used = UsedOffsets::default();
/// let patterns = [2, 0, 1].map(|offset| {
///     let pattern = window_of(k, used, offset);
///     used = used.with(offset);
///     pattern.to_string()
/// });
/// assert_eq!(patterns, ["ooo", "oox", "xox"]);
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
#[must_use]
pub fn window_of(k: BlockLength, used: UsedOffsets, offset: u32) -> Pattern {
    Pattern::new(k, (used.content(k) >> offset) as u64)
}
