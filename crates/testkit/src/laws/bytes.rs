//! Numbers for choices, from bytes or from elsewhere.

use crate::Random;

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
