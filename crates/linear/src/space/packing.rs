//! Exact keys for boards: how a state is stored.

use crate::board::Board;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use tait_space::{Bits, PackedKey, Words};

/// A way to store a board of `64 * W` cells as an exact key.
///
/// # Contract
/// `unpack(pack(board)) == board` for every board of the space; equal keys mean equal boards.
pub trait Packing<const W: usize>: Sync + Send + Copy + Debug {
    /// The stored form.
    type Key: PackedKey;
    /// Packs a board.
    fn pack(&self, board: &Board<W>) -> Self::Key;
    /// Returns the board of a key.
    fn unpack(&self, key: &Self::Key) -> Board<W>;
}

/// A machine word that can hold a key.
pub trait KeyWord: PackedKey {
    /// The number of bits of the word.
    const BITS: u32;
    /// Returns the word with this value, which must fit.
    fn from_wide(value: u128) -> Self;
    /// Returns the value of the word.
    fn to_wide(self) -> u128;
}

impl KeyWord for u64 {
    const BITS: u32 = 64;
    #[inline]
    fn from_wide(value: u128) -> Self {
        value as Self
    }
    #[inline]
    fn to_wide(self) -> u128 {
        u128::from(self)
    }
}

impl KeyWord for u128 {
    const BITS: u32 = 128;
    #[inline]
    fn from_wide(value: u128) -> Self {
        value
    }
    #[inline]
    fn to_wide(self) -> u128 {
        self
    }
}

/// A key that holds the order of the coins, and above it the places of the holes.
pub trait HolesKey: PackedKey {
    /// Returns whether a key has room for `coins` coins and `places` bits of places.
    fn has_room(coins: u32, places: u32) -> bool;
    /// Returns the key of the pennies among `coins` coins and of the places.
    fn joined<const W: usize>(pennies: &Bits<W>, coins: u32, places: u128) -> Self;
    /// Returns the pennies and the places.
    fn parted<const W: usize>(self, coins: u32) -> (Bits<W>, u128);
}

impl<Word: KeyWord> HolesKey for Word {
    #[inline]
    fn has_room(coins: u32, places: u32) -> bool {
        coins + places <= Word::BITS
    }

    #[inline]
    fn joined<const W: usize>(pennies: &Bits<W>, coins: u32, places: u128) -> Self {
        Self::from_wide(wide(pennies) | shifted(places, coins))
    }

    #[inline]
    fn parted<const W: usize>(self, coins: u32) -> (Bits<W>, u128) {
        let key = self.to_wide();
        let pennies = narrow(key & !shifted(u128::MAX, coins));
        (pennies, key.checked_shr(coins).unwrap_or(0))
    }
}

/// For boards of up to four words.
impl HolesKey for Bits<4> {
    #[inline]
    fn has_room(coins: u32, places: u32) -> bool {
        places < 64 && coins + places <= Self::WIDTH
    }

    #[inline]
    fn joined<const W: usize>(pennies: &Bits<W>, coins: u32, places: u128) -> Self {
        let mut words = [0; 4];
        words[..W].copy_from_slice(&pennies.0);
        Self(words) | Self::laid(places as u64, coins)
    }

    #[inline]
    fn parted<const W: usize>(self, coins: u32) -> (Bits<W>, u128) {
        let mut pennies = Bits::EMPTY;
        let row = self & Self::range(0, coins);
        pennies.0.copy_from_slice(&row.0[..W]);
        (pennies, u128::from(self.window(coins, 63)))
    }
}

/// A key of the order of the coins, one bit each, and for each hole of `k` cells the number of
/// coins before it.
///
/// This describes a board completely if its free cells come in runs of multiples of `k`, as they do
/// in every search for an `n`-move solution. The key fits in 64 bits where two masks take 256.
#[derive(Debug)]
pub struct Holes<Key> {
    coins: u32,
    k: u32,
    holes: u32,
    index_bits: u32,
    key: std::marker::PhantomData<Key>,
}

// Derived impls would require bounds on the marker type.
impl<Key> Clone for Holes<Key> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<Key> Copy for Holes<Key> {}

impl<Key: HolesKey> Holes<Key> {
    /// Creates a packing for boards with this many coins and holes of `k` cells; `None` where a key
    /// has no room for them.
    #[must_use]
    pub fn new(coins: u32, k: u32, holes: u32) -> Option<Self> {
        let index_bits = u32::BITS - coins.leading_zeros();
        Key::has_room(coins, holes * index_bits).then_some(Self {
            coins,
            k,
            holes,
            index_bits,
            key: std::marker::PhantomData,
        })
    }
}

impl<const W: usize, Key: HolesKey> Packing<W> for Holes<Key> {
    type Key = Key;

    #[inline]
    fn pack(&self, board: &Board<W>) -> Key {
        let (mut pennies, mut free) = (board.pennies, !board.occupied);
        let mut places = 0;
        for hole in 0..self.holes {
            let Some(place) = free.first() else { break };
            pennies = pennies.closed_up(place, self.k);
            free = free.closed_up(place, self.k);
            places |= u128::from(place) << (hole * self.index_bits);
        }
        Key::joined(&pennies, self.coins, places)
    }

    #[inline]
    fn unpack(&self, key: &Key) -> Board<W> {
        let (mut pennies, places) = key.parted(self.coins);
        let mut occupied = Bits::range(0, self.coins);
        let mask = (1 << self.index_bits) - 1;
        for hole in (0..self.holes).rev() {
            let place = (places >> (hole * self.index_bits)) as u32 & mask;
            pennies = pennies.opened(place, self.k);
            occupied = occupied.opened(place, self.k);
        }
        Board { occupied, pennies }
    }
}

#[inline]
fn shifted(value: u128, distance: u32) -> u128 {
    value.checked_shl(distance).unwrap_or(0)
}

#[inline]
fn wide<const W: usize>(bits: &Bits<W>) -> u128 {
    let high = if W > 1 { bits.0[1] } else { 0 };
    u128::from(bits.0[0]) | u128::from(high) << 64
}

#[inline]
fn narrow<const W: usize>(value: u128) -> Bits<W> {
    let mut words = [0; W];
    words[0] = value as u64;
    if W > 1 {
        words[1] = (value >> 64) as u64;
    }
    Bits(words)
}

/// Both masks as they are: a key for every board, at 16 bytes for every 64 cells.
#[derive(Debug, Clone, Copy)]
pub struct Masks;

impl<const W: usize> Packing<W> for Masks
where
    Board<W>: PackedKey,
{
    type Key = Board<W>;
    #[inline]
    fn pack(&self, board: &Board<W>) -> Board<W> {
        *board
    }
    #[inline]
    fn unpack(&self, key: &Board<W>) -> Board<W> {
        *key
    }
}

/// Packs the occupied cells, then the pennies.
impl PackedKey for Board<1> {
    type Packed = u128;

    #[inline]
    fn packed(self) -> u128 {
        u128::from(self.occupied.0[0]) << 64 | u128::from(self.pennies.0[0])
    }

    #[inline]
    fn of_packed(packed: u128) -> Self {
        Self {
            occupied: Bits([(packed >> 64) as u64]),
            pennies: Bits([packed as u64]),
        }
    }

    #[inline]
    fn hash_for_noise<H: Hasher>(self, state: &mut H) {
        self.hash(state);
    }
}

/// Packs the words of the occupied cells, then those of the pennies.
macro_rules! packed_boards {
    ($($width:literal: $words:literal),*) => {$(
        impl PackedKey for Board<$width> {
            type Packed = Words<$words>;

            #[inline]
            fn packed(self) -> Words<$words> {
                let mut words = [0; $words];
                words[..$width].copy_from_slice(&self.occupied.0);
                words[$width..].copy_from_slice(&self.pennies.0);
                Words(words)
            }

            #[inline]
            fn of_packed(packed: Words<$words>) -> Self {
                let mut board = Self { occupied: Bits::EMPTY, pennies: Bits::EMPTY };
                board.occupied.0.copy_from_slice(&packed.0[..$width]);
                board.pennies.0.copy_from_slice(&packed.0[$width..]);
                board
            }
        }
    )*};
}

packed_boards!(2: 4, 4: 8);
