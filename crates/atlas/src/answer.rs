//! Answers to "k coins, n nickels and n pennies": moves, or the means to make them.

use crate::error::AtlasError;
use crate::explain::Explained;
use crate::standing::Standing;
use tait_generator::MoveSequence;
use tait_generator::closed::ClosedForm;
use tait_generator::thesis::{SlidingCoinK2, SlidingCoinK3Odd};
use tait_linear::{Header, Solution};
use tait_text::counted;

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
    /// A family that settles the size.
    Made(Box<dyn Explained>),
    /// Algorithm 3.1 of the thesis.
    K2(SlidingCoinK2),
    /// Algorithm 4.1 of the thesis.
    K3Odd(SlidingCoinK3Odd),
    /// The formula for every block length, of more than `n` moves.
    Closed(ClosedForm),
}

/// The reason why no solution exists, in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSolution(pub String);

impl Answer {
    /// Returns the number of moves: that of a list or a closed form, and otherwise `n`.
    #[must_use]
    pub fn length(&self) -> u64 {
        match &self.way {
            Way::Listed(solution, _) => solution.moves().len() as u64,
            Way::Closed(form) => form.count(),
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
            Way::Closed(_) => {
                let more = counted(length - n, "move");
                format!("{origin}; {length} moves, at most {more} more than the lower bound")
            }
            _ => origin.clone(),
        }
    }

    /// Returns the moves as a sequence with access to any of them.
    ///
    /// # Errors
    /// When the answer combines a family and a size that it does not settle.
    pub fn sequence(&self) -> Result<Box<dyn MoveSequence + '_>, AtlasError> {
        Ok(match &self.way {
            Way::Listed(solution, _) => Box::new(solution.clone()),
            Way::Made(family) => family
                .made(self.header.puzzle.n(), self.header.start)
                .ok_or_else(|| self.not_settled())?,
            Way::K2(algorithm) => Box::new(*algorithm),
            Way::K3Odd(algorithm) => Box::new(*algorithm),
            Way::Closed(form) => Box::new(form),
        })
    }

    pub(crate) fn not_settled(&self) -> AtlasError {
        let puzzle = self.header.puzzle;
        AtlasError::Refused(format!("{puzzle}: the family does not settle this size"))
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
