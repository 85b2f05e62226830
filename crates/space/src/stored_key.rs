//! Keys as bytes, for lists of states that are too long to fit in memory, and one type for all kinds of keys.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// A key that can be written to a sorted list, each key relative to the previous one.
///
/// # Contract
/// Reading after a key returns the key that was written after it.
///
/// ```
/// use tait_space::StoredKey;
/// let mut bytes = Vec::new();
/// 1_000_007_u64.write_after(1_000_000, &mut bytes);
/// assert_eq!(bytes, [7]);
/// assert_eq!(u64::read_after(1_000_000, &mut &bytes[..]), Some(1_000_007));
/// assert_eq!(u64::read_after(1_000_000, &mut &[][..]), None);
/// ```
pub trait StoredKey: KeyKind + Copy + Ord + Hash + Send + Sync + Debug + 'static {
    /// The key after which the first key of a list is written; no key is smaller.
    const LEAST: Self;
    /// Appends this key to a list whose last key is `previous`, which must not be greater.
    fn write_after(self, previous: Self, out: &mut Vec<u8>);
    /// Reads the key that follows `previous`, and advances; `None` when the bytes are not a key.
    fn read_after(previous: Self, bytes: &mut &[u8]) -> Option<Self>;
    /// Calls a function with the words of the key. Keys that differ have different words.
    ///
    /// ```
    /// use tait_space::StoredKey;
    /// let mut words = Vec::new();
    /// (7 + (9_u128 << 64)).each_word(&mut |word| words.push(word));
    /// assert_eq!(words, [7, 9]);
    /// ```
    fn each_word(self, visit: &mut impl FnMut(u64));
}

/// Whole numbers are written as differences: seven bits in each byte, the lowest first, and a set highest bit says that
/// more bytes follow.
macro_rules! stored_number {
    ($($number:ty),*) => {$(
        impl StoredKey for $number {
            const LEAST: Self = 0;

            fn write_after(self, previous: Self, out: &mut Vec<u8>) {
                let mut left = self.wrapping_sub(previous);
                while left >= 0x80 {
                    out.push(left as u8 | 0x80);
                    left >>= 7;
                }
                out.push(left as u8);
            }

            fn read_after(previous: Self, bytes: &mut &[u8]) -> Option<Self> {
                let (mut difference, mut shift) = (0, 0);
                loop {
                    let (&byte, rest) = bytes.split_first()?;
                    *bytes = rest;
                    difference |= Self::from(byte & 0x7f).checked_shl(shift)?;
                    if byte < 0x80 {
                        return Some(previous.wrapping_add(difference));
                    }
                    shift += 7;
                }
            }

            #[inline]
            fn each_word(self, visit: &mut impl FnMut(u64)) {
                visit(self as u64);
                if size_of::<Self>() > size_of::<u64>() {
                    visit((u128::from(self) >> 64) as u64);
                }
            }
        }
    )*};
}

stored_number!(u64, u128);

/// Writes each word as the difference to the same word of the previous key: in a sorted list the leading words seldom
/// change.
impl<const N: usize> StoredKey for Words<N>
where
    Self: KeyKind,
{
    const LEAST: Self = Self([0; N]);

    fn write_after(self, previous: Self, out: &mut Vec<u8>) {
        for (word, before) in self.0.into_iter().zip(previous.0) {
            word.write_after(before, out);
        }
    }

    fn read_after(previous: Self, bytes: &mut &[u8]) -> Option<Self> {
        let mut key = previous;
        for word in &mut key.0 {
            *word = u64::read_after(*word, bytes)?;
        }
        Some(key)
    }

    #[inline]
    fn each_word(self, visit: &mut impl FnMut(u64)) {
        self.0.into_iter().for_each(visit);
    }
}

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

// One of several types in one, so that the choice among them is made once, where a space is built.

/// A value of one of up to seven types that serve the same purpose, such as the spaces of one puzzle on boards of
/// several widths.
///
/// [`of_one`](crate::of_one) evaluates an expression with the value, compiled for each type.
///
/// ```
/// use tait_space::{OneOf, of_one};
/// let number: OneOf<u8, u64> = OneOf::B(1 << 40);
/// assert_eq!(of_one!(number, number => number.count_ones()), 1);
/// ```
#[derive(Debug, Clone, Copy)]
#[expect(
    missing_docs,
    reason = "the variants are as nameless as the parameters"
)]
pub enum OneOf<A, B = A, C = A, D = A, E = A, F = A, G = A> {
    A(A),
    B(B),
    C(C),
    D(D),
    E(E),
    F(F),
    G(G),
}

/// Evaluates an expression with what a [`OneOf`] holds, whatever its type is.
#[macro_export]
macro_rules! of_one {
    ($one:expr, $held:pat => $result:expr) => {
        match $one {
            $crate::OneOf::A($held) => $result,
            $crate::OneOf::B($held) => $result,
            $crate::OneOf::C($held) => $result,
            $crate::OneOf::D($held) => $result,
            $crate::OneOf::E($held) => $result,
            $crate::OneOf::F($held) => $result,
            $crate::OneOf::G($held) => $result,
        }
    };
}

/// A family of types, one for each kind of key.
pub trait ForKeys {
    /// The type for one kind of key.
    type Of<K: StoredKey>;
}

/// The type of a family for one of the kinds of keys.
///
/// A generic function is compiled again in each crate that calls it, with all that it calls. A function that takes an
/// `AnyKey` is compiled once, for all kinds of keys, in its own crate.
///
/// ```
/// use tait_space::{AnyKey, ForKeys, KeyKind, StoredKey, of_one};
/// struct Lists;
/// impl ForKeys for Lists {
///     type Of<K: StoredKey> = Vec<K>;
/// }
/// /// Is compiled once, whatever the keys are.
/// fn length(lists: &AnyKey<Lists>) -> usize {
///     of_one!(lists, list => list.len())
/// }
/// assert_eq!(length(&u64::any::<Lists>(vec![1, 2, 3])), 3);
/// assert_eq!(length(&u128::any::<Lists>(vec![1])), 1);
/// ```
pub type AnyKey<F> = OneOf<
    <F as ForKeys>::Of<u64>,
    <F as ForKeys>::Of<u128>,
    <F as ForKeys>::Of<Words<4>>,
    <F as ForKeys>::Of<Words<8>>,
    <F as ForKeys>::Of<Words<16>>,
>;

/// A kind of key.
pub trait KeyKind {
    /// Returns the type of a family for this kind of key as that for any.
    fn any<F: ForKeys>(held: F::Of<Self>) -> AnyKey<F>
    where
        Self: StoredKey;
}

macro_rules! kinds {
    ($($key:ty: $variant:ident),*) => {$(
        impl KeyKind for $key {
            fn any<F: ForKeys>(held: F::Of<Self>) -> AnyKey<F> {
                OneOf::$variant(held)
            }
        }
    )*};
}

kinds!(u64: A, u128: B, Words<4>: C, Words<8>: D, Words<16>: E);

#[cfg(test)]
mod tests {
    use super::*;

    fn come_back<K: StoredKey + Debug>(mut keys: Vec<K>) {
        keys.sort_unstable();
        let (mut bytes, mut last) = (Vec::new(), K::LEAST);
        for &key in &keys {
            key.write_after(last, &mut bytes);
            last = key;
        }
        let (mut rest, mut last) = (&bytes[..], K::LEAST);
        for &key in &keys {
            last = K::read_after(last, &mut rest).unwrap();
            assert_eq!(last, key);
        }
        assert_eq!(K::read_after(last, &mut rest), None, "nothing is left");
    }

    #[test]
    fn lists_come_back() {
        let wide = |number: u128| number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        come_back((0..500).map(|number| wide(number) as u64).collect());
        come_back(vec![0, 0, 1, 127, 128, u64::MAX - 1, u64::MAX]);
        come_back((0..500).map(wide).chain([u128::MAX, 0]).collect());
        let words = |number: u128| Words([wide(number) as u64 & 7, number as u64, u64::MAX, 0]);
        come_back((0..500).map(words).collect());
    }

    #[test]
    fn what_is_no_number_is_none() {
        assert_eq!(u64::read_after(0, &mut &[0x80][..]), None);
        assert_eq!(u64::read_after(0, &mut &[0xff; 30][..]), None);
    }
}
