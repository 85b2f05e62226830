//! Sequences of patterns, and the searches for them.

use crate::exchanges::ExchangeTable;
use crate::orders::OrderTree;
use crate::requirement::Required;
use tait_linear::{BlockLength, LinearStates, Move, Pattern, UsedOffsets, WithSpace, window_of};
use tait_search::{Beam, Control, Layered, Outcome, StopReason, layered};

/// The patterns of a permutation, which identify it: bases carry patterns, not offsets.
pub(super) type Sequence = Vec<Pattern>;

pub(super) fn sequence_of(k: BlockLength, order: &[u32]) -> Sequence {
    let mut used = UsedOffsets::default();
    order
        .iter()
        .map(|&offset| {
            let pattern = window_of(k, used, offset);
            used = used.with(offset);
            pattern
        })
        .collect()
}

/// Returns the smallest permutation that gives the sequence.
pub(super) fn offsets_of(k: BlockLength, sequence: &[Pattern]) -> Option<Vec<u32>> {
    fn extend(k: BlockLength, rest: &[Pattern], used: UsedOffsets, offsets: &mut Vec<u32>) -> bool {
        let Some((pattern, rest)) = rest.split_first() else {
            return true;
        };
        for offset in (0..k.get()).filter(|&offset| !used.contains(offset)) {
            if window_of(k, used, offset) == *pattern {
                offsets.push(offset);
                if extend(k, rest, used.with(offset), offsets) {
                    return true;
                }
                let _ = offsets.pop();
            }
        }
        false
    }
    let mut offsets = Vec::with_capacity(sequence.len());
    extend(k, sequence, UsedOffsets::default(), &mut offsets).then_some(offsets)
}

/// A search for all permutations that some path to a goal carries.
pub(super) struct AllOrders<'a> {
    pub(super) bound: u32,
    pub(super) beam: Option<Beam>,
    pub(super) tree: &'a OrderTree,
    pub(super) control: &'a Control<'a>,
}

impl WithSpace for AllOrders<'_> {
    type Output = Result<Vec<Vec<u32>>, StopReason>;

    fn with<S: LinearStates>(self, space: S) -> Self::Output {
        let required = Required {
            space,
            requirement: self.tree,
        };
        let layered = Layered::run(&required, self.bound, self.beam, self.control)
            .map_err(|stopped| stopped.reason)?;
        let complete = layered.complete_parts().into_iter().reduce(|one, other| {
            let words = one.iter().zip(&other);
            words.map(|(one, other)| one | other).collect()
        });
        let orders = complete.map(|annotation| {
            self.tree
                .permutations(&annotation)
                .iter()
                .map(|o| o.to_vec())
                .collect()
        });
        Ok(orders.unwrap_or_default())
    }
}

/// A search for a path that carries one permutation.
pub(super) struct OneOrder<'a> {
    pub(super) bound: u32,
    pub(super) beam: Option<Beam>,
    pub(super) table: &'a ExchangeTable,
    pub(super) control: &'a Control<'a>,
}

impl WithSpace for OneOrder<'_> {
    type Output = Result<Vec<Move>, Option<StopReason>>;

    fn with<S: LinearStates>(self, space: S) -> Self::Output {
        let required = Required {
            space,
            requirement: self.table.requirement(),
        };
        match layered(&required, self.bound, self.beam, self.control) {
            Outcome::Found(found) => Ok(found.moves),
            Outcome::Stopped(stopped) if stopped.reason != StopReason::Width => {
                Err(Some(stopped.reason))
            }
            Outcome::Stopped(_) | Outcome::Exhausted(_) => Err(None),
        }
    }
}
