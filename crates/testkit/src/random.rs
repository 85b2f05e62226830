//! A small seeded generator of numbers, so that every run makes the same mutants, and numbers for choices, from bytes or from
//! elsewhere.

/// A SplitMix64 generator.
///
/// ```
/// let numbers = |seed| -> Vec<usize> {
///     let mut random = tait_testkit::Random::new(seed);
///     (0..5).map(|_| random.below(100)).collect()
/// };
/// assert_eq!(numbers(1), numbers(1));
/// assert_ne!(numbers(1), numbers(2));
/// ```
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// Creates a generator that always yields the same numbers for the same seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns any number of 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// Returns a number in `0..bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }

    /// Returns a number in `low..=high`.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }

    /// Returns one of the items.
    pub fn of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// A source of numbers for choices.
pub trait Choices {
    /// Returns a number below `end`, which is at most 256.
    fn below(&mut self, end: u64) -> u64;

    /// Returns whether an event happens that happens once in `many` times.
    fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }
}

impl Choices for Random {
    fn below(&mut self, end: u64) -> u64 {
        self.bits() % end
    }
}

/// Takes numbers from the front of some bytes, and zeros when none are left.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl Choices for Bytes<'_> {
    fn below(&mut self, end: u64) -> u64 {
        u64::from(self.byte()) % end
    }
}

impl Bytes<'_> {
    /// Returns the next byte.
    pub(crate) fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&byte, rest)) => {
                self.0 = rest;
                byte
            }
            None => 0,
        }
    }

    /// Returns a number below `end`, made of four bytes.
    pub(crate) fn far_below(&mut self, end: usize) -> usize {
        let bytes = [self.byte(), self.byte(), self.byte(), self.byte()];
        u32::from_le_bytes(bytes) as usize % end
    }

    /// Returns a number between -128 and 127.
    pub(crate) fn signed(&mut self) -> i64 {
        i64::from(self.byte() as i8)
    }

    /// Returns whether nothing is left.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
