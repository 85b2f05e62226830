//! The two strips of a base, and the moves that change what they read.

use crate::coin::Coin;
use crate::moves::Move;
use crate::row::Row;
use crate::size::{BlockLength, Puzzle};

/// The two places of a row where coins can be inserted, and what the inserted coins read.
///
/// Both strips lie at *seams*: points between two positions, named by the position on the right. The theorem is that of
/// [`DoublesBase`](super::DoublesBase).
///
/// ```
/// use tait_linear::{BlockLength, Coin, Move, Puzzle, Strips};
/// let moves = |k| BlockLength::new(k).map(Strips::moves_of_base);
/// assert_eq!((moves(15)?, moves(14)?, moves(12)?), (1, 2, 4));
/// // k = 3, n = 5, the second move of Algorithm 4.1 of the thesis.
/// let row = |position: i64| match b"ooo...oxxxoxx"[position as usize - 1] {
///     b'.' => None,
///     letter => Some(Coin::from_bit(letter == b'x')),
/// };
/// let puzzle = Puzzle::new(3, 5)?;
/// let strips = Strips::first(puzzle, 1, Move::from((9, 4)), false, &row).expect("a doubles move").after();
/// assert_eq!(strips.seams(), [12, 7]);
/// assert!(strips.is_alternating());
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strips {
    k: BlockLength,
    seams: [i64; 2],
    /// The `2d` coins of the strip at the first seam. Those at the second one are of the other types.
    word: Vec<Coin>,
}

/// A move from beside one seam to beside the other, which is a doubles move if the coins there fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approach {
    k: BlockLength,
    /// Whether the source is the first seam.
    is_from_first: bool,
    /// The seams beside the source and the destination.
    seams: [i64; 2],
    /// The `2d` coins of the strip at the source, from the seam towards the block.
    word: Vec<Coin>,
    offset: i64,
    /// Whether the block lies left of the seam.
    is_mirrored: bool,
}

impl Strips {
    /// Returns the number of doubles moves in a base: the largest power of 2 that divides `k`.
    #[must_use]
    pub const fn moves_of_base(k: BlockLength) -> u64 {
        1 << k.get().trailing_zeros()
    }

    /// Returns how many coins of each type a base inserts at a time: twice the number of its doubles moves.
    #[must_use]
    pub const fn period_of_base(k: BlockLength) -> u64 {
        2 * Self::moves_of_base(k)
    }

    /// Returns a move if it may be the first doubles move of a solution with the first coin at `start`. Its doubles begin at
    /// the block's left end, or at the right one if it is mirrored. The coins are those of the row before it. Whether an
    /// earlier move straddles a seam is not looked at.
    #[must_use]
    pub fn first(
        puzzle: Puzzle,
        start: i64,
        step: Move,
        is_mirrored: bool,
        row: &dyn Fn(i64) -> Option<Coin>,
    ) -> Option<Approach> {
        let k = puzzle.block_length();
        let last = i64::from(k.get()) - 1;
        let coin = row(if is_mirrored {
            step.from + last
        } else {
            step.from
        })?;
        let n = puzzle.n() as i64;
        let is_in_run = |seam: i64, coin: Coin| {
            let begin = if coin.is_penny() { start + n } else { start };
            (begin..=begin + n).contains(&seam)
        };
        let seams = seams_of(k, step, is_mirrored);
        if !is_in_run(seams[0], coin) || !is_in_run(seams[1], coin.flipped()) {
            return None;
        }
        let word = vec![coin; Self::period_of_base(k) as usize];
        let approach = Self { k, seams, word }.approach(true, is_mirrored, 0);
        Some(approach).filter(|approach| approach.is_made(row))
    }

    /// Returns a move if it is a doubles move. The coins are those of the row before it.
    #[must_use]
    pub fn doubles_move(&self, step: Move, row: &dyn Fn(i64) -> Option<Coin>) -> Option<Approach> {
        let k = i64::from(self.k.get());
        let ways = [(true, false), (true, true), (false, false), (false, true)];
        ways.into_iter().find_map(|(is_from_first, is_mirrored)| {
            let seam = self.seams[usize::from(!is_from_first)];
            let offset = if is_mirrored {
                seam - step.from - k
            } else {
                step.from - seam
            };
            let approach = self.approach(is_from_first, is_mirrored, offset);
            (offset >= 0 && approach.step() == step && approach.is_made(row)).then_some(approach)
        })
    }

    /// Returns the moves that are doubles moves if the coins fit, with at most so many coins between a seam and a block.
    pub fn approaches(&self, most: i64) -> impl Iterator<Item = Approach> + '_ {
        let ways = [(true, false), (true, true), (false, false), (false, true)];
        ways.into_iter()
            .flat_map(move |(is_from_first, is_mirrored)| {
                (0..=most).map(move |offset| self.approach(is_from_first, is_mirrored, offset))
            })
    }

    fn approach(&self, is_from_first: bool, is_mirrored: bool, offset: i64) -> Approach {
        let [first, second] = self.seams;
        let mut word = self.word.clone();
        if !is_from_first {
            word.iter_mut().for_each(|coin| *coin = coin.flipped());
        }
        if is_mirrored {
            word.reverse();
        }
        Approach {
            k: self.k,
            is_from_first,
            seams: if is_from_first {
                [first, second]
            } else {
                [second, first]
            },
            word,
            offset,
            is_mirrored,
        }
    }

    /// Returns the seams.
    #[must_use]
    pub const fn seams(&self) -> [i64; 2] {
        self.seams
    }

    /// Returns the length of a strip's word: how many coins of each type are inserted at a time.
    #[must_use]
    pub const fn period(&self) -> i64 {
        self.word.len() as i64
    }

    /// Returns whether the inserted coins alternate.
    #[must_use]
    pub fn is_alternating(&self) -> bool {
        self.word.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// Returns whether the inserted coins and those of the last row alternate together.
    pub(super) fn fit(&self, row: &Row) -> bool {
        let fits = |seam: i64, word: &[Coin]| {
            let neighbours = [(seam - 1, word.first()), (seam, word.last())];
            let beside: Vec<_> = neighbours
                .into_iter()
                .filter_map(|(position, end)| Some((row.coin(position)?, *end?)))
                .collect();
            // Coins at a seam apart from the row would have no neighbours: they would not belong to it.
            !beside.is_empty() && beside.iter().all(|(coin, end)| coin != end)
        };
        let [one, other] = self.seams;
        let flipped: Vec<Coin> = self.word.iter().map(|coin| coin.flipped()).collect();
        self.is_alternating() && fits(one, &self.word) && fits(other, &flipped)
    }
}

/// Returns the seams directly beside a block and its destination, where its doubles begin.
pub(super) fn seams_of(k: BlockLength, step: Move, is_mirrored: bool) -> [i64; 2] {
    let beside = if is_mirrored { k.get().into() } else { 0 };
    [step.from + beside, step.to + beside]
}

impl Approach {
    /// Returns the move.
    #[must_use]
    pub fn step(&self) -> Move {
        let block = |at: fn(&Self, i64) -> i64| at(self, self.offset).min(at(self, self.end() - 1));
        Move {
            from: block(Self::near),
            to: block(Self::far),
        }
    }

    /// Returns the position at a distance from the seam beside the source: 0 is next to it.
    #[must_use]
    pub const fn near(&self, distance: i64) -> i64 {
        self.beside(self.seams[0], distance)
    }

    /// Returns the position at a distance from the seam beside the destination.
    #[must_use]
    pub const fn far(&self, distance: i64) -> i64 {
        self.beside(self.seams[1], distance)
    }

    const fn beside(&self, seam: i64, distance: i64) -> i64 {
        if self.is_mirrored {
            seam - 1 - distance
        } else {
            seam + distance
        }
    }

    /// Returns the seams beside the source and the destination.
    pub(super) const fn seams(&self) -> [i64; 2] {
        self.seams
    }

    /// Returns whether the block lies left of the seam.
    #[must_use]
    pub const fn is_mirrored(&self) -> bool {
        self.is_mirrored
    }

    /// Returns where the block lies or lands beside the first strip, modulo the number of doubles moves of a base. The
    /// strips alternate after as many doubles moves exactly if their places all differ.
    #[must_use]
    pub fn place(&self) -> i64 {
        let Move { from, to } = self.step();
        let beside_first = if self.is_from_first { from } else { to };
        beside_first.rem_euclid(Strips::moves_of_base(self.k) as i64)
    }

    /// Returns the number of coins between a seam and the block.
    #[must_use]
    pub const fn offset(&self) -> i64 {
        self.offset
    }

    /// Returns the distance from the seam to the end of the block.
    #[must_use]
    pub const fn end(&self) -> i64 {
        self.offset + self.k.get() as i64
    }

    /// Returns the coin that a doubles move needs at a distance from the seam beside the source. Beside the destination the
    /// coins between the seam and the place where the block lands are of the other types.
    #[must_use]
    pub fn coin(&self, distance: i64) -> Coin {
        let period = self.word.len() as i64;
        let coin = self.word[(distance % period) as usize];
        if (distance - self.offset).max(0) / period % 2 == 1 {
            coin.flipped()
        } else {
            coin
        }
    }

    /// Returns whether the coins of a row make the move a doubles move.
    #[must_use]
    pub fn is_made(&self, row: &dyn Fn(i64) -> Option<Coin>) -> bool {
        (self.near(0) - self.far(0)).abs() >= self.end()
            && (0..self.end()).all(|it| row(self.near(it)) == Some(self.coin(it)))
            && (0..self.offset).all(|it| row(self.far(it)) == Some(self.coin(it).flipped()))
    }

    /// Returns the strips after the move, if it is a doubles move.
    #[must_use]
    pub fn after(&self) -> Strips {
        let next = self.end()..self.end() + self.word.len() as i64;
        let mut word: Vec<Coin> = next.map(|it| self.coin(it)).collect();
        if self.is_mirrored {
            word.reverse();
        }
        let mut seams = seams_of(self.k, self.step(), !self.is_mirrored);
        if !self.is_from_first {
            word.iter_mut().for_each(|coin| *coin = coin.flipped());
            seams.reverse();
        }
        let k = self.k;
        Strips { k, seams, word }
    }
}
