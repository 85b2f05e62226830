//! Values for keys of every kind in one type, so that a function that is not generic can take them.
//!
//! A generic function is compiled again in each crate that calls it, with all that it calls. An engine that takes an
//! [`AnyKey`] is compiled once, for all kinds of keys, in its own crate.

use crate::stored_key::StoredKey;
use crate::stored_key::Words;
use std::fmt;

/// A family of types, one for each kind of key.
pub trait ForKeys {
    /// The type for one kind of key.
    type Of<K: StoredKey>;
}

/// A kind of key.
pub trait KeyKind {
    /// Returns the type of a family for this kind of key as that for any.
    fn any<F: ForKeys>(held: F::Of<Self>) -> AnyKey<F>
    where
        Self: StoredKey;
}

macro_rules! kinds {
    ($($key:ty: $kind:ident),*) => {$(
        impl KeyKind for $key {
            fn any<F: ForKeys>(held: F::Of<Self>) -> AnyKey<F> {
                AnyKey::$kind(held)
            }
        }
    )*};
}

kinds!(u64: One, u128: Two, Words<4>: Four, Words<8>: Eight, Words<16>: Sixteen);

/// The type of a family for one of the kinds of keys, each of which is named after its number of words.
///
/// ```
/// use tait_space::{AnyKey, ForKeys, KeyKind, StoredKey, of_any_key};
/// struct Lists;
/// impl ForKeys for Lists {
///     type Of<K: StoredKey> = Vec<K>;
/// }
/// /// Is compiled once, whatever the keys are.
/// fn length(lists: &AnyKey<Lists>) -> usize {
///     of_any_key!(lists, list => list.len())
/// }
/// assert_eq!(length(&u64::any(vec![1, 2, 3])), 3);
/// assert_eq!(length(&u128::any(vec![1])), 1);
/// ```
pub enum AnyKey<F: ForKeys> {
    /// For keys of 64 bits.
    One(F::Of<u64>),
    /// For keys of 128 bits.
    Two(F::Of<u128>),
    /// For keys of four words.
    Four(F::Of<Words<4>>),
    /// For keys of eight words.
    Eight(F::Of<Words<8>>),
    /// For keys of sixteen words.
    Sixteen(F::Of<Words<16>>),
}

/// Evaluates an expression with what an [`AnyKey`] holds, whatever the kind of its key is.
#[macro_export]
macro_rules! of_any_key {
    ($any:expr, $held:pat => $result:expr) => {
        match $any {
            $crate::AnyKey::One($held) => $result,
            $crate::AnyKey::Two($held) => $result,
            $crate::AnyKey::Four($held) => $result,
            $crate::AnyKey::Eight($held) => $result,
            $crate::AnyKey::Sixteen($held) => $result,
        }
    };
}

impl<F: ForKeys> fmt::Debug for AnyKey<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::One(_) => "One",
            Self::Two(_) => "Two",
            Self::Four(_) => "Four",
            Self::Eight(_) => "Eight",
            Self::Sixteen(_) => "Sixteen",
        })
    }
}
