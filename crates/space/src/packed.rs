//! Keys and moves as numbers, the form in which engines hold them; as bytes, for lists of states that are too long to fit in
//! memory; and one type for all kinds of keys.
//!
//! There are many kinds of keys and moves, and an engine is compiled for each kind that it holds. As numbers, there are
//! only five kinds of keys and one of moves.

use crate::bits::Bits;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// A key that an engine can hold as numbers.
///
/// # Contract
/// `of_packed(key.packed()) == key`, and packed keys have the order of the keys.
///
/// ```
/// use tait_space::{Bits, PackedKey};
/// let (low, high) = (Bits::<2>::single(5), Bits::<2>::single(70));
/// assert_eq!(low.cmp(&high), low.packed().cmp(&high.packed()));
/// assert_eq!(Bits::<2>::of_packed(high.packed()), high);
/// ```
pub trait PackedKey: Copy + Ord + Hash + Send + Sync + Debug {
    /// The numbers: `u64`, `u128` or [`Words`].
    type Packed: StoredKey;
    /// Returns the key as numbers.
    fn packed(self) -> Self::Packed;
    /// Returns the key of some numbers.
    fn of_packed(packed: Self::Packed) -> Self;
    /// Hashes the value that decides the noise of a beam.
    ///
    /// Results of beams are stored, so it stays the same when the packing changes.
    fn hash_for_noise<H: Hasher>(self, state: &mut H) {
        self.packed().hash(state);
    }
}

/// A move that an engine can hold as a number.
///
/// # Contract
/// `of_packed(step.packed()) == step`, and packed moves have the order of the moves.
pub trait PackedMove: Copy + Ord + Send + Sync + Debug {
    /// Returns the move as a number.
    fn packed(self) -> u64;
    /// Returns the move of a number.
    fn of_packed(packed: u64) -> Self;
}

/// Whole numbers are their own packed form, small ones as 64 bits.
macro_rules! numbers {
    ($packed:ty: $($number:ty),*) => {$(
        impl PackedKey for $number {
            type Packed = $packed;
            #[inline]
            fn packed(self) -> $packed {
                self as $packed
            }
            #[inline]
            fn of_packed(packed: $packed) -> Self {
                packed as Self
            }
        }
    )*};
}

numbers!(u64: u8, u16, u32, u64, usize);
numbers!(u128: u128);

macro_rules! small_moves {
    ($($number:ty),*) => {$(
        impl PackedMove for $number {
            #[inline]
            fn packed(self) -> u64 {
                u64::from(self)
            }
            #[inline]
            fn of_packed(packed: u64) -> Self {
                packed as Self
            }
        }
    )*};
}

small_moves!(u8, u16, u32, u64);

/// Moves from one place to another.
macro_rules! pairs_of {
    ($($number:ty),*) => {$(
        impl PackedMove for ($number, $number) {
            #[inline]
            fn packed(self) -> u64 {
                u64::from(self.0) << 32 | u64::from(self.1)
            }
            #[inline]
            fn of_packed(packed: u64) -> Self {
                ((packed >> 32) as $number, packed as $number)
            }
        }
    )*};
}

pairs_of!(u8, u16, u32);

impl PackedKey for Bits<1> {
    type Packed = u64;
    #[inline]
    fn packed(self) -> u64 {
        self.0[0]
    }
    #[inline]
    fn of_packed(packed: u64) -> Self {
        Self([packed])
    }
}

impl PackedKey for Bits<2> {
    type Packed = u128;
    #[inline]
    fn packed(self) -> u128 {
        u128::from(self.0[0]) << 64 | u128::from(self.0[1])
    }
    #[inline]
    fn of_packed(packed: u128) -> Self {
        Self([(packed >> 64) as u64, packed as u64])
    }
}

impl PackedKey for Bits<4> {
    type Packed = Words<4>;
    #[inline]
    fn packed(self) -> Words<4> {
        Words(self.0)
    }
    #[inline]
    fn of_packed(packed: Words<4>) -> Self {
        Self(packed.0)
    }
}

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

/// A value of one of up to eight types that serve the same purpose, such as the spaces of one puzzle on boards of
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
pub enum OneOf<A, B = A, C = A, D = A, E = A, F = A, G = A, H = A> {
    A(A),
    B(B),
    C(C),
    D(D),
    E(E),
    F(F),
    G(G),
    H(H),
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
            $crate::OneOf::H($held) => $result,
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

    fn come_back<K: PackedKey>(keys: &[K]) {
        for &one in keys {
            assert_eq!(K::of_packed(one.packed()), one);
            for &other in keys {
                let packed = one.packed().cmp(&other.packed());
                assert_eq!(packed, one.cmp(&other), "{one:?}, {other:?}");
            }
        }
    }

    #[test]
    fn packed_keys_have_the_order_of_the_keys() {
        come_back(&[0_u8, 1, 255]);
        come_back(&[0, 1, usize::MAX]);
        come_back(&[0, 1 << 64, u128::MAX]);
        come_back(&[0, 5, 63].map(Bits::<1>::single));
        come_back(&[0, 5, 63, 64, 127].map(Bits::<2>::single));
        come_back(&[0, 63, 64, 127, 128, 255].map(Bits::<4>::single));
    }

    #[test]
    fn packed_moves_have_the_order_of_the_moves() {
        let moves = [(0, 0), (0, u16::MAX), (1, 0), (u16::MAX, 1)];
        assert!(moves.map(PackedMove::packed).is_sorted());
        for step in moves {
            assert_eq!(<(u16, u16)>::of_packed(step.packed()), step);
        }
        let moves = [(0, u32::MAX), (1, 0), (u32::MAX, 1)];
        assert!(moves.map(PackedMove::packed).is_sorted());
        for step in moves {
            assert_eq!(<(u32, u32)>::of_packed(step.packed()), step);
        }
    }

    fn stay_the_same<K: StoredKey + Debug>(mut keys: Vec<K>) {
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
    fn lists_stay_the_same() {
        let wide = |number: u128| number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        stay_the_same((0..500).map(|number| wide(number) as u64).collect());
        stay_the_same(vec![0, 0, 1, 127, 128, u64::MAX - 1, u64::MAX]);
        stay_the_same((0..500).map(wide).chain([u128::MAX, 0]).collect());
        let words = |number: u128| Words([wide(number) as u64 & 7, number as u64, u64::MAX, 0]);
        stay_the_same((0..500).map(words).collect());
    }

    #[test]
    fn what_is_no_number_is_none() {
        assert_eq!(u64::read_after(0, &mut &[0x80][..]), None);
        assert_eq!(u64::read_after(0, &mut &[0xff; 30][..]), None);
    }
}
