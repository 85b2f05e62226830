//! Numbers to choose by, from bytes or from elsewhere.

use tait_testkit::Random;

/// Where numbers come from that something is chosen by.
pub trait Choices {
    /// A number below `end`, which is at most 256.
    fn below(&mut self, end: u64) -> u64;

    /// Whether it happens, as it does once in so many times.
    fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }
}

impl Choices for Random {
    fn below(&mut self, end: u64) -> u64 {
        self.bits() % end
    }
}

/// Takes numbers off the front of some bytes; zeros when there are none left.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl Choices for Bytes<'_> {
    fn below(&mut self, end: u64) -> u64 {
        u64::from(self.byte()) % end
    }
}

impl Bytes<'_> {
    /// The next byte.
    pub(crate) fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&byte, rest)) => {
                self.0 = rest;
                byte
            }
            None => 0,
        }
    }

    /// A number below `end`, from four bytes.
    pub(crate) fn far_below(&mut self, end: usize) -> usize {
        let bytes = [self.byte(), self.byte(), self.byte(), self.byte()];
        u32::from_le_bytes(bytes) as usize % end
    }

    /// A number between -128 and 127.
    pub(crate) fn signed(&mut self) -> i64 {
        i64::from(self.byte() as i8)
    }

    /// Whether nothing is left.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
