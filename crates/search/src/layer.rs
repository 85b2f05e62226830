//! Layers of annotated states: one that grows, and those that were expanded.

use std::borrow::Cow;
use tait_space::StoredKey;

/// A layer: distinct states with their annotations, each of the same number of words.
#[derive(Debug)]
pub(crate) struct Layer<K> {
    pub(crate) keys: Vec<K>,
    annotations: Vec<u64>,
    pub(crate) words: usize,
}

impl<K: StoredKey> Layer<K> {
    pub(crate) const fn new(words: usize) -> Self {
        Self {
            keys: Vec::new(),
            annotations: Vec::new(),
            words,
        }
    }

    pub(crate) fn with_capacity(words: usize, states: usize) -> Self {
        Self {
            keys: Vec::with_capacity(states),
            annotations: Vec::with_capacity(states * words),
            words,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn annotation(&self, index: usize) -> &[u64] {
        &self.annotations[index * self.words..][..self.words]
    }

    pub(crate) fn annotation_mut(&mut self, index: usize) -> &mut [u64] {
        &mut self.annotations[index * self.words..][..self.words]
    }

    pub(crate) fn push(&mut self, key: K, annotation: &[u64]) {
        self.keys.push(key);
        self.annotations.extend_from_slice(annotation);
    }

    /// Returns whether another state would need more memory.
    pub(crate) fn is_full(&self) -> bool {
        self.keys.len() == self.keys.capacity()
            || self.annotations.len() + self.words > self.annotations.capacity()
    }

    /// Makes room for another state; returns `false` when there is no memory.
    pub(crate) fn make_room(&mut self) -> bool {
        self.keys.try_reserve(1).is_ok() && self.annotations.try_reserve(self.words).is_ok()
    }

    pub(crate) const fn bytes_of(states: usize, words: usize) -> usize {
        states * (size_of::<K>() + words * size_of::<u64>())
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.keys.capacity() * size_of::<K>() + self.annotations.capacity() * size_of::<u64>())
            as u64
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.keys.shrink_to_fit();
        self.annotations.shrink_to_fit();
    }

    pub(crate) fn states(&self) -> impl Iterator<Item = (&K, &[u64])> {
        self.keys
            .iter()
            .enumerate()
            .map(|(index, key)| (key, self.annotation(index)))
    }
}

/// A layer whose states were expanded. It is read again only for the path to a goal.
///
/// Annotations of many words are mostly zero: of the 256 words for exchanges of 14 coins about 95 are not, and of the 64
/// for 12 coins 50. So it leaves out the words that are zero where that takes less memory.
#[derive(Debug)]
pub(crate) struct PastLayer<K> {
    keys: Vec<K>,
    /// All words of each annotation; or, of each, a mask of the words that are not zero, and these.
    annotations: Vec<u64>,
    /// Where the annotation of each state ends, if words are left out.
    ends: Vec<usize>,
    words: usize,
}

impl<K: StoredKey> From<Layer<K>> for PastLayer<K> {
    fn from(layer: Layer<K>) -> Self {
        let (words, states) = (layer.words, layer.len());
        let mask_words = words.div_ceil(64);
        let kept = layer.annotations.iter().filter(|&&word| word != 0).count();
        let packed = kept + states * (mask_words + 1);
        if packed >= layer.annotations.len() {
            return Self {
                keys: layer.keys,
                annotations: layer.annotations,
                ends: Vec::new(),
                words,
            };
        }
        let mut annotations = Vec::with_capacity(kept + states * mask_words);
        let mut ends = Vec::with_capacity(states);
        for annotation in layer.annotations.chunks_exact(words) {
            let is_kept = |&word: &u64| word != 0;
            annotations.extend(annotation.chunks(64).map(|chunk| {
                let bits = (0..).zip(chunk).filter(|(_, word)| is_kept(word));
                bits.fold(0, |mask, (bit, _)| mask | 1 << bit)
            }));
            annotations.extend(annotation.iter().copied().filter(is_kept));
            ends.push(annotations.len());
        }
        Self {
            keys: layer.keys,
            annotations,
            ends,
            words,
        }
    }
}

impl<K: StoredKey> PastLayer<K> {
    pub(crate) fn bytes(&self) -> u64 {
        let words = self.annotations.capacity() + self.ends.capacity();
        (self.keys.capacity() * size_of::<K>() + words * size_of::<u64>()) as u64
    }

    pub(crate) fn states(&self) -> impl Iterator<Item = (&K, Cow<'_, [u64]>)> {
        let states = self.keys.iter().enumerate();
        states.map(|(index, key)| (key, self.annotation(index)))
    }

    fn annotation(&self, index: usize) -> Cow<'_, [u64]> {
        let Some(&end) = self.ends.get(index) else {
            return Cow::Borrowed(&self.annotations[index * self.words..][..self.words]);
        };
        let begin = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        let (masks, mut kept) = self.annotations[begin..end].split_at(self.words.div_ceil(64));
        let is_kept = |place: usize| masks[place / 64] >> (place % 64) & 1 == 1;
        let word = |place| match is_kept(place) {
            true => kept.split_off_first().copied().unwrap_or_default(),
            false => 0,
        };
        Cow::Owned((0..self.words).map(word).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{Layer, PastLayer};

    fn past(words: usize, annotations: &[Vec<u64>]) -> PastLayer<u64> {
        let mut layer = Layer::new(words);
        for (key, annotation) in (0..).zip(annotations) {
            layer.push(key, annotation);
        }
        let past = PastLayer::from(layer);
        let kept: Vec<(u64, Vec<u64>)> = past
            .states()
            .map(|(key, annotation)| (*key, annotation.into_owned()))
            .collect();
        let expected: Vec<_> = (0..).zip(annotations.iter().cloned()).collect();
        assert_eq!(kept, expected);
        past
    }

    #[test]
    fn words_that_are_zero_are_left_out_where_that_is_smaller() {
        let sparse = |state: u64| {
            let mut annotation = vec![0; 256];
            for step in 0..state % 7 {
                annotation[((state * 37 + step * 41) % 256) as usize] = state << step;
            }
            annotation
        };
        let annotations: Vec<_> = (0..100).map(sparse).collect();
        let dense = 100 * (256 + 1) * 8;
        assert!(past(256, &annotations).bytes() < dense / 10);
        // One bit of a last word that has no whole mask.
        let last = |_| [vec![0; 69], vec![1 << 63]].concat();
        assert!(
            !past(70, &(0..9).map(last).collect::<Vec<_>>())
                .ends
                .is_empty()
        );
        // Dense annotations, and none.
        assert!(past(3, &vec![vec![1, 2, 3]; 20]).ends.is_empty());
        assert!(past(0, &vec![Vec::new(); 20]).ends.is_empty());
        assert_eq!(past(256, &[]).bytes(), 0);
    }
}
