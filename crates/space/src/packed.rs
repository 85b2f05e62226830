//! Keys and moves as numbers, the form in which engines hold them.
//!
//! There are many kinds of keys and moves, and an engine is compiled for each kind that it holds. As numbers, there are
//! only five kinds of keys and one of moves.

use crate::bits::Bits;
use crate::stored_key::StoredKey;
use crate::stored_key::Words;
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
}
