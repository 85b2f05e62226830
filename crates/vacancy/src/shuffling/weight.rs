//! The constrained puzzle, in which only coins of different colours may be moved: an invariant that
//! settles it for every size.
//!
//! The source leaves open (Section V) what an optimal solution is when a move may take only two adjacent coins of
//! different colours, and whether one can be generated fast. There is almost nothing to generate:
//!
//! **Theorem.** The constrained puzzle has no solution, whatever its variant and `n`, except for `n = 2` in the
//! variants S(n-1,n,r), S(n,n-1,l) and their inverses. One move solves these.
//!
//! *Proof.* Read the row from left to right as a path that begins at height 0 and goes up by one with
//! a black coin and down by one with a white one. The vacancy goes neither up nor down. The *level* of
//! a coin is the lower one of the two heights it joins. The **weight** of a row is the sum of the levels
//! of all coins, plus twice the height of the vacancy.
//!
//! *A move of two coins of different colours does not change the weight.* Such a pair, `bw` or `wb`, ends at the height
//! it begins at, and so does the vacancy. So no other coin changes its level. Let the pair begin at height `h` and the
//! vacancy be at height `g`. Both coins of the pair have level `h` (`bw`) or `h - 1` (`wb`). When they are in the
//! vacancy, they have level `g` or `g - 1`, and the vacancy is at height `h`. The levels change by `2(g - h)`, and
//! twice the height of the vacancy by `2(h - g)`.
//!
//! The weights of the rows are, with the vacancy on the right (r) or on the left (l):
//!
//! | row | sum of levels | weight, r | weight, l |
//! | --- | --- | --- | --- |
//! | `n` times `b`, `n` times `w` | `n(n-1)` | `n(n-1)` | `n(n-1)` |
//! | `n` times `wb` | `-2n` | `-2n` | `-2n` |
//! | `n` times `b`, `n-1` times `w` | `n(n-1)` | `n(n-1) + 2` | `n(n-1)` |
//! | `n-1` times `w`, `n` times `b` | `-n(n-1)` | `2 - n(n-1)` | `-n(n-1)` |
//! | `bwb...wb`, `2n-1` coins | 0 | 2 | 0 |
//!
//! A variant leads from a grouped row to the alternating row with the vacancy at the other end, or back, so it requires
//!
//! * (n,n): `n(n-1) = -2n`, which does not hold for any `n >= 1`;
//! * S(n,n-1,r): `n(n-1) + 2 = 0`, and S(n-1,n,l): `-n(n-1) = 2`, which do not hold for any `n`;
//! * S(n-1,n,r): `2 - n(n-1) = 0`, and S(n,n-1,l): `n(n-1) = 2`, which hold for `n = 2` only.
//!
//! One move is then enough: `wbbOO` becomes `OObwb`. ∎
//!
//! It does not help to accept any alternating row. With the vacancy anywhere, `2n` coins in the order `bw...bw` have
//! weight 0 or 2, in the order `wb...wb` they have `-2n` or `-2n - 2`, and `2n - 1` coins have 0 or 2 (or, when they
//! begin with the rarer colour, they do not alternate). The start has `n(n-1)`, `n(n-1) + 2`, `-n(n-1)` or
//! `2 - n(n-1)`. Among rows with the same number of coins, no start has the weight of an alternating row for `n >= 3`.
//! (Rows with different numbers of coins may agree: for `n = 3` both the `2n - 1` coins `wwbbb` with the vacancy on the
//! left and the `2n` coins `wbwbwb` have weight -6. But no move adds a coin.)
//!
//! The number of rows that can be reached from the grouped row was computed for `n` up to 29. In S(n,n,r) it is
//! `1, 2, 4, 7, 12, 19, 30, ...` for `n = 0, 1, 2, ...`, the sums `p(0) + ... + p(n)` of the numbers of partitions.
//! This is a computed result, not a theorem; the theorem above does not need it.

use crate::shuffling::size::{Colour, Shuffling};

/// Returns the weight of a row, which no move of two coins of different colours changes.
///
/// ```
/// use tait_vacancy::shuffling::{Replay, Shuffling, weight};
/// let mut replay = Replay::new(Shuffling::new("S(n,n,r)".parse()?, 5)?.constrained())?;
/// for cell in [4, 9, 3] {
///     assert_eq!(weight(replay.row().cells()), 20);
///     replay.play(cell)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn weight(cells: impl IntoIterator<Item = Option<Colour>>) -> i128 {
    let (mut height, mut sum) = (0, 0);
    for cell in cells {
        match cell {
            Some(Colour::Black) => {
                sum += height;
                height += 1;
            }
            Some(Colour::White) => {
                height -= 1;
                sum += height;
            }
            // Each of the two vacant cells counts the height once.
            None => sum += height,
        }
    }
    sum
}

impl Shuffling {
    /// Returns whether the weights of the first and the final row differ, in which case the constrained puzzle has no
    /// solution.
    ///
    /// ```
    /// use tait_vacancy::shuffling::{Shuffling, Variant};
    /// for variant in Variant::ALL {
    ///     assert!(Shuffling::new(variant, 1_000_000_000)?.weights_differ());
    /// }
    /// assert!(!Shuffling::new("S(n-1,n,r)".parse()?, 2)?.weights_differ());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn weights_differ(self) -> bool {
        use super::{Grouping, Side};
        let variant = self.variant();
        let n = self.n() as i128;
        let (grouped, alternating, end) = match variant.grouping {
            Grouping::Equal => (n * (n - 1), -2 * n, 0),
            Grouping::BlackFirst => (n * (n - 1), 0, 1),
            Grouping::WhiteFirst => (-n * (n - 1), 0, 1),
        };
        let (grouped, alternating) = match variant.vacancy {
            Side::Right => (grouped + 2 * end, alternating),
            Side::Left => (grouped, alternating + 2 * end),
        };
        grouped != alternating
    }
}
