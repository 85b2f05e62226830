//! Restrictions that no solution meets, found without a search.

use crate::blocks::BlockSet;
use crate::certificate::Restrictions;
use crate::coin::{Coin, FinalType};
use crate::size::Puzzle;
use thiserror::Error;

/// The reason why no solution meets some restrictions. Positions count from the first coin, which is at 1.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ImpossibleRestrictions {
    /// There is no first move.
    #[error("{puzzle}: no move is left, because every {} adjacent coins include a stationary one", puzzle.k())]
    Stuck {
        /// The puzzle.
        puzzle: Puzzle,
    },
    /// Two stationary coins would never be in one alternating row.
    #[error(
        "{puzzle}: the coins at {first} and {second} cannot both be stationary: in an alternating row two coins of one \
         type stand an even distance apart, and two of different types an odd one"
    )]
    Together {
        /// The puzzle.
        puzzle: Puzzle,
        /// The position of one coin.
        first: i64,
        /// The position of the other coin.
        second: i64,
    },
    /// The final row would be in the wrong place by the theorem of signed distances.
    #[error(
        "{puzzle}: no solution{} has shift {shift:+}: the shift must be a multiple of {step}",
        if *of_n_moves { " of n moves" } else { "" }
    )]
    Shift {
        /// The puzzle.
        puzzle: Puzzle,
        /// The shift that was asked for, in positions to the right.
        shift: i64,
        /// What divides the shift of every solution.
        step: i64,
        /// Whether this holds for solutions of `n` moves, and not for longer ones.
        of_n_moves: bool,
    },
    /// The final row would lie outside the allowed blocks.
    #[error(
        "{puzzle}: no solution within blocks {blocks} has shift {shift:+}: they leave room for shifts {least:+} to {most:+}"
    )]
    Outside {
        /// The puzzle.
        puzzle: Puzzle,
        /// The allowed blocks.
        blocks: BlockSet,
        /// The shift that was asked for, in positions to the right.
        shift: i64,
        /// The least shift that the blocks allow.
        least: i64,
        /// The largest shift that they allow.
        most: i64,
    },
    /// A stationary coin would not be in the final row.
    #[error("{puzzle}: the coin at {position} cannot be stationary: with shift {shift:+} the final row has {} there",
        match found { None => "no coin", Some(Coin::Nickel) => "a nickel", Some(Coin::Penny) => "a penny" })]
    Misplaced {
        /// The puzzle.
        puzzle: Puzzle,
        /// The position of the coin.
        position: i64,
        /// The shift that was asked for, in positions to the right.
        shift: i64,
        /// What the final row has at this position.
        found: Option<Coin>,
    },
}

impl Restrictions {
    /// Tells why no solution of any length can meet these restrictions, if one of the reasons that need no search applies.
    ///
    /// The shift is checked by the theorem of signed distances (`docs/theory.md`): `k` divides `2nS`. Positions that
    /// hold no coin play no part.
    ///
    /// # Errors
    /// The reason.
    ///
    /// ```
    /// use tait_linear::{Puzzle, Restrictions};
    /// let shifted = |shift| Restrictions { shift: Some(shift), ..Restrictions::default() };
    /// let puzzle = Puzzle::new(3, 10)?;
    /// let refused = shifted(4).are_possible(puzzle).unwrap_err();
    /// assert_eq!(refused.to_string(), "k=3 n=10: no solution has shift +4: the shift must be a multiple of 3");
    /// assert_eq!(shifted(3).are_possible(puzzle), Ok(()));
    /// assert_eq!(shifted(4).are_possible(Puzzle::new(3, 9)?), Ok(())); // 3 divides 18 * 4
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn are_possible(&self, puzzle: Puzzle) -> Result<(), ImpossibleRestrictions> {
        let (k, coins) = (i64::from(puzzle.k()), puzzle.coins() as i64);
        self.check_stationary(puzzle)?;
        let Some(shift) = self.shift else {
            return Ok(());
        };
        let divides = |shift: &i64| coins * shift % k == 0;
        self.check_shift(puzzle, (1..k).find(divides).unwrap_or(k), false)?;
        let (least, most) = (
            -k * i64::from(self.blocks.reach_left()),
            k * i64::from(self.blocks.reach_right()),
        );
        if self.blocks != BlockSet::ANY && !(least..=most).contains(&shift) {
            return Err(ImpossibleRestrictions::Outside {
                puzzle,
                blocks: self.blocks,
                shift,
                least,
                most,
            });
        }
        for &position in &self.stationary {
            // The place of the coin in the final row, whose first place is 0.
            let place = position.saturating_sub(1).saturating_sub(shift);
            let found = match self.final_type {
                _ if !(0..coins).contains(&place) => None,
                None => continue,
                Some(FinalType::White) => Some(Coin::from_bit(place % 2 == 1)),
                Some(FinalType::Black) => Some(Coin::from_bit(place % 2 == 0)),
            };
            if found != Some(coin_at(puzzle, position)) {
                return Err(ImpossibleRestrictions::Misplaced {
                    puzzle,
                    position,
                    shift,
                    found,
                });
            }
        }
        Ok(())
    }

    /// Tells why no solution of `n` moves can meet these restrictions, if one of the reasons that need no search applies.
    /// Beyond [those for any length](Self::are_possible), `k` divides the shift of a solution of `n` moves, because its gaps
    /// stay multiples of `k` (the theorem of signed distances).
    ///
    /// # Errors
    /// The reason.
    ///
    /// ```
    /// use tait_linear::{Puzzle, Restrictions};
    /// let shifted = Restrictions { shift: Some(4), ..Restrictions::default() };
    /// assert!(shifted.are_possible(Puzzle::new(3, 9)?).is_ok());
    /// assert!(shifted.are_possible_in_n_moves(Puzzle::new(3, 9)?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn are_possible_in_n_moves(&self, puzzle: Puzzle) -> Result<(), ImpossibleRestrictions> {
        self.are_possible(puzzle)?;
        self.check_shift(puzzle, puzzle.k().into(), true)
    }

    fn check_shift(
        &self,
        puzzle: Puzzle,
        step: i64,
        of_n_moves: bool,
    ) -> Result<(), ImpossibleRestrictions> {
        match self.shift {
            Some(shift) if shift % step != 0 => Err(ImpossibleRestrictions::Shift {
                puzzle,
                shift,
                step,
                of_n_moves,
            }),
            _ => Ok(()),
        }
    }

    fn check_stationary(&self, puzzle: Puzzle) -> Result<(), ImpossibleRestrictions> {
        let (k, coins) = (i64::from(puzzle.k()), puzzle.coins() as i64);
        let mut held: Vec<i64> = self.stationary.clone();
        held.retain(|position| (1..=coins).contains(position));
        held.sort_unstable();
        // A row of nickels and then pennies does not alternate, so there is a first move.
        let before = std::iter::once(0).chain(held.iter().copied());
        let after = held.iter().copied().chain([coins + 1]);
        if before
            .zip(after)
            .all(|(before, after)| after - before - 1 < k)
        {
            return Err(ImpossibleRestrictions::Stuck { puzzle });
        }
        let is_alike = |one, other| coin_at(puzzle, one) == coin_at(puzzle, other);
        let pairs = held.windows(2).map(|pair| (pair[0], pair[1]));
        let apart = pairs
            .filter(|&(first, second)| is_alike(first, second) != ((second - first) % 2 == 0))
            .min();
        match apart {
            Some((first, second)) => Err(ImpossibleRestrictions::Together {
                puzzle,
                first,
                second,
            }),
            None => Ok(()),
        }
    }
}

/// Returns the coin at a position of the starting row.
fn coin_at(puzzle: Puzzle, position: i64) -> Coin {
    Coin::from_bit(position > puzzle.n() as i64)
}
