//! Answers to "k coins, n nickels and n pennies": moves, or the means to make them.

use crate::error::AtlasError;
use crate::standing::Standing;
use tait_generator::MoveSequence;
use tait_generator::thesis::{SlidingCoinK2, SlidingCoinK3Odd};
use tait_linear::wrap::{Composition, WrapFamily};
use tait_linear::{Base, DoublesExtension, DoublesFamily, Extension, Header, Solution};

/// A solution of `n` nickels and `n` pennies, or the means to make one.
///
/// [`Atlas::ask`](crate::Atlas::ask) returns it.
#[derive(Debug)]
pub struct Answer {
    /// The puzzle and the position of the first coin.
    pub header: Header,
    /// The origin, in words.
    pub origin: String,
    /// The source of the moves.
    pub way: Way,
}

/// The source of moves.
#[derive(Debug)]
pub enum Way {
    /// A list, and what is known of shorter lists.
    Listed(Solution, Standing),
    /// A base, extended to the size of the puzzle (Theorem 5.1.1).
    Extended(Base),
    /// Wraps around each other.
    Wrapped(WrapFamily),
    /// A solution, extended by doubles.
    Doubled(DoublesFamily),
    /// Algorithm 3.1 of the thesis.
    K2(SlidingCoinK2),
    /// Algorithm 4.1 of the thesis.
    K3Odd(SlidingCoinK3Odd),
}

/// The reason why no solution exists, in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSolution(pub String);

impl Answer {
    /// Returns the number of moves: that of a list, and otherwise `n`.
    #[must_use]
    pub fn length(&self) -> u64 {
        match &self.way {
            Way::Listed(solution, _) => solution.moves().len() as u64,
            _ => self.header.puzzle.n(),
        }
    }

    /// Returns what is known of shorter solutions. If the length is `n`, no solution is shorter (Theorem 2.1.1),
    /// whatever is recorded.
    #[must_use]
    pub const fn standing(&self) -> &Standing {
        match &self.way {
            Way::Listed(_, standing) => standing,
            _ => &Standing::Unknown,
        }
    }
    /// Returns the origin and, for more than n moves, whether fewer would do.
    #[must_use]
    pub fn provenance(&self) -> String {
        let (origin, n, length) = (&self.origin, self.header.puzzle.n(), self.length());
        match &self.way {
            Way::Listed(..) if length == n => origin.clone(),
            Way::Listed(_, Standing::Optimal(..)) => {
                format!("{origin}; {length} moves, none fewer: every smaller number was searched")
            }
            Way::Listed(_, Standing::Excluded(shorter)) => format!(
                "{origin}; {length} moves, the best known: at least {} are needed",
                n + shorter.len() as u64
            ),
            Way::Listed(_, Standing::Compared(_) | Standing::Unknown) => {
                format!("{origin}; {length} moves; fewer may suffice")
            }
            _ => origin.clone(),
        }
    }

    /// Returns the moves as a sequence with access to any of them.
    ///
    /// # Errors
    /// When the answer combines a base and a size that do not fit.
    pub fn sequence(&self) -> Result<Box<dyn MoveSequence + '_>, AtlasError> {
        Ok(match &self.way {
            Way::Listed(solution, _) => Box::new(solution.clone()),
            Way::Extended(base) => Box::new(self.extension(base)?),
            Way::Wrapped(family) => Box::new(self.composition(family)?),
            Way::Doubled(family) => Box::new(self.doubled(family)?),
            Way::K2(algorithm) => Box::new(*algorithm),
            Way::K3Odd(algorithm) => Box::new(*algorithm),
        })
    }

    /// Returns the extension of a base to the size and start asked for.
    ///
    /// # Errors
    /// When the base does not extend to the size.
    pub fn extension<'a>(&self, base: &'a Base) -> Result<Extension<'a>, AtlasError> {
        Extension::to_size(base, self.header.puzzle.n())
            .map(|extension| extension.at_start(self.header.start))
            .ok_or_else(|| self.not_of_this_size("the base does not extend to this size"))
    }

    /// Returns the composition of the wraps of a family to the size and start asked for.
    ///
    /// # Errors
    /// When the wraps do not give the size.
    pub fn composition<'a>(&self, family: &'a WrapFamily) -> Result<Composition<'a>, AtlasError> {
        family
            .composition(self.header.puzzle.n())
            .map(|composition| composition.at_start(self.header.start))
            .ok_or_else(|| self.not_of_this_size("the wraps do not give this size"))
    }

    /// Returns the extension by doubles to the size and start asked for.
    ///
    /// # Errors
    /// When no base of the family extends to the size.
    pub fn doubled<'a>(
        &self,
        family: &'a DoublesFamily,
    ) -> Result<DoublesExtension<'a>, AtlasError> {
        family
            .extension(self.header.puzzle.n())
            .map(|extension| extension.at_start(self.header.start))
            .ok_or_else(|| self.not_of_this_size("the doubles do not give this size"))
    }

    fn not_of_this_size(&self, why: &str) -> AtlasError {
        AtlasError::Refused(format!("{}: {why}", self.header.puzzle))
    }

    /// Returns all moves as a solution, which takes the memory of a list.
    ///
    /// # Errors
    /// As [`sequence`](Self::sequence).
    pub fn solution(&self) -> Result<Solution, AtlasError> {
        let moves = self.sequence()?.moves().collect();
        Ok(Solution::new(self.header.puzzle, self.header.start, moves))
    }
}
