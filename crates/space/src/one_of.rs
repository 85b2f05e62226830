//! One of several types in one, so that the choice among them is made once, where a space is built.

use crate::stored_key::{StoredKey, Words};

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
