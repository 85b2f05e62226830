//! Sets of cells as consecutive numbers.

use thiserror::Error;

/// The maximum number of cells on which sets are numbered: one bit for each cell.
pub const MOST_RANKED_CELLS: usize = 64;

/// The sets of a given size among at most 64 cells, numbered from 0 in the order of their bits (the combinatorial
/// number system).
///
/// A set with the cells c₁ < c₂ < ... < cₙ has the rank C(c₁, 1) + C(c₂, 2) + ... + C(cₙ, n), the number of sets of n
/// cells that are smaller as numbers. A small table of binomial coefficients suffices, and the ranks of all sets with
/// one coin fewer, or one more, come from one pass over the coins.
///
/// ```
/// use tait_grid::space::Ranking;
/// let ranking = Ranking::new(35, 12)?;
/// assert_eq!(ranking.count(), 834_451_800);
/// assert_eq!(ranking.rank(0b1111_1111_1111), 0);
/// assert_eq!(ranking.unrank(1), 0b1_0111_1111_1111);
/// # Ok::<(), tait_grid::space::RankingError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Ranking {
    cells: u32,
    coins: u32,
    count: u64,
    /// The number of sets of i out of c cells, by i up to the number of coins, and by c.
    choices: Vec<[u64; MOST_RANKED_CELLS]>,
}

/// Reasons why sets cannot be numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RankingError {
    /// There are too many cells.
    #[error("a whole board has at most {MOST_RANKED_CELLS} positions, not {0}")]
    Cells(usize),
    /// There are too few or too many coins.
    #[error("there must be 1 to {cells} coins on {cells} positions, not {coins}")]
    Coins {
        /// The number of coins.
        coins: usize,
        /// The number of cells.
        cells: usize,
    },
}

impl Ranking {
    /// Creates the numbering of the sets of `coins` out of `cells`.
    ///
    /// # Errors
    /// When there are more than 64 cells, or not 1 to `cells` coins.
    pub fn new(cells: usize, coins: usize) -> Result<Self, RankingError> {
        if cells > MOST_RANKED_CELLS {
            return Err(RankingError::Cells(cells));
        }
        if coins == 0 || coins > cells {
            return Err(RankingError::Coins { coins, cells });
        }
        let choices: Vec<[u64; MOST_RANKED_CELLS]> = (0..=coins as u64)
            .map(|chosen| std::array::from_fn(|of| choices(of as u64, chosen)))
            .collect();
        Ok(Self {
            cells: cells as u32,
            coins: coins as u32,
            count: self::choices(cells as u64, coins as u64),
            choices,
        })
    }

    /// Returns the number of cells.
    #[must_use]
    pub const fn cells(&self) -> u32 {
        self.cells
    }

    /// Returns the number of cells in a set.
    #[must_use]
    pub const fn coins(&self) -> u32 {
        self.coins
    }

    /// Returns the number of sets.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Returns the number of sets with one cell fewer.
    #[must_use]
    pub fn count_lifted(&self) -> u64 {
        choices(self.cells.into(), u64::from(self.coins) - 1)
    }

    /// Returns the rank of a set of any size among the sets of its size.
    #[inline]
    #[must_use]
    pub fn rank(&self, set: u64) -> u64 {
        (1..)
            .zip(cells_of(set))
            .map(|(number, cell)| self.below(number, cell))
            .sum()
    }

    /// Returns the set with a rank below [`count`](Self::count).
    #[must_use]
    pub fn unrank(&self, rank: u64) -> u64 {
        self.unranked(rank, self.coins)
    }

    /// Returns the set of one cell fewer with a rank below [`count_lifted`](Self::count_lifted).
    #[must_use]
    pub fn unrank_lifted(&self, rank: u64) -> u64 {
        self.unranked(rank, self.coins - 1)
    }

    fn unranked(&self, mut rank: u64, coins: u32) -> u64 {
        let (mut set, mut cell) = (0, self.cells);
        for number in (1..=coins as usize).rev() {
            // The largest cell with at most `rank` sets below it.
            while cell > 0 {
                cell -= 1;
                if self.below(number, cell) <= rank {
                    break;
                }
            }
            rank -= self.below(number, cell).min(rank);
            set |= 1 << cell;
        }
        set
    }

    /// Calls `visit` with each cell of a set and the rank of the set without it.
    #[inline]
    pub fn each_without(&self, set: u64, mut visit: impl FnMut(u32, u64)) {
        // Cells above the removed one move down one place.
        let lowered = (0..).zip(cells_of(set));
        let mut rank: u64 = lowered.map(|(number, cell)| self.below(number, cell)).sum();
        for (number, cell) in (0..).zip(cells_of(set)) {
            rank -= self.below(number, cell);
            visit(cell, rank);
            rank += self.below(number + 1, cell);
        }
    }

    /// Calls `visit` with each of some cells outside a set that has fewer than all coins, and the rank of the set with
    /// it.
    #[inline]
    pub fn each_with(&self, set: u64, cells: u64, mut visit: impl FnMut(u32, u64)) {
        // Cells above the added one move up one place.
        let raised = (2..).zip(cells_of(set));
        let mut rank: u64 = raised.map(|(number, cell)| self.below(number, cell)).sum();
        let (mut number, mut above) = (1, set);
        for cell in cells_of(cells) {
            while above.trailing_zeros() < cell {
                let passed = above.trailing_zeros();
                rank = rank + self.below(number, passed) - self.below(number + 1, passed);
                number += 1;
                above &= above - 1;
            }
            visit(cell, rank + self.below(number, cell));
        }
    }

    /// How many sets of the given number of cells lie below one cell.
    #[inline]
    fn below(&self, number: usize, cell: u32) -> u64 {
        self.choices[number][(cell % MOST_RANKED_CELLS as u32) as usize]
    }
}

/// Returns the next set with the same number of cells; for the last set the result is meaningless.
#[inline]
#[must_use]
pub const fn next_set(set: u64) -> u64 {
    // The highest cell of the lowest run moves up, and the others move down to the bottom.
    let lowest = set & set.wrapping_neg();
    let moved = set.wrapping_add(lowest);
    let run = (set ^ moved) >> 2;
    moved | run.wrapping_shr(set.trailing_zeros())
}

/// Returns the cells of a set in ascending order.
#[inline]
pub fn cells_of(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let cell = set.trailing_zeros();
        set &= set - 1;
        Some(cell)
    })
}

/// Returns the image of a set of cells, whose cells have these images.
///
/// ```
/// use tait_grid::space::image_of;
/// assert_eq!(image_of(0b011, &[2, 1, 0]), 0b110);
/// ```
#[must_use]
pub fn image_of(set: u64, images: &[u32]) -> u64 {
    cells_of(set).fold(0, |image, cell| image | 1 << images[cell as usize])
}

/// The number of ways to choose some of at most 64 things.
fn choices(of: u64, chosen: u64) -> u64 {
    if chosen > of {
        return 0;
    }
    // Each product is a binomial coefficient times at most 64; the coefficients of 64 things fit into 61 bits.
    let product =
        |so_far: u128, index: u64| so_far * u128::from(of - index) / u128::from(index + 1);
    (0..chosen).fold(1, product) as u64
}
