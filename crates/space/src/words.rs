//! Keys of several words.

use std::hash::{Hash, Hasher};

/// A key of `N` words, the first of which decides first; a key of two words is a `u128` instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Words<const N: usize>(pub [u64; N]);

/// Hashes the two halves, as of a pair of sets: the noise of beams depends on the hash, and their results on the noise.
impl<const N: usize> Hash for Words<N> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (one, other) = self.0.split_at(N / 2);
        one.hash(state);
        other.hash(state);
    }
}
