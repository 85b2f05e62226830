//! The engines' board: two masks of fixed width.

use crate::coin::{Coin, Pattern};
use crate::size::BlockLength;
use tait_space::Bits;

/// A row on a board of `64 * W` cells, cell 0 leftmost.
///
/// Two boards are equal when they hold the same coins in the same cells.
///
/// Boards of 128 and 256 cells are `Board<2>` and `Board<4>`.
///
/// ```
/// use tait_linear::{BlockLength, Board};
/// let board = Board::<2>::starting(4, 3); // cells 4..7 nickels, 7..10 pennies
/// assert_eq!(board.pairs().iter().collect::<Vec<_>>(), [6]);
/// let moved = board.moved(BlockLength::new(2)?, 6, 10);
/// assert_eq!(moved.draw(12), "....oo..xxox");
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Board<const W: usize> {
    /// The cells with a coin.
    pub occupied: Bits<W>,
    /// The cells with a penny; a subset of the occupied ones.
    pub pennies: Bits<W>,
}

impl<const W: usize> Board<W> {
    /// Returns `n` nickels from cell `begin` on, then `n` pennies; `begin + 2n` is at most the
    /// width.
    #[must_use]
    pub const fn starting(begin: u32, n: u32) -> Self {
        Self {
            occupied: Bits::range(begin, begin + 2 * n),
            pennies: Bits::range(begin + n, begin + 2 * n),
        }
    }

    /// Returns the coin in a cell, if there is one.
    #[must_use]
    pub const fn coin(&self, cell: u32) -> Option<Coin> {
        if self.occupied.get(cell) {
            Some(Coin::from_bit(self.pennies.get(cell)))
        } else {
            None
        }
    }

    /// Returns the cells that form a pair with the next cell.
    #[must_use]
    #[inline]
    pub fn pairs(&self) -> Bits<W> {
        self.occupied & self.occupied.down(1) & (self.pennies ^ self.pennies.down(1))
    }

    /// Returns the pattern of the `k` coins from `cell` on.
    #[must_use]
    #[inline]
    pub fn pattern(&self, k: BlockLength, cell: u32) -> Pattern {
        Pattern::new(k, self.pennies.window(cell, k.get()))
    }

    /// Returns the board after a move of the `k` coins from cell `from` on to the free cells from
    /// `to` on.
    ///
    /// The move is not validated; the result of an illegal move is a meaningless board.
    #[must_use]
    #[inline]
    pub fn moved(&self, k: BlockLength, from: u32, to: u32) -> Self {
        let length = k.get();
        debug_assert!(
            self.occupied.windows(length).get(from),
            "source must be occupied"
        );
        debug_assert_eq!(
            self.occupied.window(to, length),
            0,
            "destination must be free"
        );
        let ones = (1 << length) - 1;
        let coins = self.pennies.window(from, length);
        Self {
            occupied: self.occupied & !Bits::laid(ones, from) | Bits::laid(ones, to),
            pennies: self.pennies & !Bits::laid(coins, from) | Bits::laid(coins, to),
        }
    }

    /// Returns the board after a move of the [turned](crate::Puzzle::turned) puzzle, which also reverses the order of the coins
    /// in the block; as for [`moved`](Self::moved), the move is not validated.
    ///
    /// ```
    /// use tait_linear::{BlockLength, Board};
    /// let k = BlockLength::new(2)?;
    /// let turned = Board::<1>::starting(2, 1).moved_turned(k, 2, 4);
    /// assert_eq!(turned.draw(6), "....xo");
    /// assert_eq!(turned.moved_turned(k, 4, 2), Board::starting(2, 1));
    /// # Ok::<(), tait_linear::PuzzleError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn moved_turned(&self, k: BlockLength, from: u32, to: u32) -> Self {
        let length = k.get();
        let moved = self.moved(k, from, to);
        let coins = moved.pennies.window(to, length);
        let turned = coins.reverse_bits() >> (u64::BITS - length);
        Self {
            pennies: moved.pennies & !Bits::laid(coins, to) | Bits::laid(turned, to),
            ..moved
        }
    }

    /// Returns whether the coins are contiguous and alternate.
    #[must_use]
    pub fn alternates(&self) -> bool {
        let coins = self.occupied.count();
        self.pairs().count() + 1 == coins
    }

    /// Returns the first `width` cells as text: `o`, `x`, and `.` for a free cell.
    #[must_use]
    pub fn draw(&self, width: u32) -> String {
        (0..width)
            .map(|cell| self.coin(cell).map_or('.', Coin::letter))
            .collect()
    }
}
