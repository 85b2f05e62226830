//! What is carried along a path, as an engine stores it.

use std::fmt::Debug;

/// A set of possibilities as words, so that an engine stores notes of any length beside its keys.
pub trait Note: Copy + Eq + Send + Sync + Debug {
    /// Its words: as many for every note of its type.
    fn words(&self) -> &[u64];

    /// The note with these words, which have to be as many.
    ///
    /// ```
    /// use tait_space::Note;
    /// let note = [1, 1 << 63];
    /// assert_eq!(<[u64; 2]>::of_words(note.words()), note);
    /// ```
    fn of_words(words: &[u64]) -> Self;
}

impl<const N: usize> Note for [u64; N] {
    #[inline]
    fn words(&self) -> &[u64] {
        self
    }

    #[inline]
    fn of_words(words: &[u64]) -> Self {
        let mut note = [0; N];
        note.copy_from_slice(words);
        note
    }
}

/// Nothing to note.
impl Note for () {
    fn words(&self) -> &[u64] {
        &[]
    }

    fn of_words(_: &[u64]) {}
}
