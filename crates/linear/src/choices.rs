//! The choices of two stationary coins with which a size may have a base.

use crate::certificate::Restrictions;
use crate::family::{Base, Exchange};
use crate::pattern::Pattern;

/// Returns all choices of a nickel and a penny that may hold still in an `n`-move solution, as
/// positions with the first coin at 1, by nickel and then by penny.
///
/// Both are part of one alternating final row, so their positions differ by an odd number.
///
/// ```
/// assert_eq!(tait_linear::base_choices(2), [(1, 4), (2, 3)]);
/// ```
#[must_use]
pub fn base_choices(n: u64) -> Vec<(i64, i64)> {
    let n = n as i64;
    (1..=n)
        .flat_map(|nickel| (n + 1..=2 * n).map(move |penny| (nickel, penny)))
        .filter(|(nickel, penny)| (nickel + penny) % 2 == 1)
        .collect()
}

/// Returns whether the mirror image of a base, with nickels and pennies swapped, meets the same
/// restrictions.
///
/// ```
/// use tait_linear::Restrictions;
/// let shifted = Restrictions { shift: Some(3), ..Restrictions::default() };
/// assert!(tait_linear::is_mirrored_equal(&Restrictions::default()));
/// assert!(!tait_linear::is_mirrored_equal(&shifted));
/// ```
#[must_use]
pub fn is_mirrored_equal(restrictions: &Restrictions) -> bool {
    restrictions.shift.is_none()
        && restrictions.stationary.is_empty()
        && restrictions.blocks.mirrored() == restrictions.blocks
}

/// Returns the choices that a proof needs that a size has no base: one of each mirror pair where a
/// mirror image [is as good](is_mirrored_equal), and all [choices](base_choices) otherwise.
///
/// ```
/// use tait_linear::choices_of_base;
/// assert_eq!(choices_of_base(3, true), [(1, 4), (1, 6), (2, 5), (3, 4)]);
/// assert_eq!(choices_of_base(3, false), [(1, 4), (1, 6), (2, 5), (3, 4), (3, 6)]);
/// ```
#[must_use]
pub fn choices_of_base(n: u64, mirrored_is_equal: bool) -> Vec<(i64, i64)> {
    let mut choices = base_choices(n);
    if mirrored_is_equal {
        choices.retain(|(nickel, penny)| nickel + penny <= 2 * n as i64 + 1);
    }
    choices
}

impl Base {
    /// Returns the mirror image with nickels and pennies swapped, which is again a base.
    ///
    /// The window of `F` at offset `o` becomes the one at `k - 1 - o`, and the two halves of the auxiliary puzzle swap
    /// roles.
    ///
    /// ```
    /// use tait_linear::{Base, Exchange, Move, Puzzle, Solution};
    /// let moves = [(2, 11), (8, 2), (5, 8), (10, 5), (1, 10)].map(Move::from).to_vec();
    /// let base = Base {
    ///     solution: Solution::new(Puzzle::new(2, 5)?, 1, moves),
    ///     nickel: 4,
    ///     penny: 7,
    ///     exchanges: vec![
    ///         Exchange { number: 1, offset: 0, pattern: "oo".parse()?, complement: false },
    ///         Exchange { number: 3, offset: 1, pattern: "ox".parse()?, complement: true },
    ///     ],
    /// };
    /// let image = base.mirrored();
    /// assert_eq!(image.check()?.shift, -base.check()?.shift);
    /// assert_eq!((image.nickel, image.exchanges[1].offset, image.exchanges[1].complement), (4, 0, false));
    /// assert_eq!(image.mirrored(), base);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let k = self.puzzle().block_length();
        let ends = 2 * self.solution.start() + self.puzzle().coins() as i64 - 1;
        let exchange = |exchange: &Exchange| Exchange {
            number: exchange.number,
            // An offset that is out of range stays so, for the checker to refuse.
            offset: (k.get() - 1).wrapping_sub(exchange.offset),
            pattern: Pattern::new(
                k,
                exchange.pattern.pennies().reverse_bits() >> (64 - k.get()),
            )
            .complement(),
            complement: !exchange.complement,
        };
        Self {
            solution: self.solution.mirrored(),
            nickel: ends - self.penny,
            penny: ends - self.nickel,
            exchanges: self.exchanges.iter().map(exchange).collect(),
        }
    }
}
