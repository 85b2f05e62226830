//! Fixed-width bit masks: sets of cells of a small board.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// Computes a set word by word.
///
/// This is a plain loop: iterators and `array::from_fn` would add half a dozen functions for each width, and without
/// optimisation across units some of them would stay calls.
macro_rules! by_word {
    ($word:ident => $value:expr) => {{
        let mut words = [0; W];
        let mut $word = 0;
        while $word < W {
            words[$word] = $value;
            $word += 1;
        }
        Self(words)
    }};
}

/// A set of cells `0..64 * W`, with set operators.
///
/// The engines' boards are pairs of sets; shifts are by less than a word because a block has at most 63 coins.
///
/// ```
/// use tait_space::Bits;
/// let row = Bits::<2>::range(0, 70);
/// let windows = row.windows(3); // where three cells in a row begin
/// assert_eq!(windows.count(), 68);
/// assert!(windows.get(67) && !windows.get(68));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits<const W: usize>(
    /// The words, with the first cells in the low bits of the first word.
    pub [u64; W],
);

impl<const W: usize> Default for Bits<W> {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);
    /// The number of cells.
    pub const WIDTH: u32 = 64 * W as u32;

    /// Returns the set of cell `index` only.
    #[must_use]
    #[inline]
    pub const fn single(index: u32) -> Self {
        let mut words = [0; W];
        words[(index >> 6) as usize] = 1 << (index & 63);
        Self(words)
    }

    /// Returns the set of the cells `begin..end`.
    #[must_use]
    #[inline]
    pub const fn range(begin: u32, end: u32) -> Self {
        by_word!(word => {
            let base = 64 * word as u32;
            below(end, base) & !below(begin, base)
        })
    }

    /// Returns whether a cell is in the set.
    #[must_use]
    #[inline]
    pub const fn get(&self, index: u32) -> bool {
        self.0[(index >> 6) as usize] >> (index & 63) & 1 == 1
    }

    /// Returns whether no cell is in the set.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Returns how many cells are in the set.
    #[must_use]
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns the mirror image within the first `width` cells, which hold the set.
    ///
    /// ```
    /// use tait_space::Bits;
    /// assert_eq!(Bits::<2>::range(3, 70).mirrored(100), Bits::range(30, 97));
    /// ```
    #[must_use]
    pub fn mirrored(&self, width: u32) -> Self {
        let cells = self.iter();
        cells.fold(Self::EMPTY, |image, cell| {
            image | Self::single(width - 1 - cell)
        })
    }

    /// Returns the lowest cell of the set.
    #[must_use]
    #[inline]
    pub fn first(&self) -> Option<u32> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word as u32 + self.0[word].trailing_zeros())
    }

    /// Returns the highest cell of the set.
    #[must_use]
    #[inline]
    pub fn last(&self) -> Option<u32> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(64 * word as u32 + 63 - self.0[word].leading_zeros())
    }

    /// Returns the set moved down by `distance < 64` cells: cell `i` is in it if `i + distance` was.
    #[must_use]
    #[inline]
    pub fn down(&self, distance: u32) -> Self {
        debug_assert!(distance < 64, "shifts are by less than a word");
        by_word!(word => {
            let above = if word + 1 < W { self.0[word + 1] } else { 0 };
            (self.0[word] >> distance) | ((above << 1) << (63 - distance))
        })
    }

    /// Returns the set moved up by `distance < 64` cells, without the cells that leave the board.
    #[must_use]
    #[inline]
    pub fn up(&self, distance: u32) -> Self {
        debug_assert!(distance < 64, "shifts are by less than a word");
        by_word!(word => {
            let under = if word > 0 { self.0[word - 1] } else { 0 };
            (self.0[word] << distance) | ((under >> 1) >> (63 - distance))
        })
    }

    /// Returns where `length` consecutive cells of the set begin.
    #[must_use]
    #[inline]
    pub fn windows(&self, length: u32) -> Self {
        let mut windows = *self;
        let mut covered = 1;
        while covered < length {
            let step = covered.min(length - covered);
            windows = windows & windows.down(step);
            covered += step;
        }
        windows
    }

    /// Returns the cells that are covered when `length` cells begin at each cell of the set.
    ///
    /// This reverses [`windows`](Self::windows).
    #[must_use]
    #[inline]
    pub fn spread(&self, length: u32) -> Self {
        let mut cells = *self;
        let mut covered = 1;
        while covered < length {
            let step = covered.min(length - covered);
            cells |= cells.up(step);
            covered += step;
        }
        cells
    }

    /// Returns the cells that links connect with a cell, up to 62 links away on each side; link `i` connects the cells
    /// `i` and `i + 1`.
    #[must_use]
    #[inline]
    pub fn around(cell: u32, links: &Self) -> Self {
        let upward = links.window(cell, 63).trailing_ones().min(62);
        let below = cell.min(63);
        let downward = (links.window(cell - below, below) << 1 << (63 - below))
            .leading_ones()
            .min(62);
        Self::laid((2 << upward) - 1, cell) | Self::laid((1 << downward) - 1, cell - downward)
    }

    /// Returns the `length <= 63` cells from `begin` on, as a number; cells beyond the board are 0.
    #[must_use]
    #[inline]
    pub fn window(&self, begin: u32, length: u32) -> u64 {
        let word = (begin >> 6) as usize;
        let offset = begin & 63;
        let above = if word + 1 < W { self.0[word + 1] } else { 0 };
        let cells = (self.0[word] >> offset) | ((above << 1) << (63 - offset));
        cells & ((1 << length) - 1)
    }

    /// Returns a number of at most 63 bits as a set from `begin` on.
    #[must_use]
    #[inline]
    pub fn laid(value: u64, begin: u32) -> Self {
        // Words are chosen and not indexed: an array that is written word by word and read as a whole waits for its writes.
        let (word, offset) = (begin >> 6, begin & 63);
        let (low, high) = (value << offset, (value >> 1) >> (63 - offset));
        by_word!(at => {
            let here = if at as u32 == word { low } else { 0 };
            if at as u32 == word + 1 { high } else { here }
        })
    }

    /// Returns the set without cell `index`.
    #[must_use]
    #[inline]
    pub fn without(&self, index: u32) -> Self {
        *self & !Self::single(index)
    }

    /// Iterates over the cells in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = u32> + use<W> {
        let mut words = self.0;
        let mut word = 0;
        std::iter::from_fn(move || {
            while word < W {
                let rest = words[word];
                if rest != 0 {
                    words[word] = rest & (rest - 1);
                    return Some(64 * word as u32 + rest.trailing_zeros());
                }
                word += 1;
            }
            None
        })
    }

    /// Returns the set with `gap < 64` cells cut out at `at`; the cells above them close up.
    #[must_use]
    #[inline]
    pub fn closed_up(&self, at: u32, gap: u32) -> Self {
        let low = Self::range(0, at);
        (*self & low) | (self.down(gap) & !low)
    }

    /// Returns the set with `gap < 64` empty cells inserted at `at`; the cells from there on move up.
    #[must_use]
    #[inline]
    pub fn opened(&self, at: u32, gap: u32) -> Self {
        let low = Self::range(0, at);
        (*self & low) | (*self & !low).up(gap)
    }
}

/// Returns the mask of bits below cell `end` in the word that starts at cell `base`.
#[inline]
const fn below(end: u32, base: u32) -> u64 {
    if end <= base {
        0
    } else if end - base >= 64 {
        u64::MAX
    } else {
        (1 << (end - base)) - 1
    }
}

/// Implements a set operator.
macro_rules! operator {
    ($trait:ident, $method:ident, $operator:tt) => {
        impl<const W: usize> $trait for Bits<W> {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                by_word!(word => self.0[word] $operator other.0[word])
            }
        }
    };
}

operator!(BitAnd, bitand, &);
operator!(BitOr, bitor, |);
operator!(BitXor, bitxor, ^);

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        by_word!(word => !self.0[word])
    }
}

impl<const W: usize> BitAndAssign for Bits<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}
