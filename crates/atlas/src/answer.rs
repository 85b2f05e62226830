//! Answers to "k coins, n nickels and n pennies": moves, or the means to make them.

use crate::error::AtlasError;
use crate::explain::Explained;
use crate::standing::Standing;
use tait_generator::MoveSequence;
use tait_generator::closed::ClosedForm;
use tait_generator::thesis::{Algorithm, Moves};
use tait_linear::{Header, Puzzle, Solution};
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
    /// An algorithm of the thesis.
    By(Moves),
    /// The formula for every block length, of more than `n` moves.
    Closed(ClosedForm),
}

/// The reason why no solution exists, in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSolution(pub String);

impl Answer {
    /// Has an algorithm of the thesis make the moves, with the first coin at `start` or where the thesis puts it.
    ///
    /// # Errors
    /// [`AtlasError::Refused`] when the algorithm does not take the puzzle.
    ///
    /// ```
    /// use tait_atlas::Answer;
    /// use tait_linear::Puzzle;
    /// let answer = Answer::by("4.2".parse()?, Puzzle::new(3, 16)?, None)?;
    /// assert_eq!((answer.header.start, answer.length()), (4, 16));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by(
        algorithm: Algorithm,
        puzzle: Puzzle,
        start: Option<i64>,
    ) -> Result<Self, AtlasError> {
        let start = start.unwrap_or(algorithm.start());
        let moves = algorithm.moves(puzzle, 0, start);
        Ok(Self {
            header: Header { puzzle, start },
            origin: format!("{} of the thesis", algorithm.function()),
            way: Way::By(moves.map_err(AtlasError::refused)?),
        })
    }

    /// Returns the number of moves: that of a list or a formula, and for a family the lower bound.
    #[must_use]
    pub fn length(&self) -> u64 {
        match &self.way {
            Way::Listed(solution, _) => solution.moves().len() as u64,
            Way::By(moves) => moves.count(),
            Way::Closed(form) => form.count(),
            Way::Made(_) => self.header.puzzle.least_moves(),
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
        let (origin, n, length) = (
            &self.origin,
            self.header.puzzle.least_moves(),
            self.length(),
        );
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
            Way::By(moves) => Box::new(moves.clone()),
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
