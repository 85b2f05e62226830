//! What all families have in common, and the sizes that they settle.

use crate::replay::check;
use crate::sequence::MoveSequence;
use crate::size::{BlockLength, Puzzle};
use crate::solution::Solution;
use crate::wrap::kinds::InnerError;
use std::fmt;
use thiserror::Error;

/// What all families have in common: finitely many solutions that settle infinitely many sizes, each with `n` moves.
///
/// ```
/// use tait_linear::{DoublesFamily, Move, MoveSequence as _, Puzzle, Settles, Solution};
/// let five = [(4, 11), (9, 4), (2, 9), (8, 2), (1, 8)].map(Move::from).to_vec();
/// let doubles = DoublesFamily::new(vec![Solution::new(Puzzle::new(3, 5)?, 1, five)])?;
/// let family: &dyn Settles = &doubles;
/// assert_eq!((family.coverage().covers(7), family.claim().as_str()), (true, "for n = 5+2m, n moves, optimal"));
/// assert_eq!(family.made(1_000_000_001, 1).map(|moves| moves.count()), Some(1_000_000_001));
/// assert!(family.check_made(&family.solution(7, 1).expect("7 is odd")).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Settles: fmt::Debug + Sync {
    /// Returns the block length.
    fn block_length(&self) -> BlockLength;

    /// Returns the puzzle of a size; `None` where there is none.
    fn puzzle(&self, n: u64) -> Option<Puzzle> {
        Puzzle::new(self.block_length().into(), n).ok()
    }

    /// Returns the sizes that it settles.
    fn coverage(&self) -> Coverage;

    /// Returns what it proves, in words.
    fn claim(&self) -> String {
        self.coverage().to_string()
    }

    /// Makes the solution of a size with the first coin at `start`, its moves by number; `None` where it does not settle
    /// the size, or beyond the largest one.
    fn made(&self, n: u64, start: i64) -> Option<Box<dyn MoveSequence + '_>>;

    /// Says how it makes the solution of a size: `base n = 5 extended once`.
    fn way_to(&self, n: u64) -> Option<String>;

    /// Makes the solution of a size as a list.
    fn solution(&self, n: u64, start: i64) -> Option<Solution> {
        let moves = self.made(n, start)?.moves().collect();
        Some(Solution::new(self.puzzle(n)?, start, moves))
    }

    /// Replays a solution that it made.
    ///
    /// # Errors
    /// What is wrong with it.
    fn check_made(&self, solution: &Solution) -> Result<(), InnerError> {
        let (moves, n) = (check(solution)?.moves, solution.puzzle().n());
        match moves == solution.puzzle().least_moves() {
            true => Ok(()),
            false => Err(InnerError::NotOptimal { moves, n }),
        }
    }

    /// Replays the solution of the smallest size of each residue, and of `times` sizes after it. The theorems rule out a
    /// failure; the replay is a second opinion.
    ///
    /// # Errors
    /// The first size that fails.
    fn replay(&self, times: u64) -> Result<(), MadeError> {
        let Coverage { first } = self.coverage();
        let after = |size: &u64| {
            let (size, modulus) = (*size, first.len() as u64);
            (0..=times).map(move |time| size + time * modulus)
        };
        let sizes = first.iter().flatten().flat_map(after);
        // Beyond the largest size there is no solution.
        for (n, solution) in sizes.filter_map(|n| Some((n, self.solution(n, 1)?))) {
            let checked = self.check_made(&solution);
            checked.map_err(|error| MadeError { n, error })?;
        }
        Ok(())
    }
}

/// A solution that a family makes is wrong, which the theorems rule out.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the solution that it makes for n = {n} fails: {error}")]
pub struct MadeError {
    /// The size.
    pub n: u64,
    /// What is wrong with it.
    pub error: InnerError,
}

/// Says how a base is extended.
pub(crate) fn extended_in_words(base: Puzzle, times: u64) -> String {
    let n = base.n();
    match times {
        0 => format!("base n = {n}"),
        1 => format!("base n = {n} extended once"),
        times => format!("base n = {n} extended {times} times"),
    }
}

/// The largest modulus that [`Coverage::with`] makes.
const MOST_RESIDUES: u64 = 10_000;

/// The sizes that a family settles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// The smallest size that is settled for each residue, if there is one. The modulus is the length of the list: `2k`
    /// for bases of Theorem 5.1.1.
    pub first: Vec<Option<u64>>,
}

impl Coverage {
    /// Returns whether a size is settled.
    #[must_use]
    pub fn covers(&self, n: u64) -> bool {
        self.first[(n % self.first.len() as u64) as usize].is_some_and(|first| first <= n)
    }

    /// Returns the smallest `N` such that every `n >= N` is settled; `None` while a residue is
    /// missing.
    #[must_use]
    pub fn settles_from(&self) -> Option<u64> {
        let modulus = self.first.len() as u64;
        self.first.iter().try_fold(1, |from, first| {
            first.map(|first| from.max((first + 1).saturating_sub(modulus)))
        })
    }

    /// Returns what two families settle together, modulo the least common multiple of their moduli; `None` where that is more
    /// than 10,000.
    ///
    /// ```
    /// use tait_linear::Coverage;
    /// let odd = Coverage { first: vec![None, Some(5)] };
    /// let multiples = Coverage { first: vec![Some(12), None, Some(10), None] };
    /// assert_eq!(odd.with(&multiples).unwrap().settles_from(), Some(9));
    /// ```
    #[must_use]
    pub fn with(&self, other: &Self) -> Option<Self> {
        let (own, others) = (self.first.len() as u64, other.first.len() as u64);
        let (mut divisor, mut rest) = (own, others);
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        let modulus = (own / divisor).checked_mul(others)?;
        if modulus > MOST_RESIDUES {
            return None;
        }
        let settled = |family: &Self, residue: u64| {
            let first = family.first[(residue % family.first.len() as u64) as usize]?;
            Some(first + (residue + modulus - first % modulus) % modulus)
        };
        let both = |residue| [settled(self, residue), settled(other, residue)];
        let first = (0..modulus).map(|residue| both(residue).into_iter().flatten().min());
        Some(Self {
            first: first.collect(),
        })
    }

    /// Returns the residues that have no base.
    #[must_use]
    pub fn missing(&self) -> Vec<u64> {
        (0..self.first.len() as u64)
            .filter(|&residue| self.first[residue as usize].is_none())
            .collect()
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.settles_from() {
            Some(from) => write!(f, "for every n >= {from}, n moves, optimal"),
            None => {
                let modulus = self.first.len();
                let parts: Vec<String> = self
                    .first
                    .iter()
                    .flatten()
                    .map(|first| format!("{first}+{modulus}m"))
                    .collect();
                write!(f, "for n = {}, n moves, optimal", parts.join(", "))
            }
        }
    }
}
