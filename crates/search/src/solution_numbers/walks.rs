//! The walks to a state in numbers, as its annotation.

use crate::bidirectional::Role;
use crate::keyed::{Code, KeyedBackward};
use crate::layer::Layer;
use crate::layered_in::Carry;
use std::cmp::Ordering;
use std::ops::ControlFlow;
use tait_space::{Flow, StoredKey};

/// How many walks lead to a state, and the least and the largest cost among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Walks {
    /// The number of walks; [`TOO_MANY`](Self::TOO_MANY) stands for all numbers that 128 bits cannot hold.
    pub(super) count: u128,
    least: u64,
    largest: u64,
}

impl Walks {
    /// The words of an annotation.
    pub(super) const WORDS: usize = 4;

    /// A number of walks that is not known, because it is too large.
    pub(super) const TOO_MANY: u128 = u128::MAX;

    /// The walk of no moves.
    pub(super) const ONE: Self = Self {
        count: 1,
        least: 0,
        largest: 0,
    };

    pub(super) fn of(words: &[u64]) -> Self {
        let word = |index: usize| words.get(index).copied().unwrap_or_default();
        Self {
            count: u128::from(word(0)) | u128::from(word(1)) << 64,
            least: word(2),
            largest: word(3),
        }
    }

    pub(super) const fn words(self) -> [u64; Self::WORDS] {
        let Self {
            count,
            least,
            largest,
        } = self;
        [count as u64, (count >> 64) as u64, least, largest]
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self {
            count: self.count.saturating_add(other.count),
            least: self.least.min(other.least),
            largest: self.largest.max(other.largest),
        }
    }

    fn longer_by(self, cost: u64) -> Self {
        Self {
            least: self.least.saturating_add(cost),
            largest: self.largest.saturating_add(cost),
            ..self
        }
    }

    /// Returns the least cost for [`Ordering::Less`], and the largest for [`Ordering::Greater`].
    pub(super) const fn extreme(self, wanted: Ordering) -> u64 {
        match wanted {
            Ordering::Less | Ordering::Equal => self.least,
            Ordering::Greater => self.largest,
        }
    }
}

/// Moves that carry the numbers along, from the starts or from the goals.
pub(super) struct Steps<'a, K> {
    pub(super) space: &'a dyn KeyedBackward<K>,
    pub(super) cost: &'a (dyn Fn(Code) -> u64 + Sync),
    pub(super) role: Role,
    /// The moves that are left, or that are spent.
    pub(super) left: u32,
}

impl<K: StoredKey> Carry<K> for Steps<'_, K> {
    fn words(&self) -> usize {
        Walks::WORDS
    }

    fn neighbours(
        &self,
        key: &K,
        annotation: &[u64],
        _carried: &mut [u64],
        visit: &mut dyn FnMut(K, &[u64]) -> Flow,
    ) {
        let walks = Walks::of(annotation);
        let mut carry = |step, neighbour| {
            let longer = walks.longer_by((self.cost)(step));
            visit(neighbour, &longer.words())
        };
        match self.role {
            Role::Forward => self.space.successors(key, self.left, &mut carry),
            _ => self.space.predecessors(key, self.left, &mut carry),
        }
    }

    fn join(&self, known: &mut [u64], more: &[u64]) {
        known.copy_from_slice(&Walks::of(known).and(Walks::of(more)).words());
    }

    /// The two sides meet at their ends alone.
    fn has_goal(&self, _layer: &Layer<K>) -> bool {
        false
    }
}

/// Goes on with a visit, whatever was visited.
pub(super) const ON: Flow = ControlFlow::Continue(());
