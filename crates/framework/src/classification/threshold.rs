//! The size from which `n` moves always suffice.

use std::collections::BTreeMap;
use tait_linear::{CellAnswer, Coverage};

/// A family that settles sizes, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closing {
    /// Its name.
    pub name: String,
    /// The sizes it settles.
    pub coverage: Coverage,
}

/// A summary of what the cells and families of one block length say about every size.
///
/// ```
/// use tait_framework::{Closing, Threshold};
/// use tait_linear::{CellAnswer, Coverage};
/// // k = 4: the bases 7, 9..14 and 16, and the sizes below them.
/// let first = [16, 9, 10, 11, 12, 13, 14, 7].map(Some).to_vec();
/// let family = Closing { name: "bases".into(), coverage: Coverage { first } };
/// let answers = [(3, CellAnswer::Optimum(6)), (6, CellAnswer::Optimum(7)), (8, CellAnswer::Suffices)];
/// let threshold = Threshold::new(3, answers, &[family]);
/// assert_eq!((threshold.from, threshold.closed_by.as_deref()), (Some(7), Some("bases")));
/// assert_eq!((threshold.below, threshold.unknown), (vec![3, 6], vec![4, 5]));
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Threshold {
    /// The smallest `N` such that `n` moves are known to suffice for every `n >= N`; `None` while no
    /// family settles all large sizes.
    pub from: Option<u64>,
    /// The name of the family that settles them.
    pub closed_by: Option<String>,
    /// The sizes for which `n` moves do not suffice. All are below `from`.
    pub below: Vec<u64>,
    /// The sizes below `from`, or up to the largest one with an answer, for which it is unknown whether `n` moves
    /// suffice.
    pub unknown: Vec<u64>,
    /// The sizes below `from`, or up to the largest one with an answer, for which `n` moves suffice.
    pub sporadic: Vec<u64>,
}

impl Threshold {
    /// Combines the known facts about a block length: `smallest` is the smallest size with more than `k` coins, and
    /// `answers` are the answers of its cells by size.
    pub fn new(
        smallest: u64,
        answers: impl IntoIterator<Item = (u64, CellAnswer)>,
        families: &[Closing],
    ) -> Self {
        let answers: BTreeMap<u64, CellAnswer> = answers.into_iter().collect();
        let closing = families
            .iter()
            .filter_map(|family| Some((family.coverage.settles_from()?, family)))
            .min_by_key(|&(from, _)| from);
        let suffices = |n: u64| match answers.get(&n).and_then(|answer| answer.suffices()) {
            Some(known) => Some(known),
            None => families
                .iter()
                .any(|family| family.coverage.covers(n))
                .then_some(true),
        };
        let from = closing.map(|(from, _)| {
            let mut from = from.max(smallest);
            while from > smallest && suffices(from - 1) == Some(true) {
                from -= 1;
            }
            from
        });
        let largest = answers.last_key_value().map_or(smallest, |(&n, _)| n + 1);
        let sizes = |wanted: Option<bool>| {
            (smallest..from.unwrap_or(largest))
                .filter(|&n| suffices(n) == wanted)
                .collect()
        };
        Self {
            from,
            closed_by: closing.map(|(_, family)| family.name.clone()),
            below: sizes(Some(false)),
            unknown: sizes(None),
            sporadic: sizes(Some(true)),
        }
    }

    /// Returns whether `from` is the smallest such size: the size before it is known not to suffice, or is not a
    /// puzzle.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        match (self.from, self.unknown.last()) {
            (Some(from), Some(&unknown)) => unknown + 1 < from,
            (Some(_), None) => true,
            (None, _) => false,
        }
    }
}
