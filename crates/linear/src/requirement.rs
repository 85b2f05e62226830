//! Requirement 5.1.2: all choices of stationary coins and exchanges with which a solution can be extended, and the choices of
//! two stationary coins with which a size may have a base.

use crate::analysis::{Stationary, stationary_coins};
use crate::auxiliary::UsedOffsets;
use crate::certificate::Restrictions;
use crate::coin::Pattern;
use crate::family::{Base, Exchange, facing};
use crate::replay::{CheckError, Replay, Verdict};
use crate::size::{BlockLength, Puzzle};
use crate::solution::Solution;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use tait_text::counted;
use thiserror::Error;

/// The maximum number of moves that can serve, each counted once for every set of offsets and offset.
const MOST_LINKS: usize = 1 << 21;

/// The choices with which a solution meets Requirement 5.1.2: nickels `a`, pennies `b`, and exchanges.
///
/// The three choices do not depend on each other: `a` is any nickel that never moves, `b` any such penny, and the
/// exchanges are any `k` moves that carry, in their order, the patterns of a solution of the auxiliary puzzle with equal
/// offsets, or complements of them. Each choice makes a [`Base`], except that a solution of more than `n` moves extends
/// as well, but not to `n` moves.
///
/// ```
/// use tait_linear::{BaseChoices, Family, Move, Puzzle, Solution};
/// let moves = [(2, 9), (5, 2), (8, 5), (1, 8)].map(Move::from).to_vec();
/// let choices = BaseChoices::of(Solution::new(Puzzle::new(2, 4)?, 1, moves))?;
/// assert_eq!((choices.nickels(), choices.pennies()), (&[4][..], &[7][..]));
/// assert_eq!(choices.exchanges().count(), 8);
/// let base = choices.base(4, 7, 1)?;
/// assert!(Family::from(base).check(3).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct BaseChoices {
    solution: Solution,
    verdict: Verdict,
    stationary: Stationary,
    exchanges: ExchangeChoices,
}

/// The reason why there are no choices, or not this one.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ChoiceError {
    /// The moves are not a solution.
    #[error(transparent)]
    NotASolution(#[from] CheckError),
    /// There are too many to hold in memory.
    #[error("more than {MOST_LINKS} moves can serve as exchanges, too many to list")]
    TooMany,
    /// The requirement fails.
    #[error(transparent)]
    Requirement(#[from] RequirementFailure),
    /// The coin at this position is not a nickel or a penny that never moves.
    #[error("position {position} does not hold a stationary {coin}: choose one of {}", positions(.choices))]
    Coin {
        /// The position.
        position: i64,
        /// The kind of coin that it should hold.
        coin: &'static str,
        /// The positions to choose from.
        choices: Vec<i64>,
    },
    /// There is no such choice of exchanges.
    #[error("there is no choice {number} of exchanges: choose one of 1 to {count}")]
    Exchanges {
        /// The number, counted from 1.
        number: u128,
        /// The number of choices.
        count: u128,
    },
}

/// The conditions of Requirement 5.1.2 that fail, and for which choices.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct RequirementFailure {
    /// The numbers of stationary nickels and pennies; condition 1 fails if one of them is 0.
    pub stationary: (usize, usize),
    /// The largest number of exchanges that moves can serve as, and `k`, if condition 2 fails.
    pub exchanges: Option<(u32, u32)>,
}

impl fmt::Display for RequirementFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Requirement 5.1.2 fails: ")?;
        let missing = match self.stationary {
            (0, 0) => Some("neither a nickel nor a penny is stationary"),
            (0, _) => Some("no nickel is stationary"),
            (_, 0) => Some("no penny is stationary"),
            _ => None,
        };
        if let Some(missing) = missing {
            write!(f, "condition 1, for every choice of a and b: {missing}")?;
        }
        if let Some((most, k)) = self.exchanges {
            if missing.is_some() {
                f.write_str("; ")?;
            }
            let choices = (self.stationary.0 * self.stationary.1) as u64;
            let of = match choices {
                0 => String::new(),
                1 => " for the only choice of a and b".to_owned(),
                _ => format!(" for each of {} of a and b", counted(choices, "choice")),
            };
            match most {
                0 => write!(
                    f,
                    "condition 2{of}: no move serves as one of k = {k} exchanges"
                )?,
                _ => write!(
                    f,
                    "condition 2{of}: in any order of offsets, at most {most} of k = {k} exchanges are carried"
                )?,
            }
        }
        Ok(())
    }
}

impl BaseChoices {
    /// Finds all choices for a solution. This takes time and memory proportional to the moves that can serve.
    ///
    /// # Errors
    /// When the moves are not a solution, or there are too many choices for the memory.
    pub fn of(solution: Solution) -> Result<Self, ChoiceError> {
        let mut replay = Replay::new(solution.puzzle(), solution.start());
        let moves = solution.moves().iter();
        let patterns: Vec<Pattern> = moves
            .map(|&step| replay.play(step))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            verdict: replay.finish()?,
            stationary: stationary_coins(&solution),
            exchanges: ExchangeChoices::of(solution.puzzle(), &patterns)
                .ok_or(ChoiceError::TooMany)?,
            solution,
        })
    }

    /// Returns the solution.
    #[must_use]
    pub const fn solution(&self) -> &Solution {
        &self.solution
    }

    /// Returns the checker's verdict on the solution.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Returns the positions of the nickels that never move, the choices of `a`.
    #[must_use]
    pub fn nickels(&self) -> &[i64] {
        &self.stationary.nickels
    }

    /// Returns the positions of the pennies that never move, the choices of `b`.
    #[must_use]
    pub fn pennies(&self) -> &[i64] {
        &self.stationary.pennies
    }

    /// Returns the choices of exchanges.
    #[must_use]
    pub const fn exchanges(&self) -> &ExchangeChoices {
        &self.exchanges
    }

    /// Returns what fails if the solution does not meet Requirement 5.1.2.
    #[must_use]
    pub fn failure(&self) -> Option<RequirementFailure> {
        let stationary = (self.nickels().len(), self.pennies().len());
        let ExchangeChoices { k, most, .. } = self.exchanges;
        let exchanges = (most < k.get()).then_some((most, k.get()));
        let fails = stationary.0 == 0 || stationary.1 == 0 || exchanges.is_some();
        fails.then_some(RequirementFailure {
            stationary,
            exchanges,
        })
    }

    /// Returns the base with the nickel and the penny at these positions, and with the exchanges of this number,
    /// counted from 1. If the solution has `n` moves, its [check](Base::check) succeeds.
    ///
    /// # Errors
    /// When the requirement fails, or there is no such choice.
    pub fn base(&self, nickel: i64, penny: i64, exchanges: u128) -> Result<Base, ChoiceError> {
        if let Some(failure) = self.failure() {
            return Err(failure.into());
        }
        for (position, coin, choices) in [
            (nickel, "nickel", self.nickels()),
            (penny, "penny", self.pennies()),
        ] {
            if choices.binary_search(&position).is_err() {
                let choices = choices.to_vec();
                return Err(ChoiceError::Coin {
                    position,
                    coin,
                    choices,
                });
            }
        }
        let count = self.exchanges.count();
        let chosen = exchanges
            .checked_sub(1)
            .and_then(|index| self.exchanges.nth(index));
        Ok(Base {
            solution: self.solution.clone(),
            nickel,
            penny,
            exchanges: chosen.ok_or(ChoiceError::Exchanges {
                number: exchanges,
                count,
            })?,
        })
    }
}

/// All choices of `k` moves that carry the patterns of a solution of the auxiliary puzzle in their order, by the number
/// of the first move, then by its offset, then by the second move, and so on.
///
/// A move with `i` pairs can only be exchange `i + 1` (see the [module on the auxiliary puzzle](UsedOffsets)). So the
/// choices are the paths from the empty set of offsets to the full one whose links are the moves in their order.
#[derive(Debug, Clone)]
pub struct ExchangeChoices {
    k: BlockLength,
    /// The size of the largest set of offsets that can be reached.
    most: u32,
    /// By the set of offsets used before: the links on some path, by move and offset.
    links: BTreeMap<UsedOffsets, Vec<Link>>,
}

/// A move that can serve as an exchange, and the number of ways to go on.
#[derive(Debug, Clone, Copy)]
struct Link {
    exchange: Exchange,
    ways: u128,
}

impl ExchangeChoices {
    /// Finds the choices for moves that carry these patterns; `None` if there are too many.
    fn of(puzzle: Puzzle, patterns: &[Pattern]) -> Option<Self> {
        let k = puzzle.block_length();
        // The sets that are reached so far, by their size.
        let mut reached = vec![BTreeSet::new(); k.get() as usize + 1];
        let _ = reached[0].insert(UsedOffsets::default());
        let mut found: Vec<(UsedOffsets, Exchange)> = Vec::new();
        for (number, &pattern) in (1..).zip(patterns) {
            let size = pattern.pairs() as usize;
            let (before, after) = reached.split_at_mut(size + 1);
            for &used in &before[size] {
                let content = used.content(k);
                for offset in (0..k.get()).filter(|&offset| !used.contains(offset)) {
                    let shown = Pattern::new(k, (content >> offset) as u64);
                    let complement = pattern != shown;
                    if complement && pattern != facing(puzzle, shown) {
                        continue;
                    }
                    let exchange = Exchange {
                        number,
                        offset,
                        pattern,
                        complement,
                    };
                    found.push((used, exchange));
                    let _ = after[0].insert(used.with(offset));
                    if found.len() > MOST_LINKS {
                        return None;
                    }
                }
            }
        }
        let most = reached
            .iter()
            .rposition(|sets| !sets.is_empty())
            .unwrap_or(0) as u32;
        // From the last move back: the ways to go on after each set.
        let mut ways = BTreeMap::from([(UsedOffsets::full(k), 1u128)]);
        let mut links: BTreeMap<UsedOffsets, Vec<Link>> = BTreeMap::new();
        for (used, exchange) in found.into_iter().rev() {
            if let Some(&next) = ways.get(&used.with(exchange.offset)) {
                let all = ways.entry(used).or_default();
                *all = all.saturating_add(next);
                let link = Link {
                    exchange,
                    ways: next,
                };
                links.entry(used).or_default().push(link);
            }
        }
        links.values_mut().for_each(|links| links.reverse());
        Some(Self { k, most, links })
    }

    /// Returns the number of choices; `u128::MAX` stands for that and more.
    #[must_use]
    pub fn count(&self) -> u128 {
        let first = self.links.get(&UsedOffsets::default());
        let ways = first.into_iter().flatten().map(|link| link.ways);
        ways.fold(0, u128::saturating_add)
    }

    /// Returns the largest number of moves that can serve as the first exchanges of one solution of the auxiliary
    /// puzzle: `k` if there is a choice.
    #[must_use]
    pub const fn most(&self) -> u32 {
        self.most
    }

    /// Returns the choice of this index, counted from 0.
    #[must_use]
    pub fn nth(&self, mut index: u128) -> Option<Vec<Exchange>> {
        let mut used = UsedOffsets::default();
        let mut chosen: Vec<Exchange> = Vec::with_capacity(self.k.get() as usize);
        while used != UsedOffsets::full(self.k) {
            let links = self.links.get(&used)?;
            let last = chosen.last().map_or(0, |exchange| exchange.number);
            let later = links.partition_point(|link| link.exchange.number <= last);
            let link = links[later..].iter().find(|link| {
                let is_here = index < link.ways;
                index -= if is_here { 0 } else { link.ways };
                is_here
            })?;
            chosen.push(link.exchange);
            used = used.with(link.exchange.offset);
        }
        Some(chosen)
    }

    /// Returns the choices in their order.
    pub fn iter(&self) -> impl Iterator<Item = Vec<Exchange>> + '_ {
        (0..self.count()).map_while(|index| self.nth(index))
    }
}

/// Writes positions in a list, at most twenty of them.
fn positions(positions: &[i64]) -> String {
    let mut listed: Vec<String> = positions.iter().take(20).map(ToString::to_string).collect();
    if positions.len() > listed.len() {
        listed.push("...".to_owned());
    }
    listed.join(", ")
}

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
