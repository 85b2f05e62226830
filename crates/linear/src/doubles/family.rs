//! Families of doubles: few solutions that settle every size from some size on.

use super::base::{DoublesBase, DoublesMove};
use super::extension::DoublesExtension;
use super::strips::Strips;
use crate::family::Coverage;
use crate::replay::CheckError;
use crate::size::BlockLength;
use crate::solution::Solution;
use thiserror::Error;

/// Solutions of `n` moves that extend by doubles, at most one for each remainder of `n` modulo the coins of each type that
/// they insert: one of an even and one of an odd size for odd `k`.
///
/// ```
/// use tait_linear::{DoublesFamily, Move, Puzzle, Solution, check};
/// // Algorithm 4.1 of the thesis settles all odd n.
/// let moves = [(4, 11), (9, 4), (2, 9), (8, 2), (1, 8)].map(Move::from).to_vec();
/// let family = DoublesFamily::new(vec![Solution::new(Puzzle::new(3, 5)?, 1, moves)])?;
/// assert_eq!(family.claim(), "for n = 5+2m, n moves, optimal");
/// let larger = family.extension(1_005).expect("it is odd").at_start(7);
/// assert_eq!(check(&larger.solution())?.moves, 1_005);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoublesFamily {
    bases: Vec<Member>,
    coverage: Coverage,
}

/// A solution, and its first choice of doubles moves.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Member {
    solution: Solution,
    moves: Vec<DoublesMove>,
}

impl Member {
    fn base(&self) -> DoublesBase<'_> {
        DoublesBase {
            solution: &self.solution,
            moves: self.moves.clone(),
        }
    }
}

/// What is wrong with a family of doubles.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DoublesFamilyError {
    /// There is no base.
    #[error("the family has no base")]
    Empty,
    /// Two bases are for different block lengths.
    #[error("the bases are for k = {first} and k = {second}")]
    Mixed {
        /// The block length of the first base.
        first: BlockLength,
        /// The block length of the other base.
        second: BlockLength,
    },
    /// The bases are not in ascending order of size, or settle the same sizes.
    #[error(
        "the base n = {second} comes after the base n = {first}: sizes must ascend, with different remainders modulo {period}"
    )]
    Order {
        /// The size of the base before.
        first: u64,
        /// The size that is out of order, or settled.
        second: u64,
        /// The number of coins of each type that bases of this block length insert.
        period: u64,
    },
    /// A base is no solution.
    #[error("base n = {n}: {error}")]
    Base {
        /// The base's size.
        n: u64,
        /// What is wrong with it.
        error: CheckError,
    },
    /// A base does not extend.
    #[error("base n = {n}: it has no doubles moves by which it extends")]
    NoDoubles {
        /// The base's size.
        n: u64,
    },
    /// A base has too many moves.
    #[error("base n = {n}: it has {moves} moves, but a base has n")]
    NotOptimal {
        /// The base's size.
        n: u64,
        /// Its number of moves.
        moves: u64,
    },
    /// An extension fails.
    ///
    /// The theorem rules this out; the replay is a second opinion.
    #[error("the extension to n = {n} fails: {error}")]
    Extension {
        /// The size.
        n: u64,
        /// What is wrong with it.
        error: CheckError,
    },
}

impl DoublesFamily {
    /// Checks that the bases are solutions of `n` moves that extend by doubles, in ascending order of size.
    ///
    /// # Errors
    /// Returns the first failure.
    pub fn new(bases: Vec<Solution>) -> Result<Self, DoublesFamilyError> {
        let mut first: Vec<Option<u64>> = Vec::new();
        let mut members: Vec<Member> = Vec::new();
        for solution in bases {
            let (k, n) = (solution.puzzle().block_length(), solution.puzzle().n());
            let period = Strips::period_of_base(k);
            let residue = (n % period) as usize;
            if first.is_empty() {
                first = vec![None; period as usize];
            }
            if let Some(before) = members.last().map(|member| member.solution.puzzle()) {
                if before.block_length() != k {
                    let (first, second) = (before.block_length(), k);
                    return Err(DoublesFamilyError::Mixed { first, second });
                }
                if n <= before.n() || first[residue].is_some() {
                    return Err(DoublesFamilyError::Order {
                        first: before.n(),
                        second: n,
                        period,
                    });
                }
            }
            let moves = solution.moves().len() as u64;
            if moves != n {
                return Err(DoublesFamilyError::NotOptimal { n, moves });
            }
            let all = DoublesBase::all(&solution)
                .map_err(|error| DoublesFamilyError::Base { n, error })?;
            let base = all.into_iter().next();
            let moves = base.ok_or(DoublesFamilyError::NoDoubles { n })?.moves;
            first[residue] = Some(n);
            members.push(Member { solution, moves });
        }
        if members.is_empty() {
            return Err(DoublesFamilyError::Empty);
        }
        Ok(Self {
            bases: members,
            coverage: Coverage { first },
        })
    }

    /// Returns the block length.
    #[must_use]
    pub fn block_length(&self) -> BlockLength {
        self.bases[0].solution.puzzle().block_length()
    }

    /// Returns the bases in ascending order of size.
    pub fn bases(&self) -> impl Iterator<Item = DoublesBase<'_>> {
        self.bases.iter().map(Member::base)
    }

    /// Returns the solutions that are the bases, in ascending order of size.
    pub fn solutions(&self) -> impl Iterator<Item = &Solution> {
        self.bases.iter().map(|member| &member.solution)
    }

    /// Returns the sizes that it settles, with the coins of each type that a base inserts as the modulus.
    #[must_use]
    pub const fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// Returns the claim in words.
    #[must_use]
    pub fn claim(&self) -> String {
        self.coverage.to_string()
    }

    /// Returns the solution of a size; `None` where no base extends to it.
    #[must_use]
    pub fn extension(&self, n: u64) -> Option<DoublesExtension<'_>> {
        self.bases().find_map(|base| {
            let more = n.checked_sub(base.solution().puzzle().n())?;
            (more % base.period() == 0).then(|| base.extended(more / base.period()))?
        })
    }

    /// Replays the first `extensions` extensions of each base, as a second opinion.
    ///
    /// # Errors
    /// Returns the first failure.
    pub fn replay(&self, extensions: u64) -> Result<(), DoublesFamilyError> {
        for base in self.bases() {
            // Beyond the largest size there is no extension.
            for extension in (1..=extensions).filter_map(|times| base.extended(times)) {
                let n = extension.puzzle().n();
                let _ = crate::replay::check(&extension.solution())
                    .map_err(|error| DoublesFamilyError::Extension { n, error })?;
            }
        }
        Ok(())
    }
}
