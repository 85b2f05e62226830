//! Phase 2 as the thesis states it: one sequence of patterns, without complements, that bases of `2k` consecutive sizes
//! carry (or bases of the even or the odd sizes among them).
//!
//! For small sizes, one search over all permutations at once ([`OrderTree`]) finds every sequence of patterns that a base
//! carries, without beams. A window whose small sizes have none in common is excluded by that. Otherwise bases that carry
//! one of the common sequences are sought for the other sizes. In a window without small sizes, beams find sequences for
//! all of them.

mod search;
mod sequences;

use crate::family_search::check_restrictions;
use crate::orders::{LONGEST_ORDER, OrderTree};
use search::Search;
use serde::{Deserialize, Serialize};
use tait_linear::{Base, BlockLength, BoundedSearchError, Pattern, Restrictions};
use tait_search::{Control, StopReason};
use thiserror::Error;

/// Which sizes of a window need a base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Parity {
    /// All sizes.
    #[default]
    All,
    /// The even sizes.
    Even,
    /// The odd sizes.
    Odd,
}

impl Parity {
    /// The names of all, as [`of_name`](Self::of_name) takes them.
    pub const NAMES: [&'static str; 3] = ["all", "even", "odd"];

    /// Returns the parity of a name; every other name stands for all sizes.
    ///
    /// ```
    /// use tait_framework::Parity;
    /// assert_eq!(Parity::NAMES.map(Parity::of_name), [Parity::All, Parity::Even, Parity::Odd]);
    /// ```
    #[must_use]
    pub fn of_name(name: &str) -> Self {
        match name {
            "even" => Self::Even,
            "odd" => Self::Odd,
            _ => Self::All,
        }
    }

    /// Returns the name, which is empty for all sizes.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::All => "",
            Self::Even => "even",
            Self::Odd => "odd",
        }
    }

    fn includes(self, n: u64) -> bool {
        match self {
            Self::All => true,
            Self::Even => n.is_multiple_of(2),
            Self::Odd => !n.is_multiple_of(2),
        }
    }
}

/// A search for a common pattern.
#[derive(Debug, Clone)]
pub struct CommonRequest {
    /// The block length, at most 6.
    pub k: BlockLength,
    /// The first size of the first window to try.
    pub from: u64,
    /// The first size of the last window to try.
    pub to: u64,
    /// Which sizes need a base.
    pub parity: Parity,
    /// The blocks, final type and shift that every base must have.
    pub restrictions: Restrictions,
    /// The seed of the beams.
    pub seed: u64,
    /// The sequences that earlier runs of the same request saw; these sizes are not searched again.
    pub seen: Vec<SeenSequences>,
}

impl CommonRequest {
    /// Creates a search of the windows that begin at `from`, or at the first size that can have a base, up to 2k sizes
    /// later (up to 4k at least, as bases are more frequent from n = 2k up).
    #[must_use]
    pub fn new(k: BlockLength, from: Option<u64>) -> Self {
        let residues = 2 * u64::from(k.get());
        let from = from.unwrap_or_else(|| first_size(k)).max(2);
        Self {
            k,
            from,
            to: from.max(residues) + residues,
            parity: Parity::All,
            restrictions: Restrictions::default(),
            seed: 1,
            seen: Vec::new(),
        }
    }

    /// # Errors
    /// [`CommonFailure::TooLong`] when there is no search for the block length, and [`CommonFailure::Restrictions`] when no
    /// base of any size meets the restrictions.
    pub fn check(&self) -> Result<(), CommonFailure> {
        if self.k.get() > LONGEST_ORDER {
            return Err(CommonFailure::TooLong(self.k));
        }
        let last = self.to.saturating_add(2 * u64::from(self.k.get()) - 1);
        check_restrictions(self.k, self.from..=last, &self.restrictions)?;
        Ok(())
    }
}

/// Returns the first size that can have a base: its row has room for two coins beside a block.
const fn first_size(k: BlockLength) -> u64 {
    k.get() as u64 / 2 + 1
}

/// The sequences of patterns that the bases of a size carry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenSequences {
    /// The size.
    pub n: u64,
    /// How many states of each layer the beams kept; `None` for a search that kept all, so that no base carries another
    /// sequence.
    pub width: Option<usize>,
    /// The sequences, each with the positions of the stationary nickel and penny of a base that carries it.
    pub sequences: Vec<(Vec<Pattern>, (i64, i64))>,
}

/// A sequence of patterns with the bases that carry it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommonPattern {
    /// The sequence.
    pub patterns: Vec<Pattern>,
    /// A permutation of the offsets that gives it.
    pub offsets: Vec<u32>,
    /// The bases, by size.
    pub bases: Vec<Base>,
    /// Whether no earlier window has a common pattern, shown by searches that kept all states. A request that begins with
    /// a later window does not show it.
    #[serde(default)]
    pub is_first: bool,
}

/// Why there is no common pattern to report.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CommonFailure {
    /// The block length is too large.
    #[error("k = {0} is too large: the search for a common pattern needs k <= {LONGEST_ORDER}")]
    TooLong(BlockLength),
    /// No base of any size in the windows meets the restrictions.
    #[error(transparent)]
    Restrictions(#[from] BoundedSearchError),
    /// The search ended without finding one.
    #[error("found no common pattern for windows with a first size up to {to}")]
    NotFound {
        /// The first size of the last window.
        to: u64,
        /// The first sizes of the windows that have none, shown by searches that kept all states. Beams dropped states in
        /// the others, which proves nothing.
        excluded: Vec<u64>,
    },
    /// The search stopped.
    #[error("{0}")]
    Stopped(StopReason),
}

/// Searches window after window for a common sequence of patterns. It searches all windows with narrow beams before any
/// with wider ones, so it may find a later window before an earlier one ([`is_first`](CommonPattern::is_first)).
///
/// Unless the request restricts blocks, beams search for bases on L1 and R1, where they are most frequent, and then on
/// any.
///
/// Each base is checked. The result does not depend on the number of threads. `seen` is called with each size as it is
/// finished, for the [`seen`](CommonRequest::seen) of a later run.
///
/// # Errors
/// See [`CommonFailure`].
pub fn find_common_pattern(
    request: &CommonRequest,
    seen: &(dyn Fn(&SeenSequences) + Sync),
    control: &Control<'_>,
) -> Result<CommonPattern, CommonFailure> {
    request.check()?;
    let tree = OrderTree::new(request.k);
    Search::new(request, &tree, seen, control).run()
}
