//! An unbounded row of coins, on which the checker replays solutions.
//!
//! The engines' boards are small and fast. This row has no width: it stores one bit for each coin
//! (is it a penny?), in pages of 4,096 positions that exist only where a move has put coins, and
//! the maximal runs of occupied positions. A row of `2n` coins with few gaps takes about `2n` bits
//! once all of them have moved, and hardly any memory at the start, however large `n` is.

use crate::coin::Coin;
use crate::pattern::Pattern;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

const PAGE_BITS: i64 = 4096;
const PAGE_WORDS: usize = 64;

/// Coins at positions of an unbounded line.
#[derive(Debug, Clone, Default)]
pub struct Row {
    /// First position of each maximal run of coins, and the position after its last coin.
    runs: BTreeMap<i64, i64>,
    /// The first position at which a coin that has never moved is a penny.
    first_penny: i64,
    /// Masks of pennies, by position divided by 4,096. A missing page is still as it was at the
    /// start.
    pages: FxHashMap<i64, Box<[u64; PAGE_WORDS]>>,
}

impl Row {
    /// Creates an empty row.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates the starting row: `n` nickels from `start` on, then `n` pennies.
    #[must_use]
    pub fn starting(start: i64, n: u64) -> Self {
        let n = n as i64;
        Self {
            runs: BTreeMap::from([(start, start + 2 * n)]),
            first_penny: start + n,
            pages: FxHashMap::default(),
        }
    }

    /// Returns the maximal runs of coins, each as its first position and the position after its
    /// last coin.
    pub fn runs(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        self.runs.iter().map(|(&begin, &end)| (begin, end))
    }

    /// Returns the coin at a position, if there is one.
    #[must_use]
    pub fn coin(&self, position: i64) -> Option<Coin> {
        let (_, &end) = self.runs.range(..=position).next_back()?;
        (position < end).then(|| Coin::from_bit(self.window(position, 1) == 1))
    }

    /// Returns the first position in `begin..begin + length` without a coin.
    #[must_use]
    pub fn first_unoccupied(&self, begin: i64, length: u32) -> Option<i64> {
        let end = match self.runs.range(..=begin).next_back() {
            Some((_, &end)) if end > begin => end,
            _ => return Some(begin),
        };
        (end < begin + i64::from(length)).then_some(end)
    }

    /// Returns the first position in `begin..begin + length` with a coin.
    #[must_use]
    pub fn first_occupied(&self, begin: i64, length: u32) -> Option<i64> {
        if let Some((_, &end)) = self.runs.range(..=begin).next_back()
            && end > begin
        {
            return Some(begin);
        }
        let next = self.runs.range(begin..begin + i64::from(length)).next();
        next.map(|(&first, _)| first)
    }

    /// Returns the coins at `begin..begin + length` as a mask of pennies; every position must hold
    /// a coin.
    #[must_use]
    pub fn window(&self, begin: i64, length: u32) -> u64 {
        let offset = begin.rem_euclid(64) as u32;
        let mut cells = self.peek(begin) >> offset;
        if offset + length > 64 {
            cells |= self.peek(begin + 64) << (64 - offset);
        }
        cells & ones(length)
    }

    /// Puts a pattern on the unoccupied positions from `begin` on.
    pub(super) fn put(&mut self, begin: i64, pattern: Pattern) {
        let length = pattern.length();
        let end = begin + i64::from(length);
        let offset = begin.rem_euclid(64) as u32;
        let word = self.word(begin);
        *word = *word & !(ones(length) << offset) | pattern.pennies() << offset;
        if offset + length > 64 {
            let word = self.word(begin + 64);
            let rest = offset + length - 64;
            *word = *word & !ones(rest) | pattern.pennies() >> (64 - offset);
        }
        // Join the runs that the pattern now touches.
        let joined_end = self.runs.remove(&end).unwrap_or(end);
        match self.runs.range_mut(..begin).next_back() {
            Some((_, left_end)) if *left_end == begin => *left_end = joined_end,
            _ => {
                let _ = self.runs.insert(begin, joined_end);
            }
        }
    }

    /// Takes the coins off `begin..begin + length`; every position must hold a coin.
    pub(super) fn take(&mut self, begin: i64, length: u32) {
        let end = begin + i64::from(length);
        let Some((&run, run_end)) = self.runs.range_mut(..=begin).next_back() else {
            return;
        };
        let right = *run_end;
        if run == begin {
            let _ = self.runs.remove(&run);
        } else {
            *run_end = begin;
        }
        if right > end {
            let _ = self.runs.insert(end, right);
        }
    }

    fn peek(&self, position: i64) -> u64 {
        match self.pages.get(&position.div_euclid(PAGE_BITS)) {
            Some(page) => page[word_index(position)],
            None => at_start(self.first_penny, position - position.rem_euclid(64)),
        }
    }

    fn word(&mut self, position: i64) -> &mut u64 {
        let number = position.div_euclid(PAGE_BITS);
        let first = self.first_penny;
        let words = |word| at_start(first, number * PAGE_BITS + 64 * word as i64);
        let page = self
            .pages
            .entry(number)
            .or_insert_with(|| Box::new(std::array::from_fn(words)));
        &mut page[word_index(position)]
    }
}

/// Returns the word from a position on, before any move, in a row whose pennies begin at
/// `first_penny`.
const fn at_start(first_penny: i64, begin: i64) -> u64 {
    match first_penny - begin {
        ..=0 => u64::MAX,
        nickels @ 1..64 => u64::MAX << nickels,
        64.. => 0,
    }
}

const fn word_index(position: i64) -> usize {
    (position.rem_euclid(PAGE_BITS) / 64) as usize
}

const fn ones(length: u32) -> u64 {
    if length >= 64 {
        u64::MAX
    } else {
        (1 << length) - 1
    }
}
