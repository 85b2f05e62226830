//! Families: finitely many bases that settle infinitely many sizes.

use crate::auxiliary::{UsedOffsets, window_of};
use crate::coin::Pattern;
use crate::extension::Extension;
use crate::replay::{CheckError, Replay, Verdict};
use crate::sequence::MoveSequence;
use crate::settles::{Coverage, MadeError, Settles, extended_in_words};
use crate::size::{BlockLength, Puzzle, Size};
use crate::solution::Solution;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// A move of a base that carries a pattern of the auxiliary puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    /// The number of the move, counted from 1.
    #[serde(rename = "move")]
    pub number: u64,
    /// The offset in `F` and `H`, `0..k`.
    pub offset: u32,
    /// The coins the move slides.
    pub pattern: Pattern,
    /// Whether these are the complement of what `F` shows at the offset.
    pub complement: bool,
}

/// An `n`-move solution that can be extended.
///
/// It has a nickel `a` and a penny `b` that never move, and `k` moves, its *exchanges*, that carry
/// the patterns of a solution of the auxiliary puzzle in order (Requirement 5.1.2). Theorem 5.1.1
/// extends it by `2k` to `n + 2k` moves, again and again ([`Extension`]), so a base settles its
/// residue modulo `2k` from its own size on.
///
/// An exchange may carry the complement of its pattern, and the two halves of the auxiliary puzzle
/// then swap roles; the thesis does not use this.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(
    description = "A solution that can be extended by 2k moves, again and again, so that it settles its residue modulo 2k from its own size on."
)]
pub struct Base {
    /// The solution.
    pub solution: Solution,
    /// The position of the nickel that never moves.
    pub nickel: i64,
    /// The position of the penny that never moves.
    pub penny: i64,
    /// The `k` moves that carry the patterns, in order.
    pub exchanges: Vec<Exchange>,
}

/// Bases for one `k`, one for each covered residue modulo `2k`.
///
/// A family with all `2k` residues settles every `n` from some size on: [`Coverage::settles_from`].
/// Nothing couples the bases of a family, so each may use its own permutation of the offsets. The
/// thesis uses one sequence of patterns for all bases and no complements; that is a special case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Family {
    /// The block length.
    pub k: BlockLength,
    /// The bases, one for each covered residue modulo `2k`.
    pub bases: Vec<Base>,
}

impl Family {
    /// Returns whether a search for a family accepts any base of a residue by default, rather than
    /// looking for the smallest: for `k > 8`.
    #[must_use]
    pub const fn takes_any(k: BlockLength) -> bool {
        k.get() > 8
    }

    /// Returns the first size that a search for a family tries by default.
    ///
    /// A search for the smallest bases begins at `n = 2`. A search that accepts any base begins at
    /// `13k/4`: shorter rows hardly have room for a prelude and its completion.
    #[must_use]
    pub const fn searched_from(k: BlockLength, is_any: bool) -> u64 {
        if is_any { 13 * k.get() as u64 / 4 } else { 2 }
    }
}

/// What is wrong with a base or a family.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FamilyError {
    /// A family without bases.
    #[error("the family has no base")]
    Empty,
    /// Two bases have the same residue.
    #[error("bases n = {first} and n = {second} cover the same residue modulo {modulus}")]
    ResidueTwice {
        /// The size of the first base.
        first: u64,
        /// The size of the second base.
        second: u64,
        /// The modulus `2k`.
        modulus: u64,
    },
    /// A base is wrong.
    #[error("base n = {n}: {error}")]
    Base {
        /// The base's size.
        n: u64,
        /// What is wrong with it.
        error: BaseError,
    },
    /// An extension fails, which the theorem rules out.
    #[error(transparent)]
    Extension(#[from] MadeError),
}

/// What is wrong with a base.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BaseError {
    /// The base is for another block length than its family.
    #[error("it is for k = {found}, but the family is for k = {expected}")]
    BlockLength {
        /// The family's block length.
        expected: u32,
        /// The block length of the base.
        found: u32,
    },
    /// Some bases of the family are of the turned puzzle, and others are not.
    #[error("blocks are turned in this base or in the first one, but not in both")]
    Turned,
    /// The moves are not a solution.
    #[error(transparent)]
    NotASolution(#[from] CheckError),
    /// The base has too many moves.
    #[error("it has {moves} moves, but an extensible base has {least}, as few as the lower bound")]
    NotOptimal {
        /// The number of moves of the base.
        moves: u64,
        /// The [lower bound](Puzzle::least_moves).
        least: u64,
    },
    /// A position does not hold the nickel or penny that should be stationary.
    #[error("position {position} holds no {coin} at the start")]
    NotSuchACoin {
        /// The position.
        position: i64,
        /// The kind of coin that it should hold.
        coin: &'static str,
    },
    /// A coin that should be stationary moves.
    #[error("the coin at position {position} should be stationary, but move {number} slides it")]
    NotStationary {
        /// The position.
        position: i64,
        /// The move, counted from 1.
        number: u64,
    },
    /// The number of exchanges is not `k`.
    #[error("it has {found} exchanges, but needs k = {k}")]
    ExchangeCount {
        /// The number of exchanges.
        found: usize,
        /// The required number.
        k: u32,
    },
    /// The exchanges are out of order, or name a move that does not exist.
    #[error("exchange {exchange} names move {number}: expected a later move of the solution")]
    ExchangeOrder {
        /// The exchange, counted from 1.
        exchange: usize,
        /// The number of the move.
        number: u64,
    },
    /// An offset is used twice or out of range.
    #[error("exchange {exchange} repeats offset {offset}, or offset {offset} is not below k")]
    Offset {
        /// The exchange, counted from 1.
        exchange: usize,
        /// The offset.
        offset: u32,
    },
    /// A move does not carry the pattern that the auxiliary puzzle needs.
    #[error(
        "exchange {exchange}: move {number} carries {carried}, the base states {stated}, and the auxiliary puzzle needs {needed}"
    )]
    WrongPattern {
        /// The exchange, counted from 1.
        exchange: usize,
        /// The move, counted from 1.
        number: u64,
        /// The pattern that the move carries.
        carried: Pattern,
        /// The pattern that the base states.
        stated: Pattern,
        /// The pattern that the move must carry.
        needed: Pattern,
    },
}

impl Base {
    /// Returns the puzzle of the base itself.
    #[must_use]
    pub const fn puzzle(&self) -> Puzzle {
        self.solution.puzzle()
    }

    /// Returns the patterns that the exchanges carry, in order.
    #[must_use]
    pub fn patterns(&self) -> Vec<Pattern> {
        self.exchanges
            .iter()
            .map(|exchange| exchange.pattern)
            .collect()
    }

    /// Checks every requirement of Theorem 5.1.1 by replay, without a search.
    ///
    /// # Errors
    /// Returns the first requirement that fails.
    pub fn check(&self) -> Result<Verdict, BaseError> {
        let (puzzle, start) = (self.puzzle(), self.solution.start());
        let (k, n) = (puzzle.k(), puzzle.n() as i64);
        if !(start..start + n).contains(&self.nickel) {
            return Err(BaseError::NotSuchACoin {
                position: self.nickel,
                coin: "nickel",
            });
        }
        if !(start + n..start + 2 * n).contains(&self.penny) {
            return Err(BaseError::NotSuchACoin {
                position: self.penny,
                coin: "penny",
            });
        }
        if self.exchanges.len() != k as usize {
            return Err(BaseError::ExchangeCount {
                found: self.exchanges.len(),
                k,
            });
        }
        let mut replay = Replay::new(puzzle, start);
        let mut exchanges = self.exchanges.iter().enumerate().peekable();
        let mut used = UsedOffsets::default();
        for (number, &step) in (1..).zip(self.solution.moves()) {
            let carried = replay.play(step)?;
            for position in [self.nickel, self.penny] {
                if (step.from..step.from + i64::from(k)).contains(&position) {
                    return Err(BaseError::NotStationary { position, number });
                }
            }
            if let Some((index, exchange)) =
                exchanges.next_if(|(_, exchange)| exchange.number == number)
            {
                used = self.check_exchange(index + 1, exchange, carried, used)?;
            }
        }
        if let Some((index, exchange)) = exchanges.next() {
            return Err(BaseError::ExchangeOrder {
                exchange: index + 1,
                number: exchange.number,
            });
        }
        let verdict = replay.finish()?;
        if verdict.meets_lower_bound {
            Ok(verdict)
        } else {
            Err(BaseError::NotOptimal {
                moves: verdict.moves,
                least: puzzle.least_moves(),
            })
        }
    }

    fn check_exchange(
        &self,
        exchange: usize,
        stated: &Exchange,
        carried: Pattern,
        used: UsedOffsets,
    ) -> Result<UsedOffsets, BaseError> {
        let k = self.puzzle().block_length();
        let offset = stated.offset;
        if offset >= k.get() || used.contains(offset) {
            return Err(BaseError::Offset { exchange, offset });
        }
        let shown = window_of(k, used, offset);
        let needed = match stated.complement {
            true => facing(self.puzzle(), shown),
            false => shown,
        };
        if carried != needed || carried != stated.pattern {
            return Err(BaseError::WrongPattern {
                exchange,
                number: stated.number,
                carried,
                stated: stated.pattern,
                needed,
            });
        }
        Ok(used.with(offset))
    }
}

/// Returns what `H` shows where `F` shows a pattern: the complement. In the turned puzzle `H` is the mirror image of the
/// complement of `F`.
pub(crate) const fn facing(puzzle: Puzzle, shown: Pattern) -> Pattern {
    match puzzle.is_turned() {
        true => shown.complement().reversed(),
        false => shown.complement(),
    }
}

impl Family {
    /// Checks the family without a search: each base, each requirement, and that no residue is
    /// covered twice.
    ///
    /// As a second opinion, each base and its first `extensions` extensions are [replayed](Settles::replay).
    ///
    /// # Errors
    /// Returns the first failure.
    pub fn check(&self, extensions: u64) -> Result<Coverage, FamilyError> {
        if self.bases.is_empty() {
            return Err(FamilyError::Empty);
        }
        for base in &self.bases {
            let n = base.puzzle().n();
            let fail = |error| FamilyError::Base { n, error };
            let found = base.puzzle().k();
            if found != self.k.get() {
                return Err(fail(BaseError::BlockLength {
                    expected: self.k.get(),
                    found,
                }));
            }
            if base.puzzle().is_turned() != self.bases[0].puzzle().is_turned() {
                return Err(fail(BaseError::Turned));
            }
            let _ = base.check().map_err(fail)?;
        }
        self.check_residues()?;
        self.replay(extensions)?;
        Ok(self.coverage())
    }

    /// Requires that no two bases settle the same sizes.
    ///
    /// # Errors
    /// [`FamilyError::ResidueTwice`].
    pub fn check_residues(&self) -> Result<(), FamilyError> {
        let modulus = 2 * u64::from(self.k.get());
        let mut sizes = BTreeMap::new();
        for second in self.bases.iter().map(|base| base.puzzle().n()) {
            if let Some(first) = sizes.insert(second % modulus, second) {
                return Err(FamilyError::ResidueTwice {
                    first,
                    second,
                    modulus,
                });
            }
        }
        Ok(())
    }

    /// Returns the extension of the family to size `n`, or `None` when the family does not cover
    /// `n`.
    #[must_use]
    pub fn extension(&self, n: u64) -> Option<Extension<'_>> {
        self.bases
            .iter()
            .find_map(|base| Extension::to_size(base, n))
    }
}

/// The family of one base.
impl From<Base> for Family {
    fn from(base: Base) -> Self {
        Self {
            k: base.puzzle().block_length(),
            bases: vec![base],
        }
    }
}

impl Settles for Family {
    fn block_length(&self) -> BlockLength {
        self.k
    }

    fn puzzle(&self, n: u64) -> Option<Puzzle> {
        let base = self.bases.first()?;
        base.puzzle().with_size(Size::new(n).ok()?).ok()
    }

    /// The modulus is `2k`.
    fn coverage(&self) -> Coverage {
        let mut first: Vec<Option<u64>> = vec![None; 2 * self.k.get() as usize];
        for n in self.bases.iter().map(|base| base.puzzle().n()) {
            let residue = (n % first.len() as u64) as usize;
            first[residue] = Some(first[residue].map_or(n, |known| known.min(n)));
        }
        Coverage { first }
    }

    fn made(&self, n: u64, start: i64) -> Option<Box<dyn MoveSequence + '_>> {
        Some(Box::new(self.extension(n)?.at_start(start)))
    }

    fn way_to(&self, n: u64) -> Option<String> {
        let extension = self.extension(n)?;
        Some(extended_in_words(
            extension.base().puzzle(),
            extension.times(),
        ))
    }
}
